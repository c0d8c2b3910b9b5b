/* Ghost zones that are cells of other blocks of this rank, by a list of copies (src/mesh/halo.h).
 *
 *   copies        fields: 0 and 1 fields of option[0] and option[3] components (0: none), 2 the list
 *   turn_arrived  fields: 0 a field, 2 the list of zones that came from other ranks: those that crossed an end of the
 *                 mesh gain their phase
 *
 * option[1], option[2]: as in passes/ghosts.h. */
#ifndef TAUB_PASSES_COPIES_H
#define TAUB_PASSES_COPIES_H

#include "dialect.h"
#include "case/scheme.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/halo.h"
#if TAUB_REFINED
#include "passes/levels.h"
#endif

#define ZONES_ARE_WANTED(io)                                                                             \
    (!(io).control->paused && !(io).control->failed && (io).control->troubled >= (io).range.option[2] && \
     (!(io).range.option[1] || (io).control->refill))

#if TAUB_COMPLEX
/* The phases of all ends between a zone and the cell that it copies, which stands at `from`, both parts. */
INLINE void copy_with_phase(GLOBAL stored *to, long at, GLOBAL const stored *from, long source, long component_stride,
                            int phase)
{
    const long other = SYSTEM_COMPONENTS * component_stride;
    real parts[2][SYSTEM_COMPONENTS], turned[SYSTEM_COMPONENTS];
    load_state(from, source, component_stride, parts[0]);
    load_state(from, source + other, component_stride, parts[1]);
    for (int face = 0; face < 6; face++) {
        if (!(phase >> face & 1))
            continue;
        EACH (c, SYSTEM_COMPONENTS)
            turned[c] = parts[0][c];
        turn_phase(face / 2, face % 2, 0, parts[1], turned);
        turn_phase(face / 2, face % 2, 1, parts[0], parts[1]);
        EACH (c, SYSTEM_COMPONENTS)
            parts[0][c] = turned[c];
    }
    store_state(to, at, component_stride, parts[0]);
    store_state(to, at + other, component_stride, parts[1]);
}

INLINE void copy_all_with_phase(const struct taub_io io, GLOBAL const struct taub_copy *copy, struct box_cells source,
                                int cell)
{
    const struct box_cells at = zones_of_copy(io.shape, copy, 2 * SYSTEM_COMPONENTS);
    EACH_CELL_OF_BOX(copy, cell)
    {
        int n[3];
        cell_of_box(copy, cell, n);
        copy_with_phase(io.f[0], at.first + n[0] * at.step[0] + n[1] * at.step[1] + n[2] * at.step[2], io.f[0],
                        source.first + n[0] * source.step[0] + n[1] * source.step[1] + n[2] * source.step[2],
                        io.shape.component_stride, copy->phase);
    }
}

INLINE void turn_arrived_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[2], item);
    if (copy->phase)
        copy_all_with_phase(io, copy, zones_of_copy(io.shape, copy, 2 * SYSTEM_COMPONENTS), cell);
}
TAUB_LIST_PASS_IF(turn_arrived, ZONES_ARE_WANTED(io))
#endif

INLINE void copies_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[2], item);
    const int components[2] = {io.range.option[0], io.range.option[3]};
#if TAUB_COMPLEX
    if (copy->phase) {
        copy_all_with_phase(io, copy, sources_of_copy(io.shape, copy, 2 * SYSTEM_COMPONENTS), cell);
        return;
    }
#endif
#if TAUB_REFINED
    if (components[0] == 1 && (copy->level != 0 || copy->face > 0)) {
        take_marks_from_level(io, io.f[0], copy, cell);
        return;
    }
    if (copy->level != 0 || copy->face > 0) {
        take_box_from_level(io, io.f[0], io.f[0], components[0], copy, cell);
        return;
    }
#endif
    for (int f = 0; f < 2; f++)
        if (components[f] > 0)
            copy_cells(io.f[f], zones_of_copy(io.shape, copy, components[f]), io.f[f],
                       sources_of_copy(io.shape, copy, components[f]), copy, components[f], cell);
}
TAUB_LIST_PASS_IF(copies, ZONES_ARE_WANTED(io))

#endif
