#include "evolve/probes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/around.h"
#include "evolve/cells.h"
#include "output/output.h"

enum { COMPONENTS = 10 }; /* of a quantity, at most */
enum { NAME_LENGTH = 160 };

struct taub_probes {
    struct taub_simulation *simulation;
    int64_t meshes; /* taub_simulation.meshes for which cells are listed */
    int points, fields, columns;
    struct taub_quantity_info *quantities;
    /* With mesh.bloch: the other part of a complex quantity, NULL of others, which are the same in all periods; and
     * exp(i k x) between a cell and its copy that a point sees, by the numbers of cells, where there is one. */
    const struct taub_quantity_info **others;
    double (*turns)[2], *other;
    struct taub_around *around;
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

/* ---- which cells ---- */

static enum taub_status find_all_around(struct taub_probes *self, struct taub_error *error)
{
    const struct taub_simulation *simulation = self->simulation;
    const double *points = simulation->config->output.probes.points.list;
    struct taub_media *media;
    self->cell_count = 0;
    TRY(taub_media_create(simulation->config, &media, error));
    for (int p = 0; p < self->points; p++) {
        taub_around_find(simulation, media, points + 3 * p, &self->around[p]);
        self->cell_count += taub_around_cells(&self->around[p]);
    }
    taub_media_destroy(media);
    return TAUB_OK;
}

static enum taub_status note_turn(struct taub_probes *self, int cell, const int at[3], struct taub_error *error)
{
    double turn[2];
    const bool copy = taub_around_turn(self->simulation, at, turn);
    if (copy && !self->turns) {
        self->turns = calloc((size_t)self->cell_count, sizeof *self->turns);
        self->other = calloc((size_t)self->cell_count * COMPONENTS, sizeof *self->other);
        if (!self->turns || !self->other)
            return taub_fail(error, TAUB_FAILED, "out of memory for probes");
        for (int n = 0; n < self->cell_count; n++)
            self->turns[n][0] = 1.0;
    }
    if (copy)
        memcpy(self->turns[cell], turn, sizeof turn);
    return TAUB_OK;
}

static enum taub_status list_cells(struct taub_probes *self, struct taub_error *error)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    struct taub_place *list = malloc((size_t)self->cell_count * sizeof *list);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    enum taub_status status = TAUB_OK;
    for (int p = 0, n = 0; p < self->points; p++) {
        const struct taub_around *around = &self->around[p];
        for (int c = 0; c < taub_around_cells(around) && status == TAUB_OK; c++, n++) {
            int at[3];
            taub_around_cell(around, c, at);
            taub_around_place(mesh, around, c, &list[n]);
            status = note_turn(self, n, at, error);
        }
    }
    if (status == TAUB_OK)
        status = taub_cells_create(self->simulation, list, self->cell_count, &self->cells, error);
    free(list);
    return status;
}

/* Once, and again where a tree of blocks has changed. */
static enum taub_status find_cells(struct taub_probes *self, struct taub_error *error)
{
    taub_cells_destroy(self->cells);
    self->cells = NULL;
    self->meshes = self->simulation->meshes;
    TRY(find_all_around(self, error));
    free(self->values);
    self->values = calloc((size_t)self->cell_count * COMPONENTS, sizeof *self->values);
    return self->values ? list_cells(self, error) : taub_fail(error, TAUB_FAILED, "out of memory for probes");
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
            for (int c = 0; c < self->quantities[f].components; c++, n++) {
                const struct taub_quantity_info *info = &self->quantities[f];
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
    self->points = probes->points.count / 3;
    self->fields = own ? probes->field_count : output->field_count;
    self->quantities = calloc((size_t)self->fields + 1, sizeof *self->quantities);
    self->others = calloc((size_t)self->fields + 1, sizeof *self->others);
    self->around = calloc((size_t)self->points, sizeof *self->around);
    if (!self->quantities || !self->others || !self->around)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    for (int f = 0; f < self->fields; f++) {
        const char *name = own ? probes->fields[f] : output->fields[f];
        self->quantities[f] = taub_quantity_of(simulation->config, name);
        if (!self->quantities[f].name)
            return taub_fail(error, TAUB_BAD_INPUT, "output.probes.fields: this system has no quantity named %s", name);
        self->others[f] = taub_around_other_part(simulation, &self->quantities[f]);
        self->columns += self->points * self->quantities[f].components;
    }
    TRY(find_cells(self, error));
    self->line = calloc((size_t)self->columns + 1, sizeof *self->line);
    self->texts = calloc((size_t)self->columns + 1, sizeof *self->texts);
    self->names = calloc((size_t)self->columns + 1, sizeof *self->names);
    if (!self->line || !self->texts || !self->names)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    name_columns(self);
    return TAUB_OK;
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
    free(self->others);
    free(self->turns);
    free(self->other);
    free(self->around);
    free(self->values);
    free(self->line);
    free(self->texts);
    free(self->names);
    free(self);
}

/* ---- looking ---- */

/* Copies of cells behind the ends of the mesh, from both parts. */
static enum taub_status turn_copies(struct taub_probes *self, int field, struct taub_error *error)
{
    if (!self->turns || !self->others[field])
        return TAUB_OK;
    TRY(taub_cells_read(self->cells, self->others[field], taub_simulation_values(self->simulation), self->other,
                        error));
    for (int c = 0; c < self->quantities[field].components; c++)
        for (int n = 0; n < self->cell_count; n++) {
            double *value = &self->values[c * self->cell_count + n];
            if (self->turns[n][1] != 0.0 || self->turns[n][0] != 1.0)
                *value = taub_around_turned(&self->quantities[field], self->turns[n], *value,
                                            self->other[c * self->cell_count + n]);
        }
    return TAUB_OK;
}

enum taub_status taub_probes_look(struct taub_probes *self, const double **values, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const int each = self->columns / self->points;
    enum taub_status status = taub_simulation_check_whole(simulation, error);
    if (status == TAUB_OK && self->meshes != simulation->meshes)
        status = find_cells(self, error);
    TRY(taub_simulation_agree(simulation, status, error));
    for (int f = 0, before = 0; f < self->fields; before += self->quantities[f++].components) {
        const int components = self->quantities[f].components;
        TRY(taub_cells_read(self->cells, &self->quantities[f], taub_simulation_values(simulation), self->values,
                            error));
        TRY(turn_copies(self, f, error));
        for (int c = 0; c < components; c++) {
            const double *cells = self->values + c * self->cell_count;
            for (int p = 0; p < self->points; cells += taub_around_cells(&self->around[p++]))
                self->line[p * each + before + c] = taub_around_value(&self->around[p], cells);
        }
    }
    *values = self->line;
    return TAUB_OK;
}
