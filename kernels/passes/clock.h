/* The time step, found and kept on the device.
 *
 *   speed   per row, the largest rate: |signal speed|/(cell size) of one axis, or the sum over axes times
 *           cfl/TAUB_SUM_LIMIT where that is more; of a fluid that relaxes, with a fixed step, 1/(the longest stable
 *           step)                                                            fields: 0 rows out, 1 primitive state
 *   maxima  combines rows, 256 at a time (option[0] = how many there are)    fields: 0 rows out, 1 rows in
 *   begin   dt = cfl/(largest speed), in Milne at most cfl tau/4, ends at `until`  fields: 0 one number
 *   finish  advances the time and counts the step */
#ifndef TAUB_PASSES_CLOCK_H
#define TAUB_PASSES_CLOCK_H

/* dt times the sum over axes of |signal speed|/(cell size) never exceeds this; a scheme may set its own. */
#ifndef TAUB_SUM_LIMIT
#define TAUB_SUM_LIMIT 0.9
#endif

INLINE real speed_identity(int c)
{
    (void)c;
    return R(0.0);
}
INLINE real speed_combine(int c, real a, real b)
{
    (void)c;
    return real_max(a, b);
}
INLINE void speed_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real q[SYSTEM_COMPONENTS], speeds[3], largest = R(0.0), sum = R(0.0);
    load_primitive(io, eos, io.f[1], at, q);
    system_speeds(eos, q, speeds);
#if TAUB_MILNE
    const double depth = io.control->time * io.shape.spacing[2];
#else
    const double depth = io.shape.spacing[2];
#endif
    const real rates[3] = {speeds[0] * R(1.0 / io.shape.spacing[0]), speeds[1] * R(1.0 / io.shape.spacing[1]),
                           speeds[2] * R(1.0 / depth)};
    const int active[3] = {TAUB_ACTIVE_X, TAUB_ACTIVE_Y, TAUB_ACTIVE_Z};
    UNROLL
    for (int a = 0; a < 3; a++) {
        largest = real_max(largest, active[a] ? rates[a] : R(0.0));
        sum += active[a] ? rates[a] : R(0.0);
    }
#if defined(SYSTEM_RELAXATION)
    /* relaxation damps a wave by exp(-dt rate) on top of what fluxes do to the shortest ones, exp(-2 dt sum) */
    const struct transport transport = transport_at(eos, q[0]);
    largest = real_max(largest, R(SYSTEM_RELAXATION) * relaxation_rate(transport, q) * R(io.control->cfl));
    sum += R(0.5) * decay_rate(eos, transport, q);
#endif
    /* where speeds along all axes are alike the shortest waves bound the sum (docs/theory/kurganov-tadmor.md) */
    const real by_cfl = real_max(largest, sum * R(io.control->cfl / TAUB_SUM_LIMIT));
#if defined(SYSTEM_RELAXATION)
    out[0] = io.control->fixed_step > 0.0 ? sum * R(0.9 / TAUB_SUM_LIMIT) : by_cfl;
#else
    out[0] = by_cfl;
#endif
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
    (void)b;
    (void)k;
    out[0] = row < io.range.option[0] ? io.f[1][row] : R(0.0);
}
TAUB_ROW_PASS(maxima, 1)

INLINE void begin_step(GLOBAL struct taub_control *control, double largest)
{
#if TAUB_MILNE
    /* the expansion counts as a signal too: its sources change the state by a share dt/tau per step */
    const double expansion = 4.0 / control->time, fastest = largest > expansion ? largest : expansion;
#else
    const double fastest = largest;
#endif
    const double left = control->until - control->time;
    double dt = control->fixed_step > 0.0 ? control->fixed_step : control->cfl / fastest;
    if (control->failed || control->steps_left <= 0 || !(left > 0.0)) {
        control->hold = 1;
        return;
    }
    control->hold = 0;
    control->troubled = 0;
    if (!(dt >= control->minimum_step) || !(fastest < 1e300)) {
        control->failed = fastest == fastest ? TAUB_FAILURE_TIME_STEP : TAUB_FAILURE_NAN;
        control->hold = 1;
        return;
    }
#if defined(SYSTEM_RELAXATION)
    if (control->fixed_step > 0.0 && control->fixed_step * largest > 1.0) {
        control->failed = TAUB_FAILURE_LONG_STEP;
        control->longest_step = 1.0 / largest;
        control->hold = 1;
        return;
    }
#endif
    /* a last step that would leave a sliver takes it along */
    control->dt = dt > left * (1.0 - 1e-9) ? left : dt;
}
INLINE void begin_single(const struct taub_io io)
{
    begin_step(io.control, io.f[0][0]);
}
TAUB_SINGLE_PASS(begin)

INLINE void finish_single(const struct taub_io io)
{
    GLOBAL struct taub_control *control = io.control;
    if (control->hold)
        return;
    if (control->failed) {
        control->hold = 1;
        return;
    }
    control->time = control->dt == control->until - control->time ? control->until : control->time + control->dt;
    control->step += 1;
    control->steps_left -= 1;
}
TAUB_SINGLE_PASS(finish)

#endif
