/* The phase of a plane wave: sum_a number_a (x_a - lower_a) - speed (t - start). */
#ifndef TAUB_PROBLEMS_WAVE_PHASE_H
#define TAUB_PROBLEMS_WAVE_PHASE_H

#include "problems/formula.h"

struct phase {
    real number[3]; /* wavenumber: 2 pi initial.waves_a/length_a + mesh.bloch_a; 0 along axes with one cell */
    real lower[3];  /* of the mesh */
    real size;      /* length of number */
    real speed;     /* angular frequency */
    real start;
};

INLINE real phase_at(GLOBAL const struct phase *phase, const real x[3], real t)
{
    real sum = -phase->speed * (t - phase->start);
    for (int axis = 0; axis < 3; axis++)
        sum += phase->number[axis] * (x[axis] - phase->lower[axis]);
    return sum;
}

#endif
