/* An explosion in a cold uniform gas (kernels/problems/sedov.h), the exact solution by L. I. Sedov, Similarity and
 * Dimensional Methods in Mechanics (1959), chapter 4, in the closed form of J. R. Kamm and F. X. Timmes, LA-UR-07-2849
 * (2007). The energy is that of both half spaces, per area or per length for a plane or a line. */
#include <stdio.h>

#include "problems/compiled.h"

#include "problems/sedov.h"

#include "problems/compiled_functions.h"
#include "problems/sedov_exact.h"

/* Kamm and Timmes, eqs. (42) to (47), for a uniform medium. */
static void set_exponents(struct problem *self)
{
    const double gamma = self->gamma, j = self->dimensions;
    double *a = self->a;
    a[0] = 2 / (j + 2);
    a[2] = (1 - gamma) / (2 * (gamma - 1) + j);
    a[1] = (j + 2) * gamma / (2 + j * (gamma - 1)) * (2 * j * (2 - gamma) / (gamma * (j + 2) * (j + 2)) - a[2]);
    a[3] = j / (2 * (gamma - 1) + j);
    a[4] = a[1] * (j + 2) / (2 - gamma);
    a[5] = -2 / (2 - gamma);
}

/* alpha = integral of (rho v^2/2 + p/(gamma - 1)) over the ball, with R = t = rho_0 = 1; five-point Gauss rule. */
static double energy_integral(const struct problem *self)
{
    static const double nodes[5] = {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309,
                                    0.90617984593866399};
    static const double weights[5] = {0.23692688505618909, 0.47862867049936647, 0.56888888888888889,
                                      0.47862867049936647, 0.23692688505618909};
    enum { PANELS = 400 };
    const double gamma = self->gamma, speed = 2.0 / (self->dimensions + 2);
    const double density = (gamma + 1) / (gamma - 1), v = 2 / (gamma + 1) * speed, p = 2 / (gamma + 1) * speed * speed;
    const double surface = self->dimensions == 1 ? 2 : self->dimensions == 2 ? 2 * PROBLEM_PI : 4 * PROBLEM_PI;
    double sum = 0;
    for (int n = 0; n < PANELS; n++)
        for (int g = 0; g < 5; g++) {
            const double s = (n + 0.5 + 0.5 * nodes[g]) / PANELS, m = s * s; /* nodes are denser at the centre */
            const struct sedov_place at = sedov_place_of(self, m);
            const struct sedov_point point = sedov_point_of(self, at);
            const double energy = density * point.density * v * v * point.velocity * point.velocity / 2 +
                                  p * point.pressure / (gamma - 1);
            /* r^(j-1) dr = r^j (d ln r/d ln m) 2 ds/s */
            sum += weights[g] / 2 / PANELS * energy * pow(at.place, self->dimensions) * at.stretch * 2 / s;
        }
    return surface * sum;
}

bool taub_sedov_solve(struct problem *self)
{
    if (!(self->gamma > 1 && self->gamma < 2 && self->dimensions >= 1 && self->dimensions <= 3))
        return false;
    set_exponents(self);
    self->alpha = energy_integral(self);
    self->table[SEDOV_NODES] = 1;
    for (int n = SEDOV_NODES - 1; n > 0;
         n--) { /* r/R grows as m^(1/j) or more slowly: halves of ln m down from above */
        const double place = (double)n / SEDOV_NODES;
        double lower = self->table[n + 1], upper = lower;
        while (sedov_place_of(self, lower).place > place)
            lower /= 2;
        for (int i = 0; i < 60 && lower < upper; i++) {
            const double middle = 0.5 * (lower + upper);
            if (sedov_place_of(self, middle).place < place)
                lower = middle;
            else
                upper = middle;
        }
        self->table[n] = lower;
    }
    return true;
}

/* Time since the start at which the shock has radius r; R grows as t^(2/(j + 2)). */
static double time_of_radius(const void *data, double r)
{
    const struct problem *sedov = data;
    const double first = sedov_radius(sedov, 1);
    return pow(r / first, 0.5 * (sedov->dimensions + 2));
}

/* The solution is for a point source and zero ambient pressure: it holds once the shock has left the initial ball, and
 * while the shock is much faster than sound. Its speed is 2/(j + 2) R/t, with R t^(-2/(j + 2)) constant. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct problem *sedov = self->data;
    const double exponent = 2.0 / (sedov->dimensions + 2);
    const double sound = sqrt(taub_system_euler.quantity(config, self->eos, sedov->base, "sound_speed_squared", 0));
    const double first = sedov_radius(sedov, 1);
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
    struct problem *sedov = self->data;
    memcpy(sedov->center, initial->center, sizeof sedov->center);
    sedov->energy = initial->energy;
    sedov->radius = initial->radius;
    const int dimensions = self->active[0] + self->active[1] + self->active[2];
    const double volumes[4] = {0, 2, PROBLEM_PI, 4 * PROBLEM_PI / 3};
    const double volume = volumes[dimensions] * pow(sedov->radius, dimensions);
    sedov->pressure = (config->eos.gamma - 1) * sedov->energy / volume;
    sedov->start = self->start;
    sedov->gamma = config->eos.gamma;
    sedov->dimensions = dimensions;
    for (int axis = 0; axis < 3; axis++)
        sedov->active[axis] = self->active[axis];
    self->has_exact = taub_sedov_solve(sedov);
    if (self->has_exact)
        taub_problem_add_metadata(self, "alpha", sedov->alpha);
    else
        taub_exact_never(self, "its closed form does not cover gamma = %g", config->eos.gamma);
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", sedov->base, error);
    if (status == TAUB_OK && self->has_exact)
        limit(self, config);
    return status;
}

void taub_problem_check_rest(struct taub_check *self)
{
    const double *v = self->config->initial.state.velocity;
    taub_problem_check_flow(self);
    if (v[0] != 0 || v[1] != 0 || v[2] != 0)
        taub_check_complain(self, "initial.state", -1, "expected a state at rest");
}

const struct taub_problem_methods taub_problem_sedov = {.kind = TAUB_INITIAL_SEDOV,
                                                        .systems = 1u << TAUB_SYSTEM_EULER,
                                                        .check = taub_problem_check_rest,
                                                        .create = create,
                                                        FORMULA("sedov.h")};
