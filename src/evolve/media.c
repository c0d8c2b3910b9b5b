#include "evolve/media.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/interpolation.h"
#include "systems/medium.h"

struct taub_media {
    const struct taub_config *config;
    struct taub_moment moment;
    bool code; /* initial data give the medium */
    struct taub_medium_array *array;
    struct taub_pole_set poles;
    double spacing[3];
    bool active[3];
};

enum taub_status taub_media_create(const struct taub_config *config, const struct taub_moment *moment,
                                   struct taub_media **out, struct taub_error *error)
{
    const bool code = config->initial.kind == TAUB_INITIAL_CODE;
    *out = NULL;
    if (config->system != TAUB_SYSTEM_MAXWELL || (code && !moment))
        return TAUB_OK;
    struct taub_media *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the medium");
    self->config = config;
    self->code = code;
    if (code)
        self->moment = *moment;
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
    *out = self;
    return TAUB_OK;
}

void taub_media_destroy(struct taub_media *self)
{
    if (self)
        taub_medium_array_destroy(self->array);
    free(self);
}

enum taub_status taub_media_at(const struct taub_media *self, const int cell[3], double out[TAUB_CELL_MEDIUM],
                               struct taub_error *error)
{
    struct taub_metal metal;
    double x[3];
    memset(out, 0, TAUB_CELL_MEDIUM * sizeof *out);
    for (int a = 0; a < 3; a++) {
        const int n = self->config->mesh.cells[a], at = (cell[a] % n + n) % n;
        x[a] = self->config->mesh.lower[a] + (at + 0.5) * self->spacing[a];
    }
    if (self->code) {
        double u[TAUB_MOST_COMPONENTS];
        TRY(taub_densities_at(&self->moment, x, u, error));
        memcpy(out, u + taub_medium_component(self->config), TAUB_MEDIUM_SCALARS * sizeof *out);
        out[TAUB_PERMITTIVITY_Y] = out[TAUB_PERMITTIVITY_Z] = out[TAUB_PERMITTIVITY];
        return TAUB_OK;
    }
    taub_medium_of_cell(self->config, self->array, x, self->spacing, self->active, &metal, out);
    if (self->poles.count > 0)
        taub_poles_of_cell(self->config, &self->poles, x, self->spacing, self->active, &metal,
                           out + TAUB_MEDIUM_NUMBERS);
    return TAUB_OK;
}

bool taub_media_jump(const double a[TAUB_CELL_MEDIUM], const double b[TAUB_CELL_MEDIUM])
{
    const double largest_gradient = 0.1;
    for (int n = 0; n < TAUB_CELL_MEDIUM; n++)
        if (fabs(a[n] - b[n]) > largest_gradient * fmin(fabs(a[n]), fabs(b[n])))
            return true;
    return false;
}

/* ---- stencils ---- */

/* Cells from `at` on, in direction `step`, before a jump of the medium or an end of the mesh: at most `most`. */
static enum taub_status run_of(const struct taub_media *self, const int cell[3], int a, int at, int step, int most,
                               int *run, struct taub_error *error)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
    int place[3] = {cell[0], cell[1], cell[2]};
    double last[TAUB_CELL_MEDIUM], next[TAUB_CELL_MEDIUM];
    *run = 0;
    for (int n = 0; n < most; n++) {
        place[a] = at + n * step;
        if (!wraps && (place[a] < 0 || place[a] >= mesh->cells[a]))
            return TAUB_OK;
        TRY(taub_media_at(self, place, next, error));
        if (n > 0 && taub_media_jump(last, next))
            return TAUB_OK;
        memcpy(last, next, sizeof last);
        ++*run;
    }
    return TAUB_OK;
}

/* Of a cell and the one below it. */
static enum taub_status light_is_faster_below(const struct taub_media *self, const int cell[3], int a, int at,
                                              bool *faster, struct taub_error *error)
{
    int place[3] = {cell[0], cell[1], cell[2]};
    double here[TAUB_CELL_MEDIUM], below[TAUB_CELL_MEDIUM];
    place[a] = at;
    TRY(taub_media_at(self, place, here, error));
    place[a] = at - 1;
    TRY(taub_media_at(self, place, below, error));
    *faster = below[TAUB_PERMITTIVITY] * below[TAUB_PERMEABILITY] < here[TAUB_PERMITTIVITY] * here[TAUB_PERMEABILITY];
    return TAUB_OK;
}

enum taub_status taub_media_line(const struct taub_media *self, const int cell[3], int a, double x, int most, int *from,
                                 int *count, struct taub_error *error)
{
    const double on_face = 1e-6;
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
    const int face = (int)floor(x + 0.5);
    const bool on = fabs(x - face) < on_face;
    int below, above, other, at = on ? face : (int)floor(x);
    if (!wraps)
        at = at < 0 ? 0 : at >= mesh->cells[a] ? mesh->cells[a] - 1 : at;
    TRY(run_of(self, cell, a, at, 1, most, &above, error));
    TRY(run_of(self, cell, a, at, -1, most, &below, error));
    if (on && at == face && below == 1) { /* a jump at the face, or the end of the mesh */
        bool faster;
        TRY(run_of(self, cell, a, at - 1, -1, most, &other, error));
        TRY(light_is_faster_below(self, cell, a, at, &faster, error));
        if (other > above || (other == above && faster)) {
            at--;
            below = other;
            above = 1;
        }
    }
    const int first = at - below + 1, last = at + above - 1;
    *count = most < last - first + 1 ? most : last - first + 1;
    const int start = taub_interpolation_start(*count, x, mesh->cells[a], true);
    *from = start < first ? first : start > last - *count + 1 ? last - *count + 1 : start;
    /* at order 2 the nearest cell errs less than a line that goes on beyond two */
    const bool at_end = !wraps && (*from == 0 || *from + 2 == mesh->cells[a]);
    if (*count == 2 && most == 2 && !at_end && (x < *from + 0.5 || x > *from + 1.5)) {
        *count = 1;
        *from = at;
    }
    return TAUB_OK;
}
