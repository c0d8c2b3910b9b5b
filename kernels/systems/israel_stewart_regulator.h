/* How large pi, Pi and the diffusion current are against the ideal fluid, what the regulator leaves of them, and what
 * it takes out of pi that is not transverse and traceless. */
#ifndef TAUB_SYSTEMS_ISRAEL_STEWART_REGULATOR_H
#define TAUB_SYSTEMS_ISRAEL_STEWART_REGULATOR_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/israel_stewart.h"
#include "systems/relativistic.h"

/* Takes out of pi what truncation has put outside of the transverse traceless tensors, for this velocity: pi^{ti} and
 * pi^{tt} follow from the components in space, and what trace these have is taken away. With TAUB_FIVE_COMPONENTS
 * pi^{zz} follows from the trace instead. */
INLINE void project_stress(const real velocity[3], real u[SYSTEM_COMPONENTS])
{
    const real w = real_sqrt(R(1.0) + dot(velocity, velocity)), over_w = R(1.0) / w;
    const real v[3] = {velocity[0] * over_w, velocity[1] * over_w, velocity[2] * over_w};
    real time[3];
#if TAUB_FIVE_COMPONENTS
    const real crossed = v[2] * (v[0] * u[PI_XZ] + v[1] * u[PI_YZ]) + v[0] * v[1] * u[PI_XY];
    const real rest = (square(v[0]) - R(1.0)) * u[PI_XX] + (square(v[1]) - R(1.0)) * u[PI_YY];
    u[PI_ZZ] = (rest + R(2.0) * crossed) / (R(1.0) - square(v[2]));
#endif
    EACH (i, 3) {
        const real row[3] = {u[stress_space(i, 0)], u[stress_space(i, 1)], u[stress_space(i, 2)]};
        time[i] = dot(v, row);
    }
    const real tt = dot(v, time);
    const real trace = R(1.0 / 3.0) * ((tt - (u[PI_XX] + u[PI_YY])) - u[PI_ZZ]);
    u[PI_TT] = tt + dot(velocity, velocity) * trace;
    EACH (i, 3)
        u[stress_time(i)] = time[i] + w * velocity[i] * trace;
    EACH (n, 6) {
        const int i = pair_row(n), j = pair_column(n);
        u[PI_XX + n] += ((i == j ? R(1.0) : R(0.0)) + velocity[i] * velocity[j]) * trace;
    }
}

/* How large the dissipative stress is: rho, the largest of
 *   sqrt(pi:pi), |pi^mu_mu|/xi_0 and |u_mu pi^{mu nu}|/xi_0, over rho_max sqrt(e^2 + 3 P^2),
 * and for the bulk pressure sqrt(3) |Pi| over the same; for the diffusion current sqrt(-q.q) over min(rho_max,
 * 1) n coth(mu/T), which all baryons and antibaryons together do not exceed; 0 without one. (The paper takes trace and
 * u.pi over sqrt(pi:pi) instead. Where pi passes through zero that ratio is large for the truncation error of any
 * scheme, and harmless.) */
struct sizes {
    real shear, bulk, diffusion;
};

INLINE real stress_size(const real q[SYSTEM_COMPONENTS])
{
    const real diagonal = (square(q[PI_XX]) + square(q[PI_YY])) + (square(q[PI_ZZ]) + square(q[PI_TT]));
    const real space = (square(q[PI_XZ]) + square(q[PI_YZ])) + square(q[PI_XY]);
    const real time = (square(q[PI_TX]) + square(q[PI_TY])) + square(q[PI_TZ]);
    return real_sqrt(real_max(diagonal + R(2.0) * (space - time), R(0.0)));
}
INLINE real stress_trace(const real q[SYSTEM_COMPONENTS])
{
    return (q[PI_TT] - (q[PI_XX] + q[PI_YY])) - q[PI_ZZ];
}
/* u_mu pi^{mu nu}, nu = t, x, y, z */
INLINE void stress_along_velocity(const real q[SYSTEM_COMPONENTS], real w, real along[4])
{
    along[0] = w * q[PI_TT] - ((q[1] * q[PI_TX] + q[2] * q[PI_TY]) + q[3] * q[PI_TZ]);
    EACH (i, 3) {
        const real row[3] = {q[stress_space(i, 0)], q[stress_space(i, 1)], q[stress_space(i, 2)]};
        const real u[3] = {q[1], q[2], q[3]};
        along[1 + i] = w * q[stress_time(i)] - dot(u, row);
    }
}

INLINE struct sizes dissipative_sizes(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    struct sizes sizes;
    const real pressure = eos_pressure(eos, q[0], charge_of(q));
    const real scale = R(1.0) / (R(TAUB_RHO_MAX) * real_sqrt(square(q[0]) + R(3.0) * square(pressure)));
    const real size = stress_size(q);
    real along[4], violation = real_fabs(stress_trace(q));
    stress_along_velocity(q, lorentz_factor_of(q), along);
    EACH (a, 4)
        violation = real_max(violation, real_fabs(along[a]));
    sizes.shear = real_max(size, violation * TAUB_PER_XI_0) * scale;
    sizes.bulk = R(1.7320508075688772) * real_fabs(q[BULK_PRESSURE]) * scale;
#if SYSTEM_DIFFUSES
    const real most = real_min(R(TAUB_RHO_MAX), R(1.0)) * diffusion_at(eos, q[0], q[CHARGE_DENSITY]).carriers;
    sizes.diffusion = diffusion_size(q) / (most + REAL_TINY);
#else
    sizes.diffusion = R(0.0);
#endif
    return sizes;
}

/* Up to here nothing is regulated. The paper multiplies by tanh(rho)/rho at every size in every step, a damping of rate
 * rho^2/(3 dt) that does not converge in dt; here only what exceeds this is bent, by the same function. Gubser's exact
 * flow has sizes up to 0.83, and 1.2 with tau_pipi: the default rho_max, 1.5, leaves both alone. */
#define REGULATOR_ONSET R(0.9)

/* What the regulator leaves of a stress of size rho, over rho. */
INLINE real regulator_factor(real rho)
{
    const real room = R(1.0) - REGULATOR_ONSET, excess = rho - REGULATOR_ONSET;
    return excess > R(0.0) ? (REGULATOR_ONSET + room * real_tanh(excess * (R(1.0) / room))) / rho : R(1.0);
}

#endif
