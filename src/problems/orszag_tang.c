/* Orszag-Tang vortex (kernels/problems/orszag_tang.h). */
#include "problems/compiled.h"

#include "problems/orszag_tang.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    struct problem *vortex = self->data;
    for (int axis = 0; axis < 2; axis++) {
        vortex->lower[axis] = self->lower[axis];
        vortex->length[axis] = self->upper[axis] - self->lower[axis];
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_orszag_tang = {.kind = TAUB_INITIAL_ORSZAG_TANG,
                                                              .systems = 1u << TAUB_SYSTEM_MHD,
                                                              .check = taub_problem_check_plane,
                                                              .create = create,
                                                              FORMULA("orszag_tang.h")};
