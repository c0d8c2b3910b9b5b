/* Cells that have lost their positive density or pressure (godunov.h). */
#ifndef TAUB_PASSES_GODUNOV_FOFC_H
#define TAUB_PASSES_GODUNOV_FOFC_H

#include "dialect.h"
#include "case/derivatives.h"
#include "case/geometry.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#include "geometry/spacing.h"
#include "passes/common.h"
#include "passes/godunov.h"
#include "passes/godunov_columns.h"
#include "passes/godunov_host.h"
#include "passes/halo.h"
#include "passes/locate.h"
#include "passes/walls.h"
#include "reconstruct/modes.h"
#include "schemes/godunov.h"
#include "schemes/setting.h"
#include "systems/recovery_status.h"
#if TAUB_REFINED
#include "passes/meeting.h"
#endif

/* Rounds that follow cells whose neighbours were corrected, and one that is left to the whole mesh: where nearly all of
 * a cold gas is at the edge, one cell after the other can lose its positivity to the one before. With first-order
 * fluxes everywhere none does. */
#define FOFC_ROUNDS 4
#define FOFC_WHOLE_MESH (FOFC_ROUNDS + 1)

#if TAUB_POSITIVE || TAUB_REFINED

/* The round after which a cell was found, if that was before this one; cells beyond a boundary never are. */
INLINE int found_before(const struct taub_io io, int b, int k, int j, int i, int round)
{
#if !TAUB_POSITIVE
    return 0;
#else
    int at[3] = {i, j, k}, block = b;
    if (!find_cell(io, &block, at))
        return 0;
    const int found = (int)io.f[5][cell_index(io.shape, 1, block, at[2], at[1], at[0])];
    return found <= round ? found : 0;
#endif
}

/* Whether this round is the first in which one of the two cells of a face is known. */
INLINE int face_is_due(int one, int other, int round)
{
    return (one == round || other == round) && (one == 0 || one == round) && (other == 0 || other == round);
}

/* The flux through the lower face of cell (k, j, i) along an axis: Rusanov's, or the one that the stage pass had. */
INLINE void flux_again(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int axis,
                       int safe, real flux[SYSTEM_COMPONENTS])
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    if (safe) {
        real below[SYSTEM_COMPONENTS], above[SYSTEM_COMPONENTS];
        load_state(io.f[0], at - axis_stride(io.shape, axis), cs, below);
        load_state(io.f[0], at, cs, above);
        mirror_cells_at_wall(io, b, k, j, i, axis, below, above);
        scale_density(R(1.0) / volume_at(shares.here, FLUX_MOMENT), below);
        scale_density(R(1.0) / volume_at(shares.here, FLUX_MOMENT), above);
        safe_flux(shares.here.eos, below, above, axis, flux);
    } else
        former_flux(io, shares, b, k, j, i, axis, flux);
}

#if TAUB_REFINED
/* The flux through such a face is the mean of those through the faces of the finer cells. `safe`: all of them have
 * Rusanov's; otherwise those of cells that were found up to a round, on either side, as these cells see it: not more
 * where all other faces of the coarser cell have it. */
INLINE void flux_of_finer(const struct taub_io io, const struct step_shares shares, int b, const int cell[3], int axis,
                          int side, int safe, int round, real flux[SYSTEM_COMPONENTS])
{
    const int own = found_before(io, b, cell[2], cell[1], cell[0], round);
    EACH (c, SYSTEM_COMPONENTS)
        flux[c] = R(0.0);
    EACH_ROLLED (n, 0, FINER_CELLS) {
        int at[3];
        real part[SYSTEM_COMPONENTS];
        const int block = finer_cell(io, b, cell, axis, side, n, at);
        const int found = found_before(io, block, at[2] - (axis == 2 && !side), at[1] - (axis == 1 && !side),
                                       at[0] - (axis == 0 && !side), round);
        flux_again(io, shares, block, at[2], at[1], at[0], axis, safe || own || found, part);
        EACH (c, SYSTEM_COMPONENTS)
            flux[c] += R(1.0 / FINER_CELLS) * part[c];
    }
}

/* The latest round, up to this one, after which one of the finer cells across a face was found; 0: none. *due becomes 1
 * if one of them makes the face due. */
INLINE int found_finer(const struct taub_io io, int b, const int cell[3], int axis, int side, int round, int *due)
{
    const int own = found_before(io, b, cell[2], cell[1], cell[0], round);
    int found = 0;
    for (int n = 0; n < FINER_CELLS; n++) {
        int at[3];
        const int block = finer_cell(io, b, cell, axis, side, n, at);
        const int one = found_before(io, block, at[2] - (axis == 2 && !side), at[1] - (axis == 1 && !side),
                                     at[0] - (axis == 0 && !side), round);
        *due |= face_is_due(own, one, round);
        found = one > found ? one : found;
    }
    return found;
}
#endif

/* The bits of all faces. */
#define ALL_FACES (3 * TAUB_ACTIVE_X + 12 * TAUB_ACTIVE_Y + 48 * TAUB_ACTIVE_Z)

/* What a cell's sources change as the cell's mean at the start of the step sees them: what a cell's data evolve to
 * may be no gas where it had to be corrected. */
INLINE void sources_of_mean(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i,
                            real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] = R(0.0);
#if CELL_SOURCES
    struct setting here = shares.here;
    real mean[SYSTEM_COMPONENTS];
    load_state(io.f[0], cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), io.shape.component_stride, mean);
    locate_for_data(io, b, k, j, i, &here);
    scale_density(R(1.0) / volume_at(here, FLUX_MOMENT), mean);
    const struct gas gas = GAS_OF(here.eos, mean);
#if TAUB_ADER
    user_sources(mean, gas, here, spot_at_centre(R(0.0)), change);
#endif
    add_geometric_source(gas, mean, here.part, change);
#endif
}

/* What all faces of a cell change, those whose bit is set in `safe` with Rusanov's flux, and its sources; summed as in
 * the stage. */
INLINE void change_again(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i, int safe,
                         int round, real change[SYSTEM_COMPONENTS])
{
    real faces[SYSTEM_COMPONENTS];
    if (safe == ALL_FACES)
        sources_of_mean(io, shares, b, k, j, i, change);
    else
        sources_again(io, shares, b, k, j, i, change);
    EACH (c, SYSTEM_COMPONENTS)
        faces[c] = R(0.0);
    EACH_AXIS (a) {
        const int x = a == 0, y = a == 1, z = a == 2;
        real flux[2][SYSTEM_COMPONENTS];
        EACH_ROLLED (upper, 0, 2) {
#if TAUB_REFINED
            const int cell[3] = {i, j, k};
            if (meets_finer(io, b, cell, a, upper)) {
                flux_of_finer(io, shares, b, cell, a, upper, round == FOFC_WHOLE_MESH, round, flux[upper]);
                continue;
            }
#endif
            flux_again(io, shares, b, k + upper * z, j + upper * y, i + upper * x, a, safe >> (2 * a + upper) & 1,
                       flux[upper]);
        }
        EACH (c, SYSTEM_COMPONENTS)
            faces[c] += shares.per[a] * map_face(io, b, k, j, i, a) * (flux[0][c] - flux[1][c]);
    }
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += faces[c];
}

#if TAUB_POSITIVE
/* What is done about a cell whose update again was no gas: it is found in the next round, or has to wait for the last;
 * with Rusanov's flux at all of its faces nothing is left to do, unless it is what a state at rest subtracts that costs
 * the gas: the last round subtracts nothing. */
INLINE void judge_corrected(const struct taub_io io, int b, int k, int j, int i, int found, int judgement)
{
    const int round = io.range.option[2];
    if (judgement == STATE_IS_FINE)
        return;
    if (round == FOFC_WHOLE_MESH || (found && !TAUB_EQUILIBRIUM)) {
        if (judgement == STATE_IS_NO_GAS)
            count_recovery(io, RECOVERY_FAILED, b, k, j, i);
        return;
    }
    if (!found)
        io.f[5][cell_index(io.shape, 1, b, k, j, i)] = R(round + 1);
    if (found ? judgement == STATE_IS_NO_GAS : round == FOFC_ROUNDS)
        io.control->troubled = TROUBLED_STAGE(io.range.option[0]);
}

/* The faces of a cell that get Rusanov's flux in this round, as bits; 0 if none of them is due. `found`: the round
 * after which the cell itself was found. */
INLINE int safe_faces(const struct taub_io io, int b, int k, int j, int i, int found)
{
    const int round = io.range.option[2];
    int due = 0, safe = 0;
    EACH_SIDE (s) {
        const int away = 2 * (s % 2) - 1, x = s / 2 == 0, y = s / 2 == 1, z = s / 2 == 2;
#if TAUB_REFINED
        const int cell[3] = {i, j, k};
        if (meets_finer(io, b, cell, s / 2, s % 2)) {
            safe |= (found || found_finer(io, b, cell, s / 2, s % 2, round, &due)) << s;
            continue;
        }
#endif
        const int other = found_before(io, b, k + away * z, j + away * y, i + away * x, round);
        due |= face_is_due(found, other, round);
        safe |= (found || other) << s;
    }
    return due ? safe : 0;
}

/* The last round: all faces of all cells; nowhere is anything subtracted for a state at rest, so that sums stay. */
INLINE void fofc_round(const struct taub_io io, const struct step_shares shares, int b, int k, int j, int i)
{
    const int round = io.range.option[2], everywhere = round == FOFC_WHOLE_MESH;
    const int found = found_before(io, b, k, j, i, round);
    const int safe = everywhere ? ALL_FACES : safe_faces(io, b, k, j, i, found);
    if (!safe)
        return;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real change[SYSTEM_COMPONENTS];
    change_again(io, shares, b, k, j, i, safe, round, change);
#if TAUB_EQUILIBRIUM
    if (everywhere) {
        EACH (c, SYSTEM_COMPONENTS)
            change[c] += io.f[6][at + c * io.shape.component_stride];
    }
#endif
    const int judgement = store_update(io, shares, at, b, k, j, i, change);
    if (everywhere ? found == 0 || found > FOFC_ROUNDS : found == round)
        count_regulated(io.control, TAUB_CAUSE_FLUXES);
    judge_corrected(io, b, k, j, i, found, judgement);
}

/* Whether a launch has anything to do. */
INLINE int correcting(const struct taub_io io)
{
    const int troubled = io.control->troubled;
    return !io.control->paused && !io.control->failed &&
           (io.range.option[2] == FOFC_WHOLE_MESH ? troubled == TROUBLED_STAGE(io.range.option[0]) : troubled != 0);
}

#if defined(TAUB_HOST)
static void fofc_tile(const struct taub_io io, real *scratch, int b, const int lower[3], const int upper[3])
{
    if (!correcting(io))
        return;
    const struct step_shares shares = shares_of_launch(io);
    for (int k = lower[2]; k < upper[2]; k++)
        for (int j = lower[1]; j < upper[1]; j++)
            for (int i = lower[0]; i < upper[0]; i++)
                fofc_round(io, shares, b, k, j, i);
}
#else
INLINE void fofc_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                      const int upper[3])
{
    const int i = lower[0] + LOCAL_X, j = lower[1] + LOCAL_Y;
    if (!correcting(io) || i >= upper[0] || j >= upper[1])
        return;
    const struct step_shares shares = shares_of_launch(io);
    EACH_ROLLED (k, lower[2], upper[2])
        fofc_round(io, shares, b, k, j, i);
}
#endif

TAUB_TILE_PASS(fofc, 1)
#endif

#if TAUB_REFINED
/* Cells whose faces meet finer ones are updated anew, with the fluxes of these: what leaves one block enters the other.
 * Field 6: the list of zones across such faces (struct taub_halo_wish.meeting). */
INLINE void meet_levels_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[6], item);
    const struct step_shares shares = shares_of_launch(io);
    EACH_CELL_OF_BOX(copy, cell)
    {
        int at[3];
        if (cell_that_meets(io, copy, cell, at)) {
            real change[SYSTEM_COMPONENTS];
            change_again(io, shares, copy->to, at[2], at[1], at[0], 0, 0, change);
            const long place = cell_index(io.shape, SYSTEM_COMPONENTS, copy->to, at[2], at[1], at[0]);
            if (!update_cell(io, shares, place, copy->to, at[2], at[1], at[0], change))
                report_cell(io, copy->to, at[2], at[1], at[0]);
        }
    }
}
TAUB_LIST_PASS_IF(meet_levels, !io.control->paused && !io.control->failed)
#endif

#endif
#endif
