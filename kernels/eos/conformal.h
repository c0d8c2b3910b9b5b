/* e = 3p: massless particles. T from p = degrees_of_freedom pi^2/90 T^4/hbarc^3; constants come with the case. */
#ifndef TAUB_EOS_CONFORMAL_H
#define TAUB_EOS_CONFORMAL_H

#include "dialect.h"
#include "eos/closed_form.h"

#define EOS_GAMMA_LAW 1 /* systems/srhd_gamma_law.h */
#define EOS_BAROTROPIC 1
#define EOS_CONFORMAL 1

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    return e * R(1.0 / 3.0);
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    *pressure = eos_pressure(eos, e, n);
    *speed_squared = R(1.0 / 3.0);
}

INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    return R(TAUB_EOS_TEMPERATURE_FACTOR) * real_sqrt(real_sqrt(e));
}

INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    return R(4.0 / 3.0) * e / eos_temperature(eos, e, n);
}

#endif
