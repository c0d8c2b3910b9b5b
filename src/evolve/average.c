/* States of cells from kinds of initial data that are arrays: of the mean of their densities where a scheme's order
 * asks for it. */
#include "core/parallel.h"
#include "core/fault.h"
#include "core/try.h"
#include "evolve/internal.h"
#include "problems/average.h"

/* The host knows the user's equation of state by its range alone: initial data from his own file are averaged on the
 * device, others not. */
static bool densities_known(const struct taub_config *config)
{
    return taub_system_find(config->system)->conserved && config->eos.kind != TAUB_EOS_CODE;
}

int taub_average_points(const struct taub_config *config)
{
    const struct taub_scheme *scheme = taub_scheme_find(config);
    const int order = scheme->order ? scheme->order(config) : 2;
    if (config->mesh.coordinates == TAUB_CUBED_SPHERE ||
        (!densities_known(config) && config->initial.kind != TAUB_INITIAL_CODE))
        return 1;
    return order > 2 ? 3
           : config->system == TAUB_SYSTEM_EULER || config->system == TAUB_SYSTEM_MHD ||
                   config->system == TAUB_SYSTEM_MAXWELL || config->system == TAUB_SYSTEM_SRMHD
               ? 2
               : 1;
}

/* The problem at a moment. */
struct moment {
    const struct taub_simulation *simulation;
    double t;
};

static enum taub_status densities_at(const void *user, const double x[3], double *u, struct taub_error *error)
{
    const struct moment *moment = user;
    const struct taub_simulation *self = moment->simulation;
    double q[TAUB_MOST_COMPONENTS] = {0};
    const enum taub_status status = taub_problem_state(self->problem, x, moment->t, q, error);
    if (status == TAUB_OK)
        self->system->conserved(self->config, self->eos, q, u);
    return status;
}

/* A primitive state is a density state's to rounding only: where nothing varies it is kept as it was given. */
static bool the_same(const double *one, const double *two, int count)
{
    for (int c = 0; c < count; c++)
        if (one[c] != two[c])
            return false;
    return true;
}

static enum taub_status exact_cell(const struct taub_simulation *self, const int at[3], double t, double *q,
                                   struct taub_error *error)
{
    const struct moment moment = {self, t};
    struct taub_average average = {.points = taub_average_points(self->config),
                                   .components = self->components,
                                   .smooth = taub_problem_is_smooth(self->problem),
                                   .point = densities_at,
                                   .user = &moment,
                                   .comparable = self->system->comparable};
    double x[3], u[TAUB_MOST_COMPONENTS], middle[TAUB_MOST_COMPONENTS];
    taub_mesh_center(self->mesh, at[0], at[1], at[2], x);
    taub_mesh_widths(self->mesh, at[0], at[1], at[2], average.spacing);
    enum taub_status status = taub_problem_cell(self->problem, x, average.spacing, t, q, error);
    if (status != TAUB_OK || average.points == 1)
        return status;
    for (int a = 0; a < 3; a++)
        average.active[a] = self->mesh->active[a];
    status = taub_cell_average(&average, x, u, error);
    self->system->conserved(self->config, self->eos, q, middle);
    if (status != TAUB_OK || the_same(u, middle, average.components))
        return status;
    if (!self->system->primitive(self->config, self->eos, u, q))
        return taub_fail_numerics(error, "no state has the mean densities of the cell at (%g, %g, %g)", x[0], x[1],
                                  x[2]);
    return TAUB_OK;
}

struct cells {
    const struct taub_simulation *simulation;
    double t;
    double *values;
};

/* One row along x of those of this rank. */
static enum taub_status exact_row(void *user, int number, struct taub_error *error)
{
    const struct cells *cells = user;
    const struct taub_simulation *self = cells->simulation;
    const int *n = self->mesh->cells, row = taub_mesh_row(self->mesh, number);
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int i = 0; i < n[0]; i++) {
        double q[TAUB_MOST_COMPONENTS] = {0.0};
        TRY(exact_cell(self, (int[]){i, row % n[1], row / n[1]}, cells->t, q, error));
        double *to = cells->values + (size_t)number * (size_t)n[0] + (size_t)i;
        for (int c = 0; c < self->components; c++)
            to[(size_t)c * zones] = q[c];
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_exact_cells(const struct taub_simulation *self, double t, double *values,
                                             struct taub_error *error)
{
    struct cells cells = {self, t, values};
    return taub_parallel(self->config->device.threads, self->mesh->row_count, exact_row, &cells, error);
}
