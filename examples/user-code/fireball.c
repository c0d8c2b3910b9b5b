/* Initial data: a fireball at rest, Gaussian in the transverse plane, on a thin background.
 * state = (energy_density, u^x, u^y, u^z, charge_density), zero before the call. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real r_squared = x[0] * x[0] + x[1] * x[1];
    const real width = PARAMETER(width);
    (void)t; /* the time at the start of the run */
    state[0] = PARAMETER(background) + PARAMETER(peak) * real_exp(-r_squared / (R(2.0) * width * width));
}
