/* A state at rest (scheme.equilibrium): its stage, number 0, makes what it changes, not a state, and the stages of the
 * other one leave that out. */
#ifndef TAUB_PASSES_EQUILIBRIUM_H
#define TAUB_PASSES_EQUILIBRIUM_H

#include "dialect.h"

#define OF_EQUILIBRIUM(io) (TAUB_EQUILIBRIUM && (io).range.option[0] == 0)

/* Whether a cell is one of the block's own: what is found in ghost zones is counted by the block that owns them. */
INLINE int counts_here(const struct taub_io io, int k, int j, int i)
{
    return (i >= 0) & (i < io.shape.cells[0]) & (j >= 0) & (j < io.shape.cells[1]) & (k >= 0) & (k < io.shape.cells[2]);
}
/* Adds to a counter what was found in cells of the state. */
INLINE void count_of_state(const struct taub_io io, GLOBAL int *counter, int by)
{
    if (by && !OF_EQUILIBRIUM(io))
        count_up(counter, by);
}

#endif
