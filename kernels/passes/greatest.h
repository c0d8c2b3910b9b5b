/* The largest of a row of values, NaN where one of them is: ranks then look for the largest of all of theirs.
 *   greatest  fields: 0 out, 1 the values; the range counts them along x */
#ifndef TAUB_PASSES_GREATEST_H
#define TAUB_PASSES_GREATEST_H

#include "dialect.h"

INLINE void greatest_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    (void)b;
    (void)k;
    (void)j;
    out[0] = io.f[1][i];
}
INLINE real greatest_combine(int c, real a, real b)
{
    (void)c;
    return b != b || b > a ? b : a;
}
INLINE real greatest_identity(int c)
{
    (void)c;
    return 0;
}

TAUB_ROW_PASS(greatest, 1)

#endif
