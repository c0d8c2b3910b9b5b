/* Cells of fields in the memory of the host that are zones of other ranks: one message to each neighbouring rank, with
 * all zones of a list of copies and all components. */
#ifndef TAUB_EVOLVE_EXCHANGE_H
#define TAUB_EVOLVE_EXCHANGE_H

#include "comm/comm.h"
#include "mesh/halo.h"

struct taub_exchange;

/* Of a field of the host with so many components. Memory for messages is there from the beginning, so that ranks can
 * agree on it. */
enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_halo *halo, int components,
                                      size_t value_bytes, struct taub_exchange **out, struct taub_error *error);
void taub_exchange_destroy(struct taub_exchange *self);
/* Sends cells of `from`, as stored, and fills those of `to` that others send; all ranks together. */
void taub_exchange_cells(const struct taub_exchange *self, const struct taub_shape *shape, void *from, void *to);

/* Writes down the messages of zones that stand in `out` and are to stand in `in`, box by box; returns their number. */
int taub_exchange_list(const struct taub_halo *halo, size_t bytes_a_zone, char *out, char *in,
                       struct taub_message *messages);
#endif
