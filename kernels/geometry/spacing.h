/* Cells of unequal widths along the axes (mesh.spacing): the table of their measures (geometry/map.h) and distances.
 * Without TAUB_STRETCHED all that is here vanishes from the text.
 *
 * What depends on the place along an axis is in io.tables behind the equation of state's table, from TAUB_SPACING_AT
 * on: for each axis SPACING_COLUMNS columns of mesh[axis] + 2 SPACING_REACH numbers (src/mesh/spacing.c). Places count
 * the cells of the whole mesh along an axis, so that blocks and ranks read the same numbers. */
#ifndef TAUB_GEOMETRY_SPACING_H
#define TAUB_GEOMETRY_SPACING_H

#include "dialect.h"

/* Of cell `n` of a block along an axis. */
INLINE int place_in_mesh(const struct taub_io io, int b, int axis, int n)
{
    return io.blocks[b].place[axis] + n;
}

/* A further argument of what solves faces, where meshes or walls (passes/walls.h) ask for it: the place of the cell
 * above the face. */
#if TAUB_STRETCHED || TAUB_WALLS
#define PLACE_ARGUMENT , int place
#define PLACE_ALONG(n) , place + (n)
#define PLACE_OF(b, axis, n) , place_in_mesh(io, b, axis, n)
#else
#define PLACE_ARGUMENT
#define PLACE_ALONG(n)
#define PLACE_OF(b, axis, n)
#endif

#if TAUB_STRETCHED

#include "geometry/spacing_table.h"

#if defined(TAUB_LIMITER_CELLS)
#define SPACING_FIVE_CELLS (TAUB_LIMITER_CELLS == 5)
#else
#define SPACING_FIVE_CELLS 0
#endif

INLINE real spacing_of(const struct taub_io io, int column, int axis, int place)
{
    const long x = io.shape.mesh[0] + 2 * SPACING_REACH, y = io.shape.mesh[1] + 2 * SPACING_REACH;
    const long length = io.shape.mesh[axis] + 2 * SPACING_REACH, before = axis == 0 ? 0 : axis == 1 ? x : x + y;
    return io.tables[TAUB_SPACING_AT + SPACING_COLUMNS * before + column * length + SPACING_REACH + place];
}

/* Of a cell along an axis: its width over the distances to the cells before and after it. With limiters of five cells
 * also the widths of all of them, that of the cell being 1, and numbers that come from parabolas whose means over three
 * cells are given, s being slopes between centres times the width of the cell:
 *
 *   bend  of the cell before, of this one, of the one after: the second difference is bend (s_after - s_before), 1 on
 *         equal cells
 *   way   how much of a second difference lies between the slope at the lower and the upper face and that of the cell,
 *         1/2 on equal cells */
struct distances {
    real behind, ahead;
#if SPACING_FIVE_CELLS
    real width[5], far_behind, far_ahead, bend[3], way[2];
#endif
};
INLINE struct distances distances_of(const struct taub_io io, int axis, int place)
{
    struct distances out;
    out.behind = spacing_of(io, SPACING_BEHIND, axis, place);
    out.ahead = spacing_of(io, SPACING_AHEAD, axis, place);
#if SPACING_FIVE_CELLS
    const real per = spacing_of(io, SPACING_PER_WIDTH, axis, place);
    EACH (n, 5)
        out.width[n] = n == 2 ? R(1.0) : per * spacing_of(io, SPACING_WIDTH, axis, place - 2 + n);
    out.far_behind = R(2.0) / (out.width[0] + out.width[1]);
    out.far_ahead = R(2.0) / (out.width[4] + out.width[3]);
    out.bend[0] = R(3.0) / ((out.width[0] + out.width[2]) + out.width[1]);
    out.bend[1] = R(3.0) / ((out.width[1] + out.width[3]) + out.width[2]);
    out.bend[2] = R(3.0) / ((out.width[4] + out.width[2]) + out.width[3]);
    out.way[0] = R(1.0 / 6.0) * (out.width[2] + R(2.0) * out.width[1]);
    out.way[1] = R(1.0 / 6.0) * (out.width[2] + R(2.0) * out.width[3]);
#endif
    return out;
}

/* Along all axes. */
INLINE void distances_of_cell(const struct taub_io io, int b, int k, int j, int i, struct distances lines[3])
{
    const int cell[3] = {i, j, k};
    EACH (a, 3)
        lines[a] = distances_of(io, a, place_in_mesh(io, b, a, cell[a]));
}

/* A limited slope whose faces go no farther than to the values of the neighbours, as on equal cells: these differ from
 * the cell's by `lower` and `upper`, signs aside. */
INLINE real slope_between(real slope, real lower, real upper)
{
    const real most = R(2.0) * real_min(real_fabs(lower), real_fabs(upper));
    const real size = real_min(real_fabs(slope), most);
    return slope < R(0.0) ? -size : size;
}

/* Of the cells on both sides of a face. `place`: of the cell above it. */
struct face_distances {
    struct distances lower, upper;
};
INLINE struct face_distances distances_at(const struct taub_io io, int axis, int place)
{
    struct face_distances out;
    out.lower = distances_of(io, axis, place - 1);
    out.upper = distances_of(io, axis, place);
    return out;
}

/* Differences to the cells before and after one as slopes times its width, and the slope that limiters make of them. */
#define SLOPE_BEHIND(difference) (distances.behind * (difference))
#define SLOPE_AHEAD(difference) (distances.ahead * (difference))
#define SLOPE_BETWEEN(slope, lower, upper) slope_between(slope, lower, upper)

/* Further arguments that only such meshes have: of a cell along an axis, along all axes, of a face. */
#define DISTANCES_ARGUMENT , const struct distances distances
#define DISTANCES , distances
#define LINES_ARGUMENT , const struct distances lines[3]
#define LINES_OF_CELL(io, b, k, j, i) \
    struct distances lines[3];        \
    distances_of_cell(io, b, k, j, i, lines);
#define LINES , lines
#define LINE_OF(axis) , lines[axis]
#define FACE_DISTANCES_ARGUMENT , const struct face_distances distances
#define FACE_DISTANCES_AT(axis) , distances_at(io, axis, place)

#else

#define SLOPE_BEHIND(difference) difference
#define SLOPE_AHEAD(difference) difference
#define SLOPE_BETWEEN(slope, lower, upper) slope
#define DISTANCES_ARGUMENT
#define DISTANCES
#define LINES_ARGUMENT
#define LINES_OF_CELL(io, b, k, j, i)
#define LINES
#define LINE_OF(axis)
#define FACE_DISTANCES_ARGUMENT
#define FACE_DISTANCES_AT(axis)

#endif

#endif
