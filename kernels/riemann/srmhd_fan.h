/* What HLLC and HLLD of relativistic magnetohydrodynamics have in common: the jump across a fast wave, and the contact
 * that HLL's averages are consistent with. */
#ifndef TAUB_RIEMANN_SRMHD_FAN_H
#define TAUB_RIEMANN_SRMHD_FAN_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"

/* R = wave U - F of one side, which the states behind its fast wave have, too; energies without the rest mass, vectors
 * across the face first, then along the next axis and the one after it. */
struct fast_jump {
    real wave, mass, energy, momentum[3], field[2];
};
INLINE struct fast_jump fast_jump_of(const real u[SYSTEM_COMPONENTS], const real f[SYSTEM_COMPONENTS], int axis,
                                     real wave)
{
    struct fast_jump jump;
    jump.wave = wave;
    jump.mass = wave * u[0] - f[0];
    jump.energy = wave * u[4] - f[4];
    EACH (n, 3) {
        const int a = (axis + n) % 3;
        jump.momentum[n] = wave * u[1 + a] - f[1 + a];
        if (n > 0)
            jump.field[n - 1] = wave * u[SYSTEM_FIELD + a] - f[SYSTEM_FIELD + a];
    }
    return jump;
}

/* The flux between a fast wave and the next one is wave U - R. */
INLINE void flux_behind(const struct fast_jump jump, int axis, const real u[SYSTEM_COMPONENTS],
                        real flux[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.0);
    flux[0] = jump.wave * u[0] - jump.mass;
    flux[4] = jump.wave * u[4] - jump.energy;
    EACH (n, 3) {
        const int a = (axis + n) % 3;
        flux[1 + a] = jump.wave * u[1 + a] - jump.momentum[n];
        if (n > 0)
            flux[SYSTEM_FIELD + a] = jump.wave * u[SYSTEM_FIELD + a] - jump.field[n - 1];
    }
}

INLINE truth field_crosses(real normal, const struct gas left, const struct gas right)
{
    return normal * normal > square(NO_NORMAL_FIELD) * (left.total_pressure + right.total_pressure);
}

/* HLL's averages of energy and momentum across the face, (R_R - R_L)/(S_R - S_L), and of their fluxes, (S_L R_R - S_R
 * R_L)/(S_R - S_L); of the energy with the rest mass. */
struct averages {
    real energy, energy_flux, momentum, momentum_flux;
};
INLINE struct averages averages_of(const struct fast_jump left, const struct fast_jump right)
{
    const real per = R(1.0) / (right.wave - left.wave), of_left = right.wave * per, of_right = left.wave * per;
    const real energy_l = left.mass + left.energy, energy_r = right.mass + right.energy;
    struct averages mean;
    mean.energy = (energy_r - energy_l) * per;
    mean.energy_flux = of_right * energy_r - of_left * energy_l;
    mean.momentum = (right.momentum[0] - left.momentum[0]) * per;
    mean.momentum_flux = of_right * right.momentum[0] - of_left * left.momentum[0];
    return mean;
}

/* Of a v^2 - middle v + c = 0. */
INLINE real slower_root(real a, real middle, real c)
{
    return R(2.0) * c / (middle + real_sqrt(real_max(middle * middle - R(4.0) * (a * c), R(0.0))));
}

/* Mignone and Bodo (2006), section 3: the speed of the contact, the total pressure and, with a field across the face,
 * the tangential field and velocity on both of its sides. */
struct contact_wave {
    real speed, pressure;
    real b[2], v[2], v_dot_b, over_w2; /* over_w2: 1/W^2 */
};
INLINE struct contact_wave contact_of_averages(const struct fast_jump left, const struct fast_jump right, real normal,
                                               truth crosses)
{
    const real per = R(1.0) / (right.wave - left.wave), of_left = right.wave * per, of_right = left.wave * per;
    const struct averages mean = averages_of(left, right);
    struct contact_wave contact;
    real pull[2];
    EACH (n, 2) {
        contact.b[n] = crosses ? (right.field[n] - left.field[n]) * per : R(0.0);
        pull[n] = crosses ? of_right * right.field[n] - of_left * left.field[n] : R(0.0);
    }
    const real both = contact.b[0] * pull[0] + contact.b[1] * pull[1];
    const real b2 = square(contact.b[0]) + square(contact.b[1]), pull2 = square(pull[0]) + square(pull[1]);
    contact.speed =
        slower_root(mean.energy_flux - both, (mean.energy + mean.momentum_flux) - (b2 + pull2), mean.momentum - both);
    /* B_n times v: without a field across the face nothing */
    const real turn0 = contact.b[0] * contact.speed - pull[0], turn1 = contact.b[1] * contact.speed - pull[1];
    const real slower = R(1.0) - square(contact.speed);
    const real tension = normal * normal * contact.speed + (turn0 * contact.b[0] + turn1 * contact.b[1]);
    contact.pressure = (mean.momentum_flux + (normal * normal * slower - (square(turn0) + square(turn1)))) -
                       (mean.energy_flux - tension) * contact.speed;
    const real per_normal = crosses ? R(1.0) / normal : R(0.0);
    contact.v[0] = turn0 * per_normal;
    contact.v[1] = turn1 * per_normal;
    contact.v_dot_b = tension * per_normal;
    contact.over_w2 = slower - (square(contact.v[0]) + square(contact.v[1]));
    return contact;
}

#endif
