/* The lattice of a freeze-out surface on several ranks. Each has memory for all nodes, fills the rows that it owns,
 * gets those that its elements need from others, and looks for elements in the cells whose first row is its own; the
 * first rank gets all elements. With one rank nothing happens. */
#ifndef TAUB_EVOLVE_SURFACE_RANKS_H
#define TAUB_EVOLVE_SURFACE_RANKS_H

#include "evolve/internal.h"

struct taub_surface_ranks;

/* nodes: along each axis. NULL in *out for one rank. All ranks call all of these together, and come to the same. */
enum taub_status taub_surface_ranks_create(struct taub_simulation *simulation, const int nodes[3], int components,
                                           struct taub_surface_ranks **out, struct taub_error *error);
void taub_surface_ranks_destroy(struct taub_surface_ranks *self);
/* One int for each row of nodes: whether this rank looks there. NULL: everywhere. */
struct taub_buffer *taub_surface_ranks_own(const struct taub_surface_ranks *self);
/* Rows of other ranks beside own ones. `status`: of what came before, on this rank. */
enum taub_status taub_surface_ranks_exchange(struct taub_surface_ranks *self, struct taub_buffer *lattice,
                                             enum taub_status status, struct taub_error *error);
/* On the first rank all numbers of all ranks, in their order; on the others none. */
enum taub_status taub_surface_ranks_collect(const struct taub_surface_ranks *self, double **numbers, size_t *count,
                                            size_t *room, enum taub_status status, struct taub_error *error);
/* Into the first rank's lattice on the host the rows of the others, out of theirs. */
enum taub_status taub_surface_ranks_gather(const struct taub_surface_ranks *self, double *values,
                                           enum taub_status status, struct taub_error *error);

#endif
