/* Resource limits of this process, including those of control groups. `root` is put before /proc and /sys ("": the
 * system's own), so that tests can present other systems. */
#ifndef TAUB_LIMITS_H
#define TAUB_LIMITS_H

#include <stddef.h>

/* Bytes that can still be allocated: free or reclaimable memory, at most what every enclosing control group has left of
 * its limit; infinite if neither is known. */
double taub_memory_available(const char *root);
/* How many of `wanted` pieces of address space of `bytes` bytes the process may still reserve (ulimit -v), in addition
 * to one of `reserved` bytes; -1 if even that one does not fit. */
int taub_takeable_pieces(int wanted, size_t bytes, size_t reserved);

/* Number of processors in the affinity mask of the process. */
int taub_processors(void);
/* The same, limited by the CPU quota of the control group (rounded up). */
int taub_processors_with_quota(const char *root);

#endif
