/* zeta/s = maximum exp(-((T - T_0)/w)^2) with one width below T_0 and another above, and no factor 1/2: B. Schenke,
 * C. Shen, P. Tribedy, Phys. Rev. C 102 (2020) 044905. */
#ifndef TAUB_VISCOSITIES_BULK_GAUSSIAN_H
#define TAUB_VISCOSITIES_BULK_GAUSSIAN_H

#include "viscosities/powers.h"

INLINE real specific_bulk_viscosity(real temperature)
{
    const real above = temperature - R(TAUB_BULK_TEMPERATURE);
    const real x = above * (above < R(0.0) ? R(TAUB_BULK_PER_WIDTH_BELOW) : R(TAUB_BULK_PER_WIDTH_ABOVE));
    return R(TAUB_BULK_VALUE) * decaying_exp(-(x * x));
}

#endif
