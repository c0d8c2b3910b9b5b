/* Shear stress and bulk pressure of initial data for system israel-stewart, by transport.initial_stress. */
#ifndef TAUB_PROBLEMS_STRESS_H
#define TAUB_PROBLEMS_STRESS_H

#include "problems/problem_kind.h"

struct taub_stress;

/* NULL in `out` for other systems. Clears has_exact of an ideal flow in a viscous fluid. */
enum taub_status taub_stress_create(struct taub_problem *problem, const struct taub_config *config,
                                    struct taub_stress **out, struct taub_error *error);
void taub_stress_destroy(struct taub_stress *self);

/* Completes what the problem's own kind filled in. */
enum taub_status taub_stress_fill(const struct taub_stress *self, const struct taub_problem *problem, const double x[3],
                                  double t, double state[], struct taub_error *error);

#endif
