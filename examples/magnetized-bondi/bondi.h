/* H. Bondi, MNRAS 112 (1952) 195: steady accretion by a point mass at the origin, gamma = 4/3, in units of the radius,
 * speed and density of the sonic sphere. There v = a = 1, so the mass is G M = 2 and p = 3/4 rho^(4/3). With rho v r^2
 * = 1 and a^2 = rho^(1/3) Bernoulli's v^2/2 + 3 a^2 - 2/r = 3/2 is y^7/2 - (3/2 + 2/r) y + 3 r^(-2/3) = 0 of y =
 * v^(1/3), which is convex: Newton's steps go to the smaller root (slower than sound) from 0, to the larger one
 * (faster, within the sphere) from above. Where both meet, at the sphere, every step halves what is left. */
INLINE void bondi_gas(const real x[3], real state[])
{
    const real r = real_sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    const real a = R(1.5) + R(2.0) / r, b = R(3.0) * real_pow(r, R(-2.0 / 3.0));
    real y = r < R(1.0) ? real_pow(R(2.0) * a, R(1.0 / 6.0)) : R(0.0);
    for (int i = 0; i < 30; i++) {
        const real y2 = y * y, y6 = y2 * y2 * y2, slope = R(3.5) * y6 - a;
        const real value = R(0.5) * y6 * y - a * y + b;
        const real step = slope * slope > R(1e-12) ? value / slope : R(0.0);
        y -= step;
        if (real_fabs(step) <= REAL_EPSILON * y)
            break;
    }
    const real v = y * y * y, density = R(1.0) / (v * r * r);
    state[0] = density;
    for (int i = 0; i < 3; i++)
        state[1 + i] = -v * x[i] / r;
    state[4] = R(0.75) * density * real_pow(density, R(1.0 / 3.0));
}

/* Component i of the field of a monopole at the origin. */
INLINE real monopole(const real x[3], int i)
{
    const real r_squared = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    return PARAMETER(field) * x[i] / (r_squared * real_sqrt(r_squared));
}

/* (density, v, pressure, B) */
INLINE void bondi(const real x[3], real state[])
{
    bondi_gas(x, state);
    for (int i = 0; i < 3; i++)
        state[5 + i] = monopole(x, i);
}
