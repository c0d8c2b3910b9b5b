/* Ranks whose devices exchange ghost zones by NCCL: zones are packed into a message on the device, NCCL carries
 * messages and reduces votes on the device's queue, and the host does not wait. A step is one recorded sequence, calls
 * of NCCL in it. These are made in every step, whether zones are wanted or not (kernels/passes/votes.h). */
#ifndef TAUB_EVOLVE_NCCL_LINK_H
#define TAUB_EVOLVE_NCCL_LINK_H

#include "evolve/device_exchange.h"

struct taub_nccl_link;

/* As taub_peers_create: NULL in *out, with the reason, where the ranks cannot; all come to the same. most_cuts: of all
 * phases of a step together. */
enum taub_status taub_nccl_link_create(struct taub_simulation *simulation, struct taub_device_exchange *device,
                                       int most_cuts, struct taub_nccl_link **out, char *reason, size_t size,
                                       struct taub_error *error);
/* When the sequences with its launches are gone. */
void taub_nccl_link_destroy(struct taub_nccl_link *self);
/* The launches of a step of this phase with what stands between them; each step once. Returns their number. */
int taub_nccl_link_launches(struct taub_nccl_link *self, const struct taub_launch *list, int count,
                            const struct taub_cuts *cuts, struct taub_launch *out);
/* Recorded steps from the present phase on, with an eye on NCCL and the patience for other ranks. */
enum taub_status taub_nccl_link_run(struct taub_nccl_link *self, int64_t steps, struct taub_error *error);
/* Whether a pass of this name, or what is timed under it, is of these. */
bool taub_nccl_link_has_pass(const char *name);
/* In words. */
const char *taub_nccl_link_way(const struct taub_nccl_link *self);

#endif
