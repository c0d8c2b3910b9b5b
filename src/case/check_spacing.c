/* Cells of unequal widths: what they go with, and the files that say where faces are. */
#include <stdio.h>
#include <stdlib.h>

#include "case/check.h"
#include "mesh/spacing.h"

static const char *axis_name(const struct taub_config *config, int axis)
{
    static const char *const names[] = {"x", "y", "z"};
    return axis == 2 && config->mesh.coordinates == TAUB_MILNE ? "eta" : names[axis];
}

/* Problems that fill their own lattice with the spacing of the mesh. */
static const char *own_lattice(const struct taub_config *config)
{
    switch (config->initial.kind) {
    case TAUB_INITIAL_GLAUBER:
        return "glauber";
    case TAUB_INITIAL_PARTICLES:
        return "particles";
    default:
        return NULL;
    }
}

static void check_company(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_output *output = &config->output;
    if (config->system != TAUB_SYSTEM_SRHD && config->system != TAUB_SYSTEM_EULER)
        taub_check_complain(self, "mesh.spacing", -1,
                            "cells of unequal widths go with system: srhd and euler; leave mesh.spacing out");
    else if (config->scheme.kind != TAUB_SCHEME_KURGANOV_TADMOR)
        taub_check_complain(self, "mesh.spacing", -1,
                            "cells of unequal widths go with scheme.kind: kurganov-tadmor; leave mesh.spacing out");
    if (config->scheme.limiter == TAUB_LIMITER_PARABOLIC)
        taub_check_complain(self, "scheme.limiter", -1,
                            "parabolic is for cells of equal widths; with mesh.spacing expected minmod, mc, van-leer, "
                            "minbee, superbee or none");
    if (own_lattice(config))
        taub_check_complain(self, "initial.kind", -1,
                            "%s fills a lattice of equal cells; with mesh.spacing give the state by a file (grid, "
                            "trento), by code or by a formula",
                            own_lattice(config));
    if (output->surface.temperature_given || output->surface.energy_density_given)
        taub_check_complain(self, "output.surface", -1,
                            "surfaces are looked for on cells of equal widths; with mesh.spacing write fields");
    if (output->views.count > 0)
        taub_check_complain(self, "output.views", -1,
                            "views are of meshes with cells of equal widths; with mesh.spacing write fields");
    if (output->probes.points.count > 0)
        taub_check_complain(self, "output.probes", -1,
                            "probes are of meshes with cells of equal widths; with mesh.spacing write fields");
    for (int a = 0; a < 3; a++)
        if (config->mesh.cells[a] > 1 &&
            (config->mesh.boundary[a][0] == TAUB_EXTRAPOLATED || config->mesh.boundary[a][1] == TAUB_EXTRAPOLATED))
            taub_check_complain(self, "mesh.boundary", -1,
                                "extrapolated goes on with the differences of equal cells; along %s of a mesh with "
                                "mesh.spacing expected outflow, periodic, reflecting, inflow or code",
                                axis_name(config, a));
}

void taub_check_spacing(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    if (!taub_spacing_wanted(mesh))
        return;
    check_company(self);
    for (int a = 0; a < 3; a++) {
        struct taub_error error = {0};
        double *faces = NULL;
        char path[64];
        snprintf(path, sizeof path, "mesh.spacing.%s", axis_name(self->config, a));
        if (!(mesh->upper[a] > mesh->lower[a]))
            continue; /* told already */
        if (taub_spacing_faces(mesh, a, &faces, &error) != TAUB_OK)
            taub_check_complain(self, path, -1, "%s", error.message);
        free(faces);
    }
}
