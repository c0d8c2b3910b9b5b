/* HLLD for relativistic magnetohydrodynamics: fast waves, Alfven waves and the contact, in all of which the total
 * pressure is the same (A. Mignone, M. Ugliano, G. Bodo, MNRAS 393 (2009) 1141; "eq." below are theirs). A pressure
 * gives the states behind both fast waves from the jumps there, with them the speeds K_n of the Alfven waves, and both
 * sides' speed of the contact; the secant method finds the pressure with which the two are one. Contacts, tangential
 * and Alfven discontinuities stay: the mean of both sides' pressures is one of the two values it starts from, the other
 * is that of HLLC. */
#ifndef TAUB_RIEMANN_SRMHD_HLLD_H
#define TAUB_RIEMANN_SRMHD_HLLD_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "riemann/mhd_fan.h"
#include "riemann/srmhd_fan.h"

/* Steps of the secant method. It ends where the next one would change the pressure by less than a share, beyond which
 * the error is lost in rounding; in the host's vectors the value then stays. Both have the same bits. */
#define HLLD_STEPS 6
#define HLLD_LAST_CHANGE (REAL_EPSILON < R(1e-10) ? R(1e-8) : R(1e-4))
/* Pressures that are so near each other say nothing of the slope. */
#define HLLD_NEAR (REAL_EPSILON < R(1e-10) ? R(1e-4) : R(1e-3))
/* Speeds of the contact of both sides may differ by this share of the fan. */
#define HLLD_OPEN_CONTACT (REAL_EPSILON < R(1e-10) ? R(1e-6) : R(1e-3))

/* What a fast jump gives that does not depend on the pressure: eq. 20 to 25. */
struct fast_side {
    struct fast_jump jump;
    real total;        /* R of the energy with its rest mass */
    real slow;         /* 1 - wave^2 */
    real field2, both; /* R_B^2, R_m R_B along the face */
    real sign;         /* of eta */
};
INLINE struct fast_side fast_side_of(const real u[SYSTEM_COMPONENTS], const real f[SYSTEM_COMPONENTS], int axis,
                                     real wave, real sign)
{
    struct fast_side side;
    side.jump = fast_jump_of(u, f, axis, wave);
    side.total = side.jump.mass + side.jump.energy;
    side.slow = R(1.0) - wave * wave;
    side.field2 = square(side.jump.field[0]) + square(side.jump.field[1]);
    side.both = side.jump.momentum[1] * side.jump.field[0] + side.jump.momentum[2] * side.jump.field[1];
    side.sign = sign;
    return side;
}

/* The state behind a fast wave; vectors across the face first. */
struct fast_state {
    real v[3], b[2];
    real over;     /* 1/(wave - v_n) */
    real enthalpy; /* with b^2 */
    real eta, k[3];
};
INLINE struct fast_state fast_state_of(const struct fast_side side, real bn, real pressure)
{
    const real wave = side.jump.wave, *m = side.jump.momentum, *field = side.jump.field;
    const real a = (m[0] - wave * side.total) + pressure * side.slow, sum = a + side.field2;
    const real inertia = wave * pressure + side.total, push = pressure + m[0];
    const real bottom = bn * (a * wave * bn + side.both) - sum * inertia;
    const real q = bn * bn * side.slow - sum, turn = side.both + bn * (wave * m[0] - side.total);
    const real top[3] = {bn * (a * bn + wave * side.both) - sum * push, q * m[1] + field[0] * turn,
                         q * m[2] + field[1] * turn};
    const real per = R(1.0) / bottom;
    struct fast_state state;
    EACH (n, 3)
        state.v[n] = top[n] * per;
    state.over = R(1.0) / (wave - state.v[0]);
    EACH (n, 2)
        state.b[n] = (field[n] - bn * state.v[1 + n]) * state.over;
    state.enthalpy =
        pressure + (side.total * bottom - (top[0] * m[0] + (top[1] * m[1] + top[2] * m[2]))) / (wave * bottom - top[0]);
    state.eta = side.sign * real_sqrt(real_max(state.enthalpy, REAL_TINY));
    const real per_k = R(1.0) / (inertia + bn * state.eta);
    state.k[0] = (push + wave * bn * state.eta) * per_k;
    EACH (n, 2)
        state.k[1 + n] = (m[1 + n] + field[n] * state.eta) * per_k;
    return state;
}

/* Between the Alfven waves. On both sides v = K - s B with s = (1 - K^2)/(eta - K B) there (eq. 47), so that
 * B = (K_R - K_L)/(s_R - s_L): its tangential components put into both s leave a quadratic equation for their
 * difference. Nothing in it is singular as the Alfven waves come near the contact. */
struct alfven_states {
    real apart;    /* s_R - s_L */
    real b[2];     /* tangential field */
    real open;     /* by how much the contact of the right side is faster than that of the left side */
    real share[2]; /* s of the left and of the right side */
};
INLINE struct alfven_states alfven_states_of(const struct fast_state left, const struct fast_state right, real bn,
                                             real sign)
{
    struct alfven_states between;
    const real turn0 = right.k[1] - left.k[1], turn1 = right.k[2] - left.k[2];
    const real along_l = left.k[1] * turn0 + left.k[2] * turn1, along_r = right.k[1] * turn0 + right.k[2] * turn1;
    const real a_l = left.eta - left.k[0] * bn, a_r = right.eta - right.k[0] * bn;
    const real n_l = R(1.0) - (square(left.k[0]) + (square(left.k[1]) + square(left.k[2])));
    const real n_r = R(1.0) - (square(right.k[0]) + (square(right.k[1]) + square(right.k[2])));
    const real square_of = -(a_r * a_l), linear = (a_r * along_l + a_l * along_r) + (n_r * a_l - n_l * a_r);
    const real rest = along_r * along_l + (n_r * along_l - n_l * along_r);
    const real root = real_sqrt(real_max(linear * linear + R(4.0) * (square_of * rest), R(0.0)));
    between.apart = (sign * root - linear) / (R(2.0) * square_of);
    between.open = (right.k[0] - left.k[0]) - bn * between.apart;
    const real per = R(1.0) / between.apart;
    between.b[0] = turn0 * per;
    between.b[1] = turn1 * per;
    between.share[0] = n_l / (a_l - along_l * per);
    between.share[1] = n_r / (a_r - along_r * per);
    return between;
}

INLINE real open_contact(const struct fast_side left, const struct fast_side right, real bn, real pressure)
{
    return alfven_states_of(fast_state_of(left, bn, pressure), fast_state_of(right, bn, pressure), bn, right.sign).open;
}

/* The total pressure between the fast waves. */
INLINE real pressure_of_fan(const struct fast_side left, const struct fast_side right, real bn, real of_hllc, real mean)
{
    /* of a pressure that is nearer than this rounding would make the slope */
    const real second = real_fabs(of_hllc - mean) > HLLD_NEAR * mean ? of_hllc : mean + HLLD_NEAR * mean;
    const real at_mean = open_contact(left, right, bn, mean), at_second = open_contact(left, right, bn, second);
    const truth better = (real_fabs(at_second) < real_fabs(at_mean)) | (at_mean != at_mean);
    real pressure = better ? second : mean, open = better ? at_second : at_mean;
    real slope = (at_second - at_mean) / (second - mean);
    int changes = 1;
    STEPS_WHILE(n, HLLD_STEPS, changes)
    {
        const real guess = pressure - open / slope;
        const real above = real_max(guess > R(0.0) ? guess : R(0.5) * pressure, R(0.2) * pressure);
        const real next = real_min(above, R(5.0) * pressure);
        const truth still = changes, moves = real_fabs(next - pressure) > HLLD_LAST_CHANGE * pressure;
        changes &= (int)moves;
#if !SRMHD_BY_VECTORS
        if (!changes)
            return next;
#endif
        const real open_next = open_contact(left, right, bn, next);
        const truth better = (real_fabs(open_next) < real_fabs(open)) | !moves;
        slope = still & moves ? (open_next - open) / (next - pressure) : slope;
        pressure = still & better ? next : pressure;
        open = still & better ? open_next : open;
    }
    return pressure;
}

/* Whether a gas is behind the fast wave: its pressure what is left of the total one. */
INLINE truth fast_state_is_gas(const struct fast_state at, real bn, real pressure)
{
    const real v2 = square(at.v[0]) + (square(at.v[1]) + square(at.v[2]));
    const real v_dot_b = at.v[0] * bn + (at.v[1] * at.b[0] + at.v[2] * at.b[1]);
    const real b2 = (R(1.0) - v2) * (bn * bn + (square(at.b[0]) + square(at.b[1]))) + square(v_dot_b);
    return (v2 < R(1.0)) & (pressure > R(0.5) * b2) & (at.enthalpy > R(0.0));
}

/* The flux of HLLD; returns whether its fan of waves is one: the face in it, a gas behind the fast waves, waves in
 * order (eq. 54). */
INLINE truth fan_flux(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real fl[SYSTEM_COMPONENTS],
                      const real ur[SYSTEM_COMPONENTS], const struct gas right, const real fr[SYSTEM_COMPONENTS],
                      int axis, real slowest, real fastest, real flux[SYSTEM_COMPONENTS])
{
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const truth crosses = field_crosses(ul[SYSTEM_FIELD + axis], left, right);
    const real bn = crosses ? ul[SYSTEM_FIELD + axis] : R(0.0), sign = bn < R(0.0) ? R(-1.0) : R(1.0);
    const struct fast_side sl = fast_side_of(ul, fl, axis, slowest, -sign);
    const struct fast_side sr = fast_side_of(ur, fr, axis, fastest, sign);
    const real of_hllc = contact_of_averages(sl.jump, sr.jump, bn, crosses).pressure;
    const real mean = R(0.5) * (left.total_pressure + right.total_pressure);
    const real pressure = pressure_of_fan(sl, sr, bn, of_hllc > R(0.0) ? of_hllc : R(0.5) * mean, mean);
    const struct fast_state l = fast_state_of(sl, bn, pressure), r = fast_state_of(sr, bn, pressure);
    const struct alfven_states between = alfven_states_of(l, r, bn, sign);
    const real contact_l = l.k[0] - bn * between.share[0], contact_r = r.k[0] - bn * between.share[1];
    const real contact = R(0.5) * (contact_l + contact_r);
    const truth from_left = (contact > R(0.0)) | ((contact == R(0.0)) & (-slowest <= fastest));
    /* the side in which the face lies */
    const struct fast_jump jump = from_left ? sl.jump : sr.jump;
    const real alfven = from_left ? l.k[0] : r.k[0];
    const real over = from_left ? l.over : r.over, share = from_left ? between.share[0] : between.share[1];
    real v[3], k[3], b[2];
    EACH (n, 3) {
        v[n] = from_left ? l.v[n] : r.v[n];
        k[n] = from_left ? l.k[n] : r.k[n];
    }
    EACH (n, 2)
        b[n] = from_left ? l.b[n] : r.b[n];
    /* behind the fast wave */
    real star[SYSTEM_COMPONENTS], turned[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        star[c] = turned[c] = R(0.0);
    const real v_dot_b = v[0] * bn + (v[1] * b[0] + v[2] * b[1]);
    star[0] = jump.mass * over;
    star[4] = (jump.energy + (pressure * v[0] - v_dot_b * bn)) * over;
    const real total = (star[0] + star[4]) + pressure;
    star[1 + axis] = total * v[0] - v_dot_b * bn;
    star[1 + p] = total * v[1] - v_dot_b * b[0];
    star[1 + q] = total * v[2] - v_dot_b * b[1];
    star[SYSTEM_FIELD + axis] = ul[SYSTEM_FIELD + axis];
    star[SYSTEM_FIELD + p] = b[0];
    star[SYSTEM_FIELD + q] = b[1];
    /* behind the Alfven wave, too */
    const truth inner = crosses & ((from_left ? alfven : -alfven) < R(0.0));
    const real *bc = between.b, vc[3] = {k[0] - bn * share, k[1] - bc[0] * share, k[2] - bc[1] * share};
    const real vc_dot_b = vc[0] * bn + (vc[1] * bc[0] + vc[2] * bc[1]), over_c = R(1.0) / (alfven - vc[0]);
    turned[0] = star[0] * ((alfven - v[0]) * over_c);
    turned[4] = ((alfven * star[4] - (star[1 + axis] - star[0] * v[0])) + (pressure * vc[0] - vc_dot_b * bn)) * over_c;
    const real total_c = (turned[0] + turned[4]) + pressure;
    turned[1 + axis] = total_c * vc[0] - vc_dot_b * bn;
    turned[1 + p] = total_c * vc[1] - vc_dot_b * bc[0];
    turned[1 + q] = total_c * vc[2] - vc_dot_b * bc[1];
    turned[SYSTEM_FIELD + axis] = star[SYSTEM_FIELD + axis];
    turned[SYSTEM_FIELD + p] = bc[0];
    turned[SYSTEM_FIELD + q] = bc[1];
    flux_behind(jump, axis, star, flux);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] += inner ? alfven * (turned[c] - star[c]) : R(0.0);
    const truth in_order = (slowest < l.v[0]) & (slowest < l.k[0]) & (r.v[0] < fastest) & (r.k[0] < fastest) &
                           (slowest < contact) & (contact < fastest);
    /* without a field across the face, Alfven waves are the contact */
    const truth ordered_inside = crosses ? (l.k[0] < contact_l) & (contact_r < r.k[0]) : (truth)1;
    const truth closed = real_fabs(contact_r - contact_l) < HLLD_OPEN_CONTACT * (fastest - slowest);
    return (slowest < R(0.0)) & (fastest > R(0.0)) &
           (in_order & ordered_inside & closed & fast_state_is_gas(l, bn, pressure) &
            fast_state_is_gas(r, bn, pressure));
}

#endif
