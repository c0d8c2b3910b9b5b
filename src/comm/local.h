/* Ranks of one machine without an MPI: processes that this one forks, which speak through memory that they share. */
#ifndef TAUB_COMM_LOCAL_H
#define TAUB_COMM_LOCAL_H

#include "comm/module.h"

enum { TAUB_MOST_LOCAL_RANKS = 64 };

/* Memory for so many ranks, before they are forked; NULL: there is none. */
void *taub_local_create(int ranks);
/* In a rank: from now on taub_local_module speaks for it. */
void taub_local_join(void *memory, int ranks, int rank);
extern const struct taub_comm_module taub_local_module;

#endif
