#include "core/worker.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/locale.h"

struct taub_worker {
    enum taub_status (*work)(void *user, struct taub_error *error);
    void *user;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool full;    /* the slot holds a piece */
    bool working; /* on the last piece, which still fills the slot unless it has been released */
    bool released;
    bool ending;
    enum taub_status status; /* of the first piece that failed */
    struct taub_error error;
};

/* ---- the thread ---- */

/* Called with the lock held. If the work has released its piece, the slot may already hold the next one. */
static void mark_empty(struct taub_worker *self)
{
    self->full = self->full && self->released;
    self->released = true;
    pthread_cond_broadcast(&self->changed);
}

/* Called with the lock held, which is released during the work itself. */
static void work_once(struct taub_worker *self)
{
    struct taub_error error = {.status = TAUB_OK};
    self->working = true;
    self->released = false;
    pthread_mutex_unlock(&self->lock);
    const enum taub_status status = self->work(self->user, &error);
    pthread_mutex_lock(&self->lock);
    if (status != TAUB_OK && self->status == TAUB_OK) {
        self->status = status;
        self->error = error;
    }
    self->working = false;
    mark_empty(self);
}

static void *run(void *argument)
{
    struct taub_worker *self = argument;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    pthread_mutex_lock(&self->lock);
    while (!self->ending || self->full) {
        if (self->full)
            work_once(self);
        else
            pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    taub_plain_locale_end(&plain);
    return NULL;
}

void taub_worker_release(struct taub_worker *self)
{
    pthread_mutex_lock(&self->lock);
    mark_empty(self);
    pthread_mutex_unlock(&self->lock);
}

/* ---- the owner ---- */

struct taub_worker *taub_worker_create(enum taub_status (*work)(void *user, struct taub_error *error), void *user)
{
    struct taub_worker *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->work = work;
    self->user = user;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    if (pthread_create(&self->thread, NULL, run, self) == 0)
        return self;
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self);
    return NULL;
}

static void set(struct taub_worker *self, bool *what)
{
    pthread_mutex_lock(&self->lock);
    *what = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

void taub_worker_give(struct taub_worker *self)
{
    set(self, &self->full);
}

/* Called with the lock held. */
static enum taub_status first_failure(const struct taub_worker *self, struct taub_error *error)
{
    if (self->status != TAUB_OK && error)
        *error = self->error;
    return self->status;
}

enum taub_status taub_worker_room(struct taub_worker *self, struct taub_error *error)
{
    pthread_mutex_lock(&self->lock);
    while (self->full)
        pthread_cond_wait(&self->changed, &self->lock);
    const enum taub_status status = first_failure(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

enum taub_status taub_worker_check(struct taub_worker *self, struct taub_error *error)
{
    pthread_mutex_lock(&self->lock);
    const enum taub_status status = first_failure(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

enum taub_status taub_worker_wait(struct taub_worker *self, struct taub_error *error)
{
    pthread_mutex_lock(&self->lock);
    while (self->full || self->working)
        pthread_cond_wait(&self->changed, &self->lock);
    const enum taub_status status = first_failure(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

void taub_worker_destroy(struct taub_worker *self)
{
    if (!self)
        return;
    set(self, &self->ending);
    pthread_join(self->thread, NULL);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self);
}
