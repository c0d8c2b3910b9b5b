/* Face and edge states of rows of cells on the host, in a strip that stays in the caches. */
#ifndef TAUB_PASSES_MHD_ROWS_HOST_H
#define TAUB_PASSES_MHD_ROWS_HOST_H

#include "dialect.h"
#include "case/system.h"
#include "passes/godunov_scalars.h"
#include "passes/locate.h"
#include "passes/mhd_cell_data.h"
#include "passes/mhd_cells_host.h"
#include "passes/mhd_states.h"
#include "reconstruct/modes.h"
#include "schemes/ader.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"

#if defined(TAUB_HOST)

/* Where the row at hand shows what to its sides (FACE_VALUES components each) and, in the plane across axis o, to its
 * corners (E and the two components of B across; bit 0 up along the next axis, bit 1 up along the one after it). */
struct shown {
    real *side[6];
    real *corner[3][4];
};

/* Beside that: the share of the difference from the mean that a cell kept, whether its scalars kept less (1), and with
 * ADER what sources change. */
struct __attribute__((aligned(64))) row_results {
    real kept[STRIDE], drawn[STRIDE];
#if TAUB_ADER && TAUB_USER_SOURCE
    real sources[SYSTEM_COMPONENTS * STRIDE];
#else
    real sources[1];
#endif
#if TAUB_ORDER == 2
    real data[CELL_DATA * STRIDE];
#endif
};

/* The dear loops go over rows by whole vectors, whose cells are counted from 0, so that compilers know how many there
 * are; the last one overlaps the one before and finds the same numbers twice. Rows that are shorter have calls instead.
 */
INLINE int vector_start(int n, int length)
{
    return n + LANES <= length ? n : length - LANES;
}

#if TAUB_ORDER == 2

static __attribute__((noinline)) void data_alone(const struct row_of_cells *row, int l, struct row_results *out)
{
    int drawn;
    out->kept[l] = data_of_cell(row->io, row->here, row->b, row->k, row->j, row->i + l, out->data + l, STRIDE,
                                out->sources + (TAUB_ADER && TAUB_USER_SOURCE ? l : 0), &drawn);
    out->drawn[l] = drawn ? R(1.0) : R(0.0);
}
INLINE void data_lane(const struct taub_io io, const struct setting here, int b, int k, int j, int i, real *data,
                      real *sources, real *kept, real *drawn)
{
    int any;
    *kept = data_of_cell(io, here, b, k, j, i, data, STRIDE, sources, &any);
    *drawn = any ? R(1.0) : R(0.0);
}
ROW_PART data_of_row(const struct row_of_cells *row, struct row_results *out)
{
    const struct taub_io io = row->io;
    const struct setting here = row->here;
    const int length = row->length, b = row->b, k = row->k, j = row->j, i = row->i;
    real *const data = out->data, *const kept = out->kept, *const drawn = out->drawn, *const sources = out->sources;
    for (int l = 0; l < length && length < LANES; l++)
        data_alone(row, l, out);
    for (int n = 0; n < length && length >= LANES; n += LANES) {
        const int start = vector_start(n, length);
#pragma omp simd
        for (int l = 0; l < LANES; l++)
            data_lane(io, here, b, k, j, i + start + l, data + start + l, sources + start + l, kept + start + l,
                      drawn + start + l);
    }
}

INLINE void both_face_states(const real *data, int axis, real *lower, real *upper)
{
    real down[SYSTEM_COMPONENTS], up[SYSTEM_COMPONENTS];
    load_state_at_face(data, STRIDE, axis, 0, down);
    load_state_at_face(data, STRIDE, axis, 1, up);
    EACH (c, SYSTEM_COMPONENTS) {
        lower[c * STRIDE] = down[c];
        upper[c * STRIDE] = up[c];
    }
}
INLINE void face_states_along(const real *data, int length, int axis, const struct shown *shown)
{
    real *const lower = shown->side[2 * axis], *const upper = shown->side[2 * axis + 1];
    if (AXIS_ACTIVE(axis))
        EACH_CELL
    both_face_states(data + l, axis, lower + l, upper + l);
}
ROW_PART row_face_states(const real *data, int length, const struct shown *shown)
{
    face_states_along(data, length, 0, shown);
    face_states_along(data, length, 1, shown);
    face_states_along(data, length, 2, shown);
}

#if ACTIVE_AXES > 1
INLINE void corner_of_cell(const real *data, int o, int corner, real *out)
{
    real values[3];
    load_corner_values(data, STRIDE, o, corner & 1, corner & 2, values);
    EACH (n, 3)
        out[n * STRIDE] = values[n];
}
INLINE void corner_of_row(const real *data, int length, int o, int corner, real *out)
{
    EACH_CELL
    corner_of_cell(data + l, o, corner, out + l);
}
INLINE void corners_of_plane(const real *data, int length, int o, const struct shown *shown)
{
    if (PLANE_ACTIVE(o)) {
        corner_of_row(data, length, o, 0, shown->corner[o][0]);
        corner_of_row(data, length, o, 1, shown->corner[o][1]);
        corner_of_row(data, length, o, 2, shown->corner[o][2]);
        corner_of_row(data, length, o, 3, shown->corner[o][3]);
    }
}
ROW_PART corners_of_row(const real *data, int length, const struct shown *shown)
{
    corners_of_plane(data, length, 0, shown);
    corners_of_plane(data, length, 1, shown);
    corners_of_plane(data, length, 2, shown);
}
#endif

static void show_row(const struct row_of_cells *row, const struct shown *shown, struct row_results *out)
{
    data_of_row(row, out);
    row_face_states(out->data, row->length, shown);
#if ACTIVE_AXES > 1
    corners_of_row(out->data, row->length, shown);
#endif
}

#else

INLINE struct scalars scalars_of(const struct cells *cells, int l)
{
    struct scalars scalars;
    scalars.drawn = 0;
#if TAUB_BOUND_SCALARS
    EACH (n, TAUB_SCALARS) {
        scalars.share[GAS_COMPONENTS + n] = cells->scalars[n][0][l];
        scalars.bounds[GAS_COMPONENTS + n].lower = cells->scalars[n][1][l];
        scalars.bounds[GAS_COMPONENTS + n].upper = cells->scalars[n][2][l];
    }
#endif
    return scalars;
}
INLINE void scale_cell(const struct taub_io io, const struct setting here, long at, struct cells *cells, int l)
{
    real scaling = R(1.0), edges = R(1.0);
    cells->drawn[l] = R(0.0);
#if TAUB_POSITIVE || TAUB_BOUND_SCALARS
    real mean[SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT], side[6][SYSTEM_COMPONENTS];
    struct evolution evolution[SYSTEM_COMPONENTS];
    load_data_of(cells, l, mean, evolution, m);
    EACH (s, 6)
        EACH (c, SYSTEM_COMPONENTS)
            side[s][c] = face_value_of(evolution[c].middle, m[c], s / 2, s % 2);
#endif
#if TAUB_POSITIVE
    scaling = scaling_factor(mean, (const real(*)[SYSTEM_COMPONENTS])side);
    edges = share_of_edges(mean[0], evolution[0], m[0], scaling);
#endif
#if TAUB_BOUND_SCALARS
    struct scalars scalars;
    EACH (s, 6)
        EACH (c, SYSTEM_COMPONENTS)
            side[s][c] = scaled_value(mean[c], side[s][c], scaling);
    bound_scalars(io, here, at + l, mean, side, &scalars);
    cells->drawn[l] = scalars.drawn ? R(1.0) : R(0.0);
    EACH (n, TAUB_SCALARS) {
        cells->scalars[n][0][l] = scalars.share[GAS_COMPONENTS + n];
        cells->scalars[n][1][l] = scalars.bounds[GAS_COMPONENTS + n].lower;
        cells->scalars[n][2][l] = scalars.bounds[GAS_COMPONENTS + n].upper;
    }
#endif
    cells->scaling[l] = scaling;
    cells->edges[l] = edges;
}
ROW_PART scale_row(const struct row_of_cells *row, struct cells *cells)
{
    const struct taub_io io = row->io;
    struct setting here = row->here;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, row->b, row->k, row->j, row->i);
    const int length = row->length;
    locate_for_data(io, row->b, row->k, row->j, row->i, &here); /* cells of a row are alike above order 2 */
    EACH_CELL
    scale_cell(io, here, at, cells, l);
}

INLINE void cell_face_state(const struct cells *cells, int l, int s, real *out)
{
    real mean[SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT];
    struct evolution evolution[SYSTEM_COMPONENTS];
    load_data_of(cells, l, mean, evolution, m);
    store_state_at_face(mean, evolution, (const real(*)[MODE_COUNT])m, s, cells->scaling[l], scalars_of(cells, l), out,
                        STRIDE);
}
INLINE void row_face_state(const struct cells *cells, int length, int s, real *out)
{
    if (AXIS_ACTIVE(s / 2)) {
        EACH_CELL
        cell_face_state(cells, l, s, out + l);
    }
}
ROW_PART row_face_states(const struct cells *cells, int length, const struct shown *shown, int at)
{
    row_face_state(cells, length, 0, shown->side[0] + at);
    row_face_state(cells, length, 1, shown->side[1] + at);
    row_face_state(cells, length, 2, shown->side[2] + at);
    row_face_state(cells, length, 3, shown->side[3] + at);
    row_face_state(cells, length, 4, shown->side[4] + at);
    row_face_state(cells, length, 5, shown->side[5] + at);
}

#if ACTIVE_AXES > 1
INLINE void corner_of_cell(const struct cells *cells, int l, int o, int corner, real *out)
{
    real mean[SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT], values[3];
    struct evolution evolution[SYSTEM_COMPONENTS];
    load_data_of(cells, l, mean, evolution, m);
    edge_state(mean, evolution, (const real(*)[MODE_COUNT])m, o, corner, cells->edges[l], values);
    EACH (n, 3)
        out[n * STRIDE] = values[n];
}
INLINE void corner_of_row(const struct cells *cells, int length, int o, int corner, real *out)
{
    EACH_CELL
    corner_of_cell(cells, l, o, corner, out + l);
}
INLINE void corners_of_plane(const struct cells *cells, int length, int o, const struct shown *shown, int at)
{
    if (PLANE_ACTIVE(o)) {
        corner_of_row(cells, length, o, 0, shown->corner[o][0] + at);
        corner_of_row(cells, length, o, 1, shown->corner[o][1] + at);
        corner_of_row(cells, length, o, 2, shown->corner[o][2] + at);
        corner_of_row(cells, length, o, 3, shown->corner[o][3] + at);
    }
}
ROW_PART corners_of_row(const struct cells *cells, int length, const struct shown *shown, int at)
{
    corners_of_plane(cells, length, 0, shown, at);
    corners_of_plane(cells, length, 1, shown, at);
    corners_of_plane(cells, length, 2, shown, at);
}
#endif

/* The same of up to CELLS cells, which begin at cell `at` of the row. */
static void show_cells(const struct row_of_cells *row, const struct shown *shown, int at, struct row_results *out)
{
    struct cells cells;
    reconstruct_row(row, &cells);
    evolve_row(row, &cells);
#if TAUB_ADER && TAUB_USER_SOURCE
    sources_of_row(row, &cells, out->sources + at);
#endif
    scale_row(row, &cells);
    row_face_states(&cells, row->length, shown, at);
#if ACTIVE_AXES > 1
    corners_of_row(&cells, row->length, shown, at);
#endif
    for (int l = 0; l < row->length; l++) {
        out->kept[at + l] = cells.edges[l];
        out->drawn[at + l] = cells.drawn[l];
    }
}
static void show_row(const struct row_of_cells *row, const struct shown *shown, struct row_results *out)
{
    struct row_of_cells part = *row;
    for (int n = 0; n < row->length; n += CELLS) {
        const int rest = row->length - n < CELLS ? row->length - n : CELLS;
        const int whole = (rest + LANES - 1) / LANES * LANES, back = row->length >= whole ? whole - rest : 0;
        part.i = row->i + n - back; /* the last vector of a row begins in the one before */
        part.length = rest + back;
        show_cells(&part, shown, n - back, out);
    }
}

#endif
#endif
#endif
