/* The optimised build of kernels, made in the background while a quick build runs: a thread waits for the compiler and
 * loads the result. */
#ifndef TAUB_HOST_LATER_H
#define TAUB_HOST_LATER_H

#include <stddef.h>

#include "device/host_compiler.h"

/* Everything that the thread needs, owned by the job. Paths are NULL if the result is not cached. */
struct taub_host_job {
    struct taub_host_compiler compiler;
    struct taub_text options, source;
    char *path, *bare_path;
};
void taub_host_job_free(struct taub_host_job *self);

struct taub_host_later;

/* Takes over the job in any case. NULL: the thread cannot be started. */
struct taub_host_later *taub_host_later_start(struct taub_host_job *job);
/* Whether the thread has ended. */
bool taub_host_later_ready(const struct taub_host_later *self);
/* Stops the compiler if it still runs, and frees *self. Returns the library, to be closed by dlclose; NULL: the build
 * failed or was stopped. */
void *taub_host_later_stop(struct taub_host_later *self);

#endif
