/* Near fields of boxes: the medium around them, and what near_fields.h5 holds. */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "evolve/cells.h"
#include "evolve/fluxes_parts.h"
#include "systems/medium_array.h"

/* Smallest and largest of a quantity in the cells beside the sides of a plane. */
static void extremes(const struct taub_fluxes *self, int plane, const double *values, int components, double range[2])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int s = 0; s < self->side_count; s++) {
        const struct side *side = &self->sides[s];
        for (int c = 0; c < components && side->plane == plane; c++)
            for (int n = 0; n < side->layers * side->faces; n++) {
                const double value = values[(size_t)c * (size_t)self->cell_count + (size_t)(side->first + n)];
                range[0] = fmin(range[0], value);
                range[1] = fmax(range[1], value);
            }
    }
}

enum { PERMITTIVITIES, PERMEABILITY, CONDUCTIVITY };
static const char *const quantities[3] = {"permittivity_axes", "permeability", "conductivity"};
static const char *const words[3] = {"permittivity", "permeability", "conductivity"};

/* What a quantity is in the cells beside a box. */
static enum taub_status check_range(const struct taub_config *config, int plane, int quantity, const double range[2],
                                    struct taub_error *error)
{
    const bool conducts = quantity == CONDUCTIVITY;
    if (conducts ? range[1] > 0.0 : range[1] - range[0] > 1e-6 * range[1]) /* single precision */
        return taub_fail(error, TAUB_BAD_INPUT,
                         "output.fluxes.near_fields: expected one medium without %s on all sides of the box %s, got a "
                         "%s between %.10g and %.10g there",
                         conducts ? "conductivity" : "axes", config->output.fluxes.planes.list[plane].name,
                         words[quantity], range[0], range[1]);
    return TAUB_OK;
}

static enum taub_status check_medium(struct taub_fluxes *self, int quantity, int components, const double *values,
                                     struct taub_error *error)
{
    const struct taub_config *config = self->simulation->config;
    for (int n = 0; n < self->planes; n++) {
        double range[2];
        if (config->output.fluxes.planes.list[n].kind != TAUB_FLUX_BOX)
            continue;
        extremes(self, n, values, components, range);
        TRY(check_range(config, n, quantity, range, error));
        if (quantity != CONDUCTIVITY)
            self->medium[n][quantity] = range[1];
    }
    return TAUB_OK;
}

enum taub_status taub_fluxes_find_medium(struct taub_fluxes *self, struct taub_error *error)
{
    const struct taub_simulation *simulation = self->simulation;
    for (int n = 0; n < 3 && simulation->config->output.fluxes.near_fields; n++) {
        const struct taub_quantity_info *info = taub_system_quantity(simulation->system, quantities[n]);
        TRY(taub_cells_read(self->cells, info, TAUB_MEANS, self->fields[0], error));
        const bool first = simulation->comm->rank == 0;
        TRY(taub_simulation_agree(
            simulation, first ? check_medium(self, n, info->components, self->fields[0], error) : TAUB_OK, error));
    }
    return TAUB_OK;
}

/* ---- before a run ---- */

static void widen(double range[2], double value)
{
    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
}

/* Of the cells that the sides of a box see. */
static void ranges_of_box(const struct taub_config *config, const struct taub_mesh *mesh,
                          const struct taub_media *media, int plane, double ranges[3][2])
{
    struct taub_flux_side sides[TAUB_FLUX_SIDES];
    const int count = taub_flux_sides(&config->mesh, &config->output.fluxes.planes.list[plane], sides);
    for (int n = 0; n < 3; n++) {
        ranges[n][0] = INFINITY;
        ranges[n][1] = -INFINITY;
    }
    for (int s = 0; s < count; s++) {
        const struct taub_flux_side *side = &sides[s];
        const int layers = taub_fluxes_layers(config, config->scheme.order, side->axis);
        for (int face = 0; face < side->count[0] * side->count[1] * side->count[2]; face++) {
            int cell[3];
            const int used = taub_fluxes_stencil(mesh, media, side, layers, face, cell);
            for (int layer = 0; layer < used; layer++, cell[side->axis]++) {
                double medium[TAUB_CELL_MEDIUM];
                media->methods->at(media, cell, medium);
                widen(ranges[PERMITTIVITIES], medium[TAUB_PERMITTIVITY]);
                widen(ranges[PERMITTIVITIES], medium[TAUB_PERMITTIVITY_Y]);
                widen(ranges[PERMITTIVITIES], medium[TAUB_PERMITTIVITY_Z]);
                widen(ranges[PERMEABILITY], medium[TAUB_PERMEABILITY]);
                widen(ranges[CONDUCTIVITY], medium[TAUB_CONDUCTIVITY]);
            }
        }
    }
}

static enum taub_status check_boxes(const struct taub_config *config, const struct taub_mesh *mesh,
                                    const struct taub_media *media, struct taub_error *error)
{
    const struct taub_flux_planes *planes = &config->output.fluxes.planes;
    double ranges[TAUB_MOST_FLUX_PLANES][3][2];
    for (int n = 0; n < planes->count; n++)
        if (planes->list[n].kind == TAUB_FLUX_BOX)
            ranges_of_box(config, mesh, media, n, ranges[n]);
    for (int quantity = 0; quantity < 3; quantity++)
        for (int n = 0; n < planes->count; n++)
            if (planes->list[n].kind == TAUB_FLUX_BOX)
                TRY(check_range(config, n, quantity, ranges[n][quantity], error));
    return TAUB_OK;
}

enum taub_status taub_near_fields_check(const struct taub_config *config, const struct taub_mesh *mesh,
                                        struct taub_error *error)
{
    struct taub_media *media;
    if (!config->output.fluxes.near_fields || config->output.fluxes.planes.count == 0)
        return TAUB_OK;
    TRY(taub_media_create(config, &media, error));
    const enum taub_status status = media ? check_boxes(config, mesh, media, error) : TAUB_OK;
    taub_media_destroy(media);
    return status;
}

/* ---- in a run ---- */

static void describe_near(const struct taub_fluxes *self, const struct side *side, struct taub_near_side *out)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    *out = (struct taub_near_side){.axis = side->face.axis,
                                   .extent = {side->extent[0], side->extent[1]},
                                   .sign = side->face.sign,
                                   .position = side->face.position,
                                   .first = side->samples};
    for (int n = 0; n < 2; n++) {
        const int d = (side->face.axis + 1 + n) % 3;
        out->spacing[n] = mesh->shape.spacing[d];
        out->lower[n] = mesh->lower[d] + side->face.from[d] * mesh->shape.spacing[d];
    }
}

enum taub_status taub_fluxes_near_fields(const struct taub_fluxes *self, struct taub_near_fields *near,
                                         struct taub_error *error)
{
    const struct taub_flux_planes *planes = &self->simulation->config->output.fluxes.planes;
    struct taub_near_box *boxes = calloc((size_t)self->planes, sizeof *boxes);
    struct taub_near_side *sides = calloc((size_t)self->side_count, sizeof *sides);
    double *frequencies = calloc((size_t)self->frequencies, sizeof *frequencies);
    *near = (struct taub_near_fields){.frequency_count = self->frequencies,
                                      .frequencies = frequencies,
                                      .boxes = boxes,
                                      .sides = sides,
                                      .samples = self->sample_count,
                                      .transforms = taub_fluxes_transform_of(self, 0, 0)};
    if (!boxes || !sides || !frequencies) {
        taub_fluxes_near_fields_free(near);
        return taub_fail(error, TAUB_FAILED, "out of memory for near fields");
    }
    for (int f = 0; f < self->frequencies; f++)
        frequencies[f] = taub_fluxes_frequency_of(self, f);
    for (int s = 0; s < self->side_count; s++) /* those of a plane stand together */
        describe_near(self, &self->sides[s], &sides[s]);
    for (int n = 0, first = 0; n < self->planes; n++) {
        int count = 0;
        while (first + count < self->side_count && self->sides[first + count].plane == n)
            count++;
        if (planes->list[n].kind == TAUB_FLUX_BOX)
            boxes[near->box_count++] = (struct taub_near_box){planes->list[n].name, self->medium[n][0],
                                                              self->medium[n][1], count, sides + first};
        first += count;
    }
    return TAUB_OK;
}

void taub_fluxes_near_fields_free(struct taub_near_fields *near)
{
    free(near->frequencies);
    free(near->boxes);
    free(near->sides);
}
