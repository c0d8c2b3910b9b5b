/* A cold gas that falls onto a plane, line or point, on a mesh with one, two or three axes with cells: W. F. Noh, J.
 * Comput. Phys. 72 (1987) 78. With the speed v and j axes the shock moves outwards at (gamma - 1) v/2;
 *   upstream    rho = rho_0 (1 + v t/r)^(j - 1),
 *   downstream  rho = rho_0 ((gamma + 1)/(gamma - 1))^j, p = rho (gamma - 1) v^2/2.
 * This holds for zero upstream pressure; the case gives a small one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct noh {
    double base[TAUB_MOST_COMPONENTS];
    double center[3], speed, gamma;
    int dimensions;
};

static double time_of_radius(const void *data, double r)
{
    const struct noh *noh = data;
    return 2 * r / ((noh->gamma - 1) * noh->speed);
}

/* Boundaries must supply the infalling gas: open faces supply uniform gas; gas of growing density needs a user's
 * boundary file, which is trusted. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct noh *noh = self->data;
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
    struct noh *noh = calloc(1, sizeof *noh);
    if (!noh)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = noh;
    memcpy(noh->center, initial->center, sizeof noh->center);
    noh->speed = initial->speed;
    noh->gamma = config->eos.gamma;
    noh->dimensions = self->active[0] + self->active[1] + self->active[2];
    self->has_exact = true;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", noh->base, error);
    if (status == TAUB_OK)
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
    const struct noh *noh = self->data;
    const double gamma = noh->gamma, since = t - self->start;
    double r[3] = {0, 0, 0}, square = 0;
    (void)error;
    for (int axis = 0; axis < 3; axis++)
        if (self->active[axis]) {
            r[axis] = x[axis] - noh->center[axis];
            square += r[axis] * r[axis];
        }
    const double distance = sqrt(square);
    memcpy(out, noh->base, (size_t)self->components * sizeof *out);
    if (distance < (gamma - 1) / 2 * noh->speed * since) {
        out[0] *= pow((gamma + 1) / (gamma - 1), noh->dimensions);
        out[4] = out[0] * (gamma - 1) / 2 * noh->speed * noh->speed;
        return TAUB_OK;
    }
    if (distance > 0) {
        const double compression = pow(1 + noh->speed * since / distance, noh->dimensions - 1);
        out[0] *= compression;
        out[4] *= pow(compression, gamma);
        for (int axis = 0; axis < 3; axis++)
            out[1 + axis] -= noh->speed * r[axis] / distance;
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_noh = {.kind = TAUB_INITIAL_NOH,
                                                      .systems = 1u << TAUB_SYSTEM_EULER,
                                                      .name = "noh",
                                                      .create = create,
                                                      .destroy = destroy,
                                                      .state = state};
