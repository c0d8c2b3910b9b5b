/* T. A. Gardiner and J. M. Stone, J. Comput. Phys. 227 (2008) 4123, section 6.1: a cylinder along (-1, 0, 2)/sqrt(5)
 * whose field turns around its axis, in a gas that moves with (1, 1, 2) and is back at its place at t = 1.
 * state = (density, v, pressure, B). */

/* Distance across the axis of the nearest cylinder, along (2, 0, 1)/sqrt(5) and along y. */
INLINE real from_axis(const real x[3], real r[2])
{
    const real turns = R(0.5) * (R(2.0) * x[0] + x[2]);
    r[0] = R(0.89442719099991588) * (turns - (turns > R(0.5) ? R(1.0) : turns < R(-0.5) ? R(-1.0) : R(0.0)));
    r[1] = x[1];
    return real_sqrt(r[0] * r[0] + r[1] * r[1]);
}

INLINE void initial(const real x[3], real t, real state[])
{
    real r[2];
    const real distance = from_axis(x, r);
    (void)t;
    state[0] = state[4] = R(1.0);
    state[1] = state[2] = R(1.0);
    state[3] = R(2.0);
    if (distance < PARAMETER(radius) && distance > R(0.0)) {
        const real share = PARAMETER(field) / distance;
        state[5] = -share * r[1] * R(0.89442719099991588);
        state[6] = share * r[0];
        state[7] = -share * r[1] * R(0.44721359549995794);
    }
}

INLINE void vector_potential(const real x[3], real t, real a[3])
{
    real r[2];
    const real inside = PARAMETER(radius) - from_axis(x, r);
    const real along = inside > R(0.0) ? PARAMETER(field) * inside : R(0.0);
    (void)t;
    a[0] = -along * R(0.44721359549995794);
    a[2] = along * R(0.89442719099991588);
}
