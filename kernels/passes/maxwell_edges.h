/* One ADER step of Maxwell's equations: edges, and the new state.
 *
 *   edges    E and H along the edges at the lower corner of each cell    fields: 0 state in, 1 edge values in,
 *                                                                         2 E and H out, each by its axis
 *   advance  D and B of faces by their edges; charges by the currents    fields: 0 state in, 1 E and H in,
 *                                                                         2 currents at faces in, 3 state out,
 *                                                                         4 upper faces out */
#ifndef TAUB_PASSES_MAXWELL_EDGES_H
#define TAUB_PASSES_MAXWELL_EDGES_H

#include "dialect.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/maxwell_faces.h"
#include "passes/maxwell_states.h"
#include "riemann/edge_impedance.h"
#include "schemes/maxwell.h"
#if TAUB_ANISOTROPIC
#include "schemes/maxwell_crystal.h"
#endif

#if TAUB_ANISOTROPIC && TAUB_MEDIA
/* H along axis o from four cells that may be crystals; along axes of one cell a cell is there twice. */
INLINE real magnetic_along(const struct taub_io io, GLOBAL const stored *cell, const int place[3], int link_p,
                           int link_q, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const long cs = io.shape.component_stride, sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
    real h[4], e_q[4], e_p[4], zq[4], zp[4];
    EACH (n, 4) {
        const int below_p = (n & 1) && AXIS_ACTIVE(p), below_q = (n & 2) && AXIS_ACTIVE(q);
        const int empty = nothing_comes(link_p, place[p], below_p) || nothing_comes(link_q, place[q], below_q);
        GLOBAL const stored *from = cell - (below_p ? sp : 0) - (below_q ? sq : 0);
        GLOBAL const stored *shown = from + EDGE_STATE(o, below_p + 2 * below_q) * cs;
        const real of_h = LOAD(shown + cs), of_q = LOAD(shown + 2 * cs), of_p = LOAD(shown + 3 * cs);
        h[n] = empty ? R(0.0) : of_h;
        e_q[n] = empty ? R(0.0) : of_q;
        e_p[n] = empty ? R(0.0) : of_p;
        zq[n] = R(1.0) / LOAD(from + EDGE_ADMITTANCE(q) * cs);
        zp[n] = R(1.0) / LOAD(from + EDGE_ADMITTANCE(p) * cs);
    }
    return magnetic_of_crystals(h, e_q, e_p, zq, zp);
}
#endif

INLINE void edges_along(const struct taub_io io, int b, int k, int j, int i, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3, place[3] = {i, j, k};
    const long cs = io.shape.component_stride, sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
    GLOBAL const stored *cell = io.f[1] + cell_index(io.shape, EDGE_STATES, b, k, j, i);
    const int link_p = AXIS_ACTIVE(p) ? boundary_at(io, b, p, place[p]) : 0;
    const int link_q = AXIS_ACTIVE(q) ? boundary_at(io, b, q, place[q]) : 0;
    real electric[4], magnetic[4];
#if TAUB_MEDIA
    real admittance[4], impedance[4];
#endif
    EACH (n, 4) {
        const int below_p = n & 1, below_q = n >> 1;
        const int there = (!below_p || AXIS_ACTIVE(p)) && (!below_q || AXIS_ACTIVE(q));
        const int empty = nothing_comes(link_p, place[p], below_p) || nothing_comes(link_q, place[q], below_q);
        /* a cell that is not there is one that is: loads without conditions */
        GLOBAL const stored *from = cell - (below_p && there ? sp : 0) - (below_q && there ? sq : 0);
        const int shown = there ? n : 0;
        const real of_e = LOAD(from + EDGE_STATE(o, shown) * cs), of_h = LOAD(from + (EDGE_STATE(o, shown) + 1) * cs);
        electric[n] = there && !empty ? of_e : R(0.0);
        magnetic[n] = there && !empty ? of_h : R(0.0);
#if TAUB_MEDIA
        admittance[n] = there ? LOAD(from + EDGE_ADMITTANCE(o) * cs) : R(0.0);
        impedance[n] = there ? R(1.0) / admittance[n] : R(0.0);
#endif
    }
    const int wall = link_p == LINK_REFLECTING || link_q == LINK_REFLECTING;
    const int magnetic_wall = link_p == LINK_MAGNETIC || link_q == LINK_MAGNETIC;
    real e = sum_of_four(electric[3], electric[0], electric[2], electric[1]);
    real h = sum_of_four(magnetic[3], magnetic[0], magnetic[2], magnetic[1]);
#if TAUB_MEDIA
    e /= sum_of_four(admittance[3], admittance[0], admittance[2], admittance[1]);
#if TAUB_ANISOTROPIC
    h = magnetic_along(io, cell, place, link_p, link_q, o);
    (void)impedance;
#else
    h /= sum_of_four(impedance[3], impedance[0], impedance[2], impedance[1]);
#endif
#else
    const RESPONSE r = response_of_launch(io);
    const real share = AXIS_ACTIVE(p) && AXIS_ACTIVE(q) ? R(0.25) : R(0.5);
    e *= share * ALONG(r, o).impedance;
    h *= TAUB_ANISOTROPIC ? share : share * ALONG(r, o).admittance;
#endif
    const long to = cell_index(io.shape, 6, b, k, j, i);
    io.f[2][to + o * cs] = wall ? R(0.0) : e;
    io.f[2][to + (3 + o) * cs] = magnetic_wall ? R(0.0) : h;
}

INLINE void edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    EACH (o, 3)
        if (EDGE_ACTIVE(o))
            edges_along(io, b, k, j, i, o);
}
TAUB_GATED_POINT_PASS(edges)

#if TAUB_CHARGE
#if TAUB_MEDIA
/* Whose current goes through the lower face across axis a, `s` being the stride along it: that of both cells beside it
 * (0), or of the worse conductor alone, so that charges stay on its surface: the cell below (-1) or above (1). */
INLINE int conductor_at_face(const struct taub_io io, GLOBAL const stored *state, int a, long s)
{
    const long cs = io.shape.component_stride;
    GLOBAL const stored *sigma = state + (SYSTEM_MEDIUM + 2) * cs;
    GLOBAL const stored *eps = state + (SYSTEM_MEDIUM + MEDIUM_PERMITTIVITY(a)) * cs;
    const real above = LOAD(sigma) / LOAD(eps), below = LOAD(sigma - s) / LOAD(eps - s);
    return above > R(2.0) * below ? -1 : below > R(2.0) * above ? 1 : 0;
}
#endif

/* dt J through the lower face across axis a. Across axes of one cell both cells beside it are the cell. */
INLINE real current_of_face(const struct taub_io io, long at, int b, int k, int j, int i, int a, real curl)
{
    const long cs = io.shape.component_stride, s = AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
    GLOBAL const stored *above = io.f[2] + cell_index(io.shape, CURRENT_STATES, b, k, j, i), *below = above - s;
    const real right = LOAD(above + (2 * a) * cs), left = LOAD(below + (2 * a + 1) * cs);
#if TAUB_MEDIA
    const int whose = conductor_at_face(io, io.f[0] + at, a, s);
    const real share_above = LOAD(above + CURRENT_SHARE(a) * cs), share_below = LOAD(below + CURRENT_SHARE(a) * cs);
    if (whose < 0)
        return share_below * curl - left;
    if (whose > 0)
        return share_above * curl - right;
    return R(0.5) * (share_above + share_below) * curl - R(0.5) * (left + right);
#else
    const RESPONSE r = response_of_launch(io);
    return ALONG(r, a).share * curl - R(0.5) * (left + right);
#endif
}

#if TAUB_LAYERS
/* The share of the curl in that, for what layers add to it. `state`, `above`: of the cell, in their fields. */
INLINE real share_of_face(const struct taub_io io, GLOBAL const stored *state, GLOBAL const stored *above, int a)
{
#if TAUB_MEDIA
    const long cs = io.shape.component_stride, s = AXIS_ACTIVE(a) ? axis_stride(io.shape, a) : 0;
    const real share_above = LOAD(above + CURRENT_SHARE(a) * cs), share_below = LOAD(above + CURRENT_SHARE(a) * cs - s);
    const int whose = conductor_at_face(io, state, a, s);
    return whose < 0 ? share_below : whose > 0 ? share_above : R(0.5) * (share_above + share_below);
#else
    const RESPONSE r = response_of_launch(io);
    return ALONG(r, a).share;
#endif
}
#endif
#endif

/* dt J through a face, and the new D there. */
INLINE real advance_displacement(const struct taub_io io, long at, const real per[3], int b, int k, int j, int i, int a)
{
    const real curl =
        circulation(io, io.f[1] + cell_index(io.shape, 6, b, k, j, i) + 3 * io.shape.component_stride, per, a);
#if TAUB_CHARGE
    const real current = current_of_face(io, at, b, k, j, i, a, curl);
#else
    const real current = R(0.0);
#endif
    const long place = at + a * io.shape.component_stride;
    io.f[3][place] = io.f[0][place] + (curl - current);
    return current;
}

#if TAUB_CHARGE
/* dt J through the upper face of a cell. */
INLINE real current_above(const struct taub_io io, long at, const real per[3], int b, int k, int j, int i, int a)
{
    const int x = a == 0, y = a == 1, z = a == 2;
    const long edge = cell_index(io.shape, 6, b, k + z, j + y, i + x);
    const real curl = circulation(io, io.f[1] + edge + 3 * io.shape.component_stride, per, a);
    return current_of_face(io, at + axis_stride(io.shape, a), b, k + z, j + y, i + x, a, curl);
}
#endif

INLINE void advance_induction(const struct taub_io io, long at, const real per[3], int b, int k, int j, int i, int a)
{
    const long place = at + (3 + a) * io.shape.component_stride;
    io.f[3][place] = io.f[0][place] - circulation(io, io.f[1] + cell_index(io.shape, 6, b, k, j, i), per, a);
}

INLINE void advance_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int place[3] = {i, j, k};
    real per[3];
    steps_per_width(io, per);
    (void)place;
#if UPPER_FACES
    if (i >= io.shape.cells[0] || j >= io.shape.cells[1] || k >= io.shape.cells[2]) {
        const int axis = axis_beyond(io, b, place);
        EACH (a, 3)
            if (a == axis) {
                (void)advance_displacement(io, at, per, b, k, j, i, a);
                advance_induction(io, at, per, b, k, j, i, a);
                io.f[4][upper_face_index(io, b, k, j, i, a, 0)] = io.f[3][at + a * cs];
                io.f[4][upper_face_index(io, b, k, j, i, a, 1)] = io.f[3][at + (3 + a) * cs];
                EACH_FROM (v, 2, FACE_VECTORS) /* advanced by the pass polarize */
                    io.f[3][at + (FACE_COMPONENT(v) + a) * cs] = io.f[0][at + (FACE_COMPONENT(v) + a) * cs];
            }
        return;
    }
#endif
    real leaving = R(0.0);
    EACH (a, 3) {
        const real below = advance_displacement(io, at, per, b, k, j, i, a);
#if TAUB_CHARGE
        if (AXIS_ACTIVE(a))
            leaving += (current_above(io, at, per, b, k, j, i, a) - below) * R(1.0 / io.shape.spacing[a]);
#else
        leaving = below;
#endif
        advance_induction(io, at, per, b, k, j, i, a);
    }
#if TAUB_CHARGE
    io.f[3][at + SYSTEM_CHARGE * cs] = io.f[0][at + SYSTEM_CHARGE * cs] - leaving;
#endif
    EACH_FROM (c, SYSTEM_MEDIUM, SYSTEM_COMPONENTS)
        io.f[3][at + c * cs] = io.f[0][at + c * cs];
    (void)leaving;
}
TAUB_GATED_POINT_PASS(advance)

#endif
