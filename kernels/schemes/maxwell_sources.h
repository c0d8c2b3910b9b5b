/* Currents from outside, at a point: the user's, void current(const real x[3], real t, real j[3]), or one of these. A
 * place is prepared once for several times (source_shape), a time once for several places (source_moment).
 *
 * dipole, sheet   j = e f(t) (1 - r^2)^6, r over the axes that count in units of the radius; a sheet in a mesh that is
 *                 Bloch-periodic along it times exp(i k.x)
 * plane-wave      Inside a box the wave E = e f(t - n.x/c), outside nothing, and a smooth step w between: the potential
 *                 A = -e F(t - n.x/c), f = dF/dt, becomes w A, so that B = curl(w A) has no divergence and Faraday's
 * law holds; what D = w eps E lacks in Ampere's is j = (1/mu) ((f/c) (n (e.grad w) - 2 e (n.grad w)) + F (e lap w -
 * (e.grad) grad w)) The total field is inside, the scattered one outside, to the order of the scheme: all is smooth.
 * beam            that of a half space, with a Gaussian across the axis
 *
 * A. Taflove, S. C. Hagness, Computational Electrodynamics, chapter 5: total and scattered fields. */
#ifndef TAUB_SCHEMES_MAXWELL_SOURCES_H
#define TAUB_SCHEMES_MAXWELL_SOURCES_H

#include "dialect.h"
#include "case/source.h"

#if TAUB_SOURCE
#define SOURCE_OF_USER 1
#define SOURCE_BUMP 2
#define SOURCE_WAVE 3
#define SIGNAL_PULSE 0
#define SIGNAL_CONTINUOUS 1
#define SIGNAL_FILE 2

#if TAUB_SOURCE != SOURCE_OF_USER
/* Of 0..1, with five derivatives that vanish at both ends; its first and second derivative. */
INLINE real smooth_step(real u)
{
    const real v = real_min(real_max(u, R(0.0)), R(1.0)), v2 = v * v;
    return (v2 * v2 * v2) *
           (R(462.0) - v * (R(1980.0) - v * (R(3465.0) - v * (R(3080.0) - v * (R(1386.0) - R(252.0) * v)))));
}
INLINE real smooth_step_slope(real u)
{
    const real v = real_min(real_max(u, R(0.0)), R(1.0)), w = v * (R(1.0) - v), w2 = w * w;
    return R(2772.0) * (w2 * w2 * w);
}
INLINE real smooth_step_bend(real u)
{
    const real v = real_min(real_max(u, R(0.0)), R(1.0)), w = v * (R(1.0) - v), w2 = w * w;
    return R(13860.0) * (w2 * w2) * (R(1.0) - R(2.0) * v);
}

/* Sine and cosine of the carrier; whole periods are taken out before the time loses digits. */
INLINE void source_carrier(double tau, real *s, real *c)
{
    const double cycles = TAUB_SOURCE_FREQUENCY * tau;
    const real angle = R(6.283185307179586 * (cycles - floor(cycles)) + TAUB_SOURCE_PHASE);
    *s = real_sin(angle);
    *c = real_cos(angle);
}

/* The signal and its integral. */
INLINE void source_signal(double t, real *f, real *integral)
{
    const double tau = t - TAUB_SOURCE_START;
    const real r = R(tau / TAUB_SOURCE_DURATION);
#if TAUB_SOURCE_SIGNAL == SIGNAL_FILE
    /* cubics between times of the table: value, slope, halves and sixths of the next two, integral up to there */
    int low = 0, high = TAUB_SOURCE_TIMES - 1;
    *f = R(0.0);
    *integral = t < source_times[0] ? R(0.0) : source_cubics[5 * high + 4];
    if (t < source_times[0] || !(t < source_times[high]))
        return;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        low = t < source_times[middle] ? low : middle;
        high = t < source_times[middle] ? middle : high;
    }
    const real s = R(t - source_times[low]);
    const real a = source_cubics[5 * low], b = source_cubics[5 * low + 1], c = source_cubics[5 * low + 2],
               d = source_cubics[5 * low + 3];
    *f = a + s * (b + s * (c + s * d));
    *integral =
        source_cubics[5 * low + 4] + s * (a + s * (R(1.0 / 2.0) * b + s * (R(1.0 / 3.0) * c + s * (R(0.25) * d))));
    (void)tau;
    (void)r;
#elif TAUB_SOURCE_SIGNAL == SIGNAL_CONTINUOUS
    real s, c;
    const real per = R(1.0 / (6.283185307179586 * TAUB_SOURCE_FREQUENCY));
    source_carrier(tau, &s, &c);
    *integral = -per * (smooth_step(r) * c);
    *f = smooth_step(r) * s - (per * R(1.0 / TAUB_SOURCE_DURATION)) * (smooth_step_slope(r) * c);
#elif TAUB_SOURCE_CARRIED
    real s, c;
    const real per = R(1.0 / (6.283185307179586 * TAUB_SOURCE_FREQUENCY));
    const real envelope = real_exp(R(-0.5) * (r * r));
    source_carrier(tau, &s, &c);
    *integral = per * (envelope * s);
    *f = envelope * (c - (per * R(1.0 / TAUB_SOURCE_DURATION)) * (r * s));
#else
    const real envelope = real_exp(R(0.5) * (R(1.0) - r * r));
    *integral = R(TAUB_SOURCE_DURATION) * envelope;
    *f = -(r * envelope);
#endif
}
#endif

CONSTANT_TABLE double source_box[6] = TAUB_SOURCE_BOX;

INLINE real source_pick(const real v[3], int c)
{
    return c == 0 ? v[0] : c == 1 ? v[1] : v[2];
}

#if TAUB_SOURCE == SOURCE_BUMP
CONSTANT_TABLE double source_center[3] = TAUB_SOURCE_CENTER;
CONSTANT_TABLE double source_per_radius[3] = TAUB_SOURCE_PER_RADIUS; /* 0 along axes that do not count */

/* Component c at a place, but for the signal, which is the same everywhere. */
struct source_shape {
    real size;
};
INLINE void source_shape(const double x[3], int c, struct source_shape *shape)
{
    const real amplitude[3] = {TAUB_SOURCE_AMPLITUDE_X, TAUB_SOURCE_AMPLITUDE_Y, TAUB_SOURCE_AMPLITUDE_Z};
    real inside = R(1.0);
    EACH (a, 3)
        inside -= square(R((x[a] - source_center[a]) * source_per_radius[a]));
    inside = real_max(inside, R(0.0));
    const real cube = inside * inside * inside;
    shape->size = source_pick(amplitude, c) * (cube * cube);
}
INLINE void source_shape_scale(struct source_shape *shape, real by)
{
    shape->size *= by;
}

struct source_moment {
    real f;
};
INLINE struct source_moment source_moment(double t)
{
    struct source_moment moment;
    real integral;
    source_signal(t, &moment.f, &integral);
    return moment;
}
INLINE real source_value(const struct source_shape shape, const struct source_moment moment)
{
    return shape.size * moment.f;
}

#if TAUB_SOURCE_PHASED
/* A part of exp(i k.(x - center)), k along a sheet that goes through a Bloch-periodic mesh. */
INLINE real source_phase(const double x[3], int imaginary)
{
    const double k[3] = {TAUB_BLOCH_X, TAUB_BLOCH_Y, TAUB_BLOCH_Z};
    double phase = 0.0;
    EACH (a, 3)
        phase += AXIS_ACTIVE(a) && source_per_radius[a] == 0.0 ? k[a] * (x[a] - source_center[a]) : 0.0;
    return imaginary ? real_sin(R(phase)) : real_cos(R(phase));
}
#endif
#elif TAUB_SOURCE == SOURCE_WAVE
CONSTANT_TABLE double source_center[3] = TAUB_SOURCE_CENTER;
CONSTANT_TABLE double source_direction[3] = TAUB_SOURCE_DIRECTION;
CONSTANT_TABLE double source_inner[6] = TAUB_SOURCE_INNER; /* lower and upper ends of the box */

/* Component c at a place: what the signal and its integral are multiplied by there, and how late they arrive. */
struct source_shape {
    real of_signal, of_integral;
    double late;
};
INLINE void source_shape(const double x[3], int c, struct source_shape *shape)
{
    const real e[3] = {TAUB_SOURCE_ELECTRIC_X, TAUB_SOURCE_ELECTRIC_Y, TAUB_SOURCE_ELECTRIC_Z};
    real w[3], slope[3], bend[3], n[3], signal[3], integral[3];
    double late = 0.0;
    const real per = R(1.0 / TAUB_SOURCE_THICKNESS);
    EACH (a, 3) {
        const int upper = 2.0 * x[a] > source_inner[2 * a] + source_inner[2 * a + 1];
        const real u = R(1.0) + (upper ? R((source_inner[2 * a + 1] - x[a]) / TAUB_SOURCE_THICKNESS)
                                       : R((x[a] - source_inner[2 * a]) / TAUB_SOURCE_THICKNESS));
        w[a] = smooth_step(u);
        slope[a] = (upper ? -per : per) * smooth_step_slope(u);
        bend[a] = (per * per) * smooth_step_bend(u);
        n[a] = R(source_direction[a]);
        late += source_direction[a] * (x[a] - source_center[a]);
    }
    const real gradient[3] = {slope[0] * w[1] * w[2], w[0] * slope[1] * w[2], w[0] * w[1] * slope[2]};
    const real own[3] = {bend[0] * w[1] * w[2], w[0] * bend[1] * w[2], w[0] * w[1] * bend[2]};
    const real mixed[3] = {w[0] * slope[1] * slope[2], slope[0] * w[1] * slope[2], slope[0] * slope[1] * w[2]};
    const real along_e = (e[0] * gradient[0] + e[1] * gradient[1]) + e[2] * gradient[2];
    const real along_n = (n[0] * gradient[0] + n[1] * gradient[1]) + n[2] * gradient[2];
    const real laplacian = own[0] + own[1] + own[2];
    real size = R(1.0 / TAUB_SOURCE_PERMEABILITY);
#if TAUB_SOURCE_NARROW
    real away = R(0.0);
    EACH (a, 3)
        away += a == TAUB_SOURCE_AXIS || !AXIS_ACTIVE(a) ? R(0.0)
                                                         : square(R((x[a] - source_center[a]) / TAUB_SOURCE_WAIST));
    size *= real_exp(-away);
#endif
    EACH (a, 3) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        const real turned = own[a] * e[a] + (mixed[q] * e[p] + mixed[p] * e[q]);
        signal[a] = n[a] * along_e - R(2.0) * (e[a] * along_n);
        integral[a] = e[a] * laplacian - turned;
    }
    shape->of_signal = (size * R(1.0 / TAUB_SOURCE_LIGHT)) * source_pick(signal, c);
    shape->of_integral = size * source_pick(integral, c);
    shape->late = late / TAUB_SOURCE_LIGHT;
}

struct source_moment {
    double t;
};
INLINE struct source_moment source_moment(double t)
{
    const struct source_moment moment = {t};
    return moment;
}
INLINE real source_value(const struct source_shape shape, const struct source_moment moment)
{
    real f, integral;
    source_signal(moment.t - shape.late, &f, &integral);
    return shape.of_signal * f + shape.of_integral * integral;
}
#else
struct source_shape {
    real x[3];
    int c;
};
INLINE void source_shape(const double x[3], int c, struct source_shape *shape)
{
    EACH (a, 3)
        shape->x[a] = R(x[a]);
    shape->c = c;
}

struct source_moment {
    real t;
};
INLINE struct source_moment source_moment(double t)
{
    const struct source_moment moment = {R(t)};
    return moment;
}
INLINE real source_value(const struct source_shape shape, const struct source_moment moment)
{
    real j[3] = {R(0.0), R(0.0), R(0.0)};
    current(shape.x, moment.t, j);
    return source_pick(j, shape.c);
}
#endif

/* Before and behind that a pulse is less than rounding of its peak; a sine with a smooth beginning is 0 before. */
INLINE int source_flows(double t, double dt)
{
    return (t + dt > TAUB_SOURCE_BEGIN) & (t < TAUB_SOURCE_END);
}

/* Whether currents flow within `reach` of a place along each axis, or of its images `around` away (0: there are none).
 */
INLINE int source_near(const double x[3], const double reach[3], const double around[3])
{
    int near = 1;
    EACH (a, 3) {
        const double from = source_box[2 * a] - reach[a], to = source_box[2 * a + 1] + reach[a];
        near &= ((x[a] > from) & (x[a] < to)) | ((x[a] + around[a] > from) & (x[a] + around[a] < to)) |
                ((x[a] - around[a] > from) & (x[a] - around[a] < to));
    }
#if TAUB_SOURCE == SOURCE_WAVE
    int inside = 1;
    EACH (a, 3)
        inside &= (x[a] > source_inner[2 * a] + reach[a]) & (x[a] < source_inner[2 * a + 1] - reach[a]);
    near &= !inside;
#endif
    return near;
}
#endif
#endif
