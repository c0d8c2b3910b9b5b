/* Initial data: a hot medium at rest, and in the nozzle the beam. The nozzle is a disc of radius 1 about the x axis
 * that reaches `length` into the mesh; its rim is smooth, so that no corner of a cell starts a wave. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real r = real_sqrt(x[1] * x[1] + x[2] * x[2]);
    const real inside = R(0.5) * (R(1.0) - real_tanh((r - R(1.0)) / PARAMETER(rim)));
    const real beam = x[0] < PARAMETER(length) ? inside : R(0.0);
    const real density = PARAMETER(medium_density) + (PARAMETER(beam_density) - PARAMETER(medium_density)) * beam;
    const real lorentz_factor = PARAMETER(lorentz_factor);
    (void)t;
    /* the pressure is the same in the beam and in the medium: e = n + p/(gamma - 1), gamma = 4/3 */
    state[0] = density + R(3.0) * PARAMETER(pressure);
    state[1] = real_sqrt(lorentz_factor * lorentz_factor - R(1.0)) * beam;
    state[4] = density;
}
