/* Derivatives of the Euler fluxes for schemes that evolve a cell's own data: products with the Jacobian and with the
 * second derivative, both exact and without forming a matrix, and the eigenvectors.
 *
 * u = (rho, m_x, m_y, m_z, E [, rho s...]). With v = m/rho, p = (gamma - 1)(E - m v/2) and the flux along a unit vector
 * (m_n, m v_n + p n, (E + p) v_n, rho s v_n), a variation g of u gives
 *   dv = (g_m - v g_rho)/rho,  dp = (gamma - 1)(g_E - v g_m + v^2 g_rho/2),
 *   d2v = -2 dv g_rho/rho,     d2p = -(gamma - 1) rho dv^2. */
#ifndef TAUB_SYSTEMS_EULER_DERIVATIVES_H
#define TAUB_SYSTEMS_EULER_DERIVATIVES_H

#include "dialect.h"
#include "systems/euler.h"

#define GAS_ENERGY 4 /* where the energy stands, with the density at 0 */

/* Signal speeds of a face: of both sides and of Roe's mean, whose sound speed is bounded by means and the jump
 * (Einfeldt 1988). */
INLINE void face_speeds(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                        const struct gas right, int axis, real *slowest, real *fastest)
{
    const real cl = gas_sound_speed(left), cr = gas_sound_speed(right);
    const real vl = left.v[axis], vr = right.v[axis];
    const real root_left = real_sqrt(ul[0]), root_right = real_sqrt(ur[0]);
    const real per = R(1.0) / (root_left + root_right);
    const real share_left = root_left * per, share_right = root_right * per;
    const real v = share_left * vl + share_right * vr, dv = vr - vl;
    const real c = real_sqrt((share_left * (cl * cl) + share_right * (cr * cr)) +
                             R(0.5) * TAUB_EOS_GAMMA_LESS_1 * (share_left * share_right) * (dv * dv));
    *slowest = real_min(vl - cl, v - c);
    *fastest = real_max(vr + cr, v + c);
}

/* The largest |signal speed| along an axis. */
INLINE real largest_speed(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    return real_fabs(gas.v[axis]) + gas_sound_speed(gas);
}

/* What must stay positive: the density, and as a quotient the internal energy, a concave function of the state. */
INLINE real density_part(const real u[SYSTEM_COMPONENTS])
{
    return u[0];
}
/* What velocities are quotients by. */
INLINE real velocity_part(const real u[SYSTEM_COMPONENTS])
{
    return u[0];
}
INLINE void internal_energy_part(const real u[SYSTEM_COMPONENTS], real *inner, real *weight)
{
    *inner = u[4] * u[0] - R(0.5) * (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    *weight = u[0];
}

/* HLLC: the speed of the contact, and what it adds to the momentum behind a wave; inflow: the wave's speed in the gas.
 */
INLINE real contact_speed(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                          const struct gas right, int axis, real slowest, real fastest)
{
    const real mass_left = ul[0] * (slowest - left.v[axis]), mass_right = ur[0] * (fastest - right.v[axis]);
    return ((right.pressure - left.pressure) + (mass_left * left.v[axis] - mass_right * right.v[axis])) /
           (mass_left - mass_right);
}
INLINE real star_push(const real u[SYSTEM_COMPONENTS], const struct gas gas, real inflow, real wave, real contact)
{
    return inflow * u[0];
}

/* What scalars go with. */
INLINE real mass_flux(const real u[SYSTEM_COMPONENTS], int axis)
{
    return u[1 + axis];
}

/* The unit of a conserved density's variation, squared. */
INLINE real variation_unit2(const real u[SYSTEM_COMPONENTS], int c)
{
    return c == 0 ? u[0] * u[0] : c <= 3 ? u[0] * u[4] : c == 4 ? u[4] * u[4] : u[0] * u[0];
}

/* A small change of the state in other variables, linearised about a gas, and back: (rho, v, p, s), or the amplitudes
 * of the waves along an axis, acoustic ones first and last, contact and shear waves between. */
INLINE void local_of_conserved(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real d[SYSTEM_COMPONENTS], real w[SYSTEM_COMPONENTS])
{
    EACH_FROM (c, 1, 4)
        w[c] = (d[c] - gas.v[c - 1] * d[0]) * gas.per_density;
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        w[c] = (d[c] - u[c] * gas.per_density * d[0]) * gas.per_density;
    w[0] = d[0];
    w[4] =
        TAUB_EOS_GAMMA_LESS_1 * ((d[4] + gas.half_v2 * d[0]) - (gas.v[0] * d[1] + gas.v[1] * d[2] + gas.v[2] * d[3]));
#if TAUB_VARIABLES == 2
    const real sound = gas_sound_speed(gas), per = R(1.0) / (sound * sound);
    const real sum = R(0.5) * w[4] * per, push = R(0.5) * u[0] * w[1 + axis] * (sound * per);
    w[4] = sum + push;
    w[1 + axis] = d[0] - R(2.0) * sum;
    w[0] = sum - push;
#endif
}

INLINE void conserved_of_local(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real w[SYSTEM_COMPONENTS], real d[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = w[c];
#if TAUB_VARIABLES == 2
    const real sound = gas_sound_speed(gas);
    q[0] = (w[0] + w[4]) + w[1 + axis];
    q[1 + axis] = (w[4] - w[0]) * (sound * gas.per_density);
    q[4] = (w[0] + w[4]) * (sound * sound);
#endif
    d[0] = q[0];
    EACH_FROM (c, 1, 4)
        d[c] = gas.v[c - 1] * q[0] + u[0] * q[c];
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        d[c] = u[c] * gas.per_density * q[0] + u[0] * q[c];
    d[4] = gas.half_v2 * q[0] + (u[1] * q[1] + u[2] * q[2] + u[3] * q[3]) + q[4] * TAUB_EOS_PER_GAMMA_LESS_1;
}

/* What counts as no variation of such a variable, in its unit, squared. */
INLINE real local_unit2(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, int c)
{
    const real sound2 = R(TAUB_EOS_GAMMA) * gas.pressure * gas.per_density;
#if TAUB_VARIABLES == 2
    return c == 0 || c == 4 || c == 1 + axis ? u[0] * u[0] : c <= 3 ? sound2 : R(1.0);
#else
    return c == 0 ? u[0] * u[0] : c <= 3 ? sound2 : c == 4 ? gas.pressure * gas.pressure : R(1.0);
#endif
}

/* The derivative of the flux along g: df = f'(u) g. */
INLINE void flux_jacobian_product(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                  const real g[SYSTEM_COMPONENTS], int axis, real df[SYSTEM_COMPONENTS])
{
    const real vn = gas.v[axis];
    const real dvn = (g[1 + axis] - vn * g[0]) * gas.per_density;
    const real dp =
        TAUB_EOS_GAMMA_LESS_1 * ((g[4] + gas.half_v2 * g[0]) - (gas.v[0] * g[1] + gas.v[1] * g[2] + gas.v[2] * g[3]));
    df[0] = g[1 + axis];
    EACH_FROM (c, 1, SYSTEM_COMPONENTS) {
        const real carried = g[c] * vn + u[c] * dvn;
        df[c] = c == 1 + axis ? carried + dp : c == 4 ? carried + (dp * vn + gas.pressure * dvn) : carried;
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
    real dv[3];
    EACH (a, 3)
        dv[a] = (g[1 + a] - gas.v[a] * g[0]) * gas.per_density;
    const real vn = gas.v[axis], dvn = weight * dv[axis];
    const real d2vn = R(-2.0) * dvn * g[0] * gas.per_density;
    const real dp =
        TAUB_EOS_GAMMA_LESS_1 * ((g[4] + gas.half_v2 * g[0]) - (gas.v[0] * g[1] + gas.v[1] * g[2] + gas.v[2] * g[3]));
    const real d2p = -(TAUB_EOS_GAMMA_LESS_1 * weight) * u[0] * (dv[0] * dv[0] + dv[1] * dv[1] + dv[2] * dv[2]);
    EACH_FROM (c, 1, SYSTEM_COMPONENTS) {
        const real carried = R(2.0) * g[c] * dvn + u[c] * d2vn;
        f[c] += c == 1 + axis ? carried + d2p
                : c == 4      ? carried + (d2p * vn + R(2.0) * dp * dvn + gas.pressure * d2vn)
                              : carried;
    }
}

#endif
