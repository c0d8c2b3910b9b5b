/* A damped plane wave of Maxwell's equations in a medium that may conduct: with the wavenumber k, kappa = sigma/eps and
 * the speed of light c,
 *   B = Re b exp(i k.x + lambda t) n x e,  D = Re eps (i lambda/k) b exp(i k.x + lambda t) e,
 *   lambda = -kappa/2 - i sqrt(c^2 k^2 - kappa^2/4), or the slower of two decays if kappa > 2 c k,
 * from the dispersion relation lambda^2 + kappa lambda + c^2 k^2 = 0. */
#ifndef TAUB_PROBLEMS_PLANE_WAVE_H
#define TAUB_PROBLEMS_PLANE_WAVE_H

#include "problems/wave_phase.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1
#define PROBLEM_COMPLEX 1

struct problem {
    real uniform[3];
    struct phase phase;
    real across[2][3]; /* e, and n x e */
    real decay, permittivity;
    real field; /* b */
};

/* Amplitudes of D (of cos and sin of the phase) and B along their directions; returns the phase. */
INLINE real amplitudes(GLOBAL const struct problem *p, const real x[3], real t, int part, real d[2], real *b)
{
    *b = p->field * real_exp(-p->decay * (t - p->phase.start));
    /* i lambda/k = (frequency - i decay)/k */
    const real scale = p->permittivity * *b / p->phase.size;
    d[0] = scale * p->phase.speed;
    d[1] = scale * p->decay;
    /* the imaginary part of exp(i phase) is the real part with the phase reduced by pi/2 */
    return phase_at(&p->phase, x, t) - (part ? R(0.5) * PROBLEM_PI : R(0.0));
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    real d[2], b;
    const real phase = amplitudes(p, x, t, part, d, &b), along = real_cos(phase), across = real_sin(phase);
    for (int a = 0; a < 3; a++) {
        q[a] = (d[0] * along + d[1] * across) * p->across[0][a];
        q[3 + a] = b * along * p->across[1][a];
    }
}

/* The curl of f(phase) v is |k| f' n x v; B is along n x e, D along e = -n x (n x e). */
INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    real d[2], b;
    const real phase = amplitudes(p, x, t, part, d, &b), along = real_cos(phase), across = real_sin(phase);
    for (int c = 0; c < 3; c++)
        a[c] = vector == 1 ? b * across / p->phase.size * p->across[0][c]
                           : -(d[0] * across - d[1] * along) / p->phase.size * p->across[1][c];
}

#endif
