/* A Gaussian on a background (kernels/problems/gaussian.h). */
#include "core/try.h"
#include "problems/compiled.h"

#include "problems/gaussian.h"

#include "problems/compiled_functions.h"

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

/* The quantities that a state is given by. */
static void take_values(const struct taub_state *state, double values[5])
{
    const double *velocity = state->given & TAUB_GIVEN_VELOCITY ? state->velocity : state->four_velocity;
    values[0] = state->given & TAUB_GIVEN_ENERGY_DENSITY ? state->energy_density
                : state->given & TAUB_GIVEN_PRESSURE     ? state->pressure
                                                         : state->temperature;
    memcpy(values + 1, velocity, 3 * sizeof *values);
    values[4] = state->charge_density;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct problem *gaussian = self->data;
    struct taub_state background = config->initial.background, peak = config->initial.peak;
    const struct taub_state zero = {.given = peak.given};
    share_names(&peak, &background);
    share_names(&background, &zero);
    for (int i = 0; i < 3; i++) {
        gaussian->center[i] = config->initial.center[i];
        gaussian->width[i] = config->initial.width[i];
        if (!(gaussian->width[i] >= 0) || isinf(gaussian->width[i]))
            return taub_fail(error, TAUB_BAD_INPUT, "initial.width: must not be negative, and is %g.",
                             gaussian->width[i]);
    }
    take_values(&background, gaussian->background);
    take_values(&peak, gaussian->peak);
    gaussian->velocities = peak.given & TAUB_GIVEN_VELOCITY ? 1 : 0;
    self->given = peak.given;
    double state[5];
    TRY(taub_eos_complete(self->eos, &peak, "initial.peak", state, error));
    return taub_eos_complete(self->eos, &background, "initial.background", state, error);
}

/* States by pressure or temperature, which the equation of state completes. */
static enum taub_status completed_state(const struct taub_problem *self, const double x[3], double t, double out[5],
                                        struct taub_error *error)
{
    struct taub_state state = {.given = self->given};
    double values[5];
    gaussian_values(self->data, x, values);
    state.energy_density = state.pressure = state.temperature = values[0];
    memcpy(state.velocity, values + 1, sizeof state.velocity);
    memcpy(state.four_velocity, values + 1, sizeof state.four_velocity);
    state.charge_density = values[4];
    return taub_eos_complete(self->eos, &state, "initial", out, error);
}

/* Between two good states by energy density all are good, but for the ends of a table of charge densities. */
static bool is_formula(const struct taub_config *config)
{
    const unsigned given = config->initial.background.given | config->initial.peak.given;
    return given & TAUB_GIVEN_ENERGY_DENSITY && config->eos.kind != TAUB_EOS_TABLE_2D;
}

static void check(struct taub_check *self)
{
    const struct taub_config_initial *initial = &self->config->initial;
    unsigned peak = initial->peak.given, background = initial->background.given;
    taub_check_state(self, "initial.peak", &initial->peak);
    taub_check_motion(self, "initial.background", &initial->background);
    if (background & TAUB_GIVEN_THERMODYNAMIC & ~peak)
        taub_check_complain(self, "initial.background", -1,
                            "expected the same quantity (energy_density, pressure or temperature) as in initial.peak");
    else if (background & TAUB_GIVEN_THERMODYNAMIC && self->config->eos.kind == TAUB_EOS_IDEAL_GAS)
        taub_check_ideal_gas(self, "initial.background", &initial->background);
    if (background & TAUB_GIVEN_MOTION && peak & TAUB_GIVEN_MOTION &&
        (background & TAUB_GIVEN_MOTION) != (peak & TAUB_GIVEN_MOTION))
        taub_check_complain(self, "initial.background", -1,
                            "expected the same quantity (velocity or four_velocity) as in initial.peak");
}

const struct taub_problem_methods taub_problem_gaussian = {.kind = TAUB_INITIAL_GAUSSIAN,
                                                           .systems = TAUB_FLUIDS,
                                                           .check = check,
                                                           .create = create,
                                                           FORMULA("gaussian.h"),
                                                           .is_formula = is_formula,
                                                           .state = completed_state};
