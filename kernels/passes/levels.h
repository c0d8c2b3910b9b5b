/* States between blocks of unlike levels (mesh.refine): a coarser cell has the mean of the finer ones that it is made
 * of; finer cells have means of the data of the coarser one, as the scheme reconstructs them, so that fills are of its
 * order. Both keep sums.
 *
 *   transfer  fields: 0 a conserved state, 1 one of other blocks, 2 the list of boxes of 1 that have theirs from 0, 3
 *             the table of the blocks of 0; 4 and 5 the primitive states of a scheme that has one
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
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/parts.h"
#include "passes/common.h"
#include "passes/halo.h"

#if TAUB_REFINED

#if TAUB_CONSERVED_ONLY
#include "passes/levels_conserved.h"
#else
#include "passes/levels_primitive.h"
#endif

#if defined(SYSTEM_FACES)
/* The axis across which component c stands on faces, or -1. */
#define FACE_AXIS(c) \
    ((c) >= SYSTEM_FIELD && (c) < SYSTEM_FIELD + 3 && AXIS_ACTIVE((c)-SYSTEM_FIELD) ? (c)-SYSTEM_FIELD : -1)
#else
#define FACE_AXIS(c) (-1)
#endif

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
        if (PARTS_KEEP_LESS(parts))
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

#if !TAUB_CONSERVED_ONLY
/* A new cell with both of its states. What is no copy has its primitive state from the conserved one. */
INLINE void transfer_cell(const struct taub_io io, GLOBAL const struct taub_copy *copy, const int n[3])
{
    const real volume = R(volume_element(io.control->time));
    const long cs = io.shape.component_stride;
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    int cell[3], upper;
    cell_of_zone(copy, n, cell, &upper);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, copy->from, cell[2], cell[1], cell[0]);
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, copy->to, copy->begin[2] + n[2], copy->begin[1] + n[1],
                               copy->begin[0] + n[0]);
    load_state(io.f[0], from, cs, u);
    load_state(io.f[4], from, cs, q);
    if (copy->level != 0) {
        if (copy->level > 0) {
            EACH (c, SYSTEM_COMPONENTS) {
                mean_of_finer(io, io.f[0], SYSTEM_COMPONENTS, copy->from, cell, c, &u[c]);
                mean_of_finer(io, io.f[4], SYSTEM_COMPONENTS, copy->from, cell, c, &q[c]);
            }
            scale_density(R(1.0) / volume, u);
        } else
            divide_state(io, io.f[0], io.f[4], copy->from, cell, upper, u, q);
        count_recovery(io, recover_primitive(eos_of_tables(io.tables), u, q[0], q[4], q), copy->to,
                       copy->begin[2] + n[2], copy->begin[1] + n[1], copy->begin[0] + n[0]);
        scale_density(volume, u);
    }
    store_state(io.f[1], to, cs, u);
    store_state(io.f[5], to, cs, q);
}
#endif

INLINE void transfer_item(const struct taub_io io, int item, int cell)
{
    struct taub_io before = io;
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[2], item);
    before.blocks = (GLOBAL const struct taub_block *)io.f[3];
#if TAUB_CONSERVED_ONLY
    take_box_from_level(before, io.f[0], io.f[1], SYSTEM_COMPONENTS, copy, cell);
#else
    EACH_CELL_OF_BOX(copy, cell)
    {
        int n[3];
        cell_of_box(copy, cell, n);
        transfer_cell(before, copy, n);
    }
#endif
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
