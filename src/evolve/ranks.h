/* Inside ranks.c and connect.c: a simulation on several ranks. */
#ifndef TAUB_EVOLVE_RANKS_H
#define TAUB_EVOLVE_RANKS_H

#include "evolve/device_exchange.h"
#include "evolve/nccl_link.h"
#include "evolve/peers.h"

/* The launches of a step of one phase, and what ranks do between them. */
struct shared_step {
    struct taub_launch *list;
    int count;
    struct taub_cuts cuts;
};

struct taub_ranks {
    struct taub_exchange *exchange;
    struct shared_step step[TAUB_MOST_PHASES];
    struct taub_device_exchange *device; /* NULL on the host, unless NCCL or MPI takes the messages of devices there */
    bool by_device;                      /* zones are packed into messages of that; else: from and into the fields */
    struct taub_peers_link *peers;       /* NULL, and the next one: the host goes between the passes of a step */
    struct taub_nccl_link *nccl;
    bool hides;               /* inner cells are computed while ghost zones travel, where a scheme lets them */
    size_t values;            /* the most that is exchanged of one cell */
    char way[TAUB_WAY_WORDS]; /* how zones go in a step, in words */
    struct taub_control own;  /* the clock of this rank as of the last synchronisation */
    int failed_rank;          /* the lowest of those that have failed */
    int troubled;             /* of all ranks, as of the last agreement */
    bool refill, stopped;     /* likewise; stopped: no rank goes on with the step */
    double seconds;           /* between launches */
};

#endif
