/* A circularly polarized Alfven wave (kernels/problems/alfven_wave.h): the frame of its direction and its speed
 * relative to the flow, field/sqrt(rho), against which it moves with v = -B/sqrt(rho).
 *
 * srmhd: L. Del Zanna, O. Zanotti, N. Bucciantini, P. Londrillo, Astron. Astrophys. 473 (2007) 11, section 4.1, for a
 * gas otherwise at rest: v = -(speed/field) B with
 *   E = rho h + field^2 (1 + amplitude^2), f = field^2/E, speed^2 = 2 f/(1 + sqrt(1 - (2 amplitude f)^2)). */
#include "core/try.h"
#include "problems/compiled.h"

#include "problems/phase.h"

#include "problems/alfven_wave.h"

#include "problems/compiled_functions.h"

static void set_frame(struct problem *wave)
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
    struct problem *wave = self->data;
    TRY(taub_problem_complete(self, &initial->state, "initial.state", wave->base, error));
    struct phase *phase = &wave->phase;
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
        wave->uniform[axis] = initial->field * phase->number[axis] / phase->size;
    }
    self->has_exact = true;
    return TAUB_OK;
}

static void check(struct taub_check *self)
{
    taub_problem_check_flow(self);
    if (self->config->system == TAUB_SYSTEM_SRMHD && self->config->initial.state.given & TAUB_GIVEN_MOTION)
        taub_check_complain(self, "initial.state", -1, "expected a state at rest, for which the wave is known");
    taub_problem_check_no_field(self);
    taub_problem_check_waves(self);
}

const struct taub_problem_methods taub_problem_alfven_wave = {.kind = TAUB_INITIAL_ALFVEN_WAVE,
                                                              .systems = TAUB_FIELDS,
                                                              .check = check,
                                                              .create = create,
                                                              FORMULA("alfven_wave.h")};
