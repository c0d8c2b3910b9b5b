/* What ranks do together between the passes of a step, on devices that write into each other's memory: ghost zones,
 * votes, largest values. The host does not wait, and the passes stand among those of the recorded step. Not for OpenCL,
 * whose devices cannot.
 *
 * Field 0 of all but `greatest` is struct taub_peers. What decides whether something is done is the same on all ranks,
 * since it comes from the last agreement. A rank that does not answer in time stops the step.
 *
 *   greet     the largest rank number, into field 1: do all reach each other?
 *   agree     goes on when no rank has failed; what is troubled on one rank is so on all; only while troubled
 *             (number[0])
 *   greatest  see passes/greatest.h
 *   largest   2: a value; the largest of all ranks into the first value of field 1
 *   send      1 and 2: fields of option[0] and option[1] components (0: none), 3: a list of copies, whose cells go
 *             into the memory of the rank that receives them; only while troubled (number[0]) or cells were changed
 *             (number[1])
 *   tell      says that the zones are sent; numbers as of send
 *   await     waits until others have said so
 *   meet      both
 *   receive   the same as send, from own memory into ghost zones, with the list of these */
#ifndef TAUB_PASSES_PEERS_H
#define TAUB_PASSES_PEERS_H

#include "dialect.h"
#include "mailbox.h"

#include "passes/greatest.h"
#include "passes/halo.h"

#if defined(TAUB_CUDA)
#define SYSTEM_FENCE __threadfence_system()
#define LET_OTHERS_RUN
INLINE long nanoseconds(void)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return (long)now;
}
#else
#include <time.h>
extern int sched_yield(void);
#define SYSTEM_FENCE __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define LET_OTHERS_RUN sched_yield()
INLINE long nanoseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}
#endif

INLINE struct taub_peers *peers_of(const struct taub_io io)
{
    return (struct taub_peers *)io.f[0];
}

/* ---- votes ---- */

INLINE void stop_for(struct taub_peers *peers, struct taub_control *control, int rank)
{
    peers->lost = rank + 1;
    peers->stopped = 1;
    if (control)
        control->paused = 1;
}

/* Waits until a number that another rank writes has come so far. */
INLINE int wait_for(const volatile long *number, long wanted, long patience)
{
    const long start = nanoseconds();
    while (*number < wanted) {
        if (nanoseconds() - start > patience)
            return 0;
        LET_OTHERS_RUN;
    }
    return 1;
}

/* Each value becomes the largest of all ranks, or NaN. */
INLINE void vote(struct taub_peers *peers, struct taub_control *control, double value[TAUB_VOTE_VALUES])
{
    const long number = ++peers->votes;
    const int set = (int)(number & 1);
    for (int rank = 0; rank < peers->size; rank++) {
        volatile struct taub_vote *own = &((struct taub_mailbox *)peers->mailbox[rank])->votes[set][peers->rank];
        for (int n = 0; n < TAUB_VOTE_VALUES; n++)
            own->value[n] = value[n];
    }
    SYSTEM_FENCE;
    for (int rank = 0; rank < peers->size; rank++) {
        volatile struct taub_vote *own = &((struct taub_mailbox *)peers->mailbox[rank])->votes[set][peers->rank];
        own->number = number;
    }
    for (int rank = 0; rank < peers->size; rank++) {
        volatile struct taub_vote *other = &((struct taub_mailbox *)peers->mailbox[peers->rank])->votes[set][rank];
        if (!wait_for(&other->number, number, peers->patience)) {
            stop_for(peers, control, rank);
            return;
        }
        SYSTEM_FENCE;
        for (int n = 0; n < TAUB_VOTE_VALUES; n++) {
            const double theirs = other->value[n];
            value[n] = theirs != theirs || theirs > value[n] ? theirs : value[n];
        }
    }
}

INLINE void greet_single(const struct taub_io io)
{
    struct taub_peers *peers = peers_of(io);
    double value[TAUB_VOTE_VALUES] = {(double)peers->rank, 0.0, 0.0, -(double)peers->rank};
    vote(peers, 0, value);
    io.f[1][0] = (stored)value[0];
    io.f[1][1] = (stored)value[3];
}
TAUB_SINGLE_PASS(greet)

INLINE void agree_single(const struct taub_io io)
{
    struct taub_peers *peers = peers_of(io);
    struct taub_control *control = io.control;
    if (peers->stopped || peers->troubled < (int)io.range.number[0])
        return;
    double value[TAUB_VOTE_VALUES] = {control->failed || control->paused, (double)control->troubled,
                                      (double)control->refill, 0.0};
    vote(peers, control, value);
    if (value[0] > 0.0) {
        peers->stopped = 1;
        if (!control->failed)
            control->paused = 1;
    }
    peers->troubled = control->troubled = (int)value[1];
    peers->refill = control->refill = (int)value[2];
}
TAUB_SINGLE_PASS(agree)

/* ---- largest values ---- */

INLINE void largest_single(const struct taub_io io)
{
    struct taub_peers *peers = peers_of(io);
    if (peers->stopped)
        return;
    double value[TAUB_VOTE_VALUES] = {(double)io.f[2][0], 0.0, 0.0, 0.0};
    vote(peers, io.control, value);
    io.f[1][0] = (stored)value[0];
}
TAUB_SINGLE_PASS(largest)

/* ---- ghost zones ---- */

INLINE int zones_wanted(const struct taub_io io)
{
    const struct taub_peers *peers = (const struct taub_peers *)io.f[0];
    return !peers->stopped && peers->troubled >= (int)io.range.number[0] &&
           (peers->refill || !(io.range.number[1] > 0.0));
}

/* The message of a rank that receives, of the exchange that is under way: it is counted between send and receive. */
INLINE stored *zones_for(const struct taub_io io, int rank, int in)
{
    const struct taub_peers *peers = (const struct taub_peers *)io.f[0];
    return (stored *)peers->zones[(peers->exchanges - in) & 1][rank];
}

INLINE void send_item(const struct taub_io io, int item, int cell)
{
    const struct taub_copy *copy = copy_of_item(io.f[3], item);
    const int components = io.range.option[0] + io.range.option[1];
    stored *zones = zones_for(io, copy->rank, 0);
    for (int f = 0, before = 0; f < 2; before += io.range.option[f++])
        if (io.range.option[f] > 0)
            copy_cells(zones, message_of_copy(copy, components, before), io.f[1 + f],
                       sources_of_copy(io.shape, copy, io.range.option[f]), copy, io.range.option[f], cell);
}
TAUB_LIST_PASS_IF(send, zones_wanted(io))

INLINE void say_sent(struct taub_peers *peers)
{
    const long number = ++peers->exchanges;
    SYSTEM_FENCE;
    for (int rank = 0; rank < peers->size; rank++)
        if (peers->neighbour[rank])
            ((volatile struct taub_mailbox *)peers->mailbox[rank])->arrived[peers->rank] = number;
}

INLINE void wait_for_others(struct taub_peers *peers, struct taub_control *control)
{
    const volatile struct taub_mailbox *own = (const volatile struct taub_mailbox *)peers->mailbox[peers->rank];
    for (int rank = 0; rank < peers->size; rank++)
        if (peers->neighbour[rank] && !wait_for(&own->arrived[rank], peers->exchanges, peers->patience)) {
            stop_for(peers, control, rank);
            return;
        }
    SYSTEM_FENCE;
}

INLINE void tell_single(const struct taub_io io)
{
    if (zones_wanted(io))
        say_sent(peers_of(io));
}
TAUB_SINGLE_PASS(tell)

INLINE void await_single(const struct taub_io io)
{
    if (zones_wanted(io))
        wait_for_others(peers_of(io), io.control);
}
TAUB_SINGLE_PASS(await)

INLINE void meet_single(const struct taub_io io)
{
    if (!zones_wanted(io))
        return;
    say_sent(peers_of(io));
    wait_for_others(peers_of(io), io.control);
}
TAUB_SINGLE_PASS(meet)

INLINE void receive_item(const struct taub_io io, int item, int cell)
{
    const struct taub_copy *copy = copy_of_item(io.f[3], item);
    const int components = io.range.option[0] + io.range.option[1];
    const stored *zones = zones_for(io, ((const struct taub_peers *)io.f[0])->rank, 1);
    for (int f = 0, before = 0; f < 2; before += io.range.option[f++])
        if (io.range.option[f] > 0)
            copy_cells(io.f[1 + f], zones_of_copy(io.shape, copy, io.range.option[f]), zones,
                       message_of_copy(copy, components, before), copy, io.range.option[f], cell);
}
TAUB_LIST_PASS_IF(receive, zones_wanted(io))

#endif
