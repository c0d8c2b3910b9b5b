#include "evolve/media.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/interpolation.h"
#include "systems/medium.h"

struct taub_media {
    const struct taub_config *config;
    struct taub_medium_array *array;
    struct taub_pole_set poles;
    double spacing[3];
    bool active[3];
};

enum taub_status taub_media_create(const struct taub_config *config, struct taub_media **out, struct taub_error *error)
{
    *out = NULL;
    if (config->system != TAUB_SYSTEM_MAXWELL || config->initial.kind == TAUB_INITIAL_CODE)
        return TAUB_OK;
    struct taub_media *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the medium");
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
    *out = self;
    return TAUB_OK;
}

void taub_media_destroy(struct taub_media *self)
{
    if (self)
        taub_medium_array_destroy(self->array);
    free(self);
}

void taub_media_at(const struct taub_media *self, const int cell[3], double out[TAUB_CELL_MEDIUM])
{
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

bool taub_media_jump(const double a[TAUB_CELL_MEDIUM], const double b[TAUB_CELL_MEDIUM])
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
static int run_of(const struct taub_media *self, const int cell[3], int a, int at, int step, int most)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool wraps = mesh->boundary[a][0] == TAUB_PERIODIC;
    int place[3] = {cell[0], cell[1], cell[2]}, run = 0;
    double last[TAUB_CELL_MEDIUM], next[TAUB_CELL_MEDIUM];
    for (; run < most; run++) {
        place[a] = at + run * step;
        if (!wraps && (place[a] < 0 || place[a] >= mesh->cells[a]))
            break;
        taub_media_at(self, place, next);
        if (run > 0 && taub_media_jump(last, next))
            break;
        memcpy(last, next, sizeof last);
    }
    return run;
}

/* Of a cell and the one below it. */
static bool light_is_faster_below(const struct taub_media *self, const int cell[3], int a, int at)
{
    int place[3] = {cell[0], cell[1], cell[2]};
    double here[TAUB_CELL_MEDIUM], below[TAUB_CELL_MEDIUM];
    place[a] = at;
    taub_media_at(self, place, here);
    place[a] = at - 1;
    taub_media_at(self, place, below);
    return below[TAUB_PERMITTIVITY] * below[TAUB_PERMEABILITY] < here[TAUB_PERMITTIVITY] * here[TAUB_PERMEABILITY];
}

int taub_media_line(const struct taub_media *self, const int cell[3], int a, double x, int most, int *from)
{
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
