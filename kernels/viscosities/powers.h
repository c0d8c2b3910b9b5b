/* Exponentials and powers by + * / and bits only: the same bits everywhere, and they vectorise. */
#ifndef TAUB_VISCOSITIES_POWERS_H
#define TAUB_VISCOSITIES_POWERS_H

#include "dialect.h"

/* exp(x) for x <= 0; below -87 it is 0. */
INLINE real decaying_exp(real x)
{
    const real bounded = real_max(x, R(-87.0));
    const int n = (int)(bounded * R(1.4426950408889634) - R(0.5));
    const real r = (bounded - (real)n * R(0.693145751953125)) - (real)n * R(1.428606820309417e-6);
    real sum = R(1.0 / 479001600.0);
    sum = R(1.0 / 39916800.0) + r * sum;
    sum = R(1.0 / 3628800.0) + r * sum;
    sum = R(1.0 / 362880.0) + r * sum;
    sum = R(1.0 / 40320.0) + r * sum;
    sum = R(1.0 / 5040.0) + r * sum;
    sum = R(1.0 / 720.0) + r * sum;
    sum = R(1.0 / 120.0) + r * sum;
    sum = R(1.0 / 24.0) + r * sum;
    sum = R(1.0 / 6.0) + r * sum;
    sum = R(0.5) + r * sum;
    sum = R(1.0) + (r + r * (r * sum));
    const real scale = real_of_bits((real_bits)(n + REAL_EXPONENT_BIAS) << REAL_MANTISSA_BITS);
    return x < R(-87.0) ? R(0.0) : sum * scale;
}

/* ln x for x > 0: x = 2^n m with m between 1/sqrt 2 and sqrt 2, and ln m = 2 artanh((m - 1)/(m + 1)). */
INLINE real natural_log(real x)
{
    const real_bits one = (real_bits)REAL_EXPONENT_BIAS << REAL_MANTISSA_BITS, bits = bits_of_real(x);
    const real_bits exponent = (bits >> REAL_MANTISSA_BITS) - REAL_EXPONENT_BIAS;
    const real mantissa = real_of_bits((bits & (((real_bits)1 << REAL_MANTISSA_BITS) - 1)) | one);
    const int upper = mantissa > R(1.4142135623730951);
    const real m = upper ? R(0.5) * mantissa : mantissa, n = (real)(int)exponent + (upper ? R(1.0) : R(0.0));
    const real z = (m - R(1.0)) / (m + R(1.0)), zz = z * z;
    real sum = R(1.0 / 23.0);
    UNROLL
    for (int odd = 21; odd > 0; odd -= 2)
        sum = R(1.0) / (real)odd + zz * sum;
    return n * R(0.6931471805599453) + R(2.0) * (z * sum);
}

/* x^power for x > 0; 0 or infinity beyond e^-87 and e^87. */
INLINE real power_of(real x, real power)
{
    const real exponent = power * natural_log(x), small = decaying_exp(-real_fabs(exponent));
    return exponent > R(0.0) ? R(1.0) / small : small;
}

#endif
