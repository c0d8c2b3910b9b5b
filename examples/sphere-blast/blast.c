/* state = (density, v, pressure, B): a hot ball whose middle lies half way between the spheres, over a corner of the
 * cube, in a uniform oblique field. */
INLINE void initial(const real x[3], real t, real state[])
{
    const real middle = R(0.86602540378443865); /* 1.5/sqrt(3) */
    real far = R(0.0);
    (void)t;
    for (int c = 0; c < 3; c++)
        far += (x[c] - middle) * (x[c] - middle);
    state[0] = R(1.0);
    state[4] = R(0.1) + PARAMETER(excess) * real_exp(-far / (PARAMETER(width) * PARAMETER(width)));
    state[5] = PARAMETER(field) * R(2.0 / 3.0);
    state[6] = PARAMETER(field) * R(2.0 / 3.0);
    state[7] = PARAMETER(field) * R(-1.0 / 3.0);
}

/* B x x/2 */
INLINE void vector_potential(const real x[3], real t, real a[3])
{
    const real b[3] = {PARAMETER(field) * R(2.0 / 3.0), PARAMETER(field) * R(2.0 / 3.0),
                       PARAMETER(field) * R(-1.0 / 3.0)};
    (void)t;
    for (int c = 0; c < 3; c++)
        a[c] = R(0.5) * (b[(c + 1) % 3] * x[(c + 2) % 3] - b[(c + 2) % 3] * x[(c + 1) % 3]);
}
