/* p = (gamma - 1)(e - mass n). T = p/n; the entropy per charge is log(p/n^gamma)/(gamma - 1) up to a constant. */
#ifndef TAUB_EOS_IDEAL_GAS_H
#define TAUB_EOS_IDEAL_GAS_H

#include "dialect.h"
#include "eos/closed_form.h"

#define EOS_GAMMA_LAW 1 /* systems/srhd_gamma_law.h */
#define EOS_BAROTROPIC 0
#define EOS_REST_MASS R(TAUB_EOS_MASS)

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    return TAUB_EOS_GAMMA_LESS_1 * (e - R(TAUB_EOS_MASS) * n);
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    /* rounding of a cold gas must not give an imaginary speed */
    const real p = real_max(eos_pressure(eos, e, n), R(0.0));
    *pressure = p;
    *speed_squared = R(TAUB_EOS_GAMMA) * p / (e + p);
}

INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    return n > R(0.0) ? eos_pressure(eos, e, n) / n : R(0.0);
}

INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    const real p = eos_pressure(eos, e, n);
    return n > R(0.0) && p > R(0.0) ? n * (real_log(p) - R(TAUB_EOS_GAMMA) * real_log(n)) / TAUB_EOS_GAMMA_LESS_1
                                    : R(0.0);
}

#endif
