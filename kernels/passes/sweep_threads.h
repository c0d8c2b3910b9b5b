/* The sweeps of SHASTA on GPUs. Along x, so that loads stay coalesced, a group takes a row of cells with the reach of
 * the sweep on both sides, one cell a thread, and passes what neighbours need through shared memory; along y and z a
 * thread marches along the axis and keeps in registers what the pipeline looks back on. */
#ifndef TAUB_PASSES_SWEEP_THREADS_H
#define TAUB_PASSES_SWEEP_THREADS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/sweep_cells.h"
#include "schemes/shasta.h"
#include "systems/recovery_status.h"

#if !defined(TAUB_HOST)

#define SWEEP_THREADS (TAUB_SWEEP_X * TAUB_SWEEP_ROWS)
#define SWEEP_SHARED_X ((2 + 3 * SYSTEM_COMPONENTS) * SWEEP_THREADS)
#define SWEEP_SHARED 1

INLINE void store_cell(const struct taub_io io, const struct sweep sweep, long at, int b, int k, int j, int i,
                       const stored start[SYSTEM_COMPONENTS], stored u[SYSTEM_COMPONENTS])
{
    store_content(io, sweep, at, start, u);
    if (SWEEP_COMPLETES(io) && !sound_state(u))
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
}

INLINE void share(LOCAL_ARGUMENT stored *place, const stored *values, int count)
{
    EACH (c, count)
        place[c * SWEEP_THREADS] = values[c];
}

INLINE void fetch(LOCAL_ARGUMENT const stored *place, stored *values, int count)
{
    EACH (c, count)
        values[c] = place[c * SWEEP_THREADS];
}

INLINE void sweep_x_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                         const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int place = LOCAL_X - SWEEP_REACH, cells = upper[0] - lower[0];
    const int j = lower[1] + LOCAL_Y, i = lower[0] + place;
    const int mine = place >= 0 && place < cells && j < upper[1];
    /* threads without a cell repeat a neighbour's */
    const int last = cells + SWEEP_REACH - 1;
    const int i_loaded = lower[0] + (place < last ? place : last), j_loaded = j < upper[1] ? j : upper[1] - 1;
    LOCAL_ARGUMENT stored *shared_u = scratch + LOCAL_Y * TAUB_SWEEP_X + LOCAL_X;
    LOCAL_ARGUMENT stored *shared_t = shared_u + SYSTEM_COMPONENTS * SWEEP_THREADS;
    LOCAL_ARGUMENT stored *shared_flux = shared_t + SYSTEM_COMPONENTS * SWEEP_THREADS;
    LOCAL_ARGUMENT stored *shared_half = shared_flux + SYSTEM_COMPONENTS * SWEEP_THREADS;
    /* neighbours, the thread itself where there is none: the result is then not used */
    const int below = LOCAL_X > 0 ? -1 : 0, above = LOCAL_X < TAUB_SWEEP_X - 1 ? 1 : 0;
    const int further = LOCAL_X > 1 ? -2 : 0;
    if (io.control->paused || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    const stored half_lambda = sweep.half_lambda[0];
    EACH_ROLLED (k, lower[2], upper[2]) {
        const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j_loaded, i_loaded);
        stored u[SYSTEM_COMPONENTS], variables[HALF_STEP_VARIABLES], variables_below[HALF_STEP_VARIABLES],
            variables_above[HALF_STEP_VARIABLES], middle[2];
        stored u_below[SYSTEM_COMPONENTS], mid_below[2], flux[SYSTEM_COMPONENTS], t[SYSTEM_COMPONENTS];
        stored t_below[SYSTEM_COMPONENTS];
        const int status = load_half_step_cell(io, eos, sweep, at, 0, u, variables);
        if (status != RECOVERY_GOOD && mine)
            count_recovery(io, status, b, k, j, i);
        share(shared_u, u, SYSTEM_COMPONENTS);
        share(shared_flux, variables, 2);
        BARRIER;
        EACH (c, HALF_STEP_VARIABLES)
            variables_below[c] = variables_above[c] = variables[c];
        fetch(shared_flux + below, variables_below, 2);
        fetch(shared_flux + above, variables_above, 2);
        const int bounded =
            half_step(variables_below, variables, variables_above, half_lambda, sweep.fastest[0], middle);
        count_bounded(io, bounded && mine);
        share(shared_half, middle, 2);
        BARRIER;
        fetch(shared_u + below, u_below, SYSTEM_COMPONENTS);
        fetch(shared_half + below, mid_below, 2);
        transport_flux(u_below, u, mid_below, middle, half_lambda, 0, flux);
        share(shared_flux, flux, SYSTEM_COMPONENTS);
        BARRIER;
        EACH (c, SYSTEM_COMPONENTS)
            t[c] = u[c] - (shared_flux[c * SWEEP_THREADS + above] - flux[c]);
        share(shared_t, t, SYSTEM_COMPONENTS);
        BARRIER;
        fetch(shared_t + below, t_below, SYSTEM_COMPONENTS);
        EACH (c, SYSTEM_COMPONENTS) {
            const int c0 = c * SWEEP_THREADS;
            flux[c] = antidiffusive_flux(shared_u[c0 + further], u_below[c], u[c], shared_u[c0 + above],
                                         shared_t[c0 + further], t_below[c], t[c], shared_t[c0 + above]);
        }
        const stored kept = share_to_keep(t_below, t, flux);
        EACH (c, SYSTEM_COMPONENTS)
            flux[c] *= kept;
        share(shared_flux, flux, SYSTEM_COMPONENTS);
        BARRIER;
        if (mine) {
            EACH (c, SYSTEM_COMPONENTS)
                t[c] -= shared_flux[c * SWEEP_THREADS + above] - flux[c];
            store_cell(io, sweep, at, b, k, j, i, u, t);
        }
        BARRIER;
    }
}

/* `from` and `to` along the axis, `across` along the other one of y and z. */
INLINE void march(const struct taub_io io, int axis, int b, int across, int i, int from, int to)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long stride = axis == 1 ? (long)io.shape.row_stride : io.shape.plane_stride;
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 1 ? across : 0, axis == 1 ? 0 : across, i);
    const struct sweep sweep = sweep_of_launch(io);
    const stored half_lambda = sweep.half_lambda[axis];
    stored u[6][SYSTEM_COMPONENTS], t[4][SYSTEM_COMPONENTS], variables[3][HALF_STEP_VARIABLES], middle[2][2];
    stored flux[SYSTEM_COMPONENTS], counter[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        EACH (n, 6)
            u[n][c] = STORED(1.0);
        EACH (n, 4)
            t[n][c] = STORED(1.0);
        EACH (n, 3)
            variables[n][c] = STORED(0.5);
        flux[c] = counter[c] = STORED(0.0);
    }
    middle[0][0] = middle[0][1] = middle[1][0] = middle[1][1] = STORED(0.0);
    at += (from - SWEEP_REACH) * stride;
    ROLLED
    for (int m = from - SWEEP_REACH; m < to + SWEEP_REACH; m++, at += stride) {
        stored next[SYSTEM_COMPONENTS], anti[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS) {
            u[5][c] = u[4][c];
            u[4][c] = u[3][c];
            u[3][c] = u[2][c];
            u[2][c] = u[1][c];
            u[1][c] = u[0][c];
            t[3][c] = t[2][c];
            t[2][c] = t[1][c];
            t[1][c] = t[0][c];
            variables[2][c] = variables[1][c];
            variables[1][c] = variables[0][c];
        }
        middle[1][0] = middle[0][0];
        middle[1][1] = middle[0][1];
        const int status = load_half_step_cell(io, eos, sweep, at, axis, u[0], variables[0]);
        if (status != RECOVERY_GOOD && m >= from && m < to)
            count_recovery(io, status, b, axis == 1 ? across : m, axis == 1 ? m : across, i);
        const int bounded =
            half_step(variables[2], variables[1], variables[0], half_lambda, sweep.fastest[axis], middle[0]);
        count_bounded(io, bounded && m > from && m <= to);
        transport_flux(u[2], u[1], middle[1], middle[0], half_lambda, axis, next);
        EACH (c, SYSTEM_COMPONENTS) {
            t[0][c] = u[2][c] - (next[c] - flux[c]);
            flux[c] = next[c];
            anti[c] = antidiffusive_flux(u[5][c], u[4][c], u[3][c], u[2][c], t[3][c], t[2][c], t[1][c], t[0][c]);
        }
        const stored kept = share_to_keep(t[2], t[1], anti);
        EACH (c, SYSTEM_COMPONENTS) {
            anti[c] *= kept;
            next[c] = t[2][c] - (anti[c] - counter[c]);
            counter[c] = anti[c];
        }
        const int done = m - SWEEP_REACH;
        if (done >= from)
            store_cell(io, sweep, at - SWEEP_REACH * stride, b, axis == 1 ? across : done, axis == 1 ? done : across, i,
                       u[4], next);
    }
}

INLINE void march_tile(const struct taub_io io, int axis, int b, const int lower[3], const int upper[3])
{
    const int i = lower[0] + LOCAL_X, across = lower[3 - axis] + LOCAL_Y;
    if (io.control->paused || io.control->failed || i >= upper[0] || across >= upper[3 - axis])
        return;
    march(io, axis, b, across, i, lower[axis], upper[axis]);
}

INLINE void sweep_y_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                         const int upper[3])
{
    march_tile(io, 1, b, lower, upper);
}

INLINE void sweep_z_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                         const int upper[3])
{
    march_tile(io, 2, b, lower, upper);
}

#endif
#endif
