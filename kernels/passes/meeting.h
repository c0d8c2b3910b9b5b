/* Cells whose faces meet finer ones, for passes over the list of zones across such faces (struct
 * taub_halo_wish.meeting).
 */
#ifndef TAUB_PASSES_MEETING_H
#define TAUB_PASSES_MEETING_H

#include "dialect.h"
#include "geometry/blocks.h"
#include "passes/halo.h"

#if TAUB_REFINED

/* Whether finer cells lie across a face of a cell. */
INLINE int meets_finer(const struct taub_io io, int b, const int cell[3], int axis, int side)
{
    return cell[axis] == (side ? io.shape.cells[axis] - 1 : 0) && level_across(io, b, axis, side) > 0;
}

/* Of a list of zones across faces of finer blocks (struct taub_halo_wish.meeting), the cell before zone number `cell`
 * of a box. It is in the list once for each of its faces; returns 1 for the first of these. */
INLINE int cell_that_meets(const struct taub_io io, GLOBAL const struct taub_copy *copy, int cell, int at[3])
{
    int n[3], axis = 0, before = 0;
    cell_of_box(copy, cell, n);
    EACH (a, 3) {
        const int place = copy->begin[a] + n[a], last = io.shape.cells[a] - 1;
        axis = place < 0 || place > last ? a : axis;
        at[a] = place < 0 ? 0 : place > last ? last : place;
    }
    EACH_SIDE (s)
        if (s < 2 * axis + (copy->begin[axis] >= 0))
            before |= meets_finer(io, copy->to, at, s / 2, s % 2);
    return !before;
}

#endif
#endif
