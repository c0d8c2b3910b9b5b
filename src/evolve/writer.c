#include "evolve/writer.h"

#include <stdlib.h>
#include <string.h>

#include "core/worker.h"

struct taub_writer {
    struct taub_simulation *simulation;
    struct taub_output *output;
    double *values;
    char *raw; /* an output as the device has it, one quantity behind the other */
    size_t raw_bytes;
    bool pinned;

    struct taub_worker *worker; /* its slot: raw and what follows, until they are put in order */
    struct taub_quantity *list;
    int count, room;
    int64_t step;
    double time, dt;
};

bool taub_writer_wanted(const struct taub_config *config, int ranks)
{
    return ranks == 1 && config->output.every > 0.0 && config->mesh.refine.levels == 0;
}

static size_t quantity_bytes(const struct taub_mesh *mesh, int components, size_t real_bytes)
{
    return taub_mesh_values(mesh, TAUB_CELL, components) * real_bytes;
}

static size_t output_bytes(const struct taub_config *config, const struct taub_mesh *mesh)
{
    const size_t real = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    size_t bytes = 0;
    for (int n = 0; n < config->output.field_count; n++)
        bytes += quantity_bytes(mesh, taub_quantity_of(config, config->output.fields[n]).components, real);
    return bytes;
}

double taub_writer_bytes(const struct taub_config *config, const struct taub_mesh *mesh)
{
    return taub_writer_wanted(config, mesh->ranks) ? (double)output_bytes(config, mesh) : 0.0;
}

/* ---- the thread ---- */

/* Puts the output in raw into its order. */
static void put_in_order(struct taub_writer *self, struct taub_quantity *list, int count)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const size_t zones = taub_mesh_zones(mesh), real = self->simulation->real_bytes;
    const char *from = self->raw;
    double *to = self->values;
    for (int n = 0; n < count; n++) {
        list[n].values = to;
        for (int c = 0; c < list[n].components; c++, to += zones)
            taub_mesh_gather(mesh, from, real, list[n].components, c, to);
        from += quantity_bytes(mesh, list[n].components, real);
    }
}

static enum taub_status write_one(void *user, struct taub_error *error)
{
    struct taub_writer *self = user;
    const int count = self->count;
    const int64_t step = self->step;
    const double time = self->time, dt = self->dt;
    struct taub_quantity *list = malloc((size_t)(count + 1) * sizeof *list);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for writing fields");
    memcpy(list, self->list, (size_t)count * sizeof *list);
    put_in_order(self, list, count);
    taub_worker_release(self->worker);
    const enum taub_status status = taub_output_fields(self->output, step, time, dt, list, count, error);
    free(list);
    return status;
}

/* ---- the run ---- */

enum taub_status taub_writer_create(struct taub_simulation *simulation, struct taub_output *output, double *values,
                                    struct taub_writer **out, struct taub_error *error)
{
    struct taub_writer *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for outputs");
    self->simulation = simulation;
    self->output = output;
    self->values = values;
    self->room = simulation->config->output.field_count;
    self->raw_bytes = output_bytes(simulation->config, simulation->mesh);
    self->raw = malloc(self->raw_bytes + 1);
    self->list = calloc((size_t)self->room + 1, sizeof *self->list);
    enum taub_status status = TAUB_OK;
    if (!self->raw || !self->list)
        status = taub_fail(error, TAUB_FAILED, "out of memory for outputs");
    else if (!(self->worker = taub_worker_create(write_one, self)))
        status = taub_fail(error, TAUB_FAILED, "the system has no thread left for writing outputs");
    if (status != TAUB_OK) {
        taub_writer_destroy(self);
        return status;
    }
    self->pinned = taub_device_pin(simulation->device, self->raw, self->raw_bytes);
    *out = self;
    return TAUB_OK;
}

enum taub_status taub_writer_take(struct taub_writer *self, const struct taub_quantity *list, int count,
                                  struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    enum taub_status status = taub_worker_room(self->worker, error);
    char *to = self->raw;
    for (int n = 0; n < count && status == TAUB_OK; n++) {
        self->list[n] = list[n];
        const struct taub_quantity_info info = taub_quantity_of(simulation->config, list[n].name);
        status = taub_simulation_read_stored(simulation, &info, 0, to, error);
        self->list[n].stand_ins = simulation->stand_ins;
        to += quantity_bytes(simulation->mesh, list[n].components, simulation->real_bytes);
    }
    if (status != TAUB_OK)
        return status;
    self->count = count;
    self->step = taub_simulation_steps(simulation);
    self->time = taub_simulation_time(simulation);
    self->dt = taub_simulation_last_step(simulation);
    taub_worker_give(self->worker);
    return TAUB_OK;
}

enum taub_status taub_writer_check(struct taub_writer *self, struct taub_error *error)
{
    return self ? taub_worker_check(self->worker, error) : TAUB_OK;
}

enum taub_status taub_writer_wait(struct taub_writer *self, struct taub_error *error)
{
    return self ? taub_worker_wait(self->worker, error) : TAUB_OK;
}

void taub_writer_destroy(struct taub_writer *self)
{
    if (!self)
        return;
    taub_worker_destroy(self->worker);
    if (self->pinned)
        taub_device_unpin(self->simulation->device, self->raw);
    free(self->raw);
    free(self->list);
    free(self);
}
