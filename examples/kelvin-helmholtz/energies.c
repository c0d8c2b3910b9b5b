/* Kinetic energy along x and along y, and the entropy of the dye (Lecoanet et al. 2016, eq. 12), which grows where
 * dyed and clear gas mix and does not change otherwise. state = (density, v^x, v^y, v^z, pressure, dye). */
INLINE real diagnostic_kinetic_x(const real x[3], real t, const real state[])
{
    (void)x;
    (void)t;
    return R(0.5) * state[0] * state[1] * state[1];
}

INLINE real diagnostic_kinetic_y(const real x[3], real t, const real state[])
{
    (void)x;
    (void)t;
    return R(0.5) * state[0] * state[2] * state[2];
}

INLINE real diagnostic_dye_entropy(const real x[3], real t, const real state[])
{
    const real dye = state[5];
    (void)x;
    (void)t;
    return dye > R(0.0) ? -state[0] * dye * real_log(dye) : R(0.0);
}
