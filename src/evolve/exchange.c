#include "evolve/exchange.h"

#include <stdlib.h>
#include <string.h>

struct taub_exchange {
    const struct taub_comm *comm;
    const struct taub_mesh *mesh;
    struct taub_shared_face *faces[2]; /* out, in; sorted by axis, rank, who receives */
    int count[2], first[2][4];         /* of each axis, and behind the last one */
    struct taub_message *messages;
    int message_count; /* of the exchange that has begun */
    char *bytes[2];
};

/* ---- which faces ---- */

static int by_message(const void *a, const void *b)
{
    const struct taub_shared_face *x = a, *y = b;
    const int keys[4][2] = {
        {x->axis, y->axis}, {x->peer, y->peer}, {x->order[0], y->order[0]}, {x->order[1], y->order[1]}};
    for (int n = 0; n < 4; n++)
        if (keys[n][0] != keys[n][1])
            return keys[n][0] < keys[n][1] ? -1 : 1;
    return 0;
}

/* Both ranks list a face by the block that receives and the face at which it does. */
static void find_faces(struct taub_exchange *self)
{
    const struct taub_mesh *mesh = self->mesh;
    for (int b = 0; b < mesh->shape.blocks; b++)
        for (int face = 0; face < 6; face++) {
            const int number = mesh->number[b], other = mesh->all[number].neighbour[face].block[0];
            if (!mesh->active[face / 2] || other < 0 || mesh->all[other].owner == mesh->rank)
                continue;
            struct taub_shared_face shared = {b, face / 2, face % 2, mesh->all[other].owner, {other, face ^ 1}};
            self->faces[0][self->count[0]++] = shared;
            shared.order[0] = number;
            shared.order[1] = face;
            self->faces[1][self->count[1]++] = shared;
        }
    for (int in = 0; in < 2; in++) {
        qsort(self->faces[in], (size_t)self->count[in], sizeof *self->faces[in], by_message);
        for (int axis = 0, n = 0; axis < 4; axis++) {
            while (n < self->count[in] && self->faces[in][n].axis < axis)
                n++;
            self->first[in][axis] = n;
        }
    }
}

enum taub_status taub_exchange_create(const struct taub_comm *comm, const struct taub_mesh *mesh, size_t bytes_a_value,
                                      struct taub_exchange **out, struct taub_error *error)
{
    struct taub_exchange *self = calloc(1, sizeof *self);
    const size_t most = 6 * (size_t)mesh->shape.blocks + 1;
    bool good = self;
    if (self) {
        self->comm = comm;
        self->mesh = mesh;
        self->messages = malloc(most * sizeof *self->messages);
        good = self->messages;
        for (int in = 0; in < 2; in++) {
            self->faces[in] = malloc(most * sizeof *self->faces[in]);
            good = good && self->faces[in];
        }
    }
    if (good)
        find_faces(self);
    for (int in = 0; in < 2 && good; in++) {
        self->bytes[in] = malloc(taub_exchange_bytes(self, in, 7u, TAUB_ALL_CORNERS, bytes_a_value) + 1);
        good = self->bytes[in];
    }
    if (!good) {
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
    for (int in = 0; in < 2; in++) {
        free(self->faces[in]);
        free(self->bytes[in]);
    }
    free(self->messages);
    free(self);
}

int taub_exchange_faces(const struct taub_exchange *self, int in, int axis, const struct taub_shared_face **faces)
{
    *faces = self->faces[in] + self->first[in][axis];
    return self->first[in][axis + 1] - self->first[in][axis];
}

size_t taub_exchange_box(const struct taub_mesh *mesh, const struct taub_shared_face *face, int in,
                         enum taub_corners corners, int lower[3], int upper[3])
{
    size_t values = 1;
    for (int a = 0; a < 3; a++) {
        const int n = mesh->shape.cells[a], ghosts = mesh->shape.ghosts[a];
        if (a == face->axis) {
            const int first = face->side ? n : 0; /* the first cell beyond the face, or inside of it */
            lower[a] = face->side == in ? first : first - ghosts;
            upper[a] = lower[a] + ghosts;
        } else {
            const bool with = corners == TAUB_ALL_CORNERS || (corners == TAUB_LOWER_CORNERS && a < face->axis);
            const int beyond = with ? ghosts : 0;
            lower[a] = -beyond;
            upper[a] = n + beyond;
        }
        values *= (size_t)(upper[a] - lower[a]);
    }
    return values;
}

/* ---- messages ---- */

char *taub_exchange_memory(const struct taub_exchange *self, int in)
{
    return self->bytes[in];
}

static size_t zones_of(const struct taub_exchange *self, int in, const struct taub_shared_face *face,
                       enum taub_corners corners)
{
    int lower[3], upper[3];
    return taub_exchange_box(self->mesh, face, in, corners, lower, upper);
}

size_t taub_exchange_bytes(const struct taub_exchange *self, int in, unsigned axes, enum taub_corners corners,
                           size_t bytes_a_value)
{
    size_t values = 0;
    for (int n = 0; n < self->count[in]; n++)
        if (axes & 1u << self->faces[in][n].axis)
            values += zones_of(self, in, &self->faces[in][n], corners);
    return values * bytes_a_value;
}

/* Faces of the same axis and rank stand side by side, and the two lists have as many of each. */
int taub_exchange_list(const struct taub_exchange *self, unsigned axes, enum taub_corners corners, size_t bytes_a_value,
                       char *out, char *in, struct taub_message *messages)
{
    int count = 0;
    for (int n = 0; n < self->count[0]; n++) {
        const struct taub_shared_face *face = &self->faces[0][n], *former = face - 1;
        const size_t bytes = zones_of(self, 0, face, corners) * bytes_a_value;
        if (!(axes & 1u << face->axis))
            continue;
        if (count == 0 || former->axis != face->axis || former->peer != face->peer)
            messages[count++] = (struct taub_message){face->peer, out, in, 0, 0};
        messages[count - 1].out_bytes += bytes;
        messages[count - 1].in_bytes += bytes;
        out += bytes;
        in += bytes;
    }
    return count;
}

int taub_exchange_most_messages(const struct taub_exchange *self)
{
    return taub_exchange_list(self, 7u, TAUB_NO_CORNERS, 0, self->bytes[0], self->bytes[1], self->messages);
}

void taub_exchange_begin_messages(struct taub_exchange *self, unsigned axes, enum taub_corners corners,
                                  size_t bytes_a_value, char *out, char *in)
{
    self->message_count = taub_exchange_list(self, axes, corners, bytes_a_value, out, in, self->messages);
    taub_comm_begin_exchange(self->comm, self->messages, self->message_count);
}

void taub_exchange_end_messages(struct taub_exchange *self)
{
    taub_comm_end_exchange(self->comm, self->messages, self->message_count);
}

/* ---- fields on the host ---- */

/* Copies the zones of a face between a field and a message; returns the end of what was copied there. */
static char *copy_face(const struct taub_exchange *self, const struct taub_exchanged *what, int field,
                       const struct taub_shared_face *face, int in, char *message)
{
    const struct taub_shape *s = &self->mesh->shape;
    int lower[3], upper[3];
    taub_exchange_box(self->mesh, face, in, what->corners, lower, upper);
    const size_t length = (size_t)(upper[0] - lower[0]) * what->value_bytes;
    for (int c = 0; c < what->components[field]; c++)
        for (int k = lower[2]; k < upper[2]; k++)
            for (int j = lower[1]; j < upper[1]; j++) {
                const long at = ((long)face->block * what->components[field] + c) * s->component_stride +
                                (k + s->ghosts[2]) * s->plane_stride + (long)(j + s->ghosts[1]) * s->row_stride +
                                lower[0] + s->row_offset;
                char *row = (char *)what->fields[field] + (size_t)at * what->value_bytes;
                memcpy(in ? row : message, in ? message : row, length);
                message += length;
            }
    return message;
}

static void copy_all(const struct taub_exchange *self, const struct taub_exchanged *what, int in)
{
    char *at = self->bytes[in];
    for (int n = 0; n < self->count[in]; n++)
        for (int field = 0; field < 2; field++)
            if (what->axes & 1u << self->faces[in][n].axis && what->fields[field])
                at = copy_face(self, what, field, &self->faces[in][n], in, at);
}

void taub_exchange_begin(struct taub_exchange *self, const struct taub_exchanged *what)
{
    const int components = (what->fields[0] ? what->components[0] : 0) + (what->fields[1] ? what->components[1] : 0);
    copy_all(self, what, 0);
    taub_exchange_begin_messages(self, what->axes, what->corners, (size_t)components * what->value_bytes,
                                 self->bytes[0], self->bytes[1]);
}

void taub_exchange_end(struct taub_exchange *self, const struct taub_exchanged *what)
{
    taub_exchange_end_messages(self);
    copy_all(self, what, 1);
}

void taub_exchange_run(struct taub_exchange *self, const struct taub_exchanged *what)
{
    taub_exchange_begin(self, what);
    taub_exchange_end(self, what);
}
