/* A thread with a slot for one piece of work. The owner fills storage of its own, submits it and continues while the
 * thread works on it. The next piece may be submitted once the slot is empty again.
 *
 * All functions except taub_worker_release are called by the owner, from a single thread. What the owner stored before
 * taub_worker_give is visible to the work, and what the work stored is visible to the owner after taub_worker_wait. */
#ifndef TAUB_WORKER_H
#define TAUB_WORKER_H

#include <stdbool.h>

#include "taub/error.h"

struct taub_worker;

/* `work` is called with `user` on the worker's thread, in the C locale, once for each submitted piece, in order and
 * also after a failed one. NULL: no memory, or the thread cannot be started. */
struct taub_worker *taub_worker_create(enum taub_status (*work)(void *user, struct taub_error *error), void *user);
/* Submits a piece of work. The slot must be empty. */
void taub_worker_give(struct taub_worker *self);
/* Called by `work`: empties the slot before the work has ended. Otherwise the slot is emptied when `work` returns. */
void taub_worker_release(struct taub_worker *self);

/* All three return the status of the first piece that failed; `error` may be NULL. */
/* Waits until the slot is empty. */
enum taub_status taub_worker_room(struct taub_worker *self, struct taub_error *error);
/* Does not wait. */
enum taub_status taub_worker_check(struct taub_worker *self, struct taub_error *error);
/* Waits until all work is done. */
enum taub_status taub_worker_wait(struct taub_worker *self, struct taub_error *error);

/* Finishes all submitted work first. NULL is allowed. */
void taub_worker_destroy(struct taub_worker *self);

#endif
