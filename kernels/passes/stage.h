/* One Runge-Kutta stage, or the second half of a predictor-corrector step, in one sweep over memory: fluxes, sources,
 * update, recovery.
 *
 * Fields: 0 primitive state in (ghost zones filled), 1 conserved state at the start of the step, 2 conserved state of
 * the stage (read when beta is not 0, then written), 3 primitive state out. option[0] = 1 on the first stage. A scheme
 * may bring its own face fluxes (SCHEME_OWN_FACES: load_face_flux and load_center, which may read fields 4 to 7), and
 * on the host whole rows of them (SCHEME_FACE_ROWS). A face's flux returns whether it went without linear data, which
 * is counted with the cell above it. */
#ifndef TAUB_PASSES_STAGE_H
#define TAUB_PASSES_STAGE_H

#if !defined(SCHEME_OWN_FACES)
INLINE int load_face_flux(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                          int axis PLACE_ARGUMENT, real flux[SYSTEM_COMPONENTS])
{
    GLOBAL const real *w = io.f[0];
    real q[4][SYSTEM_COMPONENTS];
    (void)stage;
    UNROLL
    for (int m = 0; m < 4; m++)
        UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[m][c] = LOAD(w + at + (m - 2) * stride + c * io.shape.component_stride);
    return scheme_face_flux(eos, (const real(*)[SYSTEM_COMPONENTS])q, axis DISTANCES_AT(axis), flux);
}

/* The state that sources see and that recovery starts from. */
INLINE void load_center(const struct taub_io io, long at, real q[SYSTEM_COMPONENTS])
{
    load_state(io.f[0], at, io.shape.component_stride, q);
}
#endif

/* New conserved state from dt L (fluxes only) in `change`. */
INLINE void stage_update(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b, int k,
                         int j, int i, const real q[SYSTEM_COMPONENTS], const real change[SYSTEM_COMPONENTS],
                         real u[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real sources[SYSTEM_COMPONENTS], x[3] = {R(0.0), R(0.0), R(0.0)};
#if TAUB_USER_SOURCE
    cell_center(io, b, k, j, i, x);
#else
    (void)b;
    (void)k;
    (void)j;
    (void)i;
#endif
    stage_sources(eos, stage, q, x, sources);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const real start = LOAD(io.f[1] + at + c * cs);
        const real kept = io.range.option[0] ? start : stage.alpha * start + stage.beta * io.f[2][at + c * cs];
        u[c] = kept + (change[c] + sources[c]);
    }
}

#if defined(TAUB_HOST)

/* A host tile is a strip of ROW cells by DEPTH rows that marches along z: each face flux is computed once and waits in
 * the first-level cache. */
#define ROW HOST_ROW
#define DEPTH 8

struct strip {
    real x[SYSTEM_COMPONENTS * (ROW + 1)];
    real y[SYSTEM_COMPONENTS * ROW];
    real z[DEPTH][SYSTEM_COMPONENTS * ROW];
    real change[SYSTEM_COMPONENTS * ROW];
    real u[SYSTEM_COMPONENTS * ROW];
    real q[SYSTEM_COMPONENTS * ROW];
    real lanes[LANE_COUNT * ROW];
    int status[ROW];
};

#if defined(SCHEME_FACE_ROWS)

/* Fluxes through a row of lower faces; returns how many of the first `cells` went without linear data. */
INLINE int face_row(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                    int axis, int length, int cells, int row_length, real *face)
{
    (void)cells;
#if TAUB_ACTIVE_X
    if (axis == 0)
        SCHEME_FACE_ROWS(x)(io, eos, stage, at, stride, length, row_length, face);
#endif
#if TAUB_ACTIVE_Y
    if (axis == 1)
        SCHEME_FACE_ROWS(y)(io, eos, stage, at, stride, length, row_length, face);
#endif
#if TAUB_ACTIVE_Z
    if (axis == 2)
        SCHEME_FACE_ROWS(z)(io, eos, stage, at, stride, length, row_length, face);
#endif
    return 0;
}

/* Adds (lower - upper) flux to the change, and leaves the upper flux where the lower one was. */
INLINE int difference_row(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                          int axis, int length, int cells, real per, real *face, real *change)
{
    real upper[SYSTEM_COMPONENTS * ROW];
    face_row(io, eos, stage, at, stride, axis, length, cells, ROW, upper);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
        for (int l = c * ROW; l < c * ROW + length; l++) {
            change[l] += per * (face[l] - upper[l]);
            face[l] = upper[l];
        }
    return 0;
}

#else

/* Marks are summed apart from the fluxes: a sum of integers in the loop of the fluxes costs 14 % of a step. */
INLINE int count_marks(const real *marks, int count)
{
    real sum = R(0.0);
#pragma omp simd reduction(+ : sum)
    for (int l = 0; l < count; l++)
        sum += marks[l];
    return (int)sum;
}

INLINE real face_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                      int axis PLACE_ARGUMENT, int row_length, real *face)
{
    real flux[SYSTEM_COMPONENTS];
    const int flat = load_face_flux(io, eos, stage, at, stride, axis PLACE_ALONG(0), flux);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        face[c * row_length] = flux[c];
    return flat ? R(1.0) : R(0.0);
}

/* Adds (lower - upper) flux to the change, and leaves the upper flux where the lower one was. */
INLINE real difference_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at,
                            long stride, int axis PLACE_ARGUMENT, real per, real *face, real *change)
{
    real flux[SYSTEM_COMPONENTS];
    const int flat = load_face_flux(io, eos, stage, at, stride, axis PLACE_ALONG(0), flux);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        change[c * ROW] += per * (face[c * ROW] - flux[c]);
        face[c * ROW] = flux[c];
    }
    return flat ? R(1.0) : R(0.0);
}

/* Fluxes through a row of lower faces; returns how many of the first `cells` went without linear data. */
INLINE int face_row(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                    int axis PLACE_ARGUMENT, int length, int cells, int row_length, real *face)
{
    real flat[ROW + 1];
#pragma omp simd
    for (int l = 0; l < length; l++)
        flat[l] = face_lane(io, eos, stage, at + l, stride, axis PLACE_ALONG(axis == 0 ? l : 0), row_length, face + l);
    return count_marks(flat, cells);
}

INLINE int difference_row(const struct taub_io io, const struct eos eos, const struct stage stage, long at, long stride,
                          int axis PLACE_ARGUMENT, int length, int cells, real per, real *face, real *change)
{
    real flat[ROW + 1];
#pragma omp simd
    for (int l = 0; l < length; l++)
        flat[l] = difference_lane(io, eos, stage, at + l, stride, axis PLACE_ALONG(0), per, face + l, change + l);
    return count_marks(flat, cells);
}

#endif

INLINE void update_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b, int k,
                        int j, int i, const real *change_row, real *u_row, real *q_row, real *lanes, int *status)
{
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS];
    load_center(io, at, q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        change[c] = change_row[c * ROW];
    stage_update(io, eos, stage, at, b, k, j, i, q, change, u);
    scale_density(R(1.0) / stage.volume_out, u);
    *status = make_admissible(u);
#if SYSTEM_RECOVERY_CLOSED
    (void)lanes;
    recover_closed(eos, u, q);
#else
    real lane[LANE_COUNT];
    recovery_start(u, recovery_guess(eos, q[0], q[4]), lane);
    UNROLL
    for (int n = 0; n < LANE_COUNT; n++)
        lanes[n * ROW] = lane[n];
#endif
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        u_row[c * ROW] = u[c];
        q_row[c * ROW] = q[c];
    }
}

#if !SYSTEM_RECOVERY_CLOSED
INLINE void finish_lane(const struct eos eos, const real *u_row, const real *lanes, real *q_row, int *status)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], lane[LANE_COUNT];
    UNROLL
    for (int n = 0; n < LANE_COUNT; n++)
        lane[n] = lanes[n * ROW];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = u_row[c * ROW];
    *status = lane[LANE_DONE] == R(0.0) && *status < RECOVERY_EXCEEDED ? RECOVERY_EXCEEDED : *status;
    recovery_finish(eos, u, lane, q);
#if EOS_BOUNDED
    *status |= recovery_range(eos, q);
#endif
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q_row[c * ROW] = q[c];
}
#endif

/* Stores one lane; says whether the cell needs a second look. */
INLINE int store_lane(const struct taub_io io, const struct stage stage, long at, const real *u_row, const real *q_row,
                      int status)
{
    const long cs = io.shape.component_stride;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        io.f[2][at + c * cs] = stage.volume_out * u_row[c * ROW];
        io.f[3][at + c * cs] = q_row[c * ROW];
    }
    real q[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = q_row[c * ROW];
    return status != RECOVERY_GOOD || !state_is_fine(q);
}

static void repair_row(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b, int k,
                       int j, int i, int length, const struct strip *strip)
{
    const long cs = io.shape.component_stride;
    for (int l = 0; l < length; l++) {
        real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            u[c] = strip->u[c * ROW + l];
            q[c] = strip->q[c * ROW + l];
        }
        const int status = recovery_repair(eos, strip->status[l], u, q);
        if (status == RECOVERY_GOOD)
            continue;
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            u[c] *= stage.volume_out;
        store_state(io.f[2], at + l, cs, u);
        store_state(io.f[3], at + l, cs, q);
        count_recovery(io.control, status, b, k, j, i + l);
    }
}

static void stage_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int length = upper[0] - lower[0];
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    struct strip strip;
    int flat = 0;
    (void)scratch;
    if (io.control->paused)
        return;
    const struct stage stage = stage_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++) {
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
            const real first_in_z = k == lower[2], first_in_y = j == lower[1];
            int trouble = 0;
            memset(strip.change, 0, sizeof strip.change);
            (void)first_in_z;
            (void)first_in_y;
            (void)row;
            (void)plane;
#if TAUB_ACTIVE_X
            flat += face_row(io, eos, stage, at, 1, 0 PLACE_OF(b, 0, lower[0]), length + 1, length, ROW + 1, strip.x);
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
                const real *face = strip.x + c * (ROW + 1);
#pragma omp simd
                for (int l = 0; l < length; l++)
                    strip.change[c * ROW + l] = PER_WIDTH(stage.per_x, b, 0, lower[0] + l) * (face[l] - face[l + 1]);
            }
#endif
#if TAUB_ACTIVE_Y
            if (first_in_y)
                flat += face_row(io, eos, stage, at, row, 1 PLACE_OF(b, 1, j), length, length, ROW, strip.y);
            flat +=
                difference_row(io, eos, stage, at + row, row, 1 PLACE_OF(b, 1, j + 1), length,
                               j + 1 < upper[1] ? length : 0, PER_WIDTH(stage.per_y, b, 1, j), strip.y, strip.change);
#endif
#if TAUB_ACTIVE_Z
            real *z = strip.z[j - lower[1]];
            if (first_in_z)
                flat += face_row(io, eos, stage, at, plane, 2 PLACE_OF(b, 2, k), length, length, ROW, z);
            flat += difference_row(io, eos, stage, at + plane, plane, 2 PLACE_OF(b, 2, k + 1), length,
                                   k + 1 < upper[2] ? length : 0, PER_WIDTH(stage.per_z, b, 2, k), z, strip.change);
#endif
#pragma omp simd
            for (int l = 0; l < length; l++)
                update_lane(io, eos, stage, at + l, b, k, j, lower[0] + l, strip.change + l, strip.u + l, strip.q + l,
                            strip.lanes + l, strip.status + l);
#if !SYSTEM_RECOVERY_CLOSED
            row_recovery(eos, length, strip.lanes);
#pragma omp simd
            for (int l = 0; l < length; l++)
                finish_lane(eos, strip.u + l, strip.lanes + l, strip.q + l, strip.status + l);
#endif
#pragma omp simd reduction(+ : trouble)
            for (int l = 0; l < length; l++)
                trouble += store_lane(io, stage, at + l, strip.u + l, strip.q + l, strip.status[l]);
            if (trouble)
                repair_row(io, eos, stage, at, b, k, j, lower[0], length, &strip);
        }
    if (flat)
        count_up(&io.control->first_order_cells, flat);
}

#else

/* A GPU group covers TAUB_GROUP_X x TAUB_GROUP_Y columns that march along z; a thread keeps the flux through its last
 * upper z face. With TAUB_SHARE_FACES it computes the lower x and y faces of its cell and takes the upper ones from its
 * neighbours through shared memory; the last column and row of threads then only serve their neighbours, and tiles are
 * one cell smaller than groups along active axes (src/evolve/program.c). Without, it computes all its faces: more
 * arithmetic, no barriers. bench/stage.md has the measurements. */
#if TAUB_SHARE_FACES
#define SHARED_FACE (TAUB_GROUP_X * TAUB_GROUP_Y)
#define SHARED_VALUES (2 * SYSTEM_COMPONENTS * SHARED_FACE)
#else
#define SHARED_VALUES 1
#endif

/* Flux through the upper face of a cell along x (stride 1) or y: computed, or read from the neighbour. */
INLINE void upper_face(const struct taub_io io, const struct eos eos, const struct stage stage,
                       LOCAL_ARGUMENT const real *neighbour, long at, long stride, int axis PLACE_ARGUMENT,
                       real flux[SYSTEM_COMPONENTS])
{
#if TAUB_SHARE_FACES
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        flux[c] = neighbour[c * SHARED_FACE];
    (void)io;
    (void)eos;
    (void)stage;
    (void)at;
    (void)stride;
    (void)axis;
#if TAUB_STRETCHED
    (void)place;
#endif
#else
    load_face_flux(io, eos, stage, at + stride, stride, axis PLACE_ALONG(1), flux);
    (void)neighbour;
#endif
}

/* Flux through the lower face; left where the neighbour finds it. Returns whether it went without linear data. */
INLINE int lower_face(const struct taub_io io, const struct eos eos, const struct stage stage,
                      LOCAL_ARGUMENT real *mine, long at, long stride, int axis PLACE_ARGUMENT,
                      real flux[SYSTEM_COMPONENTS])
{
    const int flat = load_face_flux(io, eos, stage, at, stride, axis PLACE_ALONG(0), flux);
#if TAUB_SHARE_FACES
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        mine[c * SHARED_FACE] = flux[c];
#else
    (void)mine;
#endif
    return flat;
}

INLINE void add_difference(real per, const real lower[SYSTEM_COMPONENTS], const real upper[SYSTEM_COMPONENTS],
                           real change[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        change[c] += per * (lower[c] - upper[c]);
}

/* Sources, update, recovery and stores of one cell. */
INLINE void advance_cell(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b, int k,
                         int j, int i, const real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_center(io, at, q);
    stage_update(io, eos, stage, at, b, k, j, i, q, change, u);
    const real before_e = q[0], before_n = q[4];
    scale_density(R(1.0) / stage.volume_out, u);
    const int status = recover_primitive(eos, u, before_e, before_n, q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        io.f[2][at + c * cs] = stage.volume_out * u[c];
        io.f[3][at + c * cs] = q[c];
    }
    if (status != RECOVERY_GOOD)
        count_recovery(io.control, status, b, k, j, i);
}

INLINE void stage_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                       const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    const int cell = i < upper[0] && j < upper[1];
    LOCAL_ARGUMENT real *share_x = scratch, *share_y = scratch, *next_x = scratch, *next_y = scratch;
    if (io.control->paused)
        return;
#if TAUB_SHARE_FACES
    const int serves_x = i <= upper[0] && j < upper[1], serves_y = j <= upper[1] && i < upper[0];
    share_x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X;
    share_y = share_x + SYSTEM_COMPONENTS * SHARED_FACE;
    next_x = share_x + 1;
    next_y = share_y + TAUB_GROUP_X;
#else
    const int serves_x = cell, serves_y = cell;
#endif
    const struct stage stage = stage_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    real lower_x[SYSTEM_COMPONENTS], lower_y[SYSTEM_COMPONENTS];
    int flat_below = 0;
    (void)serves_x;
    (void)serves_y;
    (void)row;
#if TAUB_ACTIVE_Z
    if (cell)
        flat_below = load_face_flux(io, eos, stage, at, plane, 2 PLACE_OF(b, 2, lower[2]), below);
#endif
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += plane) {
        int flat = flat_below;
#if TAUB_ACTIVE_X
        if (serves_x)
            flat += lower_face(io, eos, stage, share_x, at, 1, 0 PLACE_OF(b, 0, i), lower_x);
#endif
#if TAUB_ACTIVE_Y
        if (serves_y)
            flat += lower_face(io, eos, stage, share_y, at, row, 1 PLACE_OF(b, 1, j), lower_y);
#endif
#if TAUB_SHARE_FACES
        BARRIER;
#endif
        if (cell) {
            real change[SYSTEM_COMPONENTS];
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                change[c] = R(0.0);
#if TAUB_ACTIVE_X
            upper_face(io, eos, stage, next_x, at, 1, 0 PLACE_OF(b, 0, i), above);
            add_difference(PER_WIDTH(stage.per_x, b, 0, i), lower_x, above, change);
#endif
#if TAUB_ACTIVE_Y
            upper_face(io, eos, stage, next_y, at, row, 1 PLACE_OF(b, 1, j), above);
            add_difference(PER_WIDTH(stage.per_y, b, 1, j), lower_y, above, change);
#endif
#if TAUB_ACTIVE_Z
            flat_below = load_face_flux(io, eos, stage, at + plane, plane, 2 PLACE_OF(b, 2, k + 1), above);
            add_difference(PER_WIDTH(stage.per_z, b, 2, k), below, above, change);
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                below[c] = above[c];
#endif
            advance_cell(io, eos, stage, at, b, k, j, i, change);
            if (flat)
                count_up(&io.control->first_order_cells, flat);
        }
#if TAUB_SHARE_FACES
        BARRIER;
#endif
    }
}

#endif

#if defined(TAUB_HOST)
#define SHARED_VALUES 1
#endif
TAUB_TILE_PASS(stage, SHARED_VALUES)

#endif
