/* Transport coefficients of a fluid from its temperature T (GeV), pressure and speed of sound:
 *   tau_pi = TAUB_SHEAR_RELAXATION eta/(e + P),   zeta/tau_Pi = TAUB_BULK_RELAXATION (1/3 - c^2)^2 (e + P),
 * with eta T/(e + P) and zeta T/(e + P) given, which are eta/s and zeta/s where there is no net charge, so that the
 * rates 1/tau hold no density at all. They are those of src/eos/transport.c. D. Bazow, U. Heinz, M. Strickland, Comput.
 * Phys. Commun. 225 (2018) 92; zeta/s: G. S. Denicol, T. Kodama, T. Koide, Ph. Mota, Phys. Rev. C 80 (2009) 064901. */
#ifndef TAUB_SYSTEMS_TRANSPORT_H
#define TAUB_SYSTEMS_TRANSPORT_H

#include "dialect.h"
#include "case/transport_code.h"
#include "systems/causal_speed.h"

#define TRANSPORT_HBARC R(0.1973269804) /* GeV fm */

/* exp(x) for x <= 0 by + * and bits only: the same bits everywhere, and it vectorises. Below -87 it is 0. */
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

/* eta/s */
INLINE real specific_shear_viscosity(real temperature)
{
#if TAUB_SHEAR_KIND == 1
    const real above = temperature - R(TAUB_SHEAR_TEMPERATURE);
    return R(TAUB_SHEAR_VALUE) + (above < R(0.0) ? R(TAUB_SHEAR_BELOW) : R(TAUB_SHEAR_ABOVE)) * above;
#elif TAUB_SHEAR_KIND == 2
    return shear_viscosity(temperature);
#else
    (void)temperature;
    return R(TAUB_SHEAR_VALUE);
#endif
}

/* zeta/s */
INLINE real specific_bulk_viscosity(real temperature)
{
#if TAUB_BULK_KIND == 2
    /* every piece is a quadratic and two exponentials, with other numbers: no branch that a vector could not take */
    const real x = temperature * TAUB_BULK_PER_TEMPERATURE;
    const real below = x < R(0.995) ? R(1.0) : R(0.0), above = x > R(1.05) ? R(1.0) : R(0.0);
    const real inside = R(1.0) - (below + above), distance = -real_fabs(x - R(1.0));
    const real rate_1 = below * TAUB_BULK_PER_SIGMA_3 + above * TAUB_BULK_PER_SIGMA_1;
    const real rate_2 = below * TAUB_BULK_PER_SIGMA_4 + above * TAUB_BULK_PER_SIGMA_2;
    const real first =
        (below * R(TAUB_BULK_LAMBDA_3) + above * R(TAUB_BULK_LAMBDA_1)) * decaying_exp(distance * rate_1);
    const real second =
        (below * R(TAUB_BULK_LAMBDA_4) + above * R(TAUB_BULK_LAMBDA_2)) * decaying_exp(distance * rate_2);
    const real offset = below * R(TAUB_BULK_OFFSET_BELOW) + above * R(TAUB_BULK_OFFSET_ABOVE);
    const real quadratic = R(TAUB_BULK_A0) + x * (R(TAUB_BULK_A1) + x * R(TAUB_BULK_A2));
    return R(TAUB_BULK_NORM) * (((first + second) + offset) + inside * quadratic);
#elif TAUB_BULK_KIND == 3
    const real x = (temperature - R(TAUB_BULK_TEMPERATURE)) * TAUB_BULK_PER_WIDTH;
    return R(TAUB_BULK_VALUE) / (R(1.0) + x * x);
#elif TAUB_BULK_KIND == 4
    return bulk_viscosity(temperature);
#else
    (void)temperature;
    return R(TAUB_BULK_VALUE);
#endif
}

/* So that one of zero, somewhere, relaxes at once: lost in the rounding of any other. */
#define LEAST_VISCOSITY R(1e-25)

/* All that the relaxation equations need, divided by the relaxation times. */
struct transport {
    real shear_rate, bulk_rate; /* 1/tau_pi, 1/tau_Pi */
    real shear;                 /* 2 eta/tau_pi */
    real bulk;                  /* zeta/tau_Pi */
    real bulk_by_shear;         /* lambda_Pipi/tau_Pi */
};

INLINE struct transport transport_of(real enthalpy, real speed_squared, real temperature)
{
    struct transport t;
#if TAUB_SHEAR
    t.shear_rate = temperature / (R(TAUB_SHEAR_RELAXATION) * TRANSPORT_HBARC *
                                  (specific_shear_viscosity(temperature) + LEAST_VISCOSITY));
    t.shear = TAUB_SHEAR_TWO_PER_RELAXATION * enthalpy;
#else
    t.shear_rate = t.shear = R(0.0);
#endif
#if TAUB_BULK
    const real anomaly = anomaly_of(speed_squared), ratio = R(TAUB_BULK_RELAXATION) * (anomaly * anomaly);
    t.bulk_rate = ratio * temperature / (TRANSPORT_HBARC * (specific_bulk_viscosity(temperature) + LEAST_VISCOSITY));
    t.bulk = ratio * enthalpy;
    t.bulk_by_shear = TAUB_LAMBDA_BULK_SHEAR * anomaly;
#else
    t.bulk_rate = t.bulk = t.bulk_by_shear = R(0.0);
#endif
    (void)enthalpy;
    (void)speed_squared;
    (void)temperature;
    return t;
}

#endif
