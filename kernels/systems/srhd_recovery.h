/* Primitive recovery: (E, M, R) -> (e, u, n), by a bracketed Newton iteration with a relative tolerance and a bound.
 *
 * With S = E^2 - M^2 = (E - M)(E + M), which keeps its relative accuracy at large Lorentz factors:
 *   p = p(e):     h(e) = S - E e + (E - e) p(e) = 0 on [S/E, sqrt S]; h' = -E - p + (E - e) c^2 < 0;
 *   p = p(e, n):  f(p) = p(e(p), n(p)) - p = 0 on [0, sqrt S] with e(p) = (S + E p)/(E + p),
 *                 1/W^2 = (S + 2 E p + p^2)/(E + p)^2, n = R/W; f' = v^2 c^2 - 1 < 0;
 *   e = 3p:       e = 3 S/(sqrt(E^2 + 3 S) + E).
 * Both functions are monotonic for every causal equation of state, so the root is unique. The iteration is split into
 * start, step and finish so that the host can run many cells in lockstep. */
#ifndef TAUB_SYSTEMS_SRHD_RECOVERY_H
#define TAUB_SYSTEMS_SRHD_RECOVERY_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/recovery_status.h"
#include "systems/srhd.h"

#if TAUB_SINGLE
#define RECOVERY_TOLERANCE R(1e-4) /* of the last step; the iteration is quadratic, so the error is its square */
#else
#define RECOVERY_TOLERANCE R(1e-8)
#endif
#if TAUB_SINGLE || TAUB_MIXED
#define RECOVERY_SLACK R(1e-5) /* 1 - M/E of a regulated state: Lorentz factors of about 160 */
#else
#define RECOVERY_SLACK R(1e-10)
#endif
#define RECOVERY_ITERATIONS 60

/* Where a table ends: beyond its largest charge the pressure is that of the end, and beyond its last energy density a
 * continuation. Such states are counted as regulated. */
#if EOS_BOUNDED
INLINE int recovery_range(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    return eos_in_range(eos, q[0], q[4]) ? RECOVERY_GOOD : RECOVERY_RANGE;
}
#endif

/* Everything a lane carries between steps. */
enum { LANE_E, LANE_S, LANE_R, LANE_X, LANE_LOWER, LANE_UPPER, LANE_DONE, LANE_COUNT };

/* Reduces momentum and charge until E^2 > M^2 + (mass R)^2; exact states pass untouched. */
INLINE int make_admissible(real u[SYSTEM_COMPONENTS])
{
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3]));
    const real most = u[0] * (R(1.0) - RECOVERY_SLACK);
    const int fine = u[0] > R(0.0) && u[0] < REAL_MAX && m < REAL_MAX;
    const int fast = fine && m > u[0] * (R(1.0) - R(4.0) * R(STORED_EPSILON));
    const real shrink = fast ? most / m : R(1.0);
    int status = fine ? (fast ? RECOVERY_MOMENTUM : RECOVERY_GOOD) : RECOVERY_FAILED;
    u[1] *= shrink;
    u[2] *= shrink;
    u[3] *= shrink;
#if !EOS_BAROTROPIC
    {
        const real inside = real_max((u[0] - m * shrink) * (u[0] + m * shrink), R(0.0));
        const real heaviest = real_sqrt(inside) * (R(1.0) - R(8.0) * R(STORED_EPSILON));
        const int heavy = fine & (EOS_REST_MASS * u[4] > heaviest); /* && keeps gcc from vectorising */
        u[4] = heavy ? heaviest / (EOS_REST_MASS + REAL_TINY) : u[4];
        status = heavy ? RECOVERY_MOMENTUM : status;
    }
#endif
    status = u[4] == u[4] ? status : RECOVERY_FAILED;
    return status;
}

INLINE void recovery_start(const real u[SYSTEM_COMPONENTS], real guess, real lane[LANE_COUNT])
{
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3]));
    const real s = (u[0] - m) * (u[0] + m);
    const real root = real_sqrt(real_max(s, R(0.0)));
#if EOS_BAROTROPIC
    const real lower = s / u[0];
#else
    const real lower = R(0.0);
#endif
    lane[LANE_E] = u[0];
    lane[LANE_S] = s;
    lane[LANE_R] = u[4];
    /* wider by what a step may miss a root at the end by, of a cold or a stiff gas: else it would be bisected for */
    lane[LANE_LOWER] = lower * (R(1.0) - RECOVERY_TOLERANCE);
    lane[LANE_UPPER] = root * (R(1.0) + RECOVERY_TOLERANCE);
    lane[LANE_X] = real_min(real_max(guess, lower), root);
    lane[LANE_DONE] = R(0.0);
}

/* One safeguarded Newton step; a lane that is done stays as it is. */
INLINE void recovery_step(const struct eos eos, real lane[LANE_COUNT])
{
    const real energy = lane[LANE_E], s = lane[LANE_S], x = lane[LANE_X];
    real value, slope, pressure, speed_squared;
#if EOS_BAROTROPIC
    eos_pressure_and_speed(eos, x, R(0.0), &pressure, &speed_squared);
    value = (s - energy * x) + (energy - x) * pressure;
    slope = energy + pressure - (energy - x) * speed_squared;
#else
    const real total = energy + x;
    const real over_w_squared = (s + x * (R(2.0) * energy + x)) / (total * total);
    const real e = (s + energy * x) / total;
    const real n = lane[LANE_R] * real_sqrt(over_w_squared);
    eos_pressure_and_speed(eos, e, n, &pressure, &speed_squared);
    value = pressure - x;
    slope = R(1.0) - (R(1.0) - over_w_squared) * speed_squared;
#endif
    /* value falls with x: above zero the root is to the right */
    const real lower = value > R(0.0) ? x : lane[LANE_LOWER];
    const real upper = value > R(0.0) ? lane[LANE_UPPER] : x;
    const real newton = x + value / slope;
    const real next = newton >= lower && newton <= upper ? newton : R(0.5) * (lower + upper);
    const int done = lane[LANE_DONE] != R(0.0);
#if EOS_BAROTROPIC
    const real noise = R(0.0);
#else
    /* of the pressure of a cold gas, the difference of two large numbers */
    const real noise = R(4.0) * REAL_EPSILON * e;
#endif
    const int close = real_fabs(next - x) <= RECOVERY_TOLERANCE * next + noise;
    lane[LANE_LOWER] = done ? lane[LANE_LOWER] : lower;
    lane[LANE_UPPER] = done ? lane[LANE_UPPER] : upper;
    lane[LANE_X] = done ? x : next;
    lane[LANE_DONE] = done || close ? R(1.0) : R(0.0);
}

/* The primitive state of densities whose e, p and e + p are known: W^2 = (E + p)/(e + p), so 1/((e + p) W) is `scale`,
 * and 1/W is (e + p) times it. */
INLINE void primitive_of_energy(const real u[SYSTEM_COMPONENTS], real e, real pressure, real enthalpy,
                                real q[SYSTEM_COMPONENTS])
{
    const real scale = R(1.0) / real_sqrt(enthalpy * (u[0] + pressure));
    q[0] = e;
    q[1] = u[1] * scale;
    q[2] = u[2] * scale;
    q[3] = u[3] * scale;
    q[4] = u[4] * (enthalpy * scale);
}

/* From the converged unknown. */
INLINE void recovery_finish(const struct eos eos, const real u[SYSTEM_COMPONENTS], const real lane[LANE_COUNT],
                            real q[SYSTEM_COMPONENTS])
{
#if EOS_BAROTROPIC
    const real e = lane[LANE_X], pressure = eos_pressure(eos, lane[LANE_X], R(0.0));
#else
    const real pressure = lane[LANE_X];
    const real e = (lane[LANE_S] + lane[LANE_E] * pressure) / (lane[LANE_E] + pressure);
#endif
    primitive_of_energy(u, e, pressure, e + pressure, q);
}

/* The energy density of a conformal fluid with these densities. */
INLINE real conformal_energy(const real u[SYSTEM_COMPONENTS])
{
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3]));
    const real s3 = R(3.0) * ((u[0] - m) * (u[0] + m));
    return s3 / (real_sqrt(square(u[0]) + s3) + u[0]);
}

#if SYSTEM_RECOVERY_CLOSED
INLINE void recover_closed(const struct eos eos, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    const real e = conformal_energy(u);
    primitive_of_energy(u, e, e * R(1.0 / 3.0), e * R(4.0 / 3.0), q);
}
#endif

/* What a good guess of the unknown is, from the primitive state the cell had before. */
INLINE real recovery_guess(const struct eos eos, real e, real n)
{
#if EOS_BAROTROPIC
    return e;
#else
    return eos_pressure(eos, e, n);
#endif
}

/* Applies the floor and replaces what failed, so that neighbours stay finite until the run stops. */
INLINE int recovery_repair(const struct eos eos, int status, real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    const int sound = status < RECOVERY_EXCEEDED && q[0] > R(0.0) && q[0] < REAL_MAX;
    const real sum = u[0] + u[1] + u[2] + u[3] + u[4];
    /* a state that is not a number is no case for the floor */
    const int small = !(q[0] >= R(TAUB_ENERGY_FLOOR)) || !(u[0] >= R(TAUB_ENERGY_FLOOR));
    const int low = small && sum - sum == R(0.0) && TAUB_HAS_FLOOR;
    if (sound && !low)
        return status;
    if (!low)
        return status < RECOVERY_EXCEEDED ? RECOVERY_FAILED : status;
    if (!sound) {
        q[1] = q[2] = q[3] = R(0.0);
        q[4] = real_max(u[4], R(0.0));
    }
    q[0] = R(TAUB_ENERGY_FLOOR);
    conserved_of_primitive(eos, q, u);
    return RECOVERY_FLOORED;
}

/* Whether a state can go on without a second look. */
INLINE int state_is_fine(const real q[SYSTEM_COMPONENTS])
{
    return (q[0] > R(0.0)) & (q[0] >= R(TAUB_ENERGY_FLOOR)) & (q[0] < REAL_MAX); /* && keeps gcc from vectorising */
}

/* Whether a state was recovered as it is. */
INLINE int recovery_sound(int status, const real q[SYSTEM_COMPONENTS])
{
    return (status == RECOVERY_GOOD) & (q[0] > R(0.0)) & (q[0] < REAL_MAX);
}

/* Without floor and repair. */
INLINE int recover_unrepaired(const struct eos eos, real u[SYSTEM_COMPONENTS], real before_e, real before_n,
                              real q[SYSTEM_COMPONENTS])
{
    int status = make_admissible(u);
#if SYSTEM_RECOVERY_CLOSED
    recover_closed(eos, u, q);
#else
    real lane[LANE_COUNT];
    int n = 0;
    recovery_start(u, recovery_guess(eos, before_e, before_n), lane);
    for (; n < RECOVERY_ITERATIONS && lane[LANE_DONE] == R(0.0); n++)
        recovery_step(eos, lane);
    if (lane[LANE_DONE] == R(0.0) && status < RECOVERY_EXCEEDED)
        status = RECOVERY_EXCEEDED;
    recovery_finish(eos, u, lane, q);
#if EOS_BOUNDED
    status |= recovery_range(eos, q);
#endif
#endif
    return status;
}

/* Cell by cell: GPUs, and the host where nothing is to be gained from lanes. `before` is the cell's former (e, n). */
INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real before_e, real before_n,
                             real q[SYSTEM_COMPONENTS])
{
    const int status = recover_unrepaired(eos, u, before_e, before_n, q);
    return recovery_repair(eos, status, u, q);
}

#endif
