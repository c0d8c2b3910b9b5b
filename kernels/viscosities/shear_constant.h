/* eta/s of one value. */
#ifndef TAUB_VISCOSITIES_SHEAR_CONSTANT_H
#define TAUB_VISCOSITIES_SHEAR_CONSTANT_H

#include "dialect.h"

INLINE real specific_shear_viscosity(real temperature)
{
    return R(TAUB_SHEAR_VALUE);
}

#endif
