/* The user's equation of state: his file, read before this one, defines
 *   real eos_user_pressure(real energy_density, real charge_density)
 *   real eos_user_sound_speed_squared(real energy_density, real charge_density)
 *   real eos_user_temperature(real energy_density, real charge_density)
 * Derivatives of the pressure come from differences of it over a share of e and n, the fourth root of the rounding of a
 * number: relative errors of first and second derivatives are about 1e-8 of a smooth p in double precision, 1e-3 in
 * single. */
#ifndef TAUB_EOS_CODE_H
#define TAUB_EOS_CODE_H

#include "dialect.h"
#include "case/eos_code.h"
#include "eos/closed_form.h"

#define EOS_GAMMA_LAW 0
#define EOS_BAROTROPIC 0
#define EOS_REST_MASS R(0.0)

INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    return eos_user_pressure(e, n);
}

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    *pressure = eos_user_pressure(e, n);
    *speed_squared = eos_user_sound_speed_squared(e, n);
}

INLINE void eos_difference_steps(real e, real n, real *step_e, real *step_n)
{
    const real share = real_sqrt(real_sqrt(REAL_EPSILON));
    *step_e = share * e;
    *step_n = share * (e + real_fabs(n));
}

/* p, c^2, dp/de and dp/dn. */
INLINE void eos_pressure_and_slopes(const struct eos eos, real e, real n, real *pressure, real *speed_squared,
                                    real *by_e, real *by_n)
{
    real a, b;
    eos_difference_steps(e, n, &a, &b);
    eos_pressure_and_speed(eos, e, n, pressure, speed_squared);
    *by_e = (eos_user_pressure(e + a, n) - eos_user_pressure(e - a, n)) / (R(2.0) * a);
    *by_n = (eos_user_pressure(e, n + b) - eos_user_pressure(e, n - b)) / (R(2.0) * b);
}

/* p_ee, p_en, p_nn. */
INLINE void eos_pressure_curves(const struct eos eos, real e, real n, real curves[3])
{
    real a, b;
    eos_difference_steps(e, n, &a, &b);
    const real middle = eos_pressure(eos, e, n);
    const real e_up = eos_user_pressure(e + a, n) - middle, e_down = eos_user_pressure(e - a, n) - middle;
    const real n_up = eos_user_pressure(e, n + b) - middle, n_down = eos_user_pressure(e, n - b) - middle;
    const real both_up = eos_user_pressure(e + a, n + b) - middle, both_down = eos_user_pressure(e - a, n - b) - middle;
    curves[0] = (e_up + e_down) / (a * a);
    curves[1] = ((both_up - (e_up + n_up)) + (both_down - (e_down + n_down))) / (R(2.0) * a * b);
    curves[2] = (n_up + n_down) / (b * b);
}

INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    return eos_user_temperature(e, n);
}

/* Without charge (e + p)/T; a charge's chemical potential is not known here. */
INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    const real temperature = eos_temperature(eos, e, n);
    return temperature > R(0.0) ? (e + eos_pressure(eos, e, n)) / temperature : R(0.0);
}

#endif
