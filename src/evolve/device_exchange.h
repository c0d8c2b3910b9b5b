/* The exchange of ghost zones for devices with a memory of their own: zones are packed on the device into a message.
 * The messages go through the host's memory; or as they are, by an MPI that takes memory of devices; or by NCCL, which
 * nccl_link.h adds. */
#ifndef TAUB_EVOLVE_DEVICE_EXCHANGE_H
#define TAUB_EVOLVE_DEVICE_EXCHANGE_H

#include "evolve/exchange.h"
#include "evolve/internal.h"

struct taub_device_exchange;

/* bytes_a_zone: as of the exchange, the most that goes for one cell. */
enum taub_status taub_device_exchange_create(struct taub_simulation *simulation, struct taub_exchange *exchange,
                                             size_t bytes_a_zone, struct taub_device_exchange **out,
                                             struct taub_error *error);
void taub_device_exchange_destroy(struct taub_device_exchange *self);
/* Both parts take part in the exchange also where `status`, which the device has come to before, is a failure; they
 * return it or a new one. Launches between them run while messages travel: they must neither change the cells that are
 * sent nor read the ghost zones. */
enum taub_status taub_device_exchange_begin(struct taub_device_exchange *self, const struct taub_cut *cut,
                                            enum taub_status status, struct taub_error *error);
enum taub_status taub_device_exchange_end(struct taub_device_exchange *self, const struct taub_cut *cut,
                                          enum taub_status status, struct taub_error *error);
/* From now on messages go from and to the memory of the device. */
void taub_device_exchange_directly(struct taub_device_exchange *self);

/* For steps that are recorded: memory of the messages out (0) and in (1); the launch that packs (0) or unpacks (1) the
 * zones of a cut. agreement: struct taub_agreement, which decides whether it does something; NULL: it does. */
struct taub_buffer *taub_device_exchange_memory(const struct taub_device_exchange *self, int in);
struct taub_launch taub_device_exchange_launch(const struct taub_device_exchange *self, const struct taub_cut *cut,
                                               int in, struct taub_buffer *agreement);
bool taub_device_exchange_has_pass(const char *name);

#endif
