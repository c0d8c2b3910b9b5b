/* What ranks agree on between the passes of a step where a library that works on the device's queue (NCCL) finds the
 * largest of their values: one pass writes the values of this rank, the library reduces them in place, another pass
 * takes the result. Zones go by the passes of passes/exchange.h and that library. The host does not wait.
 *
 * Field 0 is struct taub_agreement. The library does the same whether or not anything is to be done; what decides about
 * that is the same on all ranks, since it comes from the last agreement.
 *
 *   vote     whether this rank has failed or paused, and what is troubled on it
 *   heed     goes on when no rank has failed; what is troubled on one rank is so on all
 *   offer    1: a value, not negative. The library may drop NaN, so whether it is one is a value of its own
 *   accept   the largest of all ranks, or NaN, into the first value of field 2 */
#ifndef TAUB_PASSES_VOTES_H
#define TAUB_PASSES_VOTES_H

#include "dialect.h"
#include "mailbox.h"

#include "passes/greatest.h"

INLINE GLOBAL struct taub_agreement *agreement_of(const struct taub_io io)
{
    return (GLOBAL struct taub_agreement *)io.f[0];
}

INLINE void vote_single(const struct taub_io io)
{
    GLOBAL struct taub_agreement *own = agreement_of(io);
    own->value[0] = io.control->failed || io.control->paused;
    own->value[1] = (double)io.control->troubled;
    own->value[2] = (double)io.control->refill;
    own->value[3] = 0.0;
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

INLINE void offer_single(const struct taub_io io)
{
    GLOBAL struct taub_agreement *own = agreement_of(io);
    const double value = (double)io.f[1][0];
    const int missing = value != value;
    own->value[0] = missing ? 0.0 : value;
    own->value[1] = missing;
    own->value[2] = own->value[3] = 0.0;
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
