/* Converts a state given by any sufficient set of quantities to (e, u^x, u^y, u^z, n). */
#include <math.h>
#include <stdio.h>

#include "core/try.h"
#include "eos/eos_kind.h"

static enum taub_status check_number(const char *where, const char *name, double value, bool positive,
                                     struct taub_error *error)
{
    if (!isfinite(value))
        return taub_fail(error, TAUB_BAD_INPUT, "%s.%s: must be a finite number, not %g.", where, name, value);
    if (positive && !(value > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s.%s: must be positive, and is %.17g.", where, name, value);
    return TAUB_OK;
}

static enum taub_status check_energy(const struct taub_eos *self, const char *where, const char *name, double e,
                                     struct taub_error *error)
{
    char what[256];
    snprintf(what, sizeof what, "%s.%s: the energy density", where, name);
    return taub_eos_check_range(self, e, what, error);
}

/* Finds the one thermodynamic quantity that is given. */
static enum taub_status choose(const struct taub_state *given, const char *where, const char **name, double *value,
                               struct taub_error *error)
{
    const struct {
        unsigned bit;
        const char *name;
        double value;
    } choices[] = {
        {TAUB_GIVEN_ENERGY_DENSITY, "energy_density", given->energy_density},
        {TAUB_GIVEN_PRESSURE, "pressure", given->pressure},
        {TAUB_GIVEN_TEMPERATURE, "temperature", given->temperature},
    };
    *name = NULL;
    for (int i = 0; i < 3; i++)
        if (given->given & choices[i].bit) {
            if (*name)
                return taub_fail(error, TAUB_BAD_INPUT, "%s: %s and %s are both given; one of them fixes the other.",
                                 where, *name, choices[i].name);
            *name = choices[i].name;
            *value = choices[i].value;
        }
    if (!*name)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: needs one of energy_density, pressure or temperature.", where);
    return check_number(where, *name, *value, true, error);
}

static enum taub_status complete_energy(const struct taub_eos *self, const struct taub_state *given, const char *where,
                                        double charge, double *energy, struct taub_error *error)
{
    const char *name;
    double value = 0;
    enum taub_status status = choose(given, where, &name, &value, error);
    if (status != TAUB_OK)
        return status;
    if (self->methods->kind == TAUB_EOS_CODE && !(given->given & TAUB_GIVEN_ENERGY_DENSITY))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s.%s: with eos.kind code the state must be given by energy_density: the user's equation of "
                         "state cannot be inverted before the run.",
                         where, name);
    if (self->methods->kind == TAUB_EOS_IDEAL_GAS && (given->given & TAUB_GIVEN_TEMPERATURE) && !(charge > 0))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s.temperature: an ideal gas has p = n T, so charge_density must be given and positive.",
                         where);
    if (given->given & TAUB_GIVEN_ENERGY_DENSITY)
        *energy = value;
    else if (given->given & TAUB_GIVEN_PRESSURE)
        *energy = taub_eos_energy_from_pressure(self, value, charge);
    else
        *energy = taub_eos_energy_from_temperature(self, value, charge);
    status = check_energy(self, where, name, *energy, error);
    if (status != TAUB_OK || self->methods->kind == TAUB_EOS_CODE)
        return status;
    const double limit = taub_eos_charge_limit(self, *energy);
    if (fabs(charge) > limit)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s.charge_density: is %.10g; at the energy density %.10g the equation of state %s ends "
                         "at %.10g.",
                         where, charge, *energy, taub_eos_name(self), limit);
    const double pressure = taub_eos_pressure(self, *energy, charge);
    if (!(pressure > 0))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s.%s: the energy density %.17g with charge_density %.17g gives the pressure %.17g; it must "
                         "be positive, so the energy must exceed the rest mass.",
                         where, name, *energy, charge, pressure);
    return TAUB_OK;
}

static enum taub_status complete_motion(const struct taub_state *given, const char *where, double u[3],
                                        struct taub_error *error)
{
    const bool has_velocity = given->given & TAUB_GIVEN_VELOCITY;
    const bool has_four_velocity = given->given & TAUB_GIVEN_FOUR_VELOCITY;
    u[0] = u[1] = u[2] = 0;
    if (has_velocity && has_four_velocity)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: velocity and four_velocity are both given; keep one.", where);
    if (!has_velocity && !has_four_velocity)
        return TAUB_OK;
    const char *name = has_velocity ? "velocity" : "four_velocity";
    const double *value = has_velocity ? given->velocity : given->four_velocity;
    for (int i = 0; i < 3; i++) {
        TRY(check_number(where, name, value[i], false, error));
        u[i] = value[i];
    }
    if (has_velocity) {
        const double speed = hypot(hypot(u[0], u[1]), u[2]);
        if (!(speed < 1))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s.velocity: the speed is %.17g; it must stay below 1, the speed of light.", where,
                             speed);
        const double lorentz_factor = 1 / sqrt((1 - speed) * (1 + speed));
        for (int i = 0; i < 3; i++)
            u[i] *= lorentz_factor;
    }
    return TAUB_OK;
}

enum taub_status taub_eos_complete(const struct taub_eos *self, const struct taub_state *given, const char *where,
                                   double state[5], struct taub_error *error)
{
    const double charge = given->given & TAUB_GIVEN_CHARGE_DENSITY ? given->charge_density : 0;
    enum taub_status status = check_number(where, "charge_density", charge, false, error);
    if (status == TAUB_OK && self->methods->kind == TAUB_EOS_IDEAL_GAS && charge < 0)
        status =
            taub_fail(error, TAUB_BAD_INPUT, "%s.charge_density: must not be negative, and is %.17g.", where, charge);
    if (status == TAUB_OK)
        status = complete_energy(self, given, where, charge, &state[0], error);
    if (status == TAUB_OK)
        status = complete_motion(given, where, &state[1], error);
    state[4] = charge;
    return status;
}
