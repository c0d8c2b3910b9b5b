/* The state of a magnetized relativistic gas from its conserved densities u = (D, S, tau, B): the pressure by Newton's
 * method in y = Z - D, Z = rho h W^2, and the energy of a gas without pressure that has the same D, S and B.
 *
 * With S_par, S_perp along and across B, A = Z + B^2, k = gamma/(gamma - 1):
 *   v_par = S_par/Z, v_perp = S_perp/A, s^2 = Z^2/W^2 = Z^2 - S_par^2 - (S_perp Z/A)^2, p = s (s - D)/(k Z),
 *   F(y) = y - p + B^2 (1 + v_perp^2)/2 - tau = 0
 * (A. Mignone, J. C. McKinney, MNRAS 378 (2007) 1118). Where v < 1, F' >= (1 - v^2)/2 > 0 for gamma <= 2, so there is
 * one root (docs/theory/srmhd.md). */
#ifndef TAUB_SYSTEMS_SRMHD_STATE_H
#define TAUB_SYSTEMS_SRMHD_STATE_H

#include "dialect.h"
#include "systems/mhd_layout.h"

#define SRMHD_K TAUB_EOS_GAMMA_PER_GAMMA_LESS_1
#define SRMHD_PER_K (R(1.0) / SRMHD_K)

/* Newton's steps for y and for the cold gas; tests/unit/test_srmhd.c shows that more change nothing. They end after a
 * relative change whose square is below rounding, or one so much smaller than that before it that the next one would
 * be: threads of GPUs leave the loop then, as a rule after two to four and three steps, and in the host's vectors of
 * cells the value stays as it is. Both have the same bits. */
#define SRMHD_STEPS (TAUB_EOS_SOFT ? 7 : 14)
#define SRMHD_COLD_STEPS 7
#define SRMHD_LAST_CHANGE (REAL_EPSILON < R(1e-10) ? R(1e-11) : R(1e-6))
/* Changes fall as their squares, to rounding after one as small as this and by this much smaller than that before it.
 */
#define SRMHD_LAST_BUT_ONE R(1e-8)
#define SRMHD_LAST_RATIO R(1e-6)
#if defined(TAUB_HOST)
#define SRMHD_BY_VECTORS 1
#define COLD_FUNCTION INLINE
#define NEWTON_FUNCTION INLINE
#else
#define SRMHD_BY_VECTORS 0
/* A pass whose text exceeds the caches of a multiprocessor waits for it. */
#if TAUB_ORDER > 2
#define COLD_FUNCTION OUTLINE
#else
#define COLD_FUNCTION INLINE
#endif
#if TAUB_ORDER > 3
#define NEWTON_FUNCTION OUTLINE
#else
#define NEWTON_FUNCTION INLINE
#endif
#endif

/* Momentum along the field and across it. */
struct directions {
    real field2;              /* B^2 */
    real along[3], par, par2; /* the unit vector of B, 0 without a field; S along it */
    real perp[3], perp2;
};
INLINE struct directions directions_of(const real u[SYSTEM_COMPONENTS])
{
    struct directions to;
    to.field2 = dot3(u + SYSTEM_FIELD, u + SYSTEM_FIELD);
    const int is_field = to.field2 > REAL_TINY;
    const real per = is_field ? R(1.0) / real_sqrt(is_field ? to.field2 : R(1.0)) : R(0.0);
    EACH (a, 3)
        to.along[a] = u[SYSTEM_FIELD + a] * per;
    to.par = dot3(u + 1, to.along);
    to.par2 = to.par * to.par;
    EACH (a, 3)
        to.perp[a] = u[1 + a] - to.par * to.along[a];
    to.perp2 = dot3(to.perp, to.perp);
    return to;
}

/* A gas without pressure that has this momentum. Across the field it has w = v_perp, r = w/sqrt(1 - w^2), with
 *   B^2 r/sqrt(1 + r^2) + sqrt(D^2 + S_par^2) r = S_perp,
 * which rises and is concave: Newton's method climbs to the root from below. Its energy is the largest value over all v
 * of S v - D (1 - 1/W) + B^2 (1 - v_perp^2)/2, so an error of v enters squared, and what a state has beyond it is a
 * concave function of the state. */
struct cold_gas {
    real beyond; /* Z - D */
    real energy; /* without the rest mass */
};
COLD_FUNCTION struct cold_gas cold_gas_by_sizes(real d, real par, real perp2, real field2)
{
    struct cold_gas cold;
    const real par2 = par * par, mass = real_sqrt(d * d + par2) + REAL_TINY, push = real_sqrt(perp2);
    real r = real_max(push / (field2 + mass), (push - field2) / mass);
    int changes = 1;
    STEPS_WHILE(n, SRMHD_COLD_STEPS, changes)
    {
        const real per_root2 = R(1.0) / (R(1.0) + r * r), slower = field2 * real_sqrt(per_root2);
        const real step = real_max((push - (slower + mass) * r) / (slower * per_root2 + mass), R(0.0));
        r += changes ? step : R(0.0);
        changes &= step > SRMHD_LAST_CHANGE * r;
    }
    const real root2 = R(1.0) + r * r, root = real_sqrt(root2), w = r / root;
    const real flow = mass * root, v = par / flow, v2 = w * w + v * v;
    cold.beyond = (par2 + (mass * r) * (mass * r)) / (flow + d);
    cold.energy = ((push * w + par * v) - d * v2 / (R(1.0) + d / flow)) + R(0.5) * (field2 / root2);
    return cold;
}
INLINE struct cold_gas cold_gas_of(const real u[SYSTEM_COMPONENTS], const struct directions to)
{
    return cold_gas_by_sizes(real_max(u[0], REAL_TINY), to.par, to.perp2, to.field2);
}

/* Where Newton's method starts, beyond the root: the Z that belongs to p = 0 and v = 1, of a quadratic equation
 * (Mignone and McKinney 2007, appendix), or the y of a gas at rest, since y <= gamma (tau - B^2/2). */
INLINE real first_beyond(real d, real tau, const struct directions to)
{
    const real energy = tau + d, inner = energy - to.field2;
    const real rest = to.field2 * (R(2.0) * energy - to.field2) - (to.par2 + to.perp2);
    const real root = real_sqrt(real_max(R(4.0) * inner * inner + R(3.0) * rest, R(0.0)));
    const real flow =
        inner > R(0.0) ? (R(2.0) * inner + root) * R(1.0 / 3.0) : rest / real_max(root - R(2.0) * inner, REAL_TINY);
    return real_min(flow - d, GAMMA * (tau - R(0.5) * to.field2));
}

/* What belongs to a value of y. */
struct motion {
    real flow, per_flow, per_total; /* Z, 1/Z, 1/A */
    real root, excess;              /* s, s^2 - D^2 */
};
INLINE struct motion motion_at(real y, real d, const struct directions to)
{
    struct motion at;
    at.flow = d + y;
    at.per_flow = R(1.0) / at.flow;
    at.per_total = R(1.0) / (at.flow + to.field2);
    const real x = at.flow * at.per_total, moving = to.par2 + to.perp2 * (x * x);
    at.excess = y * (d + at.flow) - moving;
    at.root = real_sqrt(real_max(at.excess + d * d, R(0.25) * (d * d)));
    return at;
}
struct trial {
    real flow, per_flow, per_total, root;
    real pressure;
};
INLINE struct trial trial_at(real y, real d, const struct directions to)
{
    const struct motion motion = motion_at(y, d, to);
    struct trial at = {motion.flow, motion.per_flow, motion.per_total, motion.root, R(0.0)};
    at.pressure = at.root * (motion.excess / (at.root + d)) * (at.per_flow * SRMHD_PER_K);
    return at;
}

/* The y of the cold gas, from which Newton's method does not go down. It takes a method of its own, so threads of GPUs
 * ask for it only where y comes near: sqrt(D^2 + S^2) - D, the value without a field, is never less. */
struct least_flow {
    real push2, beyond; /* S^2 */
    int known;
};
INLINE struct least_flow least_flow_of(real d, const struct directions to)
{
    struct least_flow least;
    least.push2 = R(1.001) * (to.par2 + to.perp2);
    least.known = SRMHD_BY_VECTORS;
    least.beyond = SRMHD_BY_VECTORS ? cold_gas_by_sizes(d, to.par, to.perp2, to.field2).beyond : R(0.0);
    return least;
}
/* y if it is `good` and beyond the cold gas, else the latter's. */
INLINE real not_below(struct least_flow *least, real d, const struct directions to, int good, real y)
{
#if SRMHD_BY_VECTORS
#else
    if (good && y > R(0.0) && y * (y + R(2.0) * d) > least->push2)
        return y;
    if (!least->known)
        least->beyond = cold_gas_by_sizes(d, to.par, to.perp2, to.field2).beyond;
    least->known = 1;
#endif
    return (good & (y > least->beyond)) ? y : least->beyond;
}

/* The value of y. Data of a predictor or of a corner need not be those of a gas: they get that of the cold one. */
NEWTON_FUNCTION real beyond_by_sizes(real d, real tau, real par, real perp2, real field2)
{
    const struct directions to = {field2, {R(0.0), R(0.0), R(0.0)}, par, par * par, {R(0.0), R(0.0), R(0.0)}, perp2};
    struct least_flow least = least_flow_of(d, to);
    real y = not_below(&least, d, to, 1, first_beyond(d, tau, to)), before = R(0.0);
    int changes = 1;
    STEPS_WHILE(n, SRMHD_STEPS, changes)
    {
        /* F and its slope times s (s + D), which is what s - D is a quotient by */
        const struct motion at = motion_at(y, d, to);
        const real across2 = to.perp2 * (at.per_total * at.per_total), over_w = at.root * at.per_flow;
        const real slower = R(1.0) - across2 * (to.field2 * at.per_total); /* 1 - v_perp^2 B^2/A */
        const real sum = at.root + d, beyond = y + (R(0.5) * to.field2 * (R(1.0) + across2) - tau);
        const real value = beyond * sum - over_w * at.excess * SRMHD_PER_K;
        const real rise = slower * (R(2.0) * at.root - d) * sum - (over_w * over_w) * at.excess;
        const real slope = slower * at.root * sum - rise * SRMHD_PER_K;
        const real next = not_below(&least, d, to, slope > R(0.0), y - value * (at.root / slope));
        const real step = real_fabs(next - y);
        y = changes ? next : y;
        changes &=
            (step > SRMHD_LAST_CHANGE * y) & !((step < SRMHD_LAST_RATIO * before) & (step < SRMHD_LAST_BUT_ONE * y));
        before = step;
    }
    return y;
}
INLINE struct trial recovered_trial(const real u[SYSTEM_COMPONENTS], const struct directions to)
{
    const real d = real_max(u[0], REAL_TINY);
    return trial_at(beyond_by_sizes(d, u[4], to.par, to.perp2, to.field2), d, to);
}

#endif
