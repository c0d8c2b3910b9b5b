/* A circularly polarized Alfven wave of any amplitude in any direction, an exact solution: G. Toth, J. Comput. Phys.
 * 161 (2000) 605. Along the unit vector n of its phase f the magnetic field is `uniform`. The transverse parts are
 * B = amplitude (cos f e1 + sin f e2) and v = -B/inertia (srmhd: the four-velocity), so that the wave moves along n. */
#ifndef TAUB_PROBLEMS_ALFVEN_WAVE_H
#define TAUB_PROBLEMS_ALFVEN_WAVE_H

#include "problems/wave_phase.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1

struct problem {
    real base[PROBLEM_COMPONENTS], uniform[3];
    struct phase phase;
    real across[2][3]; /* e1 and e2, right-handed with n */
    real amplitude, inertia;
};

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real at = phase_at(&p->phase, x, t), along = real_cos(at), across = real_sin(at);
    take_state(p->base, q);
    for (int a = 0; a < 3; a++) {
        const real b = p->amplitude * (along * p->across[0][a] + across * p->across[1][a]);
        q[1 + a] -= b / p->inertia;
        q[5 + a] = p->uniform[a] + b;
    }
}

/* The curl of f(phase) e is |number| f' n x e, with n x e1 = e2 and n x e2 = -e1: the potential is the transverse field
 * over -|number|. */
INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    const real at = phase_at(&p->phase, x, t), size = -p->amplitude / p->phase.size;
    const real along = real_cos(at), across = real_sin(at);
    for (int axis = 0; axis < 3; axis++)
        a[axis] = size * (along * p->across[0][axis] + across * p->across[1][axis]);
}

#endif
