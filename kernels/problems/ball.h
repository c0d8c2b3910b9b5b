/* One state inside |x| < radius, another one outside, with an optional smooth transition. The norm, over the axes with
 * cells, is 1, 2 or infinity (written 0). */
#ifndef TAUB_PROBLEMS_BALL_H
#define TAUB_PROBLEMS_BALL_H

#include "problems/formula.h"

struct problem {
    real inside[PROBLEM_COMPONENTS], outside[PROBLEM_COMPONENTS];
    real active[3], radius, transition, norm;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    real sum = R(0.0), squares = R(0.0), largest = R(0.0);
    for (int a = 0; a < 3; a++)
        if (p->active[a] > R(0.0)) {
            const real size = real_fabs(x[a]);
            sum += size;
            squares += x[a] * x[a];
            largest = real_max(largest, size);
        }
    const real distance = p->norm == R(1.0) ? sum : p->norm == R(2.0) ? real_sqrt(squares) : largest;
    const real outwards = distance - p->radius;
    real share = outwards < R(0.0) ? R(1.0) : R(0.0);
    if (p->transition > R(0.0))
        share = R(0.5) - R(0.5) * real_tanh(outwards / p->transition);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = share * p->inside[c] + (R(1.0) - share) * p->outside[c];
}

#endif
