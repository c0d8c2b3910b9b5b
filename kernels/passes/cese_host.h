/* The march on the host: rows of elements in the caches, all lanes of a row together. */
#ifndef TAUB_PASSES_CESE_HOST_H
#define TAUB_PASSES_CESE_HOST_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/rows.h"
#include "passes/cese.h"
#include "passes/cese_elements.h"
#include "passes/common.h"
#include "passes/host_recovery.h"
#include "schemes/cese.h"

/* Rows of elements: numbers of one element are CESE_ROW apart. */
#define CESE_ROW 72
enum {
    RECORD_AHEAD = CESE_CORNERS * SYSTEM_COMPONENTS,
    RECORD_SLOPES = RECORD_AHEAD + SYSTEM_COMPONENTS,
    RECORD_COURANT = RECORD_SLOPES + CESE_TAU * CESE_SLOPES,
    RECORD = RECORD_COURANT + CESE_TAU
};

/* Aligned as strips are (march/strip.h). */
struct __attribute__((aligned(64))) cese_rows {
    real cells[2][RECORD * CESE_ROW], middles[2][RECORD * CESE_ROW]; /* of this row and the one before */
    real u[SYSTEM_COMPONENTS * CESE_ROW], s[CESE_SLOPES * CESE_ROW]; /* states that are being recovered */
    real lanes[LANE_COUNT * HOST_ROW];
    real rates[CESE_ROW];
    int status[CESE_ROW];
};
/* The row was recovered without a look at states that need repair; these are done again, one by one. */
enum { CESE_HARD = 512 };

INLINE void cese_put_state(real *row_u, real *row_s, const real u[SYSTEM_COMPONENTS],
                           const real s[CESE_AXES][SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        row_u[c * CESE_ROW] = u[c];
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            row_s[(a * SYSTEM_COMPONENTS + c) * CESE_ROW] = s[a][c];
}

INLINE void cese_get_state(const real *row_u, const real *row_s, real u[SYSTEM_COMPONENTS],
                           real s[CESE_AXES][SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = row_u[c * CESE_ROW];
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            s[a][c] = row_s[(a * SYSTEM_COMPONENTS + c) * CESE_ROW];
}

INLINE void cese_put(real *row, const struct cese_element *element)
{
    EACH (n, CESE_CORNERS)
        EACH (c, SYSTEM_COMPONENTS)
            row[(n * SYSTEM_COMPONENTS + c) * CESE_ROW] = element->share[n][c];
    EACH (c, SYSTEM_COMPONENTS)
        row[(RECORD_AHEAD + c) * CESE_ROW] = element->ahead[c];
#if CESE_TAU
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            row[(RECORD_SLOPES + a * SYSTEM_COMPONENTS + c) * CESE_ROW] = element->s[a][c];
    row[RECORD_COURANT * CESE_ROW] = element->courant;
#endif
}

/* The corners of the element above element 0 of `before` along both axes; a share goes to the opposite corner. */
INLINE void cese_get(const real *before, const real *now, struct cese_corner corner[CESE_CORNERS])
{
    EACH (n, CESE_CORNERS) {
        const real *row = (n & 2 || CESE_AXES == 1 ? now : before) + (n & 1);
        EACH (c, SYSTEM_COMPONENTS) {
            corner[n].share[c] = row[((CESE_CORNERS - 1 - n) * SYSTEM_COMPONENTS + c) * CESE_ROW];
            corner[n].ahead[c] = row[(RECORD_AHEAD + c) * CESE_ROW];
        }
#if CESE_TAU
        EACH (a, CESE_AXES)
            EACH (c, SYSTEM_COMPONENTS)
                corner[n].s[a][c] = row[(RECORD_SLOPES + a * SYSTEM_COMPONENTS + c) * CESE_ROW];
        corner[n].courant = row[RECORD_COURANT * CESE_ROW];
#endif
    }
}

/* ---- what is done with each element of a row ---- */

INLINE void cese_load_lane(const struct taub_io io, const struct eos eos, int b, long at, real *row_u, real *row_s,
                           real *lanes, int *status)
{
    real u[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    load_state(io.f[0], at, io.shape.component_stride, u);
    cese_load_slopes(io.f[1], cese_slopes_at(io.shape, b, at), io.shape.component_stride, s);
    cese_put_state(row_u, row_s, u, (const real(*)[SYSTEM_COMPONENTS])s);
    *status = row_recovery_start(eos, u, u[0], u[4], lanes);
}

INLINE void cese_gather_lane(const struct eos eos, const real *before, const real *now, real *row_u, real *row_s,
                             real *lanes, int *status)
{
    struct cese_corner corner[CESE_CORNERS];
    real u[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_get(before, now, corner);
    cese_new_element((const struct cese_corner *)corner, u, s);
    cese_put_state(row_u, row_s, u, (const real(*)[SYSTEM_COMPONENTS])s);
    *status = row_recovery_start(eos, u, u[0], u[4], lanes);
}

INLINE void cese_element_lane(const struct eos eos, const struct cese_step step, const real *row_u, const real *row_s,
                              const real *lanes, real *row, int *status)
{
    struct cese_element element;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_get_state(row_u, row_s, u, s);
    const int found = row_recovery_finish(eos, *status, u, lanes, q);
    const int first = cese_element_of(eos, u, q, (const real(*)[SYSTEM_COMPONENTS])s, step.k, &element);
    cese_put(row, &element);
    *status = first * CESE_FIRST_ORDER + !recovery_sound(found, q) * CESE_HARD;
}

INLINE void cese_store_lane(const struct taub_io io, const struct eos eos, const struct cese_step step, int b, long at,
                            const real *row_u, const real *row_s, const real *lanes, real *rate, int *status)
{
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_get_state(row_u, row_s, u, s);
    const int found = row_recovery_finish(eos, *status, u, lanes, q);
    store_state(io.f[2], at, cs, u);
    cese_store_slopes(io.f[3], cese_slopes_at(io.shape, b, at), cs, (const real(*)[SYSTEM_COMPONENTS])s);
    *rate = cese_rate(eos, q, step.per);
    *status = !recovery_sound(found, q) * CESE_HARD;
}

/* ---- what was left over ---- */

/* An element of the row with all repairs, of first order where it has to be; returns what happened. */
static int cese_redo_element(const struct taub_io io, const struct cese_rows *rows, real *row, int l)
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct cese_step step = cese_step_of(io);
    struct cese_element element;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_get_state(rows->u + l, rows->s + l, u, s);
    int status = recover_primitive(eos, u, u[0], u[4], q);
    if (cese_element_of(eos, u, q, (const real(*)[SYSTEM_COMPONENTS])s, step.k, &element)) {
        cese_first_order(eos, step.k, &element);
        status |= CESE_FIRST_ORDER;
    }
    cese_put(row + l, &element);
    return status;
}

static int cese_redo_cell(const struct taub_io io, struct cese_rows *rows, long at, int l)
{
    const struct eos eos = eos_of_tables(io.tables);
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_get_state(rows->u + l, rows->s + l, u, s);
    const int status = recover_primitive(eos, u, u[0], u[4], q);
    store_state(io.f[2], at, io.shape.component_stride, u);
    rows->rates[l] = cese_rate(eos, q, cese_step_of(io).per);
    return status;
}

/* ---- rows ---- */

/* Recovers what rows->u holds and makes its elements. */
static void cese_elements(const struct taub_io io, struct cese_rows *rows, real *row, int length)
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct cese_step step = cese_step_of(io);
    const real *u = rows->u, *s = rows->s, *lanes = rows->lanes;
    int *status = rows->status, any = 0;
    row_recovery(eos, length, rows->lanes);
#pragma omp simd
    for (int l = 0; l < length; l++)
        cese_element_lane(eos, step, u + l, s + l, lanes + l, row + l, status + l);
    for (int l = 0; l < length; l++)
        any |= status[l];
    for (int l = 0; any && l < length; l++)
        if (status[l])
            status[l] = cese_redo_element(io, rows, row, l);
}

/* Row number `second` of cells, elements from one before the tile to one behind it. */
static void cese_cells(const struct taub_io io, struct cese_rows *rows, int b, const int lower[3], int length,
                       int second)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long stride = cese_stride(io.shape, 0);
    real *u = rows->u, *s = rows->s, *lanes = rows->lanes;
    int place[3], *status = rows->status;
    cese_place(lower, lower[CESE_AXIS_0] - 1, second, place);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, place[2], place[1], place[0]);
#pragma omp simd
    for (int l = 0; l < length + 2; l++)
        cese_load_lane(io, eos, b, at + l * stride, u + l, s + l, lanes + l, status + l);
    cese_elements(io, rows, rows->cells[second & 1], length + 2);
}

/* New states between the elements of two rows, and between each and the next one. */
static void cese_gather(const struct taub_io io, struct cese_rows *rows, const real *before, const real *now,
                        int length)
{
    const struct eos eos = eos_of_tables(io.tables);
    real *u = rows->u, *s = rows->s, *lanes = rows->lanes;
    int *status = rows->status;
#pragma omp simd
    for (int l = 0; l < length; l++)
        cese_gather_lane(eos, before + l, now + l, u + l, s + l, lanes + l, status + l);
}

static void cese_middles(const struct taub_io io, struct cese_rows *rows, int length, int second)
{
    cese_gather(io, rows, rows->cells[1 - (second & 1)], rows->cells[second & 1], length + 1);
    cese_elements(io, rows, rows->middles[second & 1], length + 1);
}

/* Returns the largest rate. */
static real cese_news(const struct taub_io io, struct cese_rows *rows, int b, const int lower[3], int length,
                      int second)
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct cese_step step = cese_step_of(io);
    const long stride = cese_stride(io.shape, 0);
    const int above = (CESE_AXES > 1 ? second + 1 : second) & 1;
    const real *u = rows->u, *s = rows->s, *lanes = rows->lanes;
    real *rates = rows->rates, largest = R(0.0);
    int place[3], *status = rows->status, any = 0;
    cese_gather(io, rows, rows->middles[1 - above], rows->middles[above], length);
    row_recovery(eos, length, rows->lanes);
    cese_place(lower, lower[CESE_AXIS_0], second, place);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, place[2], place[1], place[0]);
#pragma omp simd
    for (int l = 0; l < length; l++)
        cese_store_lane(io, eos, step, b, at + l * stride, u + l, s + l, lanes + l, rates + l, status + l);
    for (int l = 0; l < length; l++)
        any |= status[l];
    for (int l = 0; any && l < length; l++)
        if (status[l])
            status[l] = cese_redo_cell(io, rows, at + l * stride, l);
    for (int l = 0; l < length; l++)
        largest = real_max(largest, rates[l]);
    return largest;
}

/* Counts what happened to `length` elements of a row, of the kinds in `what`. */
static void cese_count_row(const struct taub_io io, const int *status, int what, int b, const int lower[3], int length,
                           int second)
{
    int any = 0;
    for (int l = 0; l < length; l++)
        any |= status[l] & what;
    for (int l = 0; any && l < length; l++) {
        int place[3];
        cese_place(lower, lower[CESE_AXIS_0] + l, second, place);
        cese_count(io, status[l] & what, b, place);
    }
}

static void cese_march_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    struct cese_rows rows;
    const int length = upper[CESE_AXIS_0] - lower[CESE_AXIS_0];
    const int begin = CESE_AXES > 1 ? lower[CESE_AXIS_1] : 0, end = CESE_AXES > 1 ? upper[CESE_AXIS_1] : 1;
    const int reach = CESE_AXES > 1, all = 2 * CESE_FIRST_ORDER - 1;
    real largest = R(0.0);
    if (io.control->paused || io.control->failed)
        return;
    for (int second = begin - reach; second < end + reach; second++) {
        cese_cells(io, &rows, b, lower, length, second);
        /* what recovery did to them was counted when they were new */
        if (second >= begin && second < end)
            cese_count_row(io, rows.status + 1, CESE_FIRST_ORDER, b, lower, length, second);
        if (reach && second == begin - 1)
            continue;
        /* the lowest middle of a tile counts with it, the highest with the next tile */
        cese_middles(io, &rows, length, second);
        if (second < end)
            cese_count_row(io, rows.status, all, b, lower, length, second);
        if (reach && second == begin)
            continue;
        largest = real_max(largest, cese_news(io, &rows, b, lower, length, second - reach));
        cese_count_row(io, rows.status, all, b, lower, length, second - reach);
    }
    io.f[4][cese_tile_number(io, b, lower)] = largest;
}
#define CESE_SCRATCH 1

#endif
