/* An isentropic vortex advected by a uniform flow: D. S. Balsara and C.-W. Shu, J. Comput. Phys. 160 (2000) 405; H. C.
 * Yee, N. D. Sandham, M. J. Djomehri, J. Comput. Phys. 150 (1999) 199. With s = distance from the axis over the radius
 * a, and T = p/rho, c^2 = gamma T of the ambient flow,
 *   dv = strength/(2 pi) sqrt(T) exp((1 - s^2)/2) (axis x r)/a,
 *   dT = -T (gamma - 1) strength^2/(8 gamma pi^2) exp(1 - s^2), p/rho^gamma constant:
 * the pressure gradient balances the centrifugal force. On a periodic mesh the nearest image of the vortex is used. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct vortex {
    double base[TAUB_MOST_COMPONENTS]; /* the ambient flow */
    double center[3], period[3];       /* period 0: not periodic along that axis */
    double strength, radius, gamma;
    int axis;
};

enum { REACH = 5 }; /* in radii: the vortex has decayed by exp(-12) there */

/* Along the axis of the vortex the flow is uniform. Across it open and periodic faces let the vortex pass; others only
 * preserve the ambient flow. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct vortex *vortex = self->data;
    taub_exact_along(self, config, 0, vortex->base, 1, 0);
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2 && self->active[axis] && axis != vortex->axis; side++) {
            const struct taub_face_text face = taub_face_text(config, axis, side);
            const double center = vortex->center[axis], velocity = vortex->base[1 + axis];
            const double outwards = side ? config->mesh.upper[axis] - center : center - config->mesh.lower[axis];
            const double left = outwards - REACH * vortex->radius, closing = side ? velocity : -velocity;
            if (taub_face_open(config, axis, side) || config->mesh.boundary[axis][side] == TAUB_PERIODIC)
                continue;
            if (left < 0)
                taub_exact_never(self, "the vortex touches %s", face.text);
            else if (closing > 0)
                taub_exact_until(self, self->start + left / closing, "the vortex touches %s", face.text);
        }
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct vortex *vortex = calloc(1, sizeof *vortex);
    if (!vortex)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = vortex;
    vortex->strength = initial->strength;
    vortex->radius = initial->radius;
    vortex->gamma = config->eos.gamma;
    vortex->axis = (int)initial->axis;
    for (int axis = 0; axis < 3; axis++) {
        vortex->center[axis] = initial->center[axis];
        if (self->active[axis] && config->mesh.boundary[axis][0] == TAUB_PERIODIC)
            vortex->period[axis] = config->mesh.upper[axis] - config->mesh.lower[axis];
    }
    self->has_exact = self->smooth = true;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", vortex->base, error);
    if (status == TAUB_OK)
        limit(self, config);
    return status;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct vortex *vortex = self->data;
    const double pi = 3.14159265358979323846, gamma = vortex->gamma, *base = vortex->base;
    const int one = (vortex->axis + 1) % 3, two = (vortex->axis + 2) % 3;
    double r[3];
    (void)error;
    for (int axis = 0; axis < 3; axis++) {
        r[axis] = x[axis] - vortex->center[axis] - base[1 + axis] * (t - self->start);
        if (vortex->period[axis] > 0)
            r[axis] -= vortex->period[axis] * round(r[axis] / vortex->period[axis]);
        r[axis] /= vortex->radius;
    }
    const double bell = exp(1 - r[one] * r[one] - r[two] * r[two]), heat = base[4] / base[0];
    const double swirl = vortex->strength / (2 * pi) * sqrt(heat * bell);
    const double cooling = (gamma - 1) * vortex->strength * vortex->strength / (8 * gamma * pi * pi) * bell;
    memcpy(out, base, (size_t)self->components * sizeof *out);
    out[0] *= pow(1 - cooling, 1 / (gamma - 1));
    out[4] *= pow(1 - cooling, gamma / (gamma - 1));
    out[1 + one] -= swirl * r[two];
    out[1 + two] += swirl * r[one];
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_vortex = {.kind = TAUB_INITIAL_VORTEX,
                                                         .systems = 1u << TAUB_SYSTEM_EULER,
                                                         .name = "vortex",
                                                         .create = create,
                                                         .destroy = destroy,
                                                         .state = state};
