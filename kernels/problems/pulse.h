/* A Gaussian pulse of light that travels up an axis: E = e f(x - c t), B = n x E/c with the medium at the centre of the
 * pulse, f(s) = size exp(-s^2/(2 extent^2)) cos(number s). */
#ifndef TAUB_PROBLEMS_PULSE_H
#define TAUB_PROBLEMS_PULSE_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1

struct problem {
    real axis, position, extent, number, size, speed, permittivity, start;
    real e[3], across[3];
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real s = x[(int)p->axis] - p->position - p->speed * (t - p->start), r = s / p->extent;
    const real f = p->size * real_exp(R(-0.5) * r * r) * real_cos(p->number * s);
    for (int a = 0; a < 3; a++) {
        q[a] = p->permittivity * f * p->e[a];
        q[3 + a] = f / p->speed * p->across[a];
    }
}

#endif
