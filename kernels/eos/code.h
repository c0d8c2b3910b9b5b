/* The user's equation of state: his file, read before this one, defines
 *   real eos_user_pressure(real energy_density, real charge_density)
 *   real eos_user_sound_speed_squared(real energy_density, real charge_density)
 *   real eos_user_temperature(real energy_density, real charge_density) */
#ifndef TAUB_EOS_CODE_H
#define TAUB_EOS_CODE_H

#define EOS_BAROTROPIC 0
#define EOS_REST_MASS R(0.0)

#include "eos/closed_form.h"

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    (void)eos;
    return eos_user_pressure(e, n);
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    (void)eos;
    *pressure = eos_user_pressure(e, n);
    *speed_squared = eos_user_sound_speed_squared(e, n);
}

INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    (void)eos;
    return eos_user_temperature(e, n);
}

/* Without charge (e + p)/T; a charge's chemical potential is not known here. */
INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    const real temperature = eos_temperature(eos, e, n);
    return temperature > R(0.0) ? (e + eos_pressure(eos, e, n)) / temperature : R(0.0);
}

#endif
