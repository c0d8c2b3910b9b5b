#include "evolve/probes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/cells.h"
#include "evolve/interpolation.h"
#include "output/output.h"

enum { MOST_ALONG = TAUB_MOST_INTERPOLATED }; /* cells along an axis */
enum { COMPONENTS = 10 };                     /* of a quantity, at most */
enum { NAME_LENGTH = 160 };

/* The cells around one point, `from[a]` and `count[a]` - 1 more along each axis, and what they weigh. */
struct around {
    int from[3], count[3];
    double weight[3][MOST_ALONG];
};

struct taub_probes {
    struct taub_simulation *simulation;
    int points, fields, columns;
    const struct taub_quantity_info **quantities;
    struct around *around;
    int cell_count; /* around all points, one point after the other */
    struct taub_cells *cells;
    double *values; /* [component][cell] of a quantity */
    double *line;
    char (*texts)[NAME_LENGTH];
    const char **names;
};

bool taub_probes_wanted(const struct taub_config *config)
{
    return config->output.probes.points.count > 0;
}

/* ---- the cells around a point ---- */

static void find_around(const struct taub_mesh *mesh, int order, const double point[3], struct around *around)
{
    for (int a = 0; a < 3; a++) {
        const double x = (point[a] - mesh->lower[a]) / mesh->shape.spacing[a];
        const int count = order < mesh->cells[a] ? order : mesh->cells[a];
        /* complex fields are not the same on the other side of a periodic mesh */
        const bool periodic = mesh->boundary[a][0] == TAUB_PERIODIC && mesh->parts == 1;
        const int from = taub_interpolation_start(count, x, mesh->cells[a], periodic);
        around->count[a] = mesh->active[a] ? count : 1;
        around->from[a] = mesh->active[a] ? from : 0;
        around->weight[a][0] = 1.0;
        if (mesh->active[a])
            taub_interpolation_weights(count, from, x, around->weight[a]);
    }
}

static int cells_of(const struct around *around)
{
    return around->count[0] * around->count[1] * around->count[2];
}

/* ---- which cells ---- */

static enum taub_status list_cells(struct taub_probes *self, struct taub_error *error)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    int(*list)[3] = malloc((size_t)self->cell_count * sizeof *list);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    for (int p = 0, n = 0; p < self->points; p++) {
        const struct around *around = &self->around[p];
        for (int at = 0; at < cells_of(around); at++, n++) {
            const int shift[3] = {at % around->count[0], at / around->count[0] % around->count[1],
                                  at / (around->count[0] * around->count[1])};
            for (int a = 0; a < 3; a++)
                list[n][a] = (around->from[a] + shift[a] + mesh->cells[a]) % mesh->cells[a];
        }
    }
    const enum taub_status status =
        taub_cells_create(self->simulation, (const int(*)[3])list, self->cell_count, &self->cells, error);
    free(list);
    return status;
}

/* ---- columns ---- */

static void name_columns(struct taub_probes *self)
{
    const struct taub_config *config = self->simulation->config;
    const double *points = config->output.probes.points.list;
    const bool units = self->simulation->system->heavy_ion_units(config);
    int n = 0;
    for (int p = 0; p < self->points; p++)
        for (int f = 0; f < self->fields; f++)
            for (int c = 0; c < self->quantities[f]->components; c++, n++) {
                const struct taub_quantity_info *info = self->quantities[f];
                const char *component = taub_component_name(info->components, c, config->mesh.coordinates);
                const bool unit = units && strcmp(info->unit, "1") != 0;
                snprintf(self->texts[n], NAME_LENGTH, "%s%s%s @ %.15g %.15g %.15g%s%s%s", info->name,
                         *component ? "/" : "", component, points[3 * p], points[3 * p + 1], points[3 * p + 2],
                         unit ? " [" : "", unit ? info->unit : "", unit ? "]" : "");
                self->names[n] = self->texts[n];
            }
}

int taub_probes_columns(const struct taub_probes *self, const char *const **names)
{
    *names = self->names;
    return self->columns;
}

/* ---- making ---- */

static enum taub_status make(struct taub_probes *self, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const struct taub_config_output *output = &simulation->config->output;
    const struct taub_config_probes *probes = &output->probes;
    const bool own = probes->field_count > 0;
    const int order = taub_interpolation_order(simulation);
    self->points = probes->points.count / 3;
    self->fields = own ? probes->field_count : output->field_count;
    self->quantities = calloc((size_t)self->fields + 1, sizeof *self->quantities);
    self->around = calloc((size_t)self->points, sizeof *self->around);
    if (!self->quantities || !self->around)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    for (int f = 0; f < self->fields; f++) {
        const char *name = own ? probes->fields[f] : output->fields[f];
        self->quantities[f] = taub_system_quantity(simulation->system, name);
        if (!self->quantities[f])
            return taub_fail(error, TAUB_BAD_INPUT, "output.probes.fields: this system has no quantity named %s", name);
        self->columns += self->points * self->quantities[f]->components;
    }
    for (int p = 0; p < self->points; p++) {
        find_around(simulation->mesh, order, probes->points.list + 3 * p, &self->around[p]);
        self->cell_count += cells_of(&self->around[p]);
    }
    self->values = calloc((size_t)self->cell_count * COMPONENTS, sizeof *self->values);
    self->line = calloc((size_t)self->columns + 1, sizeof *self->line);
    self->texts = calloc((size_t)self->columns + 1, sizeof *self->texts);
    self->names = calloc((size_t)self->columns + 1, sizeof *self->names);
    if (!self->values || !self->line || !self->texts || !self->names)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    name_columns(self);
    return list_cells(self, error);
}

enum taub_status taub_probes_create(struct taub_simulation *simulation, struct taub_probes **out,
                                    struct taub_error *error)
{
    struct taub_probes *self = calloc(1, sizeof *self);
    *out = self;
    enum taub_status status = TAUB_OK;
    if (!self) {
        status = taub_fail(error, TAUB_FAILED, "out of memory for probes");
    } else {
        self->simulation = simulation;
        status = make(self, error);
    }
    return taub_simulation_agree(simulation, status, error);
}

void taub_probes_destroy(struct taub_probes *self)
{
    if (!self)
        return;
    taub_cells_destroy(self->cells);
    free(self->quantities);
    free(self->around);
    free(self->values);
    free(self->line);
    free(self->texts);
    free(self->names);
    free(self);
}

/* ---- looking ---- */

static double interpolate(const struct around *around, const double *cells)
{
    double sum = 0.0;
    for (int k = 0; k < around->count[2]; k++) {
        double plane = 0.0;
        for (int j = 0; j < around->count[1]; j++) {
            double row = 0.0;
            for (int i = 0; i < around->count[0]; i++)
                row += around->weight[0][i] * *cells++;
            plane += around->weight[1][j] * row;
        }
        sum += around->weight[2][k] * plane;
    }
    return sum;
}

enum taub_status taub_probes_look(struct taub_probes *self, const double **values, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const int each = self->columns / self->points;
    TRY(taub_simulation_agree(simulation, taub_simulation_check_whole(simulation, error), error));
    for (int f = 0, before = 0; f < self->fields; before += self->quantities[f++]->components) {
        const int components = self->quantities[f]->components;
        TRY(taub_cells_read(self->cells, self->quantities[f], self->values, error));
        for (int c = 0; c < components; c++) {
            const double *cells = self->values + c * self->cell_count;
            for (int p = 0; p < self->points; cells += cells_of(&self->around[p++]))
                self->line[p * each + before + c] = interpolate(&self->around[p], cells);
        }
    }
    *values = self->line;
    return TAUB_OK;
}
