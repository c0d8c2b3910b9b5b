/* A magnetized vortex advected by a uniform flow: D. S. Balsara, Astrophys. J. Suppl. 151 (2004) 149. With s = distance
 * from the axis over the radius and f = exp((1 - s^2)/2)/(2 pi):
 *   dv = strength f (axis x r)/radius,  dB = field f (axis x r)/radius,
 *   dp = (field^2 (1 - s^2) - rho strength^2) exp(1 - s^2)/(8 pi^2),
 * rho constant: magnetic tension and centrifugal force balance the gradient of p + B^2/2. On a periodic mesh the
 * nearest image of the vortex is used. A uniform field along the axis (initial.state) may be added. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct vortex {
    double base[TAUB_MOST_COMPONENTS];
    double center[3], period[3]; /* period 0: not periodic along that axis */
    double strength, field, radius;
    int axis;
};

static const double pi = 3.14159265358979323846;

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct vortex *vortex = calloc(1, sizeof *vortex);
    if (!vortex)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = vortex;
    vortex->strength = initial->strength;
    vortex->field = initial->field;
    vortex->radius = initial->radius;
    vortex->axis = (int)initial->axis;
    self->has_exact = self->smooth = true;
    for (int axis = 0; axis < 3; axis++) {
        vortex->center[axis] = initial->center[axis];
        if (self->active[axis] && config->mesh.boundary[axis][0] == TAUB_PERIODIC)
            vortex->period[axis] = config->mesh.upper[axis] - config->mesh.lower[axis];
        else if (self->active[axis] && axis != vortex->axis)
            taub_exact_never(self, "the mesh is not periodic across the vortex");
    }
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", vortex->base, error);
    for (int axis = 0; axis < 3; axis++) {
        self->uniform[axis] = vortex->base[5 + axis];
        if (status == TAUB_OK && axis != vortex->axis && vortex->base[5 + axis] != 0)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "initial.state.magnetic_field: expected a field along the axis of the vortex alone");
    }
    return status;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

/* Position relative to the axis in units of the radius; returns exp((1 - s^2)/2)/(2 pi). */
static double bell(const struct taub_problem *self, const double x[3], double t, double r[3])
{
    const struct vortex *vortex = self->data;
    const int one = (vortex->axis + 1) % 3, two = (vortex->axis + 2) % 3;
    for (int axis = 0; axis < 3; axis++) {
        r[axis] = x[axis] - vortex->center[axis] - vortex->base[1 + axis] * (t - self->start);
        if (vortex->period[axis] > 0)
            r[axis] -= vortex->period[axis] * round(r[axis] / vortex->period[axis]);
        r[axis] /= vortex->radius;
    }
    return exp((1 - r[one] * r[one] - r[two] * r[two]) / 2) / (2 * pi);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct vortex *vortex = self->data;
    const int one = (vortex->axis + 1) % 3, two = (vortex->axis + 2) % 3;
    double r[3];
    const double f = bell(self, x, t, r), s2 = r[one] * r[one] + r[two] * r[two];
    (void)error;
    memcpy(out, vortex->base, (size_t)self->components * sizeof *out);
    out[1 + one] -= vortex->strength * f * r[two];
    out[1 + two] += vortex->strength * f * r[one];
    out[5 + one] -= vortex->field * f * r[two];
    out[5 + two] += vortex->field * f * r[one];
    out[4] += (vortex->field * vortex->field * (1 - s2) - out[0] * vortex->strength * vortex->strength) * f * f / 2;
    return TAUB_OK;
}

static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    (void)vector;
    const struct vortex *vortex = self->data;
    double r[3];
    a[0] = a[1] = a[2] = 0;
    a[vortex->axis] = vortex->field * vortex->radius * bell(self, x, t, r);
}

const struct taub_problem_methods taub_problem_mhd_vortex = {
    TAUB_INITIAL_VORTEX, 1u << TAUB_SYSTEM_MHD, "vortex", create, destroy, state, potential};
