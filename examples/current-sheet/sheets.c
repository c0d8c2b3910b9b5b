/* J. F. Hawley and J. M. Stone, Comput. Phys. Commun. 89 (1995) 127: B_y = 1, and -1 between x = 0.5 and 1.5, in a gas
 * of uniform density and pressure beta/2 that moves a little along x. state = (density, v, pressure, B). */
INLINE void initial(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = R(1.0);
    state[1] = PARAMETER(speed) * real_sin(R(3.14159265358979323846) * x[1]);
    state[4] = R(0.5) * PARAMETER(beta);
    state[6] = real_fabs(x[0] - R(1.0)) < R(0.5) ? R(-1.0) : R(1.0);
}

/* B_y = -dA_z/dx */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = real_fabs(x[0] - R(1.0)) < R(0.5) ? x[0] - R(1.0) : x[0] < R(1.0) ? -x[0] : R(2.0) - x[0];
}
