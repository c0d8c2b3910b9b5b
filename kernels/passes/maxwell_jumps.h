/* Data of fourth order across jumps of the medium: docs/theory/maxwell-jumps.md.
 *
 *   mark_thick_layers  which cells lie in layers thick enough      fields: 0 state in, 1 room of a state: marks in the
 *                                                                    place of its medium, own cells
 *   find_jumps         cells that see one jump between such layers  fields: 0 state in, 1 that room with its ghost
 *                                                                    zones in, 2 what they see out
 *   fit_lines          fields along the layers as lines across      fields: 0 state in, 1 means in, 2 what cells see
 *                      the jump                                      in, 3 lines out
 *   states_at_jumps    once more the pass states, of these cells    fields: those of states, 4 what cells see in,
 *                                                                    5 lines in
 * A medium never changes, so that the first two run before the first step. */
#ifndef TAUB_PASSES_MAXWELL_JUMPS_H
#define TAUB_PASSES_MAXWELL_JUMPS_H

#include "dialect.h"
#include "case/system.h"
#include "passes/maxwell_data.h"
#include "passes/maxwell_means.h"
#include "passes/maxwell_states.h"
#include "schemes/maxwell.h"
#if TAUB_ANISOTROPIC
#include "schemes/maxwell_crystal.h"
#endif

#if TAUB_ORDER == 4 && TAUB_MEDIA && !TAUB_POLES && !TAUB_ANISOTROPIC

/* Beside thinner layers waves would gain what the stencils between two near jumps do not take from them. */
#define THICK_LAYER 5
/* Above this ratio of both sides waves grow. */
#define LARGEST_RATIO R(10.0)
/* What a cell sees: 0 nothing, else 1 + 4 axis + face, the jump being the lower face of cell face - 1 along the axis.
 */
#define SEEN_AXIS(seen) (((seen)-1) / 4)
#define SEEN_FACE(seen) (((seen)-1) % 4 - 1)
/* Of the components of D and B across the axis: coefficients x, xx, xxx as in struct line. */
#define LINE_NUMBERS 12
#define LINE_PLACE(axis, c) (3 * (2 * ((c) / 3) + ((c) % 3 + 5 - (axis)) % 3))

INLINE int same_medium(const struct taub_io io, long at, long other)
{
    int same = 1;
    EACH (n, 3) {
        GLOBAL const stored *m = io.f[0] + (SYSTEM_MEDIUM + n) * io.shape.component_stride;
        same &= LOAD(m + at) == LOAD(m + other);
    }
    return same;
}

INLINE void mark_thick_layers_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    EACH (a, 3) {
        const long s = axis_stride(io.shape, a);
        int thick = 1, below = 1, above = 1;
        EACH_FROM (n, 1, AXIS_ACTIVE(a) ? THICK_LAYER : 1) {
            below &= same_medium(io, at, at - n * s);
            above &= same_medium(io, at, at + n * s);
            thick += below + above;
        }
        const int conducts = LOAD(io.f[0] + at + (SYSTEM_MEDIUM + 2) * cs) != R(0.0);
        io.f[1][at + (SYSTEM_MEDIUM + a) * cs] = thick >= THICK_LAYER && !conducts ? R(2.0) : R(1.0);
    }
}
TAUB_POINT_PASS(mark_thick_layers)

/* Whether a cell lies in matched layers, or not three cells from them. */
INLINE int is_near_matched_layer(const struct taub_io io, int b, const int place[3])
{
    int near = 0;
    EACH (a, 3) {
        const int at = io.blocks[b].place[a] + place[a], thick = TAUB_LAYER_CELLS + 3;
        near |= ((TAUB_LAYERS >> (2 * a)) & 1) && at < thick;
        near |= ((TAUB_LAYERS >> (2 * a + 1)) & 1) && at >= io.shape.mesh[a] - thick;
    }
    return near;
}

/* Whether the five cells along `s` around a place are the same in the rows around it. */
INLINE int rows_are_alike(const struct taub_io io, long at, int a)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3, far_p = AXIS_ACTIVE(p) ? 2 : 0, far_q = AXIS_ACTIVE(q) ? 2 : 0;
    const long s = axis_stride(io.shape, a), sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
    int alike = 1;
    ROLLED
    for (int y = -far_p; y <= far_p; y++)
        ROLLED
    for (int z = -far_q; z <= far_q; z++)
        ROLLED
    for (int x = -2; x <= 2; x++)
        alike &= same_medium(io, at + x * s, at + x * s + y * sp + z * sq);
    return alike;
}

/* The one jump that a cell sees along axis a, as SEEN_FACE + 1; -1: none, several, or one beside which the fit is not
 * to be used. */
OUTLINE int jump_along(const struct taub_io io, long at, int a)
{
    const long cs = io.shape.component_stride, s = axis_stride(io.shape, a);
    int found = -1, count = 0;
    EACH_ROLLED (n, 0, 4)
        if (medium_jumps(io.shape, io.f[0], at + (n - 2) * s, at + (n - 1) * s)) {
            found = n;
            count++;
        }
    if (count != 1)
        return -1;
    const long below = at + (found - 2) * s, above = below + s;
    GLOBAL const stored *mark = io.f[1] + (SYSTEM_MEDIUM + a) * cs;
    if (LOAD(mark + below) < R(1.5) || LOAD(mark + above) < R(1.5))
        return -1;
    real ratio = R(1.0);
    EACH (n, 2) {
        GLOBAL const stored *m = io.f[0] + (SYSTEM_MEDIUM + n) * cs;
        const real lower = LOAD(m + below), upper = LOAD(m + above);
        ratio *= real_max(lower, upper) / real_min(lower, upper);
    }
    return ratio <= LARGEST_RATIO && rows_are_alike(io, at, a) ? found : -1;
}

/* Where the rows around a cell are alike it sees jumps along one axis only. */
INLINE void find_jumps_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int place[3] = {i, j, k};
    int seen = 0;
    EACH_ROLLED (a, 0, 3) {
        /* lines are wanted of the cells that the pass states looks at, and of those beside them in other rows */
        const int wanted = place[a] >= -1 && place[a] <= io.shape.cells[a];
        const int found = AXIS_ACTIVE(a) && wanted && seen == 0 ? jump_along(io, at, a) : -1;
        seen = found < 0 ? seen : 1 + 4 * a + found;
    }
    seen = is_near_matched_layer(io, b, place) ? 0 : seen;
    io.f[2][cell_index(io.shape, 1, b, k, j, i)] = (real)seen;
}
TAUB_POINT_PASS(find_jumps)

/* ---- the fit ---- */

/* Differences along a row at f: the first to fourth order, the second and the third. */
INLINE real first_difference(GLOBAL const stored *f, long s)
{
    return (R(8.0) * (LOAD(f + s) - LOAD(f - s)) - (LOAD(f + 2 * s) - LOAD(f - 2 * s))) * R(1.0 / 12.0);
}
INLINE real second_difference(GLOBAL const stored *f, long s)
{
    return (LOAD(f + s) - LOAD(f)) - (LOAD(f) - LOAD(f - s));
}
INLINE real third_difference(GLOBAL const stored *f, long s)
{
    return R(0.5) * (LOAD(f + 2 * s) - LOAD(f - 2 * s)) - (LOAD(f + s) - LOAD(f - s));
}
/* The second derivative in a cell from its faces and the next ones. */
INLINE real curvature_of_faces(GLOBAL const stored *face, long s)
{
    return R(0.5) * ((LOAD(face - s) - LOAD(face)) + (LOAD(face + 2 * s) - LOAD(face + s)));
}
INLINE real centred(GLOBAL const stored *f, long s)
{
    return R(0.5) * (LOAD(f + s) - LOAD(f - s));
}

/* The functions of a side of the jump, averaged over its cell n cells above it: xi, xi^2, xi^3. */
struct powers {
    real first, second, third;
};
INLINE struct powers powers_of(int n)
{
    const struct powers powers = {R(0.5) + (real)n, (real)(3 * n * n + 3 * n + 1) * R(1.0 / 3.0),
                                  (real)(4 * n * n * n + 6 * n * n + 4 * n + 1) * R(0.25)};
    return powers;
}

/* What waves at an angle add on one side of the jump: coefficients of xi, xi^2, xi^3. `own`, `other`: of the medium
 * there in units of that of the cell. */
struct oblique {
    real slope, second, gradient, third;
};
INLINE struct powers oblique_part(const struct oblique o, real own, real other)
{
    const struct powers part = {o.slope / other, R(-0.5) * o.second,
                                R(-1.0 / 6.0) * (own * o.gradient + o.third / other)};
    return part;
}

/* Tangential derivatives at the jump, of a component along axis b; `face`: the component across the jump on it, `up`,
 * `down`: the cells beside it, in fields of the state and of the means. own, other: of the medium below and above in
 * units of that of the cell, whose eps or mu is `here`. */
INLINE struct oblique oblique_of(const struct taub_io io, int vector, int a, int b, long state_up, long mean_up,
                                 const real own[2], const real other[2], real here)
{
    const int o = 3 - a - b;
    const long cs = io.shape.component_stride, s = axis_stride(io.shape, a);
    const long sb = axis_stride(io.shape, b), so = axis_stride(io.shape, o);
    const real rb = R(io.shape.spacing[a] / io.shape.spacing[b]), ro = R(io.shape.spacing[a] / io.shape.spacing[o]);
    GLOBAL const stored *across = io.f[0] + state_up + (3 * vector + a) * cs;
    real along[2] = {R(0.0), R(0.0)}, around[2] = {R(0.0), R(0.0)}; /* grad div and -curl curl of what is tangential */
    struct oblique part;
    part.slope = part.third = R(0.0);
    if (AXIS_ACTIVE(b)) {
        part.slope = rb * first_difference(across, sb);
        part.third = rb * rb * rb * third_difference(across, sb);
        if (AXIS_ACTIVE(o))
            part.third +=
                rb * ro * ro * (R(0.5) * (second_difference(across + sb, so) - second_difference(across - sb, so)));
    }
    EACH_ROLLED (n, 0, 2) {
        GLOBAL const stored *face = io.f[0] + state_up + (n - 1) * s + (3 * vector + b) * cs;
        GLOBAL const stored *mean = io.f[1] + mean_up + (n - 1) * s + (3 * vector + b) * cs;
        GLOBAL const stored *turned = face + (o - b) * cs;
        real both = R(0.0);
        if (AXIS_ACTIVE(b))
            along[n] = rb * rb * curvature_of_faces(face, sb);
        if (AXIS_ACTIVE(o))
            around[n] = ro * ro * here * second_difference(mean, so);
        if (AXIS_ACTIVE(b) && AXIS_ACTIVE(o))
            both = rb * ro * (centred(turned + so, sb) - centred(turned, sb));
        along[n] = (along[n] + both) / other[n];
        around[n] -= both / other[n];
    }
    const real per = R(1.0) / (own[0] + own[1]);
    const real low = R(0.5) * part.third / other[0], high = R(0.5) * part.third / other[1];
    part.second =
        per * ((own[1] * (along[0] + low) + own[0] * (along[1] - high)) + (own[1] * around[0] + own[0] * around[1]));
    part.gradient = R(2.0) * per * (R(2.0) * ((along[1] - along[0]) - (low + high)) + (around[1] - around[0]));
    return part;
}

/* Lines of the two components of D (vector 0) or B across axis a that lie along the jump: E = D/eps is, up to what
 * waves at an angle add, a sum of 1, I mu, I mu I eps, I mu I eps I mu, of which the cell's own mean is exact and those
 * of the other four are met by least squares; H likewise with eps and mu exchanged. Here as numbers of the cell: fields
 * in units in which E is D, and functions that are x, x^2, x^3 in the cell. */
OUTLINE void fit_vector(const struct taub_io io, long at, long mean_at, int vector, int a, int face, GLOBAL stored *out)
{
    const long cs = io.shape.component_stride, s = axis_stride(io.shape, a);
    GLOBAL const stored *other_of = io.f[0] + at + (SYSTEM_MEDIUM + vector) * cs;
    GLOBAL const stored *own_of = io.f[0] + at + (SYSTEM_MEDIUM + 1 - vector) * cs;
    const int is_below = face > 0;                        /* the cell, of the jump */
    const long beyond = (is_below ? face : face - 1) * s; /* to the other medium */
    const real far_own = LOAD(own_of + beyond) / LOAD(own_of), far_other = LOAD(other_of + beyond) / LOAD(other_of);
    const real own[2] = {is_below ? R(1.0) : far_own, is_below ? far_own : R(1.0)};
    const real other[2] = {is_below ? R(1.0) : far_other, is_below ? far_other : R(1.0)};
    const real x0 = R(0.5) - (real)face; /* the centre, seen from the jump */
    real f[5][3], normal[3][3];
    EACH (n, 5) {
        const int up = n - 2 >= face;
        const struct powers m = powers_of(n - 2 - face);
        const real one = own[up] * m.first, two = own[up] * other[up] * m.second;
        const real three = own[up] * own[up] * other[up] * m.third;
        f[n][0] = one;
        f[n][1] = two - R(2.0) * x0 * one;
        f[n][2] = (three - R(3.0) * x0 * two) + R(3.0) * x0 * x0 * one;
    }
    EACH (n, 5)
        EACH (u, 3)
            f[n][u] -= n == 2 ? R(0.0) : f[2][u];
    EACH (u, 3)
        EACH (v, 3)
            normal[u][v] = (f[1][u] * f[1][v] + f[3][u] * f[3][v]) + (f[0][u] * f[0][v] + f[4][u] * f[4][v]);
    const real l21 = normal[0][1] / normal[0][0], l31 = normal[0][2] / normal[0][0];
    const real d2 = normal[1][1] - l21 * normal[0][1], n23 = normal[1][2] - l31 * normal[0][1];
    const real l32 = n23 / d2, d3 = (normal[2][2] - l31 * normal[0][2]) - l32 * n23;
    EACH_ROLLED (n, 1, 3) {
        const int b = (a + n) % 3;
        GLOBAL const stored *mean = io.f[1] + mean_at + (3 * vector + b) * cs;
        const struct oblique angle =
            oblique_of(io, vector, a, b, at + face * s, mean_at + face * s, own, other, LOAD(other_of));
        const struct powers below = oblique_part(angle, own[0], other[0]),
                            above = oblique_part(angle, own[1], other[1]);
        const struct powers here = is_below ? below : above;
        real wanted[5], sum[3];
        EACH (d, 5) {
            const int up = d - 2 >= face;
            const struct powers m = powers_of(d - 2 - face);
            const real known =
                ((up ? above.first : below.first) * m.first + (up ? above.second : below.second) * m.second) +
                (up ? above.third : below.third) * m.third;
            wanted[d] = LOAD(other_of) * LOAD(mean + (d - 2) * s) - known;
        }
        EACH (u, 3)
            sum[u] = (f[1][u] * (wanted[1] - wanted[2]) + f[3][u] * (wanted[3] - wanted[2])) +
                     (f[0][u] * (wanted[0] - wanted[2]) + f[4][u] * (wanted[4] - wanted[2]));
        const real y2 = sum[1] - l21 * sum[0], y3 = (sum[2] - l31 * sum[0]) - l32 * y2;
        const real q3 = y3 / d3, q2 = y2 / d2 - l32 * q3, q1 = (sum[0] / normal[0][0] - l21 * q2) - l31 * q3;
        const real xxx = q3 + here.third, xx = q2 + (here.second + R(3.0) * here.third * x0);
        const real x = q1 + ((here.first + R(2.0) * here.second * x0) + R(3.0) * here.third * x0 * x0);
        GLOBAL stored *line = out + LINE_PLACE(a, 3 * vector + b) * cs;
        line[0] = x + R(0.15) * xxx;
        line[cs] = xx;
        line[2 * cs] = xxx;
    }
}

INLINE void fit_lines_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int seen = (int)LOAD(io.f[2] + cell_index(io.shape, 1, b, k, j, i));
    if (seen > 0) {
        const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
        const long mean_at = cell_index(io.shape, 6, b, k, j, i);
        GLOBAL stored *out = io.f[3] + cell_index(io.shape, LINE_NUMBERS, b, k, j, i);
        EACH_ROLLED (vector, 0, 2)
            fit_vector(io, at, mean_at, vector, SEEN_AXIS(seen), SEEN_FACE(seen), out);
    }
}
TAUB_GATED_POINT_PASS(fit_lines)

/* ---- data ---- */

/* What a component's line across the jump has in the row `t` away: its slope, and xx. */
INLINE real slope_in_row(GLOBAL const stored *line, GLOBAL const stored *face, long s, int is_across, long t)
{
    return is_across ? LOAD(face + t + s) - LOAD(face + t) : LOAD(line + t);
}
INLINE real curve_in_row(GLOBAL const stored *line, GLOBAL const stored *face, GLOBAL const stored *mean, long s,
                         long cs, real eps, int is_across, long t)
{
    return is_across ? R(6.0) * (R(0.5) * (LOAD(face + t) + LOAD(face + t + s)) - LOAD(mean + t) * eps)
                     : LOAD(line + t + cs);
}

/* Data of component c of a cell that sees a jump along axis a, from those of data_of: all derivatives across the jump
 * are those of the lines, of the component along a by what the divergence ties it to. */
INLINE void cross_jump(const struct taub_io io, long at, long mean_at, long line_at, int a, int face_of_jump, int c,
                       real *m)
{
    const long cs = io.shape.component_stride, s = axis_stride(io.shape, a);
    const int is_across = c % 3 == a, beside = face_of_jump == 0 || face_of_jump == 1;
    GLOBAL const stored *face = io.f[0] + at + c * cs, *mean = io.f[1] + mean_at + c * cs;
    GLOBAL const stored *lines = io.f[5] + line_at, *line = lines + (is_across ? 0 : LINE_PLACE(a, c)) * cs;
    const real eps = LOAD(io.f[0] + at + (SYSTEM_MEDIUM + c / 3) * cs);
    if (!is_across) {
        const real xx = LOAD(line + cs), xxx = LOAD(line + 2 * cs);
        m[0] += R(1.0 / 12.0) * (m[SQUARE + a] - xx);
        m[SQUARE + a] = xx;
        m[CUBIC + a] = xxx;
        m[LINEAR + a] = LOAD(line) - R(0.15) * xxx;
    } else if (beside) {
        real slopes = R(0.0), curves = R(0.0);
        for (int n = 1; n < 3; n++) {
            const int b = (a + n) % 3;
            GLOBAL const stored *of = lines + LINE_PLACE(a, c - a + b) * cs;
            const real ratio = R(io.shape.spacing[a] / io.shape.spacing[b]);
            if (AXIS_ACTIVE(b)) {
                slopes += ratio * centred(of, axis_stride(io.shape, b));
                curves += ratio * centred(of + cs, axis_stride(io.shape, b));
            }
        }
        const real middle = R(0.5) * (LOAD(face) + LOAD(face + s)), xx = R(-0.5) * slopes;
        const real xxx = R(-1.0 / 3.0) * curves, better = middle + R(1.0 / 12.0) * slopes;
        m[0] += (better - LOAD(mean) * eps) + R(1.0 / 12.0) * (m[SQUARE + a] - xx);
        m[SQUARE + a] = xx;
        m[CUBIC + a] = xxx;
        m[LINEAR + a] = (LOAD(face + s) - LOAD(face)) - R(0.25) * xxx;
    }
    for (int n = 1; n < 3; n++) {
        const int b = (a + n) % 3;
        if (AXIS_ACTIVE(b)) {
            const long t = axis_stride(io.shape, b);
            const real below = slope_in_row(line, face, s, is_across, -t),
                       here = slope_in_row(line, face, s, is_across, 0);
            const real above = slope_in_row(line, face, s, is_across, t);
            const real aab = R(0.5) * (curve_in_row(line, face, mean, s, cs, eps, is_across, t) -
                                       curve_in_row(line, face, mean, s, cs, eps, is_across, -t));
            const real bba = R(0.5) * ((above - here) - (here - below));
            m[PRODUCT + 3 - a - b] = R(0.5) * (above - below);
            m[MIXED + 2 * a + (b - a + 2) % 3] = aab;
            m[MIXED + 2 * b + (a - b + 2) % 3] = bba;
            m[LINEAR + b] -= R(1.0 / 12.0) * aab;
            m[LINEAR + a] -= R(1.0 / 12.0) * bba;
        }
    }
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        const real ppq =
            eps * R(0.5) * (R(0.5) * (second_difference(mean + sq, sp) - second_difference(mean - sq, sp)));
        const real qqp =
            eps * R(0.5) * (R(0.5) * (second_difference(mean + sp, sq) - second_difference(mean - sp, sq)));
        m[MIXED + 2 * p] = ppq;
        m[MIXED + 2 * q + 1] = qqp;
        m[LINEAR + q] -= R(1.0 / 12.0) * ppq;
        m[LINEAR + p] -= R(1.0 / 12.0) * qqp;
        m[TRIPLE] =
            R(0.25) *
            ((slope_in_row(line, face, s, is_across, sp + sq) - slope_in_row(line, face, s, is_across, sq - sp)) -
             (slope_in_row(line, face, s, is_across, sp - sq) - slope_in_row(line, face, s, is_across, -sp - sq)));
    }
}

/* Whether the rows beside a cell see the same jump. */
INLINE int rows_see(const struct taub_io io, GLOBAL const stored *seen, int a)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3, far_p = AXIS_ACTIVE(p) ? 1 : 0, far_q = AXIS_ACTIVE(q) ? 1 : 0;
    const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
    int all = 1;
    for (int y = -far_p; y <= far_p; y++)
        for (int z = -far_q; z <= far_q; z++)
            all &= LOAD(seen + y * sp + z * sq) == LOAD(seen);
    return all;
}

OUTLINE void states_of_cell_at_jump(const struct taub_io io, int b, int k, int j, int i, int a, int face)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), mean_at = cell_index(io.shape, 6, b, k, j, i);
    const long line_at = cell_index(io.shape, LINE_NUMBERS, b, k, j, i);
    const RESPONSE r = response_of_cell(io, response_of_launch(io), at);
    const struct jumps jumps = jumps_of(io, at);
    real d[3 * MONOMIALS], h[3 * MONOMIALS], per[3];
    steps_per_width(io, per);
    EACH_ROLLED (c, 0, 3) {
        data_of(io, at, mean_at, jumps, c, d + c * MONOMIALS);
        cross_jump(io, at, mean_at, line_at, a, face, c, d + c * MONOMIALS);
        data_of(io, at, mean_at, jumps, 3 + c, h + c * MONOMIALS);
        cross_jump(io, at, mean_at, line_at, a, face, 3 + c, h + c * MONOMIALS);
    }
    show_data(io, r, per, b, k, j, i, d, h);
}

INLINE void states_at_jumps_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const stored *of = io.f[4] + cell_index(io.shape, 1, b, k, j, i);
    const int seen = (int)LOAD(of);
    if (seen > 0 && rows_see(io, of, SEEN_AXIS(seen)))
        states_of_cell_at_jump(io, b, k, j, i, SEEN_AXIS(seen), SEEN_FACE(seen));
}
TAUB_GATED_POINT_PASS(states_at_jumps)

#endif

#endif
