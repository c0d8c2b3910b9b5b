/* McNally, Lyra and Passy 2012: a band of denser gas moves against the gas around it; ramps of the width `ramp` lead
 * from one to the other, so that the growth converges. state = (density, v^x, v^y, v^z, pressure, dye). */
INLINE void initial(const real x[3], real t, real state[])
{
    const real y = x[1], width = PARAMETER(ramp);
    /* 0 outside the band, 1 inside, one half at y = 1/4 and 3/4; exponentials to both sides */
    const real from_edge = R(0.25) - real_fabs(y - R(0.5));
    const real tail = R(0.5) * real_exp(-real_fabs(from_edge) / width);
    const real band = from_edge > R(0.0) ? R(1.0) - tail : tail;
    (void)t;
    state[0] = R(1.0) + band;
    state[1] = R(0.5) - band;
    state[2] = PARAMETER(kick) * real_sin(R(4.0 * 3.14159265358979323846) * x[0]);
    state[4] = R(2.5);
    state[5] = band;
}
