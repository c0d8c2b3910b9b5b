/* background + (peak - background) exp(-sum ((x - center)/width)^2/2), for each of the quantities by which the case
 * gives its states separately. */
#ifndef TAUB_PROBLEMS_GAUSSIAN_H
#define TAUB_PROBLEMS_GAUSSIAN_H

#include "problems/formula.h"

struct problem {
    /* energy density, pressure or temperature; velocity or four-velocity; charge density */
    real background[5], peak[5];
    real center[3], width[3]; /* width 0: nothing varies along the axis */
    real velocities;          /* 1: velocities, 0: four-velocities */
};

INLINE void gaussian_values(GLOBAL const struct problem *p, const real x[3], real values[5])
{
    real exponent = R(0.0);
    for (int a = 0; a < 3; a++)
        if (p->width[a] > R(0.0)) {
            const real distance = (x[a] - p->center[a]) / p->width[a];
            exponent += distance * distance / R(2.0);
        }
    const real weight = real_exp(-exponent);
    for (int c = 0; c < 5; c++)
        values[c] = p->background[c] * (R(1.0) - weight) + p->peak[c] * weight;
}

/* Of states by their energy density. */
INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    real values[5];
    gaussian_values(p, x, values);
    const real speed = real_sqrt(values[1] * values[1] + values[2] * values[2] + values[3] * values[3]);
    /* 1 - v^2 as (1 - v)(1 + v), which avoids cancellation near the speed of light */
    const real per = p->velocities > R(0.0) ? R(1.0) / real_sqrt((R(1.0) - speed) * (R(1.0) + speed)) : R(1.0);
    for (int c = 0; c < 5; c++)
        q[c] = c > 0 && c < 4 ? values[c] * per : values[c];
}

#endif
