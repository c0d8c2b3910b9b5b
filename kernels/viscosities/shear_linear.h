/* eta/s linear in T to both sides of a temperature, not below a floor: `piecewise`, and `jetscape` of D. Everett et al.
 * (JETSCAPE), Phys. Rev. C 103 (2021) 054904, max((eta/s)_kink + a_low,high (T - T_eta), 0). */
#ifndef TAUB_VISCOSITIES_SHEAR_LINEAR_H
#define TAUB_VISCOSITIES_SHEAR_LINEAR_H

#include "dialect.h"

INLINE real specific_shear_viscosity(real temperature)
{
    const real above = temperature - R(TAUB_SHEAR_TEMPERATURE);
    const real value = R(TAUB_SHEAR_VALUE) + (above < R(0.0) ? R(TAUB_SHEAR_BELOW) : R(TAUB_SHEAR_ABOVE)) * above;
    return value < R(TAUB_SHEAR_FLOOR) ? R(TAUB_SHEAR_FLOOR) : value;
}

#endif
