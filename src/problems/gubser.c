/* Ideal Gubser flow (kernels/problems/gubser.h). */
#include "problems/compiled.h"

#include "problems/gubser.h"

#include "problems/compiled_functions.h"

static bool is_formula(const struct taub_config *config)
{
    return config->eos.kind == TAUB_EOS_CONFORMAL;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct problem *gubser = self->data;
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
    gubser->energy = taub_eos_energy_from_temperature(self->eos, gubser->temperature, 0);
    self->has_exact = is_formula(config);
    if (!self->has_exact)
        taub_exact_never(self, "it is that of a conformal fluid, eos.kind: conformal");
    taub_exact_radial(self, config);
    return TAUB_OK;
}

/* Of other fluids, which start from the same temperatures. */
static enum taub_status completed_state(const struct taub_problem *self, const double x[3], double t, double out[5],
                                        struct taub_error *error)
{
    const struct problem *gubser = self->data;
    double q[TAUB_MOST_COMPONENTS] = {0};
    const double temperature = gubser->temperature * gubser_flow(gubser, x, t, q);
    const double energy = taub_eos_energy_from_temperature(self->eos, temperature, 0);
    const enum taub_status status = taub_problem_rest_state(self, energy, x, "initial.temperature", out, error);
    for (int c = 1; c < 5; c++)
        out[c] = q[c];
    return status;
}

void taub_problem_check_gubser(struct taub_check *self)
{
    taub_problem_check_milne(self, "gubser");
    if (self->config->eos.kind != TAUB_EOS_CONFORMAL)
        taub_check_complain(self, "initial.kind", -1, "gubser needs eos.kind: conformal");
}

const struct taub_problem_methods taub_problem_gubser = {.kind = TAUB_INITIAL_GUBSER,
                                                         .systems = 1u << TAUB_SYSTEM_SRHD,
                                                         .check = taub_problem_check_gubser,
                                                         .create = create,
                                                         FORMULA("gubser.h"),
                                                         .is_formula = is_formula,
                                                         .state = completed_state};
