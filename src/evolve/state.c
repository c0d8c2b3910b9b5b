/* The state of a simulation: setting it, and looking at it. */
#include <math.h>
#include <stdlib.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "systems/quantities.h"

/* ---- the state ---- */

/* Dense values, one component after the other, into a buffer's inner cells. */
static enum taub_status upload_dense(struct taub_simulation *self, struct taub_buffer *to, int components,
                                     const double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int c = 0; c < components; c++)
        taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, components, c, dense + (size_t)c * zones);
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

/* The first `wanted` of a buffer's components, and back. */
static enum taub_status download_dense(struct taub_simulation *self, struct taub_buffer *from, int components,
                                       int wanted, double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    TRY(taub_buffer_download(from, 0, self->staging, taub_buffer_bytes(from), error));
    for (int c = 0; c < wanted; c++)
        taub_mesh_gather(self->mesh, self->staging, self->real_bytes, components, c, dense + (size_t)c * zones);
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

/* What the scheme has to do before its first step from a state that was set from outside. */
static enum taub_status prepare(struct taub_simulation *self, bool fresh, struct taub_error *error)
{
    struct taub_launch list[8];
    const int count = self->scheme->prepare ? self->scheme->prepare(self, fresh, list) : 0;
    for (int n = 0; n < count; n++)
        TRY(taub_device_launch(self->device, &list[n], error));
    return TAUB_OK;
}

static enum taub_status conserve(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_launch_pointwise(self, PASS_CONSERVE, self->conserved[self->parity], primitive_source(self), 0,
                                         error));
    return prepare(self, true, error);
}

/* Field values of the whole mesh from the problem, one component after the other. */
enum taub_status taub_simulation_initial_from_problem(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int components = self->components;
    double *state = malloc(zones * (size_t)components * sizeof *state);
    if (!state)
        return taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    enum taub_status status = taub_simulation_exact_cells(self, self->clock.time, state, 1, zones, error);
    if (status == TAUB_OK)
        status = taub_simulation_write_state(self, state, zones * (size_t)components, error);
    free(state);
    return status;
}

/* Every value finite, and a state that the system can start from; names the first cell that is not. */
static enum taub_status check_state(struct taub_simulation *self, const double *state, const char *whose,
                                    struct taub_error *error)
{
    const int *n = self->mesh->cells;
    const size_t zones = (size_t)taub_simulation_zones(self);
    double lowest = HUGE_VAL, highest = 0.0;
    for (size_t at = 0; at < zones; at++) {
        double sum = 0.0, q[TAUB_MOST_COMPONENTS];
        for (int c = 0; c < self->components; c++) {
            q[c] = state[(size_t)c * zones + at];
            sum += fabs(q[c]);
        }
        lowest = fmin(lowest, q[0]);
        highest = fmax(highest, q[0]);
        if (isfinite(sum) && self->system->valid(self->config, q))
            continue;
        double x[3];
        char text[512];
        const size_t row = at / (size_t)n[0];
        taub_mesh_center(self->mesh, (int)(at % (size_t)n[0]), (int)(row % (size_t)n[1]), (int)(row / (size_t)n[1]), x);
        self->system->describe(self->config, q, text, sizeof text);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: %s at (%g, %g, %g)", whose, text, x[0], x[1], x[2]);
    }
    if (!self->system->check_start)
        return TAUB_OK;
    return self->system->check_start(self->config, self->eos, lowest, highest, whose, error);
}

enum taub_status taub_simulation_initial_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    TRY(taub_simulation_launch_pointwise(self, PASS_INVENT, primitive_source(self), NULL, 0, error));
    const int components = self->components;
    double *state = malloc(zones * (size_t)components * sizeof *state);
    if (!state)
        return taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    enum taub_status status = download_dense(self, primitive_source(self), components, components, state, error);
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
    const size_t needed = zones * (size_t)self->components;
    if (size != needed)
        return taub_fail(error, TAUB_BAD_INPUT, "a state of %zu values was given; this mesh needs %zu", size, needed);
    TRY(check_state(self, state, "initial data", error));
    TRY(upload_dense(self, primitive_source(self), self->components, state, error));
    return conserve(self, error);
}

/* ---- looking ---- */

int taub_simulation_components(const struct taub_simulation *self, const char *name)
{
    const struct taub_quantity_info *info = taub_system_quantity(self->system, name);
    return info ? info->components : 0;
}

/* Fills the ghost zones of the primitive state that differences of neighbours need. The clock is let go for that. */
static enum taub_status fill_ghosts(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_launch list[3];
    const int hold = self->clock.hold, failed = self->clock.failed;
    const int count = taub_simulation_append_ghosts(self, taub_simulation_primitive_now(self), list);
    self->clock.hold = self->clock.failed = 0;
    TRY(taub_simulation_upload_clock(self, error));
    for (int n = 0; n < count; n++)
        TRY(taub_device_launch(self->device, &list[n], error));
    self->clock.hold = hold;
    self->clock.failed = failed;
    return taub_simulation_upload_clock(self, error);
}

/* Writes a quantity of every cell into the spare primitive buffer. */
static enum taub_status derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                               struct taub_error *error)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (!scheme->gradients || info->id < QUANTITY_OF_GRADIENTS)
        return taub_simulation_launch_pointwise(self, PASS_DERIVE, primitive_spare(self),
                                                taub_simulation_primitive_now(self), info->id, error);
    TRY(fill_ghosts(self, error));
    struct taub_launch launch = taub_simulation_scheme_launch(self, scheme->gradients);
    launch.fields[0] = primitive_spare(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.range.option[0] = info->id;
    return taub_device_launch(self->device, &launch, error);
}

enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    const struct taub_quantity_info *info = taub_system_quantity(self->system, name);
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (!info)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (size < zones * (size_t)info->components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s needs room for %zu numbers, %zu were given", name,
                         zones * (size_t)info->components, size);
    TRY(derive(self, info, error));
    return download_dense(self, primitive_spare(self), self->components, info->components, values, error);
}

enum taub_status taub_simulation_totals(struct taub_simulation *self, double totals[MOST_REDUCTIONS],
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
    double doubles[MOST_REDUCTIONS];
    float singles[MOST_REDUCTIONS];
    void *target = self->real_bytes == sizeof(double) ? (void *)doubles : (void *)singles;
    TRY(taub_buffer_download(self->rows[at], 0, target, (size_t)self->reductions * self->real_bytes, error));
    double volume = 1.0;
    for (int a = 0; a < 3; a++)
        volume *= self->mesh->shape.spacing[a];
    for (int n = 0; n < self->reductions; n++)
        totals[n] = (self->real_bytes == sizeof(double) ? doubles[n] : singles[n]) *
                    (n < self->components + self->system->sums ? volume : 1.0);
    return TAUB_OK;
}

enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool recovered = taub_simulation_conserved_only(self);
    struct taub_buffer *const primitive = recovered ? primitive_spare(self) : taub_simulation_primitive_now(self);
    struct taub_buffer *const conserved = self->conserved[self->parity];
    const int components = self->components;
    if (recovered)
        TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, primitive, conserved, 0, error));
    TRY(download_dense(self, conserved, components, components, values, error));
    TRY(download_dense(self, primitive, components, components, values + (size_t)components * zones, error));
    if (!self->scheme->state_fields)
        return TAUB_OK;
    const int own = taub_simulation_field_components(self, self->parity);
    return download_dense(self, self->scheme_fields[self->parity], own, own, values + (size_t)(2 * components) * zones,
                          error);
}

int taub_simulation_saved_components(const struct taub_simulation *self)
{
    return 2 * self->components + (self->scheme->state_fields ? taub_simulation_field_components(self, 0) : 0);
}

enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, int64_t step, double time,
                                      double dt, const int64_t counters[7], struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    self->phase = (int)(step % taub_simulation_period(self));
    self->parity = taub_simulation_parity_at(self, self->phase);
    TRY(upload_dense(self, self->conserved[self->parity], self->components, values, error));
    if (!taub_simulation_conserved_only(self))
        TRY(upload_dense(self, taub_simulation_primitive_now(self), self->components,
                         values + (size_t)self->components * zones, error));
    self->clock.step = (long)step;
    self->clock.time = time;
    self->clock.dt = dt;
    self->clock.recovery_failures = (int)counters[0];
    self->clock.floored = (int)counters[1];
    self->clock.regulated = (int)counters[2];
    self->clock.iterations_exceeded = (int)counters[3];
    self->clock.first_order_cells = (int)counters[4];
    self->clock.shock_cells = (int)counters[5];
    self->clock.bounded_scalars = (int)counters[6];
    if (self->scheme->state_fields)
        TRY(upload_dense(self, self->scheme_fields[self->parity], taub_simulation_field_components(self, self->parity),
                         values + (size_t)(2 * self->components) * zones, error));
    TRY(taub_simulation_upload_clock(self, error));
    return prepare(self, false, error);
}
