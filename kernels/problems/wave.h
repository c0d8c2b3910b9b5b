/* A density wave at constant velocity and pressure, advected without change:
 *   rho = rho_0 (1 + amplitude sin(2 pi sum_a waves_a (x_a - lower_a - v_a t)/length_a)).
 * In srhd the charge density varies, and with it the energy density by the mass of a charge. */
#ifndef TAUB_PROBLEMS_WAVE_H
#define TAUB_PROBLEMS_WAVE_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1

struct problem {
    real base[PROBLEM_COMPONENTS]; /* the unperturbed state */
    real number[3], velocity[3], lower[3], amplitude, start;
    real charge; /* srhd: 1; otherwise 0 */
    real mass;   /* srhd: of a charge */
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const int carried = p->charge > R(0.0) ? 4 : 0;
    real phase = R(0.0);
    for (int a = 0; a < 3; a++)
        phase += p->number[a] * (x[a] - p->lower[a] - p->velocity[a] * (t - p->start));
    take_state(p->base, q);
    q[carried] *= R(1.0) + p->amplitude * real_sin(phase);
    if (carried)
        q[0] += p->mass * (q[4] - p->base[4]);
}

#endif
