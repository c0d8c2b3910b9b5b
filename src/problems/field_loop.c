/* A weak magnetic loop, advected by the flow (kernels/problems/field_loop.h). */
#include "problems/compiled.h"

#include "problems/field_loop.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *loop = self->data;
    loop->radius = initial->radius;
    loop->field = initial->field;
    loop->center[0] = initial->center[0];
    loop->center[1] = initial->center[1];
    return taub_problem_complete(self, &initial->state, "initial.state", loop->base, error);
}

void taub_problem_check_disc(struct taub_check *self)
{
    taub_problem_check_flow(self);
    taub_problem_check_plane(self);
}

const struct taub_problem_methods taub_problem_field_loop = {.kind = TAUB_INITIAL_FIELD_LOOP,
                                                             .systems = TAUB_FIELDS,
                                                             .check = taub_problem_check_disc,
                                                             .create = create,
                                                             FORMULA("field_loop.h")};
