/* HLLC for relativistic magnetohydrodynamics: fast waves and the contact (A. Mignone, G. Bodo, MNRAS 368 (2006) 1040).
 * Between the fast waves velocity, tangential field and total pressure are those with which HLL's averages U and F of
 * states and fluxes are consistent (riemann/srmhd_fan.h); densities, momenta and energies follow from the jumps across
 * the fast waves. Contacts stay.
 *
 * Without a field across the face nothing ties the tangential field and velocity of one side to those of the other:
 * both go with the gas of their side, and tangential discontinuities stay, too. Where the field across the face is
 * small, the tangential velocity of the paper grows as 1/B_n; once it is that of light there is no such fan, and a face
 * has HLL's flux. */
#ifndef TAUB_RIEMANN_SRMHD_HLLC_H
#define TAUB_RIEMANN_SRMHD_HLLC_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"
#include "riemann/srmhd_fan.h"

/* The state behind the fast wave of one side: momentum across the face, then along; the gas pressure there. */
struct fast_star {
    real density, energy, momentum[3], b[2], pressure;
};

INLINE struct fast_star behind_fast_wave(const struct fast_jump jump, real normal, truth crosses,
                                         const struct contact_wave contact)
{
    const real over = R(1.0) / (jump.wave - contact.speed), tension = normal * contact.v_dot_b;
    struct fast_star star;
    star.density = jump.mass * over;
    star.energy = (jump.energy + (contact.pressure * contact.speed - tension)) * over;
    const real total = star.density + star.energy + contact.pressure;
    star.momentum[0] = total * contact.speed - tension;
    EACH (n, 2) {
        const real pull = normal * (contact.b[n] * contact.over_w2 + contact.v_dot_b * contact.v[n]);
        star.momentum[1 + n] = (jump.momentum[1 + n] - (crosses ? pull : R(0.0))) * over;
        star.b[n] = crosses ? contact.b[n] : jump.field[n] * over;
    }
    /* without a field across the face, (E + p) v - (v B) B are the tangential momenta of this side */
    const real b2 = square(star.b[0]) + square(star.b[1]);
    const real along = (star.momentum[1] * star.b[0] + star.momentum[2] * star.b[1]) / (total - b2);
    const real v0 = (star.momentum[1] + along * star.b[0]) / total, v1 = (star.momentum[2] + along * star.b[1]) / total;
    const real over_w2 = crosses ? contact.over_w2 : R(1.0) - (square(contact.speed) + (square(v0) + square(v1)));
    const real v_dot_b = crosses ? contact.v_dot_b : along;
    const real magnetic = over_w2 * (normal * normal + b2) + v_dot_b * v_dot_b;
    star.pressure = over_w2 > R(0.0) ? contact.pressure - R(0.5) * magnetic : R(-1.0);
    return star;
}

/* The flux of HLLC; returns whether its fan of waves is one, with the face and a gas in it. */
INLINE truth fan_flux(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                      int axis, real slowest, real fastest, real flux[SYSTEM_COMPONENTS])
{
    const real bn = ul[SYSTEM_FIELD + axis];
    const truth crosses = field_crosses(bn, left, right);
    const real normal = crosses ? bn : R(0.0);
    const struct fast_jump left_jump = fast_jump_of(ul, fl, axis, slowest);
    const struct fast_jump right_jump = fast_jump_of(ur, fr, axis, fastest);
    const struct contact_wave contact = contact_of_averages(left_jump, right_jump, normal, crosses);
    const struct fast_star sl = behind_fast_wave(left_jump, normal, crosses, contact);
    const struct fast_star sr = behind_fast_wave(right_jump, normal, crosses, contact);
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
    flux_behind(from_left ? left_jump : right_jump, axis, star, flux);
    return (slowest < R(0.0)) & (fastest > R(0.0)) & (slowest < contact.speed) & (contact.speed < fastest) &
           (sl.density > R(0.0)) & (sr.density > R(0.0)) & (sl.pressure > R(0.0)) & (sr.pressure > R(0.0));
}

#endif
