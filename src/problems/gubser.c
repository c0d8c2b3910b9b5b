/* Ideal Gubser flow: a conformal fluid that expands along the beam and, with azimuthal symmetry, in the transverse
 * plane. S. S. Gubser, Phys. Rev. D 82 (2010) 085027, eqs. (22) to (24). With
 *   d = 1 + 2 q^2 (tau^2 + r^2) + q^4 (tau^2 - r^2)^2:
 *   T = C/tau (2 q tau)^(2/3) d^(-1/3),  u^r = 2 q^2 tau r/sqrt d,
 * C from T(tau = 1/q, r = 0) = initial.temperature. Charge is advected like entropy, so n is proportional to T^3. */
#include <math.h>
#include <stdlib.h>

#include "problems/problem_kind.h"

struct gubser {
    double q, temperature, charge;
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct gubser *gubser = calloc(1, sizeof *gubser);
    if (!gubser)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = gubser;
    gubser->q = config->initial.q;
    gubser->temperature = config->initial.temperature;
    gubser->charge = config->initial.charge_density;
    if (config->mesh.coordinates != TAUB_MILNE)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.kind: gubser needs mesh.coordinates: milne.");
    if (!(gubser->q > 0) || isinf(gubser->q))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.q: must be positive, and is %g.", gubser->q);
    if (!(gubser->temperature > 0) || isinf(gubser->temperature))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.temperature: must be positive, and is %g.",
                         gubser->temperature);
    if (!(config->time.start > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "time.start: must be positive in Milne coordinates, and is %g.",
                         config->time.start);
    if (config->eos.kind == TAUB_EOS_CODE || config->eos.kind == TAUB_EOS_IDEAL_GAS)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.kind: gubser needs a temperature, which this equation of state does not have without "
                         "charge; eos.kind: conformal has the exact solution.");
    self->has_exact = config->eos.kind == TAUB_EOS_CONFORMAL;
    if (!self->has_exact)
        taub_exact_never(self, "it is that of a conformal fluid, eos.kind: conformal");
    taub_exact_radial(self, config);
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct gubser *gubser = self->data;
    const double q = gubser->q, radius = hypot(x[0], x[1]);
    const double difference = (t - radius) * (t + radius);
    const double d = 1 + 2 * q * q * (t * t + radius * radius) + q * q * q * q * difference * difference;
    const double temperature = gubser->temperature / (q * t) * cbrt(q * q * t * t * 4 / d);
    const double energy = taub_eos_energy_from_temperature(self->eos, temperature, 0);
    const enum taub_status status = taub_problem_rest_state(self, energy, x, "initial.temperature", out, error);
    if (status != TAUB_OK)
        return status;
    out[1] = 2 * q * q * t * x[0] / sqrt(d);
    out[2] = 2 * q * q * t * x[1] / sqrt(d);
    const double ratio = temperature / gubser->temperature;
    out[4] = gubser->charge * (ratio * ratio * ratio);
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_gubser = {.kind = TAUB_INITIAL_GUBSER,
                                                         .systems = 1u << TAUB_SYSTEM_SRHD,
                                                         .name = "gubser",
                                                         .create = create,
                                                         .destroy = destroy,
                                                         .state = state};
