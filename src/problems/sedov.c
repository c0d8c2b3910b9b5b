/* An explosion in a cold uniform gas. Initially the energy is the internal energy of a small ball; the exact solution
 * for later times is that of an explosion from a point, line or plane, for three, two or one axes with cells
 * (problems/sedov_exact.h). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"
#include "problems/sedov_exact.h"

struct sedov {
    double base[TAUB_MOST_COMPONENTS];
    double center[3], energy, radius, pressure;
    struct taub_sedov exact;
};

/* Time since the start at which the shock has radius r; R grows as t^(2/(j + 2)). */
static double time_of_radius(const void *data, double r)
{
    const struct sedov *sedov = data;
    const double first = taub_sedov_radius(&sedov->exact, sedov->energy, sedov->base[0], 1);
    return pow(r / first, 0.5 * (sedov->exact.dimensions + 2));
}

/* The solution is for a point source and zero ambient pressure: it holds once the shock has left the initial ball, and
 * while the shock is much faster than sound. Its speed is 2/(j + 2) R/t, with R t^(-2/(j + 2)) constant. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct sedov *sedov = self->data;
    const double exponent = 2.0 / (sedov->exact.dimensions + 2);
    const double sound = sqrt(taub_system_euler.quantity(config, self->eos, sedov->base, "sound_speed_squared", 0));
    const double first = taub_sedov_radius(&sedov->exact, sedov->energy, sedov->base[0], 1);
    taub_exact_front(self, config, sedov->center, time_of_radius, sedov);
    taub_exact_until(self, self->start + pow(TAUB_STRONG_SHOCK * sound / (exponent * first), 1 / (exponent - 1)),
                     "the shock has become slower than Mach %d, and the solution is that of a gas without pressure",
                     TAUB_STRONG_SHOCK);
    self->validity.from = self->start + time_of_radius(sedov, sedov->radius);
    snprintf(self->validity.before, sizeof self->validity.before,
             "the solution is for a point explosion, and the shock has not left the initial ball of radius %g yet",
             sedov->radius);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    const double pi = 3.14159265358979323846;
    struct sedov *sedov = calloc(1, sizeof *sedov);
    if (!sedov)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = sedov;
    memcpy(sedov->center, initial->center, sizeof sedov->center);
    sedov->energy = initial->energy;
    sedov->radius = initial->radius;
    const int dimensions = self->active[0] + self->active[1] + self->active[2];
    const double volumes[4] = {0, 2, pi, 4 * pi / 3};
    const double volume = volumes[dimensions] * pow(sedov->radius, dimensions);
    sedov->pressure = (config->eos.gamma - 1) * sedov->energy / volume;
    self->has_exact = taub_sedov_create(config->eos.gamma, dimensions, &sedov->exact);
    if (self->has_exact)
        taub_problem_add_metadata(self, "alpha", sedov->exact.alpha);
    else
        taub_exact_never(self, "its closed form does not cover gamma = %g", config->eos.gamma);
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", sedov->base, error);
    if (status == TAUB_OK && self->has_exact)
        limit(self, config);
    return status;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct sedov *sedov = self->data;
    const double since = t - self->start, density = sedov->base[0];
    double r[3] = {0, 0, 0}, square = 0;
    (void)error;
    for (int axis = 0; axis < 3; axis++)
        if (self->active[axis]) {
            r[axis] = x[axis] - sedov->center[axis];
            square += r[axis] * r[axis];
        }
    const double distance = sqrt(square);
    memcpy(out, sedov->base, (size_t)self->components * sizeof *out);
    if (!(since > 0)) {
        out[4] += distance < sedov->radius ? sedov->pressure : 0;
        return TAUB_OK;
    }
    if (distance < taub_sedov_radius(&sedov->exact, sedov->energy, density, since)) {
        double inside[3];
        taub_sedov_state(&sedov->exact, sedov->energy, density, since, distance, inside);
        out[0] = inside[0];
        for (int axis = 0; axis < 3; axis++)
            out[1 + axis] = distance > 0 ? inside[1] * r[axis] / distance : 0;
        out[4] = inside[2];
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_sedov = {.kind = TAUB_INITIAL_SEDOV,
                                                        .systems = 1u << TAUB_SYSTEM_EULER,
                                                        .name = "sedov",
                                                        .create = create,
                                                        .destroy = destroy,
                                                        .state = state};
