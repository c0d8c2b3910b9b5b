/* Ideal magnetohydrodynamics with an ideal gas: conserved u = (rho, rho v, E, B, rho s), E = p/(gamma - 1) + rho v^2/2
 * + B^2/2; primitive q = (rho, v, p, B, s). Units in which the magnetic pressure is B^2/2.
 *
 * In fields a component of B is the average over the lower face of the cell across its axis (geometry/faces.h);
 * pointwise functions see states of one place, whose B is that of the place. */
#ifndef TAUB_SYSTEMS_MHD_H
#define TAUB_SYSTEMS_MHD_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/mhd_layout.h"
#include "systems/quantities.h"
#include "systems/recovery_status.h"

#define SYSTEM_SUMS 2

INLINE real kinetic_energy(const real q[SYSTEM_COMPONENTS])
{
    return R(0.5) * q[0] * (square(q[1]) + square(q[2]) + square(q[3]));
}

INLINE void conserved_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS], real u[SYSTEM_COMPONENTS])
{
    u[0] = q[0];
    u[1] = q[0] * q[1];
    u[2] = q[0] * q[2];
    u[3] = q[0] * q[3];
    u[4] = (q[4] * TAUB_EOS_PER_GAMMA_LESS_1 + kinetic_energy(q)) + energy_of_field(q);
    u[5] = q[5];
    u[6] = q[6];
    u[7] = q[7];
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        u[c] = q[0] * q[c];
}

INLINE void velocity_of(const real q[SYSTEM_COMPONENTS], real v[3])
{
    EACH (a, 3)
        v[a] = q[1 + a];
}

/* The same density, velocity and pressure in another field along one axis. */
INLINE void change_field(const struct eos eos, int axis, real field, real u[SYSTEM_COMPONENTS])
{
    const real before = component_along(axis, u + SYSTEM_FIELD);
    u[4] += R(0.5) * ((field - before) * (field + before));
    set_along(axis, field, u + SYSTEM_FIELD);
}

/* What a state is to fluxes and to all that follows from them. */
struct gas {
    real per_density;
    real v[3];
    real pressure, total_pressure;
    real half_v2, v_dot_b;
};

INLINE real thermal_pressure(const real u[SYSTEM_COMPONENTS], real kinetic, real magnetic)
{
    return TAUB_EOS_GAMMA_LESS_1 * ((u[4] - kinetic) - magnetic);
}

#define GAS_OF(eos, u) gas_of(u) /* ideal */
INLINE struct gas gas_of(const real u[SYSTEM_COMPONENTS])
{
    struct gas gas;
    gas.per_density = R(1.0) / u[0];
    gas.v[0] = u[1] * gas.per_density;
    gas.v[1] = u[2] * gas.per_density;
    gas.v[2] = u[3] * gas.per_density;
    gas.half_v2 = R(0.5) * dot3(gas.v, gas.v);
    gas.v_dot_b = dot3(gas.v, u + SYSTEM_FIELD);
    const real half_b2 = energy_of_field(u);
    gas.pressure = thermal_pressure(u, u[0] * gas.half_v2, half_b2);
    gas.total_pressure = gas.pressure + half_b2;
    return gas;
}

INLINE void gas_primitive(const struct gas gas, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    q[0] = u[0];
    q[1] = gas.v[0];
    q[2] = gas.v[1];
    q[3] = gas.v[2];
    q[4] = gas.pressure;
    EACH_FROM (c, 5, SYSTEM_COMPONENTS)
        q[c] = c < GAS_COMPONENTS ? u[c] : u[c] * gas.per_density;
}

/* The fast magnetosonic speed along an axis from squares: of the speed of sound, and of the Alfven speed along the axis
 * and across it. The root of a sum of squares cannot be that of a negative number. */
INLINE real fast_speed(real sound2, real along2, real across2)
{
    const real difference = (sound2 - along2) + across2;
    const real root = real_sqrt(difference * difference + R(4.0) * (along2 * across2));
    return real_sqrt(R(0.5) * (((sound2 + along2) + across2) + root));
}
INLINE real fast_speed_of(const real q[SYSTEM_COMPONENTS], int axis)
{
    const real per = R(1.0) / q[0], normal2 = square(q[SYSTEM_FIELD + axis]);
    const real across2 = square(q[SYSTEM_FIELD + (axis + 1) % 3]) + square(q[SYSTEM_FIELD + (axis + 2) % 3]);
    return fast_speed(GAMMA * q[4] * per, normal2 * per, across2 * per);
}

/* The square of a size in the units of component c of the conserved state, from the largest sizes of all components: a
 * change by little of it is no jump. */
INLINE real comparable_square(const real largest[SYSTEM_COMPONENTS], int c)
{
    const int momentum = c >= 1 && c <= 3, field = c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3;
    return momentum ? largest[0] * largest[4] : field ? largest[4] : square(largest[c]);
}

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    EACH (axis, 3)
        speeds[axis] = real_fabs(q[1 + axis]) + fast_speed_of(q, axis);
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

/* ---- recovery ---- */

/* Density and what is not kinetic energy are positive; of the field a cell by itself has three faces only. */
INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return (u[0] > R(0.0)) & (R(2.0) * (u[0] * u[4]) > square(u[1]) + square(u[2]) + square(u[3]));
}

INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                             real q[SYSTEM_COMPONENTS])
{
    struct gas gas = gas_of(u);
    /* from v the kinetic energy has twice the rounding, which a cold gas would find in its pressure */
    gas.pressure = thermal_pressure(u, R(0.5) * dot3(u + 1, gas.v), energy_of_field(u));
    gas_primitive(gas, u, q);
    return ((q[0] > R(0.0)) & (q[4] > R(0.0)) & (q[0] < REAL_MAX) & (q[4] < REAL_MAX)) ? RECOVERY_GOOD
                                                                                       : RECOVERY_FAILED;
}

/* ---- what can be asked for ---- */

INLINE void system_sums(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real x[3], real volume,
                        int in_middle, real sums[SYSTEM_SUMS])
{
    sums[0] = kinetic_energy(q);
    sums[1] = energy_of_field(q);
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
    out[3] = real_sqrt(square(q[1]) + square(q[2]) + square(q[3]));
    out[4] = real_sqrt(field_squared(q));
    out[EXTREMUM_DIVERGENCE] = R(0.0);
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity, real out[3])
{
    real u[SYSTEM_COMPONENTS];
    const real speed_squared = square(q[1]) + square(q[2]) + square(q[3]);
    conserved_of_primitive(eos, q, u);
    EACH (a, 3)
        out[a] = quantity == QUANTITY_VELOCITY         ? q[1 + a]
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
    else if (quantity == QUANTITY_MACH_NUMBER)
        out[0] = real_sqrt(speed_squared) / real_sqrt(GAMMA * q[4] / q[0]);
    else if (quantity == QUANTITY_SOUND_SPEED_SQUARED)
        out[0] = GAMMA * q[4] / q[0];
    else if (quantity == QUANTITY_CONSERVED_ENERGY)
        out[0] = u[4];
    else if (quantity == QUANTITY_MAGNETIC_PRESSURE)
        out[0] = energy_of_field(q);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        out[0] = quantity == QUANTITY_SCALAR + c - GAS_COMPONENTS ? q[c] : out[0];
}

#endif
