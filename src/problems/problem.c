#include "problems/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "case/check.h"
#include "core/fault.h"
#include "core/try.h"
#include "problems/landau.h"
#include "problems/problem_kind.h"
#include "problems/stress.h"
#include "problems/viscous.h"

static const struct taub_problem_methods *find_methods(const struct taub_config *config)
{
    const struct taub_problem_methods *const *at = taub_problems;
    while (*at && ((*at)->kind != config->initial.kind || !((*at)->systems & 1u << config->system)))
        at++;
    return *at;
}

unsigned taub_problem_systems(int kind)
{
    unsigned systems = kind == TAUB_INITIAL_CODE ? ~0u : 0;
    for (const struct taub_problem_methods *const *at = taub_problems; *at; at++)
        systems |= (int)(*at)->kind == kind ? (*at)->systems : 0;
    return systems;
}

static bool is_formula(const struct taub_problem_methods *methods, const struct taub_config *config)
{
    return methods->evaluate && (!methods->is_formula || methods->is_formula(config));
}

/* With the stresses of israel-stewart a state is none any more. */
const char *taub_problem_kernel(const struct taub_config *config, size_t *numbers)
{
    const struct taub_problem_methods *methods = find_methods(config);
    const bool formula = methods && config->system != TAUB_SYSTEM_ISRAEL_STEWART && is_formula(methods, config);
    *numbers = formula ? methods->bytes / sizeof(double) : 0;
    return formula ? methods->kernel : NULL;
}

void taub_problem_check(struct taub_check *self)
{
    const struct taub_problem_methods *methods = find_methods(self->config);
    if (methods && methods->check)
        methods->check(self);
}

bool taub_problem_is_formula(const struct taub_problem *self)
{
    return self->formula && self->system != TAUB_SYSTEM_ISRAEL_STEWART;
}

const double *taub_problem_numbers(const struct taub_problem *self)
{
    return self->data;
}

static struct taub_problem *begin(const struct taub_config *config, const struct taub_eos *eos,
                                  const struct taub_problem_methods *methods)
{
    struct taub_problem *self = calloc(1, sizeof *self);
    void *data = methods->bytes ? calloc(1, methods->bytes) : NULL;
    if (!self || (methods->bytes && !data)) {
        free(self);
        free(data);
        return NULL;
    }
    self->methods = methods;
    self->data = data;
    self->formula = is_formula(methods, config);
    self->eos = eos;
    self->system = config->system;
    self->components = taub_system_find(config->system)->components(config);
    self->start = config->time.start;
    self->end = config->time.end;
    self->coordinates = config->mesh.coordinates;
    for (int axis = 0; axis < 3; axis++)
        self->active[axis] = config->mesh.cells[axis] > 1;
    self->validity.from = -HUGE_VAL;
    self->validity.until = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        self->lower[axis] = config->mesh.lower[axis];
        self->upper[axis] = config->mesh.upper[axis];
    }
    return self;
}

/* Common end of creation: adds stresses, and explains a missing exact solution. Destroys the problem on failure. */
static enum taub_status finish(struct taub_problem *self, const struct taub_config *config, enum taub_status status,
                               struct taub_problem **out, struct taub_error *error)
{
    if (status == TAUB_OK)
        status = taub_stress_create(self, config, &self->stress, error);
    if (status != TAUB_OK) {
        taub_problem_destroy(self);
        return status;
    }
    self->validity.known = self->has_exact || *self->validity.reason;
    if (config->source.file || config->source.given || config->sources.count > 0)
        taub_exact_never(self, "the case has a source");
    if (taub_diffusion_rate(config) > 0)
        taub_exact_never(self, "the case has transport, and the solution is that of an ideal fluid");
    if (!self->has_exact && !*self->validity.reason)
        snprintf(self->validity.reason, sizeof self->validity.reason, "none is known for initial.kind %s",
                 taub_word("initial.kind", (int)config->initial.kind));
    *out = self;
    return TAUB_OK;
}

enum taub_status taub_problem_create(const struct taub_config *config, const struct taub_eos *eos,
                                     struct taub_problem **out, struct taub_error *error)
{
    return taub_problem_from_particles(config, eos, NULL, 0.0, out, error);
}

enum taub_status taub_problem_from_particles(const struct taub_config *config, const struct taub_eos *eos,
                                             const struct taub_particles *list, double weight,
                                             struct taub_problem **out, struct taub_error *error)
{
    *out = NULL;
    if (config->initial.kind == TAUB_INITIAL_CODE)
        return taub_fail(error, TAUB_FAILED, "Initial data of kind code are evaluated on the device, not here.");
    const struct taub_problem_methods *methods = find_methods(config);
    if (!methods)
        return taub_fail(error, TAUB_BAD_INPUT,
                         list ? "particles make a relativistic fluid, but this system is not relativistic"
                              : "initial.kind: this system has no initial data of kind %d.",
                         (int)config->initial.kind);
    struct taub_problem *self = begin(config, eos, methods);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->particles = list;
    self->weight = weight;
    return finish(self, config, methods->create(self, config, error), out, error);
}

void taub_problem_destroy(struct taub_problem *self)
{
    if (!self)
        return;
    if (self->methods->destroy)
        self->methods->destroy(self);
    if (self->methods->bytes)
        free(self->data);
    taub_stress_destroy(self->stress);
    free(self);
}

bool taub_problem_is_smooth(const struct taub_problem *self)
{
    return self->smooth;
}

bool taub_problem_has_exact(const struct taub_problem *self)
{
    return self->has_exact;
}

const char *taub_problem_no_exact(const struct taub_problem *self, double t, bool *known)
{
    const struct taub_validity *validity = &self->validity;
    if (known)
        *known = validity->known;
    if (!self->has_exact || (t > self->start && t > validity->until))
        return validity->reason;
    return t > self->start && t < validity->from ? validity->before : NULL;
}

bool taub_problem_exact_covers(const struct taub_problem *self, const double x[3], double t)
{
    bool covered = true;
    for (int axis = 0; axis < 3 && t > self->start; axis++) {
        const double *speed = self->validity.edge_speed[axis];
        covered = covered && (speed[0] == 0 || x[axis] - self->lower[axis] > speed[0] * (t - self->start)) &&
                  (speed[1] == 0 || self->upper[axis] - x[axis] > speed[1] * (t - self->start));
    }
    return covered;
}

enum taub_status taub_problem_point(const struct taub_problem *self, const double x[3], double t, double state[],
                                    struct taub_error *error)
{
    double q[TAUB_MOST_COMPONENTS] = {0};
    if (!self->formula)
        return self->methods->state(self, x, t, state, error);
    self->methods->evaluate(self->data, x, t, 0, q);
    memcpy(state, q, (size_t)self->components * sizeof *state);
    return TAUB_OK;
}

enum taub_status taub_problem_state(const struct taub_problem *self, const double center[3], double t, double state[],
                                    struct taub_error *error)
{
    return taub_problem_cell(self, center, NULL, t, state, error);
}

enum taub_status taub_problem_cell(const struct taub_problem *self, const double center[3], const double width[3],
                                   double t, double state[], struct taub_error *error)
{
    const char *reason = taub_problem_no_exact(self, t, NULL);
    if (t > self->start && reason)
        return taub_fail_numerics(error, "There is no exact solution at time %g: %s.", t, reason);
    const enum taub_status status = taub_problem_point(self, center, t, state, error);
    return status == TAUB_OK && self->stress ? taub_stress_fill(self->stress, self, center, width, t, state, error)
                                             : status;
}

bool taub_problem_metadata(const struct taub_problem *self, int index, const char **name, double *value)
{
    if (index < 0 || index >= self->metadata_count)
        return false;
    *name = self->metadata[index].name;
    *value = self->metadata[index].value;
    return true;
}

enum taub_status taub_problem_complete(const struct taub_problem *self, const struct taub_state *given,
                                       const char *where, double state[], struct taub_error *error)
{
    return taub_state_complete(self->system, self->eos, given, where, state, error);
}

void taub_problem_add_metadata(struct taub_problem *self, const char *name, double value)
{
    if (self->metadata_count < TAUB_MOST_METADATA)
        self->metadata[self->metadata_count++] = (struct taub_metadatum){name, value};
}

enum taub_status taub_problem_rest_state(const struct taub_problem *self, double energy_density, const double x[3],
                                         const char *where, double state[5], struct taub_error *error)
{
    double lowest, highest;
    taub_eos_range(self->eos, &lowest, &highest);
    if (!(energy_density > 0 && energy_density >= lowest))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: the energy density at (%g, %g, %g) is %.10g; the equation of state %s starts at %.10g. "
                         "initial.background.energy_density is added everywhere.",
                         where, x[0], x[1], x[2], energy_density, taub_eos_name(self->eos), lowest);
    TRY(taub_eos_check_range_at(self->eos, energy_density, where, x, error));
    state[0] = energy_density;
    state[1] = state[2] = state[3] = state[4] = 0;
    return TAUB_OK;
}

enum taub_status taub_problem_match(const struct taub_problem *self, const double stress[10], double background,
                                    const double x[3], const char *where, bool bulk, double state[],
                                    struct taub_error *error)
{
    const double around = background > 0 ? taub_eos_pressure(self->eos, background, 0) : 0;
    double total[TAUB_TENSOR];
    struct taub_landau fluid;
    memcpy(total, stress, sizeof total);
    total[TAUB_TT] += background;
    total[TAUB_XX] += around;
    total[TAUB_YY] += around;
    total[TAUB_ZZ] += around;
    if (!taub_landau_match(total, &fluid))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: there is no rest frame of the energy-momentum tensor at (%g, %g, %g); "
                         "initial.background.energy_density is added everywhere",
                         where, x[0], x[1], x[2]);
    const enum taub_status status = taub_problem_rest_state(self, fluid.energy_density, x, where, state, error);
    for (int i = 1; i < 4; i++)
        state[i] = fluid.u[i];
    if (status != TAUB_OK || !self->has_stress || self->system != TAUB_SYSTEM_ISRAEL_STEWART)
        return status;
    memcpy(state + TAUB_VISCOUS_TT, fluid.shear, sizeof fluid.shear);
    if (self->components > TAUB_VISCOUS_CHARGE)
        state[TAUB_VISCOUS_CHARGE] = 0;
    state[TAUB_VISCOUS_BULK] = bulk ? fluid.pressure - taub_eos_pressure(self->eos, fluid.energy_density, 0) : 0;
    return TAUB_OK;
}
