/* The magnetic field at centres of faces and cells of a cubed sphere, at orders 3 and 4 (passes/sphere.h).
 *
 * In numbers of cells fluxes are means over faces of a vector b whose divergence is that of a box. Values at points
 * follow to fourth order from differences along the lines of cells, which stay in a panel, one-sided at its sides and
 * at ends of the mesh. All is done with what fluxes have beyond those of a uniform field that is near: such a one is
 * exact, and what leads from b to B may be of second order. */
#ifndef TAUB_PASSES_SPHERE_FLUXES_H
#define TAUB_PASSES_SPHERE_FLUXES_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/sphere.h"
#include "passes/common.h"
#include "passes/lines.h"
#include "passes/sphere_field.h"

#if TAUB_ORDER > 2

/* A cell, where the lines around it begin, its place in them, and a uniform field in the axes of its panel. */
struct near_field {
    int b, cell[3], first[3], place[3];
    real field[3];
};
INLINE struct near_field near_cell(const struct taub_io io, int b, int k, int j, int i)
{
    struct near_field near = {b, {i, j, k}, {0, 0, 0}, {0, 0, 0}, {R(0.0), R(0.0), R(0.0)}};
    EACH (a, 3) {
        near.first[a] = line_around(io, b, a, near.cell[a]);
        near.place[a] = near.cell[a] - near.first[a];
    }
    return near;
}

/* The flux through a face of the cell that is `steps` away along axis t, beyond that of the uniform field. */
INLINE real flux_beyond(const struct taub_io io, GLOBAL const stored *fluxes, const struct near_field near, int axis,
                        int upper, int t, int steps)
{
    const int i = near.cell[0] + (t == 0 ? steps : 0), j = near.cell[1] + (t == 1 ? steps : 0);
    const int k = near.cell[2] + (t == 2 ? steps : 0);
    const long at = cell_index(io.shape, MAGNETIC_FLUXES, near.b, k, j, i);
    real area[3];
    area_of_face(io, axis, near.b, k + (upper && axis == 2), j + (upper && axis == 1), i + (upper && axis == 0), area);
    return fluxes[at + (2 * axis + upper) * io.shape.component_stride] - dot_of(area, near.field);
}

/* b at the centre of a face, beyond the uniform field. */
INLINE real flux_at_centre(const struct taub_io io, GLOBAL const stored *fluxes, const struct near_field near, int axis,
                           int upper)
{
    real bend = R(0.0);
    EACH_FROM (n, 1, 3) {
        const int t = (axis + n) % 3;
        real line[LINE_CELLS];
        EACH (m, LINE_CELLS)
            line[m] = flux_beyond(io, fluxes, near, axis, upper, t, near.first[t] + m - near.cell[t]);
        bend += difference_on_line(line, near.place[t]);
    }
    return flux_beyond(io, fluxes, near, axis, upper, axis, 0) - R(1.0 / 24.0) * bend;
}

/* Of the four faces of a cubic along an axis beside the two of the cell the next one, or at a side of the panel or an
 * end the next but one inside, and the other one: whether it is an upper one, and how many cells away. */
struct cubic {
    int is_inside, ends, next_upper, next_step, other_upper, other_step;
};
INLINE struct cubic cubic_along(const struct taub_io io, int b, int axis, int place)
{
    const int last = io.shape.cells[axis] - 1;
    const int below = block_across(io, b, axis, 0), above = block_across(io, b, axis, 1);
    const int first = axis < 2 || (below < 0 && below != LINK_ELSEWHERE) ? 0 : -1; /* -1: none */
    const int final = axis < 2 || (above < 0 && above != LINK_ELSEWHERE) ? last : -1;
    const int begins = place == first, ends = place == final;
    const struct cubic cubic = {!(begins | ends), ends, !ends, 1 - 2 * ends, begins, 3 * begins - 1 - ends};
    return cubic;
}

/* b along an axis at the centre of the cell, from its faces, the other two of the cubic, and the centres of both. */
INLINE real middle_of_cubic(int is_inside, int ends, real lower, real upper, real next, real other, real lower_centre,
                            real upper_centre)
{
    const real outer = ends ? upper : lower, inner = ends ? lower : upper;
    const real bend = (outer - inner) + (next - inner), bend_inside = (inner - next) + (other - next);
    const real both = is_inside ? (other - lower) + (next - upper) : R(3.0) * bend - bend_inside;
    return R(0.5) * (lower_centre + upper_centre) - R(1.0 / 16.0) * both;
}

INLINE real flux_in_middle(const struct taub_io io, GLOBAL const stored *fluxes, const struct near_field near, int axis)
{
    const struct cubic cubic = cubic_along(io, near.b, axis, near.cell[axis]);
    const real lower = flux_beyond(io, fluxes, near, axis, 0, axis, 0);
    const real upper = flux_beyond(io, fluxes, near, axis, 1, axis, 0);
    const real next = flux_beyond(io, fluxes, near, axis, cubic.next_upper, axis, cubic.next_step);
    const real other = flux_beyond(io, fluxes, near, axis, cubic.other_upper, axis, cubic.other_step);
    return middle_of_cubic(cubic.is_inside, cubic.ends, lower, upper, next, other,
                           flux_at_centre(io, fluxes, near, axis, 0), flux_at_centre(io, fluxes, near, axis, 1));
}

/* The Cartesian field at the centre of a cell. */
INLINE void field_at_centre(const struct taub_io io, GLOBAL const stored *fluxes, int b, int k, int j, int i,
                            real field[3])
{
    struct near_field near = near_cell(io, b, k, j, i);
    real own[MAGNETIC_FLUXES], beyond[MAGNETIC_FLUXES], rest[3];
    load_fluxes(io, fluxes, b, k, j, i, own);
    field_of_fluxes(io, b, k, j, i, own, field);
    vector_in_panel(panel_of_block(io, b), field, near.field);
    EACH (a, 3)
        beyond[2 * a] = beyond[2 * a + 1] = flux_in_middle(io, fluxes, near, a);
    field_of_fluxes(io, b, k, j, i, beyond, rest);
    EACH (c, 3)
        field[c] += rest[c];
}

/* The component across the lower face of a cell at its centre; `between`: the Cartesian field of both sides there. */
INLINE real field_across(const struct taub_io io, GLOBAL const stored *fluxes, const struct face_frame *face, int axis,
                         int b, int k, int j, int i, const real between[3])
{
    const int last = (axis == 0 ? i : axis == 1 ? j : k) == io.shape.cells[axis];
    struct near_field near =
        near_cell(io, b, k - (last && axis == 2), j - (last && axis == 1), i - (last && axis == 0));
    vector_in_panel(panel_of_block(io, b), between, near.field);
    return dot_of(face->axis[0], near.field) + flux_at_centre(io, fluxes, near, axis, last) / face->area;
}

#endif
#endif
