/* Gas of low plasma beta, whose energy follows the field of the fluxes (passes/mhd_update.h, passes/sphere_update.h).
 */
#ifndef TAUB_PASSES_LOW_BETA_H
#define TAUB_PASSES_LOW_BETA_H

#include "dialect.h"

/* Internal energies below this share of the field's move towards what they would be with the field of fluxes. */
#define LOW_BETA R(0.01)

/* The internal energy of a gas after the difference of the two magnetic energies: all of it where there is none left,
 * less with more internal energy up to `least`, so that nothing jumps; what is above 0 stays so. */
INLINE real corrected_energy(real inner, real least, real difference)
{
    const real part = inner > R(0.0) ? difference * ((least - inner) / least) : difference;
    return ((inner > R(0.0)) & (part < R(0.0))) ? inner * (inner / (inner - part)) : inner + part;
}

#endif
