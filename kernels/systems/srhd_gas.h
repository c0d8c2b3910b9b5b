/* What is found once of relativistic densities, for their fluxes and the derivatives of these. */
#ifndef TAUB_SYSTEMS_SRHD_GAS_H
#define TAUB_SYSTEMS_SRHD_GAS_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/srhd.h"

#define GAS_ENERGY 0 /* where the energy stands, with the density at 4 */

struct gas {
    real per_flow; /* 1/X */
    real v[3];
    real pressure;
    real over_w; /* 1/W */
#if EOS_GAMMA_LAW
    real cold; /* r, the share of the rest mass in the enthalpy */
#else
    real e, n, speed_squared, by_e, by_n; /* derivatives of p(e, n) */
    struct eos eos;
#endif
};

/* e + p */
INLINE real gas_enthalpy(const struct gas gas, const real u[SYSTEM_COMPONENTS])
{
    return (u[0] + gas.pressure) * square(gas.over_w);
}

#endif
