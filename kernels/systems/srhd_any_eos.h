/* The pressure of relativistic densities u = (E, M, R), and its derivatives along variations of them, for any p(e, n).
 * With X = E + p, v = M/X, h = e + p:  e = E - M^2/X,  n = R/W = R sqrt(1 - v^2). Along a variation (E', M', R') of u,
 * with v' = (M' - v X')/X, y = v.v' and c^2 = p_e + p_n n/h,
 *   p' (1 - v^2 c^2) = p_e ((1 + v^2) E' - 2 v.M') + p_n (R'/W - (n/h)(v.M' - v^2 E')),
 *   e' = E' - 2 v.M' + v^2 X',  n' = R'/W - n W^2 y,
 *   p'' (1 - v^2 c^2) = p_ee e'^2 + 2 p_en e' n' + p_nn n'^2 - 2 p_e X v'^2
 *                       - p_n (2 R' W y + n W^2 (v'^2 - 2 y X'/X + W^2 y^2)).
 * With p = p(e) all terms of n vanish. */
#ifndef TAUB_SYSTEMS_SRHD_ANY_EOS_H
#define TAUB_SYSTEMS_SRHD_ANY_EOS_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/relativistic.h"
#include "systems/srhd.h"
#include "systems/srhd_gas.h"
#include "systems/srhd_recovery.h"

#define SRHD_MASS 0.0
#define SRHD_MASSLESS 1

/* Steps of the recovery, which is that of the other schemes (srhd_recovery.h), from the state that a conformal fluid
 * would have. Three get to rounding for a smooth p(e, n), Lorentz factors up to 1000 (tests/unit/test_srhd_any_eos.c);
 * tables have kinks. A lane that is done stays as it is. */
#define GAS_STEPS 8

#define GAS_OF(eos, u) gas_of_eos(eos, u)
INLINE struct gas gas_of_eos(const struct eos eos, const real u[SYSTEM_COMPONENTS])
{
    struct gas gas;
    real w[SYSTEM_COMPONENTS], lane[LANE_COUNT], q[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = u[c];
    make_admissible(w); /* data of a predictor need not be those of a gas */
    const real e = conformal_energy(w);
    const real per_w = real_sqrt(R(4.0) * e / (R(3.0) * w[0] + e));
    recovery_start(w, recovery_guess(eos, e, w[4] * per_w), lane);
    STEPS_WHILE(n, GAS_STEPS, lane[LANE_DONE] == R(0.0))
    {
        recovery_step(eos, lane);
    }
    recovery_finish(eos, w, lane, q);
    gas.eos = eos;
    gas.e = q[0];
    gas.n = q[4];
    eos_pressure_and_slopes(eos, gas.e, gas.n, &gas.pressure, &gas.speed_squared, &gas.by_e, &gas.by_n);
    const real flow = w[0] + gas.pressure;
    gas.per_flow = R(1.0) / flow;
    EACH (a, 3)
        gas.v[a] = w[1 + a] * gas.per_flow;
    gas.over_w = real_sqrt((gas.e + gas.pressure) * gas.per_flow);
    return gas;
}

INLINE struct gas gas_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    struct gas gas;
    gas.eos = eos;
    gas.e = q[0];
    gas.n = q[4];
    eos_pressure_and_slopes(eos, gas.e, gas.n, &gas.pressure, &gas.speed_squared, &gas.by_e, &gas.by_n);
    gas.over_w = R(1.0) / lorentz_factor_of(q);
    gas.per_flow = square(gas.over_w) / (gas.e + gas.pressure);
    EACH (a, 3)
        gas.v[a] = q[1 + a] * gas.over_w;
    return gas;
}

INLINE real gas_sound_speed2(const struct gas gas, const real u[SYSTEM_COMPONENTS])
{
    return gas.speed_squared;
}

INLINE real squared_speed(const struct gas gas)
{
    return square(gas.v[0]) + square(gas.v[1]) + square(gas.v[2]);
}

/* p' along a variation; the common factor of p' and p''. */
INLINE real change_share(const struct gas gas)
{
    const real stiff = gas.by_e + gas.by_n * gas.n / (gas.e + gas.pressure);
    return R(1.0) / (R(1.0) - squared_speed(gas) * stiff);
}
INLINE real pressure_change(const struct gas gas, const real d[SYSTEM_COMPONENTS], real share)
{
    const real v2 = squared_speed(gas), along = gas.v[0] * d[1] + gas.v[1] * d[2] + gas.v[2] * d[3];
    const real by_charge = gas.by_n * (gas.over_w * d[4] - gas.n / (gas.e + gas.pressure) * (along - v2 * d[0]));
    return share * (gas.by_e * ((R(1.0) + v2) * d[0] - R(2.0) * along) + by_charge);
}

/* p'' along a variation g, with X' = dx and v.M' = along. */
INLINE real pressure_bend(const struct gas gas, const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS],
                          real share, real dp, real dx, real along)
{
    const real flow = u[0] + gas.pressure, v2 = squared_speed(gas), w2 = R(1.0) / square(gas.over_w);
    real dv2 = R(0.0), curves[3], y = R(0.0);
    EACH (a, 3) {
        const real dv = (g[1 + a] - gas.v[a] * dx) * gas.per_flow;
        dv2 += dv * dv;
        y += gas.v[a] * dv;
    }
    const real de = (g[0] - R(2.0) * along) + v2 * dx, dn = gas.over_w * g[4] - gas.n * w2 * y;
    eos_pressure_curves(gas.eos, gas.e, gas.n, curves);
    const real bend = (curves[0] * (de * de) + R(2.0) * (curves[1] * (de * dn))) + curves[2] * (dn * dn);
    const real turn = dv2 - R(2.0) * (y * (dx * gas.per_flow)) + w2 * (y * y);
    const real by_charge = gas.by_n * (R(2.0) * (g[4] * (y / gas.over_w)) + gas.n * (w2 * turn));
    return share * (bend - (R(2.0) * gas.by_e * (flow * dv2) + by_charge));
}

/* (e + p) c^2; the change of e + p that belongs to those of p and n. */
INLINE real gas_stiffness(const struct gas gas)
{
    return (gas.e + gas.pressure) * gas.speed_squared;
}
INLINE real enthalpy_change(const struct gas gas, real dp, real dn)
{
    return dp + (dp - gas.by_n * dn) / gas.by_e;
}

#endif
