/* Lengths and rates in the coordinates of a mesh, for the host; kernels/geometry is the counterpart for kernels. */
#ifndef TAUB_MESH_GEOMETRY_H
#define TAUB_MESH_GEOMETRY_H

#include <math.h>

#include "mesh/mesh.h"

/* Physical volume of a unit of coordinate volume. */
static inline double taub_volume_element(enum taub_coordinates coordinates, double time)
{
    return coordinates == TAUB_MILNE ? time : 1.0;
}

/* Physical length of a coordinate length along an axis. */
static inline double taub_proper_length(enum taub_coordinates coordinates, int axis, double length, double time)
{
    return coordinates == TAUB_MILNE && axis == 2 ? time * length : length;
}

/* The rate that limits the time step: the largest signal speed over cell size, or the expansion of the coordinates. */
static inline double taub_largest_rate(enum taub_coordinates coordinates, double signals, double time)
{
    return coordinates == TAUB_MILNE ? fmax(signals, 4.0 / time) : signals;
}

#endif
