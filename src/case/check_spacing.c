/* Checks of cells of unequal widths: supported options, and files of face positions. */
#include <stdio.h>
#include <stdlib.h>

#include "case/check.h"
#include "mesh/spacing.h"

static const char *axis_name(const struct taub_config *config, int axis)
{
    static const char *const names[] = {"x", "y", "z"};
    return axis == 2 && config->mesh.coordinates == TAUB_MILNE ? "eta" : names[axis];
}

/* Name of initial data that build their own grid with the spacing of the mesh; NULL for others. */
static const char *grid_builder(const struct taub_config *config)
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

static void check_supported(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_output *output = &config->output;
    const bool godunov = config->scheme.kind == TAUB_SCHEME_ADER_WENO || config->scheme.kind == TAUB_SCHEME_RK_WENO;
    const bool magnetic = config->system == TAUB_SYSTEM_MHD || config->system == TAUB_SYSTEM_SRMHD;
    if (config->system != TAUB_SYSTEM_SRHD && config->system != TAUB_SYSTEM_EULER && !magnetic)
        taub_check_complain(self, "mesh.spacing", -1,
                            "cells of unequal widths need system: srhd, euler, mhd or srmhd; remove mesh.spacing");
    else if (config->scheme.kind != TAUB_SCHEME_KURGANOV_TADMOR && !godunov)
        taub_check_complain(self, "mesh.spacing", -1,
                            "cells of unequal widths need scheme.kind: kurganov-tadmor, ader-weno or rk-weno; remove "
                            "mesh.spacing");
    else if (godunov && config->scheme.order > 2)
        taub_check_complain(self, "scheme.order", -1,
                            "expected 2 with mesh.spacing, got %d: polynomials of orders 3 and 4 are those of equal "
                            "cells",
                            config->scheme.order);
    if (config->scheme.limiter == TAUB_LIMITER_PARABOLIC)
        taub_check_complain(self, "scheme.limiter", -1,
                            "parabolic needs cells of equal widths; with mesh.spacing expected minmod, mc, %svan-leer, "
                            "minbee, superbee or none",
                            godunov ? "mc-smooth, " : "");
    if (taub_diffusion_rate(config) > 0)
        taub_check_complain(self, "transport", -1,
                            "diffusion needs cells of equal widths; remove transport or mesh.spacing");
    if (grid_builder(config))
        taub_check_complain(
            self, "initial.kind", -1,
            "%s needs cells of equal widths; with mesh.spacing use a file (grid, trento), code or a formula",
            grid_builder(config));
    if (output->surface.temperature_given || output->surface.energy_density_given)
        taub_check_complain(self, "output.surface", -1,
                            "output.surface needs cells of equal widths; with mesh.spacing write fields");
    if (output->probes.points.count > 0)
        taub_check_complain(self, "output.probes", -1,
                            "probes need cells of equal widths; with mesh.spacing write fields");
    for (int a = 0; a < 3; a++)
        if (config->mesh.cells[a] > 1 &&
            (config->mesh.boundary[a][0] == TAUB_EXTRAPOLATED || config->mesh.boundary[a][1] == TAUB_EXTRAPOLATED))
            taub_check_complain(self, "mesh.boundary", -1,
                                "extrapolated needs cells of equal widths; along %s with mesh.spacing expected "
                                "outflow, periodic, reflecting, inflow or code",
                                axis_name(config, a));
}

void taub_check_spacing(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    if (!taub_spacing_wanted(mesh))
        return;
    check_supported(self);
    for (int a = 0; a < 3; a++) {
        struct taub_error error = {0};
        double *faces = NULL;
        char path[64];
        snprintf(path, sizeof path, "mesh.spacing.%s", axis_name(self->config, a));
        if (!(mesh->upper[a] > mesh->lower[a]))
            continue; /* already reported */
        if (taub_spacing_faces(mesh, a, &faces, &error) != TAUB_OK)
            taub_check_complain(self, path, -1, "%s", error.message);
        free(faces);
    }
}
