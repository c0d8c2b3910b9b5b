/* Van Leer (1974): the harmonic mean of the two differences, 2 a b/(a + b). Smooth. */
#ifndef TAUB_RECONSTRUCT_VAN_LEER_H
#define TAUB_RECONSTRUCT_VAN_LEER_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    const real backward = q0 - qm, forward = qp - q0;
    const real a = real_fabs(backward), b = real_fabs(forward);
    /* twice the smaller one over 1 + smaller/larger: no product that could leave the range of single precision */
    const real smaller = real_min(a, b), larger = real_max(real_max(a, b), REAL_TINY);
    const real size = R(2.0) * smaller / (R(1.0) + smaller / larger);
    /* the signs are compared as bits, as in minmod.h */
    const real_bits signs = bits_of_real(backward) ^ bits_of_real(forward);
    return signs < 0 ? R(0.0) : forward < R(0.0) ? -size : size;
}

#endif
