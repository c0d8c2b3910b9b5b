/* What stands beyond the ends of the mesh: states that the case gives, what goes on in a straight line, pressure that
 * holds a force. passes/ghosts.h fills ghost zones with it. */
#ifndef TAUB_PASSES_ENDS_H
#define TAUB_PASSES_ENDS_H

#include "dialect.h"
#include "case/boundary.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/common.h"

/* Whether a component changes sign in a mirror; behind a magnetic wall those vectors do that else do not, behind a wall
 * that holds the gas all velocities. */
INLINE int mirror_flips(int link, int axis, int c)
{
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 2
    if (link == LINK_MAGNETIC)
        return (c < 6 || c >= SYSTEM_POLARIZATION) && !primitive_flips(axis, c);
#endif
    return primitive_flips(axis, c) || (link == LINK_NO_SLIP && c >= 1 && c <= 3);
}

/* Whether a zone beyond an end of this rank along `axis` is filled by that of another axis; `beside`: an axis that is
 * not asked. */
INLINE int is_left_to_others(const struct taub_io io, int b, int axis, int beside, int rank, const int place[3])
{
    int left = 0;
    EACH (a, 3)
        left |= a != axis && a != beside && rank > 0 && rank_beyond(io, b, a, place[a]) > rank;
    return left;
}

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

/* The cell from which states go on to a place: in the corner, where several such ends meet. */
INLINE void cell_before_slopes(const struct taub_io io, int b, const int place[3], int cell[3])
{
    EACH (a, 3) {
        const int along = rank_beyond(io, b, a, place[a]) == END_EXTRAPOLATES;
        cell[a] = !along ? place[a] : place[a] < 0 ? 0 : io.shape.cells[a] - 1;
    }
}

INLINE int extrapolation_fails(const real u[SYSTEM_COMPONENTS])
{
#if TAUB_CONSERVED_ONLY
    return !conserved_admissible(u);
#elif defined(SYSTEM_PARTICLES)
    return !particles_are_fine(u);
#else
    return 0;
#endif
}

/* Beyond several such ends what each of them adds comes together. Components of a conserved state go on each by itself:
 * where that leaves more momentum than the energy can have, the cell is copied, as by an outflow. */
INLINE void extrapolate_ghost(const struct taub_io io, int b, const int place[3], real beyond[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    int edge[3], first = 1;
    cell_before_slopes(io, b, place, edge);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, edge[2], edge[1], edge[0]);
    real last[SYSTEM_COMPONENTS], line[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, cs, last);
    load_state(io.f[0], at, cs, beyond);
    EACH (a, 3) {
        if (place[a] == edge[a] || io.shape.cells[a] <= 2)
            continue;
        const int side = place[a] > edge[a], depth = (side ? place[a] - edge[a] : edge[a] - place[a]) - 1;
        const long inwards = (side ? -1 : 1) * axis_stride(io.shape, a);
        EACH (c, SYSTEM_COMPONENTS) {
            GLOBAL const stored *q = io.f[0] + at + c * cs;
            line[c] = extrapolated(q[0], q[inwards], q[2 * inwards], primitive_is_positive(c), depth);
        }
        const int fails = extrapolation_fails(line);
        EACH (c, SYSTEM_COMPONENTS) {
            const real of_line = fails ? last[c] : line[c];
            beyond[c] = first                      ? of_line
                        : primitive_is_positive(c) ? beyond[c] * of_line / last[c]
                                                   : (beyond[c] + of_line) - last[c];
        }
        first = 0;
    }
    const int fails = extrapolation_fails(beyond);
    EACH (c, SYSTEM_COMPONENTS)
        beyond[c] = fails ? last[c] : beyond[c];
}

/* Steps in memory to a cell whose mean field is known: stored cells at the ends of the other axes lack faces for it,
 * and take that of the cells before them. */
INLINE long beside_the_last(const struct taub_shape shape, const int place[3])
{
    long step = 0;
#if defined(SYSTEM_FACES)
    EACH_AXIS (a) {
        const int least = -shape.ghosts[a] + (TAUB_ORDER > 2 ? 1 : 0);
        const int largest = shape.cells[a] + shape.ghosts[a] - (TAUB_ORDER > 2 ? 3 : 2);
        step += ((place[a] < least     ? least
                  : place[a] > largest ? largest
                                       : place[a]) -
                 place[a]) *
                axis_stride(shape, a);
    }
#endif
    return step;
}
INLINE long index_beside_the_last(const struct taub_io io, int b, const int place[3])
{
    return cell_index(io.shape, SYSTEM_COMPONENTS, b, place[2], place[1], place[0]) + beside_the_last(io.shape, place);
}

#if TAUB_USER_BOUNDARY || TAUB_HELD_ENDS
/* The primitive state of a cell, without a look at ghost zones beyond ends of which it is the last cell (`near`: bits
 * of axes), which are written meanwhile; `bare`: it has no magnetic energy yet (mhd_ends.h). */
INLINE void load_primitive_inside(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at,
                                  int near, int above, int bare, real q[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS];
    load_state(field, at, cs, u);
    field_of_cell(io.shape, field, at, u);
    EACH (a, 3)
        if (near >> a & 1)
            u[SYSTEM_FIELD + a] =
                mean_between_at_end(field + at + (SYSTEM_FIELD + a) * cs, axis_stride(io.shape, a), above >> a & 1);
#if FIELD_HAS_SPREAD
    if (!bare)
        take_spread_out(spread_before_ends(io.shape, field, at, near, above), u);
#endif
#if TAUB_INFLOW || TAUB_USER_BOUNDARY
    if (bare)
        put_field_in(u);
#endif
    recover_primitive(eos, u, u[0], u[4], q);
#else
    load_primitive_at(io, eos, field, at, io.control->time + io.range.time[0] * io.control->dt, q);
#endif
}
#endif

#if TAUB_INFLOW || TAUB_USER_BOUNDARY || TAUB_HELD_ENDS
/* A primitive state as the field stores it, at the time of the launch. */
INLINE void stored_of_primitive(const struct taub_io io, const struct eos eos, const real q[SYSTEM_COMPONENTS],
                                real out[SYSTEM_COMPONENTS])
{
#if TAUB_CONSERVED_ONLY
    conserved_of_primitive(eos, q, out);
    scale_density(R(volume_element(io.control->time + io.range.time[0] * io.control->dt)), out);
#else
    EACH (c, SYSTEM_COMPONENTS)
        out[c] = q[c];
#endif
}
#endif

#if TAUB_INFLOW || TAUB_USER_BOUNDARY
/* The middle of a zone beyond an end. Where it lies beyond the block along other axes, too, in zones that are cells of
 * other blocks, it has the place of these, which may be at the other end of a periodic mesh. */
INLINE void zone_center(const struct taub_io io, int b, const int place[3], real x[3])
{
    int at[3];
    EACH (a, 3) {
        const int number = place_in_mesh(io, b, a, place[a]);
        const int cells = io.shape.mesh[a] * cells_per_coarsest(io, b, a);
        const int copied = !TAUB_SPHERE && rank_beyond(io, b, a, place[a]) == 0;
        at[a] = place[a] + (!copied ? 0 : number < 0 ? cells : number >= cells ? -cells : 0);
    }
    cell_center(io, b, at[2], at[1], at[0], x);
}

/* Where the case gives a state: the kind of end, `code` before `inflow`; the faces of the mesh (bits 2 * axis + side)
 * beyond which the place lies at ends of that kind; as seen from all ends that give states, the cell as far inside as
 * the place is outside and the last one. */
struct end_zone {
    int link, faces;
    long mirror, nearest;
    int near_mirror, near_nearest, above; /* bits of axes: the cell is the last one; at the upper end */
    /* of a field's lower face across an axis: that axis, and steps to the cell on its other side (0: none is asked) */
    int across;
    long below;
};

/* The first zone beyond an end, whose last cell is at `nearest`. */
INLINE struct end_zone end_zone_before(int link, int face, long nearest)
{
    const int axis = 1 << face / 2;
    const struct end_zone zone = {link, 1 << face, nearest, nearest, axis, axis, face % 2 ? axis : 0, 0, 0};
    return zone;
}

/* Of a cell (`across` -1), or of its lower face across an axis. A face in an end of the mesh belongs to that one only
 * where no other end gives it, and is shown the cell inside, at upper and lower ends alike. */
INLINE struct end_zone end_zone_of(const struct taub_io io, int b, const int place[3], int across)
{
    struct end_zone zone = {LINK_INFLOW, 0, 0, 0, 0, 0, 0, across, 0};
    int mirror[3], nearest[3], codes = 0, inflows = 0, within = 0, beyond = 0;
    EACH (a, 3) {
        const int n = io.shape.cells[a], p = place[a], side = p >= n, last = side ? n - 1 : 0;
        const int on_end = a == across && (p == 0 || p == n);
        const int link = AXIS_ACTIVE(a) && (p < 0 || side || on_end) ? block_across(io, b, a, side) : 0;
        const int gives = rank_of_end(link) == END_GIVES, bit = gives << (2 * a + side);
        const int image = side ? 2 * n - 1 - p + (a == across) : -1 - p, inside = side ? image <= last : image >= last;
        mirror[a] = !gives ? p : inside ? image : last;
        nearest[a] = gives ? last : p;
        codes |= link == LINK_CODE ? bit : 0;
        inflows |= link == LINK_INFLOW ? bit : 0;
        within |= on_end ? bit : 0;
        beyond |= gives << a;
        zone.near_mirror |= (gives && mirror[a] == last) << a;
        zone.above |= side << a;
    }
    const int strictly = (codes | inflows) & ~within ? ~within : ~0;
    zone.link = codes & strictly ? LINK_CODE : LINK_INFLOW;
    zone.faces = (zone.link == LINK_CODE ? codes : inflows) & strictly;
    zone.near_nearest = beyond;
    zone.nearest = index_beside_the_last(io, b, nearest);
    zone.mirror = index_beside_the_last(io, b, mirror);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    /* outermost zones have no cell below */
    EACH (a, 3)
        if (a == across && !(beyond >> a & 1) && place[a] > -io.shape.ghosts[a] + (TAUB_ORDER > 2 ? 1 : 0))
            zone.below = axis_stride(io.shape, a);
#endif
    return zone;
}

#if TAUB_USER_BOUNDARY
/* What user code is shown: a cell, or of a face what is between both cells, with the field that the face has. */
INLINE void load_inner_primitive(const struct taub_io io, const struct eos eos, GLOBAL const stored *field,
                                 const struct end_zone zone, long at, int near, real q[SYSTEM_COMPONENTS])
{
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    EACH_ROLLED (n, 0, (zone.below ? 2 : 1)) {
        real of_cell[SYSTEM_COMPONENTS];
        load_primitive_inside(io, eos, field, at - n * zone.below, near, zone.above, 0, of_cell);
        EACH (c, SYSTEM_COMPONENTS)
            q[c] = n ? R(0.5) * (q[c] + of_cell[c]) : of_cell[c];
    }
    if (zone.below)
        set_along(zone.across, field[at + (SYSTEM_FIELD + zone.across) * io.shape.component_stride], q + SYSTEM_FIELD);
#else
    load_primitive_inside(io, eos, field, at, near, zone.above, 0, q);
#endif
    EACH (c, SYSTEM_COMPONENTS) /* a scheme may keep a mark in the sign */
        q[c] = primitive_is_positive(c) ? real_fabs(q[c]) : q[c];
}
#endif

/* A state that the case gives: the mean of what the faces have, or of the user's code at time `t`. */
INLINE void prescribed_state(const struct taub_io io, GLOBAL const stored *field, const struct end_zone zone,
                             const real x[3], double t, real state[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
#if TAUB_INFLOW
    int faces = 0;
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = R(0.0);
    EACH_ROLLED (f, 0, 6) {
        EACH (c, SYSTEM_COMPONENTS)
            state[c] += zone.faces >> f & 1 ? inflow_states[f * SYSTEM_COMPONENTS + c] : R(0.0);
        faces += zone.faces >> f & 1;
    }
    EACH (c, SYSTEM_COMPONENTS)
        state[c] /= (real)faces;
#endif
#if TAUB_USER_BOUNDARY
    if (zone.link == LINK_CODE) {
        real inside[SYSTEM_COMPONENTS], of_cell[SYSTEM_COMPONENTS];
        EACH_ROLLED (n, 0, 2) {
            load_inner_primitive(io, eos, field, zone, n ? zone.nearest : zone.mirror,
                                 n ? zone.near_nearest : zone.near_mirror, of_cell);
            EACH (c, SYSTEM_COMPONENTS) {
                inside[c] = n ? inside[c] : of_cell[c];
                state[c] = of_cell[c];
            }
        }
        boundary(x, R(t), inside, state);
    }
#endif
    (void)eos;
}

/* The same as the field stores it, at the time of the launch. */
INLINE void prescribed_ghost(const struct taub_io io, const struct end_zone zone, const real x[3],
                             real beyond[SYSTEM_COMPONENTS])
{
    real state[SYSTEM_COMPONENTS];
    prescribed_state(io, io.f[0], zone, x, io.control->time + io.range.time[0] * io.control->dt, state);
    stored_of_primitive(io, eos_of_tables(io.tables), state, beyond);
}

/* Where states are averages (on a cubed sphere ghost zones hold points), user code is asked at Gauss and Legendre's two
 * points along each axis. */
#if defined(TAUB_ORDER)
#define PRESCRIBED_POINTS (TAUB_ORDER > 2 && !TAUB_SPHERE ? 2 : 1)
#else
#define PRESCRIBED_POINTS 1
#endif
#define GAUSS_POINT 0.28867513459481287 /* in widths from the centre: 1/(2 sqrt 3) */

/* The mean state around x, over a cell or over a face across axis `across` (-1: a cell). Points are added in pairs that
 * lie opposite to each other, x + step and x - step with the step along one axis turned round (-1: none): the mean of
 * equal states is that state to the bit, and x and y may change places. Loops keep what the case gives in one place. */
INLINE void mean_prescribed(const struct taub_io io, int b, const struct end_zone zone, const real x[3],
                            real mean[SYSTEM_COMPONENTS])
{
#if PRESCRIBED_POINTS == 1
    prescribed_ghost(io, zone, x, mean);
#else
    real step[3], share = R(1.0);
    int axes = 0, first = 3;
    UNROLL
    for (int a = 2; a >= 0; a--) {
        const int two = zone.link == LINK_CODE && AXIS_ACTIVE(a) && a != zone.across;
        step[a] = two ? R(GAUSS_POINT * io.shape.spacing[a] / cells_per_coarsest(io, b, a)) : R(0.0);
        share *= two ? R(0.5) : R(1.0);
        first = two ? a : first;
        axes += two;
    }
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] = R(0.0);
#if FIELD_HAS_SPREAD
    real of_field = R(0.0);
#endif
    EACH_ROLLED (pair, 0, 4) {
        const int turned = pair < 2 ? pair : pair == 2 ? -1 : 2;
        if (turned >= 0 && axes != 3 && (axes != 2 || turned != first || turned == 2))
            continue;
        real sum[SYSTEM_COMPONENTS];
#if FIELD_HAS_SPREAD
        real of_pair = R(0.0);
#endif
        EACH_ROLLED (n, 0, (axes ? 2 : 1)) {
            real at[3], state[SYSTEM_COMPONENTS];
            EACH (a, 3)
                at[a] = (a == turned) != n ? x[a] - step[a] : x[a] + step[a];
            prescribed_ghost(io, zone, at, state);
            EACH (c, SYSTEM_COMPONENTS)
                sum[c] = n ? sum[c] + state[c] : state[c];
#if FIELD_HAS_SPREAD
            of_pair += energy_of_field(state);
#endif
        }
        EACH (c, SYSTEM_COMPONENTS)
            mean[c] = axes ? mean[c] + sum[c] : sum[c];
#if FIELD_HAS_SPREAD
        of_field += of_pair;
#endif
    }
    EACH (c, SYSTEM_COMPONENTS)
        mean[c] *= share;
#if FIELD_HAS_SPREAD
    mean[4] += energy_of_field(mean) - share * of_field; /* what it has beyond comes from faces */
#endif
#endif
}

#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
/* The last faces at open upper ends are values of their own, which stand in zones of these ends. Bits 1 << axis of
 * those that an end across `across` gives in a zone that is left to others. */
INLINE int given_last_faces(const struct taub_io io, int b, int across, const int place[3])
{
    int given = 0;
    EACH (a, 3)
        given |= (a != across && AXIS_ACTIVE(a) && place[a] == io.shape.cells[a] &&
                  block_across(io, b, a, 1) == LINK_OUTFLOW && !is_left_to_others(io, b, across, a, END_GIVES, place))
                 << a;
    return given;
}
#endif

/* What the case gives in the ghost zone `place`; of a field on its lower faces, those of `faces` (bits 1 << axis). None
 * crosses a wall: only so does the electric field along the wall vanish where it meets the end. */
INLINE void prescribed_in_zone(const struct taub_io io, int b, const int place[3], int faces,
                               real state[SYSTEM_COMPONENTS])
{
    real centre[3];
    zone_center(io, b, place, centre);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    EACH_ROLLED (across, -1, 3) {
        real x[3], mean[SYSTEM_COMPONENTS];
        int wall = 0;
        if (across >= 0 && !(faces >> across & 1))
            continue;
        EACH (a, 3) {
            const real way = R(0.5 * map_unit(io.shape, a)) * map_width(io, b, place[2], place[1], place[0], a);
            x[a] = a == across ? centre[a] - way : centre[a];
            wall |= a == across && place[a] == 0 && block_across(io, b, a, 0) == LINK_REFLECTING;
        }
        mean_prescribed(io, b, end_zone_of(io, b, place, across), x, mean);
        if (across < 0) {
            take_field_out(eos_of_tables(io.tables), mean);
            EACH (c, SYSTEM_COMPONENTS)
                state[c] = mean[c];
        } else {
            set_along(across, wall ? R(0.0) : component_along(across, mean + SYSTEM_FIELD), state + SYSTEM_FIELD);
        }
    }
#else
    mean_prescribed(io, b, end_zone_of(io, b, place, -1), centre, state);
#endif
}
#endif

#if TAUB_HELD_ENDS
/* The primitive state of a cell before ends that copy, or of a zone that the case gives beside it. */
INLINE void load_before_copies(const struct taub_io io, const struct eos eos, int b, const int cell[3],
                               real q[SYSTEM_COMPONENTS])
{
    int near = 0, above = 0, bare = 0;
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    EACH (a, 3) {
        const int upper = 2 * cell[a] >= io.shape.cells[a], last = cell[a] == (upper ? io.shape.cells[a] - 1 : 0);
        near |= (AXIS_ACTIVE(a) && last && rank_of_end(block_across(io, b, a, upper)) == END_COPIES) << a;
        above |= upper << a;
    }
    bare = zone_is_bare(io, b, cell);
#endif
    load_primitive_inside(io, eos, io.f[0], index_beside_the_last(io, b, cell), near, above, bare, q);
}

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
    return (real)(inwards + depth + 1) * R(io.shape.spacing[axis] / cells_per_coarsest(io, b, axis));
#endif
}

/* By what the force before the end beyond which `place` lies along an axis multiplies components 0 and 4 of `q`, the
 * state of `cell`: where copies have `place`, inside of all of them. Nothing where there is no pressure. */
INLINE void factors_of_force(const struct taub_io io, const struct eos eos, int b, int axis, const int place[3],
                             const int cell[3], const real q[SYSTEM_COMPONENTS], real factor[2])
{
    const int n = io.shape.cells[axis], side = place[axis] >= n, depth = side ? place[axis] - n : -1 - place[axis];
    const int mirrors = is_wall(block_across(io, b, axis, side));
    int at[3] = {cell[0], cell[1], cell[2]};
    real force[2], inside[2][SYSTEM_COMPONENTS];
    EACH (m, 2) {
        at[axis] = side ? n - 1 - m : m;
        load_before_copies(io, eos, b, at, inside[m]);
        force[m] = force_in_cell(io, b, at, axis, inside[m]);
    }
    const double time = io.control->time + io.range.time[0] * io.control->dt;
    const real length = way_beyond(io, b, axis, side, mirrors ? depth : 0, depth);
    const real way = (side ? length : -length) * R(proper_length(axis, 1.0, time));
    const real last = pressure_of_state(eos, inside[0]), here = pressure_of_state(eos, q);
    const real further = pressure_of_state(eos, inside[1]);
    factor[0] = factor[1] = R(1.0);
    if (!(real_min(real_min(last, here), further) > R(0.0)))
        return;
    const real between =
        (side ? R(1.0) : R(-1.0)) * way_beyond(io, b, axis, side, 1, -1) * R(proper_length(axis, 1.0, time));
    const real held = share_in_balance(last - further, R(0.5) * (force[0] + force[1]) * between);
    const real pressed = real_log(last / further);
    const real power = power_of_pressure(force[0], force[1], pressed, R(-1.0), R(2.0));
    const real there = force[0] * real_exp(power * real_log(here / last)); /* the force where the way begins */
    pressure_factors(eos, held * growth_of_pressure(there * way / here, power), pressed, inside[0], inside[1], q,
                     factor);
}

/* Goes on from the last cells by the force there (walls.h). `state`: a copy of the zone inside, or its mirror image.
 * Beyond several such ends that one has been changed by the factors of the others. */
INLINE void hold_pressure(const struct taub_io io, int b, int axis, const int place[3], real state[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    int cell[3];
    real q[SYSTEM_COMPONENTS], before[SYSTEM_COMPONENTS], after[SYSTEM_COMPONENTS];
    real own[2] = {R(1.0), R(1.0)}, others[2] = {R(1.0), R(1.0)}, factor[2];
    EACH (a, 3)
        cell[a] = place_before_copies(io, b, a, place[a]);
    load_before_copies(io, eos, b, cell, q);
    EACH_ROLLED (a, 0, 3)
        if (cell[a] != place[a]) {
            factors_of_force(io, eos, b, a, place, cell, q, factor);
            EACH (n, 2) {
                own[n] *= a == axis ? factor[n] : R(1.0);
                others[n] *= a == axis ? R(1.0) : factor[n];
            }
        }
    EACH (a, 3)
        EACH (c, SYSTEM_COMPONENTS) {
            const int link = cell[a] != place[a] ? block_across(io, b, a, place[a] >= io.shape.cells[a]) : LINK_OUTFLOW;
            q[c] = is_wall(link) && mirror_flips(link, a, c) ? -q[c] : q[c];
#if defined(SYSTEM_FACES)
            /* what a field adds does not depend on the pressure */
            q[c] = c >= SYSTEM_FIELD && c < SYSTEM_FIELD + 3 ? R(0.0) : q[c];
#endif
        }
    q[0] *= others[0];
    q[4] *= others[1];
    stored_of_primitive(io, eos, q, before);
    q[0] *= own[0];
    q[4] *= own[1];
    stored_of_primitive(io, eos, q, after);
    EACH (c, SYSTEM_COMPONENTS)
        state[c] += after[c] - before[c];
}
#endif

#endif
