/* Geometric and user's sources, over a share of the step by themselves: the midpoint rule.
 *
 * Fields: 0 conserved state out, 1 conserved state in. time: where in the step they begin and end. */
#ifndef TAUB_PASSES_SPLIT_SOURCES_H
#define TAUB_PASSES_SPLIT_SOURCES_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/source.h"
#include "case/system.h"
#include "geometry/blocks.h"
#include "passes/common.h"
#include "schemes/shasta.h"
#include "systems/recovery_status.h"

/* duration times the rate of change of densities that carry tau */
INLINE int source_change(const struct taub_io io, const struct eos eos, const real density[SYSTEM_COMPONENTS],
                         const real x[3], double time, double duration, real change[SYSTEM_COMPONENTS])
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    const real volume = R(volume_element(time));
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = density[c] * (R(1.0) / volume);
    const real guess = guess_energy(u);
    const int status = recover_primitive(eos, u, guess, guess_charge(u, guess), q);
    GEOMETRIC_SOURCE(eos, q, change);
#if TAUB_USER_SOURCE
    real extra[SYSTEM_COMPONENTS] = {R(0.0), R(0.0), R(0.0), R(0.0), R(0.0)};
    source(x, R(time), q, extra);
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += volume * extra[c];
#endif
    EACH (c, SYSTEM_COMPONENTS)
        change[c] *= R(duration);
    return status;
}

INLINE void split_sources_point(const struct taub_io io, int b, int k, int j, int i)
{
    const struct eos eos = eos_of_tables(io.tables);
    const long at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i), cs = io.shape.component_stride;
    const double start = io.control->time + io.range.time[0] * io.control->dt;
    const double duration = (io.range.time[1] - io.range.time[0]) * io.control->dt;
    real u[SYSTEM_COMPONENTS], middle[SYSTEM_COMPONENTS], change[SYSTEM_COMPONENTS], x[3] = {R(0.0), R(0.0), R(0.0)};
#if TAUB_USER_SOURCE
    cell_center(io, b, k, j, i, x);
#endif
    load_state(io.f[1], at, cs, u);
    int status = source_change(io, eos, u, x, start, 0.5 * duration, change);
    EACH (c, SYSTEM_COMPONENTS)
        middle[c] = u[c] + change[c];
    source_change(io, eos, middle, x, start + 0.5 * duration, duration, change);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] += change[c];
    stored kept[SYSTEM_COMPONENTS];
    EACH (c, SYSTEM_COMPONENTS)
        kept[c] = io.f[0][at + c * cs] = STORED(u[c]);
    status |= sound_state(kept) ? RECOVERY_GOOD : RECOVERY_FAILED;
    if (status != RECOVERY_GOOD)
        count_recovery(io, status, b, k, j, i);
}
TAUB_GATED_POINT_PASS(split_sources)

#endif
