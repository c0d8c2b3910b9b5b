/* One ADER step of magnetohydrodynamics: faces and edges.
 *
 *   fluxes; fluxes_x, fluxes_y, fluxes_z   the lower face of each cell across all axes or one
 *                                          fields: 0 face states in, 1 faces out, 2 shares of HLL in
 *   electric                               the edges at the lower corner of each cell
 *                                          fields: 0 faces in, 1 edge values in, 2 electric field out, by its axis
 * At order 2 field 0 of the fluxes and field 1 of `electric` are the data of cells (mhd_states.h). On the host all of
 * this is one pass (mhd_march_host.h).
 * A face has the flux of the conserved components, how fast signals leave it to both sides (the one ahead stands in the
 * place of the flux of the field across the face, which is 0) and of solvers with inner waves what they are sharper
 * than HLL. On the host it has the flux alone, but not of the field across it.
 *
 * An edge has one Riemann problem of four states (riemann/edge_uct_hll.h). */
#ifndef TAUB_PASSES_MHD_FACES_H
#define TAUB_PASSES_MHD_FACES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "passes/godunov_scalars.h"
#include "passes/mhd_cell_data.h"
#include "passes/mhd_shocks.h"
#include "passes/mhd_states.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "riemann/edge_uct_hll.h"
#include "riemann/mhd.h"
#include "riemann/mhd_fan.h"
#include "schemes/godunov.h"

#define FACE_SHARPER MHD_IS_SHARP
#if defined(TAUB_HOST)
#define FACE_FLUXES SYSTEM_COMPONENTS
#else
#define FACE_FLUXES (SYSTEM_COMPONENTS + 1 + 2 * FACE_SHARPER)
#endif
#define FACES (FACE_FLUXES * ACTIVE_AXES)
#define FACE_AHEAD(a) (SYSTEM_FIELD + (a))
#define FACE_BEHIND SYSTEM_COMPONENTS
/* Where value 0 of the faces across an axis stands among the components. */
#define FACE_AT(a) (FACE_FLUXES * ACTIVE_BEFORE(a))

INLINE void store_face(const struct taub_io io, GLOBAL stored *to, int axis, const real flux[SYSTEM_COMPONENTS],
                       const struct face_fan fan)
{
    const long cs = io.shape.component_stride;
    EACH (c, SYSTEM_COMPONENTS)
        to[c * cs] = c == FACE_AHEAD(axis) ? fan.ahead : flux[c];
#if !defined(TAUB_HOST)
    to[FACE_BEHIND * cs] = fan.behind;
#if FACE_SHARPER
    to[(FACE_BEHIND + 1) * cs] = fan.sharper[0];
    to[(FACE_BEHIND + 2) * cs] = fan.sharper[1];
#endif
#endif
}

/* The flux of the states at both sides of a face: both get the field across it that they agree on. With PRIMITIVE_DATA
 * they are primitive states, and conserved ones after it. `share`: of HLL. */
INLINE struct face_fan flux_of_face_states(real ul[SYSTEM_COMPONENTS], real ur[SYSTEM_COMPONENTS], int axis, real share,
                                           real flux[SYSTEM_COMPONENTS])
{
    const real normal = R(0.5) * (ul[SYSTEM_FIELD + axis] + ur[SYSTEM_FIELD + axis]);
#if PRIMITIVE_DATA
    real ql[SYSTEM_COMPONENTS], qr[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        ql[c] = c == SYSTEM_FIELD + axis ? normal : ul[c];
        qr[c] = c == SYSTEM_FIELD + axis ? normal : ur[c];
    }
    const struct gas left = gas_of_primitive(ql), right = gas_of_primitive(qr);
    densities_of(ql, ul);
    densities_of(qr, ur);
#else
    const struct gas left = gas_with_normal_field(ul, axis, normal);
    const struct gas right = gas_with_normal_field(ur, axis, normal);
#endif
    const struct face_fan fan = solve_face(ul, left, ur, right, axis, share, flux);
    refuse_no_gas(ul, ur, flux);
    return fan;
}

#if !defined(TAUB_HOST)

INLINE void flux_of_face(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    const long cs = io.shape.component_stride, step = axis_stride(io.shape, axis);
    const long at = cell_index(io.shape, FACE_STATES, b, k, j, i);
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    load_state_at_face(io.f[0] + at - step, cs, axis, 1, ul);
    load_state_at_face(io.f[0] + at, cs, axis, 0, ur);
    const int wall = wall_at(io, b, k, j, i, axis);
    mirror_at_wall(wall, axis, 0, ul, ur);
    real share = R(0.0);
#if TAUB_SHOCK_FIX
    GLOBAL const stored *shock = io.f[2] + cell_index(io.shape, 1, b, k, j, i);
    share = real_max(LOAD(shock - step), LOAD(shock));
#endif
    const struct face_fan fan = flux_of_face_states(ul, ur, axis, share, flux);
#if TAUB_ORDER > 2
    GLOBAL const stored *left = io.f[0] + at - step + (FACE_STATE(axis, 1) + SYSTEM_COMPONENTS) * cs;
    GLOBAL const stored *right = io.f[0] + at + (FACE_STATE(axis, 0) + SYSTEM_COMPONENTS) * cs;
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS], from_left, from_right;
    EACH (c, SYSTEM_COMPONENTS) {
        fl[c] = LOAD(left + c * cs);
        fr[c] = LOAD(right + c * cs);
    }
    mirror_at_wall(wall, axis, 1, fl, fr);
    hll_weights(fan, &from_left, &from_right);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] += from_left * fl[c] + from_right * fr[c];
#endif
    carry_from_upstream(ul, ur, flux);
    store_face(io, io.f[1] + cell_index(io.shape, FACES, b, k, j, i) + FACE_AT(axis) * cs, axis, flux, fan);
}

#undef TAUB_RESIDENT_POINTS
#define TAUB_RESIDENT_POINTS 2 /* groups on a multiprocessor: what waits for memory wants many threads */
/* At order 2 all axes are taken at once, which read the same means of cells: 7 % less for a step to move. That range
 * goes one cell farther than a face across an axis is wanted along that axis. Above order 2 axes have states of their
 * own. */
#if TAUB_ORDER > 2
#if TAUB_ACTIVE_X
INLINE void fluxes_x_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, b, k, j, i, 0);
}
TAUB_GATED_POINT_PASS(fluxes_x)
#endif
#if TAUB_ACTIVE_Y
INLINE void fluxes_y_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, b, k, j, i, 1);
}
TAUB_GATED_POINT_PASS(fluxes_y)
#endif
#if TAUB_ACTIVE_Z
INLINE void fluxes_z_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, b, k, j, i, 2);
}
TAUB_GATED_POINT_PASS(fluxes_z)
#endif
#else
INLINE void fluxes_point(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_ACTIVE_X
    if (i >= 0)
        flux_of_face(io, b, k, j, i, 0);
#endif
#if TAUB_ACTIVE_Y
    if (j >= 0)
        flux_of_face(io, b, k, j, i, 1);
#endif
#if TAUB_ACTIVE_Z
    if (k >= 0)
        flux_of_face(io, b, k, j, i, 2);
#endif
}
TAUB_GATED_POINT_PASS(fluxes)
#endif

#if ACTIVE_AXES > 1

/* Of the two faces across axis a that meet in an edge; the second one is `step` below the first. */
INLINE struct edge_fan fan_of_faces(GLOBAL const stored *face, long cs, long step, int a)
{
    return edge_fan_of_speeds(real_max(LOAD(face + FACE_AHEAD(a) * cs), LOAD(face - step + FACE_AHEAD(a) * cs)),
                              real_max(LOAD(face + FACE_BEHIND * cs), LOAD(face - step + FACE_BEHIND * cs)));
}

/* E, B_p and B_q of the cell beyond the edge along p and q where `below` says so. */
#if TAUB_ORDER == 2
INLINE void load_edge_state(GLOBAL const stored *cell, long cs, long sp, long sq, int o, int below_p, int below_q,
                            real out[3])
{
    load_corner_values(cell - (below_p ? sp : 0) - (below_q ? sq : 0), cs, o, below_p, below_q, out);
}
#define EDGE_DATA FACE_STATES
#else
INLINE void load_edge_state(GLOBAL const stored *cell, long cs, long sp, long sq, int o, int below_p, int below_q,
                            real out[3])
{
    const int corner = (below_p ? 1 : 0) + (below_q ? 2 : 0);
    GLOBAL const stored *from = cell - (below_p ? sp : 0) - (below_q ? sq : 0) + EDGE_STATE(o, corner) * cs;
    EACH (n, 3)
        out[n] = LOAD(from + n * cs);
}
#define EDGE_DATA EDGE_STATES
#endif

INLINE real electric_of_edge(const struct taub_io io, int b, int k, int j, int i, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const long cs = io.shape.component_stride, sp = axis_stride(io.shape, p), sq = axis_stride(io.shape, q);
    GLOBAL const stored *cell = io.f[1] + cell_index(io.shape, EDGE_DATA, b, k, j, i);
    GLOBAL const stored *face = io.f[0] + cell_index(io.shape, FACES, b, k, j, i);
    GLOBAL const stored *face_p = face + FACE_AT(p) * cs, *face_q = face + FACE_AT(q) * cs;
    const struct edge_fan fp = fan_of_faces(face_p, cs, sq, p), fq = fan_of_faces(face_q, cs, sp, q);
    real sw[3], se[3], nw[3], ne[3];
    load_edge_state(cell, cs, sp, sq, o, 1, 1, sw);
    load_edge_state(cell, cs, sp, sq, o, 0, 1, se);
    load_edge_state(cell, cs, sp, sq, o, 1, 0, nw);
    load_edge_state(cell, cs, sp, sq, o, 0, 0, ne);
    real e = electric_of_cells(fp, fq, sw, se, nw, ne);
#if FACE_SHARPER
    /* q is the axis next to p, p the second one after q */
    GLOBAL const stored *sharp_p = face_p + (FACE_BEHIND + 1) * cs, *sharp_q = face_q + (FACE_BEHIND + 2) * cs;
    e += (fp.share_below * LOAD(sharp_q - sp) + fp.share * LOAD(sharp_q)) -
         (fq.share_below * LOAD(sharp_p - sq) + fq.share * LOAD(sharp_p));
#endif
    return e;
}

/* At order 2 an edge asks for 60 numbers: with three edges at once their places alone would fill registers. */
#if TAUB_ORDER == 2
#define EACH_EDGE ROLLED
#if TAUB_SINGLE
#define EDGE_GROUPS 4
#elif ELECTRIC_NEEDS_WHOLE_STATE
#define EDGE_GROUPS 2
#else
#define EDGE_GROUPS 3
#endif
#else
#define EACH_EDGE UNROLL
#define EDGE_GROUPS 4
#endif
INLINE void electric_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long to = cell_index(io.shape, 3, b, k, j, i);
    EACH_EDGE
    for (int o = 0; o < 3; o++)
        if (PLANE_ACTIVE(o))
            io.f[2][to + o * io.shape.component_stride] = electric_of_edge(io, b, k, j, i, o);
}
#undef TAUB_RESIDENT_POINTS
#define TAUB_RESIDENT_POINTS EDGE_GROUPS
TAUB_GATED_POINT_PASS(electric)

#endif
#endif
#endif
