/* The state of particles in memory, for programs that hold a simulation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "problems/oscar.h"

static enum taub_status take_particle(const double *from, int number, struct taub_particle *to,
                                      struct taub_error *error)
{
    const double *p = from + 4;
    const double size = hypot(hypot(p[1], p[2]), p[3]), squared = (p[0] - size) * (p[0] + size);
    for (int n = 0; n < TAUB_PARTICLE_VALUES; n++)
        if (!isfinite(from[n]))
            return taub_fail(error, TAUB_BAD_INPUT, "particle %d: number %d of it is not finite", number, n + 1);
    if (!(p[0] > 0.0) || squared < -1e-9 * p[0] * p[0])
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "particle %d: the energy is %g and the momentum %g; expected an energy that is positive and not "
            "below the momentum",
            number, p[0], size);
    if (from[8] != rint(from[8]) || fabs(from[8]) > 1e6)
        return taub_fail(error, TAUB_BAD_INPUT, "particle %d: the baryon number is %g; expected a whole number", number,
                         from[8]);
    memcpy(to->position, from, sizeof to->position);
    memcpy(to->momentum, p, sizeof to->momentum);
    to->mass = squared > 0.0 ? sqrt(squared) : 0.0;
    to->momentum[0] = fmax(p[0], size);
    to->baryon_number = (int)from[8];
    to->line = number;
    return TAUB_OK;
}

static enum taub_status write_particles(struct taub_simulation *self, const struct taub_particles *list, double weight,
                                        double sigma, double background, struct taub_error *error)
{
    struct taub_config *config = malloc(sizeof *config);
    struct taub_problem *const kept = self->problem;
    if (!config)
        return taub_fail(error, TAUB_FAILED, "out of memory for the case of the particles");
    *config = *self->config;
    config->time.start = self->clock.time;
    memset(&config->initial, 0, sizeof config->initial);
    config->initial.kind = TAUB_INITIAL_PARTICLES;
    config->initial.file = "particles";
    config->initial.sigma = sigma;
    config->initial.background.given = TAUB_GIVEN_ENERGY_DENSITY;
    config->initial.background.energy_density = background;
    struct taub_problem *problem = NULL;
    enum taub_status status = taub_problem_from_particles(config, self->eos, list, weight, &problem, error);
    if (status == TAUB_OK) {
        self->problem = problem;
        status = taub_simulation_compute_initial(self, error);
        if (status == TAUB_OK)
            status = taub_simulation_take_data(self, error);
        self->problem = kept;
    }
    taub_problem_destroy(problem);
    free(config);
    return status;
}

static enum taub_status take_particles(struct taub_simulation *self, const double *particles, size_t count,
                                       double weight, double sigma, double background, struct taub_error *error)
{
    TRY(taub_simulation_refuse_tree(self, error));
    if (count > INT32_MAX)
        return taub_fail(error, TAUB_BAD_INPUT, "%zu particles were given; at most %d fit", count, INT32_MAX);
    if (!(weight > 0.0) || isinf(weight))
        return taub_fail(error, TAUB_BAD_INPUT, "the weight of a particle is %g; expected a positive number", weight);
    struct taub_particles list = {1, 1, count, malloc((count + 1) * sizeof *list.list)};
    if (!list.list)
        return taub_fail(error, TAUB_FAILED, "out of memory for %zu particles", count);
    enum taub_status status = TAUB_OK;
    for (size_t n = 0; n < count && status == TAUB_OK; n++)
        status = take_particle(particles + n * TAUB_PARTICLE_VALUES, (int)n + 1, &list.list[n], error);
    if (status == TAUB_OK)
        status = write_particles(self, &list, weight, sigma, background, error);
    taub_particles_free(&list);
    return status;
}

enum taub_status taub_simulation_write_particles(struct taub_simulation *self, const double *particles, size_t count,
                                                 double weight, double sigma, double background,
                                                 struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, take_particles(self, particles, count, weight, sigma, background, error));
}
