/* Minbee (Roe's minmod): the smaller one of the two differences. The most diffusive of the second-order limiters. */
#ifndef TAUB_RECONSTRUCT_MINBEE_H
#define TAUB_RECONSTRUCT_MINBEE_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    const real backward = q0 - qm, forward = qp - q0;
    const real least = real_fabs(backward) < real_fabs(forward) ? backward : forward;
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(backward) ^ bits_of_real(forward);
    return signs < 0 ? R(0.0) : least;
}

#endif
