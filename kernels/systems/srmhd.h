/* Relativistic ideal magnetohydrodynamics with an ideal gas: conserved u = (D, S, tau, B, D s), primitive q = (rho, the
 * spatial components of the four-velocity W v, p, B, s). c = 1, units in which the magnetic pressure is b^2/2:
 *   D = rho W, S = (rho h W^2 + B^2) v - (v B) B, tau = rho h W^2 - p + B^2 (1 + v^2)/2 - (v B)^2/2 - D,
 *   h = 1 + gamma/(gamma - 1) p/rho, b^2 = B^2/W^2 + (v B)^2 (e.g. A. Mignone, G. Bodo, MNRAS 368 (2006) 1040).
 *
 * In fields a component of B is the average over the lower face of the cell across its axis (geometry/faces.h);
 * pointwise functions see states of one place, whose B is that of the place. */
#ifndef TAUB_SYSTEMS_SRMHD_H
#define TAUB_SYSTEMS_SRMHD_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/mhd_layout.h"
#include "systems/quantities.h"
#include "systems/recovery_status.h"
#include "systems/relativistic.h"
#include "systems/srmhd_state.h"

#define SYSTEM_SUMS 1
#define SYSTEM_RECOVERS_ANYTHING 1 /* to a gas: whether densities are those of one has to be asked of them */

/* Of a primitive state: W, v B, b^2, and rho h. */
struct moving_field {
    real lorentz_factor, v_dot_b, field2, enthalpy;
};
INLINE struct moving_field moving_field_of(const real q[SYSTEM_COMPONENTS])
{
    struct moving_field moving;
    moving.lorentz_factor = lorentz_factor_of(q);
    const real per = R(1.0) / moving.lorentz_factor;
    moving.v_dot_b = dot3(q + 1, q + SYSTEM_FIELD) * per;
    moving.field2 = dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD) * (per * per) + square(moving.v_dot_b);
    moving.enthalpy = q[0] + SRMHD_K * q[4];
    return moving;
}

INLINE void velocity_of(const real q[SYSTEM_COMPONENTS], real v[3])
{
    const real per = R(1.0) / lorentz_factor_of(q);
    EACH (a, 3)
        v[a] = q[1 + a] * per;
}

/* tau is a sum without cancellation: D (W - 1) + k p W^2 - p, W - 1 = (W v)^2/(W + 1), and B^2 (1 + v_perp^2)/2. */
INLINE void densities_of(const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    const real w = lorentz_factor_of(q), per = R(1.0) / w, motion2 = dot3(q + 1, q + 1);
    const real v[3] = {q[1] * per, q[2] * per, q[3] * per};
    const real b2 = dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD), vb = dot3(v, q + SYSTEM_FIELD);
    const real total = (q[0] + SRMHD_K * q[4]) * (w * w) + b2;
    real cross2 = R(0.0); /* (v x B)^2 */
    EACH (a, 3) {
        const int m = (a + 1) % 3, n = (a + 2) % 3;
        cross2 += square(v[m] * q[SYSTEM_FIELD + n] - v[n] * q[SYSTEM_FIELD + m]);
        u[1 + a] = total * v[a] - vb * q[SYSTEM_FIELD + a];
        u[SYSTEM_FIELD + a] = q[SYSTEM_FIELD + a];
    }
    u[0] = q[0] * w;
    u[4] = (u[0] * (motion2 / (w + R(1.0))) + q[4] * (SRMHD_K * (w * w) - R(1.0))) + R(0.5) * (b2 + cross2);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        u[c] = u[0] * q[c];
}
INLINE void conserved_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    densities_of(q, u);
}

/* The square of a size in the units of component c of the conserved state, from the largest sizes of all components: a
 * change by little of it is no jump. Slow flows have
 * momentum^2 of the size of density times energy, fast ones of energy^2. */
INLINE real comparable_square(const real largest[SYSTEM_COMPONENTS], int c)
{
    const int momentum = c >= 1 && c <= 3, field = c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3;
    return momentum ? largest[4] * (largest[0] + largest[4]) : field ? largest[4] : square(largest[c]);
}

/* Density positive, and more energy than a gas without pressure would have. */
INLINE real energy_beyond_cold(const real u[SYSTEM_COMPONENTS])
{
    return u[4] - cold_gas_of(u, directions_of(u)).energy;
}
INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return (u[0] > R(0.0)) & (energy_beyond_cold(u) > R(0.0));
}

INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                             real q[SYSTEM_COMPONENTS])
{
    const struct directions to = directions_of(u);
    const struct trial at = recovered_trial(u, to);
    const real over_w = at.root * at.per_flow, w = R(1.0) / over_w;
    q[0] = u[0] * over_w;
    EACH (a, 3) {
        q[1 + a] = w * (to.perp[a] * at.per_total + (to.par * at.per_flow) * to.along[a]);
        q[SYSTEM_FIELD + a] = u[SYSTEM_FIELD + a];
    }
    q[4] = at.pressure;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        q[c] = u[c] / u[0];
    return ((q[0] > R(0.0)) & (q[4] > R(0.0)) & (q[0] < REAL_MAX) & (q[4] < REAL_MAX)) ? RECOVERY_GOOD
                                                                                       : RECOVERY_FAILED;
}

/* The same density, velocity and pressure in another field along one axis, in differences: the same field changes
 * nothing. A state without a pressure keeps what it has. */
INLINE void change_field(const struct eos eos, int axis, real field, real u[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS], before[SYSTEM_COMPONENTS], after[SYSTEM_COMPONENTS];
    if (field != component_along(axis, u + SYSTEM_FIELD) && recover_primitive(eos, u, u[0], u[4], q) == RECOVERY_GOOD) {
        conserved_of_primitive(eos, q, before);
        set_along(axis, field, q + SYSTEM_FIELD);
        conserved_of_primitive(eos, q, after);
        EACH_FROM (c, 1, 5)
            u[c] += after[c] - before[c];
    }
    set_along(axis, field, u + SYSTEM_FIELD);
}

/* The square of the fast magnetosonic speed in the rest frame along any direction, at most: c_s^2 + v_A^2 (1 - c_s^2),
 * the exact one across the field (C. F. Gammie, J. C. McKinney, G. Toth, Astrophys. J. 589 (2003) 444, eq. 27). */
INLINE real fast_speed2(real enthalpy, real pressure, real field2)
{
    const real sound2 = GAMMA * pressure / enthalpy, alfven2 = field2 / (enthalpy + field2);
    return sound2 + alfven2 * (R(1.0) - sound2);
}

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const struct moving_field moving = moving_field_of(q);
    const real fast2 = fast_speed2(moving.enthalpy, real_max(q[4], R(0.0)), moving.field2);
    largest_signal_speeds(q, moving.lorentz_factor, fast2, speeds);
}

INLINE int primitive_is_positive(int component)
{
    return component == 0 || component == 4;
}

/* Component that changes sign in a mirror across `axis`; the same for both states. The mirror is a perfectly conducting
 * wall: the field across it vanishes there. */
INLINE int primitive_flips(int axis, int component)
{
    return component == 1 + axis || component == SYSTEM_FIELD + axis;
}

/* ---- what can be asked for ---- */

/* Energy of the field: (B^2 + E^2)/2, E = -v x B. */
INLINE void system_sums(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real x[3], real volume,
                        int in_middle, real sums[SYSTEM_SUMS])
{
    const struct moving_field moving = moving_field_of(q);
    sums[0] = dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD) - R(0.5) * moving.field2;
}

INLINE int extremum_is_minimum(int n)
{
    return n == 1 || n == 2;
}
INLINE void system_extrema(const struct eos eos, const real q[SYSTEM_COMPONENTS], real out[SYSTEM_EXTREMA])
{
    out[0] = q[0];
    out[1] = q[0];
    out[2] = q[4];
    out[3] = lorentz_factor_of(q);
    out[4] = real_sqrt(dot3(q + SYSTEM_FIELD, q + SYSTEM_FIELD));
    out[EXTREMUM_DIVERGENCE] = R(0.0);
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity, real out[3])
{
    const struct moving_field moving = moving_field_of(q);
    real u[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, q, u);
    EACH (a, 3)
        out[a] = quantity == QUANTITY_VELOCITY         ? q[1 + a] / moving.lorentz_factor
                 : quantity == QUANTITY_FOUR_VELOCITY  ? q[1 + a]
                 : quantity == QUANTITY_MAGNETIC_FIELD ? q[SYSTEM_FIELD + a]
                                                       : u[1 + a];
    if (quantity == QUANTITY_DENSITY)
        out[0] = q[0];
    else if (quantity == QUANTITY_PRESSURE)
        out[0] = q[4];
    else if (quantity == QUANTITY_TEMPERATURE)
        out[0] = q[4] / q[0];
    else if (quantity == QUANTITY_ENTROPY)
        out[0] = real_log(q[4]) - GAMMA * real_log(q[0]);
    else if (quantity == QUANTITY_LORENTZ_FACTOR)
        out[0] = moving.lorentz_factor;
    else if (quantity == QUANTITY_SOUND_SPEED_SQUARED)
        out[0] = GAMMA * q[4] / moving.enthalpy;
    else if (quantity == QUANTITY_CONSERVED_ENERGY)
        out[0] = u[4];
    else if (quantity == QUANTITY_MAGNETIC_PRESSURE)
        out[0] = R(0.5) * moving.field2;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        out[0] = quantity == QUANTITY_SCALAR + c - GAS_COMPONENTS ? q[c] : out[0];
}

#endif
