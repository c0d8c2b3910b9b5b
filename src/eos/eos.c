#include "eos/eos.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eos/eos_kind.h"
#include "jit/bundle.h"

enum taub_status taub_eos_create(const struct taub_config_eos *config, struct taub_eos **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_eos *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    const struct taub_eos_methods *const *kind = taub_eos_kinds;
    while (*kind && (*kind)->kind != config->kind)
        kind++;
    self->methods = *kind;
    if (!self->methods) {
        free(self);
        return taub_fail(error, TAUB_BAD_INPUT, "eos.kind: there is no equation of state number %d.",
                         (int)config->kind);
    }
    enum taub_status status = TAUB_OK;
    if ((config->kind == TAUB_EOS_TABLE || config->kind == TAUB_EOS_TABLE_2D) && config->file &&
        !(self->file = strdup(config->file)))
        status = taub_fail(error, TAUB_FAILED, "Out of memory.");
    if (status == TAUB_OK)
        status = self->methods->create(self, config, error);
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
    if (self->methods->destroy)
        self->methods->destroy(self);
    else
        free(self->data);
    free(self->table_values);
    free(self->file);
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

double taub_eos_chemical_potential(const struct taub_eos *self, double energy_density, double charge_density)
{
    return self->methods->chemical_potential ? self->methods->chemical_potential(self, energy_density, charge_density)
                                             : 0;
}

double taub_eos_charge_limit(const struct taub_eos *self, double energy_density)
{
    return self->methods->charge_limit ? self->methods->charge_limit(self, energy_density) : INFINITY;
}

/* Solves f(e) = value for an f that increases with e, by bisection in ln e; also beyond the range, so that callers
 * notice. */
static double inverse(const struct taub_eos *self, double (*f)(const struct taub_eos *, double, double), double value,
                      double n)
{
    double low = log(1e-200), high = log(1e200);
    for (int i = 0; i < 200 && high - low > 1e-16 * (1 + fabs(low)); i++) {
        const double middle = low + (high - low) / 2;
        if (f(self, exp(middle), n) <= value)
            low = middle;
        else
            high = middle;
    }
    return exp(low + (high - low) / 2);
}

double taub_eos_energy_from_pressure(const struct taub_eos *self, double pressure, double charge_density)
{
    if (!self->methods->energy_from_pressure)
        return inverse(self, self->methods->pressure, pressure, charge_density);
    return self->methods->energy_from_pressure(self, pressure, charge_density);
}

double taub_eos_energy_from_temperature(const struct taub_eos *self, double temperature, double charge_density)
{
    if (!self->methods->energy_from_temperature)
        return inverse(self, self->methods->temperature, temperature, charge_density);
    return self->methods->energy_from_temperature(self, temperature, charge_density);
}

/* Newton's iteration: ds/de = 1/T, and s(e) is concave, so that it comes up to the root from below. */
double taub_eos_energy_from_entropy(const struct taub_eos *self, double entropy_density)
{
    double e = 1, change = 1;
    if (!(entropy_density > 0))
        return 0;
    for (int i = 0; i < 200 && fabs(change) > 1e-15 * e; i++) {
        const double missing = entropy_density - taub_eos_entropy_density(self, e, 0);
        const double next = fmax(0.1 * e, e + missing * taub_eos_temperature(self, e, 0));
        change = next - e;
        e = next;
    }
    return e;
}

void taub_eos_range(const struct taub_eos *self, double *lowest, double *highest)
{
    *lowest = self->lowest;
    *highest = self->highest;
}

const char *taub_eos_name(const struct taub_eos *self)
{
    return self->file ? self->file : self->methods->name;
}

const char *taub_eos_note(const struct taub_eos *self)
{
    return self->note;
}

static bool is_in_range(const struct taub_eos *self, double energy_density)
{
    return energy_density >= self->lowest && energy_density <= self->highest && isfinite(energy_density);
}

enum taub_status taub_eos_check_range(const struct taub_eos *self, double energy_density, const char *what,
                                      struct taub_error *error)
{
    if (is_in_range(self, energy_density))
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT, "%s is %.10g; the equation of state %s goes from %.10g to %.10g.", what,
                     energy_density, taub_eos_name(self), self->lowest, self->highest);
}

enum taub_status taub_eos_check_range_at(const struct taub_eos *self, double energy_density, const char *where,
                                         const double x[3], struct taub_error *error)
{
    char what[4200];
    /* called for every cell: formatting numbers would cost more than computing them */
    if (is_in_range(self, energy_density))
        return TAUB_OK;
    snprintf(what, sizeof what, "%s: the energy density at (%g, %g, %g)", where, x[0], x[1], x[2]);
    return taub_eos_check_range(self, energy_density, what, error);
}

const struct taub_eos_table *taub_eos_device_table(const struct taub_eos *self)
{
    return self->has_table ? &self->table : NULL;
}

struct taub_eos_numbers taub_eos_device_numbers(const struct taub_eos *self)
{
    if (self->has_table)
        return (struct taub_eos_numbers){self->table.count, self->table.values};
    return self->numbers;
}

enum taub_status taub_eos_define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (self->has_table) {
        status = taub_bundle_define(bundle, error, "TAUB_EOS_TABLE_BITS", "%d", self->table.bits);
        if (status == TAUB_OK)
            status = taub_bundle_define(bundle, error, "TAUB_EOS_TABLE_FIRST", "(%d)", self->table.first_octave);
        if (status == TAUB_OK)
            status = taub_bundle_define(bundle, error, "TAUB_EOS_TABLE_OCTAVES", "%d", self->table.octaves);
    }
    return status == TAUB_OK && self->methods->define ? self->methods->define(self, bundle, error) : status;
}

const char *taub_eos_kernel(const struct taub_eos *self)
{
    return self->methods->kernel;
}
