/* Elements of the march of passes/cese_march.h: from a cell's state, between others, and back into a cell. */
#ifndef TAUB_PASSES_CESE_ELEMENTS_H
#define TAUB_PASSES_CESE_ELEMENTS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "passes/cese.h"
#include "passes/common.h"
#include "schemes/cese.h"

/* What a row of elements did to its cells: statuses of recovery and elements of first order. */
enum { CESE_FIRST_ORDER = 256 };

/* The cell whose numbers along the axes of the march are these. */
INLINE void cese_place(const int lower[3], int first, int second, int place[3])
{
    place[0] = lower[0];
    place[1] = lower[1];
    place[2] = lower[2];
    place[CESE_AXIS_0] = first;
    if (CESE_AXES > 1)
        place[CESE_AXIS_1] = second;
}

INLINE void cese_count(const struct taub_io io, int status, int b, const int place[3])
{
    if (status & CESE_FIRST_ORDER)
        count_up(&io.control->first_order_cells, 1);
    if (status & (CESE_FIRST_ORDER - 1))
        count_recovery(io, status & (CESE_FIRST_ORDER - 1), b, place[2], place[1], place[0]);
}

/* The element that an old state makes; what happened to it. */
INLINE int cese_load_element(const struct taub_io io, const struct eos eos, const struct cese_step step, int b, long at,
                             struct cese_element *element)
{
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    load_state(io.f[0], at, cs, u);
    cese_load_slopes(io.f[1], cese_slopes_at(io.shape, b, at), cs, s);
    const int status = recover_primitive(eos, u, u[0], u[4], q);
    const int first = cese_element_of(eos, u, q, (const real(*)[SYSTEM_COMPONENTS])s, step.k, element);
    return status | (first ? CESE_FIRST_ORDER : 0);
}

/* The element between four old ones, half a step on. */
INLINE int cese_middle_element(const struct eos eos, const struct cese_step step,
                               const struct cese_corner corner[CESE_CORNERS], struct cese_element *element)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_new_element(corner, u, s);
    const int status = recover_primitive(eos, u, u[0], u[4], q);
    const int first = cese_element_of(eos, u, q, (const real(*)[SYSTEM_COMPONENTS])s, step.k, element);
    return status | (first ? CESE_FIRST_ORDER : 0);
}

/* The new state of a cell; its rate. */
INLINE real cese_store_cell(const struct taub_io io, const struct eos eos, const struct cese_step step, int b, long at,
                            const struct cese_corner corner[CESE_CORNERS], int *status)
{
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    cese_new_element(corner, u, s);
    *status = recover_primitive(eos, u, u[0], u[4], q);
    store_state(io.f[2], at, cs, u);
    cese_store_slopes(io.f[3], cese_slopes_at(io.shape, b, at), cs, (const real(*)[SYSTEM_COMPONENTS])s);
    return cese_rate(eos, q, step.per);
}

#endif
