#include "bondi.h"

INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    bondi(x, state);
}

/* field (1 - cos theta)/(r sin theta) around the x axis, theta from it. Where it has no value, on the axis at x < 0,
 * there is no mesh. */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    const real turn = PARAMETER(field) / (r * (r + x[0]));
    (void)t;
    a[1] = -turn * x[2];
    a[2] = turn * x[1];
}
