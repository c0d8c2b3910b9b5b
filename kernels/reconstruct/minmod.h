/* Generalised minmod slope (van Leer 1979; Kurganov and Tadmor 2000, eq. 4.9):
 * minmod(theta (q0 - qm), (qp - qm)/2, theta (qp - q0)), 1 <= theta <= 2, larger is sharper. Face values never leave
 * the range of the neighbours, so positive data stay positive. */
#ifndef TAUB_RECONSTRUCT_MINMOD_H
#define TAUB_RECONSTRUCT_MINMOD_H

#include "dialect.h"

INLINE real compressed_slope(real theta, real qm, real q0, real qp)
{
    const real backward = theta * (q0 - qm), forward = theta * (qp - q0);
    const real centred = R(0.5) * (qp - qm);
    const real least = real_min(real_min(real_fabs(backward), real_fabs(forward)), real_fabs(centred));
    /* the signs are compared as bits: on GPUs that spares the double precision units six comparisons of twelve */
    const real_bits signs = bits_of_real(backward) ^ bits_of_real(forward);
    return signs < 0 ? R(0.0) : centred < R(0.0) ? -least : least;
}

INLINE real limited_slope(real qm, real q0, real qp)
{
    return compressed_slope(R(TAUB_THETA), qm, q0, qp);
}

#endif
