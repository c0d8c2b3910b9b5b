/* A magnetized vortex advected by a uniform flow (kernels/problems/mhd_vortex.h). A uniform field along the axis
 * (initial.state) may be added. */
#include "problems/compiled.h"

#include "problems/mhd_vortex.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *vortex = self->data;
    vortex->strength = initial->strength;
    vortex->field = initial->field;
    vortex->radius = initial->radius;
    vortex->axis = (double)initial->axis;
    vortex->start = self->start;
    self->has_exact = true;
    for (int axis = 0; axis < 3; axis++) {
        vortex->center[axis] = initial->center[axis];
        if (self->active[axis] && config->mesh.boundary[axis][0] == TAUB_PERIODIC)
            vortex->period[axis] = config->mesh.upper[axis] - config->mesh.lower[axis];
        else if (self->active[axis] && axis != (int)initial->axis)
            taub_exact_never(self, "the mesh is not periodic across the vortex");
    }
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", vortex->base, error);
    for (int axis = 0; axis < 3; axis++) {
        vortex->uniform[axis] = vortex->base[5 + axis];
        if (status == TAUB_OK && axis != (int)initial->axis && vortex->base[5 + axis] != 0)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "initial.state.magnetic_field: expected a field along the axis of the vortex alone");
    }
    return status;
}

const struct taub_problem_methods taub_problem_mhd_vortex = {.kind = TAUB_INITIAL_VORTEX,
                                                             .systems = 1u << TAUB_SYSTEM_MHD,
                                                             .check = taub_problem_check_vortex,
                                                             .create = create,
                                                             FORMULA("mhd_vortex.h")};
