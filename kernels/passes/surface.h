/* The freeze-out surface between two looks at the state (geometry/isosurface.h).
 *
 * The state is kept on a lattice of nodes: every TAUB_SURFACE_STRIDE_X-th cell centre along x and so on, and the last
 * one of each axis. A node has the quantity that defines the surface, then the primitive state. Nodes stand at
 *   component * nodes + (k * nodes_y + j) * nodes_x + i.
 * Cells of space-time lie between neighbouring nodes and the two looks, at range.number[0] and [1]. An axis with one
 * node (of a mesh of two axes or less) counts with the length 1, not with that of the mesh.
 *
 *   surface_nodes     the state of nodes; counts begin at 0; option[0]: of means  fields: 0 nodes out, 1 state in
 * (load_output), 2 list surface_mark      lists the cells that the surface crosses, and those with a high node on the
 * outside of the mesh: option[0] = room of the list           fields: 0 list out, 1 nodes at the second look, 2 first,
 * 3 one int for each row of nodes, whether this rank looks there; NULL: everywhere surface_elements  the elements of
 * option[1] listed cells from number option[0] on, or with option[1] = -1 of all that are listed and in the range;
 * range j * 64 + i option[2] = room for elements          fields: 0 list, 1 nodes, 2 nodes before, 3 elements out
 *   surface_pack      rows of nodes for other ranks: range i, row of the list, component of a node
 *                     fields: 0 message out, [row][component][i], 1 nodes, 2 list of rows
 *   surface_unpack    the same from a message into nodes
 *
 * The list begins with two counts, of cells and of elements, that go on where there is no room left: the host then
 * makes room and launches again. An element is a record of SURFACE_RECORD numbers. */
#ifndef TAUB_PASSES_SURFACE_H
#define TAUB_PASSES_SURFACE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "geometry/isosurface.h"
#include "passes/points.h"
#include "passes/surface_lattice.h"
#if TAUB_SURFACE_GRADIENTS
#include "passes/surface_gradients.h"
#endif
#include "systems/quantities.h"

/* Lattice cell (i, j, k), the number of the element in it, position, normal, state, temperature, pressure, the chemical
 * potential where the equation of state has one, and nabla_mu beta_nu where the case asks for it. */
#ifdef EOS_HAS_POTENTIAL
#define SURFACE_EOS_VALUES 3
#else
#define SURFACE_EOS_VALUES 2
#endif
#define SURFACE_RECORD (4 + 4 + 4 + SYSTEM_COMPONENTS + SURFACE_EOS_VALUES + SURFACE_GRADIENTS)
#define SURFACE_LIST 2 /* counts before the list */
/* Numbers of elements from here on: not of the surface but of the outside of the mesh, where 2 * axis + side is added.
 */
#define SURFACE_OUTSIDE 100

INLINE void surface_nodes_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const int within[3] = {i, j, k};
    int node[3], is_node = 1;
    real q[SYSTEM_COMPONENTS], level[SYSTEM_QUANTITY_COMPONENTS];
    if (b == 0 && k == 0 && j == 0 && i == 0)
        for (int n = 0; n < SURFACE_LIST; n++)
            ((GLOBAL int *)io.f[2])[n] = 0;
    for (int a = 0; a < 3; a++) {
        const int cell = io.blocks[b].place[a] + within[a];
        node[a] = surface_node_from(a, cell);
        is_node &= surface_cell_of_node(io, a, node[a]) == cell;
    }
    if (!is_node)
        return;
    const long count = surface_node_count(io);
    const long at = ((long)node[2] * surface_nodes_along(io, 1) + node[1]) * surface_nodes_along(io, 0) + node[0];
    load_output(io, eos, io.f[1], b, k, j, i, io.range.option[0], q);
    system_quantity(eos, q, TAUB_SURFACE_QUANTITY, level);
    io.f[0][at] = level[0];
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        io.f[0][at + (1 + c) * count] = q[c];
}
TAUB_POINT_PASS(surface_nodes)

/* Where component c of node i of row n of the list stands. */
INLINE long surface_row_at(const struct taub_io io, int n, int c, int i)
{
    const int row = ((GLOBAL const int *)io.f[2])[n];
    return c * surface_node_count(io) + (long)row * surface_nodes_along(io, 0) + i;
}
INLINE long surface_message_at(const struct taub_io io, int n, int c, int i)
{
    return ((long)n * (1 + SYSTEM_COMPONENTS) + c) * surface_nodes_along(io, 0) + i;
}
INLINE void surface_pack_point(const struct taub_io io, int b, int k, int j, int i)
{
    io.f[0][surface_message_at(io, j, k, i)] = io.f[1][surface_row_at(io, j, k, i)];
}
TAUB_POINT_PASS(surface_pack)
INLINE void surface_unpack_point(const struct taub_io io, int b, int k, int j, int i)
{
    io.f[1][surface_row_at(io, j, k, i)] = io.f[0][surface_message_at(io, j, k, i)];
}
TAUB_POINT_PASS(surface_unpack)

/* The node at a corner of a lattice cell: bits for x, y, z. An axis with one node has it at both ends. */
INLINE long surface_corner(const struct taub_io io, int k, int j, int i, int corner)
{
    const int ni = surface_nodes_along(io, 0), nj = surface_nodes_along(io, 1), nk = surface_nodes_along(io, 2);
    const int x = i + (corner & 1), y = j + ((corner >> 1) & 1), z = k + ((corner >> 2) & 1);
    return ((long)(z < nk ? z : nk - 1) * nj + (y < nj ? y : nj - 1)) * ni + (x < ni ? x : ni - 1);
}

/* Whether a side of a lattice cell is on the outside of the mesh. */
INLINE int surface_is_outside(const struct taub_io io, int axis, int side, int place)
{
    const int nodes = surface_nodes_along(io, axis);
    return nodes > 1 && place == (side ? nodes - 2 : 0);
}

INLINE void surface_mark_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int place[3] = {i, j, k};
    const real level = R(TAUB_SURFACE_VALUE);
    GLOBAL const int *own = (GLOBAL const int *)io.f[3];
    int high = 0, wanted;
    if (own && !own[k * surface_nodes_along(io, 1) + j])
        return;
    for (int corner = 0; corner < 8; corner++) {
        const long at = surface_corner(io, k, j, i, corner);
        high |= (io.f[2][at] > level) << corner;
        high |= (io.f[1][at] > level) << (corner + 8);
    }
    wanted = high != 0 && high != 0xffff;
    for (int side = 0; side < 6 && !wanted && high; side++)
        wanted = surface_is_outside(io, side >> 1, side & 1, place[side >> 1]);
    if (!wanted)
        return;
    GLOBAL int *list = (GLOBAL int *)io.f[0];
    const int n = count_up(list, 1);
    const int lower = (k * (surface_nodes_along(io, 1)) + j) * surface_nodes_along(io, 0) + i;
    if (n < io.range.option[0])
        list[SURFACE_LIST + n] = lower;
}
TAUB_POINT_PASS(surface_mark)

/* One lattice cell with its two looks. */
struct surface_place {
    int cell[3];
    int axes[3];  /* of the cell's dimensions behind time: 0, 1, 2 for x, y, z */
    real low[4];  /* position of the first corner: time, x, y, z */
    real size[4]; /* of the cell; 1 along an axis with one node */
};

INLINE struct surface_place surface_place_of(const struct taub_io io, int number)
{
    struct surface_place out;
    const int ni = surface_nodes_along(io, 0), nj = surface_nodes_along(io, 1);
    out.cell[0] = number % ni;
    out.cell[1] = number / ni % nj;
    out.cell[2] = number / ni / nj;
    out.low[0] = R(io.range.number[0]);
    out.size[0] = R(io.range.number[1] - io.range.number[0]);
#if TAUB_SURFACE_AXES == 3
    out.axes[0] = 0;
    out.axes[1] = 1;
    out.axes[2] = 2;
#else
    out.axes[0] = TAUB_SURFACE_FIRST;
    out.axes[1] = TAUB_SURFACE_SECOND;
    out.axes[2] = 3 - TAUB_SURFACE_FIRST - TAUB_SURFACE_SECOND;
#endif
    for (int a = 0; a < 3; a++) {
        const int lower = surface_cell_of_node(io, a, out.cell[a]);
        const int upper = surface_cell_of_node(io, a, out.cell[a] + 1), one = surface_nodes_along(io, a) == 1;
        out.low[1 + a] = R(io.shape.lower[a] + (lower + 0.5) * io.shape.spacing[a]) - (one ? R(0.5) : R(0.0));
        out.size[1 + a] = one ? R(1.0) : R((upper - lower) * io.shape.spacing[a]);
    }
    return out;
}

/* The weight of a corner of the cell in multilinear interpolation at a point, each coordinate 0 to 1, and its bits for
 * x, y, z. */
INLINE real surface_weight(const struct surface_place place, const real x[SURFACE_D], int corner, int *bits)
{
    real weight = R(1.0);
    *bits = 0;
    for (int a = 0; a < SURFACE_D; a++) {
        const int upper = (corner >> a) & 1;
        weight *= upper ? x[a] : R(1.0) - x[a];
        *bits |= a > 0 ? upper << place.axes[a - 1] : 0;
    }
    return weight;
}

INLINE void surface_state(const struct taub_io io, const struct surface_place place, const real x[SURFACE_D],
                          real q[SYSTEM_COMPONENTS])
{
    const long count = surface_node_count(io);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = R(0.0);
    for (int corner = 0; corner < SURFACE_CORNERS; corner++) {
        int bits;
        const real weight = surface_weight(place, x, corner, &bits);
        const long at = count + surface_corner(io, place.cell[2], place.cell[1], place.cell[0], bits);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            q[c] += weight * ((corner & 1) ? io.f[1][at + c * count] : io.f[2][at + c * count]);
    }
}

#if TAUB_SURFACE_GRADIENTS
/* That of the gradients at the corners; what leaves the mesh has none. */
INLINE void surface_gradient_at(const struct taub_io io, const struct surface_place place, int number,
                                const real x[SURFACE_D], real out[SURFACE_GRADIENTS])
{
    for (int n = 0; n < SURFACE_GRADIENTS; n++)
        out[n] = R(0.0);
    for (int corner = 0; corner < SURFACE_CORNERS && number < SURFACE_OUTSIDE; corner++) {
        int bits, node[3];
        real gradient[SURFACE_GRADIENTS];
        const real weight = surface_weight(place, x, corner, &bits);
        for (int a = 0; a < 3; a++) {
            const int upper = place.cell[a] + ((bits >> a) & 1), last = surface_nodes_along(io, a) - 1;
            node[a] = upper < last ? upper : last;
        }
        surface_gradient(io, (corner & 1) ? io.f[1] : io.f[2], io.range.number[corner & 1], node, gradient);
        for (int n = 0; n < SURFACE_GRADIENTS; n++)
            out[n] += weight * gradient[n];
    }
}
#endif

INLINE void surface_store(const struct taub_io io, const struct surface_place place, int number, const real x[4],
                          const real normal[4], const real q[SYSTEM_COMPONENTS], const real *gradient)
{
    const struct eos eos = eos_of_tables(io.tables);
    real temperature[SYSTEM_QUANTITY_COMPONENTS], pressure[SYSTEM_QUANTITY_COMPONENTS];
    GLOBAL int *list = (GLOBAL int *)io.f[0];
    const int n = count_up(list + 1, 1);
    if (n >= io.range.option[2])
        return;
    system_quantity(eos, q, QUANTITY_TEMPERATURE, temperature);
    system_quantity(eos, q, QUANTITY_PRESSURE, pressure);
    GLOBAL stored *out = io.f[3] + (long)n * SURFACE_RECORD;
    for (int a = 0; a < 3; a++)
        out[a] = (stored)place.cell[a];
    out[3] = (stored)number;
    for (int a = 0; a < 4; a++) {
        out[4 + a] = x[a];
        out[8 + a] = normal[a];
    }
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        out[12 + c] = q[c];
    out[12 + SYSTEM_COMPONENTS] = temperature[0];
    out[13 + SYSTEM_COMPONENTS] = pressure[0];
#ifdef EOS_HAS_POTENTIAL
    real potential[SYSTEM_QUANTITY_COMPONENTS];
    system_quantity(eos, q, QUANTITY_CHEMICAL_POTENTIAL, potential);
    out[14 + SYSTEM_COMPONENTS] = potential[0];
#endif
    for (int n = 0; n < SURFACE_GRADIENTS; n++)
        out[SURFACE_RECORD - SURFACE_GRADIENTS + n] = (stored)gradient[n];
}

/* One element with normal and centroid in units of the cell. The normal becomes that of an orthonormal frame: in Milne
 * coordinates the volume element is tau, and the component along eta is by 1/tau smaller than the covariant one. */
INLINE void surface_emit(const struct taub_io io, const struct surface_place place, int number,
                         const struct surface_element element)
{
    real x[4], normal[4], q[SYSTEM_COMPONENTS];
    for (int a = 0; a < 4; a++) {
        x[a] = place.low[a] + R(0.5) * place.size[a];
        normal[a] = R(0.0);
    }
    for (int d = 0; d < SURFACE_D; d++) {
        const int along = d == 0 ? 0 : 1 + place.axes[d - 1];
        real others = R(1.0);
        for (int a = 0; a < 4; a++)
            others *= a == along ? R(1.0) : place.size[a];
        x[along] = place.low[along] + element.centroid[d] * place.size[along];
        normal[along] = element.normal[d] * others;
    }
    normal[0] *= R(volume_element(x[0]));
    for (int a = 0; a < 3; a++)
        normal[1 + a] *= R(face_element(a, x[0]));
    if (normal[0] == R(0.0) && normal[1] == R(0.0) && normal[2] == R(0.0) && normal[3] == R(0.0))
        return;
    surface_state(io, place, element.centroid, q);
#if TAUB_SURFACE_GRADIENTS
    real gradient[SURFACE_GRADIENTS];
    surface_gradient_at(io, place, number, element.centroid, gradient);
    surface_store(io, place, number, x, normal, q, gradient);
#else
    surface_store(io, place, number, x, normal, q, q);
#endif
}

/* A side of the cell that is on the outside of the mesh, as far as it is high: what flows through there is lost. */
INLINE void surface_emit_outside(const struct taub_io io, const struct surface_place place,
                                 const struct surface_cell *cell, int dimension, int side)
{
    struct surface_element element;
    int high = 0;
    for (int corner = 0; corner < SURFACE_CORNERS; corner++)
        high += ((corner >> dimension) & 1) == side && cell->value[corner] > R(0.0);
    if (high == 0)
        return;
    for (int a = 0; a < SURFACE_D; a++) {
        element.normal[a] = R(0.0);
        element.centroid[a] = a == dimension ? (real)side : R(0.5);
    }
    element.normal[dimension] = (side ? R(1.0) : R(-1.0)) * ((real)high * R(2.0 / SURFACE_CORNERS));
    surface_emit(io, place, SURFACE_OUTSIDE + 2 * place.axes[dimension - 1] + side, element);
}

OUTLINE void surface_work(const struct taub_io io, int number)
{
    const struct surface_place place = surface_place_of(io, number);
    struct surface_cell cell;
    struct surface_element found[SURFACE_MOST];
    for (int corner = 0; corner < SURFACE_CORNERS; corner++) {
        int bits = 0;
        for (int a = 1; a < SURFACE_D; a++)
            bits |= ((corner >> a) & 1) << place.axes[a - 1];
        const long at = surface_corner(io, place.cell[2], place.cell[1], place.cell[0], bits);
        cell.value[corner] = ((corner & 1) ? io.f[1][at] : io.f[2][at]) - R(TAUB_SURFACE_VALUE);
    }
    const int count = surface_elements_of(&cell, found);
    for (int n = 0; n < count; n++)
        surface_emit(io, place, n, found[n]);
    for (int a = 1; a < SURFACE_D; a++)
        for (int side = 0; side < 2; side++)
            if (surface_is_outside(io, place.axes[a - 1], side, place.cell[place.axes[a - 1]]))
                surface_emit_outside(io, place, &cell, a, side);
}

INLINE void surface_elements_point(const struct taub_io io, int b, int k, int j, int i)
{
    GLOBAL const int *list = (GLOBAL const int *)io.f[0];
    const int n = j * 64 + i, cells = io.range.option[1] < 0 ? list[0] : io.range.option[1];
    if (n < cells)
        surface_work(io, list[SURFACE_LIST + io.range.option[0] + n]);
}
TAUB_POINT_PASS(surface_elements)

#endif
