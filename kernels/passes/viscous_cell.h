/* One cell in a stage of passes/viscous.h: its gradients, its relaxation, its new state. */
#ifndef TAUB_PASSES_VISCOUS_CELL_H
#define TAUB_PASSES_VISCOUS_CELL_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#if defined(TAUB_DROPLETS)
#include "passes/deposit.h"
#endif
#include "schemes/diffusion_current.h"
#include "schemes/relaxation.h"
#include "schemes/update.h"
#include "systems/israel_stewart_regulator.h"
#include "systems/relativistic.h"
#include "systems/transport.h"

/* What turns the difference of both neighbours of a cell into a derivative. */
INLINE real per_two_cells(const struct taub_io io, int b, int axis)
{
    return R(0.5 / map_unit(io.shape, axis)) * map_face(io, b, 0, 0, 0, axis);
}

/* Centred differences of u along one axis; q: the state's first component in this cell. */
INLINE void load_gradient(GLOBAL const real *q, long component_stride, long stride, real per, real gradient[3])
{
    EACH (i, 3) {
        GLOBAL const real *u = q + (1 + i) * component_stride;
        gradient[i] = per * (LOAD(u + stride) - LOAD(u - stride));
    }
}

INLINE void load_gradients(const struct taub_io io, int b, GLOBAL const real *q, real volume, real gradient[3][3])
{
    const struct taub_shape shape = io.shape;
    const long cs = shape.component_stride;
    EACH (j, 3)
        EACH (i, 3)
            gradient[j][i] = R(0.0);
#if TAUB_ACTIVE_X
    load_gradient(q, cs, 1, per_two_cells(io, b, 0), gradient[0]);
#endif
#if TAUB_ACTIVE_Y
    load_gradient(q, cs, shape.row_stride, per_two_cells(io, b, 1), gradient[1]);
#endif
#if TAUB_ACTIVE_Z
    load_gradient(q, cs, shape.plane_stride, per_two_cells(io, b, 2) / volume, gradient[2]);
#endif
    (void)cs;
}

/* Adds what the differences d of the state along one axis do to T^{ta}, pi^{ti} and Pi per unit time. Du follows from
 * these and not from the fluxes: the numerical diffusion in them would be multiplied by the inverse of the matrix that
 * Du is solved with, up to (1 - v^2 c_s^2)/(1 - v^2 c^2), and no signal speed bounds that
 * (docs/theory/israel-stewart.md, steps). */
INLINE void add_rates_along(const real d[SYSTEM_COMPONENTS], const real q[SYSTEM_COMPONENTS], real w, real pressure,
                            real by_e, real by_n, int axis, const real du[3], struct charge_gradients *charge,
                            real rate[SYSTEM_COMPONENTS])
{
    real dstress[3];
    EACH (i, 3)
        dstress[i] = d[stress_space(axis, i)];
    const real over_w = R(1.0) / w, h = (q[0] + pressure) + q[BULK_PRESSURE];
    const real dw = ((q[1] * du[0] + q[2] * du[1]) + q[3] * du[2]) * over_w;
#if SYSTEM_CHARGED
    const real dp = (by_e * d[0] + by_n * d[CHARGE_DENSITY]) + d[BULK_PRESSURE], dh = d[0] + dp;
    rate[CHARGE_DENSITY] -= d[CHARGE_DENSITY] * q[1 + axis] + q[CHARGE_DENSITY] * du[axis];
#if SYSTEM_DIFFUSES
    rate[CHARGE_DENSITY] -= d[DIFFUSION_X + axis];
    charge->e[axis] = d[0];
    charge->n[axis] = d[CHARGE_DENSITY];
    EACH (i, 3)
        charge->q[axis][i] = d[DIFFUSION_X + i];
#endif
#else
    const real dp = by_e * d[0] + d[BULK_PRESSURE], dh = d[0] + dp;
#endif
    const real u = q[1 + axis], along = h * u, dalong = dh * u + h * du[axis];
    const real v = u * over_w, dv = (du[axis] - v * dw) * over_w;
    rate[0] -= (dalong * w + along * dw) + d[stress_time(axis)];
    EACH (i, 3) {
        rate[1 + i] -= ((dalong * q[1 + i] + along * du[i]) + (i == axis ? dp : R(0.0))) + dstress[i];
        rate[stress_time(i)] -= dv * q[stress_time(i)] + v * d[stress_time(i)];
    }
    rate[BULK_PRESSURE] -= dv * q[BULK_PRESSURE] + v * d[BULK_PRESSURE];
}

INLINE void add_centred_rates(GLOBAL const real *state, long cs, const real q[SYSTEM_COMPONENTS], real w, real pressure,
                              real by_e, real by_n, long stride, int axis, real per, const real du[3],
                              struct charge_gradients *charge, real rate[SYSTEM_COMPONENTS])
{
    real d[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        d[c] = per * (LOAD(state + stride + c * cs) - LOAD(state - stride + c * cs));
    add_rates_along(d, q, w, pressure, by_e, by_n, axis, du, charge, rate);
}

/* Adds what the geometry does to T^{ta} and the charge per unit time. */
INLINE void add_geometry_rates(const struct eos eos, const real q[SYSTEM_COMPONENTS],
                               const real geometry[SYSTEM_COMPONENTS], real volume, real rate[SYSTEM_COMPONENTS])
{
    const real per_volume = R(1.0) / volume;
    real u[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, q, u);
    EACH (c, 4)
        rate[c] += rate_of_quantity(geometry[c], u[c], per_volume);
#if SYSTEM_CHARGED
    rate[CHARGE_DENSITY] += rate_of_quantity(geometry[CHARGE_DENSITY], u[CHARGE_DENSITY], per_volume);
#endif
}

/* What centred differences and geometry do to T^{ta}, pi^{ti} and Pi per unit time. */
INLINE void state_rates(const struct taub_io io, int b, const struct eos eos, GLOBAL const real *state, real volume,
                        const real q[SYSTEM_COMPONENTS], const real gradient[3][3],
                        const real geometry[SYSTEM_COMPONENTS], struct charge_gradients *charge,
                        real rate[SYSTEM_COMPONENTS])
{
    const struct taub_shape shape = io.shape;
    const long cs = shape.component_stride;
    real pressure, by_e, by_n;
    const real w = lorentz_factor_of(q);
    pressure_slopes(eos, q, &pressure, &by_e, &by_n);
    no_charge_gradients(charge);
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
#if TAUB_ACTIVE_X
    add_centred_rates(state, cs, q, w, pressure, by_e, by_n, 1, 0, per_two_cells(io, b, 0), gradient[0], charge, rate);
#endif
#if TAUB_ACTIVE_Y
    add_centred_rates(state, cs, q, w, pressure, by_e, by_n, shape.row_stride, 1, per_two_cells(io, b, 1), gradient[1],
                      charge, rate);
#endif
#if TAUB_ACTIVE_Z
    add_centred_rates(state, cs, q, w, pressure, by_e, by_n, shape.plane_stride, 2, per_two_cells(io, b, 2) / volume,
                      gradient[2], charge, rate);
#endif
    add_geometry_rates(eos, q, geometry, volume, rate);
}

#if TAUB_PAPER_FORM
/* Adds the centred difference of what the paper's flux leaves out. */
INLINE void add_rest(const struct taub_io io, const struct eos eos, long at, long stride, int axis, real per,
                     real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real before[SYSTEM_COMPONENTS], behind[SYSTEM_COMPONENTS], lower[4], upper[4];
    EACH (c, SYSTEM_COMPONENTS) {
        before[c] = LOAD(io.f[0] + at - stride + c * cs);
        behind[c] = LOAD(io.f[0] + at + stride + c * cs);
    }
    rest_of_flux(eos, before, axis, lower);
    rest_of_flux(eos, behind, axis, upper);
    EACH (c, 4)
        change[c] += R(0.5) * per * (lower[c] - upper[c]);
}
#endif

/* Flux differences that the stage has by now and, in the paper's form, the rest of them. */
INLINE void whole_change(const struct taub_io io, const struct stage stage, long at,
                         const real fluxes[SYSTEM_COMPONENTS], real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = fluxes[c];
#if TAUB_PAPER_FORM && TAUB_ACTIVE_X
    add_rest(io, stage.eos, at, 1, 0, stage.per[0], change);
#endif
#if TAUB_PAPER_FORM && TAUB_ACTIVE_Y
    add_rest(io, stage.eos, at, io.shape.row_stride, 1, stage.per[1], change);
#endif
#if TAUB_PAPER_FORM && TAUB_ACTIVE_Z
    add_rest(io, stage.eos, at, io.shape.plane_stride, 2, stage.per[2], change);
#endif
}

INLINE struct relaxing relaxing_of(const struct taub_io io, const struct stage stage, const struct transport t, long at,
                                   const real q[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    const real time = R(io.control->dt) / lorentz_factor_of(q), per_volume = R(1.0) / stage.volume_in;
    const int number = io.range.option[1];
    struct relaxing y;
    y.shear = exponential_of(time * t.shear_rate, number);
    y.bulk = exponential_of(time * t.bulk_rate, number);
    EACH (c, SYSTEM_COMPONENTS)
        y.start[c] = per_volume * LOAD(io.f[1] + at + c * cs);
    project_stress(q + 1, y.start);
#if SYSTEM_DIFFUSES
    y.current = exponential_of(time * diffusion_at(stage.eos, q[0], q[CHARGE_DENSITY]).rate, number);
#else
    y.current = y.bulk;
#endif
    return y;
}

/* How the stage advances component c. */
INLINE struct exponential stage_of_component(const struct relaxing *y, int c)
{
    return c < BULK_PRESSURE ? y->shear : c < CHARGE_DENSITY ? y->bulk : y->current;
}

/* The new conserved state without its volume element; says whether the cell was causal. */
INLINE int relaxed_state(const struct taub_io io, const struct stage stage, const struct transport t, long at, int b,
                         int k, int j, int i, const real q[SYSTEM_COMPONENTS], const real fluxes[SYSTEM_COMPONENTS],
                         real u[SYSTEM_COMPONENTS])
{
    const struct eos eos = stage.eos;
    const long cs = io.shape.component_stride;
    real change[SYSTEM_COMPONENTS], gradient[3][3], rate[SYSTEM_COMPONENTS], source_rate[SYSTEM_COMPONENTS],
        relaxed[RELAXED], velocity[3];
    struct charge_gradients charge;
    EACH (c, SYSTEM_COMPONENTS)
        source_rate[c] = R(0.0);
    GEOMETRIC_SOURCE(eos, q, source_rate);
    const real over_time = connection(stage.volume_in);
#if TAUB_USER_SOURCE
    real x[3], extra[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        extra[c] = R(0.0);
    cell_center(io, b, k, j, i, x);
    source(x, stage.time, q, extra);
    EACH (c, SYSTEM_COMPONENTS)
        source_rate[c] += stage.volume_in * extra[c];
#endif
#if defined(TAUB_DROPLETS)
    add_deposit(io.shape, io.f[4], b, k, j, i, R(1.0), source_rate);
#endif
    whole_change(io, stage, at, fluxes, change);
    load_gradients(io, b, io.f[0] + at, stage.volume_in, gradient);
    state_rates(io, b, eos, io.f[0] + at, stage.volume_in, q, (const real(*)[3])gradient, source_rate, &charge, rate);
    const struct relaxing y = relaxing_of(io, stage, t, at, q);
    const int causal =
        relaxation_rates(eos, t, q, &y, (const real(*)[3])gradient, &charge, over_time, rate, relaxed, velocity);
    EACH_FROM (c, 4, BULK_PRESSURE + 1)
        source_rate[c] += rate_of_density(relaxed[c - 4], q[c], stage.volume_in);
#if SYSTEM_DIFFUSES
    EACH_FROM (c, DIFFUSION_X, DIFFUSION_Z + 1)
        source_rate[c] += rate_of_density(relaxed[11 + c - DIFFUSION_X], q[c], stage.volume_in);
#endif
    const real over_volume = R(1.0) / stage.volume_out;
    EACH (c, SYSTEM_COMPONENTS) {
        const real start = LOAD(io.f[1] + at + c * cs);
#if defined(TAUB_HOST)
        const real next = io.f[2][at + c * cs]; /* read in any case: a load under a condition is no vector's */
        const real other = io.range.option[0] ? start : next;
#else
        const real other = io.range.option[0] ? start : io.f[2][at + c * cs];
#endif
        const real added = change[c] + stage.dt * source_rate[c];
        const int relaxes = c >= PI_TT && c != CHARGE_DENSITY;
        const struct exponential decaying = stage_of_component(&y, c);
        const real kept = relaxes              ? start + decaying.kept * (other - start)
                          : io.range.option[0] ? start
                                               : stage.alpha * start + stage.beta * other;
        u[c] = (kept + (relaxes ? decaying.weight * added : added)) * over_volume;
    }
    EACH (n, 3)
        velocity[n] = q[1 + n] + stage.ahead * velocity[n];
    project_stress(velocity, u);
    return causal;
}

INLINE void store_cell(const struct taub_io io, const struct stage stage, long at, const real u[SYSTEM_COMPONENTS],
                       const real q[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    EACH (c, SYSTEM_COMPONENTS)
        io.f[2][at + c * cs] = stage.volume_out * u[c];
    EACH (c, SYSTEM_COMPONENTS)
        io.f[3][at + c * cs] = q[c];
}

/* Counts a cell, and its energy, above the freeze-out temperature that had to be given less stress for a causal fluid
 * to be there at all: what is regulated because it is large only is not meant. Where there is no such temperature the
 * dilute edge of the fluid is left out by its energy density. `before` and `charge` are the energy density and the
 * charge density of the stage's start. */
INLINE void count_lost(const struct taub_io io, const struct eos eos, int b, int k, int j, int i, real before,
                       real charge)
{
    GLOBAL struct taub_control *control = io.control;
    const real scale = R(control->lost_scale) * map_volume(io, b, k, j, i);
    if (eos_temperature(eos, before, charge) > R(TAUB_FREEZE_OUT) && before > R(control->lost_above)) {
        count_up(&control->lost, 1);
        count_up(&control->lost_energy, (int)real_min(before * scale, R(67108864.0)));
    }
}

#endif
