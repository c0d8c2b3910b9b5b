#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "systems/quantities.h"

/* Steps enqueued before the host looks at the clock again; steps past the end are held by the device and cost little.
 */
enum { BATCH = 64 };

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
    int n = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (!self->mesh->active[axis])
            continue;
        struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
        launch.fields[0] = primitive;
        launch.range.option[0] = axis;
        launch.range.upper[axis] = 2 * self->mesh->shape.ghosts[axis];
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
    return taub_scheme_find(self->config->scheme.kind)->primitive_alternates(self->config) ? parity : 0;
}

static int period(const struct taub_simulation *self)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config->scheme.kind);
    return scheme->period ? scheme->period(self->config) : 2;
}

int taub_simulation_parity_at(const struct taub_simulation *self, int phase)
{
    const struct taub_scheme *scheme = taub_scheme_find(self->config->scheme.kind);
    return phase * (scheme->writes ? scheme->writes(self->config) : 1) % 2;
}

static bool conserved_only(const struct taub_simulation *self)
{
    return taub_scheme_find(self->config->scheme.kind)->conserved_only;
}

/* What passes that look at the primitive state read before a step of this phase. */
static struct taub_buffer *visible_at(const struct taub_simulation *self, int phase)
{
    const int parity = taub_simulation_parity_at(self, phase);
    return conserved_only(self) ? self->conserved[parity] : self->primitive[taub_simulation_primitive_at(self, parity)];
}

/* speed, begin, the scheme's passes, finish */
static int append_step(const struct taub_simulation *self, int phase, struct taub_launch *list)
{
    int n = 0, at = 0;
    struct taub_launch speed = taub_simulation_launch(self, PASS_SPEED);
    speed.fields[0] = self->rows[0];
    speed.fields[1] = visible_at(self, phase);
    list[n++] = speed;
    n += taub_simulation_append_reduction(self, PASS_MAXIMA, list + n, &at);
    struct taub_launch begin = taub_simulation_launch(self, PASS_BEGIN);
    begin.fields[0] = self->rows[at];
    list[n++] = begin;
    n += taub_scheme_find(self->config->scheme.kind)->step(self, phase, list + n);
    list[n++] = taub_simulation_launch(self, PASS_FINISH);
    return n;
}

static enum taub_status create_sequences(struct taub_simulation *self, struct taub_error *error)
{
    const int phases = period(self);
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

/* ---- the state ---- */

static enum taub_status upload_component(struct taub_simulation *self, int c, const double *dense)
{
    taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, STATE_COMPONENTS, c, dense);
    return TAUB_OK;
}

static enum taub_status upload_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_buffer_upload(self->control, 0, &self->clock, sizeof self->clock, error);
}

static enum taub_status download_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_buffer_download(self->control, 0, &self->clock, sizeof self->clock, error);
}

static struct taub_buffer *primitive_now(const struct taub_simulation *self)
{
    return conserved_only(self) ? self->conserved[self->parity] : visible_at(self, self->phase);
}

/* Scratch of the size of a state; where the primitive state is put that conserve reads. */
static struct taub_buffer *primitive_source(const struct taub_simulation *self)
{
    return conserved_only(self) ? self->conserved[1 - self->parity] : primitive_now(self);
}

static struct taub_buffer *primitive_spare(const struct taub_simulation *self)
{
    return conserved_only(self) ? primitive_source(self)
                                : self->primitive[1 - taub_simulation_primitive_at(self, self->parity)];
}

/* One launch over all cells with two fields. */
static enum taub_status launch_pointwise(struct taub_simulation *self, enum pass_name pass, struct taub_buffer *to,
                                         struct taub_buffer *from, int option, struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self, pass);
    launch.fields[0] = to;
    launch.fields[1] = from;
    launch.range.option[0] = option;
    return taub_device_launch(self->device, &launch, error);
}

static enum taub_status conserve(struct taub_simulation *self, struct taub_error *error)
{
    return launch_pointwise(self, PASS_CONSERVE, self->conserved[self->parity], primitive_source(self), 0, error);
}

/* Field values of the whole mesh from the problem, one component after the other. */
static enum taub_status initial_from_problem(struct taub_simulation *self, struct taub_error *error)
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

static enum taub_status initial_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    TRY(launch_pointwise(self, PASS_INVENT, primitive_source(self), NULL, 0, error));
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

/* ---- creation ---- */

static enum taub_status create_buffers(struct taub_simulation *self, struct taub_error *error)
{
    const size_t bytes = taub_mesh_values(self->mesh, TAUB_CELL, STATE_COMPONENTS) * self->real_bytes;
    const size_t rows = (size_t)row_count(self) * TOTAL_COUNT * self->real_bytes;
    for (int n = 0; n < 2; n++) {
        TRY(taub_buffer_create(self->device, bytes, &self->conserved[n], error));
        if (!conserved_only(self))
            TRY(taub_buffer_create(self->device, bytes, &self->primitive[n], error));
        TRY(taub_buffer_create(self->device, rows, &self->rows[n], error));
    }
    for (int n = 0; n < taub_scheme_find(self->config->scheme.kind)->fields; n++)
        TRY(taub_buffer_create(self->device, bytes, &self->scheme_fields[n], error));
    TRY(taub_buffer_create(self->device, sizeof self->clock, &self->control, error));
    const size_t links = sizeof(int) * 6 * (size_t)self->mesh->shape.blocks;
    TRY(taub_buffer_create(self->device, links, &self->links, error));
    TRY(taub_buffer_upload(self->links, 0, self->mesh->links, links, error));
    self->staging = calloc(1, bytes);
    if (!self->staging)
        return taub_fail(error, TAUB_FAILED, "out of memory for %zu bytes beside the device", bytes);
    return TAUB_OK;
}

static enum taub_status upload_table(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_eos_table *table = taub_eos_device_table(self->eos);
    if (!table)
        return TAUB_OK;
    TRY(taub_buffer_create(self->device, table->count * self->real_bytes, &self->tables, error));
    if (self->real_bytes == sizeof(double))
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
    const struct taub_scheme *scheme = taub_scheme_find(config->scheme.kind);
    const struct taub_device_config device = {config->device.kind, config->device.index, config->device.precision,
                                              config->device.reproducible, config->device.threads};
    if (!scheme)
        return taub_fail(error, TAUB_BAD_INPUT, "scheme.kind: no such scheme");
    self->real_bytes = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    TRY(taub_mesh_create(&config->mesh, scheme->ghosts, &self->mesh, error));
    TRY(taub_eos_create(&config->eos, &self->eos, error));
    if (config->initial.kind != TAUB_INITIAL_CODE)
        TRY(taub_problem_create(config, self->eos, &self->problem, error));
    TRY(taub_device_open(&device, &self->device, error));
    TRY(taub_simulation_compile(self, error));
    TRY(create_buffers(self, error));
    TRY(upload_table(self, error));
    start_clock(self);
    TRY(upload_clock(self, error));
    TRY(create_sequences(self, error));
    return self->problem ? initial_from_problem(self, error) : initial_from_code(self, error);
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
    free(self);
}

/* ---- steps ---- */

static enum taub_status enqueue(struct taub_simulation *self, int64_t steps, struct taub_error *error)
{
    const int phases = period(self);
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
        if (conserved_only(self))
            self->parity = (self->parity + clock.spare) % 2;
        else
            TRY(launch_pointwise(self, PASS_RECOVER, primitive_now(self), self->conserved[self->parity], 0, error));
        return taub_fail(error, TAUB_FAILED,
                         "step %ld at time %.8g (dt %.3g): %s in %d cells, one of them (%d, %d, %d) at (%g, %g, %g)",
                         clock.step + 1, clock.time, clock.dt, failure_text(clock.failed), clock.recovery_failures,
                         at[0], at[1], at[2], x[0], x[1], x[2]);
    }
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
        TRY(upload_clock(self, error));
        TRY(enqueue(self, batch_size(self, steps), error));
        TRY(download_clock(self, error));
        const long done = self->clock.step - before;
        steps -= done;
        self->phase = (int)((self->phase + done) % period(self));
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
    TRY(launch_pointwise(self, PASS_DERIVE, primitive_spare(self), primitive_now(self), info->id, error));
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
    list[0].fields[2] = primitive_now(self);
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
    struct taub_buffer *const sources[2] = {self->conserved[self->parity],
                                            conserved_only(self) ? primitive_spare(self) : primitive_now(self)};
    if (conserved_only(self))
        TRY(launch_pointwise(self, PASS_RECOVER, sources[1], sources[0], 0, error));
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
    self->phase = (int)(step % period(self));
    self->parity = taub_simulation_parity_at(self, self->phase);
    struct taub_buffer *const targets[2] = {self->conserved[self->parity], primitive_now(self)};
    for (int t = 0; t < (conserved_only(self) ? 1 : 2); t++) {
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
    return upload_clock(self, error);
}
