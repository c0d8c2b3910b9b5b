/* A dense disc that turns as a whole, at 0.995 of light at its edge, in a uniform field along x. The state: rho, the
 * four-velocity, p, B. */
void initial(const real x[3], real t, real state[])
{
    const real r2 = x[0] * x[0] + x[1] * x[1], turn = (real)9.95;
    const int inside = r2 < (real)0.01;
    const real w = inside ? 1 / sqrt(1 - turn * turn * r2) : 1;
    state[0] = inside ? 10 : 1;
    state[1] = inside ? -w * turn * x[1] : 0;
    state[2] = inside ? w * turn * x[0] : 0;
    state[4] = 1;
    state[5] = 1;
}

void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = 0;
    a[1] = 0;
    a[2] = x[1];
}
