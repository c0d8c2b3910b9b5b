/* Gradients of beta_mu = u_mu/T at a node of the freeze-out surface's lattice (passes/surface.h), nabla_mu beta_nu in
 * the orthonormal frame: from it follow thermal vorticity and shear, those of u, and the acceleration.
 *
 * In space: the derivative of the polynomial through up to five nodes along each axis, without a limit, of fourth order
 * inside of the mesh. In time: not the difference of two looks, which is of first order off their middle, but the rates
 * of the moment that the equations of motion give for these derivatives; what sources put in is left out. In Milne
 * coordinates the frame turns: nabla_eta b^t and nabla_eta b^eta have b^eta/tau and b^t/tau more. */
#ifndef TAUB_PASSES_SURFACE_GRADIENTS_H
#define TAUB_PASSES_SURFACE_GRADIENTS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "passes/surface_lattice.h"
#if defined(SYSTEM_RELAXES)
#include "passes/viscous_cell.h"
#endif

#define SURFACE_LINE 5 /* nodes */

/* What is known at a node: the state, its derivatives along the axes, and those of the pressure. */
struct surface_flow {
    real q[SYSTEM_COMPONENTS], d[3][SYSTEM_COMPONENTS], dpressure[3];
    real volume;
};

/* Time derivatives of the energy density, the four-velocity and the charge density. */
struct surface_rates {
    real energy, velocity[3], charge;
};

INLINE real surface_dot(const real a[3], const real b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

#if defined(SYSTEM_RELAXES)
INLINE struct surface_rates surface_rates_of(const struct eos eos, const struct surface_flow *at)
{
    struct surface_rates out;
    real rate[SYSTEM_COMPONENTS], geometry[SYSTEM_COMPONENTS], du[3][3], z[3][3], turn[10], pressure, by_e, by_n;
    struct charge_gradients charge;
    struct relaxation r;
    const real w = lorentz_factor_of(at->q), over_w = R(1.0) / w;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        rate[c] = geometry[c] = R(0.0);
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++)
            du[a][i] = at->d[a][1 + i];
    GEOMETRIC_SOURCE(eos, at->q, geometry);
    pressure_slopes(eos, at->q, &pressure, &by_e, &by_n);
    no_charge_gradients(&charge);
    for (int a = 0; a < 3; a++)
        add_rates_along(at->d[a], at->q, w, pressure, by_e, by_n, a, du[a], &charge, rate);
    add_geometry_rates(eos, at->q, geometry, at->volume, rate);
    const struct relaxing now = relaxing_now(at->q);
    const struct accelerated a =
        flow_of_state(eos, transport_at(eos, at->q[0], charge_of(at->q)), at->q, &now, (const real(*)[3])du, &charge,
                      connection(at->volume), rate, &r, z, turn);
    const real u[3] = {at->q[1], at->q[2], at->q[3]}, de[3] = {at->d[0][0], at->d[1][0], at->d[2][0]};
    for (int i = 0; i < 3; i++)
        out.velocity[i] = (a.a[i] - r.along[i]) * over_w;
    out.energy = ((a.work - r.enthalpy * a.theta) - surface_dot(u, de)) * over_w;
#if SYSTEM_DIFFUSES
    out.charge = a.charge * over_w;
#elif SYSTEM_CHARGED
    const real dn[3] = {at->d[0][CHARGE_DENSITY], at->d[1][CHARGE_DENSITY], at->d[2][CHARGE_DENSITY]};
    out.charge = -(at->q[CHARGE_DENSITY] * a.theta + surface_dot(u, dn)) * over_w;
#else
    out.charge = R(0.0);
#endif
    return out;
}
#else
/* With A = Du, h = e + p, u^i d_j u^i with what the frame turns in `along`, and v = u/u^t:
 *   h A^i = -d_i p + u^i c^2 h theta,   theta = d_j u^j (+ u^t/tau) + du^t/dt,   u^t du/dt = A - along,
 * so that theta (1 - v^2 c^2) = d_j u^j (+ u^t/tau) - (v.dp/h + v.along)/u^t. */
INLINE struct surface_rates surface_rates_of(const struct eos eos, const struct surface_flow *at)
{
    struct surface_rates out;
    real along[3], pressure, speed_squared;
    const real u[3] = {at->q[1], at->q[2], at->q[3]}, w = lorentz_factor_of(at->q), over_w = R(1.0) / w;
    const real v[3] = {u[0] * over_w, u[1] * over_w, u[2] * over_w};
    eos_pressure_and_speed(eos, at->q[0], at->q[4], &pressure, &speed_squared);
    const real h = at->q[0] + pressure, turn = w * connection(at->volume);
    for (int i = 0; i < 3; i++)
        along[i] = (u[0] * at->d[0][1 + i] + u[1] * at->d[1][1 + i]) + u[2] * at->d[2][1 + i];
    along[2] += GEOMETRY_TURNS ? u[2] * turn : R(0.0);
    const real flat = (at->d[0][1] + at->d[1][2]) + at->d[2][3], divergence = GEOMETRY_TURNS ? flat + turn : flat;
    const real pull = (surface_dot(v, at->dpressure) / h + surface_dot(v, along)) * over_w;
    const real theta = (divergence - pull) / (R(1.0) - surface_dot(v, v) * speed_squared);
    const real de[3] = {at->d[0][0], at->d[1][0], at->d[2][0]}, dn[3] = {at->d[0][4], at->d[1][4], at->d[2][4]};
    for (int i = 0; i < 3; i++)
        out.velocity[i] = ((u[i] * (speed_squared * theta) - at->dpressure[i] / h) - along[i]) * over_w;
    out.energy = -(h * theta + surface_dot(u, de)) * over_w;
    out.charge = -(at->q[4] * theta + surface_dot(u, dn)) * over_w;
    return out;
}
#endif

INLINE real surface_charge(const real q[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_RELAXES)
    return charge_of(q);
#else
    return q[4];
#endif
}

/* dT/dt, from T at densities that differ by a thousandth. */
INLINE real surface_temperature_rate(const struct eos eos, real e, real n, real temperature, real de, real dn)
{
    const real rate = real_fabs(de) / e + real_fabs(dn) * temperature / e;
    if (!(rate > R(0.0)))
        return R(0.0);
    const real step = R(1.0e-3) / rate;
    const real later = eos_temperature(eos, e + step * de, n + step * dn);
    return (later - eos_temperature(eos, e - step * de, n - step * dn)) / (R(2.0) * step);
}

/* The first node of the line around a node along an axis, and weights with which differences to the node in the middle
 * add up to the derivative; `count` of them. */
INLINE int surface_line(const struct taub_io io, int axis, int node, int *count, real weight[SURFACE_LINE])
{
    const int nodes = surface_nodes_along(io, axis), most = nodes < SURFACE_LINE ? nodes : SURFACE_LINE;
    int first = node - SURFACE_LINE / 2;
    first = first > nodes - most ? nodes - most : first;
    first = first < 0 ? 0 : first;
    const int here = surface_cell_of_node(io, axis, node);
    for (int m = 0; m < most; m++) {
        const int x = surface_cell_of_node(io, axis, first + m) - here;
        real product = x ? R(1.0) / (real)x : R(0.0);
        for (int k = 0; k < most; k++) {
            const int other = surface_cell_of_node(io, axis, first + k) - here;
            product *= (k == m) | (other == 0) ? R(1.0) : (real)other / (real)(other - x);
        }
        weight[m] = product;
    }
    *count = most;
    return first;
}

/* The state of a node; beta^mu and the pressure follow from it. */
INLINE void surface_node_state(const struct taub_io io, GLOBAL const stored *lattice, const int node[3],
                               real q[SYSTEM_COMPONENTS])
{
    const long count = surface_node_count(io);
    const long at = ((long)node[2] * surface_nodes_along(io, 1) + node[1]) * surface_nodes_along(io, 0) + node[0];
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        q[c] = lattice[at + (1 + c) * count];
}
INLINE real surface_beta(const struct eos eos, const real q[SYSTEM_COMPONENTS], real beta[4])
{
    const real temperature = eos_temperature(eos, q[0], surface_charge(q)), over = R(1.0) / temperature;
    beta[0] = lorentz_factor_of(q) * over;
    for (int i = 0; i < 3; i++)
        beta[1 + i] = q[1 + i] * over;
    return temperature;
}

/* nabla_mu beta_nu at a node, [4 mu + nu]. */
OUTLINE void surface_gradient(const struct taub_io io, GLOBAL const stored *lattice, double time, const int node[3],
                              real out[SURFACE_GRADIENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct surface_flow at;
    real beta[4], d[4][4];
    surface_node_state(io, lattice, node, at.q);
    at.volume = R(volume_element(time));
    const real temperature = surface_beta(eos, at.q, beta);
    const real pressure = eos_pressure(eos, at.q[0], surface_charge(at.q));
    for (int a = 0; a < 3; a++) {
        real weight[SURFACE_LINE], q[SYSTEM_COMPONENTS], its[4];
        int count, there[3] = {node[0], node[1], node[2]};
        const int first = surface_line(io, a, node[a], &count, weight);
        const real per = R(1.0 / proper_length(a, io.shape.spacing[a], time));
        at.dpressure[a] = R(0.0);
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            at.d[a][c] = R(0.0);
        for (int c = 0; c < 4; c++)
            d[1 + a][c] = R(0.0);
        for (int m = 0; m < count; m++) {
            const real share = per * weight[m];
            there[a] = first + m;
            if (there[a] == node[a])
                continue;
            surface_node_state(io, lattice, there, q);
            surface_beta(eos, q, its);
            at.dpressure[a] += share * (eos_pressure(eos, q[0], surface_charge(q)) - pressure);
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                at.d[a][c] += share * (q[c] - at.q[c]);
            for (int c = 0; c < 4; c++)
                d[1 + a][c] += share * (its[c] - beta[c]);
        }
    }
    const struct surface_rates rates = surface_rates_of(eos, &at);
    const real over = R(1.0) / temperature;
    const real cooling =
        over * surface_temperature_rate(eos, at.q[0], surface_charge(at.q), temperature, rates.energy, rates.charge);
    const real w = lorentz_factor_of(at.q), u[3] = {at.q[1], at.q[2], at.q[3]};
    d[0][0] = surface_dot(u, rates.velocity) / w * over - beta[0] * cooling;
    for (int i = 0; i < 3; i++)
        d[0][1 + i] = rates.velocity[i] * over - beta[1 + i] * cooling;
    if (GEOMETRY_TURNS) {
        d[3][0] += beta[3] * connection(at.volume);
        d[3][3] += beta[0] * connection(at.volume);
    }
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++)
            out[4 * m + n] = n == 0 ? d[m][n] : -d[m][n];
}

#endif
