/* Stages of the Godunov schemes: one with ADER, or those of strong-stability-preserving Runge-Kutta methods. Only
 * src/evolve includes this. */
#ifndef TAUB_EVOLVE_WEIGHTS_H
#define TAUB_EVOLVE_WEIGHTS_H

#include "evolve/internal.h"

/* u' = (1 - beta) (state at the start) + beta u + share dt L(u), u being a state at `time` of the step. SSP(2,2) and
 * SSP(3,3) of Shu and Osher 1988, SSP(5,4) of Spiteri and Ruuth 2002, whose last stage also takes a part of the second
 * state (kernels/passes/godunov.h). It has parts of the third state and its rate, too: they stand in the ratio in which
 * the fourth stage has them, so that they are a share of what that one adds to the start. */
struct taub_weights {
    double beta, share, time;
};

bool taub_is_ader(const struct taub_config *config);
/* Of the case's scheme and order, and how many. */
const struct taub_weights *taub_weights_of(const struct taub_config *config, int *count);

#endif
