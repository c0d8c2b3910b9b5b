/* Checks of Bloch-periodic boundaries. */
#include "case/check.h"
#include "systems/medium.h"
#include "systems/radiation.h"
#include "systems/system.h"

static const char key[] = "mesh.bloch";

/* Whether fields change their phase across the periodic boundary of an axis. */
static bool has_phase(const struct taub_config *config, int axis)
{
    return config->mesh.bloch_given && config->mesh.bloch[axis] != 0;
}

static void check_axes(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    for (int a = 0; a < 3; a++) {
        if (!has_phase(self->config, a))
            continue;
        if (mesh->cells[a] == 1)
            taub_check_complain(self, key, a, "expected 0 along %c, where the mesh has one cell and fields are uniform",
                                'x' + a);
        else if (mesh->boundary[a][0] != TAUB_PERIODIC)
            taub_check_complain(self, key, a,
                                "expected periodic boundaries along %c in mesh.boundary: the phase is that between "
                                "both sides of the mesh",
                                'x' + a);
    }
}

static void check_initial(struct taub_check *self)
{
    const struct taub_config_initial *initial = &self->config->initial;
    for (int a = 0; a < 3; a++)
        if (initial->kind == TAUB_INITIAL_PULSE && a != (int)initial->axis && has_phase(self->config, a))
            taub_check_complain(self, "initial.kind", -1,
                                "a pulse is uniform across its axis: expected mesh.bloch to be 0 along %c", 'x' + a);
}

/* Currents are real, so that they must vanish at boundaries with a phase; only a sheet takes the phase along its axes.
 * Finite differences reach one cell beyond the currents. */
static void check_source(struct taub_check *self, const struct taub_config_source *source, int n)
{
    const struct taub_config *config = self->config;
    double lower[3], upper[3];
    char path[64];
    taub_radiation_box(config, source, lower, upper);
    for (int a = 0; a < 3; a++) {
        const struct taub_config_mesh *mesh = &config->mesh;
        const double reach = 2 * (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
        const bool along = source->kind == TAUB_SOURCE_SHEET && a != (int)source->axis;
        if (has_phase(config, a) && !along &&
            (source->kind == TAUB_SOURCE_CODE || lower[a] - reach < mesh->lower[a] ||
             upper[a] + reach > mesh->upper[a])) {
            taub_check_complain(
                self, taub_radiation_path(config, n, "kind", path), -1,
                "these currents have no Bloch phase: with mesh.bloch along %c expected a dipole, a sheet or the box of "
                "a plane wave at least %.6g away from both sides of the mesh along this axis, or a sheet along it",
                'x' + a, reach);
            return;
        }
    }
}

void taub_check_bloch(struct taub_check *self)
{
    if (!self->config->mesh.bloch_given)
        return;
    check_axes(self);
    check_initial(self);
    const struct taub_config_source *source;
    for (int n = 0; (source = taub_medium_source(self->config, n)); n++)
        check_source(self, source, n);
    if (self->config->output.fluxes.planes.count > 0)
        taub_check_complain(self, "output.fluxes", -1,
                            "fluxes are not available with mesh.bloch, since they are transforms of real fields; "
                            "probes have both parts of fields, and energy_flux includes both");
}
