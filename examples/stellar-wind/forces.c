#include "star.h"

/* Gravity of the star, and in the frame that turns with it Coriolis's force and the centrifugal one; and the
 * layer from which the wind comes: near the surface gas is brought back to the corona at rest within PARAMETER(time).
 */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real r = radius_of(x), pull = -R(1.0) / (r * r * r), spin = PARAMETER(spin);
    const real force[3] = {(pull + spin * spin) * x[0] + R(2.0) * spin * state[2],
                           (pull + spin * spin) * x[1] - R(2.0) * spin * state[1], pull * x[2]};
    real density, pressure;
    (void)t;
    corona(r, &density, &pressure);
    const real feeds = r < PARAMETER(top) ? R(1.0) / PARAMETER(time) : R(0.0);
    const real v2 = state[1] * state[1] + state[2] * state[2] + state[3] * state[3];
    rate[0] = feeds * (density - state[0]);
    rate[4] = R(0.5) * rate[0] * v2 + feeds * ((pressure - state[4]) / (GAMMA - R(1.0)) - state[0] * v2);
    for (int c = 0; c < 3; c++) {
        rate[1 + c] = state[0] * force[c] + (rate[0] - feeds * state[0]) * state[1 + c];
        rate[4] += state[0] * force[c] * state[1 + c];
    }
}
