/* Means over cells and values at their centres on a cubed sphere, at orders 3 and 4 (passes/sphere.h), to fourth order
 * by differences (geometry/sphere.h); where nothing varies they are equal to the bit.
 *
 *   sphere_cells     1 magnetic fluxes -> 2: the field of a primitive state at centres
 *   sphere_energies  1 primitive at centres -> 0: mean magnetic energies of cells; in stages (option[0]) 2 primitive
 *                    before -> 3: those of cells beyond that at their centre, of the states that the stage combines
 *   sphere_points    0 conserved means, 2 mean magnetic energies -> 1: primitive at centres, but its field
 *   sphere_average   1 primitive at centres, 2 mean magnetic energies, 3 magnetic fluxes -> 0: conserved means
 *   sphere_means_x, _y, _z   0 fluxes per area at the centres of faces, 2 primitive at centres -> 1: flux times area of
 *                    the lower faces across the axis */
#ifndef TAUB_PASSES_SPHERE_POINTS_H
#define TAUB_PASSES_SPHERE_POINTS_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/points.h"
#include "passes/sphere.h"
#if defined(SYSTEM_FIELD)
#include "passes/sphere_field.h"
#if TAUB_ORDER > 2
#include "passes/sphere_fluxes.h"
#include "passes/sphere_fluxes_host.h"
#include "schemes/godunov.h"
#endif
#endif

#if TAUB_ORDER > 2

/* Differences about place n of an axis, for what ghost zones hold, too, beyond sides of panels and between blocks. */
INLINE struct line_differences differences_at(const struct taub_io io, int axis, int b, int n)
{
    const int last = io.shape.cells[axis] - 1, lower = block_across(io, b, axis, 0),
              upper = block_across(io, b, axis, 1);
    return line_differences(n == 0 && lower < 0 && lower != LINK_ELSEWHERE,
                            n == last && upper < 0 && upper != LINK_ELSEWHERE);
}

/* The same for what ghost zones beyond sides of panels do not hold: faces and edges. */
INLINE struct line_differences differences_in_panel(const struct taub_io io, int axis, int b, int n)
{
    return axis < 2 ? line_differences(n == 0, n == io.shape.cells[axis] - 1) : differences_at(io, axis, b, n);
}

INLINE void sphere_points_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real q[SYSTEM_COMPONENTS];
    load_point(io, io.f[0], b, k, j, i, q);
    EACH (c, SYSTEM_COMPONENTS)
        if (!is_field(c))
            io.f[1][to + c * io.shape.component_stride] = q[c];
}
SPHERE_POINT_PASS(sphere_points)

#if defined(SYSTEM_FIELD)
#if defined(TAUB_HOST)
INLINE void sphere_cells_line(const struct taub_io *given, int b, int k, int j, int lower, int upper)
{
    const struct taub_io io = *given;
    for (int i = lower; i < upper; i += SPHERE_ROW)
        fields_at_centres(given, io.f[1], piece_of_row(b, k, j, i, upper),
                          io.f[2] + cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i) +
                              SYSTEM_FIELD * io.shape.component_stride);
}
SPHERE_LINE_PASS(sphere_cells)
#else
INLINE void sphere_cells_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real field[3];
    field_at_centre(io, io.f[1], b, k, j, i, field);
    EACH (a, 3)
        io.f[2][to + (SYSTEM_FIELD + a) * io.shape.component_stride] = field[a];
}
SPHERE_POINT_PASS(sphere_cells)
#endif

#if TAUB_POSITIVE
/* Values of cells for corrections: a field and an energy (passes/sphere_update.h), and by how much the mean magnetic
 * energy is above that of the field at the centre: what the stage's states have together, the start of the step and, at
 * order 4, the second state. */
enum { BEYOND_FIELD, BEYOND_ENERGY = 3, BEYOND_SPREAD, BEYOND_AT_START, BEYOND_SECOND, BEYOND_VALUES };

/* number[0] and [1]: shares of the start and of the stage's state. */
INLINE void combine_spreads(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    GLOBAL stored *kept = io.f[3] + cell_index(io.shape, BEYOND_VALUES, b, k, j, i);
    const int stage = io.range.option[0];
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[2], at, cs, q);
    const real spread = io.f[0][cell_index(io.shape, 1, b, k, j, i)] - energy_of_field(q);
    const real start = stage == 1 ? spread : kept[BEYOND_AT_START * cs];
    real both = start + R(io.range.number[1]) * (spread - start);
    if (stage == 1)
        kept[BEYOND_AT_START * cs] = start;
#if TAUB_ORDER == 4
    if (stage == 3)
        kept[BEYOND_SECOND * cs] = spread;
    if (stage == 5)
        both += SSP54_STATE_2 * (kept[BEYOND_SECOND * cs] - start);
#endif
    kept[BEYOND_SPREAD * cs] = both;
}
#endif

/* By the same differences wherever it is asked for, so that what goes from the energy of the field to that of the gas
 * is the same at the start, in steps and at points: no error of theirs enters the gas. They stay in the panel, since
 * zones beyond its sides do not have the field that fluxes make. */
INLINE void sphere_energies_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const int place[3] = {i, j, k};
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[1], at, cs, q);
    const real own = energy_of_field(q);
    real mean = own;
#if TAUB_POSITIVE
    if (io.range.option[0])
        combine_spreads(io, b, k, j, i);
#endif
    for (int a = 0; a < 3; a++) {
        const struct line_differences line = differences_in_panel(io, a, b, place[a]);
        const real growth = growth_of_volume(io, a, b, k, j, i);
        for (int m = 0; m < 3; m++) {
            load_state(io.f[1], at + line.step[m] * axis_stride(io.shape, a), cs, q);
            mean += share_in_mean(line, m, growth) * (energy_of_field(q) - own);
        }
    }
    io.f[0][cell_index(io.shape, 1, b, k, j, i)] = mean;
}
SPHERE_POINT_PASS(sphere_energies)
#endif

/* The conserved state at the centre of a cell, without its field. */
INLINE void load_gas(const struct taub_io io, const struct eos eos, long at, real u[SYSTEM_COMPONENTS])
{
    real q[SYSTEM_COMPONENTS];
    load_state(io.f[1], at, io.shape.component_stride, q);
    EACH (c, SYSTEM_COMPONENTS)
        q[c] = is_field(c) ? R(0.0) : q[c];
    conserved_of_primitive(eos, q, u);
}

INLINE void sphere_average_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const int place[3] = {i, j, k};
    real own[SYSTEM_COMPONENTS], mean[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    load_gas(io, eos, at, own);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        mean[c] = own[c];
    for (int a = 0; a < 3; a++) {
        const struct line_differences line = differences_at(io, a, b, place[a]);
        const real growth = growth_of_volume(io, a, b, k, j, i);
        for (int m = 0; m < 3; m++) {
            load_gas(io, eos, at + line.step[m] * axis_stride(io.shape, a), u);
            for (int c = 0; c < SYSTEM_COMPONENTS; c++)
                mean[c] += share_in_mean(line, m, growth) * (u[c] - own[c]);
        }
    }
    const real share = share_of_correction(own, mean); /* beside jumps differences may leave no gas */
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        mean[c] = share < R(1.0) ? own[c] + share * (mean[c] - own[c]) : mean[c];
#if defined(SYSTEM_FIELD)
    real fluxes[MAGNETIC_FLUXES];
    load_fluxes(io, io.f[3], b, k, j, i, fluxes);
    field_of_fluxes(io, b, k, j, i, fluxes, mean + SYSTEM_FIELD);
    mean[4] += io.f[2][cell_index(io.shape, 1, b, k, j, i)];
#endif
    store_state(io.f[0], at, cs, mean);
}
TAUB_BRIEF_POINT_PASS(sphere_average)

/* ---- fluxes through whole faces ----
 *
 * The mean of F N over a face, N its vector area, is F N of the whole face and 1/24 of the second differences of
 * (F - F_c) N along both axes of the face, F_c the tensor at its centre. */

/* The flux of a gas along a vector that is small: three axes, each with its share. */
INLINE void flux_along(const struct eos eos, const real q[SYSTEM_COMPONENTS], const real along[3],
                       real flux[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS], one[SYSTEM_COMPONENTS];
    conserved_of_primitive(eos, q, u);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.0);
    EACH (a, 3) {
        gas_flux(GAS_OF(eos, u), u, a, one);
        EACH (c, SYSTEM_COMPONENTS)
            flux[c] += along[a] * one[c];
    }
}

/* Adds the second difference along axis t. What the normal turns by is added to `turned`. */
INLINE void bend_along(const struct taub_io io, int axis, int t, const struct line_differences line, int b,
                       const int place[3], const real own[SYSTEM_COMPONENTS], real bent[SYSTEM_COMPONENTS],
                       real turned[3])
{
    const long at = cell_index(io.shape, FACE_VALUES, b, place[2], place[1], place[0]);
    const long stride = axis_stride(io.shape, t);
    real normal[3], area[3];
    if (axis == 2)
        sphere_direction(io, SPHERE_NORMAL, place[1], place[0], normal);
    EACH (m, 3) {
        const int i = place[0] + (t == 0 ? line.step[m] : 0), j = place[1] + (t == 1 ? line.step[m] : 0);
        const int k = place[2] + (t == 2 ? line.step[m] : 0);
        const real share = line.second[m] * area_size(io, axis, b, k, j, i);
        EACH (c, SYSTEM_COMPONENTS)
            bent[c] += share * (shared_face(io, io.f[0], axis, at + line.step[m] * stride, place[axis], c) - own[c]);
        if (axis == 2) {
            area_of_face(io, axis, b, k, j, i, area);
            EACH (a, 3)
                turned[a] += line.second[m] * area[a] - share * normal[a];
        }
    }
}

INLINE void flux_through_face(const struct taub_io io, int axis, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, FACE_VALUES, b, k, j, i), cs = io.shape.component_stride;
    const int p = axis == 0 ? 1 : 0, q = axis == 2 ? 1 : 2, place[3] = {i, j, k};
    const int wall = axis == 2 && wall_of_layer(io, b, k);
    const real area = area_size(io, axis, b, k, j, i), passes = (real)(1 - wall);
    real own[SYSTEM_COMPONENTS], bent[SYSTEM_COMPONENTS], turned[3] = {R(0.0), R(0.0), R(0.0)};
    EACH (c, SYSTEM_COMPONENTS) {
        own[c] = shared_face(io, io.f[0], axis, at, place[axis], c);
        bent[c] = R(0.0);
    }
    bend_along(io, axis, p, differences_in_panel(io, p, b, place[p]), b, place, own, bent, turned);
    bend_along(io, axis, q, differences_in_panel(io, q, b, place[q]), b, place, own, bent, turned);
    if (axis == 2) {
        const long above = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), below = above - io.shape.plane_stride;
        real state[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS], along[3];
        EACH (c, SYSTEM_COMPONENTS)
            state[c] = R(0.5) * (LOAD(io.f[2] + above + c * cs) + LOAD(io.f[2] + below + c * cs));
        vector_of_panel(panel_of_block(io, b), turned, along);
        flux_along(eos, state, along, flux);
        EACH (c, SYSTEM_COMPONENTS)
            bent[c] -= flux[c];
    }
    EACH (c, SYSTEM_COMPONENTS) { /* nothing goes through a wall */
        const real mean = (own[c] * area + R(1.0 / 24.0) * bent[c]) * (c < 1 || c > 3 ? passes : R(1.0));
        io.f[1][at + (axis * SYSTEM_COMPONENTS + c) * cs] =
            is_field(c) ? own[c] : mean; /* E stays that of the centre */
    }
}

INLINE void sphere_means_x_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_through_face(io, 0, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_means_x)
INLINE void sphere_means_y_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_through_face(io, 1, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_means_y)
INLINE void sphere_means_z_point(const struct taub_io io, int b, int k, int j, int i)
{
    flux_through_face(io, 2, b, k, j, i);
}
SPHERE_POINT_PASS(sphere_means_z)

#endif

#endif
