/* Lengths and rates in the coordinates of a mesh, for the host; kernels/geometry has the same for kernels. */
#ifndef TAUB_MESH_GEOMETRY_H
#define TAUB_MESH_GEOMETRY_H

#include <math.h>

#include "mesh/mesh.h"

/* Volume of a coordinate volume of 1. */
static inline double taub_volume_element(enum taub_coordinates coordinates, double time)
{
    return coordinates == TAUB_MILNE ? time : 1.0;
}

/* Length of a coordinate length along an axis. */
static inline double taub_proper_length(enum taub_coordinates coordinates, int axis, double length, double time)
{
    return coordinates == TAUB_MILNE && axis == 2 ? time * length : length;
}

/* What limits the time step: the largest signal speed over a cell's size, and the expansion of the coordinates. */
static inline double taub_largest_rate(enum taub_coordinates coordinates, double signals, double time)
{
    return coordinates == TAUB_MILNE ? fmax(signals, 4.0 / time) : signals;
}

#endif
