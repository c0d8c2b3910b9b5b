/* Components of a vector that are known on faces: component a of cell (i, j, k) of such a field is the average over the
 * lower face of the cell across axis a. The upper face of a cell is the lower one of the next. */
#ifndef TAUB_GEOMETRY_FACES_H
#define TAUB_GEOMETRY_FACES_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/system.h"
#include "geometry/map.h"

/* Whether the mean energy of a field is above that of the mean field. */
#if defined(SYSTEM_FACES) && SYSTEM_FACES == 1 && TAUB_ORDER > 2
#define FIELD_HAS_SPREAD 1
#else
#define FIELD_HAS_SPREAD 0
#endif

#if defined(SYSTEM_FACES)
/* The mean over the cell between two faces, `lo` and `hi`, and the next ones on both sides: of the parabola or cubic
 * through them, to fourth order; to second order of the line through the two. In differences, so that a constant field
 * is its own mean. */
INLINE real mean_correction(real before, real lo, real hi, real after)
{
    return R(1.0 / 24.0) * ((lo - before) + (hi - after));
}
INLINE real mean_between(GLOBAL const stored *face, long stride)
{
    const real lo = LOAD(face), hi = LOAD(face + stride);
#if TAUB_ORDER > 2
    return R(0.5) * (lo + hi) + mean_correction(LOAD(face - stride), lo, hi, LOAD(face + 2 * stride));
#else
    return R(0.5) * (lo + hi);
#endif
}

#if TAUB_ORDER > 2
/* What the next faces add to the mean of both in the cell at `place` along axis a. The outermost ghost zones have no
 * next face; their means along this axis are never read. */
INLINE real correction_in_cell(const struct taub_shape shape, GLOBAL const stored *face, int a, int place)
{
    const long s = axis_stride(shape, a);
    const int last = place + 2 >= shape.cells[a] + shape.ghosts[a];
    return mean_correction(LOAD(face - s), LOAD(face), LOAD(face + s), LOAD(face + (last ? s : 2 * s)));
}
#endif

/* The mean in a cell at the lower (side 0) or upper end of what is known: the face beyond it continues the parabola. */
INLINE real mean_between_at_end(GLOBAL const stored *face, long stride, int side)
{
    const real lo = LOAD(face), hi = LOAD(face + stride);
#if TAUB_ORDER > 2
    const real inner = LOAD(side ? face - stride : face + 2 * stride);
    const real beyond = inner + R(3.0) * (side ? hi - lo : lo - hi);
    return R(0.5) * (lo + hi) + mean_correction(side ? inner : beyond, lo, hi, side ? beyond : inner);
#else
    return R(0.5) * (lo + hi);
#endif
}

/* The vectors of a cell whose component 0 stands at `at`, in the place of that of its lower faces. */
INLINE void field_of_cell(const struct taub_shape shape, GLOBAL const stored *field, long at, real u[SYSTEM_COMPONENTS])
{
    EACH (n, 3 * SYSTEM_FACES)
        if (AXIS_ACTIVE(n % 3))
            u[SYSTEM_FIELD + n] =
                mean_between(field + at + (SYSTEM_FIELD + n) * shape.component_stride, axis_stride(shape, n % 3));
#if TAUB_POLES
    EACH_FROM (n, SYSTEM_POLARIZATION, SYSTEM_COMPONENTS)
        if (AXIS_ACTIVE((n - SYSTEM_POLARIZATION) % 3))
            u[n] = mean_between(field + at + n * shape.component_stride,
                                axis_stride(shape, (n - SYSTEM_POLARIZATION) % 3));
#endif
}

/* The mean of B^2/2 over a cell is above that of the mean of B by what its slopes have, to fourth order: (dB)^2/24
 * along each axis. The scheme takes it from the faces of the cell and its neighbours wherever a gas is told from its
 * field, at the start, in ghost zones and in outputs, so that none of its errors enters a gas that is weak beside the
 * field. Squares of differences are products of those on both sides, which are smooth at crests, 0 beside a jump and
 * never above the central ones; the sum is none of a field that alternates. */
#if FIELD_HAS_SPREAD
INLINE real mean_of_pair(GLOBAL const stored *face, int axis, long stride)
{
    return AXIS_ACTIVE(axis) ? R(0.5) * (LOAD(face) + LOAD(face + stride)) : LOAD(face);
}
/* Without a look beyond ends of which the cell is the last one (`near`, at upper ends `above`: bits of axes): there
 * differences go on as inside. */
INLINE real spread_before_ends(const struct taub_shape shape, GLOBAL const stored *field, long at, int near, int above)
{
    real sum = R(0.0);
    EACH_AXIS (a) {
        const long s = axis_stride(shape, a);
        const long below = near >> a & ~above >> a & 1 ? s : -s, over = near >> a & above >> a & 1 ? -s : s;
        real on_axis = R(0.0);
        EACH (c, 3) {
            GLOBAL const stored *face = field + at + (SYSTEM_FIELD + c) * shape.component_stride;
            const long t = axis_stride(shape, c);
            const real here = mean_of_pair(face, c, t);
            const real lower = here - mean_of_pair(face + below, c, t), upper = mean_of_pair(face + over, c, t) - here;
            on_axis += c == a ? square(LOAD(face + s) - LOAD(face)) : below == over ? square(upper) : lower * upper;
        }
        sum += on_axis;
    }
    return R(1.0 / 24.0) * real_max(sum, R(0.0));
}
INLINE real spread_of_field(const struct taub_shape shape, GLOBAL const stored *field, long at)
{
    return spread_before_ends(shape, field, at, 0, 0);
}

/* Takes it out of densities, but not where this leaves no gas: then all stays in the gas, and 0 is returned. */
INLINE int take_spread_out(real spread, real u[SYSTEM_COMPONENTS])
{
    const real energy = u[4];
    u[4] -= spread;
    if (state_is_gas(u))
        return 1;
    u[4] = energy;
    return 0;
}
#endif

/* Mean densities of a cell with its mean field, whose energy is that of this alone; returns what take_spread_out does.
 */
INLINE int mean_state_of_cell(const struct taub_shape shape, GLOBAL const stored *field, long at,
                              real u[SYSTEM_COMPONENTS])
{
    field_of_cell(shape, field, at, u);
#if FIELD_HAS_SPREAD
    return take_spread_out(spread_of_field(shape, field, at), u);
#else
    return 1;
#endif
}

/* |div| of a vector of a cell (of D with the polarisation), less `charge`, times the smallest width of the
 * cell. */
INLINE real divergence_of_cell(const struct taub_io io, int b, int k, int j, int i, GLOBAL const stored *field,
                               int vector, real charge)
{
    const struct taub_shape shape = io.shape;
    const long at = cell_index(shape, SYSTEM_COMPONENTS, b, k, j, i);
    real sum = -charge, width = REAL_MAX;
    EACH_AXIS (a) {
        GLOBAL const stored *face = field + at + (SYSTEM_FIELD + 3 * vector + a) * shape.component_stride;
        const real per = R(1.0 / map_unit(shape, a)) * map_face(io, b, k, j, i, a);
        sum += (face[axis_stride(shape, a)] - face[0]) * per;
#if TAUB_POLES
        EACH (n, vector == 0 ? TAUB_POLES : 0) {
            GLOBAL const stored *p = field + at + (SYSTEM_POLARIZATION + 3 * n + a) * shape.component_stride;
            sum += (p[axis_stride(shape, a)] - p[0]) * per;
        }
#endif
        width = real_min(width, R(map_unit(shape, a)) * map_width(io, b, k, j, i, a));
    }
    return real_fabs(sum) * width;
}

#endif

#endif
