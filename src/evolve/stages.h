/* Strong-stability-preserving Runge-Kutta steps (scheme.integrator: rk2, rk3) of schemes whose passes read a primitive
 * state and write a conserved and a primitive one: kurganov-tadmor, of ideal and of dissipative fluids. Only src/evolve
 * includes this. */
#ifndef TAUB_EVOLVE_STAGES_H
#define TAUB_EVOLVE_STAGES_H

#include "evolve/internal.h"

int taub_stages_count(const struct taub_config *config);
/* taub_scheme.fields: those of a scheme with a primitive state (internal.h). */
int taub_stages_fields(const struct taub_config *config, bool host, struct taub_field_spec *fields);
/* Appends the clock and all stages of a step: ghost zones at the stage's time, with mesh.refine the pass
 * taub_scheme.levels (kernels/march/levels.h), then the passes 0 to passes - 1. A pass gets the fields 0 primitive
 * state of the stage, 1 conserved state at the start of the step, 2 new conserved state, 3 new primitive state, and
 * what stage_of_launch in kernels/schemes/update.h reads; option[0] = 1 on the first stage, option[1] the number of the
 * stage from 0. The first of two passes leaves flux differences in field 3, and the second works with those. */
void taub_stages_append(const struct taub_simulation *simulation, int passes, struct taub_step *step);
/* taub_scheme.sum_limit */
double taub_stages_sum_limit(const struct taub_config *config);

#endif
