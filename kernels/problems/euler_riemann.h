/* A Riemann problem of an ideal gas: two states separated by a plane, later a shock or a rarefaction on each side of a
 * contact, or two fans with a vacuum between them: E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics
 * (3rd ed., 2009), chapter 4. The states between the waves are found by src/problems/euler_riemann_exact.c. */
#ifndef TAUB_PROBLEMS_EULER_RIEMANN_H
#define TAUB_PROBLEMS_EULER_RIEMANN_H

#include "problems/formula.h"

/* What is on one side of the contact; `sign` is -1 on the left, 1 on the right. */
struct side {
    real state[PROBLEM_COMPONENTS];
    real along;      /* velocity along the normal */
    real density;    /* between wave and contact, in a vacuum 0 */
    real head, tail; /* speeds of the edges of the wave, equal for a shock */
};

struct problem {
    struct side side[2];                /* left, right */
    real normal[3], position, cylinder; /* cylinder: about z, of the radius `position`; otherwise 0 */
    real gamma, start, vacuum;          /* vacuum: 1 or 0 */
    real pressure, velocity;            /* between the waves */
    real contact;                       /* its speed; of the middle of a vacuum */
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real gamma = p->gamma, since = t - p->start;
    const real in_plane = x[0] * p->normal[0] + x[1] * p->normal[1] + x[2] * p->normal[2];
    const real distance = (p->cylinder > R(0.0) ? length_2(x[0], x[1]) : in_plane) - p->position;
    const int later = since > R(0.0);
    const real xi = later ? distance / since : distance;
    const int left = xi < (later ? p->contact : R(0.0));
    const real sign = left ? R(-1.0) : R(1.0);
    GLOBAL const struct side *side = &p->side[left ? 0 : 1];
    take_state(side->state, q);
    if (!later | (sign * (xi - side->head) >= R(0.0)))
        return;
    real along = p->vacuum > R(0.0) ? xi : p->velocity;
    if (sign * (xi - side->tail) > R(0.0)) { /* v + sign c = xi, v - 2 sign c/(gamma - 1) as outside */
        const real c = real_sqrt(gamma * q[4] / q[0]);
        const real now = R(2.0) / (gamma + R(1.0)) * (c + sign * (gamma - R(1.0)) / R(2.0) * (xi - side->along));
        along = xi - sign * now;
        q[0] *= real_pow(now / c, R(2.0) / (gamma - R(1.0)));
        q[4] *= real_pow(now / c, R(2.0) * gamma / (gamma - R(1.0)));
    } else {
        q[0] = side->density;
        q[4] = p->pressure;
    }
    for (int a = 0; a < 3; a++)
        q[1 + a] += (along - side->along) * p->normal[a];
}

#endif
