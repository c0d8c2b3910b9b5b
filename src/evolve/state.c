/* The state of a simulation: setting it, and looking at it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/locale.h"
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

/* So many of a buffer's components from the first one wanted on, as they are stored: [block][component]. */
static enum taub_status download_stored(struct taub_simulation *self, struct taub_buffer *from, int components,
                                        int first, int wanted, void *stored, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    const size_t component = (size_t)shape->component_stride * self->real_bytes;
    const size_t bytes = component * (size_t)wanted;
    if (wanted == components)
        return taub_buffer_download(from, 0, stored, bytes * (size_t)shape->blocks, error);
    for (int b = 0; b < shape->blocks; b++)
        TRY(taub_buffer_download(from, ((size_t)b * (size_t)components + (size_t)first) * component,
                                 (char *)stored + (size_t)b * bytes, bytes, error));
    return TAUB_OK;
}

/* The same, dense, one component after the other; on the host from where they are. */
static enum taub_status download_dense(struct taub_simulation *self, struct taub_buffer *from, int components,
                                       int first, int wanted, double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool here = taub_simulation_on_host(self);
    if (!here)
        TRY(download_stored(self, from, components, first, wanted, self->staging, error));
    for (int c = 0; c < wanted; c++)
        taub_mesh_gather(self->mesh, here ? taub_buffer_address(from) : self->staging, self->real_bytes,
                         here ? components : wanted, here ? first + c : c, dense + (size_t)c * zones);
    return TAUB_OK;
}

enum taub_status taub_simulation_upload_clock(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_control clock = self->clock;
    taub_simulation_own_counters(self, &clock);
    return taub_buffer_upload(self->control, 0, &clock, sizeof clock, error);
}

struct taub_buffer *taub_simulation_primitive_now(const struct taub_simulation *self)
{
    return taub_simulation_field(self,
                                 taub_simulation_conserved_only(self) ? TAUB_FIELD_CONSERVED : TAUB_FIELD_PRIMITIVE);
}

/* Room for a state, between steps. */
static struct taub_buffer *scratch(const struct taub_simulation *self)
{
    return taub_simulation_field(self, TAUB_FIELD_NEXT);
}

/* Where the primitive state is put that conserve reads. */
static struct taub_buffer *primitive_source(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? scratch(self) : taub_simulation_primitive_now(self);
}

static struct taub_buffer *conserved_now(const struct taub_simulation *self)
{
    return taub_simulation_field(self, TAUB_FIELD_CONSERVED);
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

/* The clock to the device, on all ranks or on none. */
static enum taub_status put_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_simulation_agree(self, taub_simulation_upload_clock(self, error), error);
}

/* Operations between steps; the clock is let go for them. */
static enum taub_status run_beside_steps(struct taub_simulation *self, const struct taub_step *step,
                                         struct taub_error *error)
{
    const int paused = self->clock.paused, failed = self->clock.failed;
    self->clock.paused = self->clock.failed = 0;
    TRY(put_clock(self, error));
    TRY(taub_simulation_run_list(self, step, error));
    self->clock.paused = paused;
    self->clock.failed = failed;
    return put_clock(self, error);
}

/* What the scheme has to do before its first step from a state that was set from outside. The clock is let go for that:
 * ghost zones are filled while it runs only. */
static enum taub_status prepare(struct taub_simulation *self, bool fresh, struct taub_error *error)
{
    if (!self->scheme->prepare)
        return TAUB_OK;
    struct taub_step step;
    taub_simulation_start_list(self, &step);
    self->scheme->prepare(self, fresh, &step);
    return run_beside_steps(self, &step, error);
}

static enum taub_status conserve(struct taub_simulation *self, struct taub_error *error)
{
    const enum taub_status status =
        taub_simulation_launch_pointwise(self, PASS_CONSERVE, conserved_now(self), primitive_source(self), 0, error);
    TRY(taub_simulation_agree(self, status, error));
    TRY(prepare(self, true, error));
    return taub_simulation_check_divergence(self, error);
}

/* Where states jump the first step takes a share of its bound only. */
static enum taub_status start_with_care(struct taub_simulation *self, const double *state, struct taub_error *error)
{
    if (self->clock.step > 0 || self->clock.fixed_step > 0.0)
        return TAUB_OK;
    self->clock.first = taub_simulation_jumps(self, state) ? self->config->time.first_step : 1.0;
    return put_clock(self, error);
}

enum taub_status taub_simulation_exact_state(struct taub_simulation *self, double t, double *values,
                                             struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    enum taub_status status = TAUB_OK;
    for (int part = 0; part < self->mesh->parts && status == TAUB_OK; part++) {
        double *const to = values + (size_t)(part * self->components) * zones;
        taub_problem_take_part(self->problem, part);
        status = taub_simulation_exact_cells(self, t, to, 1, zones, error);
        if (status == TAUB_OK)
            status = taub_simulation_fill_faces(self, t, to, error);
    }
    taub_problem_take_part(self->problem, 0);
    return status;
}

/* Field values of the whole mesh from the problem, one component after the other: found and checked before kernels are
 * compiled, so that bad input is refused at once. */
enum taub_status taub_simulation_compute_initial(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    free(self->initial);
    self->initial = malloc(zones * (size_t)self->stored * sizeof *self->initial);
    const enum taub_status status =
        self->initial ? taub_simulation_exact_state(self, self->clock.time, self->initial, error)
                      : taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    TRY(taub_simulation_agree(self, status, error));
    for (int part = 0; part < self->mesh->parts; part++)
        TRY(taub_simulation_check_state(self, self->initial + (size_t)(part * self->components) * zones, "initial data",
                                        error));
    return TAUB_OK;
}

enum taub_status taub_simulation_initial_from_problem(struct taub_simulation *self, struct taub_error *error)
{
    const size_t size = (size_t)taub_simulation_zones(self) * (size_t)self->stored;
    const enum taub_status status = taub_simulation_write_state(self, self->initial, size, error);
    free(self->initial);
    self->initial = NULL;
    return status;
}

/* Also of upper faces at the ends of the mesh, in ghost zones. */
static enum taub_status launch_initial_faces(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_MAGNETIC_FACES);
    launch.fields[0] = primitive_source(self);
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] += taub_simulation_has_upper_faces(self) && self->mesh->active[a];
    return taub_device_launch(self->device, &launch, error);
}

enum taub_status taub_simulation_initial_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int components = self->components;
    enum taub_status status =
        taub_simulation_launch_pointwise(self, PASS_INITIALIZE, primitive_source(self), NULL, 0, error);
    if (status == TAUB_OK && self->system->face_vectors)
        status = launch_initial_faces(self, error);
    double *state = malloc(zones * (size_t)components * sizeof *state);
    if (status == TAUB_OK && !state)
        status = taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    if (status == TAUB_OK)
        status = download_dense(self, primitive_source(self), self->stored, 0, components, state, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        status = taub_simulation_check_state(self, state, self->config->initial.file, error);
    if (status == TAUB_OK)
        status = start_with_care(self, state, error);
    free(state);
    if (status == TAUB_OK)
        status = conserve(self, error);
    return status;
}

/* Into the buffer that conserve reads, with faces that no cell has. */
static enum taub_status put_state(struct taub_simulation *self, const double *state, struct taub_error *error)
{
    struct taub_buffer *to = primitive_source(self);
    const bool own = self->problem && state == self->initial;
    TRY(upload_dense(self, to, self->stored, state, error));
    if (!taub_simulation_has_upper_faces(self))
        return TAUB_OK;
    if (!own)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "a state from outside has no fields on the upper faces of the mesh, which system maxwell "
                         "needs where it is not periodic");
    TRY(taub_simulation_put_upper_faces(self, self->staging, error));
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

static enum taub_status write_state(struct taub_simulation *self, const double *state, size_t size,
                                    struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const size_t needed = zones * (size_t)self->stored;
    if (size != needed)
        return taub_fail(error, TAUB_BAD_INPUT, "a state of %zu values was given; this mesh needs %zu", size, needed);
    for (int part = 0; part < self->mesh->parts; part++)
        TRY(taub_simulation_check_state(self, state + (size_t)(part * self->components) * zones, "initial data",
                                        error));
    TRY(taub_simulation_agree(self, put_state(self, state, error), error));
    TRY(start_with_care(self, state, error));
    return conserve(self, error);
}

enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error)
{
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = write_state(self, state, size, error);
    taub_plain_locale_end(&plain);
    return status;
}

/* ---- looking ---- */

/* Fills the ghost zones of the primitive state that differences of neighbours need. The clock is let go for that. */
static enum taub_status fill_ghosts(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_step step;
    taub_simulation_start_list(self, &step);
    taub_step_fill(&step, taub_simulation_conserved_only(self) ? TAUB_FIELD_CONSERVED : TAUB_FIELD_PRIMITIVE, 0.0);
    return run_beside_steps(self, &step, error);
}

/* Writes a quantity of every cell into the spare primitive buffer. */
static enum taub_status derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                               struct taub_error *error)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (!scheme->gradients || info->id < QUANTITY_OF_GRADIENTS)
        return taub_simulation_launch_pointwise(self, PASS_DERIVE, scratch(self), taub_simulation_primitive_now(self),
                                                info->id, error);
    TRY(fill_ghosts(self, error));
    struct taub_launch launch = taub_simulation_scheme_launch(self, scheme->gradients);
    launch.fields[0] = scratch(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.range.option[0] = info->id;
    return taub_device_launch(self->device, &launch, error);
}

int taub_simulation_derived_at(const struct taub_simulation *self, const struct taub_quantity_info *info)
{
    return taub_quantity_is_imaginary(info) ? self->components : 0;
}

enum taub_status taub_simulation_derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                                        struct taub_buffer **out, struct taub_error *error)
{
    *out = scratch(self);
    TRY(taub_simulation_check_whole(self, error));
    return derive(self, info, error);
}

static enum taub_status read_quantity(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    const struct taub_quantity_info *info = taub_simulation_find_quantity(self, name);
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (!info)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (size < zones * (size_t)info->components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s needs room for %zu numbers, %zu were given", name,
                         zones * (size_t)info->components, size);
    TRY(derive(self, info, error));
    return download_dense(self, scratch(self), self->stored, taub_simulation_derived_at(self, info), info->components,
                          values, error);
}

enum taub_status taub_simulation_read_stored(struct taub_simulation *self, const struct taub_quantity_info *info,
                                             void *stored, struct taub_error *error)
{
    TRY(derive(self, info, error));
    return download_stored(self, scratch(self), self->stored, taub_simulation_derived_at(self, info), info->components,
                           stored, error);
}

enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = read_quantity(self, name, values, size, error);
    taub_plain_locale_end(&plain);
    return status;
}

/* Components of a field of the scheme's own that a checkpoint keeps beside the conserved and the primitive state. */
static int own_state(const struct taub_plan *plan, int field)
{
    return plan->fields[field].life == TAUB_LIFE_STATE ? plan->fields[field].components : 0;
}

void taub_simulation_counts(const struct taub_simulation *self, int64_t counts[TAUB_COUNTS])
{
    const struct taub_control *clock = &self->clock;
    const int step[TAUB_COUNTS] = {[TAUB_COUNT_RECOVERY_FAILURES] = clock->recovery_failures,
                                   [TAUB_COUNT_FLOORED] = clock->floored,
                                   [TAUB_COUNT_REGULATED] = clock->regulated,
                                   [TAUB_COUNT_ITERATIONS_EXCEEDED] = clock->iterations_exceeded,
                                   [TAUB_COUNT_FIRST_ORDER_CELLS] = clock->first_order_cells,
                                   [TAUB_COUNT_SHOCK_CELLS] = clock->shock_cells,
                                   [TAUB_COUNT_BOUNDED_SCALARS] = clock->bounded_scalars,
                                   [TAUB_COUNT_LOW_BETA_CELLS] = clock->low_beta_cells,
                                   [TAUB_COUNT_LOST] = clock->lost,
                                   [TAUB_COUNT_LOST_ENERGY] = clock->lost_energy};
    for (int n = 0; n < TAUB_COUNTS; n++)
        counts[n] = (int64_t)clock->counts[n] + step[n];
}

enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool recovered = taub_simulation_conserved_only(self);
    struct taub_buffer *const primitive = recovered ? scratch(self) : taub_simulation_primitive_now(self);
    struct taub_buffer *const conserved = conserved_now(self);
    const int components = self->stored;
    TRY(taub_simulation_check_whole(self, error));
    if (recovered)
        TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, primitive, conserved, 0, error));
    TRY(download_dense(self, conserved, components, 0, components, values, error));
    TRY(download_dense(self, primitive, components, 0, components, values + (size_t)components * zones, error));
    values += (size_t)(2 * components) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0)
            TRY(download_dense(self, taub_simulation_field(self, f), own, 0, own, values, error));
        values += (size_t)own * zones;
    }
    return TAUB_OK;
}

int taub_simulation_saved_components(const struct taub_simulation *self)
{
    return taub_memory_saved_components(self->config);
}

enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, int64_t step, double time,
                                      double dt, double allowed, const int64_t counters[TAUB_COUNTS_SAVED],
                                      struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    self->phase = (int)(step % self->plan->phases);
    memcpy(self->at, self->plan->at[self->phase], sizeof self->at);
    enum taub_status status = upload_dense(self, conserved_now(self), self->stored, values, error);
    if (status == TAUB_OK && !taub_simulation_conserved_only(self))
        status = upload_dense(self, taub_simulation_primitive_now(self), self->stored,
                              values + (size_t)self->stored * zones, error);
    self->clock.step = (long)step;
    self->clock.time = time;
    self->clock.dt = dt;
    self->clock.allowed = allowed;
    for (int n = 0; n < TAUB_COUNTS_SAVED; n++)
        self->clock.counts[n] = (long)counters[n];
    taub_simulation_assign_counters(self);
    values += (size_t)(2 * self->stored) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0 && status == TAUB_OK)
            status = upload_dense(self, taub_simulation_field(self, f), own, values, error);
        values += (size_t)own * zones;
    }
    if (status == TAUB_OK)
        status = taub_simulation_upload_clock(self, error);
    TRY(taub_simulation_agree(self, status, error));
    return prepare(self, false, error);
}
