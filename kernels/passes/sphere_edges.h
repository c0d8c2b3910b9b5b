/* E along the edges of a cubed sphere (passes/sphere.h).
 *
 * Of an edge twice the mean of what the faces around it have, less the mean of the cells around it (T. A. Gardiner, J.
 * M. Stone, J. Comput. Phys. 205 (2005) 509, eq. 41, the form E0); where two or three panels meet each contributes its
 * own faces and cells, and the mean of these is taken (sphere_field.h).
 *
 * At orders 3 and 4 that is E in the middle of the edge to fourth order, since it errs by a product of second
 * differences; at sides of a panel its own values go on in a straight line. Integrals follow by differences along the
 * edge.
 *
 *   sphere_edges         0 fluxes, 2 primitive -> 1: integrals of E along the lower edges along each axis; at orders 3
 *                        and 4 Cartesian E in the middles of edges
 *   sphere_given_edges   0 primitive -> 1: those of ends whose state the case gives
 *   sphere_edge_means    0 E in the middles of edges -> 1: integrals */
#ifndef TAUB_PASSES_SPHERE_EDGES_H
#define TAUB_PASSES_SPHERE_EDGES_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/ends.h"
#include "passes/sphere.h"
#include "passes/sphere_points.h"

#if defined(SYSTEM_FIELD)
INLINE void electric_of_face(const struct taub_io io, int axis, int b, const int cell[3], real e[3])
{
    const long at = cell_index(io.shape, FACE_VALUES, b, cell[2], cell[1], cell[0]);
    EACH (c, 3)
        e[c] = shared_face(io, io.f[0], axis, at, cell[axis], SYSTEM_FIELD + c);
}

/* -v x B */
INLINE void electric_of_state(const real q[SYSTEM_COMPONENTS], real e[3])
{
    real v[3];
    velocity_of(q, v);
    EACH (a, 3) {
        const int p = (a + 1) % 3, r = (a + 2) % 3;
        e[a] = v[r] * q[SYSTEM_FIELD + p] - v[p] * q[SYSTEM_FIELD + r];
    }
}

INLINE void electric_of_cell(const struct taub_io io, int b, const int cell[3], real e[3])
{
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[2], cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]),
               io.shape.component_stride, q);
    electric_of_state(q, e);
}

/* Steps from the lower face or edge of a cell to what stands above and below it along an axis, with their shares:
 * halves, but at the side of a panel all of its own; at orders 3 and 4 there what a straight line has. */
struct beside {
    int step[2];
    real share[2];
};
INLINE struct beside beside_edge(const struct taub_io io, int axis, int place)
{
    const int n = io.shape.cells[1], first = axis < 2 ? place == 0 : 0, last = axis < 2 ? place == n : 0;
    struct beside beside;
#if TAUB_ORDER > 2
    beside.step[0] = first - 1;
    beside.step[1] = first - 2 * last;
    beside.share[0] = R(0.5) + (real)(first + last);
    beside.share[1] = R(0.5) - (real)(first + last);
#else
    /* along rows both are loaded, and one with no share forgotten */
    beside.step[0] = axis == 1 ? -last : 0;
    beside.step[1] = axis == 1 ? first - 1 : -1;
    beside.share[0] = R(0.5) * (real)(1 + first - last);
    beside.share[1] = R(0.5) * (real)(1 - first + last);
#endif
    return beside;
}

INLINE real share_of(int axis, real share, real value)
{
    const real part = share * value;
    return TAUB_ORDER <= 2 && axis == 0 && !(share > R(0.0)) ? R(0.0) : part;
}

/* Cartesian E of the lower edge of a cell along axis d: at sides of a panel the panel's own part. */
INLINE void electric_of_edge(const struct taub_io io, int d, int b, int k, int j, int i, real sum[3])
{
    const int p = (d + 1) % 3, q = (d + 2) % 3, place[3] = {i, j, k};
    const struct beside along_p = beside_edge(io, p, place[p]), along_q = beside_edge(io, q, place[q]);
    const real of_cells_too = IS_CORRECTION(io) ? R(0.0) : R(1.0); /* these do not change */
    EACH (c, 3)
        sum[c] = R(0.0);
    EACH (m, 2) {
        int cell_p[3] = {i, j, k}, cell_q[3] = {i, j, k};
        real across_p[3], across_q[3], of_cells[2][3];
        cell_p[q] += along_q.step[m];
        cell_q[p] += along_p.step[m];
        electric_of_face(io, p, b, cell_p, across_p);
        electric_of_face(io, q, b, cell_q, across_q);
        EACH (beside, 2) {
            int cell[3] = {cell_p[0], cell_p[1], cell_p[2]};
            cell[p] += along_p.step[beside];
            electric_of_cell(io, b, cell, of_cells[beside]);
        }
        EACH (c, 3) {
            const real cells =
                share_of(p, along_p.share[0], of_cells[0][c]) + share_of(p, along_p.share[1], of_cells[1][c]);
            sum[c] += (share_of(q, along_q.share[m], across_p[c]) + share_of(p, along_p.share[m], across_q[c])) -
                      of_cells_too * share_of(q, along_q.share[m], cells);
        }
    }
}

/* Its integral where E is the same along all of it. */
INLINE real along_edge(const struct taub_io io, int d, int b, int k, int j, int i, const real e[3])
{
    real chord[3], own[3];
    chord_of_edge(io, d, b, k, j, i, chord);
    vector_in_panel(panel_of_block(io, b), e, own);
    return dot_of(own, chord);
}

/* At orders 3 and 4 component c of E stands at 3 d + c. */
#if TAUB_ORDER > 2
#define EDGE_POINTS 9
#else
#define EDGE_POINTS EDGE_VALUES
#endif
INLINE void store_edge(const struct taub_io io, int d, int b, int k, int j, int i, const real e[3], real share)
{
    const long to = cell_index(io.shape, EDGE_POINTS, b, k, j, i), cs = io.shape.component_stride;
#if TAUB_ORDER > 2
    EACH (c, 3)
        io.f[1][to + (3 * d + c) * cs] = e[c] * share;
#else
    io.f[1][to + d * cs] = along_edge(io, d, b, k, j, i, e) * share;
#endif
}

/* All three edges of a cell: those that lead out of the panel or the mesh are computed, too, and nothing reads them. */
INLINE void sphere_edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const real moves = (real)(1 - wall_of_layer(io, b, k)); /* in a perfect conductor at rest E is 0 */
    EACH (d, 3) {
        real e[3];
        electric_of_edge(io, d, b, k, j, i, e);
        store_edge(io, d, b, k, j, i, e, d < 2 ? moves : R(1.0));
    }
}
SPHERE_POINT_PASS(sphere_edges)

#if TAUB_ORDER > 2
INLINE void load_edge(const struct taub_io io, long at, int d, real e[3])
{
    EACH (c, 3)
        e[c] = LOAD(io.f[0] + at + (3 * d + c) * io.shape.component_stride);
}

/* As means over faces (passes/sphere_points.h): E of the middle along the chord, and 1/24 of the second difference of
 * what other edges of the line have beyond it. */
INLINE void sphere_edge_means_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, EDGE_POINTS, b, k, j, i), to = cell_index(io.shape, EDGE_VALUES, b, k, j, i);
    const int place[3] = {i, j, k};
    EACH (d, 3) {
        const struct line_differences line = differences_in_panel(io, d, b, place[d]);
        real own[3], e[3], bent = R(0.0);
        load_edge(io, at, d, own);
        EACH (m, 3) {
            const int step = line.step[m];
            load_edge(io, at + step * axis_stride(io.shape, d), d, e);
            EACH (c, 3)
                e[c] -= own[c];
            bent += line.second[m] *
                    along_edge(io, d, b, k + (d == 2 ? step : 0), j + (d == 1 ? step : 0), i + (d == 0 ? step : 0), e);
        }
        io.f[1][to + d * io.shape.component_stride] = along_edge(io, d, b, k, j, i, own) + R(1.0 / 24.0) * bent;
    }
}
SPHERE_POINT_PASS(sphere_edge_means)
#endif

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* Along the direction of the middle of an edge along an angle: half way of the arc, at orders 3 and 4 half way in the
 * numbers of cells. */
INLINE void middle_of_edge(const struct taub_io io, int d, int j, int i, real middle[3])
{
    real from[3], to[3];
    sphere_direction(io, SPHERE_NODE, j, i, from);
#if TAUB_ORDER > 2
    sphere_direction(io, SPHERE_CENTRE, j, i, to);
    EACH (c, 3)
        middle[c] = c == 2 ? R(1.0) : c == d ? to[c] / to[2] : from[c] / from[2];
#else
    sphere_direction(io, SPHERE_NODE, j + (d == 1), i + (d == 0), to);
    EACH (c, 3)
        middle[c] = from[c] + to[c];
#endif
}

/* Edges of ends where the case gives the state have the E of that state. k: 0 and 1, the lower and the upper end. */
INLINE void sphere_given_edges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int link = block_across(io, b, 2, k), n = io.shape.cells[1], layer = k ? io.shape.cells[2] : 0;
    const int inside = k ? layer - 1 : 0, panel = panel_of_block(io, b);
    if (rank_of_end(link) != END_GIVES)
        return;
    EACH (d, 2) {
        real middle[3], x[3], q[SYSTEM_COMPONENTS], e[3];
        if ((d == 0 ? i : j) >= n)
            continue;
        middle_of_edge(io, d, j, i, middle);
        const real scale = sphere_radius(io, b, layer) / real_sqrt(dot_of(middle, middle));
        EACH (c, 3)
            middle[c] *= scale;
        vector_of_panel(panel, middle, x);
        const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, inside, j < n ? j : n - 1, i < n ? i : n - 1);
        prescribed_state(io, io.f[0], end_zone_before(link, 4 + k, at), x,
                         io.control->time + io.range.time[0] * io.control->dt, q);
        electric_of_state(q, e);
        EACH (c, 3)
            e[c] = IS_CORRECTION(io) ? R(0.0) : e[c];
        store_edge(io, d, b, layer, j, i, e, R(1.0));
    }
}
SPHERE_SPARSE_PASS(sphere_given_edges)
#endif
#endif

#endif
