/* Shu and Osher 1989: a Mach 3 shock runs into gas at rest whose density goes up and down. state = (density, v^x, v^y,
 * v^z, pressure). */
INLINE void initial(const real x[3], real t, real state[])
{
    const int behind = x[0] < PARAMETER(place);
    (void)t;
    state[0] = behind ? R(3.857143) : R(1.0) + PARAMETER(amplitude) * real_sin(PARAMETER(number) * x[0]);
    state[1] = behind ? R(2.629369) : R(0.0);
    state[4] = behind ? R(10.33333) : R(1.0);
}
