/* Lines of five cells, at orders 3 and 4: where they lie, and second differences along them. */
#ifndef TAUB_PASSES_LINES_H
#define TAUB_PASSES_LINES_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"

#if TAUB_ORDER > 2
#define LINE_CELLS 5
#define NO_LINE (-LINE_CELLS)

/* The second difference at `place` of a line of means. In outputs of fluids, where it changes from cell to cell by as
 * much as its size, at shocks and kinks, it tells nothing of a derivative: from there on it is made smaller, down to 0
 * at twice as much. Light stays linear, so that a probe hears no frequency that the fields do not have, and so do
 * stages on a cubed sphere: densities that were limited one by one would leave errors in the pressure of fast flow, and
 * where faces take means along lines from points (passes/sphere_faces.h) linear differences cancel. */
INLINE real difference_on_line(const real mean[LINE_CELLS], int place)
{
    const real lower = (mean[2] - mean[1]) + (mean[0] - mean[1]);
    const real middle = (mean[3] - mean[2]) + (mean[1] - mean[2]);
    const real upper = (mean[4] - mean[3]) + (mean[2] - mean[3]);
    const real value = place == 2   ? middle
                       : place == 1 ? lower
                       : place == 3 ? upper
                       : place == 0 ? lower + (lower - middle)
                                    : upper + (upper - middle);
#if defined(SYSTEM_MEDIUM) || TAUB_SPHERE
    return value;
#else
    const real change = real_fabs((lower - middle) + (upper - middle)), size = real_fabs(value);
    const real trusted = real_max(R(0.0), real_min(size, (size - change) + size));
    return value < R(0.0) ? -trusted : trusted;
#endif
}

/* The first cell of the line around place n of a block along an axis; NO_LINE where the mesh has fewer cells. */
INLINE int line_around(const struct taub_io io, int b, int axis, int n)
{
    const int cells = io.shape.cells[axis];
    const int below = block_across(io, b, axis, 0), above = block_across(io, b, axis, 1);
    const int in_panel = TAUB_SPHERE && axis < 2; /* ghost zones are no cells of the line */
    const int begins = in_panel | (below < 0 && below != LINK_ELSEWHERE);
    const int ends = in_panel | (above < 0 && above != LINK_ELSEWHERE);
    /* bounds of their own, since gcc makes no vectors of conditions that all cells of a row have in common */
    const int none = begins && ends && cells < LINE_CELLS, far = 1 << 30;
    const int least = none ? NO_LINE : begins ? 0 : -far, most = none ? NO_LINE : ends ? cells - LINE_CELLS : far;
    const int middle = n - LINE_CELLS / 2, first = middle > most ? most : middle;
    return first < least ? least : first;
}
#endif

#endif
