/* One Runge-Kutta stage, or the second half of a predictor-corrector step, in one march over memory (march/march.h):
 * fluxes, sources, update, recovery.
 *
 * Fields: 0 primitive state in (ghost zones filled), 1 conserved state at the start of the step, 2 conserved state of
 * the stage (read when beta is not 0, then written), 3 primitive state out, and with TAUB_DROPLETS 4 what droplets
 * bring in (passes/deposit.h). option[0] = 1 on the first stage. A scheme
 * may bring its own face fluxes (SCHEME_OWN_FACES: load_face_flux and load_center, which may read fields 4 to 7), and
 * on the host whole rows of them (SCHEME_FACE_ROWS: face_row). */
#ifndef TAUB_PASSES_STAGE_H
#define TAUB_PASSES_STAGE_H

#include "dialect.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "march/levels.h"
#include "march/rows.h"
#include "passes/common.h"
#if defined(TAUB_DROPLETS)
#include "passes/deposit.h"
#endif
#include "passes/host_recovery.h"
#include "schemes/update.h"
#include "systems/recovery_status.h"

#if !defined(SCHEME_OWN_FACES)
/* The state that sources see and that recovery starts from. */
INLINE void load_center(const struct taub_io io, long at, real q[SYSTEM_COMPONENTS])
{
    load_state(io.f[0], at, io.shape.component_stride, q);
}
#endif

/* New conserved state from dt L (fluxes only) in `change`. */
INLINE void stage_update(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                         const real q[SYSTEM_COMPONENTS], const real change[SYSTEM_COMPONENTS],
                         real u[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real sources[SYSTEM_COMPONENTS], x[3] = {R(0.0), R(0.0), R(0.0)};
#if TAUB_USER_SOURCE
    cell_center(io, b, k, j, i, x);
#endif
    stage_sources(stage.eos, stage, q, x, sources);
#if defined(TAUB_DROPLETS)
    add_deposit(io.shape, io.f[4], b, k, j, i, stage.dt, sources);
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        const real start = LOAD(io.f[1] + at + c * cs);
        const real kept = io.range.option[0] ? start : stage.alpha * start + stage.beta * io.f[2][at + c * cs];
        u[c] = kept + (change[c] + sources[c]);
    }
}

#if defined(TAUB_HOST)

INLINE int update_lane(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                       const real *change_row, real *u_row, real *lanes)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
    load_center(io, at, q);
    load_row(change_row, change);
    stage_update(io, stage, at, b, k, j, i, q, change, u);
    scale_density(R(1.0) / stage.volume_out, u);
    const int status = row_recovery_start(stage.eos, u, q[0], q[4], lanes);
    store_row(u_row, u);
    return status;
}

/* Ends the recovery and stores the cell; says whether it needs a second look. */
INLINE int store_lane(const struct taub_io io, const struct stage stage, long at, const real *u_row, const real *lanes,
                      int *status)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_row(u_row, u);
    *status = row_recovery_finish(stage.eos, *status, u, lanes, q);
    scale_density(stage.volume_out, u);
    store_state(io.f[2], at, io.shape.component_stride, u);
    store_state(io.f[3], at, io.shape.component_stride, q);
    return *status != RECOVERY_GOOD || !state_is_fine(q);
}

static void repair_row(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                       int length, const real *u_row, const int *found)
{
    const long cs = io.shape.component_stride;
    for (int l = 0; l < length; l++) {
        real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
        load_row(u_row + l, u);
        load_state(io.f[3], at + l, cs, q);
        const int status = recovery_repair(stage.eos, found[l], u, q);
        if (status == RECOVERY_GOOD)
            continue;
        scale_density(stage.volume_out, u);
        store_state(io.f[2], at + l, cs, u);
        store_state(io.f[3], at + l, cs, q);
        count_recovery(io, status, b, k, j, i + l);
    }
}

/* Sources, update, recovery and stores of a row of cells. */
INLINE void finish_row(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                       int length, real *change)
{
    add_found_by_levels(io, at, b, k, j, i, length, HOST_ROW, change);
    real u[SYSTEM_COMPONENTS * HOST_ROW], lanes[LANE_COUNT * HOST_ROW];
    int status[HOST_ROW], trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        status[l] = update_lane(io, stage, at + l, b, k, j, i + l, change + l, u + l, lanes + l);
    row_recovery(stage.eos, length, lanes);
#pragma omp simd reduction(+ : trouble)
    for (int l = 0; l < length; l++)
        trouble += store_lane(io, stage, at + l, u + l, lanes + l, status + l);
    if (trouble)
        repair_row(io, stage, at, b, k, j, i, length, u, status);
}

#else

/* Sources, update, recovery and stores of one cell. */
INLINE void finish_cell(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                        real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    add_found_by_levels(io, at, b, k, j, i, 1, 1, change);
    load_center(io, at, q);
    stage_update(io, stage, at, b, k, j, i, q, change, u);
    const real before_e = q[0], before_n = q[4];
    scale_density(R(1.0) / stage.volume_out, u);
    const int status = recover_primitive(stage.eos, u, before_e, before_n, q);
    scale_density(stage.volume_out, u);
    store_state(io.f[2], at, cs, u);
    store_state(io.f[3], at, cs, q);
    if (status != RECOVERY_GOOD)
        count_recovery(io, status, b, k, j, i);
}

#endif

#if defined(TAUB_HOST)
#include "march/strip.h"
#else
#include "march/column.h"
#endif

INLINE void stage_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                       const int upper[3])
{
    if (!io.control->paused)
        march(io, stage_of_launch(io), scratch, b, lower, upper);
}
TAUB_TILE_PASS(stage, MARCH_VALUES)

#endif
