#include "problems/stress.h"

#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "problems/navier_stokes.h"
#include "problems/stress_file.h"

struct taub_stress {
    struct taub_config_transport transport;
    double lower[3], upper[3], spacing[3]; /* of the mesh, and of mesh.cells */
    bool ideal;                            /* the problem sets (e, u, n) */
    bool from_gradients, from_file;
    struct taub_stress_file file;
};

static bool is_viscous(const struct taub_config *config)
{
    const struct taub_config_transport *transport = &config->transport;
    return (transport->shear_viscosity.kind != TAUB_SHEAR_NONE &&
            !(transport->shear_viscosity.kind == TAUB_SHEAR_CONSTANT && transport->shear_viscosity.value == 0)) ||
           transport->bulk_viscosity.kind != TAUB_BULK_NONE;
}

enum taub_status taub_stress_create(struct taub_problem *problem, const struct taub_config *config,
                                    struct taub_stress **out, struct taub_error *error)
{
    *out = NULL;
    if (config->system != TAUB_SYSTEM_ISRAEL_STEWART)
        return TAUB_OK;
    struct taub_stress *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    *out = self;
    self->transport = config->transport;
    for (int a = 0; a < 3; a++) {
        self->spacing[a] = (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
        self->lower[a] = config->mesh.lower[a];
        self->upper[a] = config->mesh.upper[a];
    }
    self->ideal = (problem->methods->systems & 1u << TAUB_SYSTEM_SRHD) && !problem->has_stress;
    const enum taub_initial_stress kind = config->transport.initial_stress.kind;
    /* Bjorken flow sets its gradients exactly. */
    self->from_gradients = kind == TAUB_STRESS_NAVIER_STOKES && config->initial.kind != TAUB_INITIAL_BJORKEN;
    self->from_file = kind == TAUB_STRESS_READ;
    if (problem->has_exact && self->ideal && is_viscous(config))
        taub_exact_never(problem, "the fluid is viscous, and the solution that of an ideal one");
    if (kind == TAUB_STRESS_NAVIER_STOKES && !taub_transport_is_known(config))
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "transport.initial_stress.kind: navier-stokes needs viscosities that are known before the run.");
    return self->from_file
               ? taub_stress_file_read(config->transport.initial_stress.file, &config->mesh, &self->file, error)
               : TAUB_OK;
}

void taub_stress_destroy(struct taub_stress *self)
{
    if (self)
        taub_stress_file_free(&self->file);
    free(self);
}

/* Differences of the initial state between neighbouring cell centres, one-sided at the boundary. */
static enum taub_status differentiate(const struct taub_stress *self, const struct taub_problem *problem,
                                      const double x[3], double width, double t, int axis, struct taub_gradients *at,
                                      struct taub_error *error)
{
    const double first = self->lower[axis] + width / 2, last = self->upper[axis] - width / 2;
    double values[2][TAUB_VISCOUS_COMPONENTS] = {{0}}, places[2];
    if (!problem->active[axis])
        return TAUB_OK;
    for (int side = 0; side < 2; side++) {
        double near[3] = {x[0], x[1], x[2]};
        near[axis] = fmin(fmax(x[axis] + (side ? 1 : -1) * width, first), last);
        places[side] = near[axis];
        TRY(taub_problem_point(problem, near, t, values[side], error));
    }
    const double scale = axis == 2 && at->inverse_time > 0 ? at->inverse_time : 1;
    const double over = scale / (places[1] - places[0]);
    /* the charge density is the fifth component of states for ideal fluids */
    double pressure[2];
    for (int side = 0; side < 2; side++)
        pressure[side] = taub_eos_pressure(problem->eos, values[side][0], self->ideal ? values[side][4] : 0);
    at->pressure[axis] = over * (pressure[1] - pressure[0]);
    for (int b = 0; b < 3; b++)
        at->velocity[axis][b] = over * (values[1][1 + b] - values[0][1 + b]);
    return TAUB_OK;
}

static enum taub_status fill_from_gradients(const struct taub_stress *self, const struct taub_problem *problem,
                                            const double x[3], const double width[3], double t, double charge,
                                            double state[], struct taub_error *error)
{
    struct taub_gradients at = {.energy_density = state[0], .u = {state[1], state[2], state[3]}};
    at.inverse_time = problem->coordinates == TAUB_MILNE ? 1 / t : 0;
    at.transport = taub_transport_at(&self->transport, problem->eos, state[0], charge);
    at.enthalpy = state[0] + taub_eos_pressure(problem->eos, state[0], charge);
    at.sound_speed_squared = taub_eos_sound_speed_squared(problem->eos, state[0], charge);
    for (int axis = 0; axis < 3; axis++) {
        TRY(differentiate(self, problem, x, width[axis], t, axis, &at, error));
    }
    taub_navier_stokes(&at, state);
    return TAUB_OK;
}

enum taub_status taub_stress_fill(const struct taub_stress *self, const struct taub_problem *problem, const double x[3],
                                  const double width[3], double t, double state[], struct taub_error *error)
{
    const bool charged = problem->components > TAUB_VISCOUS_CHARGE;
    double charge = 0;
    if (self->ideal) {
        charge = state[4];
        if (charge != 0 && !charged)
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "initial: the charge density at (%g, %g, %g) is %g; system israel-stewart carries a charge "
                "with eos.kind: table-2d alone.",
                x[0], x[1], x[2], charge);
        for (int c = TAUB_VISCOUS_TT; c < TAUB_VISCOUS_CHARGE; c++)
            state[c] = 0;
        if (charged)
            state[TAUB_VISCOUS_CHARGE] = charge;
        for (int c = TAUB_VISCOUS_DIFFUSION; c < problem->components && c <= TAUB_VISCOUS_LAST; c++)
            state[c] = 0;
    }
    if (t > problem->start)
        return TAUB_OK;
    if (self->from_file)
        taub_stress_file_at(&self->file, x, state + TAUB_VISCOUS_TT);
    return self->from_gradients
               ? fill_from_gradients(self, problem, x, width ? width : self->spacing, t, charge, state, error)
               : TAUB_OK;
}
