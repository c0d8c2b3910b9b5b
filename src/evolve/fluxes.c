#include "evolve/fluxes_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fault.h"
#include "core/try.h"
#include "evolve/cells.h"
#include "evolve/media.h"

enum { LOOKS_IN_A_PERIOD = 40 }; /* of the highest frequency */

static double *sums_of(const struct taub_fluxes *self, int plane)
{
    return self->saved + SUMS + 2 * plane;
}

double *taub_fluxes_samples_of(const struct taub_fluxes *self)
{
    return self->saved + SUMS + 2 * self->planes;
}

/* part 0: real, 1: imaginary */
double *taub_fluxes_transform_of(const struct taub_fluxes *self, int frequency, int part)
{
    return taub_fluxes_samples_of(self) + (1 + 2 * (size_t)frequency + (size_t)part) * self->sample_count;
}

double taub_fluxes_frequency_of(const struct taub_fluxes *self, int n)
{
    const struct taub_config_fluxes *fluxes = &self->simulation->config->output.fluxes;
    const double from = fluxes->frequencies[0], to = fluxes->frequencies[1];
    return self->frequencies > 1 ? from + (to - from) * n / (self->frequencies - 1) : from;
}

bool taub_fluxes_wanted(const struct taub_config *config)
{
    return config->output.fluxes.planes.count > 0;
}

double taub_fluxes_bytes(const struct taub_config *config)
{
    return taub_flux_bytes(&config->mesh, &config->output.fluxes);
}

/* ---- making ---- */

static void describe_side(struct taub_fluxes *self, const struct taub_flux_side *face, int plane)
{
    const struct taub_simulation *simulation = self->simulation;
    const struct taub_mesh *mesh = simulation->mesh;
    struct side *side = &self->sides[self->side_count++];
    const int a = face->axis;
    *side = (struct side){.face = *face, .plane = plane, .faces = 1, .area = 1.0, .first = self->cell_count};
    for (int n = 0; n < 2; n++) {
        const int d = (a + 1 + n) % 3;
        side->extent[n] = face->count[d];
        side->wraps[n] = mesh->boundary[d][0] == TAUB_PERIODIC && face->count[d] == mesh->cells[d] && mesh->active[d];
        side->faces *= face->count[d];
        side->area *= mesh->shape.spacing[d];
    }
    side->layers = taub_fluxes_layers(simulation->config, taub_interpolation_order(simulation), a);
    side->samples = self->sample_count;
    self->sample_count += (size_t)FIELDS * (size_t)side->faces;
    self->cell_count += side->layers * side->faces;
}

int taub_fluxes_layers(const struct taub_config *config, int order, int a)
{
    /* at order 4 the cubic through four cells would err by more than waves do on their way: (k h)^4/15 of the power */
    const int along = order < 4 ? order : 6;
    return along < config->mesh.cells[a] ? along : config->mesh.cells[a];
}

/* E and H along a plane are smooth in each medium, so that no stencil crosses a jump. At order 2 one does: the mean of
 * two cells errs less than a line through two cells on one side, as the fields are continuous. */
int taub_fluxes_stencil(const struct taub_mesh *mesh, const struct taub_media *media, const struct taub_flux_side *side,
                        int layers, int face, int cell[3])
{
    const int a = side->axis, p = (a + 1) % 3, q = (a + 2) % 3;
    const double x = (side->position - mesh->lower[a]) / mesh->shape.spacing[a];
    cell[p] = side->from[p] + face % side->count[p];
    cell[q] = side->from[q] + face / side->count[p];
    cell[a] = taub_interpolation_start(layers, x, mesh->cells[a], mesh->boundary[a][0] == TAUB_PERIODIC);
    return media && layers > 2 ? media->methods->line(media, cell, a, x, layers, &cell[a]) : layers;
}

static void weigh_face(const struct taub_fluxes *self, struct side *side, const struct taub_media *media, int face)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const int a = side->face.axis;
    const double x = (side->face.position - mesh->lower[a]) / mesh->shape.spacing[a];
    double weight[TAUB_MOST_WEIGHTS];
    int cell[3];
    const int count = taub_fluxes_stencil(mesh, media, &side->face, side->layers, face, cell);
    side->from[face] = cell[a];
    taub_interpolation_weights(count, side->from[face], x, weight);
    for (int layer = 0; layer < side->layers; layer++)
        side->weight[layer * side->faces + face] = layer < count ? weight[layer] : 0.0;
}

static enum taub_status weigh_side(const struct taub_fluxes *self, struct side *side, const struct taub_media *media,
                                   struct taub_error *error)
{
    side->from = calloc((size_t)side->faces, sizeof *side->from);
    side->weight = calloc((size_t)side->layers * (size_t)side->faces, sizeof *side->weight);
    if (!side->from || !side->weight)
        return taub_fail(error, TAUB_FAILED, "out of memory for fluxes");
    for (int face = 0; face < side->faces; face++)
        weigh_face(self, side, media, face);
    return TAUB_OK;
}

static enum taub_status weigh_sides(const struct taub_fluxes *self, struct taub_error *error)
{
    struct taub_media *media;
    TRY(taub_media_create(self->simulation->config, &media, error));
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < self->side_count && status == TAUB_OK; n++)
        status = weigh_side(self, &self->sides[n], media, error);
    taub_media_destroy(media);
    return status;
}

/* Cells of a side: layer by layer, in each along p first. */
static int list_side(const struct taub_mesh *mesh, const struct side *side, struct taub_place *list)
{
    const int a = side->face.axis, p = (a + 1) % 3, q = (a + 2) % 3;
    int n = 0;
    for (int layer = 0; layer < side->layers; layer++)
        for (int j = 0; j < side->extent[1]; j++)
            for (int i = 0; i < side->extent[0]; i++, n++) {
                const int face = j * side->extent[0] + i, used = side->weight[layer * side->faces + face] != 0.0;
                int cell[3];
                cell[a] = (side->from[face] + (used ? layer : 0) + mesh->cells[a]) % mesh->cells[a];
                cell[p] = side->face.from[p] + i;
                cell[q] = side->face.from[q] + j;
                taub_place_find(mesh, 0, cell, &list[n]);
            }
    return n;
}

static enum taub_status list_cells(struct taub_fluxes *self, struct taub_error *error)
{
    struct taub_place *list = malloc((size_t)self->cell_count * sizeof *list);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for fluxes");
    for (int n = 0; n < self->side_count; n++)
        list_side(self->simulation->mesh, &self->sides[n], list + self->sides[n].first);
    const enum taub_status status = taub_cells_create(self->simulation, list, self->cell_count, &self->cells, error);
    free(list);
    return status;
}

static void name_columns(struct taub_fluxes *self)
{
    const struct taub_flux_planes *planes = &self->simulation->config->output.fluxes.planes;
    self->spectra_names[0] = "frequency";
    for (int n = 0; n < self->planes; n++) {
        snprintf(self->texts[2 * n], NAME_LENGTH, "%s/power", planes->list[n].name);
        snprintf(self->texts[2 * n + 1], NAME_LENGTH, "%s/energy", planes->list[n].name);
        self->names[2 * n] = self->texts[2 * n];
        self->names[2 * n + 1] = self->texts[2 * n + 1];
        self->spectra_names[1 + n] = planes->list[n].name;
    }
}

/* Steps are all of the length that time.cfl allows, or time.step. Fewer than two looks in a period make another
 * frequency of it. */
static enum taub_status choose_rhythm(struct taub_fluxes *self, struct taub_error *error)
{
    const struct taub_config *config = self->simulation->config;
    const double highest = config->output.fluxes.frequencies[1];
    double dt = config->time.step;
    self->every = config->output.fluxes.every > 0 ? config->output.fluxes.every : 1;
    if (self->frequencies == 0)
        return TAUB_OK;
    if (!(dt > 0.0))
        TRY(taub_simulation_step_bound(self->simulation, &dt, error));
    if (!(dt > 0.0))
        return TAUB_OK;
    if (config->output.fluxes.every > 0 && 2 * highest * self->every * dt > 1.0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "output.fluxes.every: expected at most %.0f steps of %.4g between looks, two in a period of "
                         "the highest frequency, %.6g; got %d",
                         fmax(floor(0.5 / (highest * dt)), 1.0), dt, highest, self->every);
    if (config->output.fluxes.every == 0)
        self->every = (int)fmin(fmax(floor(1.0 / (LOOKS_IN_A_PERIOD * highest * dt)), 1.0), 1e6);
    return TAUB_OK;
}

static enum taub_status make(struct taub_fluxes *self, struct taub_error *error)
{
    const struct taub_config *config = self->simulation->config;
    const struct taub_config_fluxes *fluxes = &config->output.fluxes;
    self->planes = fluxes->planes.count;
    self->frequencies = fluxes->count;
    self->corrected = taub_interpolation_order(self->simulation) > 2;
    self->sides = calloc((size_t)self->planes * TAUB_FLUX_SIDES, sizeof *self->sides);
    self->medium = calloc((size_t)self->planes, sizeof *self->medium);
    self->line = calloc(2 * (size_t)self->planes, sizeof *self->line);
    self->texts = calloc(2 * (size_t)self->planes, sizeof *self->texts);
    self->names = calloc(2 * (size_t)self->planes, sizeof *self->names);
    self->spectra_names = calloc(1 + (size_t)self->planes, sizeof *self->spectra_names);
    if (!self->sides || !self->medium || !self->line || !self->texts || !self->names || !self->spectra_names)
        return taub_fail(error, TAUB_FAILED, "out of memory for fluxes");
    for (int n = 0; n < self->planes; n++) {
        struct taub_flux_side faces[TAUB_FLUX_SIDES];
        const int count = taub_flux_sides(&config->mesh, &fluxes->planes.list[n], faces);
        for (int s = 0; s < count; s++)
            describe_side(self, &faces[s], n);
    }
    TRY(weigh_sides(self, error));
    name_columns(self);
    self->saved_size = SUMS + 2 * (size_t)self->planes + (1 + 2 * (size_t)self->frequencies) * self->sample_count;
    for (int n = 0; n < 2; n++)
        self->fields[n] = calloc(3 * (size_t)self->cell_count, sizeof *self->fields[n]);
    self->saved = calloc(self->simulation->comm->rank == 0 ? self->saved_size : 1, sizeof *self->saved);
    if (!self->fields[0] || !self->fields[1] || !self->saved)
        return taub_fail(error, TAUB_FAILED, "out of memory for fluxes");
    return list_cells(self, error);
}

enum taub_status taub_fluxes_create(struct taub_simulation *simulation, struct taub_fluxes **out,
                                    struct taub_error *error)
{
    struct taub_fluxes *self = calloc(1, sizeof *self);
    *out = self;
    enum taub_status status = TAUB_OK;
    if (!self) {
        status = taub_fail(error, TAUB_FAILED, "out of memory for fluxes");
    } else {
        self->simulation = simulation;
        status = make(self, error);
    }
    TRY(taub_simulation_agree(simulation, status, error));
    return choose_rhythm(self, error);
}

void taub_fluxes_destroy(struct taub_fluxes *self)
{
    if (!self)
        return;
    taub_cells_destroy(self->cells);
    free(self->fields[0]);
    free(self->fields[1]);
    for (int n = 0; n < self->side_count; n++) {
        free(self->sides[n].from);
        free(self->sides[n].weight);
    }
    free(self->sides);
    free(self->medium);
    free(self->saved);
    free(self->line);
    free(self->texts);
    free(self->names);
    free(self->spectra_names);
    free(self);
}

int taub_fluxes_every(const struct taub_fluxes *self)
{
    return self->every;
}

int taub_fluxes_columns(const struct taub_fluxes *self, const char *const **names)
{
    *names = self->names;
    return 2 * self->planes;
}

/* ---- products on faces ---- */

/* The difference of a field of faces between the next face along direction n and the one before, 0 at ends. */
static double slope(const struct side *side, const double *field, int n, int i, int j)
{
    const int at = n ? j : i, count = side->extent[n], stride = n ? side->extent[0] : 1,
              place = j * side->extent[0] + i;
    if (!side->wraps[n] && (at == 0 || at == count - 1))
        return 0.0;
    const int next = at == count - 1 ? -(count - 1) : 1, before = at == 0 ? count - 1 : -1;
    return 0.5 * (field[place + next * stride] - field[place + before * stride]);
}

/* Sum over the faces of the mean of a product: order 4 by the slopes of both. */
static double product(const struct taub_fluxes *self, const struct side *side, const double *left, const double *right)
{
    double sum = 0.0;
    for (int j = 0; j < side->extent[1]; j++)
        for (int i = 0; i < side->extent[0]; i++) {
            const int place = j * side->extent[0] + i;
            double mean = left[place] * right[place];
            for (int n = 0; n < 2 && self->corrected; n++)
                mean += slope(side, left, n, i, j) * slope(side, right, n, i, j) / 12.0;
            sum += mean;
        }
    return sum;
}

/* E_p H_q - E_q H_p over a side, out of the plane; `fields`: [field][face]. */
static double poynting(const struct taub_fluxes *self, const struct side *side, const double *fields)
{
    const size_t faces = (size_t)side->faces;
    return side->face.sign * side->area *
           (product(self, side, fields, fields + 3 * faces) - product(self, side, fields + faces, fields + 2 * faces));
}

/* ---- looking ---- */

/* The fields on the faces of all sides from those of the cells. */
static void find_faces(const struct taub_fluxes *self, double *samples)
{
    const size_t all = (size_t)self->cell_count;
    for (int s = 0; s < self->side_count; s++) {
        const struct side *side = &self->sides[s];
        for (int f = 0; f < FIELDS; f++) {
            const int component = (side->face.axis + 1 + f % 2) % 3;
            const double *cells = self->fields[f / 2] + (size_t)component * all + side->first;
            double *face = samples + side->samples + (size_t)f * (size_t)side->faces;
            memset(face, 0, (size_t)side->faces * sizeof *face);
            for (int layer = 0; layer < side->layers; layer++, cells += side->faces)
                for (int n = 0; n < side->faces; n++)
                    face[n] += side->weight[layer * side->faces + n] * cells[n];
        }
    }
}

/* Adds the half of an interval that belongs to what was seen at `time`. */
static void transform(const struct taub_fluxes *self, const double *samples, double time, double half)
{
    const double turn = 6.283185307179586;
    for (int f = 0; f < self->frequencies; f++) {
        const double periods = taub_fluxes_frequency_of(self, f) * time, angle = turn * (periods - floor(periods));
        const double c = half * cos(angle), s = half * sin(angle);
        double *re = taub_fluxes_transform_of(self, f, 0), *im = taub_fluxes_transform_of(self, f, 1);
        for (size_t n = 0; n < self->sample_count; n++) {
            re[n] += c * samples[n];
            im[n] += s * samples[n];
        }
    }
}

static enum taub_status add_look(struct taub_fluxes *self, struct taub_error *error)
{
    const double time = taub_simulation_time(self->simulation);
    const double half = self->saved[LOOKED] != 0.0 ? 0.5 * (time - self->saved[TIME]) : 0.0;
    double *samples = taub_fluxes_samples_of(self);
    transform(self, samples, self->saved[TIME], half);
    find_faces(self, samples);
    transform(self, samples, time, half);
    for (int n = 0; n < self->planes; n++) {
        double *sums = sums_of(self, n), power = 0.0;
        for (int s = 0; s < self->side_count; s++)
            if (self->sides[s].plane == n)
                power += poynting(self, &self->sides[s], samples + self->sides[s].samples);
        sums[1] += half * (sums[0] + power);
        sums[0] = power;
        self->line[2 * n] = power;
        self->line[2 * n + 1] = sums[1];
        if (!isfinite(power))
            return taub_fail_numerics(error, "output.fluxes: what goes through the plane %s is no number",
                                      self->simulation->config->output.fluxes.planes.list[n].name);
    }
    self->saved[TIME] = time;
    self->saved[LOOKED] = 1.0;
    return TAUB_OK;
}

enum taub_status taub_fluxes_look(struct taub_fluxes *self, const double **values, struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    static const char *const quantities[2] = {"electric_field", "magnetic_strength"};
    TRY(taub_simulation_agree(simulation, taub_simulation_check_whole(simulation, error), error));
    for (int n = 0; n < 2; n++)
        TRY(taub_cells_read(self->cells, taub_system_quantity(simulation->system, quantities[n]), TAUB_MEANS,
                            self->fields[n], error));
    *values = self->line;
    return taub_simulation_agree(simulation, simulation->comm->rank == 0 ? add_look(self, error) : TAUB_OK, error);
}

/* ---- spectra ---- */

enum taub_status taub_fluxes_spectra(const struct taub_fluxes *self, const char *const **names, int *columns, int *rows,
                                     double **values, struct taub_error *error)
{
    *names = self->spectra_names;
    *columns = 1 + self->planes;
    *rows = self->frequencies;
    *values = calloc((size_t)*columns * (size_t)*rows + 1, sizeof **values);
    if (!*values)
        return taub_fail(error, TAUB_FAILED, "out of memory for spectra of fluxes");
    for (int f = 0; f < *rows; f++) {
        double *row = *values + (size_t)f * (size_t)*columns;
        row[0] = taub_fluxes_frequency_of(self, f);
        for (int s = 0; s < self->side_count; s++)
            for (int part = 0; part < 2; part++)
                row[1 + self->sides[s].plane] +=
                    2.0 *
                    poynting(self, &self->sides[s], taub_fluxes_transform_of(self, f, part) + self->sides[s].samples);
    }
    return TAUB_OK;
}

/* ---- checkpoints ---- */

void taub_fluxes_save(const struct taub_fluxes *self, const double **values, size_t *size)
{
    *values = self->saved;
    *size = self->saved_size;
}

enum taub_status taub_fluxes_load(struct taub_fluxes *self, const double *values, size_t size, struct taub_error *error)
{
    if (size != self->saved_size)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "output.fluxes: the checkpoint %s; a restart goes on with its planes and frequencies",
                         size ? "has others" : "has none");
    if (self->simulation->comm->rank == 0)
        memcpy(self->saved, values, size * sizeof *values);
    return TAUB_OK;
}
