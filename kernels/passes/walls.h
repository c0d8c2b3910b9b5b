/* Ends of the mesh beyond which nothing moves, under a user's force: a mirror image of the state would have no gradient
 * of pressure at a wall, and a copy has none at an outflow, where rest needs one that holds the force.
 *
 * - Ghost zones, which the stencils of cells inside read, go on in pressure by the force before the end, and in
 *   density along with it. Without a force they are what they were.
 * - The face of a wall is solved between what the cell inside shows there and the mirror image of that, so that neither
 *   mass nor energy goes through it; electric fields along a wall are 0.
 *
 * TAUB_WALLS has bit 2 * axis + side for each such wall; TAUB_HELD_ENDS says whether there are such ends at all. */
#ifndef TAUB_PASSES_WALLS_H
#define TAUB_PASSES_WALLS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/source.h"
#include "case/system.h"
#include "passes/locate.h"

/* Of schemes that take it: which side of the face is a wall. */
#if TAUB_WALLS
#define WALL_ARGUMENT , int wall
#define WALL_AT(axis) , wall_of_face(io, axis, place)
#else
#define WALL_ARGUMENT
#define WALL_AT(axis)
#endif

/* Beyond which side of a face across an axis there is a wall; `place`: of the cell above it, in the mesh. */
enum { WALL_NOWHERE, WALL_BELOW, WALL_ABOVE };
INLINE int wall_of_face(const struct taub_io io, int axis, int place)
{
#if TAUB_WALLS
    return (TAUB_WALLS >> (2 * axis) & 1) && place == 0                         ? WALL_BELOW
           : (TAUB_WALLS >> (2 * axis + 1) & 1) && place == io.shape.mesh[axis] ? WALL_ABOVE
                                                                                : WALL_NOWHERE;
#else
    return WALL_NOWHERE;
#endif
}

/* The same for the lower face of a cell. */
INLINE int wall_at(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    return wall_of_face(io, axis, place_in_mesh(io, b, axis, axis == 0 ? i : axis == 1 ? j : k));
}

/* Components of the mirror image of a state across an axis, and of a flux along the axis. */
INLINE real image_of_value(int axis, int c, int is_flux, real value)
{
    return primitive_flips(axis, c) != is_flux ? -value : value;
}

/* What the cell behind a wall shows to a face across the axis is the image of what the other one shows. */
INLINE void mirror_at_wall(int wall, int axis, int is_flux, real below[SYSTEM_COMPONENTS],
                           real above[SYSTEM_COMPONENTS])
{
#if TAUB_WALLS
    EACH (c, SYSTEM_COMPONENTS) {
        const real of_above = image_of_value(axis, c, is_flux, above[c]);
        above[c] = wall == WALL_ABOVE ? image_of_value(axis, c, is_flux, below[c]) : above[c];
        below[c] = wall == WALL_BELOW ? of_above : below[c];
    }
#endif
}

/* The same for the cells below and above the lower face of a cell. */
INLINE void mirror_cells_at_wall(const struct taub_io io, int b, int k, int j, int i, int axis,
                                 real below[SYSTEM_COMPONENTS], real above[SYSTEM_COMPONENTS])
{
    mirror_at_wall(wall_at(io, b, k, j, i, axis), axis, 0, below, above);
}

#if defined(TAUB_HOST)
/* The same for rows of `length` faces, whose values, states and then fluxes, stand `stride` apart. */
INLINE void mirror_row_at_wall(int wall, int axis, int values, int length, long stride, real *below, real *above)
{
    real *const to = wall == WALL_BELOW ? below : above;
    const real *const from = wall == WALL_BELOW ? above : below;
    for (int n = 0; n < values && wall != WALL_NOWHERE; n++)
        for (int l = 0; l < length; l++)
            to[n * stride + l] =
                image_of_value(axis, n % SYSTEM_COMPONENTS, n >= SYSTEM_COMPONENTS, from[n * stride + l]);
}
#endif

/* Whether a force holds the pressure in the last two cells, so that it does beyond them: 1 while their difference is
 * that of rest within a fifth, down to 0 at twice as much or half, as in a flow that is driven. */
INLINE real share_in_balance(real difference, real at_rest)
{
    const real all = real_max(real_fabs(difference) + real_fabs(at_rest), REAL_TINY);
    return real_max(R(0.0), real_min(R(1.5) - R(5.0) * (real_fabs(difference - at_rest) / all), R(1.0)));
}

INLINE real pressure_of_state(const struct eos eos, const real q[SYSTEM_COMPONENTS])
{
#if defined(GAMMA) /* a gas: density and pressure */
    return q[4];
#else /* energy and charge density */
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    return pressure;
#endif
}

#if TAUB_HELD_ENDS
/* Before an end quantities go with the pressure as a power of it: the power between two cells, whose pressures differ
 * by the logarithm `pressed`; 0 where they say nothing. */
INLINE real power_of_pressure(real last, real before, real pressed, real least, real most)
{
    const int known = last * before > R(0.0) && pressed * pressed > R(0.0);
    const real power = known ? real_log(known ? last / before : R(1.0)) / (known ? pressed : R(1.0)) : R(0.0);
    return real_max(least, real_min(power, most));
}

/* The logarithm of the factor by which the pressure changes over a way where the force is `share` of it per way to
 * begin with and goes with its power k: dp/ds = f (p/p_0)^k, log(1 + (1 - k) share)/(1 - k); by a factor of four at
 * most.
 */
INLINE real growth_of_pressure(real share, real k)
{
    const real most = R(1.386), part = (R(1.0) - k) * share;
    const int small = part * part < R(1e-6);
    const real series = share * (R(1.0) - part * (R(0.5) - part * (R(1.0 / 3.0) - R(0.25) * part)));
    const real whole = real_log(real_max(R(1.0) + part, REAL_TINY)) / (small ? R(1.0) : R(1.0) - k);
    return real_max(-most, real_min(small ? series : whole, most));
}

/* By what components 0 and 4 of a primitive state are multiplied where its pressure grows by exp(growth); densities
 * follow as in the two cells before the end, by a power between 0 and 2 (1: isothermal, 1/gamma: isentropic, above 1:
 * warmer towards the end). */
INLINE void pressure_factors(const struct eos eos, real growth, real pressed, const real last[SYSTEM_COMPONENTS],
                             const real before[SYSTEM_COMPONENTS], const real q[SYSTEM_COMPONENTS], real factor[2])
{
    factor[0] = real_exp(growth * power_of_pressure(last[0], before[0], pressed, R(0.0), R(2.0)));
#if defined(GAMMA)
    factor[1] = real_exp(growth);
#else
    const real pressure = pressure_of_state(eos, q) * real_exp(growth);
    factor[1] = real_exp(growth * power_of_pressure(last[4], before[4], pressed, R(0.0), R(2.0)));
    const real charge = q[4] * factor[1];
    real energy = q[0] * factor[0];
    EACH_ROLLED (n, 0, 4) { /* where both powers do not give this pressure, by the energy at this charge */
        const real nudge = R(1.0 / 1024.0) * energy, now = eos_pressure(eos, energy, charge);
        const real slope = (eos_pressure(eos, energy + nudge, charge) - now) / nudge;
        const real step = slope > R(0.0) ? (pressure - now) / slope : R(0.0);
        energy += real_max(R(-0.5) * energy, real_min(step, energy));
    }
    factor[0] = energy / q[0];
#endif
}

/* The force across an axis that the user's source is in a cell whose primitive state is `q`. */
INLINE real force_in_cell(const struct taub_io io, int b, const int cell[3], int axis,
                          const real inside[SYSTEM_COMPONENTS])
{
    real x[3], mirror[3], q[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        q[c] = inside[c];
        rate[c] = R(0.0);
    }
    place_of_source(io, b, cell[2], cell[1], cell[0], x, mirror);
    EACH (a, 3)
        q[1 + a] *= mirror[a];
    source(x, R(io.control->time + io.range.time[0] * io.control->dt), q, rate);
    return rate[1 + axis] * mirror[axis];
}
#endif

#endif
