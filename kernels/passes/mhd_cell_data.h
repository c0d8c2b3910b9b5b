/* The data of a cell of magnetohydrodynamics at order 2, from which faces and edges find their states
 * (mhd_states.h), and the pass `states` of that order on GPUs. */
#ifndef TAUB_PASSES_MHD_CELL_DATA_H
#define TAUB_PASSES_MHD_CELL_DATA_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "passes/equilibrium.h"
#include "passes/godunov_scalars.h"
#include "passes/locate.h"
#include "passes/mhd_states.h"
#include "reconstruct/modes.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"

#if TAUB_ORDER == 2
/* The data of a cell, scaled towards the mean. */
INLINE void store_data(const real mean[SYSTEM_COMPONENTS], const struct evolution evolution[SYSTEM_COMPONENTS],
                       const real m[SYSTEM_COMPONENTS][MODE_COUNT], real scaling, const struct scalars scalars,
                       GLOBAL stored *out, long cs)
{
    /* each value of scalars is drawn towards that of the density: so are the sides, which are sums of them */
    real middle[SYSTEM_COMPONENTS], odd[3][SYSTEM_COMPONENTS], even[3][SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        middle[c] = scaled_value(mean[c], evolution[c].middle, scaling);
        out[c * cs] = c < GAS_COMPONENTS
                          ? middle[c]
                          : draw_scalar(scalars, c, mean, PRIMITIVE_DATA ? R(1.0) : middle[0], middle[c]);
        EACH_AXIS (a) {
#if FACE_MODES
            odd[a][c] = scaled_value(R(0.0), m[c][MODE_ODD + a], scaling);
            even[a][c] = scaled_value(R(0.0), m[c][MODE_EVEN + a], scaling);
            out[(DATA_EVEN(a) + c) * cs] =
                c < GAS_COMPONENTS ? even[a][c]
                                   : draw_scalar(scalars, c, mean, PRIMITIVE_DATA ? R(0.0) : even[a][0], even[a][c]);
#else
            odd[a][c] = scaled_value(R(0.0), R(0.5) * m[c][MODE_SLOPE + a], scaling);
#endif
            out[(DATA_ODD(a) + c) * cs] =
                c < GAS_COMPONENTS ? odd[a][c]
                                   : draw_scalar(scalars, c, mean, PRIMITIVE_DATA ? R(0.0) : odd[a][0], odd[a][c]);
        }
    }
    (void)even;
}

#if PRIMITIVE_DATA
/* evolve_cell (schemes/ader.h) of a primitive state: its change is that of the densities in local variables. */
#if TAUB_ADER
INLINE void evolve_primitive(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                             real m[SYSTEM_COMPONENTS][MODE_COUNT], struct evolution out[SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of_primitive(mean);
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS], other[SYSTEM_COMPONENTS];
    densities_of(mean, u);
    EACH (a, 3) {
        real slope[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            slope[c] = m[c][MODE_SLOPE + a];
        if (AXIS_ACTIVE(a)) {
            local_of_primitive(gas, slope, other);
            conserved_of_local(gas, u, a, other, g[a]);
        }
    }
    time_rate_of_gas(gas, u, (const real(*)[SYSTEM_COMPONENTS])g, here, spot_at_centre(R(0.0)), rate);
    local_of_conserved(gas, u, 0, rate, other);
    primitive_of_local(gas, other, rate);
    EACH (c, SYSTEM_COMPONENTS) {
        out[c].mean = out[c].middle = mean[c] + R(0.5) * rate[c];
        weaken_parabolas(gas, here, m[c]);
    }
}
#endif

#if TAUB_POSITIVE
/* scaling_factor (schemes/godunov.h) of primitive states. */
INLINE real primitive_scaling(const real mean[SYSTEM_COMPONENTS], const real side[6][SYSTEM_COMPONENTS])
{
    real density = mean[0], pressure = mean[4], seen = R(0.0);
    EACH_SIDE (s) {
        density = real_min(density, side[s][0]);
        pressure = real_min(pressure, side[s][4]);
        EACH (c, SYSTEM_COMPONENTS)
            seen += side[s][c];
    }
    const real share = real_min(share_above(mean[0], density), share_above(mean[4], pressure));
    return seen - seen == R(0.0) ? share : R(0.0);
}
#endif
#endif

/* The data of a cell, and with ADER what sources change; returns the share of the difference from the mean that was
 * kept. `drawn`: whether scalars kept less. */
INLINE real data_of_cell(const struct taub_io io, struct setting here, int b, int k, int j, int i, GLOBAL stored *out,
                         long cs, GLOBAL stored *sources_out, int *drawn)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i),
               mean_at = cell_index(io.shape, MEAN_VALUES, b, k, j, i);
    real mean[SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT], side[6][SYSTEM_COMPONENTS], scaling = R(1.0),
                                                                                                edges = R(1.0);
    struct evolution evolution[SYSTEM_COMPONENTS];
    load_means(io, at, mean_at, mean);
    LINES_OF_CELL(io, b, k, j, i)
    load_modes(io, at, mean_at, mean LINES, m);
    locate_for_data(io, b, k, j, i, &here);
#if TAUB_ADER
#if PRIMITIVE_DATA
    evolve_primitive(mean, here, m, evolution);
#else
    evolve_cell(mean, here, m, evolution);
#endif
#if TAUB_USER_SOURCE
    real middle[SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        middle[c] = evolution[c].mean;
#if PRIMITIVE_DATA
    real densities[SYSTEM_COMPONENTS];
    densities_of(middle, densities);
    user_sources(densities, gas_of_primitive(middle), here, spot_at_centre(R(0.5)), sources);
#else
    user_sources(middle, gas_of(middle), here, spot_at_centre(R(0.5)), sources);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        sources_out[c * cs] = sources[c];
#endif
#else
    EACH (c, SYSTEM_COMPONENTS)
        evolution[c].mean = evolution[c].middle = mean[c];
#endif
    EACH (s, 6)
        EACH (c, SYSTEM_COMPONENTS)
            side[s][c] = face_value_of(evolution[c].middle, m[c], s / 2, s % 2);
#if TAUB_POSITIVE && PRIMITIVE_DATA
    edges = primitive_scaling(mean, (const real(*)[SYSTEM_COMPONENTS])side); /* edges have any W v */
    (void)scaling;
#elif TAUB_POSITIVE
    scaling = scaling_factor(mean, (const real(*)[SYSTEM_COMPONENTS])side);
    edges = share_of_edges(mean[0], evolution[0], m[0], scaling);
#endif
    struct scalars scalars;
    EACH (s, 6)
        EACH (c, SYSTEM_COMPONENTS)
            side[s][c] = scaled_value(mean[c], side[s][c], edges);
    bound_scalars(io, here, at, mean, side, &scalars);
    *drawn = scalars.drawn;
    store_data(mean, evolution, (const real(*)[MODE_COUNT])m, edges, scalars, out, cs);
    return edges;
}

#if ACTIVE_AXES > 1
/* Component c at a corner of the cell whose data begin at `cell`. */
INLINE real load_corner(GLOBAL const stored *cell, long cs, int c, int p, int q, int upper_p, int upper_q)
{
    const real odd_p = LOAD(cell + (DATA_ODD(p) + c) * cs), odd_q = LOAD(cell + (DATA_ODD(q) + c) * cs);
#if FACE_MODES
    const real base =
        LOAD(cell + c * cs) + (LOAD(cell + (DATA_EVEN(p) + c) * cs) + LOAD(cell + (DATA_EVEN(q) + c) * cs));
#else
    const real base = LOAD(cell + c * cs);
#endif
    return base + ((upper_p ? odd_p : -odd_p) + (upper_q ? odd_q : -odd_q));
}
/* E, B_p and B_q there, of the plane across axis o. */
INLINE void load_corner_values(GLOBAL const stored *cell, long cs, int o, int upper_p, int upper_q, real out[3])
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
#if PRIMITIVE_DATA
    const real along_p = load_corner(cell, cs, 1 + p, p, q, upper_p, upper_q);
    const real along_q = load_corner(cell, cs, 1 + q, p, q, upper_p, upper_q);
    const real along_o = load_corner(cell, cs, 1 + o, p, q, upper_p, upper_q);
    out[1] = load_corner(cell, cs, SYSTEM_FIELD + p, p, q, upper_p, upper_q);
    out[2] = load_corner(cell, cs, SYSTEM_FIELD + q, p, q, upper_p, upper_q);
    const real motion2 = (along_p * along_p + along_q * along_q) + along_o * along_o;
    out[0] = (along_q * out[1] - along_p * out[2]) * (R(1.0) / real_sqrt(R(1.0) + motion2));
#elif ELECTRIC_NEEDS_WHOLE_STATE
    real u[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = load_corner(cell, cs, c, p, q, upper_p, upper_q);
    out[0] = electric_of(u, gas_of(u), p, q);
    out[1] = u[SYSTEM_FIELD + p];
    out[2] = u[SYSTEM_FIELD + q];
#else
    const real density = load_corner(cell, cs, 0, p, q, upper_p, upper_q);
    const real along_p = load_corner(cell, cs, 1 + p, p, q, upper_p, upper_q);
    const real along_q = load_corner(cell, cs, 1 + q, p, q, upper_p, upper_q);
    out[1] = load_corner(cell, cs, SYSTEM_FIELD + p, p, q, upper_p, upper_q);
    out[2] = load_corner(cell, cs, SYSTEM_FIELD + q, p, q, upper_p, upper_q);
    out[0] = (along_q * out[1] - along_p * out[2]) * (R(1.0) / density);
#endif
}
#endif

#if !defined(TAUB_HOST)
/* Counts cells of the mesh whose face states had to be scaled, or their scalars drawn. */
INLINE void states_of_cell(const struct taub_io io, const struct setting here, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride;
    GLOBAL stored *out = io.f[2] + cell_index(io.shape, FACE_STATES, b, k, j, i);
    int drawn;
    const real kept = data_of_cell(io, here, b, k, j, i, out, cs, out + SOURCES_AT * cs, &drawn);
    const int counts = counts_here(io, k, j, i);
    count_of_state(io, &io.control->first_order_cells, counts && kept < R(1.0));
    count_of_state(io, &io.control->bounded_scalars, counts && drawn);
}

/* What a cell of order 2 holds fits the registers of one thread, which is faster there than a group of them
 * (mhd_thread_group.h). */
INLINE void states_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                        const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    if (io.control->paused || io.control->failed || i >= upper[0] || j >= upper[1])
        return;
    const struct setting here = setting_of_launch(io);
    EACH_ROLLED (k, lower[2], upper[2])
        states_of_cell(io, here, b, k, j, i);
}
#undef TAUB_RESIDENT_GROUPS
#if TAUB_SINGLE
#define TAUB_RESIDENT_GROUPS 3
#elif ELECTRIC_NEEDS_WHOLE_STATE && !PRIMITIVE_DATA
#define TAUB_RESIDENT_GROUPS 1 /* a recovery needs the registers */
#else
#define TAUB_RESIDENT_GROUPS 2 /* 120 bytes of spills, for twice the threads */
#endif
TAUB_TILE_PASS(states, 1)
#endif
#endif

#endif
