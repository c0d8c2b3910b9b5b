/* A weak magnetic loop about the z axis, advected by the flow: T. A. Gardiner, J. M. Stone, J. Comput. Phys. 205 (2005)
 * 509. A_z = field max(radius - r, 0) with r the distance from the centre in x and y: |B| = field inside, along the
 * circles around the axis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct loop {
    double base[TAUB_MOST_COMPONENTS];
    double center[2], radius, field;
};

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = loop;
    loop->radius = initial->radius;
    loop->field = initial->field;
    loop->center[0] = initial->center[0];
    loop->center[1] = initial->center[1];
    return taub_problem_complete(self, &initial->state, "initial.state", loop->base, error);
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct loop *loop = self->data;
    const double dx = x[0] - loop->center[0], dy = x[1] - loop->center[1], r = hypot(dx, dy);
    (void)t;
    (void)error;
    memcpy(out, loop->base, (size_t)self->components * sizeof *out);
    out[5] = r < loop->radius && r > 0 ? -loop->field * dy / r : 0;
    out[6] = r < loop->radius && r > 0 ? loop->field * dx / r : 0;
    out[7] = 0;
    return TAUB_OK;
}

static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    (void)vector;
    const struct loop *loop = self->data;
    const double r = hypot(x[0] - loop->center[0], x[1] - loop->center[1]);
    (void)t;
    a[0] = a[1] = 0;
    a[2] = loop->field * fmax(loop->radius - r, 0);
}

const struct taub_problem_methods taub_problem_field_loop = {TAUB_INITIAL_FIELD_LOOP,
                                                             1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD,
                                                             "field-loop",
                                                             create,
                                                             destroy,
                                                             state,
                                                             potential};
