/* Initial shear stress and bulk pressure of system israel-stewart, by transport.initial_stress. */
#ifndef TAUB_PROBLEMS_STRESS_H
#define TAUB_PROBLEMS_STRESS_H

#include "problems/problem_kind.h"

struct taub_stress;

/* *out is NULL for other systems. Marks the exact solution of an ideal flow as invalid for a viscous fluid. */
enum taub_status taub_stress_create(struct taub_problem *problem, const struct taub_config *config,
                                    struct taub_stress **out, struct taub_error *error);
void taub_stress_destroy(struct taub_stress *self);

/* Adds the stresses to the state of a problem in a cell of these widths; NULL: of those of mesh.cells. */
enum taub_status taub_stress_fill(const struct taub_stress *self, const struct taub_problem *problem, const double x[3],
                                  const double width[3], double t, double state[], struct taub_error *error);

#endif
