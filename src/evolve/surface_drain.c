#include "evolve/surface_drain.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/locale.h"
#include "core/try.h"

struct taub_surface_drain {
    struct taub_surface *surface;
    enum taub_status (*deliver)(void *user, const struct taub_surface_element *elements, size_t count,
                                struct taub_error *error);
    void *user;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool started, ending;
    struct taub_surface_records filling; /* of the run */
    struct taub_surface_records given;   /* of the thread, while it is full */
    bool full;
    enum taub_status status; /* of the first look that failed */
    struct taub_error error;
};

/* ---- the thread ---- */

/* The lock is held, but for the work itself. After a failure nothing more is delivered. */
static void deliver_one(struct taub_surface_drain *self)
{
    const bool failed = self->status != TAUB_OK;
    struct taub_error error = {TAUB_OK, ""};
    const struct taub_surface_element *elements;
    size_t count;
    pthread_mutex_unlock(&self->lock);
    enum taub_status status =
        failed ? TAUB_OK : taub_surface_order(self->surface, &self->given, &elements, &count, &error);
    if (!failed && status == TAUB_OK)
        status = self->deliver(self->user, elements, count, &error);
    pthread_mutex_lock(&self->lock);
    if (status != TAUB_OK) {
        self->status = status;
        self->error = error;
    }
    self->full = false;
    pthread_cond_broadcast(&self->changed);
}

static void *work(void *argument)
{
    struct taub_surface_drain *self = argument;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    pthread_mutex_lock(&self->lock);
    while (!self->ending || self->full) {
        if (self->full)
            deliver_one(self);
        else
            pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    taub_plain_locale_end(&plain);
    return NULL;
}

/* ---- the run ---- */

enum taub_status taub_surface_drain_create(struct taub_surface *surface,
                                           enum taub_status (*deliver)(void *user,
                                                                       const struct taub_surface_element *elements,
                                                                       size_t count, struct taub_error *error),
                                           void *user, struct taub_surface_drain **out, struct taub_error *error)
{
    struct taub_surface_drain *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    self->surface = surface;
    self->deliver = deliver;
    self->user = user;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    self->started = pthread_create(&self->thread, NULL, work, self) == 0;
    if (self->started)
        *out = self;
    else
        taub_surface_drain_destroy(self);
    return TAUB_OK;
}

/* The lock is held. */
static enum taub_status earlier(const struct taub_surface_drain *self, struct taub_error *error)
{
    if (self->status != TAUB_OK && error)
        *error = self->error;
    return self->status;
}

/* Until the thread has nothing to do; its status. The lock is held. */
static enum taub_status idle(struct taub_surface_drain *self, struct taub_error *error)
{
    while (self->full)
        pthread_cond_wait(&self->changed, &self->lock);
    return earlier(self, error);
}

enum taub_status taub_surface_drain_look(struct taub_surface_drain *self, struct taub_error *error)
{
    TRY(taub_surface_find(self->surface, &self->filling, error));
    const bool any = self->filling.count > 0;
    pthread_mutex_lock(&self->lock);
    const enum taub_status status = any ? idle(self, error) : earlier(self, error);
    if (any && status == TAUB_OK) {
        const struct taub_surface_records empty = self->given;
        self->given = self->filling;
        self->filling = empty;
        self->full = true;
        pthread_cond_broadcast(&self->changed);
    }
    pthread_mutex_unlock(&self->lock);
    return status;
}

enum taub_status taub_surface_drain_wait(struct taub_surface_drain *self, struct taub_error *error)
{
    if (!self)
        return TAUB_OK;
    pthread_mutex_lock(&self->lock);
    const enum taub_status status = idle(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

void taub_surface_drain_destroy(struct taub_surface_drain *self)
{
    if (!self)
        return;
    if (self->started) {
        pthread_mutex_lock(&self->lock);
        self->ending = true;
        pthread_cond_broadcast(&self->changed);
        pthread_mutex_unlock(&self->lock);
        pthread_join(self->thread, NULL);
    }
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->filling.numbers);
    free(self->given.numbers);
    free(self);
}
