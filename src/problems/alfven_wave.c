/* A circularly polarized Alfven wave of any amplitude along any direction, an exact solution: G. Toth, J. Comput. Phys.
 * 161 (2000) 605. Along the unit vector n of its phase f = sum_a 2 pi waves_a (x_a - lower_a)/length_a the field is
 * `field`; across it B = amplitude field (cos f e1 + sin f e2) and v = -B/sqrt(rho), so that it moves along n, with the
 * flow, at the speed field/sqrt(rho). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

struct alfven_wave {
    double base[TAUB_MOST_COMPONENTS];
    double number[3], lower[3]; /* of waves per length, times 2 pi */
    double size;                /* of number */
    double across[2][3];        /* e1, e2; with n right-handed */
    double field, amplitude, speed;
};

static void set_frame(struct alfven_wave *wave)
{
    double n[3];
    int least = 0;
    for (int a = 0; a < 3; a++) {
        n[a] = wave->number[a] / wave->size;
        least = fabs(wave->number[a]) < fabs(wave->number[least]) ? a : least;
    }
    /* e1 = n x (the axis that n is least along), e2 = n x e1 */
    double axis[3] = {0, 0, 0}, length = 0;
    axis[least] = 1;
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        wave->across[0][a] = n[p] * axis[q] - n[q] * axis[p];
        length += wave->across[0][a] * wave->across[0][a];
    }
    for (int a = 0; a < 3; a++)
        wave->across[0][a] /= sqrt(length);
    for (int a = 0; a < 3; a++) {
        const int p = (a + 1) % 3, q = (a + 2) % 3;
        wave->across[1][a] = n[p] * wave->across[0][q] - n[q] * wave->across[0][p];
    }
}

/* Faces across the wave must be periodic, which whole waves fit. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct alfven_wave *wave = self->data;
    for (int axis = 0; axis < 3; axis++)
        if (wave->number[axis] != 0)
            taub_exact_periodic(self, config, axis, "the wave");
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    const double pi = 3.14159265358979323846;
    struct alfven_wave *wave = calloc(1, sizeof *wave);
    if (!wave)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = wave;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", wave->base, error);
    if (status != TAUB_OK)
        return status;
    for (int axis = 0; axis < 3; axis++) {
        const double length = config->mesh.upper[axis] - config->mesh.lower[axis];
        wave->number[axis] = self->active[axis] ? 2 * pi * initial->waves[axis] / length : 0;
        wave->lower[axis] = config->mesh.lower[axis];
        wave->size += wave->number[axis] * wave->number[axis];
    }
    wave->size = sqrt(wave->size);
    set_frame(wave);
    wave->field = initial->field;
    wave->amplitude = initial->amplitude * initial->field;
    wave->speed = wave->size * initial->field / sqrt(wave->base[0]);
    for (int axis = 0; axis < 3; axis++) {
        wave->speed += wave->number[axis] * wave->base[1 + axis];
        self->uniform[axis] = wave->field * wave->number[axis] / wave->size;
    }
    self->has_exact = self->smooth = true;
    limit(self, config);
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static double phase(const struct taub_problem *self, const double x[3], double t)
{
    const struct alfven_wave *wave = self->data;
    double phase = -wave->speed * (t - self->start);
    for (int axis = 0; axis < 3; axis++)
        phase += wave->number[axis] * (x[axis] - wave->lower[axis]);
    return phase;
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct alfven_wave *wave = self->data;
    const double at = phase(self, x, t);
    (void)error;
    memcpy(out, wave->base, (size_t)self->components * sizeof *out);
    for (int a = 0; a < 3; a++) {
        const double b = wave->amplitude * (cos(at) * wave->across[0][a] + sin(at) * wave->across[1][a]);
        out[1 + a] -= b / sqrt(wave->base[0]);
        out[5 + a] = self->uniform[a] + b;
    }
    return TAUB_OK;
}

/* The curl of f(phase) e is |number| f' n x e, n x e1 = e2, n x e2 = -e1: B across over -|number|. */
static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    (void)vector;
    const struct alfven_wave *wave = self->data;
    const double at = phase(self, x, t), size = -wave->amplitude / wave->size;
    for (int axis = 0; axis < 3; axis++)
        a[axis] = size * (cos(at) * wave->across[0][axis] + sin(at) * wave->across[1][axis]);
}

const struct taub_problem_methods taub_problem_alfven_wave = {
    TAUB_INITIAL_ALFVEN_WAVE, 1u << TAUB_SYSTEM_MHD, "alfven-wave", create, destroy, state, potential};
