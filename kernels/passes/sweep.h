/* One sweep of SHASTA along one axis in one walk over memory: recovery, half step, transport, limited anti-diffusion.
 * Three passes, sweep_x, sweep_y and sweep_z; in each the axis is a constant.
 *
 * Fields: 0 conserved state out, 1 conserved state in, with SWEEP_REACH ghost zones filled along the axis. number[0]:
 * share of dt; option[3]: which of the step's writes this is. The primitive state is recovered where it is read and
 * never stored: two states are all the memory there is.
 *
 * A line of cells runs through a pipeline: cell m is loaded and recovered; m - 1 then has both neighbours and makes its
 * half step; content crosses the face between m - 2 and m - 1; m - 2 is transported; the anti-diffusion through the
 * face between m - 4 and m - 3 is limited; m - 4 is done. */
#ifndef TAUB_PASSES_SWEEP_H
#define TAUB_PASSES_SWEEP_H

#define SWEEP_REACH 4

/* A failed launch leaves its input as it was. */
INLINE void count_sweep(const struct taub_io io, int status, int b, int k, int j, int i)
{
    count_recovery(io.control, status, b, k, j, i);
    if (status >= RECOVERY_EXCEEDED)
        io.control->spare = io.range.option[3];
}

/* Loads a cell, makes it admissible, and finds what the half step needs of it. */
INLINE int load_line_cell(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at, int axis,
                          real u[SYSTEM_COMPONENTS], real line[LINE_COUNT])
{
    real q[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = LOAD(io.f[1] + at + c * io.shape.component_stride) * sweep.over_measure;
    const real guess = guess_energy(u);
    const int status = recover_primitive(eos, u, guess, guess_charge(u, guess), q);
    line_of_state(eos, u, q, axis, line);
    return status;
}

#if defined(TAUB_HOST)

/* Rows of cells along x are the vectors of the host, for sweeps along every axis. */
#define SPAN_X 144 /* cells of a tile of the x sweep, 128, and its reach, rounded up */
#define SPAN 64

INLINE void get(const real *row, int span, real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        values[c] = row[c * span];
}

INLINE void put(real *row, int span, const real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        row[c * span] = values[c];
}

/* Starts the recovery; conformal fluids are done here. */
INLINE void load_lane(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at, int axis,
                      int span, real *u_row, real *line_row, real *lanes, int *status)
{
    real u[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = io.f[1][at + c * io.shape.component_stride] * sweep.over_measure;
#if SYSTEM_RECOVERY_CLOSED
    real q[SYSTEM_COMPONENTS], line[LINE_COUNT];
    const int found = make_admissible(u);
    recover_closed(eos, u, q);
    line_of_state(eos, u, q, axis, line);
    put(line_row, span, line, LINE_COUNT);
    *status = found != RECOVERY_GOOD || !state_is_fine(q);
    (void)lanes;
#else
    real lane[LANE_COUNT];
    const real guess = guess_energy(u);
    const real guess_n = guess_charge(u, guess);
    *status = make_admissible(u);
    recovery_start(u, recovery_guess(eos, guess, guess_n), lane);
    put(lanes, span, lane, LANE_COUNT);
    (void)line_row;
    (void)axis;
#endif
    put(u_row, span, u, SYSTEM_COMPONENTS);
}

#if !SYSTEM_RECOVERY_CLOSED
INLINE void recovery_lane(const struct eos eos, int span, real *lanes)
{
    real lane[LANE_COUNT];
    get(lanes, span, lane, LANE_COUNT);
    recovery_step(eos, lane);
    put(lanes, span, lane, LANE_COUNT);
}

/* All lanes together, in packs small enough that one slow cell does not hold up a whole row. */
INLINE void recover_row(const struct eos eos, int span, int length, real *lanes)
{
    enum { PACK = 16 };
    for (int first = 0; first < length; first += PACK) {
        const int last = first + PACK < length ? first + PACK : length;
        for (int n = 0; n < RECOVERY_ITERATIONS; n++) {
            int open = 0;
#pragma omp simd
            for (int l = first; l < last; l++)
                recovery_lane(eos, span, lanes + l);
#pragma omp simd reduction(+ : open)
            for (int l = first; l < last; l++)
                open += lanes[LANE_DONE * span + l] == R(0.0);
            if (open == 0)
                break;
        }
    }
}

INLINE void finish_lane(const struct eos eos, int axis, int span, const real *u_row, const real *lanes, real *line_row,
                        int *status)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], lane[LANE_COUNT], line[LINE_COUNT];
    get(u_row, span, u, SYSTEM_COMPONENTS);
    get(lanes, span, lane, LANE_COUNT);
    recovery_finish(eos, u, lane, q);
    line_of_state(eos, u, q, axis, line);
    put(line_row, span, line, LINE_COUNT);
    *status = *status != RECOVERY_GOOD || lane[LANE_DONE] == R(0.0) || !state_is_fine(q);
}
#endif

/* Loads `length` cells of a row. Those from `first` on, `count` of them, are counted when they need repair: the others
 * are counted where they belong. */
INLINE void load_row(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at, int axis,
                     int span, int length, int first, int count, const int where[4], real *u, real *line, real *lanes,
                     int *status)
{
    int trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        load_lane(io, eos, sweep, at + l, axis, span, u + l, line + l, lanes + l, status + l);
#if !SYSTEM_RECOVERY_CLOSED
    recover_row(eos, span, length, lanes);
#pragma omp simd
    for (int l = 0; l < length; l++)
        finish_lane(eos, axis, span, u + l, lanes + l, line + l, status + l);
#endif
#pragma omp simd reduction(+ : trouble)
    for (int l = 0; l < length; l++)
        trouble += status[l];
    if (!trouble)
        return;
    for (int l = 0; l < length; l++) {
        real cell[SYSTEM_COMPONENTS], cell_line[LINE_COUNT];
        if (!status[l])
            continue;
        const int found = load_line_cell(io, eos, sweep, at + l, axis, cell, cell_line);
        put(u + l, span, cell, SYSTEM_COMPONENTS);
        put(line + l, span, cell_line, LINE_COUNT);
        if (found != RECOVERY_GOOD && l >= first && l < first + count)
            count_sweep(io, found, where[0], where[1], where[2], where[3] + l - first);
    }
}

INLINE void half_lane(const struct sweep sweep, int axis, int span, const real *lower, const real *here,
                      const real *upper, real *middle_row)
{
    real a[LINE_COUNT], b[LINE_COUNT], c[LINE_COUNT], middle[2];
    get(lower, span, a, LINE_COUNT);
    get(here, span, b, LINE_COUNT);
    get(upper, span, c, LINE_COUNT);
    half_step(a, b, c, sweep.half_lambda[axis], middle);
    put(middle_row, span, middle, 2);
}

INLINE void flux_lane(const struct sweep sweep, int axis, int span, const real *u_lower, const real *u_upper,
                      const real *mid_lower, const real *mid_upper, real *flux_row)
{
    real a[SYSTEM_COMPONENTS], b[SYSTEM_COMPONENTS], c[2], d[2], flux[SYSTEM_COMPONENTS];
    get(u_lower, span, a, SYSTEM_COMPONENTS);
    get(u_upper, span, b, SYSTEM_COMPONENTS);
    get(mid_lower, span, c, 2);
    get(mid_upper, span, d, 2);
    transport_flux(a, b, c, d, sweep.half_lambda[axis], axis, flux);
    put(flux_row, span, flux, SYSTEM_COMPONENTS);
}

INLINE void transport_lane(int span, const real *u, const real *lower, const real *upper, real *transported)
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        transported[c * span] = u[c * span] - (upper[c * span] - lower[c * span]);
}

INLINE void antidiffusion_lane(int span, const real *u0, const real *u1, const real *u2, const real *u3, const real *t0,
                               const real *t1, const real *t2, const real *t3, real *flux_row)
{
    real t_lower[SYSTEM_COMPONENTS], t_upper[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const int at = c * span;
        t_lower[c] = t1[at];
        t_upper[c] = t2[at];
        flux[c] = antidiffusive_flux(u0[at], u1[at], u2[at], u3[at], t0[at], t_lower[c], t_upper[c], t3[at]);
    }
    keep_admissible(t_lower, t_upper, flux);
    put(flux_row, span, flux, SYSTEM_COMPONENTS);
}

/* Stores a cell; says whether it is lost. */
INLINE int store_lane(const struct taub_io io, const struct sweep sweep, int span, const real *transported,
                      const real *lower, const real *upper, long at)
{
    real u[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        u[c] = (transported[c * span] - (upper[c * span] - lower[c * span])) * sweep.measure;
        io.f[0][at + c * io.shape.component_stride] = u[c];
    }
    return !sound_state(u);
}

/* Counts the lost cells of a row that was stored. */
static void count_lost(const struct taub_io io, long at, int length, int b, int k, int j, int i)
{
    for (int l = 0; l < length; l++) {
        real u[SYSTEM_COMPONENTS];
        load_state(io.f[0], at + l, io.shape.component_stride, u);
        if (!sound_state(u))
            count_sweep(io, RECOVERY_FAILED, b, k, j, i + l);
    }
}

/* Along x: the pipeline's stages one after the other over a row. Cell i of the row stands at l = i + SWEEP_REACH. */
struct row {
    real u[SYSTEM_COMPONENTS * SPAN_X], line[LINE_COUNT * SPAN_X], middle[2 * SPAN_X], flux[SYSTEM_COMPONENTS * SPAN_X];
    real transported[SYSTEM_COMPONENTS * SPAN_X], lanes[LANE_COUNT * SPAN_X];
    int status[SPAN_X];
};

INLINE void sweep_row(const struct taub_io io, const struct eos eos, const struct sweep sweep, int b, int k, int j,
                      int first, int cells, struct row *row)
{
    const int length = cells + 2 * SWEEP_REACH;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, first) - SWEEP_REACH;
    const int where[4] = {b, k, j, first};
    real *u = row->u, *line = row->line, *middle = row->middle, *flux = row->flux, *t = row->transported;
    int lost = 0;
    load_row(io, eos, sweep, at, 0, SPAN_X, length, SWEEP_REACH, cells, where, u, line, row->lanes, row->status);
#pragma omp simd
    for (int l = 1; l < length - 1; l++)
        half_lane(sweep, 0, SPAN_X, line + l - 1, line + l, line + l + 1, middle + l);
#pragma omp simd
    for (int l = 2; l < length - 1; l++)
        flux_lane(sweep, 0, SPAN_X, u + l - 1, u + l, middle + l - 1, middle + l, flux + l);
#pragma omp simd
    for (int l = 2; l < length - 2; l++)
        transport_lane(SPAN_X, u + l, flux + l, flux + l + 1, t + l);
#pragma omp simd
    for (int l = SWEEP_REACH; l <= length - SWEEP_REACH; l++)
        antidiffusion_lane(SPAN_X, u + l - 2, u + l - 1, u + l, u + l + 1, t + l - 2, t + l - 1, t + l, t + l + 1,
                           flux + l);
#pragma omp simd reduction(+ : lost)
    for (int l = SWEEP_REACH; l < length - SWEEP_REACH; l++)
        lost += store_lane(io, sweep, SPAN_X, t + l, flux + l, flux + l + 1, at + l);
    if (lost)
        count_lost(io, at + SWEEP_REACH, cells, b, k, j, first);
}

static void sweep_x_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct row row;
    (void)scratch;
    if (io.control->hold || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            sweep_row(io, eos, sweep, b, k, j, lower[0], upper[0] - lower[0], &row);
}

/* Along y and z: rows march along the axis; each stage keeps as many rows as the next ones look back on. */
struct rows {
    real u[6][SYSTEM_COMPONENTS * SPAN], line[3][LINE_COUNT * SPAN], middle[2][2 * SPAN];
    real flux[2][SYSTEM_COMPONENTS * SPAN], transported[4][SYSTEM_COMPONENTS * SPAN];
    real counter[2][SYSTEM_COMPONENTS * SPAN]; /* anti-diffusive fluxes */
    real lanes[LANE_COUNT * SPAN];
    int status[SPAN];
};

/* `from` and `to` along the axis; `at` is cell 0 of the first row's line. */
INLINE void march(const struct taub_io io, const struct eos eos, const struct sweep sweep, int axis, long stride, int b,
                  int k, int j, int i, int length, int from, int to, struct rows *rows)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 2 ? 0 : k, axis == 1 ? 0 : j, i);
    for (int m = from - SWEEP_REACH; m < to + SWEEP_REACH; m++) {
        const int n = m - from + SWEEP_REACH, inside = m >= from && m < to;
        const int where[4] = {b, axis == 2 ? m : k, axis == 1 ? m : j, i};
        real *u[6], *t[4];
        UNROLL
        for (int back = 0; back < 6; back++)
            u[back] = rows->u[(n + 6 - back) % 6];
        UNROLL
        for (int back = 0; back < 4; back++)
            t[back] = rows->transported[(n + 4 - back) % 4];
        real *line = rows->line[n % 3], *line_1 = rows->line[(n + 2) % 3], *line_2 = rows->line[(n + 1) % 3];
        real *middle = rows->middle[n % 2], *half_1 = rows->middle[(n + 1) % 2];
        real *flux = rows->flux[n % 2], *flux_1 = rows->flux[(n + 1) % 2];
        real *counter = rows->counter[n % 2], *counter_1 = rows->counter[(n + 1) % 2];
        int lost = 0;
        load_row(io, eos, sweep, at + m * stride, axis, SPAN, length, 0, inside ? length : 0, where, u[0], line,
                 rows->lanes, rows->status);
        if (n >= 2)
#pragma omp simd
            for (int l = 0; l < length; l++)
                half_lane(sweep, axis, SPAN, line_2 + l, line_1 + l, line + l, middle + l);
        if (n >= 3)
#pragma omp simd
            for (int l = 0; l < length; l++)
                flux_lane(sweep, axis, SPAN, u[2] + l, u[1] + l, half_1 + l, middle + l, flux + l);
        if (n >= 4)
#pragma omp simd
            for (int l = 0; l < length; l++)
                transport_lane(SPAN, u[2] + l, flux_1 + l, flux + l, t[0] + l);
        if (n >= 7)
#pragma omp simd
            for (int l = 0; l < length; l++)
                antidiffusion_lane(SPAN, u[5] + l, u[4] + l, u[3] + l, u[2] + l, t[3] + l, t[2] + l, t[1] + l, t[0] + l,
                                   counter + l);
        if (n < 8)
            continue;
        const long done = at + (m - SWEEP_REACH) * stride;
#pragma omp simd reduction(+ : lost)
        for (int l = 0; l < length; l++)
            lost += store_lane(io, sweep, SPAN, t[2] + l, counter_1 + l, counter + l, done + l);
        if (lost)
            count_lost(io, done, length, b, axis == 2 ? m - SWEEP_REACH : k, axis == 1 ? m - SWEEP_REACH : j, i);
    }
}

static void sweep_y_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct rows rows;
    (void)scratch;
    if (io.control->hold || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        march(io, eos, sweep, 1, io.shape.row_stride, b, k, 0, lower[0], upper[0] - lower[0], lower[1], upper[1],
              &rows);
}

static void sweep_z_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct rows rows;
    (void)scratch;
    if (io.control->hold || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    for (int j = lower[1]; j < upper[1]; j++)
        march(io, eos, sweep, 2, io.shape.plane_stride, b, 0, j, lower[0], upper[0] - lower[0], lower[2], upper[2],
              &rows);
}

#define SWEEP_SHARED_X 1
#define SWEEP_SHARED 1

#else

/* Stores a finished cell. */
INLINE void store_cell(const struct taub_io io, const struct sweep sweep, long at, int b, int k, int j, int i,
                       real u[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        u[c] = u[c] * sweep.measure;
        io.f[0][at + c * io.shape.component_stride] = u[c];
    }
    if (!sound_state(u))
        count_sweep(io, RECOVERY_FAILED, b, k, j, i);
}

/* Along x, so that loads stay coalesced: a group takes a row of cells with the reach of the sweep on both sides, one
 * cell a thread, and passes what neighbours need through shared memory. */
#define SWEEP_THREADS (TAUB_SWEEP_X * TAUB_SWEEP_ROWS)
#define SWEEP_SHARED_X ((2 + 3 * SYSTEM_COMPONENTS) * SWEEP_THREADS)

INLINE void share(LOCAL_ARGUMENT real *place, const real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        place[c * SWEEP_THREADS] = values[c];
}

INLINE void fetch(LOCAL_ARGUMENT const real *place, real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        values[c] = place[c * SWEEP_THREADS];
}

INLINE void sweep_x_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                         const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int place = LOCAL_X - SWEEP_REACH, cells = upper[0] - lower[0];
    const int j = lower[1] + LOCAL_Y, i = lower[0] + place;
    const int mine = place >= 0 && place < cells && j < upper[1];
    /* threads without a cell repeat a neighbour's */
    const int last = cells + SWEEP_REACH - 1;
    const int i_loaded = lower[0] + (place < last ? place : last), j_loaded = j < upper[1] ? j : upper[1] - 1;
    LOCAL_ARGUMENT real *shared_u = scratch + LOCAL_Y * TAUB_SWEEP_X + LOCAL_X;
    LOCAL_ARGUMENT real *shared_t = shared_u + SYSTEM_COMPONENTS * SWEEP_THREADS;
    LOCAL_ARGUMENT real *shared_flux = shared_t + SYSTEM_COMPONENTS * SWEEP_THREADS;
    LOCAL_ARGUMENT real *shared_half = shared_flux + SYSTEM_COMPONENTS * SWEEP_THREADS;
    /* neighbours, the thread itself where there is none: the result is then not used */
    const int below = LOCAL_X > 0 ? -1 : 0, above = LOCAL_X < TAUB_SWEEP_X - 1 ? 1 : 0;
    const int further = LOCAL_X > 1 ? -2 : 0;
    if (io.control->hold || io.control->failed)
        return;
    const struct sweep sweep = sweep_of_launch(io);
    const real half_lambda = sweep.half_lambda[0];
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++) {
        const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j_loaded, i_loaded);
        real u[SYSTEM_COMPONENTS], line[LINE_COUNT], line_below[LINE_COUNT], line_above[LINE_COUNT], middle[2];
        real u_below[SYSTEM_COMPONENTS], mid_below[2], flux[SYSTEM_COMPONENTS], t[SYSTEM_COMPONENTS];
        real t_below[SYSTEM_COMPONENTS];
        const int status = load_line_cell(io, eos, sweep, at, 0, u, line);
        if (status != RECOVERY_GOOD && mine)
            count_sweep(io, status, b, k, j, i);
        share(shared_u, u, SYSTEM_COMPONENTS);
        share(shared_flux, line, 2);
        BARRIER;
        UNROLL
        for (int c = 0; c < LINE_COUNT; c++)
            line_below[c] = line_above[c] = line[c];
        fetch(shared_flux + below, line_below, 2);
        fetch(shared_flux + above, line_above, 2);
        half_step(line_below, line, line_above, half_lambda, middle);
        share(shared_half, middle, 2);
        BARRIER;
        fetch(shared_u + below, u_below, SYSTEM_COMPONENTS);
        fetch(shared_half + below, mid_below, 2);
        transport_flux(u_below, u, mid_below, middle, half_lambda, 0, flux);
        share(shared_flux, flux, SYSTEM_COMPONENTS);
        BARRIER;
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            t[c] = u[c] - (shared_flux[c * SWEEP_THREADS + above] - flux[c]);
        share(shared_t, t, SYSTEM_COMPONENTS);
        BARRIER;
        fetch(shared_t + below, t_below, SYSTEM_COMPONENTS);
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            const int c0 = c * SWEEP_THREADS;
            flux[c] = antidiffusive_flux(shared_u[c0 + further], u_below[c], u[c], shared_u[c0 + above],
                                         shared_t[c0 + further], t_below[c], t[c], shared_t[c0 + above]);
        }
        keep_admissible(t_below, t, flux);
        share(shared_flux, flux, SYSTEM_COMPONENTS);
        BARRIER;
        if (mine) {
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                u[c] = t[c] - (shared_flux[c * SWEEP_THREADS + above] - flux[c]);
            store_cell(io, sweep, at, b, k, j, i, u);
        }
        BARRIER;
    }
}

/* Along y and z: a thread marches along the axis and keeps in registers what the pipeline looks back on. */
INLINE void march(const struct taub_io io, int axis, long stride, long at, int from, int to, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct sweep sweep = sweep_of_launch(io);
    const real half_lambda = sweep.half_lambda[axis];
    real u[6][SYSTEM_COMPONENTS], t[4][SYSTEM_COMPONENTS], line[3][LINE_COUNT], middle[2][2];
    real flux[SYSTEM_COMPONENTS], counter[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        UNROLL
        for (int n = 0; n < 6; n++)
            u[n][c] = R(1.0);
        UNROLL
        for (int n = 0; n < 4; n++)
            t[n][c] = R(1.0);
        UNROLL
        for (int n = 0; n < 3; n++)
            line[n][c] = R(0.5);
        flux[c] = counter[c] = R(0.0);
    }
    middle[0][0] = middle[0][1] = middle[1][0] = middle[1][1] = R(0.0);
    at += (from - SWEEP_REACH) * stride;
    ROLLED
    for (int m = from - SWEEP_REACH; m < to + SWEEP_REACH; m++, at += stride) {
        real next[SYSTEM_COMPONENTS], anti[SYSTEM_COMPONENTS];
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            u[5][c] = u[4][c];
            u[4][c] = u[3][c];
            u[3][c] = u[2][c];
            u[2][c] = u[1][c];
            u[1][c] = u[0][c];
            t[3][c] = t[2][c];
            t[2][c] = t[1][c];
            t[1][c] = t[0][c];
            line[2][c] = line[1][c];
            line[1][c] = line[0][c];
        }
        middle[1][0] = middle[0][0];
        middle[1][1] = middle[0][1];
        const int status = load_line_cell(io, eos, sweep, at, axis, u[0], line[0]);
        if (status != RECOVERY_GOOD && m >= from && m < to)
            count_sweep(io, status, b, axis == 2 ? m : k, axis == 1 ? m : j, i);
        half_step(line[2], line[1], line[0], half_lambda, middle[0]);
        transport_flux(u[2], u[1], middle[1], middle[0], half_lambda, axis, next);
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            t[0][c] = u[2][c] - (next[c] - flux[c]);
            flux[c] = next[c];
            anti[c] = antidiffusive_flux(u[5][c], u[4][c], u[3][c], u[2][c], t[3][c], t[2][c], t[1][c], t[0][c]);
        }
        keep_admissible(t[2], t[1], anti);
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            next[c] = t[2][c] - (anti[c] - counter[c]);
            counter[c] = anti[c];
        }
        if (m >= from + SWEEP_REACH)
            store_cell(io, sweep, at - SWEEP_REACH * stride, b, axis == 2 ? m - SWEEP_REACH : k,
                       axis == 1 ? m - SWEEP_REACH : j, i, next);
    }
}

#define SWEEP_SHARED 1

INLINE void sweep_y_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                         const int upper[3])
{
    const int i = lower[0] + LOCAL_X, k = lower[2] + LOCAL_Y;
    (void)scratch;
    if (io.control->hold || io.control->failed || i >= upper[0] || k >= upper[2])
        return;
    march(io, 1, io.shape.row_stride, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, 0, i), lower[1], upper[1], b, k, 0,
          i);
}

INLINE void sweep_z_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                         const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    (void)scratch;
    if (io.control->hold || io.control->failed || i >= upper[0] || j >= upper[1])
        return;
    march(io, 2, io.shape.plane_stride, cell_index(io.shape, SYSTEM_COMPONENTS, b, 0, j, i), lower[2], upper[2], b, 0,
          j, i);
}

#endif

#define TAUB_GROUP_X TAUB_SWEEP_X
#define TAUB_GROUP_Y TAUB_SWEEP_ROWS
TAUB_TILE_PASS(sweep_x, SWEEP_SHARED_X)
#undef TAUB_GROUP_X
#undef TAUB_GROUP_Y
#define TAUB_GROUP_X TAUB_MARCH_X
#define TAUB_GROUP_Y TAUB_MARCH_ROWS
TAUB_TILE_PASS(sweep_y, SWEEP_SHARED)
TAUB_TILE_PASS(sweep_z, SWEEP_SHARED)

#endif
