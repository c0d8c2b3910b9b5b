/* A state at rest (scheme.equilibrium): its stage, number 0, makes what it changes, not a state, and the stages of the
 * other one leave that out. */
#ifndef TAUB_PASSES_EQUILIBRIUM_H
#define TAUB_PASSES_EQUILIBRIUM_H

#include "dialect.h"

#define OF_EQUILIBRIUM(io) (TAUB_EQUILIBRIUM && (io).range.option[0] == 0)

/* Adds to a counter what was found in cells of the state. */
INLINE void count_of_state(const struct taub_io io, GLOBAL int *counter, int by)
{
    if (by && !OF_EQUILIBRIUM(io))
        count_up(counter, by);
}

#endif
