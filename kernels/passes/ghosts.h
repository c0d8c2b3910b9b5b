/* Fills the ghost zones beyond the ends of the mesh across one axis (option[0]) that have one rank (option[3]). Field
 * 0: a state, with the zones that are cells of other blocks filled already (passes/copies.h).
 *
 * The range runs over 2 x ghosts positions along the axis: first the lower zones from the inner side outwards, then the
 * upper ones. For the x axis the first index of the range runs over the positions of a row and then over rows, and the
 * second over planes, so that neighbouring threads are busy with neighbours in memory. Along the other axes it includes
 * ghost zones. A zone beyond ends of several axes is left to the end of the highest rank; rank after rank, and within a
 * rank axis after axis, corners are filled (geometry/blocks.h). The sides of a sphere's panels, whose zones lie between
 * cells of the next panel, come before all ends, with rank 0.
 *
 * time[0]: the fraction of the step that has passed, for boundaries that depend on the time. */
#ifndef TAUB_PASSES_GHOSTS_H
#define TAUB_PASSES_GHOSTS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "passes/copies.h"
#include "passes/ends.h"
#if TAUB_SPHERE
#include "passes/walls.h"
#endif

#if TAUB_SPHERE
/* In the place of an energy density that beyond the rest mass, where there is one: it stays positive by itself. */
INLINE void load_zone_cell(const struct taub_io io, long at, real state[SYSTEM_COMPONENTS])
{
    load_state(io.f[0], at, io.shape.component_stride, state);
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    state[0] = reconstruction_variable(state);
#endif
}

/* The state of a zone beyond a side of a panel, from cells of the panel there: between two of them, and so admissible;
 * at orders 3 and 4 from point values by the polynomial through five, where that does not leave their range by more
 * than a smooth crest does. */
INLINE void state_between(const struct taub_io io, int b, int axis, int side, int depth, int along, int k,
                          real state[SYSTEM_COMPONENTS])
{
    const struct zone_between zone = zone_between(io, b, axis, side, depth, along);
    real one[ZONE_CELLS][SYSTEM_COMPONENTS];
    EACH (m, ZONE_CELLS)
        load_zone_cell(io, cell_index(io.shape, SYSTEM_COMPONENTS, zone.block, k, zone.cell[m][1], zone.cell[m][0]),
                       one[m]);
#if ZONE_CELLS == 2
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = one[0][c] + zone.share * (one[1][c] - one[0][c]);
#else
    EACH (c, SYSTEM_COMPONENTS) {
        real least = one[0][c], most = one[0][c], smooth = one[2][c], between = one[2][c];
        EACH (m, ZONE_CELLS) {
            least = real_min(least, one[m][c]);
            most = real_max(most, one[m][c]);
            smooth += zone.weight[m] * (one[m][c] - one[2][c]);
            between += zone.linear[m] * (one[m][c] - one[2][c]);
        }
        const real margin = R(0.1) * (most - least);
        const int keeps_sign = primitive_is_positive(c) | ((c == 4) & (least >= R(0.0)));
        const real lowest = keeps_sign ? real_max(least - margin, R(0.5) * least) : least - margin;
        const int leaves = (smooth < lowest) | (smooth > most + margin);
        state[c] = leaves ? between : smooth;
    }
#endif
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    state[0] = energy_slope(state[0], state[4]);
#endif
}

/* The velocity along the radius changes its sign. */
INLINE void mirror_at_sphere(const struct taub_io io, int b, int j, int i, real state[SYSTEM_COMPONENTS])
{
    real own[3], out[3];
    sphere_direction(io, SPHERE_CENTRE, j, i, own);
    vector_of_panel(panel_of_block(io, b), own, out);
    const real twice = R(2.0) * dot_of(state + 1, out);
    EACH (c, 3)
        state[1 + c] -= twice * out[c];
}
#endif

#if TAUB_SPHERE && TAUB_ORDER > 2
/* A state that leaves through an open sphere goes on beyond it as between the last cells. With copies of the last one
 * the face would see the state of its middle: the most even three points, which WENO takes, are those. What comes in is
 * a copy. `from`: the last cell, of which `state` is a copy. */
INLINE void continue_at_sphere(const struct taub_io io, int b, int side, int j, int i, long from, long inwards,
                               int depth, real state[SYSTEM_COMPONENTS])
{
    real own[3], out[3], line[SYSTEM_COMPONENTS];
    sphere_direction(io, SPHERE_CENTRE, j, i, own);
    vector_of_panel(panel_of_block(io, b), own, out);
    const real along = dot_of(state + 1, out), leaves = side ? along : -along;
    EACH (c, SYSTEM_COMPONENTS) {
        GLOBAL const stored *q = io.f[0] + from + c * io.shape.component_stride;
        line[c] = extrapolated(state[c], LOAD(q + inwards), LOAD(q + 2 * inwards), primitive_is_positive(c), depth);
    }
    const int goes_on = (leaves > R(0.0)) & (io.shape.cells[2] > 2) & !extrapolation_fails(line);
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = goes_on ? line[c] : state[c];
}
#endif

#if TAUB_SPHERE && TAUB_USER_SOURCE
/* A user's force before an end, as the rate of change of the logarithm of pressure along the radius, and the pressure.
 */
INLINE real force_over_pressure(const struct taub_io io, int b, int k, int j, int i, real *pressure)
{
    real q[SYSTEM_COMPONENTS], rate[SYSTEM_COMPONENTS], x[3];
    load_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), io.shape.component_stride, q);
    EACH (c, SYSTEM_COMPONENTS)
        rate[c] = R(0.0);
    sphere_center(io, b, k, j, i, x);
    source(x, R(io.control->time + io.range.time[0] * io.control->dt), q, rate);
    *pressure = pressure_of_state(eos_of_tables(io.tables), q);
    return dot_of(rate + 1, x) / (real_sqrt(dot_of(x, x)) * *pressure);
}

/* Pressure beyond a wall or an open end that holds the force from the cell at `source`, of which `copy` is a copy or
 * image, to the zone at `target`: by what the last two cells have half way, exact for isothermal gas in even gravity;
 * components 0 and 4 are densities or pressures, which keep their ratio. As far as they are not in balance with the
 * force `state`, which goes on without it, stays.
 */
INLINE void hold_at_sphere(const struct taub_io io, int b, int side, int source, int target, int j, int i,
                           const real copy[SYSTEM_COMPONENTS], real state[SYSTEM_COMPONENTS])
{
    const int last = side ? io.shape.cells[2] - 1 : 0, before = side ? last - 1 : last + 1;
    const real radius[4] = {sphere_middle(io, b, source), sphere_middle(io, b, target), sphere_middle(io, b, last),
                            sphere_middle(io, b, before)};
    real p_last, p_before;
    const real here = force_over_pressure(io, b, last, j, i, &p_last);
    const real inwards = force_over_pressure(io, b, before, j, i, &p_before);
    const real middle = R(0.5) * (radius[0] + radius[1]);
    const real held =
        share_in_balance(p_last - p_before, R(0.5) * (here * p_last + inwards * p_before) * (radius[2] - radius[3]));
    const real between = here + (here - inwards) * ((middle - radius[2]) / (radius[2] - radius[3]));
    real power = held * between * (radius[1] - radius[0]);
#if TAUB_ORDER > 2 && defined(SYSTEM_FIELD)
    power = real_max(power, R(-2.0)); /* in more layers a strong force leaves a gas so thin that no step resolves it */
#endif
    const real factor = real_exp(power);
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = copy[c] + (R(1.0) - held) * (state[c] - copy[c]);
    state[0] *= factor;
    state[4] *= factor;
}
#endif

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
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = state[c];
    field_of_cell(io.shape, io.f[0], from + beside, u);
    set_along(axis, mean, u + SYSTEM_FIELD);
    change_field(eos_of_tables(io.tables), axis, beyond, u);
    EACH_FROM (c, 1, 5)
        state[c] = u[c];
}
#endif

/* The axis is a number of the launch: what ends need would else stand here three times, which took a third of the time
 * for compiling. What depends on it is chosen by comparisons, so that places stay in registers. */
INLINE void ghosts_point(const struct taub_io io, int b, int third, int second, int first)
{
    const int axis = io.range.option[0];
    const int n = entry_along(axis, io.shape.cells), ghosts = entry_along(axis, io.shape.ghosts);
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
    const int mirrors = is_wall(link) || link == LINK_MAGNETIC;
    const int source = mirrors ? mirror : nearest;
    const int zone[3] = {axis == 0 ? target : i, axis == 1 ? target : j, axis == 2 ? target : k};
    if (rank_of_end(link) != io.range.option[3])
        return;
    const int shared = is_left_to_others(io, b, axis, axis, rank_of_end(link), zone);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1 && (TAUB_INFLOW || TAUB_USER_BOUNDARY)
    const int active = TAUB_ACTIVE_X | TAUB_ACTIVE_Y << 1 | TAUB_ACTIVE_Z << 2;
    const int faces = !shared ? active : rank_of_end(link) == END_GIVES ? given_last_faces(io, b, axis, zone) : 0;
#else
    const int faces = !shared;
#endif
    if (!faces)
        return;
    const int inside[3] = {axis == 0 ? source : i, axis == 1 ? source : j, axis == 2 ? source : k};
    const long cs = io.shape.component_stride;
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, b, zone[2], zone[1], zone[0]);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, b, inside[2], inside[1], inside[0]);
    const long inwards = (side ? -1 : 1) * axis_stride(io.shape, axis);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    /* The component across the axis stands on faces: a wall is face 0 or n, where it vanishes. At an open upper end
     * face n is the last one, which the scheme advances where it stands, and behind it the field goes on. */
    const int normal = SYSTEM_FIELD + axis, last = side == 1 && link != LINK_REFLECTING;
    const long wall = from + (side ? -inwards : inwards) + normal * cs;
    const real mirrored = link == LINK_REFLECTING && !(side && depth == 0) ? -io.f[0][wall] : R(0.0);
    const real at_end = io.f[0][(last ? to + depth * inwards : from) + normal * cs];
#endif
    real state[SYSTEM_COMPONENTS]; /* all loads are under way before the first store */
#if TAUB_INFLOW || TAUB_USER_BOUNDARY
    if (rank_of_end(link) == END_GIVES) {
        prescribed_in_zone(io, b, zone, faces, state);
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
        if (shared) {
            EACH (a, 3)
                if (faces >> a & 1)
                    io.f[0][to + (SYSTEM_FIELD + a) * cs] = state[SYSTEM_FIELD + a];
            return;
        }
#endif
    } else
#endif
        if (rank_of_end(link) == END_EXTRAPOLATES) {
        extrapolate_ghost(io, b, zone, state);
    } else {
        load_state(io.f[0], from, cs, state);
#if TAUB_SPHERE
        if (axis < 2)
            state_between(io, b, axis, side, depth, axis == 0 ? j : i, k, state);
        if (mirrors)
            mirror_at_sphere(io, b, j, i, state);
#if TAUB_USER_SOURCE
        real copy[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            copy[c] = state[c];
#endif
#if TAUB_ORDER > 2
        if (axis == 2 && link == LINK_OUTFLOW)
            continue_at_sphere(io, b, side, j, i, from, inwards, depth, state);
#endif
#if TAUB_USER_SOURCE
        if (axis == 2 && (mirrors || link == LINK_OUTFLOW))
            hold_at_sphere(io, b, side, source, target, j, i, copy, state);
#endif
#else
        EACH (c, SYSTEM_COMPONENTS)
            state[c] = mirrors && mirror_flips(link, axis, c) ? -state[c] : state[c];
#endif
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 2
        /* Components across the axis stand on faces, and the last one, with nothing behind, is advanced where it
         * stands. */
        EACH (v, FACE_VECTORS) {
            const int flips = (link == LINK_REFLECTING) == (v == 1);
            const long face = (FACE_COMPONENT(v) + axis) * cs;
            if (mirrors) {
                const real there = io.f[0][from + (side ? -inwards : inwards) + face];
                set_along(axis, flips ? (side && depth == 0 ? R(0.0) : -there) : there, state + FACE_COMPONENT(v));
            } else if (side) {
                set_along(axis, io.f[0][to + depth * inwards + face], state + FACE_COMPONENT(v));
            }
        }
#endif
#if TAUB_HELD_ENDS
        if (is_wall(link) || link == LINK_OUTFLOW)
            hold_pressure(io, b, axis, zone, state);
#endif
    }
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1
    if (link == LINK_OUTFLOW && !zone_is_bare(io, b, inside))
        continue_gas(io, axis, side, depth, from, beside_the_last(io.shape, inside), at_end, state);
    if (link == LINK_REFLECTING)
        set_along(axis, mirrored, state + SYSTEM_FIELD);
    /* Others read the last face while this is under way: nothing else is stored there. */
    if (last && (link > LINK_INFLOW || depth == 0))
        set_along(axis, at_end, state + SYSTEM_FIELD);
#endif
    store_state(io.f[0], to, cs, state);
}

/* option[2]: the round of a correction for which they are filled again, 0: none; option[1]: only where cells were
 * changed since. */
TAUB_POINT_PASS_IF(ghosts, ZONES_ARE_WANTED(io))

#endif
