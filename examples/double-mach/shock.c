/* Woodward and Colella 1984: a Mach 10 shock at 60 degrees to the x axis that stands on it at `foot`; it moves with 10
 * along its normal, so that along x it passes with 20/sqrt 3. state = (density, v^x, v^y, v^z, pressure). */
INLINE void shock_state(real x, real y, real t, real foot, real state[])
{
    const real front = foot + (y + R(20.0) * t) * R(0.57735026918962576);
    const int behind = x < front;
    state[0] = behind ? R(8.0) : R(1.4);
    state[1] = behind ? R(7.1447095812) : R(0.0); /* 8.25 cos 30 degrees */
    state[2] = behind ? R(-4.125) : R(0.0);
    state[3] = R(0.0);
    state[4] = behind ? R(116.5) : R(1.0);
}

INLINE void initial(const real x[3], real t, real state[])
{
    shock_state(x[0], x[1], t, PARAMETER(foot), state);
}
