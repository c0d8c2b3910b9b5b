/* The mean of the two differences, without any limit (Fromm 1968): second order at crests too, and overshoots at jumps.
 */
#ifndef TAUB_RECONSTRUCT_CENTRED_H
#define TAUB_RECONSTRUCT_CENTRED_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    return R(0.5) * (qp - qm);
}

#endif
