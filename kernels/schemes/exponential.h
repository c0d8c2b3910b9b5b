/* Stages of a Runge-Kutta step for what relaxes: y' = N - G y, with N and G of the stage's state and z = G dt. In
 *   y1 = y0 + dt k(y0),   y2 = c y0 + (1 - c) y1 + c dt k(y1),   k(y) = phi_1 (N(y) - G y0),   c = phi_2/phi_1
 * decay is exact, so that no G bounds the step, and nothing but y0 and the last stage is needed; for z = 0 it is
 * SSP-RK2, for constant G that of S. M. Cox, P. C. Matthews, J. Comput. Phys. 176 (2002) 430, eqs. 20 to 22. k is the
 * mean rate over the step: rates of other quantities that hold y' take it, too (schemes/relaxation.h). The same with
 * three stages for SSP-RK3 (docs/theory/israel-stewart.md, stages). */
#ifndef TAUB_SCHEMES_EXPONENTIAL_H
#define TAUB_SCHEMES_EXPONENTIAL_H

#include "dialect.h"
#include "systems/transport.h"

/* phi_n(z) = sum_m (-z)^m/(m + n)!: phi_0 = e^-z, phi_n = (1/(n - 1)! - phi_{n-1})/z. */
struct phis {
    real one, two, three;
};

INLINE struct phis phis_of(real z)
{
    struct phis phi;
    real sum = R(1.0); /* 3! phi_3, which differences would take the digits of */
    UNROLL
    for (int n = 15; n > 3; n--)
        sum = R(1.0) - z * sum * (R(1.0) / (real)n);
    sum *= R(1.0 / 6.0);
    const real two = R(0.5) - z * sum;
    const int small = z < R(0.5);
    const real over_z = R(1.0) / (small ? R(0.5) : z);
    phi.one = small ? R(1.0) - z * two : (R(1.0) - decaying_exp(-z)) * over_z;
    phi.two = small ? two : (R(1.0) - phi.one) * over_z;
    phi.three = small ? sum : (R(0.5) - phi.two) * over_z;
    return phi;
}

/* A stage of something that decays: y = y0 + kept (y of the stage before - y0) + weight (what the stage adds with N - G
 * y0 for the rate); `mean`: phi_1. */
struct exponential {
    real mean, kept, weight;
};

/* number: that of the stage, from 0. */
INLINE struct exponential exponential_of(real z, int number)
{
    const struct phis phi = phis_of(z);
    struct exponential stage;
    stage.mean = phi.one;
    stage.kept = R(0.0);
    stage.weight = phi.one;
#if TAUB_STAGES == 3
    const real middle = phis_of(R(0.5) * z).one;
    const real third = R(4.0) * (phi.two - R(2.0) * phi.three), rest = phi.one - third;
    const real second = (R(4.0) * phi.three - phi.two) / rest;
    if (number == 1) {
        stage.kept = R(0.5) * middle * (R(1.0) - second) / phi.one;
        stage.weight = R(2.0) * middle * second;
    } else if (number == 2) {
        stage.kept = R(2.0) * rest / middle;
        stage.weight = R(1.5) * third;
    }
#else
    if (number == 1) {
        stage.kept = R(1.0) - phi.two / phi.one;
        stage.weight = R(2.0) * phi.two;
    }
#endif
    return stage;
}

#endif
