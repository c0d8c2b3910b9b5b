/* Piecewise constant states (kernels/problems/pieces.h): those of the case, two on both sides of a plane, or one of
 * fields that are 0 and wait for sources. */
#include "problems/compiled.h"

#include "problems/pieces.h"

#include "problems/compiled_functions.h"

static_assert(MOST_PIECES == TAUB_MOST_PIECES, "kernels/problems/pieces.h");

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *pieces = self->data;
    for (int axis = 0; axis < 3; axis++) {
        pieces->count[axis] = initial->cuts[axis].count + 1;
        for (int n = 0; n < initial->cuts[axis].count; n++)
            pieces->cuts[axis][n] = initial->cuts[axis].list[n];
    }
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < initial->states.count && status == TAUB_OK; n++)
        status = taub_problem_complete(self, &initial->states.list[n], "initial.states", pieces->states[n], error);
    return status;
}

/* A Riemann problem of a magnetized gas: without exact solution. */
static enum taub_status create_two(struct taub_problem *self, const struct taub_config *config,
                                   struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *pieces = self->data;
    for (int axis = 0; axis < 3; axis++)
        pieces->count[axis] = axis == (int)initial->axis ? 2 : 1;
    pieces->cuts[initial->axis][0] = initial->position;
    const enum taub_status status =
        taub_problem_complete(self, &initial->left, "initial.left", pieces->states[0], error);
    return status == TAUB_OK ? taub_problem_complete(self, &initial->right, "initial.right", pieces->states[1], error)
                             : status;
}

static enum taub_status create_none(struct taub_problem *self, const struct taub_config *config,
                                    struct taub_error *error)
{
    struct problem *pieces = self->data;
    for (int axis = 0; axis < 3; axis++)
        pieces->count[axis] = 1;
    return TAUB_OK;
}

/* Increasing cuts, and one state for each piece. */
static void check(struct taub_check *self)
{
    static const char *const paths[3] = {"initial.cuts.x", "initial.cuts.y", "initial.cuts.z"};
    const struct taub_config_initial *initial = &self->config->initial;
    double pieces = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const struct taub_reals *cuts = &initial->cuts[axis];
        pieces *= cuts->count + 1.0;
        for (int n = 1; n < cuts->count; ++n)
            if (!(cuts->list[n] > cuts->list[n - 1]))
                taub_check_complain(self, paths[axis], n, "expected a number above the previous one, %.10g, got %.10g",
                                    cuts->list[n - 1], cuts->list[n]);
        if (cuts->count && self->config->mesh.cells[axis] == 1)
            taub_check_complain(self, paths[axis], -1, "expected more than one cell along this axis in mesh.cells");
    }
    if (pieces > TAUB_MOST_PIECES)
        taub_check_complain(self, "initial.cuts", -1, "expected cuts into at most %d pieces, got %.0f",
                            TAUB_MOST_PIECES, pieces);
    else if (initial->states.count != (int)pieces)
        taub_check_complain(self, "initial.states", -1, "expected one state for each of the %.0f pieces, got %d",
                            pieces, initial->states.count);
    for (int n = 0; n < initial->states.count; ++n) {
        char path[64];
        snprintf(path, sizeof path, "initial.states[%d]", n);
        taub_check_state(self, path, &initial->states.list[n]);
    }
}

const struct taub_problem_methods taub_problem_pieces = {.kind = TAUB_INITIAL_PIECES,
                                                         .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER |
                                                                    TAUB_FIELDS,
                                                         .check = check,
                                                         .create = create,
                                                         FORMULA("pieces.h")};
const struct taub_problem_methods taub_problem_mhd_riemann = {.kind = TAUB_INITIAL_RIEMANN,
                                                              .systems = TAUB_FIELDS,
                                                              .check = taub_problem_check_sides,
                                                              .create = create_two,
                                                              FORMULA("pieces.h")};
const struct taub_problem_methods taub_problem_empty = {
    .kind = TAUB_INITIAL_EMPTY, .systems = 1u << TAUB_SYSTEM_MAXWELL, .create = create_none, FORMULA("pieces.h")};
