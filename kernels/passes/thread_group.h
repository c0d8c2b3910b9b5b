/* What schemes on GPUs share whose threads have one component of a cell each: its data, modes and evolution. A group
 * has LANES cells, and each of its rows of threads one component. The equations are evaluated at points of a cell,
 * which a row of threads then takes over for all components: AT_ONCE points together, the data and the results going
 * through shared memory. One thread for a whole cell would keep five times the numbers and more, and in double
 * precision would spend most of its time on moving them out of its registers and back (bench/godunov.md). */
#ifndef TAUB_PASSES_THREAD_GROUP_H
#define TAUB_PASSES_THREAD_GROUP_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/equilibrium.h"
#include "passes/godunov_scalars.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"
#if TAUB_BOUND_SCALARS
#include "schemes/scalar_bounds.h"
#endif

#if !defined(TAUB_HOST) && TAUB_ORDER > 2

#ifdef SYSTEM_FACES
#define LANES 16 /* eight components or more: with 32 half of the threads would wait where equations are evaluated */
#else
#define LANES 32
#endif
/* 48 kB of shared memory hold 37 times 5 numbers for each of 32 cells. */
#define MOST_AT_ONCE (37 * 32 / LANES / SYSTEM_COMPONENTS)
#define AT_ONCE (SYSTEM_COMPONENTS <= MOST_AT_ONCE ? SYSTEM_COMPONENTS : MOST_AT_ONCE)
#define JET_ROWS (4 * SYSTEM_COMPONENTS * AT_ONCE)
#define RESULT_ROWS (SYSTEM_COMPONENTS * AT_ONCE)

#define CELLS_OF_TILE(lower, upper) (((upper)[0] - (lower)[0]) * ((upper)[1] - (lower)[1]) * ((upper)[2] - (lower)[2]))

/* The shared memory of one cell: rows of LANES numbers. */
struct thread_group {
    LOCAL_ARGUMENT real *jets;    /* [point][value and slopes][component] */
    LOCAL_ARGUMENT real *results; /* [point][component] */
    LOCAL_ARGUMENT real *shares;  /* of scalars [scalar][share, bounds]; the scaling of edges */
    struct eos eos;
};

INLINE struct thread_group group_in(const struct taub_io io, LOCAL_ARGUMENT real *scratch)
{
    struct thread_group group;
    group.jets = scratch + LOCAL_X;
    group.results = group.jets + JET_ROWS * LANES;
    group.shares = group.results + RESULT_ROWS * LANES;
    group.eos = eos_of_tables(io.tables);
    return group;
}

/* The cells of a tile one after the other, LANES at a time; the last ones are repeated where they do not fill a group:
 * `mine` says whether a cell is this thread's to store, `counts` also whether it is no ghost zone, so that each counts
 * once. */
struct cell_of_group {
    int i, j, k, mine, counts;
};
INLINE struct cell_of_group cell_of_tile(const struct taub_io io, const int lower[3], const int upper[3], int n)
{
    const int length = upper[0] - lower[0], rows = upper[1] - lower[1], count = CELLS_OF_TILE(lower, upper);
    const int cell = n < count ? n : count - 1, row = cell / length;
    const int i = lower[0] + cell % length, j = lower[1] + row % rows, k = lower[2] + row / rows;
    const struct cell_of_group out = {i, j, k, n < count, counts_here(io, k, j, i) & (n < count)};
    return out;
}

INLINE void store_jet(const struct thread_group group, int place, real value, real slope_0, real slope_1, real slope_2)
{
    LOCAL_ARGUMENT real *jet = group.jets + (4 * place * SYSTEM_COMPONENTS + LOCAL_Y) * LANES;
    jet[0] = value;
    jet[SYSTEM_COMPONENTS * LANES] = slope_0;
    jet[2 * SYSTEM_COMPONENTS * LANES] = slope_1;
    jet[3 * SYSTEM_COMPONENTS * LANES] = slope_2;
}
#ifndef SYSTEM_FACES
INLINE void load_jets(const struct thread_group group, int place, real u[SYSTEM_COMPONENTS],
                      real g[3][SYSTEM_COMPONENTS])
{
    LOCAL_ARGUMENT const real *jet = group.jets + 4 * place * SYSTEM_COMPONENTS * LANES;
    EACH (c, SYSTEM_COMPONENTS) {
        u[c] = jet[c * LANES];
        EACH (a, 3)
            g[a][c] = jet[((a + 1) * SYSTEM_COMPONENTS + c) * LANES];
    }
}
#endif
INLINE void store_result(const struct thread_group group, int place, const real values[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        group.results[(place * SYSTEM_COMPONENTS + c) * LANES] = values[c];
}
INLINE real load_result(const struct thread_group group, int place)
{
    return group.results[(place * SYSTEM_COMPONENTS + LOCAL_Y) * LANES];
}

/* D at the point that this row of threads has taken over. Order 4 asks for it in six places with five components: where
 * a recovery is part of it, the text would be more than caches of instructions hold. */
#if TAUB_ORDER == 4 && defined(LONG_RECOVERY)
#define RATE_FUNCTION OUTLINE
#else
#define RATE_FUNCTION INLINE
#endif
RATE_FUNCTION void rate_result(const struct thread_group group, const real means[SYSTEM_COMPONENTS],
                               const struct setting here, const struct spot spot)
{
#ifdef SYSTEM_FACES
    /* time_rate of schemes/ader.h, its axes one after the other by the same text, which is long */
    LOCAL_ARGUMENT const real *jet = group.jets + 4 * LOCAL_Y * SYSTEM_COMPONENTS * LANES;
    real u[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = jet[c * LANES];
    draw_to_gas(means, u);
    const struct gas gas = GAS_OF(here.eos, u);
    user_sources(u, gas, here, spot, rate);
    EACH_ROLLED (a, 0, 3)
        if (AXIS_ACTIVE(a)) {
            const real share = component_along(a, here.share) * area_per_volume(a, volume_at(here, spot.moment));
            real scaled[SYSTEM_COMPONENTS];
            EACH (c, SYSTEM_COMPONENTS)
                scaled[c] = share * jet[((a + 1) * SYSTEM_COMPONENTS + c) * LANES];
            subtract_flux_jacobian_product(gas, u, scaled, a, rate);
        }
#else
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    load_jets(group, LOCAL_Y, u, g);
    draw_to_gas(means, u);
    time_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, here, spot, rate);
#endif
    store_result(group, LOCAL_Y, rate);
}

#if TAUB_ADER && TAUB_ORDER == 2
INLINE struct evolution evolve_component(const struct thread_group group, const real means[SYSTEM_COMPONENTS],
                                         real mean, const struct setting here, real m[MODE_COUNT])
{
    struct evolution out;
    store_jet(group, 0, mean, m[MODE_SLOPE], m[MODE_SLOPE + 1], m[MODE_SLOPE + 2]);
    BARRIER;
    if (LOCAL_Y == 0)
        rate_result(group, means, here, spot_at_centre(R(0.0)));
    BARRIER;
    out.mean = out.middle = mean + R(0.5) * load_result(group, 0);
    weaken_parabolas(GAS_OF(here.eos, means), here, m);
    return out;
}
#elif TAUB_ADER
INLINE struct evolution evolve_component(const struct thread_group group, const real means[SYSTEM_COMPONENTS],
                                         real mean, const struct setting here, real m[MODE_COUNT])
{
    real rates[FIRST_POINTS], third = R(0.0);
    centre_slopes(m);
    const struct jet centre = jet_at_centre(mean, m);
    UNROLL
    for (int from = 0; from < FIRST_POINTS; from += AT_ONCE) {
        const int mine = from + LOCAL_Y;
        EACH (n, AT_ONCE)
            if (from + n < FIRST_POINTS && first_is_active(from + n)) {
                const struct jet jet = first_jet(centre, m, from + n);
                store_jet(group, n, jet.value, jet.slope[0], jet.slope[1], jet.slope[2]);
            }
        BARRIER;
        if (LOCAL_Y < AT_ONCE && mine < FIRST_POINTS && first_is_active(mine))
            rate_result(group, means, here, first_spot(mine));
        BARRIER;
        EACH (n, AT_ONCE)
            if (from + n < FIRST_POINTS && first_is_active(from + n))
                rates[from + n] = load_result(group, n);
    }
    const struct first_rate first = first_rate_of(rates);
    UNROLL
    for (int from = 0; from < SECOND_POINTS; from += AT_ONCE) {
        const int mine = from + LOCAL_Y;
        EACH (n, AT_ONCE)
            if (from + n < SECOND_POINTS && second_is_active(from + n)) {
                const struct jet jet = second_jet(centre, m, first, from + n);
                store_jet(group, n, jet.value, jet.slope[0], jet.slope[1], jet.slope[2]);
            }
        BARRIER;
        if (LOCAL_Y < AT_ONCE && mine < SECOND_POINTS && second_is_active(mine))
            rate_result(group, means, here, second_spot(mine));
        BARRIER;
        EACH (n, AT_ONCE)
            if (from + n < SECOND_POINTS && second_is_active(from + n))
                rates[from + n] = load_result(group, n);
    }
    const struct second_rate second = second_rate_of(first, rates);
#if TAUB_ORDER == 4
    const struct jet last = jet_moved(centre, R(1.0), second.value, second.slope);
    store_jet(group, 0, last.value, last.slope[0], last.slope[1], last.slope[2]);
    BARRIER;
    if (LOCAL_Y == 0)
        rate_result(group, means, here, spot_at_centre(R(0.0)));
    BARRIER;
    third = load_result(group, 0);
#endif
    return evolution_of(mean, first, second, third, m);
}
#endif

#if TAUB_VARIABLES != 0
/* Lines of all components, bounded in other variables. A row of threads takes over an axis, so that its waves are found
 * once: it transforms the differences of its line in place, and says what counts as no variation. Then each row finds
 * what has to be added to the faces of its own component, which goes back in the same way. Where a warp has two rows
 * (LANES), they share an axis. */
#define ROWS_OF_AXIS (32 / LANES)

/* What stands where `jet` points, and the next components, is changed in place. */
INLINE void line_to_local(const struct gas gas, LOCAL_ARGUMENT real *jets, LOCAL_ARGUMENT real *floors,
                          const real u[SYSTEM_COMPONENTS], int axis)
{
    ROLLED
    for (int n = LOCAL_Y % ROWS_OF_AXIS; n < 4; n += ROWS_OF_AXIS) {
        LOCAL_ARGUMENT real *jet = jets + n * SYSTEM_COMPONENTS * LANES;
        real d[SYSTEM_COMPONENTS], w[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            d[c] = jet[c * LANES];
        local_of_conserved(gas, u, axis, d, w);
        EACH (c, SYSTEM_COMPONENTS)
            jet[c * LANES] = w[c];
    }
    if (LOCAL_Y % ROWS_OF_AXIS == 0) {
        EACH (c, SYSTEM_COMPONENTS)
            floors[c * LANES] = local_floor(gas, u, axis, c);
    }
}

/* Most cells have nothing to be added to their faces: a warp of such cells has nothing to do. */
INLINE void cuts_to_conserved(const struct gas gas, LOCAL_ARGUMENT real *jets, const real u[SYSTEM_COMPONENTS],
                              int axis)
{
    ROLLED
    for (int n = LOCAL_Y % ROWS_OF_AXIS; n < 2; n += ROWS_OF_AXIS) {
        LOCAL_ARGUMENT real *jet = jets + n * SYSTEM_COMPONENTS * LANES;
        real w[SYSTEM_COMPONENTS], d[SYSTEM_COMPONENTS];
        int cut = 0;
        EACH (c, SYSTEM_COMPONENTS) {
            w[c] = jet[c * LANES];
            cut |= w[c] != R(0.0);
        }
        if (cut) {
            conserved_of_local(gas, u, axis, w, d);
            EACH (c, SYSTEM_COMPONENTS)
                jet[c * LANES] = d[c];
        }
    }
}

/* One text for all axes: a loop with CUDA alone, of which PoCL 3.1 makes wrong code. Waves depend on the axis, and
 * compilers that do not know it would index states in memory: their transformations have a text for each. */
#if defined(TAUB_CUDA)
#define EACH_BOUNDED EACH_ROLLED
#else
#define EACH_BOUNDED EACH_FROM
#endif
#if TAUB_VARIABLES == 2
#define EACH_TRANSFORMED EACH_FROM
#else
#define EACH_TRANSFORMED EACH_BOUNDED
#endif

/* What has to be added to the faces of a component along all axes. Lines are loaded again for what follows, since the
 * transformations need the registers. */
INLINE void exchange_cuts(const struct thread_group group, const struct gas gas, const real u[SYSTEM_COMPONENTS],
                          const struct stencil d, struct face_cuts cuts[3])
{
    UNROLL
    for (int from = 0; from < 3; from += AT_ONCE) {
        const int count = from + AT_ONCE < 3 ? AT_ONCE : 3 - from, taken = LOCAL_Y / ROWS_OF_AXIS;
        LOCAL_ARGUMENT real *jets = group.jets + 4 * taken * SYSTEM_COMPONENTS * LANES;
        LOCAL_ARGUMENT real *floors = group.results + taken * SYSTEM_COMPONENTS * LANES;
        EACH_FROM (a, from, from + count)
            store_jet(group, a - from, d.line[a][0], d.line[a][1], d.line[a][2], d.line[a][3]);
        BARRIER;
        EACH_TRANSFORMED (a, from, from + count)
            if (AXIS_ACTIVE(a) && taken == a - from)
                line_to_local(gas, jets, floors, u, a);
        BARRIER;
        EACH_BOUNDED (a, from, from + count)
            if (AXIS_ACTIVE(a)) {
                const int next = SYSTEM_COMPONENTS * LANES, place = (a - from) * SYSTEM_COMPONENTS + LOCAL_Y;
                LOCAL_ARGUMENT real *jet = group.jets + (4 * (a - from) * SYSTEM_COMPONENTS + LOCAL_Y) * LANES;
                const real line[4] = {jet[0], jet[next], jet[2 * next], jet[3 * next]};
                const struct face_cuts own = local_cuts(line, group.results[place * LANES], a, LOCAL_Y);
                jet[0] = own.lower;
                jet[next] = own.upper;
            }
        BARRIER;
        EACH_TRANSFORMED (a, from, from + count)
            if (AXIS_ACTIVE(a) && taken == a - from)
                cuts_to_conserved(gas, jets, u, a);
        BARRIER;
        EACH_FROM (a, from, from + count) {
            LOCAL_ARGUMENT const real *jet = group.jets + (4 * (a - from) * SYSTEM_COMPONENTS + LOCAL_Y) * LANES;
            cuts[a].lower = jet[0];
            cuts[a].upper = jet[SYSTEM_COMPONENTS * LANES];
        }
        BARRIER;
    }
}
#endif

/* joint_lines and joint_products (reconstruct/lines.h) of this thread's component. The sums over densities are shared
 * out to the rows of threads: for an axis and the plane across it each, for the product of three axes. With branches in
 * place of the loop over these tasks PoCL 3.1 makes wrong code. */
#define JOINT_LINES (TAUB_VARIABLES == 0 ? 3 : 0)
#define JOINT_INDICATORS (PRODUCT_INDICATORS + JOINT_LINES * LINE_INDICATORS)
INLINE real joint_sum_of_rows(const struct thread_group group, int indicator, int own)
{
    LOCAL_ARGUMENT const real *row = group.jets + indicator * JOINT_COMPONENTS * LANES;
    real of[SYSTEM_COMPONENTS];
    EACH (c, JOINT_COMPONENTS)
        of[c] = row[c * LANES];
    return joint_sum(of, own);
}
INLINE void store_joint_shares(const struct thread_group group, int a, LOCAL_ARGUMENT real *shares)
{
    shares[a * LANES] =
        share_of_plane(joint_sum_of_rows(group, a, -1), joint_sum_of_rows(group, 3 + a, -1), JOINT_FLOOR);
#if TAUB_VARIABLES == 0
    LOCAL_ARGUMENT real *place = shares + 4 * (1 + a) * LANES;
    real b[LINE_INDICATORS];
    EACH (n, LINE_INDICATORS)
        b[n] = joint_sum_of_rows(group, PRODUCT_INDICATORS + LINE_INDICATORS * a + n, FIELD_ALONG(a));
    const struct line_shares of_line = line_shares_of(b);
    place[0] = of_line.high;
    place[LANES] = of_line.left;
    place[2 * LANES] = of_line.middle;
    place[3 * LANES] = of_line.right;
#endif
}
INLINE void store_triple_share(const struct thread_group group, LOCAL_ARGUMENT real *shares)
{
    real of[PRODUCT_INDICATORS];
    EACH (n, PRODUCT_INDICATORS)
        of[n] = joint_sum_of_rows(group, n, -1);
    shares[3 * LANES] = share_of_triple(of, JOINT_FLOOR);
}
INLINE void exchange_joint(const struct thread_group group, const real u[SYSTEM_COMPONENTS], const struct stencil d,
                           const struct taub_shape shape, GLOBAL const stored *density, struct line_modes lines[3],
                           real m[MODE_COUNT])
{
    const real floor2 = variation_floor(u, LOCAL_Y);
    LOCAL_ARGUMENT real *shares = group.jets + JOINT_INDICATORS * JOINT_COMPONENTS * LANES;
    struct product_shares of_products;
    struct line_shares of_line[3];
    BARRIER;
    if (IS_JOINT(LOCAL_Y)) {
        LOCAL_ARGUMENT real *row = group.jets + LOCAL_Y * LANES;
        real of[PRODUCT_INDICATORS];
        product_indicators_in_units(d, floor2, of);
        EACH (n, PRODUCT_INDICATORS)
            row[n * JOINT_COMPONENTS * LANES] = of[n];
        EACH (a, JOINT_LINES) {
            real b[LINE_INDICATORS];
            line_indicators_in_units(d.line[a], floor2, b);
            EACH (n, LINE_INDICATORS)
                row[(PRODUCT_INDICATORS + LINE_INDICATORS * a + n) * JOINT_COMPONENTS * LANES] = b[n];
        }
    }
    BARRIER;
    ROLLED
    for (int task = LOCAL_Y; task < 3 + TRIPLE_MODES; task += SYSTEM_COMPONENTS) {
        if (task < 3)
            store_joint_shares(group, task, shares);
        else
            store_triple_share(group, shares);
    }
    BARRIER;
    EACH (o, 3)
        of_products.plane[o] = shares[o * LANES];
    of_products.triple = TRIPLE_MODES ? shares[3 * LANES] : R(0.0);
    EACH (a, JOINT_LINES) {
        LOCAL_ARGUMENT const real *place = shares + 4 * (1 + a) * LANES;
        of_line[a].high = place[0];
        of_line[a].left = place[LANES];
        of_line[a].middle = place[2 * LANES];
        of_line[a].right = place[3 * LANES];
    }
    if (IS_JOINT(LOCAL_Y)) {
        EACH (a, JOINT_LINES)
            lines[a] = AXIS_ACTIVE(a) ? line_of_shares(d.line[a], of_line[a]) : no_line_modes();
        products_within(d, of_products, m);
    } else {
        const real concentration = u[LOCAL_Y] / u[0];
        struct stencil of_density;
        load_stencil(shape, density, 3, u[0], &of_density);
        EACH (a, JOINT_LINES)
            lines[a] = AXIS_ACTIVE(a) ? line_of_scalar(d.line[a], of_density.line[a], concentration, of_line[a], floor2)
                                      : no_line_modes();
        products_of_scalar(d, of_density, concentration, of_products, floor2, m);
    }
    BARRIER;
}

#if TAUB_POSITIVE
INLINE real scaling_factor_by_components(const struct thread_group group, const real mean[SYSTEM_COMPONENTS],
                                         const real side[6])
{
    struct lowest lowest = lowest_of_mean(mean);
    EACH_SIDE (s)
        group.jets[(s * SYSTEM_COMPONENTS + LOCAL_Y) * LANES] = side[s];
    BARRIER;
    EACH_SIDE (s) {
        real u[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            u[c] = group.jets[(s * SYSTEM_COMPONENTS + c) * LANES];
        note_density(&lowest, density_part(u));
    }
    const real dense = share_above(density_part(mean), lowest.density);
    ROLLED
    for (int s = LOCAL_Y; s < 6; s += SYSTEM_COMPONENTS)
        if (AXIS_ACTIVE(s / 2)) {
            real u[SYSTEM_COMPONENTS], inner, weight;
            EACH (c, SYSTEM_COMPONENTS)
                u[c] = group.jets[(s * SYSTEM_COMPONENTS + c) * LANES];
            parts_of_pressure(mean, dense, u, &inner, &weight);
            group.results[2 * s * LANES] = inner;
            group.results[(2 * s + 1) * LANES] = weight;
        }
    BARRIER;
    EACH_SIDE (s)
        note_pressure(&lowest, group.results[2 * s * LANES], group.results[(2 * s + 1) * LANES]);
    return share_of_lowest(mean, lowest, dense);
}
#endif

#if TAUB_BOUND_SCALARS
/* Draws the face states of a scalar between its bounds, by its row of threads; what the fluxes need of it is left
 * behind. Returns whether anything had to be drawn. */
INLINE int bound_component(const struct thread_group group, const struct taub_io io, const struct setting here, long at,
                           const real mean[SYSTEM_COMPONENTS], real side[6])
{
    const int c = LOCAL_Y;
    int drawn = 0;
    BARRIER;
    EACH_SIDE (s)
        group.jets[(s * SYSTEM_COMPONENTS + c) * LANES] = side[s];
    BARRIER;
    if (c >= GAS_COMPONENTS) {
        const real value = LOAD(io.f[0] + at + c * io.shape.component_stride);
        const struct bounds bounds = bounds_of_scalar(io, at, c);
        LOCAL_ARGUMENT real *left = group.shares + 3 * (c - GAS_COMPONENTS) * LANES;
        struct outflow out = no_outflow();
        EACH_SIDE (s) {
            real u[SYSTEM_COMPONENTS];
            EACH (n, SYSTEM_COMPONENTS)
                u[n] = group.jets[(s * SYSTEM_COMPONENTS + n) * LANES];
            note_outflow(&out, s, u[0], mass_flux(u, s / 2), here.share[s / 2]);
        }
        const real share = share_in_bounds(bounds, mean[0], value, out, side);
        EACH_SIDE (s)
            side[s] = drawn_value(value / mean[0], out.density[s], side[s], share);
        left[0] = share;
        left[LANES] = bounds.lower;
        left[2 * LANES] = bounds.upper;
    }
    BARRIER;
    EACH (n, TAUB_SCALARS)
        drawn |= group.shares[3 * n * LANES] < R(1.0);
    return drawn;
}
INLINE struct scalars load_scalars(const struct thread_group group)
{
    struct scalars scalars;
    scalars.drawn = 0;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        LOCAL_ARGUMENT const real *left = group.shares + 3 * (c - GAS_COMPONENTS) * LANES;
        scalars.share[c] = left[0];
        scalars.bounds[c].lower = left[LANES];
        scalars.bounds[c].upper = left[2 * LANES];
    }
    return scalars;
}
#endif

#undef TAUB_GROUP_X
#undef TAUB_GROUP_Y
#define TAUB_GROUP_X LANES
#define TAUB_GROUP_Y SYSTEM_COMPONENTS
#undef TAUB_RESIDENT_GROUPS
#define TAUB_RESIDENT_GROUPS TAUB_FACE_STATE_GROUPS

#endif
#endif
