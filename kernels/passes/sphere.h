/* One stage of a Godunov scheme of second order on a cubed sphere, for gas dynamics and magnetohydrodynamics.
 *
 * Primitive states are linear in a cell along each of its axes, limited; faces have a frame of their own, in which the
 * Riemann problem is solved along its first axis, and states are Cartesian, so that there are no sources of the
 * geometry and a uniform state stays one: areas and edges of a cell close to rounding. Fluxes through faces that two
 * panels share are the mean of what both find.
 *
 * With a magnetic field each cell keeps the fluxes through its six faces, of which Faraday's law changes those by
 * integrals of E along edges (constrained transport: div B stays at rounding whatever these are); the field in cells
 * follows from them. E of an edge is twice the mean of what the faces around it have, less the mean of the cells around
 * it (T. A. Gardiner, J. M. Stone, J. Comput. Phys. 205 (2005) 509, eq. 41, the form E0); where two or three panels
 * meet each contributes its own faces and cells, and the mean of these is taken.
 *
 * Fields of passes, with those that they write after "->":
 * - sphere_faces_x, _y, _z: 0 primitive, 2 magnetic fluxes -> 1: flux times area of the lower face across the axis, in
 * the places of B the Cartesian E of the face
 * - sphere_ends: the same for walls, and for side faces in the layers beyond the ends, whose E their edges want
 * - sphere_layers: 0: side faces (option[0] = 0) or marks (2) of the layers next to a block, from blocks below and
 * above
 * - sphere_meet: 0: what faces (0), edges (1) or marks (2) between panels have in the other panel, into places -1 and
 *   n + 1 across the side
 * - sphere_edges: 0 fluxes, 2 primitive -> 1: integrals of E along the lower edges along each axis
 * - sphere_given_edges: 0 primitive -> 1: those of ends whose state the case gives
 * - sphere_update: 0 fluxes, 1 edges, 2 conserved and 6 magnetic fluxes at the start, 4 primitive (option[0] = 1 on the
 *   first stage) -> 3 conserved, 5 primitive, 7 magnetic fluxes
 * - sphere_judge: 2 fluxes, 3 edges -> 0 primitive and 4 conserved of gas of low beta, 1 marks of cells without a
 * density or pressure
 * - sphere_safe: 0 primitive, 2 magnetic fluxes, 3 marks -> 1: by how much the fluxes of marked cells change
 * - sphere_start: 1 primitive -> 0: magnetic fluxes of the mean field of the cells on both sides
 * - sphere_potential: -> 0: integrals of the user's vector potential along edges
 * - sphere_circulate: 1 integrals along edges -> 0: magnetic fluxes; number[0]: b of a further field b x/r^3
 * - sphere_cells: 1 magnetic fluxes -> 0 conserved, 2 primitive: the field of cells, at the same pressure */
#ifndef TAUB_PASSES_SPHERE_H
#define TAUB_PASSES_SPHERE_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/face.h"
#include "case/geometry.h"
#include "case/initial.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/ends.h"
#include "systems/recovery_status.h"
#if defined(SYSTEM_FIELD)
#include "riemann/mhd.h"
#else
#include "schemes/godunov.h"
#endif

#define FACE_VALUES (3 * SYSTEM_COMPONENTS)
#define MAGNETIC_FLUXES 6 /* lower and upper along each axis */
#define EDGE_VALUES 3

/* option[2]: 1 where fluxes are corrected: only when a cell was found without a density or pressure. What then stands
 * in the place of fluxes is by how much they change. */
#define IS_CORRECTION(io) ((io).range.option[2] > 0)
#define SPHERE_GOES(io) \
    (!(io).control->paused && !(io).control->failed && (io).control->troubled >= (io).range.option[2])
#define SPHERE_POINT_PASS(name) TAUB_POINT_PASS_IF(name, SPHERE_GOES(io))
#define SPHERE_SPARSE_PASS(name) TAUB_SPARSE_POINT_PASS_IF(name, SPHERE_GOES(io))

/* ---- fluxes through faces ---- */

/* Velocity and field of a state, between Cartesian components and those along the axes of a face. */
INLINE void turn_into_face(int panel, const struct face_frame *face, real state[SYSTEM_COMPONENTS])
{
    real own[3];
    vector_in_panel(panel, state + 1, own);
    UNROLL
    for (int a = 0; a < 3; a++)
        state[1 + a] = dot_of(face->axis[a], own);
#if defined(SYSTEM_FIELD)
    vector_in_panel(panel, state + SYSTEM_FIELD, own);
    UNROLL
    for (int a = 0; a < 3; a++)
        state[SYSTEM_FIELD + a] = dot_of(face->axis[a], own);
#endif
}
INLINE void vector_of_face(int panel, const struct face_frame *face, real vector[3])
{
    real own[3];
    UNROLL
    for (int c = 0; c < 3; c++)
        own[c] = (vector[0] * face->axis[0][c] + vector[1] * face->axis[1][c]) + vector[2] * face->axis[2][c];
    vector_of_panel(panel, own, vector);
}

/* E in the places of the fluxes of B: along the face from these, across it the mean of -v x B of both sides. */
INLINE void electric_in_frame(const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                              real flux[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FIELD)
    const real e_p = flux[SYSTEM_FIELD + 2], e_q = -flux[SYSTEM_FIELD + 1];
    flux[SYSTEM_FIELD] = R(0.5) * ((ql[3] * ql[SYSTEM_FIELD + 1] - ql[2] * ql[SYSTEM_FIELD + 2]) +
                                   (qr[3] * qr[SYSTEM_FIELD + 1] - qr[2] * qr[SYSTEM_FIELD + 2]));
    flux[SYSTEM_FIELD + 1] = e_p;
    flux[SYSTEM_FIELD + 2] = e_q;
#else
    (void)ql;
    (void)qr;
    (void)flux;
#endif
}

/* The flux along the first axis between two primitive states; in the places of a magnetic field E. */
INLINE void flux_in_frame(const struct eos eos, const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                          real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, ql, ul);
    conserved_of_primitive(eos, qr, ur);
#if defined(SYSTEM_FIELD)
    solve_face(ul, GAS_OF(eos, ul), ur, GAS_OF(eos, ur), 0, flux);
    electric_in_frame(ql, qr, flux);
#else
    real fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    gas_flux(GAS_OF(eos, ul), ul, 0, fl);
    gas_flux(GAS_OF(eos, ur), ur, 0, fr);
    face_flux(eos, ul, fl, ur, fr, 0, R(0.0), flux);
#endif
}

/* The same of first order, Rusanov's: when all faces of a cell have it, density and pressure stay positive. */
INLINE void safe_flux_in_frame(const struct eos eos, const real ql[SYSTEM_COMPONENTS], const real qr[SYSTEM_COMPONENTS],
                               real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, ql, ul);
    conserved_of_primitive(eos, qr, ur);
    const struct gas left = GAS_OF(eos, ul), right = GAS_OF(eos, ur);
    gas_flux(left, ul, 0, fl);
    gas_flux(right, ur, 0, fr);
#if defined(SYSTEM_FIELD)
    const real speed = safe_speed(ul, left, ur, right, 0);
#else
    const real speed = real_max(largest_speed(left, ul, 0), largest_speed(right, ur, 0));
#endif
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        flux[c] = R(0.5) * ((fl[c] + fr[c]) - speed * (ur[c] - ul[c]));
    electric_in_frame(ql, qr, flux);
}

/* What stands on a face: `wall` on the far side of it (1: below, 2: above), or the magnetic flux of a cell is `known`;
 * `safe`: of first order, and how much the flux changes by that is stored.
 * Constants, since rows of cells are whole vectors only without conditions that all of a row have in common. */
INLINE void flux_of_face(const struct taub_io io, int axis, int wall, int known, int safe, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const int panel = panel_of_block(io, b);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const long s = axis_stride(io.shape, axis);
    struct face_frame face;
    real ql[SYSTEM_COMPONENTS], qr[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    face_frame_of(io, axis, b, k, j, i, &face);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        GLOBAL const stored *q = io.f[0] + at + c * cs;
        reconstruct_face(LOAD(q - 2 * s), LOAD(q - s), LOAD(q), LOAD(q + s), &ql[c], &qr[c]);
        ql[c] = safe ? LOAD(q - s) : ql[c];
        qr[c] = safe ? LOAD(q) : qr[c];
    }
    turn_into_face(panel, &face, ql);
    turn_into_face(panel, &face, qr);
#if defined(SYSTEM_FIELD)
    /* the cell above has the flux, or at the last face the one below */
    const int last = (axis == 0 ? i : axis == 1 ? j : k) == io.shape.cells[axis];
    const long magnetic = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i) + 2 * axis * cs + (last ? cs - s : 0);
    const real normal = known ? io.f[2][magnetic] / face.area : R(0.5) * (ql[SYSTEM_FIELD] + qr[SYSTEM_FIELD]);
    ql[SYSTEM_FIELD] = qr[SYSTEM_FIELD] = normal;
#endif
    (void)known;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        ql[c] = wall == 1 ? (c == 1 ? -qr[c] : qr[c]) : ql[c];
        qr[c] = wall == 2 ? (c == 1 ? -ql[c] : ql[c]) : qr[c];
    }
    if (safe)
        safe_flux_in_frame(eos, ql, qr, flux);
    else
        flux_in_frame(eos, ql, qr, flux);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) /* nothing goes through a wall, and E vanishes in it; forces stay */
        flux[c] = wall && (c < 1 || c > 3) ? R(0.0) : flux[c];
    vector_of_face(panel, &face, flux + 1);
#if defined(SYSTEM_FIELD)
    vector_of_face(panel, &face, flux + SYSTEM_FIELD);
#endif
    const long to = cell_index(io.shape, FACE_VALUES, b, k, j, i) + axis * SYSTEM_COMPONENTS * cs;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        int is_field = 0;
#if defined(SYSTEM_FIELD)
        is_field = c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3;
#endif
        const real value = is_field ? flux[c] : flux[c] * face.area;
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

/* Whether a sphere is a wall at one of the ends. */
INLINE int wall_at(const struct taub_io io, int b, int k)
{
    const int lower = block_across(io, b, 2, 0) == LINK_REFLECTING;
    const int upper = block_across(io, b, 2, 1) == LINK_REFLECTING;
    return ((k == 0) & lower) | ((k == io.shape.cells[2]) & upper);
}

/* k: 0 and 1, the lower and the upper end. */
INLINE void sphere_ends_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], layers = io.shape.cells[2], link = block_across(io, b, 2, k);
    if (link == LINK_REFLECTING && i < n && j < n)
        flux_of_face(io, 2, 1 + k, 1, 0, b, k ? layers : 0, j, i);
    if (SPHERE_HAS_EDGES && link < 0 && link != LINK_ELSEWHERE) {
        if (j < n)
            flux_of_face(io, 0, 0, 0, 0, b, k ? layers : -1, j, i);
        if (i < n)
            flux_of_face(io, 1, 0, 0, 0, b, k ? layers : -1, j, i);
    }
}
SPHERE_SPARSE_PASS(sphere_ends)

#if TAUB_POSITIVE
/* Whether a cell of either side of a lower face was found. */
INLINE int face_is_found(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    GLOBAL const stored *found = io.f[3] + cell_index(io.shape, 1, b, k, j, i);
    return found[0] + found[-axis_stride(io.shape, axis)] > R(0.0);
}

INLINE void forget_face(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const long to =
        cell_index(io.shape, FACE_VALUES, b, k, j, i) + axis * SYSTEM_COMPONENTS * io.shape.component_stride;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        io.f[1][to + c * io.shape.component_stride] = R(0.0);
}

/* All faces of cells that were found, others change by nothing. */
INLINE void sphere_safe_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], layers = io.shape.cells[2], layer = k >= 0 && k < layers;
    const int wall = !wall_at(io, b, k) ? 0 : k == 0 ? 1 : 2;
    if (j < n && !(layer && face_is_found(io, 0, b, k, j, i)))
        forget_face(io, 0, b, k, j, i);
    else if (j < n)
        flux_of_face(io, 0, 0, 1, 1, b, k, j, i);
    if (i < n && !(layer && face_is_found(io, 1, b, k, j, i)))
        forget_face(io, 1, b, k, j, i);
    else if (i < n)
        flux_of_face(io, 1, 0, 1, 1, b, k, j, i);
    if (i >= n || j >= n || k < 0)
        return;
    if (!face_is_found(io, 2, b, k, j, i))
        forget_face(io, 2, b, k, j, i);
    else if (wall == 0)
        flux_of_face(io, 2, 0, 1, 1, b, k, j, i);
    else if (wall == 1)
        flux_of_face(io, 2, 1, 1, 1, b, k, j, i);
    else
        flux_of_face(io, 2, 2, 1, 1, b, k, j, i);
}
SPHERE_SPARSE_PASS(sphere_safe)
#endif

/* ---- what panels share ---- */

/* Along a side: the place of a cell, or of a node, in the panel beyond. */
INLINE int place_along(const struct panel_across there, int n, int along, int is_node)
{
    return there.flips ? n - (is_node ? 0 : 1) - along : along;
}

/* Copies `components` values of what stands at a side of a panel in the panel beyond into the place outside of it. */
INLINE void meet_across(const struct taub_io io, int components, int count, int from, int to, real sign, int b,
                        int axis, int side, int k, int along, int is_node)
{
    const int n = io.shape.cells[1];
    const long cs = io.shape.component_stride;
    const struct panel_across there = panel_across(io, b, axis, side);
    const int beside = place_along(there, n, along, is_node), across = side ? 0 : n, outside = side ? n + 1 : -1;
    const long read = cell_index(io.shape, components, there.block, k, there.axis == 0 ? beside : across,
                                 there.axis == 0 ? across : beside);
    const long write = cell_index(io.shape, components, b, k, axis == 0 ? along : outside, axis == 0 ? outside : along);
    for (int c = 0; c < count; c++)
        io.f[0][write + (to + c) * cs] = sign * io.f[0][read + (from + c) * cs];
}

INLINE void meet_cell(const struct taub_io io, int b, int axis, int side, int k, int along)
{
    const int n = io.shape.cells[1];
    const struct panel_across there = panel_across(io, b, axis, side);
    const int beside = place_along(there, n, along, 0), across = side ? 0 : n - 1, outside = side ? n : -1;
    io.f[0][cell_index(io.shape, 1, b, k, axis == 0 ? along : outside, axis == 0 ? outside : along)] =
        io.f[0][cell_index(io.shape, 1, there.block, k, there.axis == 0 ? beside : across,
                           there.axis == 0 ? across : beside)];
}

/* i: places along the side from 0 to n; j: 2 axis + side; k: layers, of edges from 0 to n_r. */
INLINE void sphere_meet_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], layers = io.shape.cells[2], edges = io.range.option[0];
    const int axis = j / 2, side = j % 2;
    const struct panel_across there = panel_across(io, b, axis, side);
    if (edges == 2 && i < n && k >= 0 && k < layers) { /* marks of cells, next to the side */
        meet_cell(io, b, axis, side, k, i);
        return;
    }
    if (!edges && i < n)
        meet_across(io, FACE_VALUES, SYSTEM_COMPONENTS, there.axis * SYSTEM_COMPONENTS, axis * SYSTEM_COMPONENTS,
                    R(1.0), b, axis, side, k, i, 0);
    if (edges && i < n && k >= 0)
        meet_across(io, EDGE_VALUES, 1, 1 - there.axis, 1 - axis, there.flips ? R(-1.0) : R(1.0), b, axis, side, k, i,
                    0);
    if (edges && k >= 0 && k < layers)
        meet_across(io, EDGE_VALUES, 1, 2, 2, R(1.0), b, axis, side, k, i, 1);
}
SPHERE_POINT_PASS(sphere_meet)

/* Side faces (option[0] = 0) or marks of cells (2) of the layers next to a block, from the blocks below and above; k: 0
 * and 1. Beyond the ends nothing is found. */
INLINE void sphere_layers_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int layers = io.shape.cells[2], other = block_across(io, b, 2, k), marks = io.range.option[0] == 2;
    const int components = marks ? 1 : FACE_VALUES, count = marks ? 1 : 2 * SYSTEM_COMPONENTS;
    const long cs = io.shape.component_stride, to = cell_index(io.shape, components, b, k ? layers : -1, j, i);
    if (marks && other < 0 && other != LINK_ELSEWHERE)
        io.f[0][to] = R(0.0);
    if (other < 0)
        return;
    const long from = cell_index(io.shape, components, other, k ? 0 : layers - 1, j, i);
    for (int c = 0; c < count; c++)
        io.f[0][to + c * cs] = io.f[0][from + c * cs];
}
SPHERE_POINT_PASS(sphere_layers)

/* The way out of a panel from a side, else 0; in numbers, not by conditions that a row of cells has in common. */
INLINE int out_of_panel(int place, int n)
{
    return (place == n) - (place == 0);
}

/* The value of the lower face across an axis: where panels share it the mean of both. `at`: of component 0; `place`: of
 * the cell along the axis. */
INLINE real shared_face(const struct taub_io io, GLOBAL const stored *fluxes, int axis, long at, int place, int c)
{
    const int n = io.shape.cells[1];
    const long s = axis_stride(io.shape, axis);
    GLOBAL const stored *value = fluxes + at + (axis * SYSTEM_COMPONENTS + c) * io.shape.component_stride;
    const real own = value[0];
    if (axis == 2)
        return own;
    if (axis == 1)
        return R(0.5) * (own + value[s * out_of_panel(place, n)]);
    const real below = value[-1], above = value[1];
    return R(0.5) * (own + (place == 0 ? below : place == n ? above : own));
}

#if defined(SYSTEM_FIELD)

/* ---- E along edges ---- */

INLINE void electric_of_face(const struct taub_io io, int axis, int b, const int cell[3], real e[3])
{
    const long at = cell_index(io.shape, FACE_VALUES, b, cell[2], cell[1], cell[0]);
    UNROLL
    for (int c = 0; c < 3; c++)
        e[c] = shared_face(io, io.f[0], axis, at, cell[axis], SYSTEM_FIELD + c);
}

/* -v x B */
INLINE void electric_of_cell(const struct taub_io io, int b, const int cell[3], real e[3])
{
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[2], cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]),
               io.shape.component_stride, q);
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, r = (a + 2) % 3;
        e[a] = q[1 + r] * q[SYSTEM_FIELD + p] - q[1 + p] * q[SYSTEM_FIELD + r];
    }
}

/* Steps from the lower face or edge of a cell to what stands above and below it along an axis, with their shares:
 * halves, but at the side of a panel all of its own. */
struct beside {
    int step[2];
    real share[2];
};
INLINE struct beside beside_edge(const struct taub_io io, int axis, int place)
{
    const int n = io.shape.cells[1], first = axis < 2 ? place == 0 : 0, last = axis < 2 ? place == n : 0;
    struct beside beside;
    /* along rows both are loaded, and one with no share forgotten */
    beside.step[0] = axis == 1 ? -last : 0;
    beside.step[1] = axis == 1 ? first - 1 : -1;
    beside.share[0] = R(0.5) * (real)(1 + first - last);
    beside.share[1] = R(0.5) * (real)(1 - first + last);
    return beside;
}

INLINE real share_of(int axis, real share, real value)
{
    const real part = share * value;
    return axis == 0 && !(share > R(0.0)) ? R(0.0) : part;
}

/* The integral along the lower edge of a cell along axis d: at sides of a panel the panel's own part. */
INLINE real electric_of_edge(const struct taub_io io, int d, int b, int k, int j, int i)
{
    const int p = (d + 1) % 3, q = (d + 2) % 3, place[3] = {i, j, k};
    const struct beside along_p = beside_edge(io, p, place[p]), along_q = beside_edge(io, q, place[q]);
    const real of_cells_too = IS_CORRECTION(io) ? R(0.0) : R(1.0); /* these do not change */
    real sum[3] = {R(0.0), R(0.0), R(0.0)}, chord[3], own[3];
    UNROLL
    for (int m = 0; m < 2; m++) {
        int cell_p[3] = {i, j, k}, cell_q[3] = {i, j, k};
        real across_p[3], across_q[3], of_cells[2][3];
        cell_p[q] += along_q.step[m];
        cell_q[p] += along_p.step[m];
        electric_of_face(io, p, b, cell_p, across_p);
        electric_of_face(io, q, b, cell_q, across_q);
        UNROLL
        for (int beside = 0; beside < 2; beside++) {
            int cell[3] = {cell_p[0], cell_p[1], cell_p[2]};
            cell[p] += along_p.step[beside];
            electric_of_cell(io, b, cell, of_cells[beside]);
        }
        UNROLL
        for (int c = 0; c < 3; c++) {
            const real cells =
                share_of(p, along_p.share[0], of_cells[0][c]) + share_of(p, along_p.share[1], of_cells[1][c]);
            sum[c] += (share_of(q, along_q.share[m], across_p[c]) + share_of(p, along_p.share[m], across_q[c])) -
                      of_cells_too * share_of(q, along_q.share[m], cells);
        }
    }
    chord_of_edge(io, d, b, k, j, i, chord);
    vector_in_panel(panel_of_block(io, b), sum, own);
    return dot_of(own, chord);
}

/* All three edges of a cell: those that lead out of the panel or the mesh are computed, too, and nothing reads them. */
INLINE void sphere_edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long to = cell_index(io.shape, EDGE_VALUES, b, k, j, i);
    const real moves = (real)(1 - wall_at(io, b, k)); /* in a perfect conductor at rest E is 0 */
    UNROLL
    for (int d = 0; d < 3; d++)
        io.f[1][to + d * io.shape.component_stride] = electric_of_edge(io, d, b, k, j, i) * (d < 2 ? moves : R(1.0));
}
SPHERE_POINT_PASS(sphere_edges)

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* Edges of ends where the case gives the state have the E of that state. k: 0 and 1, the lower and the upper end. */
INLINE void sphere_given_edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int link = block_across(io, b, 2, k), n = io.shape.cells[1], layer = k ? io.shape.cells[2] : 0;
    const int inside = k ? layer - 1 : 0, panel = panel_of_block(io, b);
    if (rank_of_end(link) != END_GIVES)
        return;
    UNROLL
    for (int d = 0; d < 2; d++) {
        real from[3], to[3], x[3], q[SYSTEM_COMPONENTS], e[3], own[3], chord[3];
        if ((d == 0 ? i : j) >= n)
            continue;
        sphere_direction(io, SPHERE_NODE, j, i, from);
        sphere_direction(io, SPHERE_NODE, j + (d == 1), i + (d == 0), to);
        UNROLL
        for (int c = 0; c < 3; c++)
            from[c] += to[c];
        const real scale = sphere_radius(io, b, layer) / real_sqrt(dot_of(from, from));
        UNROLL
        for (int c = 0; c < 3; c++)
            from[c] *= scale;
        vector_of_panel(panel, from, x);
        const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, inside, j < n ? j : n - 1, i < n ? i : n - 1);
        prescribed_state(io, io.f[0], end_zone_before(link, 4 + k, at), x,
                         io.control->time + io.range.time[0] * io.control->dt, q);
        UNROLL
        for (int a = 0; a < 3; a++) {
            const int p = (a + 1) % 3, r = (a + 2) % 3;
            e[a] = q[1 + r] * q[SYSTEM_FIELD + p] - q[1 + p] * q[SYSTEM_FIELD + r];
        }
        vector_in_panel(panel, e, own);
        chord_of_edge(io, d, b, layer, j, i, chord);
        io.f[1][cell_index(io.shape, EDGE_VALUES, b, layer, j, i) + d * io.shape.component_stride] =
            IS_CORRECTION(io) ? R(0.0) : dot_of(own, chord);
    }
}
SPHERE_SPARSE_PASS(sphere_given_edges)
#endif

/* ---- magnetic fluxes ---- */

/* The mean over the panels that share an edge: two, or three on the lines from corners, whose sum knows no order. */
INLINE real shared_edge(const struct taub_io io, GLOBAL const stored *edges, int d, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], on_side = j == 0 || j == n;
    const long row = io.shape.row_stride;
    GLOBAL const stored *value = edges + cell_index(io.shape, EDGE_VALUES, b, k, j, i) + d * io.shape.component_stride;
    const real own = value[0], y = value[d == 1 ? 0 : row * out_of_panel(j, n)];
    if (d == 0)
        return R(0.5) * (own + y);
    const real below = value[-1], above = value[1], x = i == 0 ? below : i == n ? above : own;
    if (d == 1)
        return R(0.5) * (own + x);
    /* corners are at these places of the row */
    const int first = on_side * 2 - 2, last = on_side * (n + 2) - 2;
    const real least = real_min(own, real_min(x, y)), most = real_max(own, real_max(x, y));
    const real between = real_max(real_min(own, x), real_min(real_max(own, x), y));
    const real other = i == 0 || i == n ? x : y;
    return i == first || i == last ? R(1.0 / 3.0) * ((least + most) + between) : R(0.5) * (own + other);
}

/* Around the lower face of a cell, right-handed. */
INLINE real circulation(const struct taub_io io, GLOBAL const stored *edges, int axis, int b, int k, int j, int i)
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const int kp = k + (p == 2), jp = j + (p == 1), ip = i + (p == 0), kq = k + (q == 2), jq = j + (q == 1),
              iq = i + (q == 0);
    return (shared_edge(io, edges, q, b, kp, jp, ip) - shared_edge(io, edges, q, b, k, j, i)) -
           (shared_edge(io, edges, p, b, kq, jq, iq) - shared_edge(io, edges, p, b, k, j, i));
}

INLINE void circulations_of_cell(const struct taub_io io, GLOBAL const stored *edges, int b, int k, int j, int i,
                                 real out[MAGNETIC_FLUXES])
{
    UNROLL
    for (int f = 0; f < MAGNETIC_FLUXES; f++) {
        const int axis = f / 2, upper = f % 2;
        out[f] = circulation(io, edges, axis, b, k + (upper && axis == 2), j + (upper && axis == 1),
                             i + (upper && axis == 0));
    }
}

/* The Cartesian field of a cell from the fluxes through its faces, exact for a uniform one: src/mesh/sphere.c. */
INLINE void field_of_fluxes(const struct taub_io io, int b, int k, int j, int i, const real fluxes[MAGNETIC_FLUXES],
                            real field[3])
{
    const real lower = sphere_radius(io, b, k), upper = sphere_radius(io, b, k + 1);
    const real middle = R(0.5) * (lower + upper), rise = R(0.5) * (upper - lower), per = R(1.0) / middle;
    const real flat = square(rise * per), through = rise * (fluxes[4] + fluxes[5]);
    real out[3], normal[3], own[3], outwards[3];
    sphere_direction(io, SPHERE_OUTWARDS, j, i, outwards);
    sphere_direction(io, SPHERE_NORMAL, j, i, normal);
    UNROLL
    for (int c = 0; c < 3; c++) {
        real sides = R(0.0);
        UNROLL
        for (int f = 0; f < 4; f++)
            sides += sphere_plane(io, SPHERE_SIDES + 3 * f + c, j, i) * fluxes[f];
        out[c] = middle * sides + outwards[c] * through;
    }
    const real scale = R(0.5) * per * per / rise;
    const real less = flat * sphere_plane(io, SPHERE_AREA, j, i) * dot_of(normal, out) /
                      (R(1.0) + flat * sphere_plane(io, SPHERE_SHARE, j, i));
    UNROLL
    for (int c = 0; c < 3; c++)
        own[c] = scale * (out[c] - less * outwards[c]);
    vector_of_panel(panel_of_block(io, b), own, field);
}

INLINE void load_fluxes(const struct taub_io io, GLOBAL const stored *field, int b, int k, int j, int i,
                        real fluxes[MAGNETIC_FLUXES])
{
    const long at = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i);
    UNROLL
    for (int f = 0; f < MAGNETIC_FLUXES; f++)
        fluxes[f] = field[at + f * io.shape.component_stride];
}
INLINE void store_fluxes(const struct taub_io io, GLOBAL stored *field, int b, int k, int j, int i,
                         const real fluxes[MAGNETIC_FLUXES])
{
    const long at = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i);
    UNROLL
    for (int f = 0; f < MAGNETIC_FLUXES; f++)
        field[at + f * io.shape.component_stride] = fluxes[f];
}

/* |div B| of a cell times the thickness of its shell. */
INLINE real divergence_of_fluxes(const struct taub_io io, GLOBAL const stored *field, int b, int k, int j, int i)
{
    const real thickness = sphere_radius(io, b, k + 1) - sphere_radius(io, b, k);
    real fluxes[MAGNETIC_FLUXES];
    load_fluxes(io, field, b, k, j, i, fluxes);
    const real out = ((fluxes[1] - fluxes[0]) + (fluxes[3] - fluxes[2])) + (fluxes[5] - fluxes[4]);
    return real_fabs(out) / sphere_volume(io, b, k, j, i) * thickness;
}

/* ---- the start ---- */

/* Exact for a uniform field; another one has to come from a potential. */
INLINE void sphere_start_point(const struct taub_io io, int b, int k, int j, int i)
{
    real fluxes[MAGNETIC_FLUXES];
    const int panel = panel_of_block(io, b);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    UNROLL
    for (int f = 0; f < MAGNETIC_FLUXES; f++) {
        const int axis = f / 2, side = f % 2;
        const long to = side ? axis_stride(io.shape, axis) : -axis_stride(io.shape, axis);
        real area[3], field[3], own[3];
        UNROLL
        for (int c = 0; c < 3; c++) {
            GLOBAL const stored *value = io.f[1] + at + (SYSTEM_FIELD + c) * io.shape.component_stride;
            field[c] = R(0.5) * (value[0] + value[to]);
        }
        vector_in_panel(panel, field, own);
        area_of_face(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), area);
        fluxes[f] = dot_of(own, area);
    }
    store_fluxes(io, io.f[0], b, k, j, i, fluxes);
}
TAUB_POINT_PASS(sphere_start)

INLINE void sphere_cells_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real u[SYSTEM_COMPONENTS], fluxes[MAGNETIC_FLUXES], field[3];
    load_state(io.f[0], at, io.shape.component_stride, u);
    load_fluxes(io, io.f[1], b, k, j, i, fluxes);
    field_of_fluxes(io, b, k, j, i, fluxes, field);
    UNROLL
    for (int a = 0; a < 3; a++) {
        change_field(eos, a, field[a], u);
        io.f[2][at + (SYSTEM_FIELD + a) * io.shape.component_stride] = field[a];
    }
    store_state(io.f[0], at, io.shape.component_stride, u);
}
TAUB_POINT_PASS(sphere_cells)

#if TAUB_USER_INITIAL
/* Four points of Gauss and Legendre's rule along the arc or radius. */
INLINE real potential_along_edge(const struct taub_io io, int d, int b, int k, int j, int i)
{
    const real places[4] = {R(-0.86113631159405258), R(-0.33998104358485626), R(0.33998104358485626),
                            R(0.86113631159405258)};
    const real weights[4] = {R(0.17392742256872693), R(0.32607257743127307), R(0.32607257743127307),
                             R(0.17392742256872693)};
    const int panel = panel_of_block(io, b);
    const real lower = sphere_radius(io, b, k), upper = sphere_radius(io, b, k + (d == 2));
    const real angle = sphere_plane(io, SPHERE_ARC + (d == 0), j, i), per = R(1.0) / real_sin(angle);
    real from[3], to[3], sum = R(0.0);
    sphere_direction(io, SPHERE_NODE, j, i, from);
    sphere_direction(io, SPHERE_NODE, j + (d == 1), i + (d == 0), to);
    for (int n = 0; n < 4; n++) {
        const real share = R(0.5) * (R(1.0) + places[n]), passed = share * angle, left = angle - passed;
        real point[3], along[3], x[3], a[3] = {R(0.0), R(0.0), R(0.0)}, own[3];
        UNROLL
        for (int c = 0; c < 3; c++) {
            const real on_arc = per * (real_sin(left) * from[c] + real_sin(passed) * to[c]);
            const real forward = per * (real_cos(passed) * to[c] - real_cos(left) * from[c]);
            along[c] = d == 2 ? (upper - lower) * from[c] : lower * angle * forward;
            point[c] = d == 2 ? (lower + share * (upper - lower)) * from[c] : lower * on_arc;
        }
        vector_of_panel(panel, point, x);
        vector_potential(x, R(io.control->time), a);
        vector_in_panel(panel, a, own);
        sum += weights[n] * dot_of(own, along);
    }
    return sum;
}

INLINE void sphere_potential_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = io.shape.cells[1], layers = io.shape.cells[2], inside[3] = {i < n, j < n, k < layers};
    const long to = cell_index(io.shape, EDGE_VALUES, b, k, j, i);
    for (int d = 0; d < 3; d++)
        if (inside[d])
            io.f[0][to + d * io.shape.component_stride] = potential_along_edge(io, d, b, k, j, i);
}
TAUB_POINT_PASS(sphere_potential)

INLINE void sphere_circulate_point(const struct taub_io io, int b, int k, int j, int i)
{
    real fluxes[MAGNETIC_FLUXES];
    circulations_of_cell(io, io.f[1], b, k, j, i, fluxes);
    const real monopole = R(io.range.number[0]) * sphere_plane(io, SPHERE_ANGLE, j, i);
    fluxes[4] += monopole;
    fluxes[5] += monopole;
    store_fluxes(io, io.f[0], b, k, j, i, fluxes);
}
TAUB_POINT_PASS(sphere_circulate)
#endif

#endif

/* ---- cells ---- */

INLINE void sphere_update_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const long face = cell_index(io.shape, FACE_VALUES, b, k, j, i);
    const int first = io.range.option[0], place[3] = {i, j, k};
    const real alpha = R(io.range.number[0]), beta = R(io.range.number[1]);
    const real dt = R(io.range.number[2] * io.control->dt), per = dt / sphere_volume(io, b, k, j, i);
    GLOBAL const stored *before = first ? io.f[2] : io.f[3]; /* beta is 0 then */
    const real sources = IS_CORRECTION(io) ? R(0.0) : dt;    /* have been added */
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    load_state(io.f[4], at, cs, q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        rate[c] = R(0.0);
#if TAUB_USER_SOURCE
    real x[3];
    sphere_center(io, b, k, j, i, x);
    source(x, R(io.control->time + io.range.time[0] * io.control->dt), q, rate);
#endif
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        real out = R(0.0);
        UNROLL
        for (int a = 0; a < 3; a++)
            out += shared_face(io, io.f[0], a, face + axis_stride(io.shape, a), place[a] + 1, c) -
                   shared_face(io, io.f[0], a, face, place[a], c);
        const real kept = alpha * io.f[2][at + c * cs] + beta * before[at + c * cs];
        u[c] = kept + (sources * rate[c] - per * out);
    }
#if defined(SYSTEM_FIELD)
    real fluxes[MAGNETIC_FLUXES], begin[MAGNETIC_FLUXES], stage[MAGNETIC_FLUXES], around[MAGNETIC_FLUXES];
    load_fluxes(io, io.f[6], b, k, j, i, begin);
    load_fluxes(io, first ? io.f[6] : io.f[7], b, k, j, i, stage);
    circulations_of_cell(io, io.f[1], b, k, j, i, around);
    UNROLL
    for (int f = 0; f < MAGNETIC_FLUXES; f++)
        fluxes[f] = (alpha * begin[f] + beta * stage[f]) - dt * around[f];
    store_fluxes(io, io.f[7], b, k, j, i, fluxes);
    field_of_fluxes(io, b, k, j, i, fluxes, u + SYSTEM_FIELD);
#endif
    recover_primitive(eos, u, q[0], q[4], q); /* sphere_judge looks at the result */
    store_state(io.f[3], at, cs, u);
    store_state(io.f[5], at, cs, q);
}
SPHERE_POINT_PASS(sphere_update)

#if defined(SYSTEM_FIELD) && TAUB_POSITIVE
/* Internal energies below this share of the field's move towards what they would be with the field of fluxes. */
#define LOW_BETA R(0.01)

/* The field of a cell less the one that E of its faces, not of its edges, would have made of it in this stage. */
INLINE void field_beyond_fluxes(const struct taub_io io, int b, int k, int j, int i, real beyond[3])
{
    const long face = cell_index(io.shape, FACE_VALUES, b, k, j, i);
    const int panel = panel_of_block(io, b), place[3] = {i, j, k};
    const real dt = R(io.range.number[2] * io.control->dt), per = dt / sphere_volume(io, b, k, j, i);
    real around[MAGNETIC_FLUXES], of_edges[3], turned[3] = {R(0.0), R(0.0), R(0.0)}, of_faces[3];
    circulations_of_cell(io, io.f[3], b, k, j, i, around);
    field_of_fluxes(io, b, k, j, i, around, of_edges);
    UNROLL
    for (int f = 0; f < 6; f++) {
        const int axis = f / 2, side = f % 2;
        const long at = face + (side ? axis_stride(io.shape, axis) : 0);
        real area[3], e[3], own[3];
        area_of_face(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), area);
        UNROLL
        for (int c = 0; c < 3; c++)
            e[c] = shared_face(io, io.f[2], axis, at, place[axis] + side, SYSTEM_FIELD + c);
        vector_in_panel(panel, e, own);
        UNROLL
        for (int c = 0; c < 3; c++) {
            const int p = (c + 1) % 3, q = (c + 2) % 3;
            turned[c] += (side ? R(1.0) : R(-1.0)) * (area[p] * own[q] - area[q] * own[p]);
        }
    }
    vector_of_panel(panel, turned, of_faces);
    UNROLL
    for (int c = 0; c < 3; c++)
        beyond[c] = per * of_faces[c] - dt * of_edges[c];
}

/* As in boxes (passes/mhd_update.h): the internal energy of a gas of low beta goes towards what it is with that field,
 * all the way where there is none left, so that nothing jumps. */
INLINE void follow_fluxes(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], beyond[3];
    load_state(io.f[0], at, cs, q);
    const real inner = q[4] * TAUB_EOS_PER_GAMMA_LESS_1, least = LOW_BETA * (R(0.5) * field_squared(q));
    if (!(q[0] > R(0.0)) || !(inner < least))
        return;
    field_beyond_fluxes(io, b, k, j, i, beyond);
    const real difference = dot3(beyond, q + SYSTEM_FIELD) - R(0.5) * dot3(beyond, beyond);
    const real part = inner > R(0.0) ? difference * ((least - inner) / least) : difference;
    const real corrected = inner > R(0.0) && part < R(0.0) ? inner * (inner / (inner - part)) : inner + part;
    if (!(corrected > R(0.0)))
        return;
    io.f[4][at + 4 * cs] += corrected - inner;
    io.f[0][at + 4 * cs] = corrected * TAUB_EOS_GAMMA_LESS_1;
    count_up(&io.control->low_beta_cells, 1);
}
#endif

/* Marks cells without a density or pressure in field 1, which are then corrected; what is found after that, or without
 * scheme.positivity, fails. */
INLINE void sphere_judge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
#if defined(SYSTEM_FIELD) && TAUB_POSITIVE
    if (!IS_CORRECTION(io))
        follow_fluxes(io, b, k, j, i);
#endif
    const real density = io.f[0][at], pressure = io.f[0][at + 4 * io.shape.component_stride];
    const int fine = density > R(0.0) && pressure > R(0.0) && density < REAL_MAX && pressure < REAL_MAX;
#if TAUB_POSITIVE
    GLOBAL stored *mark = io.f[1] + cell_index(io.shape, 1, b, k, j, i);
    if (IS_CORRECTION(io) && mark[0] > R(0.0)) {
        count_up(&io.control->first_order_cells, 1);
        count_regulated(io.control, TAUB_CAUSE_FLUXES);
    }
    if (!IS_CORRECTION(io)) {
        mark[0] = fine ? R(0.0) : R(1.0);
        if (!fine)
            io.control->troubled = 1;
        return;
    }
#endif
    if (!fine)
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
}
SPHERE_SPARSE_PASS(sphere_judge)

#endif
