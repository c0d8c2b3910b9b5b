/* Norms of the difference from the exact solution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static enum taub_status compare_quantity(struct taub_simulation *self, const struct taub_compared *compared,
                                         const double *exact, struct taub_norm *rows, int capacity, int *count,
                                         struct taub_error *error)
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
            const double *q = exact + at * (size_t)self->components;
            add_difference(row, values[(size_t)c * zones + at],
                           self->system->quantity(self->config, self->eos, q, name, c));
        }
        row->l1 /= (double)zones;
        row->l2 = sqrt(row->l2 / (double)zones);
        row->mean /= (double)zones;
        if (compared->skip_zero && !(row->scale > 0.0))
            (*count)--;
    }
    free(values);
    return status;
}

enum taub_status taub_simulation_errors(struct taub_simulation *self, struct taub_norm *rows, int capacity, int *count,
                                        struct taub_error *error)
{
    *count = 0;
    if (!self->problem || !taub_problem_has_exact(self->problem))
        return TAUB_OK;
    const size_t components = (size_t)self->components;
    double *exact = malloc((size_t)taub_simulation_zones(self) * components * sizeof *exact);
    if (!exact)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
    enum taub_status status = taub_simulation_exact_cells(self, self->clock.time, exact, components, 1, error);
    for (const struct taub_compared *compared = self->system->compared; compared->name && status == TAUB_OK; compared++)
        status = compare_quantity(self, compared, exact, rows, capacity, count, error);
    free(exact);
    return status;
}
