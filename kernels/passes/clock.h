/* The time step, found and kept on the device.
 *
 *   speed   per row, the largest rate: |signal speed|/(cell size) of one axis, or the sum over axes times
 *           cfl/TAUB_SUM_LIMIT where that is more                            fields: 0 rows out, 1 primitive state
 *   maxima  combines rows, 256 at a time (option[0] = how many there are)    fields: 0 rows out, 1 rows in
 *   begin   dt = cfl/(largest speed), in Milne at most cfl tau/4, ends at `until`  fields: 0 one number
 *   edges   the rates of speed for the states that boundaries prescribe on the two faces of an axis (option[0]), at
 *           the start, the middle and the end of the step; option[1]: and the largest of an axis before
 *                                                     fields: 0 rows out, 1 state, 2 one number of another axis
 *   limit   begin once more, with the rate of edges                          fields: 0 one number
 *   finish  advances the time, counts the step, and adds its counts to the totals */
#ifndef TAUB_PASSES_CLOCK_H
#define TAUB_PASSES_CLOCK_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "passes/common.h"
#include "passes/ends.h"
#if TAUB_SPHERE
#include "passes/sphere.h"
#endif

/* dt times the sum over axes of |signal speed|/(cell size) never exceeds this; a scheme may set its own. */
#ifndef TAUB_SUM_LIMIT
#define TAUB_SUM_LIMIT 0.9
#endif

/* Godunov schemes count on it that no flux of first order takes more than there is, also from a fine cell beside a wide
 * one with faster signals (schemes/godunov.h). */
#if defined(TAUB_ORDER) && !TAUB_SPHERE
#define RATE_OF_FACE map_face_near
#else
#define RATE_OF_FACE map_face
#endif

INLINE real speed_identity(int c)
{
    return R(0.0);
}
INLINE real speed_combine(int c, real a, real b)
{
    return real_max(a, b);
}
#if TAUB_SPHERE
/* Signals through the faces of a cell across an axis: the larger flow of both, over the volume. */
INLINE real rate_across(const struct taub_io io, const struct eos eos, int axis, int b, int k, int j, int i,
                        const real q[SYSTEM_COMPONENTS])
{
    real most = R(0.0);
    EACH (side, 2) {
        real turned[SYSTEM_COMPONENTS], speeds[3];
        struct face_frame face;
        face_frame_of(io, axis, b, k + (side && axis == 2), j + (side && axis == 1), i + (side && axis == 0), &face);
        EACH (c, SYSTEM_COMPONENTS)
            turned[c] = q[c];
        turn_into_face(panel_of_block(io, b), &face, turned);
        system_speeds(eos, turned, speeds);
        most = real_max(most, speeds[0] * face.area);
    }
    return most / sphere_volume(io, b, k, j, i);
}
#endif

/* What a state demands of the step. */
INLINE real rate_of_state(const struct taub_io io, const struct eos eos, int b, int k, int j, int i,
                          const real q[SYSTEM_COMPONENTS])
{
    real largest = R(0.0), sum = R(0.0), rates[3];
#if TAUB_SPHERE
    EACH (a, 3)
        rates[a] = rate_across(io, eos, a, b, k, j, i, q);
#else
    real speeds[3];
    system_speeds(eos, q, speeds);
    EACH (a, 3)
        rates[a] = speeds[a] * R(1.0 / proper_length(a, map_unit(io.shape, a), io.control->time)) *
                   RATE_OF_FACE(io, b, k, j, i, a);
#endif
    const int active[3] = {TAUB_ACTIVE_X, TAUB_ACTIVE_Y, TAUB_ACTIVE_Z};
    EACH (a, 3) {
        largest = real_max(largest, active[a] ? rates[a] : R(0.0));
        sum += active[a] ? rates[a] : R(0.0);
    }
#if defined(TAUB_DIFFUSION_STAGES) && TAUB_DIFFUSION_STAGES
    largest = real_max(largest, TAUB_DIFFUSION_BOUND); /* passes/diffusion.h */
#endif
    /* where speeds along all axes are alike the shortest waves bound the sum (docs/theory/kurganov-tadmor.md) */
    return real_max(largest, sum * R(io.control->cfl / TAUB_SUM_LIMIT));
}
INLINE void speed_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const struct eos eos = eos_of_tables(io.tables);
    real q[SYSTEM_COMPONENTS];
    load_primitive(io, eos, io.f[1], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), q);
    out[0] = rate_of_state(io, eos, b, k, j, i, q);
}
TAUB_ROW_PASS(speed, 1)

INLINE real maxima_identity(int c)
{
    return speed_identity(c);
}
INLINE real maxima_combine(int c, real a, real b)
{
    return speed_combine(c, a, b);
}
INLINE void maxima_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const int row = j * 256 + i;
    out[0] = row < io.range.option[0] ? io.f[1][row] : R(0.0);
}
TAUB_ROW_PASS(maxima, 1)

/* A step of at most `allowed` on the way to an event that is `left` away: the last steps before it are equal, so that
 * none of them is a sliver; farther away the event has no influence. */
#define TAUB_EVEN_STEPS 8
INLINE double even_step(double allowed, double left)
{
    const double most = allowed * (1.0 + 1e-9);
    int parts = 1;
    while (parts < TAUB_EVEN_STEPS && parts * most < left)
        parts++;
    const double part = left / parts;
    return parts * most < left || (parts > 1 && part > allowed * (1.0 - 1e-9)) ? allowed : part;
}

/* Takes a step of at most `allowed`; `fastest` is the rate that it comes from. */
INLINE void set_step(GLOBAL struct taub_control *control, double allowed, double fastest)
{
    const double least = control->minimum_step > 0.0 ? control->minimum_step : TAUB_LEAST_SHARE * control->longest;
    if (!(allowed >= least) || !(control->time + allowed > control->time) || !(fastest < 1e300)) {
        control->failed = fastest == fastest ? TAUB_FAILURE_TIME_STEP : TAUB_FAILURE_NAN;
        control->refused_step = allowed;
        control->paused = 1;
        return;
    }
    control->allowed = allowed;
    control->dt = even_step(allowed, control->until - control->time);
}

/* cfl/(largest rate). Between states that jump the waves of the first step may be faster than those of either state,
 * so it takes a share of that only; and what comes in with the flow is met by steps that grow slowly. */
INLINE void begin_step(GLOBAL struct taub_control *control, double largest)
{
    const double fastest = largest_rate(largest, control->time);
    const double bound = control->cfl / fastest, grown = control->growth * control->allowed;
    if (control->failed || control->steps_left <= 0 || !(control->until - control->time > 0.0) ||
        control->time >= control->pause) {
        control->paused = 1;
        return;
    }
    control->paused = 0;
    control->troubled = 0;
    control->refill = 0;
    double allowed = control->step == 0 ? control->first * bound : grown > 0.0 && grown < bound ? grown : bound;
    for (int n = 0; n < control->halvings; n++)
        allowed *= 0.5;
    set_step(control, control->fixed_step > 0.0 ? control->fixed_step : allowed, fastest);
}
INLINE void begin_single(const struct taub_io io)
{
    begin_step(io.control, io.f[0][0]);
}
TAUB_SINGLE_PASS(begin)

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
INLINE real edges_identity(int c)
{
    return speed_identity(c);
}
INLINE real edges_combine(int c, real a, real b)
{
    return speed_combine(c, a, b);
}
/* The axis runs over 0 and 1, the lower and the upper face. */
INLINE void edges_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int axis = io.range.option[0], side = axis == 0 ? i : axis == 1 ? j : k;
    const int link = block_across(io, b, axis, side), n = io.shape.cells[axis];
    const int inner = side ? n - 1 : 0, outer = side ? n : -1;
    const long at =
        cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 2 ? inner : k, axis == 1 ? inner : j, axis == 0 ? inner : i);
    real x[3], q[SYSTEM_COMPONENTS];
    out[0] = io.range.option[1] ? io.f[2][0] : R(0.0);
    if (rank_of_end(link) != END_GIVES)
        return;
    cell_center(io, b, axis == 2 ? outer : k, axis == 1 ? outer : j, axis == 0 ? outer : i, x);
    const struct end_zone zone = end_zone_before(link, 2 * axis + side, at);
    for (int s = 0; s < (link == LINK_CODE ? 3 : 1); s++) {
        prescribed_state(io, io.f[1], zone, x, io.control->time + 0.5 * s * io.control->dt, q);
#if defined(CESE_AXES)
        real per[CESE_AXES];
        EACH (a, CESE_AXES)
            per[a] = R(1.0 / io.shape.spacing[cese_axis(a)]);
        out[0] = real_max(out[0], cese_rate(eos, q, per));
#else
        out[0] = real_max(
            out[0], rate_of_state(io, eos, b, axis == 2 ? inner : k, axis == 1 ? inner : j, axis == 0 ? inner : i, q));
#endif
    }
}
TAUB_ROW_PASS(edges, 1)

INLINE void limit_single(const struct taub_io io)
{
    GLOBAL struct taub_control *control = io.control;
    const double fastest = io.f[0][0], bound = control->cfl / fastest;
    const double allowed = control->step == 0 ? control->first * bound : bound;
    if (control->paused || control->failed || control->fixed_step > 0.0 || allowed >= control->allowed)
        return;
    set_step(control, allowed, fastest);
}
TAUB_SINGLE_PASS(limit)
#endif

/* What a step counted joins the totals. */
INLINE void carry_count(GLOBAL int *count, GLOBAL long *total)
{
    *total += *count;
    *count = 0;
}
INLINE void carry_counts(GLOBAL struct taub_control *control)
{
    carry_count(&control->recovery_failures, &control->counts[TAUB_COUNT_RECOVERY_FAILURES]);
    carry_count(&control->floored, &control->counts[TAUB_COUNT_FLOORED]);
    carry_count(&control->regulated, &control->counts[TAUB_COUNT_REGULATED]);
    carry_count(&control->iterations_exceeded, &control->counts[TAUB_COUNT_ITERATIONS_EXCEEDED]);
    carry_count(&control->first_order_cells, &control->counts[TAUB_COUNT_FIRST_ORDER_CELLS]);
    carry_count(&control->shock_cells, &control->counts[TAUB_COUNT_SHOCK_CELLS]);
    carry_count(&control->bounded_scalars, &control->counts[TAUB_COUNT_BOUNDED_SCALARS]);
    for (int cause = 0; cause < TAUB_CAUSES; cause++)
        carry_count(&control->causes[cause], &control->counts[TAUB_COUNT_CAUSE + cause]);
    carry_count(&control->low_beta_cells, &control->counts[TAUB_COUNT_LOW_BETA_CELLS]);
    carry_count(&control->lost, &control->counts[TAUB_COUNT_LOST]);
    carry_count(&control->lost_energy, &control->counts[TAUB_COUNT_LOST_ENERGY]);
}

/* Fixed steps are counted from the start of the run, also behind an event that they meet: a sum of many would be off by
 * more than a step's share that even_step takes for rounding. */
INLINE double time_after_step(GLOBAL const struct taub_control *control)
{
    const double sum = control->time + control->dt, fixed = control->fixed_step;
    if (control->dt == control->until - control->time)
        return control->until;
    if (!(fixed > 0.0))
        return sum;
    const double counted = control->start + (double)(long)((sum - control->start) / fixed + 0.5) * fixed;
    return counted - sum < 1e-9 * fixed && sum - counted < 1e-9 * fixed ? counted : sum;
}

INLINE void finish_single(const struct taub_io io)
{
    GLOBAL struct taub_control *control = io.control;
    if (control->paused)
        return;
    if (control->failed) {
        control->paused = 1;
        return;
    }
    control->time = time_after_step(control);
    control->longest = control->dt > control->longest ? control->dt : control->longest;
    carry_counts(control);
    control->halvings = 0;
    control->step += 1;
    control->steps_left -= 1;
}
TAUB_SINGLE_PASS(finish)

#endif
