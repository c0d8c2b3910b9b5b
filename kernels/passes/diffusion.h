/* Isotropic viscosity and thermal conduction of gas dynamics and magnetohydrodynamics, and there Ohmic resistivity, for
 * half a time step before the ideal equations and half a step behind them:
 *
 *   dB/dt = -curl(eta J),   d(rho v)/dt = div tau,   dE/dt = div(v.tau + rho kappa grad(p/rho) - eta J x B),
 *   J = curl B,   tau_ij = rho nu (d_i v_j + d_j v_i - 2/3 delta_ij div v)
 *
 * eta J stands at edges, found from the faces around them, so div B stays at rounding; all else are fluxes through
 * faces. Centred differences, order 2. Both cells of a face compute its flux by the same expression from the same
 * numbers. The density of a face is the harmonic mean, so that a thin cell beside dense ones keeps rates of at most
 * twice the even ones. Density and temperature behind a wall are those before it also where pressure goes on there
 * (passes/walls.h): no heat goes through.
 *
 *   diffuse  one stage of RKL2 (C. D. Meyer, D. S. Balsara, T. D. Aslam, J. Comput. Phys. 257 (2014) 594, eqs. 16-19),
 *            of the least odd number of stages that is stable for this time step; later ones do nothing. With two
 *            stages: an explicit method of order 2.  fields: 0 state before the first stage, 1 state of the stage
 *            before, 2 state of two stages before in, new state out, 3 change rates at the start
 *                                                    option[0]: the stage, from 1
 *   warm     a cell that was left without a positive pressure keeps the internal energy from before the stages, which
 *            dissipation only adds to; counted in `regulated`     fields: 0 state before the first stage, 1 state */
#ifndef TAUB_PASSES_DIFFUSION_H
#define TAUB_PASSES_DIFFUSION_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "systems/recovery_status.h"

#if TAUB_DIFFUSION_STAGES

#define DIFFUSING (GAS_COMPONENTS - 1) /* momentum, energy, field */

/* The mean state of a cell. */
INLINE void load_mean_state(const struct taub_io io, int n, long at, real u[SYSTEM_COMPONENTS])
{
    load_state(io.f[n], at, io.shape.component_stride, u);
#if defined(SYSTEM_FACES)
    field_of_cell(io.shape, io.f[n], at, u);
#endif
}
#if !defined(SYSTEM_FIELD)
INLINE real energy_of_field(const real u[SYSTEM_COMPONENTS])
{
    (void)u;
    return R(0.0);
}
#endif

/* What of it goes through faces: velocity and p/rho. */
struct diffusing {
    real density, velocity[3], temperature;
};
INLINE struct diffusing diffusing_cell(const struct taub_io io, int n, long at)
{
    struct diffusing out;
    real u[SYSTEM_COMPONENTS];
    load_mean_state(io, n, at, u);
    const real per_mass = R(1.0) / u[0];
    out.density = u[0];
    EACH (c, 3)
        out.velocity[c] = u[1 + c] * per_mass;
    const real inner = (u[4] - energy_of_field(u)) -
                       R(0.5) * (u[1] * out.velocity[0] + u[2] * out.velocity[1] + u[3] * out.velocity[2]);
    out.temperature = TAUB_EOS_GAMMA_LESS_1 * inner * per_mass;
    return out;
}
INLINE real velocity_component(const struct taub_io io, int n, long at, int c)
{
    const long cs = io.shape.component_stride;
    return io.f[n][at + (1 + c) * cs] / io.f[n][at];
}

#if defined(SYSTEM_FACES)
/* eta J along axis o at the lower corner of a cell across the other two. */
INLINE real resistive_field(const struct taub_io io, int n, long at, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const long cs = io.shape.component_stride;
    real current = R(0.0);
    if (AXIS_ACTIVE(p)) {
        GLOBAL const stored *b = io.f[n] + at + (SYSTEM_FIELD + q) * cs;
        current += (b[0] - b[-axis_stride(io.shape, p)]) * R(1.0 / io.shape.spacing[p]);
    }
    if (AXIS_ACTIVE(q)) {
        GLOBAL const stored *b = io.f[n] + at + (SYSTEM_FIELD + p) * cs;
        current -= (b[0] - b[-axis_stride(io.shape, q)]) * R(1.0 / io.shape.spacing[q]);
    }
    return TAUB_RESISTIVITY * current;
}

/* eta J along `along` times the field along `across` at one edge of the lower face across axis a: that field is the
 * mean of the two faces which meet there. */
INLINE real poynting_of_edge(const struct taub_io io, int n, long at, int a, int along, int across)
{
    GLOBAL const stored *b = io.f[n] + at + (SYSTEM_FIELD + across) * io.shape.component_stride;
    return resistive_field(io, n, at, along) * (R(0.5) * (b[-axis_stride(io.shape, a)] + b[0]));
}
/* The mean over the two edges along `along`. */
INLINE real poynting_part(const struct taub_io io, int n, long at, int a, int along, int across)
{
    const real lower = poynting_of_edge(io, n, at, a, along, across);
    if (!AXIS_ACTIVE(across))
        return lower;
    return R(0.5) * (lower + poynting_of_edge(io, n, at + axis_stride(io.shape, across), a, along, across));
}
INLINE real poynting_flux(const struct taub_io io, int n, long at, int a)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    return poynting_part(io, n, at, a, p, q) - poynting_part(io, n, at, a, q, p);
}

/* Rate of change of the field through the lower face of a cell across axis a. */
INLINE real resistive_rate(const struct taub_io io, int n, long at, int a)
{
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    real along_p = R(0.0), along_q = R(0.0);
    if (AXIS_ACTIVE(p))
        along_p = R(1.0 / io.shape.spacing[p]) *
                  (resistive_field(io, n, at + axis_stride(io.shape, p), q) - resistive_field(io, n, at, q));
    if (AXIS_ACTIVE(q))
        along_q = R(1.0 / io.shape.spacing[q]) *
                  (resistive_field(io, n, at + axis_stride(io.shape, q), p) - resistive_field(io, n, at, p));
    return along_q - along_p;
}
#else
INLINE real poynting_flux(const struct taub_io io, int n, long at, int a)
{
    return R(0.0);
}
#endif

/* What goes upward through the lower face of a cell, which stands at `at`, across axis a: momentum and energy. */
INLINE void diffusive_flux(const struct taub_io io, int n, int b, const int cell[3], long at, int a, real flux[4])
{
    const int p = (a + 1) % 3, q = (a + 2) % 3;
    const long step = axis_stride(io.shape, a);
    const real per = R(1.0 / io.shape.spacing[a]);
    struct diffusing lo = diffusing_cell(io, n, at - step), hi = diffusing_cell(io, n, at);
    const int wall = wall_of_face(io, a, place_in_mesh(io, b, a, cell[a]));
    lo.density = wall == WALL_BELOW ? hi.density : lo.density;
    lo.temperature = wall == WALL_BELOW ? hi.temperature : lo.temperature;
    hi.density = wall == WALL_ABOVE ? lo.density : hi.density;
    hi.temperature = wall == WALL_ABOVE ? lo.temperature : hi.temperature;
    const real density = R(2.0) * (lo.density * hi.density) / (lo.density + hi.density);
    real gradient[3], divergence, stress[3], work = R(0.0);
    EACH (c, 3)
        gradient[c] = (hi.velocity[c] - lo.velocity[c]) * per;
    divergence = gradient[a];
    stress[p] = gradient[p];
    stress[q] = gradient[q];
    EACH_FROM (m, 1, 3) {
        const int t = (a + m) % 3;
        if (AXIS_ACTIVE(t)) {
            const long ts = axis_stride(io.shape, t);
            const real quarter = R(0.25 / io.shape.spacing[t]);
            divergence +=
                quarter *
                ((velocity_component(io, n, at - step + ts, t) - velocity_component(io, n, at - step - ts, t)) +
                 (velocity_component(io, n, at + ts, t) - velocity_component(io, n, at - ts, t)));
            stress[t] +=
                quarter *
                ((velocity_component(io, n, at - step + ts, a) - velocity_component(io, n, at - step - ts, a)) +
                 (velocity_component(io, n, at + ts, a) - velocity_component(io, n, at - ts, a)));
        }
    }
    stress[a] = R(2.0) * gradient[a] - R(2.0 / 3.0) * divergence;
    EACH (c, 3) {
        stress[c] *= TAUB_VISCOSITY * density;
        work += R(0.5) * (lo.velocity[c] + hi.velocity[c]) * stress[c];
        flux[c] = -stress[c];
    }
    flux[3] =
        poynting_flux(io, n, at, a) - (work + TAUB_CONDUCTION * density * ((hi.temperature - lo.temperature) * per));
}

/* What goes into a cell through both faces across an axis, over the width. */
INLINE void add_axis_rates(const struct taub_io io, int n, int b, const int cell[3], long at, int a, real rates[4])
{
    if (AXIS_ACTIVE(a)) {
        const real per = R(1.0 / io.shape.spacing[a]);
        const int next[3] = {cell[0] + (a == 0), cell[1] + (a == 1), cell[2] + (a == 2)};
        real below[4], above[4];
        diffusive_flux(io, n, b, cell, at, a, below);
        diffusive_flux(io, n, b, next, at + axis_stride(io.shape, a), a, above);
        EACH (c, 4)
            rates[c] += per * (below[c] - above[c]);
    }
}

/* Rates of change of momentum, energy and field of the state in field n. No loop around the axes: gcc takes apart the
 * innermost ones alone before it makes vectors. */
INLINE void diffusion_rates(const struct taub_io io, int n, int b, const int cell[3], long at, real rates[DIFFUSING])
{
    EACH (c, 4)
        rates[c] = R(0.0);
#if defined(SYSTEM_FACES)
    EACH_FROM (c, 4, DIFFUSING)
        rates[c] = resistive_rate(io, n, at, c - 4);
#endif
    add_axis_rates(io, n, b, cell, at, 0, rates);
    add_axis_rates(io, n, b, cell, at, 1, rates);
    add_axis_rates(io, n, b, cell, at, 2, rates);
}

/* Half a step in units of the longest explicit one, by which RKL2 of s stages is stable up to (s^2 + s - 2)/4. Without
 * a loop that ends by itself, which a loop over cells would not be made of vectors with. */
INLINE int diffusion_stages(const struct taub_io io)
{
#if TAUB_DIFFUSION_STAGES == 2
    return 2;
#else
    const real wanted = R(4.0) * (R(io.control->dt) * TAUB_DIFFUSION_RATE);
    int s = 3;
    UNROLL
    for (int m = 3; m < TAUB_DIFFUSION_STAGES; m += 2)
        s += (real)(m * m + m - 2) < wanted ? 2 : 0;
    return s;
#endif
}
INLINE real rkl2_b(int j)
{
    return j < 2 ? R(1.0 / 3.0) : (real)(j * j + j - 2) / (real)(2 * j * (j + 1));
}

/* A stage: the shares of the two before it, beyond the start, and those of the change rates now and at the start. */
struct diffusion_stage {
    int first, second;
    real mu, nu, rate, start;
};
INLINE struct diffusion_stage stage_of_launch(const struct taub_io io)
{
    struct diffusion_stage out;
    const int j = io.range.option[0], s = diffusion_stages(io);
    const real w = R(4.0) / (real)(s * s + s - 2), dt = R(0.5 * io.control->dt);
    const real bj = rkl2_b(j), b1 = rkl2_b(j - 1), b2 = rkl2_b(j - 2);
    out.first = j == 1;
    out.second = j == 2;
    out.mu = out.first ? R(0.0) : (real)(2 * j - 1) / (real)j * (bj / b1);
    out.nu = out.first ? R(0.0) : -((real)(j - 1) / (real)j) * (bj / b2);
    out.rate = out.first ? bj * w * dt : out.mu * w * dt;
    out.start = out.first ? R(0.0) : -(R(1.0) - b1) * out.rate;
    return out;
}

/* For the value at `place` that changes at `rate`; its rate at the start is kept at `kept`. */
INLINE void diffuse_value(const struct taub_io io, const struct diffusion_stage stage, long place, long kept, real rate)
{
    const real start = io.f[0][place], last = io.f[stage.first ? 0 : 1][place];
    const real two_ago = io.f[2][place],
               known = io.f[3][kept]; /* loaded whether there is something or not: no branch */
    const real before = stage.first || stage.second ? start : two_ago, at_start = stage.first ? rate : known;
    io.f[3][kept] = at_start;
    io.f[2][place] = start + ((stage.mu * (last - start) + stage.nu * (before - start)) +
                              (stage.rate * rate + stage.start * at_start));
}

INLINE void diffuse_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long rate_at = cell_index(io.shape, DIFFUSING, b, k, j, i);
    const struct diffusion_stage stage = stage_of_launch(io);
    const int from = stage.first ? 0 : 1, cell[3] = {i, j, k};
    real rates[DIFFUSING];
    diffusion_rates(io, from, b, cell, at, rates);
    EACH (c, SYSTEM_COMPONENTS)
        if (c >= 1 && c < GAS_COMPONENTS)
            diffuse_value(io, stage, at + c * cs, rate_at + (c - 1) * cs, rates[c - 1]);
        else
            io.f[2][at + c * cs] = io.f[0][at + c * cs];
#if defined(SYSTEM_FACES)
    EACH (a, 3)
        if (AXIS_ACTIVE(a) && has_last_face(io, b, cell, a)) {
            const long up = axis_stride(io.shape, a);
            diffuse_value(io, stage, at + (SYSTEM_FIELD + a) * cs + up, rate_at + (4 + a) * cs + up,
                          resistive_rate(io, from, at + up, a));
        }
#endif
}
TAUB_POINT_PASS_IF(diffuse, !io.control->paused && !io.control->failed && io.range.option[0] <= diffusion_stages(io))

INLINE void warm_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real u[SYSTEM_COMPONENTS], start[SYSTEM_COMPONENTS];
    load_mean_state(io, 1, at, u);
    if (state_is_gas(u))
        return;
    if (TAUB_POSITIVE) {
        load_mean_state(io, 0, at, start);
        u[4] = (start[4] + (energy_of_field(u) - energy_of_field(start))) +
               R(0.5) * (((square(u[1]) - square(start[1])) + (square(u[2]) - square(start[2])) +
                          (square(u[3]) - square(start[3]))) /
                         u[0]);
        io.f[1][at + 4 * io.shape.component_stride] = u[4];
        io.control->refill = 1;
        count_regulated(io.control, TAUB_CAUSE_ENERGY);
    }
    if (!state_is_gas(u))
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
}
TAUB_GATED_POINT_PASS(warm)

#endif
#endif
