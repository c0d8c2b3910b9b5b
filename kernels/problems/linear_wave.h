/* A plane wave of small amplitude in a uniform magnetized gas, exact to first order in the amplitude: the state is base
 * + change sin f, f its phase (src/problems/linear_wave.c). */
#ifndef TAUB_PROBLEMS_LINEAR_WAVE_H
#define TAUB_PROBLEMS_LINEAR_WAVE_H

#include "problems/wave_phase.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1

struct problem {
    real base[PROBLEM_COMPONENTS], change[PROBLEM_COMPONENTS], uniform[3];
    struct phase phase;
    real vector[3]; /* the vector potential is cos f times this */
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real at = real_sin(phase_at(&p->phase, x, t));
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = p->base[c] + at * p->change[c];
}

/* The curl of cos f w is -sin f |number| n x w, and n x (n x B) is minus the part of B transverse to n. */
INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    const real at = real_cos(phase_at(&p->phase, x, t));
    for (int axis = 0; axis < 3; axis++)
        a[axis] = at * p->vector[axis];
}

#endif
