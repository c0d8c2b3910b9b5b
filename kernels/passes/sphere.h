/* One stage of a Godunov scheme of second order on a cubed sphere, for gas dynamics and magnetohydrodynamics, or the
 * one step of ader-weno.
 *
 * Primitive states are linear in a cell along each of its axes, limited; faces have a frame of their own, in which the
 * Riemann problem is solved along its first axis, and states are Cartesian, so that there are no sources of the
 * geometry and a uniform state stays one: areas and edges of a cell close to rounding. Fluxes through faces that two
 * panels share are the mean of what both find. The passes, in their order:
 *
 *   sphere_predict.h  with ader-weno: states half a step later
 *   sphere_faces.h    fluxes through faces
 *   sphere.h          what panels share, and blocks above each other: here
 *   sphere_edges.h    E along edges
 *   sphere_fluxes.h   at orders 3 and 4: the magnetic field at centres of faces and cells
 *   sphere_field.h    magnetic fluxes through faces, the field of cells, the start
 *   sphere_points.h   at orders 3 and 4: means, and values at centres
 *   sphere_update.h   cells; where one has got no density or pressure, its fluxes are of first order and all of this is
 *                     done once more with what that changes
 *
 * Fields of passes, with those that they write after "->". Here:
 *
 *   sphere_meet     0: what faces (option[0] = 0), edges (1) or marks (2) between panels have in the other panel, into
 *                   places -1 and n + 1 across the side
 *   sphere_layers   0: side faces (option[0] = 0), marks (2), states (3), magnetic fluxes (4) or single values (5) of
 *                   the layers next to a block, from the blocks below and above */
#ifndef TAUB_PASSES_SPHERE_H
#define TAUB_PASSES_SPHERE_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/ends.h" /* the user's files, before any include under a condition */

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
#define SPHERE_LINE_PASS(name) TAUB_LINE_PASS_IF(name, SPHERE_GOES(io)) /* on the host */

INLINE int is_field(int c)
{
#if defined(SYSTEM_FIELD)
    return c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3;
#else
    return 0;
#endif
}

/* Velocity and field of a state, between Cartesian components and those along the axes of a face. */
INLINE void turn_into_face(int panel, const struct face_frame *face, real state[SYSTEM_COMPONENTS])
{
    real own[3];
    vector_in_panel(panel, state + 1, own);
    EACH (a, 3)
        state[1 + a] = dot_of(face->axis[a], own);
#if defined(SYSTEM_FIELD)
    vector_in_panel(panel, state + SYSTEM_FIELD, own);
    EACH (a, 3)
        state[SYSTEM_FIELD + a] = dot_of(face->axis[a], own);
#endif
}
INLINE void vector_of_face(int panel, const struct face_frame *face, real vector[3])
{
    real own[3];
    EACH (c, 3)
        own[c] = (vector[0] * face->axis[0][c] + vector[1] * face->axis[1][c]) + vector[2] * face->axis[2][c];
    vector_of_panel(panel, own, vector);
}

/* Whether a sphere is a wall at one of the ends. */
INLINE int wall_of_layer(const struct taub_io io, int b, int k)
{
    const int lower = block_across(io, b, 2, 0) == LINK_REFLECTING;
    const int upper = block_across(io, b, 2, 1) == LINK_REFLECTING;
    return ((k == 0) & lower) | ((k == io.shape.cells[2]) & upper);
}

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
    const int n = io.shape.cells[1], layers = io.shape.cells[2], what = io.range.option[0];
    const int axis = j / 2, side = j % 2;
    const struct panel_across there = panel_across(io, b, axis, side);
    if (what == 2) { /* marks of cells, next to the side */
        if (i < n && k >= 0 && k < layers)
            meet_cell(io, b, axis, side, k, i);
        return;
    }
    if (what == 0 && i < n)
        meet_across(io, FACE_VALUES, SYSTEM_COMPONENTS, there.axis * SYSTEM_COMPONENTS, axis * SYSTEM_COMPONENTS,
                    R(1.0), b, axis, side, k, i, 0);
    if (what == 1 && i < n && k >= 0)
        meet_across(io, EDGE_VALUES, 1, 1 - there.axis, 1 - axis, there.flips ? R(-1.0) : R(1.0), b, axis, side, k, i,
                    0);
    if (what == 1 && k >= 0 && k < layers)
        meet_across(io, EDGE_VALUES, 1, 2, 2, R(1.0), b, axis, side, k, i, 1);
}
SPHERE_POINT_PASS(sphere_meet)

/* Layers below, from the next one outwards, and above: k even and odd. Beyond the ends no marks are found. */
INLINE void sphere_layers_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int layers = io.shape.cells[2], upper = k % 2, depth = k / 2, other = block_across(io, b, 2, upper);
    const int what = io.range.option[0], marks = what == 2;
    const int of_cells = marks || what == 5 ? 1 : what == 3 ? SYSTEM_COMPONENTS : MAGNETIC_FLUXES;
    const int components = what == 0 ? FACE_VALUES : of_cells, count = what == 0 ? 2 * SYSTEM_COMPONENTS : of_cells;
    const long cs = io.shape.component_stride;
    const long to = cell_index(io.shape, components, b, upper ? layers + depth : -1 - depth, j, i);
    if (marks && other < 0 && other != LINK_ELSEWHERE)
        io.f[0][to] = R(0.0);
    if (other < 0)
        return;
    const long from = cell_index(io.shape, components, other, upper ? depth : layers - 1 - depth, j, i);
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

/* Whether these are densities of a gas is not asked; `before`: a former state. */
INLINE void primitive_of_densities(const struct eos eos, real u[SYSTEM_COMPONENTS],
                                   const real before[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FIELD)
    recover_primitive(eos, u, before[0], before[4], q);
#else
    gas_primitive(GAS_OF(eos, u), u, q);
#endif
}

#endif
