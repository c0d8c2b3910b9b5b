/* Piecewise constant states: planes normal to the axes divide the mesh into boxes, each with a state. One axis gives
 * layers, two give quadrants. */
#ifndef TAUB_PROBLEMS_PIECES_H
#define TAUB_PROBLEMS_PIECES_H

#include "problems/formula.h"

#define MOST_PIECES 64 /* TAUB_MOST_PIECES of taub/config.h */

struct problem {
    real count[3]; /* number of pieces along each axis */
    real cuts[3][MOST_PIECES];
    real states[MOST_PIECES][PROBLEM_COMPONENTS];
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    int at[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        for (int n = 0; n < (int)p->count[a] - 1; n++)
            at[a] += x[a] >= p->cuts[a][n];
    take_state(p->states[(at[2] * (int)p->count[1] + at[1]) * (int)p->count[0] + at[0]], q);
}

#endif
