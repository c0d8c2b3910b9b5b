/* Boost-invariant expansion of a uniform fluid at rest in Milne coordinates, J. D. Bjorken, Phys. Rev. D 27 (1983) 140:
 * de/dtau = -(e + p)/tau, n tau constant.
 *
 * With s = ln tau, d ln e/ds = -(1 + p/e) is integrated once by the classical Runge-Kutta method with steps of at most
 * 1/1024, from time.start to slightly beyond time.end (error below 1e-13), and evaluated by cubic Hermite
 * interpolation. */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "problems/problem_kind.h"

struct bjorken {
    double start, initial[5];
    int steps;
    double step;       /* in ln tau */
    double *log_ratio; /* 2 (steps + 1) numbers: ln e/e_0 and its slope at each node */
};

/* d ln e/d ln tau as a function of log_time = ln tau/tau_0 and log_ratio = ln e/e_0. */
static double rate(const struct taub_problem *self, double log_time, double log_ratio)
{
    const struct bjorken *bjorken = self->data;
    const double e = bjorken->initial[0] * exp(log_ratio), n = bjorken->initial[4] * exp(-log_time);
    return -(1 + taub_eos_pressure(self->eos, e, n) / e);
}

static double advance(const struct taub_problem *self, double s, double y, double h)
{
    const double k1 = rate(self, s, y), k2 = rate(self, s + h / 2, y + h / 2 * k1);
    const double k3 = rate(self, s + h / 2, y + h / 2 * k2), k4 = rate(self, s + h, y + h * k3);
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

static enum taub_status integrate(struct taub_problem *self, struct taub_error *error)
{
    struct bjorken *bjorken = self->data;
    const double range = fmax(log(self->end / self->start), 0) + 0.01;
    if (!(range < 1e3))
        return taub_fail(error, TAUB_BAD_INPUT, "time.end: must be a finite time, and is %g.", self->end);
    bjorken->steps = (int)ceil(range * 1024);
    bjorken->step = range / bjorken->steps;
    const size_t nodes = (size_t)bjorken->steps + 1;
    bjorken->log_ratio = malloc(2 * nodes * sizeof *bjorken->log_ratio);
    if (!bjorken->log_ratio)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    double y = 0;
    for (size_t i = 0; i < nodes; i++) {
        const double s = bjorken->step * (double)i;
        bjorken->log_ratio[i] = y;
        bjorken->log_ratio[nodes + i] = rate(self, s, y);
        y = advance(self, s, y, bjorken->step);
    }
    return TAUB_OK;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct bjorken *bjorken = calloc(1, sizeof *bjorken);
    if (!bjorken)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = bjorken;
    if (config->mesh.coordinates != TAUB_MILNE)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.kind: bjorken needs mesh.coordinates: milne.");
    if (!(config->time.start > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "time.start: must be positive in Milne coordinates, and is %g.",
                         config->time.start);
    TRY(taub_eos_complete(self->eos, &config->initial.state, "initial.state", bjorken->initial, error));
    if (bjorken->initial[1] != 0 || bjorken->initial[2] != 0 || bjorken->initial[3] != 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.state: Bjorken flow is at rest in Milne coordinates; leave the velocity out.");
    self->has_exact = config->eos.kind != TAUB_EOS_CODE;
    if (!self->has_exact)
        taub_exact_never(self, "the equation of state is a user's file");
    taub_exact_uniform(self, config, bjorken->initial);
    return self->has_exact ? integrate(self, error) : TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    struct bjorken *bjorken = self->data;
    if (bjorken)
        free(bjorken->log_ratio);
    free(bjorken);
}

/* ln e/e_0 at s = ln tau/tau_0. */
static double log_ratio_at(const struct taub_problem *self, double s)
{
    const struct bjorken *bjorken = self->data;
    const double *y = bjorken->log_ratio, *slope = y + bjorken->steps + 1, h = bjorken->step;
    if (s >= h * bjorken->steps) {
        const double past = s - h * bjorken->steps;
        const int steps = (int)ceil(past * 1024);
        double value = y[bjorken->steps];
        for (int i = 0; i < steps; i++)
            value = advance(self, s - past + past / steps * i, value, past / steps);
        return value;
    }
    const int i = (int)(s / h);
    const double a = s / h - i, b = 1 - a;
    return b * b * ((1 + 2 * a) * y[i] + a * h * slope[i]) + a * a * ((1 + 2 * b) * y[i + 1] - b * h * slope[i + 1]);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[5],
                              struct taub_error *error)
{
    const struct bjorken *bjorken = self->data;
    for (int i = 0; i < 5; i++)
        out[i] = bjorken->initial[i];
    if (t <= self->start)
        return TAUB_OK;
    const double e = bjorken->initial[0] * exp(log_ratio_at(self, log(t / self->start)));
    const enum taub_status status = taub_problem_rest_state(self, e, x, "time.end", out, error);
    out[4] = bjorken->initial[4] * self->start / t;
    return status;
}

void taub_problem_check_bjorken(struct taub_check *self)
{
    const struct taub_state *state = &self->config->initial.state;
    taub_problem_check_milne(self, "bjorken");
    taub_check_state(self, "initial.state", state);
    for (int axis = 0; axis < 3; ++axis)
        if (state->velocity[axis] != 0 || state->four_velocity[axis] != 0) {
            taub_check_complain(self, "initial.state", -1,
                                "expected a state at rest: Bjorken flow has no velocity in Milne coordinates");
            break;
        }
}

const struct taub_problem_methods taub_problem_bjorken = {.kind = TAUB_INITIAL_BJORKEN,
                                                          .systems = 1u << TAUB_SYSTEM_SRHD,
                                                          .check = taub_problem_check_bjorken,
                                                          .create = create,
                                                          .destroy = destroy,
                                                          .state = state};
