#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/try.h"
#include "evolve/droplets.h"
#include "evolve/start.h"
#include "evolve/internal.h"
#include "evolve/points.h"
#include "evolve/regrid.h"
#include "evolve/surface.h"
#include "mesh/spacing.h"
#include "mesh/sphere.h"

bool taub_simulation_on_host(const struct taub_simulation *self)
{
    struct taub_device_report report;
    taub_device_describe(self->device, &report);
    return report.kind == TAUB_DEVICE_HOST;
}

struct taub_buffer *taub_simulation_field(const struct taub_simulation *self, int field)
{
    return self->buffers[self->at[field]];
}

bool taub_simulation_conserved_only(const struct taub_simulation *self)
{
    return taub_plan_field(self->plan, "primitive") < 0;
}

enum taub_status taub_simulation_record(struct taub_simulation *self, taub_launches_of_phase *launches, int most,
                                        struct taub_error *error)
{
    const int phases = self->plan->phases;
    struct taub_launch *list = malloc((size_t)phases * (size_t)most * sizeof *list);
    enum taub_status status = list ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory");
    int count = 0;
    for (int phase = 0; phase < phases && status == TAUB_OK; phase++) {
        const int length = launches(self, phase, list + count);
        status = taub_sequence_create(self->device, list + count, length, &self->step[phase], error);
        count += length;
    }
    if (status == TAUB_OK)
        status = taub_sequence_create(self->device, list, count, &self->cycle, error);
    free(list);
    return status;
}

void taub_simulation_forget_record(struct taub_simulation *self)
{
    taub_sequence_destroy(self->cycle);
    self->cycle = NULL;
    for (int n = 0; n < TAUB_MOST_PHASES; n++) {
        taub_sequence_destroy(self->step[n]);
        self->step[n] = NULL;
    }
}

static int launches_of_phase(const struct taub_simulation *self, int phase, struct taub_launch *list)
{
    return taub_simulation_step_launches(self, phase, list, NULL);
}

static enum taub_status create_sequences(struct taub_simulation *self, struct taub_error *error)
{
    if (self->comm->size > 1)
        return taub_simulation_create_ranks(self, error);
    return taub_simulation_record(self, launches_of_phase, taub_simulation_step_room(self), error);
}
enum taub_status taub_simulation_record_again(struct taub_simulation *self, struct taub_error *error)
{
    taub_simulation_forget_record(self);
    return self->ranks ? taub_simulation_renew_ranks(self, error) : create_sequences(self, error);
}

/* ---- creation ---- */

static enum taub_status create_buffers(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_memory size;
    taub_memory_plan(self->config, self->mesh, self->eos, taub_simulation_on_host(self), TAUB_FOR_STEPS, false, &size);
    for (int f = 0; f < self->plan->field_count; f++)
        if (size.fields[f] > 0)
            TRY(taub_buffer_create(self->device, size.fields[f], &self->buffers[f], error));
    memcpy(self->at, self->plan->at[0], sizeof self->at);
    for (int n = 0; n < 2; n++)
        TRY(taub_buffer_create(self->device, size.rows, &self->rows[n], error));
    TRY(taub_buffer_create(self->device, size.control, &self->control, error));
    TRY(taub_buffer_create(self->device, size.blocks, &self->blocks, error));
    struct taub_block *blocks = taub_mesh_device_blocks(self->mesh);
    if (!blocks)
        return taub_fail(error, TAUB_FAILED, "out of memory for the table of blocks");
    const enum taub_status status = taub_buffer_upload(self->blocks, 0, blocks, size.blocks, error);
    free(blocks);
    TRY(status);
    self->staging = calloc(1, size.staging);
    if (!self->staging)
        return taub_fail(error, TAUB_FAILED, "out of memory for %zu bytes beside the device", size.staging);
    return TAUB_OK;
}

/* In the precision of the arithmetic, which may be higher than that of the fields; and in double for initial data. */
static enum taub_status upload_numbers(struct taub_simulation *self, const double *values, size_t count,
                                       struct taub_error *error)
{
    const bool single = self->config->device.precision == TAUB_SINGLE;
    if (single) {
        TRY(taub_buffer_create(self->device, count * sizeof(double), &self->start.tables, error));
        TRY(taub_buffer_upload(self->start.tables, 0, values, count * sizeof(double), error));
    }
    TRY(taub_buffer_create(self->device, count * (single ? sizeof(float) : sizeof(double)), &self->tables, error));
    if (!single)
        return taub_buffer_upload(self->tables, 0, values, count * sizeof(double), error);
    float *singles = malloc(count * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "out of memory for the tables of the device");
    for (size_t n = 0; n < count; n++)
        singles[n] = (float)values[n];
    const enum taub_status status = taub_buffer_upload(self->tables, 0, singles, count * sizeof *singles, error);
    free(singles);
    return status;
}

/* The equation of state's table, then where cells of unequal widths or of a cubed sphere are. */
static enum taub_status upload_table(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_eos_numbers eos = taub_eos_device_numbers(self->eos);
    const struct taub_sphere *sphere = self->mesh->sphere;
    const size_t count = eos.count + (sphere ? taub_sphere_count(sphere) : taub_spacing_count(self->mesh));
    if (count == 0)
        return TAUB_OK;
    double *values = malloc(count * sizeof *values);
    if (!values)
        return taub_fail(error, TAUB_FAILED, "out of memory for the tables of the device");
    if (eos.count)
        memcpy(values, eos.values, eos.count * sizeof *values);
    if (sphere)
        taub_sphere_table(sphere, values + eos.count);
    else
        taub_spacing_table(self->mesh, values + eos.count);
    const enum taub_status status = upload_numbers(self, values, count, error);
    free(values);
    return status;
}

static void start_clock(struct taub_simulation *self)
{
    const struct taub_config_time *time = &self->config->time;
    self->clock.time = time->start;
    self->clock.until = time->start;
    self->clock.fixed_step = time->step;
    self->clock.cfl = time->cfl;
    self->clock.growth = time->growth;
    self->clock.first = 1.0;
    self->clock.minimum_step = time->minimum_step;
    self->clock.start = time->start;
    self->clock.paused = 1;
}

enum taub_status taub_simulation_check_memory(const struct taub_simulation *self, enum taub_purpose purpose,
                                              size_t held, struct taub_error *error)
{
    struct taub_memory memory;
    struct taub_device_report report;
    const bool exact = self->problem && taub_problem_has_exact(self->problem);
    taub_device_describe(self->device, &report);
    taub_memory_plan(self->config, self->mesh, self->eos, taub_simulation_on_host(self), purpose, exact, &memory);
    /* ranks of a host share its memory */
    memory.host *= self->comm->local_size;
    memory.device *= report.host_memory ? self->comm->local_size : 1;
    memory.device +=
        report.host_memory ? 0.0 : (double)held; /* hosts say what is free now, devices what was at first */
    return taub_memory_check(self->config, &memory, &report, error);
}

static enum taub_status create_parts(struct taub_simulation *self, enum taub_purpose purpose, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    const struct taub_comm *comm = self->comm;
    struct taub_device_config device = taub_device_wanted(&config->device);
    self->system = taub_system_find(config->system);
    self->scheme = taub_scheme_find(config);
    if (!self->system || !self->scheme)
        return taub_fail(error, TAUB_BAD_INPUT, "scheme.kind: there is no such scheme for this system");
    self->components = self->system->components(config);
    self->stored = taub_system_stored(config);
    self->reductions = taub_reductions_of(config);
    self->real_bytes = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    self->level = config->mesh.refine.levels;
    TRY(taub_mesh_create_part(&config->mesh, taub_scheme_ghosts(config), comm->rank, comm->size, &self->mesh, error));
    if (!self->eos_lent)
        TRY(taub_eos_create(&config->eos, &self->eos, error));
    taub_simulation_choose_device(comm, &device);
    if (!self->device_lent)
        TRY(taub_device_open(&device, &self->device, error));
    TRY(taub_simulation_check_memory(self, purpose, 0, error));
    start_clock(self);
    if (taub_droplets_wanted(config))
        TRY(taub_droplets_create(config, self->mesh, &self->droplets, error));
    if (config->initial.kind != TAUB_INITIAL_CODE) {
        TRY(taub_problem_create(config, self->eos, &self->problem, error));
        if (taub_problem_has_exact(self->problem)) /* the errors at the end need room, too */
            TRY(taub_simulation_check_memory(self, purpose, 0, error));
    }
    return TAUB_OK;
}

/* One rank of a host compiles, the others then find the program in the cache. */
static enum taub_status compile(struct taub_simulation *self, const struct taub_compile_watch *watch,
                                struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    taub_device_watch(self->device, watch);
    if (self->comm->local_rank == 0)
        status = taub_simulation_compile(self, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK) {
        if (self->comm->local_rank > 0)
            status = taub_simulation_compile(self, error);
        status = taub_simulation_agree(self, status, error);
    }
    taub_device_watch(self->device, NULL); /* a device that was lent goes on without the caller's watch */
    return status;
}

enum taub_status taub_simulation_create_blocks(struct taub_simulation *self, struct taub_error *error)
{
    TRY(create_buffers(self, error));
    TRY(taub_simulation_create_halos(self, error));
    TRY(taub_simulation_upload_clock(self, error));
    return create_sequences(self, error);
}

static enum taub_status create_memory(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_plan(self, error));
    TRY(upload_table(self, error));
    TRY(taub_start_create_numbers(self, error));
    if (self->droplets)
        TRY(taub_droplets_upload(self->droplets, self->device, self->mesh, -HUGE_VAL, &(bool){false}, error));
    return taub_simulation_create_blocks(self, error);
}

/* Ranks agree after each part: what one of them cannot do ends all. */
static enum taub_status create(struct taub_simulation *self, enum taub_purpose purpose,
                               const struct taub_compile_watch *watch, struct taub_error *error)
{
    TRY(taub_simulation_agree(self, create_parts(self, purpose, error), error));
    TRY(taub_simulation_same_devices(self, error));
    if (self->problem)
        TRY(taub_simulation_compute_initial(self, error));
    TRY(compile(self, watch, error));
    TRY(taub_simulation_agree(self, create_memory(self, error), error));
    TRY(taub_simulation_connect_ranks(self, error));
    TRY(taub_simulation_take_initial(self, error));
    return purpose == TAUB_FOR_RESTART ? TAUB_OK : taub_simulation_refine_start(self, error);
}

enum taub_status taub_simulation_create_on(const struct taub_case *run_case, const struct taub_comm *comm,
                                           enum taub_purpose purpose, const struct taub_compile_watch *watch,
                                           struct taub_device *device, struct taub_eos *eos,
                                           struct taub_simulation **out, struct taub_error *error)
{
    struct taub_simulation *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    self->process = getpid();
    self->run_case = run_case;
    self->config = taub_case_config(run_case);
    self->comm = comm;
    self->device = device;
    self->device_lent = device != NULL;
    self->eos = eos;
    self->eos_lent = eos != NULL;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = create(self, purpose, watch, error);
    taub_plain_locale_end(&plain);
    if (status != TAUB_OK) {
        taub_simulation_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

enum taub_status taub_simulation_create_for(const struct taub_case *run_case, const struct taub_comm *comm,
                                            enum taub_purpose purpose, const struct taub_compile_watch *watch,
                                            struct taub_simulation **out, struct taub_error *error)
{
    return taub_simulation_create_on(run_case, comm, purpose, watch, NULL, NULL, out, error);
}

enum taub_status taub_simulation_create(const struct taub_case *run_case, struct taub_simulation **out,
                                        struct taub_error *error)
{
    return taub_simulation_create_for(run_case, taub_comm_alone(), TAUB_FOR_STEPS, NULL, out, error);
}

enum taub_status taub_simulation_create_watched(const struct taub_case *run_case,
                                                const struct taub_compile_watch *watch, struct taub_simulation **out,
                                                struct taub_error *error)
{
    return taub_simulation_create_for(run_case, taub_comm_alone(), TAUB_FOR_STEPS, watch, out, error);
}

void taub_simulation_destroy(struct taub_simulation *self)
{
    /* In a fork the device and threads that would have to let go are not there: the memory stays to the end. */
    if (!self || self->process != getpid())
        return;
    taub_simulation_release_views(self);
    taub_surface_destroy(self->surface);
    taub_points_destroy(self->points);
    taub_droplets_destroy(self->droplets);
    taub_simulation_forget_record(self);
    taub_simulation_destroy_ranks(self);
    taub_simulation_destroy_halos(self);
    for (int n = 0; n < 2; n++)
        taub_buffer_destroy(self->rows[n]);
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        taub_buffer_destroy(self->buffers[f]);
    taub_plan_destroy(self->plan);
    taub_buffer_destroy(self->control);
    taub_buffer_destroy(self->tables);
    taub_buffer_destroy(self->blocks);
    taub_program_destroy(self->program);
    taub_start_destroy(self);
    if (!self->device_lent)
        taub_device_close(self->device);
    taub_problem_destroy(self->problem);
    if (!self->eos_lent)
        taub_eos_destroy(self->eos);
    taub_mesh_destroy(self->mesh);
    free(self->staging);
    free(self->initial);
    if (self->joined)
        taub_comm_leave(self->joined);
    free(self->joined);
    free(self);
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
    return (int64_t)taub_mesh_zones(self->mesh);
}

int64_t taub_simulation_all_zones(const struct taub_simulation *self)
{
    return (int64_t)self->mesh->cells[0] * self->mesh->cells[1] * self->mesh->cells[2];
}

double taub_simulation_memory(const struct taub_simulation *self)
{
    double bytes = (double)taub_buffer_bytes(self->control) + (double)taub_buffer_bytes(self->blocks);
    for (int n = 0; n < 2; n++)
        bytes += (double)taub_buffer_bytes(self->rows[n]);
    for (int f = 0; f < TAUB_MOST_FIELDS; f++)
        bytes += self->buffers[f] ? (double)taub_buffer_bytes(self->buffers[f]) : 0.0;
    if (self->droplets)
        bytes += (double)taub_buffer_bytes(self->droplets->table) + (double)taub_buffer_bytes(self->droplets->awake);
    const struct taub_buffer *const few[] = {self->tables, self->start.tables, self->start.numbers};
    for (int n = 0; n < 3; n++)
        bytes += few[n] ? (double)taub_buffer_bytes(few[n]) : 0.0;
    return bytes;
}
