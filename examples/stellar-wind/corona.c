#include "star.h"

/* state = (density, v, pressure, B): a corona that begins to expand, faster than sound where the mesh ends. In a frame
 * that turns with the star about z what is near the star does so, too. */
INLINE void initial(const real x[3], real t, real state[])
{
    real m[3];
    const real r = radius_of(x), slip = PARAMETER(spin) * (R(1.0) - R(1.0) / (r * r));
    (void)t;
    corona(r, &state[0], &state[4]);
    for (int c = 0; c < 3; c++)
        state[1 + c] = PARAMETER(expansion) * (R(1.0) - R(1.0) / r) * x[c];
    state[1] += slip * x[1];
    state[2] -= slip * x[0];
    moment(PARAMETER(field), PARAMETER(tilt), m);
    dipole(x, m, state + 5);
}

/* m x x/r^3 */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    real m[3];
    const real r = radius_of(x), per = R(1.0) / (r * r * r);
    (void)t;
    moment(PARAMETER(field), PARAMETER(tilt), m);
    for (int c = 0; c < 3; c++)
        a[c] = (m[(c + 1) % 3] * x[(c + 2) % 3] - m[(c + 2) % 3] * x[(c + 1) % 3]) * per;
}
