/* A whole step of a tile; see passes/cese.h. The host and GPUs march in different ways to the same bits. */
#ifndef TAUB_PASSES_CESE_MARCH_H
#define TAUB_PASSES_CESE_MARCH_H

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
        count_recovery(io.control, status & (CESE_FIRST_ORDER - 1), b, place[2], place[1], place[0]);
}

#if defined(TAUB_HOST)
#include "passes/cese_host.h"
#else
#include "passes/cese_group.h"
#endif
TAUB_TILE_PASS(cese_march, CESE_SCRATCH)

#endif
