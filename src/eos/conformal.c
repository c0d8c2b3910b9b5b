/* Massless quarks and gluons: e = 3p, p = g pi^2/90 T^4/(hbar c)^3, g = 2 (N_c^2 - 1) + 7/2 N_c N_f. */
#include <math.h>
#include <stdlib.h>

#include "eos/eos_kind.h"
#include "jit/bundle.h"

static const double pi = 3.14159265358979323846;

/* e = *coefficient T^4 */
static double coefficient(const struct taub_eos *self)
{
    return *(const double *)self->data;
}

static enum taub_status create(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error)
{
    if (config->colours < 1)
        return taub_fail(error, TAUB_BAD_INPUT, "eos.colours: must be at least 1, not %d.", config->colours);
    if (!(config->flavours >= 0) || isinf(config->flavours))
        return taub_fail(error, TAUB_BAD_INPUT, "eos.flavours: must not be negative, and is %g.", config->flavours);
    double *data = malloc(sizeof *data);
    if (!data)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    const double colours = config->colours;
    const double degrees = 2 * (colours * colours - 1) + 3.5 * colours * config->flavours;
    *data = 3 * degrees * pi * pi / 90 / (TAUB_HBARC * TAUB_HBARC * TAUB_HBARC);
    self->data = data;
    self->lowest = 0;
    self->highest = INFINITY;
    if (!(degrees > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "eos.colours: one colour without flavours has no degrees of freedom.");
    return TAUB_OK;
}

static void destroy(struct taub_eos *self)
{
    free(self->data);
}

static double pressure(const struct taub_eos *self, double e, double n)
{
    (void)self, (void)n;
    return e / 3;
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    (void)self, (void)e, (void)n;
    return 1.0 / 3;
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    return sqrt(sqrt(e / coefficient(self)));
}

static double energy_from_pressure(const struct taub_eos *self, double p, double n)
{
    (void)self, (void)n;
    return 3 * p;
}

static double energy_from_temperature(const struct taub_eos *self, double t, double n)
{
    return coefficient(self) * t * t * t * t;
}

static enum taub_status define(const struct taub_eos *self, struct taub_bundle *bundle, struct taub_error *error)
{
    return taub_bundle_number(bundle, "TAUB_EOS_TEMPERATURE_FACTOR", temperature(self, 1, 0), error);
}

const struct taub_eos_methods taub_eos_conformal = {
    .kind = TAUB_EOS_CONFORMAL,
    .name = "conformal",
    TAUB_EOS_FUNCTIONS,
    .kernel = "eos/conformal.h",
    .define = define,
};
