/* Magnetohydrodynamics with scheme.shock_fix:
 *
 *   shocks   the shares of HLL of cells, on GPUs     fields: 0 state in, 1 means in, 2 shares out
 *
 * How far each cell turns the solver of its faces towards HLL. Solvers that resolve waves inside the fan of HLL let
 * unevenness grow along a fast shock that runs along the mesh, and the shock's own faces contribute more than those
 * across which it does not jump. HLL has the same outer waves, so that a fast shock stays as sharp
 * (docs/theory/mhd.md#fronts). A face takes the larger share of its two cells, each found from the means of that cell's
 * neighbours: the same number on both sides, in every block. */
#ifndef TAUB_PASSES_MHD_SHOCKS_H
#define TAUB_PASSES_MHD_SHOCKS_H

#include "dialect.h"
#include "case/system.h"
#include "passes/equilibrium.h"
#include "passes/mhd_states.h"
#if TAUB_SHOCK_FIX
#include "riemann/shock_sensor.h"

INLINE struct beside means_beside(const struct taub_io io, long at, long mean_at, int axis, int steps)
{
    const long step = steps * axis_stride(io.shape, axis);
    real state[SYSTEM_COMPONENTS];
#if SHOCKS_OF_PRIMITIVE
    load_primitive_means(io, mean_at + step, state);
#else
    load_means(io, at + step, mean_at + step, state);
#endif
    return beside_of(state, axis);
}
INLINE real shock_of_cell(const struct taub_io io, long at, long mean_at)
{
    real share = R(0.0), least;
    EACH_AXIS (a) {
        const struct beside below = means_beside(io, at, mean_at, a, -1);
        const struct beside above = means_beside(io, at, mean_at, a, 1);
        if (shock_excess(below, above, &least) > R(0.0))
            share = real_max(share, shock_along(below, above));
    }
    return share;
}

#if !defined(TAUB_HOST)
INLINE void shocks_point(const struct taub_io io, int b, int k, int j, int i)
{
    const real shock = shock_of_cell(io, cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i),
                                     cell_index(io.shape, MEAN_VALUES, b, k, j, i));
    io.f[2][cell_index(io.shape, 1, b, k, j, i)] = shock;
    count_of_state(io, &io.control->shock_cells, counts_here(io, k, j, i) && shock > R(0.0));
}
TAUB_GATED_POINT_PASS(shocks)
#endif
#endif

#endif
