/* WENO with adaptive order on five cells of unit width (Balsara, Garain and Shu 2016): the polynomial of fourth degree
 * where the data are smooth, else one of three parabolas.
 *
 * Legendre basis on [-1/2, 1/2]: 1, x, x^2 - 1/12, x^3 - 3x/20, x^4 - 3x^2/14 + 3/560. All is written in differences to
 * the middle cell, so that constant data have no modes at all. */
#ifndef TAUB_RECONSTRUCT_WENO_AO_H
#define TAUB_RECONSTRUCT_WENO_AO_H

#include "dialect.h"

/* Variation below this share of the local scale, squared, is none: the size of rounding (in single precision more, so
 * that squares of quotients do not overflow). Below it data are linear in all waves, and about a jump of the density
 * such a scheme lets the others grow as far as that: with 1e-10 a contact at rest had sound waves of 1e-6 of the
 * pressure. */
#if TAUB_SINGLE
#define TAUB_WENO_FLOOR 1e-10
#else
#define TAUB_WENO_FLOOR 1e-26
#endif

#define WENO_HIGH R(0.85) /* linear weight of the high order among the orders */
#define WENO_LOW_MIDDLE R(0.1275)
#define WENO_LOW_SIDE R(0.01125)

struct line_modes {
    real odd, even;  /* the faces' averages are the cell's + even -+ odd */
    real x, xx, xxx; /* coefficients of x, x^2, x^3 */
};

#if !TAUB_SINGLE
/* A power of two that brings a positive normal number to between 1 and 2. */
INLINE real scale_to_one(real x)
{
    return real_of_bits((2 * (real_bits)REAL_EXPONENT_BIAS - (bits_of_real(x) >> REAL_MANTISSA_BITS))
                        << REAL_MANTISSA_BITS);
}
#endif

/* Weights of the high order and of the left, middle and right parabola, not normalised: linear (1 + tau^2/beta^2). In
 * double precision all are multiplied by the product of the beta^2, in units of about their sum, which saves divisions.
 */
INLINE void weno_weights(real bh, real bl, real bc, real br, real w[4])
{
    const real tau = ((real_fabs(bh - bl) + real_fabs(bh - br)) + real_fabs(bh - bc)) * R(1.0 / 3.0);
#if TAUB_SINGLE
    const real th = tau / bh, tl = tau / bl, tc = tau / bc, tr = tau / br;
    w[0] = WENO_HIGH + WENO_HIGH * (th * th);
    w[1] = WENO_LOW_SIDE + WENO_LOW_SIDE * (tl * tl);
    w[2] = WENO_LOW_MIDDLE + WENO_LOW_MIDDLE * (tc * tc);
    w[3] = WENO_LOW_SIDE + WENO_LOW_SIDE * (tr * tr);
#else
    const real scale = scale_to_one((bl + br) + (bc + bh)), least = R(1e-30);
    const real h = real_max(bh * scale, least), l = real_max(bl * scale, least);
    const real c = real_max(bc * scale, least), r = real_max(br * scale, least), t = tau * scale;
    const real h2 = h * h, l2 = l * l, c2 = c * c, r2 = r * r, t2 = t * t;
    const real hc = h2 * c2, lr = l2 * r2; /* so that a mirror image has the same bits */
    w[0] = (WENO_HIGH * (h2 + t2)) * (c2 * lr);
    w[1] = (WENO_LOW_SIDE * (l2 + t2)) * (r2 * hc);
    w[2] = (WENO_LOW_MIDDLE * (c2 + t2)) * (h2 * lr);
    w[3] = (WENO_LOW_SIDE * (r2 + t2)) * (l2 * hc);
#endif
}

/* The modes of the three parabolas and of the polynomial of fourth degree. */
struct line_candidates {
    real lx, lxx, cx, cxx, rx, rxx, x, xx, xxx, xxxx;
};
/* d: u[j] - u[0] for j = -2, -1, 1, 2. */
INLINE struct line_candidates line_candidates_of(const real d[4])
{
    struct line_candidates of;
    const real outer = d[3] - d[0], inner = d[2] - d[1], outer_sum = d[3] + d[0], inner_sum = d[2] + d[1];
    of.lx = R(0.5) * d[0] - R(2.0) * d[1];
    of.lxx = R(0.5) * d[0] - d[1];
    of.cx = R(0.5) * (d[2] - d[1]);
    of.cxx = R(0.5) * (d[2] + d[1]);
    of.rx = R(2.0) * d[2] - R(0.5) * d[3];
    of.rxx = R(0.5) * d[3] - d[2];
    of.x = (R(82.0) * inner - R(11.0) * outer) * R(1.0 / 120.0);
    of.xx = (R(40.0) * inner_sum - R(3.0) * outer_sum) * R(1.0 / 56.0);
    of.xxx = (outer - R(2.0) * inner) * R(1.0 / 12.0);
    of.xxxx = (outer_sum - R(4.0) * inner_sum) * R(1.0 / 24.0);
    return of;
}

/* Smoothness indicators of the high order and of the left, middle and right parabola. `floor2`: what counts as no
 * variation, squared. */
#define LINE_INDICATORS 4
INLINE void line_indicators(const real d[4], real floor2, real b[LINE_INDICATORS])
{
    const struct line_candidates of = line_candidates_of(d);
    const real b1 = of.x + R(0.1) * of.xxx, b2 = of.xx + R(123.0 / 455.0) * of.xxxx;
    b[0] = ((b1 * b1 + R(13.0 / 3.0) * (b2 * b2)) +
            (R(781.0 / 20.0) * (of.xxx * of.xxx) + R(1421461.0 / 2275.0) * (of.xxxx * of.xxxx))) +
           floor2;
    b[1] = (of.lx * of.lx + R(13.0 / 3.0) * (of.lxx * of.lxx)) + floor2;
    b[2] = (of.cx * of.cx + R(13.0 / 3.0) * (of.cxx * of.cxx)) + floor2;
    b[3] = (of.rx * of.rx + R(13.0 / 3.0) * (of.rxx * of.rxx)) + floor2;
}

/* Shares of the polynomial of fourth degree as it is and of the parabolas. */
struct line_shares {
    real high, left, middle, right;
};
INLINE struct line_shares line_shares_of(const real b[LINE_INDICATORS])
{
    real w[4];
    struct line_shares shares;
    weno_weights(b[0], b[1], b[2], b[3], w);
    const real scale = R(1.0) / ((w[1] + w[3]) + (w[2] + w[0]));
    shares.high = w[0] * scale * (R(1.0) / WENO_HIGH);
    shares.left = w[1] * scale - shares.high * WENO_LOW_SIDE;
    shares.middle = w[2] * scale - shares.high * WENO_LOW_MIDDLE;
    shares.right = w[3] * scale - shares.high * WENO_LOW_SIDE;
    return shares;
}

INLINE struct line_modes line_of_shares(const real d[4], const struct line_shares w)
{
    const struct line_candidates of = line_candidates_of(d);
    const real ux = w.high * of.x + (w.left * of.lx + w.right * of.rx + w.middle * of.cx);
    const real uxx = w.high * of.xx + (w.left * of.lxx + w.right * of.rxx + w.middle * of.cxx);
    struct line_modes modes;
    modes.xxx = w.high * of.xxx;
    modes.odd = R(0.5) * ux + R(0.05) * modes.xxx;
    modes.even = R(1.0 / 6.0) * uxx + R(1.0 / 70.0) * (w.high * of.xxxx);
    modes.x = ux - R(0.15) * modes.xxx;
    modes.xx = uxx;
    return modes;
}

/* A line by itself. */
INLINE struct line_modes weno_line(const real d[4], real floor2)
{
    real b[LINE_INDICATORS];
    line_indicators(d, floor2, b);
    return line_of_shares(d, line_shares_of(b));
}

#endif
