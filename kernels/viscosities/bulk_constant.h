/* zeta/s of one value. */
#ifndef TAUB_VISCOSITIES_BULK_CONSTANT_H
#define TAUB_VISCOSITIES_BULK_CONSTANT_H

#include "dialect.h"

INLINE real specific_bulk_viscosity(real temperature)
{
    return R(TAUB_BULK_VALUE);
}

#endif
