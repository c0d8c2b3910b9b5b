/* A weak magnetic loop about the z axis, advected by the flow: T. A. Gardiner, J. M. Stone, J. Comput. Phys. 205 (2005)
 * 509. A_z = field max(radius - r, 0) with r the distance from the centre in x and y: |B| = field inside, along the
 * circles around the axis. */
#ifndef TAUB_PROBLEMS_FIELD_LOOP_H
#define TAUB_PROBLEMS_FIELD_LOOP_H

#include "problems/formula.h"

#define PROBLEM_POTENTIAL 1

struct problem {
    real base[PROBLEM_COMPONENTS], uniform[3];
    real center[2], radius, field;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real dx = x[0] - p->center[0], dy = x[1] - p->center[1], r = length_2(dx, dy);
    const int inside = (r < p->radius) & (r > R(0.0));
    take_state(p->base, q);
    q[5] = inside ? -p->field * dy / r : R(0.0);
    q[6] = inside ? p->field * dx / r : R(0.0);
    q[7] = R(0.0);
}

INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    a[2] = p->field * real_max(p->radius - length_2(x[0] - p->center[0], x[1] - p->center[1]), R(0.0));
}

#endif
