/* Isothermal air at rest under a gravity of 1, of scale height 1; a ball in it has a higher pressure. */
INLINE void equilibrium(const real x[3], real t, real state[])
{
    (void)t;
    state[0] = state[4] = real_exp(-x[1]);
}
INLINE void initial(const real x[3], real t, real state[])
{
    const real y = x[1] - R(1.0), away = (x[0] * x[0] + y * y) / R(0.0225);
    equilibrium(x, t, state);
    state[4] *= R(1.0) + PARAMETER(wave) * real_exp(-away);
}
