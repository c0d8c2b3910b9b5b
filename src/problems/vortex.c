/* An isentropic vortex advected by a uniform flow (kernels/problems/vortex.h). */
#include "problems/compiled.h"

#include "problems/vortex.h"

#include "problems/compiled_functions.h"

enum { REACH = 5 }; /* in radii: the vortex has decayed by exp(-12) there */

/* Along the axis of the vortex the flow is uniform. Across it open and periodic faces let the vortex pass; others only
 * preserve the ambient flow. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct problem *vortex = self->data;
    taub_exact_along(self, config, 0, vortex->base, 1, 0);
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis] && axis != (int)vortex->axis; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            const double center = vortex->center[axis], velocity = vortex->base[1 + axis];
            const double outwards = side ? config->mesh.upper[axis] - center : center - config->mesh.lower[axis];
            const double left = outwards - REACH * vortex->radius, closing = side ? velocity : -velocity;
            if (taub_face_open(config, axis, side) || config->mesh.boundary[axis][side] == TAUB_PERIODIC)
                continue;
            if (left < 0)
                taub_exact_never(self, "the vortex touches %s", face.text);
            else if (closing > 0)
                taub_exact_until(self, self->start + left / closing, "the vortex touches %s", face.text);
        }
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *vortex = self->data;
    vortex->strength = initial->strength;
    vortex->radius = initial->radius;
    vortex->gamma = config->eos.gamma;
    vortex->axis = (double)initial->axis;
    vortex->start = self->start;
    for (int axis = 0; axis < 3; axis++) {
        vortex->center[axis] = initial->center[axis];
        if (self->active[axis] && config->mesh.boundary[axis][0] == TAUB_PERIODIC)
            vortex->period[axis] = config->mesh.upper[axis] - config->mesh.lower[axis];
    }
    self->has_exact = true;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", vortex->base, error);
    if (status == TAUB_OK)
        limit(self, config);
    return status;
}

void taub_problem_check_vortex(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const double pi = 3.14159265358979323846, gamma = config->eos.gamma, strength = config->initial.strength;
    const int axis = (int)config->initial.axis;
    taub_problem_check_flow(self);
    if (axis > 2)
        taub_check_complain(self, "initial.axis", -1, "expected x, y or z for a vortex");
    else if (config->mesh.cells[(axis + 1) % 3] == 1 || config->mesh.cells[(axis + 2) % 3] == 1)
        taub_check_complain(self, "initial.axis", -1, "expected more than one cell along the other two axes");
    if (config->system == TAUB_SYSTEM_EULER &&
        !((gamma - 1) * strength * strength / (8 * gamma * pi * pi) * exp(1) < 1))
        taub_check_complain(self, "initial.strength", -1, "expected a weaker vortex: its centre would be empty");
}

const struct taub_problem_methods taub_problem_vortex = {.kind = TAUB_INITIAL_VORTEX,
                                                         .systems = 1u << TAUB_SYSTEM_EULER,
                                                         .check = taub_problem_check_vortex,
                                                         .create = create,
                                                         FORMULA("vortex.h")};
