/* The march on the host (march.h): a strip of rows goes along z. Fluxes wait for the cell on their other side in the
 * first-level cache. A row has less than HOST_ROW cells, and with cells along z a strip at most MARCH_ROWS rows: that
 * is up to the scheme's shape_pass. */
#ifndef TAUB_MARCH_STRIP_H
#define TAUB_MARCH_STRIP_H

#include "dialect.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "march/march.h"
#include "march/rows.h"

/* Of the pass. */
HOOK void finish_row(const struct taub_io io, const MARCH_STAGE stage, long at, int b, int k, int j, int i, int length,
                     real *change);

#define MARCH_VALUES 1
#define MARCH_ROWS 8
#define STATE_ROW (SYSTEM_COMPONENTS * HOST_ROW)

/* Aligned as vector loops want it: gcc 12 at -O1 takes a local one for aligned that is not. */
struct __attribute__((aligned(64))) strip {
    real x[STATE_ROW];             /* fluxes through lower faces: of the row at hand */
    real y[STATE_ROW];             /* of the row to come */
    real z[MARCH_ROWS][STATE_ROW]; /* of the plane to come */
    real upper[STATE_ROW];
    real change[STATE_ROW];
};

#if !defined(SCHEME_FACE_ROWS)
INLINE real face_lane(const struct taub_io io, const MARCH_STAGE stage, long at, long stride, int axis PLACE_ARGUMENT,
                      real *face)
{
    real flux[SYSTEM_COMPONENTS];
    const int flat = load_face_flux(io, stage, at, stride, axis PLACE_ALONG(0), flux);
    store_row(face, flux);
    return flat ? R(1.0) : R(0.0);
}

/* Marks are summed apart from the fluxes: a sum of integers in the loop of the fluxes costs 14 % of a step. */
INLINE int count_marks(const real *marks, int count)
{
    real sum = R(0.0);
#pragma omp simd reduction(+ : sum)
    for (int l = 0; l < count; l++)
        sum += marks[l];
    return (int)sum;
}

INLINE int face_row(const struct taub_io io, const MARCH_STAGE stage, long at, long stride, int axis PLACE_ARGUMENT,
                    int length, int cells, real *face)
{
    real flat[HOST_ROW];
#pragma omp simd
    for (int l = 0; l < length; l++)
        flat[l] = face_lane(io, stage, at + l, stride, axis PLACE_ALONG(axis == 0 ? l : 0), face + l);
    return count_marks(flat, cells);
}
#endif

/* Once per axis, wherever it is called from: the code is long. */
#define MARCH_FACE_ROW(name, axis)                                                                           \
    static __attribute__((noinline)) int name(const struct taub_io io, const MARCH_STAGE stage, long at,     \
                                              long stride PLACE_ARGUMENT, int length, int cells, real *face) \
    {                                                                                                        \
        return face_row(io, stage, at, stride, axis PLACE_ALONG(0), length, cells, face);                    \
    }
#if TAUB_ACTIVE_X
MARCH_FACE_ROW(face_row_x, 0)
#endif
#if TAUB_ACTIVE_Y
MARCH_FACE_ROW(face_row_y, 1)
#endif
#if TAUB_ACTIVE_Z
MARCH_FACE_ROW(face_row_z, 2)
#endif

/* Adds (lower - upper) flux to the change, and leaves the upper flux where the lower one was. */
INLINE void difference_row(real per, int length, const real *upper, real *face, real *change)
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
        for (int l = c * HOST_ROW; l < c * HOST_ROW + length; l++) {
            change[l] += per * (face[l] - upper[l]);
            face[l] = upper[l];
        }
}

INLINE void march(const struct taub_io io, const MARCH_STAGE stage, real *scratch, int b, const int lower[3],
                  const int upper[3])
{
    const int length = upper[0] - lower[0];
    struct strip strip;
    int flat = 0;
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++) {
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
#if TAUB_ACTIVE_X
            flat += face_row_x(io, stage, at, 1 PLACE_OF(b, 0, lower[0]), length + 1, length, strip.x);
            EACH (c, SYSTEM_COMPONENTS) {
                const real *face = strip.x + c * HOST_ROW;
#pragma omp simd
                for (int l = 0; l < length; l++)
                    strip.change[c * HOST_ROW + l] =
                        stage.per[0] * map_face(io, b, k, j, lower[0] + l, 0) * (face[l] - face[l + 1]);
            }
#else
            memset(strip.change, 0, sizeof strip.change);
#endif
#if TAUB_ACTIVE_Y
            const long row = io.shape.row_stride;
            if (j == lower[1])
                flat += face_row_y(io, stage, at, row PLACE_OF(b, 1, j), length, length, strip.y);
            flat += face_row_y(io, stage, at + row, row PLACE_OF(b, 1, j + 1), length, j + 1 < upper[1] ? length : 0,
                               strip.upper);
            difference_row(stage.per[1] * map_face(io, b, k, j, lower[0], 1), length, strip.upper, strip.y,
                           strip.change);
#endif
#if TAUB_ACTIVE_Z
            const long plane = io.shape.plane_stride;
            real *z = strip.z[j - lower[1]];
            if (k == lower[2])
                flat += face_row_z(io, stage, at, plane PLACE_OF(b, 2, k), length, length, z);
            flat += face_row_z(io, stage, at + plane, plane PLACE_OF(b, 2, k + 1), length,
                               k + 1 < upper[2] ? length : 0, strip.upper);
            difference_row(stage.per[2] * map_face(io, b, k, j, lower[0], 2), length, strip.upper, z, strip.change);
#endif
            finish_row(io, stage, at, b, k, j, lower[0], length, strip.change);
        }
    if (flat)
        count_up(&io.control->first_order_cells, flat);
}

#endif
