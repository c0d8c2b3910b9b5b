/* Lines of a state's components: the stencil of a cell, and modes that are limited in other variables. */
#ifndef TAUB_RECONSTRUCT_LINES_H
#define TAUB_RECONSTRUCT_LINES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "reconstruct/modes.h"
#include "reconstruct/suresh_huynh.h"
#include "reconstruct/weno_ao.h"

/* Differences of neighbours along an axis from the cell at `from`, whose value is u0; where `near`, only those of the
 * nearest ones, which the modes of other axes need. */
INLINE void load_line(const struct taub_shape shape, GLOBAL const stored *from, int a, int near, real u0, real line[4])
{
    const long s = axis_stride(shape, a);
    EACH (n, 4)
        line[n] = AXIS_ACTIVE(a) && (n == 1 || n == 2 || (!near && (TAUB_ORDER > 2 || TAUB_LIMITER_CELLS == 5)))
                      ? LOAD(from + (n < 2 ? n - 2 : n - 1) * s) - u0
                      : R(0.0);
}

/* Those of all neighbours; along the axis `skip` (3: none) of the nearest ones. */
INLINE void load_stencil(const struct taub_shape shape, GLOBAL const stored *from, int skip, real u0, struct stencil *d)
{
    EACH (a, 3)
        load_line(shape, from, a, a == skip, u0, d->line[a]);
#if TAUB_ORDER > 2
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(shape, p), sq = axis_stride(shape, q);
        EACH (n, 4)
            d->edge[o][n] = AXIS_ACTIVE(p) && AXIS_ACTIVE(q)
                                ? LOAD(from + (n == 0 || n == 3 ? sp : -sp) + (n == 0 || n == 1 ? sq : -sq)) - u0
                                : R(0.0);
    }
#endif
#if TRIPLE_MODES
    EACH (n, 8)
        d->corner[n] = ACTIVE_AXES == 3 ? LOAD(from + (n & 1 ? 1 : -1) + (n & 2 ? 1 : -1) * (long)shape.row_stride +
                                               (n & 4 ? 1 : -1) * shape.plane_stride) -
                                              u0
                                        : R(0.0);
#endif
}

/* The component that stands on faces across an axis (-1: none). */
#if defined(SYSTEM_FACES)
#define FIELD_ALONG(a) (SYSTEM_FIELD + (a))
#else
#define FIELD_ALONG(a) (-1)
#endif

/* What counts as no variation of a component, squared. */
INLINE real variation_floor(const real u[SYSTEM_COMPONENTS], int c)
{
    return R(TAUB_WENO_FLOOR) * variation_unit2(u, c) + REAL_TINY;
}

/* The pressure of fast flow is a small difference of densities: what WENO, or the limit of products, leaves out of one
 * and not of another is an error (v/c)^2 times as large there, by which noise grows (convergence/test_fast_flow.py). So
 * densities that are reconstructed as they are have one set of weights a line and one share of products, from the sum
 * of their smoothness, each in its own unit (D. Levy, G. Puppo, G. Russo, SIAM J. Sci. Comput. 22 (2000) 656). Passive
 * scalars have no part in it: they have the modes of the density times their concentration, and by themselves those of
 * the rest. */
#define JOINT_COMPONENTS (SYSTEM_COMPONENTS - SYSTEM_CARRIED)
#define IS_JOINT(c) (SYSTEM_CARRIED == 0 || (c) < JOINT_COMPONENTS)

/* The sum over densities, momenta first, then density and energy; a field by itself, so that an exchange of two axes
 * keeps the bits. `own`: one that has no part in it (-1: none), that which faces across the axis of a line give. */
#define JOINT_ORDER(n) ((n) < 3 ? (n) + 1 : (n) == 3 ? 0 : (n))
#define JOINT_GAS (JOINT_COMPONENTS < 5 ? JOINT_COMPONENTS : 5)
INLINE real joint_sum(const real of[SYSTEM_COMPONENTS], int own)
{
    real gas = of[JOINT_ORDER(0)], field = R(0.0);
    EACH_FROM (n, 1, JOINT_GAS)
        gas += of[JOINT_ORDER(n)];
    EACH_FROM (c, JOINT_GAS, JOINT_COMPONENTS)
        field += c != own ? of[c] : R(0.0);
    return JOINT_GAS < JOINT_COMPONENTS ? gas + field : gas;
}

/* The sum over densities of what counts as no variation, in their units. */
#define JOINT_FLOOR ((real)JOINT_COMPONENTS)

#if TAUB_ORDER > 2

/* Indicators of one density in its unit: divided by what counts as no variation, which is 1 then for each. */
INLINE void line_indicators_in_units(const real d[4], real floor2, real b[LINE_INDICATORS])
{
    const real per = R(1.0) / floor2;
    line_indicators(d, floor2, b);
    EACH (n, LINE_INDICATORS)
        b[n] *= per;
}
INLINE void product_indicators_in_units(const struct stencil d, real floor2, real of[PRODUCT_INDICATORS])
{
    const real per = R(1.0) / floor2;
    product_indicators(d, of);
    EACH (n, PRODUCT_INDICATORS)
        of[n] *= per;
}

/* What a scalar has beyond its concentration times the density. */
INLINE struct stencil stencil_beyond(const struct stencil d, const struct stencil density, real concentration)
{
    struct stencil beyond = d;
    EACH (a, 3)
        EACH (n, 4) {
            beyond.line[a][n] -= concentration * density.line[a][n];
            beyond.edge[a][n] -= concentration * density.edge[a][n];
        }
#if TRIPLE_MODES
    EACH (n, 8)
        beyond.corner[n] -= concentration * density.corner[n];
#endif
    return beyond;
}
INLINE struct line_modes line_of_scalar(const real d[4], const real density[4], real concentration,
                                        const struct line_shares shares, real floor2)
{
    const struct line_modes alike = line_of_shares(density, shares);
    struct line_modes line;
    real beyond[4];
    EACH (n, 4)
        beyond[n] = d[n] - concentration * density[n];
    line = weno_line(beyond, floor2);
    line.odd += concentration * alike.odd;
    line.even += concentration * alike.even;
    line.x += concentration * alike.x;
    line.xx += concentration * alike.xx;
    line.xxx += concentration * alike.xxx;
    return line;
}
INLINE void products_of_scalar(const struct stencil d, const struct stencil density, real concentration,
                               const struct product_shares shares, real floor2, real m[MODE_COUNT])
{
    real alike[MODE_COUNT];
    cross_modes(stencil_beyond(d, density, concentration), floor2, m);
    products_within(density, shares, alike);
    EACH (o, 3)
        m[MODE_CROSS + o] += concentration * alike[MODE_CROSS + o];
#if MIXED_MODES
    EACH (n, 6)
        m[MODE_MIXED + n] += concentration * alike[MODE_MIXED + n];
#endif
#if TRIPLE_MODES
    m[MODE_TRIPLE] += concentration * alike[MODE_TRIPLE];
#endif
}

/* The lines of all densities along an axis. */
INLINE void joint_lines(const real u[SYSTEM_COMPONENTS], const struct stencil d[SYSTEM_COMPONENTS], int a,
                        struct line_modes line[SYSTEM_COMPONENTS])
{
    real each[LINE_INDICATORS][SYSTEM_COMPONENTS], sum[LINE_INDICATORS];
    EACH (c, JOINT_COMPONENTS) {
        real b[LINE_INDICATORS];
        line_indicators_in_units(d[c].line[a], variation_floor(u, c), b);
        EACH (n, LINE_INDICATORS)
            each[n][c] = b[n];
    }
    EACH (n, LINE_INDICATORS)
        sum[n] = joint_sum(each[n], FIELD_ALONG(a));
    const struct line_shares shares = line_shares_of(sum);
    EACH (c, JOINT_COMPONENTS)
        line[c] = line_of_shares(d[c].line[a], shares);
    EACH_FROM (c, JOINT_COMPONENTS, SYSTEM_COMPONENTS)
        line[c] = line_of_scalar(d[c].line[a], d[0].line[a], u[c] / u[0], shares, variation_floor(u, c));
}

/* The products of all densities. */
INLINE void joint_products(const real u[SYSTEM_COMPONENTS], const struct stencil d[SYSTEM_COMPONENTS],
                           real m[SYSTEM_COMPONENTS][MODE_COUNT])
{
    real each[PRODUCT_INDICATORS][SYSTEM_COMPONENTS], sum[PRODUCT_INDICATORS];
    EACH (c, JOINT_COMPONENTS) {
        real of[PRODUCT_INDICATORS];
        product_indicators_in_units(d[c], variation_floor(u, c), of);
        EACH (n, PRODUCT_INDICATORS)
            each[n][c] = of[n];
    }
    EACH (n, PRODUCT_INDICATORS)
        sum[n] = joint_sum(each[n], -1);
    const struct product_shares shares = product_shares_of(sum, JOINT_FLOOR);
    EACH (c, JOINT_COMPONENTS)
        products_within(d[c], shares, m[c]);
    EACH_FROM (c, JOINT_COMPONENTS, SYSTEM_COMPONENTS)
        products_of_scalar(d[c], d[0], u[c] / u[0], shares, variation_floor(u, c), m[c]);
}
#elif TAUB_REFINED

/* The slopes of all densities along an axis, for new cells of levels: one share of the central differences, that of van
 * Albada (1982) from the sums of squares. */
INLINE void joint_lines(const real u[SYSTEM_COMPONENTS], const struct stencil d[SYSTEM_COMPONENTS], int a,
                        struct line_modes line[SYSTEM_COMPONENTS])
{
    real product[SYSTEM_COMPONENTS], squares[SYSTEM_COMPONENTS];
    EACH (c, JOINT_COMPONENTS) {
        const real behind = -d[c].line[a][1], ahead = d[c].line[a][2], per = R(1.0) / variation_floor(u, c);
        product[c] = R(2.0) * (behind * ahead) * per;
        squares[c] = (behind * behind + ahead * ahead) * per;
    }
    const real share = real_max(joint_sum(product, FIELD_ALONG(a)) + JOINT_FLOOR, R(0.0)) /
                       (joint_sum(squares, FIELD_ALONG(a)) + JOINT_FLOOR);
    EACH (c, JOINT_COMPONENTS)
        line[c].x = share * (R(0.5) * (d[c].line[a][2] - d[c].line[a][1]));
    EACH_FROM (c, JOINT_COMPONENTS, SYSTEM_COMPONENTS) {
        const real concentration = u[c] / u[0];
        real beyond[4];
        EACH (n, 4)
            beyond[n] = d[c].line[a][n] - concentration * d[0].line[a][n];
        line[c].x = modes_of_line(beyond, variation_floor(u, c), a, c).x + concentration * line[0].x;
    }
}
#endif

#if TAUB_VARIABLES != 0

/* What counts as no variation of one of them, squared. */
INLINE real local_floor(const struct gas gas, const real u[SYSTEM_COMPONENTS], int a, int c)
{
    return R(TAUB_WENO_FLOOR) * local_unit2(gas, u, a, c) + REAL_TINY;
}

#if TAUB_ORDER > 2

/* What has to be added to the faces of one of them. The component that faces across the axis give has no bounds. */
INLINE struct face_cuts local_cuts(const real line[4], real floor2, int a, int c)
{
    const struct face_cuts none = {R(0.0), R(0.0)};
    return c == FIELD_ALONG(a) ? none : cuts_of_line(line, floor2);
}

/* The lines along one axis, bounded in other variables: what they add to the faces goes back to the conserved ones. */
INLINE void local_line_modes(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                             const real lines[4][SYSTEM_COMPONENTS], int a DISTANCES_ARGUMENT,
                             struct line_modes m[SYSTEM_COMPONENTS])
{
    real w[4][SYSTEM_COMPONENTS], lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
    real add_lower[SYSTEM_COMPONENTS], add_upper[SYSTEM_COMPONENTS];
    EACH (n, 4)
        local_of_conserved(gas, u, a, lines[n], w[n]);
    EACH (c, SYSTEM_COMPONENTS) {
        const real line[4] = {w[0][c], w[1][c], w[2][c], w[3][c]};
        const struct face_cuts cuts = local_cuts(line, local_floor(gas, u, a, c), a, c);
        lower[c] = cuts.lower;
        upper[c] = cuts.upper;
    }
    conserved_of_local(gas, u, a, lower, add_lower);
    conserved_of_local(gas, u, a, upper, add_upper);
    EACH (c, SYSTEM_COMPONENTS) {
        const real line[4] = {lines[0][c], lines[1][c], lines[2][c], lines[3][c]};
        const struct face_cuts cuts = {add_lower[c], add_upper[c]};
        m[c] = line_of_cuts(line, cuts);
    }
}

#else

/* One of the modes along an axis, back in the conserved variables. */
#define CONSERVED_MODE(mode)                      \
    {                                             \
        EACH (c, SYSTEM_COMPONENTS)               \
            one[c] = other[c].mode;               \
        conserved_of_local(gas, u, a, one, back); \
        EACH (c, SYSTEM_COMPONENTS)               \
            m[c].mode = back[c];                  \
    }

/* The lines along one axis in other variables, and their modes in the conserved ones. */
INLINE void local_line_modes(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                             const real lines[4][SYSTEM_COMPONENTS], int a DISTANCES_ARGUMENT,
                             struct line_modes m[SYSTEM_COMPONENTS])
{
    struct line_modes other[SYSTEM_COMPONENTS];
    real w[4][SYSTEM_COMPONENTS], one[SYSTEM_COMPONENTS], back[SYSTEM_COMPONENTS];
    EACH (n, 4)
        local_of_conserved(gas, u, a, lines[n], w[n]);
    EACH (c, SYSTEM_COMPONENTS) {
        const real line[4] = {w[0][c], w[1][c], w[2][c], w[3][c]};
        other[c] = modes_of_line(line, local_floor(gas, u, a, c), a, c DISTANCES);
    }
    CONSERVED_MODE(x)
#if FACE_MODES
    CONSERVED_MODE(odd)
    CONSERVED_MODE(even)
#endif
}

#endif
#endif
#endif
