/* What the exact solution says of the gas outside the mesh: it falls with speed 1 towards the origin, and is squeezed
 * on its way. gamma = 5/3. */
INLINE void boundary(const real x[3], real t, const real inside[], real state[])
{
    const int sphere = PARAMETER(dimensions) > R(2.5);
    const real z = sphere ? x[2] : R(0.0);
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + z * z), closer = R(1.0) + t / r;
    const real squeezed = sphere ? closer * closer : closer;
    (void)inside;
    state[0] = squeezed;
    state[1] = -x[0] / r;
    state[2] = -x[1] / r;
    state[3] = -z / r;
    state[4] = PARAMETER(pressure) * real_pow(squeezed, R(5.0 / 3.0));
}
