/* The passes of the space-time conservation element scheme.
 *
 *   cese_ghosts  ghost zones of one axis (option[0]), states and slopes    fields: 0 states, 1 slopes
 *   cese_fill    the same outside a step
 *   cese_slopes  first slopes from states with ghost zones                 fields: 0 states, 1 slopes out
 *   cese_rates   largest rate of each tile                                 fields: 0 states, 4 rates out
 *   cese_begin   the clock's begin, from the rates of option[0] tiles      fields: 0 rates
 *   cese_march   a whole step: the half step to the corners of cells and that back to the cells, and the rates of the
 *                next step; on three axes one half of it, option[0]    fields: 0 states, 1 slopes in; 2 states, 3
 * slopes out; 4 rates out
 *
 * Slopes: CESE_AXES times the components of a state, in units of a cell. A tile marches along the second axis, a row of
 * the first one at a time; elements of half steps live in rows between the two halves and are never stored. Tiles
 * compute the elements that they share with others again: a cell less on either side than they hold. */
#ifndef TAUB_PASSES_CESE_H
#define TAUB_PASSES_CESE_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/clock.h"
#include "passes/common.h"
#include "passes/ends.h"
#include "schemes/cese.h"

#define CESE_SLOPES (CESE_AXES * SYSTEM_COMPONENTS)

struct cese_step {
    real k[CESE_AXES];   /* (dt/2)/dx */
    real per[CESE_AXES]; /* 1/dx */
};

INLINE struct cese_step cese_step_of(const struct taub_io io)
{
    struct cese_step step;
    EACH (a, CESE_AXES) {
        step.k[a] = R(0.5 * io.control->dt / io.shape.spacing[cese_axis(a)]);
        step.per[a] = R(1.0 / io.shape.spacing[cese_axis(a)]);
    }
    return step;
}

INLINE long cese_stride(const struct taub_shape shape, int a)
{
    const int axis = cese_axis(a);
    return axis == 0 ? 1 : axis == 1 ? (long)shape.row_stride : shape.plane_stride;
}

/* Where slopes of the cell stand whose state stands at `at`. */
INLINE long cese_slopes_at(const struct taub_shape shape, int b, long at)
{
    return at + (long)b * (CESE_SLOPES - SYSTEM_COMPONENTS) * shape.component_stride;
}

INLINE void cese_load_slopes(GLOBAL const real *field, long at, long component_stride,
                             real s[CESE_AXES][SYSTEM_COMPONENTS])
{
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            s[a][c] = field[at + (a * SYSTEM_COMPONENTS + c) * component_stride];
}

INLINE void cese_store_slopes(GLOBAL real *field, long at, long component_stride,
                              const real s[CESE_AXES][SYSTEM_COMPONENTS])
{
    EACH (a, CESE_AXES)
        EACH (c, SYSTEM_COMPONENTS)
            field[at + (a * SYSTEM_COMPONENTS + c) * component_stride] = s[a][c];
}

/* ---- boundaries ---- */

/* Beyond extrapolated ends states go on by the slopes of the cell where these ends meet, and slopes are the same; along
 * an axis where that leaves no fluid the cell is copied, as by an outflow. */
INLINE void cese_extrapolate(const struct taub_io io, int b, const int place[3], real u[SYSTEM_COMPONENTS],
                             real s[CESE_AXES][SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    int edge[3];
    cell_before_slopes(io, b, place, edge);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, b, edge[2], edge[1], edge[0]);
    real last[SYSTEM_COMPONENTS], line[SYSTEM_COMPONENTS];
    load_state(io.f[0], from, cs, last);
    load_state(io.f[0], from, cs, u);
    cese_load_slopes(io.f[1], cese_slopes_at(io.shape, b, from), cs, s);
    EACH (a, CESE_AXES) {
        const int steps = place[cese_axis(a)] - edge[cese_axis(a)];
        EACH (c, SYSTEM_COMPONENTS)
            line[c] = last[c] + (real)steps * s[a][c];
        const int goes_on = steps != 0 && conserved_admissible(line);
        EACH (c, SYSTEM_COMPONENTS) {
            u[c] += goes_on ? line[c] - last[c] : R(0.0);
            s[a][c] = steps != 0 && !goes_on ? R(0.0) : s[a][c];
        }
    }
    const int fails = !conserved_admissible(u);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = fails ? last[c] : u[c];
}

/* One ghost zone beyond the ends of one rank across one axis; options and range are those of passes/ghosts.h. A mirror
 * turns the slopes across it around; behind an outflow there are none, and none of what the case gives. */
INLINE void cese_ghosts_point(const struct taub_io io, int b, int k, int second, int first)
{
    const int axis = io.range.option[0];
    const int i = axis == 0 ? second : first, j = axis == 0 ? first : second;
    const int n = io.shape.cells[axis], side = (axis == 0 ? i : axis == 1 ? j : k) != 0;
    const int link = block_across(io, b, axis, side), target = side ? n : -1, source = side ? n - 1 : 0;
    const int zone[3] = {axis == 0 ? target : i, axis == 1 ? target : j, axis == 2 ? target : k};
    const long cs = io.shape.component_stride;
    const long to = cell_index(io.shape, SYSTEM_COMPONENTS, b, zone[2], zone[1], zone[0]);
    const long from = cell_index(io.shape, SYSTEM_COMPONENTS, b, axis == 2 ? source : k, axis == 1 ? source : j,
                                 axis == 0 ? source : i);
    const int rank = rank_of_end(link), mirror = link == LINK_REFLECTING, open = link == LINK_OUTFLOW;
    real u[SYSTEM_COMPONENTS], s[CESE_AXES][SYSTEM_COMPONENTS];
    if (rank != io.range.option[3] || is_left_to_others(io, b, axis, axis, rank, zone))
        return;
    if (rank == END_EXTRAPOLATES) {
        cese_extrapolate(io, b, zone, u, s);
    } else {
        load_state(io.f[0], from, cs, u);
        cese_load_slopes(io.f[1], cese_slopes_at(io.shape, b, from), cs, s);
    }
#if TAUB_INFLOW || TAUB_USER_BOUNDARY
    if (rank == END_GIVES) {
        real x[3];
        zone_center(io, b, zone, x);
        prescribed_ghost(io, end_zone_of(io, b, zone, -1), x, u);
    }
#endif
    EACH (c, SYSTEM_COMPONENTS) {
        const int flips = mirror && primitive_flips(axis, c);
        u[c] = flips ? -u[c] : u[c];
        EACH (a, CESE_AXES) {
            const int across = cese_axis(a) == axis, turns = flips != (mirror && across);
            s[a][c] = rank == END_GIVES || (across && open) ? R(0.0) : turns ? -s[a][c] : s[a][c];
        }
    }
    store_state(io.f[0], to, cs, u);
    cese_store_slopes(io.f[1], cese_slopes_at(io.shape, b, to), cs, (const real(*)[SYSTEM_COMPONENTS])s);
}
TAUB_GATED_POINT_PASS(cese_ghosts)

/* The same outside a step. */
INLINE void cese_fill_point(const struct taub_io io, int b, int k, int second, int first)
{
    cese_ghosts_point(io, b, k, second, first);
}
TAUB_POINT_PASS(cese_fill)

/* ---- the start ---- */

INLINE void cese_slopes_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real s[CESE_AXES][SYSTEM_COMPONENTS];
    EACH (a, CESE_AXES) {
        const long stride = cese_stride(io.shape, a);
        EACH (c, SYSTEM_COMPONENTS) {
            GLOBAL const real *u = io.f[0] + at + c * cs;
            s[a][c] = cese_weighted(u[stride] - u[0], u[0] - u[-stride]);
        }
    }
    cese_store_slopes(io.f[1], cese_slopes_at(io.shape, b, at), cs, (const real(*)[SYSTEM_COMPONENTS])s);
}
TAUB_POINT_PASS(cese_slopes)

/* Number of the tile that begins at `lower`; option[1 + a]: cells of a tile along axis a. */
INLINE int cese_tile_number(const struct taub_io io, int b, const int lower[3])
{
    int number = b;
    UNROLL
    for (int axis = 2; axis >= 0; axis--) {
        const int size = io.range.option[1 + axis];
        number = number * ((io.shape.cells[axis] + size - 1) / size) + lower[axis] / size;
    }
    return number;
}

#define TAUB_GROUP_X CESE_THREADS
#define TAUB_GROUP_Y 1

#if defined(TAUB_HOST)
#define CESE_GROUP 1
#define CESE_THREAD 0
#else
#define CESE_GROUP CESE_THREADS
#define CESE_THREAD LOCAL_X
#endif

/* The largest of a group's numbers, in scratch[0] of thread 0. */
INLINE real cese_group_maximum(LOCAL_ARGUMENT real *scratch, int threads, real mine)
{
#if defined(TAUB_HOST)
    return mine;
#else
    BARRIER;
    scratch[CESE_THREAD] = mine;
    BARRIER;
    for (int span = threads / 2; span > 0; span /= 2) {
        if (CESE_THREAD < span)
            scratch[CESE_THREAD] = real_max(scratch[CESE_THREAD], scratch[CESE_THREAD + span]);
        BARRIER;
    }
    return scratch[0];
#endif
}

INLINE void cese_rates_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                            const int upper[3])
{
    const struct eos eos = eos_of_tables(io.tables);
    const struct cese_step step = cese_step_of(io);
    real largest = R(0.0);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            for (int i = lower[0] + CESE_THREAD; i < upper[0]; i += CESE_GROUP) {
                real q[SYSTEM_COMPONENTS];
                load_primitive(io, eos, io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), q);
                largest = real_max(largest, cese_rate(eos, q, step.per));
            }
    largest = cese_group_maximum(scratch, CESE_GROUP, largest);
    if (CESE_THREAD == 0)
        io.f[4][cese_tile_number(io, b, lower)] = largest;
}
TAUB_TILE_PASS(cese_rates, CESE_GROUP)

/* One group of more threads than the others have. */
#define CESE_BEGINNERS 256
INLINE void cese_begin_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                            const int upper[3])
{
    const int thread = CESE_THREAD, threads = CESE_GROUP == 1 ? 1 : CESE_BEGINNERS;
    real largest = R(0.0);
    for (int n = thread; n < io.range.option[0]; n += threads)
        largest = real_max(largest, io.f[0][n]);
    largest = cese_group_maximum(scratch, threads, largest);
    if (thread == 0)
        begin_step(io.control, largest);
}
#undef TAUB_GROUP_X
#define TAUB_GROUP_X CESE_BEGINNERS
TAUB_TILE_PASS(cese_begin, CESE_BEGINNERS)
#undef TAUB_GROUP_X
#define TAUB_GROUP_X CESE_THREADS

#endif
