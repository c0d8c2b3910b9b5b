/* Ideal gas: p = (gamma - 1)(e - mass n), T = p/n, and the entropy density n ln(p/n^gamma)/(gamma - 1) up to a constant
 * per charge. Without charge there are no particles: T and the entropy are then 0, as in the kernels. */
#include <math.h>
#include <stdlib.h>

#include "eos/eos_kind.h"
#include "jit/bundle.h"

struct ideal_gas {
    double gamma, mass;
};

static const struct ideal_gas *gas_of(const struct taub_eos *self)
{
    return self->data;
}

static enum taub_status create(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error)
{
    if (!(config->gamma > 1 && config->gamma <= 2))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "eos.gamma: must be above 1 and at most 2 (sound slower than light), not %g.", config->gamma);
    if (!(config->mass >= 0) || isinf(config->mass))
        return taub_fail(error, TAUB_BAD_INPUT, "eos.mass: must not be negative, and is %g.", config->mass);
    struct ideal_gas *gas = malloc(sizeof *gas);
    if (!gas)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    gas->gamma = config->gamma;
    gas->mass = config->mass;
    self->data = gas;
    self->lowest = 0;
    self->highest = INFINITY;
    return TAUB_OK;
}

static void destroy(struct taub_eos *self)
{
    free(self->data);
}

static double pressure(const struct taub_eos *self, double e, double n)
{
    const struct ideal_gas *gas = gas_of(self);
    return (gas->gamma - 1) * (e - gas->mass * n);
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    const double p = pressure(self, e, n);
    return gas_of(self)->gamma * p / (e + p);
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    return n > 0 ? pressure(self, e, n) / n : 0;
}

static double entropy_density(const struct taub_eos *self, double e, double n)
{
    const double gamma = gas_of(self)->gamma, p = pressure(self, e, n);
    return n > 0 && p > 0 ? n * (log(p) - gamma * log(n)) / (gamma - 1) : 0;
}

static double energy_from_pressure(const struct taub_eos *self, double p, double n)
{
    const struct ideal_gas *gas = gas_of(self);
    return p / (gas->gamma - 1) + gas->mass * n;
}

static double energy_from_temperature(const struct taub_eos *self, double t, double n)
{
    return energy_from_pressure(self, n * t, n);
}

#define TAUB_EOS_GAMMA (gas_of(self)->gamma)
#define TAUB_EOS_MASS (gas_of(self)->mass)
#define R(x) (x)
#include "eos/gamma_law.h"
#define CONSTANT(name) \
    {                  \
#name, name    \
    }

static enum taub_status define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error)
{
    /* soft: see PRESSURE_STEPS in kernels/systems/srhd_gamma_law.h */
    const struct taub_constant constants[] = {CONSTANT(TAUB_EOS_MASSLESS), CONSTANT(TAUB_EOS_SOFT), {NULL, 0.0}};
    const struct taub_constant numbers[] = {CONSTANT(TAUB_EOS_GAMMA),
                                            CONSTANT(TAUB_EOS_PER_GAMMA),
                                            CONSTANT(TAUB_EOS_GAMMA_LESS_1),
                                            CONSTANT(TAUB_EOS_PER_GAMMA_LESS_1),
                                            CONSTANT(TAUB_EOS_PER_SIX_GAMMA_LESS_1),
                                            CONSTANT(TAUB_EOS_GAMMA_PER_GAMMA_LESS_1),
                                            CONSTANT(TAUB_EOS_MASS),
                                            {NULL, 0.0}};
    const enum taub_status status = taub_bundle_define_all(bundle, constants, error);
    return status == TAUB_OK ? taub_bundle_numbers(bundle, numbers, error) : status;
}

const struct taub_eos_methods taub_eos_ideal_gas = {
    .kind = TAUB_EOS_IDEAL_GAS,
    .name = "ideal-gas",
    TAUB_EOS_FUNCTIONS,
    .entropy_density = entropy_density,
    .kernel = "eos/ideal_gas.h",
    .define = define,
};
