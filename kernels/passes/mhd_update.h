/* One ADER step of magnetohydrodynamics, or one stage of a Runge-Kutta method: the new state. What a stage takes from
 * states: the one at the start of the step, its own (with ADER the same), at order 4 in the last stage the second one.
 * Fields of all passes: 0 state at the start, 1 faces, 2 electric field, 3 state out, 4 round of finding, 5 means of B
 * in the stage's state, 6 the stage's state or with ADER face states, whose sources are wanted, 7 the second state, 8
 * what the stage would change in the state at rest of scheme.equilibrium, which the stage number 0 makes (field 3).
 *
 *   advance       cells by fluxes through their faces and sources, faces by the electric field along their edges: those
 *                 below a cell, and at an open upper end of the mesh the last one, which stands in a ghost zone
 *   judge         looks for cells without a positive density or pressure, in rounds
 *   first_order   all faces and edges of cells that were found get first-order fluxes and electric fields; 0 is the
 *                 stage's state here
 *   close_faces   the last faces at open upper ends from div B = 0, for a state that has none    fields: 0 state
 *   add_magnetic_energy                                                                     fields: 0 state
 *
 * option[0]: the stage, from 1; option[1]: the round; option[2]: from which number in control->troubled on the round
 * has something to do. number[0] and [1]: the shares of the stage's state and of the step (evolve/weights.h).
 *
 * Finite volumes would give the mean of B by fluxes through faces; edges give it another value, and where the magnetic
 * pressure is thousands of times the gas's the difference can be more than all of the latter. A cell that is no gas any
 * more first gets the difference of the two magnetic energies (D. S. Balsara, D. S. Spicer, J. Comput. Phys. 149 (1999)
 * 270). If that is not enough it is noted with the number of the round: first-order flux correction. `first_order`
 * replaces what its faces and edges do by Rusanov's flux and the four-cell electric field with Rusanov's diffusion, for
 * which finite volumes stay positive (K. Wu, SIAM J. Numer. Anal. 56 (2018) 2124), and everything is advanced again
 * from the same old state; such cells always get the difference of energies. So that the first of these is no jump, a
 * gas of little internal energy beside its magnetic one gets a part of the difference, of either sign. A neighbour that
 * this costs its own positivity is found in the next round; the last one takes the whole mesh. Fluxes and electric
 * fields stay single-valued, so mass and momentum are conserved and div B is 0 whatever was replaced, in whichever
 * order; energy changes where cells get the difference, each of which is counted in `regulated`.
 */
#ifndef TAUB_PASSES_MHD_UPDATE_H
#define TAUB_PASSES_MHD_UPDATE_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/faces.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/common.h"
#include "passes/equilibrium.h"
#include "passes/godunov_scalars.h"
#include "passes/locate.h"
#include "passes/low_beta.h"
#include "passes/mhd_faces.h"
#include "passes/mhd_states.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "riemann/mhd_fan.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"
#include "systems/recovery_status.h"

/* Rounds that follow cells whose neighbours were replaced, before the one of the whole mesh. */
#define FIRST_ORDER_ROUNDS 3
#define FIRST_ORDER_EVERYWHERE (FIRST_ORDER_ROUNDS + 1)

/* A round has something to do when the one before found a cell; the number that it then left says so. */
#define NUMBER_OF_ROUND(stage, round) ((FIRST_ORDER_EVERYWHERE + 1) * ((stage)-1) + (round))
#define ROUND_IS_NEEDED(io) \
    (!(io).control->paused && !(io).control->failed && (io).control->troubled >= (io).range.option[2])

/* What the two faces of a cell across all axes change in component c. */
INLINE real flux_difference(const struct taub_io io, long face_at, int c, const real per[3])
{
    const long cs = io.shape.component_stride;
    real sum = R(0.0);
    EACH (a, 3)
        if (AXIS_ACTIVE(a) && c != SYSTEM_FIELD + a) {
            GLOBAL const stored *flux = io.f[1] + face_at + (FACE_AT(a) + c) * cs;
            sum += per[a] * (LOAD(flux) - LOAD(flux + axis_stride(io.shape, a)));
        }
    return sum;
}

#if ACTIVE_AXES > 1
/* The electric field along axis o of the edge at the lower corner of a cell, 0 in walls. */
INLINE real electric_at(const struct taub_io io, long edge_at, int b, const int cell[3], int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const int in_wall = wall_of_face(io, p, place_in_mesh(io, b, p, cell[p])) != WALL_NOWHERE ||
                        wall_of_face(io, q, place_in_mesh(io, b, q, cell[q])) != WALL_NOWHERE;
    const real electric = LOAD(io.f[2] + edge_at + o * io.shape.component_stride);
    return in_wall ? R(0.0) : electric;
}

/* What edges along axis o of the lower face across axis d change in its field, which follow each other along axis p;
 * along an axis with one cell the edge is a face of the cells beside, whose flux is the electric field. */
INLINE real edge_difference_along(const struct taub_io io, int b, const int cell[3], int d, int p, int o,
                                  const real per[3])
{
    const long at = cell_index(io.shape, 3, b, cell[2], cell[1], cell[0]);
    const int next[3] = {cell[0] + (p == 0), cell[1] + (p == 1), cell[2] + (p == 2)};
    if (!AXIS_ACTIVE(d) || !AXIS_ACTIVE(p))
        return R(0.0);
    return per[p] * (electric_at(io, at + axis_stride(io.shape, p), b, next, o) - electric_at(io, at, b, cell, o));
}
INLINE real edge_difference(const struct taub_io io, int b, const int cell[3], int d, const real per[3])
{
    const int p = (d + 1) % 3, q = (d + 2) % 3;
    return edge_difference_along(io, b, cell, d, q, p, per) - edge_difference_along(io, b, cell, d, p, q, per);
}
#endif

/* The share of the step over the width of a cell. */
INLINE void shares_of_step(const struct taub_io io, int b, int k, int j, int i, real per[3])
{
    EACH (a, 3)
        per[a] = R(io.range.number[1] * (io.control->dt / map_unit(io.shape, a))) * map_face(io, b, k, j, i, a);
}

/* What other states of the step change in the component at `place`, in differences from the start, so that a state at
 * rest stays to the last bit. */
INLINE real change_of_states(const struct taub_io io, long place)
{
#if TAUB_ADER
    return R(0.0);
#else
    const real start = io.f[0][place];
    const real moved = R(io.range.number[0]) * (io.f[6][place] - start);
#if TAUB_ORDER == 4
    if (io.range.option[0] == 5)
        return moved + SSP54_STATE_2 * (io.f[7][place] - start);
#endif
    return moved;
#endif
}

#if TAUB_USER_SOURCE
/* What sources change in a cell: as its data saw them, or as its mean does. With ADER a cell that is corrected takes
 * the mean at the start, since its data may have become no gas. */
INLINE void change_of_sources(const struct taub_io io, int b, int k, int j, int i, real change[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    struct setting here = setting_of_launch(io);
#if TAUB_ADER
    const int round = io.range.option[1];
    const int replaced = TAUB_POSITIVE && (round == FIRST_ORDER_EVERYWHERE ||
                                           (round && io.f[4][cell_index(io.shape, 1, b, k, j, i)] >= R(1.0)));
    if (!replaced) {
        GLOBAL const stored *sources = io.f[6] + cell_index(io.shape, FACE_STATES, b, k, j, i) + SOURCES_AT * cs;
        EACH (c, SYSTEM_COMPONENTS)
            change[c] = sources[c * cs];
        return;
    }
    GLOBAL const stored *in = io.f[0];
#else
    GLOBAL const stored *in = io.f[6];
#endif
    const long mean_at = cell_index(io.shape, MEAN_VALUES, b, k, j, i);
    real mean[SYSTEM_COMPONENTS];
    load_state(in, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, mean);
    EACH (a, 3)
        mean[SYSTEM_FIELD + a] = io.f[5][mean_at + a * cs];
    locate(io, b, k, j, i, &here);
    here.time = R(io.control->time + io.range.time[0] * io.control->dt);
    user_sources(mean, gas_of(mean), here, spot_at_centre(R(0.0)), change);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] *= R(io.range.number[1]);
}
#endif

#if TAUB_EQUILIBRIUM
/* Of a state at rest: all components, and the field of means by the fluxes. The last round, everywhere, subtracts
 * nothing: with first-order fluxes alone all means stay positive. */
#define CHANGES (SYSTEM_COMPONENTS + 3)
INLINE real change_at_rest(const struct taub_io io, int b, int k, int j, int i, int c)
{
    const long place = cell_index(io.shape, CHANGES, b, k, j, i) + c * io.shape.component_stride;
    return io.range.option[1] == FIRST_ORDER_EVERYWHERE ? R(0.0) : io.f[8][place];
}
#endif

/* Component c of a cell, or on its lower face, after what the stage changes. */
INLINE void store_change(const struct taub_io io, int b, const int cell[3], int c, real change)
{
    const long cs = io.shape.component_stride;
    const long place = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]) + c * cs;
#if TAUB_EQUILIBRIUM
    if (OF_EQUILIBRIUM(io)) {
        io.f[3][cell_index(io.shape, CHANGES, b, cell[2], cell[1], cell[0]) + c * cs] = change;
        return;
    }
    change -= change_at_rest(io, b, cell[2], cell[1], cell[0], c);
#endif
    io.f[3][place] = io.f[0][place] + (TAUB_ADER ? change : change + change_of_states(io, place));
}

/* The field through the lower face of a cell across axis d. */
INLINE void advance_face(const struct taub_io io, int b, const int cell[3], int d, const real per[3])
{
    real change = R(0.0);
#if ACTIVE_AXES > 1
    change = edge_difference(io, b, cell, d, per);
#endif
    store_change(io, b, cell, SYSTEM_FIELD + d, change);
}

INLINE void advance_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int cell[3] = {i, j, k};
    const long face_at = cell_index(io.shape, FACES, b, k, j, i);
    real per[3];
    shares_of_step(io, b, k, j, i, per);
#if TAUB_EQUILIBRIUM
    EACH (a, 3)
        if (OF_EQUILIBRIUM(io))
            store_change(io, b, cell, SYSTEM_COMPONENTS + a, flux_difference(io, face_at, SYSTEM_FIELD + a, per));
#endif
#if TAUB_USER_SOURCE
    real sources[SYSTEM_COMPONENTS];
    change_of_sources(io, b, k, j, i, sources);
#endif
    EACH (c, SYSTEM_COMPONENTS)
        if (c < SYSTEM_FIELD || c >= GAS_COMPONENTS || !AXIS_ACTIVE(c - SYSTEM_FIELD)) {
            real change = flux_difference(io, face_at, c, per);
#if TAUB_USER_SOURCE
            change += sources[c];
#endif
            store_change(io, b, cell, c, change);
        }
    EACH_AXIS (d) {
        const int next[3] = {i + (d == 0), j + (d == 1), k + (d == 2)};
        advance_face(io, b, cell, d, per);
        if (has_last_face(io, b, cell, d))
            advance_face(io, b, next, d, per);
    }
}
#undef TAUB_RESIDENT_POINTS
#define TAUB_RESIDENT_POINTS 4 /* as in mhd_faces.h; and passes with nothing to do end sooner */
TAUB_SPARSE_POINT_PASS_IF(advance, ROUND_IS_NEEDED(io))

/* ---- first-order flux correction ---- */

/* The new state of a cell with B from its faces. */
INLINE void new_state(const struct taub_io io, long at, real u[SYSTEM_COMPONENTS])
{
    load_state(io.f[3], at, io.shape.component_stride, u);
    field_of_cell(io.shape, io.f[3], at, u);
}

/* The field that fluxes through the faces would give to the mean. */
INLINE void field_of_fluxes(const struct taub_io io, int b, int k, int j, int i, real field[3])
{
    const long mean_at = cell_index(io.shape, MEAN_VALUES, b, k, j, i),
               face_at = cell_index(io.shape, FACES, b, k, j, i);
    real per[3];
    shares_of_step(io, b, k, j, i, per);
    EACH (a, 3) {
        real change = flux_difference(io, face_at, SYSTEM_FIELD + a, per);
#if TAUB_EQUILIBRIUM
        change -= change_at_rest(io, b, k, j, i, SYSTEM_COMPONENTS + a);
#endif
        field[a] = io.f[5][mean_at + a * io.shape.component_stride] + change;
    }
#if !TAUB_ADER
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real start[SYSTEM_COMPONENTS], second[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, io.shape.component_stride, start);
    field_of_cell(io.shape, io.f[0], at, start);
#if TAUB_ORDER == 4
    if (io.range.option[0] == 5) {
        load_state(io.f[7], at, io.shape.component_stride, second);
        field_of_cell(io.shape, io.f[7], at, second);
    }
#endif
    EACH (a, 3) {
        const int c = SYSTEM_FIELD + a;
        const real in = io.f[5][mean_at + a * io.shape.component_stride];
        real states = R(io.range.number[0]) * (in - start[c]);
#if TAUB_ORDER == 4
        states += io.range.option[0] == 5 ? SSP54_STATE_2 * (second[c] - start[c]) : R(0.0);
#endif
        field[a] += (start[c] - in) + states;
    }
    (void)second;
#endif
}

/* Whether what a stage adds to the start of the step is a gas by itself: the last stage of order 4 takes it up from the
 * fourth one. */
INLINE int addition_is_gas(const struct taub_io io, long at, const real u[SYSTEM_COMPONENTS])
{
#if !TAUB_ADER && TAUB_ORDER == 4 && TAUB_POSITIVE
    if (io.range.option[0] == 4) {
        real start[SYSTEM_COMPONENTS], added[SYSTEM_COMPONENTS];
        load_state(io.f[0], at, io.shape.component_stride, start);
        field_of_cell(io.shape, io.f[0], at, start);
        EACH (c, SYSTEM_COMPONENTS)
            added[c] = start[c] + (u[c] - start[c]) * R(1.0 / SSP54_ADDED_4);
        return state_is_gas(added);
    }
#endif
    return 1;
}

/* In the field of rounds: a cell that more energy was enough for. */
#define CORRECTED_BY_ENERGY R(0.5)

#if TAUB_POSITIVE && ACTIVE_AXES > 1
/* Whether a gas of the state u has so little internal energy that it follows the field of the fluxes: then its energy
 * in u does. */
INLINE int follows_fluxes(const struct taub_io io, int b, int k, int j, int i, real u[SYSTEM_COMPONENTS])
{
    const real least = LOW_BETA * energy_of_field(u);
    real inner, weight, field[3];
#if LEAST_INTERNAL_ENERGY
    if (least_internal_energy(u) >= least)
        return 0;
#endif
    internal_energy_part(u, &inner, &weight);
    inner /= weight;
    if (inner >= least)
        return 0;
    field_of_fluxes(io, b, k, j, i, field);
    u[4] += corrected_energy(inner, least, energy_for_field(u, field)) - inner;
    return 1;
}
#endif

INLINE void judge_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int round = io.range.option[1], everywhere = round == FIRST_ORDER_EVERYWHERE;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), found_at = cell_index(io.shape, 1, b, k, j, i);
    const real noted = TAUB_POSITIVE && round ? io.f[4][found_at] : R(0.0);
    const int replaced = everywhere || noted >= R(1.0);
    real u[SYSTEM_COMPONENTS];
    new_state(io, at, u);
#if TAUB_POSITIVE && ACTIVE_AXES > 1
    if (!replaced && state_is_gas(u) && follows_fluxes(io, b, k, j, i, u)) {
        io.f[3][at + 4 * io.shape.component_stride] = u[4];
        io.control->refill = 1;
        if (round == 0)
            count_up(&io.control->low_beta_cells, 1);
    }
#endif
    /* beside finer cells first-order fluxes carry scalars of these, which may lie outside those of the means around */
    const int within = !TAUB_POSITIVE || (TAUB_REFINED && replaced) || scalars_are_within(io, at, u);
    if (state_is_gas(u) && addition_is_gas(io, at, u) && within && !replaced) {
        if (round == 0 && TAUB_POSITIVE)
            io.f[4][found_at] = R(0.0);
        return;
    }
    if (!TAUB_POSITIVE) {
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
        return;
    }
    real field[3];
    field_of_fluxes(io, b, k, j, i, field);
    u[4] += energy_for_field(u, field);
    const int is_gas = state_is_gas(u), fine = is_gas && (everywhere || (within && addition_is_gas(io, at, u)));
    if (fine || replaced) {
        io.f[3][at + 4 * io.shape.component_stride] = u[4];
        io.control->refill = 1;
        if (replaced ? everywhere ? noted == R(0.0) : noted == R(round) : noted == R(0.0))
            count_regulated(io.control, replaced ? TAUB_CAUSE_FLUXES : TAUB_CAUSE_ENERGY);
    }
    if (!replaced)
        io.f[4][found_at] = fine ? CORRECTED_BY_ENERGY : R(round + 1);
    if (!fine && everywhere)
        count_recovery(io, RECOVERY_FAILED, b, k, j, i);
    else if (!fine)
        io.control->troubled = NUMBER_OF_ROUND(io.range.option[0], round + 1);
}
TAUB_SPARSE_POINT_PASS_IF(judge, ROUND_IS_NEEDED(io))

#if TAUB_POSITIVE

/* Whether a cell gets first-order fluxes in this round; cells beyond a boundary never do. */
INLINE int is_replaced(const struct taub_io io, int b, int k, int j, int i)
{
    int at[3] = {i, j, k}, block = b;
    if (io.range.option[1] == FIRST_ORDER_EVERYWHERE)
        return 1;
#if TAUB_REFINED
    EACH (a, 3) /* ghost zones have it (take_marks_from_level) */
        if (rank_beyond(io, b, a, at[a]))
            return 0;
#else
    if (!find_cell(io, &block, at))
        return 0;
#endif
    return io.f[4][cell_index(io.shape, 1, block, at[2], at[1], at[0])] >= R(1.0);
}

INLINE void load_cell(const struct taub_io io, int b, int k, int j, int i, real u[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride, mean_at = cell_index(io.shape, MEAN_VALUES, b, k, j, i);
    load_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs, u);
    EACH (a, 3)
        u[SYSTEM_FIELD + a] = io.f[5][mean_at + a * cs];
}

/* Rusanov's flux between two means with the field of the face between them; when all faces of a cell have it, the mean
 * that it makes stays positive. */
INLINE struct face_fan first_order_flux(const real below[SYSTEM_COMPONENTS], const real above[SYSTEM_COMPONENTS],
                                        real normal, int axis, real flux[SYSTEM_COMPONENTS])
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], fl[SYSTEM_COMPONENTS], fr[SYSTEM_COMPONENTS];
    struct face_fan fan;
    EACH (c, SYSTEM_COMPONENTS) {
        ul[c] = below[c];
        ur[c] = above[c];
    }
    const struct gas left = gas_with_normal_field(ul, axis, normal), right = gas_with_normal_field(ur, axis, normal);
    gas_flux(left, ul, axis, fl);
    gas_flux(right, ur, axis, fr);
    fan.ahead = fan.behind = safe_speed(ul, left, ur, right, axis);
    fan.sharper[0] = fan.sharper[1] = R(0.0);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.5) * ((fl[c] + fr[c]) - fan.ahead * (ur[c] - ul[c]));
    return fan;
}

INLINE void replace_face(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    const int x = axis == 0, y = axis == 1, z = axis == 2;
    const long cs = io.shape.component_stride;
    if (!is_replaced(io, b, k, j, i) && !is_replaced(io, b, k - z, j - y, i - x))
        return;
    real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    load_cell(io, b, k - z, j - y, i - x, below);
    load_cell(io, b, k, j, i, above);
    mirror_cells_at_wall(io, b, k, j, i, axis, below, above);
    const real normal = io.f[0][cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) + (SYSTEM_FIELD + axis) * cs];
    const struct face_fan fan = first_order_flux(below, above, normal, axis, flux);
    store_face(io, io.f[1] + cell_index(io.shape, FACES, b, k, j, i) + FACE_AT(axis) * cs, axis, flux, fan);
}

/* The electric field of four means, with the field of the four faces around and Rusanov's diffusion. */
INLINE void replace_edge(const struct taub_io io, int b, int k, int j, int i, int o)
{
    const int p = (o + 1) % 3, q = (o + 2) % 3;
    const int xp = p == 0, yp = p == 1, zp = p == 2, xq = q == 0, yq = q == 1, zq = q == 2;
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    if (!is_replaced(io, b, k, j, i) && !is_replaced(io, b, k - zp, j - yp, i - xp) &&
        !is_replaced(io, b, k - zq, j - yq, i - xq) && !is_replaced(io, b, k - zp - zq, j - yp - yq, i - xp - xq))
        return;
    GLOBAL const stored *face_p = io.f[0] + at + (SYSTEM_FIELD + p) * cs,
                        *face_q = io.f[0] + at + (SYSTEM_FIELD + q) * cs;
    const real north = face_p[0], south = face_p[-axis_stride(io.shape, q)];
    const real east = face_q[0], west = face_q[-axis_stride(io.shape, p)];
    real electric[4], speed_p = R(0.0), speed_q = R(0.0); /* cells: north-east, north-west, south-east, south-west */
    EACH_ROLLED (n, 0, 4) {
        const int w = n % 2, s = n / 2;
        real u[SYSTEM_COMPONENTS];
        load_cell(io, b, k - w * zp - s * zq, j - w * yp - s * yq, i - w * xp - s * xq, u);
        electric[n] = electric_of_field(u, p, q, s ? south : north, w ? west : east);
        const struct gas gas = gas_of(u);
        speed_p = real_max(speed_p, largest_speed(gas, u, p));
        speed_q = real_max(speed_q, largest_speed(gas, u, q));
    }
    io.f[2][cell_index(io.shape, 3, b, k, j, i) + o * cs] =
        R(0.25) * ((electric[3] + electric[0]) + (electric[2] + electric[1])) +
        (R(0.5) * speed_p * (east - west) - R(0.5) * speed_q * (north - south));
}

/* Loops over axes, since few cells come here and this would be a fifth of the program otherwise. */
INLINE void first_order_point(const struct taub_io io, int b, int k, int j, int i)
{
    EACH_ROLLED (a, 0, 3)
        if (AXIS_ACTIVE(a))
            replace_face(io, b, k, j, i, a);
#if ACTIVE_AXES > 1
    EACH_ROLLED (o, 0, 3)
        if (PLANE_ACTIVE(o))
            replace_edge(io, b, k, j, i, o);
#endif
}
TAUB_SPARSE_POINT_PASS_IF(first_order, ROUND_IS_NEEDED(io))

#endif

/* ---- boundaries and start ---- */

/* Of a state from outside, which has lower faces of cells only: the field through the last face from div B = 0. Where a
 * cell has several such faces (at edges of the mesh) they share what is missing. */
INLINE void close_faces_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int cell[3] = {i, j, k};
    real known = R(0.0); /* divergence of the other faces */
    int open = 0;
    EACH_AXIS (a) {
        GLOBAL const stored *face = io.f[0] + at + (SYSTEM_FIELD + a) * cs;
        const int last = has_last_face(io, b, cell, a);
        open += last;
        known += last ? R(0.0)
                      : (face[axis_stride(io.shape, a)] - face[0]) *
                            (R(1.0 / map_unit(io.shape, a)) * map_face(io, b, k, j, i, a));
    }
    EACH (a, 3)
        if (AXIS_ACTIVE(a) && has_last_face(io, b, cell, a)) {
            GLOBAL stored *face = io.f[0] + at + (SYSTEM_FIELD + a) * cs;
            face[axis_stride(io.shape, a)] =
                face[0] - known * (R(map_unit(io.shape, a)) * map_width(io, b, k, j, i, a) / R(open));
        }
}
TAUB_POINT_PASS(close_faces)

/* Momentum and energy of the field, behind `conserve`, which knows no means of B. */
INLINE void add_magnetic_energy_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real u[SYSTEM_COMPONENTS];
    load_state(io.f[0], at, io.shape.component_stride, u);
    field_of_cell(io.shape, io.f[0], at, u);
    const real field[3] = {u[SYSTEM_FIELD], u[SYSTEM_FIELD + 1], u[SYSTEM_FIELD + 2]};
    add_field(field, u);
#if FIELD_HAS_SPREAD
    u[4] += spread_of_field(io.shape, io.f[0], at);
#endif
    EACH_FROM (c, 1, 5)
        io.f[0][at + c * io.shape.component_stride] = u[c];
}
TAUB_POINT_PASS(add_magnetic_energy)

#undef TAUB_RESIDENT_POINTS
#define TAUB_RESIDENT_POINTS 1

#endif
