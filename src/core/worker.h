/* A thread with one slot of work. Its owner fills storage of its own, gives it and goes on; the thread works on it
 * meanwhile. The next piece may be given when the slot is empty again.
 *
 * All functions but taub_worker_release are the owner's, who is one thread. What the owner stored before
 * taub_worker_give is seen by the work, and what the work stored is seen by the owner after taub_worker_wait. */
#ifndef TAUB_WORKER_H
#define TAUB_WORKER_H

#include <stdbool.h>

#include "taub/error.h"

struct taub_worker;

/* `work` is called with `user` on the worker's thread, in the plain locale, once for each piece that was given, in
 * their order and also after one that failed. NULL: there is no memory or no thread for it. */
struct taub_worker *taub_worker_create(enum taub_status (*work)(void *user, struct taub_error *error), void *user);
/* What the slot holds. The slot must be empty. */
void taub_worker_give(struct taub_worker *self);
/* Called by the work: the slot is empty although the work goes on. Without it the slot is empty when the work returns.
 */
void taub_worker_release(struct taub_worker *self);

/* All three return the status of the first piece that failed; `error` may be NULL. */
/* Until the slot is empty. */
enum taub_status taub_worker_room(struct taub_worker *self, struct taub_error *error);
/* Does not wait. */
enum taub_status taub_worker_check(struct taub_worker *self, struct taub_error *error);
/* Until all work is done. */
enum taub_status taub_worker_wait(struct taub_worker *self, struct taub_error *error);

/* After all that was given is done. NULL is good. */
void taub_worker_destroy(struct taub_worker *self);

#endif
