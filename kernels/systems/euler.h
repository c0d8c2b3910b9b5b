/* Gas dynamics with an ideal gas: conserved u = (rho, rho v, E, rho s), E = p/(gamma - 1) + rho v^2/2; primitive q =
 * (rho, v, p, s). The scalars s are carried along: d(rho s)/dt + div(rho s v) = 0. */
#ifndef TAUB_SYSTEMS_EULER_H
#define TAUB_SYSTEMS_EULER_H

#include "systems/quantities.h"
#include "systems/recovery_status.h"

#ifndef TAUB_SCALARS
#define TAUB_SCALARS 0
#endif
#define GAS_COMPONENTS 5 /* scalars come behind */
#define SYSTEM_COMPONENTS (GAS_COMPONENTS + TAUB_SCALARS)
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
    (void)eos;
    u[0] = q[0];
    u[1] = q[0] * q[1];
    u[2] = q[0] * q[2];
    u[3] = q[0] * q[3];
    u[4] = q[4] * TAUB_EOS_PER_GAMMA_LESS_1 + kinetic_energy(q);
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        u[c] = q[0] * q[c];
}

INLINE void primitive_of_conserved(const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    const real per_mass = R(1.0) / u[0];
    q[0] = u[0];
    q[1] = u[1] * per_mass;
    q[2] = u[2] * per_mass;
    q[3] = u[3] * per_mass;
    q[4] = TAUB_EOS_GAMMA_LESS_1 *
           (u[4] - R(0.5) * (u[1] * (u[1] * per_mass) + u[2] * (u[2] * per_mass) + u[3] * (u[3] * per_mass)));
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        q[c] = u[c] * per_mass;
}

INLINE real sound_speed_of(const real q[SYSTEM_COMPONENTS])
{
    return real_sqrt(GAMMA * q[4] / q[0]);
}

/* Conserved state, flux along `axis` (a constant after inlining) and signal speeds of one state. */
INLINE void system_flux(const struct eos eos, const real q[SYSTEM_COMPONENTS], int axis, real u[SYSTEM_COMPONENTS],
                        real f[SYSTEM_COMPONENTS], real *slowest, real *fastest)
{
    const real normal = q[1 + axis], sound = sound_speed_of(q);
    conserved_of_primitive(eos, q, u);
    f[0] = u[0] * normal;
    f[1] = u[1] * normal + (axis == 0 ? q[4] : R(0.0));
    f[2] = u[2] * normal + (axis == 1 ? q[4] : R(0.0));
    f[3] = u[3] * normal + (axis == 2 ? q[4] : R(0.0));
    f[4] = (u[4] + q[4]) * normal;
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        f[c] = u[c] * normal;
    *slowest = normal - sound;
    *fastest = normal + sound;
}

/* Largest |signal speed| along each axis. */
INLINE void system_speeds(const struct eos eos, const real q[SYSTEM_COMPONENTS], real speeds[3])
{
    const real sound = sound_speed_of(q);
    (void)eos;
    UNROLL
    for (int axis = 0; axis < 3; axis++)
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

/* Whether a face of a cell may have this state, given the cell's. */
INLINE int face_admissible(const real cell[SYSTEM_COMPONENTS], const real face[SYSTEM_COMPONENTS])
{
    (void)cell;
    return (face[0] > R(0.0)) & (face[4] > R(0.0));
}

/* Limited linear data stay between neighbours; a flat face takes the cell's state. */
INLINE void limit_face(const real cell[SYSTEM_COMPONENTS], int flat, real face[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        face[c] = flat ? cell[c] : face[c];
}

INLINE real reconstruction_variable(const real q[SYSTEM_COMPONENTS])
{
    return q[0];
}
INLINE real energy_slope(real inner, real last)
{
    (void)last;
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

/* Density and pressure positive, without a division. */
INLINE int conserved_admissible(const real u[SYSTEM_COMPONENTS])
{
    return (u[0] > R(0.0)) & (R(2.0) * (u[0] * u[4]) > square(u[1]) + square(u[2]) + square(u[3]));
}

INLINE int state_is_fine(const real q[SYSTEM_COMPONENTS])
{
    return (q[0] > R(0.0)) & (q[4] > R(0.0)) & (q[0] < REAL_MAX) & (q[4] < REAL_MAX);
}

INLINE int make_admissible(const real u[SYSTEM_COMPONENTS])
{
    return (u[0] > R(0.0)) & (u[0] < REAL_MAX) & (u[4] > R(0.0)) & (u[4] < REAL_MAX) ? RECOVERY_GOOD : RECOVERY_FAILED;
}

INLINE void recover_closed(const struct eos eos, const real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    (void)eos;
    primitive_of_conserved(u, q);
}

INLINE int recovery_repair(const struct eos eos, int status, real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    (void)eos;
    (void)u;
    return status == RECOVERY_GOOD && !state_is_fine(q) ? RECOVERY_FAILED : status;
}

INLINE int recovery_sound(int status, const real q[SYSTEM_COMPONENTS])
{
    return (status == RECOVERY_GOOD) & state_is_fine(q);
}

INLINE int recover_unrepaired(const struct eos eos, real u[SYSTEM_COMPONENTS], real first, real last,
                              real q[SYSTEM_COMPONENTS])
{
    (void)first;
    (void)last;
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
    (void)eos;
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
    UNROLL
    for (int a = 0; a < 3; a++)
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
        out[0] = real_sqrt(speed_squared) / sound_speed_of(q);
    else if (quantity == QUANTITY_SOUND_SPEED_SQUARED)
        out[0] = GAMMA * q[4] / q[0];
    else if (quantity == QUANTITY_CONSERVED_ENERGY)
        out[0] = u[4];
    UNROLL
    for (int c = GAS_COMPONENTS; c < SYSTEM_COMPONENTS; c++)
        out[0] = quantity == QUANTITY_SCALAR + c - GAS_COMPONENTS ? q[c] : out[0];
}

#endif
