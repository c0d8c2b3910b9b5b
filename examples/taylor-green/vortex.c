/* Taylor and Green 1937 in an eighth of its period: walls along which gas slips are its planes of symmetry. Isentropic,
 * with the pressure that a gas without compression has. state = (density, v^x, v^y, v^z, pressure). */
INLINE void initial(const real x[3], real t, real state[])
{
    const real gamma = R(1.4), even = R(1.0) / (gamma * PARAMETER(mach) * PARAMETER(mach));
    const real pressure =
        even + R(1.0 / 16.0) * (real_cos(R(2.0) * x[0]) + real_cos(R(2.0) * x[1])) * (real_cos(R(2.0) * x[2]) + R(2.0));
    (void)t;
    state[0] = real_exp(real_log(pressure / even) / gamma);
    state[1] = real_sin(x[0]) * real_cos(x[1]) * real_cos(x[2]);
    state[2] = -real_cos(x[0]) * real_sin(x[1]) * real_cos(x[2]);
    state[3] = R(0.0);
    state[4] = pressure;
}
