/* A density wave at constant velocity and pressure, advected without change:
 *   rho = rho_0 (1 + amplitude sin(2 pi sum_a waves_a (x_a - lower_a - v_a t)/length_a)).
 * In srhd the charge density varies, and with it the energy density at constant pressure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct wave {
    double base[TAUB_MOST_COMPONENTS]; /* the unperturbed state */
    double number[3], velocity[3], lower[3];
    double amplitude, pressure;
};

/* Faces across the wave must be periodic; the mesh holds whole wavelengths. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct wave *wave = self->data;
    unsigned waving = 0;
    if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_exact_never(self, "it is known in Cartesian coordinates only");
    for (int axis = 0; axis < 3; axis++) {
        if (config->initial.waves[axis] == 0)
            continue;
        waving |= 1u << axis;
        taub_exact_periodic(self, config, axis, "the wave");
        if (!self->active[axis] && wave->velocity[axis] != 0)
            taub_exact_never(self, "the wave moves along an axis with one cell");
    }
    taub_exact_along(self, config, waving, wave->base, 1, 0);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    const double pi = 3.14159265358979323846;
    struct wave *wave = calloc(1, sizeof *wave);
    if (!wave)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = wave;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", wave->base, error);
    if (status != TAUB_OK)
        return status;
    const double *q = wave->base;
    const double per_time = self->system == TAUB_SYSTEM_SRHD ? sqrt(1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 1;
    wave->amplitude = initial->amplitude;
    wave->pressure = self->system == TAUB_SYSTEM_SRHD ? taub_eos_pressure(self->eos, q[0], q[4]) : q[4];
    self->has_exact = self->smooth = true;
    for (int axis = 0; axis < 3; axis++) {
        wave->number[axis] = 2 * pi * initial->waves[axis] / (config->mesh.upper[axis] - config->mesh.lower[axis]);
        wave->velocity[axis] = q[1 + axis] / per_time;
        wave->lower[axis] = config->mesh.lower[axis];
    }
    limit(self, config);
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct wave *wave = self->data;
    double phase = 0;
    (void)error;
    for (int axis = 0; axis < 3; axis++)
        phase += wave->number[axis] * (x[axis] - wave->lower[axis] - wave->velocity[axis] * (t - self->start));
    const double factor = 1 + wave->amplitude * sin(phase);
    memcpy(out, wave->base, (size_t)self->components * sizeof *out);
    if (self->system == TAUB_SYSTEM_SRHD) {
        out[4] *= factor;
        out[0] = taub_eos_energy_from_pressure(self->eos, wave->pressure, out[4]);
    } else {
        out[0] *= factor;
    }
    return TAUB_OK;
}

const struct taub_problem_methods taub_problem_wave = {.kind = TAUB_INITIAL_WAVE,
                                                       .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
                                                       .name = "wave",
                                                       .create = create,
                                                       .destroy = destroy,
                                                       .state = state};
