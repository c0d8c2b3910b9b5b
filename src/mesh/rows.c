#include "mesh/rows.h"

#include <stdlib.h>
#include <string.h>

enum { SLAB_BYTES = 1 << 25 };

/* What rank 0 asks for; nothing more when count is 0. */
struct request {
    int component, first, count;
};

static const double *own_row(const struct taub_rows *self, int component, int row)
{
    const size_t nx = (size_t)self->mesh->cells[0];
    const int index = self->mesh->row_index ? self->mesh->row_index[row] : row;
    return self->values + (size_t)component * taub_mesh_zones(self->mesh) + (size_t)index * nx;
}

/* The rows of `rank` among those of a request; `lowest` becomes the first of them. */
static int rows_of(const struct taub_mesh *mesh, const struct request *request, int rank, int *lowest)
{
    int count = 0;
    for (int row = request->first; row < request->first + request->count; row++)
        if (taub_mesh_row_owner(mesh, row) == rank) {
            *lowest = count ? *lowest : row;
            count++;
        }
    return count;
}

/* Rows of one rank to their places. */
static void place_rows(const struct taub_mesh *mesh, const struct request *request, int rank, const double *rows,
                       double *out)
{
    const size_t nx = (size_t)mesh->cells[0];
    for (int row = request->first; row < request->first + request->count; row++)
        if (taub_mesh_row_owner(mesh, row) == rank) {
            memcpy(out + (size_t)(row - request->first) * nx, rows, nx * sizeof *out);
            rows += nx;
        }
}

enum taub_status taub_rows_get(const struct taub_rows *self, int component, int first, int count, double *out,
                               struct taub_error *error)
{
    const size_t row_values = (size_t)self->mesh->cells[0];
    struct request request = {component, first, count};
    double *received = malloc((size_t)count * row_values * sizeof *received);
    if (!received)
        return taub_fail(error, TAUB_FAILED, "out of memory for %d rows of cells", count);
    taub_comm_broadcast(self->comm, 0, &request, sizeof request);
    for (int rank = 0; rank < self->comm->size; rank++) {
        int lowest = 0;
        const int rows = rows_of(self->mesh, &request, rank, &lowest);
        const double *from = received;
        if (rows == 0)
            continue;
        if (rank == 0)
            from = own_row(self, component, lowest);
        else
            taub_comm_receive(self->comm, rank, received, (size_t)rows * row_values * sizeof *received);
        place_rows(self->mesh, &request, rank, from, out);
    }
    free(received);
    return TAUB_OK;
}

void taub_rows_done(const struct taub_rows *self)
{
    struct request request = {0, 0, 0};
    taub_comm_broadcast(self->comm, 0, &request, sizeof request);
}

void taub_rows_serve(const struct taub_rows *self)
{
    struct request request;
    for (;;) {
        int lowest = 0;
        taub_comm_broadcast(self->comm, 0, &request, sizeof request);
        if (request.count == 0)
            return;
        const int rows = rows_of(self->mesh, &request, self->comm->rank, &lowest);
        if (rows > 0)
            taub_comm_send(self->comm, 0, own_row(self, request.component, lowest),
                           (size_t)rows * (size_t)self->mesh->cells[0] * sizeof(double));
    }
}

int taub_rows_slab(const struct taub_mesh *mesh, int first)
{
    const long fitting = SLAB_BYTES / (long)sizeof(double) / mesh->cells[0], ny = mesh->cells[1];
    const long left = ny * mesh->cells[2] - first, left_in_plane = ny - first % ny;
    if (fitting >= ny && left_in_plane == ny)
        return (int)(left < fitting / ny * ny ? left : fitting / ny * ny);
    const long rows = fitting < 1 ? 1 : fitting;
    return (int)(rows < left_in_plane ? rows : left_in_plane);
}
