/* Orszag-Tang vortex: S. A. Orszag, C.-M. Tang, J. Fluid Mech. 90 (1979) 129, in the units of J. M. Stone et al.,
 * Astrophys. J. Suppl. 178 (2008) 137, with x and y from 0 to 1 over the mesh: rho = 25/(36 pi), p = 5/(12 pi),
 *   v = (-sin 2 pi y, sin 2 pi x, 0),  B = (-sin 2 pi y, sin 4 pi x, 0)/sqrt(4 pi). */
#ifndef TAUB_PROBLEMS_ORSZAG_TANG_H
#define TAUB_PROBLEMS_ORSZAG_TANG_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1

struct problem {
    real uniform[3];
    real lower[2], length[2]; /* of the mesh */
};

/* 2 pi times the position relative to the length of the mesh. */
INLINE real angle(GLOBAL const struct problem *p, const real x[3], int axis)
{
    return R(2.0) * PROBLEM_PI * (x[axis] - p->lower[axis]) / p->length[axis];
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real size = R(1.0) / real_sqrt(R(4.0) * PROBLEM_PI), a = angle(p, x, 0), along = real_sin(angle(p, x, 1));
    q[0] = R(25.0) / (R(36.0) * PROBLEM_PI);
    q[1] = -along;
    q[2] = real_sin(a);
    q[4] = R(5.0) / (R(12.0) * PROBLEM_PI);
    q[5] = -size * along;
    q[6] = size * real_sin(R(2.0) * a);
}

INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    const real size = R(1.0) / real_sqrt(R(4.0) * PROBLEM_PI);
    a[2] = size * (p->length[0] * real_cos(R(2.0) * angle(p, x, 0)) / (R(4.0) * PROBLEM_PI) +
                   p->length[1] * real_cos(angle(p, x, 1)) / (R(2.0) * PROBLEM_PI));
}

#endif
