#include "problems/compiled.h"

#include "problems/phase.h"

void taub_phase_create(struct taub_problem *self, const struct taub_config *config, struct phase *out)
{
    *out = (struct phase){.start = self->start};
    for (int axis = 0; axis < 3; axis++) {
        const double length = config->mesh.upper[axis] - config->mesh.lower[axis];
        out->number[axis] =
            self->active[axis] ? 2 * PROBLEM_PI * config->initial.waves[axis] / length + config->mesh.bloch[axis] : 0;
        out->lower[axis] = config->mesh.lower[axis];
        out->size += out->number[axis] * out->number[axis];
        if (out->number[axis] != 0)
            taub_exact_periodic(self, config, axis, "the wave");
    }
    out->size = sqrt(out->size);
}
