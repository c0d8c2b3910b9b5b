#include "evolve/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/locale.h"
#include "core/try.h"

struct taub_writer {
    struct taub_simulation *simulation;
    struct taub_output *output;
    double *values;
    char *raw; /* an output as the device has it, one quantity behind the other */
    size_t raw_bytes;
    bool pinned;

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool started, ending;
    bool full;    /* raw holds an output that has not been put in order */
    bool writing; /* values hold one that is not yet on the disk */
    struct taub_quantity *list;
    int count, room;
    int64_t step;
    double time, dt;
    enum taub_status status; /* of the first output that failed */
    struct taub_error error;
};

bool taub_writer_wanted(const struct taub_config *config, int ranks)
{
    return ranks == 1 && config->output.every > 0.0;
}

static size_t quantity_bytes(const struct taub_mesh *mesh, int components, size_t real_bytes)
{
    return taub_mesh_values(mesh, TAUB_CELL, components) * real_bytes;
}

static size_t output_bytes(const struct taub_config *config, const struct taub_mesh *mesh)
{
    const struct taub_system *system = taub_system_find(config->system);
    const size_t real = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    size_t bytes = 0;
    for (int n = 0; n < config->output.field_count; n++) {
        const struct taub_quantity_info *info = taub_system_quantity(system, config->output.fields[n]);
        bytes += info ? quantity_bytes(mesh, info->components, real) : 0;
    }
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

/* The lock is held, but for the work itself. */
static void write_one(struct taub_writer *self)
{
    const int count = self->count;
    const int64_t step = self->step;
    const double time = self->time, dt = self->dt;
    struct taub_error error = {TAUB_OK, ""};
    self->writing = true;
    pthread_mutex_unlock(&self->lock);
    struct taub_quantity *list = malloc((size_t)(count + 1) * sizeof *list);
    enum taub_status status = list ? TAUB_OK : taub_fail(&error, TAUB_FAILED, "out of memory for writing fields");
    if (list) {
        memcpy(list, self->list, (size_t)count * sizeof *list);
        put_in_order(self, list, count);
    }
    pthread_mutex_lock(&self->lock);
    self->full = false;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (status == TAUB_OK)
        status = taub_output_fields(self->output, step, time, dt, list, count, &error);
    free(list);
    pthread_mutex_lock(&self->lock);
    self->writing = false;
    if (status != TAUB_OK && self->status == TAUB_OK) {
        self->status = status;
        self->error = error;
    }
    pthread_cond_broadcast(&self->changed);
}

static void *work(void *argument)
{
    struct taub_writer *self = argument;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    pthread_mutex_lock(&self->lock);
    while (!self->ending || self->full) {
        if (self->full)
            write_one(self);
        else
            pthread_cond_wait(&self->changed, &self->lock);
    }
    pthread_mutex_unlock(&self->lock);
    taub_plain_locale_end(&plain);
    return NULL;
}

/* ---- the run ---- */

enum taub_status taub_writer_create(struct taub_simulation *simulation, struct taub_output *output, double *values,
                                    struct taub_writer **out, struct taub_error *error)
{
    struct taub_writer *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for outputs");
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
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
    if (status == TAUB_OK && pthread_create(&self->thread, NULL, work, self) != 0)
        status = taub_fail(error, TAUB_FAILED, "the system has no thread left for writing outputs");
    if (status != TAUB_OK) {
        taub_writer_destroy(self);
        return status;
    }
    self->started = true;
    self->pinned = taub_device_pin(simulation->device, self->raw, self->raw_bytes);
    *out = self;
    return TAUB_OK;
}

/* The lock is held. */
static enum taub_status earlier(const struct taub_writer *self, struct taub_error *error)
{
    if (self->status != TAUB_OK && error)
        *error = self->error;
    return self->status;
}

/* A full disk is met by the run itself, at the output for which there is no room. */
static enum taub_status find_room(struct taub_writer *self, bool busy, const struct taub_quantity *list, int count,
                                  struct taub_error *error)
{
    const int64_t step = taub_simulation_steps(self->simulation);
    if (busy && taub_output_fields_room(self->output, step, list, count, 2, NULL) == TAUB_OK)
        return TAUB_OK;
    if (busy) /* what the one under way needs may be there already */
        TRY(taub_writer_wait(self, error));
    return taub_output_fields_room(self->output, step, list, count, 1, error);
}

enum taub_status taub_writer_take(struct taub_writer *self, const struct taub_quantity *list, int count,
                                  struct taub_error *error)
{
    struct taub_simulation *simulation = self->simulation;
    pthread_mutex_lock(&self->lock);
    while (self->full)
        pthread_cond_wait(&self->changed, &self->lock);
    enum taub_status status = earlier(self, error);
    const bool busy = self->writing;
    pthread_mutex_unlock(&self->lock);
    if (status == TAUB_OK)
        status = find_room(self, busy, list, count, error);
    char *to = self->raw;
    for (int n = 0; n < count && status == TAUB_OK; n++) {
        status =
            taub_simulation_read_stored(simulation, taub_system_quantity(simulation->system, list[n].name), to, error);
        to += quantity_bytes(simulation->mesh, list[n].components, simulation->real_bytes);
    }
    if (status != TAUB_OK)
        return status;
    pthread_mutex_lock(&self->lock);
    memcpy(self->list, list, (size_t)count * sizeof *list);
    self->count = count;
    self->step = taub_simulation_steps(simulation);
    self->time = taub_simulation_time(simulation);
    self->dt = taub_simulation_last_step(simulation);
    self->full = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    return TAUB_OK;
}

enum taub_status taub_writer_check(struct taub_writer *self, struct taub_error *error)
{
    if (!self)
        return TAUB_OK;
    pthread_mutex_lock(&self->lock);
    const enum taub_status status = earlier(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

enum taub_status taub_writer_wait(struct taub_writer *self, struct taub_error *error)
{
    if (!self)
        return TAUB_OK;
    pthread_mutex_lock(&self->lock);
    while (self->full || self->writing)
        pthread_cond_wait(&self->changed, &self->lock);
    const enum taub_status status = earlier(self, error);
    pthread_mutex_unlock(&self->lock);
    return status;
}

void taub_writer_destroy(struct taub_writer *self)
{
    if (!self)
        return;
    if (self->started) {
        pthread_mutex_lock(&self->lock);
        self->ending = true;
        pthread_cond_broadcast(&self->changed);
        pthread_mutex_unlock(&self->lock);
        pthread_join(self->thread, NULL);
    }
    if (self->pinned)
        taub_device_unpin(self->simulation->device, self->raw);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->raw);
    free(self->list);
    free(self);
}
