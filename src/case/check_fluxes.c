/* Checks of output.fluxes. */
#include <stdio.h>
#include <string.h>

#include "case/check.h"
#include "mesh/flux_planes.h"

enum { LONGEST_NAME = 40 };
static const double most_bytes = 4294967296.0;

static void check_name(struct taub_check *self, const char *path, const struct taub_flux_planes *planes, int n)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *name = planes->list[n].name;
    char full[128];
    snprintf(full, sizeof full, "%s.name", path);
    if (!*name || strspn(name, letters) != strlen(name) || strlen(name) > LONGEST_NAME)
        taub_check_complain(self, full, -1, "expected at most %d letters, digits, - and _, got '%.80s'", LONGEST_NAME,
                            name);
    for (int m = 0; m < n; m++)
        if (strcmp(planes->list[m].name, name) == 0)
            taub_check_complain(self, full, -1, "another plane has this name; expected each name once");
}

/* Position along an axis: inside the mesh, and outside of matched layers, where energy is absorbed. */
static void check_position(struct taub_check *self, const char *path, const char *key, int element, int a, double x)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const double width = (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a], layer = mesh->layer.cells * width;
    const double lower = mesh->lower[a] + (mesh->boundary[a][0] == TAUB_MATCHED_LAYER ? layer : 0.0),
                 upper = mesh->upper[a] - (mesh->boundary[a][1] == TAUB_MATCHED_LAYER ? layer : 0.0);
    char full[128];
    snprintf(full, sizeof full, "%s.%s", path, key);
    /* tolerance of a thousandth of a cell, for computed positions */
    if (!(x >= lower - 1e-3 * width && x <= upper + 1e-3 * width))
        taub_check_complain(
            self, full, element,
            "expected a position inside the mesh and outside of matched layers, between %.10g and %.10g, "
            "got %.10g",
            lower, upper, x);
}

static void check_plane(struct taub_check *self, const char *path, const struct taub_config_flux_plane *plane)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool box = plane->kind == TAUB_FLUX_BOX;
    struct taub_flux_side sides[TAUB_FLUX_SIDES];
    char full[128];
    if (!box) {
        snprintf(full, sizeof full, "%s.position", path);
        if (mesh->cells[plane->kind] == 1)
            taub_check_complain(self, path, -1, "expected a plane normal to an axis with more than one cell, got %c",
                                'x' + (int)plane->kind);
        else if (!plane->position_given)
            taub_check_complain(self, full, -1, "this key is missing; expected the position of the plane along %c",
                                'x' + (int)plane->kind);
        else
            check_position(self, path, "position", -1, (int)plane->kind, plane->position);
    } else if (!plane->lower_given || !plane->upper_given) {
        taub_check_complain(self, path, -1, "expected the corners of the box, lower and upper");
        return;
    } else if (plane->position_given) {
        snprintf(full, sizeof full, "%s.position", path);
        taub_check_complain(self, full, -1, "this key belongs to planes; a box has lower and upper");
    }
    for (int a = 0; a < 3; a++) {
        if (mesh->cells[a] == 1 || (!box && a == (int)plane->kind))
            continue;
        if (plane->lower_given)
            check_position(self, path, "lower", a, a, plane->lower[a]);
        if (plane->upper_given)
            check_position(self, path, "upper", a, a, plane->upper[a]);
    }
    if (taub_flux_sides(mesh, plane, sides) == 0)
        taub_check_complain(self, path, -1, "there are no cell faces between lower and upper");
}

/* Radiation integrals need a closed surface in a medium without dispersion (its other properties are checked when the
 * run begins), and waves in at least two dimensions. */
static void check_near_fields(struct taub_check *self)
{
    static const char key[] = "output.fluxes.near_fields";
    const struct taub_config *config = self->config;
    const struct taub_config_fluxes *fluxes = &config->output.fluxes;
    int boxes = 0, axes = 0;
    for (int n = 0; n < fluxes->planes.count; n++)
        boxes += fluxes->planes.list[n].kind == TAUB_FLUX_BOX;
    for (int a = 0; a < 3; a++)
        axes += config->mesh.cells[a] > 1;
    if (fluxes->count == 0)
        taub_check_complain(self, key, -1, "expected frequencies, output.fluxes.count of them, got none");
    else if (boxes == 0)
        taub_check_complain(self, key, -1, "expected a box in output.fluxes.planes that encloses all radiating bodies");
    else if (axes == 1)
        taub_check_complain(self, key, -1,
                            "expected a mesh with two or three axes: waves in one dimension have no far field");
    else if (config->medium.poles.count > 0)
        taub_check_complain(
            self, key, -1,
            "expected boxes in a medium without poles, but medium.poles applies everywhere except in inclusions");
}

void taub_check_fluxes(struct taub_check *self)
{
    const struct taub_config_fluxes *fluxes = &self->config->output.fluxes;
    if (fluxes->planes.count == 0)
        return;
    if (fluxes->planes.count > TAUB_MOST_FLUX_PLANES)
        taub_check_complain(self, "output.fluxes.planes", -1, "expected at most %d planes, got %d",
                            TAUB_MOST_FLUX_PLANES, fluxes->planes.count);
    if (fluxes->count > 0 && !(fluxes->frequencies[0] > 0.0))
        taub_check_complain(self, "output.fluxes.frequencies", 0, "expected a frequency above 0, got %.10g",
                            fluxes->frequencies[0]);
    else if (fluxes->count > 0 && !(fluxes->frequencies[1] >= fluxes->frequencies[0]))
        taub_check_complain(self, "output.fluxes.frequencies", 1, "expected at least the first one, %.10g, got %.10g",
                            fluxes->frequencies[0], fluxes->frequencies[1]);
    for (int n = 0; n < fluxes->planes.count; n++) {
        char path[96];
        snprintf(path, sizeof path, "output.fluxes.planes[%d]", n);
        check_name(self, path, &fluxes->planes, n);
        check_plane(self, path, &fluxes->planes.list[n]);
    }
    if (fluxes->near_fields)
        check_near_fields(self);
    if (taub_flux_bytes(&self->config->mesh, fluxes) > most_bytes)
        taub_check_complain(self, "output.fluxes.count", -1,
                            "the transforms of all faces need %.3g bytes; expected at most %.3g: use fewer frequencies "
                            "or smaller planes",
                            taub_flux_bytes(&self->config->mesh, fluxes), most_bytes);
}
