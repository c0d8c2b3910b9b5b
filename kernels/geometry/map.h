/* Measures of cells by their place: widths, areas of faces, volumes. Each is the product of a number that all cells
 * have in common (map_unit, and what the coordinates make of the time: geometry/cartesian.h) and of one of the cell,
 * which is below. On equal cells the latter is 1, known to the compiler, and leaves programs as if it were not there;
 * with mesh.spacing the former is 1 and the latter comes from a table (geometry/spacing.h); with mesh.refine the former
 * is that of level 0 and the latter a power of two.
 *
 * Passes ask for measures here and nowhere else, so that a map whose measures vary in another way has this header to
 * change. All of them take a cell of a block, which may be a ghost zone. */
#ifndef TAUB_GEOMETRY_MAP_H
#define TAUB_GEOMETRY_MAP_H

#include "dialect.h"
#include "geometry/spacing.h"
#if TAUB_SPHERE
#include "geometry/sphere.h"
#endif

/* The width that cells have in common along an axis. */
INLINE double map_unit(const struct taub_shape shape, int axis)
{
#if TAUB_STRETCHED
    return 1.0;
#else
    return shape.spacing[axis];
#endif
}

#if TAUB_STRETCHED
INLINE real map_value(const struct taub_io io, int column, int b, int k, int j, int i, int axis)
{
    return spacing_of(io, column, axis, place_in_mesh(io, b, axis, axis == 0 ? i : axis == 1 ? j : k));
}
#define MAP_VALUE(column, axis) map_value(io, column, b, k, j, i, axis)
#elif TAUB_SPHERE
/* volumes alone go by the place: map_volume */
#define MAP_VALUE(column, axis) ((void)io, (void)b, (void)k, (void)j, (void)i, (void)(axis), R(1.0))
#else
INLINE real map_equal(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    return R(1.0);
}
#define MAP_VALUE(column, axis) map_equal(io, b, k, j, i, axis)
#endif

/* How many cells of a block's level are as wide as one of level 0 along an axis. */
INLINE int cells_per_coarsest(const struct taub_io io, int b, int axis)
{
#if TAUB_REFINED
    return AXIS_ACTIVE(axis) ? 1 << io.blocks[b].level : 1;
#else
    return 1;
#endif
}

/* The place along an axis that is `share` of a cell's width above its lower face. */
INLINE real map_place(const struct taub_io io, int b, int axis, int n, double share)
{
#if TAUB_STRETCHED
    const int place = place_in_mesh(io, b, axis, n);
    return spacing_of(io, SPACING_CENTRE, axis, place) + R(share - 0.5) * spacing_of(io, SPACING_WIDTH, axis, place);
#else
    return R(io.shape.lower[axis] +
             (io.blocks[b].place[axis] + n + share) * (io.shape.spacing[axis] / cells_per_coarsest(io, b, axis)));
#endif
}

/* The width of a cell along an axis, in units of map_unit. */
INLINE real map_width(const struct taub_io io, int b, int k, int j, int i, int axis)
{
#if TAUB_REFINED
    return R(1.0) / (real)cells_per_coarsest(io, b, axis);
#else
    return MAP_VALUE(SPACING_WIDTH, axis);
#endif
}

/* The area of a cell's faces across an axis over its volume, times map_unit: what turns the difference of two fluxes
 * into a rate. */
INLINE real map_face(const struct taub_io io, int b, int k, int j, int i, int axis)
{
#if TAUB_REFINED
    return (real)cells_per_coarsest(io, b, axis);
#else
    return MAP_VALUE(SPACING_PER_WIDTH, axis);
#endif
}

/* The largest one of a cell and its neighbours along the axis: what a face does to its cells goes by the signals of
 * either and the width of the other. */
INLINE real map_face_near(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    const int x = axis == 0, y = axis == 1, z = axis == 2;
    return real_max(map_face(io, b, k, j, i, axis),
                    real_max(map_face(io, b, k - z, j - y, i - x, axis), map_face(io, b, k + z, j + y, i + x, axis)));
}

/* The volume of a cell, in units of the product of map_unit of all axes. */
INLINE real map_volume(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_SPHERE
    const double unit = io.shape.spacing[0] * io.shape.spacing[1] * io.shape.spacing[2];
    return sphere_volume(io, b, k, j, i) * R(1.0 / unit);
#else
    return map_width(io, b, k, j, i, 0) * map_width(io, b, k, j, i, 1) * map_width(io, b, k, j, i, 2);
#endif
}

#endif
