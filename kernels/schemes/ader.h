/* ADER: the data of a cell evolve by themselves over the step, without neighbours. Time derivatives are found from the
 * equations at a few points of the cell (never from a Jacobian: kernels/systems/euler_calculus.h multiplies by it), and
 * differences between these points and between states along the evolution give the higher ones.
 *
 * With k1, k2, k3 the first three time derivatives times powers of dt, D(w) = -dt sum_a f_a'(w) w_a/dx_a:
 *   k1 = D(w);  k2 = D'(w) k1 = D(w + k1/2) - D(w - k1/2) + O(h^4);
 *   D''(k1, k1) = 4 (D(w + k1/2) + D(w - k1/2) - 2 D(w));  k3 = D''(k1, k1) + D'(w) k2.
 * All of it is polynomial data: k1 to second degree at order 4, k2 to first. */
#ifndef TAUB_SCHEMES_ADER_H
#define TAUB_SCHEMES_ADER_H

/* What the faces of a cell need of it, averaged over the step: the state at the middle of the cell, and how much it
 * changes during a step there and from the middle to the faces (RAMP); all else is in the modes. */
struct evolved {
    real middle[SYSTEM_COMPONENTS];
    real mean[SYSTEM_COMPONENTS]; /* over the cell, too */
    real rate[SYSTEM_COMPONENTS];
    real ramp[3][SYSTEM_COMPONENTS];
};

/* Where a cell is, how far a step goes: dt over the width of cells, and what the user's sources ask for. */
struct setting {
    real share[3];
    real x[3], width[3];
    real mirror[3]; /* -1 behind a wall across the axis: sources act there as on the mirror image of this side */
    real time, dt;
};

/* dt times the user's sources at a point of the cell and of the step, or nothing. */
INLINE void user_sources(const real u[SYSTEM_COMPONENTS], const struct gas gas, const struct setting here, real moment,
                         real along_x, real along_y, real along_z, real rate[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        rate[c] = R(0.0);
#if TAUB_USER_SOURCE
    real q[SYSTEM_COMPONENTS];
    const real x[3] = {here.x[0] + along_x * (here.mirror[0] * here.width[0]),
                       here.x[1] + along_y * (here.mirror[1] * here.width[1]),
                       here.x[2] + along_z * (here.mirror[2] * here.width[2])};
    gas_primitive(gas, u, q);
    UNROLL
    for (int a = 0; a < 3; a++)
        q[1 + a] *= here.mirror[a];
    source(x, here.time + moment * here.dt, q, rate);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        rate[c] *= here.dt;
    UNROLL
    for (int a = 0; a < 3; a++)
        rate[1 + a] *= here.mirror[a];
#endif
    (void)u;
    (void)gas;
    (void)here;
    (void)moment;
    (void)along_x;
    (void)along_y;
    (void)along_z;
}

/* D at a point, given the state and its slopes across the cell; `moment` is the share of the step that has passed, and
 * along_x, ... say where in the cell the point is. */
INLINE void time_rate(const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS], const struct setting here,
                      real moment, real along_x, real along_y, real along_z, real rate[SYSTEM_COMPONENTS])
{
    const struct gas gas = gas_of(u);
    user_sources(u, gas, here, moment, along_x, along_y, along_z, rate);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            real scaled[SYSTEM_COMPONENTS];
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                scaled[c] = here.share[a] * g[a][c];
            subtract_flux_change(gas, u, scaled, a, rate);
        }
}

/* Half a cell, on one axis only. */
#define ON(axis, a) ((axis) == (a) ? R(0.5) : R(0.0))

#define EACH_COMPONENT \
    UNROLL             \
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)

#if TAUB_ORDER == 2

INLINE void evolve_cell(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                        real m[MODE_COUNT][SYSTEM_COMPONENTS], struct evolved *out)
{
    real rate[SYSTEM_COMPONENTS];
    time_rate(mean, (const real(*)[SYSTEM_COMPONENTS])m, here, R(0.0), R(0.0), R(0.0), R(0.0), rate);
    EACH_COMPONENT
    out->mean[c] = out->middle[c] = mean[c] + R(0.5) * rate[c];
}

#else

/* State and slopes of the cell's polynomial at its centre. */
INLINE void data_at_centre(const real mean[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS],
                           real u[SYSTEM_COMPONENTS], real g[3][SYSTEM_COMPONENTS])
{
    EACH_COMPONENT
    {
        u[c] = mean[c] - R(1.0 / 12.0) * ((m[MODE_CURVE][c] + m[MODE_CURVE + 1][c]) + m[MODE_CURVE + 2][c]);
        UNROLL
        for (int a = 0; a < 3; a++)
            g[a][c] = m[MODE_SLOPE + a][c];
    }
}

/* 1/2 and 1/4, which GPU compilers must not know to be the same in two places: they would keep what they have computed
 * with them in registers that are needed for other things (bench/godunov.md). */
struct quarters {
    real slope_share, curve_share;
};
INLINE struct quarters quarters_anew(void)
{
    const struct quarters part = {opaque(R(0.5)), opaque(R(0.25))};
    return part;
}

/* The same at the middles of both faces across `axis`, for one component. */
INLINE void data_at_faces(real u0, const real m[MODE_COUNT][SYSTEM_COMPONENTS], int axis, int c,
                          const struct quarters part, real u[2], real g[2][3])
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
#if TAUB_ORDER == 4
    const real cube = m[MODE_CUBE + axis][c];
    const real even = u0 + part.curve_share * m[MODE_CURVE + axis][c],
               odd = part.slope_share * m[MODE_SLOPE + axis][c] + part.slope_share * (part.curve_share * cube);
    const real along = m[MODE_SLOPE + axis][c] + (part.slope_share + part.curve_share) * cube;
    const real to_p = m[MODE_SLOPE + p][c] + part.curve_share * m[MODE_MIXED + 2 * axis][c];
    const real to_q = m[MODE_SLOPE + q][c] + part.curve_share * m[MODE_MIXED + 2 * axis + 1][c];
#else
    const real even = u0 + part.curve_share * m[MODE_CURVE + axis][c], odd = part.slope_share * m[MODE_SLOPE + axis][c];
    const real along = m[MODE_SLOPE + axis][c], to_p = m[MODE_SLOPE + p][c], to_q = m[MODE_SLOPE + q][c];
#endif
    const real odd_p = part.slope_share * m[MODE_CROSS + q][c], odd_q = part.slope_share * m[MODE_CROSS + p][c];
    u[0] = even - odd;
    u[1] = even + odd;
    g[0][axis] = along - m[MODE_CURVE + axis][c];
    g[1][axis] = along + m[MODE_CURVE + axis][c];
    g[0][p] = to_p - odd_p;
    g[1][p] = to_p + odd_p;
    g[0][q] = to_q - odd_q;
    g[1][q] = to_q + odd_q;
}

INLINE void rates_at_faces(const real u0[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS],
                           const struct setting here, int axis, real lower[SYSTEM_COMPONENTS],
                           real upper[SYSTEM_COMPONENTS])
{
    const struct quarters part = quarters_anew();
    real u[2][SYSTEM_COMPONENTS], g[2][3][SYSTEM_COMPONENTS];
    EACH_COMPONENT
    {
        real value[2], slope[2][3];
        data_at_faces(u0[c], m, axis, c, part, value, slope);
        UNROLL
        for (int s = 0; s < 2; s++) {
            u[s][c] = value[s];
            UNROLL
            for (int a = 0; a < 3; a++)
                g[s][a][c] = slope[s][a];
        }
    }
    time_rate(u[0], (const real(*)[SYSTEM_COMPONENTS])g[0], here, R(0.0), -ON(axis, 0), -ON(axis, 1), -ON(axis, 2),
              lower);
    time_rate(u[1], (const real(*)[SYSTEM_COMPONENTS])g[1], here, R(0.0), ON(axis, 0), ON(axis, 1), ON(axis, 2), upper);
}

#if TAUB_ORDER == 3

INLINE void evolve_cell(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                        real m[MODE_COUNT][SYSTEM_COMPONENTS], struct evolved *out)
{
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], k1[SYSTEM_COMPONENTS], slope[3][SYSTEM_COMPONENTS];
    real rate[SYSTEM_COMPONENTS];
    data_at_centre(mean, (const real(*)[SYSTEM_COMPONENTS])m, u, g);
    time_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, here, R(0.0), R(0.0), R(0.0), R(0.0), k1);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            real lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
            rates_at_faces(u, (const real(*)[SYSTEM_COMPONENTS])m, here, a, lower, upper);
            EACH_COMPONENT
            slope[a][c] = upper[c] - lower[c];
        } else
            EACH_COMPONENT
    slope[a][c] = R(0.0);
    EACH_COMPONENT
    {
        u[c] += k1[c];
        UNROLL
        for (int a = 0; a < 3; a++)
            g[a][c] += slope[a][c];
    }
    time_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, here, R(1.0), R(0.0), R(0.0), R(0.0), rate);
    EACH_COMPONENT
    {
        const real k2 = rate[c] - k1[c];
        out->mean[c] = out->middle[c] = mean[c] + (R(0.5) * k1[c] + R(1.0 / 6.0) * k2);
        out->rate[c] = k1[c] + R(0.5) * k2;
        UNROLL
        for (int a = 0; a < 3; a++) {
            out->ramp[a][c] = R(0.5) * slope[a][c];
            m[MODE_ODD + a][c] += R(0.25) * slope[a][c];
            m[MODE_SLOPE + a][c] += R(0.5) * slope[a][c];
        }
    }
}

#else

/* The sum of D at the points (1/2, 1/2) and (-1/2, -1/2) of the plane across axis o. */
INLINE void rates_at_edges(const real u0[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS],
                           const struct setting here, int o, real sum[SYSTEM_COMPONENTS])
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    real u[2][SYSTEM_COMPONENTS], g[2][3][SYSTEM_COMPONENTS], rate[2][SYSTEM_COMPONENTS];
    EACH_COMPONENT
    {
        const real ppq = m[MODE_MIXED + 2 * p][c], qqp = m[MODE_MIXED + 2 * q + 1][c];
        const real pp = m[MODE_CURVE + p][c], qq = m[MODE_CURVE + q][c], pq = m[MODE_CROSS + o][c];
        const real even = u0[c] + R(0.25) * ((pp + qq) + pq);
        const real odd = R(0.5) * (m[MODE_SLOPE + p][c] + m[MODE_SLOPE + q][c]) +
                         R(0.125) * ((m[MODE_CUBE + p][c] + m[MODE_CUBE + q][c]) + (ppq + qqp));
        const real even_p = m[MODE_SLOPE + p][c] + R(0.75) * m[MODE_CUBE + p][c] + (R(0.5) * ppq + R(0.25) * qqp);
        const real even_q = m[MODE_SLOPE + q][c] + R(0.75) * m[MODE_CUBE + q][c] + (R(0.5) * qqp + R(0.25) * ppq);
        const real odd_p = pp + R(0.5) * pq, odd_q = qq + R(0.5) * pq;
        const real even_o = m[MODE_SLOPE + o][c] +
                            R(0.25) * ((m[MODE_MIXED + 2 * p + 1][c] + m[MODE_MIXED + 2 * q][c]) + m[MODE_TRIPLE][c]);
        const real odd_o = R(0.5) * (m[MODE_CROSS + q][c] + m[MODE_CROSS + p][c]);
        u[0][c] = even - odd;
        u[1][c] = even + odd;
        g[0][p][c] = even_p - odd_p;
        g[1][p][c] = even_p + odd_p;
        g[0][q][c] = even_q - odd_q;
        g[1][q][c] = even_q + odd_q;
        g[0][o][c] = even_o - odd_o;
        g[1][o][c] = even_o + odd_o;
    }
    time_rate(u[0], (const real(*)[SYSTEM_COMPONENTS])g[0], here, R(0.0), ON(o, 0) - R(0.5), ON(o, 1) - R(0.5),
              ON(o, 2) - R(0.5), rate[0]);
    time_rate(u[1], (const real(*)[SYSTEM_COMPONENTS])g[1], here, R(0.0), R(0.5) - ON(o, 0), R(0.5) - ON(o, 1),
              R(0.5) - ON(o, 2), rate[1]);
    EACH_COMPONENT
    sum[c] = rate[0][c] + rate[1][c];
}

/* k1: value, slopes, and coefficients of the squares and products. */
struct first_rate {
    real value[SYSTEM_COMPONENTS];
    real slope[3][SYSTEM_COMPONENTS], curve[3][SYSTEM_COMPONENTS], cross[3][SYSTEM_COMPONENTS];
};

INLINE void find_first_rate(const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS],
                            const real m[MODE_COUNT][SYSTEM_COMPONENTS], const struct setting here,
                            struct first_rate *k)
{
    time_rate(u, g, here, R(0.0), R(0.0), R(0.0), R(0.0), k->value);
    UNROLL
    for (int a = 0; a < 3; a++) {
        EACH_COMPONENT
        {
            k->slope[a][c] = R(0.0);
            k->curve[a][c] = R(0.0);
            k->cross[a][c] = R(0.0);
        }
        if (AXIS_ACTIVE(a)) {
            real lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
            rates_at_faces(u, m, here, a, lower, upper);
            EACH_COMPONENT
            {
                k->slope[a][c] = upper[c] - lower[c];
                k->curve[a][c] = R(2.0) * ((upper[c] + lower[c]) - R(2.0) * k->value[c]);
            }
        }
    }
    UNROLL
    for (int o = 0; o < 3; o++)
        if (AXIS_ACTIVE((o + 1) % 3) && AXIS_ACTIVE((o + 2) % 3)) {
            real sum[SYSTEM_COMPONENTS];
            rates_at_edges(u, m, here, o, sum);
            EACH_COMPONENT
            k->cross[o][c] =
                R(2.0) * (sum[c] - R(2.0) * k->value[c]) - (k->curve[(o + 1) % 3][c] + k->curve[(o + 2) % 3][c]);
        }
}

/* The difference across the cell, along `axis`, of D(w + k1) - k1. */
INLINE void second_rate_slope(const real u0[SYSTEM_COMPONENTS], const real m[MODE_COUNT][SYSTEM_COMPONENTS],
                              const struct first_rate *k, const struct setting here, int axis,
                              real slope[SYSTEM_COMPONENTS])
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const struct quarters part = quarters_anew();
    real u[2][SYSTEM_COMPONENTS], g[2][3][SYSTEM_COMPONENTS], lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
    EACH_COMPONENT
    {
        real value[2], slopes[2][3];
        data_at_faces(u0[c], m, axis, c, part, value, slopes);
        const real middle = k->value[c] + R(0.25) * k->curve[axis][c];
        UNROLL
        for (int s = 0; s < 2; s++) {
            const real side = s ? R(0.5) : R(-0.5);
            u[s][c] = value[s] + (middle + side * k->slope[axis][c]);
            g[s][axis][c] = slopes[s][axis] + (k->slope[axis][c] + R(2.0) * side * k->curve[axis][c]);
            g[s][p][c] = slopes[s][p] + (k->slope[p][c] + side * k->cross[q][c]);
            g[s][q][c] = slopes[s][q] + (k->slope[q][c] + side * k->cross[p][c]);
        }
    }
    time_rate(u[0], (const real(*)[SYSTEM_COMPONENTS])g[0], here, R(1.0), -ON(axis, 0), -ON(axis, 1), -ON(axis, 2),
              lower);
    time_rate(u[1], (const real(*)[SYSTEM_COMPONENTS])g[1], here, R(1.0), ON(axis, 0), ON(axis, 1), ON(axis, 2), upper);
    EACH_COMPONENT
    slope[c] = (upper[c] - lower[c]) - k->slope[axis][c];
}

/* D(w + by k) at the centre. */
INLINE void rate_along(const real u[SYSTEM_COMPONENTS], const real g[3][SYSTEM_COMPONENTS],
                       const real k[SYSTEM_COMPONENTS], const real slope[3][SYSTEM_COMPONENTS], real by, real moment,
                       const struct setting here, real rate[SYSTEM_COMPONENTS])
{
    real moved[SYSTEM_COMPONENTS], slopes[3][SYSTEM_COMPONENTS];
    EACH_COMPONENT
    {
        moved[c] = u[c] + by * k[c];
        UNROLL
        for (int a = 0; a < 3; a++)
            slopes[a][c] = g[a][c] + by * slope[a][c];
    }
    time_rate(moved, (const real(*)[SYSTEM_COMPONENTS])slopes, here, moment, R(0.0), R(0.0), R(0.0), rate);
}

INLINE void evolve_cell(const real mean[SYSTEM_COMPONENTS], const struct setting here,
                        real m[MODE_COUNT][SYSTEM_COMPONENTS], struct evolved *out)
{
    real u[SYSTEM_COMPONENTS], g[3][SYSTEM_COMPONENTS], k2[SYSTEM_COMPONENTS], slope[3][SYSTEM_COMPONENTS];
    real before[SYSTEM_COMPONENTS], after[SYSTEM_COMPONENTS], k3[SYSTEM_COMPONENTS];
    struct first_rate k1;
    /* the mean of x^2 y over x belongs to the slope along y */
    EACH_COMPONENT
    UNROLL
    for (int a = 0; a < 3; a++)
        m[MODE_SLOPE + a][c] -=
            R(1.0 / 12.0) * (m[MODE_MIXED + 2 * ((a + 1) % 3) + 1][c] + m[MODE_MIXED + 2 * ((a + 2) % 3)][c]);
    data_at_centre(mean, (const real(*)[SYSTEM_COMPONENTS])m, u, g);
    find_first_rate(u, (const real(*)[SYSTEM_COMPONENTS])g, (const real(*)[SYSTEM_COMPONENTS])m, here, &k1);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a))
            second_rate_slope(u, (const real(*)[SYSTEM_COMPONENTS])m, &k1, here, a, slope[a]);
        else
            EACH_COMPONENT
    slope[a][c] = R(0.0);
    rate_along(u, (const real(*)[SYSTEM_COMPONENTS])g, k1.value, (const real(*)[SYSTEM_COMPONENTS])k1.slope, R(-0.5),
               R(-0.5), here, before);
    rate_along(u, (const real(*)[SYSTEM_COMPONENTS])g, k1.value, (const real(*)[SYSTEM_COMPONENTS])k1.slope, R(0.5),
               R(0.5), here, after);
    EACH_COMPONENT
    k2[c] = after[c] - before[c];
    rate_along(u, (const real(*)[SYSTEM_COMPONENTS])g, k2, (const real(*)[SYSTEM_COMPONENTS])slope, R(1.0), R(0.0),
               here, k3);
    EACH_COMPONENT
    {
        k3[c] = (k3[c] - k1.value[c]) + R(4.0) * ((after[c] + before[c]) - R(2.0) * k1.value[c]);
        out->middle[c] = mean[c] + (R(0.5) * k1.value[c] + (R(1.0 / 6.0) * k2[c] + R(1.0 / 24.0) * k3[c]));
        out->rate[c] = k1.value[c] + R(0.5) * k2[c];
        const real curves = (k1.curve[0][c] + k1.curve[1][c]) + k1.curve[2][c];
        out->mean[c] = out->middle[c] + R(1.0 / 24.0) * curves;
        UNROLL
        for (int a = 0; a < 3; a++) {
            out->ramp[a][c] = R(0.5) * k1.slope[a][c];
            m[MODE_ODD + a][c] += R(0.25) * k1.slope[a][c] + R(1.0 / 12.0) * slope[a][c];
            m[MODE_EVEN + a][c] += R(1.0 / 24.0) * (curves + R(2.0) * k1.curve[a][c]);
            m[MODE_SLOPE + a][c] += R(0.5) * k1.slope[a][c];
        }
    }
}

#endif
#endif

#endif
