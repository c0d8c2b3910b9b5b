/* Gas of density 2 above gas of density 1, in balance with gravity along -y, in a uniform field along x. The kick is
 * the unstable wave of linear theory: a flow without divergence and without rotation in each layer, which falls off as
 * exp(-k |y|). state = (density, v, pressure, B). */
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(4.0) * R(3.14159265358979323846);
    const int above = x[1] > R(0.0);
    const real density = above ? R(2.0) : R(1.0), height = above ? x[1] : -x[1];
    const real fall = PARAMETER(kick) * real_exp(-k * height);
    (void)t;
    state[0] = density;
    state[1] = (above ? fall : -fall) * real_sin(k * x[0]);
    state[2] = fall * real_cos(k * x[0]);
    state[4] = R(2.5) - PARAMETER(gravity) * density * x[1];
    state[5] = PARAMETER(field);
}

/* B_x = dA_z/dy */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    (void)t;
    a[2] = PARAMETER(field) * x[1];
}
