/* Cartesian coordinates t, x, y, z: the volume element is 1 and the local frame does not turn.
 *
 * A geometry is one file that gives what is below, and a line in src/evolve/program.c
 * (docs/how-to/add-a-geometry.md). Conserved densities carry the volume element; vectors and tensors have components
 * in the local orthonormal frame. */
#ifndef TAUB_GEOMETRY_CARTESIAN_H
#define TAUB_GEOMETRY_CARTESIAN_H

#include "dialect.h"
#include "case/system.h"

/* 1: the frame turns from place to place, and connection() is not 0. */
#define GEOMETRY_TURNS 0

/* Volume of a coordinate volume of 1. */
INLINE double volume_element(double time)
{
    return 1.0;
}

/* Area of a coordinate area of 1 across an axis. */
INLINE double face_element(int axis, double time)
{
    return 1.0;
}

/* Length of a coordinate length along an axis. */
INLINE double proper_length(int axis, double length, double time)
{
    return length;
}

/* The largest rate that bounds the time step, given that of the signals. */
INLINE double largest_rate(double signals, double time)
{
    return signals;
}

/* Volume that a given one has become some time later; area over volume of faces across an axis, both by coordinates. */
INLINE real volume_later(real volume, real elapsed)
{
    return R(1.0);
}
INLINE real area_per_volume(int axis, real volume)
{
    return R(1.0);
}

/* How fast the frame turns along the last axis, from the volume element. */
INLINE real connection(real volume)
{
    return R(0.0);
}

/* Puts the volume element into a density, or with its inverse takes it out. */
INLINE void scale_density(real factor, real u[SYSTEM_COMPONENTS]) {}

/* The rate of a quantity, from that of the density that carries the volume element; and back. */
INLINE real rate_of_quantity(real density_rate, real quantity, real per_volume)
{
    return density_rate;
}
INLINE real rate_of_density(real quantity_rate, real quantity, real volume)
{
    return quantity_rate;
}

/* Rates of the conserved densities by the coordinates. */
#define GEOMETRIC_SOURCE(eos, q, rate)              \
    do {                                            \
        UNROLL                                      \
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) \
            (rate)[c] = R(0.0);                     \
    } while (0)

#endif
