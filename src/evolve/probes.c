#include "evolve/probes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "output/output.h"

enum { ROW = 64 };        /* PROBE_ROW */
enum { MOST_ALONG = 4 };  /* cells along an axis */
enum { COMPONENTS = 10 }; /* of a quantity, at most */
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
    int cells;                         /* around all points, one point after the other */
    int own;                           /* of them on this rank */
    int *number;                       /* of each of these among all cells */
    int room;                          /* components that the pass writes */
    struct taub_buffer *places, *read; /* of own cells */
    void *stored;                      /* as read */
    double *values;                    /* [component][cell] of a quantity, of all ranks */
    double *line;
    char (*texts)[NAME_LENGTH];
    const char **names;
};

bool taub_probes_wanted(const struct taub_config *config)
{
    return config->output.probes.points.count > 0;
}

/* ---- weights ---- */

/* Of `count` cells of unit width from `from` on, for the value at x of the polynomial of degree count - 1 whose
 * averages are those of the cells: sums of the derivatives of Lagrange's polynomials through the cells' faces. */
static void weights_of(int count, double from, double x, double *weight)
{
    double slope[MOST_ALONG + 1];
    for (int face = 0; face <= count; face++) {
        slope[face] = 0.0;
        for (int left = 0; left <= count; left++) {
            double product = left == face ? 0.0 : 1.0 / (face - left);
            for (int n = 0; n <= count; n++)
                if (n != face && n != left)
                    product *= (x - from - n) / (face - n);
            slope[face] += product;
        }
    }
    /* the integral up to face n is the sum of the cells below */
    double sum = 0.0;
    for (int cell = count - 1; cell >= 0; cell--) {
        sum += slope[cell + 1];
        weight[cell] = sum;
    }
}

static void find_around(const struct taub_mesh *mesh, int order, const double point[3], struct around *around)
{
    for (int a = 0; a < 3; a++) {
        const int all = mesh->cells[a], count = order < all ? order : all;
        const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
        const double x = (point[a] - mesh->lower[a]) / mesh->shape.spacing[a];
        /* an even number lies around the nearest face, an odd one around the nearest centre */
        int from = (int)floor(count % 2 ? x : x + 0.5) - count / 2;
        if (!wraps)
            from = from < 0 ? 0 : from > all - count ? all - count : from;
        around->count[a] = mesh->active[a] ? count : 1;
        around->from[a] = mesh->active[a] ? from : 0;
        around->weight[a][0] = 1.0;
        if (mesh->active[a])
            weights_of(count, from, x, around->weight[a]);
    }
}

static int cells_of(const struct around *around)
{
    return around->count[0] * around->count[1] * around->count[2];
}

/* ---- which cells this rank has ---- */

static bool block_of(const struct taub_mesh *mesh, const int cell[3], int place[4])
{
    for (int b = 0; b < mesh->shape.blocks; b++) {
        bool inside = true;
        for (int a = 0; a < 3; a++) {
            place[3 - a] = cell[a] - mesh->blocks[b].place[a];
            inside = inside && place[3 - a] >= 0 && place[3 - a] < mesh->shape.cells[a];
        }
        place[0] = b;
        if (inside)
            return true;
    }
    return false;
}

static void put(const struct taub_probes *self, void *list, int at, int value)
{
    if (self->simulation->real_bytes == sizeof(double))
        ((double *)list)[at] = value;
    else
        ((float *)list)[at] = (float)value;
}

static void find_own(struct taub_probes *self, void *list)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    int n = 0;
    for (int p = 0; p < self->points; p++) {
        const struct around *around = &self->around[p];
        for (int at = 0; at < cells_of(around); at++, n++) {
            const int shift[3] = {at % around->count[0], at / around->count[0] % around->count[1],
                                  at / (around->count[0] * around->count[1])};
            int cell[3], place[4];
            for (int a = 0; a < 3; a++)
                cell[a] = (around->from[a] + shift[a] + mesh->cells[a]) % mesh->cells[a];
            if (!block_of(mesh, cell, place))
                continue;
            for (int c = 0; c < 4; c++)
                put(self, list, 4 * self->own + c, place[c]);
            self->number[self->own++] = n;
        }
    }
}

static enum taub_status upload_places(struct taub_probes *self, struct taub_error *error)
{
    const size_t bytes = 4 * (size_t)self->cells * self->simulation->real_bytes;
    void *list = malloc(bytes);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    find_own(self, list);
    const size_t own = (size_t)(self->own > 0 ? self->own : 1) * self->simulation->real_bytes;
    enum taub_status status = taub_buffer_create(self->simulation->device, 4 * own, &self->places, error);
    if (status == TAUB_OK && self->own > 0)
        status = taub_buffer_upload(self->places, 0, list, 4 * own, error);
    if (status == TAUB_OK)
        status = taub_buffer_create(self->simulation->device, (size_t)self->room * own, &self->read, error);
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
    const struct taub_scheme *scheme = simulation->scheme;
    const int order = scheme->order ? scheme->order(simulation->config) : 2;
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
        find_around(simulation->mesh,
                    order < 2            ? 2
                    : order > MOST_ALONG ? MOST_ALONG
                                         : order,
                    probes->points.list + 3 * p, &self->around[p]);
        self->cells += cells_of(&self->around[p]);
    }
    self->room = simulation->config->system == TAUB_SYSTEM_ISRAEL_STEWART ? COMPONENTS : 3;
    self->number = malloc((size_t)self->cells * sizeof *self->number);
    self->stored = malloc((size_t)self->cells * (size_t)self->room * sizeof(double));
    self->values = malloc((size_t)self->cells * COMPONENTS * sizeof *self->values);
    self->line = calloc((size_t)self->columns + 1, sizeof *self->line);
    self->texts = calloc((size_t)self->columns + 1, sizeof *self->texts);
    self->names = calloc((size_t)self->columns + 1, sizeof *self->names);
    if (!self->number || !self->stored || !self->values || !self->line || !self->texts || !self->names)
        return taub_fail(error, TAUB_FAILED, "out of memory for probes");
    name_columns(self);
    return upload_places(self, error);
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
    taub_buffer_destroy(self->places);
    taub_buffer_destroy(self->read);
    free(self->quantities);
    free(self->around);
    free(self->number);
    free(self->stored);
    free(self->values);
    free(self->line);
    free(self->texts);
    free(self->names);
    free(self);
}

/* ---- looking ---- */

static enum taub_status read_own(struct taub_probes *self, const struct taub_quantity_info *info,
                                 struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    if (self->own == 0)
        return TAUB_OK;
    struct taub_launch launch = taub_simulation_launch(simulation, PASS_PROBES);
    launch.shape.blocks = 1;
    launch.fields[0] = self->read;
    launch.fields[1] = taub_simulation_primitive_now(simulation);
    launch.fields[2] = self->places;
    launch.range.upper[0] = ROW;
    launch.range.upper[1] = (self->own + ROW - 1) / ROW;
    launch.range.upper[2] = 1;
    launch.range.option[0] = self->own;
    launch.range.option[1] = info->id;
    TRY(taub_device_launch(simulation->device, &launch, error));
    return taub_buffer_download(self->read, 0, self->stored,
                                (size_t)self->own * (size_t)info->components * simulation->real_bytes, error);
}

/* Each cell is on one rank; the others have nothing to say of it. */
static void share(struct taub_probes *self, int components)
{
    const bool doubles = self->simulation->real_bytes == sizeof(double);
    for (int n = 0; n < components * self->cells; n++)
        self->values[n] = -HUGE_VAL;
    for (int c = 0; c < components; c++)
        for (int n = 0; n < self->own; n++) {
            const int at = c * self->own + n;
            self->values[c * self->cells + self->number[n]] =
                doubles ? ((const double *)self->stored)[at] : (double)((const float *)self->stored)[at];
        }
    taub_comm_maximum(self->simulation->comm, self->values, components * self->cells);
}

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
        TRY(taub_simulation_agree(simulation, read_own(self, self->quantities[f], error), error));
        share(self, components);
        for (int c = 0; c < components; c++) {
            const double *cells = self->values + c * self->cells;
            for (int p = 0; p < self->points; cells += cells_of(&self->around[p++]))
                self->line[p * each + before + c] = interpolate(&self->around[p], cells);
        }
    }
    *values = self->line;
    return TAUB_OK;
}
