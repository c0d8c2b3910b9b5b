/* Cells of unequal widths along the axes (mesh.spacing). Without TAUB_STRETCHED all that is here vanishes from the
 * text, and kernels are those of equal cells.
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

INLINE real spacing_of(const struct taub_io io, int column, int axis, int place)
{
    const long x = io.shape.mesh[0] + 2 * SPACING_REACH, y = io.shape.mesh[1] + 2 * SPACING_REACH;
    const long length = io.shape.mesh[axis] + 2 * SPACING_REACH, before = axis == 0 ? 0 : axis == 1 ? x : x + y;
    return io.tables[TAUB_SPACING_AT + SPACING_COLUMNS * before + column * length + SPACING_REACH + place];
}

/* For the cells on both sides of a face: their widths over the distances to the cells before and behind them. */
struct distances {
    real behind[2], ahead[2];
};

/* `place`: of the cell above the face. */
INLINE struct distances distances_at(const struct taub_io io, int axis, int place)
{
    struct distances out;
    UNROLL
    for (int side = 0; side < 2; side++) {
        out.behind[side] = spacing_of(io, SPACING_BEHIND, axis, place - 1 + side);
        out.ahead[side] = spacing_of(io, SPACING_AHEAD, axis, place - 1 + side);
    }
    return out;
}

/* Further arguments that only such meshes have: a cell of a block, distances. */
#define CELL_ARGUMENT , int b, int k, int j, int i
#define CELL_OF(b, k, j, i) , b, k, j, i
#define DISTANCES_ARGUMENT , const struct distances distances
#define DISTANCES_AT(axis) , distances_at(io, axis, place)
/* Area over volume of a cell: of a stage, where the width is left out, and that of its place. */
#define PER_WIDTH(per, b, axis, n) ((per)*spacing_of(io, SPACING_PER_WIDTH, axis, place_in_mesh(io, b, axis, n)))

#else

#define CELL_ARGUMENT
#define CELL_OF(b, k, j, i)
#define DISTANCES_ARGUMENT
#define DISTANCES_AT(axis)
#define PER_WIDTH(per, b, axis, n) per

#endif

#endif
