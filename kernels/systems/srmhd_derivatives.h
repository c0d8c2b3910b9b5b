/* Relativistic magnetohydrodynamics for schemes that evolve a cell's own data: fluxes from conserved states, their
 * products with the Jacobian and with the second derivative, local variables. All derivatives are exact.
 *
 * With Z = rho h W^2, A = Z + B^2, c = v B = (S B)/Z, q = 1/W^2 = 1 - v^2, k = gamma/(gamma - 1) a state obeys
 *   S = A v - c B,   k p = q Z - sqrt(q) D,   tau + D = Z - p + B^2 (1 + v^2)/2 - c^2/2,
 * and has the flux along n (D v_n, S v_n - B_n (q B + c v) + P n, S_n - D v_n, B v_n - v B_n, D s v_n), P = p + (q B^2
 * + c^2)/2. A variation g = (D', S', tau', B') of the state changes Z by Z' = D' + y'; v' and c' are linear in y', and
 * the third equation then gives y' (its factor is dF/dy of srmhd_state.h, which is positive). Second derivatives along
 * g follow in the same way, with the same factor. */
#ifndef TAUB_SYSTEMS_SRMHD_DERIVATIVES_H
#define TAUB_SYSTEMS_SRMHD_DERIVATIVES_H

#include "dialect.h"
#include "systems/relativistic.h"
#include "systems/srmhd.h"
#include "systems/mhd_layout.h"
#include "systems/srmhd_state.h"

#define GAS_ENERGY 4 /* where the energy stands, with the density at 0 */

struct gas {
    real v[3];
    real pressure, total_pressure;
    real over_w;         /* 1/W */
    real flow, per_flow; /* Z, 1/Z */
    real per_total;      /* 1/A */
    real v_dot_b, field2;
    real per_density; /* 1/D */
};

#define GAS_OF(eos, u) gas_of(u) /* ideal */
INLINE struct gas gas_of(const real u[SYSTEM_COMPONENTS])
{
    const struct directions to = directions_of(u);
    const struct trial at = recovered_trial(u, to);
    struct gas gas;
    gas.flow = at.flow;
    gas.per_flow = at.per_flow;
    gas.per_total = at.per_total;
    gas.over_w = at.root * at.per_flow;
    gas.field2 = to.field2;
    gas.pressure = real_max(at.pressure, R(0.01) * REAL_EPSILON * (real_fabs(u[4]) + real_fabs(u[0])) + REAL_TINY);
    gas.per_density = R(1.0) / u[0];
    EACH (a, 3)
        gas.v[a] = to.perp[a] * gas.per_total + (to.par * at.per_flow) * to.along[a];
    /* what is no state may have more momentum than light */
    const real v2 = dot3(gas.v, gas.v), most = R(1.0) - R(2.0) * REAL_EPSILON;
    real share = R(1.0);
    RARELY(v2 > most)
    share = v2 > most ? real_sqrt(most / (v2 > most ? v2 : R(1.0))) : R(1.0);
    EACH (a, 3)
        gas.v[a] *= share;
    gas.v_dot_b = dot3(gas.v, u + SYSTEM_FIELD);
    gas.total_pressure = gas.pressure + R(0.5) * (gas.over_w * gas.over_w * gas.field2 + gas.v_dot_b * gas.v_dot_b);
    return gas;
}

INLINE void gas_primitive(const struct gas gas, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    q[0] = u[0] * gas.over_w;
    q[1] = gas.v[0] / gas.over_w;
    q[2] = gas.v[1] / gas.over_w;
    q[3] = gas.v[2] / gas.over_w;
    q[4] = gas.pressure;
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        q[c] = c < GAS_COMPONENTS ? u[c] : u[c] * gas.per_density;
}

/* The same from the primitive state, without recovery. */
INLINE struct gas gas_of_primitive(const real q[SYSTEM_COMPONENTS])
{
    struct gas gas;
    const real w = lorentz_factor_of(q);
    gas.over_w = R(1.0) / w;
    EACH (a, 3)
        gas.v[a] = q[1 + a] * gas.over_w;
    gas.pressure = q[4];
    gas.flow = (q[0] + SRMHD_K * q[4]) * (w * w);
    gas.field2 = dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD);
    gas.per_flow = R(1.0) / gas.flow;
    gas.per_total = R(1.0) / (gas.flow + gas.field2);
    gas.v_dot_b = dot3(gas.v, q + SYSTEM_FIELD);
    gas.total_pressure = q[4] + R(0.5) * (gas.over_w * gas.over_w * gas.field2 + gas.v_dot_b * gas.v_dot_b);
    gas.per_density = R(1.0) / (q[0] * w);
    return gas;
}

/* At order 2 in primitive variables the data of cells are primitive states, whose faces and edges recover nothing
 * (passes/mhd_states.h). */
#define PRIMITIVE_DATA (TAUB_ORDER == 2 && TAUB_VARIABLES == 1)
#define SHOCKS_OF_PRIMITIVE 1 /* riemann/shock_sensor.h */

/* What scalars go with. */
INLINE real mass_flux(const real u[SYSTEM_COMPONENTS], int axis)
{
    const struct gas gas = gas_of(u);
    return u[0] * component_along(axis, gas.v);
}

INLINE void gas_flux(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real f[SYSTEM_COMPONENTS])
{
    const real v = gas.v[axis], normal = u[SYSTEM_FIELD + axis], q = gas.over_w * gas.over_w;
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = u[c] * v;
    EACH (a, 3) {
        f[1 + a] -= normal * (q * u[SYSTEM_FIELD + a] + gas.v_dot_b * gas.v[a]);
        f[SYSTEM_FIELD + a] = a == axis ? R(0.0) : f[SYSTEM_FIELD + a] - gas.v[a] * normal;
    }
    f[1 + axis] += gas.total_pressure;
    f[4] = u[1 + axis] - f[0];
}

/* Slowest and fastest signal along an axis: waves that are as fast as the fastest one in all directions of the rest
 * frame (srmhd.h), seen from the laboratory (relativistic.h, whose state holds W v). */
INLINE void gas_speeds(const struct gas gas, int axis, real *slowest, real *fastest)
{
    const real w = R(1.0) / gas.over_w, b2 = R(2.0) * (gas.total_pressure - gas.pressure);
    const real fast2 = fast_speed2(gas.flow * (gas.over_w * gas.over_w), gas.pressure, b2);
    real motion[SYSTEM_COMPONENTS];
    EACH (a, 3)
        motion[1 + a] = w * gas.v[a];
    signal_speeds(motion, axis, w, fast2, slowest, fastest);
}

INLINE void face_speeds(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                        const struct gas right, int axis, real *slowest, real *fastest)
{
    real down[2], up[2];
    gas_speeds(left, axis, &down[0], &up[0]);
    gas_speeds(right, axis, &down[1], &up[1]);
    *slowest = real_min(down[0], down[1]);
    *fastest = real_max(up[0], up[1]);
}

/* The largest |signal speed| along an axis. */
INLINE real largest_speed(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    real slowest, fastest;
    gas_speeds(gas, axis, &slowest, &fastest);
    return real_max(-slowest, fastest);
}

/* What must stay positive: the density, and the energy beyond that of a gas without pressure, a concave function of the
 * state that vanishes with the pressure. */
INLINE real density_part(const real u[SYSTEM_COMPONENTS])
{
    return u[0];
}
/* What velocities are quotients by. The recovery keeps them below that of light whatever the momentum is. */
INLINE real velocity_part(const real u[SYSTEM_COMPONENTS])
{
    return u[0];
}
INLINE void internal_energy_part(const real u[SYSTEM_COMPONENTS], real *inner, real *weight)
{
    *inner = energy_beyond_cold(u);
    *weight = R(1.0);
}

/* No more than that, without a Newton step: a cold gas has sqrt(D^2 + S^2) - D + B^2/2 at most. */
#define LEAST_INTERNAL_ENERGY 1
INLINE real least_internal_energy(const real u[SYSTEM_COMPONENTS])
{
    const real push2 = dot3(u + 1, u + 1);
    return u[4] - (push2 / (real_sqrt(u[0] * u[0] + push2) + u[0]) + energy_of_field(u));
}

/* More than half of what it can be, by more than Newton's steps leave in strong fields: a cold gas has sqrt(D^2 + S^2)
 * - D and B^2/2 at least. */
INLINE real energy_that_is_enough(const real u[SYSTEM_COMPONENTS])
{
    const real push2 = dot3(u + 1, u + 1), motion = push2 / (real_sqrt(u[0] * u[0] + push2) + u[0]);
    const real least = real_max(motion, energy_of_field(u));
    return R(0.5) * (u[4] - least) + R(1e-5) * u[4];
}

/* Density and pressure are positive, the latter beyond rounding. */
INLINE int state_is_gas(const real u[SYSTEM_COMPONENTS])
{
    const int is_fluid = (u[0] > R(0.0)) & (u[0] < REAL_MAX) & (u[4] < REAL_MAX);
    const real least = R(8.0) * REAL_EPSILON * u[4];
    const int surely = is_fluid & (least_internal_energy(u) > least);
#if !SRMHD_BY_VECTORS
    if (surely)
        return 1;
#endif
    return surely | (is_fluid & (energy_beyond_cold(u) > least));
}

/* ---- what faces and edges ask for, with the names of mhd_derivatives.h ---- */

/* The gas of a state whose field across an axis is replaced, with its pressure and velocity kept. */
INLINE struct gas gas_with_normal_field(real u[SYSTEM_COMPONENTS], int axis, real normal)
{
    struct gas gas = gas_of(u);
    const int n = SYSTEM_FIELD + axis;
    const real more = normal - u[n], sum = normal + u[n], more_vb = gas.v[axis] * more;
    const real v2 = dot3(gas.v, gas.v), more2 = more * sum;
    u[4] += R(0.5) * (more2 * (R(1.0) + v2) - more_vb * (R(2.0) * gas.v_dot_b + more_vb));
    EACH (a, 3)
        u[1 + a] += more2 * gas.v[a] - more_vb * u[SYSTEM_FIELD + a];
    gas.v_dot_b += more_vb;
    u[1 + axis] -= gas.v_dot_b * more;
    u[n] = normal;
    gas.field2 += more2;
    gas.per_total = R(1.0) / (gas.flow + gas.field2);
    gas.total_pressure = gas.pressure + R(0.5) * (gas.over_w * gas.over_w * gas.field2 + gas.v_dot_b * gas.v_dot_b);
    return gas;
}

/* A speed with which Rusanov's flux keeps density and pressure positive where the field jumps: at most that of light
 * (K. Wu, H. Tang, Math. Models Methods Appl. Sci. 27 (2017) 1871). */
INLINE real safe_speed(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                       const struct gas right, int axis)
{
    const real jump = square(ur[5] - ul[5]) + square(ur[6] - ul[6]) + square(ur[7] - ul[7]);
    const real faster = real_sqrt(jump * real_min(left.per_total, right.per_total));
    return real_min(real_max(largest_speed(left, ul, axis), largest_speed(right, ur, axis)) + faster, R(1.0));
}

/* v_q B_p - v_p B_q, the electric field -v x B along the axis before p, q the next one. */
#define ELECTRIC_NEEDS_WHOLE_STATE 1
INLINE real electric_of(const real u[SYSTEM_COMPONENTS], const struct gas gas, int p, int q)
{
    return component_along(q, gas.v) * component_along(p, u + SYSTEM_FIELD) -
           component_along(p, gas.v) * component_along(q, u + SYSTEM_FIELD);
}
/* The same with another field. */
INLINE real electric_of_field(const real u[SYSTEM_COMPONENTS], int p, int q, real bp, real bq)
{
    const struct gas gas = gas_of(u);
    return gas.v[q] * bp - gas.v[p] * bq;
}

/* The state of a gas without a field that is given one, at its density, pressure and velocity. */
INLINE void add_field(const real field[3], real u[SYSTEM_COMPONENTS])
{
    EACH (a, 3)
        u[SYSTEM_FIELD + a] = R(0.0);
    const struct gas gas = gas_of(u);
    const real b2 = dot3(field, field), vb = dot3(gas.v, field), v2 = dot3(gas.v, gas.v);
    EACH (a, 3) {
        u[1 + a] += b2 * gas.v[a] - vb * field[a];
        u[SYSTEM_FIELD + a] = field[a];
    }
    u[4] += R(0.5) * (b2 * (R(1.0) + v2) - vb * vb);
}

/* What the energy must gain so that a state is as far beyond the cold gas as it would be with another field. */
INLINE real energy_for_field(const real u[SYSTEM_COMPONENTS], const real other[3])
{
    real w[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = c >= SYSTEM_FIELD && c < GAS_COMPONENTS ? other[c - SYSTEM_FIELD] : u[c];
    return cold_gas_of(u, directions_of(u)).energy - cold_gas_of(w, directions_of(w)).energy;
}

/* ---- derivatives ---- */

/* The unit of a conserved density's variation, squared: energies count without the rest mass. */
INLINE real variation_unit2(const real u[SYSTEM_COMPONENTS], int c)
{
    return c == 0               ? u[0] * u[0]
           : c <= 3             ? (u[0] + u[4]) * u[4]
           : c == 4             ? u[4] * u[4]
           : c < GAS_COMPONENTS ? u[4]
                                : u[0] * u[0];
}

/* First derivatives along a variation g. */
struct gas_change {
    real v[3], pressure, v_dot_b, flow;
    real v_dv, b_db, q; /* v v', B B', (1/W^2)' */
};

/* What belongs to a gas: W, one over what y' is divided by, and the change of v with y, v' = fixed + y' turn. */
struct flow_share {
    real turn[3], v_turn, w, per_slope, weight; /* weight: Z - D W/2 */
};
INLINE struct flow_share flow_share_of(const struct gas gas, const real u[SYSTEM_COMPONENTS])
{
    struct flow_share share;
    const real vb_per = gas.v_dot_b * gas.per_flow;
    EACH (a, 3)
        share.turn[a] = -(gas.v[a] + vb_per * u[SYSTEM_FIELD + a]) * gas.per_total;
    share.v_turn = dot3(gas.v, share.turn);
    share.w = R(1.0) / gas.over_w;
    share.weight = gas.flow - R(0.5) * (u[0] * share.w);
    share.per_slope =
        R(1.0) / ((R(1.0) - SRMHD_PER_K * (gas.over_w * gas.over_w - R(2.0) * (share.weight * share.v_turn))) +
                  (gas.field2 * share.v_turn + gas.v_dot_b * vb_per));
    return share;
}

INLINE struct gas_change gas_change_of(const struct gas gas, const struct flow_share share,
                                       const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS])
{
    struct gas_change d;
    const real q = gas.over_w * gas.over_w, dd = g[0], v2 = dot3(gas.v, gas.v);
    const real sb_per = (dot3(g + 1, u + SYSTEM_FIELD) + dot3(u + 1, g + SYSTEM_FIELD)) * gas.per_flow;
    d.b_db = dot3(u + SYSTEM_FIELD, g + SYSTEM_FIELD);
    real fixed[3];
    EACH (a, 3)
        fixed[a] = ((g[1 + a] - R(2.0) * d.b_db * gas.v[a]) +
                    (sb_per * u[SYSTEM_FIELD + a] + gas.v_dot_b * g[SYSTEM_FIELD + a])) *
                       gas.per_total +
                   dd * share.turn[a];
    const real v_fixed = dot3(gas.v, fixed), vb_fixed = sb_per - gas.v_dot_b * gas.per_flow * dd;
    /* q - 1/W times D' is what the rest mass leaves */
    const real mass = -gas.over_w * (v2 / (R(1.0) + gas.over_w)) * dd;
    const real p_fixed = SRMHD_PER_K * (mass - R(2.0) * (share.weight * v_fixed));
    const real fixed_energy = (d.b_db * (R(1.0) + v2) + gas.field2 * v_fixed) - (gas.v_dot_b * vb_fixed + p_fixed);
    const real dy = (g[4] - fixed_energy) * share.per_slope;
    EACH (a, 3)
        d.v[a] = fixed[a] + dy * share.turn[a];
    d.v_dv = v_fixed + dy * share.v_turn;
    d.q = R(-2.0) * d.v_dv;
    d.v_dot_b = vb_fixed - gas.v_dot_b * gas.per_flow * dy;
    d.flow = dd + dy;
    d.pressure = p_fixed + SRMHD_PER_K * (dy * (q - R(2.0) * (share.weight * share.v_turn)));
    return d;
}

/* Subtracts the derivative of the flux along g: out -= f'(u) g. */
INLINE void subtract_flux_jacobian_product(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                           const real g[SYSTEM_COMPONENTS], int axis, real out[SYSTEM_COMPONENTS])
{
    const struct gas_change d = gas_change_of(gas, flow_share_of(gas, u), u, g);
    const real q = gas.over_w * gas.over_w, vn = component_along(axis, gas.v), dvn = component_along(axis, d.v);
    const real bn = component_along(axis, u + SYSTEM_FIELD), dbn = component_along(axis, g + SYSTEM_FIELD);
    const real dpt = d.pressure + ((d.b_db * q + R(0.5) * gas.field2 * d.q) + gas.v_dot_b * d.v_dot_b);
    const real mass = g[0] * vn + u[0] * dvn;
    out[0] -= mass;
    EACH (a, 3) {
        const int m = 1 + a, b = SYSTEM_FIELD + a;
        const real pull = u[b] * q + gas.v_dot_b * gas.v[a];
        const real more = (g[b] * q + u[b] * d.q) + (d.v_dot_b * gas.v[a] + gas.v_dot_b * d.v[a]);
        const real carried = (g[m] * vn + u[m] * dvn) - (dbn * pull + bn * more);
        out[m] -= a == axis ? carried + dpt : carried;
        out[b] -= a == axis ? R(0.0) : (g[b] * vn + u[b] * dvn) - (d.v[a] * bn + gas.v[a] * dbn);
    }
    out[4] -= component_along(axis, g + 1) - mass;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        out[c] -= g[c] * vn + u[c] * dvn;
}

/* Second derivatives along g. */
struct gas_bend {
    real v[3], pressure, v_dot_b, q;
};
INLINE struct gas_bend gas_bend_of(const struct gas gas, const struct flow_share share, const struct gas_change d,
                                   const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS])
{
    struct gas_bend d2;
    const real q = gas.over_w * gas.over_w, w = share.w;
    const real v2 = dot3(gas.v, gas.v), db2 = dot3(g + SYSTEM_FIELD, g + SYSTEM_FIELD), dv2 = dot3(d.v, d.v);
    const real vb_fixed = R(2.0) * (dot3(g + 1, g + SYSTEM_FIELD) - d.v_dot_b * d.flow) * gas.per_flow;
    const real da = d.flow + R(2.0) * d.b_db;
    real fixed[3];
    EACH (a, 3)
        fixed[a] = ((vb_fixed * u[SYSTEM_FIELD + a] + R(2.0) * (d.v_dot_b * g[SYSTEM_FIELD + a])) -
                    R(2.0) * (da * d.v[a] + db2 * gas.v[a])) *
                   gas.per_total;
    const real v_fixed = dot3(gas.v, fixed);
    const real q_fixed = R(-2.0) * (dv2 + v_fixed);
    const real p_fixed = SRMHD_PER_K * ((d.q * (R(2.0) * d.flow - w * g[0]) + share.weight * q_fixed) +
                                        R(0.25) * (u[0] * w) * (w * w) * (d.q * d.q));
    const real energy = ((db2 * (R(1.0) + v2) + R(4.0) * (d.b_db * d.v_dv)) + gas.field2 * (dv2 + v_fixed)) -
                        ((d.v_dot_b * d.v_dot_b + gas.v_dot_b * vb_fixed) + p_fixed);
    const real d2y = -energy * share.per_slope;
    EACH (a, 3)
        d2.v[a] = fixed[a] + d2y * share.turn[a];
    d2.q = q_fixed - R(2.0) * (d2y * share.v_turn);
    d2.v_dot_b = vb_fixed - gas.v_dot_b * gas.per_flow * d2y;
    d2.pressure = p_fixed + SRMHD_PER_K * (d2y * (q - R(2.0) * (share.weight * share.v_turn)));
    return d2;
}

/* Whether f'' along g says anything of the flux over g: what a gas is made of, density, pressure and 1/W^2, and its
 * velocity in units of 1/W change by less than that, in first and in second order, and the field by less than makes the
 * energy. The data of a cell beside a jump can vary by many times the pressure that is left on one side and still be a
 * gas; f'' is then without bounds there, and with it the field that edges make. */
INLINE int series_holds(const struct gas gas, const struct gas_change d, const struct gas_bend d2,
                        const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS])
{
    const real q = gas.over_w * gas.over_w;
    return (real_fabs(g[0]) < u[0]) & (real_fabs(d.pressure) < gas.pressure) & (real_fabs(d2.pressure) < gas.pressure) &
           (real_fabs(d.q) < q) & (real_fabs(d2.q) < q) & (dot3(d.v, d.v) < q) & (dot3(d2.v, d2.v) < q) &
           (dot3(g + SYSTEM_FIELD, g + SYSTEM_FIELD) * gas.per_total < R(1.0));
}

/* Adds weight f''(u)(g, g). */
INLINE void add_flux_second_derivative(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                       const real g[SYSTEM_COMPONENTS], int axis, real weight,
                                       real f[SYSTEM_COMPONENTS])
{
    const struct flow_share share = flow_share_of(gas, u);
    const struct gas_change d = gas_change_of(gas, share, u, g);
    const struct gas_bend d2 = gas_bend_of(gas, share, d, u, g);
    const real q = gas.over_w * gas.over_w, dvn = component_along(axis, d.v), d2vn = component_along(axis, d2.v);
    const real bn = component_along(axis, u + SYSTEM_FIELD), dbn = component_along(axis, g + SYSTEM_FIELD);
    const real db2 = dot3(g + SYSTEM_FIELD, g + SYSTEM_FIELD);
    const real d2pt = d2.pressure + (((db2 * q + R(2.0) * (d.b_db * d.q)) + R(0.5) * gas.field2 * d2.q) +
                                     (d.v_dot_b * d.v_dot_b + gas.v_dot_b * d2.v_dot_b));
    const real mass = R(2.0) * g[0] * dvn + u[0] * d2vn;
    const int holds = series_holds(gas, d, d2, u, g);
    f[0] += holds ? weight * mass : R(0.0);
    EACH (a, 3) {
        const int m = 1 + a, b = SYSTEM_FIELD + a;
        const real more = (g[b] * q + u[b] * d.q) + (d.v_dot_b * gas.v[a] + gas.v_dot_b * d.v[a]);
        const real bent = (R(2.0) * (g[b] * d.q) + u[b] * d2.q) +
                          ((d2.v_dot_b * gas.v[a] + R(2.0) * (d.v_dot_b * d.v[a])) + gas.v_dot_b * d2.v[a]);
        const real carried = (R(2.0) * g[m] * dvn + u[m] * d2vn) - (R(2.0) * (dbn * more) + bn * bent);
        f[m] += holds ? weight * (a == axis ? carried + d2pt : carried) : R(0.0);
        f[b] += a == axis || !holds
                    ? R(0.0)
                    : weight * ((R(2.0) * g[b] * dvn + u[b] * d2vn) - (d2.v[a] * bn + R(2.0) * (d.v[a] * dbn)));
    }
    f[4] -= holds ? weight * mass : R(0.0);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        f[c] += holds ? weight * (R(2.0) * g[c] * dvn + u[c] * d2vn) : R(0.0);
}

/* The same of electric_of. */
INLINE real electric_second_derivative(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                       const real g[SYSTEM_COMPONENTS], int p, int q)
{
    const struct flow_share share = flow_share_of(gas, u);
    const struct gas_change d = gas_change_of(gas, share, u, g);
    const struct gas_bend d2 = gas_bend_of(gas, share, d, u, g);
    const real bend = (component_along(q, d2.v) * component_along(p, u + SYSTEM_FIELD) -
                       component_along(p, d2.v) * component_along(q, u + SYSTEM_FIELD)) +
                      R(2.0) * (component_along(q, d.v) * component_along(p, g + SYSTEM_FIELD) -
                                component_along(p, d.v) * component_along(q, g + SYSTEM_FIELD));
    return series_holds(gas, d, d2, u, g) ? bend : R(0.0);
}

/* A small change of the state as one of (rho, v, p, B, s), linearised about a gas, and back. */
INLINE void local_of_conserved(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real d[SYSTEM_COMPONENTS], real w[SYSTEM_COMPONENTS])
{
    const struct gas_change change = gas_change_of(gas, flow_share_of(gas, u), u, d);
    w[0] = gas.over_w * d[0] - u[0] / gas.over_w * change.v_dv;
    w[4] = change.pressure;
    EACH (a, 3)
        w[1 + a] = change.v[a];
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        w[c] = c < GAS_COMPONENTS ? d[c] : (d[c] - u[c] * gas.per_density * d[0]) * gas.per_density;
}

INLINE void conserved_of_local(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real w[SYSTEM_COMPONENTS], real d[SYSTEM_COMPONENTS])
{
    const real lorentz_factor = R(1.0) / gas.over_w, w2 = lorentz_factor * lorentz_factor;
    const real v2 = dot3(gas.v, gas.v), v_dv = dot3(gas.v, w + 1), b_db = dot3(u + SYSTEM_FIELD, w + SYSTEM_FIELD);
    const real dvb = dot3(w + 1, u + SYSTEM_FIELD) + dot3(gas.v, w + SYSTEM_FIELD);
    const real stretch = w2 * v_dv, dd = lorentz_factor * w[0] + u[0] * stretch;
    const real dflow = w2 * (w[0] + SRMHD_K * w[4]) + R(2.0) * gas.flow * stretch;
    d[0] = dd;
    EACH (a, 3)
        d[1 + a] = ((dflow + R(2.0) * b_db) * gas.v[a] + (gas.flow + gas.field2) * w[1 + a]) -
                   (dvb * u[SYSTEM_FIELD + a] + gas.v_dot_b * w[SYSTEM_FIELD + a]);
    /* Z' - D', with W^2 - W = W^3 v^2/(W + 1) */
    const real beyond = lorentz_factor * (w2 * v2 / (R(1.0) + lorentz_factor)) * w[0] + w2 * SRMHD_K * w[4] +
                        (R(2.0) * gas.flow - u[0]) * stretch;
    d[4] = (beyond - w[4]) + (b_db * (R(1.0) + v2) + gas.field2 * v_dv - gas.v_dot_b * dvb);
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        d[c] = c < GAS_COMPONENTS ? w[c] : u[c] * gas.per_density * dd + u[0] * w[c];
}

/* A small change of the primitive state, which has W v, as such variables, and back. */
INLINE void local_of_primitive(const struct gas gas, const real d[SYSTEM_COMPONENTS], real w[SYSTEM_COMPONENTS])
{
    const real along = dot3(gas.v, d + 1);
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = c >= 1 && c <= 3 ? gas.over_w * (d[c] - along * gas.v[c >= 1 && c <= 3 ? c - 1 : 0]) : d[c];
}
INLINE void primitive_of_local(const struct gas gas, const real w[SYSTEM_COMPONENTS], real d[SYSTEM_COMPONENTS])
{
    const real lorentz_factor = R(1.0) / gas.over_w, along = (lorentz_factor * lorentz_factor) * dot3(gas.v, w + 1);
    EACH (c, SYSTEM_COMPONENTS)
        d[c] = c >= 1 && c <= 3 ? lorentz_factor * (w[c] + along * gas.v[c >= 1 && c <= 3 ? c - 1 : 0]) : w[c];
}

/* What counts as no variation of such a variable, in its unit, squared. */
INLINE real local_unit2(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, int c)
{
    const real q = gas.over_w * gas.over_w;
    return c == 0               ? q * (u[0] * u[0])
           : c <= 3             ? GAMMA * gas.pressure / (gas.flow * q) * (q * q)
           : c == 4             ? gas.pressure * gas.pressure
           : c < GAS_COMPONENTS ? u[4]
                                : R(1.0);
}

#endif
