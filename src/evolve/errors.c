/* Norms of the difference from the exact solution: of means over cells from its means over cells. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fault.h"
#include "core/try.h"
#include "evolve/internal.h"
#include "mesh/rows.h"
#include "output/output.h"

/* Sums with the cells' shares of the volume: of equal cells each has 1. */
struct sums {
    struct taub_norm *row;
    double weight;
};

static void add_difference(struct sums *sums, double weight, double value, double exact)
{
    const double difference = fabs(value - exact);
    struct taub_norm *row = sums->row;
    sums->weight += weight;
    row->l1 += weight * difference;
    row->l2 += weight * (difference * difference);
    row->maximum = fmax(row->maximum, difference);
    row->mean += weight * fabs(exact);
    row->scale = fmax(row->scale, fabs(exact));
}

/* The exact solution on the cells of this rank. */
struct solution {
    const double *states;  /* [component][cell] */
    const double *covered; /* taub_mesh_weight where it holds, else 0 */
    int64_t cells;         /* so many, on all ranks */
};

static double exact_value(const struct taub_simulation *self, const struct solution *solution, size_t at,
                          const char *name, int component)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    double q[TAUB_MOST_COMPONENTS];
    for (int c = 0; c < self->components; c++)
        q[c] = solution->states[(size_t)c * zones + at];
    return self->system->quantity(self->config, self->eos, q, name, component);
}

/* On rank 0 the cells of all ranks in their order: value, exact value, weight where there is one. */
static enum taub_status add_rows(const struct taub_rows *rows, struct sums *sums, struct taub_error *error)
{
    const size_t nx = (size_t)rows->mesh->cells[0];
    const int count = rows->mesh->cells[1] * rows->mesh->cells[2];
    enum taub_status status = TAUB_OK;
    for (int first = 0, some; first < count && status == TAUB_OK; first += some) {
        some = taub_rows_slab(rows->mesh, first);
        const size_t cells = (size_t)some * nx;
        double *slab = malloc(3 * cells * sizeof *slab);
        status = slab ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
        for (int c = 0; c < 3 && status == TAUB_OK; c++)
            status = taub_rows_get(rows, c, first, some, slab + (size_t)c * cells, error);
        for (size_t at = 0; at < cells && status == TAUB_OK; at++)
            if (slab[2 * cells + at] > 0.0)
                add_difference(sums, slab[2 * cells + at], slab[at], slab[cells + at]);
        free(slab);
    }
    taub_rows_done(rows);
    return status;
}

static enum taub_status add_shared(struct taub_simulation *self, const struct solution *solution, const double *values,
                                   const char *name, int component, struct sums *sums, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *triples = malloc(3 * zones * sizeof *triples);
    enum taub_status status = triples ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for comparing %s", name);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK) {
        const struct taub_rows rows = {self->comm, self->mesh, triples};
        for (size_t at = 0; at < zones; at++) {
            triples[at] = values[at];
            triples[zones + at] = solution->covered[at] > 0.0 ? exact_value(self, solution, at, name, component) : 0.0;
            triples[2 * zones + at] = solution->covered[at];
        }
        if (self->comm->rank == 0)
            status = add_rows(&rows, sums, error);
        else
            taub_rows_serve(&rows);
        status = taub_simulation_agree(self, status, error);
        taub_comm_broadcast(self->comm, 0, sums->row, sizeof *sums->row);
        taub_comm_broadcast(self->comm, 0, &sums->weight, sizeof sums->weight);
    }
    free(triples);
    return status;
}

/* Sums in the order of the cells of the mesh. */
static enum taub_status add_all(struct taub_simulation *self, const struct solution *solution, const double *values,
                                const char *name, int component, struct sums *sums, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (self->comm->size > 1)
        return add_shared(self, solution, values, name, component, sums, error);
    for (size_t at = 0; at < zones; at++)
        if (solution->covered[at] > 0.0)
            add_difference(sums, solution->covered[at], values[at], exact_value(self, solution, at, name, component));
    return TAUB_OK;
}

/* One quantity, the components of vectors and tensors as separate rows. */
static enum taub_status compare_quantity(struct taub_simulation *self, const struct taub_error_field *compared,
                                         const struct solution *solution, struct taub_norm *rows, int capacity,
                                         int *count, struct taub_error *error)
{
    const char *name = compared->name;
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int components = taub_simulation_components(self, name);
    double *values = malloc(zones * (size_t)components * sizeof *values);
    enum taub_status status = values ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for comparing %s", name);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        status = taub_simulation_read_as(self, name, TAUB_MEANS, values, zones * (size_t)components, error);
    status = taub_simulation_agree(self, status, error);
    for (int c = 0; c < components && status == TAUB_OK; c++) {
        if (components == 3 && !self->mesh->active[c] && self->system->face_vectors < 2)
            continue;
        if (*count == capacity)
            break;
        struct taub_norm *row = &rows[(*count)++];
        memset(row, 0, sizeof *row);
        snprintf(row->quantity, sizeof row->quantity, components > 1 ? "%s/%s" : "%s", name,
                 taub_component_name(components, c, self->mesh->coordinates));
        struct sums sums = {row, 0.0};
        status = add_all(self, solution, values + (size_t)c * zones, name, c, &sums, error);
        row->l1 /= sums.weight;
        row->l2 = sqrt(row->l2 / sums.weight);
        row->mean /= sums.weight;
        if (compared->skip_zero && !(row->scale > 0.0))
            (*count)--;
    }
    free(values);
    return status;
}

const char *taub_simulation_no_exact(const struct taub_simulation *self, bool *known)
{
    if (self->problem)
        return taub_problem_no_exact(self->problem, self->clock.time, known);
    *known = false;
    return "none is known for initial.kind code";
}

/* Cells in which the solution holds. */
static int64_t find_covered(const struct taub_simulation *self, double *covered)
{
    const int *n = self->mesh->cells;
    int64_t cells = 0;
    size_t at = 0;
    for (int r = 0; r < self->mesh->row_count; r++) {
        const int row = taub_mesh_row(self->mesh, r);
        for (int i = 0; i < n[0]; i++, at++) {
            double x[3];
            taub_mesh_center(self->mesh, i, row % n[1], row / n[1], x);
            const bool holds = taub_problem_exact_covers(self->problem, x, self->clock.time);
            covered[at] = holds ? taub_mesh_weight(self->mesh, i, row % n[1], row / n[1]) : 0.0;
            cells += holds;
        }
    }
    return taub_comm_sum(self->comm, cells);
}

enum taub_status taub_simulation_errors(struct taub_simulation *self, struct taub_norm *rows, int capacity, int *count,
                                        int64_t *cells, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self), components = (size_t)self->components;
    bool known;
    *count = 0;
    *cells = 0;
    if (taub_simulation_no_exact(self, &known))
        return TAUB_OK;
    double *exact = malloc(zones * components * sizeof *exact);
    double *covered = malloc(zones * sizeof *covered);
    enum taub_status status =
        exact && covered ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        *cells = find_covered(self, covered);
    if (status == TAUB_OK && *cells > 0)
        status = taub_simulation_read_exact(self, self->clock.time, exact, error);
    status = taub_simulation_agree(self, status, error);
    const struct solution solution = {exact, covered, *cells};
    for (const struct taub_error_field *compared = self->system->error_fields;
         compared->name && status == TAUB_OK && *cells > 0; compared++)
        status = compare_quantity(self, compared, &solution, rows, capacity, count, error);
    free(covered);
    free(exact);
    return status;
}

static enum taub_status write_exact(struct taub_simulation *self, double time, struct taub_error *error)
{
    const char *reason =
        self->problem ? taub_problem_no_exact(self->problem, time, NULL) : "none is known for initial.kind code";
    if (!(time >= self->config->time.start) || isinf(time))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "An exact solution was asked for at time %g; expected time.start, %g, or later.", time,
                         self->config->time.start);
    if (reason)
        return taub_fail_numerics(error, "There is no exact solution at time %g: %s.", time, reason);
    return taub_simulation_take_exact(self, time, error);
}

enum taub_status taub_simulation_write_exact(struct taub_simulation *self, double time, struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, write_exact(self, time, error));
}

enum taub_status taub_simulation_compare_exact(struct taub_simulation *self, struct taub_run_result *result,
                                               struct taub_error *error)
{
    const char *reason = taub_simulation_no_exact(self, &result->exact_known);
    TRY(taub_simulation_errors(self, result->norms, 16, &result->norm_count, &result->exact_cells, error));
    if (!reason && result->exact_cells == 0)
        reason = "what the faces of the mesh make of it has reached all cells";
    snprintf(result->no_exact, sizeof result->no_exact, "%s", reason ? reason : "");
    return TAUB_OK;
}
