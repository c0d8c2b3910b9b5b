#include "evolve/probes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/cells.h"
#include "evolve/interpolation.h"
#include "evolve/media.h"
#include "mesh/sphere.h"
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
    struct taub_quantity_info *quantities;
    /* With mesh.bloch: the other part of a complex quantity, NULL of others, which are the same in all periods; and
     * exp(i k x) between a cell and its copy that a point sees, by the numbers of cells, where there is one. */
    const struct taub_quantity_info **others;
    double (*turns)[2], *other;
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

static int cells_of(const struct around *around)
{
    return around->count[0] * around->count[1] * around->count[2];
}

static double place_along(const struct taub_mesh *mesh, const double point[3], int a)
{
    return (point[a] - mesh->lower[a]) / mesh->shape.spacing[a];
}

/* Whether the medium jumps between a cell and others around. */
static bool crosses_jump(const struct taub_media *media, const struct around *around, const int cell[3])
{
    double here[TAUB_CELL_MEDIUM], there[TAUB_CELL_MEDIUM];
    taub_media_at(media, cell, here);
    for (int n = 0; n < cells_of(around); n++) {
        const int at[3] = {around->from[0] + n % around->count[0],
                           around->from[1] + n / around->count[0] % around->count[1],
                           around->from[2] + n / (around->count[0] * around->count[1])};
        taub_media_at(media, at, there);
        if (taub_media_jump(here, there))
            return true;
    }
    return false;
}

/* Cells of one medium around a point: along each axis those of a line through its cell; fewer, where others of the box
 * are of another medium. On a surface the point is in the cell of that side which the line has. */
static void find_in_medium(const struct taub_mesh *mesh, const struct taub_media *media, int order,
                           const double point[3], struct around *around)
{
    int cell[3];
    for (int a = 0; a < 3; a++) {
        const int at = (int)floor(place_along(mesh, point, a));
        cell[a] = !mesh->active[a] || at < 0 ? 0 : at >= mesh->cells[a] ? mesh->cells[a] - 1 : at;
    }
    for (int most = order; most > 0; most--) {
        int own[3] = {cell[0], cell[1], cell[2]};
        for (int a = 0; a < 3; a++) {
            const int count = most < mesh->cells[a] ? most : mesh->cells[a];
            around->from[a] = 0;
            around->count[a] = 1;
            if (!mesh->active[a])
                continue;
            const double x = place_along(mesh, point, a);
            around->count[a] = taub_media_line(media, own, a, x, count, &around->from[a]);
            own[a] = own[a] < around->from[a]                       ? around->from[a]
                     : own[a] >= around->from[a] + around->count[a] ? around->from[a] + around->count[a] - 1
                                                                    : own[a];
        }
        if (!crosses_jump(media, around, own))
            return;
    }
}

/* On a sphere cells of one panel. */
static void find_around(const struct taub_simulation *simulation, const struct taub_media *media, const double point[3],
                        struct around *around)
{
    const struct taub_mesh *mesh = simulation->mesh;
    const int order = taub_interpolation_order(simulation), panel_cells = mesh->sphere ? mesh->cells[1] : 0;
    const bool points = taub_simulation_values(simulation) == TAUB_POINTS;
    double place[3];
    for (int a = 0; a < 3; a++)
        place[a] = place_along(mesh, point, a);
    const int panel = mesh->sphere ? taub_sphere_place(mesh->sphere, point, place) : 0;
    for (int a = 0; a < 3; a++) {
        const int all = mesh->sphere && a == 0 ? panel_cells : mesh->cells[a], count = order < all ? order : all;
        const bool periodic = !mesh->sphere && mesh->boundary[a][0] == TAUB_PERIODIC;
        around->count[a] = mesh->active[a] ? count : 1;
        around->from[a] = mesh->active[a] ? taub_interpolation_start(count, place[a], all, periodic) : 0;
    }
    if (media)
        find_in_medium(mesh, media, order, point, around);
    for (int a = 0; a < 3; a++) {
        around->weight[a][0] = 1.0;
        if (mesh->active[a])
            (points ? taub_interpolation_point_weights : taub_interpolation_weights)(around->count[a], around->from[a],
                                                                                     place[a], around->weight[a]);
    }
    around->from[0] += panel * panel_cells;
}

/* Fields across surfaces jump, and slopes of all: no stencil crosses one. */
static enum taub_status find_all_around(struct taub_probes *self, struct taub_error *error)
{
    const struct taub_simulation *simulation = self->simulation;
    const double *points = simulation->config->output.probes.points.list;
    struct taub_media *media;
    TRY(taub_media_create(simulation->config, &media, error));
    for (int p = 0; p < self->points; p++) {
        find_around(simulation, media, points + 3 * p, &self->around[p]);
        self->cell_count += cells_of(&self->around[p]);
    }
    taub_media_destroy(media);
    return TAUB_OK;
}

/* ---- which cells ---- */

/* f(x + L) = exp(i k L) f(x) across each periodic axis, L the length of the mesh. */
static enum taub_status note_turn(struct taub_probes *self, int cell, const int at[3], struct taub_error *error)
{
    const struct taub_config_mesh *mesh = &self->simulation->config->mesh;
    double phase = 0.0;
    bool copy = false;
    for (int a = 0; a < 3 && mesh->bloch_given; a++) {
        const int periods = at[a] < 0 ? -1 : at[a] >= mesh->cells[a];
        phase += periods * mesh->bloch[a] * (mesh->upper[a] - mesh->lower[a]);
        copy = copy || periods != 0;
    }
    if (copy && !self->turns) {
        self->turns = calloc((size_t)self->cell_count, sizeof *self->turns);
        self->other = calloc((size_t)self->cell_count * COMPONENTS, sizeof *self->other);
        if (!self->turns || !self->other)
            return taub_fail(error, TAUB_FAILED, "out of memory for probes");
        for (int n = 0; n < self->cell_count; n++)
            self->turns[n][0] = 1.0;
    }
    if (copy) {
        self->turns[cell][0] = cos(phase);
        self->turns[cell][1] = sin(phase);
    }
    return TAUB_OK;
}

static enum taub_status list_cells(struct taub_probes *self, struct taub_error *error)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    int(*list)[3] = malloc((size_t)self->cell_count * sizeof *list);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    enum taub_status status = TAUB_OK;
    for (int p = 0, n = 0; p < self->points; p++) {
        const struct around *around = &self->around[p];
        for (int c = 0; c < cells_of(around) && status == TAUB_OK; c++, n++) {
            const int at[3] = {around->from[0] + c % around->count[0],
                               around->from[1] + c / around->count[0] % around->count[1],
                               around->from[2] + c / (around->count[0] * around->count[1])};
            for (int a = 0; a < 3; a++)
                list[n][a] = (at[a] + mesh->cells[a]) % mesh->cells[a];
            status = note_turn(self, n, at, error);
        }
    }
    if (status == TAUB_OK)
        status = taub_cells_create(self->simulation, (const int(*)[3])list, self->cell_count, &self->cells, error);
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

/* Of E_imaginary E, and the other way round; NULL: a quantity that is not complex. */
static const struct taub_quantity_info *other_part(const struct taub_system *system,
                                                   const struct taub_quantity_info *info)
{
    char name[NAME_LENGTH];
    if (taub_quantity_is_imaginary(info))
        snprintf(name, sizeof name, "%.*s", (int)(strrchr(info->name, '_') - info->name), info->name);
    else
        snprintf(name, sizeof name, "%s_imaginary", info->name);
    return taub_system_quantity(system, name);
}

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
        self->others[f] = other_part(simulation->system, &self->quantities[f]);
        self->columns += self->points * self->quantities[f].components;
    }
    TRY(find_all_around(self, error));
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

/* Copies of cells behind the ends of the mesh, from both parts. */
static enum taub_status turn_copies(struct taub_probes *self, int field, struct taub_error *error)
{
    if (!self->turns || !self->others[field])
        return TAUB_OK;
    const double sign = taub_quantity_is_imaginary(&self->quantities[field]) ? 1.0 : -1.0;
    TRY(taub_cells_read(self->cells, self->others[field], taub_simulation_values(self->simulation), self->other,
                        error));
    for (int c = 0; c < self->quantities[field].components; c++)
        for (int n = 0; n < self->cell_count; n++) {
            double *value = &self->values[c * self->cell_count + n];
            if (self->turns[n][1] != 0.0 || self->turns[n][0] != 1.0)
                *value = self->turns[n][0] * *value + sign * self->turns[n][1] * self->other[c * self->cell_count + n];
        }
    return TAUB_OK;
}

enum taub_status taub_probes_look(struct taub_probes *self, const double **values, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    const int each = self->columns / self->points;
    TRY(taub_simulation_agree(simulation, taub_simulation_check_whole(simulation, error), error));
    for (int f = 0, before = 0; f < self->fields; before += self->quantities[f++].components) {
        const int components = self->quantities[f].components;
        TRY(taub_cells_read(self->cells, &self->quantities[f], taub_simulation_values(simulation), self->values,
                            error));
        TRY(turn_copies(self, f, error));
        for (int c = 0; c < components; c++) {
            const double *cells = self->values + c * self->cell_count;
            for (int p = 0; p < self->points; cells += cells_of(&self->around[p++]))
                self->line[p * each + before + c] = interpolate(&self->around[p], cells);
        }
    }
    *values = self->line;
    return TAUB_OK;
}
