/* Checks of blocks of several levels: the mesh itself, and what has been made for it. */
#include <stdio.h>

#include "bodies/bodies.h"
#include "case/check.h"
#include "mesh/spacing.h"

static void check_limits(struct taub_check *self)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    if (!(refine->below < refine->above))
        taub_check_complain(self, "mesh.refine.below", -1,
                            "expected a number below mesh.refine.above, %.10g, got %.10g", refine->above,
                            refine->below);
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

static void check_numerics(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const enum taub_scheme_kind kind = config->scheme.kind;
    if (config->system != TAUB_SYSTEM_EULER && config->system != TAUB_SYSTEM_SRHD)
        taub_check_complain(self, "system", -1, "mesh.refine goes with euler and srhd");
    else if (kind != TAUB_SCHEME_ADER_WENO && kind != TAUB_SCHEME_RK_WENO)
        taub_check_complain(self, "scheme.kind", -1, "expected ader-weno or rk-weno with mesh.refine");
    if (taub_spacing_wanted(&config->mesh))
        taub_check_complain(self, "mesh.spacing", -1, "mesh.refine needs cells of equal widths; remove mesh.spacing");
    if (taub_diffusion_rate(config) > 0)
        taub_check_complain(self, "transport", -1, "mesh.refine goes without diffusion");
    for (int face = 0; face < 6 && config->source.file; face++)
        if (config->mesh.cells[face / 2] > 1 && config->mesh.boundary[face / 2][face % 2] == TAUB_REFLECTING) {
            taub_check_complain(self, "source.file", -1, "a source at walls (reflecting) goes without mesh.refine");
            break;
        }
    if (config->source.kind == TAUB_SOURCE_DROPLETS)
        taub_check_complain(self, "source.kind", -1, "droplets go without mesh.refine");
}

static void check_output(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_output *output = &config->output;
    if (output->surface.temperature_given || output->surface.energy_density_given)
        taub_check_complain(self, "output.surface", -1, "output.surface goes without mesh.refine");
}

void taub_check_refine(struct taub_check *self)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    if (refine->levels == 0 && refine->regions.count > 0)
        taub_check_complain(self, "mesh.refine.levels", -1,
                            "expected at least 1 with mesh.refine.regions, got 0: no block would be refined");
    if (refine->levels == 0)
        return;
    check_numerics(self);
    check_regions(self);
    check_output(self);
    check_limits(self);
}
