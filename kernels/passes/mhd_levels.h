/* Where blocks of several levels meet (mesh.refine): what finer blocks have found holds for the coarser ones, too.
 *
 *   meet_levels   fields: 1 fluxes of faces, 2 electric field of edges, both updated; 6 the list of first zones beyond
 *                 which blocks are finer (src/mesh/halo.h)
 *
 * A coarser face has the mean flux of the finer ones, and an edge that finer cells touch, across a face or across an
 * edge alone, the mean electric field of the finer edges along it. Then what leaves one block enters the other one, and
 * faces that two levels have in common change by the same. option[2]: as in mhd_update.h. */
#ifndef TAUB_PASSES_MHD_LEVELS_H
#define TAUB_PASSES_MHD_LEVELS_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/halo.h"
#include "passes/mhd_faces.h"
#include "passes/mhd_states.h"
#include "passes/mhd_update.h"
#include "reconstruct/modes.h"

#if TAUB_REFINED

/* A zone beyond which cells are finer: where it lies from the block, and the first face or edge that both have in
 * common there, in the numbers of the block and of the finer one. */
struct meeting {
    int outside[3], own[3], finer[3];
};

INLINE struct meeting meeting_of_zone(const struct taub_io io, GLOBAL const struct taub_copy *copy, const int n[3])
{
    struct meeting meeting;
    EACH (a, 3) {
        const int place = copy->begin[a] + n[a], cells = io.shape.cells[a];
        const int side = place < 0 ? -1 : place >= cells;
        meeting.outside[a] = side;
        meeting.own[a] = side < 0 ? 0 : place;
        meeting.finer[a] = copy->at[a] + (AXIS_ACTIVE(a) ? 2 * n[a] : n[a]) + (side < 0 ? 2 : 0);
    }
    return meeting;
}

INLINE void meet_faces(const struct taub_io io, GLOBAL const struct taub_copy *copy, const struct meeting *at, int axis)
{
    const long cs = io.shape.component_stride;
    GLOBAL stored *own =
        io.f[1] + cell_index(io.shape, FACES, copy->to, at->own[2], at->own[1], at->own[0]) + FACE_AT(axis) * cs;
    GLOBAL const stored *finer = io.f[1] +
                                 cell_index(io.shape, FACES, copy->from, at->finer[2], at->finer[1], at->finer[0]) +
                                 FACE_AT(axis) * cs;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        real sum = R(0.0);
        if (c == FACE_AHEAD(axis))
            continue;
        for (int z = 0; z <= (TAUB_ACTIVE_Z && axis != 2); z++)
            for (int y = 0; y <= (TAUB_ACTIVE_Y && axis != 1); y++)
                for (int x = 0; x <= (TAUB_ACTIVE_X && axis != 0); x++)
                    sum += finer[c * cs + x + y * (long)io.shape.row_stride + z * io.shape.plane_stride];
        own[c * cs] = R(1.0 / FINER_CELLS) * sum;
    }
}

#if ACTIVE_AXES > 1
/* The edges along axis o; after the last zone of a block there is one more. */
INLINE void meet_edges(const struct taub_io io, GLOBAL const struct taub_copy *copy, const struct meeting *at, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3, across = at->outside[p] ? q : p;
    const int last = !at->outside[across] && at->own[across] == io.shape.cells[across] - 1;
    const long along = axis_stride(io.shape, o), beside = axis_stride(io.shape, across);
    const long own = cell_index(io.shape, 3, copy->to, at->own[2], at->own[1], at->own[0]);
    const long finer = cell_index(io.shape, 3, copy->from, at->finer[2], at->finer[1], at->finer[0]);
    for (int n = 0; n <= last; n++) {
        GLOBAL const stored *electric = io.f[2] + finer + 2 * n * beside + o * io.shape.component_stride;
        io.f[2][own + n * beside + o * io.shape.component_stride] =
            AXIS_ACTIVE(o) ? R(0.5) * (electric[0] + electric[along]) : electric[0];
    }
}
#endif

INLINE void meet_levels_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[6], item);
    EACH_CELL_OF_BOX(copy, cell)
    {
        int n[3];
        cell_of_box(copy, cell, n);
        const struct meeting at = meeting_of_zone(io, copy, n);
        const int axes = (at.outside[0] != 0) + (at.outside[1] != 0) + (at.outside[2] != 0);
        EACH (a, 3)
            if (AXIS_ACTIVE(a) && axes == 1 && at.outside[a])
                meet_faces(io, copy, &at, a);
#if ACTIVE_AXES > 1
        EACH (o, 3)
            if (PLANE_ACTIVE(o) && !at.outside[o])
                meet_edges(io, copy, &at, o);
#endif
    }
}
TAUB_LIST_PASS_IF(meet_levels, ROUND_IS_NEEDED(io))

#endif
#endif
