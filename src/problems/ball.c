/* One state inside |x| < radius, another one outside, with an optional smooth transition. The norm, over the axes with
 * cells, is 1, 2 or infinity (written 0). */
#include <math.h>
#include <stdlib.h>

#include "problems/problem_kind.h"

struct ball {
    double radius, transition;
    int norm;
    double inside[TAUB_MOST_COMPONENTS], outside[TAUB_MOST_COMPONENTS];
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct ball *ball = calloc(1, sizeof *ball);
    if (!ball)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = ball;
    ball->radius = initial->radius;
    ball->norm = initial->norm;
    ball->transition = initial->transition;
    if (!(ball->radius > 0) || isinf(ball->radius))
        return taub_fail(error, TAUB_BAD_INPUT, "initial.radius: must be positive, and is %g.", ball->radius);
    if (ball->norm < 0 || ball->norm > 2)
        return taub_fail(error, TAUB_BAD_INPUT, "initial.norm: must be 1, 2 or infinity.");
    const enum taub_status status =
        taub_problem_complete(self, &initial->inside, "initial.inside", ball->inside, error);
    if (status != TAUB_OK)
        return status;
    return taub_problem_complete(self, &initial->outside, "initial.outside", ball->outside, error);
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    (void)t, (void)error;
    const struct ball *ball = self->data;
    double sum = 0, squares = 0, largest = 0;
    for (int i = 0; i < 3; i++)
        if (self->active[i]) {
            sum += fabs(x[i]);
            squares += x[i] * x[i];
            largest = fmax(largest, fabs(x[i]));
        }
    const double distance = ball->norm == 1 ? sum : ball->norm == 2 ? sqrt(squares) : largest;
    const double outwards = distance - ball->radius;
    const double share = ball->transition > 0 ? 0.5 - 0.5 * tanh(outwards / ball->transition) : outwards < 0;
    for (int c = 0; c < self->components; c++)
        out[c] = share * ball->inside[c] + (1 - share) * ball->outside[c];
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_ball = {.kind = TAUB_INITIAL_BALL,
                                                       .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER |
                                                                  1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD |
                                                                  1u << TAUB_SYSTEM_ISRAEL_STEWART,
                                                       .name = "ball",
                                                       .create = create,
                                                       .destroy = destroy,
                                                       .state = state};
