/* Source: a fast parton that moves along x and gives energy and momentum to the fluid around it, a Gaussian in x and y
 * that carries energy_loss (GeV/fm per fm along z) at any time. rate = d(E, Mx, My, Mz, R)/dt, zero before the call. */
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    const real width = PARAMETER(smearing);
    const real along = x[0] - (PARAMETER(start) + PARAMETER(speed) * t);
    const real across = x[1] - PARAMETER(offset);
    const real norm = R(1.0) / (R(2.0) * R(3.14159265358979324) * width * width);
    const real shape = norm * real_exp(-(along * along + across * across) / (R(2.0) * width * width));
    (void)state; /* the fluid's state here, should the loss depend on it */
    rate[0] = PARAMETER(energy_loss) * shape;
    rate[1] = PARAMETER(energy_loss) * PARAMETER(speed) * shape;
}
