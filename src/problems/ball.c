/* One state inside |x| < radius, another one outside (kernels/problems/ball.h). */
#include "core/try.h"
#include "problems/compiled.h"

#include "problems/ball.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *ball = self->data;
    ball->radius = initial->radius;
    ball->norm = initial->norm;
    ball->transition = initial->transition;
    for (int axis = 0; axis < 3; axis++)
        ball->active[axis] = self->active[axis];
    if (!(ball->radius > 0) || isinf(ball->radius))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.radius: must be positive, and is %g.", ball->radius);
    if (initial->norm < 0 || initial->norm > 2)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.norm: must be 1, 2 or infinity.");
    TRY(taub_problem_complete(self, &initial->inside, "initial.inside", ball->inside, error));
    return taub_problem_complete(self, &initial->outside, "initial.outside", ball->outside, error);
}

static void check(struct taub_check *self)
{
    taub_check_state(self, "initial.inside", &self->config->initial.inside);
    taub_check_state(self, "initial.outside", &self->config->initial.outside);
}

const struct taub_problem_methods taub_problem_ball = {.kind = TAUB_INITIAL_BALL,
                                                       .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER |
                                                                  TAUB_FIELDS | 1u << TAUB_SYSTEM_ISRAEL_STEWART,
                                                       .check = check,
                                                       .create = create,
                                                       FORMULA("ball.h")};
