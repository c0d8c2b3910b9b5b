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

/* Beyond which side of a face across an axis there is a wall; `place`: of the cell above it, in the mesh. */
enum { WALL_NOWHERE, WALL_BELOW, WALL_ABOVE };
INLINE int wall_of_face(const struct taub_io io, int axis, int place)
{
#if TAUB_WALLS
    return (TAUB_WALLS >> (2 * axis) & 1) && place == 0                         ? WALL_BELOW
           : (TAUB_WALLS >> (2 * axis + 1) & 1) && place == io.shape.mesh[axis] ? WALL_ABOVE
                                                                                : WALL_NOWHERE;
#else
    (void)io;
    (void)axis;
    (void)place;
    return WALL_NOWHERE;
#endif
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
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        const real of_above = image_of_value(axis, c, is_flux, above[c]);
        above[c] = wall == WALL_ABOVE ? image_of_value(axis, c, is_flux, below[c]) : above[c];
        below[c] = wall == WALL_BELOW ? of_above : below[c];
    }
#else
    (void)wall;
    (void)axis;
    (void)is_flux;
    (void)below;
    (void)above;
#endif
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

#if TAUB_HELD_ENDS
/* By what a change of pressure multiplies components 0 and 4 of a primitive state `q`: the pressure of a gas, to no
 * less than a tenth, whose density follows as in the two cells before the end, p^k with k between 0 and 1; energy and
 * charge of a relativistic fluid, at constant entropy. */
INLINE void pressure_factors(const struct eos eos, real change, const real last[SYSTEM_COMPONENTS],
                             const real before[SYSTEM_COMPONENTS], const real q[SYSTEM_COMPONENTS], real factor[2])
{
#if defined(GAMMA) /* a gas: density and pressure */
    const real ratio = real_max(R(1.0) + change / q[4], R(0.1));
    const real dense = real_log(last[0] / before[0]), pressed = real_log(last[4] / before[4]);
    const int alike = dense * pressed > R(0.0), steeper = dense * dense >= pressed * pressed;
    (void)eos;
    factor[0] = !alike ? R(1.0) : steeper ? ratio : real_exp(real_log(ratio) * (dense / pressed));
    factor[1] = ratio;
#else /* de = dp/c_s^2, dn/n = de/(e + p) */
    real pressure, speed_squared;
    eos_pressure_and_speed(eos, q[0], q[4], &pressure, &speed_squared);
    const real energy = real_max(change / speed_squared, R(-0.9) * q[0]);
    factor[0] = R(1.0) + energy / q[0];
    factor[1] = R(1.0) + energy / (q[0] + pressure);
    (void)last;
    (void)before;
#endif
}

/* The force across an axis that the user's source is in a cell whose primitive state is `q`. */
INLINE real force_in_cell(const struct taub_io io, int b, const int cell[3], int axis,
                          const real inside[SYSTEM_COMPONENTS])
{
    struct setting here;
    real q[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS];
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        q[c] = inside[c];
        rate[c] = R(0.0);
    }
    locate(io, b, cell[2], cell[1], cell[0], &here);
    UNROLL
    for (int a = 0; a < 3; a++)
        q[1 + a] *= here.mirror[a];
    source(here.x, R(io.control->time + io.range.time[0] * io.control->dt), q, rate);
    return rate[1 + axis] * here.mirror[axis];
}
#endif

#endif
