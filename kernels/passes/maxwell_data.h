/* Data of one cell of Maxwell's equations: D and B as polynomials (schemes/maxwell.h), by linear stencils.
 *
 * Along the own axis of a component from its faces, along the others from the means. Where the medium varies these are
 * means of E and H, and the data eps and mu of the cell times what stencils make of them: E and H along a surface are
 * continuous, so that stencils cross surfaces that cut cells (docs/theory/maxwell.md#media).
 *
 * They stop at what stops_stencils names: surfaces on faces, and conductors. A cell beside has a one-sided slope, the
 * next one the parabola of three cells. One with conductors on both sides is constant but for what close_thin_layer
 * says; on metal, as most cells are that its surface cuts, E along the surface falls to zero there. Beside corners
 * one-sided slopes and products make waves grow, and cells have neither (docs/theory/maxwell-jumps.md). */
#ifndef TAUB_PASSES_MAXWELL_DATA_H
#define TAUB_PASSES_MAXWELL_DATA_H

#include "dialect.h"
#include "case/system.h"
#include "passes/maxwell_means.h"
#include "schemes/maxwell.h"

/* Where stencils stop beside a cell, along each axis: between the cells -2 and -1, -1 and 0, 0 and 1, 1 and 2 away;
 * and at the four diagonal neighbours in the plane across each axis. */
struct jumps {
    int line[3][4];
    int plane[3];
    int any;
    int corner;   /* of such surfaces of whole cells, no metal, two cells away or less; at orders 3 and 4 */
    int whole[3]; /* such a surface is a face of the cell; cells that are cut jump on both sides */
    int thin[3];  /* light is faster than on both sides, and nothing there conducts much: close_thin_layer */
    int metal[3]; /* of a cell that is no metal and has jumps on both sides: 1 metal above alone, -1 below alone, else 0
                   */
};

#if TAUB_MEDIA && TAUB_CHARGE
/* A conductor whose skin is thinner than a cell along axis a: src/systems/medium_metal.h. */
INLINE int is_metal(const struct taub_shape shape, GLOBAL const stored *state, long at, int a)
{
    return conducts_beyond(shape, state, at, a, R(TAUB_METAL_CONDUCTION));
}

/* Whether light of any polarisation is faster in a cell than in another one. */
INLINE int light_is_faster(const struct taub_io io, long at, long other)
{
    const long cs = io.shape.component_stride;
    GLOBAL const stored *m = io.f[0] + at + SYSTEM_MEDIUM * cs, *n = io.f[0] + other + SYSTEM_MEDIUM * cs;
    int faster = 0;
    EACH (a, (TAUB_ANISOTROPIC ? 3 : 1))
        faster |=
            LOAD(m + MEDIUM_PERMITTIVITY(a) * cs) * LOAD(m + cs) < LOAD(n + MEDIUM_PERMITTIVITY(a) * cs) * LOAD(n + cs);
    return faster;
}

/* Whether a step takes more from the field of a cell than waves in a thin layer would gain. Normal fields of cells that
 * the surface of such a conductor cuts jump in the cell. */
INLINE int conducts(const struct taub_io io, long at)
{
    GLOBAL const stored *m = io.f[0] + at + SYSTEM_MEDIUM * io.shape.component_stride;
    return LOAD(m + 2 * io.shape.component_stride) * R(io.control->dt) > R(5e-3) * LOAD(m);
}
#endif

#if TAUB_ORDER > 2 && TAUB_MEDIA
/* Whether light passes from a cell to another one, `a` an axis along which they differ: metal reflects it. */
INLINE int passes_light(const struct taub_io io, long at, long other, int a)
{
#if TAUB_CHARGE
    return !is_metal(io.shape, io.f[0], at, a) && !is_metal(io.shape, io.f[0], other, a);
#else
    (void)io, (void)at, (void)other, (void)a;
    return 1;
#endif
}

/* For cells with any jump: most have none, and a GPU then leaves all of this out. */
INLINE void find_corner(const struct taub_io io, long at, struct jumps *jumps)
{
    int beyond[3]; /* a surface is the next face of a neighbour */
    EACH (a, 3) {
        const long s = axis_stride(io.shape, a);
        const int *line = jumps->line[a];
        jumps->whole[a] = (line[1] && !line[0] && !line[2] && passes_light(io, at - s, at, a)) ||
                          (line[2] && !line[1] && !line[3] && passes_light(io, at, at + s, a));
        beyond[a] = (line[0] && !line[1] && passes_light(io, at - 2 * s, at - s, a)) ||
                    (line[3] && !line[2] && passes_light(io, at + s, at + 2 * s, a));
    }
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        jumps->corner |= (jumps->whole[p] & (jumps->whole[q] | beyond[q])) | (beyond[p] & jumps->whole[q]);
        if (jumps->plane[o]) {
            const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
            EACH (n, 4) {
                const long diagonal = (n & 1 ? sp : -sp) + (n & 2 ? sq : -sq);
                jumps->corner |= !jumps->line[p][n & 1 ? 2 : 1] && !jumps->line[q][n & 2 ? 2 : 1] &&
                                 stops_stencils(io.shape, io.f[0], at, diagonal) &&
                                 passes_light(io, at, at + diagonal, p) && passes_light(io, at, at + diagonal, q);
            }
        }
    }
}
#endif

INLINE struct jumps jumps_of(const struct taub_io io, long at)
{
    struct jumps jumps;
    jumps.any = jumps.corner = 0;
    EACH (a, 3) {
        const long s = axis_stride(io.shape, a);
        EACH (n, 4) {
            const int wanted = AXIS_ACTIVE(a) && (TAUB_ORDER > 2 || n == 1 || n == 2);
            jumps.line[a][n] = wanted ? stops_stencils(io.shape, io.f[0], at + (n - 2) * s, s) : 0;
            jumps.any |= jumps.line[a][n];
        }
        jumps.whole[a] = 0;
        jumps.metal[a] = 0;
        jumps.thin[a] = jumps.line[a][1] && jumps.line[a][2];
#if TAUB_MEDIA && TAUB_CHARGE
        if (AXIS_ACTIVE(a))
            jumps.thin[a] &= light_is_faster(io, at, at - s) && light_is_faster(io, at, at + s) &&
                             !(conducts(io, at) | conducts(io, at - s) | conducts(io, at + s));
        if (AXIS_ACTIVE(a) && jumps.line[a][1] && jumps.line[a][2] && !is_metal(io.shape, io.f[0], at, a))
            jumps.metal[a] = is_metal(io.shape, io.f[0], at + s, a) - is_metal(io.shape, io.f[0], at - s, a);
#endif
    }
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        jumps.plane[o] = 0;
#if TAUB_ORDER > 2
        if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
            /* of cells on the same side of a jump, along each of the two axes */
            EACH (n, 4) {
                const long up = n & 1 ? sp : -sp, over = n & 2 ? sq : -sq;
                const int p_jumps = jumps.line[p][n & 1 ? 2 : 1], q_jumps = jumps.line[q][n & 2 ? 2 : 1];
                jumps.plane[o] |= !p_jumps && !q_jumps && stops_stencils(io.shape, io.f[0], at, up + over);
            }
            jumps.any |= jumps.plane[o];
        }
#endif
    }
#if TAUB_ORDER > 2 && TAUB_MEDIA
    if (jumps.any)
        find_corner(io, at, &jumps);
#endif
    return jumps;
}

/* Coefficients of one line: x, xx, xxx in the basis of Legendre. */
struct line {
    real x, xx, xxx;
};

INLINE struct line line_of(GLOBAL const stored *from, long s, real u, const int jumps[4], int none)
{
    struct line line;
    const real down = u - LOAD(from - s), up = LOAD(from + s) - u;
    line.xx = line.xxx = R(0.0);
    const int no_slope = (jumps[1] && jumps[2]) || none;
    line.x = no_slope ? R(0.0) : jumps[1] ? up : jumps[2] ? down : R(0.5) * (up + down);
#if TAUB_ORDER > 2
    const real inner = up + down, inner_sum = up - down;
    const real far_down = LOAD(from - 2 * s) - u, far_up = LOAD(from + 2 * s) - u;
    const real outer = far_up - far_down, outer_sum = far_up + far_down;
    if (!jumps[1] && !jumps[2]) {
        const int three = jumps[0] || jumps[3];
        line.xx = three ? R(0.5) * inner_sum : (R(40.0) * inner_sum - R(3.0) * outer_sum) * R(1.0 / 56.0);
#if TAUB_ORDER == 3
        line.x = three ? R(0.5) * inner : (R(8.0) * inner - outer) * R(1.0 / 12.0);
#else
        line.x = three ? R(0.5) * inner : (R(82.0) * inner - R(11.0) * outer) * R(1.0 / 120.0);
        line.xxx = three ? R(0.0) : (outer - R(2.0) * inner) * R(1.0 / 12.0);
#endif
    }
#endif
    return line;
}

/* The own axis of a component: its faces are what they are. `per`: one over eps or mu of the cell. */
INLINE struct line line_of_faces(GLOBAL const stored *face, long s, real mean, real per, const int jumps[4])
{
    struct line line;
    const real lo = LOAD(face) * per, hi = LOAD(face + s) * per, delta = hi - lo;
    line.x = delta;
    line.xx = line.xxx = R(0.0);
#if TAUB_ORDER > 2
    line.xx = R(6.0) * (R(0.5) * (lo + hi) - mean);
#if TAUB_ORDER == 4
    if (!(jumps[1] || jumps[2]))
        line.xxx = R(1.0 / 6.0) * ((LOAD(face + 2 * s) - LOAD(face - s)) * per - R(3.0) * delta);
    line.x = delta - R(0.1) * line.xxx;
#endif
#endif
    return line;
}

#if TAUB_ORDER > 2
/* Differences across a plane, one-sided where the medium jumps along one of its axes. */
INLINE real product_of(GLOBAL const stored *from, long sp, long sq, const int jp[4], const int jq[4], int none)
{
    const long p_lo = jp[1] ? 0 : -sp, p_hi = jp[2] ? 0 : sp, q_lo = jq[1] ? 0 : -sq, q_hi = jq[2] ? 0 : sq;
    const real pp = LOAD(from + p_hi + q_hi), np = LOAD(from + p_lo + q_hi);
    const real pn = LOAD(from + p_hi + q_lo), nn = LOAD(from + p_lo + q_lo);
    const real scale = (jp[1] || jp[2] ? R(1.0) : R(0.5)) * (jq[1] || jq[2] ? R(1.0) : R(0.5));
    return none ? R(0.0) : scale * ((pp - np) - (pn - nn));
}
#endif

/* The data of component c of a cell: coefficients of a polynomial. */
INLINE void data_of(const struct taub_io io, long at, long mean_at, const struct jumps jumps, int c, real *m)
{
    const long cs = io.shape.component_stride;
    GLOBAL const stored *mean = io.f[1] + mean_at + c * cs;
    const real u = LOAD(mean);
#if TAUB_MEDIA
    const real strength = LOAD(io.f[0] + at + (SYSTEM_MEDIUM + (c < 3 ? MEDIUM_PERMITTIVITY(c % 3) : 1)) * cs);
    const real per = R(1.0) / strength;
#else
    const real per = R(1.0);
#endif
    EACH_MONOMIAL (n)
        m[n] = R(0.0);
    m[0] = u;
    EACH_AXIS (a) {
        const long s = axis_stride(io.shape, a);
        const struct line line = a == c % 3 ? line_of_faces(io.f[0] + at + c * cs, s, u, per, jumps.line[a])
                                            : line_of(mean, s, u, jumps.line[a], jumps.corner && jumps.whole[a]);
        m[LINEAR + a] = line.x;
        /* E along the surface of metal vanishes there, so that no neighbour is needed */
        if (c < 3 && c != a && jumps.metal[a] != 0)
            m[LINEAR + a] = (jumps.metal[a] > 0 ? R(-2.0) : R(2.0)) * u;
#if TAUB_ORDER > 2
        m[SQUARE + a] = line.xx;
        m[0] -= R(1.0 / 12.0) * line.xx;
#if TAUB_ORDER == 4
        m[LINEAR + a] -= R(0.15) * line.xxx;
        m[CUBIC + a] = line.xxx;
#endif
#endif
    }
#if TAUB_ORDER > 2
    EACH (o, 3) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
            m[PRODUCT + o] = product_of(mean, sp, sq, jumps.line[p], jumps.line[q], jumps.plane[o] | jumps.corner);
            if (!jumps.any) {
                const real pp = LOAD(mean + sp + sq), np = LOAD(mean - sp + sq);
                const real pn = LOAD(mean + sp - sq), nn = LOAD(mean - sp - sq);
                const real ppq =
                    R(0.25) * (((pp + np) - R(2.0) * LOAD(mean + sq)) - ((pn + nn) - R(2.0) * LOAD(mean - sq)));
                const real qqp =
                    R(0.25) * (((pp + pn) - R(2.0) * LOAD(mean + sp)) - ((np + nn) - R(2.0) * LOAD(mean - sp)));
                m[MIXED + 2 * p] = ppq;
                m[MIXED + 2 * q + 1] = qqp;
#if TAUB_ORDER == 4
                m[LINEAR + q] -= R(1.0 / 12.0) * ppq;
                m[LINEAR + p] -= R(1.0 / 12.0) * qqp;
#endif
            }
        }
    }
#endif
#if TAUB_ORDER == 4 && TAUB_ACTIVE_X && TAUB_ACTIVE_Y && TAUB_ACTIVE_Z
    if (!jumps.any) {
        const long sy = io.shape.row_stride, sz = io.shape.plane_stride;
        const real above = (LOAD(mean + 1 + sy + sz) - LOAD(mean - 1 + sy + sz)) -
                           (LOAD(mean + 1 - sy + sz) - LOAD(mean - 1 - sy + sz));
        const real below = (LOAD(mean + 1 + sy - sz) - LOAD(mean - 1 + sy - sz)) -
                           (LOAD(mean + 1 - sy - sz) - LOAD(mean - 1 - sy - sz));
        m[TRIPLE] = R(0.125) * (above - below);
    }
#endif
#if TAUB_MEDIA
    EACH_MONOMIAL (n)
        m[n] *= strength;
#endif
}

#if TAUB_MEDIA && TAUB_CHARGE
/* Across a cell with jumps on both sides nothing is known of the slope of a field along its surfaces. In a thin layer
 * of a lower refractive index what the field circulates is taken as nothing, dE_c/dx_a = dE_a/dx_c: with no slope at
 * all waves grow along the layer, in which E_a is large and both slopes nearly cancel. m: D or B of a medium that is
 * the same in the whole cell, `strength` its eps or mu along each axis, `metal` where jumps.metal has the slope. */
INLINE void close_thin_layer(const struct taub_shape shape, const struct jumps jumps, const real strength[3], real *m)
{
    EACH (a, 3) {
        const int thin = jumps.thin[a];
        EACH_FROM (n, 1, 3) {
            const int c = (a + n) % 3;
            const int closed = thin && !(jumps.line[c][1] && jumps.line[c][2]);
            if (AXIS_ACTIVE(a) && AXIS_ACTIVE(c)) {
                const real *across = m + a * MONOMIALS,
                           ratio = R(shape.spacing[a] / shape.spacing[c]) * (strength[c] / strength[a]);
                real *along = m + c * MONOMIALS;
                along[LINEAR + a] = closed ? ratio * across[LINEAR + c] : along[LINEAR + a];
            }
        }
    }
}
#endif

#endif
