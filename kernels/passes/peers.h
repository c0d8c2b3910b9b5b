/* What ranks do together between the passes of a step, on devices that write into each other's memory. The host does
 * not wait, and the passes stand among those of the recorded step. Not for OpenCL, whose devices cannot. A rank that
 * does not answer in time stops the step.
 *
 * Field 4 is struct taub_peers; for the rest see passes/exchange.h.
 *
 *   trade    the largest votes of all ranks, in place of those of this one
 *   agree    vote, trade, heed; only while troubled is not below option[2]
 *   largest  offer, trade, accept
 *   tell     says that zones are packed; when pack does something
 *   await    waits until others have said so; likewise
 *   meet     both */
#ifndef TAUB_PASSES_PEERS_H
#define TAUB_PASSES_PEERS_H

#include "dialect.h"
#include "mailbox.h"

#include "passes/exchange.h"

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
    return (struct taub_peers *)io.f[4];
}

/* ---- votes ---- */

INLINE void stop_for(struct taub_peers *peers, struct taub_control *control, int rank)
{
    peers->lost = rank + 1;
    peers->agreed.stopped = 1;
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

INLINE void trade_single(const struct taub_io io)
{
    struct taub_peers *peers = peers_of(io);
    const long number = ++peers->votes;
    const int set = (int)(number & 1);
    double value[TAUB_VOTE_VALUES];
    for (int n = 0; n < TAUB_VOTE_VALUES; n++)
        value[n] = peers->agreed.value[n];
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
            stop_for(peers, io.control, rank);
            return;
        }
        SYSTEM_FENCE;
        for (int n = 0; n < TAUB_VOTE_VALUES; n++) {
            const double theirs = other->value[n];
            value[n] = theirs > value[n] ? theirs : value[n];
        }
    }
    for (int n = 0; n < TAUB_VOTE_VALUES; n++)
        peers->agreed.value[n] = value[n];
}
TAUB_SINGLE_PASS(trade)

INLINE void agree_single(const struct taub_io io)
{
    const struct taub_agreement *agreed = agreement_of(io);
    if (agreed->stopped || agreed->troubled < io.range.option[2])
        return;
    vote_single(io);
    trade_single(io);
    heed_single(io);
}
TAUB_SINGLE_PASS(agree)

INLINE void largest_single(const struct taub_io io)
{
    if (agreement_of(io)->stopped)
        return;
    offer_single(io);
    trade_single(io);
    accept_single(io);
}
TAUB_SINGLE_PASS(largest)

/* ---- ghost zones ---- */

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
    if (exchange_wanted(io))
        say_sent(peers_of(io));
}
TAUB_SINGLE_PASS(tell)

INLINE void await_single(const struct taub_io io)
{
    if (exchange_wanted(io))
        wait_for_others(peers_of(io), io.control);
}
TAUB_SINGLE_PASS(await)

INLINE void meet_single(const struct taub_io io)
{
    if (!exchange_wanted(io))
        return;
    say_sent(peers_of(io));
    wait_for_others(peers_of(io), io.control);
}
TAUB_SINGLE_PASS(meet)

#endif
