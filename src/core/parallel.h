/* Work that the host does on several threads outside kernels: initial data, exact solutions. */
#ifndef TAUB_PARALLEL_H
#define TAUB_PARALLEL_H

#include "taub/error.h"

/* What the process should use: OMP_NUM_THREADS, else the processors that it may use. */
int taub_usable_threads(void);
/* The bound of what can be asked for: a few threads on each processor, so that a case goes from one machine to another,
 * but not as many as end the program. */
int taub_most_threads(void);
/* How many of `wanted` threads the system lets the process have at the same time, this one included. */
int taub_startable_threads(int wanted);

/* Calls body(user, n) for n from 0 to count - 1, each once, in any order and on up to `threads` threads (0: all usable
 * ones). Of the calls that fail the one with the smallest n is told, as if they had been made in order; it stops those
 * not yet begun. */
enum taub_status taub_parallel(int threads, int count,
                               enum taub_status (*body)(void *user, int n, struct taub_error *error), void *user,
                               struct taub_error *error);

#endif
