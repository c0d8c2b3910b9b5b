/* Fields of zero, to be driven by sources. */
#include <string.h>

#include "problems/problem_kind.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    (void)config;
    (void)error;
    self->smooth = true;
    return TAUB_OK;
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    (void)x;
    (void)t;
    (void)error;
    memset(out, 0, (size_t)self->components * sizeof *out);
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_empty = {
    TAUB_INITIAL_EMPTY, 1u << TAUB_SYSTEM_MAXWELL, "empty", create, NULL, state, NULL};
