#include "evolve/surface_drain.h"

#include <stdlib.h>

#include "core/try.h"
#include "core/worker.h"

struct taub_surface_drain {
    struct taub_surface *surface;
    enum taub_status (*deliver)(void *user, const struct taub_surface_element *elements, size_t count,
                                struct taub_error *error);
    void *user;
    struct taub_worker *worker;
    struct taub_surface_records filling; /* of the run */
    struct taub_surface_records given;   /* of the thread, while the worker's slot is full */
};

/* After a failure nothing more is given, so nothing more is delivered. */
static enum taub_status deliver_one(void *user, struct taub_error *error)
{
    struct taub_surface_drain *self = user;
    const struct taub_surface_element *elements;
    size_t count;
    TRY(taub_surface_order(self->surface, &self->given, &elements, &count, error));
    return self->deliver(self->user, elements, count, error);
}

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
    self->worker = taub_worker_create(deliver_one, self);
    if (self->worker)
        *out = self;
    else
        free(self);
    return TAUB_OK;
}

enum taub_status taub_surface_drain_look(struct taub_surface_drain *self, struct taub_error *error)
{
    TRY(taub_surface_find(self->surface, &self->filling, error));
    if (self->filling.count == 0)
        return taub_worker_check(self->worker, error);
    TRY(taub_worker_room(self->worker, error));
    const struct taub_surface_records empty = self->given;
    self->given = self->filling;
    self->filling = empty;
    taub_worker_give(self->worker);
    return TAUB_OK;
}

enum taub_status taub_surface_drain_wait(struct taub_surface_drain *self, struct taub_error *error)
{
    return self ? taub_worker_wait(self->worker, error) : TAUB_OK;
}

void taub_surface_drain_destroy(struct taub_surface_drain *self)
{
    if (!self)
        return;
    taub_worker_destroy(self->worker);
    free(self->filling.numbers);
    free(self->given.numbers);
    free(self);
}
