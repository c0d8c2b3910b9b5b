/* Rows of cells on the host, whose values are strided by HOST_ROW, and Newton's method for many of them in lockstep. */
#ifndef TAUB_MARCH_ROWS_H
#define TAUB_MARCH_ROWS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"

#if defined(TAUB_HOST)

#if !defined(HOST_ROW)
#define HOST_ROW 136
#endif

INLINE void load_values(const real *row, real *values, int count)
{
    EACH (c, count)
        values[c] = row[c * HOST_ROW];
}
INLINE void store_values(real *row, const real *values, int count)
{
    EACH (c, count)
        row[c * HOST_ROW] = values[c];
}
INLINE void load_row(const real *row, real state[SYSTEM_COMPONENTS])
{
    load_values(row, state, SYSTEM_COMPONENTS);
}
INLINE void store_row(real *row, const real state[SYSTEM_COMPONENTS])
{
    store_values(row, state, SYSTEM_COMPONENTS);
}

INLINE void row_recovery_step(const struct eos eos, real *lanes)
{
#if !SYSTEM_RECOVERY_CLOSED
    real lane[LANE_COUNT];
    load_values(lanes, lane, LANE_COUNT);
    recovery_step(eos, lane);
    store_values(lanes, lane, LANE_COUNT);
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
#pragma omp simd reduction(+ : open)
            for (int l = first; l < last; l++)
                open += lanes[LANE_DONE * HOST_ROW + l] == R(0.0);
            if (open == 0)
                break;
#pragma omp simd
            for (int l = first; l < last; l++)
                row_recovery_step(eos, lanes + l);
        }
    }
#endif
}

#endif
#endif
