/* Piecewise constant states: planes normal to the axes divide the mesh into boxes, each with a state. One axis gives
 * layers, two give quadrants. */
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct pieces {
    int count[3]; /* number of pieces along each axis */
    const double *cuts[3];
    double states[TAUB_MOST_PIECES][TAUB_MOST_COMPONENTS];
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct pieces *pieces = calloc(1, sizeof *pieces);
    if (!pieces)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = pieces;
    for (int axis = 0; axis < 3; axis++) {
        pieces->count[axis] = initial->cuts[axis].count + 1;
        pieces->cuts[axis] = initial->cuts[axis].list;
    }
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < initial->states.count && status == TAUB_OK; n++)
        status = taub_problem_complete(self, &initial->states.list[n], "initial.states", pieces->states[n], error);
    return status;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct pieces *pieces = self->data;
    int at[3] = {0, 0, 0};
    (void)t;
    (void)error;
    for (int axis = 0; axis < 3; axis++)
        while (at[axis] < pieces->count[axis] - 1 && x[axis] >= pieces->cuts[axis][at[axis]])
            at[axis]++;
    const int piece = (at[2] * pieces->count[1] + at[1]) * pieces->count[0] + at[0];
    memcpy(out, pieces->states[piece], (size_t)self->components * sizeof *out);
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_pieces = {.kind = TAUB_INITIAL_PIECES,
                                                         .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER |
                                                                    1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD,
                                                         .name = "pieces",
                                                         .create = create,
                                                         .destroy = destroy,
                                                         .state = state};
