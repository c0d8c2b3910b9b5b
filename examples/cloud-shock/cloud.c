/* W. Dai and P. R. Woodward, Astrophys. J. 494 (1998) 317, in the form of G. Toth, J. Comput. Phys. 161 (2000) 605: gas
 * with a ball of density `cloud` runs into a shock, behind which the gas is at rest. state = (density, v, pressure, B).
 */
INLINE real field_of(real x)
{
    return x < R(0.6) ? R(2.1826182) : R(0.56418958);
}
INLINE void initial(const real x[3], real t, real state[])
{
    const real from_x = x[0] - R(0.8), from_y = x[1] - R(0.5);
    const int behind = x[0] < R(0.6), inside = from_x * from_x + from_y * from_y < R(0.0225);
    (void)t;
    state[0] = behind ? R(3.86859) : inside ? PARAMETER(cloud) : R(1.0);
    state[1] = behind ? R(0.0) : R(-11.2536);
    state[4] = behind ? R(167.345) : R(1.0);
    state[6] = behind ? -field_of(x[0]) : field_of(x[0]);
    state[7] = field_of(x[0]);
}

/* B_y = -dA_z/dx, B_z = dA_y/dx */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real from = x[0] - R(0.6), sum = from * field_of(x[0]);
    (void)t;
    a[1] = sum;
    a[2] = x[0] < R(0.6) ? sum : -sum;
}
