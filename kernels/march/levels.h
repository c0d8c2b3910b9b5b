/* With mesh.refine, the march (march.h) of cells whose faces meet finer ones: what leaves one block enters the other.
 * The pass `meet_levels`, before that of the fluxes, finds by how much the mean of the finer faces' fluxes differs from
 * the flux that the march has, and leaves what this changes in field 3 of these few cells; finish_row and finish_cell
 * add it.
 *
 *   meet_levels  fields as of the pass that marches, 6: the list of zones across such faces
 *                (struct taub_halo_wish.meeting) */
#ifndef TAUB_MARCH_LEVELS_H
#define TAUB_MARCH_LEVELS_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "march/march.h"
#include "passes/common.h"
#include "passes/halo.h"

#if TAUB_REFINED

#include "passes/meeting.h"

INLINE void add_finer_fluxes(const struct taub_io io, const struct stage stage, int b, const int cell[3], int axis,
                             int side, real change[SYSTEM_COMPONENTS])
{
    const long stride = axis_stride(io.shape, axis);
    const long face = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]) + side * stride;
    const real per = stage.per[axis] * map_face(io, b, cell[2], cell[1], cell[0], axis) * (side ? R(-1.0) : R(1.0));
    real own[SYSTEM_COMPONENTS], mean[SYSTEM_COMPONENTS];
    load_face_flux(io, stage, face, stride, axis PLACE_OF(b, axis, cell[axis] + side), own);
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] = R(0.0);
    EACH_ROLLED (n, 0, FINER_CELLS) {
        int at[3];
        real part[SYSTEM_COMPONENTS];
        const int block = finer_cell(io, b, cell, axis, side, n, at);
        load_face_flux(io, stage, cell_index(io.shape, SYSTEM_COMPONENTS, block, at[2], at[1], at[0]), stride,
                       axis PLACE_OF(block, axis, at[axis]), part);
        EACH (c, SYSTEM_COMPONENTS)
            mean[c] += R(1.0 / FINER_CELLS) * part[c];
    }
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += per * (mean[c] - own[c]);
}

INLINE void find_finer_fluxes(const struct taub_io io, const struct stage stage, int b, const int cell[3])
{
    real change[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
    EACH_AXIS (a) {
        EACH_ROLLED (side, 0, 2)
            if (meets_finer(io, b, cell, a, side))
                add_finer_fluxes(io, stage, b, cell, a, side, change);
    }
    store_state(io.f[3], cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]),
                io.shape.component_stride, change);
}

INLINE void meet_levels_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[6], item);
    const struct stage stage = stage_of_launch(io);
    EACH_CELL_OF_BOX(copy, cell)
    {
        int at[3];
        if (cell_that_meets(io, copy, cell, at))
            find_finer_fluxes(io, stage, copy->to, at);
    }
}
TAUB_LIST_PASS_IF(meet_levels, !io.control->paused)

INLINE int cell_meets_finer(const struct taub_io io, int b, int k, int j, int i)
{
    const int cell[3] = {i, j, k};
    int meets = 0;
    EACH_SIDE (s)
        meets |= meets_finer(io, b, cell, s / 2, s % 2);
    return meets;
}

#endif

/* Adds what the pass has found for a row of cells; `change` has its components `stride` apart. */
INLINE void add_found_by_levels(const struct taub_io io, long at, int b, int k, int j, int i, int length, int stride,
                                real *change)
{
#if TAUB_REFINED
    for (int l = 0; l < length; l++)
        if (cell_meets_finer(io, b, k, j, i + l))
            EACH (c, SYSTEM_COMPONENTS)
                change[c * stride + l] += io.f[3][at + l + c * io.shape.component_stride];
#endif
}

#endif
