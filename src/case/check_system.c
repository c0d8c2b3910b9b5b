/* Checks of what a system can be combined with. */
#include "case/check.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "case/nearest.h"
#include "systems/quantities.h"
#include "systems/system.h"

#define BIT(system) (1u << (system))
enum {
    SRHD = BIT(TAUB_SYSTEM_SRHD),
    EULER = BIT(TAUB_SYSTEM_EULER),
    VISCOUS = BIT(TAUB_SYSTEM_ISRAEL_STEWART),
    MHD = BIT(TAUB_SYSTEM_MHD),
    SRMHD = BIT(TAUB_SYSTEM_SRMHD),
    LIGHT = BIT(TAUB_SYSTEM_MAXWELL),
    FLUIDS = SRHD | VISCOUS,
};

/* Values beyond the end are supported by no system. */
static const unsigned solver_systems[] = {
    [TAUB_SOLVER_RUSANOV] = SRHD | EULER | VISCOUS | MHD | SRMHD,
    [TAUB_SOLVER_HLL] = SRHD | EULER | VISCOUS | MHD | SRMHD,
    [TAUB_SOLVER_HLLC] = SRHD | EULER | VISCOUS | MHD | SRMHD,
    [TAUB_SOLVER_HLLI] = EULER | MHD,
    [TAUB_SOLVER_HLLD] = MHD | SRMHD,
};

static unsigned systems_of_solver(int value)
{
    return value < (int)(sizeof solver_systems / sizeof *solver_systems) ? solver_systems[value] : 0;
}

static unsigned systems_of_source(int value)
{
    return value == TAUB_SOURCE_CODE ? ~0u : value == TAUB_SOURCE_DROPLETS ? FLUIDS : LIGHT;
}

/* ideal-gas: without a charge it has no temperature, and a dissipative fluid may lose its charge. */
static unsigned systems_of_eos(int value)
{
    return value == TAUB_EOS_IDEAL_GAS ? ~(unsigned)VISCOUS : ~(unsigned)(EULER | MHD | SRMHD);
}

/* extrapolated: separate extrapolation of energy and magnetic field could make the pressure negative. */
static unsigned systems_of_boundary(int value)
{
    switch (value) {
    case TAUB_EXTRAPOLATED:
        return ~(unsigned)(MHD | SRMHD | LIGHT);
    case TAUB_INFLOW:
    case TAUB_BOUNDARY_CODE:
        return ~(unsigned)LIGHT;
    case TAUB_NO_SLIP:
        return EULER;
    case TAUB_MAGNETIC_WALL:
    case TAUB_MATCHED_LAYER:
        return LIGHT;
    default:
        return ~0u;
    }
}

unsigned taub_check_systems_of(const char *path, int value)
{
    static const struct {
        const char *path;
        unsigned (*systems)(int value);
    } owners[] = {{"scheme.kind", taub_scheme_systems}, {"initial.kind", taub_problem_systems},
                  {"eos.kind", systems_of_eos},         {"scheme.riemann", systems_of_solver},
                  {"source.kind", systems_of_source},   {"mesh.boundary", systems_of_boundary}};
    for (size_t n = 0; n < sizeof owners / sizeof *owners; n++)
        if (strcmp(owners[n].path, path) == 0)
            return owners[n].systems(value);
    return ~0u;
}

/* Reports a word that the system does not support, lists those that it does, and returns false. */
static bool check_supported(struct taub_check *self, const char *path, int value)
{
    const enum taub_system_kind system = self->config->system;
    if (taub_check_systems_of(path, value) & BIT(system))
        return true;
    const struct taub_key *key = taub_schema_find(path);
    char known[512] = "";
    size_t length = 0;
    for (const struct taub_enum_name *word = key->enum_names; word->name; ++word)
        if (taub_check_systems_of(path, word->value) & BIT(system) && length < sizeof known)
            length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "", word->name);
    taub_check_complain(self, path, -1, "system %s goes with %s, not with %s", taub_system_find(system)->name, known,
                        taub_enum_name_by_value(key->enum_names, value)->name);
    return false;
}

struct taub_quantity_info taub_check_quantity(struct taub_check *self, const char *path, int element, const char *name)
{
    const struct taub_system *system = taub_system_find(self->config->system);
    const struct taub_quantity_info found = taub_quantity_of(self->config, name);
    struct taub_nearest nearest;
    if (found.name && taub_quantity_is_imaginary(&found) && !self->config->mesh.bloch_given) {
        taub_check_complain(self, path, element, "%s needs complex fields: expected mesh.bloch", name);
        return (struct taub_quantity_info){0};
    }
    if (found.name && found.id < QUANTITY_SCALAR + self->config->scalars)
        return found;
    taub_nearest_start(&nearest, name);
    for (const struct taub_quantity_info *info = system->quantities; info->name; info++)
        taub_nearest_offer(&nearest, info->name);
    taub_check_complain(self, path, element, "system %s has no quantity %s%s%s%s", system->name, name,
                        nearest.best ? "; did you mean " : "", nearest.best ? nearest.best : "",
                        nearest.best ? "?" : "");
    return (struct taub_quantity_info){0};
}

static void check_fields(struct taub_check *self)
{
    const struct taub_config_output *output = &self->config->output;
    for (int n = 0; output->fields && n < output->field_count; n++)
        taub_check_quantity(self, "output.fields", n, output->fields[n]);
}

/* On devices, nodes of the freeze-out surface's lattice are numbered by ints, and along an axis by floats, which
 * represent integers up to 2^24. */
static void check_surface(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_surface *surface = &config->output.surface;
    double nodes = 1;
    bool many = false;
    if (!surface->temperature_given && !surface->energy_density_given)
        return;
    for (int axis = 0; axis < 3; axis++) {
        const double nodes_along_axis = ceil((config->mesh.cells[axis] - 1.0) / surface->stride[axis]) + 1;
        nodes *= nodes_along_axis;
        many = many || nodes_along_axis > 16777216;
    }
    if (many || nodes > 2147483647)
        taub_check_complain(self, "output.surface.stride", -1,
                            "the lattice of the surface has %.3g nodes; expected at most 2^24 along an axis and 2^31 - "
                            "1 in total: use a larger stride",
                            nodes);
}

void taub_check_gas(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const char *name = taub_system_find(config->system)->name;
    if (config->mesh.coordinates == TAUB_MILNE)
        taub_check_complain(self, "mesh.coordinates", -1, "system %s needs cartesian coordinates", name);
    if (config->scheme.energy_floor > 0)
        taub_check_complain(self, "scheme.energy_floor", -1, "system %s has no energy floor", name);
}

void taub_check_mhd(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const int *cells = config->mesh.cells;
    const char *name = taub_system_find(config->system)->name;
    taub_check_gas(self);
    if (config->system == TAUB_SYSTEM_SRMHD && config->eos.mass != 1)
        taub_check_complain(self, "eos.mass", -1, "expected 1 with system srmhd, whose density is that of rest mass");
    if (cells[0] == 1 && cells[1] == 1 && cells[2] == 1)
        taub_check_complain(self, "mesh.cells", -1, "expected an axis with more than one cell with system %s", name);
    if (config->scheme.variables == TAUB_VARIABLES_CHARACTERISTIC && config->system == TAUB_SYSTEM_SRMHD)
        taub_check_complain(self, "scheme.variables", -1,
                            "system %s goes with conserved and primitive, not with characteristic", name);
}

/* Relativistic hydrodynamics with a Godunov scheme. */
void taub_check_srhd(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const char *kind = config->scheme.kind == TAUB_SCHEME_ADER_WENO ? "ader-weno" : "rk-weno";
    if (config->scheme.kind != TAUB_SCHEME_ADER_WENO && config->scheme.kind != TAUB_SCHEME_RK_WENO)
        return;
    if (config->mesh.coordinates == TAUB_MILNE && config->time.step > config->time.start)
        taub_check_complain(self, "time.step", -1, "expected at most time.start, %.10g, with %s in Milne coordinates",
                            config->time.start, kind);
    if (config->scheme.energy_floor > 0)
        taub_check_complain(self, "scheme.energy_floor", -1,
                            "%s has no energy floor; scheme.positivity keeps the energy density above zero", kind);
}

void taub_check_viscous(struct taub_check *self)
{
    if (self->config->scheme.reconstruct != TAUB_RECONSTRUCT_PRIMITIVE)
        taub_check_complain(
            self, "scheme.reconstruct", -1,
            "system israel-stewart goes with primitive, not with conserved: there is no recovery at faces");
}

void taub_check_system(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    check_supported(self, "scheme.kind", (int)config->scheme.kind);
    check_supported(self, "initial.kind", (int)config->initial.kind);
    if (check_supported(self, "source.kind", (int)config->source.kind) && config->source.kind == TAUB_SOURCE_DROPLETS &&
        config->scheme.kind != TAUB_SCHEME_KURGANOV_TADMOR)
        taub_check_complain(self, "source.kind", -1,
                            "droplets enter in the stages of scheme.kind: kurganov-tadmor; the other schemes have no "
                            "place for them");
    if (config->system != TAUB_SYSTEM_MAXWELL && config->sources.count > 0)
        taub_check_complain(self, "source", -1, "expected one map of keys: lists of sources are for system maxwell");
    if (config->system != TAUB_SYSTEM_MAXWELL) {
        check_supported(self, "eos.kind", (int)config->eos.kind);
        check_supported(self, "scheme.riemann", (int)config->scheme.riemann);
    }
    for (int face = 0; face < 6; face++)
        if (!check_supported(self, "mesh.boundary", (int)config->mesh.boundary[face / 2][face % 2]))
            break;
    taub_check_diagnostics(self);
    check_fields(self);
    check_surface(self);
    taub_check_probes(self);
    taub_check_fluxes(self);
    taub_check_views(self);
    if (taub_system_find(config->system)->check)
        taub_system_find(config->system)->check(self);
}
