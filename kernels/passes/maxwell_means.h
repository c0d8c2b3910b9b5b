/* Where the medium of Maxwell's equations jumps, and means of cells.
 *
 *   field_means  cell means of D and B from their faces, in media that vary over eps and mu of the cell: of E and H
 *                                                            fields: 0 state in, 1 means out
 */
#ifndef TAUB_PASSES_MAXWELL_MEANS_H
#define TAUB_PASSES_MAXWELL_MEANS_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/faces.h"

#if TAUB_MEDIA
/* Media jump where one of their numbers changes by more than this share between two cells: less is a gradient. */
#define LARGEST_GRADIENT R(0.1)
INLINE int differ(real a, real b)
{
    return real_fabs(a - b) > LARGEST_GRADIENT * real_min(real_fabs(a), real_fabs(b));
}
INLINE int strengths_jump(GLOBAL const stored *strength, long cs, long from, long to)
{
    int jump = 0;
    EACH (n, TAUB_POLES)
        jump |= differ(LOAD(strength + from + n * cs), LOAD(strength + to + n * cs));
    return jump;
}
#endif
INLINE int medium_jumps(const struct taub_shape shape, GLOBAL const stored *state, long from, long to)
{
#if TAUB_MEDIA
    GLOBAL const stored *m = state + SYSTEM_MEDIUM * shape.component_stride;
    const long cs = shape.component_stride;
    int jump = strengths_jump(m + MEDIUM_NUMBERS * cs, cs, from, to);
    EACH (n, MEDIUM_NUMBERS)
        jump |= differ(LOAD(m + from + n * cs), LOAD(m + to + n * cs));
    return jump;
#else
    return 0;
#endif
}

#if TAUB_MEDIA && TAUB_CHARGE
/* Whether sigma h sqrt(mu/eps), h the width of cells along axis a, is above a limit; without the root and the division.
 */
INLINE int conducts_beyond(const struct taub_shape shape, GLOBAL const stored *state, long at, int a, real limit)
{
    GLOBAL const stored *m = state + at + SYSTEM_MEDIUM * shape.component_stride;
    real eps = LOAD(m);
    EACH_FROM (n, 3, MEDIUM_NUMBERS)
        eps = real_max(eps, LOAD(m + n * shape.component_stride));
    const real mu = LOAD(m + shape.component_stride), sigma = LOAD(m + 2 * shape.component_stride);
    return square(sigma * R(shape.spacing[a])) * mu > square(limit) * eps;
}
/* Of conduction above this, H has different slopes on the two sides of the surface, or E decays within a few cells. */
#define STRONG_CONDUCTION R(0.5)
#endif
/* Whether a conductor's surface at which slopes of E or H jump lies between two cells. A weak conductor counts only
 * where eps is the same on both sides: a jump of eps changes the slope of H more than the conductor does. In cases with
 * conductors a jump of mu counts as well, because cells that metal stretches have one. */
INLINE int conductor_begins(const struct taub_shape shape, GLOBAL const stored *state, long from, long to)
{
#if TAUB_MEDIA && TAUB_CHARGE
    const long cs = shape.component_stride;
    GLOBAL const stored *m = state + SYSTEM_MEDIUM * cs, *mu = m + cs, *sigma = mu + cs;
    int strong = 0, bends = 0;
    EACH (a, 3) {
        GLOBAL const stored *eps = m + MEDIUM_PERMITTIVITY(a) * cs;
        bends |= differ(LOAD(eps + from), LOAD(eps + to));
        if (AXIS_ACTIVE(a))
            strong |= conducts_beyond(shape, state, from, a, STRONG_CONDUCTION) |
                      conducts_beyond(shape, state, to, a, STRONG_CONDUCTION);
    }
    return ((strong | !bends) & differ(LOAD(sigma + from), LOAD(sigma + to))) | differ(LOAD(mu + from), LOAD(mu + to));
#else
    return 0;
#endif
}
/* Whether stencils stop between a cell and the next one along `s`: at a conductor's surface, and at a surface that lies
 * on faces, where the medium jumps but is the same in the two cells on either side. A surface that cuts cells leaves
 * cells with a medium of their own, and stencils cross it. */
INLINE int stops_stencils(const struct taub_shape shape, GLOBAL const stored *state, long at, long s)
{
    return (medium_jumps(shape, state, at, at + s) & !medium_jumps(shape, state, at - s, at) &
            !medium_jumps(shape, state, at + s, at + 2 * s)) |
           conductor_begins(shape, state, at, at + s);
}

#if TAUB_ORDER > 2
/* The slope in a cell from its value and its neighbours', one-sided where a stencil stops on one side. */
INLINE real slope_of_three(real before, real here, real after, int stops_below, int stops_above)
{
    const real down = here - before, up = after - here;
    return stops_below && stops_above ? R(0.0) : stops_below ? up : stops_above ? down : R(0.5) * (down + up);
}
#endif
#if TAUB_ORDER > 2 && TAUB_MEDIA
/* The slope along `s` of the component at f. */
INLINE real slope_beside(GLOBAL const stored *f, long s, int stops_below, int stops_above)
{
    return slope_of_three(LOAD(f - s), LOAD(f), LOAD(f + s), stops_below, stops_above);
}
/* What the slopes in the other faces, which the divergence ties to it, add to the mean of both faces across axis a; in
 * units of the field times the width of cells. */
INLINE real compact_correction(const struct taub_shape shape, GLOBAL const stored *field, int a, int below, int above)
{
    const long s = axis_stride(shape, a);
    real sum = R(0.0);
    EACH_FROM (n, 1, 3) {
        const int b = (a + n) % 3;
        GLOBAL const stored *f = field + b * shape.component_stride;
        const long across = axis_stride(shape, b);
        if (AXIS_ACTIVE(b))
            sum += (slope_beside(f + across, s, below, above) - slope_beside(f, s, below, above)) *
                   R(shape.spacing[a] / shape.spacing[b]);
    }
    return R(1.0 / 12.0) * sum;
}
#endif

INLINE void field_means_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const long to = cell_index(io.shape, 6, b, k, j, i);
    const int place[3] = {i, j, k};
    EACH (c, 6) {
        const int a = c % 3;
        GLOBAL const stored *face = io.f[0] + at + c * cs;
        const long s = axis_stride(io.shape, a);
        real mean = LOAD(face);
        if (AXIS_ACTIVE(a)) {
            const real lo = LOAD(face), hi = LOAD(face + s);
            mean = R(0.5) * (lo + hi);
#if TAUB_ORDER > 2
            real more = correction_in_cell(io.shape, face, a, place[a]);
#if TAUB_MEDIA
            const int below = medium_jumps(io.shape, io.f[0], at, at - s);
            const int above = medium_jumps(io.shape, io.f[0], at, at + s);
            /* cells with jumps on both sides, which a surface cuts, are treated as if there were none */
            const int compact = below != above || conductor_begins(io.shape, io.f[0], at, at - s) ||
                                conductor_begins(io.shape, io.f[0], at, at + s);
            if (compact) {
                int inside = 1;
                EACH (n, 3)
                    inside &= !AXIS_ACTIVE(n) || place[n] + 1 < io.shape.cells[n] + io.shape.ghosts[n];
                more = inside ? compact_correction(io.shape, io.f[0] + at + (c - a) * cs, a, below, above) : R(0.0);
            }
#endif
            mean += more;
#endif
        }
        (void)place;
#if TAUB_MEDIA
        mean /= LOAD(io.f[0] + at + (SYSTEM_MEDIUM + (c < 3 ? MEDIUM_PERMITTIVITY(a) : 1)) * cs);
#endif
        io.f[1][to + c * cs] = mean;
    }
}
TAUB_GATED_POINT_PASS(field_means)

#endif
