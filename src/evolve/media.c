#include "evolve/media.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "evolve/dense.h"
#include "evolve/interpolation.h"
#include "systems/medium.h"
#include "systems/poles.h"
#include "systems/radiation.h"
#include "systems/resolution.h"

_Static_assert((int)TAUB_CELL_MEDIUM == (int)TAUB_MEDIUM_NUMBERS + (int)TAUB_MOST_POLES, "numbers of a cell");

struct media {
    struct taub_media base;
    const struct taub_config *config;
    struct taub_medium_array *array;
    struct taub_pole_set poles;
    double spacing[3];
    bool active[3];
};

static enum taub_status create(const struct taub_config *config, struct taub_media **out, struct taub_error *error)
{
    if (config->initial.kind == TAUB_INITIAL_CODE)
        return TAUB_OK;
    struct media *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the medium");
    self->base.methods = &taub_medium_of_maxwell;
    self->config = config;
    taub_poles_find(config, &self->poles);
    for (int a = 0; a < 3; a++) {
        self->spacing[a] = (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
        self->active[a] = config->mesh.cells[a] > 1;
    }
    const enum taub_status status = taub_medium_array_read(config, &self->array, error);
    if (status != TAUB_OK) {
        free(self);
        return status;
    }
    *out = &self->base;
    return TAUB_OK;
}

static void destroy(struct taub_media *media)
{
    struct media *self = (struct media *)media;
    taub_medium_array_destroy(self->array);
    free(self);
}

static void complete(const struct taub_media *media, const double x[3], const double width[3], double *q)
{
    const struct media *self = (const struct media *)media;
    double medium[TAUB_MEDIUM_NUMBERS];
    struct taub_metal metal;
    if (!self->array)
        return;
    taub_medium_of_cell(self->config, self->array, x, width, self->active, &metal, medium);
    memcpy(q + taub_medium_component(self->config), medium, (size_t)taub_medium_numbers(self->config) * sizeof *medium);
}

static enum taub_status check(const struct taub_media *media, struct taub_error *error)
{
    const struct media *self = (const struct media *)media;
    return taub_radiation_check(self->config, self->array, error);
}

static void at_cell(const struct taub_media *media, const int cell[3], double out[TAUB_CELL_MEDIUM])
{
    const struct media *self = (const struct media *)media;
    struct taub_metal metal;
    double x[3];
    memset(out, 0, TAUB_CELL_MEDIUM * sizeof *out);
    for (int a = 0; a < 3; a++) {
        const int n = self->config->mesh.cells[a], at = (cell[a] % n + n) % n;
        x[a] = self->config->mesh.lower[a] + (at + 0.5) * self->spacing[a];
    }
    taub_medium_of_cell(self->config, self->array, x, self->spacing, self->active, &metal, out);
    if (self->poles.count > 0)
        taub_poles_of_cell(self->config, &self->poles, x, self->spacing, self->active, &metal,
                           out + TAUB_MEDIUM_NUMBERS);
}

static bool jumps(const double a[TAUB_CELL_MEDIUM], const double b[TAUB_CELL_MEDIUM])
{
    const double largest_gradient = 0.1;
    for (int n = 0; n < TAUB_CELL_MEDIUM; n++)
        if (fabs(a[n] - b[n]) > largest_gradient * fmin(fabs(a[n]), fabs(b[n])))
            return true;
    return false;
}

/* ---- stencils ---- */

/* How many cells from `at` on, in direction `step`, stand before a jump of the medium or an end of the mesh: at most
 * `most`. */
static int run_of(const struct media *self, const int cell[3], int a, int at, int step, int most)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
    int place[3] = {cell[0], cell[1], cell[2]}, run = 0;
    double last[TAUB_CELL_MEDIUM] = {0}, next[TAUB_CELL_MEDIUM];
    for (; run < most; run++) {
        place[a] = at + run * step;
        if (!wraps && (place[a] < 0 || place[a] >= mesh->cells[a]))
            break;
        at_cell(&self->base, place, next);
        if (run > 0 && jumps(last, next))
            break;
        memcpy(last, next, sizeof last);
    }
    return run;
}

/* Of a cell and the one below it. */
static bool light_is_faster_below(const struct media *self, const int cell[3], int a, int at)
{
    int place[3] = {cell[0], cell[1], cell[2]};
    double here[TAUB_CELL_MEDIUM], below[TAUB_CELL_MEDIUM];
    place[a] = at;
    at_cell(&self->base, place, here);
    place[a] = at - 1;
    at_cell(&self->base, place, below);
    return below[TAUB_PERMITTIVITY] * below[TAUB_PERMEABILITY] < here[TAUB_PERMITTIVITY] * here[TAUB_PERMEABILITY];
}

static int line(const struct taub_media *media, const int cell[3], int a, double x, int most, int *from)
{
    const struct media *self = (const struct media *)media;
    const double on_face = 1e-6;
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
    const int face = (int)floor(x + 0.5);
    const bool on = fabs(x - face) < on_face;
    int at = on ? face : (int)floor(x);
    if (!wraps)
        at = at < 0 ? 0 : at >= mesh->cells[a] ? mesh->cells[a] - 1 : at;
    int above = run_of(self, cell, a, at, 1, most), below = run_of(self, cell, a, at, -1, most);
    if (on && at == face && below == 1) { /* a jump at the face, or the end of the mesh */
        const int other = run_of(self, cell, a, at - 1, -1, most);
        if (other > above || (other == above && light_is_faster_below(self, cell, a, at))) {
            at--;
            below = other;
            above = 1;
        }
    }
    const int first = at - below + 1, last = at + above - 1;
    const int count = most < last - first + 1 ? most : last - first + 1;
    const int start = taub_interpolation_start(count, x, mesh->cells[a], true);
    *from = start < first ? first : start > last - count + 1 ? last - count + 1 : start;
    /* at order 2 the nearest cell errs less than a line that goes on beyond two */
    const bool at_end = !wraps && (*from == 0 || *from + 2 == mesh->cells[a]);
    if (count == 2 && most == 2 && !at_end && (x < *from + 0.5 || x > *from + 1.5)) {
        *from = at;
        return 1;
    }
    return count;
}

/* ---- states ---- */

struct filling {
    const struct taub_simulation *simulation;
    const struct taub_medium_array *array;
    struct taub_pole_set poles;
    double *values;
};

static enum taub_status medium_row(void *user, int number, struct taub_error *error)
{
    const struct filling *filling = user;
    const struct taub_simulation *self = filling->simulation;
    const int *n = self->mesh->cells, *several = self->mesh->active, row = taub_mesh_row(self->mesh, number);
    const bool active[3] = {several[0], several[1], several[2]};
    const int numbers = taub_medium_numbers(self->config);
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int i = 0; i < n[0]; i++) {
        double x[3], medium[TAUB_MEDIUM_NUMBERS], strengths[TAUB_MOST_POLES];
        struct taub_metal metal;
        double *to = filling->values + (size_t)number * (size_t)n[0] + i;
        taub_mesh_center(self->mesh, i, row % n[1], row / n[1], x);
        taub_medium_of_cell(self->config, filling->array, x, self->mesh->shape.spacing, active, &metal, medium);
        for (int c = 0; c < numbers; c++)
            to[(size_t)c * zones] = medium[c];
        if (filling->poles.count > 0)
            taub_poles_of_cell(self->config, &filling->poles, x, self->mesh->shape.spacing, active, &metal, strengths);
        for (int c = 0; c < filling->poles.count; c++)
            to[(size_t)(numbers + c) * zones] = strengths[c];
    }
    return TAUB_OK;
}

/* The medium of cells, which kinds of initial data do not give, into both parts of a state. */
static enum taub_status fill_medium(struct taub_simulation *self, struct taub_buffer *to, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    const size_t zones = (size_t)taub_simulation_zones(self);
    struct filling filling = {.simulation = self};
    struct taub_medium_array *array = NULL;
    if (!taub_medium_varies(config) || config->initial.kind == TAUB_INITIAL_CODE)
        return TAUB_OK;
    taub_poles_find(config, &filling.poles);
    const int count = taub_medium_numbers(config) + filling.poles.count, first = taub_medium_component(config);
    filling.values = malloc((size_t)count * zones * sizeof *filling.values);
    enum taub_status status = filling.values ? taub_medium_array_read(config, &array, error)
                                             : taub_fail(error, TAUB_FAILED, "out of memory for the medium");
    filling.array = array;
    if (status == TAUB_OK)
        status = taub_radiation_check(config, array, error);
    if (status == TAUB_OK)
        status = taub_parallel(config->device.threads, self->mesh->row_count, medium_row, &filling, error);
    for (int c = 0; c < count && status == TAUB_OK; c++)
        for (int part = 0; part < self->mesh->parts && status == TAUB_OK; part++)
            status = taub_simulation_upload_component(self, to, part * self->components + first + c,
                                                      filling.values + (size_t)c * zones, error);
    taub_medium_array_destroy(array);
    free(filling.values);
    return status;
}

const struct taub_medium_methods taub_medium_of_maxwell = {.create = create,
                                                           .destroy = destroy,
                                                           .at = at_cell,
                                                           .jump = jumps,
                                                           .line = line,
                                                           .complete = complete,
                                                           .check = check,
                                                           .fill = fill_medium,
                                                           .varies = taub_medium_varies,
                                                           .has_source = taub_medium_has_source,
                                                           .add_table = taub_radiation_add_tables,
                                                           .tell = taub_resolution_tell};
