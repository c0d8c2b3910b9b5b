/* Boost-invariant expansion of a uniform viscous fluid at rest in Milne coordinates. With phi = -pi^zz = -tau^2 pi^{eta
 * eta}, s = ln tau, and the equations of taub/config.h (A. Muronga, Phys. Rev. C 69 (2004) 034903; G. S. Denicol, S.
 * Jeon, C. Gale, Phys. Rev. C 90 (2014) 024912):
 *   de/ds = -(e + p + Pi - phi)
 *   tau_pi dphi/dtau + phi = 4 eta/(3 tau) - (delta_pipi + tau_pipi/3) phi/tau + 2/3 lambda_piPi Pi/tau + phi_7 phi^2/2
 *   tau_Pi dPi/dtau + Pi = -zeta/tau - delta_PiPi Pi/tau + lambda_Pipi phi/tau */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "eos/transport.h"
#include "problems/ode.h"
#include "problems/problem_kind.h"
#include "problems/viscous.h"

enum { LOG_ENERGY, SHEAR, BULK, VARIABLES }; /* ln e, phi/e, Pi/e */

struct bjorken {
    const struct taub_eos *eos;
    struct taub_config_transport transport;
    double start, charge; /* the charge density falls as 1/tau */
    double initial[VARIABLES];
    bool tabulated;
    struct taub_ode_table table; /* in ln tau/tau_0 */
};

static void rate(const void *user, double s, const double y[], double out[])
{
    const struct bjorken *self = user;
    const double e = exp(y[LOG_ENERGY]), tau = self->start * exp(s), phi = e * y[SHEAR], bulk = e * y[BULK];
    const double n = self->charge * exp(-s);
    const struct taub_coefficients c = taub_transport_at(&self->transport, self->eos, e, n);
    out[LOG_ENERGY] = -(1 + taub_eos_pressure(self->eos, e, n) / e + y[BULK] - y[SHEAR]);
    out[SHEAR] = out[BULK] = 0;
    if (c.shear_relaxation > 0)
        out[SHEAR] = (4 * c.shear / 3 - (tau + c.delta_shear_shear + c.tau_shear_shear / 3) * phi +
                      2 * c.lambda_shear_bulk * bulk / 3 + c.phi_7 * tau * phi * phi / 2) /
                         (c.shear_relaxation * e) -
                     y[SHEAR] * out[LOG_ENERGY];
    if (c.bulk_relaxation > 0)
        out[BULK] = (-c.bulk - (tau + c.delta_bulk_bulk) * bulk + c.lambda_bulk_shear * phi) / (c.bulk_relaxation * e) -
                    y[BULK] * out[LOG_ENERGY];
}

static enum taub_status solve(struct taub_problem *problem, struct taub_error *error)
{
    struct bjorken *self = problem->data;
    const double range = fmax(log(problem->end / problem->start), 0) + 0.01;
    if (!(range < 1e3))
        return taub_fail(error, TAUB_BAD_INPUT, "time.end: must be a finite time, and is %g.", problem->end);
    const struct taub_ode ode = {VARIABLES, rate, self, 1e-12, 1.0 / 256, {1, 1e-3, 1e-3}};
    struct taub_error why = {0};
    const enum taub_status status = taub_ode_solve(&ode, 0, range, self->initial, &self->table, &why);
    if (status != TAUB_OK)
        return taub_fail(error, status, "initial.kind: bjorken: %s (in ln tau/tau_0).", why.message);
    self->tabulated = true;
    return TAUB_OK;
}

/* Navier-Stokes values of the stresses: phi = 4 eta/(3 tau), Pi = -zeta/tau. */
static void start_from_gradients(struct bjorken *self)
{
    const double e = exp(self->initial[LOG_ENERGY]);
    const struct taub_coefficients c = taub_transport_at(&self->transport, self->eos, e, self->charge);
    self->initial[SHEAR] = 4 * c.shear / (3 * self->start * e);
    self->initial[BULK] = -c.bulk / (self->start * e);
}

static enum taub_status create(struct taub_problem *problem, const struct taub_config *config, struct taub_error *error)
{
    struct bjorken *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    problem->data = self;
    if (config->mesh.coordinates != TAUB_MILNE)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.kind: bjorken needs mesh.coordinates: milne.");
    if (!(config->time.start > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "time.start: must be positive in Milne coordinates, and is %g.",
                         config->time.start);
    double start[5];
    TRY(taub_eos_complete(problem->eos, &config->initial.state, "initial.state", start, error));
    if (start[1] != 0 || start[2] != 0 || start[3] != 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.state: Bjorken flow is at rest in Milne coordinates; leave the velocity out.");
    self->eos = problem->eos;
    self->transport = config->transport;
    self->start = config->time.start;
    self->charge = start[4];
    self->initial[LOG_ENERGY] = log(start[0]);
    if (self->charge != 0 && problem->components <= TAUB_VISCOUS_CHARGE)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "initial.state.charge_density: system israel-stewart carries a charge with eos.kind: table-2d alone.");
    if (config->transport.initial_stress.kind == TAUB_STRESS_NAVIER_STOKES)
        start_from_gradients(self);
    problem->has_exact = taub_transport_is_known(config) && config->transport.initial_stress.kind != TAUB_STRESS_READ;
    if (!taub_transport_is_known(config))
        taub_exact_never(problem, "the viscosities are a user's file");
    else if (!problem->has_exact)
        taub_exact_never(problem, "the stresses at the start are read from a file");
    taub_exact_uniform(problem, config, start);
    return problem->has_exact ? solve(problem, error) : TAUB_OK;
}

static void destroy(struct taub_problem *problem)
{
    struct bjorken *self = problem->data;
    if (self)
        taub_ode_free(&self->table);
    free(self);
}

static enum taub_status state(const struct taub_problem *problem, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct bjorken *self = problem->data;
    double y[VARIABLES] = {self->initial[LOG_ENERGY], self->initial[SHEAR], self->initial[BULK]};
    if (self->tabulated && t > self->start)
        taub_ode_at(&self->table, log(t / self->start), y);
    const double e = exp(y[LOG_ENERGY]);
    double rest[5];
    TRY(taub_problem_rest_state(problem, e, x, "time.end", rest, error));
    for (int c = 0; c < problem->components; c++)
        out[c] = 0;
    out[TAUB_VISCOUS_ENERGY] = e;
    out[TAUB_VISCOUS_XX] = out[TAUB_VISCOUS_YY] = e * y[SHEAR] / 2;
    out[TAUB_VISCOUS_ZZ] = -e * y[SHEAR];
    out[TAUB_VISCOUS_BULK] = e * y[BULK];
    if (problem->components > TAUB_VISCOUS_CHARGE)
        out[TAUB_VISCOUS_CHARGE] = self->charge * self->start / t;
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_bjorken_viscous = {.kind = TAUB_INITIAL_BJORKEN,
                                                                  .systems = 1u << TAUB_SYSTEM_ISRAEL_STEWART,
                                                                  .check = taub_problem_check_bjorken,
                                                                  .create = create,
                                                                  .destroy = destroy,
                                                                  .state = state};
