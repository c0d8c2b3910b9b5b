/* What a problem says of itself beside its fields; for tests that have included cmocka. */
#ifndef TAUB_TESTS_METADATA_H
#define TAUB_TESTS_METADATA_H

#include <string.h>

#include "problems/problem.h"

/* The number of this name; the test fails without one. */
static inline double metadatum(const struct taub_problem *problem, const char *wanted)
{
    const char *name;
    double value;
    for (int i = 0; taub_problem_metadata(problem, i, &name, &value); i++)
        if (strcmp(name, wanted) == 0)
            return value;
    fail_msg("no metadatum %s", wanted);
    return 0;
}

#endif
