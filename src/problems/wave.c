/* A density wave at constant velocity and pressure, advected without change (kernels/problems/wave.h). */
#include "core/try.h"
#include "problems/compiled.h"

#include "problems/wave.h"

#include "problems/compiled_functions.h"

/* Faces across the wave must be periodic; the mesh holds whole wavelengths. */
static void limit(struct taub_problem *self, const struct taub_config *config)
{
    const struct problem *wave = self->data;
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
    struct problem *wave = self->data;
    TRY(taub_problem_complete(self, &initial->state, "initial.state", wave->base, error));
    const double *q = wave->base;
    const double per_time = self->system == TAUB_SYSTEM_SRHD ? sqrt(1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) : 1;
    wave->amplitude = initial->amplitude;
    wave->start = self->start;
    wave->charge = self->system == TAUB_SYSTEM_SRHD;
    wave->mass = config->eos.kind == TAUB_EOS_IDEAL_GAS ? config->eos.mass : 0;
    self->has_exact = self->smooth = true;
    for (int axis = 0; axis < 3; axis++) {
        wave->number[axis] =
            2 * PROBLEM_PI * initial->waves[axis] / (config->mesh.upper[axis] - config->mesh.lower[axis]);
        wave->velocity[axis] = q[1 + axis] / per_time;
        wave->lower[axis] = config->mesh.lower[axis];
    }
    limit(self, config);
    return TAUB_OK;
}

/* Where the energy density of a pressure is no line in the charge density. */
static enum taub_status completed_state(const struct taub_problem *self, const double x[3], double t, double out[],
                                        struct taub_error *error)
{
    const struct problem *wave = self->data;
    double q[TAUB_MOST_COMPONENTS] = {0};
    problem_state(wave, x, t, 0, q);
    memcpy(out, q, (size_t)self->components * sizeof *out);
    out[0] =
        taub_eos_energy_from_pressure(self->eos, taub_eos_pressure(self->eos, wave->base[0], wave->base[4]), out[4]);
    return TAUB_OK;
}

static bool is_formula(const struct taub_config *config)
{
    return config->eos.kind != TAUB_EOS_TABLE_2D && config->eos.kind != TAUB_EOS_CODE;
}

static void check(struct taub_check *self)
{
    taub_problem_check_flow(self);
    if (self->config->system == TAUB_SYSTEM_SRHD && self->config->eos.kind != TAUB_EOS_IDEAL_GAS)
        taub_check_complain(self, "initial.kind", -1, "wave needs eos.kind: ideal-gas");
}

const struct taub_problem_methods taub_problem_wave = {.kind = TAUB_INITIAL_WAVE,
                                                       .systems = 1u << TAUB_SYSTEM_SRHD | 1u << TAUB_SYSTEM_EULER,
                                                       .check = check,
                                                       .create = create,
                                                       FORMULA("wave.h"),
                                                       .is_formula = is_formula,
                                                       .state = completed_state};
