/* zeta/s = maximum/(1 + ((T - T_0)/w)^2), J. E. Bernhard et al., Nature Phys. 15 (2019) 1113; skewed, with w (1 - skew)
 * below T_0 and w (1 + skew) above: D. Everett et al. (JETSCAPE), Phys. Rev. C 103 (2021) 054904. */
#ifndef TAUB_VISCOSITIES_BULK_CAUCHY_H
#define TAUB_VISCOSITIES_BULK_CAUCHY_H

#include "dialect.h"

INLINE real specific_bulk_viscosity(real temperature)
{
    const real above = temperature - R(TAUB_BULK_TEMPERATURE);
    const real x = above * (above < R(0.0) ? R(TAUB_BULK_PER_WIDTH_BELOW) : R(TAUB_BULK_PER_WIDTH_ABOVE));
    return R(TAUB_BULK_VALUE) / (R(1.0) + x * x);
}

#endif
