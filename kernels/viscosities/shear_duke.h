/* eta/s = (eta/s)_min + slope (T - T_0) (T/T_0)^curvature, and below T_0 either the same or the constant of the hadron
 * gas: J. E. Bernhard, J. S. Moreland, S. A. Bass, Nature Phys. 15 (2019) 1113. */
#ifndef TAUB_VISCOSITIES_SHEAR_DUKE_H
#define TAUB_VISCOSITIES_SHEAR_DUKE_H

#include "viscosities/powers.h"

INLINE real specific_shear_viscosity(real temperature)
{
    const real above = temperature - R(TAUB_SHEAR_TEMPERATURE);
    const real bent = power_of(temperature * R(TAUB_SHEAR_PER_TEMPERATURE), R(TAUB_SHEAR_CURVATURE));
    const real value = R(TAUB_SHEAR_VALUE) + R(TAUB_SHEAR_ABOVE) * above * bent;
#if TAUB_SHEAR_HADRONIC
    return above > R(0.0) ? value : R(TAUB_SHEAR_BELOW);
#else
    return value < R(TAUB_SHEAR_FLOOR) ? R(TAUB_SHEAR_FLOOR) : value;
#endif
}

#endif
