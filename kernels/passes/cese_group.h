/* The march on GPUs: a thread for each element of a row, neighbours through shared memory. */
#ifndef TAUB_PASSES_CESE_GROUP_H
#define TAUB_PASSES_CESE_GROUP_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/cese.h"
#include "passes/cese_elements.h"
#include "schemes/cese.h"

#if !defined(TAUB_HOST)

/* Rows in shared memory: what the neighbouring thread must know of an element. Each thread holds one element of cells
 * and the one below it of middles. Share NEAR goes to the new row below, FAR, kept for a row, to that above. */
#define CESE_ROW CESE_THREADS
#define CESE_KEPT_ROWS (CESE_AXES > 1 ? 2 : 1)
enum {
    KEPT_AHEAD = 0,
    KEPT_FAR = SYSTEM_COMPONENTS,
    KEPT_SLOPES = CESE_AXES > 1 ? 2 * SYSTEM_COMPONENTS : SYSTEM_COMPONENTS,
    KEPT_COURANT = KEPT_SLOPES + CESE_TAU * CESE_SLOPES,
    KEPT = KEPT_COURANT + CESE_TAU,
    ROW_NEAR = CESE_KEPT_ROWS * KEPT,
    ROWS = ROW_NEAR + SYSTEM_COMPONENTS
};
#define CESE_SCRATCH (2 * ROWS * CESE_ROW)

/* `own`: 1 when the new element is below this one along the row, 0 when it is above; kept: which of the kept rows. */
INLINE void cese_publish(LOCAL_ARGUMENT real *row, int kept, int own, const struct cese_element *element)
{
    LOCAL_ARGUMENT real *keep = row + kept * KEPT * CESE_ROW;
    EACH (c, SYSTEM_COMPONENTS) {
        row[(ROW_NEAR + c) * CESE_ROW] = element->share[own][c];
        keep[(KEPT_AHEAD + c) * CESE_ROW] = element->ahead[c];
#if CESE_AXES > 1
        keep[(KEPT_FAR + c) * CESE_ROW] = element->share[own | 2][c];
#endif
    }
#if CESE_TAU
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            keep[(KEPT_SLOPES + a * SYSTEM_COMPONENTS + c) * CESE_ROW] = element->s[a][c];
    keep[KEPT_COURANT * CESE_ROW] = element->courant;
#endif
}

/* All but the share of a corner. */
INLINE void cese_kept_corner(LOCAL_ARGUMENT const real *keep, struct cese_corner *corner)
{
    EACH (c, SYSTEM_COMPONENTS)
        corner->ahead[c] = keep[(KEPT_AHEAD + c) * CESE_ROW];
#if CESE_TAU
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            corner->s[a][c] = keep[(KEPT_SLOPES + a * SYSTEM_COMPONENTS + c) * CESE_ROW];
    corner->courant = keep[KEPT_COURANT * CESE_ROW];
#endif
}

INLINE void cese_shared_share(LOCAL_ARGUMENT const real *row, struct cese_corner *corner)
{
    EACH (c, SYSTEM_COMPONENTS)
        corner->share[c] = row[c * CESE_ROW];
}

/* The corners of the new element between this thread's old one and that of the thread at `other`; far: this thread's
 * share of the row before, replaced by that of this row. */
INLINE void cese_collect(LOCAL_ARGUMENT const real *mine, LOCAL_ARGUMENT const real *other, int kept, int own,
                         const struct cese_element *element, real far[SYSTEM_COMPONENTS],
                         struct cese_corner corner[CESE_CORNERS])
{
    const int theirs = 1 - own, now = kept * KEPT * CESE_ROW, high = CESE_AXES > 1 ? 2 : 0;
    cese_kept_corner(mine + now, &corner[own | high]);
    cese_kept_corner(other + now, &corner[theirs | high]);
    cese_shared_share(other + ROW_NEAR * CESE_ROW, &corner[theirs | high]);
    EACH (c, SYSTEM_COMPONENTS)
        corner[own | high].share[c] = element->share[theirs][c];
#if CESE_AXES > 1
    const int before = (1 - kept) * KEPT * CESE_ROW;
    cese_kept_corner(mine + before, &corner[own]);
    cese_kept_corner(other + before, &corner[theirs]);
    cese_shared_share(other + before + KEPT_FAR * CESE_ROW, &corner[theirs]);
    EACH (c, SYSTEM_COMPONENTS) {
        corner[own].share[c] = far[c];
        far[c] = element->share[theirs | 2][c];
    }
#endif
}

INLINE void cese_march_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                            const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int t = LOCAL_X, reach = CESE_AXES > 1;
    const int begin = CESE_AXES > 1 ? lower[CESE_AXIS_1] : 0, end = CESE_AXES > 1 ? upper[CESE_AXIS_1] : 1;
    const int first = lower[CESE_AXIS_0] - 1 + t, last = upper[CESE_AXIS_0];
    const int inside = t > 0 && first < last;
    LOCAL_ARGUMENT real *cells = scratch + t, *middles = scratch + ROWS * CESE_ROW + t;
    const int before = t > 0 ? -1 : 0, behind = t < CESE_ROW - 1 ? 1 : 0;
    real far_cells[SYSTEM_COMPONENTS], far_middles[SYSTEM_COMPONENTS], largest = R(0.0);
    int place[3];
    if (io.control->paused || io.control->failed)
        return;
    const struct cese_step step = cese_step_of(io);
    EACH (c, SYSTEM_COMPONENTS)
        far_cells[c] = far_middles[c] = R(0.0);
    /* threads behind the end of the tile repeat its last element */
    cese_place(lower, first < last ? first : last, begin - reach, place);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, place[2], place[1], place[0]);
    const long stride = CESE_AXES > 1 ? cese_stride(io.shape, CESE_AXES - 1) : 0;
    ROLLED
    for (int second = begin - reach; second < end + reach; second++, at += stride) {
        struct cese_element element;
        struct cese_corner corner[CESE_CORNERS];
        const int kept = CESE_AXES > 1 ? second & 1 : 0;
        int status = cese_load_element(io, eos, step, b, at, &element) & CESE_FIRST_ORDER;
        if (CESE_AXES > 1)
            place[CESE_AXIS_1] = second;
        if (status)
            cese_first_order(eos, step.k, &element);
        if (status && inside && second >= begin && second < end)
            cese_count(io, status, b, place);
        cese_publish(cells, kept, 1, &element);
        BARRIER;
        cese_collect(cells, cells + before, kept, 1, &element, far_cells, corner);
        /* the first row of a march has no row before it: what it makes here is not used */
        status = second < begin ? 0 : cese_middle_element(eos, step, (const struct cese_corner *)corner, &element);
        if (status & CESE_FIRST_ORDER)
            cese_first_order(eos, step.k, &element);
        if (status && inside && second < end)
            cese_count(io, status, b, place);
        cese_publish(middles, kept, 0, &element);
        BARRIER;
        cese_collect(middles, middles + behind, kept, 0, &element, far_middles, corner);
        if (inside && second >= begin + reach) {
            const real rate =
                cese_store_cell(io, eos, step, b, at - stride, (const struct cese_corner *)corner, &status);
            largest = real_max(largest, rate);
            if (CESE_AXES > 1)
                place[CESE_AXIS_1] = second - 1;
            if (status)
                cese_count(io, status, b, place);
        }
    }
    largest = cese_group_maximum(scratch, CESE_GROUP, largest);
    if (t == 0)
        io.f[4][cese_tile_number(io, b, lower)] = largest;
}

#endif
#endif
