/* Cells, faces and edges on the host in one pass.
 *
 *   march   fields: 0 state in, 1 means of B in, 2 what sources change out (with ADER), 3 faces out, 4 electric
 *           field out
 *
 * A strip of up to STRIP cells by STRIP_ROWS rows marches along z. Face and edge states, 48 to 132 numbers a
 * cell, wait for those of its neighbours in the caches and are never in memory. A strip finds the lower faces of its
 * own cells and the edges at their lower corners, for which it looks at one cell more at its lower ends. */
#ifndef TAUB_PASSES_MHD_MARCH_HOST_H
#define TAUB_PASSES_MHD_MARCH_HOST_H

#include "dialect.h"
#include "case/system.h"
#include "geometry/spacing.h"
#include "passes/equilibrium.h"
#include "passes/godunov_scalars.h"
#include "passes/mhd_cells_host.h"
#include "passes/mhd_faces.h"
#include "passes/mhd_rows_host.h"
#include "passes/mhd_shocks.h"
#include "passes/mhd_states.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "riemann/edge_uct_hll.h"
#include "riemann/mhd_fan.h"

#if defined(TAUB_HOST)

#define STRIP_ROWS 16
/* Of a face, beside its flux: ahead, behind, the two numbers by which it is sharper than HLL. */
#define FAN_VALUES (2 + 2 * FACE_SHARPER)
/* What waits for the next plane is the upper side along z, the four corners there and the share of HLL; all else waits
 * for the next row at most. */
#define ROW_VALUES (5 * FACE_VALUES + 24)
#define PLANE_VALUES (FACE_VALUES + 12 + TAUB_SHOCK_FIX)
#define FAN_PLANE_VALUES (2 * FAN_VALUES)

/* Aligned as vector loops want it: gcc 12 at -O1 takes a local one for aligned that is not. The first index is the row
 * or the plane at hand, and the one before it, in turn. */
struct __attribute__((aligned(64))) strip {
    real row[2][ROW_VALUES * STRIDE];
    real plane[2][STRIP_ROWS + 1][PLANE_VALUES * STRIDE];
    real fans_z[2][FAN_VALUES * STRIDE];
    real fans_xy[2][STRIP_ROWS + 1][FAN_PLANE_VALUES * STRIDE]; /* across x, then y */
    real flux[SYSTEM_COMPONENTS * STRIDE];
    struct row_results results;
};

/* What row `row` of the strip shows in plane k. */
INLINE struct shown shown_of(struct strip *strip, int k, int row)
{
    real *const low = strip->row[row & 1], *const high = strip->plane[k & 1][row];
    struct shown shown;
    for (int s = 0; s < 5; s++)
        shown.side[s] = low + s * FACE_VALUES * STRIDE;
    shown.side[5] = high;
    for (int n = 0; n < 4; n++) {
        const int half = 3 * (n / 2), odd = 3 * (n % 2);
        real *const corners = low + 5 * FACE_VALUES * STRIDE, *const upper = high + FACE_VALUES * STRIDE;
        shown.corner[2][n] = corners + 3 * n * STRIDE;
        shown.corner[0][n] = (n & 2 ? upper : corners + 12 * STRIDE) + odd * STRIDE;
        shown.corner[1][n] = (n & 1 ? upper + 6 * STRIDE : corners + 18 * STRIDE) + half * STRIDE;
    }
    return shown;
}

/* Its shares of HLL, if there are any. */
INLINE real *shocks_in(struct strip *strip, int k, int row)
{
    return strip->plane[k & 1][row] + (PLANE_VALUES - TAUB_SHOCK_FIX) * STRIDE;
}

/* ---- faces ---- */

INLINE void flux_of_rows(const real *below, const real *above, int axis, real share, real *flux, real *fan)
{
    real ul[SYSTEM_COMPONENTS], ur[SYSTEM_COMPONENTS], f[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        ul[c] = below[c * STRIDE];
        ur[c] = above[c * STRIDE];
    }
    const struct face_fan of_face = flux_of_face_states(ul, ur, axis, share, f);
#if TAUB_ORDER > 2
    real from_below, from_above;
    hll_weights(of_face, &from_below, &from_above);
    EACH (c, SYSTEM_COMPONENTS)
        f[c] +=
            from_below * below[(SYSTEM_COMPONENTS + c) * STRIDE] + from_above * above[(SYSTEM_COMPONENTS + c) * STRIDE];
#endif
    carry_from_upstream(ul, ur, f);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c * STRIDE] = f[c];
    fan[0] = of_face.ahead;
    fan[STRIDE] = of_face.behind;
#if FACE_SHARPER
    fan[2 * STRIDE] = of_face.sharper[0];
    fan[3 * STRIDE] = of_face.sharper[1];
#endif
}
static __attribute__((noinline)) void face_alone(const real *below, const real *above, int axis, real share, real *flux,
                                                 real *fan)
{
    flux_of_rows(below, above, axis, share, flux, fan);
}
/* below, above: what cells show at the face; their shares of HLL. */
struct both_sides {
    const real *below, *above, *share_below, *share_above;
};
INLINE real share_of_sides(const struct both_sides sides, int l)
{
    return TAUB_SHOCK_FIX ? real_max(sides.share_below[l], sides.share_above[l]) : R(0.0);
}
INLINE void faces_of_row(const struct both_sides sides, int axis, int length, real *flux, real *fan)
{
    for (int l = 0; l < length && length < LANES; l++)
        face_alone(sides.below + l, sides.above + l, axis, share_of_sides(sides, l), flux + l, fan + l);
    for (int n = 0; n < length && length >= LANES; n += LANES) {
        const int start = vector_start(n, length);
        TAUB_PRAGMA(omp simd)
        for (int l = 0; l < LANES; l++)
            flux_of_rows(sides.below + start + l, sides.above + start + l, axis, share_of_sides(sides, start + l),
                         flux + start + l, fan + start + l);
    }
}

#if TAUB_SHOCK_FIX
INLINE real excess_of_cell(const struct taub_io io, long at, long mean_at)
{
    real largest = R(0.0), least;
    EACH_AXIS (a)
        largest = real_max(
            largest, shock_excess(means_beside(io, at, mean_at, a, -1), means_beside(io, at, mean_at, a, 1), &least));
    return largest;
}
ROW_PART excess_of_row(const struct row_of_cells *row, real *out)
{
    const struct taub_io io = row->io;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, row->b, row->k, row->j, row->i);
    const long mean_at = cell_index(io.shape, MEAN_VALUES, row->b, row->k, row->j, row->i);
    const int length = row->length;
    EACH_CELL
    out[l] = excess_of_cell(io, at + l, mean_at + l);
}
#endif
/* The shares of HLL of a row of cells: few rows are in a shock. */
static void shocks_of_row(const struct row_of_cells *row, real *out)
{
#if TAUB_SHOCK_FIX
    const struct taub_io io = row->io;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, row->b, row->k, row->j, row->i);
    const long mean_at = cell_index(io.shape, MEAN_VALUES, row->b, row->k, row->j, row->i);
    excess_of_row(row, out);
    for (int l = 0; l < row->length; l++)
        out[l] = out[l] > R(0.0) ? shock_of_cell(io, at + l, mean_at + l) : R(0.0);
#else
    (void)row;
    (void)out;
#endif
}

/* To memory: the faces of the row's own cells. */
static void store_fluxes(const struct row_of_cells *row, const real *flux, int axis)
{
    const struct taub_io io = row->io;
    const size_t bytes = (size_t)(row->length - TAUB_ACTIVE_X) * sizeof(real);
    stored *to = io.f[3] + cell_index(io.shape, FACES, row->b, row->k, row->j, row->i + TAUB_ACTIVE_X) +
                 FACE_AT(axis) * io.shape.component_stride;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        if (c != FACE_AHEAD(axis)) /* 0 */
            memcpy(to + c * io.shape.component_stride, flux + c * STRIDE + TAUB_ACTIVE_X, bytes);
}

/* ---- edges ---- */

#if ACTIVE_AXES > 1
/* Around a row of edges, with p and q the axes across them: what its four cells show there, and the fans of the faces
 * across p and across q, of each the one above and the one below. */
struct around_edges {
    const real *sw, *se, *nw, *ne;
    const real *p, *p_below, *q, *q_below;
};

INLINE void load_three(const real *from, real out[3])
{
    EACH (n, 3)
        out[n] = from[n * STRIDE];
}
INLINE real electric_of_edge(const struct around_edges at, int l)
{
    real sw[3], se[3], nw[3], ne[3];
    load_three(at.sw + l, sw);
    load_three(at.se + l, se);
    load_three(at.nw + l, nw);
    load_three(at.ne + l, ne);
    const struct edge_fan fp =
        edge_fan_of_speeds(real_max(at.p[l], at.p_below[l]), real_max(at.p[STRIDE + l], at.p_below[STRIDE + l]));
    const struct edge_fan fq =
        edge_fan_of_speeds(real_max(at.q[l], at.q_below[l]), real_max(at.q[STRIDE + l], at.q_below[STRIDE + l]));
    real e = electric_of_cells(fp, fq, sw, se, nw, ne);
#if FACE_SHARPER
    /* q is the axis next to p, p the second one after q */
    e += (fp.share_below * at.q_below[3 * STRIDE + l] + fp.share * at.q[3 * STRIDE + l]) -
         (fq.share_below * at.p_below[2 * STRIDE + l] + fq.share * at.p[2 * STRIDE + l]);
#endif
    return e;
}
/* The edges along axis o at the lower corners of the row's own cells. */
ROW_PART edges_of_row(const struct row_of_cells *row, const struct around_edges *around, int o)
{
    const struct taub_io io = row->io;
    const struct around_edges at = *around;
    const int length = row->length;
    stored *const out =
        io.f[4] + cell_index(io.shape, 3, row->b, row->k, row->j, row->i) + o * io.shape.component_stride;
    TAUB_PRAGMA(omp simd)
    for (int l = TAUB_ACTIVE_X; l < length; l++)
        out[l] = electric_of_edge(at, l);
}

/* All edges of the row's own cells: its neighbours in the row and the plane before have been at hand. */
static void edges_of_cells(const struct row_of_cells *row, struct strip *strip, int at)
{
    const int k = row->k, now = k & 1;
    const struct shown ne = shown_of(strip, k, at);
    const real *const x = strip->fans_xy[now][at], *const y = x + FAN_VALUES * STRIDE, *const z = strip->fans_z[at & 1];
    if (PLANE_ACTIVE(0)) {
        const struct shown nw = shown_of(strip, k, at - 1), se = shown_of(strip, k - 1, at),
                           sw = shown_of(strip, k - 1, at - 1);
        const struct around_edges around = {sw.corner[0][3],
                                            se.corner[0][2],
                                            nw.corner[0][1],
                                            ne.corner[0][0],
                                            y,
                                            strip->fans_xy[now ^ 1][at] + FAN_VALUES * STRIDE,
                                            z,
                                            strip->fans_z[(at & 1) ^ 1]};
        edges_of_row(row, &around, 0);
    }
    if (PLANE_ACTIVE(1)) {
        const struct shown nw = shown_of(strip, k - 1, at);
        const struct around_edges around = {
            nw.corner[1][3] - 1,        ne.corner[1][2] - 1, nw.corner[1][1], ne.corner[1][0], z, z - 1, x,
            strip->fans_xy[now ^ 1][at]};
        edges_of_row(row, &around, 1);
    }
    if (PLANE_ACTIVE(2)) {
        const struct shown se = shown_of(strip, k, at - 1);
        const struct around_edges around = {se.corner[2][3] - 1,
                                            se.corner[2][2],
                                            ne.corner[2][1] - 1,
                                            ne.corner[2][0],
                                            x,
                                            strip->fans_xy[now][at - 1],
                                            y,
                                            y - 1};
        edges_of_row(row, &around, 2);
    }
}
#endif

/* ---- the march ---- */

/* How many of the row's own cells had to be scaled, or their scalars drawn, or are in a shock; cells beyond the mesh do
 * not count. */
struct cells_counted {
    int scaled, drawn, shocks;
};
INLINE void count_cells(const struct row_of_cells *row, const struct row_results *results, const real *shocks,
                        struct cells_counted *counted)
{
    const struct taub_shape shape = row->io.shape;
    if (row->j >= shape.cells[1] || row->k >= shape.cells[2])
        return;
    for (int l = TAUB_ACTIVE_X; l < row->length && row->i + l < shape.cells[0]; l++) {
        counted->scaled += results->kept[l] < R(1.0);
        counted->drawn += results->drawn[l] > R(0.0);
        counted->shocks += TAUB_SHOCK_FIX && shocks[l] > R(0.0);
    }
}

/* What sources change in the row's own cells. */
INLINE void store_sources(const struct row_of_cells *row, const real *sources)
{
#if TAUB_ADER && TAUB_USER_SOURCE
    const struct taub_io io = row->io;
    const size_t bytes = (size_t)(row->length - TAUB_ACTIVE_X) * sizeof(real);
    stored *to = io.f[2] + cell_index(io.shape, FACE_STATES, row->b, row->k, row->j, row->i + TAUB_ACTIVE_X);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
        memcpy(to + c * io.shape.component_stride, sources + c * STRIDE + TAUB_ACTIVE_X, bytes);
#endif
}

/* Of the lower face of cell l of the row across an axis. */
INLINE int wall_of_row(const struct row_of_cells *row, int axis, int l)
{
    return wall_at(row->io, row->b, row->k, row->j, row->i + l, axis);
}

/* The faces between the row at hand, number `at` of the strip, and what is below it along each axis. */
static void faces_of_cells(const struct row_of_cells *row, struct strip *strip, int at, int own_row, int own_plane)
{
    const int k = row->k, own = own_row && own_plane;
    const struct shown here = shown_of(strip, k, at);
    real *const fans = strip->fans_xy[k & 1][at];
    const real *const share = shocks_in(strip, k, at);
    (void)here;
    (void)fans;
    (void)own;
    (void)share;
#if TAUB_ACTIVE_X
    for (int l = 1; l<row->length; l += row->length> 2 ? row->length - 2 : 1)
        mirror_row_at_wall(wall_of_row(row, 0, l), 0, FACE_VALUES, 1, STRIDE, here.side[1] + l - 1, here.side[0] + l);
    const struct both_sides x = {here.side[1], here.side[0] + 1, share, share + 1};
    faces_of_row(x, 0, row->length - 1, strip->flux + 1, fans + 1);
    if (own)
        store_fluxes(row, strip->flux, 0);
#endif
#if TAUB_ACTIVE_Y
    if (own_row) {
        const struct both_sides y = {shown_of(strip, k, at - 1).side[3], here.side[2], shocks_in(strip, k, at - 1),
                                     share};
        mirror_row_at_wall(wall_of_row(row, 1, 0), 1, FACE_VALUES, row->length, STRIDE,
                           shown_of(strip, k, at - 1).side[3], here.side[2]);
        faces_of_row(y, 1, row->length, strip->flux, fans + FAN_VALUES * STRIDE);
        if (own)
            store_fluxes(row, strip->flux, 1);
    }
#endif
#if TAUB_ACTIVE_Z
    if (own_plane) {
        const struct both_sides z = {shown_of(strip, k - 1, at).side[5], here.side[4], shocks_in(strip, k - 1, at),
                                     share};
        mirror_row_at_wall(wall_of_row(row, 2, 0), 2, FACE_VALUES, row->length, STRIDE,
                           shown_of(strip, k - 1, at).side[5], here.side[4]);
        faces_of_row(z, 2, row->length, strip->flux, strip->fans_z[at & 1]);
        if (own)
            store_fluxes(row, strip->flux, 2);
    }
#endif
}

static void march_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    struct strip strip;
    struct row_of_cells row;
    struct cells_counted counted = {0, 0, 0};
    if (io.control->paused || io.control->failed)
        return;
    row.io = io;
    row.here = setting_of_launch(io);
    row.b = b;
    row.i = lower[0] - TAUB_ACTIVE_X;
    row.length = upper[0] - row.i;
    for (row.k = lower[2] - TAUB_ACTIVE_Z; row.k < upper[2]; row.k++)
        for (row.j = lower[1] - TAUB_ACTIVE_Y; row.j < upper[1]; row.j++) {
            const int own_row = row.j >= lower[1], own_plane = row.k >= lower[2];
            const int at = row.j - (lower[1] - TAUB_ACTIVE_Y);
            const struct shown shown = shown_of(&strip, row.k, at);
            show_row(&row, &shown, &strip.results);
            shocks_of_row(&row, shocks_in(&strip, row.k, at));
            faces_of_cells(&row, &strip, at, own_row, own_plane);
            if (!own_row || !own_plane)
                continue;
            count_cells(&row, &strip.results, shocks_in(&strip, row.k, at), &counted);
            store_sources(&row, strip.results.sources);
#if ACTIVE_AXES > 1
            edges_of_cells(&row, &strip, at);
#endif
        }
    count_of_state(io, &io.control->first_order_cells, counted.scaled);
    count_of_state(io, &io.control->bounded_scalars, counted.drawn);
    count_of_state(io, &io.control->shock_cells, counted.shocks);
}
TAUB_TILE_PASS(march, 1)

#endif
#endif
