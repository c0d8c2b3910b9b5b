/* States between blocks of unlike levels (mesh.refine): a coarser cell has the mean of the finer ones that it is made
 * of; finer cells have means of the data of the coarser one, as the scheme reconstructs them, so that fills are of its
 * order. Both keep sums.
 *
 *   transfer  fields: 0 a state, 1 a state of other blocks, 2 the list of boxes of 1 that have theirs from 0
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
#include "passes/common.h"
#include "passes/halo.h"

#if TAUB_REFINED

#include "reconstruct/lines.h"
#include "reconstruct/modes.h"

#define PARTS_OF_CELL (1 << ACTIVE_AXES)

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
};

/* Bit a of `upper`: the upper half along axis a. */
INLINE void part_of(const struct parts *parts, int upper, real part[SYSTEM_COMPONENTS])
{
    real sign[3];
    UNROLL
    for (int a = 0; a < 3; a++)
        sign[a] = upper >> a & 1 ? R(1.0) : R(-1.0);
    EACH_COMPONENT
    {
        real more = (sign[0] * parts->line[0][c] + sign[1] * parts->line[1][c]) + sign[2] * parts->line[2][c];
#if TAUB_ORDER > 2
        more += ((sign[1] * sign[2]) * parts->plane[0][c] + (sign[2] * sign[0]) * parts->plane[1][c]) +
                (sign[0] * sign[1]) * parts->plane[2][c];
#endif
#if TRIPLE_MODES
        more += (sign[0] * sign[1] * sign[2]) * parts->triple[c];
#endif
        part[c] = parts->u[c] + parts->share * more;
    }
}

/* Parts keep at least this of the density and pressure of their cell; zones and cells that are bounded so are counted
 * in first_order_cells. */
#define LEAST_PART R(0.1)
INLINE real share_of_part(real mean, real value)
{
    const real least = LEAST_PART * mean;
    return value >= least ? R(1.0) : (mean - least) / real_max(mean - value, REAL_TINY);
}

/* One share for all parts, so that their mean stays that of the cell. */
INLINE void bound_parts(struct parts *parts)
{
    real density = density_part(parts->u), inner, weight, lowest = R(1.0);
    internal_energy_part(parts->u, &inner, &weight);
    const real pressure = inner / weight;
    parts->share = R(1.0);
    for (int stage = 0; stage < 2; stage++) {
        lowest = R(1.0);
        for (int n = 0; n < 8; n++) {
            real part[SYSTEM_COMPONENTS], of_part, weight_of_part;
            if ((n & 1 && !TAUB_ACTIVE_X) || (n & 2 && !TAUB_ACTIVE_Y) || (n & 4 && !TAUB_ACTIVE_Z))
                continue;
            part_of(parts, n, part);
            internal_energy_part(part, &of_part, &weight_of_part);
            const real share =
                stage ? share_of_part(pressure, of_part / weight_of_part) : share_of_part(density, density_part(part));
            lowest = real_min(lowest, share);
        }
        parts->share *= lowest >= R(0.0) ? lowest : R(0.0);
    }
}

INLINE void find_parts(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3],
                       struct parts *parts)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]);
    const long cs = io.shape.component_stride;
    EACH_COMPONENT
    parts->u[c] = LOAD(field + at + c * cs);
    EACH_COMPONENT
    {
        const real floor2 = variation_floor(parts->u, c);
        struct stencil d;
        load_stencil(io.shape, field + at + c * cs, 3, parts->u[c], &d);
        UNROLL
        for (int a = 0; a < 3; a++) {
            const struct line_modes line = AXIS_ACTIVE(a) ? modes_of_line(d.line[a], floor2, a, c) : no_line_modes();
            parts->line[a][c] = R(0.25) * line.x + R(1.0 / 32.0) * line.xxx;
        }
#if TAUB_ORDER > 2
        real m[MODE_COUNT];
        cross_modes(d, floor2, m);
        UNROLL
        for (int o = 0; o < 3; o++)
            parts->plane[o][c] = R(1.0 / 16.0) * m[MODE_CROSS + o];
#if TRIPLE_MODES
        parts->triple[c] = R(1.0 / 64.0) * m[MODE_TRIPLE];
#endif
#endif
    }
    bound_parts(parts);
}

/* The mean of the cells of a finer level from `cell` on. */
INLINE void mean_of_finer(const struct taub_io io, GLOBAL const stored *field, int components, int b, const int cell[3],
                          int c, real *mean)
{
    const long at = cell_index(io.shape, components, b, cell[2], cell[1], cell[0]) + c * io.shape.component_stride;
    real sum = R(0.0);
    for (int z = 0; z <= TAUB_ACTIVE_Z; z++)
        for (int y = 0; y <= TAUB_ACTIVE_Y; y++)
            for (int x = 0; x <= TAUB_ACTIVE_X; x++)
                sum += LOAD(field + at + x + y * (long)io.shape.row_stride + z * io.shape.plane_stride);
    *mean = sum * R(1.0 / PARTS_OF_CELL);
}

/* One zone of a box: along an axis number n of it. */
INLINE void take_from_level(const struct taub_io io, GLOBAL const stored *from, GLOBAL stored *to, int components,
                            GLOBAL const struct taub_copy *copy, const int n[3])
{
    int cell[3], upper = 0;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int odd = copy->begin[a] & 1;
        cell[a] = copy->at[a] + (!AXIS_ACTIVE(a) || copy->level == 0 ? n[a]
                                 : copy->level > 0                   ? 2 * n[a]
                                                                     : (odd + n[a]) >> 1);
        upper |= ((odd + n[a]) & 1) << a;
    }
    const long at =
        cell_index(io.shape, components, copy->to, copy->begin[2] + n[2], copy->begin[1] + n[1], copy->begin[0] + n[0]);
    const long cs = io.shape.component_stride;
    if (copy->level < 0) {
        struct parts parts;
        real part[SYSTEM_COMPONENTS];
        find_parts(io, from, copy->from, cell, &parts);
        if (parts.share < R(1.0))
            count_up(&io.control->first_order_cells, 1);
        part_of(&parts, upper, part);
        store_state(to, at, cs, part);
        return;
    }
    for (int c = 0; c < components; c++) {
        real value;
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

INLINE void transfer_item(const struct taub_io io, int item, int cell)
{
    take_box_from_level(io, io.f[0], io.f[1], SYSTEM_COMPONENTS, copy_of_item(io.f[2], item), cell);
}
TAUB_LIST_PASS_IF(transfer, 1)

#define RIPPLE R(0.01)
INLINE real indicate_identity(int c)
{
    (void)c;
    return -REAL_MAX;
}
INLINE real indicate_combine(int c, real a, real b)
{
    (void)c;
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
    ROLLED
    for (int a = 0; a < 3; a++) {
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
    ROLLED
    for (int a = 0; a < 3; a++) {
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
