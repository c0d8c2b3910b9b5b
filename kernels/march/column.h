/* The march on GPUs (march.h): a group covers TAUB_GROUP_X x TAUB_GROUP_Y columns that go along z, and a thread keeps
 * the flux through its last upper z face. MARCH_BUFFERS says where it has the upper x and y faces of its cell from:
 *
 *   0  it computes them, too: more arithmetic, no barriers
 *   1  from its neighbours, which have them for their lower faces: first along x, then along y, through the same
 *      shared memory
 *   2  the same, both axes together: twice the shared memory, half the barriers
 *
 * With 1 and 2 the last column and row of threads only serve their neighbours, and tiles are one cell smaller than
 * groups along active axes (src/evolve/layout.c). bench/stage.md, bench/viscous.md have the measurements. */
#ifndef TAUB_MARCH_COLUMN_H
#define TAUB_MARCH_COLUMN_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "march/march.h"
#include "march/shared_faces.h"

#if !defined(TAUB_HOST)

/* Of the pass. */
HOOK void finish_cell(const struct taub_io io, const MARCH_STAGE stage, long at, int b, int k, int j, int i,
                      real change[SYSTEM_COMPONENTS]);

#if !defined(MARCH_BUFFERS)
#define MARCH_BUFFERS (2 * TAUB_SHARE_FACES) /* as the scheme says (src/evolve/kurganov_tadmor.c) */
#endif
#if MARCH_BUFFERS
#define MARCH_VALUES (MARCH_BUFFERS * SYSTEM_COMPONENTS * SHARED_FACE)
#else
#define MARCH_VALUES 1
#endif

/* A thread keeps the flux through its lower face to where the cell is updated, or reads it again from shared memory.
 * Keeping it is worth 9 % of a step of israel-stewart on NVIDIA's OpenCL and costs 4 % on CUDA (single precision,
 * bench/README.md). */
#if MARCH_BUFFERS == 1 && !defined(TAUB_CUDA)
#define MARCH_ADD_SHARED(per, kept, lower, upper, change) add_kept_and_shared(per, kept, upper, change)
#else
#define MARCH_ADD_SHARED(per, kept, lower, upper, change) add_shared(per, lower, upper, change)
#endif

#if MARCH_BUFFERS
/* The flux through the lower face across x or y, left in shared memory. Returns whether it went without linear data. */
INLINE int share_face(const struct taub_io io, const MARCH_STAGE stage, LOCAL_ARGUMENT real *mine, long at, long stride,
                      int axis PLACE_ARGUMENT, real flux[SYSTEM_COMPONENTS])
{
    const int flat = load_face_flux(io, stage, at, stride, axis PLACE_ALONG(0), flux);
    share_values(mine, flux);
    return flat;
}

#else
/* Both faces of a cell across x or y. */
INLINE int add_own_faces(const struct taub_io io, const MARCH_STAGE stage, long at, long stride,
                         int axis PLACE_ARGUMENT, real per, real change[SYSTEM_COMPONENTS])
{
    real lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS];
    const int flat = load_face_flux(io, stage, at, stride, axis PLACE_ALONG(0), lower);
    load_face_flux(io, stage, at + stride, stride, axis PLACE_ALONG(1), upper);
    add_column(per, lower, upper, change);
    return flat;
}
#endif

INLINE void march(const struct taub_io io, const MARCH_STAGE stage, LOCAL_ARGUMENT real *scratch, int b,
                  const int lower[3], const int upper[3])
{
    const long row = io.shape.row_stride, plane = io.shape.plane_stride;
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    const int cell = i < upper[0] && j < upper[1];
#if MARCH_BUFFERS
    const int serves_x = i <= upper[0] && j < upper[1], serves_y = j <= upper[1] && i < upper[0];
    LOCAL_ARGUMENT real *x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X;
    LOCAL_ARGUMENT real *y = x + (MARCH_BUFFERS - 1) * SYSTEM_COMPONENTS * SHARED_FACE;
    (void)serves_x;
    (void)serves_y;
    (void)y;
#endif
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2], j, i);
    real below[SYSTEM_COMPONENTS];
    int flat_below = 0;
    (void)row;
#if TAUB_ACTIVE_Z
    if (cell)
        flat_below = load_face_flux(io, stage, at, plane, 2 PLACE_OF(b, 2, lower[2]), below);
#endif
    ROLLED
    for (int k = lower[2]; k < upper[2]; k++, at += plane) {
        real change[SYSTEM_COMPONENTS];
#if MARCH_BUFFERS
        real kept[SYSTEM_COMPONENTS];
        (void)kept;
#endif
        int flat = flat_below;
        EACH (c, SYSTEM_COMPONENTS)
            change[c] = R(0.0);
#if MARCH_BUFFERS && TAUB_ACTIVE_X
        if (serves_x)
            flat += share_face(io, stage, x, at, 1, 0 PLACE_OF(b, 0, i), kept);
#endif
#if MARCH_BUFFERS == 1 && TAUB_ACTIVE_X
        BARRIER;
        if (cell)
            MARCH_ADD_SHARED(stage.per[0] * map_face(io, b, k, j, i, 0), kept, x, x + 1, change);
        BARRIER;
#endif
#if MARCH_BUFFERS && TAUB_ACTIVE_Y
        if (serves_y)
            flat += share_face(io, stage, y, at, row, 1 PLACE_OF(b, 1, j), kept);
#endif
#if MARCH_BUFFERS
        BARRIER;
#endif
        if (cell) {
#if MARCH_BUFFERS == 2 && TAUB_ACTIVE_X
            MARCH_ADD_SHARED(stage.per[0] * map_face(io, b, k, j, i, 0), kept, x, x + 1, change);
#elif MARCH_BUFFERS == 0 && TAUB_ACTIVE_X
            flat += add_own_faces(io, stage, at, 1, 0 PLACE_OF(b, 0, i), stage.per[0] * map_face(io, b, k, j, i, 0),
                                  change);
#endif
#if MARCH_BUFFERS && TAUB_ACTIVE_Y
            MARCH_ADD_SHARED(stage.per[1] * map_face(io, b, k, j, i, 1), kept, y, y + TAUB_GROUP_X, change);
#elif TAUB_ACTIVE_Y
            flat += add_own_faces(io, stage, at, row, 1 PLACE_OF(b, 1, j), stage.per[1] * map_face(io, b, k, j, i, 1),
                                  change);
#endif
#if TAUB_ACTIVE_Z
            real above[SYSTEM_COMPONENTS];
            flat_below = load_face_flux(io, stage, at + plane, plane, 2 PLACE_OF(b, 2, k + 1), above);
            add_column(stage.per[2] * map_face(io, b, k, j, i, 2), below, above, change);
#endif
            finish_cell(io, stage, at, b, k, j, i, change);
            if (flat)
                count_up(&io.control->first_order_cells, flat);
        }
#if MARCH_BUFFERS
        BARRIER;
#endif
    }
}

#endif
#endif
