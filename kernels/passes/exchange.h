/* Cells that other ranks take into a message, and from one into ghost zones, by a list of copies (src/mesh/halo.h). A
 * program of its own: runs of one rank do without.
 *
 *   pack    fields: 0 message out, 1 and 2 fields of option[0] and option[1] components (0: none), 3 the list
 *   unpack  fields: 0 message in, the others alike
 *
 * Field 4 is struct taub_agreement or none: with it they do something only while no rank has stopped, and while
 * troubled is not below option[2] and, with option[3], cells were changed. */
#ifndef TAUB_PASSES_EXCHANGE_H
#define TAUB_PASSES_EXCHANGE_H

#include "dialect.h"
#include "mailbox.h"

#include "passes/halo.h"

INLINE int exchange_wanted(const struct taub_io io)
{
    GLOBAL const struct taub_agreement *all = (GLOBAL const struct taub_agreement *)io.f[4];
    return !all || (!all->stopped && all->troubled >= io.range.option[2] && (all->refill || !io.range.option[3]));
}

INLINE void pack_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[3], item);
    const int first = io.range.option[0], second = io.range.option[1];
    copy_cells(io.f[0], message_of_copy(copy, first + second, 0), io.f[1], sources_of_copy(io.shape, copy, first), copy,
               first, cell);
    if (second > 0)
        copy_cells(io.f[0], message_of_copy(copy, first + second, first), io.f[2],
                   sources_of_copy(io.shape, copy, second), copy, second, cell);
}
TAUB_LIST_PASS_IF(pack, exchange_wanted(io))

INLINE void unpack_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[3], item);
    const int first = io.range.option[0], second = io.range.option[1];
    copy_cells(io.f[1], zones_of_copy(io.shape, copy, first), io.f[0], message_of_copy(copy, first + second, 0), copy,
               first, cell);
    if (second > 0)
        copy_cells(io.f[2], zones_of_copy(io.shape, copy, second), io.f[0],
                   message_of_copy(copy, first + second, first), copy, second, cell);
}
TAUB_LIST_PASS_IF(unpack, exchange_wanted(io))

#endif
