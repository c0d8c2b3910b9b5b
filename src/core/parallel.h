/* Multithreaded work of the host outside kernels: initial data, exact solutions. */
#ifndef TAUB_PARALLEL_H
#define TAUB_PARALLEL_H

#include "taub/error.h"

/* How many threads to use: OMP_NUM_THREADS if it is set, else the processors available to the process. */
int taub_usable_threads(void);
/* Upper limit on the number of threads that a case may request: a few per processor, so that a case can move between
 * machines, but not so many that the program runs out of resources. */
int taub_most_threads(void);
/* How many of `wanted` threads (including the calling one) the system allows the process to run at the same time. */
int taub_startable_threads(int wanted);

/* Calls body(user, n) once for each n from 0 to count - 1, in any order and on up to `threads` threads (0: all usable
 * ones). If calls fail, the error of the smallest n is returned, as in a serial loop, and calls that have not started
 * are skipped. */
enum taub_status taub_parallel(int threads, int count,
                               enum taub_status (*body)(void *user, int n, struct taub_error *error), void *user,
                               struct taub_error *error);

#endif
