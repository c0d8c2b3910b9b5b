/* Rotor: a dense disc that rotates in a uniform field along x: D. S. Balsara, D. S. Spicer, J. Comput. Phys. 149 (1999)
 * 270; G. Toth, J. Comput. Phys. 161 (2000) 605. Inside `radius` the density is ten times the ambient one, and the gas
 * rotates with `speed` at the edge; both fall linearly to the ambient values at 1.15 radius. */
#ifndef TAUB_PROBLEMS_ROTOR_H
#define TAUB_PROBLEMS_ROTOR_H

#include "problems/formula.h"

struct problem {
    real base[PROBLEM_COMPONENTS];
    real center[2], radius, speed, field;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real dx = x[0] - p->center[0], dy = x[1] - p->center[1], r = length_2(dx, dy), outer = R(1.15) * p->radius;
    const int inside = r <= p->radius;
    const real falling = r < outer ? (outer - r) / (outer - p->radius) : R(0.0), share = inside ? R(1.0) : falling;
    const real turn = inside ? p->speed / p->radius : share * p->speed / r;
    take_state(p->base, q);
    q[0] *= R(1.0) + R(9.0) * share;
    q[1] -= turn * dy;
    q[2] += turn * dx;
    q[5] = p->field;
    q[6] = q[7] = R(0.0);
}

#endif
