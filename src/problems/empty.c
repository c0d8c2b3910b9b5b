/* Fields of zero, to be driven by sources. */
#include "problems/compiled.h"

#include "problems/empty.h"

#include "problems/compiled_functions.h"

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    (void)self;
    (void)config;
    (void)error;
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_empty = {.kind = TAUB_INITIAL_EMPTY,
                                                        .systems = 1u << TAUB_SYSTEM_MAXWELL,
                                                        .name = "empty",
                                                        .create = create,
                                                        FORMULA("empty.h")};
