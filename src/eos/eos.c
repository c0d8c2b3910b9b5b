#include "eos/eos.h"

#include <math.h>
#include <stdlib.h>

#include "eos/eos_kind.h"

static const struct taub_eos_methods *const kinds[] = {
    &taub_eos_ideal_gas, &taub_eos_conformal, &taub_eos_lattice_wb, &taub_eos_tabulated, &taub_eos_code,
};

enum taub_status taub_eos_create(const struct taub_config_eos *config, struct taub_eos **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_eos *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i]->kind == config->kind)
            self->methods = kinds[i];
    if (!self->methods) {
        free(self);
        return taub_fail(error, TAUB_BAD_INPUT, "eos.kind: there is no equation of state number %d.",
                         (int)config->kind);
    }
    const enum taub_status status = self->methods->create(self, config, error);
    if (status != TAUB_OK) {
        taub_eos_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_eos_destroy(struct taub_eos *self)
{
    if (!self)
        return;
    self->methods->destroy(self);
    free(self->table_values);
    free(self);
}

double taub_eos_pressure(const struct taub_eos *self, double energy_density, double charge_density)
{
    return self->methods->pressure(self, energy_density, charge_density);
}

double taub_eos_sound_speed_squared(const struct taub_eos *self, double energy_density, double charge_density)
{
    return self->methods->sound_speed_squared(self, energy_density, charge_density);
}

double taub_eos_temperature(const struct taub_eos *self, double energy_density, double charge_density)
{
    return self->methods->temperature(self, energy_density, charge_density);
}

double taub_eos_entropy_density(const struct taub_eos *self, double energy_density, double charge_density)
{
    if (self->methods->entropy_density)
        return self->methods->entropy_density(self, energy_density, charge_density);
    return (energy_density + taub_eos_pressure(self, energy_density, charge_density)) /
           taub_eos_temperature(self, energy_density, charge_density);
}

double taub_eos_energy_from_pressure(const struct taub_eos *self, double pressure, double charge_density)
{
    return self->methods->energy_from_pressure(self, pressure, charge_density);
}

double taub_eos_energy_from_temperature(const struct taub_eos *self, double temperature, double charge_density)
{
    return self->methods->energy_from_temperature(self, temperature, charge_density);
}

void taub_eos_range(const struct taub_eos *self, double *lowest, double *highest)
{
    *lowest = self->lowest;
    *highest = self->highest;
}

const struct taub_eos_table *taub_eos_device_table(const struct taub_eos *self)
{
    return self->has_table ? &self->table : NULL;
}
