/* Source: in the nozzle the fluid is driven to the beam's state, at a rate that a time step resolves. What the source
 * gives is what the beam brings into the mesh. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real r = real_sqrt(x[1] * x[1] + x[2] * x[2]);
    const real inside = R(0.5) * (R(1.0) - real_tanh((r - R(1.0)) / PARAMETER(rim)));
    const real share = x[0] < PARAMETER(length) ? PARAMETER(rate) * inside : R(0.0);
    const real w = PARAMETER(lorentz_factor), density = PARAMETER(beam_density), pressure = PARAMETER(pressure);
    const real enthalpy = density + R(4.0) * pressure, u = real_sqrt(w * w - R(1.0));
    /* the fluid's conserved state here, gamma = 4/3: p = (e - n)/3 */
    const real p = (state[0] - state[4]) * R(1.0 / 3.0), h = state[0] + p;
    const real v = real_sqrt(R(1.0) + state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);
    (void)t;
    rate[0] = share * ((enthalpy * w * w - pressure) - (h * v * v - p));
    rate[1] = share * (enthalpy * w * u - h * v * state[1]);
    rate[2] = share * (R(0.0) - h * v * state[2]);
    rate[3] = share * (R(0.0) - h * v * state[3]);
    rate[4] = share * (density * w - state[4] * v);
}
