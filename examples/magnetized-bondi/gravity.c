/* d(density, momentum, energy)/dt by a point mass at the origin. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real r_squared = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    const real pull = -PARAMETER(mass) * state[0] / (r_squared * real_sqrt(r_squared));
    (void)t;
    for (int i = 0; i < 3; i++) {
        rate[1 + i] = pull * x[i];
        rate[4] += rate[1 + i] * state[1 + i];
    }
}
