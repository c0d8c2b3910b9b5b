/* MC (van Leer 1977, monotonised central): the centred difference within twice either one; minmod.h with theta = 2. */
#ifndef TAUB_RECONSTRUCT_MC_H
#define TAUB_RECONSTRUCT_MC_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    const real backward = q0 - qm, forward = qp - q0;
    const real a = R(2.0) * real_fabs(backward), b = R(2.0) * real_fabs(forward);
    const real centred = R(0.5) * (qp - qm);
    const real size = real_min(real_min(a, b), real_fabs(centred));
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(backward) ^ bits_of_real(forward);
    return signs < 0 ? R(0.0) : centred < R(0.0) ? -size : size;
}

#endif
