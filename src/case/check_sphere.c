/* Checks of the cubed sphere: the mesh itself, and what has been made for it. */
#include <stdio.h>
#include <string.h>

#include "case/check.h"
#include "case/tree.h"
#include "mesh/sphere.h"

static bool is_given(const struct taub_check *self, const char *path)
{
    struct taub_node *deepest;
    return self->root && taub_node_find(self->root, path, &deepest);
}

static void check_names_of_ends(struct taub_check *self, bool sphere)
{
    static const char *const names[] = {"x", "y", "z", "inner", "outer"};
    for (int n = 0; n < 5; n++) {
        char path[32];
        snprintf(path, sizeof path, "mesh.boundary.%s", names[n]);
        if ((n < 3) == sphere && is_given(self, path))
            taub_check_complain(self, path, -1, "%s",
                                sphere ? "a cubed sphere has the ends inner and outer"
                                       : "expected one of x, y, z: inner and outer are ends of a cubed sphere");
    }
}

static void check_mesh(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    if (mesh->cells[0] != mesh->cells[1])
        taub_check_complain(self, "mesh.cells", 1,
                            "expected the %d cells of the first number, got %d: panels are square", mesh->cells[0],
                            mesh->cells[1]);
    if (mesh->cells[0] < 4)
        taub_check_complain(self, "mesh.cells", 0, "expected at least 4 cells along the side of a panel, got %d",
                            mesh->cells[0]);
    if (self->config->scheme.order > 2 && mesh->cells[0] >= 4 && mesh->cells[0] < 8)
        taub_check_complain(self, "mesh.cells", 0,
                            "expected at least 8 cells along the side of a panel at scheme.order %d, got %d",
                            self->config->scheme.order, mesh->cells[0]);
    if (self->config->scheme.order > 2 && mesh->cells[2] / mesh->blocks[2] < 5)
        taub_check_complain(self, "mesh.cells", 2,
                            "expected at least 5 cells of a block along the radius at scheme.order %d, got %d",
                            self->config->scheme.order, mesh->cells[2] / mesh->blocks[2]);
    if (mesh->cells[2] < 2)
        taub_check_complain(self, "mesh.cells", 2, "expected at least 2 cells along the radius, got %d",
                            mesh->cells[2]);
    if (!(mesh->radius[1] > mesh->radius[0]))
        taub_check_complain(self, "mesh.radius", 1, "expected a number above the inner radius, %.10g, got %.10g",
                            mesh->radius[0], mesh->radius[1]);
    for (int a = 0; a < 2; a++)
        if (mesh->blocks[a] != 1)
            taub_check_complain(self, "mesh.blocks", a,
                                "expected 1, got %d: blocks of a cubed sphere are shells of six panels",
                                mesh->blocks[a]);
    for (int side = 0; side < 2; side++)
        if (mesh->boundary[2][side] == TAUB_PERIODIC)
            taub_check_complain(self, side ? "mesh.boundary.outer" : "mesh.boundary.inner", -1,
                                "expected outflow, reflecting, extrapolated, inflow or code at a sphere");
}

static void check_numerics(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_scheme *scheme = &config->scheme;
    if (scheme->kind != TAUB_SCHEME_RK_WENO)
        taub_check_complain(self, "scheme.kind", -1, "expected rk-weno with mesh.coordinates: cubed-sphere");
    else if (config->system == TAUB_SYSTEM_SRMHD && scheme->order != 2)
        taub_check_complain(self, "scheme.order", -1, "expected 2 with system: srmhd on a cubed sphere, got %d",
                            scheme->order);
    else if (scheme->variables != TAUB_VARIABLES_PRIMITIVE)
        taub_check_complain(self, "scheme.variables", -1, "expected primitive with mesh.coordinates: cubed-sphere");
    if (scheme->shock_fix)
        taub_check_complain(self, "scheme.shock_fix", -1, "expected none with mesh.coordinates: cubed-sphere");
    if (scheme->limiter == TAUB_LIMITER_PARABOLIC || scheme->limiter == TAUB_LIMITER_MC_SMOOTH)
        taub_check_complain(self, "scheme.limiter", -1,
                            "expected mc, minmod, van-leer, minbee, superbee, centred or none with "
                            "mesh.coordinates: cubed-sphere");
    if (taub_diffusion_rate(config) > 0)
        taub_check_complain(self, "transport", -1, "mesh.coordinates: cubed-sphere goes without diffusion");
}

static void check_output(struct taub_check *self)
{
    const struct taub_config_output *output = &self->config->output;
    if (output->surface.temperature_given || output->surface.energy_density_given)
        taub_check_complain(self, "output.surface", -1, "expected a box of cells, not a cubed sphere");
    for (int n = 0; output->fields && n < output->field_count; n++)
        if (strcmp(output->fields[n], "magnetic_flux") == 0)
            taub_check_complain(
                self, "output.fields", n,
                "faces of a cubed sphere lie along no axes: expected magnetic_field, got magnetic_flux");
}

void taub_check_sphere(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool sphere = mesh->coordinates == TAUB_CUBED_SPHERE;
    struct taub_sphere *map = NULL;
    struct taub_error error = {0};
    check_names_of_ends(self, sphere);
    if (!sphere) {
        for (int a = 0; a < 3; a++)
            if (mesh->spacing[a].kind == TAUB_SPACING_GEOMETRIC)
                taub_check_complain(self, "mesh.spacing", -1, "geometric is for the radius of a cubed sphere");
        return;
    }
    check_mesh(self);
    check_numerics(self);
    check_output(self);
    if (self->complaints->count == 0 && taub_sphere_create(mesh, &map, &error) != TAUB_OK)
        taub_check_complain(self, "mesh.spacing.radius", -1, "%s", error.message);
    taub_sphere_destroy(map);
}
