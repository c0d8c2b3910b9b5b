/* A standing wave in a box with perfectly conducting walls: E_a = A_a cos(k_a x_a) sin(k_b x_b) sin(k_c x_c) cos(c k t)
 * with k.A = 0, and B from Faraday's law. Along an axis with one cell the fields are uniform:
 * its factors are 1. J. D. Jackson, Classical Electrodynamics, section 8.7. */
#ifndef TAUB_PROBLEMS_BOX_MODE_H
#define TAUB_PROBLEMS_BOX_MODE_H

#include "problems/formula.h"

#define PROBLEM_SMOOTH 1
#define PROBLEM_POTENTIAL 1

struct problem {
    real uniform[3];
    real active[3], number[3], lower[3], amplitude[3];
    real frequency, permittivity, square, start; /* square: of the wavenumber */
};

/* E without its factor cos(c k t), and the curl of that. */
INLINE void mode_at(GLOBAL const struct problem *p, const real x[3], real e[3], real curl[3])
{
    real s[3], c[3];
    for (int a = 0; a < 3; a++) {
        const real phase = p->number[a] * (x[a] - p->lower[a]);
        const int active = p->active[a] > R(0.0);
        s[a] = active ? real_sin(phase) : R(1.0);
        c[a] = active ? real_cos(phase) : R(1.0);
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, d = (a + 2) % 3;
        e[a] = p->amplitude[a] * c[a] * s[b] * s[d];
        /* the terms of d_b E_d - d_d E_b; along an axis with one cell the wavenumber is 0 */
        curl[a] = s[a] * (c[b] * c[d]) * (p->number[b] * p->amplitude[d] - p->number[d] * p->amplitude[b]);
    }
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real phase = p->frequency * (t - p->start), electric = p->permittivity * real_cos(phase);
    const real magnetic = -real_sin(phase) / p->frequency;
    real e[3], curl[3];
    mode_at(p, x, e, curl);
    for (int a = 0; a < 3; a++) {
        q[a] = electric * e[a];
        q[3 + a] = magnetic * curl[a];
    }
}

/* E is the curl of curl E over k^2. */
INLINE void problem_potential(GLOBAL const struct problem *p, const real x[3], real t, int part, int vector, real a[3])
{
    const real phase = p->frequency * (t - p->start), electric = p->permittivity * real_cos(phase) / p->square;
    const real magnetic = -real_sin(phase) / p->frequency;
    real e[3], curl[3];
    mode_at(p, x, e, curl);
    for (int c = 0; c < 3; c++)
        a[c] = vector == 0 ? electric * curl[c] : magnetic * e[c];
}

#endif
