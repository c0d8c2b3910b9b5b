/* eta/s of the user's C file. */
#ifndef TAUB_VISCOSITIES_SHEAR_CODE_H
#define TAUB_VISCOSITIES_SHEAR_CODE_H

#include "case/transport_code.h"
#include "dialect.h"

INLINE real specific_shear_viscosity(real temperature)
{
    return shear_viscosity(temperature);
}

#endif
