/* One Runge-Kutta stage of a dissipative fluid: fluxes, relaxation, update, recovery.
 *
 *   fluxes  on GPUs: dt times the flux differences of each cell, into field 3
 *           on the host: the whole stage, each face computed once, rows of cells in vectors
 *   relax   the rest of the stage, from the differences in field 3
 * Fields: 0 primitive state in (ghost zones filled), 1 conserved state at the start of the step, 2 conserved state of
 * the stage (read when beta is not 0, then written), 3 primitive state out, and with TAUB_DROPLETS 4 what droplets
 * bring in, for the last pass. option[0] = 1 on the first stage. */
#ifndef TAUB_PASSES_VISCOUS_H
#define TAUB_PASSES_VISCOUS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "march/levels.h"
#include "passes/common.h"
#include "passes/viscous_cell.h"
#include "schemes/update.h"
#include "systems/recovery_status.h"

INLINE void relax_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct stage stage = stage_of_launch(io);
    const struct eos eos = stage.eos;
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    real q[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS], u[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS) {
        q[c] = LOAD(io.f[0] + at + c * cs);
        change[c] = io.f[3][at + c * cs];
    }
    const int causal = relaxed_state(io, stage, transport_at(eos, q[0], charge_of(q)), at, b, k, j, i, q, change, u);
    const real before = q[0], charge = charge_of(q), least = least_invariant(q);
    const int fluid = causal && admissible(u, least);
    const int status = recover_cell(eos, u, before, least, q) | (causal ? RECOVERY_GOOD : RECOVERY_ACAUSAL);
    store_cell(io, stage, at, u, q);
    if (!fluid || (status & RECOVERY_FLOORED))
        count_lost(io, eos, b, k, j, i, before, charge);
    if (status != RECOVERY_GOOD)
        count_recovery(io, status, b, k, j, i);
}
TAUB_GATED_POINT_PASS(relax)

#if defined(TAUB_HOST)
#include "passes/viscous_rows.h"
#else
INLINE void finish_cell(const struct taub_io io, const struct stage stage, long at, int b, int k, int j, int i,
                        real change[SYSTEM_COMPONENTS])
{
    add_found_by_levels(io, at, b, k, j, i, 1, 1, change);
    store_state(io.f[3], at, io.shape.component_stride, change);
}
#endif

/* Two buffers of so many components do not fit the shared memory that a group may have. */
#define MARCH_BUFFERS 1
#if defined(TAUB_HOST)
#include "march/strip.h"
#else
#include "march/column.h"
#endif

INLINE void fluxes_tile(const struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],
                        const int upper[3])
{
    if (!io.control->paused)
        march(io, stage_of_launch(io), scratch, b, lower, upper);
}
TAUB_TILE_PASS(fluxes, MARCH_VALUES)

#endif
