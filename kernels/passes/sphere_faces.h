/* Fluxes through the faces of a cubed sphere (passes/sphere.h).
 *
 *   sphere_faces_x, _y, _z   0 primitive, 2 magnetic fluxes, with ader-weno 3 primitive half a step later -> 1: flux
 * times area of the lower face across the axis, in the places of B the Cartesian E of the face; at orders 3 and 4 the
 * flux per area at its centre (passes/sphere_points.h has the rest) sphere_ends              the same for walls, and
 * for side faces in the layers beyond the ends, whose E their edges want sphere_safe              0 primitive, 2
 * magnetic fluxes, 3 marks -> 1: changes of the fluxes of marked cells */
#ifndef TAUB_PASSES_SPHERE_FACES_H
#define TAUB_PASSES_SPHERE_FACES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/face.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/sphere.h"
#if TAUB_ORDER > 2
#include "reconstruct/weno_ao.h"
#if defined(SYSTEM_FIELD)
#include "passes/sphere_fluxes.h"
#endif
#endif
#if defined(SYSTEM_FIELD)
#include "riemann/mhd.h"
#endif
#if !defined(SYSTEM_FIELD) || TAUB_ORDER > 2
#include "schemes/godunov.h"
#endif

/* E in the places of the fluxes of B: along the face from these, across it the mean of -v x B of both sides. */
INLINE void electric_in_frame(const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                              real flux[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FIELD)
    const real e_p = flux[SYSTEM_FIELD + 2], e_q = -flux[SYSTEM_FIELD + 1];
    real vl[3], vr[3];
    velocity_of(ql, vl);
    velocity_of(qr, vr);
    flux[SYSTEM_FIELD] = R(0.5) * ((vl[2] * ql[SYSTEM_FIELD + 1] - vl[1] * ql[SYSTEM_FIELD + 2]) +
                                   (vr[2] * qr[SYSTEM_FIELD + 1] - vr[1] * qr[SYSTEM_FIELD + 2]));
    flux[SYSTEM_FIELD + 1] = e_p;
    flux[SYSTEM_FIELD + 2] = e_q;
#endif
}

/* What fluxes ask of a primitive state: its densities and its gas. */
INLINE struct gas gas_of_state(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    conserved_of_primitive(eos, q, u);
#if !defined(SYSTEM_FIELD)
    return gas_of_primitive(eos, q);
#elif PRIMITIVE_DATA
    return gas_of_primitive(q);
#else
    return GAS_OF(eos, u);
#endif
}

/* The flux along the first axis between two primitive states; in the places of a magnetic field E. */
INLINE void flux_in_frame(const struct eos eos, const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                          real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS];
    const struct gas left = gas_of_state(eos, ql, ul), right = gas_of_state(eos, qr, ur);
#if defined(SYSTEM_FIELD)
    solve_face(ul, left, ur, right, 0, R(0.0), flux);
    electric_in_frame(ql, qr, flux);
#else
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    gas_flux(left, ul, 0, fl);
    gas_flux(right, ur, 0, fr);
    flux_of_gases(ul, left, fl, ur, right, fr, 0, R(0.0), flux);
#endif
}

/* The same of first order, Rusanov's: when all faces of a cell have it, density and pressure stay positive. */
INLINE void safe_flux_in_frame(const struct eos eos, const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                               real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    const struct gas left = gas_of_state(eos, ql, ul), right = gas_of_state(eos, qr, ur);
    gas_flux(left, ul, 0, fl);
    gas_flux(right, ur, 0, fr);
#if defined(SYSTEM_FIELD)
    const real speed = safe_speed(ul, left, ur, right, 0);
#else
    const real speed = real_max(largest_speed(left, ul, 0), largest_speed(right, ur, 0));
#endif
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (ur[c] - ul[c]));
    electric_in_frame(ql, qr, flux);
}

/* What is reconstructed of a primitive state that begins at `q`: in the place of its energy density that beyond the
 * rest mass, where there is one; and the state again. */
INLINE real reconstructed_value(GLOBAL const stored *q, long component_stride, int c)
{
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    if (c == 0) {
        real state[SYSTEM_COMPONENTS];
        load_state(q, 0, component_stride, state);
        return reconstruction_variable(state);
    }
#endif
    return LOAD(q + c * component_stride);
}
INLINE void state_of_reconstructed(real state[SYSTEM_COMPONENTS])
{
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    state[0] = energy_slope(state[0], state[4]);
#endif
}

/* A face that no gas of the cell may have takes the cell's state. */
INLINE void keep_face_admissible(const real cell[SYSTEM_COMPONENTS], real face[SYSTEM_COMPONENTS])
{
#if !defined(SYSTEM_FIELD) || SPHERE_PREDICTS
#if defined(SYSTEM_FIELD)
    const int stays = !((face[0] > R(0.0)) & (face[4] > R(0.0)));
#else
    const int stays = !face_admissible(cell, face);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        face[c] = stays ? cell[c] : face[c];
#endif
}

#if TAUB_ORDER > 2
/* Of the density of a cell its faces keep this share, since waves in a field are as fast as a gas is thin, and steps
 * are those of cells. */
#if defined(SYSTEM_FIELD)
#define LEAST_DENSITY 0.1
#else
#define LEAST_DENSITY 0.0
#endif

/* Values at the centre of a face from those at the centres of four cells on each side: along the line the means of
 * values that points have are 1/24 of a second difference apart from these, and polynomials are found from means. */
INLINE void values_of_points(const real point[8], real floor_below, real floor_above, real *below, real *above)
{
    real mean[6];
    EACH (n, 6)
        mean[n] = point[n + 1] + R(1.0 / 24.0) * ((point[n] - point[n + 1]) + (point[n + 2] - point[n + 1]));
    const real left[4] = {mean[0] - mean[2], mean[1] - mean[2], mean[3] - mean[2], mean[4] - mean[2]};
    const real right[4] = {mean[1] - mean[3], mean[2] - mean[3], mean[4] - mean[3], mean[5] - mean[3]};
    const struct line_modes l = weno_line(left, floor_below), r = weno_line(right, floor_above);
    *below = mean[2] + (l.even + l.odd);
    *above = mean[3] + (r.even - r.odd);
}

/* What counts as no variation of a component in a cell, squared. */
INLINE void floors_of_cell(const struct eos eos, const real q[SYSTEM_COMPONENTS], real floors[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS];
    const struct gas gas = gas_of_state(eos, q, u);
    EACH (c, SYSTEM_COMPONENTS)
        floors[c] = R(TAUB_WENO_FLOOR) * local_unit2(gas, u, 0, c) + REAL_TINY;
}

/* A face of a cell: scalars stay between 0 and 1, or where the cell is, density and pressure positive as in boxes
 * (schemes/godunov.h). Component 0 of both is what is reconstructed. */
INLINE void keep_face_positive(const real cell[SYSTEM_COMPONENTS], real face[SYSTEM_COMPONENTS])
{
#if TAUB_BOUND_SCALARS
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        face[c] = real_max(real_min(face[c], real_max(R(1.0), cell[c])), real_min(R(0.0), cell[c]));
#endif
    const real least = R(LEAST_DENSITY) * cell[0];
    real share = share_above(cell[0] - least, face[0] - least);
    if (primitive_is_positive(4))
        share = real_min(share, share_above(cell[4], face[4]));
    EACH (c, SYSTEM_COMPONENTS)
        face[c] = share < R(1.0) ? cell[c] + share * (face[c] - cell[c]) : face[c];
}

INLINE void states_of_points(const struct taub_io io, const struct eos eos, long at, long s, real ql[SYSTEM_COMPONENTS],
                             real qr[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    real floors_below[SYSTEM_COMPONENTS], floors_above[SYSTEM_COMPONENTS];
    load_state(io.f[0], at - s, cs, below);
    load_state(io.f[0], at, cs, above);
    floors_of_cell(eos, below, floors_below);
    floors_of_cell(eos, above, floors_above);
    below[0] = reconstructed_value(io.f[0] + at - s, cs, 0);
    above[0] = reconstructed_value(io.f[0] + at, cs, 0);
    EACH (c, SYSTEM_COMPONENTS) {
        real point[8];
        EACH (n, 8)
            point[n] = reconstructed_value(io.f[0] + at + (n - 4) * s, cs, c);
        values_of_points(point, floors_below[c], floors_above[c], &ql[c], &qr[c]);
    }
    keep_face_positive(below, ql);
    keep_face_positive(above, qr);
}
#endif

#if defined(SYSTEM_FIELD) && TAUB_ORDER == 2
/* The component across a face that its cell keeps: the one above, or at the last face the one below. */
INLINE real kept_across(const struct taub_io io, const struct face_frame *face, int axis, int b, int k, int j, int i)
{
    const int last = (axis == 0 ? i : axis == 1 ? j : k) == entry_along(axis, io.shape.cells);
    const long cs = io.shape.component_stride, at = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i) + 2 * axis * cs;
    return io.f[2][at + (last ? cs - axis_stride(io.shape, axis) : 0)] / face->area;
}
#endif

/* Of a block at an end of the mesh, 0 below and 1 above: whether that is a wall; whether E of the edges there asks for
 * side faces in the layer beyond. */
INLINE int end_is_wall(const struct taub_io io, int b, int end)
{
    return block_across(io, b, 2, end) == LINK_REFLECTING;
}
INLINE int end_has_sides(const struct taub_io io, int b, int end)
{
    const int link = block_across(io, b, 2, end);
    return SPHERE_HAS_EDGES && link < 0 && link != LINK_ELSEWHERE;
}

#if !defined(TAUB_HOST) /* there passes/sphere_faces_host.h */
/* What stands on a face: `wall` on the far side of it (1: below, 2: above), or the magnetic flux of a cell is `known`;
 * `safe`: of first order, and how much the flux changes by that is stored. */
INLINE void flux_of_face(const struct taub_io io, int axis, int wall, int known, int safe, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const int panel = panel_of_block(io, b);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const long s = axis_stride(io.shape, axis);
    struct face_frame face;
    GLOBAL const stored *q = io.f[0] + at;
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
    real ql[SYSTEM_COMPONENTS], qr[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    face_frame_of(io, axis, b, k, j, i, &face);
#if TAUB_ORDER > 2
    if (!safe)
        states_of_points(io, eos, at, s, ql, qr);
#endif
    EACH (c, SYSTEM_COMPONENTS) {
#if TAUB_ORDER == 2
        reconstruct_face(reconstructed_value(q - 2 * s, cs, c), reconstructed_value(q - s, cs, c),
                         reconstructed_value(q, cs, c), reconstructed_value(q + s, cs, c), &ql[c], &qr[c]);
#endif
        below[c] = LOAD(q - s + c * cs);
        above[c] = LOAD(q + c * cs);
    }
#if SPHERE_PREDICTS /* by how much cells have changed half way */
    real shift[3] = {R(0.0), R(0.0), R(0.0)};
    GLOBAL const stored *later = io.f[3] + at;
    EACH (c, safe ? 0 : SYSTEM_COMPONENTS) {
        const real left = reconstructed_value(later - s, cs, c) - reconstructed_value(q - s, cs, c);
        const real right = reconstructed_value(later, cs, c) - reconstructed_value(q, cs, c);
        ql[c] += left;
        qr[c] += right;
        below[c] = LOAD(later - s + c * cs);
        above[c] = LOAD(later + c * cs);
#if defined(SYSTEM_FIELD)
        if (c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3)
            shift[c - SYSTEM_FIELD] = R(0.5) * (left + right);
#endif
    }
#endif
    if (!safe) {
        state_of_reconstructed(ql);
        state_of_reconstructed(qr);
        keep_face_admissible(below, ql);
        keep_face_admissible(above, qr);
    }
    EACH (c, SYSTEM_COMPONENTS) {
        ql[c] = safe ? below[c] : ql[c];
        qr[c] = safe ? above[c] : qr[c];
    }
#if defined(SYSTEM_FIELD) && TAUB_ORDER > 2
    real between[3];
    EACH (c, 3)
        between[c] = R(0.5) * (ql[SYSTEM_FIELD + c] + qr[SYSTEM_FIELD + c]);
#endif
    turn_into_face(panel, &face, ql);
    turn_into_face(panel, &face, qr);
#if defined(SYSTEM_FIELD)
    real normal = R(0.5) * (ql[SYSTEM_FIELD] + qr[SYSTEM_FIELD]);
#if TAUB_ORDER > 2
    if (known && !safe) /* a stage that is corrected has changed these fluxes */
        normal = field_across(io, io.f[2], &face, axis, b, k, j, i, between);
#else
    real kept = kept_across(io, &face, axis, b, k, j, i);
#if SPHERE_PREDICTS
    real own[3];
    vector_in_panel(panel, shift, own);
    kept += dot_of(face.axis[0], own);
#endif
    normal = known ? kept : normal;
#endif
    ql[SYSTEM_FIELD] = qr[SYSTEM_FIELD] = normal;
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        ql[c] = wall == 1 ? (c == 1 ? -qr[c] : qr[c]) : ql[c];
        qr[c] = wall == 2 ? (c == 1 ? -ql[c] : ql[c]) : qr[c];
    }
    if (safe)
        safe_flux_in_frame(eos, ql, qr, flux);
    else
        flux_in_frame(eos, ql, qr, flux);
    EACH (c, SYSTEM_COMPONENTS) /* nothing goes through a wall, and E vanishes in it; forces stay */
        flux[c] = wall && (c < 1 || c > 3) ? R(0.0) : flux[c];
    vector_of_face(panel, &face, flux + 1);
#if defined(SYSTEM_FIELD)
    vector_of_face(panel, &face, flux + SYSTEM_FIELD);
#endif
    const long to = cell_index(io.shape, FACE_VALUES, b, k, j, i) + axis * SYSTEM_COMPONENTS * cs;
    EACH (c, SYSTEM_COMPONENTS) {
        const real value = is_field(c) || (TAUB_ORDER > 2 && !safe) ? flux[c] : flux[c] * face.area;
        io.f[1][to + c * cs] = safe ? value - io.f[1][to + c * cs] : value;
    }
}

INLINE void sphere_faces_x_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, 0, 0, 1, 0, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_faces_x)
INLINE void sphere_faces_y_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, 1, 0, 1, 0, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_faces_y)
INLINE void sphere_faces_z_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_of_face(io, 2, 0, 1, 0, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_faces_z)

/* k: 0 and 1, the lower and the upper end. */
INLINE void sphere_ends_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], layers = io.shape.cells[2];
    if (end_is_wall(io, b, k) && i < n && j < n)
        flux_of_face(io, 2, 1 + k, 1, 0, b, k ? layers : 0, j, i);
    EACH_ROLLED (axis, 0, end_has_sides(io, b, k) ? 2 : 0)
        if ((axis == 0 ? j : i) < n)
            flux_of_face(io, axis, 0, 0, 0, b, k ? layers : -1, j, i);
}
SPHERE_SPARSE_PASS(sphere_ends)
#endif

#if TAUB_POSITIVE
/* Whether a lower face has fluxes of first order, since a cell of either side was found; side faces of layers beyond
 * ends never have. */
INLINE int face_is_found(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    GLOBAL const stored *found = io.f[3] + cell_index(io.shape, 1, b, k, j, i);
    const int may_be = axis == 2 || (k >= 0 && k < io.shape.cells[2]);
    return may_be && found[0] + found[-axis_stride(io.shape, axis)] > R(0.0);
}

INLINE void forget_face(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const long to =
        cell_index(io.shape, FACE_VALUES, b, k, j, i) + axis * SYSTEM_COMPONENTS * io.shape.component_stride;
    EACH (c, SYSTEM_COMPONENTS)
        io.f[1][to + c * io.shape.component_stride] = R(0.0);
}

/* Below (1) or above (2) a face across an axis. */
INLINE int wall_beside_face(const struct taub_io io, int axis, int b, int k)
{
    return axis < 2 || !wall_of_layer(io, b, k) ? 0 : k == 0 ? 1 : 2;
}

#if !defined(TAUB_HOST)
/* All faces of cells that were found, others change by nothing. */
INLINE void sphere_safe_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1];
    EACH_ROLLED (axis, 0, 3) {
        const int exists = i < n + (axis == 0) && j < n + (axis == 1) && (axis < 2 || k >= 0);
        if (exists && face_is_found(io, axis, b, k, j, i))
            flux_of_face(io, axis, wall_beside_face(io, axis, b, k), 1, 1, b, k, j, i);
        else if (exists)
            forget_face(io, axis, b, k, j, i);
    }
}
SPHERE_SPARSE_PASS(sphere_safe)
#endif
#endif

#include "passes/sphere_faces_host.h"

#endif
