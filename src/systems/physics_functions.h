/* Functions of struct taub_system from the kernel files of a system. Include it after these (systems/physics.h) and
 * after `quantities` of the system and, where it has no passive scalars, `components`; where it has, after `totals` and
 * `further`, the columns of the history for sums of components and for other reductions. Arrays have the components of
 * the case; kernel text gets copies with all scalars. */
#ifndef TAUB_SYSTEMS_PHYSICS_FUNCTIONS_H
#define TAUB_SYSTEMS_PHYSICS_FUNCTIONS_H

#include <stdbool.h>
#include <string.h>

#include "systems/system.h"

#if defined(GAS_COMPONENTS)
static int components(const struct taub_config *config)
{
    return GAS_COMPONENTS + config->scalars;
}

static int columns(const struct taub_config *config, struct taub_column out[TAUB_MOST_COLUMNS])
{
    const int sums = components(config);
    _Static_assert(sizeof further / sizeof *further == SYSTEM_SUMS + SYSTEM_EXTREMA, "a column for each reduction");
    memcpy(out, totals, (size_t)sums * sizeof *out);
    memcpy(out + sums, further, sizeof further);
    return sums + SYSTEM_SUMS + SYSTEM_EXTREMA;
}

/* Members of systems with density and pressure first and fifth. */
#define TAUB_GAS_MEMBERS                                                                 \
    .gas_law = true, .totals = components, .heavy_ion_units = taub_system_dimensionless, \
    .valid = taub_system_gas_is_valid, TAUB_PHYSICS_MEMBERS
#endif

#define TAUB_PHYSICS_MEMBERS                                                                                          \
    .components = components, .columns = columns, .sums = SYSTEM_SUMS, .extrema = SYSTEM_EXTREMA,                     \
    .quantities = quantities, .default_fields = default_fields, .error_fields = error_fields, .conserved = conserved, \
    .primitive = primitive, .comparable = comparable, .speeds = speeds, .quantity = quantity, .describe = describe,   \
    .names = names, .positive = primitive_is_positive

static void widen(const struct taub_config *config, const double *from, double to[SYSTEM_COMPONENTS])
{
    memset(to, 0, SYSTEM_COMPONENTS * sizeof *to);
    memcpy(to, from, (size_t)components(config) * sizeof *to);
}

static void conserved(const struct taub_config *config, const struct taub_eos *eos, const double *q, double *u)
{
    double from[SYSTEM_COMPONENTS], to[SYSTEM_COMPONENTS];
    widen(config, q, from);
    conserved_of_primitive(physics_of(config, eos), from, to);
    memcpy(u, to, (size_t)components(config) * sizeof *u);
}

/* If the recovery is an explicit formula, its result is taken even if the pressure is only a rounding error; and exact
 * solutions may contain a vacuum, which is at rest. */
static bool primitive(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q)
{
    double from[SYSTEM_COMPONENTS], to[SYSTEM_COMPONENTS] = {0.0};
    widen(config, u, from);
    const struct eos physics = physics_of(config, eos);
#if defined(PHYSICS_HOLDS_VACUUM)
    const bool known = from[0] >= 0.0;
    if (from[0] > 0.0)
        recover_primitive(physics, from, from[0], from[4], to);
#else
    const bool known =
        conserved_admissible(from) && recover_primitive(physics, from, from[0], from[4], to) == RECOVERY_GOOD;
#endif
    memcpy(q, to, (size_t)components(config) * sizeof *q);
    return known;
}

static double comparable(const double *largest, int component)
{
    return comparable_square(largest, component);
}

static void speeds(const struct taub_config *config, const struct taub_eos *eos, const double *q, double speeds[3])
{
    double from[SYSTEM_COMPONENTS];
    widen(config, q, from);
    system_speeds(physics_of(config, eos), from, speeds);
}

static double quantity(const struct taub_config *config, const struct taub_eos *eos, const double *q, const char *name,
                       int component)
{
    double from[SYSTEM_COMPONENTS], out[3];
    const struct taub_quantity_info *info = quantities;
    while (strcmp(info->name, name) != 0)
        info++;
    widen(config, q, from);
    system_quantity(physics_of(config, eos), from, info->id, out);
    return out[component];
}

#endif
