/* One cell of a sweep of SHASTA (passes/sweep.h): what is loaded of it and stored. */
#ifndef TAUB_PASSES_SWEEP_CELLS_H
#define TAUB_PASSES_SWEEP_CELLS_H

#include "dialect.h"
#include "case/eos.h"
#include "case/system.h"
#include "schemes/shasta.h"

#define SWEEP_REACH 4

#if TAUB_COMBINED
#define SWEEP_COMPLETES(io) ((io).range.option[2])
#else
#define SWEEP_COMPLETES(io) 1
#endif

/* Cells whose half step was bounded. */
INLINE void count_bounded(const struct taub_io io, int count)
{
    if (count)
        count_up(&io.control->first_order_cells, count);
}

/* The content of a cell, as the sweep moves it. */
INLINE void load_content(const struct taub_io io, const struct sweep sweep, long at, stored u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = LOAD(io.f[1] + at + c * io.shape.component_stride) * sweep.over_volume;
}

/* Stores a finished cell, which becomes what was stored; with TAUB_COMBINED its share in a sum. start: the content
 * before the sweep. */
INLINE void store_content(const struct taub_io io, const struct sweep sweep, long at,
                          const stored start[SYSTEM_COMPONENTS], stored u[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS) {
        GLOBAL stored *place = io.f[0] + at + c * io.shape.component_stride;
#if TAUB_COMBINED
        const stored before = io.range.option[0] ? STORED(io.range.number[2]) * *place : STORED(0.0);
        const stored change = io.range.option[1] ? u[c] - start[c] : u[c];
        u[c] = before + STORED(io.range.number[1]) * (change * sweep.volume);
#else
        u[c] *= sweep.volume;
#endif
        *place = u[c];
    }
}

/* Loads a cell, makes it admissible, and finds what the half step needs of it. */
INLINE int load_half_step_cell(const struct taub_io io, const struct eos eos, const struct sweep sweep, long at,
                               int axis, stored content[SYSTEM_COMPONENTS], stored variables[HALF_STEP_VARIABLES])
{
    real u[SYSTEM_COMPONENTS], q[SYSTEM_COMPONENTS];
    load_content(io, sweep, at, content);
    EACH (c, SYSTEM_COMPONENTS)
        u[c] = content[c];
    const real guess = guess_energy(u);
    const int status = recover_primitive(eos, u, guess, guess_charge(u, guess), q);
    half_step_variables(eos, u, q, axis, variables);
    EACH (c, SYSTEM_COMPONENTS)
        content[c] = STORED(u[c]);
    return status;
}

#endif
