/* Superbee (Roe 1985): the larger one of minmod(2 a, b) and minmod(a, 2 b). The sharpest that keeps the total
 * variation; squares smooth waves. */
#ifndef TAUB_RECONSTRUCT_SUPERBEE_H
#define TAUB_RECONSTRUCT_SUPERBEE_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    const real backward = q0 - qm, forward = qp - q0;
    const real a = real_fabs(backward), b = real_fabs(forward);
    const real size = real_max(real_min(R(2.0) * a, b), real_min(a, R(2.0) * b));
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(backward) ^ bits_of_real(forward);
    return signs < 0 ? R(0.0) : forward < R(0.0) ? -size : size;
}

#endif
