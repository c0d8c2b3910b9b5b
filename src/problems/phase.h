/* The phase of the case's `initial.waves` (kernels/problems/wave_phase.h). A file that includes this one has included
 * problems/compiled.h before. */
#ifndef TAUB_PROBLEMS_PHASE_H
#define TAUB_PROBLEMS_PHASE_H

#include "problems/wave_phase.h"

/* All but the speed, which is 0. Marks the exact solution as invalid unless faces across the wave are periodic. */
void taub_phase_create(struct taub_problem *self, const struct taub_config *config, struct phase *out);

#endif
