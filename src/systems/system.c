/* Finds systems, and has what several of them need. */
#include "systems/system.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "systems/quantities.h"

const struct taub_counter taub_counters[TAUB_COUNTERS] = {{"recovery_failures", TAUB_COUNT_RECOVERY_FAILURES},
                                                          {"iterations_exceeded", TAUB_COUNT_ITERATIONS_EXCEEDED},
                                                          {"floored", TAUB_COUNT_FLOORED},
                                                          {"regulated", TAUB_COUNT_REGULATED},
                                                          {"first_order_cells", TAUB_COUNT_FIRST_ORDER_CELLS},
                                                          {"shock_cells", TAUB_COUNT_SHOCK_CELLS},
                                                          {"bounded_scalars", TAUB_COUNT_BOUNDED_SCALARS},
                                                          {"low_beta_cells", TAUB_COUNT_LOW_BETA_CELLS}};

const struct taub_system *taub_system_find(enum taub_system_kind kind)
{
    const struct taub_system *const *at = taub_systems;
    while (*at && (*at)->kind != kind)
        at++;
    return *at;
}

const struct taub_quantity_info *taub_system_quantity(const struct taub_system *system, const char *name)
{
    for (const struct taub_quantity_info *info = system->quantities; info->name; info++)
        if (strcmp(info->name, name) == 0)
            return info;
    return NULL;
}

_Static_assert((int)TAUB_MOST_DIAGNOSTICS == (int)QUANTITY_MOST_DIAGNOSTICS, "numbers of the diagnostics' quantities");

struct taub_quantity_info taub_quantity_of(const struct taub_config *config, const char *name)
{
    const struct taub_quantity_info *info = taub_system_quantity(taub_system_find(config->system), name);
    const struct taub_diagnostics *own = &config->diagnostics.quantities;
    for (int n = 0; !info && n < own->count; n++)
        if (strcmp(own->list[n].name, name) == 0)
            return (struct taub_quantity_info){own->list[n].name, QUANTITY_DIAGNOSTIC + n, 1, "1"};
    return info ? *info : (struct taub_quantity_info){0};
}

int taub_face_vectors(const struct taub_config *config)
{
    return config->mesh.coordinates == TAUB_CUBED_SPHERE ? 0 : taub_system_find(config->system)->face_vectors;
}

int taub_system_stored(const struct taub_config *config)
{
    return taub_system_find(config->system)->components(config) * (config->mesh.bloch_given ? 2 : 1);
}

bool taub_quantity_is_imaginary(const struct taub_quantity_info *info)
{
    static const char ending[] = "_imaginary";
    const size_t length = strlen(info->name), size = sizeof ending - 1;
    return length > size && strcmp(info->name + length - size, ending) == 0;
}

int taub_system_reductions(const struct taub_system *system, const struct taub_config *config)
{
    return system->components(config) + system->sums + system->extrema;
}

int taub_shell_columns(const struct taub_config *config, struct taub_column columns[TAUB_MOST_SHELL_COLUMNS])
{
    static const char *const names[] = {"mass_flux_inner",     "energy_flux_inner",    "torque_inner",
                                        "magnetic_flux_inner", "mass_flux_middle",     "energy_flux_middle",
                                        "torque_middle",       "magnetic_flux_middle", "mass_flux_outer",
                                        "energy_flux_outer",   "torque_outer",         "magnetic_flux_outer"};
    static const char *const of_charge[] = {"charge_flux_inner", "charge_flux_middle", "charge_flux_outer"};
    const struct taub_system *system = taub_system_find(config->system);
    int count = 0;
    for (int n = 0; n < TAUB_MOST_SHELL_COLUMNS && config->mesh.coordinates == TAUB_CUBED_SPHERE; n++)
        if (n % 4 < 3 || system->face_vectors > 0)
            columns[count++] =
                (struct taub_column){.name = n % 4 == 0 && !system->gas_law ? of_charge[n / 4] : names[n]};
    return count;
}

int taub_reductions_of(const struct taub_config *config)
{
    struct taub_column shells[TAUB_MOST_SHELL_COLUMNS];
    return taub_system_reductions(taub_system_find(config->system), config) + taub_shell_columns(config, shells) +
           config->diagnostics.quantities.count;
}

int taub_columns_of(const struct taub_config *config, struct taub_column columns[TAUB_MOST_COLUMNS])
{
    const struct taub_diagnostics *own = &config->diagnostics.quantities;
    int count = taub_system_find(config->system)->columns(config, columns);
    count += taub_shell_columns(config, columns + count);
    for (int n = 0; n < own->count; n++)
        if (own->list[n].column != TAUB_NO_COLUMN)
            columns[count++] = (struct taub_column){.name = own->list[n].name};
    return count;
}

void taub_history_of(const struct taub_config *config, double time, const double *reduced, double *values)
{
    const struct taub_system *system = taub_system_find(config->system);
    const struct taub_diagnostics *own = &config->diagnostics.quantities;
    struct taub_column columns[TAUB_MOST_COLUMNS];
    int count = system->columns(config, columns), at = taub_system_reductions(system, config);
    if (system->history)
        system->history(config, time, reduced, values);
    else
        memcpy(values, reduced, (size_t)count * sizeof *values);
    for (int n = taub_shell_columns(config, columns); n > 0; n--)
        values[count++] = reduced[at++];
    for (int n = 0; n < own->count; n++)
        if (own->list[n].column != TAUB_NO_COLUMN)
            values[count++] = reduced[at + n];
}

enum taub_status taub_system_check_energy(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                          double highest, const char *whose, struct taub_error *error)
{
    char what[4096];
    snprintf(what, sizeof what, "%s: the lowest energy density", whose);
    TRY(taub_eos_check_range(eos, lowest, what, error));
    snprintf(what, sizeof what, "%s: the highest energy density", whose);
    return taub_eos_check_range(eos, highest, what, error);
}

void taub_system_same_densities(const struct taub_config *config, const struct taub_eos *eos, const double *q,
                                double *u)
{
    memcpy(u, q, (size_t)taub_system_find(config->system)->components(config) * sizeof *u);
}

bool taub_system_same_state(const struct taub_config *config, const struct taub_eos *eos, const double *u, double *q)
{
    taub_system_same_densities(config, eos, u, q);
    return true;
}

void taub_system_field_history(const struct taub_config *config, double time, const double *reduced, double *values)
{
    const int count = taub_system_reductions(taub_system_find(config->system), config);
    memcpy(values, reduced, (size_t)count * sizeof *values);
    if (reduced[count - 2] > 0.0)
        values[count - 1] = reduced[count - 1] / reduced[count - 2];
}

bool taub_system_dimensionless(const struct taub_config *config)
{
    return false;
}

double taub_system_least_density(const struct taub_config *config)
{
    return config->device.precision == TAUB_DOUBLE ? DBL_MIN : FLT_MIN;
}

bool taub_system_gas_is_valid(const struct taub_config *config, const double *q)
{
    const double least = taub_system_least_density(config);
    return q[0] >= least && q[4] >= least;
}

const char *taub_system_gas_fault(const struct taub_config *config, const double *q)
{
    const double least = taub_system_least_density(config);
    if (q[0] >= least)
        return q[4] >= least ? ""
               : q[4] > 0.0  ? "expected a pressure above 0 that is a normal number, got "
                             : "expected a pressure above 0, got ";
    return q[0] > 0.0 ? "expected a density above 0 that is a normal number, got " : "expected a density above 0, got ";
}
