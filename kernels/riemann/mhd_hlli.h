/* HLLI for magnetohydrodynamics (M. Dumbser, D. S. Balsara, J. Comput. Phys. 304 (2016) 275): the flux of HLL less the
 * diffusion that it gives to the waves inside its fan, here contact, both Alfven and both slow waves. Eigenvectors are
 * those of the primitive state at the mean of both sides, with the weights of P. L. Roe, D. S. Balsara, SIAM J. Appl.
 * Math. 56 (1996) 57; jumps of momentum and energy follow from those of the primitive state by means, so that contacts
 * and tangential discontinuities at rest stay. A wave loses the share 1 - |its speed|/|the fan's| of its diffusion, at
 * jumps of the total pressure by more than two less. */
#ifndef TAUB_RIEMANN_MHD_HLLI_H
#define TAUB_RIEMANN_MHD_HLLI_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"

/* The mean state of a face, tangential components first the next axis's; weights of the slow waves. */
struct face_mean {
    real density, root, pressure, sound2, sound;
    real v[3], b[2]; /* v: across the face, then along */
    real along, slow, fast, sign, beta[2];
    real weight_fast, weight_slow;
};

INLINE struct face_mean mean_of_face(const real ul[SYSTEM_COMPONENTS], const struct gas left,
                                     const real ur[SYSTEM_COMPONENTS], const struct gas right, int axis)
{
    struct face_mean mean;
    const real normal = ul[SYSTEM_FIELD + axis];
    mean.density = R(0.5) * (ul[0] + ur[0]);
    mean.pressure = real_max(R(0.5) * (left.pressure + right.pressure), REAL_TINY);
    mean.root = real_sqrt(mean.density);
    EACH (n, 3)
        mean.v[n] = R(0.5) * (left.v[(axis + n) % 3] + right.v[(axis + n) % 3]);
    EACH (n, 2)
        mean.b[n] = R(0.5) * (ul[SYSTEM_FIELD + (axis + 1 + n) % 3] + ur[SYSTEM_FIELD + (axis + 1 + n) % 3]);
    const real per = R(1.0) / mean.density, across2 = (square(mean.b[0]) + square(mean.b[1])) * per;
    const real along2 = square(normal) * per, across = real_sqrt(square(mean.b[0]) + square(mean.b[1]));
    mean.sound2 = GAMMA * mean.pressure * per;
    mean.sound = real_sqrt(mean.sound2);
    mean.along = real_fabs(normal) / mean.root;
    mean.sign = normal < R(0.0) ? R(-1.0) : R(1.0);
    mean.fast = fast_speed(mean.sound2, along2, across2);
    mean.slow = real_sqrt(mean.sound2 * along2) / mean.fast;
    const real apart = (mean.sound2 - along2) - across2, beside = R(4.0) * (mean.sound2 * across2);
    half_angle(apart, real_sqrt(beside), real_sqrt(square(apart) + beside), &mean.weight_fast, &mean.weight_slow);
    const int leans = across > REAL_TINY;
    EACH (n, 2)
        mean.beta[n] = leans ? mean.b[n] / (leans ? across : R(1.0)) : R(0.70710678118654752);
    return mean;
}

/* How much of its diffusion a wave loses. */
INLINE real sharpness(real speed, real ahead, real behind)
{
    const real forward = speed > R(0.0) ? speed / real_max(ahead, REAL_TINY) : R(0.0);
    const real backward = speed < R(0.0) ? -speed / real_max(behind, REAL_TINY) : R(0.0);
    return real_max(R(1.0) - (forward + backward), R(0.0));
}

/* The part of the jump that must not be diffused, by components of the conserved state. */
INLINE void inner_jump(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                       const struct gas right, int axis, real ahead, real behind, real jump[SYSTEM_COMPONENTS])
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const struct face_mean mean = mean_of_face(ul, left, ur, right, axis);
    const real dp = right.pressure - left.pressure, dv = right.v[axis] - left.v[axis];
    const real dvt[2] = {right.v[p] - left.v[p], right.v[q] - left.v[q]};
    const real dbt[2] = {ur[SYSTEM_FIELD + p] - ul[SYSTEM_FIELD + p], ur[SYSTEM_FIELD + q] - ul[SYSTEM_FIELD + q]};
    const real contact = sharpness(mean.v[0], ahead, behind) * ((ur[0] - ul[0]) - dp / mean.sound2);
    /* what turns, with Alfven waves to both sides */
    const real turn_v = mean.beta[0] * dvt[1] - mean.beta[1] * dvt[0];
    const real turn_b = (mean.sign / mean.root) * (mean.beta[0] * dbt[1] - mean.beta[1] * dbt[0]);
    const real forth = R(0.5) * sharpness(mean.v[0] + mean.along, ahead, behind) * (turn_v - turn_b);
    const real back = R(0.5) * sharpness(mean.v[0] - mean.along, ahead, behind) * (turn_v + turn_b);
    /* slow waves to both sides */
    const real push = mean.weight_slow * mean.slow, pull = mean.weight_fast * mean.fast * mean.sign;
    const real tension = mean.weight_fast * mean.sound;
    const real odd = push * dv + pull * (mean.beta[0] * dvt[0] + mean.beta[1] * dvt[1]);
    const real even =
        mean.weight_slow * dp / mean.density - tension / mean.root * (mean.beta[0] * dbt[0] + mean.beta[1] * dbt[1]);
    const real scale = R(0.5) / mean.sound2;
    const real slow_forth = scale * sharpness(mean.v[0] + mean.slow, ahead, behind) * (even + odd);
    const real slow_back = scale * sharpness(mean.v[0] - mean.slow, ahead, behind) * (even - odd);
    const real sum = slow_forth + slow_back, difference = slow_forth - slow_back;
    /* in primitive variables, then in conserved ones */
    /* of total pressures: that of the gas may jump by any factor across a tangential discontinuity */
    const real least = real_min(left.total_pressure, right.total_pressure);
    const real most = real_max(left.total_pressure, right.total_pressure);
    const real kept = real_max(real_min(R(1.0), R(2.0) * least / real_max(most, REAL_TINY)), R(0.0));
    const real density = kept * (contact + mean.density * mean.weight_slow * sum);
    const real pressure = kept * (mean.density * mean.sound2 * mean.weight_slow * sum);
    const real turn = forth + back, twist = mean.sign * mean.root * (back - forth);
    const real v[3] = {kept * (push * difference), kept * (pull * mean.beta[0] * difference - mean.beta[1] * turn),
                       kept * (pull * mean.beta[1] * difference + mean.beta[0] * turn)};
    const real b[2] = {kept * (-mean.beta[1] * twist - tension * mean.root * mean.beta[0] * sum),
                       kept * (mean.beta[0] * twist - tension * mean.root * mean.beta[1] * sum)};
    EACH (c, SYSTEM_COMPONENTS)
        jump[c] = R(0.0);
    jump[0] = density;
    jump[4] = (pressure * TAUB_EOS_PER_GAMMA_LESS_1 + R(0.5) * (left.half_v2 + right.half_v2) * density) +
              (mean.b[0] * b[0] + mean.b[1] * b[1]);
    EACH (n, 3) {
        jump[1 + (axis + n) % 3] = mean.v[n] * density + mean.density * v[n];
        jump[4] += mean.density * mean.v[n] * v[n];
    }
    jump[SYSTEM_FIELD + p] = b[0];
    jump[SYSTEM_FIELD + q] = b[1];
}

#endif
