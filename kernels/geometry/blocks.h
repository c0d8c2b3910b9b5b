/* Where the cells of a block are, and which cell of a neighbour lies beyond a face: by the table of blocks. */
#ifndef TAUB_GEOMETRY_BLOCKS_H
#define TAUB_GEOMETRY_BLOCKS_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#if TAUB_SPHERE
#include "geometry/sphere.h"
#endif

/* What block_across gives at the edge of the mesh: -1 - boundary kind. */
#define LINK_OUTFLOW (-1)
#define LINK_ELSEWHERE (-2) /* a block of another process: what its cells hold comes into the ghost zones */
#define LINK_REFLECTING (-3)
#define LINK_EXTRAPOLATED (-4)
#define LINK_INFLOW (-5)
#define LINK_CODE (-6)
#define LINK_MAGNETIC (-7) /* maxwell */
#define LINK_NO_SLIP (-9)  /* euler */
INLINE int is_wall(int link)
{
    return link == LINK_REFLECTING || link == LINK_NO_SLIP;
}

/* The block across a face, or the boundary there. */
INLINE int block_across(const struct taub_io io, int b, int axis, int side)
{
    return io.blocks[b].neighbour[2 * axis + side].block[0];
}

/* Ghost zones beyond several ends, in corners of the mesh, follow one rule whatever the order of the axes: states that
 * the case gives are there first, extrapolated ends go on from these, and walls and outflows copy both. */
#define END_GIVES 1
#define END_EXTRAPOLATES 2
#define END_COPIES 3
INLINE int rank_of_end(int link)
{
    return link >= 0 || link == LINK_ELSEWHERE        ? 0
           : link == LINK_INFLOW || link == LINK_CODE ? END_GIVES
           : link == LINK_EXTRAPOLATED                ? END_EXTRAPOLATES
                                                      : END_COPIES;
}

/* Of the end beyond which a place lies along an axis; 0: beyond none. */
INLINE int rank_beyond(const struct taub_io io, int b, int axis, int place)
{
    const int above = place >= io.shape.cells[axis];
    return AXIS_ACTIVE(axis) && (place < 0 || above) ? rank_of_end(block_across(io, b, axis, above)) : 0;
}

/* Where along an axis an end that copies has what stands at a place beyond it. */
INLINE int place_before_copies(const struct taub_io io, int b, int axis, int place)
{
    const int n = io.shape.cells[axis], above = place >= n;
    if (rank_beyond(io, b, axis, place) != END_COPIES)
        return place;
    return block_across(io, b, axis, above) == LINK_OUTFLOW ? (above ? n - 1 : 0) : (above ? 2 * n : 0) - 1 - place;
}

#if TAUB_REFINED
/* With mesh.refine: across a face blocks are of the level `level` above that of a block, -1, 0 or 1. */
INLINE int level_across(const struct taub_io io, int b, int axis, int side)
{
    return io.blocks[b].neighbour[2 * axis + side].level;
}

/* Of the finer cells across a face of the cell (k, j, i), number n, tangential axes in turn: its block and its numbers
 * there, along the axis those of the cell above their common faces with the coarser one. */
INLINE int finer_cell(const struct taub_io io, int b, const int cell[3], int axis, int side, int n, int at[3])
{
    int block = 0, stride = 1, halves = n;
    EACH (a, 3) {
        const int cells = io.shape.cells[a];
        if (a == axis)
            at[a] = side ? 0 : cells;
        else if (AXIS_ACTIVE(a)) {
            const int fine = 2 * cell[a] + (halves & 1), upper = fine >= cells;
            at[a] = upper ? fine - cells : fine;
            block += stride * upper;
            stride *= 2;
            halves >>= 1;
        } else
            at[a] = cell[a];
    }
    return io.blocks[b].neighbour[2 * axis + side].block[block];
}
#define FINER_CELLS \
    (TAUB_ACTIVE_X + TAUB_ACTIVE_Y + TAUB_ACTIVE_Z == 3 ? 4 : TAUB_ACTIVE_X + TAUB_ACTIVE_Y + TAUB_ACTIVE_Z)

/* The block of any level across a face of `block`, and a cell of it there for one in the numbers of `block`. */
INLINE int cross_levels(const struct taub_io io, int block, int axis, int at[3])
{
    const int side = at[axis] >= 0, level = level_across(io, block, axis, side), cells = io.shape.cells[axis];
    GLOBAL const int *place = io.blocks[block].place;
    int link = block_across(io, block, axis, side);
    at[axis] += side ? -cells : cells;
    if (level < 0) {
        EACH_AXIS (a) { /* positions are even numbers of blocks away from those of the coarser level */
            const int n = io.shape.cells[a], odd = a == axis ? !side : (place[a] / n) & 1;
            at[a] = (odd * n + at[a]) >> 1;
        }
    }
    if (level > 0) {
        const int beyond = at[axis];
        const int cell[3] = {at[0], at[1], at[2]};
        link = finer_cell(io, block, cell, axis, side, 0, at);
        at[axis] = side ? 2 * beyond : cells - 1 - 2 * (cells - 1 - beyond);
    }
    return link;
}
#endif

/* The block that has a cell which may lie beyond *block, and the cell's numbers there; 0 beyond a boundary. A cell of a
 * block of another process is where that one's ghost zones have it. */
INLINE int find_cell(const struct taub_io io, int *block, int at[3])
{
    EACH (a, 3) {
        const int n = io.shape.cells[a];
        if (at[a] < 0 || at[a] >= n) {
            const int link = block_across(io, *block, a, at[a] >= 0);
            if (link < 0 && link != LINK_ELSEWHERE)
                return 0;
#if TAUB_REFINED
            *block = link < 0 ? *block : cross_levels(io, *block, a, at);
#else
            *block = link < 0 ? *block : link;
            at[a] += link < 0 ? 0 : at[a] < 0 ? n : -n;
#endif
        }
    }
    return 1;
}

#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
/* Whether the upper face of a cell across an axis is at an open end of the mesh, and no lower face of another cell; or
 * cells above are coarser, so that it is a part of one. */
INLINE int has_last_face(const struct taub_io io, int b, const int cell[3], int axis)
{
    if (cell[axis] != io.shape.cells[axis] - 1)
        return 0;
    const int link = block_across(io, b, axis, 1);
#if TAUB_REFINED
    if (level_across(io, b, axis, 1) < 0)
        return 1;
#endif
    return link < 0 && link != LINK_REFLECTING && link != LINK_ELSEWHERE;
}
#endif

INLINE void cell_center(const struct taub_io io, int b, int k, int j, int i, real x[3])
{
#if TAUB_SPHERE
    sphere_center(io, b, k, j, i, x);
#elif TAUB_STRETCHED
    x[0] = spacing_of(io, SPACING_CENTRE, 0, place_in_mesh(io, b, 0, i));
    x[1] = spacing_of(io, SPACING_CENTRE, 1, place_in_mesh(io, b, 1, j));
    x[2] = spacing_of(io, SPACING_CENTRE, 2, place_in_mesh(io, b, 2, k));
#else
    GLOBAL const struct taub_block *block = io.blocks + b;
    x[0] = R(io.shape.lower[0] + (block->place[0] + i + 0.5) * block->spacing[0]);
    x[1] = R(io.shape.lower[1] + (block->place[1] + j + 0.5) * block->spacing[1]);
    x[2] = R(io.shape.lower[2] + (block->place[2] + k + 0.5) * block->spacing[2]);
#endif
}

/* Whether a cell touches the middle of the mesh: of one level up to eight do. An axis of one cell is never refined. */
INLINE int cell_in_middle(const struct taub_io io, int b, int k, int j, int i)
{
    const int cell[3] = {i, j, k};
    int touches = 1;
    EACH (a, 3) {
        const int cells = io.shape.mesh[a] > 1 ? io.shape.mesh[a] << io.blocks[b].level : 1;
        const int twice = 2 * (io.blocks[b].place[a] + cell[a]) + 1 - cells;
        touches &= (twice >= -1) & (twice <= 1);
    }
    return touches;
}

#endif
