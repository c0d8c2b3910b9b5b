/* The pass `states` of magnetohydrodynamics on GPUs at orders 3 and 4, by groups of threads (passes/thread_group.h):
 * what mhd_states.h does for a cell, with a component for each thread. Rows of threads take over sides, whose fluxes
 * curve, and edges, whose electric field is a product of components. */
#ifndef TAUB_PASSES_MHD_THREAD_GROUP_H
#define TAUB_PASSES_MHD_THREAD_GROUP_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "passes/equilibrium.h"
#include "passes/locate.h"
#include "passes/mhd_states.h"
#include "passes/thread_group.h"
#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "reconstruct/weno_ao.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"

#if !defined(TAUB_HOST) && TAUB_ORDER > 2

#if TAUB_BOUND_SCALARS
#define EDGES_ROW (3 * TAUB_SCALARS)
#else
#define EDGES_ROW 0
#endif
#define SHARE_ROWS (EDGES_ROW + 1) /* the last one: the scaling of edges */

/* The modes of this thread's component, those of B along its own axis from its faces. */
INLINE void load_component_modes(const struct thread_group group, const struct taub_io io, long at, long mean_at,
                                 const real mean[SYSTEM_COMPONENTS], real value, real m[MODE_COUNT])
{
    const int own = LOCAL_Y >= SYSTEM_FIELD && LOCAL_Y < GAS_COMPONENTS ? LOCAL_Y - SYSTEM_FIELD : -1;
    GLOBAL const stored *face = io.f[0] + at + LOCAL_Y * io.shape.component_stride;
    struct stencil d;
    struct line_modes lines[3];
    load_stencil(io.shape, component_at(io, at, mean_at, LOCAL_Y), own < 0 ? 3 : own, value, &d);
    const real floor2 = variation_floor(mean, LOCAL_Y);
    exchange_joint(group, mean, d, io.shape, io.f[0] + at, lines, m);
#if TAUB_VARIABLES != 0
    EACH (a, 3)
        if (AXIS_ACTIVE(a) && a == own)
            extrapolate_own_line(face, axis_stride(io.shape, a), d.line[a]);
    struct face_cuts cuts[3];
    exchange_cuts(group, gas_of_means(io, mean_at, mean), mean, d, cuts);
    load_stencil(io.shape, component_at(io, at, mean_at, LOCAL_Y), own < 0 ? 3 : own, value, &d);
    EACH (a, 3)
        lines[a] = AXIS_ACTIVE(a) ? line_of_cuts(d.line[a], cuts[a]) : no_line_modes();
#endif
    EACH (a, 3)
        set_line_modes(AXIS_ACTIVE(a) && a == own ? line_of_faces(face, axis_stride(io.shape, a), floor2) : lines[a], a,
                       m);
}

/* Scalars of sides are known with the fluxes there. */
#define FIRST_CARRIED (TAUB_BOUND_SCALARS ? GAS_COMPONENTS : SYSTEM_COMPONENTS)
#define LOAD_JET(n, c) (jet[((n)*SYSTEM_COMPONENTS + (c)) * LANES])

/* f''/24 of the slopes of a side. */
INLINE void store_bend(const struct thread_group group, int s, real scaling, GLOBAL stored *out, long stride, int mine)
{
    LOCAL_ARGUMENT const real *jet = group.jets + 4 * LOCAL_Y * SYSTEM_COMPONENTS * LANES;
    const int axis = s / 2;
    real u[SYSTEM_COMPONENTS], bend[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        u[c] = LOAD_JET(0, c);
        bend[c] = R(0.0);
    }
    const struct gas gas = gas_of(u);
    EACH_ROLLED (n, 0, 3)
        if (n == 2 ? TAUB_ADER : AXIS_ACTIVE((axis + 1 + n) % 3)) {
            real g[SYSTEM_COMPONENTS];
            EACH (c, SYSTEM_COMPONENTS)
                g[c] = LOAD_JET(1 + n, c);
            add_flux_second_derivative(gas, u, g, axis, R(1.0 / 24.0), bend);
        }
#if TAUB_BOUND_SCALARS
    carry_at_side(load_scalars(group), axis, scaling, u, bend);
#endif
    if (mine) {
        EACH_FROM (c, FIRST_CARRIED, SYSTEM_COMPONENTS)
            out[(FACE_STATE(axis, s % 2) + c) * stride] = u[c];
        EACH (c, SYSTEM_COMPONENTS)
            out[(FACE_STATE(axis, s % 2) + SYSTEM_COMPONENTS + c) * stride] = scaling == R(1.0) ? bend[c] : R(0.0);
    }
}

#if TAUB_ADER && TAUB_USER_SOURCE
/* What sources change over the step, by the first row of threads. */
INLINE void store_sources(const struct thread_group group, const struct setting here, real middle, GLOBAL real *out,
                          long stride, int mine)
{
    group.jets[LOCAL_Y * LANES] = middle;
    BARRIER;
    if (LOCAL_Y == 0 && mine) {
        real u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            u[c] = group.jets[c * LANES];
        user_sources(u, gas_of(u), here, spot_at_centre(R(0.5)), change);
        EACH (c, SYSTEM_COMPONENTS)
            out[c * stride] = change[c];
    }
    BARRIER;
}
#endif

/* Points of a cell are taken AT_ONCE at a time, by text that knows neither side nor edge: with the same for each axis
 * and plane the instructions of this pass were several times what caches of a multiprocessor hold. */
INLINE void store_states_at_faces(const struct thread_group group, const struct evolution evolution,
                                  const real m[MODE_COUNT], const real side[6], real scaling, GLOBAL stored *out,
                                  long stride, int mine)
{
    EACH (s, 6)
        if (AXIS_ACTIVE(s / 2) && mine && LOCAL_Y < FIRST_CARRIED)
            out[(FACE_STATE(s / 2, s % 2) + LOCAL_Y) * stride] = side[s];
    ROLLED
    for (int from = 0; from < 6; from += AT_ONCE) {
        const int taken = from + LOCAL_Y;
        EACH (s, 6)
            if (AXIS_ACTIVE(s / 2) && s >= from && s < from + AT_ONCE) {
                real slope[3];
                face_slopes_of(evolution, m, s / 2, s % 2, slope);
                store_jet(group, s - from, side[s], slope[0], slope[1], slope[2]);
            }
        BARRIER;
        if (LOCAL_Y < AT_ONCE && taken < 6 && AXIS_ACTIVE(taken / 2))
            store_bend(group, taken, scaling, out, stride, mine);
        BARRIER;
    }
}

#if ACTIVE_AXES > 1
/* The edge that this row of threads has taken over. */
INLINE void store_edge(const struct thread_group group, int edge, real scaling, GLOBAL stored *out, long stride,
                       int mine)
{
    LOCAL_ARGUMENT const real *jet = group.jets + 4 * LOCAL_Y * SYSTEM_COMPONENTS * LANES;
    const int o = edge / 4, p = (o + 1) % 3, q = (o + 2) % 3;
    real u[SYSTEM_COMPONENTS], bend = R(0.0);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD_JET(0, c);
    const struct gas gas = gas_of(u);
    EACH_ROLLED (n, 0, 2)
        if (n == 0 ? AXIS_ACTIVE(o) : TAUB_ADER) {
            real g[SYSTEM_COMPONENTS];
            EACH (c, SYSTEM_COMPONENTS)
                g[c] = LOAD_JET(1 + n, c);
            const real more = electric_second_derivative(gas, u, g, p, q);
            bend = n == 0 ? more : bend + more;
        }
    if (mine) {
        GLOBAL stored *to = out + EDGE_STATE(o, edge % 4) * stride;
        const real e = electric_of(u, gas, p, q);
        to[0] = scaling == R(1.0) ? e + R(1.0 / 24.0) * bend : e;
        to[stride] = component_along(p, u + SYSTEM_FIELD);
        to[2 * stride] = component_along(q, u + SYSTEM_FIELD);
    }
}

INLINE void store_edges(const struct thread_group group, const struct evolution evolution, const real m[MODE_COUNT],
                        real mean, real scaling, GLOBAL stored *out, long stride, int mine)
{
    ROLLED
    for (int from = 0; from < 12; from += AT_ONCE) {
        const int taken = from + LOCAL_Y;
        EACH (e, 12)
            if (PLANE_ACTIVE(e / 4) && e >= from && e < from + AT_ONCE) {
                real along, over;
                edge_slopes(evolution, m, e / 4, e % 4, &along, &over);
                const real value = corner_value(evolution, m, e / 4, corner_place(e, 0), corner_place(e, 1));
                store_jet(group, e - from, scaled_value(mean, value, scaling), along, over, R(0.0));
            }
        BARRIER;
        if (LOCAL_Y < AT_ONCE && taken < 12 && PLANE_ACTIVE(taken / 4))
            store_edge(group, taken, scaling, out, stride, mine);
        BARRIER;
    }
}
#endif

/* Face and edge states of a cell; `mine`: whether anything is to be stored. Returns whether edges had to
 * be scaled; `drawn`: whether scalars had to be. */
INLINE int states_of_group(const struct thread_group group, const struct taub_io io, struct setting here, int b, int k,
                           int j, int i, int mine, int *drawn)
{
    const long stride = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long mean_at = cell_index(io.shape, MEAN_VALUES, b, k, j, i);
    real mean[SYSTEM_COMPONENTS], m[MODE_COUNT], side[6], scaling = R(1.0), edges = R(1.0);
    load_means(io, at, mean_at, mean);
    const real own = LOAD(component_at(io, at, mean_at, LOCAL_Y));
    load_component_modes(group, io, at, mean_at, mean, own, m);
    struct evolution evolution;
    GLOBAL stored *out = io.f[2] + cell_index(io.shape, FACE_STATES, b, k, j, i);
    locate_for_data(io, b, k, j, i, &here);
#if TAUB_ADER
    evolution = evolve_component(group, mean, own, here, m);
#if TAUB_USER_SOURCE
    store_sources(group, here, evolution.mean, out + SOURCES_AT * stride, stride, mine);
#endif
#else
    evolution.mean = evolution.middle = own;
#endif
    EACH (s, 6)
        side[s] = AXIS_ACTIVE(s / 2) ? face_value_of(evolution.middle, m, s / 2, s % 2) : R(0.0);
#if TAUB_POSITIVE
    scaling = scaling_factor_by_components(group, mean, side);
    if (LOCAL_Y == 0)
        group.shares[EDGES_ROW * LANES] = share_of_edges(own, evolution, m, scaling);
    EACH (s, 6)
        side[s] = scaled_value(own, side[s], scaling);
    BARRIER;
    edges = group.shares[EDGES_ROW * LANES];
#endif
    *drawn = 0;
#if TAUB_BOUND_SCALARS
    *drawn = bound_component(group, io, here, at, mean, side);
#endif
    store_states_at_faces(group, evolution, m, side, scaling, out, stride, mine);
#if ACTIVE_AXES > 1
    store_edges(group, evolution, m, own, edges, io.f[3] + cell_index(io.shape, EDGE_STATES, b, k, j, i), stride, mine);
#endif
    return edges < R(1.0);
}

INLINE void states_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                        const int upper[3])
{
    const int count = CELLS_OF_TILE(lower, upper);
    const struct thread_group group = group_in(io, scratch);
    if (io.control->paused || io.control->failed)
        return;
    const struct setting here = setting_of_launch(io);
    ROLLED
    for (int first = 0; first < count; first += LANES) {
        const struct cell_of_group at = cell_of_tile(io, lower, upper, first + LOCAL_X);
        int drawn;
        const int scaled = states_of_group(group, io, here, b, at.k, at.j, at.i, at.mine, &drawn);
        count_of_state(io, &io.control->first_order_cells, LOCAL_Y == 0 && (scaled & at.counts));
        count_of_state(io, &io.control->bounded_scalars, LOCAL_Y == 0 && (drawn & at.counts));
        BARRIER;
    }
}
TAUB_TILE_PASS(states, (JET_ROWS + RESULT_ROWS + SHARE_ROWS) * LANES)

#endif
#endif
