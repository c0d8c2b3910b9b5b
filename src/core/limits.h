/* What the system lets this process use, control groups included. `root` stands before /proc and /sys ("": the system's
 * own), so that tests can show other systems. */
#ifndef TAUB_LIMITS_H
#define TAUB_LIMITS_H

#include <stddef.h>

/* Bytes that can still be had: free or reclaimable memory, and what every enclosing control group leaves of its limit;
 * infinite where neither is known. */
double taub_memory_available(const char *root);
/* How many of `wanted` pieces of address space of this size the process may still take (ulimit -v) beside one of
 * `besides` bytes; -1: not even that one. */
int taub_takeable_pieces(int wanted, size_t bytes, size_t besides);

/* Processors that the process is bound to. */
int taub_processors(void);
/* The same, or fewer where a control group gives time on fewer (rounded up). */
int taub_processors_with_quota(const char *root);

#endif
