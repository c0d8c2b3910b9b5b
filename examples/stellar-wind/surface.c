#include "star.h"

/* The surface: density and pressure of the corona, and the dipole, along which gas leaves as it does above; none comes
 * in. Since it moves along the field there is no electric field, and what passes through the surface stays. Farther out
 * nothing is changed: the state comes as that of the last cell. */
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    real m[3], b[3], along = R(0.0), square = R(0.0);
    (void)t;
    if (radius_of(x) > R(1.0))
        return;
    corona(radius_of(x), &state[0], &state[4]);
    moment(PARAMETER(field), PARAMETER(tilt), m);
    dipole(x, m, b);
    for (int c = 0; c < 3; c++) {
        along += inside[1 + c] * b[c];
        square += b[c] * b[c];
    }
    const real outwards = (b[0] * x[0] + b[1] * x[1] + b[2] * x[2]) * along;
    for (int c = 0; c < 3; c++) {
        state[1 + c] = outwards > R(0.0) ? along / square * b[c] : R(0.0);
        state[5 + c] = b[c];
    }
}
