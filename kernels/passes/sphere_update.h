/* Cells of a cubed sphere after a stage (passes/sphere.h).
 *
 *   sphere_second   at order 4 with a magnetic field: 1 conserved and 3 magnetic fluxes at the start, 2 and 4 now;
 *                   option[0] = 0: these are kept in 0; 1: they change, so that the last stage adds its part of 0
 *   sphere_update   0 fluxes, 1 edges, 2 conserved and 6 magnetic fluxes at the start, 4 primitive
 *                   (option[0] = 1 on the first stage) -> 3 conserved, 5 primitive, 7 magnetic fluxes
 *   sphere_judge    0 primitive, 4 conserved, and with a magnetic field 2 fluxes, 3 edges; at orders 3 and 4 5 in
 *                   corrections what sphere_spread found, 6 mean magnetic energies
 *                   -> 0 and 4 of gas of low beta, 1 marks of cells without a density or pressure,
 *                   5 at orders 3 and 4 the energy that such gas got
 *   sphere_spread   at orders 3 and 4, with a magnetic field: 2 fluxes, 3 edges, 4 primitive, 5 mean magnetic energies
 *                   -> 0 marks of cells next to marked ones, with a field 1 fields and energies before corrections
 *
 * At orders 3 and 4 with a magnetic field the primitive state of a mean has the field at the centre, which sphere_cells
 * finds after sphere_update, and its gas is what the mean energy of the field leaves (passes/sphere_points.h). */
#ifndef TAUB_PASSES_SPHERE_UPDATE_H
#define TAUB_PASSES_SPHERE_UPDATE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/derivatives.h"
#include "case/geometry.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/low_beta.h"
#include "passes/sphere.h"
#include "passes/sphere_field.h"
#include "passes/sphere_points.h"
#include "systems/recovery_status.h"
#if TAUB_ORDER == 4
#include "schemes/godunov.h"
#endif

/* Of the user's source at the centre of a cell, whose state stands at `at`. */
INLINE void rate_at_centre(const struct taub_io io, long at, int b, int k, int j, int i, real rate[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
#if TAUB_USER_SOURCE
    real x[3], q[SYSTEM_COMPONENTS];
    load_state(io.f[4], at, io.shape.component_stride, q);
    sphere_center(io, b, k, j, i, x);
    source(x, R(io.control->time + io.range.time[0] * io.control->dt), q, rate);
#endif
}

/* And its mean over the cell. */
INLINE void rate_of_source(const struct taub_io io, int b, int k, int j, int i, real rate[SYSTEM_COMPONENTS])
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    rate_at_centre(io, at, b, k, j, i, rate);
#if TAUB_USER_SOURCE && TAUB_ORDER > 2
    const int place[3] = {i, j, k};
    real own[SYSTEM_COMPONENTS], other[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        own[c] = rate[c];
    for (int a = 0; a < 3; a++) {
        const struct line_differences line = differences_at(io, a, b, place[a]);
        const real growth = growth_of_volume(io, a, b, k, j, i);
        for (int m = 0; m < 3; m++) {
            const int step = line.step[m];
            rate_at_centre(io, at + step * axis_stride(io.shape, a), b, k + (a == 2 ? step : 0),
                           j + (a == 1 ? step : 0), i + (a == 0 ? step : 0), other);
            EACH (c, SYSTEM_COMPONENTS)
                rate[c] += share_in_mean(line, m, growth) * (other[c] - own[c]);
        }
    }
#endif
}

#if TAUB_ORDER == 4 && defined(SYSTEM_FIELD)
/* number[0]: by what the stage multiplies what it finds. */
INLINE void sphere_second_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long kept = cell_index(io.shape, SYSTEM_COMPONENTS + MAGNETIC_FLUXES, b, k, j, i);
    const long at[2] = {cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i),
                        cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i)};
    const long cs = io.shape.component_stride;
    const real share = SSP54_STATE_2 / R(io.range.number[0]);
    EACH (n, SYSTEM_COMPONENTS + MAGNETIC_FLUXES) {
        const int of_field = n >= SYSTEM_COMPONENTS;
        const long place = at[of_field] + (of_field ? n - SYSTEM_COMPONENTS : n) * cs;
        if (io.range.option[0])
            io.f[2 + 2 * of_field][place] += share * (io.f[0][kept + n * cs] - io.f[1 + 2 * of_field][place]);
        else
            io.f[0][kept + n * cs] = io.f[2 + 2 * of_field][place];
    }
}
SPHERE_POINT_PASS(sphere_second)
#endif

#if defined(SYSTEM_FIELD)
/* A magnetic flux after a stage; `around`: the circulation of E. */
INLINE real flux_after_stage(const struct taub_io io, real begin, real stage, real beta, real dt, real around)
{
#if TAUB_ORDER > 2 /* shares that are no powers of 2 would round what does not change, in each step alike */
    return begin + (beta * (stage - begin) - dt * around);
#else
    return (R(io.range.number[0]) * begin + beta * stage) - dt * around;
#endif
}
#endif

#if defined(TAUB_HOST) && TAUB_ORDER > 2
#include "passes/sphere_update_host.h"
#else
INLINE void sphere_update_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const long face = cell_index(io.shape, FACE_VALUES, b, k, j, i);
    const int first = io.range.option[0], place[3] = {i, j, k};
    const real alpha = R(io.range.number[0]), beta = R(io.range.number[1]);
    const real dt = R(io.range.number[2] * io.control->dt), per = dt / sphere_volume(io, b, k, j, i);
    GLOBAL const stored *before = first ? io.f[2] : io.f[3]; /* beta is 0 then */
    const real sources = IS_CORRECTION(io) ? R(0.0) : dt;    /* have been added */
    real u[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    rate_of_source(io, b, k, j, i, rate);
    EACH (c, SYSTEM_COMPONENTS) {
        real out = R(0.0);
        EACH (a, 3)
            out += shared_face(io, io.f[0], a, face + axis_stride(io.shape, a), place[a] + 1, c) -
                   shared_face(io, io.f[0], a, face, place[a], c);
        const real kept = alpha * io.f[2][at + c * cs] + beta * before[at + c * cs];
        u[c] = kept + (sources * rate[c] - per * out);
#if TAUB_ORDER == 4 && !defined(SYSTEM_FIELD)
        /* the last stage of Spiteri and Ruuth's method adds a part of the second state */
        if (io.range.option[1] == 3)
            io.f[7][at + c * cs] = before[at + c * cs];
        if (io.range.option[1] == 5)
            u[c] += SSP54_STATE_2 * (io.f[7][at + c * cs] - io.f[2][at + c * cs]);
#endif
    }
#if defined(SYSTEM_FIELD)
    real fluxes[MAGNETIC_FLUXES], begin[MAGNETIC_FLUXES], stage[MAGNETIC_FLUXES], around[MAGNETIC_FLUXES];
    load_fluxes(io, io.f[6], b, k, j, i, begin);
    load_fluxes(io, first ? io.f[6] : io.f[7], b, k, j, i, stage);
    circulations_of_cell(io, io.f[1], b, k, j, i, around);
    EACH (f, MAGNETIC_FLUXES)
        fluxes[f] = flux_after_stage(io, begin[f], stage[f], beta, dt, around[f]);
    store_fluxes(io, io.f[7], b, k, j, i, fluxes);
    field_of_fluxes(io, b, k, j, i, fluxes, u + SYSTEM_FIELD);
#endif
#if !GAS_APART
    const struct eos eos = eos_of_tables(io.tables);
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[4], at, cs, q);
    primitive_of_densities(eos, u, q, q); /* sphere_judge looks at the result */
    store_state(io.f[5], at, cs, q);
#endif
    store_state(io.f[3], at, cs, u);
}
SPHERE_POINT_PASS(sphere_update)
#endif

#if defined(SYSTEM_FIELD) && TAUB_POSITIVE
/* At orders 3 and 4 only where they are also below so many times the difference of both: the energy of a mean is known
 * to fourth order where the flow is smooth, the difference to second. It is taken where it adds to the gas, since it
 * has the same sign in all steps of a smooth flow, and would leave nothing. */
#define DIFFERENCES R(4.0)

/* What E of its faces, not of its edges, would change in the field of a cell in this stage. */
INLINE void change_by_faces(const struct taub_io io, int b, int k, int j, int i, real change[3])
{
    const long face = cell_index(io.shape, FACE_VALUES, b, k, j, i);
    const int panel = panel_of_block(io, b), place[3] = {i, j, k};
    const real per = R(io.range.number[2] * io.control->dt) / sphere_volume(io, b, k, j, i);
    real turned[3] = {R(0.0), R(0.0), R(0.0)}, of_faces[3];
    EACH (f, 6) {
        const int axis = f / 2, side = f % 2;
        const long at = face + (side ? axis_stride(io.shape, axis) : 0);
        real area[3], e[3], own[3];
        area_of_face(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), area);
        EACH (c, 3)
            e[c] = shared_face(io, io.f[2], axis, at, place[axis] + side, SYSTEM_FIELD + c);
        vector_in_panel(panel, e, own);
        EACH (c, 3) {
            const int p = (c + 1) % 3, q = (c + 2) % 3;
            turned[c] += (side ? R(1.0) : R(-1.0)) * (area[p] * own[q] - area[q] * own[p]);
        }
    }
    vector_of_panel(panel, turned, of_faces);
    EACH (c, 3)
        change[c] = -per * of_faces[c];
}

/* The field of a cell less the one that these would have made of it. */
RARE void field_beyond_fluxes(const struct taub_io io, int b, int k, int j, int i, real beyond[3])
{
    const real dt = R(io.range.number[2] * io.control->dt);
    real around[MAGNETIC_FLUXES], of_edges[3], of_faces[3];
    circulations_of_cell(io, io.f[3], b, k, j, i, around);
    field_of_fluxes(io, b, k, j, i, around, of_edges);
    change_by_faces(io, b, k, j, i, of_faces);
    EACH (c, 3)
        beyond[c] = -of_faces[c] - dt * of_edges[c];
}

#if LEAST_INTERNAL_ENERGY
/* As in boxes (passes/mhd_update.h): the internal energy of a gas of low beta goes towards what it is with that field.
 * Returns what is added. */
INLINE real follow_fluxes(const struct taub_io io, int b, int k, int j, int i, real q[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], field[3], inner, weight;
    load_state(io.f[4], at, cs, u);
    const real least = LOW_BETA * energy_of_field(u);
    if (!(u[0] > R(0.0)) || least_internal_energy(u) >= least)
        return R(0.0);
    internal_energy_part(u, &inner, &weight);
    if (!(inner < least))
        return R(0.0);
    field_beyond_fluxes(io, b, k, j, i, field);
    EACH (c, 3)
        field[c] = u[SYSTEM_FIELD + c] - field[c];
    const real corrected = corrected_energy(inner, least, energy_for_field(u, field));
    if (!(corrected > R(0.0)))
        return R(0.0);
    u[4] += corrected - inner;
    recover_primitive(eos, u, u[0], u[4], q);
    io.f[4][at + 4 * cs] = u[4];
    store_state(io.f[0], at, cs, q);
    count_up(&io.control->low_beta_cells, 1);
    return corrected - inner;
}
#else
/* Of a gas whose energy changes: `added` to the internal one. */
INLINE void add_energy(const struct taub_io io, long at, real added, real q[SYSTEM_COMPONENTS])
{
    const long energy = at + 4 * io.shape.component_stride;
    q[4] += added * TAUB_EOS_GAMMA_LESS_1;
    io.f[4][energy] += added;
    io.f[0][energy] = q[4];
}

/* Energy of the field that is none of the field that E of faces makes. */
INLINE real energy_beyond_fluxes(const struct taub_io io, int b, int k, int j, int i, const real q[SYSTEM_COMPONENTS])
{
    real beyond[3];
#if GAS_APART
    if (IS_CORRECTION(io)) {
        GLOBAL const stored *before = io.f[5] + cell_index(io.shape, BEYOND_VALUES, b, k, j, i);
        const long cs = io.shape.component_stride;
        const real field[3] = {before[0], before[cs], before[2 * cs]};
        change_by_faces(io, b, k, j, i, beyond);
        return (io.f[6][cell_index(io.shape, 1, b, k, j, i)] - before[BEYOND_ENERGY * cs]) -
               (dot3(beyond, field) + R(0.5) * dot3(beyond, beyond));
    }
#endif
    field_beyond_fluxes(io, b, k, j, i, beyond);
    real energy = dot3(beyond, q + SYSTEM_FIELD) - R(0.5) * dot3(beyond, beyond);
#if GAS_APART
    energy += (io.f[6][cell_index(io.shape, 1, b, k, j, i)] - energy_of_field(q)) -
              io.f[5][cell_index(io.shape, BEYOND_VALUES, b, k, j, i) + BEYOND_SPREAD * io.shape.component_stride];
#endif
    return energy;
}

/* As in boxes (passes/mhd_update.h): the internal energy of a gas of low beta goes towards what it is with that field,
 * all the way where there is none left, so that nothing jumps. Returns what is added. */
INLINE real follow_fluxes(const struct taub_io io, int b, int k, int j, int i, real q[SYSTEM_COMPONENTS])
{
    const real inner = q[4] * TAUB_EOS_PER_GAMMA_LESS_1, low = LOW_BETA * energy_of_field(q);
    if (!(q[0] > R(0.0)) || !(inner < low))
        return R(0.0);
    const real difference = energy_beyond_fluxes(io, b, k, j, i, q);
#if GAS_APART
    const real least = real_min(low, DIFFERENCES * difference);
    if (!(inner < least))
        return R(0.0);
#else
    const real least = low;
#endif
    const real corrected = corrected_energy(inner, least, difference);
    if (!(corrected > R(0.0)))
        return R(0.0);
    add_energy(io, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), corrected - inner, q);
    count_up(&io.control->low_beta_cells, 1);
    return corrected - inner;
}
#endif

#if GAS_APART
/* Of all cells what comes after has to know before anything changes: the field, and the energy that is none of the gas.
 * Of those that are corrected these are with the field that E of faces made, without what follow_fluxes added. */
INLINE void keep_before_correction(const struct taub_io io, int b, int k, int j, int i, int is_corrected)
{
    GLOBAL stored *to = io.f[1] + cell_index(io.shape, BEYOND_VALUES, b, k, j, i);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real field[3], beyond[3];
    real energy = io.f[5][cell_index(io.shape, 1, b, k, j, i)];
    EACH (c, 3)
        field[c] = io.f[4][at + (SYSTEM_FIELD + c) * cs];
    if (is_corrected) {
        field_beyond_fluxes(io, b, k, j, i, beyond);
        EACH (c, 3)
            field[c] -= beyond[c];
        energy = (R(0.5) * dot3(field, field) + to[BEYOND_SPREAD * cs]) + to[BEYOND_ENERGY * cs];
    }
    EACH (c, 3)
        to[c * cs] = field[c];
    to[BEYOND_ENERGY * cs] = energy;
}
#endif
#endif

#if TAUB_POSITIVE && TAUB_ORDER > 2
/* Cells around those that were found are corrected, too: one of their faces changes, and in a field E of their edges.
 */
INLINE void sphere_spread_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL stored *mark = io.f[0] + cell_index(io.shape, 1, b, k, j, i);
    int is_corrected = mark[0] >= R(1.0);
    EACH (a, 3) {
        const long s = axis_stride(io.shape, a);
        is_corrected |= (mark[s] >= R(1.0)) | (mark[-s] >= R(1.0));
    }
#if GAS_APART
    keep_before_correction(io, b, k, j, i, is_corrected);
#endif
    if (is_corrected)
        mark[0] = real_max(mark[0], R(0.5));
}
SPHERE_SPARSE_PASS(sphere_spread)
#endif

/* The primitive state of a mean after the stage. */
INLINE void load_judged(const struct taub_io io, int b, int k, int j, int i, real q[SYSTEM_COMPONENTS])
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
#if GAS_APART
    real u[SYSTEM_COMPONENTS];
    load_state(io.f[4], at, cs, u);
    leave_gas(u, io.f[6][cell_index(io.shape, 1, b, k, j, i)]);
    recover_primitive(eos_of_tables(io.tables), u, u[0], u[4], q);
    EACH_FROM (c, SYSTEM_FIELD, SYSTEM_FIELD + 3)
        q[c] = io.f[0][at + c * cs];
#else
    load_state(io.f[0], at, cs, q);
#endif
}

/* Whether a cell has a density and a pressure. */
INLINE int cell_is_gas(const struct taub_io io, long at, const real q[SYSTEM_COMPONENTS])
{
#if defined(GAMMA) /* a gas: components 0 and 4 are its density and pressure */
    if (!(q[0] > R(0.0) && q[4] > R(0.0) && q[0] < REAL_MAX && q[4] < REAL_MAX))
        return 0;
#endif
#if defined(SYSTEM_RECOVERS_ANYTHING)
    real u[SYSTEM_COMPONENTS];
    load_state(io.f[4], at, io.shape.component_stride, u);
    return state_is_gas(u);
#else
    return 1;
#endif
}

/* Marks cells without a density or pressure in field 1, which are then corrected; what is found after that, or without
 * scheme.positivity, fails. */
INLINE void sphere_judge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real q[SYSTEM_COMPONENTS];
    load_judged(io, b, k, j, i, q);
#if GAS_APART && TAUB_POSITIVE
    /* where all fluxes are of first order the internal energy is that with the field that these make: only so it stays
     * positive */
    if (IS_CORRECTION(io) && io.f[1][cell_index(io.shape, 1, b, k, j, i)] > R(0.0))
        add_energy(io, at, energy_beyond_fluxes(io, b, k, j, i, q), q);
    else if (IS_CORRECTION(io))
        follow_fluxes(io, b, k, j, i, q);
    else
        io.f[5][cell_index(io.shape, BEYOND_VALUES, b, k, j, i) + BEYOND_ENERGY * io.shape.component_stride] =
            follow_fluxes(io, b, k, j, i, q);
#elif defined(SYSTEM_FIELD) && TAUB_POSITIVE
    if (!IS_CORRECTION(io))
        follow_fluxes(io, b, k, j, i, q);
#endif
    const int fine = cell_is_gas(io, at, q);
#if TAUB_POSITIVE
    GLOBAL stored *mark = io.f[1] + cell_index(io.shape, 1, b, k, j, i);
    if (IS_CORRECTION(io) && mark[0] > R(0.0)) {
        count_up(&io.control->first_order_cells, 1);
        count_regulated(io.control, TAUB_CAUSE_FLUXES);
    }
    if (!IS_CORRECTION(io)) {
        mark[0] = fine ? R(0.0) : R(1.0);
        if (!fine)
            io.control->troubled = 1;
        return;
    }
#endif
    if (!fine)
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
}
SPHERE_SPARSE_PASS(sphere_judge)

#endif
