/* zeta/s of the user's C file. */
#ifndef TAUB_VISCOSITIES_BULK_CODE_H
#define TAUB_VISCOSITIES_BULK_CODE_H

#include "case/transport_code.h"
#include "dialect.h"

INLINE real specific_bulk_viscosity(real temperature)
{
    return bulk_viscosity(temperature);
}

#endif
