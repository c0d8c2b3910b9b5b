/* The optimised build of kernels that run from a quick one meanwhile: compiled by a thread of its own, which waits for
 * the compiler and loads what it made. */
#ifndef TAUB_HOST_LATER_H
#define TAUB_HOST_LATER_H

#include <stddef.h>

#include "device/host_compiler.h"

/* All that the thread needs, in storage of its own; NULL: not kept in the cache. */
struct taub_host_job {
    struct taub_host_compiler compiler;
    struct taub_text options, source;
    char *path, *bare_path;
};
void taub_host_job_free(struct taub_host_job *self);

struct taub_host_later;

/* Takes the job over, whatever it returns. NULL: there is no thread for it. */
struct taub_host_later *taub_host_later_start(struct taub_host_job *job);
/* Whether the thread has ended. */
bool taub_host_later_ready(const struct taub_host_later *self);
/* Ends the compiler where it still runs, and all of *self. Returns the library, to be closed by dlclose; NULL: it was
 * not made. */
void *taub_host_later_stop(struct taub_host_later *self);

#endif
