/* Ideal Gubser flow: a conformal fluid that expands along the beam and, with azimuthal symmetry, in the transverse
 * plane. S. S. Gubser, Phys. Rev. D 82 (2010) 085027, eqs. (22) to (24). With
 *   d = 1 + 2 q^2 (tau^2 + r^2) + q^4 (tau^2 - r^2)^2:
 *   T = C/tau (2 q tau)^(2/3) d^(-1/3),  u^r = 2 q^2 tau r/sqrt d,
 * C from T(tau = 1/q, r = 0) = `temperature`. Charge is advected like entropy, so n is proportional to T^3. */
#ifndef TAUB_PROBLEMS_GUBSER_H
#define TAUB_PROBLEMS_GUBSER_H

#include "problems/formula.h"

struct problem {
    real q, temperature, charge;
    real energy; /* density at `temperature`, of a conformal fluid */
};

/* All but the energy density, which is the fluid's; returns the temperature over `temperature`. */
INLINE real gubser_flow(GLOBAL const struct problem *p, const real x[3], real t, real out[SYSTEM_COMPONENTS])
{
    const real q = p->q, radius = length_2(x[0], x[1]), difference = (t - radius) * (t + radius);
    const real d = R(1.0) + R(2.0) * q * q * (t * t + radius * radius) + q * q * q * q * difference * difference;
    const real ratio = real_pow(q * q * t * t * R(4.0) / d, R(1.0 / 3.0)) / (q * t);
    out[1] = R(2.0) * q * q * t * x[0] / real_sqrt(d);
    out[2] = R(2.0) * q * q * t * x[1] / real_sqrt(d);
    out[4] = p->charge * (ratio * ratio * ratio);
    return ratio;
}

INLINE void problem_state(GLOBAL const struct problem *p, const real x[3], real t, int part, real q[SYSTEM_COMPONENTS])
{
    const real ratio = gubser_flow(p, x, t, q);
    q[0] = p->energy * (ratio * ratio * ratio * ratio);
}

#endif
