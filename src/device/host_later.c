#include "device/host_later.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "device/host_build.h"

struct taub_host_later {
    struct taub_host_job job;
    pthread_t thread;
    atomic_bool asked; /* asks the thread to stop */
    atomic_bool ended;
    void *library;
};

void taub_host_job_free(struct taub_host_job *self)
{
    taub_host_compiler_free(&self->compiler);
    taub_text_free(&self->options);
    taub_text_free(&self->source);
    free(self->path);
    free(self->bare_path);
    *self = (struct taub_host_job){0};
}

/* Runs at lower priority than the steps that run meanwhile: on Linux each thread has its own niceness, which the
 * compiler inherits. */
static void *work(void *argument)
{
    struct taub_host_later *self = argument;
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 5);
    const struct taub_host_stop stop = {.asked = &self->asked};
    self->library = taub_host_optimize(&self->job, &stop);
    atomic_store_explicit(&self->ended, true, memory_order_release);
    return NULL;
}

struct taub_host_later *taub_host_later_start(struct taub_host_job *job)
{
    struct taub_host_later *self = calloc(1, sizeof *self);
    if (!self) {
        taub_host_job_free(job);
        return NULL;
    }
    self->job = *job;
    *job = (struct taub_host_job){0};
    if (pthread_create(&self->thread, NULL, work, self) != 0) {
        taub_host_job_free(&self->job);
        free(self);
        return NULL;
    }
    return self;
}

bool taub_host_later_ready(const struct taub_host_later *self)
{
    return atomic_load_explicit(&self->ended, memory_order_acquire);
}

void *taub_host_later_stop(struct taub_host_later *self)
{
    atomic_store(&self->asked, true);
    pthread_join(self->thread, NULL);
    void *library = self->library;
    taub_host_job_free(&self->job);
    free(self);
    return library;
}
