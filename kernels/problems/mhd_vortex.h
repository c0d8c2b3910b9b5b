/* A magnetized vortex advected by a uniform flow: D. S. Balsara, Astrophys. J. Suppl. 151 (2004) 149. With s = distance
 * from the axis over the radius and f = exp((1 - s^2)/2)/(2 pi):
 *   dv = strength f (axis x r)/radius,  dB = field f (axis x r)/radius,
 *   dp = (field^2 (1 - s^2) - rho strength^2) exp(1 - s^2)/(8 pi^2),
 * rho constant: magnetic tension and centrifugal force balance the gradient of p + B^2/2. On a periodic mesh the
 * nearest image of the vortex is used. */
#ifndef TAUB_PROBLEMS_MHD_VORTEX_H
#define TAUB_PROBLEMS_MHD_VORTEX_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1

struct problem {
    real base[PROBLEM_COMPONENTS], uniform[3];
    real center[3], period[3]; /* period 0: not periodic along that axis */
    real strength, field, radius, axis, start;
};

/* Position relative to the axis in units of the radius; returns exp((1 - s^2)/2)/(2 pi). */
INLINE real bell(GLOBAL const struct problem *p, const real x[3], real t, real r[3])
{
    const int axis = (int)p->axis;
    real square_of_distance = R(0.0);
    for (int a = 0; a < 3; a++) {
        r[a] = x[a] - p->center[a] - p->base[1 + a] * (t - p->start);
        if (p->period[a] > R(0.0))
            r[a] -= p->period[a] * nearest(r[a] / p->period[a]);
        r[a] /= p->radius;
        square_of_distance += a == axis ? R(0.0) : r[a] * r[a];
    }
    return real_exp((R(1.0) - square_of_distance) / R(2.0)) / (R(2.0) * PROBLEM_PI);
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const int one = ((int)p->axis + 1) % 3, two = ((int)p->axis + 2) % 3;
    real r[3];
    const real f = bell(p, x, t, r), s2 = r[one] * r[one] + r[two] * r[two];
    take_state(p->base, q);
    q[1 + one] -= p->strength * f * r[two];
    q[1 + two] += p->strength * f * r[one];
    q[5 + one] -= p->field * f * r[two];
    q[5 + two] += p->field * f * r[one];
    q[4] += (p->field * p->field * (R(1.0) - s2) - q[0] * p->strength * p->strength) * f * f / R(2.0);
}

INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    real r[3];
    a[(int)p->axis] = p->field * p->radius * bell(p, x, t, r);
}

#endif
