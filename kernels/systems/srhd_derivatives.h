/* Relativistic hydrodynamics for schemes that evolve a cell's own data: what euler_derivatives.h is to gas dynamics,
 * for every equation of state.
 *
 * u = (E, M, R). With X = E + p and v = M/X the flux along a unit vector is (M_n, M v_n + p n, R v_n), so that its
 * derivatives need those of the pressure only: srhd_gamma_law.h, srhd_any_eos.h. */
#ifndef TAUB_SYSTEMS_SRHD_DERIVATIVES_H
#define TAUB_SYSTEMS_SRHD_DERIVATIVES_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/relativistic.h"
#include "systems/srhd.h"
#include "systems/srhd_gas.h"

#if EOS_GAMMA_LAW
#include "systems/srhd_gamma_law.h"
#else
#include "systems/srhd_any_eos.h"
#endif

#define SYSTEM_CARRIED SRHD_MASSLESS /* the charge, where no mass of it is in the energy */

INLINE void gas_primitive(const struct gas gas, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    const real lorentz_factor = R(1.0) / gas.over_w;
    q[0] = gas_enthalpy(gas, u) - gas.pressure;
    EACH (a, 3)
        q[1 + a] = lorentz_factor * gas.v[a];
    q[4] = u[4] * gas.over_w;
}

INLINE void gas_flux(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real f[SYSTEM_COMPONENTS])
{
    const real v = gas.v[axis];
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = u[c] * v;
    f[0] = u[1 + axis];
    f[1 + axis] += gas.pressure;
}

/* Adds dt times the geometric source in Milne coordinates, -(T^{eta eta}, 0, 0, T^{tau eta}, 0), from the flux along
 * eta, which has both. */
INLINE void add_turning(const real f[SYSTEM_COMPONENTS], real dt, real rate[SYSTEM_COMPONENTS])
{
    rate[0] -= dt * f[3];
    rate[3] -= dt * f[0];
}

INLINE void gas_speeds(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real *slowest, real *fastest)
{
    real q[SYSTEM_COMPONENTS];
    gas_primitive(gas, u, q);
    signal_speeds(q, axis, R(1.0) / gas.over_w, gas_sound_speed2(gas, u), slowest, fastest);
}

/* Signal speeds of a face (Mignone and Bodo 2005): those of both sides. */
INLINE void face_speeds(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                        const struct gas right, int axis, real *slowest, real *fastest)
{
    real slowest_left, fastest_left, slowest_right, fastest_right;
    gas_speeds(left, ul, axis, &slowest_left, &fastest_left);
    gas_speeds(right, ur, axis, &slowest_right, &fastest_right);
    *slowest = real_min(slowest_left, slowest_right);
    *fastest = real_max(fastest_left, fastest_right);
}

/* The largest |signal speed| along an axis. */
INLINE real largest_speed(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    real slowest, fastest;
    gas_speeds(gas, u, axis, &slowest, &fastest);
    return real_max(-slowest, fastest);
}

/* Whether a state has these densities, beyond rounding; a charge that weighs something is not negative. */
INLINE int state_is_gas(const real u[SYSTEM_COMPONENTS])
{
    const int charged = SRHD_MASSLESS ? u[4] - u[4] == R(0.0) : u[4] >= R(0.0);
    return (u[0] < REAL_MAX) & charged & conserved_beyond(u, R(8.0) * REAL_EPSILON);
}

/* What must stay positive: the density, where it weighs, and as a quotient E - sqrt(M^2 + D^2): a concave function of
 * the state, above zero where the pressure is and |v| < 1 (Wu and Tang 2015). */
INLINE real density_part(const real u[SYSTEM_COMPONENTS])
{
    return SRHD_MASSLESS ? R(1.0) : u[4];
}
#define LONG_RECOVERY /* of the gas from its densities: passes/thread_group.h */

/* Without an energy beyond |M| no velocity is below 1. */
INLINE real velocity_part(const real u[SYSTEM_COMPONENTS])
{
    return u[0] - real_sqrt(square(u[1]) + square(u[2]) + square(u[3]));
}
INLINE void internal_energy_part(const real u[SYSTEM_COMPONENTS], real *inner, real *weight)
{
    *inner = u[0] - real_sqrt(cold_energy2(u));
    *weight = R(1.0);
}

/* HLLC (Mignone and Bodo 2005, eq. 18): the pressure between the waves is the same on both sides of the contact,
 *   p* (1 - v* S) = A v* - B, A = S E - M, B = M (S - v) - p along the axis, for both S;
 * what the contact adds to the momentum behind a wave is (p* - p)/(S - v*), p* - p being proportional to v* - v. */
INLINE real contact_speed(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                          const struct gas right, int axis, real slowest, real fastest)
{
    const real al = slowest * ul[0] - ul[1 + axis], ar = fastest * ur[0] - ur[1 + axis];
    const real bl = ul[1 + axis] * (slowest - left.v[axis]) - left.pressure;
    const real br = ur[1 + axis] * (fastest - right.v[axis]) - right.pressure;
    const real a = ar * slowest - al * fastest, b = (ar - al) + (br * slowest - bl * fastest), c = br - bl;
    return R(2.0) * c / (b + real_sqrt(real_max(b * b - R(4.0) * a * c, R(0.0))));
}
INLINE real star_push(const real u[SYSTEM_COMPONENTS], const struct gas gas, real inflow, real wave, real contact)
{
    return inflow * (u[0] + gas.pressure) / (R(1.0) - wave * contact);
}

/* The unit of a conserved density's variation, squared: energies count without the rest mass. */
INLINE real variation_unit2(const real u[SYSTEM_COMPONENTS], int c)
{
    const real energy = u[0] - R(SRHD_MASS) * u[4];
    return c == 0 ? square(energy) : c <= 3 ? u[0] * energy : square(u[4]);
}

/* The derivative of the flux along g: df = f'(u) g. */
INLINE void flux_jacobian_product(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                  const real g[SYSTEM_COMPONENTS], int axis, real df[SYSTEM_COMPONENTS])
{
    const real dp = pressure_change(gas, g, change_share(gas)), vn = gas.v[axis];
    const real dvn = (g[1 + axis] - vn * (g[0] + dp)) * gas.per_flow;
    df[0] = g[1 + axis];
    EACH_FROM (c, 1, SYSTEM_COMPONENTS) {
        const real carried = g[c] * vn + u[c] * dvn;
        df[c] = c == 1 + axis ? carried + dp : carried;
    }
}

/* Subtracts it: out -= f'(u) g. */
INLINE void subtract_flux_jacobian_product(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                           const real g[SYSTEM_COMPONENTS], int axis, real out[SYSTEM_COMPONENTS])
{
    real df[SYSTEM_COMPONENTS];
    flux_jacobian_product(gas, u, g, axis, df);
    EACH (c, SYSTEM_COMPONENTS)
        out[c] -= df[c];
}

/* Adds weight f''(u)(g, g). */
INLINE void add_flux_second_derivative(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                       const real g[SYSTEM_COMPONENTS], int axis, real weight,
                                       real f[SYSTEM_COMPONENTS])
{
    const real share = change_share(gas), dp = pressure_change(gas, g, share), dx = g[0] + dp;
    const real along = gas.v[0] * g[1] + gas.v[1] * g[2] + gas.v[2] * g[3];
    const real d2p = pressure_bend(gas, u, g, share, dp, dx, along);
    const real vn = gas.v[axis], dvn = (g[1 + axis] - vn * dx) * gas.per_flow;
    const real d2vn = -(R(2.0) * dvn * dx + vn * d2p) * gas.per_flow;
    EACH_FROM (c, 1, SYSTEM_COMPONENTS) {
        const real carried = R(2.0) * g[c] * dvn + u[c] * d2vn;
        f[c] += weight * (c == 1 + axis ? carried + d2p : carried);
    }
}

#if TAUB_VARIABLES == 2
/* Behind a sound wave of unit pressure: the changes of v along the axis and, per transverse v, across it. */
struct sound_wave {
    real push, drag;
};
INLINE struct sound_wave sound_wave(const struct gas gas, real flow, int axis, real speed)
{
    const real share = R(1.0) / (flow * (speed - gas.v[axis]));
    const struct sound_wave wave = {(R(1.0) - speed * gas.v[axis]) * share, -speed * share};
    return wave;
}
#endif

/* A small change of the state in other variables, linearised about a gas, and back: (p, v, n), or the amplitudes of the
 * waves along an axis: sound waves first and last, contact and shear waves between. Sound waves obey, along axis 1,
 *   X (v_1 - S) dv_i + (delta_i1 - S v_i) dp = 0, dn = n dp/((e + p) c^2). */
INLINE void local_of_conserved(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real d[SYSTEM_COMPONENTS], real w[SYSTEM_COMPONENTS])
{
    const real dp = pressure_change(gas, d, change_share(gas));
    real along = R(0.0);
    EACH (a, 3) {
        w[1 + a] = (d[1 + a] - gas.v[a] * (d[0] + dp)) * gas.per_flow;
        along += gas.v[a] * w[1 + a];
    }
    w[0] = dp;
    w[4] = gas.over_w * d[4] - along * (u[4] / gas.over_w);
#if TAUB_VARIABLES == 2
    const real flow = u[0] + gas.pressure;
    real slowest, fastest;
    gas_speeds(gas, u, axis, &slowest, &fastest);
    const struct sound_wave left = sound_wave(gas, flow, axis, slowest), right = sound_wave(gas, flow, axis, fastest);
    const real scale = R(1.0) / (right.push - left.push), dv = w[1 + axis];
    const real lower = (right.push * dp - dv) * scale, upper = (dv - left.push * dp) * scale;
    const real contact = w[4] - dp * (u[4] * gas.over_w / gas_stiffness(gas));
    EACH (a, 3)
        w[1 + a] = a == axis ? contact : w[1 + a] - gas.v[a] * (left.drag * lower + right.drag * upper);
    w[0] = lower;
    w[4] = upper;
#endif
}

INLINE void conserved_of_local(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real w[SYSTEM_COMPONENTS], real d[SYSTEM_COMPONENTS])
{
    const real lorentz_factor = R(1.0) / gas.over_w, flow = u[0] + gas.pressure;
    real dp = w[0], dn = w[4], dv[3], along = R(0.0);
#if TAUB_VARIABLES == 2
    real slowest, fastest;
    gas_speeds(gas, u, axis, &slowest, &fastest);
    const struct sound_wave left = sound_wave(gas, flow, axis, slowest), right = sound_wave(gas, flow, axis, fastest);
    dp = w[0] + w[4];
    dn = w[1 + axis] + dp * (u[4] * gas.over_w / gas_stiffness(gas));
    EACH (a, 3)
        dv[a] = a == axis ? left.push * w[0] + right.push * w[4]
                          : w[1 + a] + gas.v[a] * (left.drag * w[0] + right.drag * w[4]);
#else
    EACH (a, 3)
        dv[a] = w[1 + a];
#endif
    EACH (a, 3)
        along += gas.v[a] * dv[a];
    const real stretch = square(lorentz_factor) * along;
    const real dx = square(lorentz_factor) * enthalpy_change(gas, dp, dn) + R(2.0) * flow * stretch;
    d[0] = dx - dp;
    EACH (a, 3)
        d[1 + a] = dx * gas.v[a] + flow * dv[a];
    d[4] = lorentz_factor * dn + u[4] * stretch;
}

/* What counts as no variation of such a variable, in its unit, squared. */
INLINE real local_unit2(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, int c)
{
    const real pressure = square(gas.pressure), charge = square(u[4] * gas.over_w);
    const real velocity = gas_sound_speed2(gas, u) * square(square(gas.over_w));
#if TAUB_VARIABLES == 2
    return c == 0 || c == 4 ? pressure : c == 1 + axis ? charge : velocity;
#else
    return c == 0 ? pressure : c <= 3 ? velocity : charge;
#endif
}

#endif
