/* Godunov schemes on the host: a strip of STRIP cells by STRIP_ROWS rows marches along z; the face states of a cell are
 * made once, each face is solved once, and what waits for its neighbours does so in the caches. */
#ifndef TAUB_PASSES_GODUNOV_HOST_H
#define TAUB_PASSES_GODUNOV_HOST_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/common.h"
#include "passes/equilibrium.h"
#include "passes/godunov.h"
#include "passes/godunov_shocks.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "schemes/setting.h"
#if TAUB_SHOCK_FIX
#include "riemann/shock_sensor.h"
#endif

#if defined(TAUB_HOST)

#define STRIP 64
#define STRIP_ROWS 16
#define STRIDE 72 /* room for a row with a cell on either side, in whole cache lines */

/* The dear loops go over rows by whole vectors of LANES cells; the last one overlaps the one before and finds the same
 * numbers twice. With a count that compilers know there is no scalar loop for what is left of a row: two cells of 66
 * took a fifth of the time, and half of the code. Rows that are shorter have calls instead. */
#define LANES (64 / (int)sizeof(real))
INLINE int vector_start(int n, int length)
{
    return n + LANES <= length ? n : length - LANES;
}

/* Aligned as vector loops want it: gcc 12 at -O1 takes a local one for aligned that is not. */
struct __attribute__((aligned(64))) strip {
    real face_states[FACE_STATES * STRIDE];                 /* of the row at hand */
    real upper_y[FACE_STATE_VALUES * STRIDE];               /* of the row before */
    real upper_z[STRIP_ROWS][FACE_STATE_VALUES * STRIDE];   /* of the plane before */
    real shock_y[STRIDE], shock_z[STRIP_ROWS][STRIDE];      /* shares of HLL there */
    real flux_y[2][SYSTEM_COMPONENTS * STRIDE];             /* through the lower faces of the row before */
    real flux_z[STRIP_ROWS][2][SYSTEM_COMPONENTS * STRIDE]; /* through those of the plane before */
    real change[STRIP_ROWS][SYSTEM_COMPONENTS * STRIDE];    /* of rows some of whose faces are missing */
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
    real sources[STRIP_ROWS][SYSTEM_COMPONENTS * STRIDE];
#else
    real sources[1][1];
#endif
    real flux[SYSTEM_COMPONENTS * STRIDE];
#if TAUB_SHOCK_FIX
    real inner[5][STRIDE];      /* internal_energy_part of three rows of a plane, row j in place (j + 1) % 3, and of the
                                   planes beside */
    int inner_plane, inner_row; /* up to where the three go */
#endif
    int scaled, shocked, drawn;
};
#define SHOCK_ROW(face_states, axis) ((face_states) + (STATES_AND_SOURCES + (axis)) * STRIDE)

/* Those of one cell of a short row; or again, since of the others nothing is kept. */
static __attribute__((noinline)) real face_states_alone(const struct taub_io io, const struct setting here, int b,
                                                        int k, int j, int i, real *out, long stride, real *within)
{
    return face_states_of_cell(io, here, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), b, k, j, i, out, stride,
                               within);
}

/* How many of the row's own cells had to be scaled, and of how many the scalars (drawn); with cells along x there is
 * one more at either end. */
INLINE int face_states_row(const struct taub_io io, const struct setting here, long at, int b, int k, int j, int i,
                           int length, real *out, int *drawn)
{
    real kept[STRIDE], within[STRIDE];
    int inside = 0;
    for (int l = 0; l < length && length < LANES; l++)
        kept[l] = face_states_alone(io, here, b, k, j, i + l, out + l, STRIDE, within + l);
    for (int n = 0; n < length && length >= LANES; n += LANES) {
        const int start = vector_start(n, length);
#pragma omp simd
        for (int l = start; l < start + LANES; l++)
            kept[l] = face_states_of_cell(io, here, at + l, b, k, j, i + l, out + l, STRIDE, within + l);
    }
    *drawn = 0;
    for (int l = TAUB_ACTIVE_X; l < length - TAUB_ACTIVE_X; l++) {
        inside += kept[l] < R(1.0);
        *drawn += within[l] < R(1.0);
    }
    return inside;
}

#if TAUB_SHOCK_FIX
/* internal_energy_part of the cells of a row and, with cells along x, of one more at either end. */
INLINE real inner_lane(const struct taub_io io, long at)
{
    real u[SYSTEM_COMPONENTS], inner, density;
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(io.f[0] + at + c * io.shape.component_stride);
    internal_energy_part(u, &inner, &density);
    return inner;
}
INLINE void inner_row(const struct taub_io io, long at, int length, real *out)
{
    const int count = length + 2 * TAUB_ACTIVE_X;
#pragma omp simd
    for (int l = 0; l < count; l++)
        out[l] = inner_lane(io, at - TAUB_ACTIVE_X + l);
}

/* Rows of internal_energy_part beside a row, along each axis. */
struct inner_rows {
    const real *below[3], *above[3];
};

/* Each row is found once in its plane, and again for the planes beside. */
INLINE struct inner_rows inner_rows_beside(const struct taub_io io, struct strip *strip, long at, int k, int j,
                                           int length)
{
    struct inner_rows rows;
    const int go_on = strip->inner_plane == k && strip->inner_row == j;
    for (int y = go_on || !TAUB_ACTIVE_Y ? TAUB_ACTIVE_Y : -1; y <= TAUB_ACTIVE_Y; y++)
        inner_row(io, at + y * (long)io.shape.row_stride, length, strip->inner[(j + 3 + y) % 3]);
    strip->inner_plane = k;
    strip->inner_row = j + 1;
    for (int z = 0; z < 2 * TAUB_ACTIVE_Z; z++)
        inner_row(io, at + (2 * z - 1) * io.shape.plane_stride, length, strip->inner[3 + z]);
    rows.below[0] = strip->inner[(j + 3) % 3];
    rows.above[0] = rows.below[0] + 2 * TAUB_ACTIVE_X;
    rows.below[1] = strip->inner[(j + 2) % 3] + TAUB_ACTIVE_X;
    rows.above[1] = strip->inner[(j + 4) % 3] + TAUB_ACTIVE_X;
    rows.below[2] = strip->inner[3] + TAUB_ACTIVE_X;
    rows.above[2] = strip->inner[4] + TAUB_ACTIVE_X;
    return rows;
}

INLINE struct beside beside_lane(const struct taub_io io, real inner, long at, int axis)
{
    struct beside beside;
    beside.inner = inner;
    beside.density = LOAD(io.f[0] + at);
    beside.momentum = LOAD(io.f[0] + at + (1 + axis) * io.shape.component_stride);
    return beside;
}

/* The largest of shock_excess in a row. */
INLINE real excess_row(const struct taub_io io, const real *below, const real *above, long at, int axis, int length)
{
    const long step = axis_stride(io.shape, axis);
    real largest = R(0.0);
#pragma omp simd reduction(max : largest)
    for (int l = 0; l < length; l++) {
        real least;
        const real excess = shock_excess(beside_lane(io, below[l], at - step + l, axis),
                                         beside_lane(io, above[l], at + step + l, axis), &least);
        largest = excess > largest ? excess : largest;
    }
    return largest;
}
INLINE void along_row(const struct taub_io io, const real *below, const real *above, long at, int axis, int length,
                      real *along)
{
    const long step = axis_stride(io.shape, axis);
#pragma omp simd
    for (int l = 0; l < length; l++)
        along[l] =
            shock_along(beside_lane(io, below[l], at - step + l, axis), beside_lane(io, above[l], at + step + l, axis));
}
INLINE void across_lane(const real *along, real *out)
{
    const real one[3] = {along[0], along[STRIDE], along[2 * STRIDE]};
    EACH (a, 3)
        out[a * STRIDE] = shock_across(one, a);
}
INLINE void across_row(real (*along)[STRIDE], int length, real *out)
{
#pragma omp simd
    for (int l = 0; l < length; l++)
        across_lane(along[0] + l, out + l);
}

/* The shares of HLL of a row; returns how many of the row's own cells are in a shock. */
INLINE int shock_row(const struct taub_io io, struct strip *strip, long at, int k, int j, int length)
{
    const struct inner_rows rows = inner_rows_beside(io, strip, at, k, j, length);
    real *out = SHOCK_ROW(strip->face_states, 0), largest = R(0.0), along[3][STRIDE];
    int inside = 0;
    EACH_AXIS (a)
        largest = real_max(largest, excess_row(io, rows.below[a], rows.above[a], at, a, length));
    memset(out, 0, SHOCK_VALUES * STRIDE * sizeof(real));
    if (!(largest > R(0.0)))
        return 0;
    memset(along, 0, sizeof along);
    EACH_AXIS (a)
        along_row(io, rows.below[a], rows.above[a], at, a, length, along[a]);
    across_row(along, length, out);
    for (int l = TAUB_ACTIVE_X; l < length - TAUB_ACTIVE_X; l++) {
        const real across[3] = {out[l], out[STRIDE + l], out[2 * STRIDE + l]};
        inside += in_shock(across);
    }
    return inside;
}
#endif

INLINE void flux_lane(const struct eos eos, const real *lower, const real *upper, int axis, real share, real *flux)
{
    real f[SYSTEM_COMPONENTS];
    flux_between(eos, lower, upper, STRIDE, axis, WALL_NOWHERE, share, f);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c * STRIDE] = f[c];
}

static __attribute__((noinline)) void flux_alone(const struct eos eos, const real *lower, const real *upper, int axis,
                                                 real share, real *flux)
{
    flux_lane(eos, lower, upper, axis, share, flux);
}

/* The last two: the shares of HLL of both cells, where there are any. */
INLINE void flux_row(const struct eos eos, const real *lower, const real *upper, int axis, int length, real *flux,
                     const real *shock_lower, const real *shock_upper)
{
    for (int l = 0; l < length && length < LANES; l++)
        flux_alone(eos, lower + l, upper + l, axis, TAUB_SHOCK_FIX ? real_max(shock_lower[l], shock_upper[l]) : R(0.0),
                   flux + l);
    for (int n = 0; n < length && length >= LANES; n += LANES) {
        const int start = vector_start(n, length);
#pragma omp simd
        for (int l = start; l < start + LANES; l++)
            flux_lane(eos, lower + l, upper + l, axis,
                      TAUB_SHOCK_FIX ? real_max(shock_lower[l], shock_upper[l]) : R(0.0), flux + l);
    }
}

INLINE int update_lane(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                       const real *sources, const real *change)
{
    real faces[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        faces[c] = change[c * STRIDE];
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
    EACH (c, SYSTEM_COMPONENTS)
        faces[c] += sources[c * STRIDE];
#endif
    return !update_cell(io, shares, at, b, k, j, i, faces);
}

INLINE void update_row(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                       int length, const real *sources, const real *change)
{
    int wrong = 0;
#pragma omp simd reduction(+ : wrong)
    for (int l = 0; l < length; l++)
        wrong += update_lane(io, shares, at + l, b, k, j, i + l, sources + l, change + l);
#if TAUB_POSITIVE
    if (wrong)
        report_cell(io, b, k, j, i);
#else
    for (int l = 0; l < length && wrong; l++) {
        real u[SYSTEM_COMPONENTS];
        load_state(io.f[3], at + l, io.shape.component_stride, u);
        if (!state_is_gas(u))
            report_cell(io, b, k, j, i + l);
    }
#endif
}

INLINE void copy_rows(real *to, const real *from, int count, int length)
{
    for (int c = 0; c < count; c++)
        memcpy(to + c * STRIDE, from + c * STRIDE, (size_t)length * sizeof(real));
}

/* What faces across an axis change: the difference of lower and upper flux of each cell, one axis after the other, so
 * that the sum is the same for mirror images. */
INLINE void faces_x(const struct taub_io io, const struct step_shares shares, struct strip *strip, int b, int k, int j,
                    int i, int length, real *change)
{
    real *const lower = strip->face_states + FACE_STATE_VALUES * STRIDE, *const upper = strip->face_states;
    mirror_row_at_wall(wall_of_face(io, 0, place_in_mesh(io, b, 0, i)), 0, FACE_STATE_VALUES, 1, STRIDE, lower,
                       upper + 1);
    mirror_row_at_wall(wall_of_face(io, 0, place_in_mesh(io, b, 0, i + length)), 0, FACE_STATE_VALUES, 1, STRIDE,
                       lower + length, upper + length + 1);
    const real *shock = SHOCK_ROW(strip->face_states, 0);
    flux_row(shares.here.eos, lower, upper + 1, 0, length + 1, strip->flux, shock, shock + 1);
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
        for (int l = c * STRIDE; l < c * STRIDE + length; l++)
            change[l] =
                shares.per[0] * map_face(io, b, k, j, i + l - c * STRIDE, 0) * (strip->flux[l] - strip->flux[l + 1]);
}

/* The faces between the row at hand and the one before it along the axis, which have upper sides `before` and lower
 * fluxes `lower`: their change, `per` flux differences, if they are of this strip, then the lower fluxes of the row at
 * hand. */
INLINE void faces_across(const struct step_shares shares, struct strip *strip, int axis, real per, int wall, int length,
                         real *before, const real *shock_before, const real *lower, real *upper, real *change)
{
    real *const behind = strip->face_states + 2 * axis * FACE_STATE_VALUES * STRIDE + TAUB_ACTIVE_X;
    mirror_row_at_wall(wall, axis, FACE_STATE_VALUES, length, STRIDE, before, behind);
    flux_row(shares.here.eos, before, behind, axis, length, upper, shock_before,
             SHOCK_ROW(strip->face_states, axis) + TAUB_ACTIVE_X);
    if (!change)
        return;
    for (int c = 0; c < SYSTEM_COMPONENTS; c++)
#pragma omp simd
        for (int l = c * STRIDE; l < c * STRIDE + length; l++)
            change[l] += per * (lower[l] - upper[l]);
}

/* What the row's upper faces across an axis wait with for their other side. */
INLINE void keep_face_states(struct strip *strip, int axis, int length, real *upper, real *shock)
{
    copy_rows(upper, strip->face_states + (2 * axis + 1) * FACE_STATE_VALUES * STRIDE + TAUB_ACTIVE_X,
              FACE_STATE_VALUES, length);
    if (TAUB_SHOCK_FIX)
        copy_rows(shock, SHOCK_ROW(strip->face_states, axis) + TAUB_ACTIVE_X, 1, length);
}

/* The row at hand has the last faces of the one below it. */
INLINE void finish_below(const struct taub_io io, const struct step_shares shares, struct strip *strip, long at, int b,
                         int k, int j, int row, const int lower[3], int length)
{
    const int complete = k > lower[2];
    if (k >= lower[2])
        faces_across(shares, strip, 2, shares.per[2] * map_face(io, b, k - 1, j, lower[0], 2),
                     wall_of_face(io, 2, place_in_mesh(io, b, 2, k)), length, strip->upper_z[row], strip->shock_z[row],
                     strip->flux_z[row][(k & 1) ^ 1], strip->flux_z[row][k & 1], complete ? strip->change[row] : NULL);
    keep_face_states(strip, 2, length, strip->upper_z[row], strip->shock_z[row]);
    if (complete)
        update_row(io, shares, at - io.shape.plane_stride, b, k - 1, j, lower[0], length,
                   strip->sources[STATES_AND_SOURCES > 6 * FACE_STATE_VALUES ? row : 0], strip->change[row]);
}

static void stage_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    const int length = upper[0] - lower[0];
    struct strip strip;
    if (io.control->paused || io.control->failed)
        return;
    strip.scaled = strip.shocked = strip.drawn = 0;
#if TAUB_SHOCK_FIX
    strip.inner_plane = lower[2] - 2; /* none yet */
#endif
    const struct step_shares shares = shares_of_launch(io);
    for (int k = lower[2] - TAUB_ACTIVE_Z; k < upper[2] + TAUB_ACTIVE_Z; k++)
        for (int j = lower[1] - TAUB_ACTIVE_Y; j < upper[1] + TAUB_ACTIVE_Y; j++) {
            const int in_y = j >= lower[1] && j < upper[1], in_z = k >= lower[2] && k < upper[2];
            const int row = j - lower[1], own = in_y && in_z;
            if (!in_y && !in_z)
                continue;
            const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, lower[0]);
            int drawn;
            const int scaled = face_states_row(io, shares.here, at - TAUB_ACTIVE_X, b, k, j, lower[0] - TAUB_ACTIVE_X,
                                               length + 2 * TAUB_ACTIVE_X, strip.face_states, &drawn);
            strip.scaled += own ? scaled : 0;
            strip.drawn += own ? drawn : 0;
#if TAUB_SHOCK_FIX
            const int shocked = shock_row(io, &strip, at - TAUB_ACTIVE_X, k, j, length + 2 * TAUB_ACTIVE_X);
            strip.shocked += own ? shocked : 0;
#endif
#if TAUB_ACTIVE_Z
            if (in_y)
                finish_below(io, shares, &strip, at, b, k, j, row, lower, length);
#endif
            if (own) {
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
                copy_rows(strip.sources[row], strip.face_states + 6 * FACE_STATE_VALUES * STRIDE + TAUB_ACTIVE_X,
                          SYSTEM_COMPONENTS, length);
#endif
#if TAUB_ACTIVE_X
                faces_x(io, shares, &strip, b, k, j, lower[0], length, strip.change[row]);
#else
                memset(strip.change[row], 0, sizeof strip.change[0]);
#endif
            }
#if TAUB_ACTIVE_Y
            if (in_z && row >= 0)
                faces_across(shares, &strip, 1, shares.per[1] * map_face(io, b, k, j - 1, lower[0], 1),
                             wall_of_face(io, 1, place_in_mesh(io, b, 1, j)), length, strip.upper_y, strip.shock_y,
                             strip.flux_y[(j & 1) ^ 1], strip.flux_y[j & 1], row > 0 ? strip.change[row - 1] : NULL);
            if (in_z)
                keep_face_states(&strip, 1, length, strip.upper_y, strip.shock_y);
#endif
#if !TAUB_ACTIVE_Z
            const int done = row - TAUB_ACTIVE_Y;
            if (done >= 0)
                update_row(io, shares, at - TAUB_ACTIVE_Y * (long)io.shape.row_stride, b, k, j - TAUB_ACTIVE_Y,
                           lower[0], length, strip.sources[STATES_AND_SOURCES > 6 * FACE_STATE_VALUES ? done : 0],
                           strip.change[done]);
#endif
        }
    count_of_state(io, &io.control->first_order_cells, strip.scaled);
    count_of_state(io, &io.control->bounded_scalars, strip.drawn);
    count_of_state(io, &io.control->shock_cells, strip.shocked);
}

/* The flux that the stage pass had for the lower face of a cell. */
INLINE void former_flux(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                        real flux[SYSTEM_COMPONENTS])
{
    real below[FACE_STATES], above[FACE_STATES];
    const real share = share_between(io, b, k, j, i, axis);
    real kept;
    face_states_alone(io, shares.here, b, k - (axis == 2), j - (axis == 1), i - (axis == 0), below, 1, &kept);
    face_states_alone(io, shares.here, b, k, j, i, above, 1, &kept);
    flux_between(shares.here.eos, below + (2 * axis + 1) * FACE_STATE_VALUES, above + 2 * axis * FACE_STATE_VALUES, 1,
                 axis, wall_at(io, b, k, j, i, axis), share, flux);
}

/* What sources change with ADER; other schemes find that in the update. */
INLINE void sources_again(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i,
                          real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
    real own[FACE_STATES];
    real kept;
    face_states_alone(io, shares.here, b, k, j, i, own, 1, &kept);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = own[6 * FACE_STATE_VALUES + c];
#endif
}

TAUB_TILE_PASS(stage, 1)

#endif
#endif
