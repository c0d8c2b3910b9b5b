/* Phase of a plane wave on the mesh of a case, f = sum_a number_a (x_a - lower_a) - speed (t - start). */
#ifndef TAUB_PROBLEMS_PHASE_H
#define TAUB_PROBLEMS_PHASE_H

#include "problems/problem_kind.h"

struct taub_phase {
    double number[3]; /* wavenumber: 2 pi initial.waves_a/length_a + mesh.bloch_a; 0 along axes with one cell */
    double lower[3];  /* of the mesh */
    double size;      /* length of number */
    double speed;     /* angular frequency; 0 until the problem sets it */
};

/* Phase of the case's `initial.waves`. Marks the exact solution as invalid unless faces across the wave are
 * periodic. */
void taub_phase_create(struct taub_problem *self, const struct taub_config *config, struct taub_phase *out);

/* Phase at x, at time start + since. */
double taub_phase_at(const struct taub_phase *phase, const double x[3], double since);

#endif
