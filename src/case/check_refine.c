/* Checks of blocks of several levels: the mesh itself, and what has been made for it. */
#include <stdio.h>

#include "bodies/bodies.h"
#include "case/check.h"
#include "mesh/mesh.h"
#include "mesh/spacing.h"
#include "systems/quantities.h"
#include "systems/system.h"

static void check_limits(struct taub_check *self, const char *path, double above, double below)
{
    char full[96];
    snprintf(full, sizeof full, "%s.below", path);
    if (!(below < above))
        taub_check_complain(self, full, -1, "expected a number below %s.above, %.10g, got %.10g", path, above, below);
}

/* What measures of differences can be. */
static void check_range(struct taub_check *self, const char *path, const char *key, double most, double value)
{
    char full[96];
    snprintf(full, sizeof full, "%s.%s", path, key);
    if (value < 0 || value > most)
        taub_check_complain(self, full, -1, "expected a number between 0 and %g with this kind, got %.10g", most,
                            value);
}

/* Measures are those of a field in ghost zones, too, where there are no neighbours for differences on all sides. */
static void check_field(struct taub_check *self, const char *path, int element, const char *name)
{
    const struct taub_quantity_info found = taub_check_quantity(self, path, element, name);
    if (found.name && found.id >= QUANTITY_OF_GRADIENTS && found.id < QUANTITY_SCALAR)
        taub_check_complain(self, path, element, "criteria cannot have %s, which needs differences between cells",
                            name);
}

static void check_criterion(struct taub_check *self, const char *path, const struct taub_config_criterion *criterion)
{
    const bool of_values = criterion->kind == TAUB_HIGH || criterion->kind == TAUB_LOW;
    const double most = criterion->kind == TAUB_JUMP ? 2 : 1;
    char full[96];
    snprintf(full, sizeof full, "%s.fields", path);
    if (of_values && criterion->field_count == 0)
        taub_check_complain(self, full, -1, "this key is missing; expected a list of fields with kind: %s",
                            criterion->kind == TAUB_HIGH ? "high" : "low");
    for (int n = 0; n < criterion->field_count; n++)
        check_field(self, full, n, criterion->fields[n]);
    check_limits(self, path, criterion->above, criterion->below);
    if (!of_values) {
        check_range(self, path, "above", most, criterion->above);
        check_range(self, path, "below", most, criterion->below);
    }
}

static void check_criteria(struct taub_check *self)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    if (refine->criteria.count == 0)
        check_limits(self, "mesh.refine", refine->above, refine->below);
    else if (refine->every == 0)
        taub_check_complain(self, "mesh.refine.every", -1,
                            "expected at least 1 with mesh.refine.criteria, got 0: blocks would stay as they begin");
    for (int n = 0; n < refine->criteria.count; n++) {
        char path[64];
        snprintf(path, sizeof path, "mesh.refine.criteria[%d]", n);
        check_criterion(self, path, &refine->criteria.list[n]);
    }
}

static bool lies_in_mesh(const struct taub_config_mesh *mesh, const struct taub_config_body *body)
{
    double center[3], half[3];
    for (int a = 0; a < 3; a++) {
        center[a] = 0.5 * (mesh->lower[a] + mesh->upper[a]);
        half[a] = mesh->cells[a] > 1 ? 0.5 * (mesh->upper[a] - mesh->lower[a]) : 0;
    }
    return taub_body_side(body, center, half) != TAUB_OUTSIDE;
}

static void check_regions(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    for (int n = 0; n < mesh->refine.regions.count; n++) {
        const struct taub_config_region *region = &mesh->refine.regions.list[n];
        char path[96], full[160];
        const char *key, *wrong = taub_body_wrong(&region->body, &key);
        snprintf(path, sizeof path, "mesh.refine.regions[%d]", n);
        snprintf(full, sizeof full, "%s%s%s", path, wrong && *key ? "." : "", wrong ? key : "");
        if (wrong)
            taub_check_complain(self, full, -1, "%s", wrong);
        else if (!lies_in_mesh(mesh, &region->body))
            taub_check_complain(self, path, -1, "no part of it lies inside the mesh");
        else if (region->level > mesh->refine.levels) {
            snprintf(full, sizeof full, "%s.level", path);
            taub_check_complain(self, full, -1, "expected a level up to mesh.refine.levels, %d, got %d",
                                mesh->refine.levels, region->level);
        }
    }
}

/* The blocks of level 0 and of the regions are there whatever the limit. */
static void check_most_blocks(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    struct taub_mesh *start;
    struct taub_error error;
    if (taub_mesh_create_tree(mesh, 0, 0, 1, NULL, &start, &error) != TAUB_OK) {
        taub_check_complain(self, "mesh.refine", -1, "%s", error.message);
        return;
    }
    if (start->shape.blocks > mesh->refine.most_blocks)
        taub_check_complain(self, "mesh.refine.most_blocks", -1,
                            "expected at least %d, the blocks of level 0 and of mesh.refine.regions, or 0, no limit; "
                            "got %d",
                            start->shape.blocks, mesh->refine.most_blocks);
    taub_mesh_destroy(start);
}

static void check_numerics(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    if (taub_spacing_wanted(&config->mesh))
        taub_check_complain(self, "mesh.spacing", -1, "mesh.refine needs cells of equal widths; remove mesh.spacing");
    if (taub_diffusion_rate(config) > 0)
        taub_check_complain(self, "transport", -1, "mesh.refine goes without diffusion");
    for (int face = 0; face < 6 && config->source.file; face++)
        if (config->mesh.cells[face / 2] > 1 && config->mesh.boundary[face / 2][face % 2] == TAUB_REFLECTING) {
            taub_check_complain(self, "source.file", -1, "a source at walls (reflecting) goes without mesh.refine");
            break;
        }
    for (int face = 0; face < 6 && taub_system_find(config->system)->face_vectors > 0; face++) {
        const enum taub_boundary end = config->mesh.boundary[face / 2][face % 2];
        const bool goes = end == TAUB_PERIODIC || end == TAUB_OUTFLOW || end == TAUB_REFLECTING;
        if (config->mesh.cells[face / 2] > 1 && !goes) {
            taub_check_complain(self, "mesh.boundary", -1,
                                "with mesh.refine, a field on faces goes with periodic, outflow and reflecting ends");
            break;
        }
    }
    if (config->source.kind == TAUB_SOURCE_DROPLETS)
        taub_check_complain(self, "source.kind", -1,
                            "droplets, which are shared out to the cells of one mesh, go without mesh.refine");
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.form == TAUB_FORM_PAPER)
        taub_check_complain(self, "transport.form", -1,
                            "expected flux with mesh.refine: where levels meet, paper would not keep energy and "
                            "momentum, since its pressure is a source and no flux");
}

static void check_initial(struct taub_check *self)
{
    if (self->config->initial.kind == TAUB_INITIAL_PARTICLES)
        taub_check_complain(self, "initial.kind", -1,
                            "particles, which are deposited in the cells of one mesh, go without mesh.refine");
    if (self->config->system == TAUB_SYSTEM_ISRAEL_STEWART &&
        self->config->transport.initial_stress.kind == TAUB_STRESS_READ)
        taub_check_complain(self, "transport.initial_stress.kind", -1,
                            "expected zero or navier-stokes with mesh.refine: a file has cells of one level");
}

static void check_output(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_output *output = &config->output;
    if (output->surface.temperature_given || output->surface.energy_density_given)
        taub_check_complain(self, "output.surface", -1,
                            "output.surface goes without mesh.refine: the surface of cells of two levels would have "
                            "holes where they meet");
}

void taub_check_refine(struct taub_check *self)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    if (refine->levels == 0 && (refine->regions.count > 0 || refine->criteria.count > 0))
        taub_check_complain(self, "mesh.refine.levels", -1,
                            "expected at least 1 with mesh.refine.%s, got 0: no block would be refined",
                            refine->regions.count > 0 ? "regions" : "criteria");
    if (refine->levels == 0)
        return;
    check_numerics(self);
    check_regions(self);
    check_initial(self);
    check_output(self);
    check_criteria(self);
    if (refine->most_blocks > 0 && self->complaints->count == 0)
        check_most_blocks(self);
}
