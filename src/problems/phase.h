/* The phase of a plane wave in the mesh of a case, f = sum_a number_a (x_a - lower_a) - speed (t - start). */
#ifndef TAUB_PROBLEMS_PHASE_H
#define TAUB_PROBLEMS_PHASE_H

#include "problems/problem_kind.h"

struct taub_phase {
    double number[3]; /* 2 pi initial.waves_a / length_a + mesh.bloch_a, 0 along axes with one cell */
    double lower[3];  /* of the mesh */
    double size;      /* of number */
    double speed;     /* change with time; 0 until the problem sets it */
};

/* The phase of the case's `initial.waves`; an exact solution from then on needs periodic faces across the wave. */
void taub_phase_create(struct taub_problem *self, const struct taub_config *config, struct taub_phase *out);

/* The phase at x a time `since` the start. */
double taub_phase_at(const struct taub_phase *phase, const double x[3], double since);

#endif
