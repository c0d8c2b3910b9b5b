/* HLLC for relativistic magnetohydrodynamics: fast waves and the contact (A. Mignone, G. Bodo, MNRAS 368 (2006) 1040).
 * Between the fast waves velocity, tangential field and total pressure are those with which HLL's averages U and F of
 * states and fluxes are consistent (riemann/srmhd_fan.h); densities, momenta and energies follow from the jumps across
 * the fast waves. Contacts stay.
 *
 * Without a field across the face nothing ties the tangential field and velocity of one side to those of the other:
 * both go with the gas of their side, and tangential discontinuities stay, too. The paper jumps from one to the other,
 * so that rounding in B_n changes the flux by as much as the field itself. Here the share of the first fan grows from 0
 * to 1 with |B_n|; what a small B_n pulls in the second one is the mean of both sides. Where the tangential velocity of
 * the first, which grows as 1/B_n, is that of light, HLL's flux takes its share. */
#ifndef TAUB_RIEMANN_SRMHD_HLLC_H
#define TAUB_RIEMANN_SRMHD_HLLC_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"
#include "riemann/srmhd_fan.h"

/* The fan of HLL's mean field alone from |B_n| = 0.3 sqrt(P) on, as in riemann/mhd_hllc.h. */
#define HLLC_CROSSES R(0.3)

/* What both sides of the contact have in common. */
struct contact {
    real speed, pressure;
    real tension;          /* B_n (v B) */
    real pull[2], drag[2]; /* B_n (B_t/W^2 + (v B) v_t), B_n v_t */
};
INLINE struct contact contact_of_wave(const struct contact_wave wave, real bn)
{
    struct contact contact;
    contact.speed = wave.speed;
    contact.pressure = wave.pressure;
    contact.tension = bn * wave.v_dot_b;
    EACH (n, 2) {
        contact.pull[n] = bn * (wave.b[n] * wave.over_w2 + wave.v_dot_b * wave.v[n]);
        contact.drag[n] = bn * wave.v[n];
    }
    return contact;
}
/* With each side's own tangential field: M + T = (E + p) v and F_M = F_E v + p - N, where T = B_n (v B) and N = B_n
 * (B_n/W^2 + (v B) v_n) are means of both sides. */
INLINE struct contact contact_of_own_fields(const real ul[SYSTEM_COMPONENTS], const struct gas left,
                                            const real ur[SYSTEM_COMPONENTS], const struct gas right, int axis,
                                            const struct averages mean)
{
    const real half = R(0.5) * ul[SYSTEM_FIELD + axis];
    real pull[3];
    struct contact contact;
    contact.tension = half * (left.v_dot_b + right.v_dot_b);
    EACH (n, 3) {
        const int a = (axis + n) % 3, c = SYSTEM_FIELD + a;
        pull[n] = half * ((ul[c] * square(left.over_w) + left.v_dot_b * left.v[a]) +
                          (ur[c] * square(right.over_w) + right.v_dot_b * right.v[a]));
        if (n > 0) {
            contact.pull[n - 1] = pull[n];
            contact.drag[n - 1] = half * (left.v[a] + right.v[a]);
        }
    }
    const real push = mean.momentum_flux + pull[0];
    contact.speed = slower_root(mean.energy_flux, mean.energy + push, mean.momentum + contact.tension);
    contact.pressure = push - mean.energy_flux * contact.speed;
    return contact;
}

/* The state behind the fast wave of one side: momentum across the face, then along; the gas pressure there. */
struct fast_star {
    real density, energy, momentum[3], b[2], pressure;
};
/* With the tangential field of `wave` where this crosses the face, else with the side's own. */
INLINE struct fast_star behind_fast_wave(const struct fast_jump jump, real bn, const struct contact contact,
                                         const truth crosses, const struct contact_wave wave)
{
    const real over = R(1.0) / (jump.wave - contact.speed);
    struct fast_star star;
    star.density = jump.mass * over;
    star.energy = (jump.energy + (contact.pressure * contact.speed - contact.tension)) * over;
    const real total = star.density + star.energy + contact.pressure;
    star.momentum[0] = total * contact.speed - contact.tension;
    EACH (n, 2) {
        star.momentum[1 + n] = (jump.momentum[1 + n] - contact.pull[n]) * over;
        star.b[n] = crosses ? wave.b[n] : (jump.field[n] - contact.drag[n]) * over;
    }
    /* but for B_n (E + p) v - (v B) B are the tangential momenta of this side */
    const real b2 = square(star.b[0]) + square(star.b[1]);
    const real along = (star.momentum[1] * star.b[0] + star.momentum[2] * star.b[1]) / (total - b2);
    const real v0 = (star.momentum[1] + along * star.b[0]) / total, v1 = (star.momentum[2] + along * star.b[1]) / total;
    const real over_w2 = crosses ? wave.over_w2 : R(1.0) - (square(contact.speed) + (square(v0) + square(v1)));
    const real v_dot_b = crosses ? wave.v_dot_b : along;
    const real magnetic = over_w2 * (bn * bn + b2) + v_dot_b * v_dot_b;
    star.pressure = over_w2 > R(0.0) ? contact.pressure - R(0.5) * magnetic : R(-1.0);
    return star;
}

/* The flux of one fan; returns whether it is one, with the face and a gas in it. */
INLINE truth flux_of_contact(const struct fast_jump left, const struct fast_jump right, real bn, int axis,
                             const struct contact contact, const truth crosses, const struct contact_wave wave,
                             real flux[SYSTEM_COMPONENTS])
{
    const struct fast_star sl = behind_fast_wave(left, bn, contact, crosses, wave);
    const struct fast_star sr = behind_fast_wave(right, bn, contact, crosses, wave);
    const real slowest = left.wave, fastest = right.wave;
    const truth from_left = (contact.speed > R(0.0)) | ((contact.speed == R(0.0)) & (-slowest <= fastest));
    real star[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        star[c] = R(0.0);
    star[0] = from_left ? sl.density : sr.density;
    star[4] = from_left ? sl.energy : sr.energy;
    star[SYSTEM_FIELD + axis] = bn;
    star[1 + axis] = from_left ? sl.momentum[0] : sr.momentum[0];
    EACH (n, 2) {
        const int a = (axis + 1 + n) % 3;
        star[1 + a] = from_left ? sl.momentum[1 + n] : sr.momentum[1 + n];
        star[SYSTEM_FIELD + a] = from_left ? sl.b[n] : sr.b[n];
    }
    flux_behind(from_left ? left : right, axis, star, flux);
    return (slowest < contact.speed) & (contact.speed < fastest) & (sl.density > R(0.0)) & (sr.density > R(0.0)) &
           (sl.pressure > R(0.0)) & (sr.pressure > R(0.0));
}

/* The flux of HLLC; returns whether it is more than HLL's. */
INLINE truth fan_flux(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                      int axis, real slowest, real fastest, real flux[SYSTEM_COMPONENTS])
{
    const real bn = ul[SYSTEM_FIELD + axis], weaker = real_min(left.total_pressure, right.total_pressure);
    const truth crosses = field_crosses(bn, left, right);
    const real share = crosses ? real_min(real_fabs(bn) / (HLLC_CROSSES * real_sqrt(weaker)), R(1.0)) : R(0.0);
    const struct fast_jump left_jump = fast_jump_of(ul, fl, axis, slowest);
    const struct fast_jump right_jump = fast_jump_of(ur, fr, axis, fastest);
    const struct contact_wave wave = contact_of_averages(left_jump, right_jump, bn, crosses);
    const struct contact own = contact_of_own_fields(ul, left, ur, right, axis, averages_of(left_jump, right_jump));
    real of_own[SYSTEM_COMPONENTS];
    const truth one = flux_of_contact(left_jump, right_jump, bn, axis, contact_of_wave(wave, bn), 1, wave, flux);
    const truth other = flux_of_contact(left_jump, right_jump, bn, axis, own, 0, wave, of_own);
    const real per = R(1.0) / (fastest - slowest);
    EACH (c, SYSTEM_COMPONENTS) {
        const real hll = ((fastest * fl[c] - slowest * fr[c]) + slowest * fastest * (ur[c] - ul[c])) * per;
        flux[c] = share * (one ? flux[c] : hll) + (R(1.0) - share) * (other ? of_own[c] : hll);
    }
    return (slowest < R(0.0)) & (fastest > R(0.0)) & (((share > R(0.0)) & one) | ((share < R(1.0)) & other));
}

#endif
