/* The state of a simulation: setting it, and looking at it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "systems/quantities.h"

/* ---- the state ---- */

static enum taub_status upload_component(struct taub_simulation *self, int c, const double *dense)
{
    taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, STATE_COMPONENTS, c, dense);
    return TAUB_OK;
}

enum taub_status taub_simulation_upload_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_buffer_upload(self->control, 0, &self->clock, sizeof self->clock, error);
}

struct taub_buffer *taub_simulation_primitive_now(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? self->conserved[self->parity]
                                                : taub_simulation_visible_at(self, self->phase);
}

/* Scratch of the size of a state; where the primitive state is put that conserve reads. */
static struct taub_buffer *primitive_source(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? self->conserved[1 - self->parity]
                                                : taub_simulation_primitive_now(self);
}

static struct taub_buffer *primitive_spare(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? primitive_source(self)
                                                : self->primitive[1 - taub_simulation_primitive_at(self, self->parity)];
}

/* One launch over all cells with two fields. */
enum taub_status taub_simulation_launch_pointwise(struct taub_simulation *self, enum pass_name pass,
                                                  struct taub_buffer *to, struct taub_buffer *from, int option,
                                                  struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self, pass);
    launch.fields[0] = to;
    launch.fields[1] = from;
    launch.range.option[0] = option;
    return taub_device_launch(self->device, &launch, error);
}

static enum taub_status conserve(struct taub_simulation *self, struct taub_error *error)
{
    return taub_simulation_launch_pointwise(self, PASS_CONSERVE, self->conserved[self->parity], primitive_source(self),
                                            0, error);
}

/* Field values of the whole mesh from the problem, one component after the other. */
enum taub_status taub_simulation_initial_from_problem(struct taub_simulation *self, struct taub_error *error)
{
    const int *n = self->mesh->cells;
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *state = malloc(zones * STATE_COMPONENTS * sizeof *state);
    if (!state)
        return taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    enum taub_status status = TAUB_OK;
    size_t at = 0;
    for (int k = 0; k < n[2] && status == TAUB_OK; k++)
        for (int j = 0; j < n[1] && status == TAUB_OK; j++)
            for (int i = 0; i < n[0] && status == TAUB_OK; i++, at++) {
                double x[3], q[STATE_COMPONENTS];
                taub_mesh_center(self->mesh, i, j, k, x);
                status = taub_problem_state(self->problem, x, self->clock.time, q, error);
                for (int c = 0; c < STATE_COMPONENTS && status == TAUB_OK; c++)
                    state[(size_t)c * zones + at] = q[c];
            }
    if (status == TAUB_OK)
        status = taub_simulation_write_state(self, state, zones * STATE_COMPONENTS, error);
    free(state);
    return status;
}

/* Every value finite and the energy density positive; names the first cell that is not. */
static enum taub_status check_state(struct taub_simulation *self, const double *state, const char *whose,
                                    struct taub_error *error)
{
    const int *n = self->mesh->cells;
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (size_t at = 0; at < zones; at++) {
        double sum = 0.0;
        for (size_t c = 0; c < STATE_COMPONENTS; c++)
            sum += fabs(state[c * zones + at]);
        if (isfinite(sum) && state[at] > 0.0)
            continue;
        double x[3];
        const size_t row = at / (size_t)n[0];
        taub_mesh_center(self->mesh, (int)(at % (size_t)n[0]), (int)(row % (size_t)n[1]), (int)(row / (size_t)n[1]), x);
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: energy density %g, four-velocity (%g, %g, %g), charge density %g at (%g, %g, %g); every "
                         "value must be finite and the energy density positive",
                         whose, state[at], state[zones + at], state[2 * zones + at], state[3 * zones + at],
                         state[4 * zones + at], x[0], x[1], x[2]);
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_initial_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    TRY(taub_simulation_launch_pointwise(self, PASS_INVENT, primitive_source(self), NULL, 0, error));
    double *state = malloc(zones * STATE_COMPONENTS * sizeof *state);
    if (!state)
        return taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    enum taub_status status = taub_buffer_download(primitive_source(self), 0, self->staging,
                                                   taub_buffer_bytes(primitive_source(self)), error);
    for (int c = 0; c < STATE_COMPONENTS && status == TAUB_OK; c++)
        taub_mesh_gather(self->mesh, self->staging, self->real_bytes, STATE_COMPONENTS, c, state + (size_t)c * zones);
    if (status == TAUB_OK)
        status = check_state(self, state, self->config->initial.file, error);
    free(state);
    if (status == TAUB_OK)
        status = conserve(self, error);
    return status;
}

enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (size != zones * STATE_COMPONENTS)
        return taub_fail(error, TAUB_BAD_INPUT, "a state of %zu values was given; this mesh needs %zu", size,
                         zones * STATE_COMPONENTS);
    TRY(check_state(self, state, "initial data", error));
    for (int c = 0; c < STATE_COMPONENTS; c++)
        TRY(upload_component(self, c, state + (size_t)c * zones));
    TRY(taub_buffer_upload(primitive_source(self), 0, self->staging, taub_buffer_bytes(primitive_source(self)), error));
    return conserve(self, error);
}

/* ---- looking ---- */

static const struct taub_quantity_info quantities[] = {
    {"energy_density", QUANTITY_ENERGY_DENSITY, 1, "GeV/fm^3"},
    {"pressure", QUANTITY_PRESSURE, 1, "GeV/fm^3"},
    {"temperature", QUANTITY_TEMPERATURE, 1, "GeV"},
    {"velocity", QUANTITY_VELOCITY, 3, "1"},
    {"four_velocity", QUANTITY_FOUR_VELOCITY, 3, "1"},
    {"charge_density", QUANTITY_CHARGE_DENSITY, 1, "1/fm^3"},
    {"lorentz_factor", QUANTITY_LORENTZ_FACTOR, 1, "1"},
    {"entropy_density", QUANTITY_ENTROPY_DENSITY, 1, "1/fm^3"},
    {"sound_speed_squared", QUANTITY_SOUND_SPEED_SQUARED, 1, "1"},
    {"momentum", QUANTITY_MOMENTUM, 3, "GeV/fm^3"},
    {"conserved_energy", QUANTITY_CONSERVED_ENERGY, 1, "GeV/fm^3"},
    {"conserved_charge", QUANTITY_CONSERVED_CHARGE, 1, "1/fm^3"},
};

const struct taub_quantity_info *taub_quantity_find(const char *name)
{
    for (size_t n = 0; n < sizeof quantities / sizeof *quantities; n++)
        if (strcmp(quantities[n].name, name) == 0)
            return &quantities[n];
    return NULL;
}

int taub_simulation_components(const struct taub_simulation *self, const char *name)
{
    const struct taub_quantity_info *info = taub_quantity_find(name);
    (void)self;
    return info ? info->components : 0;
}

enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    const struct taub_quantity_info *info = taub_quantity_find(name);
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (!info)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (size < zones * (size_t)info->components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s needs room for %zu numbers, %zu were given", name,
                         zones * (size_t)info->components, size);
    TRY(taub_simulation_launch_pointwise(self, PASS_DERIVE, primitive_spare(self), taub_simulation_primitive_now(self),
                                         info->id, error));
    TRY(taub_buffer_download(primitive_spare(self), 0, self->staging, taub_buffer_bytes(primitive_spare(self)), error));
    for (int c = 0; c < info->components; c++)
        taub_mesh_gather(self->mesh, self->staging, self->real_bytes, STATE_COMPONENTS, c, values + (size_t)c * zones);
    return TAUB_OK;
}

enum taub_status taub_simulation_totals(struct taub_simulation *self, double totals[TOTAL_COUNT],
                                        struct taub_error *error)
{
    struct taub_launch list[8];
    int at = 0;
    list[0] = taub_simulation_launch(self, PASS_TOTALS);
    list[0].fields[0] = self->rows[0];
    list[0].fields[1] = self->conserved[self->parity];
    list[0].fields[2] = taub_simulation_primitive_now(self);
    const int count = 1 + taub_simulation_append_reduction(self, PASS_COMBINE, list + 1, &at);
    for (int n = 0; n < count; n++)
        TRY(taub_device_launch(self->device, &list[n], error));
    double doubles[TOTAL_COUNT];
    float singles[TOTAL_COUNT];
    void *target = self->real_bytes == sizeof(double) ? (void *)doubles : (void *)singles;
    TRY(taub_buffer_download(self->rows[at], 0, target, TOTAL_COUNT * self->real_bytes, error));
    double volume = 1.0;
    for (int a = 0; a < 3; a++)
        volume *= self->mesh->shape.spacing[a];
    for (int n = 0; n < TOTAL_COUNT; n++)
        totals[n] =
            (self->real_bytes == sizeof(double) ? doubles[n] : singles[n]) * (n < STATE_COMPONENTS ? volume : 1.0);
    return TAUB_OK;
}

enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    struct taub_buffer *const sources[2] = {self->conserved[self->parity], taub_simulation_conserved_only(self)
                                                                               ? primitive_spare(self)
                                                                               : taub_simulation_primitive_now(self)};
    if (taub_simulation_conserved_only(self))
        TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, sources[1], sources[0], 0, error));
    for (int s = 0; s < 2; s++) {
        TRY(taub_buffer_download(sources[s], 0, self->staging, taub_buffer_bytes(sources[s]), error));
        for (int c = 0; c < STATE_COMPONENTS; c++, values += zones)
            taub_mesh_gather(self->mesh, self->staging, self->real_bytes, STATE_COMPONENTS, c, values);
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, int64_t step, double time,
                                      double dt, const int64_t counters[5], struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    self->phase = (int)(step % taub_simulation_period(self));
    self->parity = taub_simulation_parity_at(self, self->phase);
    struct taub_buffer *const targets[2] = {self->conserved[self->parity], taub_simulation_primitive_now(self)};
    for (int t = 0; t < (taub_simulation_conserved_only(self) ? 1 : 2); t++) {
        for (int c = 0; c < STATE_COMPONENTS; c++, values += zones)
            TRY(upload_component(self, c, values));
        TRY(taub_buffer_upload(targets[t], 0, self->staging, taub_buffer_bytes(targets[t]), error));
    }
    self->clock.step = (long)step;
    self->clock.time = time;
    self->clock.dt = dt;
    self->clock.recovery_failures = (int)counters[0];
    self->clock.floored = (int)counters[1];
    self->clock.regulated = (int)counters[2];
    self->clock.iterations_exceeded = (int)counters[3];
    self->clock.first_order_cells = (int)counters[4];
    return taub_simulation_upload_clock(self, error);
}
