/* Transport coefficients of a fluid from its temperature T (GeV), pressure and speed of sound:
 *   tau_pi = TAUB_SHEAR_RELAXATION eta/(e + P),   zeta/tau_Pi = TAUB_BULK_RELAXATION (1/3 - c^2)^2 (e + P) or others,
 * with eta T/(e + P) and zeta T/(e + P) given, which are eta/s and zeta/s where there is no net charge, so that the
 * rates 1/tau hold no density at all. They are those of src/eos/transport.c. D. Bazow, U. Heinz, M. Strickland, Comput.
 * Phys. Commun. 225 (2018) 92. The viscosities are those of kernels/viscosities. */
#ifndef TAUB_SYSTEMS_TRANSPORT_H
#define TAUB_SYSTEMS_TRANSPORT_H

#include "dialect.h"
#include "case/bulk_viscosity.h"
#include "case/shear_viscosity.h"
#include "systems/causal_speed.h"
#include "viscosities/powers.h"

#define TRANSPORT_HBARC R(0.1973269804) /* GeV fm */

/* The factor of eta/s that a baryon chemical potential (GeV) brings, 1 at mu = 0. */
INLINE real shear_factor_of_potential(real mu)
{
#if TAUB_SHEAR_OF_POTENTIAL == 1 /* C. Shen, B. Schenke, Phys. Rev. C 105 (2022) 064905 */
    return R(1.0) + R(TAUB_SHEAR_POTENTIAL_SLOPE) * power_of(real_fabs(mu) * R(TAUB_SHEAR_PER_POTENTIAL) + REAL_TINY,
                                                             R(TAUB_SHEAR_POTENTIAL_POWER));
#elif TAUB_SHEAR_OF_POTENTIAL == 2 /* linear through 1, f(0.2), f(0.4): S. A. Jahan et al., arXiv:2408.00537 */
    const real first = real_min(real_fabs(mu) * R(5.0), R(1.0));
    const real second = real_min(real_max(real_fabs(mu) * R(5.0) - R(1.0), R(0.0)), R(1.0));
    return (R(1.0) + first * (R(TAUB_SHEAR_FACTOR_200) - R(1.0))) +
           second * (R(TAUB_SHEAR_FACTOR_400) - R(TAUB_SHEAR_FACTOR_200));
#else
    return R(1.0);
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

INLINE struct transport transport_of(real enthalpy, real speed_squared, real temperature, real mu)
{
    struct transport t;
#if TAUB_SHEAR
    t.shear_rate =
        temperature / (R(TAUB_SHEAR_RELAXATION) * TRANSPORT_HBARC *
                       (specific_shear_viscosity(temperature) * shear_factor_of_potential(mu) + LEAST_VISCOSITY));
    t.shear = TAUB_SHEAR_TWO_PER_RELAXATION * enthalpy;
#else
    t.shear_rate = t.shear = R(0.0);
#endif
#if TAUB_BULK
    const real anomaly = anomaly_of(speed_squared);
#if TAUB_OF_POTENTIAL /* the peak is at temperature + curvature mu^2 */
    const real of_peak = temperature - R(TAUB_BULK_POTENTIAL_CURVATURE) * (mu * mu);
#else
    const real of_peak = temperature;
#endif
    const real specific = specific_bulk_viscosity(of_peak);
    /* ratio: zeta/(tau_Pi (e + P)) */
#if TAUB_BULK_TIME == 2 /* tau_Pi = constant/T */
    const real ratio = specific * R(TAUB_BULK_PER_CONSTANT);
    t.bulk_rate = temperature * R(TAUB_BULK_PER_CONSTANT) / TRANSPORT_HBARC;
#else
#if TAUB_BULK_TIME == 1 /* tau_Pi = constant zeta/(e + P) */
    const real ratio = R(TAUB_BULK_PER_CONSTANT);
#else
    const real ratio = R(TAUB_BULK_RELAXATION) * (anomaly * anomaly);
#endif
    t.bulk_rate = ratio * temperature / (TRANSPORT_HBARC * (specific + LEAST_VISCOSITY));
#endif
    t.bulk = ratio * enthalpy;
    t.bulk_by_shear = TAUB_LAMBDA_BULK_SHEAR * anomaly;
#else
    t.bulk_rate = t.bulk = t.bulk_by_shear = R(0.0);
#endif
    return t;
}

#endif
