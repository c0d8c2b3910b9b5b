#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"

/* Steps enqueued before the host looks at the clock again; the device holds those past the end, which cost little. */
enum { BATCH = 64 };

bool taub_simulation_on_host(const struct taub_simulation *self)
{
    struct taub_device_report report;
    taub_device_describe(self->device, &report);
    return report.kind == TAUB_DEVICE_HOST;
}

struct taub_launch taub_simulation_launch(const struct taub_simulation *self, enum pass_name pass)
{
    struct taub_launch launch;
    memset(&launch, 0, sizeof launch);
    launch.pass = self->passes[pass];
    launch.control = self->control;
    launch.tables = self->tables;
    launch.links = self->links;
    launch.shape = self->mesh->shape;
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] = self->mesh->shape.cells[a];
    return launch;
}

struct taub_launch taub_simulation_scheme_launch(const struct taub_simulation *self, int pass)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
    launch.pass = self->scheme_passes[pass];
    return launch;
}

int taub_simulation_append_ghosts(const struct taub_simulation *self, struct taub_buffer *primitive,
                                  struct taub_launch *list)
{
    return taub_simulation_append_ghosts_at(self, primitive, 0.0, list);
}

int taub_simulation_append_ghosts_at(const struct taub_simulation *self, struct taub_buffer *primitive, double share,
                                     struct taub_launch *list)
{
    int n = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!self->mesh->active[axis])
            continue;
        struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
        launch.fields[0] = primitive;
        launch.range.option[0] = axis;
        launch.range.number[0] = share;
        launch.range.upper[axis] = 2 * self->mesh->shape.ghosts[axis];
        for (int filled = 0; filled < axis && self->scheme->corners; filled++) {
            launch.range.lower[filled] = -self->mesh->shape.ghosts[filled];
            launch.range.upper[filled] += self->mesh->shape.ghosts[filled];
        }
        if (axis == 0) { /* see kernels/passes/ghosts.h */
            launch.range.upper[0] = self->mesh->shape.cells[1];
            launch.range.upper[1] = 2 * self->mesh->shape.ghosts[0];
        }
        list[n++] = launch;
    }
    return n;
}

static long row_count(const struct taub_simulation *self)
{
    const struct taub_shape *shape = &self->mesh->shape;
    return (long)shape->blocks * shape->cells[1] * shape->cells[2];
}

int taub_simulation_append_reduction(const struct taub_simulation *self, enum pass_name pass, struct taub_launch *list,
                                     int *at)
{
    long rows = row_count(self);
    int n = 0, from = 0;
    while (rows > 1) {
        struct taub_launch launch = taub_simulation_launch(self, pass);
        launch.fields[0] = self->rows[1 - from];
        launch.fields[1] = self->rows[from];
        launch.shape.blocks = 1;
        launch.range.option[0] = (int)rows;
        rows = (rows + 255) / 256;
        launch.range.upper[0] = 256;
        launch.range.upper[1] = (int)rows;
        launch.range.upper[2] = 1;
        list[n++] = launch;
        from = 1 - from;
    }
    *at = from;
    return n;
}

int taub_simulation_primitive_at(const struct taub_simulation *self, int parity)
{
    return self->scheme->primitive_alternates(self->config) ? parity : 0;
}

int taub_simulation_period(const struct taub_simulation *self)
{
    const struct taub_scheme *scheme = self->scheme;
    return scheme->period ? scheme->period(self->config) : 2;
}

int taub_simulation_parity_at(const struct taub_simulation *self, int phase)
{
    const struct taub_scheme *scheme = self->scheme;
    return phase * (scheme->writes ? scheme->writes(self->config) : 1) % 2;
}

bool taub_simulation_conserved_only(const struct taub_simulation *self)
{
    return self->scheme->conserved_only;
}

/* What passes that look at the primitive state read before a step of this phase. */
struct taub_buffer *taub_simulation_visible_at(const struct taub_simulation *self, int phase)
{
    const int parity = taub_simulation_parity_at(self, phase);
    return taub_simulation_conserved_only(self) ? self->conserved[parity]
                                                : self->primitive[taub_simulation_primitive_at(self, parity)];
}

/* speed, begin, the scheme's passes, finish */
static int append_step(const struct taub_simulation *self, int phase, struct taub_launch *list)
{
    int n = 0, at = 0;
    if (self->scheme->own_clock) {
        n = self->scheme->step(self, phase, list);
        list[n++] = taub_simulation_launch(self, PASS_FINISH);
        return n;
    }
    struct taub_launch speed = taub_simulation_launch(self, PASS_SPEED);
    speed.fields[0] = self->rows[0];
    speed.fields[1] = taub_simulation_visible_at(self, phase);
    list[n++] = speed;
    n += taub_simulation_append_reduction(self, PASS_MAXIMA, list + n, &at);
    struct taub_launch begin = taub_simulation_launch(self, PASS_BEGIN);
    begin.fields[0] = self->rows[at];
    list[n++] = begin;
    n += self->scheme->step(self, phase, list + n);
    list[n++] = taub_simulation_launch(self, PASS_FINISH);
    return n;
}

static enum taub_status create_sequences(struct taub_simulation *self, struct taub_error *error)
{
    const int phases = taub_simulation_period(self);
    struct taub_launch *list = malloc((size_t)phases * MAX_STEP_LAUNCHES * sizeof *list);
    enum taub_status status = list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory");
    int count = 0;
    for (int phase = 0; phase < phases && status == TAUB_OK; phase++) {
        const int length = append_step(self, phase, list + count);
        status = taub_sequence_create(self->device, list + count, length, &self->step[phase], error);
        count += length;
    }
    if (status == TAUB_OK)
        status = taub_sequence_create(self->device, list, count, &self->cycle, error);
    free(list);
    return status;
}
/* ---- creation ---- */

int taub_simulation_field_components(const struct taub_simulation *self, int field)
{
    return self->scheme->field_components ? self->scheme->field_components(self->config, field) : self->components;
}

static enum taub_status create_buffers(struct taub_simulation *self, struct taub_error *error)
{
    const size_t bytes = taub_mesh_values(self->mesh, TAUB_CELL, self->components) * self->real_bytes;
    const size_t rows = (size_t)row_count(self) * (size_t)self->reductions * self->real_bytes;
    for (int n = 0; n < 2; n++) {
        TRY(taub_buffer_create(self->device, bytes, &self->conserved[n], error));
        if (!taub_simulation_conserved_only(self))
            TRY(taub_buffer_create(self->device, bytes, &self->primitive[n], error));
        TRY(taub_buffer_create(self->device, rows, &self->rows[n], error));
    }
    size_t largest = bytes;
    for (int n = 0; n < self->scheme->fields; n++) {
        const int components = taub_simulation_field_components(self, n);
        const size_t size = taub_mesh_values(self->mesh, TAUB_CELL, components) * self->real_bytes;
        if (components == 0 || (taub_simulation_on_host(self) && self->scheme->gpu_fields & 1u << n))
            continue;
        TRY(taub_buffer_create(self->device, size, &self->scheme_fields[n], error));
        largest = n < self->scheme->state_fields && size > largest ? size : largest;
    }
    TRY(taub_buffer_create(self->device, sizeof self->clock, &self->control, error));
    const size_t links = sizeof(int) * 6 * (size_t)self->mesh->shape.blocks;
    TRY(taub_buffer_create(self->device, links, &self->links, error));
    TRY(taub_buffer_upload(self->links, 0, self->mesh->links, links, error));
    self->staging = calloc(1, largest);
    if (!self->staging)
        return taub_fail(error, TAUB_FAILED, "out of memory for %zu bytes beside the device", largest);
    return TAUB_OK;
}

static enum taub_status upload_table(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_eos_table *table = taub_eos_device_table(self->eos);
    if (!table)
        return TAUB_OK;
    /* in the precision of the arithmetic, which may be higher than that of the fields */
    const bool single = self->config->device.precision == TAUB_SINGLE;
    TRY(taub_buffer_create(self->device, table->count * (single ? sizeof(float) : sizeof(double)), &self->tables,
                           error));
    if (!single)
        return taub_buffer_upload(self->tables, 0, table->values, table->count * sizeof(double), error);
    float *singles = malloc(table->count * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "out of memory for the table of the equation of state");
    for (size_t n = 0; n < table->count; n++)
        singles[n] = (float)table->values[n];
    const enum taub_status status = taub_buffer_upload(self->tables, 0, singles, table->count * sizeof *singles, error);
    free(singles);
    return status;
}

static void start_clock(struct taub_simulation *self)
{
    const struct taub_config_time *time = &self->config->time;
    self->clock.time = time->start;
    self->clock.until = time->start;
    self->clock.fixed_step = time->step;
    self->clock.cfl = time->cfl;
    self->clock.minimum_step = time->minimum_step > 0.0 ? time->minimum_step : 1e-12 * (time->end - time->start);
    self->clock.hold = 1;
}

static enum taub_status create_parts(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    const struct taub_device_config device = {config->device.kind, config->device.index, config->device.precision,
                                              config->device.reproducible, config->device.threads};
    self->system = taub_system_find(config->system);
    self->scheme = taub_scheme_find(config);
    if (!self->system || !self->scheme)
        return taub_fail(error, TAUB_BAD_INPUT, "scheme.kind: there is no such scheme for this system");
    self->components = self->system->components(config);
    self->reductions = taub_system_reductions(self->system, config);
    self->real_bytes = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    TRY(taub_mesh_create(&config->mesh, taub_scheme_ghosts(config), &self->mesh, error));
    TRY(taub_eos_create(&config->eos, &self->eos, error));
    if (config->initial.kind != TAUB_INITIAL_CODE)
        TRY(taub_problem_create(config, self->eos, &self->problem, error));
    start_clock(self);
    if (self->problem)
        TRY(taub_simulation_compute_initial(self, error));
    TRY(taub_device_open(&device, &self->device, error));
    TRY(taub_simulation_compile(self, error));
    TRY(create_buffers(self, error));
    TRY(upload_table(self, error));
    TRY(taub_simulation_upload_clock(self, error));
    TRY(create_sequences(self, error));
    return self->problem ? taub_simulation_initial_from_problem(self, error)
                         : taub_simulation_initial_from_code(self, error);
}

enum taub_status taub_simulation_create(const struct taub_case *run_case, struct taub_simulation **out,
                                        struct taub_error *error)
{
    struct taub_simulation *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    self->run_case = run_case;
    self->config = taub_case_config(run_case);
    const enum taub_status status = create_parts(self, error);
    if (status != TAUB_OK) {
        taub_simulation_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_simulation_destroy(struct taub_simulation *self)
{
    if (!self)
        return;
    taub_sequence_destroy(self->cycle);
    for (int n = 0; n < MAX_PERIOD; n++)
        taub_sequence_destroy(self->step[n]);
    for (int n = 0; n < 2; n++) {
        taub_buffer_destroy(self->conserved[n]);
        taub_buffer_destroy(self->primitive[n]);
        taub_buffer_destroy(self->rows[n]);
    }
    for (int n = 0; n < MAX_SCHEME_FIELDS; n++)
        taub_buffer_destroy(self->scheme_fields[n]);
    taub_buffer_destroy(self->control);
    taub_buffer_destroy(self->tables);
    taub_buffer_destroy(self->links);
    taub_program_destroy(self->program);
    taub_device_close(self->device);
    taub_problem_destroy(self->problem);
    taub_eos_destroy(self->eos);
    taub_mesh_destroy(self->mesh);
    free(self->staging);
    free(self->initial);
    free(self);
}

/* ---- steps ---- */

static enum taub_status download_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_buffer_download(self->control, 0, &self->clock, sizeof self->clock, error);
}

static enum taub_status enqueue(struct taub_simulation *self, int64_t steps, struct taub_error *error)
{
    const int phases = taub_simulation_period(self);
    int phase = self->phase;
    for (; steps > 0 && phase != 0; steps--, phase = (phase + 1) % phases)
        TRY(taub_sequence_run(self->step[phase], 1, error));
    if (steps >= phases)
        TRY(taub_sequence_run(self->cycle, (int)(steps / phases), error));
    for (; phase < steps % phases; phase++)
        TRY(taub_sequence_run(self->step[phase], 1, error));
    return TAUB_OK;
}

static const char *failure_text(int failure)
{
    switch (failure) {
    case TAUB_FAILURE_NAN:
        return "a value is not a number";
    case TAUB_FAILURE_RECOVERY:
        return "no primitive state could be recovered from the conserved one";
    case TAUB_FAILURE_LONG_STEP:
        return "time.step is longer than the largest stable step";
    default:
        return "the time step fell below time.minimum_step";
    }
}

/* Takes the failed step back and says where and when. */
static enum taub_status report_failure(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_control clock = self->clock;
    const struct taub_shape *shape = &self->mesh->shape;
    const int b = clock.failed_cell[0];
    const int at[3] = {clock.failed_cell[3] + b % shape->block_grid[0] * shape->cells[0],
                       clock.failed_cell[2] + b / shape->block_grid[0] % shape->block_grid[1] * shape->cells[1],
                       clock.failed_cell[1] + b / (shape->block_grid[0] * shape->block_grid[1]) * shape->cells[2]};
    double x[3];
    taub_mesh_center(self->mesh, at[0], at[1], at[2], x);
    if (clock.failed == TAUB_FAILURE_RECOVERY) {
        char kept[128] = "";
        if (taub_simulation_conserved_only(self)) {
            self->parity = (self->parity + clock.spare) % 2;
            if (clock.spare > 0)
                snprintf(kept, sizeof kept,
                         "; what is kept is not the start of the step but the state after %d of its %d parts",
                         clock.spare, self->scheme->writes(self->config));
        } else {
            TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, taub_simulation_primitive_now(self),
                                                 self->conserved[self->parity], 0, error));
        }
        return taub_fail(error, TAUB_FAILED,
                         "step %ld at time %.8g (dt %.3g): %s in %d cells, one of them (%d, %d, %d) at (%g, %g, %g)%s",
                         clock.step + 1, clock.time, clock.dt, failure_text(clock.failed), clock.recovery_failures,
                         at[0], at[1], at[2], x[0], x[1], x[2], kept);
    }
    if (clock.failed == TAUB_FAILURE_LONG_STEP)
        return taub_fail(
            error, TAUB_FAILED,
            "step %ld at time %.8g: time.step: %.4g is longer than %.4g, the largest stable step of the state "
            "that the fluid has now; take a shorter one, or time.cfl, which finds it",
            clock.step + 1, clock.time, clock.fixed_step, clock.longest_step);
    return taub_fail(error, TAUB_FAILED, "step %ld at time %.8g (last dt %.3g): %s", clock.step + 1, clock.time,
                     clock.dt, failure_text(clock.failed));
}

/* Enough steps to reach the end, as far as the last one tells. */
static int64_t batch_size(const struct taub_simulation *self, int64_t steps)
{
    const double left = self->clock.until - self->clock.time;
    int64_t size = self->clock.dt > 0.0 ? (int64_t)fmin(ceil(left / self->clock.dt), BATCH) : 1;
    size = size < 1 ? 1 : size;
    return size < steps ? size : steps;
}

enum taub_status taub_simulation_advance(struct taub_simulation *self, int64_t steps, double until,
                                         struct taub_error *error)
{
    if (self->clock.failed)
        return taub_fail(error, TAUB_FAILED, "the simulation has failed before; its last good state is at time %.8g",
                         self->clock.time);
    while (steps > 0 && self->clock.time < until) {
        const long before = self->clock.step;
        self->clock.until = until;
        self->clock.steps_left = (long)steps;
        self->clock.hold = 0;
        TRY(taub_simulation_upload_clock(self, error));
        TRY(enqueue(self, batch_size(self, steps), error));
        TRY(download_clock(self, error));
        const long done = self->clock.step - before;
        steps -= done;
        self->phase = (int)((self->phase + done) % taub_simulation_period(self));
        self->parity = taub_simulation_parity_at(self, self->phase);
        if (self->clock.failed)
            return report_failure(self, error);
    }
    return TAUB_OK;
}

double taub_simulation_time(const struct taub_simulation *self)
{
    return self->clock.time;
}
double taub_simulation_last_step(const struct taub_simulation *self)
{
    return self->clock.dt;
}
int64_t taub_simulation_steps(const struct taub_simulation *self)
{
    return self->clock.step;
}

int64_t taub_simulation_zones(const struct taub_simulation *self)
{
    return (int64_t)self->mesh->cells[0] * self->mesh->cells[1] * self->mesh->cells[2];
}

double taub_simulation_memory(const struct taub_simulation *self)
{
    double bytes = (double)taub_buffer_bytes(self->control) + (double)taub_buffer_bytes(self->links);
    for (int n = 0; n < 2; n++)
        bytes += (double)taub_buffer_bytes(self->conserved[n]) + (double)taub_buffer_bytes(self->rows[n]) +
                 (self->primitive[n] ? (double)taub_buffer_bytes(self->primitive[n]) : 0.0);
    for (int n = 0; n < MAX_SCHEME_FIELDS; n++)
        bytes += self->scheme_fields[n] ? (double)taub_buffer_bytes(self->scheme_fields[n]) : 0.0;
    return bytes + (self->tables ? (double)taub_buffer_bytes(self->tables) : 0.0);
}
