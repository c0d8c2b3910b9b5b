/* Ideal relativistic hydrodynamics (kernels/systems/srhd.h). */
#include <stdio.h>
#include <string.h>

#include "systems/physics.h"

#include "systems/srhd.h"

#include "systems/srhd_recovery.h"

#include "systems/system.h"

static int components(const struct taub_config *config)
{
    return SYSTEM_COMPONENTS;
}

static bool heavy_ion_units(const struct taub_config *config)
{
    return config->mesh.coordinates == TAUB_MILNE || config->eos.kind != TAUB_EOS_IDEAL_GAS;
}

static const struct taub_quantity_info quantities[] = {
    {"energy_density", QUANTITY_ENERGY_DENSITY, 1, "GeV/fm^3"},
    {"pressure", QUANTITY_PRESSURE, 1, "GeV/fm^3"},
    {"temperature", QUANTITY_TEMPERATURE, 1, "GeV"},
    {"velocity", QUANTITY_VELOCITY, 3, "1"},
    {"four_velocity", QUANTITY_FOUR_VELOCITY, 3, "1"},
    {"charge_density", QUANTITY_CHARGE_DENSITY, 1, "1/fm^3"},
    {"lorentz_factor", QUANTITY_LORENTZ_FACTOR, 1, "1"},
    {"entropy_density", QUANTITY_ENTROPY_DENSITY, 1, "1/fm^3"},
    {"sound_speed_squared", QUANTITY_SOUND_SPEED_SQUARED, 1, "1"},
    {"momentum", QUANTITY_MOMENTUM, 3, "GeV/fm^3"},
    {"conserved_energy", QUANTITY_CONSERVED_ENERGY, 1, "GeV/fm^3"},
    {"conserved_charge", QUANTITY_CONSERVED_CHARGE, 1, "1/fm^3"},
    {"chemical_potential", QUANTITY_CHEMICAL_POTENTIAL, 1, "GeV"},
    {NULL, 0, 0, NULL},
};

static const char *const default_fields[] = {"energy_density", "velocity", NULL};

static const struct taub_column all_columns[] = {
    {.name = "energy", .unit = "GeV"},
    {.name = "momentum_x", .unit = "GeV"},
    {.name = "momentum_y", .unit = "GeV"},
    {.name = "momentum_z", .unit = "GeV"},
    {.name = "charge"},
    {.name = "energy_density_max", .unit = "GeV/fm^3", .role = TAUB_COLUMN_ENERGY_DENSITY_MAX},
    {.name = "energy_density_min", .unit = "GeV/fm^3"},
    {.name = "lorentz_factor_max"},
};

static int columns(const struct taub_config *config, struct taub_column out[TAUB_MOST_COLUMNS])
{
    memcpy(out, all_columns, sizeof all_columns);
    return (int)(sizeof all_columns / sizeof *all_columns);
}

static const struct taub_error_field error_fields[] = {{"energy_density", false}, {"pressure", false},
                                                       {"temperature", false},    {"velocity", false},
                                                       {"charge_density", true},  {NULL, false}};

static bool valid(const struct taub_config *config, const double *q)
{
    const double least = taub_system_least_density(config);
    const bool ideal = config->eos.kind == TAUB_EOS_IDEAL_GAS;
    const bool has_temperature = !ideal || q[4] == 0.0 || q[4] >= least;
    return q[0] >= least && has_temperature && !(ideal && !(q[0] > config->eos.mass * q[4]));
}

static const char *const names[] = {"energy density",        "four-velocity along x",
                                    "four-velocity along y", "four-velocity along the third axis",
                                    "charge density",        NULL};

static void describe(const struct taub_config *config, const double *q, char *text, size_t size)
{
    snprintf(
        text, size, "%senergy density %g, four-velocity (%g, %g, %g), charge density %g",
        !(q[0] >= taub_system_least_density(config))
            ? "expected an energy density above 0 that is a normal number, got "
        : !valid(config, q)
            ? "expected a pressure above 0, an energy density above mass times charge density, which is 0 or a normal "
              "number, got "
            : "",
        q[0], q[1], q[2], q[3], q[4]);
}

#include "systems/physics_functions.h"

const struct taub_system taub_system_srhd = {
    .kind = TAUB_SYSTEM_SRHD,
    .name = "srhd",
    .kernels = {"systems/srhd.h", "systems/srhd_recovery.h"},
    TAUB_PHYSICS_MEMBERS,
    .derivatives = "systems/srhd_derivatives.h",
    .totals = components,
    .heavy_ion_units = heavy_ion_units,
    .check = taub_check_srhd,
    .refined_by = {"energy_density", "charge_density"},
    .valid = valid,
    .check_start = taub_system_check_energy,
};
