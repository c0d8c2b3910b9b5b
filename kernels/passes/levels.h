/* States between blocks of unlike levels (mesh.refine): a coarser cell has the mean of the finer ones that it is made
 * of; finer cells have means of the data of the coarser one, as the scheme reconstructs them, so that fills are of its
 * order. Both keep sums.
 *
 *   transfer  fields: 0 a state, 1 a state of other blocks, 2 the list of boxes of 1 that have theirs from 0, 3 the
 *             table of the blocks of 0
 *   indicate  by rows, the largest of a measure of a quantity, by which blocks are refined
 *             fields: 0 rows out, 1 the quantity with its ghost zones, in the first option[0] components of a state;
 *             option[1]: enum taub_measure; number[0]: smaller values count as having this size
 *
 * The second difference is that of R. Loehner, Comput. Methods Appl. Mech. Eng. 61 (1987) 323: over first ones, along
 * all axes, 1 at most. A part of the size of values is added to first differences, so that ripples below it count as
 * smooth. A cell whose value is no number has no measure either. */
#ifndef TAUB_PASSES_LEVELS_H
#define TAUB_PASSES_LEVELS_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/parts.h"
#include "passes/common.h"
#include "passes/halo.h"

#if TAUB_REFINED

#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "schemes/scalar_bounds.h"
#if defined(SYSTEM_FACES)
#include "geometry/faces.h"
#include "passes/levels_field.h"
#endif

#if defined(SYSTEM_FACES)
/* The axis across which component c stands on faces, or -1. */
#define FACE_AXIS(c) \
    ((c) >= SYSTEM_FIELD && (c) < SYSTEM_FIELD + 3 && AXIS_ACTIVE((c)-SYSTEM_FIELD) ? (c)-SYSTEM_FIELD : -1)
#else
#define FACE_AXIS(c) (-1)
#endif

/* The means over the parts of a cell differ from the cell's by these, with a sign for each axis. */
struct parts {
    real u[SYSTEM_COMPONENTS], line[3][SYSTEM_COMPONENTS];
#if TAUB_ORDER > 2
    real plane[3][SYSTEM_COMPONENTS];
#endif
#if TRIPLE_MODES
    real triple[SYSTEM_COMPONENTS];
#endif
    real share; /* of the difference that is kept */
#if defined(SYSTEM_FACES)
    struct part_faces faces;
    real field[8][3]; /* their means, all of whose difference is kept */
    real excess[8];   /* of their magnetic energy over the mean of all parts */
    int gains;        /* energy that the cell has not */
#endif
#if TAUB_BOUND_SCALARS
    real carried[SYSTEM_COMPONENTS]; /* of scalars: the share of the difference from what the mass of a part carries */
#endif
};

/* What the data of the cell say by how much component c of a part differs from its mean. Bit a of `upper`: the upper
 * half along axis a. */
INLINE real difference_of_part(const struct parts *parts, int upper, int c)
{
    real sign[3];
    EACH (a, 3)
        sign[a] = UPPER_SIGN(upper, a);
    real more = (sign[0] * parts->line[0][c] + sign[1] * parts->line[1][c]) + sign[2] * parts->line[2][c];
#if TAUB_ORDER > 2
    more += ((sign[1] * sign[2]) * parts->plane[0][c] + (sign[2] * sign[0]) * parts->plane[1][c]) +
            (sign[0] * sign[1]) * parts->plane[2][c];
#endif
#if TRIPLE_MODES
    more += (sign[0] * sign[1] * sign[2]) * parts->triple[c];
#endif
    return more;
}

INLINE void part_of(const struct parts *parts, int upper, real part[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        part[c] = parts->u[c] + parts->share * difference_of_part(parts, upper, c);
#if defined(SYSTEM_FACES)
    EACH (a, 3)
        part[SYSTEM_FIELD + a] = parts->field[upper][a];
    part[GAS_ENERGY] += (R(1.0) - parts->share) * parts->excess[upper];
#endif
#if TAUB_BOUND_SCALARS
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        const real alike = part[0] * (parts->u[c] / parts->u[0]);
        part[c] = parts->carried[c] < R(1.0) ? alike + parts->carried[c] * (part[c] - alike) : part[c];
    }
#endif
}

/* Parts keep at least this of the density and pressure of their cell; zones and cells that are bounded so are counted
 * in first_order_cells. */
#define LEAST_PART R(0.1)
INLINE real share_of_part(real mean, real value)
{
    const real least = LEAST_PART * mean;
    return value >= least ? R(1.0) : (mean - least) / real_max(mean - value, REAL_TINY);
}

#if defined(SYSTEM_FACES)
/* The field of all parts. Where their field leaves one of them less than the least share of the internal energy of the
 * cell, what is missing is made up for: the only place where parts have more energy than their cell. Returns the least
 * internal energy of parts that are alike but for the field. */
INLINE real find_field(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3],
                       struct parts *parts)
{
    real mean = R(0.0), alike = REAL_MAX, inner, weight;
    faces_of_parts(io, field, b, cell, &parts->faces);
    EACH_PART(n)
    {
        EACH (a, 3) {
            const int c = SYSTEM_FIELD + a, below = PART_BELOW(n, a), upper = n >> a & 1;
            parts->field[n][a] = AXIS_ACTIVE(a)
                                     ? R(0.5) * (parts->faces.b[a][upper][below] + parts->faces.b[a][1 + upper][below])
                                     : parts->u[c] + difference_of_part(parts, n, c);
        }
        parts->excess[n] = R(0.5) * dot3(parts->field[n], parts->field[n]);
        mean += R(1.0 / PARTS_OF_CELL) * parts->excess[n];
    }
    field_of_cell(io.shape, field, cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]), parts->u);
    internal_energy_part(parts->u, &inner, &weight);
    const real least = LEAST_PART * (inner / weight);
    EACH_PART(n)
    {
        real part[SYSTEM_COMPONENTS];
        parts->excess[n] -= mean;
        EACH (c, SYSTEM_COMPONENTS)
            part[c] = parts->u[c];
        EACH (a, 3)
            part[SYSTEM_FIELD + a] = parts->field[n][a];
        part[GAS_ENERGY] += parts->excess[n];
        internal_energy_part(part, &inner, &weight);
        alike = real_min(alike, inner / weight);
    }
    parts->gains = alike < least;
    parts->u[GAS_ENERGY] += parts->gains ? least - alike : R(0.0);
    return real_max(alike, least);
}
#endif

/* One share for all parts, so that their mean stays that of the cell; `pressure`: an internal energy that they have
 * with none. */
INLINE void bound_parts(struct parts *parts, real pressure)
{
    const real density = density_part(parts->u);
    real lowest = R(1.0);
    parts->share = R(1.0);
#if TAUB_BOUND_SCALARS
    EACH (c, SYSTEM_COMPONENTS)
        parts->carried[c] = R(1.0);
#endif
    for (int stage = 0; stage < 2; stage++) {
        lowest = R(1.0);
        EACH_PART(n)
        {
            real part[SYSTEM_COMPONENTS], of_part, weight_of_part;
            part_of(parts, n, part);
            internal_energy_part(part, &of_part, &weight_of_part);
            const real share =
                stage ? share_of_part(pressure, of_part / weight_of_part) : share_of_part(density, density_part(part));
            lowest = real_min(lowest, share);
        }
        parts->share *= lowest >= R(0.0) ? lowest : R(0.0);
    }
}

#if TAUB_BOUND_SCALARS
/* Bounds of scalars as the scheme has them: 0 and 1, or the values of the cell and around it where these are beyond. No
 * part passes them by more than the cell does. */
INLINE void bound_scalars_of_parts(const struct taub_io io, GLOBAL const stored *field, long at, struct parts *parts)
{
    const long cs = io.shape.component_stride;
    EACH_FROM (c, GAS_COMPONENTS, SYSTEM_COMPONENTS) {
        const real mean = parts->u[c] / parts->u[0];
        real least = mean, most = mean, share = R(1.0);
        EACH_SIDE (side) {
            const long place = at + (2 * (side % 2) - 1) * axis_stride(io.shape, side / 2);
            const real value = LOAD(field + place + c * cs) / LOAD(field + place);
            least = real_min(least, value);
            most = real_max(most, value);
        }
        const struct bounds bounds = bounds_of_values(least, most);
        EACH_PART(n)
        {
            real part[SYSTEM_COMPONENTS];
            part_of(parts, n, part);
            const real alike = part[0] * mean, beyond = part[c] - alike;
            const real below = real_min(bounds.lower * part[0], alike) - alike;
            const real above = real_max(bounds.upper * part[0], alike) - alike;
            const real room = beyond < R(0.0) ? below : above;
            share = real_fabs(beyond) > real_fabs(room) ? real_min(share, room / beyond) : share;
        }
        parts->carried[c] = share;
    }
}
#endif

INLINE void find_parts(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3],
                       struct parts *parts)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]);
    const long cs = io.shape.component_stride;
    EACH (c, SYSTEM_COMPONENTS)
        parts->u[c] = LOAD(field + at + c * cs);
    EACH (c, SYSTEM_COMPONENTS) {
        const real floor2 = variation_floor(parts->u, c);
        struct stencil d;
        load_stencil(io.shape, field + at + c * cs, 3, parts->u[c], &d);
        EACH (a, 3) {
            const struct line_modes line = AXIS_ACTIVE(a) ? modes_of_line(d.line[a], floor2, a, c) : no_line_modes();
            parts->line[a][c] = R(0.25) * line.x + R(1.0 / 32.0) * line.xxx;
        }
#if TAUB_ORDER > 2
        real m[MODE_COUNT];
        cross_modes(d, floor2, m);
        EACH (o, 3)
            parts->plane[o][c] = R(1.0 / 16.0) * m[MODE_CROSS + o];
#if TRIPLE_MODES
        parts->triple[c] = R(1.0 / 64.0) * m[MODE_TRIPLE];
#endif
#endif
    }
#if defined(SYSTEM_FACES)
    bound_parts(parts, find_field(io, field, b, cell, parts));
#else
    real inner, weight;
    internal_energy_part(parts->u, &inner, &weight);
    bound_parts(parts, inner / weight);
#endif
#if TAUB_BOUND_SCALARS
    bound_scalars_of_parts(io, field, at, parts);
#endif
}

/* The mean of the cells of a finer level from `cell` on, or of faces those that lie in the coarser one's. */
INLINE void mean_of_finer(const struct taub_io io, GLOBAL const stored *field, int components, int b, const int cell[3],
                          int c, real *mean)
{
    const long at = cell_index(io.shape, components, b, cell[2], cell[1], cell[0]) + c * io.shape.component_stride;
    const int axis = FACE_AXIS(c);
    real sum = R(0.0);
    for (int z = 0; z <= (TAUB_ACTIVE_Z && axis != 2); z++)
        for (int y = 0; y <= (TAUB_ACTIVE_Y && axis != 1); y++)
            for (int x = 0; x <= (TAUB_ACTIVE_X && axis != 0); x++)
                sum += LOAD(field + at + x + y * (long)io.shape.row_stride + z * io.shape.plane_stride);
    *mean = sum * (axis < 0 ? R(1.0 / PARTS_OF_CELL) : R(2.0 / PARTS_OF_CELL));
}

/* The first cell of another block that zone number n of a box is, or is a part of: `upper` says which one (part_of). */
INLINE void cell_of_zone(GLOBAL const struct taub_copy *copy, const int n[3], int cell[3], int *upper)
{
    *upper = 0;
    EACH (a, 3) {
        const int odd = copy->begin[a] & 1;
        cell[a] = copy->at[a] + (!AXIS_ACTIVE(a) || copy->level == 0 ? n[a]
                                 : copy->level > 0                   ? 2 * n[a]
                                                                     : (odd + n[a]) >> 1);
        *upper |= ((odd + n[a]) & 1) << a;
    }
}

#if defined(SYSTEM_FACES)
/* Without the last face of the block that gets the zone, which belongs to that: others take it while this goes on. */
INLINE void store_part(const struct taub_io io, GLOBAL stored *to, long at, GLOBAL const struct taub_copy *copy,
                       const int n[3], const struct part_faces *faces, int upper, const real part[SYSTEM_COMPONENTS])
{
    int outside = 0, axis = -1;
    EACH (a, 3) {
        const int place = copy->begin[a] + n[a];
        outside += place < 0 || place >= io.shape.cells[a];
        axis = place == io.shape.cells[a] ? a : axis;
    }
    EACH (c, SYSTEM_COMPONENTS)
        if (FACE_AXIS(c) < 0)
            to[at + c * io.shape.component_stride] = part[c];
        else if (outside != 1 || FACE_AXIS(c) != axis)
            to[at + c * io.shape.component_stride] = lower_face(faces, upper, FACE_AXIS(c));
}
#endif

/* One zone of a box: along an axis number n of it. */
INLINE void take_from_level(const struct taub_io io, GLOBAL const stored *from, GLOBAL stored *to, int components,
                            GLOBAL const struct taub_copy *copy, const int n[3])
{
    int cell[3], upper;
    cell_of_zone(copy, n, cell, &upper);
    const long at =
        cell_index(io.shape, components, copy->to, copy->begin[2] + n[2], copy->begin[1] + n[1], copy->begin[0] + n[0]);
    const long cs = io.shape.component_stride;
#if defined(SYSTEM_FACES)
    if (copy->level < 0 && copy->face > 0) {
        real part[8];
        parts_of_face(io, from, copy->from, cell, copy->face - 1, part);
        to[at + (SYSTEM_FIELD + copy->face - 1) * cs] = part[PART_BELOW(upper, copy->face - 1)];
        return;
    }
#endif
    if (copy->level < 0) {
        struct parts parts;
        real part[SYSTEM_COMPONENTS];
        find_parts(io, from, copy->from, cell, &parts);
        if (parts.share < R(1.0))
            count_up(&io.control->first_order_cells, 1);
        part_of(&parts, upper, part);
#if defined(SYSTEM_FACES)
        if (parts.gains && to != from) /* ghost zones count for nothing */
            count_regulated(io.control, TAUB_CAUSE_ENERGY);
        store_part(io, to, at, copy, n, &parts.faces, upper, part);
#else
        store_state(to, at, cs, part);
#endif
        return;
    }
    for (int c = 0; c < components; c++) {
        real value;
        if (copy->face > 0 && FACE_AXIS(c) != copy->face - 1)
            continue;
        if (copy->level > 0)
            mean_of_finer(io, from, components, copy->from, cell, c, &value);
        else
            value = LOAD(from + cell_index(io.shape, components, copy->from, cell[2], cell[1], cell[0]) + c * cs);
        to[at + c * cs] = value;
    }
}

/* Cell number `cell` of a box, or on hosts all of its cells. */
INLINE void take_box_from_level(const struct taub_io io, GLOBAL const stored *from, GLOBAL stored *to, int components,
                                GLOBAL const struct taub_copy *copy, int cell)
{
    EACH_CELL_OF_BOX(copy, cell)
    {
        int n[3];
        cell_of_box(copy, cell, n);
        take_from_level(io, from, to, components, copy, n);
    }
}

/* A field of one component, of marks: a coarser cell has the largest of its finer ones, and these have its. */
INLINE void take_marks_from_level(const struct taub_io io, GLOBAL stored *marks, GLOBAL const struct taub_copy *copy,
                                  int cell)
{
    const int finer = copy->level > 0;
    if (copy->face > 0)
        return;
    EACH_CELL_OF_BOX(copy, cell)
    {
        int n[3], at[3], upper;
        real mark = R(0.0);
        cell_of_box(copy, cell, n);
        cell_of_zone(copy, n, at, &upper);
        for (int z = 0; z <= (finer && TAUB_ACTIVE_Z); z++)
            for (int y = 0; y <= (finer && TAUB_ACTIVE_Y); y++)
                for (int x = 0; x <= (finer && TAUB_ACTIVE_X); x++)
                    mark = real_max(mark, marks[cell_index(io.shape, 1, copy->from, at[2] + z, at[1] + y, at[0] + x)]);
        marks[cell_index(io.shape, 1, copy->to, copy->begin[2] + n[2], copy->begin[1] + n[1], copy->begin[0] + n[0])] =
            mark;
    }
}

INLINE void transfer_item(const struct taub_io io, int item, int cell)
{
    struct taub_io before = io;
    before.blocks = (GLOBAL const struct taub_block *)io.f[3];
    take_box_from_level(before, io.f[0], io.f[1], SYSTEM_COMPONENTS, copy_of_item(io.f[2], item), cell);
}
TAUB_LIST_PASS_IF(transfer, 1)

#define RIPPLE R(0.01)
INLINE real indicate_identity(int c)
{
    return -REAL_MAX;
}
INLINE real indicate_combine(int c, real a, real b)
{
    return a != a ? a : real_max(a, b);
}
INLINE real size_at_least(real value, real scale)
{
    return real_max(real_fabs(value), scale);
}
INLINE real second_difference(const struct taub_io io, long at, real scale)
{
    const real q = io.f[1][at];
    real bend = R(0.0), slope = R(0.0);
    EACH_ROLLED (a, 0, 3) {
        if (!AXIS_ACTIVE(a))
            continue;
        const real below = io.f[1][at - axis_stride(io.shape, a)], above = io.f[1][at + axis_stride(io.shape, a)];
        const real down = q - below, up = above - q;
        const real size = size_at_least(above, scale) + size_at_least(below, scale) + R(2.0) * size_at_least(q, scale);
        bend += square(up - down);
        slope += square(real_fabs(up) + real_fabs(down) + RIPPLE * size);
    }
    return real_sqrt(slope > R(0.0) ? bend / slope : R(0.0));
}
INLINE real relative_jump(real a, real b, real scale)
{
    return a == b ? R(0.0) : real_fabs(a - b) / real_max(size_at_least(a, scale), real_fabs(b));
}
INLINE real largest_jump(const struct taub_io io, long at, real scale)
{
    const real q = io.f[1][at];
    real largest = R(0.0);
    EACH_ROLLED (a, 0, 3) {
        if (!AXIS_ACTIVE(a))
            continue;
        largest = real_max(largest, relative_jump(q, io.f[1][at - axis_stride(io.shape, a)], scale));
        largest = real_max(largest, relative_jump(q, io.f[1][at + axis_stride(io.shape, a)], scale));
    }
    return largest;
}
INLINE void indicate_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int measure = io.range.option[1];
    const real scale = R(io.range.number[0]);
    out[0] = indicate_identity(0);
    for (int c = 0; c < io.range.option[0]; c++) {
        const long component = at + c * io.shape.component_stride;
        const real q = io.f[1][component];
        out[0] = indicate_combine(0, out[0],
                                  q != q                                      ? q
                                  : measure == TAUB_MEASURE_SECOND_DIFFERENCE ? second_difference(io, component, scale)
                                  : measure == TAUB_MEASURE_JUMP              ? largest_jump(io, component, scale)
                                  : measure == TAUB_MEASURE_VALUE             ? q
                                                                              : -q);
    }
}
TAUB_ROW_PASS(indicate, 1)

#endif
#endif
