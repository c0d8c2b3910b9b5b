/* `stage` on GPUs: columns of threads that march along z and share fluxes through shared memory.
 *
 * Orders 3 and 4: the march of march/march.h. Face states are in field 1.
 *
 * Order 2: a thread also finds the face states of its cell, and shares those, too: there is a row and column of
 * such threads on either side. The upper z face of a cell is solved with the next plane; the cell is then complete. */
#ifndef TAUB_PASSES_GODUNOV_COLUMNS_H
#define TAUB_PASSES_GODUNOV_COLUMNS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/equilibrium.h"
#include "passes/godunov.h"
#include "passes/godunov_scalars.h"
#include "passes/godunov_shocks.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "schemes/ader.h"
#include "schemes/setting.h"

#if !defined(TAUB_HOST)

#include "march/shared_faces.h"

#if TAUB_ORDER > 2

/* The flux through the lower face of a cell, whose face states begin at `face_states` of field 1. */
INLINE void solve_face(const struct taub_io io, const struct eos eos, long face_states, long stride, int axis, int wall,
                       real flux[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride;
    real share = R(0.0);
#if TAUB_SHOCK_FIX
    GLOBAL const real *shock = io.f[1] + face_states + (STATES_AND_SOURCES + axis) * cs;
    share = real_max(LOAD(shock - stride), LOAD(shock));
#endif
    flux_between(eos, io.f[1] + face_states - stride + (2 * axis + 1) * FACE_STATE_VALUES * cs,
                 io.f[1] + face_states + 2 * axis * FACE_STATE_VALUES * cs, cs, axis, wall, share, flux);
}

/* The hooks of march/march.h. */
INLINE int load_face_flux(const struct taub_io io, const struct step_shares shares, long at, long stride,
                          int axis PLACE_ARGUMENT, real flux[SYSTEM_COMPONENTS])
{
#if TAUB_WALLS
    const int wall = wall_of_face(io, axis, place);
#else
    const int wall = WALL_NOWHERE;
#endif
    solve_face(io, shares.here.eos, shares.face_states + at, stride, axis, wall, flux);
    return 0;
}

INLINE void finish_cell(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                        real change[SYSTEM_COMPONENTS])
{
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += io.f[1][shares.face_states + at + (6 * FACE_STATE_VALUES + c) * io.shape.component_stride];
#endif
    if (!update_cell(io, shares, at, b, k, j, i, change))
        report_cell(io, b, k, j, i);
}

#define SCHEME_OWN_FACES 1
#define MARCH_STAGE struct step_shares
#define MARCH_BUFFERS 2
#include "march/column.h"

INLINE void stage_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                       const int upper[3])
{
    if (io.control->paused || io.control->failed)
        return;
    struct step_shares shares = shares_of_launch(io);
    /* not added to the pointer, which would then take registers (the fields' are constants) */
    shares.face_states = (long)b * (FACE_STATES - SYSTEM_COMPONENTS) * io.shape.component_stride;
    march(io, shares, scratch, b, lower, upper);
}
TAUB_TILE_PASS(stage, MARCH_VALUES)

/* The flux that the stage pass had for the lower face of a cell. */
INLINE void former_flux(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                        real flux[SYSTEM_COMPONENTS])
{
    solve_face(io, shares.here.eos, cell_index(io.shape, FACE_STATES, b, k, j, i), axis_stride(io.shape, axis), axis,
               wall_at(io, b, k, j, i, axis), flux);
}
/* What sources change with ADER; other schemes find that in the update. */
INLINE void sources_again(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i,
                          real change[SYSTEM_COMPONENTS])
{
    const long face_states = cell_index(io.shape, FACE_STATES, b, k, j, i);
    (void)face_states;
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if STATES_AND_SOURCES > 6 * FACE_STATE_VALUES
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = io.f[1][face_states + (6 * FACE_STATE_VALUES + c) * io.shape.component_stride];
#endif
}

#else

/* States, and with scheme.shock_fix the shares of HLL. */
#define SHARED_VALUES (SYSTEM_COMPONENTS + TAUB_SHOCK_FIX)
#define COLUMN_VALUES (2 * SHARED_VALUES * SHARED_FACE)

/* The flux through the lower face along x or y of a cell, whose own state there is `own`; it takes the place of the
 * neighbour's state, which no other thread reads. */
INLINE void solve_shared_face(const struct eos eos, LOCAL_ARGUMENT real *neighbour, const real own[SYSTEM_COMPONENTS],
                              int axis, int wall, real shock)
{
    real below[SYSTEM_COMPONENTS], flux[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        below[c] = neighbour[c * SHARED_FACE];
#if TAUB_SHOCK_FIX
    shock = real_max(neighbour[SYSTEM_COMPONENTS * SHARED_FACE], shock);
#endif
    flux_of_states(eos, below, own, axis, wall, shock, flux);
    share_values(neighbour, flux);
}

/* What a thread keeps of a cell until its upper z face is solved. */
struct pending {
    real upper_z[SYSTEM_COMPONENTS], flux_z[SYSTEM_COMPONENTS]; /* its upper side, the flux through its lower face */
    real shock;                                                 /* its share of HLL there */
    real change[SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS];
};

INLINE void complete_cell(const struct taub_io io, const struct step_shares shares, long at, int b, int k, int j, int i,
                          struct pending *pending)
{
#if CELL_SOURCES
    EACH (c, SYSTEM_COMPONENTS)
        pending->change[c] += pending->sources[c];
#endif
    if (!update_cell(io, shares, at, b, k, j, i, pending->change))
        report_cell(io, b, k, j, i);
}

INLINE void stage_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                       const int upper[3])
{
    const int i = lower[0] + LOCAL_X - TAUB_ACTIVE_X, j = lower[1] + LOCAL_Y - TAUB_ACTIVE_Y;
    const int in_x = i >= lower[0] && i < upper[0], in_y = j >= lower[1] && j < upper[1], cell = in_x && in_y;
    /* cells at the tile's edges have no face in it; the faces solved here are the lower ones */
    const int shows = i < upper[0] + TAUB_ACTIVE_X && j < upper[1] + TAUB_ACTIVE_Y && (in_x || in_y);
    const int face_x = TAUB_ACTIVE_X && in_y && i >= lower[0] && i <= upper[0];
    const int face_y = TAUB_ACTIVE_Y && in_x && j >= lower[1] && j <= upper[1];
    LOCAL_ARGUMENT real *state_x = scratch + LOCAL_Y * TAUB_GROUP_X + LOCAL_X;
    LOCAL_ARGUMENT real *state_y = state_x + SHARED_VALUES * SHARED_FACE;
    struct pending pending;
    EACH (c, SYSTEM_COMPONENTS)
        pending.change[c] = pending.flux_z[c] = R(0.0);
    pending.shock = R(0.0);
    if (io.control->paused || io.control->failed)
        return;
    const struct step_shares shares = shares_of_launch(io);
    long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, lower[2] - TAUB_ACTIVE_Z, j, i);
    ROLLED
    for (int k = lower[2] - TAUB_ACTIVE_Z; k < upper[2] + TAUB_ACTIVE_Z; k++, at += io.shape.plane_stride) {
        const int in_z = k >= lower[2] && k < upper[2];
        real side[6][SYSTEM_COMPONENTS], sources[SYSTEM_COMPONENTS], across[3] = {R(0.0), R(0.0), R(0.0)};
        if (in_z ? shows : cell) {
            real m[SYSTEM_COMPONENTS][MODE_COUNT];
            struct evolution evolution[SYSTEM_COMPONENTS];
            struct scalars scalars;
            const real scaling = states_of_cell(io, shares.here, at, b, k, j, i, m, evolution, side, sources, &scalars);
            count_of_state(io, &io.control->bounded_scalars, scalars.drawn && cell && in_z);
            count_of_state(io, &io.control->first_order_cells, scaling < R(1.0) && cell && in_z);
            shocks_of_cell(io, at, across);
            count_of_state(io, &io.control->shock_cells, in_shock(across) && cell && in_z);
            if (TAUB_ACTIVE_X)
                share_values(state_x, side[1]);
            if (TAUB_ACTIVE_Y)
                share_values(state_y, side[3]);
#if TAUB_SHOCK_FIX
            state_x[SYSTEM_COMPONENTS * SHARED_FACE] = across[0];
            state_y[SYSTEM_COMPONENTS * SHARED_FACE] = across[1];
#endif
        }
        BARRIER;
        if (in_z) {
            if (face_x)
                solve_shared_face(shares.here.eos, state_x - 1, side[0], 0,
                                  wall_of_face(io, 0, place_in_mesh(io, b, 0, i)), across[0]);
            if (face_y)
                solve_shared_face(shares.here.eos, state_y - TAUB_GROUP_X, side[2], 1,
                                  wall_of_face(io, 1, place_in_mesh(io, b, 1, j)), across[1]);
        }
        BARRIER;
        if (cell) {
#if TAUB_ACTIVE_Z
            if (k >= lower[2]) {
                real flux[SYSTEM_COMPONENTS];
                flux_of_states(shares.here.eos, pending.upper_z, side[4], 2,
                               wall_of_face(io, 2, place_in_mesh(io, b, 2, k)), real_max(pending.shock, across[2]),
                               flux);
                add_column(shares.per[2] * map_face(io, b, k - 1, j, i, 2), pending.flux_z, flux, pending.change);
                if (k > lower[2])
                    complete_cell(io, shares, at - io.shape.plane_stride, b, k - 1, j, i, &pending);
            }
#endif
            pending.shock = across[2];
            EACH (c, SYSTEM_COMPONENTS) {
                pending.upper_z[c] = side[5][c];
                pending.change[c] = R(0.0);
                pending.sources[c] = sources[c];
            }
            if (in_z) {
#if TAUB_ACTIVE_X
                add_shared(shares.per[0] * map_face(io, b, k, j, i, 0), state_x - 1, state_x, pending.change);
#endif
#if TAUB_ACTIVE_Y
                add_shared(shares.per[1] * map_face(io, b, k, j, i, 1), state_y - TAUB_GROUP_X, state_y,
                           pending.change);
#endif
            }
#if !TAUB_ACTIVE_Z
            complete_cell(io, shares, at, b, k, j, i, &pending);
#endif
        }
        BARRIER;
    }
}

/* The flux that the stage pass had for the lower face of a cell, of which nothing is kept. */
INLINE void former_flux(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                        real flux[SYSTEM_COMPONENTS])
{
    const int x = axis == 0, y = axis == 1, z = axis == 2;
    real shown[2][SYSTEM_COMPONENTS];
    EACH_ROLLED (n, 0, 2) {
        const int at[3] = {i - (1 - n) * x, j - (1 - n) * y, k - (1 - n) * z};
        real side[6][SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT], sources[SYSTEM_COMPONENTS];
        struct evolution evolution[SYSTEM_COMPONENTS];
        struct scalars scalars;
        states_of_cell(io, shares.here, cell_index(io.shape, SYSTEM_COMPONENTS, b, at[2], at[1], at[0]), b, at[2],
                       at[1], at[0], m, evolution, side, sources, &scalars);
        EACH (c, SYSTEM_COMPONENTS)
            shown[n][c] = n ? side[2 * axis][c] : side[2 * axis + 1][c];
    }
    flux_of_states(shares.here.eos, shown[0], shown[1], axis, wall_at(io, b, k, j, i, axis),
                   share_between(io, b, k, j, i, axis), flux);
}
/* What sources change with ADER; other schemes find that in the update. */
INLINE void sources_again(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i,
                          real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if CELL_SOURCES
    real side[6][SYSTEM_COMPONENTS], m[SYSTEM_COMPONENTS][MODE_COUNT];
    struct evolution evolution[SYSTEM_COMPONENTS];
    struct scalars scalars;
    states_of_cell(io, shares.here, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), b, k, j, i, m, evolution, side,
                   change, &scalars);
#endif
}

TAUB_TILE_PASS(stage, COLUMN_VALUES)

#endif
#endif
#endif
