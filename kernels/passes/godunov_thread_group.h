/* The face states of cells at orders 3 and 4 on GPUs, in the pass `face_states`, by groups of threads
 * (passes/thread_group.h). */
#ifndef TAUB_PASSES_GODUNOV_THREAD_GROUP_H
#define TAUB_PASSES_GODUNOV_THREAD_GROUP_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/equilibrium.h"
#include "passes/godunov.h"
#include "passes/godunov_scalars.h"
#include "passes/godunov_shocks.h"
#include "passes/locate.h"
#include "passes/thread_group.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"

#if !defined(TAUB_HOST) && TAUB_ORDER > 2

#if TAUB_BOUND_SCALARS
#define SHARE_ROWS (3 * TAUB_SCALARS)
#else
#define SHARE_ROWS 0
#endif

INLINE void load_component_modes(const struct thread_group group, const struct taub_io io, const struct setting here,
                                 long at, const real mean[SYSTEM_COMPONENTS], real m[MODE_COUNT])
{
    const long place = at + LOCAL_Y * io.shape.component_stride;
    struct stencil d;
    struct line_modes lines[3];
    load_stencil(io.shape, io.f[0] + place, 3, LOAD(io.f[0] + place), &d);
    exchange_joint(group, mean, d, io.shape, io.f[0] + at, lines, m);
#if TAUB_VARIABLES == 0
    EACH (a, 3)
        set_line_modes(lines[a], a, m);
#else
    real u[SYSTEM_COMPONENTS];
    state_at(here, R(0.0), mean, u);
    struct stencil of_state = d;
    struct face_cuts cuts[3];
    EACH (a, 3)
        EACH (n, 4)
            of_state.line[a][n] = value_at(here, R(0.0), d.line[a][n]);
    exchange_cuts(group, GAS_OF(group.eos, u), u, of_state, cuts);
    load_stencil(io.shape, io.f[0] + place, 3, LOAD(io.f[0] + place), &d);
    EACH (a, 3) {
        real line[4];
        EACH (n, 4)
            line[n] = value_at(here, R(0.0), d.line[a][n]);
        set_line_modes(AXIS_ACTIVE(a) ? density_modes(here, line_of_cuts(line, cuts[a])) : no_line_modes(), a, m);
    }
#endif
}

/* The average flux through the side that this row of threads has taken over. */
INLINE void store_face_state_flux(const struct thread_group group, const struct setting here, int s, int axis,
                                  real scaling, GLOBAL real *out, long stride, int mine)
{
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS];
    load_jets(group, LOCAL_Y, u, g);
    face_state_flux(here, u, (const real(*)[SYSTEM_COMPONENTS])g, axis, scaling, f);
#if TAUB_BOUND_SCALARS
    carry_scalars(load_scalars(group), u, f);
#endif
    if (mine) {
        EACH (c, SYSTEM_COMPONENTS)
            out[(s * FACE_STATE_VALUES + SYSTEM_COMPONENTS + c) * stride] = f[c];
    }
}

#if CELL_SOURCES
/* What sources change, by the first row of threads. */
INLINE void store_cell_sources(const struct thread_group group, const struct setting here, real middle,
                               const real m[MODE_COUNT], real rate, real scaling, GLOBAL real *out, long stride,
                               int mine)
{
    BARRIER;
    store_jet(group, 0, middle, m[MODE_SLOPE], m[MODE_SLOPE + 1], m[MODE_SLOPE + 2]);
    group.results[LOCAL_Y * LANES] = rate;
    BARRIER;
    if (LOCAL_Y == 0 && mine) {
        real densities[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], slopes[4][SYSTEM_COMPONENTS];
        real change[SYSTEM_COMPONENTS];
        load_jets(group, 0, densities, g);
        EACH (c, SYSTEM_COMPONENTS) {
            EACH (a, 3)
                slopes[a][c] = g[a][c];
            slopes[3][c] = group.results[c * LANES];
        }
        sources_of_data(here, densities, (const real(*)[SYSTEM_COMPONENTS])slopes, scaling, change);
        EACH (c, SYSTEM_COMPONENTS)
            out[c * stride] = change[c];
    }
    BARRIER;
}
#endif

/* All face states of a cell; `mine` says whether anything is to be stored. Returns whether they had to be scaled. */
INLINE int face_states_of_group(const struct thread_group group, const struct taub_io io, struct setting here, int b,
                                int k, int j, int i, int mine, int *drawn)
{
    *drawn = 0;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), stride = io.shape.component_stride;
    GLOBAL real *out = io.f[1] + cell_index(io.shape, FACE_STATES, b, k, j, i);
    real mean[SYSTEM_COMPONENTS], m[MODE_COUNT], side[6], scaling = R(1.0);
    struct evolution evolution;
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] = LOAD(io.f[0] + at + c * stride);
    const real own = LOAD(io.f[0] + at + LOCAL_Y * stride);
    load_component_modes(group, io, here, at, mean, m);
    locate_for_data(io, b, k, j, i, &here);
#if TAUB_ADER
    evolution = evolve_component(group, mean, own, here, m);
#else
    evolution.middle = evolution.mean = own;
#endif
    EACH_SIDE (s)
        side[s] = face_value_of(evolution.middle, m, s / 2, s % 2);
#if TAUB_POSITIVE
    scaling = scaling_factor_by_components(group, mean, side);
    EACH_SIDE (s)
        side[s] = scaled_value(own, side[s], scaling);
#endif
#if TAUB_BOUND_SCALARS
    *drawn = bound_component(group, io, here, at, mean, side);
#endif
#if CELL_SOURCES
    store_cell_sources(group, here, data_average(own, evolution.mean, scaling), m, rate_over_step(evolution), scaling,
                       out + 6 * FACE_STATE_VALUES * stride, stride, mine);
#endif
    EACH_SIDE (s)
        side[s] = value_at(here, FLUX_MOMENT, side[s]);
    UNROLL
    for (int from = 0; from < 6; from += AT_ONCE) {
        const int taken = from + LOCAL_Y;
        EACH_FROM (s, from, from + AT_ONCE)
            if (s < 6 && AXIS_ACTIVE(s / 2)) {
                real slope[3];
                face_slopes_of(evolution, m, s / 2, s % 2, slope);
                slopes_of_state(here, side[s], slope);
                store_jet(group, s - from, side[s], slope[0], slope[1], slope[2]);
                if (mine)
                    out[(s * FACE_STATE_VALUES + LOCAL_Y) * stride] = side[s];
            }
        BARRIER;
#if defined(TAUB_OPENCL) && defined(GAS_STEPS)
        /* with a recovery in each of the three PoCL 3.1 would again get them wrong */
        if (LOCAL_Y < AT_ONCE && taken < 6 && AXIS_ACTIVE(taken / 2))
            store_face_state_flux(group, here, taken, taken / 2, scaling, out, stride, mine);
#else
        /* each axis by itself: compilers must know it, or they would index states in memory (and PoCL 3.1 gets a switch
         * between barriers wrong) */
        if (TAUB_ACTIVE_X && from < 2 && LOCAL_Y < AT_ONCE && taken < 2)
            store_face_state_flux(group, here, taken, 0, scaling, out, stride, mine);
        if (TAUB_ACTIVE_Y && from < 4 && from + AT_ONCE > 2 && LOCAL_Y < AT_ONCE && taken >= 2 && taken < 4)
            store_face_state_flux(group, here, taken, 1, scaling, out, stride, mine);
        if (TAUB_ACTIVE_Z && from + AT_ONCE > 4 && LOCAL_Y < AT_ONCE && taken >= 4 && taken < 6)
            store_face_state_flux(group, here, taken, 2, scaling, out, stride, mine);
#endif
        BARRIER;
    }
    return scaling < R(1.0);
}

#if TAUB_SHOCK_FIX
/* A row of threads looks along an axis; returns whether the cell is in a shock. */
INLINE int store_shocks(const struct thread_group group, const struct taub_io io, int b, int k, int j, int i, int mine)
{
    GLOBAL real *out =
        io.f[1] + cell_index(io.shape, FACE_STATES, b, k, j, i) + STATES_AND_SOURCES * io.shape.component_stride;
    real along[3], across[3];
    if (LOCAL_Y < 3)
        group.results[LOCAL_Y * LANES] =
            AXIS_ACTIVE(LOCAL_Y) ? shock_at(io, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), LOCAL_Y) : R(0.0);
    BARRIER;
    EACH (a, 3)
        along[a] = group.results[a * LANES];
    BARRIER;
    EACH (a, 3) {
        across[a] = shock_across(along, a);
        if (mine && LOCAL_Y == 0)
            out[a * io.shape.component_stride] = across[a];
    }
    return in_shock(across) & mine;
}
#endif

INLINE void face_states_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                             const int upper[3])
{
    const int count = CELLS_OF_TILE(lower, upper);
    const struct thread_group group = group_in(io, scratch);
    if (io.control->paused || io.control->failed)
        return;
    const struct step_shares shares = shares_of_launch(io);
    ROLLED
    for (int first = 0; first < count; first += LANES) {
        const struct cell_of_group at = cell_of_tile(io, lower, upper, first + LOCAL_X);
        int drawn;
        const int scaled = face_states_of_group(group, io, shares.here, b, at.k, at.j, at.i, at.mine, &drawn);
        count_of_state(io, &io.control->first_order_cells, LOCAL_Y == 0 && (scaled & at.counts));
        count_of_state(io, &io.control->bounded_scalars, LOCAL_Y == 0 && (drawn & at.counts));
#if TAUB_SHOCK_FIX
        count_of_state(io, &io.control->shock_cells,
                       store_shocks(group, io, b, at.k, at.j, at.i, at.mine) & (LOCAL_Y == 0) & at.counts);
#endif
    }
}
TAUB_TILE_PASS(face_states, (JET_ROWS + RESULT_ROWS + SHARE_ROWS) * LANES)

#endif
#endif
