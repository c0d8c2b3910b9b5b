/* The parts of a cell where a scheme keeps conserved states only: of all data that it reconstructs. */
#ifndef TAUB_PASSES_LEVELS_CONSERVED_H
#define TAUB_PASSES_LEVELS_CONSERVED_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/parts.h"
#include "passes/common.h"

#if TAUB_REFINED && TAUB_CONSERVED_ONLY

#include "reconstruct/lines.h"
#include "reconstruct/modes.h"
#include "schemes/scalar_bounds.h"
#if defined(SYSTEM_FACES)
#include "geometry/faces.h"
#include "passes/levels_field.h"
#endif

/* The means over the parts of a cell differ from the cell's by these, with a sign for each axis. */
#define PARTS_KEEP_LESS(parts) ((parts).share < R(1.0))
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
    struct stencil d[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        load_stencil(io.shape, field + at + c * cs, 3, parts->u[c], &d[c]);
    EACH (a, 3) {
        struct line_modes line[SYSTEM_COMPONENTS];
        EACH (c, SYSTEM_COMPONENTS)
            line[c] = no_line_modes();
        if (AXIS_ACTIVE(a))
            joint_lines(parts->u, (const struct stencil *)d, a, line);
        EACH (c, SYSTEM_COMPONENTS)
            parts->line[a][c] = R(0.25) * line[c].x + R(1.0 / 32.0) * line[c].xxx;
    }
#if TAUB_ORDER > 2
    real m[SYSTEM_COMPONENTS][MODE_COUNT];
    joint_products(parts->u, (const struct stencil *)d, m);
    EACH (c, SYSTEM_COMPONENTS) {
        EACH (o, 3)
            parts->plane[o][c] = R(1.0 / 16.0) * m[c][MODE_CROSS + o];
#if TRIPLE_MODES
        parts->triple[c] = R(1.0 / 64.0) * m[c][MODE_TRIPLE];
#endif
    }
#endif
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

#endif
#endif
