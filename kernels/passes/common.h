/* Small helpers of passes: parts of complex fields, loads and stores of states, counters of failures. */
#ifndef TAUB_PASSES_COMMON_H
#define TAUB_PASSES_COMMON_H

#include "dialect.h"
#include "case/eos.h"
#include "case/geometry.h"
#include "case/system.h"
#include "systems/recovery_status.h"

/* With mesh.bloch (maxwell) the real and the imaginary part of a block of the mesh are two blocks that follow each
 * other, which passes treat like any others: the equations are linear and their coefficients real. */
#if TAUB_COMPLEX
#define COMPLEX_PARTS 2
#define IS_IMAGINARY(b) ((b) % 2)
#define OTHER_PART(b) ((b) ^ 1)
#else
#define COMPLEX_PARTS 1
#define IS_IMAGINARY(b) 0
#endif

/* States, conserved and primitive ones. */
INLINE void load_state(GLOBAL const stored *field, long at, long component_stride, real state[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        state[c] = field[at + c * component_stride];
}

INLINE void store_state(GLOBAL stored *field, long at, long component_stride, const real state[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        field[at + c * component_stride] = state[c];
}

/* The primitive state, for passes that only look: loaded, or with TAUB_CONSERVED_ONLY recovered from the conserved
 * state that `field` then holds, at a time. */
INLINE void load_primitive_at(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at,
                              double time, real q[SYSTEM_COMPONENTS])
{
#if TAUB_CONSERVED_ONLY
    real u[SYSTEM_COMPONENTS];
    load_state(field, at, io.shape.component_stride, u);
#if defined(SYSTEM_FACES)
    mean_state_of_cell(io.shape, field, at, u);
#endif
    scale_density(R(1.0 / volume_element(time)), u);
    recover_primitive(eos, u, u[0], u[4], q);
#else
    load_state(field, at, io.shape.component_stride, q);
#endif
}
INLINE void load_primitive(const struct taub_io io, const struct eos eos, GLOBAL const stored *field, long at,
                           real q[SYSTEM_COMPONENTS])
{
    load_primitive_at(io, eos, field, at, io.control->time, q);
}

INLINE void count_regulated(GLOBAL struct taub_control *control, int cause)
{
    count_up(&control->regulated, 1);
    count_up(&control->causes[cause], 1);
}

/* Counts what recovery did to a cell; the first failing cell seen is kept for the message. */
INLINE void count_recovery(const struct taub_io io, int status, int b, int k, int j, int i)
{
    GLOBAL struct taub_control *control = io.control;
    if (status & RECOVERY_FLOORED)
        count_up(&control->floored, 1);
    if (status & RECOVERY_REGULATED) {
        count_up(&control->regulated, 1);
        for (int cause = 0; cause < TAUB_CAUSES_OF_RECOVERY; cause++)
            if (status & (RECOVERY_MOMENTUM << cause))
                count_up(&control->causes[cause], 1);
    }
    if (status & RECOVERY_EXCEEDED)
        count_up(&control->iterations_exceeded, 1);
    if (status < RECOVERY_EXCEEDED)
        return;
    count_up(&control->recovery_failures, 1);
    /* a restarted run has a history of failures, so the first one of this run is counted by itself */
    if (count_up(&control->failing, 1) == 0) {
        control->failed_cell[0] = b;
        control->failed_cell[1] = k;
        control->failed_cell[2] = j;
        control->failed_cell[3] = i;
        control->failed_part = io.range.part;
        control->failed = TAUB_FAILURE_RECOVERY;
    }
}

#endif
