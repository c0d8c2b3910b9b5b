/* Checks of fluid states in a case: initial data, inflow. */
#include <math.h>
#include <stdio.h>

#include "case/check.h"
#include "systems/system.h"

static int bits(unsigned set)
{
    int count = 0;
    for (; set; set &= set - 1)
        ++count;
    return count;
}

/* (E - M)/E is 1/(2 W^2) at the Lorentz factor W, and lost in rounding where it is 1e-16. */
static const double most_four_velocity = 5e7;

void taub_check_motion(struct taub_check *self, const char *path, const struct taub_state *state)
{
    if ((state->given & TAUB_GIVEN_MOTION) == TAUB_GIVEN_MOTION)
        taub_check_complain(self, path, -1, "expected velocity or four_velocity, got both");
    char inner[128];
    const double *u = state->four_velocity;
    snprintf(inner, sizeof inner, "%s.four_velocity", path);
    if (state->given & TAUB_GIVEN_FOUR_VELOCITY && !(hypot(hypot(u[0], u[1]), u[2]) <= most_four_velocity))
        taub_check_complain(
            self, inner, -1,
            "expected at most %g, got %.10g: above that, double precision cannot distinguish energy from momentum",
            most_four_velocity, hypot(hypot(u[0], u[1]), u[2]));
    if (!(state->given & TAUB_GIVEN_VELOCITY))
        return;
    snprintf(inner, sizeof inner, "%s.velocity", path);
    const double *v = state->velocity;
    double speed = hypot(hypot(v[0], v[1]), v[2]);
    if (!(speed < 1))
        taub_check_complain(self, inner, -1, "expected a speed below that of light, 1, got %.10g", speed);
}

void taub_check_ideal_gas(struct taub_check *self, const char *path, const struct taub_state *state)
{
    const struct taub_config_eos *eos = &self->config->eos;
    char inner[128];
    const double charge = state->charge_density;
    if (charge < 0 || (charge > 0 && charge < taub_system_least_density(self->config))) {
        snprintf(inner, sizeof inner, "%s.charge_density", path);
        taub_check_complain(self, inner, -1,
                            "expected 0 or a positive normal floating-point number for an ideal gas, got %.10g",
                            charge);
    } else if (state->given & TAUB_GIVEN_TEMPERATURE && !(state->charge_density > 0)) {
        snprintf(inner, sizeof inner, "%s.temperature", path);
        taub_check_complain(self, inner, -1,
                            "an ideal gas needs a charge_density above 0 in addition to the temperature");
    } else if (state->given & TAUB_GIVEN_ENERGY_DENSITY && state->energy_density < eos->mass * state->charge_density) {
        snprintf(inner, sizeof inner, "%s.energy_density", path);
        taub_check_complain(self, inner, -1,
                            "expected at least the rest energy eos.mass * charge_density, %.10g, got "
                            "%.10g",
                            eos->mass * state->charge_density, state->energy_density);
    }
}

/* Checks density, pressure, velocity and scalars. */
static void check_gas_state(struct taub_check *self, const char *path, const struct taub_state *state)
{
    const int scalars = self->config->scalars;
    const unsigned needed = TAUB_GIVEN_DENSITY | TAUB_GIVEN_PRESSURE;
    const unsigned declared = ((1u << scalars) - 1) * TAUB_GIVEN_SCALAR;
    const unsigned all_scalars = ((1u << TAUB_MOST_SCALARS) - 1) * TAUB_GIVEN_SCALAR;
    const bool relativistic = self->config->system == TAUB_SYSTEM_SRMHD;
    const bool magnetic = self->config->system == TAUB_SYSTEM_MHD || relativistic;
    const unsigned field = magnetic ? TAUB_GIVEN_MAGNETIC_FIELD : 0;
    const unsigned motion = relativistic ? TAUB_GIVEN_MOTION : TAUB_GIVEN_VELOCITY;
    const unsigned allowed = needed | motion | all_scalars | field;
    if ((state->given & needed) != needed || state->given & ~allowed)
        taub_check_complain(self, path, -1, "expected density, pressure and, if it moves, velocity%s%s",
                            relativistic ? " or four_velocity" : "",
                            magnetic ? ", and magnetic_field if there is one" : "");
    else if (state->given & all_scalars & ~declared)
        taub_check_complain(self, path, -1, "expected at most %d scalars, the value of the key `scalars`", scalars);
    else if (!(fmin(state->density, state->pressure) >= taub_system_least_density(self->config)))
        taub_check_complain(
            self, path, -1,
            "expected a density and a pressure above 0 that are normal floating-point numbers, got %.10g and %.10g",
            state->density, state->pressure);
    if (relativistic)
        taub_check_motion(self, path, state);
}

void taub_check_state(struct taub_check *self, const char *path, const struct taub_state *state)
{
    int given = bits(state->given & TAUB_GIVEN_THERMODYNAMIC);
    if (self->config->system == TAUB_SYSTEM_EULER || self->config->system == TAUB_SYSTEM_MHD ||
        self->config->system == TAUB_SYSTEM_SRMHD) {
        check_gas_state(self, path, state);
        return;
    }
    if (state->given & TAUB_GIVEN_DENSITY)
        taub_check_complain(self, path, -1, "density belongs to system euler; expected charge_density");
    if (state->given & TAUB_GIVEN_MAGNETIC_FIELD)
        taub_check_complain(self, path, -1, "magnetic_field belongs to system mhd");
    else if (state->given >= TAUB_GIVEN_SCALAR)
        taub_check_complain(self, path, -1, "scalars belong to system euler");
    if (given != 1)
        taub_check_complain(self, path, -1, "expected one of energy_density, pressure, temperature, got %s",
                            given ? "more than one" : "none of them");
    else if (self->config->eos.kind == TAUB_EOS_CODE && !(state->given & TAUB_GIVEN_ENERGY_DENSITY))
        taub_check_complain(self, path, -1,
                            "expected energy_density: with eos.kind code it cannot be computed from another quantity");
    else if (self->config->eos.kind == TAUB_EOS_IDEAL_GAS)
        taub_check_ideal_gas(self, path, state);
    taub_check_motion(self, path, state);
}
