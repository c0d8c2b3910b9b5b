/* A smooth relativistic flow in the box [-5, 5]^3, made on the device. state = (energy density, u^x, u^y, u^z, charge
 * density). */
INLINE void initial(const real x[3], real t, real state[])
{
    const real k = R(0.62831853071795865);
    (void)t;
    state[4] = R(1.0) + R(0.2) * real_sin(k * (x[0] + x[1] + x[2]));
    state[1] = R(1.0) + R(0.3) * real_sin(k * x[1]);
    state[2] = R(1.0) + R(0.3) * real_sin(k * x[2]);
    state[3] = R(1.0) + R(0.3) * real_sin(k * x[0]);
    state[0] = state[4] + R(1.5) + R(0.3) * real_sin(k * (x[0] - x[1]));
}
