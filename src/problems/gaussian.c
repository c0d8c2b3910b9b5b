/* background + (peak - background) exp(-sum ((x - center)/width)^2/2), for each quantity separately. */
#include <math.h>
#include <stdlib.h>

#include "problems/problem_kind.h"

struct gaussian {
    struct taub_state background, peak;
    double center[3], width[3];
};

/* Completes a quantity that is given for one of background and peak only: given in the background it is uniform, given
 * in the peak its background is 0. */
static void share_names(struct taub_state *to, const struct taub_state *from)
{
    const unsigned missing = from->given & ~to->given;
    if (missing & TAUB_GIVEN_ENERGY_DENSITY)
        to->energy_density = from->energy_density;
    if (missing & TAUB_GIVEN_CHARGE_DENSITY)
        to->charge_density = from->charge_density;
    if (missing & TAUB_GIVEN_PRESSURE)
        to->pressure = from->pressure;
    if (missing & TAUB_GIVEN_TEMPERATURE)
        to->temperature = from->temperature;
    for (int i = 0; i < 3; i++) {
        if (missing & TAUB_GIVEN_VELOCITY)
            to->velocity[i] = from->velocity[i];
        if (missing & TAUB_GIVEN_FOUR_VELOCITY)
            to->four_velocity[i] = from->four_velocity[i];
    }
    to->given |= missing;
}

static double between(double background, double peak, double weight)
{
    return background * (1 - weight) + peak * weight;
}

static struct taub_state mixed(const struct gaussian *gaussian, double weight)
{
    const struct taub_state *a = &gaussian->background, *b = &gaussian->peak;
    struct taub_state state = {.given = a->given};
    state.energy_density = between(a->energy_density, b->energy_density, weight);
    state.charge_density = between(a->charge_density, b->charge_density, weight);
    state.pressure = between(a->pressure, b->pressure, weight);
    state.temperature = between(a->temperature, b->temperature, weight);
    for (int i = 0; i < 3; i++) {
        state.velocity[i] = between(a->velocity[i], b->velocity[i], weight);
        state.four_velocity[i] = between(a->four_velocity[i], b->four_velocity[i], weight);
    }
    return state;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct gaussian *gaussian = calloc(1, sizeof *gaussian);
    if (!gaussian)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = gaussian;
    gaussian->background = config->initial.background;
    gaussian->peak = config->initial.peak;
    const struct taub_state zero = {.given = gaussian->peak.given};
    share_names(&gaussian->peak, &gaussian->background);
    share_names(&gaussian->background, &zero);
    for (int i = 0; i < 3; i++) {
        gaussian->center[i] = config->initial.center[i];
        gaussian->width[i] = config->initial.width[i];
        if (!(gaussian->width[i] >= 0) || isinf(gaussian->width[i]))
            return taub_fail(error, TAUB_BAD_INPUT, "initial.width: must not be negative, and is %g.",
                             gaussian->width[i]);
    }
    double state[5];
    const enum taub_status status = taub_eos_complete(self->eos, &gaussian->peak, "initial.peak", state, error);
    if (status != TAUB_OK)
        return status;
    return taub_eos_complete(self->eos, &gaussian->background, "initial.background", state, error);
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    (void)t;
    const struct gaussian *gaussian = self->data;
    double exponent = 0;
    for (int i = 0; i < 3; i++)
        if (gaussian->width[i] > 0) {
            const double distance = (x[i] - gaussian->center[i]) / gaussian->width[i];
            exponent += distance * distance / 2;
        }
    const struct taub_state here = mixed(gaussian, exp(-exponent));
    return taub_eos_complete(self->eos, &here, "initial", out, error);
}

const struct taub_problem_methods taub_problem_gaussian = {.kind = TAUB_INITIAL_GAUSSIAN,
                                                           .systems = 1u << TAUB_SYSTEM_SRHD |
                                                                      1u << TAUB_SYSTEM_ISRAEL_STEWART,
                                                           .name = "gaussian",
                                                           .create = create,
                                                           .destroy = destroy,
                                                           .state = state};
