/* The pressure of relativistic densities u = (E, M, R), and its derivatives along variations of them, for
 * p = (gamma - 1)(e - mass n) and e = 3p. With X = E + p, s^2 = X^2 - M^2 (= X^2/W^2), D = mass R and k = gamma/(gamma
 * - 1), e + p = s^2/X and mass n = D s/X, the equation of state is s (s - D) = k p X. (1) With r = D/s, and a variation
 * (E', M', R') of u, X' = E' + p', s' = W (X' - v M'), two derivatives of (1) are p' (k - 2 + r + k p/X) = (2 - r)(E' -
 * v M') - D'/W - (k p/X) E', p'' (k - 2 + r + k p/X) X = (2 - r)(X'^2 - M'^2) + r s'^2 - 2 D' s' - 2 k p' X'. */
#ifndef TAUB_SYSTEMS_SRHD_GAMMA_LAW_H
#define TAUB_SYSTEMS_SRHD_GAMMA_LAW_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/relativistic.h"
#include "systems/srhd.h"
#include "systems/srhd_gas.h"

#if EOS_CONFORMAL
#define SRHD_GAMMA (4.0 / 3.0)
#define SRHD_K R(SRHD_GAMMA / (SRHD_GAMMA - 1.0))
#define SRHD_PER_GAMMA R(1.0 / SRHD_GAMMA)
#define SRHD_MASS 0.0
#define SRHD_MASSLESS 1
#define TAUB_EOS_SOFT 1
#else
#define SRHD_GAMMA TAUB_EOS_GAMMA
#define SRHD_K TAUB_EOS_GAMMA_PER_GAMMA_LESS_1
#define SRHD_PER_GAMMA TAUB_EOS_PER_GAMMA
#define SRHD_MASS TAUB_EOS_MASS
#define SRHD_MASSLESS TAUB_EOS_MASSLESS
#endif

/* Data of a predictor need not be those of a gas: E^2 - M^2 and p get the least that rounding leaves room for. */
#define LEAST_PRESSURE(u) (R(0.01) * REAL_EPSILON * (u)[0])

/* (1) with D = 0, a quadratic equation. */
INLINE real pressure_without_mass(const real u[SYSTEM_COMPONENTS], real *flow, real *root)
{
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3])), less = u[0] - m, more = u[0] + m;
    const real c2 = real_max(less * more, LEAST_PRESSURE(u) * u[0]), half_b = R(0.5) * (SRHD_K - R(2.0)) * u[0];
    const real p = real_max(c2 / (half_b + real_sqrt(half_b * half_b + (SRHD_K - R(1.0)) * c2)), LEAST_PRESSURE(u));
    *flow = u[0] + p;
    *root = real_sqrt(real_max((less + p) * (more + p), c2));
    return p;
}

/* With c^2 = E^2 - M^2, e = c^2/E^2, D = c (1 - h) and the unknowns s = c (1 + t), p = z c^2/E, (1) gives z(t), and
 * s^2 = X^2 - M^2 is z (2 + e z) = t (2 + t): a polynomial of fourth degree in t. No root has to be taken in Halley's
 * steps for it, and nothing cancels in cold gas, where h, t and z are small. The first guess of z has s = c (1 + z) in
 * s D of (1); beyond gamma = 5/3, where z may be large, s = c. 4e5 states with Lorentz factors to 3000 and p/n from
 * 1e-8 to 1e8 converge to rounding in two steps up to gamma = 5/3, in four up to 2. */
#define PRESSURE_STEPS (TAUB_EOS_SOFT ? 2 : 4)

/* z(t) = t^2/gamma + t (2/gamma + (1 - h)/k) - h/k, and its derivative. */
INLINE real pressure_along(real h, real t, real *by_t)
{
    const real per_k = R(1.0) - SRHD_PER_GAMMA, linear = R(2.0) * SRHD_PER_GAMMA + (R(1.0) - h) * per_k;
    *by_t = linear + R(2.0) * SRHD_PER_GAMMA * t;
    return t * (linear + SRHD_PER_GAMMA * t) - h * per_k;
}

INLINE real pressure_of(const real u[SYSTEM_COMPONENTS], real *flow, real *root)
{
    if (SRHD_MASSLESS)
        return pressure_without_mass(u, flow, root);
    const real m = real_sqrt(square(u[1]) + square(u[2]) + square(u[3])), d = R(SRHD_MASS) * u[4];
    const real c2 = real_max((u[0] - m) * (u[0] + m), LEAST_PRESSURE(u) * u[0]), c = real_sqrt(c2);
    const real per_product = R(1.0) / (c * u[0]), c_per_energy = c2 * per_product, e = square(c_per_energy);
    const real h = real_max((c - d) * (u[0] * per_product), R(0.0));
    const real half_b = R(0.5) * ((SRHD_K - R(2.0)) + (TAUB_EOS_SOFT ? R(1.0) - h : R(0.0)));
    real z = h / (half_b + real_sqrt(half_b * half_b + (SRHD_K - R(1.0)) * (e * h))), by_t;
    real t = real_sqrt(R(1.0) + z * (R(2.0) + e * z)) - R(1.0);
    for (int n = 0; n < PRESSURE_STEPS; n++) {
        z = pressure_along(h, t, &by_t);
        const real w = R(1.0) + e * z, value = z * (w + R(1.0)) - t * (t + R(2.0)), slope = w * by_t - (R(1.0) + t);
        const real bend = e * square(by_t) + (R(2.0) * SRHD_PER_GAMMA * w - R(1.0));
        t -= R(2.0) * (value * slope) / (R(4.0) * square(slope) - value * bend);
    }
    z = pressure_along(h, t, &by_t);
    const real p = real_max(z * (c * c_per_energy), LEAST_PRESSURE(u));
    *flow = u[0] + p;
    *root = c * (R(1.0) + real_max(t, R(0.0)));
    return p;
}

#define GAS_OF(eos, u) gas_of(u)
INLINE struct gas gas_of(const real u[SYSTEM_COMPONENTS])
{
    struct gas gas;
    real flow, root;
    gas.pressure = pressure_of(u, &flow, &root);
    gas.per_flow = R(1.0) / flow;
    EACH (a, 3)
        gas.v[a] = u[1 + a] * gas.per_flow;
    gas.over_w = root * gas.per_flow;
    gas.cold = R(SRHD_MASS) * u[4] / root;
    return gas;
}

INLINE struct gas gas_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    struct gas gas; /* with the pressure that gas_of has at least: that of a cold gas may be lost in rounding */
    gas.pressure = real_max(eos_pressure(eos, q[0], q[4]), R(0.01) * REAL_EPSILON * q[0]);
    gas.over_w = R(1.0) / lorentz_factor_of(q);
    const real per_enthalpy = R(1.0) / (q[0] + gas.pressure);
    gas.per_flow = square(gas.over_w) * per_enthalpy;
    EACH (a, 3)
        gas.v[a] = q[1 + a] * gas.over_w;
    gas.cold = R(SRHD_MASS) * q[4] * per_enthalpy;
    return gas;
}

INLINE real gas_sound_speed2(const struct gas gas, const real u[SYSTEM_COMPONENTS])
{
    return R(SRHD_GAMMA) * gas.pressure / gas_enthalpy(gas, u);
}

/* p' along a variation; the common factor of p' and p''. */
INLINE real change_share(const struct gas gas)
{
    return R(1.0) / ((SRHD_K - R(2.0)) + (gas.cold + SRHD_K * (gas.pressure * gas.per_flow)));
}
INLINE real pressure_change(const struct gas gas, const real d[SYSTEM_COMPONENTS], real share)
{
    const real along = gas.v[0] * d[1] + gas.v[1] * d[2] + gas.v[2] * d[3];
    return share * ((R(2.0) - gas.cold) * (d[0] - along) -
                    (R(SRHD_MASS) * gas.over_w * d[4] + SRHD_K * (gas.pressure * gas.per_flow) * d[0]));
}

/* p'' along a variation g, with X' = dx and v.M' = along. */
INLINE real pressure_bend(const struct gas gas, const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS],
                          real share, real dp, real dx, real along)
{
    const real ds = (dx - along) / gas.over_w, size = square(g[1]) + square(g[2]) + square(g[3]);
    return (share * gas.per_flow) * (((R(2.0) - gas.cold) * (dx * dx - size) + gas.cold * (ds * ds)) -
                                     R(2.0) * (R(SRHD_MASS) * g[4] * ds + SRHD_K * (dp * dx)));
}

/* (e + p) c^2; the change of e + p that belongs to those of p and n. */
INLINE real gas_stiffness(const struct gas gas)
{
    return R(SRHD_GAMMA) * gas.pressure;
}
INLINE real enthalpy_change(const struct gas gas, real dp, real dn)
{
    return SRHD_K * dp + R(SRHD_MASS) * dn;
}

#endif
