/* The stage of passes/viscous.h on the host, from the flux differences of a row of cells on. */
#ifndef TAUB_PASSES_VISCOUS_ROWS_H
#define TAUB_PASSES_VISCOUS_ROWS_H

#define HOST_ROW 72 /* rows of 64 cells: longer ones of so many components leave the caches */
#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/levels.h"
#include "march/rows.h"
#include "passes/common.h"
#include "passes/viscous_cell.h"
#include "schemes/update.h"
#include "systems/recovery_status.h"
#include "systems/transport.h"

/* By itself: with the pieces of zeta/s in it gcc gives up vectorising the rest. */
INLINE void viscous_bulk_rate_lane(const struct taub_io io, const struct eos eos, long at, real *bulk_rate)
{
#if SYSTEM_CHARGED
    const real charge = io.f[0][at + CHARGE_DENSITY * io.shape.component_stride];
#else
    const real charge = R(0.0);
#endif
    *bulk_rate = transport_at(eos, io.f[0][at], charge).bulk_rate;
}

/* Relaxation, update, start of the recovery. */
INLINE int viscous_update_lane(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                               const real *change_row, const real *bulk_rate, real *u_row, real *lanes)
{
    real q[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], lane[LANE_COUNT];
    load_state(io.f[0], at, io.shape.component_stride, q);
    load_row(change_row, change);
    struct transport t = transport_at(stage.eos, q[0], charge_of(q));
    t.bulk_rate = *bulk_rate;
    const int causal = relaxed_state(io, stage, t, at, b, k, j, i, q, change, u);
    recovery_start(u, q[0], lane);
    store_row(u_row, u);
    store_values(lanes, lane, LANE_COUNT);
    return (causal ? RECOVERY_GOOD : RECOVERY_ACAUSAL) |
           (admissible(u, least_invariant(q)) ? RECOVERY_GOOD : RECOVERY_FAILED);
}

/* Ends the recovery and stores the cell; says whether it has to be looked at. */
INLINE int viscous_finish_lane(const struct taub_io io, const struct stage stage, long at, const real *u_row,
                               const real *lanes, int *status)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], lane[LANE_COUNT];
    load_row(u_row, u);
    load_values(lanes, lane, LANE_COUNT);
    recovery_finish(stage.eos, u, lane, q);
    store_cell(io, stage, at, u, q);
    *status |= (lane[LANE_DONE] != R(0.0)) & recovery_sound(stage.eos, q) ? RECOVERY_GOOD : RECOVERY_FAILED;
    return *status != RECOVERY_GOOD;
}

/* Cells that need more than the rows did, one by one. */
static __attribute__((noinline)) void viscous_repair(const struct taub_io io, const struct stage stage, long at, int b,
                                                     int k, int j, int i, int length, const real *u_row,
                                                     const int *found)
{
    const struct eos eos = stage.eos;
    for (int l = 0; l < length; l++) {
        real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
        if (found[l] == RECOVERY_GOOD)
            continue;
        load_row(u_row + l, u);
        load_state(io.f[0], at + l, io.shape.component_stride, q);
        const real before = q[0], charge = charge_of(q), least = least_invariant(q);
        const int acausal = found[l] & RECOVERY_ACAUSAL, fluid = !acausal && admissible(u, least);
        const int status = recover_cell(eos, u, before, least, q) | acausal;
        store_cell(io, stage, at + l, u, q);
        if (!fluid || (status & RECOVERY_FLOORED))
            count_lost(io, eos, b, k, j, i + l, before, charge);
        count_recovery(io, status, b, k, j, i + l);
    }
}

/* The rest of the stage. Not inlined: the code is long. */
static __attribute__((noinline)) void finish_row(const struct taub_io io, const struct stage stage, long at, int b,
                                                 int k, int j, int i, int length, real *change)
{
    add_found_by_levels(io, at, b, k, j, i, length, HOST_ROW, change);
    real u[SYSTEM_COMPONENTS * HOST_ROW], lanes[LANE_COUNT * HOST_ROW], bulk_rate[HOST_ROW];
    int status[HOST_ROW], trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        viscous_bulk_rate_lane(io, stage.eos, at + l, bulk_rate + l);
#pragma omp simd
    for (int l = 0; l < length; l++)
        status[l] = viscous_update_lane(io, stage, at + l, b, k, j, i + l, change + l, bulk_rate + l, u + l, lanes + l);
    row_recovery(stage.eos, length, lanes);
#pragma omp simd reduction(+ : trouble)
    for (int l = 0; l < length; l++)
        trouble += viscous_finish_lane(io, stage, at + l, u + l, lanes + l, status + l);
    if (trouble)
        viscous_repair(io, stage, at, b, k, j, i, length, u, status);
}

#endif
