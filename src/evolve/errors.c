/* Norms of the difference from the exact solution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "output/output.h"

static void add_difference(struct taub_norm *row, double value, double exact)
{
    const double difference = fabs(value - exact);
    row->l1 += difference;
    row->l2 += difference * difference;
    row->maximum = fmax(row->maximum, difference);
    row->mean += fabs(exact);
    row->scale = fmax(row->scale, fabs(exact));
}

/* One quantity, the components of vectors and tensors as separate rows. */
static enum taub_status compare_quantity(struct taub_simulation *self, const struct taub_error_field *compared,
                                         const double *exact, const bool *covered, int64_t cells,
                                         struct taub_norm *rows, int capacity, int *count, struct taub_error *error)
{
    const char *name = compared->name;
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int components = taub_simulation_components(self, name);
    double *values = malloc(zones * (size_t)components * sizeof *values);
    if (!values)
        return taub_fail(error, TAUB_FAILED, "out of memory for comparing %s", name);
    enum taub_status status = taub_simulation_read(self, name, values, zones * (size_t)components, error);
    for (int c = 0; c < components && status == TAUB_OK; c++) {
        if (components == 3 && !self->mesh->active[c])
            continue;
        if (*count == capacity)
            break;
        struct taub_norm *row = &rows[(*count)++];
        memset(row, 0, sizeof *row);
        snprintf(row->quantity, sizeof row->quantity, components > 1 ? "%s/%s" : "%s", name,
                 taub_component_name(components, c, self->mesh->coordinates));
        for (size_t at = 0; at < zones; at++) {
            if (!covered[at])
                continue;
            const double *q = exact + at * (size_t)self->components;
            add_difference(row, values[(size_t)c * zones + at],
                           self->system->quantity(self->config, self->eos, q, name, c));
        }
        row->l1 /= (double)cells;
        row->l2 = sqrt(row->l2 / (double)cells);
        row->mean /= (double)cells;
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
static int64_t find_covered(const struct taub_simulation *self, bool *covered)
{
    const int *n = self->mesh->cells;
    int64_t cells = 0;
    size_t at = 0;
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++, at++) {
                double x[3];
                taub_mesh_center(self->mesh, i, j, k, x);
                covered[at] = taub_problem_exact_covers(self->problem, x, self->clock.time);
                cells += covered[at];
            }
    return cells;
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
    bool *covered = malloc(zones * sizeof *covered);
    enum taub_status status =
        exact && covered ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
    if (status == TAUB_OK)
        *cells = find_covered(self, covered);
    if (status == TAUB_OK && *cells > 0)
        status = taub_simulation_exact_cells(self, self->clock.time, exact, components, 1, error);
    for (const struct taub_error_field *compared = self->system->error_fields;
         compared->name && status == TAUB_OK && *cells > 0; compared++)
        status = compare_quantity(self, compared, exact, covered, *cells, rows, capacity, count, error);
    free(covered);
    free(exact);
    return status;
}

enum taub_status taub_simulation_write_exact(struct taub_simulation *self, double time, struct taub_error *error)
{
    const size_t values = (size_t)taub_simulation_zones(self) * (size_t)self->components;
    const char *reason =
        self->problem ? taub_problem_no_exact(self->problem, time, NULL) : "none is known for initial.kind code";
    if (reason)
        return taub_fail(error, TAUB_FAILED, "There is no exact solution at time %g: %s.", time, reason);
    double *state = malloc(values * sizeof *state);
    if (!state)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
    enum taub_status status =
        taub_simulation_exact_cells(self, time, state, 1, (size_t)taub_simulation_zones(self), error);
    if (status == TAUB_OK)
        status = taub_simulation_fill_faces(self, time, state, error);
    if (status == TAUB_OK)
        status = taub_simulation_write_state(self, state, values, error);
    free(state);
    return status;
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
