/* Currents from outside, at a point: the sum of the sources of a case, each the user's,
 * void current(const real x[3], real t, real j[3]), or one of these. Source n has its numbers at place n of the tables
 * of case/source.h (src/systems/radiation.c). Of each, a place is prepared once for several times (source_shape), a
 * time once for several places (source_moment).
 *
 * dipole, sheet   j = e f(t) u^6 (1 + p u + q u^2), u = 1 - r^2, r over the axes that count in units of the radius; a
 *                 ball and a sheet have p = q = 0, a point those that make the second and fourth moment vanish; a sheet
 *                 in a mesh that is Bloch-periodic along it times exp(i k.x)
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

#if TAUB_SOURCES
#define SOURCE_OF_USER 0
#define SOURCE_BUMP 1
#define SOURCE_WAVE 2
#define SIGNAL_MONOCYCLE 0
#define SIGNAL_PULSE 1
#define SIGNAL_CONTINUOUS 2
#define SIGNAL_FILE 3
#define SIGNAL_GAUSSIAN 4
#define SIGNAL_RICKER 5

/* Which of them a cell is near to, as bits of a whole number that float has, too; sources of one bit share it. */
#define SOURCE_BITS 24
#define EACH_SOURCE_OF(n, bits)            \
    for (int n = 0; n < TAUB_SOURCES; n++) \
        if (((bits) >> (n % SOURCE_BITS)) & 1)

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
INLINE void source_carrier(int n, double tau, real *s, real *c)
{
    const double cycles = source_frequency[n] * tau;
    const real angle = R(6.283185307179586 * (cycles - floor(cycles)) + source_phase[n]);
    *s = real_sin(angle);
    *c = real_cos(angle);
}

#if TAUB_SOURCE_SPLINES
/* Cubics between times of the table of a source: value, slope, halves and sixths of the next two, integral up to there.
 */
INLINE void source_spline(int n, double t, real *f, real *integral)
{
    const int first = source_table_begin[n], last = source_table_begin[n + 1] - 1;
    int low = first, high = last;
    *f = R(0.0);
    *integral = t < source_times[first] ? R(0.0) : source_cubics[5 * last + 4];
    if (t < source_times[first] || !(t < source_times[last]))
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
}
#endif

/* The signal and its integral, but for a Gaussian, which is no signal of waves. */
INLINE void source_signal(int n, double t, real *f, real *integral)
{
    const int signal = source_signal_kind[n];
    const double tau = t - source_start[n];
    const real r = R(tau / source_duration[n]);
#if TAUB_SOURCE_SPLINES
    if (signal == SIGNAL_FILE) {
        source_spline(n, t, f, integral);
        return;
    }
#endif
    if ((signal == SIGNAL_CONTINUOUS) | (signal == SIGNAL_PULSE)) {
        real s, c;
        const real per = R(1.0 / (6.283185307179586 * source_frequency[n])), width = R(1.0 / source_duration[n]);
        source_carrier(n, tau, &s, &c);
        if (signal == SIGNAL_CONTINUOUS) {
            *integral = -per * (smooth_step(r) * c);
            *f = smooth_step(r) * s - (per * width) * (smooth_step_slope(r) * c);
        } else {
            const real envelope = real_exp(R(-0.5) * (r * r));
            *integral = per * (envelope * s);
            *f = envelope * (c - (per * width) * (r * s));
        }
    } else if (signal == SIGNAL_MONOCYCLE) {
        const real envelope = real_exp(R(0.5) * (R(1.0) - r * r));
        *integral = R(source_duration[n]) * envelope;
        *f = -(r * envelope);
    } else {
        const real envelope = real_exp(R(-0.5) * (r * r));
        *integral = R(source_duration[n]) * (r * envelope);
        *f = signal == SIGNAL_RICKER ? (R(1.0) - r * r) * envelope : envelope;
    }
}

INLINE real source_pick(const real v[3], int c)
{
    return c == 0 ? v[0] : c == 1 ? v[1] : v[2];
}

/* Component c of a source at a place: what the signal and its integral are multiplied by there, and how late they
 * arrive. */
struct source_shape {
    real of_signal, of_integral;
    double late;
#if TAUB_SOURCE_USER
    real x[3];
    int c;
#endif
};

#if TAUB_SOURCE_BUMPS
INLINE void source_shape_of_bump(int n, const double x[3], int c, struct source_shape *shape)
{
    real inside = R(1.0);
    EACH (a, 3)
        inside -= square(R((x[a] - source_center[3 * n + a]) * source_per_radius[3 * n + a]));
    inside = real_max(inside, R(0.0));
    const real cube = inside * inside * inside;
    const real moments = R(1.0) + inside * (R(source_profile[2 * n]) + inside * R(source_profile[2 * n + 1]));
    shape->of_signal = source_strength(3 * n + c) * (cube * cube) * moments;
}

#if TAUB_SOURCE_PHASED
/* A part of exp(i k.(x - center)), k along a sheet that goes through a Bloch-periodic mesh. */
INLINE real source_bloch(int n, const double x[3], int imaginary)
{
    const double k[3] = {TAUB_BLOCH_X, TAUB_BLOCH_Y, TAUB_BLOCH_Z};
    double phase = 0.0;
    EACH (a, 3)
        phase += AXIS_ACTIVE(a) && source_per_radius[3 * n + a] == 0.0 ? k[a] * (x[a] - source_center[3 * n + a]) : 0.0;
    return imaginary ? real_sin(R(phase)) : real_cos(R(phase));
}
#endif
#endif

#if TAUB_SOURCE_WAVES
/* Whether a component vanishes everywhere: e.grad w and the derivatives of w along an axis of one cell do. */
INLINE int source_wave_lacks(const real e[3], int c)
{
    int across = 1;
    EACH (a, 3)
        across &= !AXIS_ACTIVE(a) | (e[a] == R(0.0));
    return (source_pick(e, c) == R(0.0)) & (across | !AXIS_ACTIVE(c));
}

INLINE void source_shape_of_wave(int n, const double x[3], int c, struct source_shape *shape)
{
    const real e[3] = {source_strength(3 * n), source_strength(3 * n + 1), source_strength(3 * n + 2)};
    real u[3], w[3], slope[3], bend[3], along[3], signal[3], integral[3];
    double late = 0.0;
    const real per = R(1.0 / source_thickness[n]);
    int above[3], inside = 1, outside = source_wave_lacks(e, c);
    EACH (a, 3) {
        const double lower = source_inner[6 * n + 2 * a], upper = source_inner[6 * n + 2 * a + 1];
        above[a] = 2.0 * x[a] > lower + upper;
        u[a] = R(1.0) + (above[a] ? R((upper - x[a]) / source_thickness[n]) : R((x[a] - lower) / source_thickness[n]));
        inside &= u[a] >= R(1.0);
        outside |= u[a] <= R(0.0);
    }
    if (inside | outside) /* nothing flows where w is the same around */
        return;
    EACH (a, 3) {
        w[a] = smooth_step(u[a]);
        slope[a] = (above[a] ? -per : per) * smooth_step_slope(u[a]);
        bend[a] = (per * per) * smooth_step_bend(u[a]);
        along[a] = R(source_direction[3 * n + a]);
        late += source_direction[3 * n + a] * (x[a] - source_center[3 * n + a]);
    }
    const real gradient[3] = {slope[0] * w[1] * w[2], w[0] * slope[1] * w[2], w[0] * w[1] * slope[2]};
    const real own[3] = {bend[0] * w[1] * w[2], w[0] * bend[1] * w[2], w[0] * w[1] * bend[2]};
    const real mixed[3] = {w[0] * slope[1] * slope[2], slope[0] * w[1] * slope[2], slope[0] * slope[1] * w[2]};
    const real along_e = (e[0] * gradient[0] + e[1] * gradient[1]) + e[2] * gradient[2];
    const real along_n = (along[0] * gradient[0] + along[1] * gradient[1]) + along[2] * gradient[2];
    const real laplacian = own[0] + own[1] + own[2];
    real size = R(1.0 / source_permeability[n]);
    if (source_waist[n] > 0.0) { /* a beam */
        real away = R(0.0);
        EACH (a, 3)
            away += a == source_axis[n] || !AXIS_ACTIVE(a)
                        ? R(0.0)
                        : square(R((x[a] - source_center[3 * n + a]) / source_waist[n]));
        size *= real_exp(-away);
    }
    EACH (a, 3) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        const real turned = own[a] * e[a] + (mixed[q] * e[p] + mixed[p] * e[q]);
        signal[a] = along[a] * along_e - R(2.0) * (e[a] * along_n);
        integral[a] = e[a] * laplacian - turned;
    }
    shape->of_signal = (size * R(1.0 / source_light[n])) * source_pick(signal, c);
    shape->of_integral = size * source_pick(integral, c);
    shape->late = late / source_light[n];
}
#endif

/* `imaginary`: of complex fields, the part that the block is. */
INLINE void source_shape(int n, const double x[3], int c, int imaginary, struct source_shape *shape)
{
    shape->of_signal = shape->of_integral = R(0.0);
    shape->late = 0.0;
#if TAUB_SOURCE_BUMPS
    if (source_kind[n] == SOURCE_BUMP)
        source_shape_of_bump(n, x, c, shape);
#if TAUB_SOURCE_PHASED
    if (source_is_phased[n])
        shape->of_signal *= source_bloch(n, x, imaginary);
#endif
#endif
#if TAUB_SOURCE_WAVES
    if (source_kind[n] == SOURCE_WAVE)
        source_shape_of_wave(n, x, c, shape);
#endif
#if TAUB_SOURCE_USER
    EACH (a, 3)
        shape->x[a] = R(x[a]);
    shape->c = c;
#endif
    (void)imaginary;
}

/* A time, and what the signal of a dipole or sheet is then everywhere. */
struct source_moment {
    double t;
    real f;
};
INLINE struct source_moment source_moment(int n, double t)
{
    struct source_moment moment = {t, R(0.0)};
    real integral;
    if (source_kind[n] == SOURCE_BUMP)
        source_signal(n, t, &moment.f, &integral);
    return moment;
}
INLINE real source_value(int n, const struct source_shape shape, const struct source_moment moment)
{
#if TAUB_SOURCE_USER
    if (source_kind[n] == SOURCE_OF_USER) {
        real j[3] = {R(0.0), R(0.0), R(0.0)};
        current(shape.x, R(moment.t), j);
        return source_pick(j, shape.c);
    }
#endif
    if (source_kind[n] == SOURCE_WAVE) {
        real f, integral;
        if ((shape.of_signal == R(0.0)) & (shape.of_integral == R(0.0)))
            return R(0.0);
        source_signal(n, moment.t - shape.late, &f, &integral);
        return shape.of_signal * f + shape.of_integral * integral;
    }
    return shape.of_signal * moment.f;
}

/* Before and after that a pulse is less than rounding of its peak; a sine with a smooth beginning is 0 before. */
INLINE int source_flows(int n, double t, double dt)
{
    return (t + dt > source_begin[n]) & (t < source_end[n]);
}

/* Whether currents of a source flow within `reach` of a place along each axis, or of its images `around` away (0: there
 * are none). */
INLINE int source_near(int n, const double x[3], const double reach[3], const double around[3])
{
    int near = 1, inside = source_kind[n] == SOURCE_WAVE;
    EACH (a, 3) {
        const double from = source_box[6 * n + 2 * a] - reach[a], to = source_box[6 * n + 2 * a + 1] + reach[a];
        near &= ((x[a] > from) & (x[a] < to)) | ((x[a] + around[a] > from) & (x[a] + around[a] < to)) |
                ((x[a] - around[a] > from) & (x[a] - around[a] < to));
        inside &= (x[a] > source_inner[6 * n + 2 * a] + reach[a]) & (x[a] < source_inner[6 * n + 2 * a + 1] - reach[a]);
    }
    return near & !inside;
}
#endif
#endif
