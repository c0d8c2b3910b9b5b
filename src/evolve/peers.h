/* Ranks of one machine whose devices write into each other's memory: what they do together in a step is passes among
 * the others, and the host does not wait (kernels/passes/peers.h). */
#ifndef TAUB_EVOLVE_PEERS_H
#define TAUB_EVOLVE_PEERS_H

#include "evolve/internal.h"

struct taub_peers_link;

/* NULL in *out, with the reason, where the ranks cannot; a failure where memory or a compiler fails. All ranks come to
 * the same. bytes_a_zone: as of the exchange. */
enum taub_status taub_peers_create(struct taub_simulation *simulation, size_t bytes_a_zone,
                                   struct taub_peers_link **out, char *reason, size_t size, struct taub_error *error);
/* Waits for the other ranks. */
void taub_peers_destroy(struct taub_peers_link *self);
/* The launches of a step with what stands between them as launches, too; returns their number. */
int taub_peers_launches(const struct taub_peers_link *self, const struct taub_launch *list, int count,
                        const struct taub_cuts *cuts, struct taub_launch *out);
/* Before the first step of several that are enqueued together, and behind the last one. */
enum taub_status taub_peers_begin(struct taub_peers_link *self, struct taub_error *error);
enum taub_status taub_peers_end(struct taub_peers_link *self, struct taub_error *error);
/* Whether a pass of this name is one of these. */
bool taub_peers_has_pass(const char *name);

#endif
