/* A Riemann problem of a magnetized gas: two states separated by a plane normal to an axis; without exact solution. */
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct mhd_riemann {
    int axis;
    double position;
    double left[TAUB_MOST_COMPONENTS], right[TAUB_MOST_COMPONENTS];
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct mhd_riemann *problem = calloc(1, sizeof *problem);
    if (!problem)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = problem;
    problem->axis = (int)initial->axis;
    problem->position = initial->position;
    const enum taub_status status = taub_problem_complete(self, &initial->left, "initial.left", problem->left, error);
    return status == TAUB_OK ? taub_problem_complete(self, &initial->right, "initial.right", problem->right, error)
                             : status;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct mhd_riemann *problem = self->data;
    (void)t;
    (void)error;
    memcpy(out, x[problem->axis] < problem->position ? problem->left : problem->right,
           (size_t)self->components * sizeof *out);
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_mhd_riemann = {
    TAUB_INITIAL_RIEMANN, 1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD, "riemann", create, destroy, state, NULL};
