#include "evolve/exchange.h"

#include <stdlib.h>
#include <string.h>

struct taub_exchange {
    const struct taub_comm *comm;
    const struct taub_mesh *mesh;
    struct taub_message *messages; /* room for one to each rank */
    int message_count;             /* of the exchange that has begun */
    char *bytes[2];                /* out, in */
};

enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_mesh *mesh, long most_zones,
                                      size_t bytes_a_zone, struct taub_exchange **out, struct taub_error *error)
{
    struct taub_exchange *self = calloc(1, sizeof *self);
    if (self) {
        self->comm = comm;
        self->mesh = mesh;
        self->messages = malloc((size_t)comm->size * sizeof *self->messages);
        for (int in = 0; in < 2; in++)
            self->bytes[in] = malloc((size_t)most_zones * bytes_a_zone + 1);
    }
    if (!self || !self->messages || !self->bytes[0] || !self->bytes[1]) {
        taub_exchange_destroy(self);
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
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

/* Copies a row of cells into a message, or from one. */
static char *copy_row(char *cells, long step, int length, size_t value_bytes, bool in, char *message)
{
    if (step == 1) {
        const size_t bytes = (size_t)length * value_bytes;
        memcpy(in ? cells : message, in ? message : cells, bytes);
        return message + bytes;
    }
    for (int i = 0; i < length; i++, message += value_bytes)
        memcpy(message, cells + i * step * (long)value_bytes, value_bytes);
    return message;
}

/* Copies a box of cells between a field and a message; returns the end of what was copied there. */
static char *copy_box(const struct taub_exchange *self, const struct taub_exchanged *what, int field,
                      const struct taub_copy *copy, bool in, char *message)
{
    const struct taub_shape *shape = &self->mesh->shape;
    long step[3] = {1, shape->row_stride, shape->plane_stride};
    const long first = in ? taub_copy_target(shape, copy, what->components[field])
                          : taub_copy_source(shape, copy, what->components[field], step);
    for (int c = 0; c < what->components[field]; c++)
        for (int k = 0; k < copy->size[2]; k++)
            for (int j = 0; j < copy->size[1]; j++) {
                const long at = first + c * shape->component_stride + k * step[2] + j * step[1];
                message = copy_row((char *)what->fields[field] + at * (long)what->value_bytes, step[0], copy->size[0],
                                   what->value_bytes, in, message);
            }
    return message;
}

static void copy_all(const struct taub_exchange *self, const struct taub_exchanged *what, bool in)
{
    const enum taub_halo_part part = in ? TAUB_HALO_IN : TAUB_HALO_OUT;
    char *at = self->bytes[in];
    for (int n = 0; n < what->halo->count[part]; n++)
        for (int field = 0; field < 2; field++)
            if (what->fields[field])
                at = copy_box(self, what, field, &what->halo->list[part][n], in, at);
}

void taub_exchange_begin(struct taub_exchange *self, const struct taub_exchanged *what)
{
    const int components = (what->fields[0] ? what->components[0] : 0) + (what->fields[1] ? what->components[1] : 0);
    copy_all(self, what, false);
    self->message_count = taub_exchange_list(what->halo, (size_t)components * what->value_bytes, self->bytes[0],
                                             self->bytes[1], self->messages);
    taub_comm_begin_exchange(self->comm, self->messages, self->message_count);
}

void taub_exchange_end(struct taub_exchange *self, const struct taub_exchanged *what)
{
    taub_comm_end_exchange(self->comm, self->messages, self->message_count);
    copy_all(self, what, true);
}
