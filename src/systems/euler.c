/* Gas dynamics (kernels/systems/euler.h). */
#include <stdio.h>

#include "systems/physics.h"

#include "systems/euler.h"

#include "systems/system.h"

static const struct taub_quantity_info quantities[] = {
    {"density", QUANTITY_DENSITY, 1, "1"},
    {"pressure", QUANTITY_PRESSURE, 1, "1"},
    {"velocity", QUANTITY_VELOCITY, 3, "1"},
    {"temperature", QUANTITY_TEMPERATURE, 1, "1"},
    {"entropy", QUANTITY_ENTROPY, 1, "1"},
    {"mach_number", QUANTITY_MACH_NUMBER, 1, "1"},
    {"sound_speed_squared", QUANTITY_SOUND_SPEED_SQUARED, 1, "1"},
    {"momentum", QUANTITY_MOMENTUM, 3, "1"},
    {"conserved_energy", QUANTITY_CONSERVED_ENERGY, 1, "1"},
    TAUB_SCALAR_QUANTITIES,
    {NULL, 0, 0, NULL},
};

static const char *const default_fields[] = {"density", "velocity", "pressure", NULL};

static const struct taub_column totals[] = {
    {.name = "mass"},     {.name = "momentum_x"}, {.name = "momentum_y"}, {.name = "momentum_z"}, {.name = "energy"},
    {.name = "scalar_1"}, {.name = "scalar_2"},   {.name = "scalar_3"},   {.name = "scalar_4"},   {.name = "scalar_5"},
    {.name = "scalar_6"}, {.name = "scalar_7"},   {.name = "scalar_8"},
};
static const struct taub_column further[] = {
    {.name = "density_max"}, {.name = "density_min"}, {.name = "pressure_min"}, {.name = "speed_max"}};

static const struct taub_error_field error_fields[] = {
    {"density", false}, {"velocity", false}, {"pressure", false}, {NULL, false}};

static const char *const names[] = {"density",          "velocity along x", "velocity along y",
                                    "velocity along z", "pressure",         NULL};

static void describe(const struct taub_config *config, const double *q, char *text, size_t size)
{
    snprintf(text, size, "%sdensity %g, velocity (%g, %g, %g), pressure %g", taub_system_gas_fault(config, q), q[0],
             q[1], q[2], q[3], q[4]);
}

#define PHYSICS_HOLDS_VACUUM
#include "systems/physics_functions.h"

const struct taub_system taub_system_euler = {
    .kind = TAUB_SYSTEM_EULER,
    .name = "euler",
    .kernels = {"systems/euler.h"},
    TAUB_GAS_MEMBERS,
    .derivatives = "systems/euler_derivatives.h",
    .check = taub_check_gas,
    .refined_by = {"density", "pressure"},
};
