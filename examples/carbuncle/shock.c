/* A Mach 6 shock that runs along x into gas at rest whose density is uneven by a thousandth. */
INLINE void initial(const real x[3], real t, real state[])
{
    const int behind = x[0] < R(10.0);
    const real uneven = real_sin(R(12.9898) * x[0] + R(78.233) * x[1] + R(3.7) * x[0] * x[1]);
    (void)t;
    state[0] = behind ? R(5.2682926829268295) : R(1.0) + R(1e-3) * uneven;
    state[1] = behind ? R(5.751744233569071) : R(0.0);
    state[4] = behind ? R(41.833333333333336) : R(1.0);
}
