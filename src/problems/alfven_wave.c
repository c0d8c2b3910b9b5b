/* A circularly polarized Alfven wave of any amplitude in any direction, an exact solution: G. Toth, J. Comput. Phys.
 * 161 (2000) 605. Along the unit vector n of its phase f = sum_a 2 pi waves_a (x_a - lower_a)/length_a the magnetic
 * field is `field`. The transverse parts are B = amplitude field (cos f e1 + sin f e2) and v = -B/sqrt(rho), so that
 * the wave moves along n, relative to the flow, at the speed field/sqrt(rho).
 *
 * srmhd: L. Del Zanna, O. Zanotti, N. Bucciantini, P. Londrillo, Astron. Astrophys. 473 (2007) 11, section 4.1, for a
 * gas otherwise at rest: v = -(speed/field) B with
 *   E = rho h + field^2 (1 + amplitude^2), f = field^2/E, speed^2 = 2 f/(1 + sqrt(1 - (2 amplitude f)^2)). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/phase.h"

struct alfven_wave {
    double base[TAUB_MOST_COMPONENTS];
    struct taub_phase phase;
    double across[2][3]; /* e1 and e2, right-handed with n */
    double amplitude;
    double inertia; /* transverse field over minus the transverse velocity (srmhd: four-velocity) */
};

static void set_frame(struct alfven_wave *wave)
{
    double n[3];
    int least = 0;
    for (int a = 0; a < 3; a++) {
        n[a] = wave->phase.number[a] / wave->phase.size;
        least = fabs(n[a]) < fabs(n[least]) ? a : least;
    }
    /* e1 = n x (the axis with the smallest component of n), e2 = n x e1 */
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

/* Ratio of `field` to the wave speed. */
static double relativistic_inertia(const struct taub_config *config, const double *base, double field, double amplitude)
{
    const double gamma = config->eos.gamma, enthalpy = base[0] + gamma / (gamma - 1) * base[4];
    const double total = enthalpy + field * field * (1 + amplitude * amplitude);
    const double part = 2 * amplitude * field * field / total;
    return sqrt(total * (1 + sqrt(1 - part * part)) / 2);
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct alfven_wave *wave = calloc(1, sizeof *wave);
    if (!wave)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = wave;
    const enum taub_status status = taub_problem_complete(self, &initial->state, "initial.state", wave->base, error);
    if (status != TAUB_OK)
        return status;
    struct taub_phase *phase = &wave->phase;
    taub_phase_create(self, config, phase);
    set_frame(wave);
    wave->amplitude = initial->amplitude * initial->field;
    const bool relativistic = self->system == TAUB_SYSTEM_SRMHD;
    wave->inertia = relativistic ? relativistic_inertia(config, wave->base, initial->field, initial->amplitude)
                                 : sqrt(wave->base[0]);
    phase->speed = phase->size * initial->field / wave->inertia;
    if (relativistic)
        wave->inertia *= sqrt(1 - wave->amplitude * wave->amplitude / (wave->inertia * wave->inertia));
    for (int axis = 0; axis < 3; axis++) {
        phase->speed += phase->number[axis] * wave->base[1 + axis];
        self->uniform[axis] = initial->field * phase->number[axis] / phase->size;
    }
    self->has_exact = self->smooth = true;
    return TAUB_OK;
}

static void destroy(struct taub_problem *self)
{
    free(self->data);
}

static enum taub_status state(const struct taub_problem *self, const double x[3], double t, double out[],
                              struct taub_error *error)
{
    const struct alfven_wave *wave = self->data;
    const double at = taub_phase_at(&wave->phase, x, t - self->start);
    (void)error;
    memcpy(out, wave->base, (size_t)self->components * sizeof *out);
    for (int a = 0; a < 3; a++) {
        const double b = wave->amplitude * (cos(at) * wave->across[0][a] + sin(at) * wave->across[1][a]);
        out[1 + a] -= b / wave->inertia;
        out[5 + a] = self->uniform[a] + b;
    }
    return TAUB_OK;
}

/* The curl of f(phase) e is |number| f' n x e, with n x e1 = e2 and n x e2 = -e1: the potential is the transverse field
 * over -|number|. */
static void potential(const struct taub_problem *self, const double x[3], double t, int vector, double a[3])
{
    (void)vector;
    const struct alfven_wave *wave = self->data;
    const double at = taub_phase_at(&wave->phase, x, t - self->start), size = -wave->amplitude / wave->phase.size;
    for (int axis = 0; axis < 3; axis++)
        a[axis] = size * (cos(at) * wave->across[0][axis] + sin(at) * wave->across[1][axis]);
}

const struct taub_problem_methods taub_problem_alfven_wave = {TAUB_INITIAL_ALFVEN_WAVE,
                                                              1u << TAUB_SYSTEM_MHD | 1u << TAUB_SYSTEM_SRMHD,
                                                              "alfven-wave",
                                                              create,
                                                              destroy,
                                                              state,
                                                              potential};
