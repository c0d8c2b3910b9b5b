/* One ADER step of Maxwell's equations: cells.
 *
 *   field_means  cell means of D and B from their faces     fields: 0 state in, 1 means out
 *   states       edge values and currents of each cell      fields: 0 state in, 1 means in, 2 edge values out,
 *                                                            3 currents at faces out
 * A cell's data are reconstructed by linear stencils from the means, along the own axis of a component from its faces,
 * and evolve by themselves (schemes/maxwell.h). It gives
 * - to each edge, from its corner there, what an edge's Riemann problem adds up of it: the step's averages of
 *   Y E + n x H and of Z H - n x E along the edge, n from the edge into the cell. Where crystals meet the parts of
 *   the latter stand by themselves, H and n x E by axes: Z is not the same for both;
 * - where something conducts, to each face the part of its current that is not in proportion to the face's curl.
 *
 * Where the medium jumps between two cells derivatives do, too, and no stencil crosses it: a cell beside has a
 * one-sided slope, the next one the parabola of three cells. One with jumps on both sides is constant; on metal, as
 * most cells are that its surface cuts, E along the surface falls to zero there. */
#ifndef TAUB_PASSES_MAXWELL_STATES_H
#define TAUB_PASSES_MAXWELL_STATES_H

#define ACTIVE_AXES (TAUB_ACTIVE_X + TAUB_ACTIVE_Y + TAUB_ACTIVE_Z)
/* Fields along an edge change something where there is an axis across it. */
#define EDGE_ACTIVE(o) (AXIS_ACTIVE(((o) + 1) % 3) || AXIS_ACTIVE(((o) + 2) % 3))
/* Of electric and magnetic fields at the four corners along three axes; of corners that are the same one counts. */
#define EDGE_NUMBERS (TAUB_ANISOTROPIC && TAUB_MEDIA ? 4 : 2)
#define EDGE_STATES (12 * EDGE_NUMBERS + TAUB_MEDIA * (TAUB_ANISOTROPIC ? 3 : 1))
#define EDGE_STATE(o, corner) (EDGE_NUMBERS * (4 * (o) + (corner)))
/* Of waves with E along axis a. */
#define EDGE_ADMITTANCE(a) (12 * EDGE_NUMBERS + (TAUB_ANISOTROPIC ? (a) : 0))
/* Two faces an axis, and of how much of the curl they are. */
#define CURRENT_STATES ((6 + TAUB_MEDIA * (TAUB_ANISOTROPIC ? 3 : 1)) * TAUB_CHARGE)
#define CURRENT_SHARE(a) (6 + (TAUB_ANISOTROPIC ? (a) : 0))

#if TAUB_MEDIA
/* Media jump where one of their numbers changes by more than this share between two cells: less is a gradient. */
#define LARGEST_GRADIENT R(0.1)
INLINE int differ(real a, real b)
{
    return real_fabs(a - b) > LARGEST_GRADIENT * real_min(real_fabs(a), real_fabs(b));
}
INLINE int strengths_jump(GLOBAL const stored *strength, long cs, long from, long to)
{
    int jump = 0;
    UNROLL
    for (int n = 0; n < TAUB_POLES; n++)
        jump |= differ(LOAD(strength + from + n * cs), LOAD(strength + to + n * cs));
    (void)strength;
    (void)cs;
    (void)from;
    (void)to;
    return jump;
}
#endif
INLINE int medium_jumps(const struct taub_shape shape, GLOBAL const stored *state, long from, long to)
{
#if TAUB_MEDIA
    GLOBAL const stored *m = state + SYSTEM_MEDIUM * shape.component_stride;
    const long cs = shape.component_stride;
    int jump = strengths_jump(m + MEDIUM_NUMBERS * cs, cs, from, to);
    UNROLL
    for (int n = 0; n < MEDIUM_NUMBERS; n++)
        jump |= differ(LOAD(m + from + n * cs), LOAD(m + to + n * cs));
    return jump;
#else
    (void)shape;
    (void)state;
    (void)from;
    (void)to;
    return 0;
#endif
}

#if TAUB_ORDER > 2 && TAUB_MEDIA
/* The slope along `s` of what stands at f, beside jumps one-sided. */
INLINE real slope_beside(GLOBAL const stored *f, long s, int below, int above)
{
    const real down = LOAD(f) - LOAD(f - s), up = LOAD(f + s) - LOAD(f);
    return below && above ? R(0.0) : below ? up : above ? down : R(0.5) * (down + up);
}
/* What the slopes in the other faces, which the divergence ties to it, add to the mean of both faces across axis a; in
 * units of the field times the width of cells. */
INLINE real compact_correction(const struct taub_shape shape, GLOBAL const stored *field, int a, int below, int above)
{
    const long s = axis_stride(shape, a);
    real sum = R(0.0);
    UNROLL
    for (int n = 1; n < 3; n++) {
        const int b = (a + n) % 3;
        GLOBAL const stored *f = field + b * shape.component_stride;
        const long across = axis_stride(shape, b);
        if (AXIS_ACTIVE(b))
            sum += (slope_beside(f + across, s, below, above) - slope_beside(f, s, below, above)) *
                   R(shape.spacing[a] / shape.spacing[b]);
    }
    return R(1.0 / 12.0) * sum;
}
#endif

INLINE void field_means_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long to = cell_index(io.shape, 6, b, k, j, i);
    const int place[3] = {i, j, k};
    UNROLL
    for (int c = 0; c < 6; c++) {
        const int a = c % 3;
        GLOBAL const stored *face = io.f[0] + at + c * cs;
        const long s = axis_stride(io.shape, a);
        real mean = LOAD(face);
        if (AXIS_ACTIVE(a)) {
            const real lo = LOAD(face), hi = LOAD(face + s);
            mean = R(0.5) * (lo + hi);
#if TAUB_ORDER > 2
            /* the outermost ghost zones have no next face; nobody reads their means along this axis */
            const int last = place[a] + 2 >= io.shape.cells[a] + io.shape.ghosts[a];
            real more = mean_correction(LOAD(face - s), lo, hi, LOAD(face + (last ? s : 2 * s)));
#if TAUB_MEDIA
            const int below = medium_jumps(io.shape, io.f[0], at, at - s);
            const int above = medium_jumps(io.shape, io.f[0], at, at + s);
            if (below | above) {
                int inside = 1;
                UNROLL
                for (int n = 0; n < 3; n++)
                    inside &= !AXIS_ACTIVE(n) || place[n] + 1 < io.shape.cells[n] + io.shape.ghosts[n];
                more = inside ? compact_correction(io.shape, io.f[0] + at + (c - a) * cs, a, below, above) : R(0.0);
            }
#endif
            mean += more;
#endif
        }
        (void)place;
        io.f[1][to + c * cs] = mean;
    }
}
TAUB_GATED_POINT_PASS(field_means)

/* Where the medium jumps beside a cell, along each axis: between the cells -2 and -1, -1 and 0, 0 and 1, 1 and 2 away;
 * and at the four diagonal neighbours in the plane across each axis. */
struct jumps {
    int line[3][4];
    int plane[3];
    int any;
    int metal[3]; /* of a cell that is no metal and has jumps on both sides: 1 metal above alone, -1 below alone, else 0
                   */
};

#if TAUB_MEDIA && TAUB_CHARGE
/* A conductor whose skin is thinner than a cell along axis a: src/systems/medium_metal.h. */
INLINE int is_metal(const struct taub_shape shape, GLOBAL const stored *state, long at, int a)
{
    GLOBAL const stored *m = state + at + SYSTEM_MEDIUM * shape.component_stride;
    real eps = LOAD(m);
    UNROLL
    for (int n = 3; n < MEDIUM_NUMBERS; n++)
        eps = real_max(eps, LOAD(m + n * shape.component_stride));
    const real mu = LOAD(m + shape.component_stride), sigma = LOAD(m + 2 * shape.component_stride);
    return sigma * R(shape.spacing[a]) * real_sqrt(mu / eps) > R(TAUB_METAL_CONDUCTION);
}
#endif

INLINE struct jumps jumps_of(const struct taub_io io, long at)
{
    struct jumps jumps;
    jumps.any = 0;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const long s = axis_stride(io.shape, a);
        UNROLL
        for (int n = 0; n < 4; n++) {
            const int wanted = AXIS_ACTIVE(a) && (TAUB_ORDER > 2 || n == 1 || n == 2);
            jumps.line[a][n] = wanted ? medium_jumps(io.shape, io.f[0], at + (n - 2) * s, at + (n - 1) * s) : 0;
            jumps.any |= jumps.line[a][n];
        }
        jumps.metal[a] = 0;
#if TAUB_MEDIA && TAUB_CHARGE
        if (AXIS_ACTIVE(a) && jumps.line[a][1] && jumps.line[a][2] && !is_metal(io.shape, io.f[0], at, a))
            jumps.metal[a] = is_metal(io.shape, io.f[0], at + s, a) - is_metal(io.shape, io.f[0], at - s, a);
#endif
    }
    UNROLL
    for (int o = 0; o < 3; o++) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        jumps.plane[o] = 0;
#if TAUB_ORDER > 2
        if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
            /* of cells on the same side of a jump, along each of the two axes */
            UNROLL
            for (int n = 0; n < 4; n++) {
                const long up = n & 1 ? sp : -sp, over = n & 2 ? sq : -sq;
                const int p_jumps = jumps.line[p][n & 1 ? 2 : 1], q_jumps = jumps.line[q][n & 2 ? 2 : 1];
                jumps.plane[o] |= !p_jumps && !q_jumps && medium_jumps(io.shape, io.f[0], at, at + up + over);
            }
            jumps.any |= jumps.plane[o];
        }
#endif
    }
    return jumps;
}

/* Coefficients of one line: odd and even parts of the faces' averages, and x, xx, xxx in the basis of Legendre. */
struct line {
    real odd, even, x, xx, xxx;
};

INLINE struct line line_of(GLOBAL const stored *from, long s, real u, const int jumps[4])
{
    struct line line;
    const real down = u - LOAD(from - s), up = LOAD(from + s) - u;
    line.even = line.xx = line.xxx = R(0.0);
    line.x = jumps[1] && jumps[2] ? R(0.0) : jumps[1] ? up : jumps[2] ? down : R(0.5) * (up + down);
    line.odd = R(0.5) * line.x;
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

/* The own axis of a component: its faces are what they are. */
INLINE struct line line_of_faces(GLOBAL const stored *face, long s, real mean, const int jumps[4])
{
    struct line line;
    const real lo = LOAD(face), hi = LOAD(face + s), delta = hi - lo;
    (void)mean;
    (void)jumps;
    line.odd = R(0.5) * delta;
    line.x = delta;
    line.even = line.xx = line.xxx = R(0.0);
#if TAUB_ORDER > 2
    line.xx = R(6.0) * (R(0.5) * (lo + hi) - mean);
#if TAUB_ORDER == 4
    if (!(jumps[1] || jumps[2]))
        line.xxx = R(1.0 / 6.0) * ((LOAD(face + 2 * s) - LOAD(face - s)) - R(3.0) * delta);
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
    EACH_MONOMIAL(n)
    m[n] = R(0.0);
    m[0] = u;
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            const long s = axis_stride(io.shape, a);
            const struct line line = a == c % 3 ? line_of_faces(io.f[0] + at + c * cs, s, u, jumps.line[a])
                                                : line_of(mean, s, u, jumps.line[a]);
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
    UNROLL
    for (int o = 0; o < 3; o++) {
        const int p = (o + 1) % 3, q = (o + 2) % 3;
        const long sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
        if (AXIS_ACTIVE(p) && AXIS_ACTIVE(q)) {
            m[PRODUCT + o] = product_of(mean, sp, sq, jumps.line[p], jumps.line[q], jumps.plane[o]);
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
}

#if TAUB_MEDIA
/* Makes D that of a medium which is the same in the whole cell, eps(centre) E, and B mu(centre) H: E and H are what
 * waves carry, and what curls are taken of. To the slope of the medium: second order where it varies smoothly.
 * `number`: of the medium, which components first .. last - 1 of the vector at m have. */
INLINE void flatten(const struct taub_io io, long at, const struct jumps jumps, int number, int first, int last,
                    real *m)
{
    GLOBAL const stored *medium = io.f[0] + at + (SYSTEM_MEDIUM + number) * io.shape.component_stride;
    const real here = LOAD(medium);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a)) {
            const long s = axis_stride(io.shape, a);
            const real down = here - LOAD(medium - s), up = LOAD(medium + s) - here;
            const int below = jumps.line[a][1], above = jumps.line[a][2];
            const real slope = (below && above ? R(0.0) : below ? up : above ? down : R(0.5) * (down + up)) / here;
            UNROLL
            for (int c = first; c < last; c++)
                m[c * MONOMIALS + LINEAR + a] -= slope * m[c * MONOMIALS];
        }
}
#endif

INLINE void steps_per_width(const struct taub_io io, real per[3])
{
    UNROLL
    for (int a = 0; a < 3; a++)
        per[a] = R(io.control->dt / io.shape.spacing[a]);
}

/* The same response everywhere is found once. */
INLINE RESPONSE response_of_launch(const struct taub_io io)
{
    return response_of(medium_of_case(), R(io.control->dt));
}
INLINE RESPONSE response_of_cell(const struct taub_io io, const RESPONSE everywhere, long at)
{
#if TAUB_MEDIA
    const long cs = io.shape.component_stride;
    GLOBAL const stored *m = io.f[0] + at + SYSTEM_MEDIUM * cs;
    struct medium medium;
    (void)everywhere;
    PERMITTIVITY(medium, 0) = LOAD(m);
#if TAUB_ANISOTROPIC
    medium.permittivity[1] = LOAD(m + MEDIUM_PERMITTIVITY(1) * cs);
    medium.permittivity[2] = LOAD(m + MEDIUM_PERMITTIVITY(2) * cs);
#endif
    medium.permeability = LOAD(m + cs);
    medium.conductivity = LOAD(m + 2 * cs);
    return response_of(medium, R(io.control->dt));
#else
    (void)io;
    (void)at;
    return everywhere;
#endif
}

#if TAUB_ANISOTROPIC
/* What a corner has for H along the edge: h, and E along the other two axes with the signs of n. */
INLINE void show_magnetic(const RESPONSE r, int o, real h, real e_q, real e_p, GLOBAL stored *shown, long cs)
{
#if TAUB_MEDIA
    shown[cs] = h;
    shown[2 * cs] = e_q;
    shown[3 * cs] = e_p;
#else
    shown[cs] = h - (ALONG(r, (o + 2) % 3).admittance * e_q - ALONG(r, (o + 1) % 3).admittance * e_p);
#endif
    (void)r;
    (void)o;
}
#endif

/* What a cell shows to the edges along axis o, from the averages of D and B. */
INLINE void show_to_edges(const struct taub_io io, const RESPONSE r, const real *d, const real *b, int o, long to)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const long cs = io.shape.component_stride;
    const real nu = ALONG(r, o).per_permeability, eta_o = ALONG(r, o).per_permittivity;
    if (!EDGE_ACTIVE(o))
        return;
    const struct plane_values eo = plane_of(d + o * MONOMIALS, o), ho = plane_of(b + o * MONOMIALS, o);
    const struct plane_values ep = plane_of(d + p * MONOMIALS, o), hp = plane_of(b + p * MONOMIALS, o);
    const struct plane_values eq = plane_of(d + q * MONOMIALS, o), hq = plane_of(b + q * MONOMIALS, o);
    UNROLL
    for (int corner = 0; corner < 4; corner++) {
        const int up_p = corner & 1, up_q = corner >> 1;
        if ((up_p && !AXIS_ACTIVE(p)) || (up_q && !AXIS_ACTIVE(q)))
            continue;
        /* a cell's lower corner is an edge that it lies above */
        const real sp = AXIS_ACTIVE(p) ? (up_p ? R(-1.0) : R(1.0)) : R(0.0);
        const real sq = AXIS_ACTIVE(q) ? (up_q ? R(-1.0) : R(1.0)) : R(0.0);
        const real e_q = sp * corner_of(eq, up_p, up_q), e_p = sq * corner_of(ep, up_p, up_q);
        const real h = corner_of(ho, up_p, up_q);
        GLOBAL stored *shown = io.f[2] + to + EDGE_STATE(o, corner) * cs;
        shown[0] = (ALONG(r, o).admittance * eta_o) * corner_of(eo, up_p, up_q) +
                   nu * (sp * corner_of(hq, up_p, up_q) - sq * corner_of(hp, up_p, up_q));
#if TAUB_ANISOTROPIC
        show_magnetic(r, o, nu * h, ALONG(r, q).per_permittivity * e_q, ALONG(r, p).per_permittivity * e_p, shown, cs);
#else
        shown[cs] = (r.impedance * nu) * h - eta_o * (e_q - e_p);
#endif
    }
}

INLINE void states_of_cell(const struct taub_io io, const RESPONSE everywhere, const real per[3], int b, int k, int j,
                           int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long mean_at = cell_index(io.shape, 6, b, k, j, i), to = cell_index(io.shape, EDGE_STATES, b, k, j, i);
    const RESPONSE r = response_of_cell(io, everywhere, at);
    const struct jumps jumps = jumps_of(io, at);
    real d[3 * MONOMIALS], h[3 * MONOMIALS], lower[3], upper[3];
    /* calls, not a loop: gcc leaves loops with bodies of this size as they are, and vectorises none around them */
    data_of(io, at, mean_at, jumps, 0, d);
    data_of(io, at, mean_at, jumps, 1, d + MONOMIALS);
    data_of(io, at, mean_at, jumps, 2, d + 2 * MONOMIALS);
    data_of(io, at, mean_at, jumps, 3, h);
    data_of(io, at, mean_at, jumps, 4, h + MONOMIALS);
    data_of(io, at, mean_at, jumps, 5, h + 2 * MONOMIALS);
#if TAUB_MEDIA
#if TAUB_ANISOTROPIC
    flatten(io, at, jumps, MEDIUM_PERMITTIVITY(0), 0, 1, d);
    flatten(io, at, jumps, MEDIUM_PERMITTIVITY(1), 1, 2, d);
    flatten(io, at, jumps, MEDIUM_PERMITTIVITY(2), 2, 3, d);
#else
    flatten(io, at, jumps, 0, 0, 3, d);
#endif
    flatten(io, at, jumps, 1, 0, 3, h);
#endif
    evolve_fields(r, per, d, h, lower, upper);
    show_to_edges(io, r, d, h, 0, to);
    show_to_edges(io, r, d, h, 1, to);
    show_to_edges(io, r, d, h, 2, to);
#if TAUB_MEDIA
    UNROLL
    for (int a = 0; a < (TAUB_ANISOTROPIC ? 3 : 1); a++)
        io.f[2][to + EDGE_ADMITTANCE(a) * cs] = ALONG(r, a).admittance;
#endif
#if TAUB_CHARGE
    const long current_to = cell_index(io.shape, CURRENT_STATES, b, k, j, i);
    UNROLL
    for (int a = 0; a < 3; a++) {
        io.f[3][current_to + (2 * a) * cs] = lower[a];
        io.f[3][current_to + (2 * a + 1) * cs] = upper[a];
    }
#if TAUB_MEDIA
    UNROLL
    for (int a = 0; a < (TAUB_ANISOTROPIC ? 3 : 1); a++)
        io.f[3][current_to + CURRENT_SHARE(a) * cs] = ALONG(r, a).share;
#endif
#endif
    (void)cs;
}

#if defined(TAUB_HOST)
/* By itself: gcc exchanges the loops over rows and over their cells where it sees both, and vectorises neither. */
OUTLINE void states_row(const struct taub_io *io, const RESPONSE *everywhere, const real per[3], int b, int k, int j,
                        int first, int last)
{
    const struct taub_io here = *io;
    const RESPONSE response = *everywhere;
    const real share[3] = {per[0], per[1], per[2]};
#pragma omp simd
    for (int i = first; i < last; i++)
        states_of_cell(here, response, share, b, k, j, i);
}

static void states_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    real per[3];
    (void)scratch;
    if (io.control->paused || io.control->failed)
        return;
    const RESPONSE everywhere = response_of_launch(io);
    steps_per_width(io, per);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            states_row(&io, &everywhere, per, b, k, j, lower[0], upper[0]);
}
#else
INLINE void states_tile(const struct taub_io io, LOCAL_ARGUMENT stored *scratch, int b, const int lower[3],
                        const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    real per[3];
    (void)scratch;
    if (io.control->paused || io.control->failed || i >= upper[0] || j >= upper[1])
        return;
    const RESPONSE everywhere = response_of_launch(io);
    steps_per_width(io, per);
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++)
        states_of_cell(io, everywhere, per, b, k, j, i);
}
#endif
TAUB_TILE_PASS(states, 1)

#endif
