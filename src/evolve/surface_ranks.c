#include "evolve/surface_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

struct taub_surface_ranks {
    struct taub_simulation *simulation;
    int nodes[3], components;
    int below, above;                /* rows that elements of a cell need beside its first row */
    int *owner;                      /* of each row of nodes, [nodes[2]][nodes[1]] */
    struct taub_buffer *own;         /* 1 for rows of this rank */
    struct taub_buffer *lists[2];    /* out, in: numbers of rows, rank by rank; NULL: none */
    struct taub_buffer *messages[2]; /* on the device */
    char *bytes[2];                  /* and on the host */
    int row_count[2];
    struct taub_message *parts; /* one for each rank that there are rows for */
    int part_count;
};

/* ---- creation ---- */

static void find_owners(struct taub_surface_ranks *self)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const int *stride = self->simulation->config->output.surface.stride;
    for (int k = 0; k < self->nodes[2]; k++)
        for (int j = 0; j < self->nodes[1]; j++) {
            const int y = j * stride[1] < mesh->cells[1] ? j * stride[1] : mesh->cells[1] - 1;
            const int z = k * stride[2] < mesh->cells[2] ? k * stride[2] : mesh->cells[2] - 1;
            self->owner[k * self->nodes[1] + j] = taub_mesh_row_owner(mesh, y + mesh->cells[1] * z);
        }
}

/* Whether a rank that is not the owner of row (j, k) looks at cells which end there. */
static bool is_wanted(const struct taub_surface_ranks *self, int j, int k, int rank)
{
    const int nj = self->nodes[1], nk = self->nodes[2];
    if (self->owner[k * nj + j] == rank)
        return false;
    for (int z = k - self->above; z <= k + self->below; z++)
        for (int y = j - self->above; y <= j + self->below; y++)
            if (y >= 0 && z >= 0 && y < nj && z < nk && self->owner[z * nj + y] == rank)
                return true;
    return false;
}

/* Rows from one rank to another, rising; returns how many. */
static int rows_between(const struct taub_surface_ranks *self, int from, int to, int *rows)
{
    int count = 0;
    for (int k = 0; k < self->nodes[2]; k++)
        for (int j = 0; j < self->nodes[1]; j++)
            if (self->owner[k * self->nodes[1] + j] == from && is_wanted(self, j, k, to))
                rows[count++] = k * self->nodes[1] + j;
    return count;
}

static enum taub_status upload_ints(struct taub_surface_ranks *self, const int *numbers, int count,
                                    struct taub_buffer **out, struct taub_error *error)
{
    const size_t bytes = (size_t)count * sizeof *numbers;
    TRY(taub_buffer_create(self->simulation->device, bytes, out, error));
    return taub_buffer_upload(*out, 0, numbers, bytes, error);
}

static enum taub_status make_lists(struct taub_surface_ranks *self, int *rows, struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    const size_t row_bytes = (size_t)self->nodes[0] * (size_t)self->components * self->simulation->real_bytes;
    for (int in = 0; in < 2; in++) {
        for (int peer = 0; peer < comm->size; peer++)
            self->row_count[in] +=
                rows_between(self, in ? peer : comm->rank, in ? comm->rank : peer, rows + self->row_count[in]);
        if (self->row_count[in] == 0)
            continue;
        const size_t bytes = (size_t)self->row_count[in] * row_bytes;
        TRY(upload_ints(self, rows, self->row_count[in], &self->lists[in], error));
        TRY(taub_buffer_create(self->simulation->device, bytes, &self->messages[in], error));
        self->bytes[in] = malloc(bytes);
        if (!self->bytes[in])
            return taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    }
    char *at[2] = {self->bytes[0], self->bytes[1]};
    for (int peer = 0; peer < comm->size; peer++) {
        const size_t out = (size_t)rows_between(self, comm->rank, peer, rows) * row_bytes;
        const size_t in = (size_t)rows_between(self, peer, comm->rank, rows) * row_bytes;
        if (out + in == 0)
            continue;
        self->parts[self->part_count++] = (struct taub_message){peer, at[0], at[1], out, in};
        at[0] += out;
        at[1] += in;
    }
    return TAUB_OK;
}

static enum taub_status fill(struct taub_surface_ranks *self, struct taub_error *error)
{
    const struct taub_comm *comm = self->simulation->comm;
    const int row_count = self->nodes[1] * self->nodes[2];
    /* a row goes to this many ranks at most, and comes from one */
    const int square = (self->below + 1 + self->above) * (self->below + 1 + self->above) - 1;
    const int most = comm->size - 1 < square ? comm->size - 1 : square;
    int *rows = malloc((size_t)most * (size_t)row_count * sizeof *rows);
    self->owner = malloc((size_t)row_count * sizeof *self->owner);
    self->parts = malloc((size_t)comm->size * sizeof *self->parts);
    enum taub_status status = rows && self->owner && self->parts
                                  ? TAUB_OK
                                  : taub_fail(error, TAUB_FAILED, "out of memory for the freeze-out surface");
    if (status == TAUB_OK) {
        find_owners(self);
        for (int n = 0; n < row_count; n++)
            rows[n] = self->owner[n] == comm->rank;
        status = upload_ints(self, rows, row_count, &self->own, error);
    }
    if (status == TAUB_OK)
        status = make_lists(self, rows, error);
    free(rows);
    return status;
}

enum taub_status taub_surface_ranks_create(struct taub_simulation *simulation, const int nodes[3], int components,
                                           struct taub_surface_ranks **out, struct taub_error *error)
{
    *out = NULL;
    if (simulation->comm->size == 1)
        return TAUB_OK;
    struct taub_surface_ranks *self = calloc(1, sizeof *self);
    enum taub_status status = self ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory");
    if (self) {
        *out = self;
        self->simulation = simulation;
        memcpy(self->nodes, nodes, sizeof self->nodes);
        self->components = components;
        /* gradients: five nodes about each of a cell's corners, inside of the mesh */
        const bool gradients = simulation->config->output.surface.gradients;
        self->below = gradients ? 3 : 0;
        self->above = gradients ? 4 : 1;
        status = fill(self, error);
    }
    return taub_simulation_agree(simulation, status, error);
}

void taub_surface_ranks_destroy(struct taub_surface_ranks *self)
{
    if (!self)
        return;
    taub_buffer_destroy(self->own);
    for (int in = 0; in < 2; in++) {
        taub_buffer_destroy(self->lists[in]);
        taub_buffer_destroy(self->messages[in]);
        free(self->bytes[in]);
    }
    free(self->owner);
    free(self->parts);
    free(self);
}

struct taub_buffer *taub_surface_ranks_own(const struct taub_surface_ranks *self)
{
    return self ? self->own : NULL;
}

/* ---- rows beside own ones ---- */

static enum taub_status launch(struct taub_surface_ranks *self, struct taub_buffer *lattice, int in,
                               struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self->simulation, in ? PASS_SURFACE_UNPACK : PASS_SURFACE_PACK);
    launch.fields[0] = self->messages[in];
    launch.fields[1] = lattice;
    launch.fields[2] = self->lists[in];
    launch.shape.blocks = 1;
    launch.range.upper[0] = self->nodes[0];
    launch.range.upper[1] = self->row_count[in];
    launch.range.upper[2] = self->components;
    return taub_device_launch(self->simulation->device, &launch, error);
}

enum taub_status taub_surface_ranks_exchange(struct taub_surface_ranks *self, struct taub_buffer *lattice,
                                             enum taub_status status, struct taub_error *error)
{
    if (!self)
        return status;
    if (status == TAUB_OK && self->row_count[0] > 0) {
        status = launch(self, lattice, 0, error);
        if (status == TAUB_OK)
            status =
                taub_buffer_download(self->messages[0], 0, self->bytes[0], taub_buffer_bytes(self->messages[0]), error);
    }
    TRY(taub_simulation_agree(self->simulation, status, error));
    taub_comm_exchange(self->simulation->comm, self->parts, self->part_count);
    if (self->row_count[1] > 0) {
        status = taub_buffer_upload(self->messages[1], 0, self->bytes[1], taub_buffer_bytes(self->messages[1]), error);
        if (status == TAUB_OK)
            status = launch(self, lattice, 1, error);
    }
    return taub_simulation_agree(self->simulation, status, error);
}

/* ---- on the first rank ---- */

enum taub_status taub_surface_ranks_collect(const struct taub_surface_ranks *self, double **numbers, size_t *count,
                                            size_t *room, enum taub_status status, struct taub_error *error)
{
    if (!self)
        return status;
    const struct taub_comm *comm = self->simulation->comm;
    int64_t *counts = malloc((size_t)comm->size * sizeof *counts), own = (int64_t)*count, all = 0;
    if (!counts && status == TAUB_OK)
        status = taub_fail(error, TAUB_FAILED, "out of memory");
    status = taub_simulation_agree(self->simulation, status, error);
    if (status == TAUB_OK) {
        taub_comm_gather_all(comm, &own, sizeof own, counts);
        for (int rank = 0; rank < comm->size; rank++)
            all += counts[rank];
        if (comm->rank == 0 && (size_t)all > *room) {
            double *grown = realloc(*numbers, (size_t)all * sizeof *grown);
            status = grown ? TAUB_OK
                           : taub_fail(error, TAUB_FAILED, "out of memory for the elements of the freeze-out surface");
            *numbers = grown ? grown : *numbers;
            *room = grown ? (size_t)all : *room;
        }
        status = taub_simulation_agree(self->simulation, status, error);
    }
    if (status == TAUB_OK && comm->rank > 0) {
        taub_comm_send(comm, 0, *numbers, *count * sizeof **numbers);
        *count = 0;
    }
    for (int rank = 1; status == TAUB_OK && comm->rank == 0 && rank < comm->size; rank++) {
        taub_comm_receive(comm, rank, *numbers + *count, (size_t)counts[rank] * sizeof **numbers);
        *count += (size_t)counts[rank];
    }
    free(counts);
    return status;
}

enum taub_status taub_surface_ranks_gather(const struct taub_surface_ranks *self, double *values,
                                           enum taub_status status, struct taub_error *error)
{
    if (!self)
        return status;
    const struct taub_comm *comm = self->simulation->comm;
    const size_t row_count = (size_t)self->nodes[1] * (size_t)self->nodes[2], length = (size_t)self->nodes[0];
    TRY(taub_simulation_agree(self->simulation, status, error));
    for (size_t row = 0; row < row_count; row++) {
        const int owner = self->owner[row];
        for (size_t c = 0; c < (size_t)self->components && owner > 0; c++) {
            double *at = values + (c * row_count + row) * length;
            if (comm->rank == owner)
                taub_comm_send(comm, 0, at, length * sizeof *at);
            else if (comm->rank == 0)
                taub_comm_receive(comm, owner, at, length * sizeof *at);
        }
    }
    return TAUB_OK;
}
