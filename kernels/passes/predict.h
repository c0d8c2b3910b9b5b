/* Half a step of every cell: Hancock's evolution of the limited linear data, with the flux differences of all axes and
 * the sources at once.
 *
 * Fields: 0 primitive state in (ghost zones filled), 4 primitive state half a step later out. Where the data of a cell
 * would leave the admissible states, before or after, or in a strong compression (reconstruct/flatten.h), the cell is
 * of first order in this step: marked, and counted. */
#ifndef TAUB_PASSES_PREDICT_H
#define TAUB_PASSES_PREDICT_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "march/rows.h"
#include "passes/common.h"
#include "passes/host_recovery.h"
#include "reconstruct/flatten.h"
#include "schemes/musta.h"
#include "schemes/update.h"

/* Adds dt/2 times the flux difference of the cell's own data along one axis; says whether it may keep the data. */
INLINE int predict_axis(const struct taub_io io, const struct eos eos, long at, long stride, int axis, real per,
                        real change[SYSTEM_COMPONENTS])
{
    real q[3][SYSTEM_COMPONENTS], slope[SYSTEM_COMPONENTS], lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
    real u[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fu[SYSTEM_COMPONENTS], slowest, fastest;
    load_three(io.f[0], at, stride, io.shape.component_stride, q);
    limited_slopes((const real(*)[SYSTEM_COMPONENTS])q, slope);
    face_of_cell(q[1], R(-0.5), slope, lower);
    face_of_cell(q[1], R(0.5), slope, upper);
    system_flux(eos, lower, axis, u, fl, &slowest, &fastest);
    system_flux(eos, upper, axis, u, fu, &slowest, &fastest);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += per * (fl[c] - fu[c]);
    return face_admissible(q[1], lower) & face_admissible(q[1], upper) &
           !cell_in_strong_compression((const real(*)[SYSTEM_COMPONENTS])q, axis);
}

/* The conserved state half a step later. */
INLINE int predict_cell(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                        real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    const struct eos eos = stage.eos;
    real change[SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS], x[3] = {R(0.0), R(0.0), R(0.0)};
    int admissible = 1;
    load_state(io.f[0], at, io.shape.component_stride, q);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if TAUB_ACTIVE_X
    admissible &= predict_axis(io, eos, at, 1, 0, stage.per[0], change);
#endif
#if TAUB_ACTIVE_Y
    admissible &= predict_axis(io, eos, at, io.shape.row_stride, 1, stage.per[1], change);
#endif
#if TAUB_ACTIVE_Z
    admissible &= predict_axis(io, eos, at, io.shape.plane_stride, 2, stage.per[2], change);
#endif
#if TAUB_USER_SOURCE
    cell_center(io, b, k, j, i, x);
#endif
    stage_sources(eos, stage, q, x, sources);
    conserved_of_primitive(eos, q, u);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = stage.volume_in * u[c] + (change[c] + sources[c]);
    scale_density(R(1.0) / stage.volume_out, u);
    return admissible;
}

INLINE int evolved_axis(const struct taub_io io, long at, long stride, const real h[SYSTEM_COMPONENTS])
{
    real q[3][SYSTEM_COMPONENTS], slope[SYSTEM_COMPONENTS], lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
    load_three(io.f[0], at, stride, io.shape.component_stride, q);
    limited_slopes((const real(*)[SYSTEM_COMPONENTS])q, slope);
    face_of_cell(h, R(-0.5), slope, lower);
    face_of_cell(h, R(0.5), slope, upper);
    return face_admissible(h, lower) & face_admissible(h, upper);
}

/* Stores h, or the mark of a cell of first order; returns whether it is one. */
INLINE int store_half(const struct taub_io io, long at, int admissible, const real h[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
#if TAUB_ACTIVE_X
    admissible &= evolved_axis(io, at, 1, h);
#endif
#if TAUB_ACTIVE_Y
    admissible &= evolved_axis(io, at, io.shape.row_stride, h);
#endif
#if TAUB_ACTIVE_Z
    admissible &= evolved_axis(io, at, io.shape.plane_stride, h);
#endif
    io.f[4][at] = admissible ? h[0] : -io.f[0][at];
    EACH_FROM (c, 1, SYSTEM_COMPONENTS)
        io.f[4][at + c * cs] = admissible ? h[c] : io.f[0][at + c * cs];
    return !admissible;
}

#if defined(TAUB_HOST)

/* Aligned as strips are (march/strip.h). */
struct __attribute__((aligned(64))) half_row {
    real u[SYSTEM_COMPONENTS * HOST_ROW];
    real before[2 * HOST_ROW];
    real lanes[LANE_COUNT * HOST_ROW];
    int status[HOST_ROW], admissible[HOST_ROW];
};

INLINE void half_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b, int k,
                      int j, int i, real *u_row, real *lanes, int *status, int *admissible)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    *admissible = predict_cell(io, stage, at, b, k, j, i, q, u);
    *status = row_recovery_start(eos, u, q[0], q[4], lanes);
    store_row(u_row, u);
}

INLINE int half_store_lane(const struct taub_io io, const struct eos eos, long at, const real *u_row, const real *lanes,
                           int status, int admissible)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_row(u_row, u);
    const int last = row_recovery_finish(eos, status, u, lanes, q);
    return store_half(io, at, admissible & recovery_sound(last, q), q);
}

static void predict_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int length = upper[0] - lower[0];
    struct half_row row;
    int first_order = 0;
    if (io.control->paused)
        return;
    const struct stage stage = stage_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++) {
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
#pragma omp simd
            for (int l = 0; l < length; l++)
                half_lane(io, eos, stage, at + l, b, k, j, lower[0] + l, row.u + l, row.lanes + l, row.status + l,
                          row.admissible + l);
            row_recovery(eos, length, row.lanes);
#pragma omp simd reduction(+ : first_order)
            for (int l = 0; l < length; l++)
                first_order +=
                    half_store_lane(io, eos, at + l, row.u + l, row.lanes + l, row.status[l], row.admissible[l]);
        }
    if (first_order)
        count_up(&io.control->first_order_cells, first_order);
}

#else

INLINE void predict_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                         const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    if (io.control->paused || i >= upper[0] || j >= upper[1])
        return;
    const struct stage stage = stage_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += io.shape.plane_stride) {
        real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
        const int admissible = predict_cell(io, stage, at, b, k, j, i, q, u);
        const real e = q[0], n = q[4];
        const int status = recover_unrepaired(eos, u, e, n, q);
        if (store_half(io, at, admissible & recovery_sound(status, q), q))
            count_up(&io.control->first_order_cells, 1);
    }
}

#endif
TAUB_TILE_PASS(predict, 1)

#endif
