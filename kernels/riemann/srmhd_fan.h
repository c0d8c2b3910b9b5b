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
    UNROLL
    for (int n = 0; n < 3; n++) {
        const int a = (axis + n) % 3;
        jump.momentum[n] = wave * u[1 + a] - f[1 + a];
        if (n > 0)
            jump.field[n - 1] = wave * u[SYSTEM_FIELD + a] - f[SYSTEM_FIELD + a];
    }
    return jump;
}

INLINE truth field_crosses(real normal, const struct gas left, const struct gas right)
{
    return normal * normal > square(NO_NORMAL_FIELD) * (left.total_pressure + right.total_pressure);
}

/* HLL's averages of a component of the state and of its flux. */
struct hll_average {
    real value, flux;
};
INLINE struct hll_average hll_average_of(real ul, real fl, real ur, real fr, real slowest, real fastest, real per_fan)
{
    struct hll_average average;
    average.value = ((fastest * ur - slowest * ul) - (fr - fl)) * per_fan;
    average.flux = ((fastest * fl - slowest * fr) + (fastest * slowest) * (ur - ul)) * per_fan;
    return average;
}

/* Mignone and Bodo (2006), section 3: the speed of the contact, the total pressure and, with a field across the face,
 * the tangential field and velocity on both of its sides. */
struct contact_wave {
    real speed, pressure;
    real b[2], v[2], v_dot_b, over_w2; /* over_w2: 1/W^2 */
};
INLINE struct contact_wave contact_of_averages(const real ul[SYSTEM_COMPONENTS], const real fl[SYSTEM_COMPONENTS],
                                               const real ur[SYSTEM_COMPONENTS], const real fr[SYSTEM_COMPONENTS],
                                               int axis, real slowest, real fastest, real normal, truth crosses)
{
    const real per_fan = R(1.0) / (fastest - slowest);
    const struct hll_average momentum =
        hll_average_of(ul[1 + axis], fl[1 + axis], ur[1 + axis], fr[1 + axis], slowest, fastest, per_fan);
    const struct hll_average energy =
        hll_average_of(ul[0] + ul[4], ul[1 + axis], ur[0] + ur[4], ur[1 + axis], slowest, fastest, per_fan);
    struct contact_wave contact;
    real pull[2];
    UNROLL
    for (int n = 0; n < 2; n++) {
        const int c = SYSTEM_FIELD + (axis + 1 + n) % 3;
        const struct hll_average field = hll_average_of(ul[c], fl[c], ur[c], fr[c], slowest, fastest, per_fan);
        contact.b[n] = crosses ? field.value : R(0.0);
        pull[n] = crosses ? field.flux : R(0.0);
    }
    const real both = contact.b[0] * pull[0] + contact.b[1] * pull[1];
    const real b2 = square(contact.b[0]) + square(contact.b[1]), pull2 = square(pull[0]) + square(pull[1]);
    /* a v^2 - middle v + c = 0 */
    const real a = energy.flux - both, c = momentum.value - both,
               middle = (energy.value + momentum.flux) - (b2 + pull2);
    contact.speed = R(2.0) * c / (middle + real_sqrt(real_max(middle * middle - R(4.0) * (a * c), R(0.0))));
    /* B_n times v: without a field across the face nothing */
    const real turn0 = contact.b[0] * contact.speed - pull[0], turn1 = contact.b[1] * contact.speed - pull[1];
    const real slower = R(1.0) - square(contact.speed);
    const real tension = normal * normal * contact.speed + (turn0 * contact.b[0] + turn1 * contact.b[1]);
    contact.pressure = (momentum.flux + (normal * normal * slower - (square(turn0) + square(turn1)))) -
                       (energy.flux - tension) * contact.speed;
    const real per_normal = crosses ? R(1.0) / normal : R(0.0);
    contact.v[0] = turn0 * per_normal;
    contact.v[1] = turn1 * per_normal;
    contact.v_dot_b = tension * per_normal;
    contact.over_w2 = slower - (square(contact.v[0]) + square(contact.v[1]));
    return contact;
}

#endif
