#include <math.h>

#include "problems/phase.h"

void taub_phase_create(struct taub_problem *self, const struct taub_config *config, struct taub_phase *out)
{
    const double pi = 3.14159265358979323846;
    *out = (struct taub_phase){.size = 0};
    for (int axis = 0; axis < 3; axis++) {
        const double length = config->mesh.upper[axis] - config->mesh.lower[axis];
        out->number[axis] =
            self->active[axis] ? 2 * pi * config->initial.waves[axis] / length + config->mesh.bloch[axis] : 0;
        out->lower[axis] = config->mesh.lower[axis];
        out->size += out->number[axis] * out->number[axis];
        if (out->number[axis] != 0)
            taub_exact_periodic(self, config, axis, "the wave");
    }
    out->size = sqrt(out->size);
}

double taub_phase_at(const struct taub_phase *phase, const double x[3], double since)
{
    double sum = -phase->speed * since;
    for (int axis = 0; axis < 3; axis++)
        sum += phase->number[axis] * (x[axis] - phase->lower[axis]);
    return sum;
}
