/* Gas of density 2 above gas of density 1, in balance with gravity along -y; a kick of one wave. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real pi = R(3.14159265358979323846);
    const real density = x[1] > R(0.0) ? R(2.0) : R(1.0);
    (void)t;
    state[0] = density;
    state[2] = R(0.25) * PARAMETER(kick) * (R(1.0) + real_cos(R(4.0) * pi * x[0])) *
               (R(1.0) + real_cos(R(4.0 / 3.0) * pi * x[1]));
    state[4] = R(2.5) - PARAMETER(gravity) * density * x[1];
}
