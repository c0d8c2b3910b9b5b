/* What is known of the data of one cell: its average and modes, per component. Cells have unit width here.
 *
 * A stencil is given in differences to the cell's own average: along each axis from the cells -2, -1, 1, 2 away; in the
 * plane across axis o, of axes p = o + 1 and q = o + 2 (cyclic), from its four corners (++, -+, --, +-); and from the
 * eight corners of the cube, the sign along axis a being + where bit a of the corner's number is set. */
#ifndef TAUB_RECONSTRUCT_MODES_H
#define TAUB_RECONSTRUCT_MODES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "reconstruct/weno_ao.h"
#if TAUB_ORDER == 2
#include "case/limiter.h"
#endif

/* ODD, EVEN: the averages over the lower and the upper face are the cell's - ODD + EVEN and + ODD + EVEN. SLOPE, CURVE,
 * CUBE: coefficients of x, x^2, x^3 about the centre; CROSS: of the product of the two axes across axis o; MIXED + 2 a
 * + n: of x_a^2 x_b, b = a + 1 + n; TRIPLE: of xyz. Order 2 has slopes only, and so ODD = SLOPE/2; or parabolas, whose
 * faces are limited, with SLOPE = 2 ODD. */
enum mode {
    MODE_SLOPE = 0,
    MODE_ODD = 3,
    MODE_EVEN = 6,
    MODE_CROSS = 9,
    MODE_CURVE = 12,
    MODE_CUBE = 15,
    MODE_MIXED = 18,
    MODE_TRIPLE = 24
};
#define FACE_MODES (TAUB_ORDER > 2 || TAUB_PARABOLAS)
/* Third-degree products are needed by ADER, and by edges. */
#if TAUB_ORDER == 4 && (TAUB_ADER || defined(SYSTEM_FACES))
#define MIXED_MODES 1
#else
#define MIXED_MODES 0
#endif
/* Products of all three axes, also by finer blocks, whose cells are parts of coarser ones. */
#if TAUB_ORDER == 4 && (TAUB_ADER || TAUB_REFINED)
#define TRIPLE_MODES 1
#else
#define TRIPLE_MODES 0
#endif
#if !FACE_MODES
#define MODE_COUNT 3
#elif TAUB_ORDER == 2
#define MODE_COUNT 9
#elif !TAUB_ADER && !MIXED_MODES && !TRIPLE_MODES
#define MODE_COUNT 12
#elif TAUB_ORDER == 3
#define MODE_COUNT 15
#else
#define MODE_COUNT 25
#endif

struct stencil {
    real line[3][4];
    real edge[3][4];
    real corner[8];
};

#if TAUB_ORDER == 2
/* How steep limiters let a variable be (scheme.compression). Component c is one of the conserved densities, or of
 * density, velocity, pressure and scalars, or of the waves along an axis: contact, shear (with a field: Alfven and
 * slow) and sound (fast) waves stand for the same three. */
INLINE real compression_of(int c, int axis)
{
    const int sound = TAUB_VARIABLES == 2 && (c == 0 || c == 4), contact = TAUB_VARIABLES == 2 && c == 1 + axis;
#if TAUB_VARIABLES == 2 && defined(SYSTEM_FACES)
    const int scalar = c >= GAS_COMPONENTS;
#else
    const int scalar = c > 4;
#endif
    return contact               ? R(TAUB_COMPRESSION_DENSITY)
           : scalar              ? R(TAUB_COMPRESSION_SCALARS)
           : sound               ? R(TAUB_COMPRESSION_PRESSURE)
           : c > 4               ? R(TAUB_COMPRESSION_VELOCITY)
           : c == GAS_ENERGY     ? R(TAUB_COMPRESSION_PRESSURE)
           : c == 4 - GAS_ENERGY ? R(TAUB_COMPRESSION_DENSITY)
                                 : R(TAUB_COMPRESSION_VELOCITY);
}
#endif

/* The modes of the line of component c along axis a. */
INLINE struct line_modes modes_of_line(const real d[4], real floor2, int a, int c DISTANCES_ARGUMENT)
{
    (void)c;
#if TAUB_ORDER == 2
    struct line_modes line;
    line.odd = line.even = line.xx = line.xxx = R(0.0);
#if TAUB_PARABOLAS
    real down, up;
    parabola_steps(compression_of(c, a), d, &down, &up);
    line.x = up + down;
    line.odd = R(0.5) * line.x;
    line.even = R(0.5) * (up - down);
#elif TAUB_LIMITER_CELLS == 5
    line.x = wide_slope(compression_of(c, a), d DISTANCES);
#elif TAUB_LIMITER_COMPRESSED
    line.x = SLOPE_BETWEEN(compressed_slope(compression_of(c, a), SLOPE_BEHIND(d[1]), R(0.0), SLOPE_AHEAD(d[2])), d[1],
                           d[2]);
#else
    line.x = SLOPE_BETWEEN(limited_slope(SLOPE_BEHIND(d[1]), R(0.0), SLOPE_AHEAD(d[2])), d[1], d[2]);
#endif
    return line;
#else
    return weno_line(d, floor2);
#endif
}
INLINE void set_line_modes(const struct line_modes line, int a, real m[MODE_COUNT])
{
    m[MODE_SLOPE + a] = line.x;
#if FACE_MODES
    m[MODE_ODD + a] = line.odd;
    m[MODE_EVEN + a] = line.even;
#if TAUB_ADER && TAUB_ORDER > 2
    m[MODE_CURVE + a] = line.xx;
#if TAUB_ORDER == 4
    m[MODE_CUBE + a] = line.xxx;
#endif
#endif
#endif
}

/* How much of some coefficients of a polynomial is kept, by the sum of the squares of the lower ones and of the
 * highest: all in smooth data, where the highest is small beside the others, little at a front. It may depend on
 * differences only that include the coefficients it multiplies, and on their ratios: a share that comes from other
 * cells, as the weights of a line that has little variation, changes by any amount when these change, and rounding
 * grows. */
INLINE real share_of_smooth(real lower2, real highest2, real limit)
{
    const real ratio = highest2 / lower2;
    return square(R(1.0) - real_min(limit * (ratio * ratio), R(1.0)));
}

/* Products of axes by centred differences. In each plane x_p^2 x_q^2 tells fronts: it is as large as the others where
 * a front separates one corner from the cell. */
#if TAUB_ORDER > 2
#define PRODUCT_LIMIT R(200.0)
struct plane {
    real pq, ppq, qqp, ppqq; /* coefficients of x_p x_q, x_p^2 x_q, x_p x_q^2; half that of x_p^2 x_q^2 */
};
INLINE struct plane plane_of(const struct stencil d, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const real pp = d.edge[o][0], np = d.edge[o][1], nn = d.edge[o][2], pn = d.edge[o][3];
    const real lines = (d.line[p][1] + d.line[p][2]) + (d.line[q][1] + d.line[q][2]);
    struct plane plane;
    plane.pq = R(0.25) * ((pp + nn) - (np + pn));
    /* second difference along one of the two axes, at both sides of the other */
    plane.ppq = R(0.25) * (((pp + np) - R(2.0) * d.line[q][2]) - ((pn + nn) - R(2.0) * d.line[q][1]));
    plane.qqp = R(0.25) * (((pp + pn) - R(2.0) * d.line[p][2]) - ((np + nn) - R(2.0) * d.line[p][1]));
    plane.ppqq = R(0.25) * (((pp + nn) + (np + pn)) - R(2.0) * lines);
    return plane;
}
#if TRIPLE_MODES
INLINE real triple_of(const struct stencil d)
{
    return R(0.125) * (((d.corner[7] + d.corner[4]) - (d.corner[6] + d.corner[5])) -
                       ((d.corner[3] + d.corner[0]) - (d.corner[2] + d.corner[1])));
}
#endif

/* What tells how smooth products are: squares of lower and of highest coefficients in the three planes, and of the
 * product of three axes. */
#define PRODUCT_INDICATORS 7
INLINE void product_indicators(const struct stencil d, real out[PRODUCT_INDICATORS])
{
    EACH (o, 3) {
        const struct plane plane = plane_of(d, o);
        out[o] = plane.pq * plane.pq + (plane.ppq * plane.ppq + plane.qqp * plane.qqp);
        out[3 + o] = plane.ppqq * plane.ppqq;
    }
    out[6] = R(0.0);
#if TRIPLE_MODES
    out[6] = square(triple_of(d));
#endif
}

/* How much of them is kept. `floor2`: what counts as no variation, squared. */
struct product_shares {
    real plane[3], triple;
};
INLINE real share_of_plane(real lower2, real highest2, real floor2)
{
    return share_of_smooth(lower2 + floor2, highest2, PRODUCT_LIMIT);
}
INLINE real share_of_triple(const real of[PRODUCT_INDICATORS], real floor2)
{
    const real lower2 = ((of[0] + of[1]) + of[2]) + of[6], highest2 = (of[3] + of[4]) + of[5];
    return share_of_smooth(lower2 + floor2, highest2, PRODUCT_LIMIT);
}
INLINE struct product_shares product_shares_of(const real of[PRODUCT_INDICATORS], real floor2)
{
    struct product_shares shares;
    EACH (o, 3)
        shares.plane[o] = share_of_plane(of[o], of[3 + o], floor2);
    shares.triple = R(0.0);
#if TRIPLE_MODES
    shares.triple = share_of_triple(of, floor2);
#endif
    return shares;
}

INLINE void products_within(const struct stencil d, const struct product_shares shares, real m[MODE_COUNT])
{
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const struct plane plane = plane_of(d, o);
        m[MODE_CROSS + o] = AXIS_ACTIVE(p) && AXIS_ACTIVE(q) ? shares.plane[o] * plane.pq : R(0.0);
#if MIXED_MODES
        m[MODE_MIXED + 2 * p] = AXIS_ACTIVE(p) && AXIS_ACTIVE(q) ? shares.plane[o] * plane.ppq : R(0.0);
        m[MODE_MIXED + 2 * q + 1] = AXIS_ACTIVE(p) && AXIS_ACTIVE(q) ? shares.plane[o] * plane.qqp : R(0.0);
#endif
    }
#if TRIPLE_MODES
    m[MODE_TRIPLE] = ACTIVE_AXES == 3 ? shares.triple * triple_of(d) : R(0.0);
#endif
}
#endif

/* The products of one component by itself. `floor2`: what counts as no variation, squared. */
INLINE void cross_modes(const struct stencil d, real floor2, real m[MODE_COUNT])
{
#if TAUB_ORDER > 2
    real of[PRODUCT_INDICATORS];
    product_indicators(d, of);
    products_within(d, product_shares_of(of, floor2), m);
#endif
}

INLINE struct line_modes no_line_modes(void)
{
    const struct line_modes none = {R(0.0), R(0.0), R(0.0), R(0.0), R(0.0)};
    return none;
}

/* The modes of component c. */
INLINE void modes_of_stencil(const struct stencil d, real floor2, int c LINES_ARGUMENT, real m[MODE_COUNT])
{
    EACH (a, 3)
        set_line_modes(AXIS_ACTIVE(a) ? modes_of_line(d.line[a], floor2, a, c LINE_OF(a)) : no_line_modes(), a, m);
    cross_modes(d, floor2, m);
}

#endif
