/* The sweeps of SHASTA on the host: rows of cells along x are its vectors, for sweeps along every axis. Each stage of
 * the pipeline is a loop over the lanes of a row, whose values are strided by HOST_ROW. */
#ifndef TAUB_PASSES_SWEEP_ROWS_H
#define TAUB_PASSES_SWEEP_ROWS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/rows.h"
#include "passes/common.h"
#include "passes/host_recovery.h"
#include "passes/sweep_cells.h"
#include "schemes/shasta.h"
#include "systems/recovery_status.h"

#define SWEEP_SHARED_X 1
#define SWEEP_SHARED 1

#define STATE_ROW (SYSTEM_COMPONENTS * HOST_ROW)
#define HALF_STEP_ROW (HALF_STEP_VARIABLES * HOST_ROW)

/* One lane of a row. */
INLINE void get(const stored *row, stored *values, int count)
{
    EACH (c, count)
        values[c] = row[c * HOST_ROW];
}

INLINE void put(stored *row, const stored *values, int count)
{
    EACH (c, count)
        row[c * HOST_ROW] = values[c];
}

INLINE int finish_recovery(const struct eos eos, int axis, int status, const real u[SYSTEM_COMPONENTS],
                           const real *lanes, stored *variables_row)
{
    real q[SYSTEM_COMPONENTS];
    stored variables[HALF_STEP_VARIABLES];
    const int found = row_recovery_finish(eos, status, u, lanes, q);
    half_step_variables(eos, u, q, axis, variables);
    put(variables_row, variables, HALF_STEP_VARIABLES);
    return found != RECOVERY_GOOD || !state_is_fine(q); /* with | gcc does not vectorise */
}

/* Starts the recovery, and ends it where it needs no iteration; says whether the cell needs another look. */
INLINE int load_lane(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at, int axis,
                     stored *u_row, stored *variables_row, real *lanes)
{
    stored content[SYSTEM_COMPONENTS];
    real u[SYSTEM_COMPONENTS];
    load_content(io, sweep, at, content);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = content[c];
    const real guess = guess_energy(u);
    int status = row_recovery_start(eos, u, guess, guess_charge(u, guess), lanes);
#if SYSTEM_RECOVERY_CLOSED
    status = finish_recovery(eos, axis, status, u, lanes, variables_row);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        u_row[c * HOST_ROW] = STORED(u[c]);
    return status;
}

#if !SYSTEM_RECOVERY_CLOSED
INLINE int finish_lane(const struct eos eos, int axis, int status, const stored *u_row, const real *lanes,
                       stored *variables_row)
{
    real u[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = u_row[c * HOST_ROW];
    return finish_recovery(eos, axis, status, u, lanes, variables_row);
}
#endif

/* Loads `length` cells of a row. Those from `first` on, `count` of them, are counted when they need repair: the others
 * are counted where they belong. */
INLINE void load_cells(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at, int axis,
                       int length, int first, int count, const int where[4], stored *u, stored *variables, real *lanes,
                       int *status)
{
    int trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        status[l] = load_lane(io, eos, sweep, at + l, axis, u + l, variables + l, lanes + l);
#if !SYSTEM_RECOVERY_CLOSED
    row_recovery(eos, length, lanes);
#pragma omp simd
    for (int l = 0; l < length; l++)
        status[l] = finish_lane(eos, axis, status[l], u + l, lanes + l, variables + l);
#endif
#pragma omp simd reduction(+ : trouble)
    for (int l = 0; l < length; l++)
        trouble += status[l];
    if (!trouble)
        return;
    for (int l = 0; l < length; l++) {
        stored cell[SYSTEM_COMPONENTS], cell_variables[HALF_STEP_VARIABLES];
        if (!status[l])
            continue;
        const int found = load_half_step_cell(io, eos, sweep, at + l, axis, cell, cell_variables);
        put(u + l, cell, SYSTEM_COMPONENTS);
        put(variables + l, cell_variables, HALF_STEP_VARIABLES);
        if (found != RECOVERY_GOOD && l >= first && l < first + count)
            count_recovery(io, found, where[0], where[1], where[2], where[3] + l - first);
    }
}

/* Says whether the velocity was bounded. */
INLINE int half_lane(const struct sweep sweep, int axis, const stored *lower, const stored *here, const stored *upper,
                     stored *middle_row)
{
    stored a[HALF_STEP_VARIABLES], b[HALF_STEP_VARIABLES], c[HALF_STEP_VARIABLES], middle[2];
    get(lower, a, HALF_STEP_VARIABLES);
    get(here, b, HALF_STEP_VARIABLES);
    get(upper, c, HALF_STEP_VARIABLES);
    const int bounded = half_step(a, b, c, sweep.half_lambda[axis], sweep.fastest[axis], middle);
    put(middle_row, middle, 2);
    return bounded;
}

INLINE void flux_lane(const struct sweep sweep, int axis, const stored *u_lower, const stored *u_upper,
                      const stored *mid_lower, const stored *mid_upper, stored *flux_row)
{
    stored a[SYSTEM_COMPONENTS], b[SYSTEM_COMPONENTS], c[2], d[2], flux[SYSTEM_COMPONENTS];
    get(u_lower, a, SYSTEM_COMPONENTS);
    get(u_upper, b, SYSTEM_COMPONENTS);
    get(mid_lower, c, 2);
    get(mid_upper, d, 2);
    transport_flux(a, b, c, d, sweep.half_lambda[axis], axis, flux);
    put(flux_row, flux, SYSTEM_COMPONENTS);
}

INLINE void transport_lane(const stored *u, const stored *lower, const stored *upper, stored *transported)
{
    EACH (c, SYSTEM_COMPONENTS)
        transported[c * HOST_ROW] = u[c * HOST_ROW] - (upper[c * HOST_ROW] - lower[c * HOST_ROW]);
}

INLINE void antidiffusion_lane(const stored *u0, const stored *u1, const stored *u2, const stored *u3, const stored *t0,
                               const stored *t1, const stored *t2, const stored *t3, stored *flux_row)
{
    stored t_lower[SYSTEM_COMPONENTS], t_upper[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        const int at = c * HOST_ROW;
        t_lower[c] = t1[at];
        t_upper[c] = t2[at];
        flux[c] = antidiffusive_flux(u0[at], u1[at], u2[at], u3[at], t0[at], t_lower[c], t_upper[c], t3[at]);
    }
    const stored share = share_to_keep(t_lower, t_upper, flux);
    EACH (c, SYSTEM_COMPONENTS)
        flux_row[c * HOST_ROW] = share * flux[c];
}

/* Stores a cell; says whether it is lost. */
INLINE int store_lane(const struct taub_io io, const struct sweep sweep, const stored *content,
                      const stored *transported, const stored *lower, const stored *upper, long at)
{
    stored u[SYSTEM_COMPONENTS], start[SYSTEM_COMPONENTS];
    get(content, start, SYSTEM_COMPONENTS);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = transported[c * HOST_ROW] - (upper[c * HOST_ROW] - lower[c * HOST_ROW]);
    store_content(io, sweep, at, start, u);
    return SWEEP_COMPLETES(io) & !sound_state(u);
}

/* Counts the lost cells of a row that was stored. */
static void count_lost(const struct taub_io io, long at, int length, int b, int k, int j, int i)
{
    for (int l = 0; l < length; l++) {
        stored u[SYSTEM_COMPONENTS];
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            u[c] = io.f[0][at + l + c * io.shape.component_stride];
        if (!sound_state(u))
            count_recovery(io, RECOVERY_FAILED, b, k, j, i + l);
    }
}

/* Along x: the pipeline's stages one after the other over a row. Cell i of the row stands at l = i + SWEEP_REACH.
 * Aligned as strips are (march/strip.h). */
struct __attribute__((aligned(64))) row {
    stored u[STATE_ROW], variables[HALF_STEP_ROW], middle[2 * HOST_ROW], flux[STATE_ROW], transported[STATE_ROW];
    real lanes[LANE_COUNT * HOST_ROW];
    int status[HOST_ROW];
};

INLINE void sweep_row(const struct taub_io io, const struct eos eos, const struct sweep sweep, int b, int k, int j,
                      int first, int cells, struct row *row)
{
    const int length = cells + 2 * SWEEP_REACH;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, first) - SWEEP_REACH;
    const int where[4] = {b, k, j, first};
    stored *u = row->u, *variables = row->variables, *middle = row->middle, *flux = row->flux, *t = row->transported;
    int lost = 0, bounded = 0;
    load_cells(io, eos, sweep, at, 0, length, SWEEP_REACH, cells, where, u, variables, row->lanes, row->status);
#pragma omp simd reduction(+ : bounded)
    for (int l = 1; l < length - 1; l++)
        bounded += half_lane(sweep, 0, variables + l - 1, variables + l, variables + l + 1, middle + l) &
                   (l >= SWEEP_REACH) & (l < length - SWEEP_REACH);
    count_bounded(io, bounded);
#pragma omp simd
    for (int l = 2; l < length - 1; l++)
        flux_lane(sweep, 0, u + l - 1, u + l, middle + l - 1, middle + l, flux + l);
#pragma omp simd
    for (int l = 2; l < length - 2; l++)
        transport_lane(u + l, flux + l, flux + l + 1, t + l);
#pragma omp simd
    for (int l = SWEEP_REACH; l <= length - SWEEP_REACH; l++)
        antidiffusion_lane(u + l - 2, u + l - 1, u + l, u + l + 1, t + l - 2, t + l - 1, t + l, t + l + 1, flux + l);
#pragma omp simd reduction(+ : lost)
    for (int l = SWEEP_REACH; l < length - SWEEP_REACH; l++)
        lost += store_lane(io, sweep, u + l, t + l, flux + l, flux + l + 1, at + l);
    if (lost)
        count_lost(io, at + SWEEP_REACH, cells, b, k, j, first);
}

static void sweep_x_tile(const struct taub_io io, stored *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct row row;
    if (io.control->paused || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            sweep_row(io, eos, sweep, b, k, j, lower[0], upper[0] - lower[0], &row);
}

/* Along y and z: rows march along the axis; each stage keeps as many rows as the next ones look back on. */
struct __attribute__((aligned(64))) rows {
    stored u[6][STATE_ROW], variables[3][HALF_STEP_ROW], middle[2][2 * HOST_ROW], flux[2][STATE_ROW],
        transported[4][STATE_ROW];
    stored counter[2][STATE_ROW]; /* anti-diffusive fluxes */
    real lanes[LANE_COUNT * HOST_ROW];
    int status[HOST_ROW];
};

/* `from` and `to` along the axis, `across` along the other one of y and z. */
INLINE void march(const struct taub_io io, const struct eos eos, const struct sweep sweep, int axis, int b, int across,
                  int i, int length, int from, int to, struct rows *rows)
{
    const long stride = axis == 1 ? (long)io.shape.row_stride : io.shape.plane_stride;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 1 ? across : 0, axis == 1 ? 0 : across, i);
    for (int m = from - SWEEP_REACH; m < to + SWEEP_REACH; m++) {
        const int n = m - from + SWEEP_REACH, inside = m >= from && m < to;
        const int where[4] = {b, axis == 1 ? across : m, axis == 1 ? m : across, i};
        stored *u[6], *t[4];
        EACH (back, 6)
            u[back] = rows->u[(n + 6 - back) % 6];
        EACH (back, 4)
            t[back] = rows->transported[(n + 4 - back) % 4];
        stored *variables = rows->variables[n % 3], *variables_1 = rows->variables[(n + 2) % 3],
               *variables_2 = rows->variables[(n + 1) % 3];
        stored *middle = rows->middle[n % 2], *half_1 = rows->middle[(n + 1) % 2];
        stored *flux = rows->flux[n % 2], *flux_1 = rows->flux[(n + 1) % 2];
        stored *counter = rows->counter[n % 2], *counter_1 = rows->counter[(n + 1) % 2];
        int lost = 0, bounded = 0;
        load_cells(io, eos, sweep, at + m * stride, axis, length, 0, inside ? length : 0, where, u[0], variables,
                   rows->lanes, rows->status);
        if (n >= 2)
#pragma omp simd reduction(+ : bounded)
            for (int l = 0; l < length; l++)
                bounded += half_lane(sweep, axis, variables_2 + l, variables_1 + l, variables + l, middle + l);
        if (m > from && m <= to)
            count_bounded(io, bounded);
        if (n >= 3)
#pragma omp simd
            for (int l = 0; l < length; l++)
                flux_lane(sweep, axis, u[2] + l, u[1] + l, half_1 + l, middle + l, flux + l);
        if (n >= 4)
#pragma omp simd
            for (int l = 0; l < length; l++)
                transport_lane(u[2] + l, flux_1 + l, flux + l, t[0] + l);
        if (n >= 7)
#pragma omp simd
            for (int l = 0; l < length; l++)
                antidiffusion_lane(u[5] + l, u[4] + l, u[3] + l, u[2] + l, t[3] + l, t[2] + l, t[1] + l, t[0] + l,
                                   counter + l);
        if (n < 8)
            continue;
        const int done = m - SWEEP_REACH;
#pragma omp simd reduction(+ : lost)
        for (int l = 0; l < length; l++)
            lost += store_lane(io, sweep, u[4] + l, t[2] + l, counter_1 + l, counter + l, at + done * stride + l);
        if (lost)
            count_lost(io, at + done * stride, length, b, axis == 1 ? across : done, axis == 1 ? done : across, i);
    }
}

INLINE void march_tile(const struct taub_io io, int axis, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int other = 3 - axis;
    struct rows rows;
    if (io.control->paused || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    for (int across = lower[other]; across < upper[other]; across++)
        march(io, eos, sweep, axis, b, across, lower[0], upper[0] - lower[0], lower[axis], upper[axis], &rows);
}

static void sweep_y_tile(const struct taub_io io, stored *scratch, int b, const int lower[3], const int upper[3])
{
    march_tile(io, 1, b, lower, upper);
}

static void sweep_z_tile(const struct taub_io io, stored *scratch, int b, const int lower[3], const int upper[3])
{
    march_tile(io, 2, b, lower, upper);
}

#endif
