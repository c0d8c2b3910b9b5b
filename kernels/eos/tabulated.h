/* p(e) and T(e) from the table of src/eos/eos.h: cubics in t on intervals that divide each octave of e equally, so that
 * the interval is found from the bits of e without a logarithm. Used by lattice-wb and table. */
#ifndef TAUB_EOS_TABULATED_H
#define TAUB_EOS_TABULATED_H

#include "dialect.h"

#define EOS_GAMMA_LAW 0
#define EOS_BAROTROPIC 1

struct eos {
    GLOBAL const real *table;
};

INLINE struct eos eos_of_tables(GLOBAL const real *tables)
{
    struct eos eos;
    eos.table = tables;
    return eos;
}

/* Interval of e, place t in it, and e dt/de (0 outside the table, where ratios stay constant). */
INLINE int eos_interval(real e, real *t, real *slope)
{
    const real_bits one = (real_bits)REAL_EXPONENT_BIAS << REAL_MANTISSA_BITS;
    const real_bits fraction = ((real_bits)1 << REAL_MANTISSA_BITS) - 1;
    const real_bits below = ((real_bits)1 << (REAL_MANTISSA_BITS - TAUB_EOS_TABLE_BITS)) - 1;
    const real_bits b = bits_of_real(e);
    const real mantissa = real_of_bits((b & fraction) | one);
    const real left = real_of_bits(((b & fraction) & ~below) | one);
    const int count = TAUB_EOS_TABLE_OCTAVES << TAUB_EOS_TABLE_BITS;
    const int at = (int)(b >> (REAL_MANTISSA_BITS - TAUB_EOS_TABLE_BITS)) -
                   ((TAUB_EOS_TABLE_FIRST + REAL_EXPONENT_BIAS) << TAUB_EOS_TABLE_BITS);
    const real inside = (mantissa - left) * R(1 << TAUB_EOS_TABLE_BITS);
    *t = at < 0 ? R(0.0) : at >= count ? R(1.0) : inside;
    *slope = at < 0 || at >= count ? R(0.0) : mantissa * R(1 << TAUB_EOS_TABLE_BITS);
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    real t, slope;
    const int at = 4 * eos_interval(e, &t, &slope);
    const real c0 = LOAD(eos.table + at), c1 = LOAD(eos.table + at + 1);
    const real c2 = LOAD(eos.table + at + 2), c3 = LOAD(eos.table + at + 3);
    const real ratio = c0 + t * (c1 + t * (c2 + t * c3));
    *pressure = e * ratio;
    *speed_squared = ratio + slope * (c1 + t * (R(2.0) * c2 + t * (R(3.0) * c3)));
}

/* p, c^2, dp/de and dp/dn. */
INLINE void eos_pressure_and_slopes(const struct eos eos, real e, real n, real *pressure, real *speed_squared,
                                    real *by_e, real *by_n)
{
    eos_pressure_and_speed(eos, e, n, pressure, speed_squared);
    *by_e = *speed_squared;
    *by_n = R(0.0);
}

/* p_ee, p_en, p_nn. */
INLINE void eos_pressure_curves(const struct eos eos, real e, real n, real curves[3])
{
    real t, slope;
    const int at = 4 * eos_interval(e, &t, &slope);
    const real c1 = LOAD(eos.table + at + 1), c2 = LOAD(eos.table + at + 2), c3 = LOAD(eos.table + at + 3);
    const real first = c1 + t * (R(2.0) * c2 + t * (R(3.0) * c3)), second = R(2.0) * c2 + t * (R(6.0) * c3);
    curves[0] = slope / e * (R(2.0) * first + slope * second);
    curves[1] = curves[2] = R(0.0);
}

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, e, n, &pressure, &speed_squared);
    return pressure;
}

INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    real t, slope;
    const int at = 4 * (eos_interval(e, &t, &slope) + (TAUB_EOS_TABLE_OCTAVES << TAUB_EOS_TABLE_BITS));
    const real ratio = LOAD(eos.table + at) +
                       t * (LOAD(eos.table + at + 1) + t * (LOAD(eos.table + at + 2) + t * LOAD(eos.table + at + 3)));
    return ratio * real_sqrt(real_sqrt(e));
}

INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    const real temperature = eos_temperature(eos, e, n);
    return temperature > R(0.0) ? (e + eos_pressure(eos, e, n)) / temperature : R(0.0);
}

#endif
