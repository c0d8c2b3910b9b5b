/* A field on faces between blocks of unlike levels: the faces of the parts into which a coarser cell is divided.
 *
 * Faces of parts that lie in faces of the cell are means of what the scheme reconstructs along these, but where finer
 * cells are across, those have them. The others are first guessed, from the faces along their own axis: half the sum of
 * two, at orders 3 and 4 the cubic through four. Then each part gets the divergence of the cell, 0, by the least change
 * of fluxes: with the sums of a divergence over parts with signs, one for each set of axes, that is one number for each
 * set that has the axis of the face (in essence G. Toth, P. L. Roe, J. Comput. Phys. 180 (2002) 736). */
#ifndef TAUB_PASSES_LEVELS_FIELD_H
#define TAUB_PASSES_LEVELS_FIELD_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "geometry/parts.h"
#include "passes/common.h"

#if TAUB_REFINED && defined(SYSTEM_FACES)

#include "reconstruct/lines.h"
#include "reconstruct/modes.h"

/* Across each axis the lower, middle and upper faces of the parts. */
struct part_faces {
    real b[3][3][8];
};

/* The lower face of a cell, divided by the data along it. */
INLINE void divide_face(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3], int axis,
                        real part[8])
{
    const int c = SYSTEM_FIELD + axis, p = axis == 0 ? 1 : 0, q = axis == 2 ? 1 : 2;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]);
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], slope[3] = {R(0.0), R(0.0), R(0.0)}, both = R(0.0);
    struct stencil d;
    load_state(field, at, cs, u);
    const real value = field[at + c * cs], floor2 = variation_floor(u, c);
    load_stencil(io.shape, field + at + c * cs, 3, value, &d);
    EACH (a, 3)
        if (AXIS_ACTIVE(a) && a != axis) {
            const struct line_modes line = modes_of_line(d.line[a], floor2, a, c);
            slope[a] = R(0.25) * line.x + R(1.0 / 32.0) * line.xxx;
        }
#if TAUB_ORDER > 2
    real m[MODE_COUNT];
    cross_modes(d, floor2, m);
    both = R(1.0 / 16.0) * m[MODE_CROSS + axis];
#endif
    EACH_PART(n)
    if (!(n >> axis & 1))
        part[n] = value + ((UPPER_SIGN(n, p) * slope[p] + UPPER_SIGN(n, q) * slope[q]) +
                           (UPPER_SIGN(n, p) * UPPER_SIGN(n, q)) * both);
}

/* The same, or the faces of finer cells there. */
INLINE void parts_of_face(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3], int axis,
                          real part[8])
{
    const int side = cell[axis] > 0, at_end = cell[axis] == 0 || cell[axis] == io.shape.cells[axis];
    int count = 0;
    if (!at_end || level_across(io, b, axis, side) <= 0) {
        divide_face(io, field, b, cell, axis, part);
        return;
    }
    EACH_PART(n)
    if (!(n >> axis & 1)) {
        int at[3];
        const int block = finer_cell(io, b, cell, axis, side, count++, at);
        part[n] = field[cell_index(io.shape, SYSTEM_COMPONENTS, block, at[2], at[1], at[0]) +
                        (SYSTEM_FIELD + axis) * io.shape.component_stride];
    }
}

/* What the next faces add to the mean of both, along the axis that they are across. */
INLINE void bend_between_faces(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3], int axis,
                               real bend[8])
{
    EACH_PART(n)
    bend[n] = R(0.0);
#if TAUB_ORDER > 2
    EACH_ROLLED (f, -1, 3) {
        const int at[3] = {cell[0] + (axis == 0 ? f : 0), cell[1] + (axis == 1 ? f : 0), cell[2] + (axis == 2 ? f : 0)};
        real part[8];
        divide_face(io, field, b, at, axis, part);
        EACH_PART(n)
        bend[n] += f == 0 || f == 1 ? R(1.0 / 16.0) * part[n] : R(-1.0 / 16.0) * part[n];
    }
#endif
}

/* The number of axes in a set, and the sign of a part for it. */
INLINE int count_axes(int set)
{
    return (set & 1) + (set >> 1 & 1) + (set >> 2 & 1);
}
INLINE real sign_of_set(int set, int n)
{
    return count_axes(set & ~n) & 1 ? R(-1.0) : R(1.0);
}

/* Inner faces so that no part has a divergence that the cell has not. */
INLINE void balance_parts(const struct taub_io io, struct part_faces *faces)
{
    real sum[8], per[3];
    EACH (a, 3)
        per[a] = R(1.0 / map_unit(io.shape, a)); /* all widths fall by the same factor */
    for (int set = 0; set < 8; set++)
        sum[set] = R(0.0);
    EACH_PART(n)
    {
        real divergence = R(0.0);
        EACH_AXIS (a) {
            const int upper = n >> a & 1, below = PART_BELOW(n, a);
            divergence += per[a] * (faces->b[a][1 + upper][below] - faces->b[a][upper][below]);
        }
        EACH_PART(set)
        sum[set] += R(1.0 / PARTS_OF_CELL) * (sign_of_set(set, n) * divergence);
    }
    EACH_AXIS (a) {
        EACH_PART(n)
        {
            real change = R(0.0);
            EACH_PART(set)
            if (set >> a & 1)
                change += sign_of_set(set & ~(1 << a), n) * sum[set] / (real)count_axes(set);
            if (!(n >> a & 1))
                faces->b[a][1][n] += change / per[a];
        }
    }
}

INLINE void faces_of_parts(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3],
                           struct part_faces *faces)
{
    EACH_AXIS (a) {
        const int next[3] = {cell[0] + (a == 0), cell[1] + (a == 1), cell[2] + (a == 2)};
        real bend[8];
        parts_of_face(io, field, b, cell, a, faces->b[a][0]);
        parts_of_face(io, field, b, next, a, faces->b[a][2]);
        bend_between_faces(io, field, b, cell, a, bend);
        EACH_PART(n)
        if (!(n >> a & 1))
            faces->b[a][1][n] = R(0.5) * (faces->b[a][0][n] + faces->b[a][2][n]) + bend[n];
    }
    balance_parts(io, faces);
}

/* The lower face of a part. */
INLINE real lower_face(const struct part_faces *faces, int n, int axis)
{
    return faces->b[axis][n >> axis & 1][PART_BELOW(n, axis)];
}

#endif
#endif
