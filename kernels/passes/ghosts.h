/* Fills the ghost zones of one axis (option[0]) from neighbours and boundary conditions. Field 0: a primitive state.
 *
 * The range runs over 2 x ghosts positions along the axis: first the lower zones from the inner side outwards, then the
 * upper ones. For the x axis the first index of the range runs over the positions of a row and then over rows, and the
 * second over planes, so that neighbouring threads are busy with neighbours in memory. Filling x, y, z in turn with
 * ranges that include the ghost zones already filled also fills corners.
 *
 * option[3]: zones of other ranks have come already, and stay.
 * time[0]: the fraction of the step that has passed, for boundaries that depend on the time. */
#ifndef TAUB_PASSES_GHOSTS_H
#define TAUB_PASSES_GHOSTS_H

#include "dialect.h"
#include "case/boundary.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"

/* Goes on with the smaller of the last two differences, none where they disagree; a positive quantity goes on
 * geometrically, so that it stays positive, and a scheme's mark in its sign stays too. `depth` counts ghost zones from
 * the edge, 0 first. */
INLINE real extrapolated(real q0, real q1, real q2, int positive, int depth)
{
    const real a0 = positive ? real_fabs(q0) : q0, a1 = positive ? real_fabs(q1) : q1;
    const real a2 = positive ? real_fabs(q2) : q2;
    const real last = a0 - a1, before = a1 - a2;
    const real smaller = real_fabs(last) < real_fabs(before) ? last : before;
    const real slope = last * before > R(0.0) ? smaller : R(0.0);
    real value = q0;
    for (int n = 0; n <= depth; n++)
        value = positive ? value * (a0 / (a0 - slope)) : value + slope;
    return value;
}

#if TAUB_INFLOW || TAUB_USER_BOUNDARY || TAUB_HELD_ENDS
/* What a ghost zone depends on besides place and time: the boundary, the face (2 * axis + side), the cell as far inside
 * as the zone is outside and the last one inside; `bare`: these have no magnetic energy yet (mhd_ends.h). */
struct end_zone {
    int link, face, bare;
    long mirror, nearest;
    /* where a field on a lower face across another axis is asked for: that axis, steps to the cell on its other side
     * (0: the face is none), and whether that one is bare */
    int across, bare_below;
    long below;
};

/* The first zone beyond an end, whose last cell is at `nearest`. */
INLINE struct end_zone end_zone_before(int link, int face, long nearest)
{
    const struct end_zone zone = {link, face, 0, nearest, nearest, 0, 0, 0};
    return zone;
}

#if TAUB_USER_BOUNDARY || TAUB_HELD_ENDS
/* The primitive state of a cell of the interior, without a look at ghost zones beyond the face of the block, which are
 * written meanwhile; `nearest`: it is the last one before that face. */
INLINE void load_primitive_inside(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at,
                                  int face, int nearest, int bare, real q[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS];
    load_state(field, at, cs, u);
    field_of_cell(io.shape, field, at, u);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (nearest && a == face / 2)
            u[SYSTEM_FIELD + a] =
                mean_between_at_end(field + at + (SYSTEM_FIELD + a) * cs, axis_stride(io.shape, a), face % 2);
#if TAUB_INFLOW || TAUB_USER_BOUNDARY
    if (bare)
        put_field_in(u);
#endif
    recover_primitive(eos, u, u[0], u[4], q);
#else
    load_primitive_at(io, eos, field, at, io.control->time + io.range.time[0] * io.control->dt, q);
    (void)face;
    (void)nearest;
#endif
    (void)bare;
}

/* The same of a cell, or of one of its lower faces: between both cells, with the field that the face has. */
INLINE void load_inner_primitive(const struct taub_io io, const struct eos eos, GLOBAL const stored *field,
                                 const struct end_zone zone, long at, real q[SYSTEM_COMPONENTS])
{
    const int nearest = at == zone.nearest;
    load_primitive_inside(io, eos, field, at, zone.face, nearest, zone.bare, q);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    if (zone.below) {
        real other[SYSTEM_COMPONENTS];
        load_primitive_inside(io, eos, field, at - zone.below, zone.face, nearest, zone.bare_below, other);
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
            const real of_face = c == SYSTEM_FIELD + zone.across ? field[at + c * io.shape.component_stride] : R(0.0);
            q[c] = c == SYSTEM_FIELD + zone.across ? of_face : R(0.5) * (q[c] + other[c]);
        }
    }
#endif
}
#endif
#endif

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* A state that the case gives: of the face, or of the user's code at time `t`. */
INLINE void prescribed_state(const struct taub_io io, GLOBAL const stored *field, const struct end_zone zone,
                             const real x[3], double t, real state[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
#if TAUB_INFLOW
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        state[c] = inflow_states[zone.face * SYSTEM_COMPONENTS + c];
#endif
#if TAUB_USER_BOUNDARY
    if (zone.link == LINK_CODE) {
        real inside[SYSTEM_COMPONENTS];
        load_inner_primitive(io, eos, field, zone, zone.mirror, inside);
        load_inner_primitive(io, eos, field, zone, zone.nearest, state);
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++) { /* a scheme may keep a mark in the sign */
            inside[c] = primitive_is_positive(c) ? real_fabs(inside[c]) : inside[c];
            state[c] = primitive_is_positive(c) ? real_fabs(state[c]) : state[c];
        }
        boundary(x, R(t), inside, state);
    }
#endif
    (void)eos;
    (void)field;
    (void)zone;
    (void)x;
    (void)t;
}

/* The same as the field stores it, at the time of the launch. */
INLINE void prescribed_ghost(const struct taub_io io, const struct end_zone zone, const real x[3],
                             real beyond[SYSTEM_COMPONENTS])
{
    real state[SYSTEM_COMPONENTS];
    prescribed_state(io, io.f[0], zone, x, io.control->time + io.range.time[0] * io.control->dt, state);
#if TAUB_CONSERVED_ONLY
    const struct eos eos = eos_of_tables(io.tables);
    conserved_of_primitive(eos, state, beyond);
    scale_density(R(volume_element(io.control->time + io.range.time[0] * io.control->dt)), beyond);
#else
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        beyond[c] = state[c];
#endif
}
#endif

/* Components of a conserved state go on each by itself: where that leaves more momentum than the energy can have, the
 * edge's state is copied, as by an outflow. */
INLINE void extrapolate_ghost(GLOBAL const stored *field, long edge, long inwards, long component_stride, int depth,
                              real beyond[SYSTEM_COMPONENTS])
{
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        GLOBAL const stored *q = field + edge + c * component_stride;
        beyond[c] = extrapolated(q[0], q[inwards], q[2 * inwards], primitive_is_positive(c), depth);
    }
#if TAUB_CONSERVED_ONLY
    const int fine = conserved_admissible(beyond);
#elif defined(SYSTEM_PARTICLES)
    const int fine = particles_are_fine(beyond);
#else
    const int fine = 1;
#endif
    if (!fine)
        load_state(field, edge, component_stride, beyond);
}

/* Whether a component changes sign in a mirror; behind a magnetic wall those vectors do that else do not. */
INLINE int mirror_flips(int link, int axis, int c)
{
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 2
    if (link == LINK_MAGNETIC)
        return (c < 6 || c >= SYSTEM_POLARIZATION) && !primitive_flips(axis, c);
#endif
    (void)link;
    return primitive_flips(axis, c);
}

/* Steps in memory to a cell whose mean field is known: stored cells at the ends of the other axes lack faces for it,
 * and take that of the cells before them. */
INLINE long beside_the_last(const struct taub_shape shape, int axis, int k, int j, int i)
{
    long step = 0;
#if defined(SYSTEM_FACES)
    const int place[3] = {i, j, k};
    UNROLL
    for (int a = 0; a < 3; a++)
        if (a != axis && AXIS_ACTIVE(a)) {
            const int least = -shape.ghosts[a] + (TAUB_ORDER > 2 ? 1 : 0);
            const int largest = shape.cells[a] + shape.ghosts[a] - (TAUB_ORDER > 2 ? 3 : 2);
            step += ((place[a] < least     ? least
                      : place[a] > largest ? largest
                                           : place[a]) -
                     place[a]) *
                    axis_stride(shape, a);
        }
#endif
    (void)shape;
    (void)axis;
    (void)k;
    (void)j;
    (void)i;
    return step;
}

#if TAUB_INFLOW || TAUB_USER_BOUNDARY || TAUB_HELD_ENDS
INLINE struct end_zone end_zone_of(const struct taub_io io, int link, int b, int axis, int side, const int place[3])
{
    const int n = io.shape.cells[axis], depth = side ? place[axis] - n : -1 - place[axis], edge = side ? n - 1 : 0;
    const int inside[3] = {axis == 0 ? edge : place[0], axis == 1 ? edge : place[1], axis == 2 ? edge : place[2]};
    struct end_zone zone = end_zone_before(link, 2 * axis + side, 0);
    zone.nearest = cell_index(io.shape, SYSTEM_COMPONENTS, b, inside[2], inside[1], inside[0]) +
                   beside_the_last(io.shape, axis, inside[2], inside[1], inside[0]);
    zone.mirror = zone.nearest + (side ? -depth : depth) * axis_stride(io.shape, axis);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1 && (TAUB_INFLOW || TAUB_USER_BOUNDARY)
    zone.bare = zone_is_bare(io, b, inside);
#endif
    return zone;
}
#endif

#if TAUB_HELD_ENDS
/* The distance between the middles of the cell `inwards` cells before the last one and of the ghost zone `depth` behind
 * the first one. */
INLINE real way_beyond(const struct taub_io io, int b, int axis, int side, int inwards, int depth)
{
#if TAUB_STRETCHED
    const int last = place_in_mesh(io, b, axis, side ? io.shape.cells[axis] - 1 : 0), out = side ? 1 : -1;
    real sum = R(0.0);
    for (int n = -inwards; n <= depth + 1; n++)
        sum += (n == -inwards || n == depth + 1 ? R(0.5) : R(1.0)) /
               spacing_of(io, SPACING_PER_WIDTH, axis, last + out * n);
    return sum;
#else
    (void)b;
    (void)side;
    return (real)(inwards + depth + 1) * R(io.shape.spacing[axis]);
#endif
}

/* Goes on from the last cells by the force there (walls.h). `state`: a copy of the cell inside, or its mirror image. */
INLINE void hold_pressure(const struct taub_io io, int link, int b, int axis, int side, const int place[3],
                          real state[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct end_zone zone = end_zone_of(io, link, b, axis, side, place);
    const int n = io.shape.cells[axis], depth = side ? place[axis] - n : -1 - place[axis];
    int cell[3] = {place[0], place[1], place[2]};
    real force[2], inside[2][SYSTEM_COMPONENTS];
    real q[SYSTEM_COMPONENTS], before[SYSTEM_COMPONENTS], after[SYSTEM_COMPONENTS];
    UNROLL
    for (int m = 0; m < 2; m++) {
        cell[axis] = side ? n - 1 - m : m;
        load_inner_primitive(io, eos, io.f[0], zone, zone.nearest + (side ? -m : m) * axis_stride(io.shape, axis),
                             inside[m]);
        force[m] = force_in_cell(io, b, cell, axis, inside[m]);
    }
    load_inner_primitive(io, eos, io.f[0], zone, link == LINK_REFLECTING ? zone.mirror : zone.nearest, q);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++) {
        q[c] = link == LINK_REFLECTING && primitive_flips(axis, c) ? -q[c] : q[c];
#if defined(SYSTEM_FACES)
        /* what a field adds does not depend on the pressure */
        q[c] = c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3 ? R(0.0) : q[c];
#endif
    }
    const double time = io.control->time + io.range.time[0] * io.control->dt;
    const real length = way_beyond(io, b, axis, side, link == LINK_REFLECTING ? depth : 0, depth);
    const real way = (side ? length : -length) * R(proper_length(axis, 1.0, time));
#if TAUB_CONSERVED_ONLY
    conserved_of_primitive(eos, q, before);
#else
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        before[c] = q[c];
#endif
    const real last = pressure_of_state(eos, inside[0]), here = pressure_of_state(eos, q);
    const real further = pressure_of_state(eos, inside[1]);
    if (!(real_min(real_min(last, here), further) > R(0.0)))
        return; /* cold gas holds nothing */
    const real pressed = real_log(last / further);
    const real power = power_of_pressure(force[0], force[1], pressed, R(-1.0), R(2.0));
    const real there = force[0] * real_exp(power * real_log(here / last)); /* the force where the way begins */
    grow_pressure(eos, growth_of_pressure(there * way / here, power), pressed, inside[0], inside[1], q);
#if TAUB_CONSERVED_ONLY
    const real volume = R(volume_element(time));
    conserved_of_primitive(eos, q, after);
#else
    const real volume = R(1.0);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        after[c] = q[c];
#endif
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        state[c] += volume * (after[c] - before[c]);
}
#endif

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* Where states are averages, user code is asked at Gauss and Legendre's two points along each axis. */
#if defined(TAUB_ORDER)
#define PRESCRIBED_POINTS (TAUB_ORDER > 2 ? 2 : 1)
#else
#define PRESCRIBED_POINTS 1
#endif
#define GAUSS_POINT 0.28867513459481287 /* in widths from the centre: 1/(2 sqrt 3) */

/* Adds what the case gives at two points opposite to each other: x + step and x - step, with the step along one axis
 * turned round (`turned`; -1: none). */
INLINE void add_opposite_points(const struct taub_io io, const struct end_zone zone, const real x[3],
                                const real step[3], int turned, real sum[SYSTEM_COMPONENTS])
{
    real at[2][3], state[2][SYSTEM_COMPONENTS];
    UNROLL
    for (int a = 0; a < 3; a++) {
        const real along = a == turned ? -step[a] : step[a];
        at[0][a] = x[a] + along;
        at[1][a] = x[a] - along;
    }
    ROLLED
    for (int n = 0; n < 2; n++)
        prescribed_ghost(io, zone, at[n], state[n]);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        sum[c] += state[0][c] + state[1][c];
}

/* The mean state around x, over a cell or over a face across axis `face_axis` (-1: a cell). Sums are made in pairs: the
 * mean of equal states is that state to the bit, and x and y may change places. */
INLINE void mean_prescribed(const struct taub_io io, const struct end_zone zone, const real x[3], int face_axis,
                            real mean[SYSTEM_COMPONENTS])
{
    real step[3], share = R(1.0);
    int axes = 0, first = 3;
    UNROLL
    for (int a = 2; a >= 0; a--) {
        const int two = PRESCRIBED_POINTS == 2 && zone.link == LINK_CODE && AXIS_ACTIVE(a) && a != face_axis;
        step[a] = two ? R(GAUSS_POINT * io.shape.spacing[a]) : R(0.0);
        share *= two ? R(0.5) : R(1.0);
        first = two ? a : first;
        axes += two;
    }
    if (axes == 0) {
        prescribed_ghost(io, zone, x, mean);
        return;
    }
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        mean[c] = R(0.0);
    ROLLED
    for (int a = 0; a < 2; a++)
        if (axes == 3 || (axes == 2 && a == first))
            add_opposite_points(io, zone, x, step, a, mean);
    add_opposite_points(io, zone, x, step, -1, mean);
    if (axes == 3)
        add_opposite_points(io, zone, x, step, 2, mean);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        mean[c] *= share;
}

#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1 && TAUB_USER_BOUNDARY
/* The zone as its lower face across axis `across` sees it. Of outermost zones, which have no cell below, and of faces
 * beyond the end, the cell's own state goes on. */
INLINE struct end_zone zone_at_face(const struct taub_io io, struct end_zone zone, int b, int axis, int side,
                                    const int place[3], int across)
{
    const int least = -io.shape.ghosts[across] + (TAUB_ORDER > 2 ? 1 : 0);
    int below[3] = {place[0], place[1], place[2]};
    below[axis] = side ? io.shape.cells[axis] - 1 : 0;
    below[across] -= 1;
    zone.across = across;
    zone.bare_below = zone_is_bare(io, b, below);
    zone.below = across != axis && place[across] > least ? axis_stride(io.shape, across) : 0;
    return zone;
}
#endif

/* What the case gives in the ghost zone `place` beyond a face; user code is asked for a component that stands on faces
 * at the zone's lower face. */
INLINE void prescribed_in_zone(const struct taub_io io, int link, int b, int axis, int side, const int place[3],
                               real state[SYSTEM_COMPONENTS])
{
    const struct end_zone zone = end_zone_of(io, link, b, axis, side, place);
    real x[3];
    cell_center(io, b, place[2], place[1], place[0], x);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    mean_prescribed(io, zone, x, -1, state);
    take_field_out(eos_of_tables(io.tables), state);
#if TAUB_USER_BOUNDARY
    ROLLED
    for (int a = 0; a < 3; a++)
        if (AXIS_ACTIVE(a) && link == LINK_CODE) {
            real on_face[3] = {x[0], x[1], x[2]}, there[SYSTEM_COMPONENTS];
            on_face[a] -= R(0.5 * io.shape.spacing[a]);
            mean_prescribed(io, zone_at_face(io, zone, b, axis, side, place, a), on_face, a, there);
            state[SYSTEM_FIELD + a] = there[SYSTEM_FIELD + a];
        }
#endif
#else
    mean_prescribed(io, zone, x, -1, state);
#endif
}

#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
/* Beyond a wall of another axis it is the image of what is given before the wall, whichever of the two axes is filled
 * last, and no field crosses the wall: only so does the electric field along the wall vanish where the two meet. */
INLINE void prescribed_beside_walls(const struct taub_io io, int link, int b, int axis, int side, const int place[3],
                                    real state[SYSTEM_COMPONENTS])
{
    int image[3], beyond[3], within[3]; /* the place before walls; whether it is an image; whether its face is a wall */
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int n = io.shape.cells[a], candidate = a != axis && AXIS_ACTIVE(a);
        const int below = candidate && place[a] <= 0 && block_across(io, b, a, 0) == LINK_REFLECTING;
        const int above = candidate && place[a] >= n && block_across(io, b, a, 1) == LINK_REFLECTING;
        within[a] = (below && place[a] == 0) || (above && place[a] == n);
        beyond[a] = above || (below && place[a] < 0);
        image[a] = !beyond[a] ? place[a] : (above ? 2 * n : 0) - 1 - place[a];
    }
    prescribed_in_zone(io, link, b, axis, side, image, state);
    UNROLL
    for (int a = 0; a < 3; a++)
        if (beyond[a] || within[a]) {
            real across = R(0.0);
            UNROLL
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                state[c] = beyond[a] && primitive_flips(a, c) ? -state[c] : state[c];
            if (!within[a]) { /* the image of a lower face is the upper one */
                real next[SYSTEM_COMPONENTS];
                const int after[3] = {image[0] + (a == 0), image[1] + (a == 1), image[2] + (a == 2)};
                prescribed_in_zone(io, link, b, axis, side, after, next);
                across = -next[SYSTEM_FIELD + a];
            }
            state[SYSTEM_FIELD + a] = across;
        }
}
#else
/* Beyond ends of other axes it is what these make of the state that is given before them, whichever axis is filled
 * last: its image beyond a wall, a copy beyond an outflow. */
INLINE void prescribed_beside_ends(const struct taub_io io, int link, int b, int axis, int side, const int place[3],
                                   real state[SYSTEM_COMPONENTS])
{
    int before[3], is_image[3];
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int n = io.shape.cells[a], above = place[a] >= n;
        const int outside = a != axis && AXIS_ACTIVE(a) && (above || place[a] < 0);
        const int end = outside ? block_across(io, b, a, above) : link;
        is_image[a] = outside && end == LINK_REFLECTING;
        before[a] = is_image[a] ? (above ? 2 * n : 0) - 1 - place[a]
                    : outside && end == LINK_OUTFLOW ? (above ? n - 1 : 0)
                                                     : place[a];
    }
    prescribed_in_zone(io, link, b, axis, side, before, state);
    UNROLL
    for (int a = 0; a < 3; a++)
        UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        state[c] = is_image[a] && primitive_flips(a, c) ? -state[c] : state[c];
}
#endif
#endif

/* Whether the zone `place` of an axis lies beside ones of an axis that is filled later, in which it is another rank's.
 */
INLINE int comes_later(const struct taub_io io, int b, int axis, const int place[3])
{
    int comes = 0;
    UNROLL
    for (int a = 0; a < 3; a++)
        if (a > axis && AXIS_ACTIVE(a) && (place[a] < 0 || place[a] >= io.shape.cells[a]))
            comes |= block_across(io, b, a, place[a] >= 0) == LINK_ELSEWHERE;
    return comes;
}

#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
/* Behind an open end density, velocity and pressure of the last cell, `from`, go on, and the field across the end as it
 * is in the last face, `at_end`. With it the mean field of the zone differs from that of the cell, in which it counts
 * what the field has of momentum and energy. `beside`: steps to a cell with a mean field. */
INLINE void continue_gas(const struct taub_io io, int axis, int side, int depth, long from, long beside, real at_end,
                         real state[SYSTEM_COMPONENTS])
{
    const long s = axis_stride(io.shape, axis);
    GLOBAL const stored *face = io.f[0] + from + (SYSTEM_FIELD + axis) * io.shape.component_stride;
    const real inner = LOAD(side ? face : face + s);
    real u[SYSTEM_COMPONENTS], mean = R(0.5) * (inner + at_end), beyond = at_end;
#if TAUB_ORDER > 2
    mean += mean_correction(at_end, at_end, inner, LOAD(side ? face - s : face + 2 * s));
    beyond += depth == 0 ? R(1.0 / 24.0) * (at_end - inner) : R(0.0);
#endif
    (void)depth;
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        u[c] = state[c];
    field_of_cell(io.shape, io.f[0], from + beside, u);
    u[SYSTEM_FIELD + axis] = mean;
    change_field(eos_of_tables(io.tables), axis, beyond, u);
    UNROLL
    for (int c = 1; c < 5; c++)
        state[c] = u[c];
}
#endif

/* `axis` is a constant after inlining, so that places stay in registers. */
INLINE void fill_ghost_zone(const struct taub_io io, int axis, int b, int third, int second, int first)
{
    const int n = io.shape.cells[axis], ghosts = io.shape.ghosts[axis];
    const int row = first - io.range.lower[0]; /* of the x axis: from the first row on */
    const int i = axis == 0 ? row % (2 * ghosts) : first;
    const int j = axis == 0 ? row / (2 * ghosts) + io.range.lower[0] / (2 * ghosts) : second;
    const int k = axis == 0 ? second : third;
    const int place = axis == 0 ? i : axis == 1 ? j : k;
    const int side = place < ghosts ? 0 : 1, depth = side ? place - ghosts : place;
    const int link = block_across(io, b, axis, side);
    const int target = side ? n + depth : -1 - depth;
    /* a mirror or a neighbour may be thinner than the ghost zone only if the mesh says so; it checks */
    const int mirror = side ? n - 1 - depth : depth;
    const int nearest = side ? n - 1 : 0;
    const int mirrors = link == LINK_REFLECTING || link == LINK_MAGNETIC;
    const int source = link >= 0 ? target : mirrors ? mirror : nearest;
    const int zone[3] = {axis == 0 ? target : i, axis == 1 ? target : j, axis == 2 ? target : k};
    if (link == LINK_ELSEWHERE || (io.range.option[3] && comes_later(io, b, axis, zone)))
        return; /* what other ranks send is written by the exchange */
    const int outside[3] = {axis == 0 ? source : i, axis == 1 ? source : j, axis == 2 ? source : k};
    int inside[3] = {outside[0], outside[1], outside[2]};
    if (link >= 0)
        cell_across(io.shape.cells, io.blocks[b].neighbour[2 * axis + side].turn, axis, outside, inside);
    const long cs = io.shape.component_stride;
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, b, zone[2], zone[1], zone[0]);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, link >= 0 ? link : b, inside[2], inside[1], inside[0]);
    const long inwards = (side ? -1 : 1) * (axis == 0   ? 1
                                            : axis == 1 ? (long)io.shape.row_stride
                                                        : io.shape.plane_stride);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    /* The component across the axis stands on faces: a wall is face 0 or n, where it vanishes. At an open upper end
     * face n is the last one, which the scheme advances where it stands, and behind it the field goes on. */
    const int normal = SYSTEM_FIELD + axis, last = side == 1 && link < 0 && link != LINK_REFLECTING;
    const long wall = from + (side ? -inwards : inwards) + normal * cs;
    const real mirrored = link == LINK_REFLECTING && !(side && depth == 0) ? -io.f[0][wall] : R(0.0);
    const real at_end = io.f[0][(last ? to + depth * inwards : from) + normal * cs];
#endif
    real state[SYSTEM_COMPONENTS]; /* all loads are under way before the first store */
#if TAUB_INFLOW || TAUB_USER_BOUNDARY
    if (link == LINK_INFLOW || link == LINK_CODE) {
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
        prescribed_beside_walls(io, link, b, axis, side, zone, state);
#else
        prescribed_beside_ends(io, link, b, axis, side, zone, state);
#endif
    } else
#endif
        if (link == LINK_EXTRAPOLATED && n > 2) {
        extrapolate_ghost(io.f[0], from, inwards, cs, depth, state);
    } else {
        load_state(io.f[0], from, cs, state);
#if TAUB_COMPLEX
        const int pair = other_part_across(io, b, axis, side);
        if (link >= 0 && pair >= 0) {
            real other[SYSTEM_COMPONENTS];
            load_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, pair, inside[2], inside[1], inside[0]), cs,
                       other);
            turn_phase(axis, side, IS_IMAGINARY(b), other, state);
        }
#endif
        UNROLL
        for (int c = 0; c < SYSTEM_COMPONENTS; c++)
            state[c] = mirrors && mirror_flips(link, axis, c) ? -state[c] : state[c];
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 2
        /* Components across the axis stand on faces, and the last one, with nothing behind, is advanced where it
         * stands. */
        UNROLL
        for (int v = 0; v < FACE_VECTORS; v++) {
            const int c = FACE_COMPONENT(v) + axis, flips = (link == LINK_REFLECTING) == (v == 1);
            const long face = c * cs;
            if (mirrors) {
                const real there = io.f[0][from + (side ? -inwards : inwards) + face];
                state[c] = flips ? (side && depth == 0 ? R(0.0) : -there) : there;
            } else if (link < 0 && side) {
                state[c] = io.f[0][to + depth * inwards + face];
            }
        }
#endif
#if TAUB_HELD_ENDS
        if (link == LINK_REFLECTING || link == LINK_OUTFLOW)
            hold_pressure(io, link, b, axis, side, zone, state);
#endif
    }
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    if (link == LINK_OUTFLOW && !zone_is_bare(io, b, outside))
        continue_gas(io, axis, side, depth, from, beside_the_last(io.shape, axis, outside[2], outside[1], outside[0]),
                     at_end, state);
    if (link == LINK_REFLECTING)
        state[normal] = mirrored;
    /* Others read the last face while this is under way: nothing else is stored there. */
    if (last && (link > LINK_INFLOW || depth == 0))
        state[normal] = at_end;
#endif
    store_state(io.f[0], to, cs, state);
}

INLINE void ghosts_point(const struct taub_io io, int b, int k, int second, int first)
{
    if (io.range.option[0] == 0)
        fill_ghost_zone(io, 0, b, k, second, first);
    else if (io.range.option[0] == 1)
        fill_ghost_zone(io, 1, b, k, second, first);
    else
        fill_ghost_zone(io, 2, b, k, second, first);
}

#if TAUB_COMPLEX
/* Turns the phase of ghost zones that have come from another rank across an end of the mesh, along axis option[0]: both
 * parts of a cell in one place. The range is that of all axes as they are, and along this one as of `ghosts`. */
INLINE void turn_arrived_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int axis = io.range.option[0], ghosts = io.shape.ghosts[axis], cells = io.shape.cells[axis];
    const int place = axis == 0 ? i : axis == 1 ? j : k, side = place >= ghosts;
    const int target = side ? cells + place - ghosts : -1 - place;
    const int other = other_part_across(io, b, axis, side);
    real parts[2][SYSTEM_COMPONENTS], turned[SYSTEM_COMPONENTS];
    if (IS_IMAGINARY(b) || other < 0 || block_across(io, b, axis, side) != LINK_ELSEWHERE)
        return;
    const long cs = io.shape.component_stride;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 2 ? target : k, axis == 1 ? target : j,
                               axis == 0 ? target : i);
    const long also = at + SYSTEM_COMPONENTS * cs;
    load_state(io.f[0], at, cs, parts[0]);
    load_state(io.f[0], also, cs, parts[1]);
    UNROLL
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        turned[c] = parts[0][c];
    turn_phase(axis, side, 0, parts[1], turned);
    turn_phase(axis, side, 1, parts[0], parts[1]);
    store_state(io.f[0], at, cs, turned);
    store_state(io.f[0], also, cs, parts[1]);
}
TAUB_POINT_PASS_IF(turn_arrived, !io.control->paused && !io.control->failed)
#endif

/* option[2]: the round of a correction for which they are filled again, 0: none; option[1]: only where cells were
 * changed since. */
TAUB_POINT_PASS_IF(ghosts, !io.control->paused && !io.control->failed && io.control->troubled >= io.range.option[2] &&
                               (!io.range.option[1] || io.control->refill))

#endif
