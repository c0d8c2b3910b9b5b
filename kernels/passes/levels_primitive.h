/* The parts of a cell where a scheme has a primitive state: lines between what the cell shows to its faces, so that any
 * four-velocity is one and stress goes with the energy density as at faces. */
#ifndef TAUB_PASSES_LEVELS_PRIMITIVE_H
#define TAUB_PASSES_LEVELS_PRIMITIVE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/scheme.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/parts.h"
#include "passes/common.h"
#include "systems/recovery_status.h"

#if TAUB_REFINED && !TAUB_CONSERVED_ONLY

#if TAUB_SCALARS
#define PART_KINDS (1 + TAUB_SCALARS) /* the fluid, which is one state, and each scalar */
#else
#define PART_KINDS 1
#endif
#define FIRST_SCALAR (SYSTEM_COMPONENTS - PART_KINDS + 1)

struct parts {
    real q[SYSTEM_COMPONENTS], slope[3][SYSTEM_COMPONENTS];
    real share[PART_KINDS]; /* of the slopes that is kept */
};
/* Where a component has its share, and what is counted: the bounds of scalars are not. */
#define SHARE_OF(c) ((c) < FIRST_SCALAR ? 0 : (c)-FIRST_SCALAR + 1)
#define PARTS_KEEP_LESS(parts) ((parts).share[0] < R(1.0))

/* The primitive state of a part. Bit a of `upper`: the upper half along axis a. */
INLINE void part_of(const struct parts *parts, int upper, real part[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        part[c] =
            parts->q[c] + (R(0.25) * parts->share[SHARE_OF(c)]) *
                              ((UPPER_SIGN(upper, 0) * parts->slope[0][c] + UPPER_SIGN(upper, 1) * parts->slope[1][c]) +
                               UPPER_SIGN(upper, 2) * parts->slope[2][c]);
}

INLINE void slopes_in_cell(const struct taub_shape shape, const struct eos eos, GLOBAL const stored *field, long at,
                           int axis, real slope[SYSTEM_COMPONENTS])
{
    real q[5][SYSTEM_COMPONENTS], lower[SYSTEM_COMPONENTS], upper[SYSTEM_COMPONENTS], other[SYSTEM_COMPONENTS];
    EACH (m, 5)
        load_state(field, at + (m - 2) * axis_stride(shape, axis), shape.component_stride, q[m]);
    scheme_face_states(eos, (const real(*)[SYSTEM_COMPONENTS])q, axis, other, lower);
    scheme_face_states(eos, (const real(*)[SYSTEM_COMPONENTS])(q + 1), axis, upper, other);
    EACH (c, SYSTEM_COMPONENTS)
        slope[c] = upper[c] - lower[c];
}

/* How much of the difference leaves a part what must be positive, a share of that of its cell. */
INLINE real share_of_difference(const real q[SYSTEM_COMPONENTS], const real part[SYSTEM_COMPONENTS])
{
    real share = R(1.0);
    EACH (c, SYSTEM_COMPONENTS)
        if (primitive_is_positive(c))
            share = real_min(share, share_of_part(q[c], part[c]));
#if SYSTEM_RECONSTRUCTS_INTERNAL_ENERGY
    share = real_min(share, share_of_part(reconstruction_variable(q), reconstruction_variable(part)));
#endif
#if defined(SYSTEM_PARTICLES)
    if (!particles_are_fine(part))
        share = real_min(share, share_of_part(q[4], part[4]));
#endif
    return real_max(share, R(0.0));
}

/* How much of it leaves a scalar between 0 and 1, where the cell's is. */
INLINE real share_of_scalar(real cell, real part)
{
    const real beyond = real_fabs(part - cell), room = part < cell ? cell : R(1.0) - cell;
    return (beyond > room + R(8.0) * REAL_EPSILON) & (room >= R(0.0)) ? room / beyond : R(1.0);
}

INLINE void find_parts(const struct taub_io io, GLOBAL const stored *field, int b, const int cell[3],
                       struct parts *parts)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, cell[2], cell[1], cell[0]);
    real share[PART_KINDS];
    load_state(field, at, io.shape.component_stride, parts->q);
    EACH (a, 3)
        EACH (c, SYSTEM_COMPONENTS)
            parts->slope[a][c] = R(0.0);
    EACH_AXIS (a)
        slopes_in_cell(io.shape, eos, field, at, a, parts->slope[a]);
    EACH (n, PART_KINDS)
        share[n] = parts->share[n] = R(1.0);
    EACH_PART(n)
    {
        real part[SYSTEM_COMPONENTS];
        part_of(parts, n, part);
        share[0] = real_min(share[0], share_of_difference(parts->q, part));
        EACH_FROM (c, FIRST_SCALAR, SYSTEM_COMPONENTS)
            share[SHARE_OF(c)] = real_min(share[SHARE_OF(c)], share_of_scalar(parts->q[c], part[c]));
    }
    EACH (n, PART_KINDS)
        parts->share[n] = share[n];
}

/* The densities of a part differ from those of its cell by what they are above the mean of all parts; those of scalars,
 * which the mass carries, from what the mean concentration would be in the part. */
struct divided {
    struct parts parts;
    real u[SYSTEM_COMPONENTS], mean[SYSTEM_COMPONENTS];
    real share[PART_KINDS]; /* of that difference, as of slopes */
};

INLINE void densities_of_part(const struct eos eos, const struct divided *cell, int upper, real u[SYSTEM_COMPONENTS])
{
    real part[SYSTEM_COMPONENTS];
    part_of(&cell->parts, upper, part);
    conserved_of_primitive(eos, part, u);
    EACH (c, SYSTEM_COMPONENTS) {
        const real all = cell->u[c] + (u[c] - cell->mean[c]);
        const real none = c < FIRST_SCALAR ? cell->u[c] : u[0] * (cell->u[c] / cell->u[0]);
        u[c] = cell->share[SHARE_OF(c)] == R(1.0) ? all : none + cell->share[SHARE_OF(c)] * (all - none);
    }
}

/* Whether parts are states by themselves that keep what they must of the cell; `kind`: 0 the fluid, else a scalar. */
INLINE int part_is_fine(const struct eos eos, const struct divided *cell, int upper, int kind)
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    int fine = 1;
    densities_of_part(eos, cell, upper, u);
    const int status = recover_primitive(eos, u, cell->parts.q[0], cell->parts.q[4], q);
    EACH_FROM (c, FIRST_SCALAR, SYSTEM_COMPONENTS)
        fine &= kind != SHARE_OF(c) || share_of_scalar(cell->parts.q[c], q[c]) == R(1.0);
    return kind ? fine : status == RECOVERY_GOOD && share_of_difference(cell->parts.q, q) == R(1.0);
}
INLINE int parts_are_fine(const struct eos eos, const struct divided *cell, int kind)
{
    int fine = 1;
    EACH_ROLLED (n, 0, 8)
        if (IS_PART(n))
            fine &= part_is_fine(eos, cell, n, kind);
    return fine;
}

/* The densities of a new cell that is a part of one, without the volume element, and what its primitive state is about.
 */
INLINE void divide_state(const struct taub_io io, GLOBAL const stored *conserved, GLOBAL const stored *primitive, int b,
                         const int at[3], int upper, real u[SYSTEM_COMPONENTS], real q[SYSTEM_COMPONENTS])
{
    const struct eos eos = eos_of_tables(io.tables);
    struct divided cell;
    find_parts(io, primitive, b, at, &cell.parts);
    load_state(conserved, cell_index(io.shape, SYSTEM_COMPONENTS, b, at[2], at[1], at[0]), io.shape.component_stride,
               cell.u);
    scale_density(R(1.0 / volume_element(io.control->time)), cell.u);
    EACH (c, SYSTEM_COMPONENTS)
        cell.mean[c] = R(0.0);
    EACH_PART(n)
    {
        real part[SYSTEM_COMPONENTS];
        part_of(&cell.parts, n, part);
        conserved_of_primitive(eos, part, u);
        EACH (c, SYSTEM_COMPONENTS)
            cell.mean[c] += R(1.0 / PARTS_OF_CELL) * u[c];
    }
    EACH (kind, PART_KINDS)
        cell.share[kind] = R(1.0);
    EACH (kind, PART_KINDS) {
        EACH_ROLLED (n, 0, 4)
            if (cell.share[kind] > R(0.0) && !parts_are_fine(eos, &cell, kind))
                cell.share[kind] = n < 3 ? R(0.5) * cell.share[kind] : R(0.0);
    }
    if (PARTS_KEEP_LESS(cell.parts) || PARTS_KEEP_LESS(cell))
        count_up(&io.control->first_order_cells, 1);
    densities_of_part(eos, &cell, upper, u);
    part_of(&cell.parts, upper, q);
}

#endif
#endif
