/* What ranks do together within a recorded step: what stands in the memory of their devices. Read by the C library and
 * by kernel compilers, like launch.h. */
#ifndef TAUB_MAILBOX_H
#define TAUB_MAILBOX_H

#define TAUB_MOST_PEERS 16
#define TAUB_VOTE_VALUES 3

struct taub_agreement {
    double value[TAUB_VOTE_VALUES]; /* of this rank, then the largest of all */
    int stopped, troubled, refill;  /* as of the last agreement; stopped: nothing more is done together */
};

/* ---- devices of one machine that write into each other's memory: addresses are those of the reading device ---- */

/* What one rank says of itself; `number` is written last. */
struct taub_vote {
    double value[TAUB_VOTE_VALUES];
    long number; /* of the vote, from 1 */
};

/* In the memory that others write, in front of the zones. Two sets in turn: nobody casts vote n + 2 who has not seen
 * that all have read vote n, since they then cast n + 1. */
struct taub_mailbox {
    struct taub_vote votes[2][TAUB_MOST_PEERS];
    long arrived[TAUB_MOST_PEERS]; /* exchanges of which all zones from that rank are here */
};

/* One for each rank, in its own memory. */
struct taub_peers {
    struct taub_agreement agreed;
    int rank, size;
    long mailbox[TAUB_MOST_PEERS];
    long zones[2][TAUB_MOST_PEERS]; /* exchanges n and n + 1 */
    long patience;                  /* nanoseconds to wait for another rank */
    long votes, exchanges;          /* made until now */
    int neighbour[TAUB_MOST_PEERS]; /* whether zones are exchanged with that rank */
    int lost;                       /* 1 + the rank that did not answer; 0: all did */
};

#endif
