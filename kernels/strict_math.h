/* Elementary functions with the same bits on every device, for strict mode: those of the C library, of CUDA and of
 * OpenCL drivers differ in the last bit. Only + - * / and exact operations, in double also when real is float.
 *
 * Errors: exp, log, sin, cos, sinh, cosh, tanh a few units in the last place of a double (sin and cos for |x| < 1e5);
 * pow(x, y) = exp(y log x), so |y log x| + 3 units. From here on the plain names, which users write, mean these. */
#ifndef TAUB_STRICT_MATH_H
#define TAUB_STRICT_MATH_H

#include "dialect.h"

#if TAUB_STRICT

INLINE long strict_bits(double x)
{
#if defined(TAUB_HOST)
    union {
        double r;
        long b;
    } u;
    u.r = x;
    return u.b;
#elif defined(TAUB_CUDA)
    return __double_as_longlong(x);
#else
    return as_long(x);
#endif
}

INLINE double strict_of_bits(long b)
{
#if defined(TAUB_HOST)
    union {
        double r;
        long b;
    } u;
    u.b = b;
    return u.r;
#elif defined(TAUB_CUDA)
    return __longlong_as_double(b);
#else
    return as_double(b);
#endif
}

/* 2^n, -1022 <= n <= 1023 */
INLINE double strict_power_of_two(int n)
{
    return strict_of_bits((long)(n + 1023) << 52);
}

INLINE double strict_exp_double(double x)
{
    const double bounded = x > 720.0 ? 720.0 : x < -760.0 ? -760.0 : x;
    const double n = floor(bounded * 1.4426950408889634 + 0.5);
    /* log 2 in two parts; the first has zeros enough at its end that n times it is exact */
    const double r = (bounded - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
    double sum = 1.0 / 6227020800.0;
    sum = 1.0 / 479001600.0 + r * sum;
    sum = 1.0 / 39916800.0 + r * sum;
    sum = 1.0 / 3628800.0 + r * sum;
    sum = 1.0 / 362880.0 + r * sum;
    sum = 1.0 / 40320.0 + r * sum;
    sum = 1.0 / 5040.0 + r * sum;
    sum = 1.0 / 720.0 + r * sum;
    sum = 1.0 / 120.0 + r * sum;
    sum = 1.0 / 24.0 + r * sum;
    sum = 1.0 / 6.0 + r * sum;
    sum = 1.0 + (r + r * r * (0.5 + r * sum));
    const int whole = x == x ? (int)n : 0, first = whole / 2;
    return x == x ? sum * strict_power_of_two(first) * strict_power_of_two(whole - first) : x;
}

INLINE double strict_log_double(double x)
{
    const int small = x < 2.2250738585072014e-308; /* subnormal, or no logarithm */
    const long b = strict_bits(small ? x * 18014398509481984.0 : x);
    /* x = m 2^n with m between sqrt(1/2) and sqrt(2) */
    const long shifted = b - 0x3FE6A09E667F3BCDL;
    const int n = (int)(shifted >> 52) - (small ? 54 : 0);
    const double m = strict_of_bits(b - (shifted >> 52) * 4503599627370496L);
    const double s = (m - 1.0) / (m + 1.0), z = s * s;
    double sum = 1.0 / 23.0;
    sum = 1.0 / 21.0 + z * sum;
    sum = 1.0 / 19.0 + z * sum;
    sum = 1.0 / 17.0 + z * sum;
    sum = 1.0 / 15.0 + z * sum;
    sum = 1.0 / 13.0 + z * sum;
    sum = 1.0 / 11.0 + z * sum;
    sum = 1.0 / 9.0 + z * sum;
    sum = 1.0 / 7.0 + z * sum;
    sum = 1.0 / 5.0 + z * sum;
    sum = 1.0 / 3.0 + z * sum;
    const double tail = 2.0 * s * z * sum;
    const double value = n * 6.93147180369123816490e-01 + ((n * 1.90821492927058770002e-10 + tail) + 2.0 * s);
    const double huge_value = strict_of_bits(0x7FF0000000000000L);
    const double nothing = strict_of_bits(0x7FF8000000000000L);
    return x > 0.0 ? (x < huge_value ? value : x) : x == 0.0 ? -huge_value : nothing;
}

INLINE double strict_sinh_double(double x)
{
    const double size = x < 0.0 ? -x : x, z = x * x;
    double sum = 1.0 / 121645100408832000.0;
    sum = 1.0 / 355687428096000.0 + z * sum;
    sum = 1.0 / 1307674368000.0 + z * sum;
    sum = 1.0 / 6227020800.0 + z * sum;
    sum = 1.0 / 39916800.0 + z * sum;
    sum = 1.0 / 362880.0 + z * sum;
    sum = 1.0 / 5040.0 + z * sum;
    sum = 1.0 / 120.0 + z * sum;
    sum = 1.0 / 6.0 + z * sum;
    const double up = strict_exp_double(0.5 * size);
    const double large = 0.5 * up * up - 0.5 / (up * up);
    return size < 1.0 ? x + x * z * sum : x < 0.0 ? -large : large;
}

INLINE double strict_cosh_double(double x)
{
    const double up = strict_exp_double(0.5 * (x < 0.0 ? -x : x));
    return 0.5 * up * up + 0.5 / (up * up);
}

INLINE double strict_tanh_double(double x)
{
    const double bounded = x > 25.0 ? 25.0 : x < -25.0 ? -25.0 : x;
    return strict_sinh_double(bounded) / strict_cosh_double(bounded);
}

/* sin(x + quarters pi/2) */
INLINE double strict_wave(double x, int quarters)
{
    const double n = floor(x * 0.63661977236758134308 + 0.5);
    /* pi/2 in three parts; products with the first two are exact for |n| < 2^20 */
    const double r =
        ((x - n * 1.57079632673412561417e+00) - n * 6.07710050630396597660e-11) - n * 2.02226624879595063154e-21;
    const double z = r * r;
    double odd = 1.0 / 355687428096000.0, even = -1.0 / 6402373705728000.0;
    odd = -1.0 / 1307674368000.0 + z * odd;
    odd = 1.0 / 6227020800.0 + z * odd;
    odd = -1.0 / 39916800.0 + z * odd;
    odd = 1.0 / 362880.0 + z * odd;
    odd = -1.0 / 5040.0 + z * odd;
    odd = 1.0 / 120.0 + z * odd;
    odd = -1.0 / 6.0 + z * odd;
    even = 1.0 / 20922789888000.0 + z * even;
    even = -1.0 / 87178291200.0 + z * even;
    even = 1.0 / 479001600.0 + z * even;
    even = -1.0 / 3628800.0 + z * even;
    even = 1.0 / 40320.0 + z * even;
    even = -1.0 / 720.0 + z * even;
    even = 1.0 / 24.0 + z * even;
    even = -0.5 + z * even;
    const double sine = r + r * z * odd, cosine = 1.0 + z * even;
    const int fine = x > -2e9 && x < 2e9;
    const int quarter = ((fine ? (int)n : 0) + quarters) & 3;
    const double value = quarter & 1 ? cosine : sine;
    return fine ? (quarter & 2 ? -value : value) : x - x;
}

INLINE double strict_pow_double(double x, double y)
{
    const double size = x < 0.0 ? -x : x;
    const int whole = floor(y) == y, odd = whole && floor(0.5 * y) != 0.5 * y;
    const double value = strict_exp_double(y * strict_log_double(size));
    const double nothing = strict_of_bits(0x7FF8000000000000L);
    return y == 0.0 || x == 1.0 ? 1.0 : y == 1.0 ? x : x < 0.0 ? (whole ? (odd ? -value : value) : nothing) : value;
}

INLINE real strict_exp(real x)
{
    return (real)strict_exp_double((double)x);
}
INLINE real strict_log(real x)
{
    return (real)strict_log_double((double)x);
}
INLINE real strict_pow(real x, real y)
{
    return (real)strict_pow_double((double)x, (double)y);
}
INLINE real strict_sin(real x)
{
    return (real)strict_wave((double)x, 0);
}
INLINE real strict_cos(real x)
{
    return (real)strict_wave((double)x, 1);
}
INLINE real strict_tanh(real x)
{
    return (real)strict_tanh_double((double)x);
}
INLINE real strict_sinh(real x)
{
    return (real)strict_sinh_double((double)x);
}
INLINE real strict_cosh(real x)
{
    return (real)strict_cosh_double((double)x);
}
/* Exact on every device, but C takes a float to be a double here and the others do not. */
INLINE real strict_sqrt(real x)
{
    return real_sqrt(x);
}
INLINE real strict_fabs(real x)
{
    return real_fabs(x);
}

#undef real_exp
#undef real_log
#undef real_pow
#undef real_sin
#undef real_cos
#undef real_tanh
#undef real_sinh
#undef real_cosh
#define real_exp strict_exp
#define real_log strict_log
#define real_pow strict_pow
#define real_sin strict_sin
#define real_cos strict_cos
#define real_tanh strict_tanh
#define real_sinh strict_sinh
#define real_cosh strict_cosh

#define exp strict_exp
#define log strict_log
#define pow strict_pow
#define sin strict_sin
#define cos strict_cos
#define tanh strict_tanh
#define sinh strict_sinh
#define cosh strict_cosh
#define sqrt strict_sqrt
#define fabs strict_fabs

#endif
#endif
