#include "evolve/exchange.h"

#include <stdlib.h>
#include <string.h>

struct taub_exchange {
    const struct taub_comm *comm;
    const struct taub_halo *halo;
    int components;
    size_t value_bytes;
    struct taub_message *messages; /* room for one to each rank */
    char *bytes[2];                /* out, in */
};

enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_halo *halo, int components,
                                      size_t value_bytes, struct taub_exchange **out, struct taub_error *error)
{
    struct taub_exchange *self = calloc(1, sizeof *self);
    if (self) {
        const size_t a_zone = (size_t)components * value_bytes;
        *self = (struct taub_exchange){comm, halo, components, value_bytes, NULL, {NULL, NULL}};
        self->messages = malloc((size_t)comm->size * sizeof *self->messages);
        self->bytes[0] = malloc((size_t)halo->zones[TAUB_HALO_OUT] * a_zone + 1);
        self->bytes[1] = malloc((size_t)halo->zones[TAUB_HALO_IN] * a_zone + 1);
    }
    if (!self || !self->messages || !self->bytes[0] || !self->bytes[1]) {
        taub_exchange_destroy(self);
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of cells");
    }
    *out = self;
    return TAUB_OK;
}

void taub_exchange_destroy(struct taub_exchange *self)
{
    if (!self)
        return;
    for (int in = 0; in < 2; in++)
        free(self->bytes[in]);
    free(self->messages);
    free(self);
}

/* ---- messages ---- */

int taub_exchange_list(const struct taub_halo *halo, size_t bytes_a_zone, char *out, char *in,
                       struct taub_message *messages)
{
    for (int n = 0; n < halo->peer_count; n++) {
        const struct taub_halo_peer *peer = &halo->peers[n];
        messages[n] = (struct taub_message){peer->rank, out + (size_t)peer->before[TAUB_HALO_OUT] * bytes_a_zone,
                                            in + (size_t)peer->before[TAUB_HALO_IN] * bytes_a_zone,
                                            (size_t)peer->zones[TAUB_HALO_OUT] * bytes_a_zone,
                                            (size_t)peer->zones[TAUB_HALO_IN] * bytes_a_zone};
    }
    return halo->peer_count;
}

/* ---- fields on the host ---- */

/* Copies a row of cells into a message, or from one; returns the end of what was copied there. */
static char *copy_row(char *cells, long step, int length, size_t value_bytes, bool in, char *message)
{
    for (int i = 0; i < length; i++, message += value_bytes) {
        char *const cell = cells + i * step * (long)value_bytes;
        memcpy(in ? cell : message, in ? message : cell, value_bytes);
    }
    return message;
}

static void copy_all(const struct taub_exchange *self, const struct taub_shape *shape, void *field, bool in)
{
    const enum taub_halo_part part = in ? TAUB_HALO_IN : TAUB_HALO_OUT;
    char *message = self->bytes[in];
    for (int n = 0; n < self->halo->count[part]; n++) {
        const struct taub_copy *copy = &self->halo->list[part][n];
        long step[3] = {1, shape->row_stride, shape->plane_stride};
        const long first = in ? taub_copy_target(shape, copy, self->components)
                              : taub_copy_source(shape, copy, self->components, step);
        for (int c = 0; c < self->components; c++)
            for (int k = 0; k < copy->size[2]; k++)
                for (int j = 0; j < copy->size[1]; j++) {
                    const long at = first + c * shape->component_stride + k * step[2] + j * step[1];
                    message = copy_row((char *)field + at * (long)self->value_bytes, step[0], copy->size[0],
                                       self->value_bytes, in, message);
                }
    }
}

void taub_exchange_cells(const struct taub_exchange *self, const struct taub_shape *shape, void *from, void *to)
{
    copy_all(self, shape, from, false);
    const int count = taub_exchange_list(self->halo, (size_t)self->components * self->value_bytes, self->bytes[0],
                                         self->bytes[1], self->messages);
    taub_comm_begin_exchange(self->comm, self->messages, count);
    taub_comm_end_exchange(self->comm, self->messages, count);
    copy_all(self, shape, to, true);
}
