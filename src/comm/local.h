/* Ranks on one machine without MPI: processes that this one forks, which communicate through shared memory. */
#ifndef TAUB_COMM_LOCAL_H
#define TAUB_COMM_LOCAL_H

#include "comm/module.h"

enum { TAUB_MOST_LOCAL_RANKS = 64 };

/* Allocates the shared memory of `ranks` ranks, before they are forked; NULL if there is none left. */
void *taub_local_create(int ranks);
/* Called in each rank: taub_local_module then acts for this rank. */
void taub_local_join(void *memory, int ranks, int rank);
extern const struct taub_comm_module taub_local_module;

#endif
