/* Gubser flow of a viscous conformal fluid: H. Marrochio, J. Noronha, G. S. Denicol, M. Luzum, S. Jeon, C. Gale, Phys.
 * Rev. C 91 (2015) 014903. The fluid is at rest in the coordinates of three-dimensional de Sitter space times the eta
 * axis, with sinh rho = -(1 - q^2 tau^2 + q^2 r^2)/(2 q tau). With That = tau T/(hbar c), P = pi^{eta eta}/(s T)
 * (orthonormal) and tau_pi = c eta/(s T):
 *   d ln That/drho = (P - 2) tanh(rho)/3
 *   dP/drho = 4/(3 c) tanh(rho) - That P/(c eta/s) - (4/3 P^2 - tau_pipi/(3 tau_pi) P) tanh(rho)
 * with P = 0 and That = initial.temperature/(hbar c q) at rho = 0; for delta_pipi = 4/3 tau_pi, as in a conformal
 * fluid. The velocity is that of the ideal fluid, u^r = sinh kappa, tanh kappa = 2 q^2 tau r/(1 + q^2 tau^2 + q^2 r^2),
 * and
 *   pi^{eta eta} = P s T, pi^{ij} = -(delta^{ij} + u^i u^j) pi^{eta eta}/2, pi^{tau i} = -u^tau u^i pi^{eta eta}/2. */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "eos/transport.h"
#include "problems/ode.h"
#include "problems/problem_kind.h"
#include "problems/viscous.h"

enum { LOG_TEMPERATURE, STRESS, VARIABLES };

struct gubser {
    double q, shear_over_entropy, relaxation, second_order; /* eta/s, c, tau_pipi/tau_pi */
    struct taub_ode_table before, after;                    /* for negative and positive rho */
};

static void rate(const void *user, double rho, const double y[], double out[])
{
    const struct gubser *self = user;
    const double slope = tanh(rho), P = y[STRESS];
    out[LOG_TEMPERATURE] = (P - 2) * slope / 3;
    out[STRESS] = 0;
    if (self->shear_over_entropy > 0)
        out[STRESS] = 4 / (3 * self->relaxation) * slope -
                      exp(y[LOG_TEMPERATURE]) * P / (self->relaxation * self->shear_over_entropy) -
                      (4 * P * P / 3 - self->second_order * P / 3) * slope;
}

static double rho_at(double q, double tau, double radius)
{
    return asinh(-(1 + q * q * (radius - tau) * (radius + tau)) / (2 * q * tau));
}

/* Solves over all rho of the mesh between the first and the last time, with a margin for finite differences of the
 * state. */
static enum taub_status solve(struct taub_problem *problem, const struct taub_config *config, struct taub_error *error)
{
    struct gubser *self = problem->data;
    const struct taub_config_mesh *mesh = &config->mesh;
    const double width = fmax(fabs(mesh->lower[0]), fabs(mesh->upper[0]));
    const double height = fmax(fabs(mesh->lower[1]), fabs(mesh->upper[1]));
    const double lowest = fmin(rho_at(self->q, problem->start, 1.1 * hypot(width, height)), 0) - 0.1;
    const double highest = fmax(rho_at(self->q, problem->end, 0), 0) + 0.1;
    const double start[VARIABLES] = {log(config->initial.temperature / (TAUB_HBARC * self->q)), 0};
    const struct taub_ode ode = {VARIABLES, rate, self, 1e-12, 1.0 / 256, {1, 1e-3}};
    struct taub_error why = {0};
    enum taub_status status = taub_ode_solve(&ode, 0, lowest, start, &self->before, &why);
    if (status == TAUB_OK)
        status = taub_ode_solve(&ode, 0, highest, start, &self->after, &why);
    if (status != TAUB_OK)
        return taub_fail(error, status, "initial.kind: gubser: %s (in rho).", why.message);
    return TAUB_OK;
}

static enum taub_status check(const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    if (config->mesh.coordinates != TAUB_MILNE)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.kind: gubser needs mesh.coordinates: milne.");
    if (config->eos.kind != TAUB_EOS_CONFORMAL)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.kind: gubser needs eos.kind: conformal.");
    if (config->transport.shear_viscosity.kind != TAUB_SHEAR_CONSTANT &&
        config->transport.shear_viscosity.kind != TAUB_SHEAR_NONE)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "transport.shear_viscosity.kind: initial.kind gubser needs a constant eta/s.");
    if (!(initial->q > 0) || isinf(initial->q))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.q: must be positive, and is %g.", initial->q);
    if (!(initial->temperature > 0) || isinf(initial->temperature))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.temperature: must be positive, and is %g.",
                         initial->temperature);
    if (!(config->time.start > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "time.start: must be positive in Milne coordinates, and is %g.",
                         config->time.start);
    return TAUB_OK;
}

static enum taub_status create(struct taub_problem *problem, const struct taub_config *config, struct taub_error *error)
{
    struct gubser *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    problem->data = self;
    TRY(check(config, error));
    self->q = config->initial.q;
    self->shear_over_entropy = taub_shear_over_entropy(&config->transport, config->initial.temperature);
    self->relaxation = config->transport.shear_relaxation;
    self->second_order = config->transport.tau_shear_shear * 10 / 7;
    const bool full = config->transport.delta_shear_shear == 1 && config->transport.phi_7 == 0;
    problem->has_exact = full && config->transport.initial_stress.kind == TAUB_STRESS_ZERO;
    if (!full)
        taub_exact_never(problem, "it needs transport.delta_shear_shear: 1 and phi_7: 0, and the case has %g and %g",
                         config->transport.delta_shear_shear, config->transport.phi_7);
    else if (!problem->has_exact)
        taub_exact_never(problem, "it starts without stresses, and transport.initial_stress.kind is not zero");
    taub_exact_radial(problem, config);
    return solve(problem, config, error);
}

static void destroy(struct taub_problem *problem)
{
    struct gubser *self = problem->data;
    if (self) {
        taub_ode_free(&self->before);
        taub_ode_free(&self->after);
    }
    free(self);
}

static enum taub_status state(const struct taub_problem *problem, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct gubser *self = problem->data;
    const double q = self->q, radius = hypot(x[0], x[1]), rho = rho_at(q, t, radius);
    double y[VARIABLES], rest[5];
    taub_ode_at(rho < 0 ? &self->before : &self->after, rho, y);
    const double e = taub_eos_energy_from_temperature(problem->eos, TAUB_HBARC * exp(y[LOG_TEMPERATURE]) / t, 0);
    TRY(taub_problem_rest_state(problem, e, x, "initial.temperature", rest, error));
    const double difference = q * q * (t - radius) * (t + radius);
    const double d = 1 + 2 * q * q * (t * t + radius * radius) + difference * difference;
    const double ux = 2 * q * q * t * x[0] / sqrt(d), uy = 2 * q * q * t * x[1] / sqrt(d);
    const double zz = y[STRESS] * (e + taub_eos_pressure(problem->eos, e, 0)), ut = sqrt(1 + ux * ux + uy * uy);
    const double values[TAUB_VISCOUS_COMPONENTS] = {
        [TAUB_VISCOUS_ENERGY] = e,
        [TAUB_VISCOUS_UX] = ux,
        [TAUB_VISCOUS_UY] = uy,
        [TAUB_VISCOUS_TT] = -zz / 2 * (ux * ux + uy * uy),
        [TAUB_VISCOUS_TX] = -zz / 2 * ut * ux,
        [TAUB_VISCOUS_TY] = -zz / 2 * ut * uy,
        [TAUB_VISCOUS_XX] = -zz / 2 * (1 + ux * ux),
        [TAUB_VISCOUS_XY] = -zz / 2 * ux * uy,
        [TAUB_VISCOUS_YY] = -zz / 2 * (1 + uy * uy),
        [TAUB_VISCOUS_ZZ] = zz,
    };
    for (int c = 0; c < TAUB_VISCOUS_CHARGE; c++)
        out[c] = values[c];
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_gubser_viscous = {.kind = TAUB_INITIAL_GUBSER,
                                                                 .systems = 1u << TAUB_SYSTEM_ISRAEL_STEWART,
                                                                 .check = taub_problem_check_gubser,
                                                                 .create = create,
                                                                 .destroy = destroy,
                                                                 .state = state};
