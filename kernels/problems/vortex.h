/* An isentropic vortex advected by a uniform flow: D. S. Balsara and C.-W. Shu, J. Comput. Phys. 160 (2000) 405; H. C.
 * Yee, N. D. Sandham, M. J. Djomehri, J. Comput. Phys. 150 (1999) 199. With s = distance from the axis over the radius
 * a, and T = p/rho, c^2 = gamma T of the ambient flow,
 *   dv = strength/(2 pi) sqrt(T) exp((1 - s^2)/2) (axis x r)/a,
 *   dT = -T (gamma - 1) strength^2/(8 gamma pi^2) exp(1 - s^2), p/rho^gamma constant:
 * the pressure gradient balances the centrifugal force. On a periodic mesh the nearest image of the vortex is used. */
#ifndef TAUB_PROBLEMS_VORTEX_H
#define TAUB_PROBLEMS_VORTEX_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1

struct problem {
    real base[PROBLEM_COMPONENTS]; /* the ambient flow */
    real center[3], period[3];     /* period 0: not periodic along that axis */
    real strength, radius, gamma, axis, start;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const int one = ((int)p->axis + 1) % 3, two = ((int)p->axis + 2) % 3;
    const real gamma = p->gamma;
    real r[3];
    take_state(p->base, q);
    for (int a = 0; a < 3; a++) {
        r[a] = x[a] - p->center[a] - q[1 + a] * (t - p->start);
        if (p->period[a] > R(0.0))
            r[a] -= p->period[a] * nearest(r[a] / p->period[a]);
        r[a] /= p->radius;
    }
    const real bell = real_exp(R(1.0) - r[one] * r[one] - r[two] * r[two]), heat = q[4] / q[0];
    const real swirl = p->strength / (R(2.0) * PROBLEM_PI) * real_sqrt(heat * bell);
    const real cooling =
        (gamma - R(1.0)) * p->strength * p->strength / (R(8.0) * gamma * PROBLEM_PI * PROBLEM_PI) * bell;
    q[0] *= real_pow(R(1.0) - cooling, R(1.0) / (gamma - R(1.0)));
    q[4] *= real_pow(R(1.0) - cooling, gamma / (gamma - R(1.0)));
    q[1 + one] -= swirl * r[two];
    q[1 + two] += swirl * r[one];
}

#endif
