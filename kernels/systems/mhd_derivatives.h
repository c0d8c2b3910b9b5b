/* Derivatives of the fluxes of ideal magnetohydrodynamics for schemes that evolve a cell's own data: products with the
 * Jacobian and with the second derivative, both exact and without forming a matrix.
 *
 * u = (rho, m, E, B [, rho s...]), v = m/rho, p = (gamma - 1)(E - m v/2 - B^2/2), P = p + B^2/2, flux along n
 *   (m_n, m v_n + P n - B B_n, (E + P) v_n - B_n (v B), B v_n - v B_n, rho s v_n).
 * A variation g of u gives dv = (g_m - v g_rho)/rho, dP = (gamma - 1)(g_E - v g_m + v^2 g_rho/2 - B dB) + B dB,
 *   d2v = -2 dv g_rho/rho, d2P = -(gamma - 1)(rho dv^2 + dB^2) + dB^2. */
#ifndef TAUB_SYSTEMS_MHD_DERIVATIVES_H
#define TAUB_SYSTEMS_MHD_DERIVATIVES_H

#include "dialect.h"
#include "systems/mhd.h"

#define MHD_GAMMA_LESS_1 TAUB_EOS_GAMMA_LESS_1

#define GAS_ENERGY 4 /* where the energy stands, with the density at 0 */

/* What scalars go with. */
INLINE real mass_flux(const real u[SYSTEM_COMPONENTS], int axis)
{
    return component_along(axis, u + 1);
}

INLINE void gas_flux(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real f[SYSTEM_COMPONENTS])
{
    const real v = gas.v[axis], normal = u[SYSTEM_FIELD + axis];
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = u[c] * v;
    f[0] = u[1 + axis];
    EACH (a, 3) {
        f[1 + a] -= u[SYSTEM_FIELD + a] * normal;
        f[SYSTEM_FIELD + a] = a == axis ? R(0.0) : f[SYSTEM_FIELD + a] - gas.v[a] * normal;
    }
    f[1 + axis] += gas.total_pressure;
    f[4] += gas.total_pressure * v - normal * gas.v_dot_b;
}

INLINE real gas_fast_speed(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    const real across2 = square(u[SYSTEM_FIELD + (axis + 1) % 3]) + square(u[SYSTEM_FIELD + (axis + 2) % 3]);
    return fast_speed(R(TAUB_EOS_GAMMA) * real_max(gas.pressure, R(0.0)) * gas.per_density,
                      square(u[SYSTEM_FIELD + axis]) * gas.per_density, across2 * gas.per_density);
}

/* Signal speeds of a face: Miyoshi and Kusano 2005, eq. 67. */
INLINE void face_speeds(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                        const struct gas right, int axis, real *slowest, real *fastest)
{
    const real fast = real_max(gas_fast_speed(left, ul, axis), gas_fast_speed(right, ur, axis));
    *slowest = real_min(left.v[axis], right.v[axis]) - fast;
    *fastest = real_max(left.v[axis], right.v[axis]) + fast;
}

/* The largest |signal speed| along an axis. */
INLINE real largest_speed(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    return real_fabs(gas.v[axis]) + gas_fast_speed(gas, u, axis);
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
    *inner = (u[4] - energy_of_field(u)) * u[0] - R(0.5) * (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    *weight = u[0];
}

/* Density and pressure are positive, the latter beyond rounding. */
INLINE int state_is_gas(const real u[SYSTEM_COMPONENTS])
{
    real inner, weight;
    internal_energy_part(u, &inner, &weight);
    return (u[0] > R(0.0)) & (u[4] < REAL_MAX) & (inner > R(8.0) * REAL_EPSILON * (u[4] * u[0]));
}

/* ---- what faces and edges ask for ---- */

/* The gas of a state whose field across an axis is replaced, with its pressure and velocity kept. */
INLINE struct gas gas_with_normal_field(real u[SYSTEM_COMPONENTS], int axis, real normal)
{
    const real before = u[SYSTEM_FIELD + axis];
    u[4] += R(0.5) * ((normal - before) * (normal + before));
    u[SYSTEM_FIELD + axis] = normal;
    return gas_of(u);
}

/* A speed with which Rusanov's flux keeps density and pressure positive: beyond the fast ones by the jump of the field
 * (K. Wu, SIAM J. Numer. Anal. 56 (2018) 2124). */
INLINE real safe_speed(const real ul[SYSTEM_COMPONENTS], const struct gas left, const real ur[SYSTEM_COMPONENTS],
                       const struct gas right, int axis)
{
    const real jump = square(ur[5] - ul[5]) + square(ur[6] - ul[6]) + square(ur[7] - ul[7]);
    return real_max(largest_speed(left, ul, axis), largest_speed(right, ur, axis)) +
           real_sqrt(jump) / (real_sqrt(ul[0]) + real_sqrt(ur[0]));
}

/* v_q B_p - v_p B_q, the electric field -v x B along the axis before p, q the next one; of the state's components it
 * asks for the density, momenta and fields along p and q alone. */
#define ELECTRIC_NEEDS_WHOLE_STATE 0
INLINE real electric_of(const real u[SYSTEM_COMPONENTS], const struct gas gas, int p, int q)
{
    return (component_along(q, u + 1) * component_along(p, u + SYSTEM_FIELD) -
            component_along(p, u + 1) * component_along(q, u + SYSTEM_FIELD)) *
           gas.per_density;
}
/* The same with another field. */
INLINE real electric_of_field(const real u[SYSTEM_COMPONENTS], int p, int q, real bp, real bq)
{
    return (u[1 + q] * bp - u[1 + p] * bq) / u[0];
}
/* Its second derivative along g. */
INLINE real electric_second_derivative(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                       const real g[SYSTEM_COMPONENTS], int p, int q)
{
    const real per = gas.per_density;
    const real dvp = (component_along(p, g + 1) - component_along(p, u + 1) * per * g[0]) * per,
               dvq = (component_along(q, g + 1) - component_along(q, u + 1) * per * g[0]) * per;
    const real share = g[0] * per;
    return R(2.0) * (dvq * (component_along(p, g + SYSTEM_FIELD) - component_along(p, u + SYSTEM_FIELD) * share) -
                     dvp * (component_along(q, g + SYSTEM_FIELD) - component_along(q, u + SYSTEM_FIELD) * share));
}

/* The state of a gas without a field that is given one, at its density, pressure and velocity. */
INLINE void add_field(const real field[3], real u[SYSTEM_COMPONENTS])
{
    EACH (a, 3)
        u[SYSTEM_FIELD + a] = field[a];
    u[4] += energy_of_field(u);
}

/* What the energy must gain so that the pressure is what it would be with another field. */
INLINE real energy_for_field(const real u[SYSTEM_COMPONENTS], const real other[3])
{
    real difference = R(0.0);
    EACH (a, 3)
        difference += (u[SYSTEM_FIELD + a] - other[a]) * (u[SYSTEM_FIELD + a] + other[a]);
    return R(0.5) * difference;
}

/* The unit of a conserved density's variation, squared. */
INLINE real variation_unit2(const real u[SYSTEM_COMPONENTS], int c)
{
    return c == 0 ? u[0] * u[0] : c <= 3 ? u[0] * u[4] : c == 4 ? u[4] * u[4] : c < GAS_COMPONENTS ? u[4] : u[0] * u[0];
}

/* Cosine and sine of half the angle of a vector with y >= 0 (0 for none). */
INLINE void half_angle(real x, real y, real length, real *cosine, real *sine)
{
    const real per = length > R(0.0) ? R(1.0) / length : R(0.0);
    const real doubled = length > R(0.0) ? real_fabs(x) * per : R(1.0);
    const real larger = real_sqrt(R(0.5) + R(0.5) * doubled), smaller = R(0.5) * (y * per) / larger;
    *cosine = x >= R(0.0) ? larger : smaller;
    *sine = x >= R(0.0) ? smaller : larger;
}

#if TAUB_VARIABLES == 2
/* The waves along an axis. In units of velocity, with P = dp/(rho a), t the direction of the field across the axis, S
 * the sign of the field along it and
 *   T = S t dv, M = t dB/rho^(1/2), the same across t: T', M',
 * the fast and slow waves are a rotation of (P, M) and one of (dv_n, T): their eigenvectors (P. L. Roe and D. S.
 * Balsara, SIAM J. Appl. Math. 56 (1996) 57) have alpha_f^2 + alpha_s^2 = 1 and (c_f alpha_f/a)^2 + (c_s alpha_s/a)^2
 * = 1. The angles are halves of those of (a^2 - b^2, 2 a b_t) and (a^2 + b_t^2 - b_n^2, 2 b_n b_t), both of length
 * c_f^2 - c_s^2, so that no state is a special one. Each pair of waves is the sum and the difference of an even and an
 * odd part. */
struct magnetic_waves {
    real sound, root_density;
    real t[2]; /* along the next axis and the one after it */
    real sign; /* of the field along the axis */
    real alpha_fast, alpha_slow;
    real odd_fast, odd_slow; /* c_f alpha_f/a, c_s alpha_s/a */
};

INLINE struct magnetic_waves magnetic_waves(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis)
{
    struct magnetic_waves waves;
    const real bn = u[SYSTEM_FIELD + axis];
    const real bp = u[SYSTEM_FIELD + (axis + 1) % 3], bq = u[SYSTEM_FIELD + (axis + 2) % 3];
    const real sound2 = R(TAUB_EOS_GAMMA) * real_max(gas.pressure, REAL_TINY) * gas.per_density;
    const real across = bp * bp + bq * bq, across2 = across * gas.per_density, along2 = bn * bn * gas.per_density;
    const int none = !(across2 > square(REAL_EPSILON) * (sound2 + along2)); /* any direction will do */
    const real per = none ? R(0.0) : R(1.0) / real_sqrt(across);
    const real a = real_sqrt(sound2), x = (sound2 - along2) - across2, y = (sound2 - along2) + across2;
    const real length = real_sqrt(x * x + R(4.0) * (sound2 * across2));
    waves.sound = a;
    waves.root_density = real_sqrt(u[0]);
    waves.t[0] = none ? R(1.0) : bp * per;
    waves.t[1] = bq * per;
    waves.sign = bn < R(0.0) ? R(-1.0) : R(1.0);
    half_angle(x, R(2.0) * real_sqrt(sound2 * across2), length, &waves.alpha_fast, &waves.alpha_slow);
    half_angle(y, R(2.0) * real_sqrt(along2 * across2), length, &waves.odd_fast, &waves.odd_slow);
    return waves;
}

/* Where the amplitudes stand: fast waves first and at the energy, the contact at the velocity along the axis; slow
 * waves and those of Alfven, going down and up, at the velocities and fields along the next axis and the one after it.
 */
INLINE void waves_of_local(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real w[SYSTEM_COMPONENTS])
{
    const struct magnetic_waves waves = magnetic_waves(gas, u, axis);
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const real per_root = R(1.0) / waves.root_density, per_sound = R(1.0) / waves.sound;
    const real vn = w[1 + axis], vp = w[1 + p], vq = w[1 + q];
    const real mp = w[SYSTEM_FIELD + p] * per_root, mq = w[SYSTEM_FIELD + q] * per_root;
    const real t0 = waves.t[0], t1 = waves.t[1];
    const real pressure = w[4] * gas.per_density * per_sound;
    const real field = t0 * mp + t1 * mq, shear = waves.sign * (t0 * vp + t1 * vq);
    const real field_across = t0 * mq - t1 * mp, shear_across = waves.sign * (t0 * vq - t1 * vp);
    const real even_fast = waves.alpha_fast * pressure + waves.alpha_slow * field;
    const real even_slow = waves.alpha_slow * pressure - waves.alpha_fast * field;
    const real odd_fast = waves.odd_fast * vn - waves.odd_slow * shear;
    const real odd_slow = waves.odd_slow * vn + waves.odd_fast * shear;
    w[1 + axis] = w[0] - w[4] * (per_sound * per_sound);
    w[0] = R(0.5) * (even_fast - odd_fast);
    w[4] = R(0.5) * (even_fast + odd_fast);
    w[1 + p] = R(0.5) * (even_slow - odd_slow);
    w[SYSTEM_FIELD + p] = R(0.5) * (even_slow + odd_slow);
    w[1 + q] = R(0.5) * (field_across + shear_across);
    w[SYSTEM_FIELD + q] = R(0.5) * (field_across - shear_across);
}

INLINE void local_of_waves(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real w[SYSTEM_COMPONENTS])
{
    const struct magnetic_waves waves = magnetic_waves(gas, u, axis);
    const int p = (axis + 1) % 3, q = (axis + 2) % 3;
    const real even_fast = w[0] + w[4], odd_fast = w[4] - w[0];
    const real even_slow = w[1 + p] + w[SYSTEM_FIELD + p], odd_slow = w[SYSTEM_FIELD + p] - w[1 + p];
    const real field_across = w[1 + q] + w[SYSTEM_FIELD + q];
    const real shear_across = waves.sign * (w[1 + q] - w[SYSTEM_FIELD + q]);
    const real pressure = waves.alpha_fast * even_fast + waves.alpha_slow * even_slow;
    const real field = waves.alpha_slow * even_fast - waves.alpha_fast * even_slow;
    const real shear = waves.sign * (waves.odd_fast * odd_slow - waves.odd_slow * odd_fast);
    const real t0 = waves.t[0], t1 = waves.t[1];
    const real dp = pressure * (u[0] * waves.sound);
    w[0] = w[1 + axis] + dp / (waves.sound * waves.sound);
    w[4] = dp;
    w[1 + axis] = waves.odd_fast * odd_fast + waves.odd_slow * odd_slow;
    w[1 + p] = t0 * shear - t1 * shear_across;
    w[1 + q] = t1 * shear + t0 * shear_across;
    w[SYSTEM_FIELD + p] = waves.root_density * (t0 * field - t1 * field_across);
    w[SYSTEM_FIELD + q] = waves.root_density * (t1 * field + t0 * field_across);
}
#endif

/* A small change of the state as one of (rho, v, p, B, s), or as the amplitudes of waves along an axis, linearised
 * about a gas, and back. */
INLINE void local_of_conserved(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real d[SYSTEM_COMPONENTS], real w[SYSTEM_COMPONENTS])
{
    w[0] = d[0];
    EACH_FROM (c, 1, 4)
        w[c] = (d[c] - gas.v[c - 1] * d[0]) * gas.per_density;
    w[4] = MHD_GAMMA_LESS_1 *
           (((d[4] + gas.half_v2 * d[0]) - dot3(gas.v, d + 1)) - dot3(u + SYSTEM_FIELD, d + SYSTEM_FIELD));
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        w[c] = c < GAS_COMPONENTS ? d[c] : (d[c] - u[c] * gas.per_density * d[0]) * gas.per_density;
#if TAUB_VARIABLES == 2
    waves_of_local(gas, u, axis, w);
#endif
}

INLINE void conserved_of_local(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis,
                               const real given[SYSTEM_COMPONENTS], real d[SYSTEM_COMPONENTS])
{
    real w[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        w[c] = given[c];
#if TAUB_VARIABLES == 2
    local_of_waves(gas, u, axis, w);
#endif
    d[0] = w[0];
    EACH_FROM (c, 1, 4)
        d[c] = gas.v[c - 1] * w[0] + u[0] * w[c];
    d[4] = ((gas.half_v2 * w[0] + dot3(u + 1, w + 1)) + dot3(u + SYSTEM_FIELD, w + SYSTEM_FIELD)) +
           w[4] * TAUB_EOS_PER_GAMMA_LESS_1;
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        d[c] = c < GAS_COMPONENTS ? w[c] : u[c] * gas.per_density * w[0] + u[0] * w[c];
}

/* What counts as no variation of such a variable, in its unit, squared. */
INLINE real local_unit2(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, int c)
{
#if TAUB_VARIABLES == 2
    const real fast2 = (R(TAUB_EOS_GAMMA) * gas.pressure + field_squared(u)) * gas.per_density;
    if (c < GAS_COMPONENTS)
        return c == 1 + axis ? u[0] * u[0] : c == SYSTEM_FIELD + axis ? u[4] : fast2;
#endif
    return c == 0               ? u[0] * u[0]
           : c <= 3             ? R(TAUB_EOS_GAMMA) * gas.pressure * gas.per_density
           : c == 4             ? gas.pressure * gas.pressure
           : c < GAS_COMPONENTS ? u[4]
                                : R(1.0);
}

/* Changes of velocity and total pressure along g. */
INLINE void gas_change(const struct gas gas, const real u[SYSTEM_COMPONENTS], const real g[SYSTEM_COMPONENTS],
                       real dv[3], real *dpt)
{
    EACH (a, 3)
        dv[a] = (g[1 + a] - gas.v[a] * g[0]) * gas.per_density;
    const real b_db = dot3(u + SYSTEM_FIELD, g + SYSTEM_FIELD);
    *dpt = MHD_GAMMA_LESS_1 * (((g[4] + gas.half_v2 * g[0]) - dot3(gas.v, g + 1)) - b_db) + b_db;
}

/* Subtracts the derivative of the flux along g: out -= f'(u) g. */
INLINE void subtract_flux_jacobian_product(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                           const real g[SYSTEM_COMPONENTS], int axis, real out[SYSTEM_COMPONENTS])
{
    real dv[3], dpt;
    gas_change(gas, u, g, dv, &dpt);
    const real vn = component_along(axis, gas.v), dvn = component_along(axis, dv),
               bn = component_along(axis, u + SYSTEM_FIELD), dbn = component_along(axis, g + SYSTEM_FIELD);
    const real d_vb = dot3(dv, u + SYSTEM_FIELD) + dot3(gas.v, g + SYSTEM_FIELD);
    out[0] -= component_along(axis, g + 1);
    EACH (a, 3) {
        const int m = 1 + a, b = SYSTEM_FIELD + a;
        const real carried = (g[m] * vn + u[m] * dvn) - (g[b] * bn + u[b] * dbn);
        out[m] -= a == axis ? carried + dpt : carried;
        out[b] -= a == axis ? R(0.0) : (g[b] * vn + u[b] * dvn) - (dv[a] * bn + gas.v[a] * dbn);
    }
    out[4] -= ((g[4] + dpt) * vn + (u[4] + gas.total_pressure) * dvn) - (dbn * gas.v_dot_b + bn * d_vb);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        out[c] -= g[c] * vn + u[c] * dvn;
}

/* Adds weight f''(u)(g, g). */
INLINE void add_flux_second_derivative(const struct gas gas, const real u[SYSTEM_COMPONENTS],
                                       const real g[SYSTEM_COMPONENTS], int axis, real weight,
                                       real f[SYSTEM_COMPONENTS])
{
    real dv[3], d2v[3], dpt;
    gas_change(gas, u, g, dv, &dpt);
    const real fall = R(-2.0) * g[0] * gas.per_density, db2 = dot3(g + SYSTEM_FIELD, g + SYSTEM_FIELD);
    EACH (a, 3)
        d2v[a] = fall * dv[a];
    const real d2pt = db2 - MHD_GAMMA_LESS_1 * (u[0] * dot3(dv, dv) + db2);
    const real vn = component_along(axis, gas.v), dvn = component_along(axis, dv), d2vn = component_along(axis, d2v);
    const real bn = component_along(axis, u + SYSTEM_FIELD), dbn = component_along(axis, g + SYSTEM_FIELD);
    const real d_vb = dot3(dv, u + SYSTEM_FIELD) + dot3(gas.v, g + SYSTEM_FIELD);
    const real d2_vb = dot3(d2v, u + SYSTEM_FIELD) + R(2.0) * dot3(dv, g + SYSTEM_FIELD);
    EACH (a, 3) {
        const int m = 1 + a, b = SYSTEM_FIELD + a;
        const real carried = (R(2.0) * g[m] * dvn + u[m] * d2vn) - R(2.0) * (g[b] * dbn);
        f[m] += weight * (a == axis ? carried + d2pt : carried);
        f[b] += a == axis ? R(0.0)
                          : weight * ((R(2.0) * g[b] * dvn + u[b] * d2vn) - (d2v[a] * bn + R(2.0) * (dv[a] * dbn)));
    }
    f[4] += weight * (((R(2.0) * (g[4] + dpt) * dvn + (u[4] + gas.total_pressure) * d2vn) + d2pt * vn) -
                      (R(2.0) * dbn * d_vb + bn * d2_vb));
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        f[c] += weight * (R(2.0) * g[c] * dvn + u[c] * d2vn);
}

#endif
