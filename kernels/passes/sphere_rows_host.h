/* Pieces of rows of cells or faces of a cubed sphere on the host (passes/sphere.h).
 *
 * Loops go over whole vectors, whose count compilers know: so there is no text for what is left of a row. Where all
 * numbers are allowed, lanes beyond its end have what stands there in memory, else they repeat its last cell.
 * Functions that are compiled once get io by its address: a copy costs as much as a short row. */
#ifndef TAUB_PASSES_SPHERE_ROWS_HOST_H
#define TAUB_PASSES_SPHERE_ROWS_HOST_H

#include "dialect.h"
#include "case/system.h"
#include "passes/sphere.h"

#if defined(TAUB_HOST)

#define SPHERE_LANES (64 / (int)sizeof(real))
#define SPHERE_ROW 32
/* A loop over lanes calls one function: gcc keeps what is declared in the loop itself in memory. */
#define EACH_LANE(l, lanes)                                                    \
    for (int first_lane = 0; first_lane < (lanes); first_lane += SPHERE_LANES) \
        TAUB_PRAGMA(omp simd)                                                  \
    for (int l = first_lane; l < first_lane + SPHERE_LANES; l++)

struct row_place {
    int b, k, j, i, length, lanes;
};
INLINE struct row_place piece_of_row(int b, int k, int j, int i, int upper)
{
    const int length = upper - i < SPHERE_ROW ? upper - i : SPHERE_ROW;
    const struct row_place at = {b, k, j, i, length, (length + SPHERE_LANES - 1) / SPHERE_LANES * SPHERE_LANES};
    return at;
}

INLINE void load_lane(const real rows[][SPHERE_ROW], int l, real q[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = rows[c][l];
}
INLINE void store_lane(const real q[SYSTEM_COMPONENTS], int l, real rows[][SPHERE_ROW])
{
    EACH (c, SYSTEM_COMPONENTS)
        rows[c][l] = q[c];
}

INLINE void repeat_last(const struct row_place at, real *row)
{
    for (int l = at.length; l < at.lanes; l++)
        row[l] = row[at.length - 1];
}
INLINE void fetch_row(const stored *from, const struct row_place at, real *row)
{
    EACH_LANE (l, at.lanes) /* rows of ghost zones follow any that is fetched */
        row[l] = from[l];
    repeat_last(at, row);
}
INLINE void fetch_states(const struct taub_io io, const stored *from, const struct row_place at,
                         real rows[][SPHERE_ROW])
{
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        fetch_row(from + c * io.shape.component_stride, at, rows[c]);
}
INLINE void put_row(const real *row, const struct row_place at, stored *to)
{
#pragma omp simd
    for (int l = 0; l < at.length; l++)
        to[l] = row[l];
}

#endif
#endif
