/* A standing wave in a box with perfectly conducting walls (kernels/problems/box_mode.h). */
#include "problems/compiled.h"

#include "problems/box_mode.h"

#include "problems/compiled_functions.h"
#include "systems/medium.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *mode = self->data;
    double along = 0, length = 0, medium[TAUB_MEDIUM_NUMBERS];
    taub_medium_at(config, NULL, config->mesh.lower, medium);
    for (int a = 0; a < 3; a++) {
        mode->number[a] =
            self->active[a] ? PROBLEM_PI * initial->waves[a] / (config->mesh.upper[a] - config->mesh.lower[a]) : 0;
        mode->lower[a] = config->mesh.lower[a];
        mode->active[a] = self->active[a];
        mode->square += mode->number[a] * mode->number[a];
        along += mode->number[a] * initial->polarization[a];
    }
    for (int a = 0; a < 3; a++) {
        mode->amplitude[a] = initial->polarization[a] - mode->number[a] * along / mode->square;
        length += mode->amplitude[a] * mode->amplitude[a];
    }
    for (int a = 0; a < 3; a++)
        mode->amplitude[a] *= initial->size / sqrt(length);
    mode->start = self->start;
    mode->permittivity = medium[TAUB_PERMITTIVITY];
    mode->frequency = sqrt(mode->square / (medium[TAUB_PERMITTIVITY] * medium[TAUB_PERMEABILITY]));
    self->has_exact = true;
    if (config->medium.poles.count > 0)
        taub_exact_never(self, "the medium has poles");
    if (medium[TAUB_CONDUCTIVITY] > 0)
        taub_exact_never(self, "the medium conducts");
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_box_mode = {
    .kind = TAUB_INITIAL_BOX_MODE, .systems = 1u << TAUB_SYSTEM_MAXWELL, .create = create, FORMULA("box_mode.h")};
