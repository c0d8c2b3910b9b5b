/* The parts into which a cell of a coarser level is divided, numbered by bits: the upper half along axis a. Axes of one
 * cell have the lower one alone. */
#ifndef TAUB_GEOMETRY_PARTS_H
#define TAUB_GEOMETRY_PARTS_H

#include "dialect.h"

#define PARTS_OF_CELL (1 << ACTIVE_AXES)
#define IS_PART(n) (!(((n)&1 && !TAUB_ACTIVE_X) || ((n)&2 && !TAUB_ACTIVE_Y) || ((n)&4 && !TAUB_ACTIVE_Z)))
#define EACH_PART(n)            \
    for (int n = 0; n < 8; n++) \
        if (IS_PART(n))
#define UPPER_SIGN(n, axis) ((n) >> (axis)&1 ? R(1.0) : R(-1.0))
/* The lower of the two parts that share a face across an axis. */
#define PART_BELOW(n, axis) ((n) & ~(1 << (axis)))

/* Parts keep at least this of the density and pressure of their cell; zones and cells that are bounded so are counted
 * in first_order_cells. */
#define LEAST_PART R(0.1)
INLINE real share_of_part(real mean, real value)
{
    const real least = LEAST_PART * mean;
    return value >= least ? R(1.0) : (mean - least) / real_max(mean - value, REAL_TINY);
}

#endif
