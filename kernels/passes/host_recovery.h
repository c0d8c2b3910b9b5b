/* Recovery of many cells in lockstep, for the host's vector units. A row has HOST_ROW cells at most; what is stored of
 * its cells is strided by that. */
#ifndef TAUB_PASSES_HOST_RECOVERY_H
#define TAUB_PASSES_HOST_RECOVERY_H

#if defined(TAUB_HOST)

#define HOST_ROW 136

INLINE void load_row(const real *row, real state[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        state[c] = row[c * HOST_ROW];
}
INLINE void store_row(real *row, const real state[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        row[c * HOST_ROW] = state[c];
}

/* Makes u admissible and starts its recovery from a state nearby; says what had to be done. */
INLINE int row_recovery_start(const struct eos eos, real u[SYSTEM_COMPONENTS], real e, real n, real *lanes)
{
    const int status = make_admissible(u);
#if SYSTEM_RECOVERY_CLOSED
    (void)eos;
    (void)e;
    (void)n;
    (void)lanes;
#else
    real lane[LANE_COUNT];
    recovery_start(u, recovery_guess(eos, e, n), lane);
    UNROLL
    for (int m = 0; m < LANE_COUNT; m++)
        lanes[m * HOST_ROW] = lane[m];
#endif
    return status;
}

INLINE void row_recovery_step(const struct eos eos, real *lanes)
{
#if !SYSTEM_RECOVERY_CLOSED
    real lane[LANE_COUNT];
    UNROLL
    for (int m = 0; m < LANE_COUNT; m++)
        lane[m] = lanes[m * HOST_ROW];
    recovery_step(eos, lane);
    UNROLL
    for (int m = 0; m < LANE_COUNT; m++)
        lanes[m * HOST_ROW] = lane[m];
#else
    (void)eos;
    (void)lanes;
#endif
}

/* All lanes together, in packs small enough that one slow cell does not hold up a whole row. */
INLINE void row_recovery(const struct eos eos, int length, real *lanes)
{
#if !SYSTEM_RECOVERY_CLOSED
    enum { PACK = 16 };
    for (int first = 0; first < length; first += PACK) {
        const int last = first + PACK < length ? first + PACK : length;
        for (int n = 0; n < RECOVERY_ITERATIONS; n++) {
            int open = 0;
#pragma omp simd
            for (int l = first; l < last; l++)
                row_recovery_step(eos, lanes + l);
#pragma omp simd reduction(+ : open)
            for (int l = first; l < last; l++)
                open += lanes[LANE_DONE * HOST_ROW + l] == R(0.0);
            if (open == 0)
                break;
        }
    }
#else
    (void)eos;
    (void)length;
    (void)lanes;
#endif
}

INLINE int row_recovery_finish(const struct eos eos, int status, const real u[SYSTEM_COMPONENTS], const real *lanes,
                               real q[SYSTEM_COMPONENTS])
{
#if SYSTEM_RECOVERY_CLOSED
    (void)lanes;
    recover_closed(eos, u, q);
    return status;
#else
    real lane[LANE_COUNT];
    UNROLL
    for (int m = 0; m < LANE_COUNT; m++)
        lane[m] = lanes[m * HOST_ROW];
    recovery_finish(eos, u, lane, q);
    const int found = lane[LANE_DONE] == R(0.0) && status < RECOVERY_EXCEEDED ? RECOVERY_EXCEEDED : status;
#if EOS_BOUNDED
    return found | recovery_range(eos, q);
#else
    return found;
#endif
#endif
}

#endif
#endif
