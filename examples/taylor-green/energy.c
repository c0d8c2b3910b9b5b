/* Kinetic energy over the volume. state = (density, v^x, v^y, v^z, pressure). */
INLINE real diagnostic_kinetic(const real x[3], real t, const real state[])
{
    const real volume = R(31.00627668029982); /* pi^3 */
    (void)x;
    (void)t;
    return R(0.5) * state[0] * (state[1] * state[1] + state[2] * state[2] + state[3] * state[3]) / volume;
}
