/* A dense disc that rotates in a uniform field (kernels/problems/rotor.h). */
#include "problems/compiled.h"

#include "problems/rotor.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *rotor = self->data;
    rotor->radius = initial->radius;
    rotor->speed = initial->speed;
    rotor->field = initial->field;
    rotor->center[0] = initial->center[0];
    rotor->center[1] = initial->center[1];
    return taub_problem_complete(self, &initial->state, "initial.state", rotor->base, error);
}

const struct taub_problem_methods taub_problem_rotor = {.kind = TAUB_INITIAL_ROTOR,
                                                        .systems = 1u << TAUB_SYSTEM_MHD,
                                                        .check = taub_problem_check_disc,
                                                        .create = create,
                                                        FORMULA("rotor.h")};
