/* No slope: piecewise constant data, first order in space. */
#ifndef TAUB_RECONSTRUCT_NONE_H
#define TAUB_RECONSTRUCT_NONE_H

#include "dialect.h"

INLINE real limited_slope(real qm, real q0, real qp)
{
    return R(0.0);
}

#endif
