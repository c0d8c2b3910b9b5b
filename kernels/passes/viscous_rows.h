/* The stage of passes/viscous.h on the host. A tile is a strip of at most VISCOUS_ROW cells by VISCOUS_DEPTH rows that
 * marches along z: each face flux is computed once and waits in the caches. */
#ifndef TAUB_PASSES_VISCOUS_ROWS_H
#define TAUB_PASSES_VISCOUS_ROWS_H

#define VISCOUS_ROW 72
#define VISCOUS_DEPTH 8

struct viscous_strip {
    real x[SYSTEM_COMPONENTS * VISCOUS_ROW];
    real y[SYSTEM_COMPONENTS * VISCOUS_ROW];
    real z[VISCOUS_DEPTH][SYSTEM_COMPONENTS * VISCOUS_ROW];
    real change[SYSTEM_COMPONENTS * VISCOUS_ROW];
    real u[SYSTEM_COMPONENTS * VISCOUS_ROW];
    real q[SYSTEM_COMPONENTS * VISCOUS_ROW];
    real lanes[LANE_COUNT * VISCOUS_ROW];
    real bulk_rate[VISCOUS_ROW];
    int status[VISCOUS_ROW];
};

INLINE void row_get(const real *row, real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        values[c] = row[c * VISCOUS_ROW];
}
INLINE void row_put(real *row, const real *values, int count)
{
    UNROLL
    for (int c = 0; c < count; c++)
        row[c * VISCOUS_ROW] = values[c];
}

INLINE void viscous_face_lane(const struct taub_io io, const struct eos eos, long at, long stride, int axis, real *face)
{
    real flux[SYSTEM_COMPONENTS];
    load_face_flux(io, eos, at, stride, axis, flux);
    row_put(face, flux, SYSTEM_COMPONENTS);
}

/* Adds (lower - upper) flux to the change, and leaves the upper flux where the lower one was. */
INLINE void viscous_difference_lane(const struct taub_io io, const struct eos eos, long at, long stride, int axis,
                                    real per, real *face, real *change)
{
    real flux[SYSTEM_COMPONENTS];
    load_face_flux(io, eos, at, stride, axis, flux);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        change[c * VISCOUS_ROW] += per * (face[c * VISCOUS_ROW] - flux[c]);
        face[c * VISCOUS_ROW] = flux[c];
    }
}

/* Once per axis, wherever they are called from: the code is long. */
#define VISCOUS_FACES(name, axis)                                                                              \
    static __attribute__((noinline)) void name##_faces(const struct taub_io io, const struct eos eos, long at, \
                                                       long stride, int length, real *face)                    \
    {                                                                                                          \
        TAUB_PRAGMA(omp simd)                                                                                  \
        for (int l = 0; l < length; l++)                                                                       \
            viscous_face_lane(io, eos, at + l, stride, axis, face + l);                                        \
    }
#define VISCOUS_DIFFERENCES(name, axis)                                                                                \
    static                                                                                                             \
        __attribute__((noinline)) void name##_differences(const struct taub_io io, const struct eos eos, long at,      \
                                                          long stride, int length, real per, real *face, real *change) \
    {                                                                                                                  \
        TAUB_PRAGMA(omp simd)                                                                                          \
        for (int l = 0; l < length; l++)                                                                               \
            viscous_difference_lane(io, eos, at + l, stride, axis, per, face + l, change + l);                         \
    }
#if TAUB_ACTIVE_X
VISCOUS_FACES(viscous_x, 0)
#endif
#if TAUB_ACTIVE_Y
VISCOUS_FACES(viscous_y, 1)
VISCOUS_DIFFERENCES(viscous_y, 1)
#endif
#if TAUB_ACTIVE_Z
VISCOUS_FACES(viscous_z, 2)
VISCOUS_DIFFERENCES(viscous_z, 2)
#endif

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
INLINE int viscous_update_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at, int b,
                               int k, int j, int i, const real *change_row, const real *bulk_rate, real *u_row,
                               real *lanes)
{
    real q[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS], lane[LANE_COUNT];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = io.f[0][at + c * io.shape.component_stride];
    row_get(change_row, change, SYSTEM_COMPONENTS);
    struct transport t = transport_at(eos, q[0], charge_of(q));
    t.bulk_rate = *bulk_rate;
    const int causal = relaxed_state(io, eos, stage, t, at, b, k, j, i, q, change, u);
    recovery_start(u, q[0], lane);
    row_put(u_row, u, SYSTEM_COMPONENTS);
    row_put(lanes, lane, LANE_COUNT);
    return (causal ? RECOVERY_GOOD : RECOVERY_REGULATED) |
           (admissible(u, least_invariant(q)) ? RECOVERY_GOOD : RECOVERY_FAILED);
}

INLINE void viscous_recovery_lane(const struct eos eos, real *lanes)
{
    real lane[LANE_COUNT];
    row_get(lanes, lane, LANE_COUNT);
    recovery_step(eos, lane);
    row_put(lanes, lane, LANE_COUNT);
}

/* All lanes together, in packs small enough that one slow cell does not hold up a whole row. */
INLINE void viscous_recovery(const struct eos eos, int length, real *lanes)
{
    enum { PACK = 16 };
    for (int first = 0; first < length; first += PACK) {
        const int last = first + PACK < length ? first + PACK : length;
        for (int n = 0; n < RECOVERY_ITERATIONS; n++) {
            int open = 0;
#pragma omp simd reduction(+ : open)
            for (int l = first; l < last; l++)
                open += lanes[LANE_DONE * VISCOUS_ROW + l] == R(0.0);
            if (open == 0)
                break;
#pragma omp simd
            for (int l = first; l < last; l++)
                viscous_recovery_lane(eos, lanes + l);
        }
    }
}

/* Ends the recovery and stores the cell; says whether it has to be looked at. */
INLINE int viscous_finish_lane(const struct taub_io io, const struct eos eos, const struct stage stage, long at,
                               const real *u_row, const real *lanes, int *status)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], lane[LANE_COUNT];
    row_get(u_row, u, SYSTEM_COMPONENTS);
    row_get(lanes, lane, LANE_COUNT);
    recovery_finish(eos, u, lane, q);
    store_cell(io, stage, at, u, q);
    *status |= (lane[LANE_DONE] != R(0.0)) & recovery_sound(eos, q) ? RECOVERY_GOOD : RECOVERY_FAILED;
    return *status != RECOVERY_GOOD;
}

/* Cells that need more than the rows did, one by one. */
static __attribute__((noinline)) void viscous_repair(const struct taub_io io, const struct eos eos,
                                                     const struct stage stage, long at, int b, int k, int j, int i,
                                                     int length, const struct viscous_strip *strip)
{
    for (int l = 0; l < length; l++) {
        real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
        if (strip->status[l] == RECOVERY_GOOD)
            continue;
        row_get(strip->u + l, u, SYSTEM_COMPONENTS);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            q[c] = io.f[0][at + l + c * io.shape.component_stride];
        const real before = q[0], charge = charge_of(q), least = least_invariant(q);
        const int acausal = strip->status[l] & RECOVERY_REGULATED, fluid = !acausal && admissible(u, least);
        const int status = recover_cell(eos, u, before, least, q) | acausal;
        store_cell(io, stage, at + l, u, q);
        if (!fluid || (status & RECOVERY_FLOORED))
            count_lost(io.control, eos, before, charge);
        count_recovery(io.control, status, b, k, j, i + l);
    }
}

static __attribute__((noinline)) int viscous_update(const struct taub_io io, const struct eos eos,
                                                    const struct stage stage, long at, int b, int k, int j, int i,
                                                    int length, struct viscous_strip *strip)
{
    int trouble = 0;
#pragma omp simd
    for (int l = 0; l < length; l++)
        viscous_bulk_rate_lane(io, eos, at + l, strip->bulk_rate + l);
#pragma omp simd
    for (int l = 0; l < length; l++)
        strip->status[l] = viscous_update_lane(io, eos, stage, at + l, b, k, j, i + l, strip->change + l,
                                               strip->bulk_rate + l, strip->u + l, strip->lanes + l);
    viscous_recovery(eos, length, strip->lanes);
#pragma omp simd reduction(+ : trouble)
    for (int l = 0; l < length; l++)
        trouble += viscous_finish_lane(io, eos, stage, at + l, strip->u + l, strip->lanes + l, strip->status + l);
    return trouble;
}

static void fluxes_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int length = upper[0] - lower[0];
    struct viscous_strip strip;
    (void)scratch;
    if (io.control->paused)
        return;
    const struct stage stage = stage_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++) {
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
            memset(strip.change, 0, sizeof strip.change);
#if TAUB_ACTIVE_X
            viscous_x_faces(io, eos, at, 1, length + 1, strip.x);
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
                const real *face = strip.x + c * VISCOUS_ROW;
#pragma omp simd
                for (int l = 0; l < length; l++)
                    strip.change[c * VISCOUS_ROW + l] = stage.per_x * (face[l] - face[l + 1]);
            }
#endif
#if TAUB_ACTIVE_Y
            const long row = io.shape.row_stride;
            if (j == lower[1])
                viscous_y_faces(io, eos, at, row, length, strip.y);
            viscous_y_differences(io, eos, at + row, row, length, stage.per_y, strip.y, strip.change);
#endif
#if TAUB_ACTIVE_Z
            const long plane = io.shape.plane_stride;
            real *z = strip.z[j - lower[1]];
            if (k == lower[2])
                viscous_z_faces(io, eos, at, plane, length, z);
            viscous_z_differences(io, eos, at + plane, plane, length, stage.per_z, z, strip.change);
#endif
            if (viscous_update(io, eos, stage, at, b, k, j, lower[0], length, &strip))
                viscous_repair(io, eos, stage, at, b, k, j, lower[0], length, &strip);
        }
}

#endif
