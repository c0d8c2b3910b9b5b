/* Three axes: a half step at a time (option[0]: 0 from cells to corners, 1 back), each new element from the eight old
 * ones around it, on every device. The element at the lower corner of a cell has the cell's index. */
#ifndef TAUB_PASSES_CESE_HALF_H
#define TAUB_PASSES_CESE_HALF_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/cese.h"
#include "passes/cese_elements.h"
#include "passes/common.h"
#include "schemes/cese.h"

/* Says what happened to the old element that is this new one's own to count: each is so once. */
INLINE int cese_half_corners(const struct taub_io io, const struct eos eos, const struct cese_step step, int b, long at,
                             struct cese_corner corner[CESE_CORNERS])
{
    const int back = io.range.option[0];
    int own = 0;
    EACH_ROLLED (n, 0, CESE_CORNERS) {
        struct cese_element element;
        const long there = at + ((n & 1) + back - 1) + ((n >> 1 & 1) + back - 1) * (long)io.shape.row_stride +
                           ((n >> 2) + back - 1) * io.shape.plane_stride;
        int status = cese_load_element(io, eos, step, b, there, &element);
        if (status & CESE_FIRST_ORDER)
            cese_first_order(eos, step.k, &element);
        /* what recovery did to cells was counted when they were new */
        own |= n == (back ? 0 : CESE_CORNERS - 1) ? (back ? status : status & CESE_FIRST_ORDER) : 0;
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            corner[n].share[c] = element.share[CESE_CORNERS - 1 - n][c];
            corner[n].ahead[c] = element.ahead[c];
#if CESE_TAU
            for (int a = 0; a < CESE_AXES; a++)
                corner[n].s[a][c] = element.s[a][c];
#endif
        }
#if CESE_TAU
        corner[n].courant = element.courant;
#endif
    }
    return own;
}

/* One new element; its rate, when it is a cell. */
INLINE real cese_half_point(const struct taub_io io, const struct eos eos, const struct cese_step step, int b, int k,
                            int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const int place[3] = {i, j, k};
    const int inside = i < io.shape.cells[0] && j < io.shape.cells[1] && k < io.shape.cells[2];
    struct cese_corner corner[CESE_CORNERS];
    int status = cese_half_corners(io, eos, step, b, at, corner);
    if (status && inside)
        cese_count(io, status, b, place);
    if (io.range.option[0]) {
        const real rate = cese_store_cell(io, eos, step, b, at, (const struct cese_corner *)corner, &status);
        if (status)
            cese_count(io, status, b, place);
        return rate;
    }
    real u[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_new_element((const struct cese_corner *)corner, u, s);
    store_state(io.f[2], at, cs, u);
    cese_store_slopes(io.f[3], cese_slopes_at(io.shape, b, at), cs, (const real(*)[SYSTEM_COMPONENTS])s);
    return R(0.0);
}

INLINE void cese_march_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                            const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    real largest = R(0.0);
    if (io.control->paused || io.control->failed)
        return;
    const struct cese_step step = cese_step_of(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            for (int i = lower[0] + CESE_THREAD; i < upper[0]; i += CESE_GROUP)
                largest = real_max(largest, cese_half_point(io, eos, step, b, k, j, i));
    largest = cese_group_maximum(scratch, CESE_GROUP, largest);
    if (CESE_THREAD == 0 && io.range.option[0])
        io.f[4][cese_tile_number(io, b, lower)] = largest;
}
#define CESE_SCRATCH CESE_GROUP

#endif
