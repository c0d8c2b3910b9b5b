/* The magnetic field of a cubed sphere (passes/sphere.h): each cell keeps the fluxes through its six faces, of which
 * Faraday's law changes those by integrals of E along edges (constrained transport: div B stays at rounding whatever
 * these are); the field in cells follows from them.
 *
 *   sphere_start       1 primitive -> 0: magnetic fluxes of the mean field of the cells on both sides
 *   sphere_potential   -> 0: integrals of the user's vector potential along edges
 *   sphere_circulate   1 integrals along edges -> 0: magnetic fluxes; number[0]: b of a further field b x/r^3
 *   sphere_cells       1 magnetic fluxes -> 0 conserved, 2 primitive: the field of cells, at the same pressure; at
 *                      orders 3 and 4 the primitive one at centres alone (passes/sphere_points.h) */
#ifndef TAUB_PASSES_SPHERE_FIELD_H
#define TAUB_PASSES_SPHERE_FIELD_H

#include "dialect.h"
#include "case/eos.h"
#include "case/initial.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/sphere.h"

#if defined(SYSTEM_FIELD)

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
#if defined(TAUB_HOST)  /* each edge once; GPUs would keep twelve numbers in registers */
    real edge[3][2][2]; /* along an axis, at the lower and upper place along the next one and the one after that */
    EACH (n, 4) {
        const int p = n / 2, q = n % 2;
        edge[0][p][q] = shared_edge(io, edges, 0, b, k + q, j + p, i);
        edge[1][p][q] = shared_edge(io, edges, 1, b, k + p, j, i + q);
        edge[2][p][q] = shared_edge(io, edges, 2, b, k, j + q, i + p);
    }
    EACH (f, MAGNETIC_FLUXES) {
        const int upper = f % 2, p = (f / 2 + 1) % 3, q = (f / 2 + 2) % 3;
        out[f] = (edge[q][upper][1] - edge[q][upper][0]) - (edge[p][1][upper] - edge[p][0][upper]);
    }
#else
    EACH (f, MAGNETIC_FLUXES) {
        const int axis = f / 2, upper = f % 2;
        out[f] = circulation(io, edges, axis, b, k + (upper && axis == 2), j + (upper && axis == 1),
                             i + (upper && axis == 0));
    }
#endif
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
    EACH (c, 3) {
        real sides = R(0.0);
        EACH (f, 4)
            sides += sphere_plane(io, SPHERE_SIDES + 3 * f + c, j, i) * fluxes[f];
        out[c] = middle * sides + outwards[c] * through;
    }
    const real scale = R(0.5) * per * per / rise;
    const real less = flat * sphere_plane(io, SPHERE_AREA, j, i) * dot_of(normal, out) /
                      (R(1.0) + flat * sphere_plane(io, SPHERE_SHARE, j, i));
    EACH (c, 3)
        own[c] = scale * (out[c] - less * outwards[c]);
    vector_of_panel(panel_of_block(io, b), own, field);
}

INLINE void load_fluxes(const struct taub_io io, GLOBAL const stored *field, int b, int k, int j, int i,
                        real fluxes[MAGNETIC_FLUXES])
{
    const long at = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i);
    EACH (f, MAGNETIC_FLUXES)
        fluxes[f] = field[at + f * io.shape.component_stride];
}
INLINE void store_fluxes(const struct taub_io io, GLOBAL stored *field, int b, int k, int j, int i,
                         const real fluxes[MAGNETIC_FLUXES])
{
    const long at = cell_index(io.shape, MAGNETIC_FLUXES, b, k, j, i);
    EACH (f, MAGNETIC_FLUXES)
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
    EACH (f, MAGNETIC_FLUXES) {
        const int axis = f / 2, side = f % 2;
        const long to = side ? axis_stride(io.shape, axis) : -axis_stride(io.shape, axis);
        real area[3], field[3], own[3];
        EACH (c, 3) {
            GLOBAL const stored *value = io.f[1] + at + (SYSTEM_FIELD + c) * io.shape.component_stride;
            field[c] = R(0.5) * (value[0] + value[to]);
        }
        vector_in_panel(panel, field, own);
        area_of_face(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), area);
        fluxes[f] = dot_of(own, area);
    }
    store_fluxes(io, io.f[0], b, k, j, i, fluxes);
}
TAUB_BRIEF_POINT_PASS(sphere_start)

#if TAUB_ORDER <= 2
INLINE void sphere_cells_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real u[SYSTEM_COMPONENTS], fluxes[MAGNETIC_FLUXES], field[3];
    load_state(io.f[0], at, io.shape.component_stride, u);
    load_fluxes(io, io.f[1], b, k, j, i, fluxes);
    field_of_fluxes(io, b, k, j, i, fluxes, field);
    EACH (a, 3) {
        change_field(eos, a, field[a], u);
        io.f[2][at + (SYSTEM_FIELD + a) * io.shape.component_stride] = field[a];
    }
    store_state(io.f[0], at, io.shape.component_stride, u);
}
TAUB_BRIEF_POINT_PASS(sphere_cells)
#endif

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
        EACH (c, 3) {
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
TAUB_BRIEF_POINT_PASS(sphere_potential)

INLINE void sphere_circulate_point(const struct taub_io io, int b, int k, int j, int i)
{
    real fluxes[MAGNETIC_FLUXES];
    circulations_of_cell(io, io.f[1], b, k, j, i, fluxes);
    const real monopole = R(io.range.number[0]) * sphere_plane(io, SPHERE_ANGLE, j, i);
    fluxes[4] += monopole;
    fluxes[5] += monopole;
    store_fluxes(io, io.f[0], b, k, j, i, fluxes);
}
TAUB_BRIEF_POINT_PASS(sphere_circulate)
#endif

#endif

#endif
