/* Primitive recovery of a dissipative fluid: T^{t a}, pi and Pi -> e and u. What is left without pi,
 *   E = T^{tt} - pi^{tt}, M^i = T^{ti} - pi^{ti},
 * belongs to an ideal fluid of pressure P(e) + Pi, and so, with S = E^2 - M^2 = (E - M)(E + M),
 *   h(e) = S - E e + (E - e)(P(e) + Pi) = 0,  h' = -E - P - Pi + (E - e) c^2 < 0,
 * has one root between its bounds. With a charge N = n u^t the unknown is x = P + Pi instead, since n depends on W:
 *   e = (S + E x)/(E + x),  1/W^2 = (S + 2 E x + x^2)/(E + x)^2,  n = N/W,
 *   f(x) = P(e, n) + Pi - x = 0,  f' = v^2 (dP/de + n/(e + x) dP/dn) - 1 < 0.
 * With a diffusion current q^i is known, v = M/(E + x), and N - q.M/(E + x) takes the place of N.
 * The root is bracketed, found by Newton's steps, and bounded in their number. Where pi and Pi leave no energy for a
 * fluid they are made smaller until there is one, and that is counted. */
#ifndef TAUB_SYSTEMS_ISRAEL_STEWART_RECOVERY_H
#define TAUB_SYSTEMS_ISRAEL_STEWART_RECOVERY_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/israel_stewart.h"
#include "systems/israel_stewart_regulator.h"
#include "systems/recovery_status.h"

#if TAUB_SINGLE
#define RECOVERY_TOLERANCE R(1e-4) /* of the last step; the iteration is quadratic, so the error is its square */
#define RECOVERY_LEAST R(1e-5)     /* (E^2 - M^2)/E^2 where nothing is known of the velocity */
#else
#define RECOVERY_TOLERANCE R(1e-8)
#define RECOVERY_LEAST R(1e-12)
#endif
#define RECOVERY_ITERATIONS 60

/* Everything a lane carries between steps. */
enum {
    LANE_E,
    LANE_S,
    LANE_BULK,
    LANE_X,
    LANE_LOWER,
    LANE_UPPER,
    LANE_DONE,
#if SYSTEM_CHARGED
    LANE_CHARGE,
#endif
#if SYSTEM_DIFFUSES
    LANE_CURRENT, /* q.M */
#endif
    LANE_COUNT
};

/* What the ideal part holds: E and M. */
INLINE real ideal_energy(const real u[SYSTEM_COMPONENTS])
{
    return u[0] - u[PI_TT];
}
INLINE real ideal_momentum(const real u[SYSTEM_COMPONENTS], real m[3])
{
    EACH (i, 3)
        m[i] = u[1 + i] - u[stress_time(i)];
    return real_sqrt((square(m[0]) + square(m[1])) + square(m[2]));
}

/* Of the velocity before: the least (E^2 - M^2)/E^2 of a cell, about 1/(2 W^2) in a fluid. A cell that triples its
 * Lorentz factor in one stage has lost nearly all its energy to rounding or to its neighbours' stress. */
INLINE real least_invariant(const real before[SYSTEM_COMPONENTS])
{
    return R(0.05) / (R(1.0) + ((square(before[1]) + square(before[2])) + square(before[3])));
}

/* Whether a fluid with these T, pi and Pi exists. */
INLINE int admissible(const real u[SYSTEM_COMPONENTS], real least)
{
    real m[3];
    const real energy = ideal_energy(u), size = ideal_momentum(u, m);
    const real s = (energy - size) * (energy + size);
    return (energy > R(0.0)) & (energy < REAL_MAX) & (s > least * (energy * energy)) &
           (s + energy * u[BULK_PRESSURE] > R(1e-3) * s);
}

/* One safeguarded step: `value` above zero means that the root is to the right of x, and falls with x as -slope. A lane
 * that is done stays as it is. Steps are small against the larger of the unknown and `size`. */
INLINE void newton_step(real value, real slope, real size, real lane[LANE_COUNT])
{
    const real x = lane[LANE_X];
    const real lower = value > R(0.0) ? x : lane[LANE_LOWER];
    const real upper = value > R(0.0) ? lane[LANE_UPPER] : x;
    const real newton = x + value / slope;
    const real next = newton >= lower && newton <= upper ? newton : R(0.5) * (lower + upper);
    const int done = lane[LANE_DONE] != R(0.0);
    const int close = real_fabs(next - x) <= RECOVERY_TOLERANCE * real_max(next, size);
    lane[LANE_LOWER] = done ? lane[LANE_LOWER] : lower;
    lane[LANE_UPPER] = done ? lane[LANE_UPPER] : upper;
    lane[LANE_X] = done ? x : next;
    lane[LANE_DONE] = done || close ? R(1.0) : R(0.0);
}

#if SYSTEM_CHARGED

/* e and 1/W^2 of an ideal fluid of pressure x. */
INLINE void state_of_pressure(const real lane[LANE_COUNT], real x, real *e, real *per_w2)
{
    const real energy = lane[LANE_E], s = lane[LANE_S], over = R(1.0) / (energy + x);
    *e = (s + energy * x) * over;
    *per_w2 = ((s + R(2.0) * energy * x) + x * x) * (over * over);
}

/* n u^t, and how it grows with x. */
INLINE real charge_at_pressure(const real lane[LANE_COUNT], real x, real *slope)
{
#if SYSTEM_DIFFUSES
    const real over = R(1.0) / (lane[LANE_E] + x);
    *slope = lane[LANE_CURRENT] * (over * over);
    return lane[LANE_CHARGE] - lane[LANE_CURRENT] * over;
#else
    *slope = R(0.0);
    return lane[LANE_CHARGE];
#endif
}

INLINE void recovery_start(const real u[SYSTEM_COMPONENTS], real guess, real lane[LANE_COUNT])
{
    real m[3];
    const real energy = ideal_energy(u), size = ideal_momentum(u, m), bulk = u[BULK_PRESSURE];
    const real s = (energy - size) * (energy + size), push = real_max(bulk, R(0.0));
    /* with 0 <= P <= e the root is between Pi and where e + Pi = x; with Pi <= 0 where e = x = sqrt(S) */
    const real root = real_sqrt(real_max(push * push + R(4.0) * (s + push * energy), R(0.0)));
    const real upper = R(0.5) * (push + root);
    lane[LANE_E] = energy;
    lane[LANE_S] = s;
    lane[LANE_BULK] = bulk;
    lane[LANE_CHARGE] = u[CHARGE_DENSITY];
#if SYSTEM_DIFFUSES
    lane[LANE_CURRENT] = (m[0] * u[DIFFUSION_X] + m[1] * u[DIFFUSION_Y]) + m[2] * u[DIFFUSION_Z];
#endif
    lane[LANE_LOWER] = bulk - RECOVERY_TOLERANCE * root;
    lane[LANE_UPPER] = upper * (R(1.0) + RECOVERY_TOLERANCE);
    lane[LANE_X] = real_min(real_max(R(0.25) * guess + bulk, bulk), upper);
    lane[LANE_DONE] = R(0.0);
}

INLINE void recovery_step(const struct eos eos, real lane[LANE_COUNT])
{
    const real x = lane[LANE_X];
    real e, per_w2, pressure, speed_squared, by_e, by_n, growth;
    state_of_pressure(lane, x, &e, &per_w2);
    const real per_w = real_sqrt(real_max(per_w2, R(0.0)));
    const real n = charge_at_pressure(lane, x, &growth) * per_w;
    eos_pressure_and_slopes(eos, e, n, &pressure, &speed_squared, &by_e, &by_n);
    const real value = (pressure + lane[LANE_BULK]) - x;
#if SYSTEM_DIFFUSES
    const real slope = (R(1.0) - (R(1.0) - per_w2) * (by_e + by_n * n / (e + x))) - by_n * growth * per_w;
#else
    const real slope = R(1.0) - (R(1.0) - per_w2) * (by_e + by_n * n / (e + x));
#endif
    newton_step(value, slope, e, lane);
}

/* The primitive state from the converged unknown. */
INLINE void recovery_finish(const struct eos eos, const real u[SYSTEM_COMPONENTS], const real lane[LANE_COUNT],
                            real q[SYSTEM_COMPONENTS])
{
    real m[3], per_w2, growth;
    const real x = lane[LANE_X];
    ideal_momentum(u, m);
    state_of_pressure(lane, x, &q[0], &per_w2);
    const real per_w = real_sqrt(real_max(per_w2, R(0.0)));
    const real scale = R(1.0) / ((lane[LANE_E] + x) * per_w);
    EACH (i, 3)
        q[1 + i] = m[i] * scale;
    EACH_FROM (c, 4, BULK_PRESSURE + 1)
        q[c] = u[c];
    q[CHARGE_DENSITY] = charge_at_pressure(lane, x, &growth) * per_w;
#if SYSTEM_DIFFUSES
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
        q[c] = u[c];
#endif
}

#else

INLINE void recovery_start(const real u[SYSTEM_COMPONENTS], real guess, real lane[LANE_COUNT])
{
    real m[3];
    const real energy = ideal_energy(u), size = ideal_momentum(u, m), bulk = u[BULK_PRESSURE];
    const real s = (energy - size) * (energy + size);
    const real root = real_sqrt(real_max(s, R(0.0)));
    /* with Pi = 0 and 0 <= P <= e the root is between s/E and sqrt(s) */
    const real lower = bulk < R(0.0) ? R(0.0) : s / energy, upper = bulk > R(0.0) ? energy : root;
    lane[LANE_E] = energy;
    lane[LANE_S] = s;
    lane[LANE_BULK] = bulk;
    /* wider by what a step may miss a root at the end by */
    lane[LANE_LOWER] = lower * (R(1.0) - RECOVERY_TOLERANCE);
    lane[LANE_UPPER] = upper * (R(1.0) + RECOVERY_TOLERANCE);
#if defined(EOS_CONFORMAL) && !TAUB_BULK
    lane[LANE_X] = R(3.0) * s / (real_sqrt(square(energy) + R(3.0) * s) + energy);
    lane[LANE_DONE] = R(1.0);
#else
    lane[LANE_X] = real_min(real_max(guess, lower), upper);
    lane[LANE_DONE] = R(0.0);
#endif
}

INLINE void recovery_step(const struct eos eos, real lane[LANE_COUNT])
{
    const real energy = lane[LANE_E], s = lane[LANE_S], x = lane[LANE_X];
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, x, R(0.0), &pressure, &speed_squared);
    pressure += lane[LANE_BULK];
    const real value = (s - energy * x) + (energy - x) * pressure;
    const real slope = energy + pressure - (energy - x) * speed_squared;
    /* value falls with x: above zero the root is to the right */
    newton_step(value, slope, R(0.0), lane);
}

/* The primitive state from the converged unknown. */
INLINE void recovery_finish(const struct eos eos, const real u[SYSTEM_COMPONENTS], const real lane[LANE_COUNT],
                            real q[SYSTEM_COMPONENTS])
{
    real m[3];
    const real e = lane[LANE_X], pressure = eos_pressure(eos, e, R(0.0)) + u[BULK_PRESSURE];
    ideal_momentum(u, m);
    /* W^2 = (E + p)/(e + p), so 1/((e + p) W) is this */
    const real scale = R(1.0) / real_sqrt((e + pressure) * (lane[LANE_E] + pressure));
    q[0] = e;
    EACH (i, 3)
        q[1 + i] = m[i] * scale;
    EACH_FROM (c, 4, SYSTEM_COMPONENTS)
        q[c] = u[c];
}

#endif

/* ---- whole cells ---- */

/* Searches e and u for given T, pi and Pi. */
INLINE int recover_unregulated(const struct eos eos, const real u[SYSTEM_COMPONENTS], real before_e,
                               real q[SYSTEM_COMPONENTS])
{
    real lane[LANE_COUNT];
    int n = 0;
    recovery_start(u, before_e, lane);
    for (; n < RECOVERY_ITERATIONS && lane[LANE_DONE] == R(0.0); n++)
        recovery_step(eos, lane);
    recovery_finish(eos, u, lane, q);
    return lane[LANE_DONE] == R(0.0) ? RECOVERY_EXCEEDED : RECOVERY_GOOD;
}

INLINE void scale_dissipation(real shear, real bulk, real u[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, PI_TT, BULK_PRESSURE)
        u[c] *= shear;
    u[BULK_PRESSURE] *= bulk;
}

/* Halves pi and Pi until a fluid exists, at last takes them and too much momentum away. */
INLINE int make_admissible(real least, real u[SYSTEM_COMPONENTS])
{
    if (admissible(u, least))
        return RECOVERY_GOOD;
    if (!(u[0] > R(0.0) && u[0] < REAL_MAX))
        return RECOVERY_FAILED;
    for (int n = 0; n < 6; n++) {
        const real factor = n < 5 ? R(0.5) : R(0.0);
        scale_dissipation(factor, factor, u);
        if (admissible(u, least))
            return RECOVERY_STRESS;
    }
    const real m = real_sqrt((square(u[1]) + square(u[2])) + square(u[3]));
    const real shrink = u[0] * real_sqrt(R(1.0) - R(2.0) * least) / m;
    EACH (i, 3)
        u[1 + i] *= shrink;
    return m < REAL_MAX ? RECOVERY_STRESS | RECOVERY_MOMENTUM : RECOVERY_FAILED;
}

INLINE int regulated(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
#if TAUB_REGULATE
    const struct sizes sizes = dissipative_sizes(eos, q);
    return !((sizes.shear <= REGULATOR_ONSET) & (sizes.bulk <= REGULATOR_ONSET) & (sizes.diffusion <= REGULATOR_ONSET));
#else
    return 0;
#endif
}

/* A fluid has inertia: e + P + Pi > 0. */
INLINE int has_inertia(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    return (q[0] > R(0.0)) & (q[0] + eos_pressure(eos, q[0], charge_of(q)) + q[BULK_PRESSURE] > R(0.1) * q[0]);
}

/* Whether the equation of state has this state: beyond its ends it goes on in some way, which is counted; as is a
 * diffusion coefficient that is not what the case says. */
INLINE int range_status(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    int status = RECOVERY_GOOD;
#if SYSTEM_DIFFUSES
    status |= diffusion_at(eos, q[0], q[CHARGE_DENSITY]).limited ? RECOVERY_DIFFUSION : RECOVERY_GOOD;
#endif
#if SYSTEM_CHARGED && EOS_BOUNDED
    status |= eos_in_range(eos, q[0], q[CHARGE_DENSITY]) ? RECOVERY_GOOD : RECOVERY_RANGE;
#endif
    return status;
}

/* Whether what was recovered can stay as it is; rows of the host look for those that cannot. */
INLINE int recovery_sound(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    return has_inertia(eos, q) & (q[0] >= R(TAUB_ENERGY_FLOOR)) & (q[0] < REAL_MAX) & !regulated(eos, q) &
           (range_status(eos, q) == RECOVERY_GOOD);
}

#define REGULATOR_TURNS 8

/* Cell by cell: everything that may have to be done, counted by the status. u is left as it was used. A cell whose
 * energy has become negative gets a tenth of what it had, at rest, and is counted as floored. */
INLINE int recover_regulated(const struct eos eos, real u[SYSTEM_COMPONENTS], real before_e, real least,
                             real q[SYSTEM_COMPONENTS])
{
    int status = RECOVERY_GOOD, turns = 0;
    /* each turn takes some of pi and Pi away; they may need it again, since e changes with them */
    for (int n = 0; n < REGULATOR_TURNS && status < RECOVERY_EXCEEDED; n++) {
        struct sizes left;
        status |= make_admissible(least, u);
        if (status >= RECOVERY_FAILED)
            break;
        status |= recover_unregulated(eos, u, before_e, q);
        left.shear = left.bulk = n < REGULATOR_TURNS - 2 ? R(0.5) : R(0.0);
        int cause = RECOVERY_STRESS;
        if (has_inertia(eos, q)) {
            if (turns == 2 || !regulated(eos, q))
                break;
            /* first the velocity that was found instead of the one that was expected, then less stress */
            if (turns++ == 0) {
                const real velocity[3] = {q[1], q[2], q[3]};
                project_stress(velocity, u);
                continue;
            }
            const struct sizes sizes = dissipative_sizes(eos, q);
            cause = RECOVERY_REGULATOR;
            left.shear = regulator_factor(sizes.shear);
            left.bulk = regulator_factor(sizes.bulk);
#if SYSTEM_DIFFUSES
            const real factor = regulator_factor(sizes.diffusion);
            EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
                u[c] *= factor;
#endif
        }
        scale_dissipation(left.shear, left.bulk, u);
        status |= cause;
    }
    return status;
}

INLINE int recover_cell(const struct eos eos, real u[SYSTEM_COMPONENTS], real before_e, real least,
                        real q[SYSTEM_COMPONENTS])
{
    const int status = recover_regulated(eos, u, before_e, least, q);
    const int sound = status < RECOVERY_EXCEEDED && q[0] > R(0.0) && q[0] < REAL_MAX;
    const int known = before_e > R(0.0) && before_e < REAL_MAX;
    real sum = R(0.0);
    EACH (c, SYSTEM_COMPONENTS)
        sum += u[c];
    if (sound && q[0] >= R(TAUB_ENERGY_FLOOR))
        return status | range_status(eos, q);
    /* a state that is not a number is no case for a floor */
    const int empty = !sound && sum == sum && u[0] <= R(0.0) && known;
    const int floored = sum == sum && (sound || empty);
    q[0] = sound ? R(TAUB_ENERGY_FLOOR) : known ? before_e : R(1.0);
    q[0] = empty ? real_max(R(0.1) * before_e, R(TAUB_ENERGY_FLOOR)) : q[0];
    EACH_FROM (c, 1, BULK_PRESSURE + 1)
        q[c] = sound && c < 4 ? q[c] : R(0.0);
#if SYSTEM_CHARGED
    q[CHARGE_DENSITY] = sound ? q[CHARGE_DENSITY] : sum == sum ? u[CHARGE_DENSITY] : R(0.0);
#endif
#if SYSTEM_DIFFUSES
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
        q[c] = R(0.0);
#endif
    conserved_of_primitive(eos, q, u); /* neighbours stay finite until the run stops */
    return floored ? RECOVERY_FLOORED : status >= RECOVERY_EXCEEDED ? status : status | RECOVERY_FAILED;
}

/* The same where nothing is known of the cell's velocity before. */
INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real before_e, real before_n,
                             real q[SYSTEM_COMPONENTS])
{
    return recover_cell(eos, u, before_e, RECOVERY_LEAST, q);
}

#endif
