/* Gravity of the star, and in the frame that turns with it Coriolis's force and the centrifugal one. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real r_squared = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const real pull = -R(1.0) / (r_squared * real_sqrt(r_squared)), spin = PARAMETER(spin);
    const real force[3] = {(pull + spin * spin) * x[0] + R(2.0) * spin * state[2],
                           (pull + spin * spin) * x[1] - R(2.0) * spin * state[1], pull * x[2]};
    (void)t;
    for (int c = 0; c < 3; c++) {
        rate[1 + c] = state[0] * force[c];
        rate[4] += rate[1 + c] * state[1 + c];
    }
}
