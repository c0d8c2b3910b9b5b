/* Fields of zero, to be driven by sources. */
#ifndef TAUB_PROBLEMS_EMPTY_H
#define TAUB_PROBLEMS_EMPTY_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1

struct problem {
    real unused;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    (void)p;
    (void)x;
    (void)t;
    (void)part;
    (void)q;
}

#endif
