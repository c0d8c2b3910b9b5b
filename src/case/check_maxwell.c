/* Checks of electrodynamics. */
#include <math.h>
#include <stdio.h>

#include "case/check.h"
#include "systems/medium.h"
#include "systems/radiation.h"
#include "systems/system.h"

static const char *const cut_paths[3] = {"medium.cuts.x", "medium.cuts.y", "medium.cuts.z"};

static void check_pieces(struct taub_check *self)
{
    const struct taub_config_medium *medium = &self->config->medium;
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const struct {
        const char *path;
        const struct taub_reals *list;
        bool zero;
    } lists[] = {{"medium.permittivities", &medium->permittivities, false},
                 {"medium.permeabilities", &medium->permeabilities, false},
                 {"medium.conductivities", &medium->conductivities, true}};
    int pieces = 1;
    for (int a = 0; a < 3; a++) {
        const struct taub_reals *cuts = &medium->cuts[a];
        pieces *= cuts->count + 1;
        for (int n = 0; n < cuts->count; n++) {
            if (n > 0 && !(cuts->list[n] > cuts->list[n - 1]))
                taub_check_complain(self, cut_paths[a], n, "expected increasing positions, got %.10g after %.10g",
                                    cuts->list[n], cuts->list[n - 1]);
            if (!(cuts->list[n] > mesh->lower[a] && cuts->list[n] < mesh->upper[a]))
                taub_check_complain(self, cut_paths[a], n,
                                    "expected a position inside the mesh, between %.10g and %.10g", mesh->lower[a],
                                    mesh->upper[a]);
        }
    }
    bool any = false;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const struct taub_reals *list = lists[l].list;
        any = any || list->count > 0;
        if (list->count > 0 && list->count != pieces)
            taub_check_complain(self, lists[l].path, -1, "expected one number for each of the %d pieces, got %d",
                                pieces, list->count);
        for (int n = 0; n < list->count; n++)
            if (lists[l].zero ? !(list->list[n] >= 0) : !(list->list[n] > 0))
                taub_check_complain(self, lists[l].path, n, "expected a number %s, got %.10g",
                                    lists[l].zero ? "of at least 0" : "above 0", list->list[n]);
    }
    if (pieces > 1 && !any)
        taub_check_complain(self, "medium.cuts", -1,
                            "expected permittivities, permeabilities or conductivities of the pieces, got none");
}

/* In SI units, a value as small as that of the vacuum is probably an absolute one, given by mistake. */
static void check_relative(struct taub_check *self, const char *path, int place, double value, double most)
{
    if (self->config->medium.units == TAUB_UNITS_SI && value > 0 && value < most)
        taub_check_complain(
            self, path, place,
            "expected a value relative to the vacuum, also with medium.units: si; %.10g looks like an absolute one",
            value);
}

static void check_units(struct taub_check *self)
{
    const struct taub_config_medium *medium = &self->config->medium;
    const double permittivity = 1e-8, permeability = 1e-4; /* the vacuum has 9e-12 and 1.3e-6 */
    if (!medium->axes_given)
        check_relative(self, "medium.permittivity", -1, medium->permittivity, permittivity);
    for (int a = 0; a < 3 && medium->axes_given; a++)
        check_relative(self, "medium.permittivity_axes", a, medium->permittivity_axes[a], permittivity);
    check_relative(self, "medium.permeability", -1, medium->permeability, permeability);
    for (int n = 0; n < medium->permittivities.count; n++)
        check_relative(self, "medium.permittivities", n, medium->permittivities.list[n], permittivity);
    for (int n = 0; n < medium->permeabilities.count; n++)
        check_relative(self, "medium.permeabilities", n, medium->permeabilities.list[n], permeability);
    if (medium->inclusion_given) {
        check_relative(self, "medium.inclusion.permittivity", -1, medium->inclusion.permittivity, permittivity);
        check_relative(self, "medium.inclusion.permeability", -1, medium->inclusion.permeability, permeability);
    }
    for (int n = 0; n < medium->inclusions.count; n++) {
        char path[64];
        snprintf(path, sizeof path, "medium.inclusions[%d].permittivity", n);
        check_relative(self, path, -1, medium->inclusions.list[n].permittivity, permittivity);
        snprintf(path, sizeof path, "medium.inclusions[%d].permeability", n);
        check_relative(self, path, -1, medium->inclusions.list[n].permeability, permeability);
    }
}

/* A quantity is given by the array or by pieces, not both. */
static void check_array(struct taub_check *self)
{
    const struct taub_config_medium *medium = &self->config->medium;
    const struct taub_config_medium_array *array = &medium->array;
    if (!array->file)
        return;
    if (!array->permittivity && !array->permeability && !array->conductivity)
        taub_check_complain(self, "medium.array", -1,
                            "expected the name of a dataset: permittivity, permeability or conductivity");
    if ((array->permittivity && medium->permittivities.count > 0) ||
        (array->permeability && medium->permeabilities.count > 0) ||
        (array->conductivity && medium->conductivities.count > 0))
        taub_check_complain(self, "medium.array", -1,
                            "expected values from the array or from pieces, not both for the same quantity");
}

static bool is_varied(const struct taub_config *config)
{
    const struct taub_config_medium *medium = &config->medium;
    return medium->permittivities.count > 0 || medium->permeabilities.count > 0 || medium->conductivities.count > 0 ||
           medium->inclusion_given || medium->inclusions.count > 0 || medium->array.file;
}

/* permittivity_axes replaces the scalar permittivity. */
static void check_axes(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_medium *medium = &config->medium;
    const struct taub_config_source *source;
    bool wave = false;
    for (int n = 0; (source = taub_medium_source(config, n)); n++)
        wave = wave || taub_radiation_is_wave(source);
    if (medium->axes_given && (medium->permittivities.count > 0 || (medium->array.file && medium->array.permittivity)))
        taub_check_complain(self, "medium.permittivity_axes", -1,
                            "expected only one of permittivity_axes, permittivities and an array of the permittivity; "
                            "inclusions may be crystals in addition");
    if (medium->axes_given && wave)
        taub_check_complain(self, "medium.permittivity_axes", -1,
                            "sources of waves need a medium with a scalar permittivity: expected `permittivity` here, "
                            "and crystals as inclusions");
    if (config->initial.kind == TAUB_INITIAL_CODE && taub_medium_is_anisotropic(config))
        taub_check_complain(self,
                            medium->averaging == TAUB_AVERAGING_AXES ? "medium.averaging"
                            : medium->axes_given                     ? "medium.permittivity_axes"
                                                                     : "medium.inclusions",
                            -1,
                            "initial data by code also give the medium, with a scalar permittivity: expected neither a "
                            "crystal nor averaging by axes");
    if (medium->averaging == TAUB_AVERAGING_AXES && medium->array.file && medium->array.permittivity &&
        !medium->inclusion_given && medium->inclusions.count == 0)
        taub_check_complain(self, "medium.averaging", -1,
                            "samples of an array are averaged by volume; averaging by axes applies to cells cut by "
                            "inclusions: expected an inclusion");
    if (config->initial.kind == TAUB_INITIAL_BOX_MODE && medium->axes_given)
        taub_check_complain(self, "medium.permittivity_axes", -1, "box-mode needs a medium with a scalar permittivity");
    if (medium->inclusion.axes_given && medium->inclusion.permittivity != 1)
        taub_check_complain(self, "medium.inclusion.permittivity", -1,
                            "expected permittivity or permittivity_axes, not both");
    for (int n = 0; n < medium->inclusions.count; n++) {
        char path[64];
        snprintf(path, sizeof path, "medium.inclusions[%d].permittivity", n);
        if (medium->inclusions.list[n].axes_given && medium->inclusions.list[n].permittivity != 1)
            taub_check_complain(self, path, -1, "expected permittivity or permittivity_axes, not both");
    }
}

/* The electric field of a wave or mode must have a transverse part. */
static void check_wave(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_initial *initial = &config->initial;
    const bool mode = initial->kind == TAUB_INITIAL_BOX_MODE, pulse = initial->kind == TAUB_INITIAL_PULSE;
    if (initial->kind != TAUB_INITIAL_PLANE_WAVE && !mode && !pulse)
        return;
    double k[3], along = 0, size = 0, across = 0;
    if (pulse && initial->axis > TAUB_RIEMANN_Z)
        taub_check_complain(self, "initial.axis", -1, "expected x, y or z for a pulse");
    for (int a = 0; a < 3; a++) {
        const double length = config->mesh.upper[a] - config->mesh.lower[a];
        const double waves = initial->waves[a] + config->mesh.bloch[a] * length / 6.283185307179586;
        k[a] = pulse ? a == (int)initial->axis : config->mesh.cells[a] > 1 ? waves / length : 0;
        size += k[a] * k[a];
        along += k[a] * initial->polarization[a];
    }
    if (!(size > 0)) {
        taub_check_complain(self, "initial.waves", -1, "expected a wave along an axis with more than one cell");
        return;
    }
    for (int a = 0; a < 3; a++)
        across = fmax(across, fabs(initial->polarization[a] - k[a] * along / size));
    if (!(across > 1e-9 * (fabs(along) / sqrt(size))))
        taub_check_complain(
            self, "initial.polarization", -1,
            "expected a direction that differs from that of the wave: the electric field is transverse");
    if (pulse && config->mesh.cells[(int)initial->axis] == 1)
        taub_check_complain(self, "initial.axis", -1, "expected an axis with more than one cell for a pulse");
    for (int a = 0; a < 3 && mode; a++)
        for (int side = 0; side < 2; side++)
            if (config->mesh.cells[a] > 1 && config->mesh.boundary[a][side] != TAUB_REFLECTING) {
                taub_check_complain(self, "mesh.boundary", -1,
                                    "box-mode needs reflecting boundaries (conducting walls)");
                return;
            }
    if (!pulse && is_varied(config))
        taub_check_complain(self, "initial.kind", -1, "expected a homogeneous medium for %s",
                            mode ? "box-mode" : "plane-wave");
}

void taub_check_maxwell(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const int *cells = config->mesh.cells;
    if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_check_complain(self, "mesh.coordinates", -1, "system maxwell needs cartesian coordinates");
    if (cells[0] == 1 && cells[1] == 1 && cells[2] == 1)
        taub_check_complain(self, "mesh.cells", -1, "expected an axis with more than one cell with system maxwell");
    if (config->scheme.energy_floor > 0)
        taub_check_complain(self, "scheme.energy_floor", -1, "system maxwell has no energy floor");
    if (config->initial.kind == TAUB_INITIAL_CODE && is_varied(config))
        taub_check_complain(self, "initial.kind", -1,
                            "initial data by code also give the medium: expected no pieces, no array and no inclusion");
    check_pieces(self);
    check_units(self);
    check_array(self);
    taub_check_bodies(self);
    check_axes(self);
    check_wave(self);
    taub_check_bloch(self);
    taub_check_poles(self);
    taub_check_radiation(self);
    taub_check_resolution(self);
}
