/* Sums and extrema for the history, by rows and then 256 rows at a time, in a fixed order.
 *
 * Per row: sums of the five conserved densities (as stored: with tau in Milne), then max e, min e, max Lorentz factor.
 * Fields of totals: 0 rows out, 1 conserved state, 2 primitive state; of combine: 0 rows out, 1 rows in. */
#ifndef TAUB_PASSES_TOTALS_H
#define TAUB_PASSES_TOTALS_H

#define TOTALS 8

INLINE real totals_identity(int c)
{
    return c == 5 || c == 7 ? -REAL_MAX : c == 6 ? REAL_MAX : R(0.0);
}
INLINE real totals_combine(int c, real a, real b)
{
    return c == 5 || c == 7 ? real_max(a, b) : c == 6 ? real_min(a, b) : a + b;
}
INLINE void totals_point(const struct taub_io io, int b, int k, int j, int i, real out[TOTALS])
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS];
    load_primitive(io, eos_of_tables(io.tables), io.f[2], at, q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        out[c] = io.f[1][at + c * cs];
    out[5] = q[0];
    out[6] = q[0];
    out[7] = lorentz_factor_of(q);
}
TAUB_ROW_PASS(totals, TOTALS)

INLINE real combine_identity(int c)
{
    return totals_identity(c);
}
INLINE real combine_combine(int c, real a, real b)
{
    return totals_combine(c, a, b);
}
INLINE void combine_point(const struct taub_io io, int b, int k, int j, int i, real out[TOTALS])
{
    const int row = j * 256 + i;
    (void)b;
    (void)k;
    UNROLL
    for (int c = 0; c < TOTALS; c++)
        out[c] = row < io.range.option[0] ? io.f[1][(long)row * TOTALS + c] : totals_identity(c);
}
TAUB_ROW_PASS(combine, TOTALS)

#endif
