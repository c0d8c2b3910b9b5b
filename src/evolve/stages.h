/* Strong-stability-preserving Runge-Kutta steps (scheme.integrator: rk2, rk3) of schemes whose passes read a primitive
 * state and write a conserved and a primitive one: kurganov-tadmor, of ideal and of dissipative fluids. Only src/evolve
 * includes this. */
#ifndef TAUB_EVOLVE_STAGES_H
#define TAUB_EVOLVE_STAGES_H

#include "evolve/internal.h"

int taub_stages_count(const struct taub_config *config);
/* Appends all stages of a step: ghost zones at the stage's time, then the scheme's passes 0 to passes - 1; returns the
 * number of launches. A pass gets the fields
 *     0 primitive state of the stage   1 conserved state at the start of the step
 *     2 new conserved state            3 new primitive state
 * and what stage_of_launch in kernels/schemes/update.h reads; option[0] = 1 on the first stage. */
int taub_stages_append(const struct taub_simulation *simulation, int parity, int passes, struct taub_launch *list);
/* taub_scheme.primitive_alternates and .sum_limit */
int taub_stages_alternate(const struct taub_config *config);
double taub_stages_sum_limit(const struct taub_config *config);

#endif
