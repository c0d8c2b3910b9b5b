/* d(density, momentum, energy)/dt of a uniform gravity along -y. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)x;
    (void)t;
    rate[2] = -state[0];
    rate[4] = -state[0] * state[2];
}
