/* Gas dynamics with an ideal gas: conserved u = (rho, rho v, E, rho s), E = p/(gamma - 1) + rho v^2/2; primitive q =
 * (rho, v, p, s). The scalars s are carried along: d(rho s)/dt + div(rho s v) = 0. */
#ifndef TAUB_SYSTEMS_EULER_H
#define TAUB_SYSTEMS_EULER_H

#include "dialect.h"
#include "case/eos.h"
#include "systems/quantities.h"
#include "systems/recovery_status.h"

#ifndef TAUB_SCALARS
#define TAUB_SCALARS 0
#endif
#define GAS_COMPONENTS 5 /* scalars come behind */
#define SYSTEM_COMPONENTS (GAS_COMPONENTS + TAUB_SCALARS)
#define SYSTEM_CARRIED TAUB_SCALARS /* the last components that the others do not feel */
#define SYSTEM_SUMS 0
#define SYSTEM_EXTREMA 4
#define SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY 0
#define SYSTEM_RECOVERY_CLOSED 1
#define LANE_COUNT 1 /* closed recovery carries nothing between steps */

#define GAMMA R(TAUB_EOS_GAMMA)

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
    u[4] = q[4] * TAUB_EOS_PER_GAMMA_LESS_1 + kinetic_energy(q);
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        u[c] = q[0] * q[c];
}

/* What a state is to fluxes and to everything that follows from them, whichever scheme asks: made from conserved
 * densities, or from a primitive state with its densities. */
struct gas {
    real per_density;
    real v[3];
    real pressure;
    real half_v2;
};

#define GAS_OF(eos, u) gas_of(u) /* ideal */
INLINE struct gas gas_of(const real u[SYSTEM_COMPONENTS])
{
    struct gas gas;
    gas.per_density = R(1.0) / u[0];
    gas.v[0] = u[1] * gas.per_density;
    gas.v[1] = u[2] * gas.per_density;
    gas.v[2] = u[3] * gas.per_density;
    gas.half_v2 = R(0.5) * (gas.v[0] * gas.v[0] + gas.v[1] * gas.v[1] + gas.v[2] * gas.v[2]);
    gas.pressure = TAUB_EOS_GAMMA_LESS_1 * (u[4] - u[0] * gas.half_v2);
    return gas;
}

INLINE struct gas gas_of_primitive(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
    struct gas gas;
    gas.per_density = R(1.0) / q[0];
    gas.v[0] = q[1];
    gas.v[1] = q[2];
    gas.v[2] = q[3];
    gas.half_v2 = R(0.5) * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    gas.pressure = q[4];
    return gas;
}

INLINE void gas_primitive(const struct gas gas, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    q[0] = u[0];
    q[1] = gas.v[0];
    q[2] = gas.v[1];
    q[3] = gas.v[2];
    q[4] = gas.pressure;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        q[c] = u[c] * gas.per_density;
}

/* Data of a predictor need not be those of a gas: sound does not move where the pressure is negative. */
INLINE real gas_sound_speed(const struct gas gas)
{
    return real_sqrt(GAMMA * real_max(gas.pressure, R(0.0)) * gas.per_density);
}

/* The flux along `axis`, a constant after inlining. */
INLINE void gas_flux(const struct gas gas, const real u[SYSTEM_COMPONENTS], int axis, real f[SYSTEM_COMPONENTS])
{
    const real v = gas.v[axis];
    EACH (c, SYSTEM_COMPONENTS)
        f[c] = u[c] * v;
    f[0] = u[1 + axis];
    f[1 + axis] += gas.pressure;
    f[4] += gas.pressure * v;
}

/* Conserved state, flux along `axis` and signal speeds of one primitive state. */
INLINE void system_flux(const struct eos eos, const real q[SYSTEM_COMPONENTS], int axis, real u[SYSTEM_COMPONENTS],
                        real f[SYSTEM_COMPONENTS], real *slowest, real *fastest)
{
    const struct gas gas = gas_of_primitive(eos, q);
    const real sound = gas_sound_speed(gas);
    conserved_of_primitive(eos, q, u);
    gas_flux(gas, u, axis, f);
    *slowest = gas.v[axis] - sound;
    *fastest = gas.v[axis] + sound;
}

/* The square of a size in the units of component c of the conserved state, from the largest sizes of all components: a
 * change by little of it is no jump. */
INLINE real comparable_square(const real largest[SYSTEM_COMPONENTS], int c)
{
    return c >= 1 && c <= 3 ? largest[0] * largest[4] : square(largest[c]);
}

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const real sound = gas_sound_speed(gas_of_primitive(eos, q));
    EACH (axis, 3)
        speeds[axis] = real_fabs(q[1 + axis]) + sound;
}

INLINE int primitive_is_positive(int component)
{
    return component == 0 || component == 4;
}

/* Component that changes sign in a mirror across `axis`; the same for both states. */
INLINE int primitive_flips(int axis, int component)
{
    return component == 1 + axis;
}

/* Whether a state can go on: density and pressure are positive and finite. */
INLINE int state_is_fine(const real q[SYSTEM_COMPONENTS])
{
    return (q[0] > R(0.0)) & (q[4] > R(0.0)) & (q[0] < REAL_MAX) & (q[4] < REAL_MAX);
}

/* Whether a face of a cell may have this state, given the cell's. */
INLINE int face_admissible(const real cell[SYSTEM_COMPONENTS], const real face[SYSTEM_COMPONENTS])
{
    return state_is_fine(face);
}

/* Limited linear data stay between neighbours; a flat face takes the cell's state. */
INLINE void limit_face(const real cell[SYSTEM_COMPONENTS], int flat, real face[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        face[c] = flat ? cell[c] : face[c];
}

INLINE real reconstruction_variable(const real q[SYSTEM_COMPONENTS])
{
    return q[0];
}
INLINE real energy_slope(real inner, real last)
{
    return inner;
}

#define SYSTEM_FLATTEN_CELLS 1

/* For reconstruct/flatten.h: internal energy; and of a velocity along an axis a multiple of the kinetic energy, of its
 * sign, that exceeds it where density v^2 > 6 p: from Mach 2.07 on with gamma = 1.4. */
INLINE real internal_energy(const real q[SYSTEM_COMPONENTS])
{
    return q[4] * TAUB_EOS_PER_GAMMA_LESS_1;
}
INLINE real directed_energy(real density, real v)
{
    return density * (v * real_fabs(v)) * TAUB_EOS_PER_SIX_GAMMA_LESS_1;
}

/* ---- recovery ---- */

/* Density and pressure are positive, the latter as E rho > m^2/2 by more than `noise` E rho: of a single state, and
 * beyond what rounding makes of a sum of fluxes. */
INLINE int conserved_beyond(const real u[SYSTEM_COMPONENTS], real noise)
{
    const real whole = u[4] * u[0], kinetic = R(0.5) * (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]);
    return (u[0] > R(0.0)) & (u[4] < REAL_MAX) & (whole - kinetic > noise * whole);
}
INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return conserved_beyond(u, R(0.0));
}
INLINE int state_is_gas(const real u[SYSTEM_COMPONENTS])
{
    return conserved_beyond(u, R(8.0) * REAL_EPSILON);
}

INLINE int make_admissible(const real u[SYSTEM_COMPONENTS])
{
    return ((u[0] > R(0.0)) & (u[0] < REAL_MAX) & (u[4] > R(0.0)) & (u[4] < REAL_MAX)) ? RECOVERY_GOOD
                                                                                       : RECOVERY_FAILED;
}

INLINE void recover_closed(const struct eos eos, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    gas_primitive(gas_of(u), u, q);
}

INLINE int recovery_repair(const struct eos eos, int status, real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    return status == RECOVERY_GOOD && !state_is_fine(q) ? RECOVERY_FAILED : status;
}

INLINE int recovery_sound(int status, const real q[SYSTEM_COMPONENTS])
{
    return (status == RECOVERY_GOOD) & state_is_fine(q);
}

INLINE int recover_unrepaired(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                              real q[SYSTEM_COMPONENTS])
{
    recover_closed(eos, u, q);
    return make_admissible(u);
}

/* first, last: components of an earlier state, which other systems' iterations start from. */
INLINE int recover_primitive(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                             real q[SYSTEM_COMPONENTS])
{
    const int status = recover_unrepaired(eos, u, first, last, q);
    return recovery_repair(eos, status, u, q);
}

/* ---- what can be asked for ---- */

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
}

INLINE void system_quantity(const struct eos eos, const real q[SYSTEM_COMPONENTS], int quantity, real out[3])
{
    real u[SYSTEM_COMPONENTS];
    const real speed_squared = square(q[1]) + square(q[2]) + square(q[3]);
    conserved_of_primitive(eos, q, u);
    EACH (a, 3)
        out[a] = quantity == QUANTITY_VELOCITY ? q[1 + a] : u[1 + a];
    if (quantity == QUANTITY_DENSITY)
        out[0] = q[0];
    else if (quantity == QUANTITY_PRESSURE)
        out[0] = q[4];
    else if (quantity == QUANTITY_TEMPERATURE)
        out[0] = q[4] / q[0];
    else if (quantity == QUANTITY_ENTROPY)
        out[0] = real_log(q[4]) - GAMMA * real_log(q[0]);
    else if (quantity == QUANTITY_MACH_NUMBER)
        out[0] = real_sqrt(speed_squared) / gas_sound_speed(gas_of_primitive(eos, q));
    else if (quantity == QUANTITY_SOUND_SPEED_SQUARED)
        out[0] = GAMMA * q[4] / q[0];
    else if (quantity == QUANTITY_CONSERVED_ENERGY)
        out[0] = u[4];
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS)
        out[0] = quantity == QUANTITY_SCALAR + c - GAS_COMPONENTS ? q[c] : out[0];
}

#endif
