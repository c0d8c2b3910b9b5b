/* A thread that makes elements of a freeze-out surface, and delivers them, while the run goes on: looks find records on
 * the device, what follows needs the host alone. One look is under way there, and the next one may wait for it. */
#ifndef TAUB_EVOLVE_SURFACE_DRAIN_H
#define TAUB_EVOLVE_SURFACE_DRAIN_H

#include "evolve/surface.h"

struct taub_surface_drain;

/* `deliver` gets `user` and the elements of each look, in order, on the drain's thread. Until taub_surface_drain_wait
 * the sums of the surface are the drain's. *out is NULL, without an error, where the system has no thread left: the run
 * makes the elements itself then. */
enum taub_status taub_surface_drain_create(struct taub_surface *surface,
                                           enum taub_status (*deliver)(void *user,
                                                                       const struct taub_surface_element *elements,
                                                                       size_t count, struct taub_error *error),
                                           void *user, struct taub_surface_drain **out, struct taub_error *error);
/* Looks at the state. Tells the failure of an earlier look, too. */
enum taub_status taub_surface_drain_look(struct taub_surface_drain *self, struct taub_error *error);
/* Until all is delivered, or has failed. NULL: nothing to wait for. */
enum taub_status taub_surface_drain_wait(struct taub_surface_drain *self, struct taub_error *error);
void taub_surface_drain_destroy(struct taub_surface_drain *self);

#endif
