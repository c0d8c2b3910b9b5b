/* The table of systems. */
#include "systems/system.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "core/try.h"

static const struct taub_system *const systems[] = {
    &taub_system_srhd, &taub_system_euler,   &taub_system_israel_stewart,
    &taub_system_mhd,  &taub_system_maxwell, &taub_system_srmhd,
};

const struct taub_system *taub_system_find(enum taub_system_kind kind)
{
    for (size_t n = 0; n < sizeof systems / sizeof *systems; n++)
        if (systems[n]->kind == kind)
            return systems[n];
    return NULL;
}

const struct taub_quantity_info *taub_system_quantity(const struct taub_system *system, const char *name)
{
    for (const struct taub_quantity_info *info = system->quantities; info->name; info++)
        if (strcmp(info->name, name) == 0)
            return info;
    return NULL;
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

enum taub_status taub_system_check_energy(const struct taub_config *config, const struct taub_eos *eos, double lowest,
                                          double highest, const char *whose, struct taub_error *error)
{
    char what[4096];
    (void)config;
    snprintf(what, sizeof what, "%s: the lowest energy density", whose);
    TRY(taub_eos_check_range(eos, lowest, what, error));
    snprintf(what, sizeof what, "%s: the highest energy density", whose);
    return taub_eos_check_range(eos, highest, what, error);
}

void taub_system_same_densities(const struct taub_config *config, const struct taub_eos *eos, const double *q,
                                double *u)
{
    (void)eos;
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
    (void)time;
    memcpy(values, reduced, (size_t)count * sizeof *values);
    if (reduced[count - 2] > 0.0)
        values[count - 1] = reduced[count - 1] / reduced[count - 2];
}

bool taub_system_dimensionless(const struct taub_config *config)
{
    (void)config;
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
