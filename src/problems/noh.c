/* A cold gas that falls onto a plane, line or point (kernels/problems/noh.h). */
#include "problems/compiled.h"

#include "problems/noh.h"

#include "problems/compiled_functions.h"

static double time_of_radius(const void *data, double r)
{
    const struct problem *noh = data;
    return 2 * r / ((noh->gamma - 1) * noh->speed);
}

/* Boundaries must supply the infalling gas: open faces supply uniform gas; gas of growing density needs a user's
 * boundary file, which is trusted. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct problem *noh = self->data;
    const double sound2 = taub_system_euler.quantity(config, self->eos, noh->base, "sound_speed_squared", 0);
    const double mach = noh->speed * (noh->gamma + 1) / 2 / sqrt(sound2);
    if (!(mach >= TAUB_STRONG_SHOCK))
        taub_exact_never(self, "the shock's Mach number is %.3g, and the solution is that of a gas without pressure",
                         mach);
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis]; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            if (config->mesh.boundary[axis][side] == TAUB_BOUNDARY_CODE ||
                taub_face_is_mirror(config, axis, side, noh->center[axis]))
                continue;
            if (noh->dimensions > 1) {
                taub_exact_never(self, "the infalling gas at %s grows denser with time; boundary.file can supply it",
                                 face.text);
                continue;
            }
            double ahead[TAUB_MOST_COMPONENTS];
            memcpy(ahead, noh->base, sizeof ahead);
            ahead[1 + axis] -= side ? noh->speed : -noh->speed;
            taub_exact_at_rest_face(self, config, axis, side, ahead, noh->base);
        }
    taub_exact_front(self, config, noh->center, time_of_radius, noh);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *noh = self->data;
    memcpy(noh->center, initial->center, sizeof noh->center);
    noh->speed = initial->speed;
    noh->gamma = config->eos.gamma;
    noh->start = self->start;
    for (int axis = 0; axis < 3; axis++) {
        noh->active[axis] = self->active[axis];
        noh->dimensions += self->active[axis];
    }
    self->has_exact = true;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", noh->base, error);
    if (status == TAUB_OK)
        limit(self, config);
    return status;
}

const struct taub_problem_methods taub_problem_noh = {.kind = TAUB_INITIAL_NOH,
                                                      .systems = 1u << TAUB_SYSTEM_EULER,
                                                      .check = taub_problem_check_rest,
                                                      .create = create,
                                                      FORMULA("noh.h")};
