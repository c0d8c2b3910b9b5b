/* Whether what is computed is still a solution: the share of the energy in cells that the steps had to correct. */
#include <limits.h>

#include "evolve/internal.h"
#include "mesh/geometry.h"

static int stages_of(const struct taub_simulation *simulation)
{
    return simulation->config->scheme.integrator == TAUB_RK3 ? 3 : 2;
}

/* All of the fluid's energy, lost in each stage of a step, is a quarter of what a count of the step can hold. The
 * conserved energy, with the volume element, is not less than that in the frame of the fluid. */
static void scale(struct taub_simulation *simulation, const double *reduced)
{
    const struct taub_shape *shape = &simulation->mesh->shape;
    struct taub_control *clock = &simulation->clock;
    const double volume = shape->spacing[0] * shape->spacing[1] * shape->spacing[2];
    const double element = taub_volume_element(simulation->config->mesh.coordinates, clock->time);
    clock->lost_scale = (double)(INT_MAX / 4) * volume * element / (stages_of(simulation) * reduced[0]);
}

void taub_lost_begin(struct taub_lost *self, struct taub_simulation *simulation, const double *reduced)
{
    /* a start with more stress than any fluid has (Navier and Stokes, early) is over at the second look */
    *self = (struct taub_lost){.step = simulation->clock.step, .share = HUGE_VAL};
    if (simulation->system->watch)
        scale(simulation, reduced);
}

enum taub_status taub_lost_check(struct taub_lost *self, struct taub_simulation *simulation, const double *reduced,
                                 struct taub_error *error)
{
    const struct taub_system *system = simulation->system;
    const int64_t steps = simulation->clock.step - self->step;
    int64_t counts[TAUB_COUNTS];
    if (!system->watch || steps < TAUB_LOST_STEPS)
        return TAUB_OK;
    taub_simulation_counts(simulation, counts);
    const double lost = (double)(counts[TAUB_COUNT_LOST_ENERGY] - self->energy) / simulation->clock.lost_scale;
    self->step = simulation->clock.step;
    self->energy = counts[TAUB_COUNT_LOST_ENERGY];
    scale(simulation, reduced);
    return system->watch(simulation->config, reduced, steps * stages_of(simulation), lost, &self->share, error);
}
