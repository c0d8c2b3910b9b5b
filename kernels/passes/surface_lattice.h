/* The lattice of nodes of the freeze-out surface (passes/surface.h). */
#ifndef TAUB_PASSES_SURFACE_LATTICE_H
#define TAUB_PASSES_SURFACE_LATTICE_H

#include "dialect.h"

#if TAUB_SURFACE_GRADIENTS
#define SURFACE_GRADIENTS 16 /* nabla_mu beta_nu */
#else
#define SURFACE_GRADIENTS 0
#endif

INLINE int surface_stride(int axis)
{
    return axis == 0 ? TAUB_SURFACE_STRIDE_X : axis == 1 ? TAUB_SURFACE_STRIDE_Y : TAUB_SURFACE_STRIDE_Z;
}
/* Nodes along an axis; the number of the first one at a cell or behind it; the cell of a node. */
INLINE int surface_node_from(int axis, int cell)
{
    return (cell + surface_stride(axis) - 1) / surface_stride(axis);
}
INLINE int surface_nodes_along(const struct taub_io io, int axis)
{
    return surface_node_from(axis, io.shape.mesh[axis] - 1) + 1;
}
INLINE int surface_cell_of_node(const struct taub_io io, int axis, int node)
{
    const int cell = node * surface_stride(axis), last = io.shape.mesh[axis] - 1;
    return cell < last ? cell : last;
}
INLINE long surface_node_count(const struct taub_io io)
{
    return (long)surface_nodes_along(io, 0) * surface_nodes_along(io, 1) * surface_nodes_along(io, 2);
}

#endif
