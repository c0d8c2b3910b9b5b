/* What ranks do together between the passes of a step: cells that other ranks take, and what they agree on. A program
 * of its own: runs of one rank do without.
 *
 * Field 4 is struct taub_agreement, at the head of struct taub_peers where devices write into each other's memory
 * (passes/peers.h); none where the host decides what is done. It comes from the last agreement, so it is the same on
 * all ranks.
 *
 *   pack      cells into the message out, field 0 (none: the memory of the rank that receives), of fields 1 and 2 with
 *             option[0] and option[1] components (0: none), by the list of copies in field 3 (src/mesh/halo.h); only
 *             while no rank has stopped, while troubled is not below option[2] and, with option[3], cells were changed
 *   unpack    the same, from the message in into ghost zones
 *   greatest  the largest of a row of values, field 1, into field 0; NaN where one of them is. The range counts along x
 *
 * Votes are reduced to the largest of all ranks between two passes each, by whoever connects the ranks. That may drop
 * NaN, so whether a value is NaN is a vote of its own.
 *   vote      whether this rank has failed or paused, and what is troubled on it
 *   heed      goes on when no rank has failed; what is troubled on one rank is so on all
 *   offer     1: a value, not negative
 *   accept    the largest of all ranks, or NaN, into the first value of field 2 */
#ifndef TAUB_PASSES_EXCHANGE_H
#define TAUB_PASSES_EXCHANGE_H

#include "dialect.h"
#include "mailbox.h"

#include "passes/halo.h"

INLINE GLOBAL struct taub_agreement *agreement_of(const struct taub_io io)
{
    return (GLOBAL struct taub_agreement *)io.f[4];
}

/* ---- ghost zones ---- */

INLINE int exchange_wanted(const struct taub_io io)
{
    GLOBAL const struct taub_agreement *all = agreement_of(io);
    return !all || (!all->stopped && all->troubled >= io.range.option[2] && (all->refill || !io.range.option[3]));
}

/* Of the rank that receives. An exchange of peers is counted between pack and unpack. */
INLINE GLOBAL stored *message_for(const struct taub_io io, int rank, int in)
{
#if !defined(TAUB_OPENCL)
    const struct taub_peers *peers = (const struct taub_peers *)io.f[4];
    if (!io.f[0])
        return (stored *)peers->zones[(peers->exchanges - in) & 1][in ? peers->rank : rank];
#endif
    return io.f[0];
}

INLINE void pack_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[3], item);
    GLOBAL stored *message = message_for(io, copy->rank, 0);
    const int first = io.range.option[0], second = io.range.option[1];
    copy_cells(message, message_of_copy(copy, first + second, 0), io.f[1], sources_of_copy(io.shape, copy, first), copy,
               first, cell);
    if (second > 0)
        copy_cells(message, message_of_copy(copy, first + second, first), io.f[2],
                   sources_of_copy(io.shape, copy, second), copy, second, cell);
}
TAUB_LIST_PASS_IF(pack, exchange_wanted(io))

INLINE void unpack_item(const struct taub_io io, int item, int cell)
{
    GLOBAL const struct taub_copy *copy = copy_of_item(io.f[3], item);
    GLOBAL const stored *message = message_for(io, copy->rank, 1);
    const int first = io.range.option[0], second = io.range.option[1];
    copy_cells(io.f[1], zones_of_copy(io.shape, copy, first), message, message_of_copy(copy, first + second, 0), copy,
               first, cell);
    if (second > 0)
        copy_cells(io.f[2], zones_of_copy(io.shape, copy, second), message,
                   message_of_copy(copy, first + second, first), copy, second, cell);
}
TAUB_LIST_PASS_IF(unpack, exchange_wanted(io))

/* ---- votes ---- */

INLINE void vote_single(const struct taub_io io)
{
    GLOBAL struct taub_agreement *own = agreement_of(io);
    own->value[0] = io.control->failed || io.control->paused;
    own->value[1] = (double)io.control->troubled;
    own->value[2] = (double)io.control->refill;
}
TAUB_SINGLE_PASS(vote)

INLINE void heed_single(const struct taub_io io)
{
    GLOBAL struct taub_agreement *all = agreement_of(io);
    if (all->stopped)
        return;
    if (all->value[0] > 0.0) {
        all->stopped = 1;
        if (!io.control->failed)
            io.control->paused = 1;
    }
    all->troubled = io.control->troubled = (int)all->value[1];
    all->refill = io.control->refill = (int)all->value[2];
}
TAUB_SINGLE_PASS(heed)

/* ---- largest values ---- */

INLINE void greatest_point(const struct taub_io io, int b, int k, int j, int i, real out[1])
{
    out[0] = io.f[1][i];
}
INLINE real greatest_combine(int c, real a, real b)
{
    return b != b || b > a ? b : a;
}
INLINE real greatest_identity(int c)
{
    return 0;
}
TAUB_ROW_PASS(greatest, 1)

INLINE void offer_single(const struct taub_io io)
{
    GLOBAL struct taub_agreement *own = agreement_of(io);
    const double value = (double)io.f[1][0];
    const int missing = value != value;
    own->value[0] = missing ? 0.0 : value;
    own->value[1] = missing;
    own->value[2] = 0.0;
}
TAUB_SINGLE_PASS(offer)

INLINE void accept_single(const struct taub_io io)
{
    GLOBAL const struct taub_agreement *all = agreement_of(io);
    const double zero = 0.0;
    if (all->stopped)
        return;
    io.f[2][0] = (stored)(all->value[1] > 0.0 ? zero / zero : all->value[0]);
}
TAUB_SINGLE_PASS(accept)

#endif
