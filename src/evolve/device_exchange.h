/* The exchange of ghost zones for devices with a memory of their own: zones are packed on the device, and messages go
 * through the host's memory. */
#ifndef TAUB_EVOLVE_DEVICE_EXCHANGE_H
#define TAUB_EVOLVE_DEVICE_EXCHANGE_H

#include "evolve/exchange.h"
#include "evolve/internal.h"

struct taub_device_exchange;

/* bytes_a_value: as of the exchange, the most that goes for one cell. */
enum taub_status taub_device_exchange_create(struct taub_simulation *simulation, struct taub_exchange *exchange,
                                             size_t bytes_a_value, struct taub_device_exchange **out,
                                             struct taub_error *error);
void taub_device_exchange_destroy(struct taub_device_exchange *self);
/* Takes part in the exchange also where `status`, which the device has come to before, is a failure; returns it or a
 * new one. */
enum taub_status taub_device_exchange_run(struct taub_device_exchange *self, const struct taub_cut *cut,
                                          enum taub_status status, struct taub_error *error);

#endif
