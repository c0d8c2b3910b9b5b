/* A cold gas that falls onto a plane, line or point, on a mesh with one, two or three axes with cells: W. F. Noh, J.
 * Comput. Phys. 72 (1987) 78. With the speed v and j axes the shock moves outwards at (gamma - 1) v/2;
 *   upstream    rho = rho_0 (1 + v t/r)^(j - 1),
 *   downstream  rho = rho_0 ((gamma + 1)/(gamma - 1))^j, p = rho (gamma - 1) v^2/2.
 * This holds for zero upstream pressure; the case gives a small one. */
#ifndef TAUB_PROBLEMS_NOH_H
#define TAUB_PROBLEMS_NOH_H

#include "problems/formula.h"

struct problem {
    real base[PROBLEM_COMPONENTS];
    real active[3], center[3], speed, gamma, dimensions, start;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real gamma = p->gamma, since = t - p->start;
    real r[3];
    const real distance = distance_from(p->center, p->active, x, r);
    take_state(p->base, q);
    if (distance < (gamma - R(1.0)) / R(2.0) * p->speed * since) {
        q[0] *= real_pow((gamma + R(1.0)) / (gamma - R(1.0)), p->dimensions);
        q[4] = q[0] * (gamma - R(1.0)) / R(2.0) * p->speed * p->speed;
    } else if (distance > R(0.0)) {
        const real compression = real_pow(R(1.0) + p->speed * since / distance, p->dimensions - R(1.0));
        q[0] *= compression;
        q[4] *= real_pow(compression, gamma);
        for (int a = 0; a < 3; a++)
            q[1 + a] -= p->speed * r[a] / distance;
    }
}

#endif
