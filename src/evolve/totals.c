/* Sums and extrema of the state, in an order that depends on neither blocks nor ranks: rows of the whole mesh along x
 * in the order of their numbers, then by the fixed tree of the pass `combine`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"

/* ---- rows in the order of their numbers ---- */

static size_t row_bytes(const struct taub_simulation *self)
{
    return (size_t)self->reductions * self->real_bytes;
}

/* Brings the rows of this rank's blocks into the order of the rows that it has. */
static void sort_rows(const struct taub_simulation *self, const char *by_block, char *sorted)
{
    const struct taub_mesh *mesh = self->mesh;
    const int *n = mesh->shape.cells;
    const size_t bytes = row_bytes(self);
    for (int b = 0; b < mesh->shape.blocks; b += mesh->grid[0])
        for (int k = 0; k < n[2]; k++)
            for (int j = 0; j < n[1]; j++, by_block += bytes) {
                int place[3];
                taub_mesh_stored_place(mesh, mesh->number ? mesh->number[b] : b, place);
                const int row = (place[2] + k) * mesh->cells[1] + place[1] + j;
                memcpy(sorted + (size_t)(mesh->row_index ? mesh->row_index[row] : row) * bytes, by_block, bytes);
            }
}

/* On rank 0: the rows of all ranks, in the order of their numbers. */
static void collect_rows(const struct taub_simulation *self, const char *own, char *received, char *all)
{
    const struct taub_mesh *mesh = self->mesh;
    const size_t bytes = row_bytes(self);
    const int count = mesh->cells[1] * mesh->cells[2];
    if (self->comm->rank > 0) {
        taub_comm_send(self->comm, 0, own, (size_t)mesh->row_count * bytes);
        return;
    }
    for (int rank = 0; rank < self->comm->size; rank++) {
        const char *from = rank ? received : own;
        if (rank > 0)
            taub_comm_receive(self->comm, rank, received, (size_t)taub_mesh_rows_below(mesh, rank, count) * bytes);
        for (int row = 0; row < count; row++)
            if (taub_mesh_row_owner(mesh, row) == rank) {
                memcpy(all + (size_t)row * bytes, from, bytes);
                from += bytes;
            }
    }
}

/* What the pass totals has left in rows[0] becomes the rows of the mesh, on rank 0. */
static enum taub_status order_rows(struct taub_simulation *self, struct taub_error *error)
{
    const size_t own = (size_t)self->mesh->row_count * row_bytes(self);
    const size_t all = (size_t)self->mesh->cells[1] * (size_t)self->mesh->cells[2] * row_bytes(self);
    const bool first = self->comm->rank == 0, several = self->comm->size > 1;
    char *by_block = malloc(first ? all : own), *sorted = malloc(own), *whole = several && first ? malloc(all) : sorted;
    enum taub_status status = by_block && sorted && whole ? taub_buffer_download(self->rows[0], 0, by_block, own, error)
                                                          : taub_fail(error, TAUB_FAILED, "out of memory for totals");
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK) {
        sort_rows(self, by_block, sorted);
        if (several)
            collect_rows(self, sorted, by_block, whole);
        if (first)
            status = taub_buffer_upload(self->rows[0], 0, whole, all, error);
    }
    if (whole != sorted)
        free(whole);
    free(sorted);
    free(by_block);
    return status;
}

/* ---- totals ---- */

static enum taub_status combine(struct taub_simulation *self, void *target, struct taub_error *error)
{
    struct taub_launch list[8];
    int at = 0;
    const int count = taub_simulation_append_reduction(self, PASS_COMBINE, list, &at);
    for (int n = 0; n < count; n++)
        TRY(taub_device_launch(self->device, &list[n], error));
    return taub_buffer_download(self->rows[at], 0, target, row_bytes(self), error);
}

static bool is_sum(const struct taub_simulation *self, int n)
{
    const struct taub_diagnostics *own = &self->config->diagnostics.quantities;
    const int first = self->reductions - own->count;
    return n < first
               ? n < self->components + self->system->sums || n >= taub_system_reductions(self->system, self->config)
               : own->list[n - first].column == TAUB_COLUMN_SUM;
}

static enum taub_status totals_of_part(struct taub_simulation *self, int part, double totals[MOST_REDUCTIONS],
                                       struct taub_error *error)
{
    const struct taub_mesh *mesh = self->mesh;
    struct taub_launch launch = taub_simulation_launch(self, PASS_TOTALS);
    launch.fields[0] = self->rows[0];
    launch.fields[1] = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
    launch.fields[2] = taub_simulation_primitive_now(self);
    const int fluxes = taub_plan_field(self->plan, "magnetic_fluxes"); /* of a cubed sphere */
    launch.fields[3] = fluxes >= 0 ? taub_simulation_field(self, fluxes) : NULL;
    launch.range.upper[0] = mesh->cells[0];
    launch.range.option[1] = part;
    launch.shape.blocks = mesh->shape.blocks / mesh->grid[0];
    enum taub_status status = taub_device_launch(self->device, &launch, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK && (self->comm->size > 1 || launch.shape.blocks > 1))
        status = order_rows(self, error);
    double doubles[MOST_REDUCTIONS] = {0.0};
    float singles[MOST_REDUCTIONS] = {0.0f};
    if (status == TAUB_OK && self->comm->rank == 0)
        status = combine(self, self->real_bytes == sizeof(double) ? (void *)doubles : (void *)singles, error);
    TRY(taub_simulation_agree(self, status, error));
    taub_comm_broadcast(self->comm, 0, doubles, sizeof doubles);
    taub_comm_broadcast(self->comm, 0, singles, sizeof singles);
    double volume = 1.0;
    for (int a = 0; a < 3; a++)
        volume *= mesh->faces[a] ? 1.0 : mesh->shape.spacing[a]; /* unequal cells bring theirs (passes/totals.h) */
    for (int n = 0; n < self->reductions; n++)
        totals[n] = (self->real_bytes == sizeof(double) ? doubles[n] : singles[n]) * (is_sum(self, n) ? volume : 1.0);
    return TAUB_OK;
}

/* Of complex fields the system's own sums, which are of squares, are those of both parts, and its extrema, which are
 * maxima, the larger ones. Sums of the conserved components are those of the real part, and are not output. */
enum taub_status taub_simulation_totals(struct taub_simulation *self, double totals[MOST_REDUCTIONS],
                                        struct taub_error *error)
{
    double imaginary[MOST_REDUCTIONS];
    TRY(taub_simulation_check_whole(self, error));
    TRY(totals_of_part(self, 0, totals, error));
    if (self->mesh->parts == 1)
        return TAUB_OK;
    TRY(totals_of_part(self, 1, imaginary, error));
    for (int n = self->components; n < self->reductions; n++)
        totals[n] =
            n < self->components + self->system->sums ? totals[n] + imaginary[n] : fmax(totals[n], imaginary[n]);
    return TAUB_OK;
}
