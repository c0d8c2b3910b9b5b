/* Ideal magnetohydrodynamics (kernels/systems/mhd.h). */
#include <stdio.h>

#include "systems/physics.h"

#include "systems/mhd.h"

#include "systems/system.h"

static const struct taub_quantity_info quantities[] = {
    {"density", QUANTITY_DENSITY, 1, "1"},
    {"pressure", QUANTITY_PRESSURE, 1, "1"},
    {"velocity", QUANTITY_VELOCITY, 3, "1"},
    {"magnetic_field", QUANTITY_MAGNETIC_FIELD, 3, "1"},
    {"magnetic_flux", QUANTITY_MAGNETIC_FLUX, 3, "1"},
    {"magnetic_pressure", QUANTITY_MAGNETIC_PRESSURE, 1, "1"},
    {"temperature", QUANTITY_TEMPERATURE, 1, "1"},
    {"entropy", QUANTITY_ENTROPY, 1, "1"},
    {"mach_number", QUANTITY_MACH_NUMBER, 1, "1"},
    {"sound_speed_squared", QUANTITY_SOUND_SPEED_SQUARED, 1, "1"},
    {"momentum", QUANTITY_MOMENTUM, 3, "1"},
    {"conserved_energy", QUANTITY_CONSERVED_ENERGY, 1, "1"},
    TAUB_SCALAR_QUANTITIES,
    {NULL, 0, 0, NULL},
};

static const char *const default_fields[] = {"density", "velocity", "pressure", "magnetic_field", NULL};

static const struct taub_column totals[] = {
    {.name = "mass"},     {.name = "momentum_x"}, {.name = "momentum_y"}, {.name = "momentum_z"},
    {.name = "energy"},   {.name = "flux_x"},     {.name = "flux_y"},     {.name = "flux_z"},
    {.name = "scalar_1"}, {.name = "scalar_2"},   {.name = "scalar_3"},   {.name = "scalar_4"},
    {.name = "scalar_5"}, {.name = "scalar_6"},   {.name = "scalar_7"},   {.name = "scalar_8"},
};
static const struct taub_column further[] = {
    {.name = "kinetic_energy"}, {.name = "magnetic_energy"}, {.name = "density_max"},        {.name = "density_min"},
    {.name = "pressure_min"},   {.name = "speed_max"},       {.name = "magnetic_field_max"}, {.name = "divergence"}};

static const struct taub_error_field error_fields[] = {
    {"density", false}, {"velocity", false}, {"pressure", false}, {"magnetic_field", true}, {NULL, false}};

static const char *const names[] = {
    "density",  "velocity along x",       "velocity along y",       "velocity along z",
    "pressure", "magnetic field along x", "magnetic field along y", "magnetic field along z",
    NULL};

static void describe(const struct taub_config *config, const double *q, char *text, size_t size)
{
    snprintf(text, size, "%sdensity %g, velocity (%g, %g, %g), pressure %g, magnetic field (%g, %g, %g)",
             taub_system_gas_fault(config, q), q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]);
}

#define PHYSICS_HOLDS_VACUUM
#include "systems/physics_functions.h"

const struct taub_system taub_system_mhd = {
    .kind = TAUB_SYSTEM_MHD,
    .name = "mhd",
    .kernels = {"systems/mhd.h", "geometry/faces.h"},
    TAUB_GAS_MEMBERS,
    .derivatives = "systems/mhd_derivatives.h",
    .check = taub_check_mhd,
    .history = taub_system_field_history,
    .refined_by = {"density", "pressure"},
    .face_vectors = 1,
    .faces = SYSTEM_FIELD,
};
