/* Godunov schemes with scheme.shock_fix: how far each cell turns the solver of its faces towards HLL (shock_sensor.h).
 * A face takes the larger of its two cells' shares, each of which is found from the averages of that cell's neighbours:
 * the same numbers on both sides of a face, in every block. */
#ifndef TAUB_PASSES_GODUNOV_SHOCKS_H
#define TAUB_PASSES_GODUNOV_SHOCKS_H

#include "dialect.h"
#include "case/system.h"
#include "reconstruct/modes.h"
#if TAUB_SHOCK_FIX
#include "riemann/shock_sensor.h"
#endif

#if TAUB_SHOCK_FIX
#define SHOCK_VALUES 3 /* for the faces across each axis */

INLINE struct beside beside_at(const struct taub_io io, long at, int axis)
{
    real u[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(io.f[0] + at + c * io.shape.component_stride);
    return beside_of(u, axis);
}
INLINE real shock_at(const struct taub_io io, long at, int axis)
{
    const long step = axis_stride(io.shape, axis);
    const struct beside below = beside_at(io, at - step, axis), above = beside_at(io, at + step, axis);
    real least;
    return shock_excess(below, above, &least) > R(0.0) ? shock_along(below, above) : R(0.0);
}
INLINE void shocks_of_cell(const struct taub_io io, long at, real across[3])
{
    real along[3];
    EACH (a, 3)
        along[a] = AXIS_ACTIVE(a) ? shock_at(io, at, a) : R(0.0);
    EACH (a, 3)
        across[a] = shock_across(along, a);
}
INLINE int in_shock(const real across[3])
{
    return (across[0] > R(0.0)) | (across[1] > R(0.0)) | (across[2] > R(0.0));
}
#else
#define SHOCK_VALUES 0
INLINE void shocks_of_cell(const struct taub_io io, long at, real across[3])
{
    across[0] = across[1] = across[2] = R(0.0);
}
INLINE int in_shock(const real across[3])
{
    return 0;
}
#endif

/* The share of HLL at the lower face of a cell. */
INLINE real share_between(const struct taub_io io, int b, int k, int j, int i, int axis)
{
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real below[3], above[3];
    shocks_of_cell(io, TAUB_SHOCK_FIX ? at - axis_stride(io.shape, axis) : at, below);
    shocks_of_cell(io, at, above);
    return real_max(below[axis], above[axis]);
}

#endif
