/* Cells of fields in the memory of the host that are zones of other ranks: one message to each neighbouring rank, with
 * all zones of a list of copies and all components. */
#ifndef TAUB_EVOLVE_EXCHANGE_H
#define TAUB_EVOLVE_EXCHANGE_H

#include "comm/comm.h"
#include "mesh/halo.h"

struct taub_exchange;

/* What is exchanged at a time: up to two cell fields, `components` of each. */
struct taub_exchanged {
    const struct taub_halo *halo;
    void *fields[2]; /* as stored, on the host; NULL: none */
    int components[2];
    size_t value_bytes;
};

/* most_zones, bytes_a_zone: the most that is ever sent or received at a time. */
enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_mesh *mesh, long most_zones,
                                      size_t bytes_a_zone, struct taub_exchange **out, struct taub_error *error);
void taub_exchange_destroy(struct taub_exchange *self);
/* Sends cells and fills the ghost zones that others send; between the two parts cells are not to be changed, nor ghost
 * zones read, and no other exchange runs. */
void taub_exchange_begin(struct taub_exchange *self, const struct taub_exchanged *what);
void taub_exchange_end(struct taub_exchange *self, const struct taub_exchanged *what);

/* Writes down the messages of zones that stand in `out` and are to stand in `in`, box by box; returns their number. */
int taub_exchange_list(const struct taub_halo *halo, size_t bytes_a_zone, char *out, char *in,
                       struct taub_message *messages);
#endif
