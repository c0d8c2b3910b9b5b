/* Plane waves of small amplitude in a uniform magnetized gas, exact to first order in the amplitude. Along the unit
 * vector n of the phase f = sum_a 2 pi waves_a (x_a - lower_a)/length_a - speed t the state is base + change sin f.
 *
 * With b_n = |B_n|/sqrt(rho) and the sound speed a, the waves that move along n, relative to the flow, at the speed c:
 * - entropy, c = 0: relative change `amplitude` of the density;
 * - alfven, c = b_n: change amplitude |B| of the field component across n and B, with v = -sign(B_n) B/sqrt(rho);
 * - slow and fast, 2 c^2 = a^2 + b^2 -+ sqrt((a^2 + b^2)^2 - 4 a^2 b_n^2): relative change `amplitude` of the density,
 *   dp = a^2 drho, dv_n = c drho/rho, dB_t = B_t c^2/(c^2 - b_n^2) drho/rho, dv_t = -B_n dB_t/(rho c). */
#include "core/try.h"
#include "problems/compiled.h"

#include "problems/phase.h"

#include "problems/linear_wave.h"

#include "problems/compiled_functions.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Sets the change of the state and returns c; negative if there is no such wave. */
static double set_change(struct problem *wave, const double n[3], double gamma, double amplitude,
                         enum taub_linear_wave kind)
{
    const double *base = wave->base, *field = base + 5, along = dot(field, n), squared = dot(field, field);
    const double sound2 = gamma * base[4] / base[0], alfven2 = squared / base[0], normal2 = along * along / base[0];
    const double sum = sound2 + alfven2, least = 1e-8 * sum;
    double tangent[3], *change = wave->change;
    for (int a = 0; a < 3; a++)
        tangent[a] = field[a] - along * n[a];
    if (kind == TAUB_WAVE_ENTROPY) {
        change[0] = amplitude * base[0];
        return 0;
    }
    if (kind == TAUB_WAVE_ALFVEN) {
        double across[3];
        cross(n, tangent, across);
        const double length = sqrt(dot(across, across));
        if (normal2 < least || length * length < 1e-8 * squared)
            return -1;
        for (int a = 0; a < 3; a++) {
            change[5 + a] = amplitude * sqrt(squared) * across[a] / length;
            change[1 + a] = -(along > 0 ? 1 : -1) * change[5 + a] / sqrt(base[0]);
        }
        return sqrt(normal2);
    }
    const double root = sqrt(fmax(sum * sum - 4 * sound2 * normal2, 0)), fast2 = 0.5 * (sum + root);
    const double c2 = kind == TAUB_WAVE_FAST ? fast2 : sound2 * normal2 / fast2, c = sqrt(c2);
    if (c2 < least || fabs(c2 - normal2) < least)
        return -1;
    change[0] = amplitude * base[0];
    change[4] = amplitude * sound2 * base[0];
    for (int a = 0; a < 3; a++) {
        change[5 + a] = amplitude * tangent[a] * c2 / (c2 - normal2);
        change[1 + a] = amplitude * c * n[a] - along * change[5 + a] / (base[0] * c);
    }
    return c;
}

static enum taub_status create(struct taub_problem *self, const struct taub_config *config, struct taub_error *error)
{
    const struct taub_config_initial *initial = &config->initial;
    struct problem *wave = self->data;
    TRY(taub_problem_complete(self, &initial->state, "initial.state", wave->base, error));
    struct phase *phase = &wave->phase;
    double n[3];
    taub_phase_create(self, config, phase);
    for (int axis = 0; axis < 3; axis++) {
        wave->uniform[axis] = wave->base[5 + axis];
        n[axis] = phase->number[axis] / phase->size;
    }
    const double c = set_change(wave, n, config->eos.gamma, initial->amplitude, initial->wave);
    if (c < 0)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "initial.wave: this wave does not exist separately along (%.6g, %.6g, %.6g) in the field (%.6g, "
            "%.6g, %.6g): slow and alfven need a field that is neither along nor across the wave, and fast "
            "one whose Alfven speed along the wave is not its own.",
            n[0], n[1], n[2], wave->base[5], wave->base[6], wave->base[7]);
    double across[3];
    cross(n, wave->change + 5, across);
    for (int axis = 0; axis < 3; axis++)
        wave->vector[axis] = across[axis] / phase->size;
    phase->speed = phase->size * c + dot(phase->number, wave->base + 1);
    self->has_exact = true;
    return TAUB_OK;
}

static void check(struct taub_check *self)
{
    taub_problem_check_flow(self);
    taub_problem_check_waves(self);
}

const struct taub_problem_methods taub_problem_linear_wave = {.kind = TAUB_INITIAL_LINEAR_WAVE,
                                                              .systems = 1u << TAUB_SYSTEM_MHD,
                                                              .check = check,
                                                              .create = create,
                                                              FORMULA("linear_wave.h")};
