/* Compiles the kernel files of a system into the library, in double precision, so that the equations are written only
 * in kernels/systems/. A file of src/systems/ includes this one, then the kernel files of its system, then
 * systems/physics_functions.h.
 *
 * The numbers of a case that kernels read, gamma and the mass of a charge, are variables of the current call here: each
 * thread has its own, and every function sets them before it calls kernel text. There are always TAUB_MOST_SCALARS
 * passive scalars; those that a case does not have are 0. The equation of state is that of src/eos. */
#ifndef TAUB_SYSTEMS_PHYSICS_H
#define TAUB_SYSTEMS_PHYSICS_H

#include "eos/eos.h"
#include "taub/config.h"

struct taub_case_numbers {
    double gamma, mass;
};
static _Thread_local struct taub_case_numbers case_numbers;

#define TAUB_EOS_GAMMA case_numbers.gamma
#define TAUB_EOS_MASS case_numbers.mass
#define TAUB_SCALARS TAUB_MOST_SCALARS
#define TAUB_ENERGY_FLOOR 0.0 /* initial data and exact solutions are not floored */
#define TAUB_HAS_FLOOR 0
#include "eos/gamma_law.h"
#undef TAUB_EOS_SOFT
#define TAUB_EOS_SOFT \
    0 /* gamma is not known here, so the constant number of Newton steps must be enough for any gamma */

#include "dialect.h"

/* What kernels/eos provides on devices. */
#define EOS_GAMMA_LAW 0
#define EOS_BAROTROPIC 0
#define EOS_CONFORMAL 0
#define EOS_HAS_POTENTIAL 1
#define EOS_REST_MASS R(TAUB_EOS_MASS)

struct eos {
    const struct taub_eos *of_case;
};

INLINE void eos_pressure_and_speed(const struct eos eos, real e, real n, real *pressure, real *speed_squared)
{
    *pressure = taub_eos_device_pressure(eos.of_case, e, n, speed_squared);
}
INLINE real eos_pressure(const struct eos eos, real e, real n)
{
    real speed_squared;
    return taub_eos_device_pressure(eos.of_case, e, n, &speed_squared);
}
INLINE real eos_temperature(const struct eos eos, real e, real n)
{
    return taub_eos_temperature(eos.of_case, e, n);
}
INLINE real eos_entropy_density(const struct eos eos, real e, real n)
{
    return taub_eos_entropy_density(eos.of_case, e, n);
}
INLINE real eos_chemical_potential(const struct eos eos, real e, real n)
{
    return taub_eos_chemical_potential(eos.of_case, e, n);
}

/* Sets the numbers of the call. Charges have mass only in an ideal gas. */
INLINE struct eos physics_of(const struct taub_config *config, const struct taub_eos *eos)
{
    const struct eos physics = {eos};
    case_numbers.gamma = config->eos.gamma;
    case_numbers.mass = config->eos.kind == TAUB_EOS_IDEAL_GAS ? config->eos.mass : 0.0;
    return physics;
}

#endif
