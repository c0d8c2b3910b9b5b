#include "core/try.h"
#include "device/internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum taub_status taub_device_no_memory(struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "There is not enough memory on the host.");
}

/* TMPDIR, or another usual folder if shared libraries cannot be loaded from TMPDIR (mounted noexec). */
const char *taub_temporary_folder(void)
{
    const char *own = getenv("TMPDIR");
    const char *const folders[] = {own && *own ? own : "/tmp", "/tmp", "/var/tmp", "/dev/shm"};
    for (size_t n = 0; n < sizeof folders / sizeof *folders; n++) {
        struct statvfs system;
        if (statvfs(folders[n], &system) == 0 && !(system.f_flag & ST_NOEXEC) && access(folders[n], W_OK | X_OK) == 0)
            return folders[n];
    }
    return folders[0];
}

int taub_device_survey(struct taub_device_report *reports, int capacity)
{
    int count = taub_host_survey(reports, capacity);
    count += taub_cuda_survey(reports + count, capacity - count);
    count += taub_opencl_survey(reports + count, capacity - count);
    return count;
}

static enum taub_status open_kind(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error)
{
    switch (config->kind) {
    case TAUB_DEVICE_HOST:
        return taub_host_open(config, out, error);
    case TAUB_DEVICE_CUDA:
        return taub_cuda_open(config, out, error);
    case TAUB_DEVICE_OPENCL:
        return taub_opencl_open(config, out, error);
    case TAUB_DEVICE_AUTO:
        break;
    }
    struct taub_device_config choice = *config;
    choice.kind = TAUB_DEVICE_CUDA;
    if (taub_cuda_open(&choice, out, NULL) == TAUB_OK)
        return TAUB_OK;
    if (taub_opencl_open(config, out, NULL) == TAUB_OK)
        return TAUB_OK;
    choice.kind = TAUB_DEVICE_HOST;
    choice.index = 0;
    return taub_host_open(&choice, out, error);
}

enum taub_status taub_device_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error)
{
    *out = NULL;
    if (config->index < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "device.index is %d; devices are counted from 0.", config->index);
    if (config->threads < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "device.threads is %d; it must be 0 (all) or more.", config->threads);
    return open_kind(config, out, error);
}

struct taub_device_config taub_device_wanted(const struct taub_config_device *config)
{
    return (struct taub_device_config){.kind = config->kind,
                                       .index = config->index,
                                       .precision = config->precision,
                                       .reproducible = config->reproducible,
                                       .threads = config->threads};
}

void taub_device_close(struct taub_device *self)
{
    if (!self)
        return;
    taub_kept_destroy(self);
    free(self->times);
    self->functions->close(self);
}

void taub_device_describe(const struct taub_device *self, struct taub_device_report *report)
{
    *report = self->report;
}

void taub_device_watch(struct taub_device *self, const struct taub_compile_watch *watch)
{
    self->watch = watch;
}

void taub_device_compiling(const struct taub_device *self, const char *compiler)
{
    if (self->watch && self->watch->compiling && !self->brief)
        self->watch->compiling(self->watch->user, self->report.name, compiler);
}

int taub_device_threads(const struct taub_device *self)
{
    return self->threads;
}

int taub_device_units(const struct taub_device *self)
{
    return self->units;
}

enum taub_status taub_device_finish(struct taub_device *self, struct taub_error *error)
{
    return self->functions->finish(self, error);
}

enum taub_status taub_device_is_done(struct taub_device *self, bool *done, struct taub_error *error)
{
    *done = true;
    return self->functions->is_done ? self->functions->is_done(self, done, error) : TAUB_OK;
}

void *taub_device_queue(struct taub_device *self)
{
    return self->functions->queue ? self->functions->queue(self) : NULL;
}

enum taub_status taub_buffer_create(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                    struct taub_error *error)
{
    const size_t capacity = taub_kept_capacity(device, bytes);
    struct taub_buffer *kept = taub_kept_buffer(device, capacity);
    *out = NULL;
    if (kept) {
        kept->bytes = bytes;
        const enum taub_status cleared = device->functions->clear(kept, error);
        if (cleared == TAUB_OK) {
            *out = kept;
        } else {
            taub_kept_drop_sequences(device);
            device->functions->buffer_destroy(kept);
        }
        return cleared;
    }
    enum taub_status status = device->functions->buffer_create(device, capacity, out, error);
    if (status != TAUB_OK && device->kept) { /* buffers kept from earlier simulations may occupy the memory */
        taub_kept_drop_buffers(device);
        status = device->functions->buffer_create(device, capacity, out, error);
    }
    if (status == TAUB_OK) {
        (*out)->device = device;
        (*out)->bytes = bytes;
        (*out)->capacity = capacity;
    }
    return status;
}

enum taub_status taub_buffer_create_shared(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                           struct taub_shared_handle *handle, struct taub_error *error)
{
    *out = NULL;
    memset(handle, 0, sizeof *handle);
    if (!device->functions->buffer_share)
        return taub_fail(error, TAUB_FAILED, "%s has no memory that other processes can write to.",
                         device->report.name);
    const enum taub_status status = device->functions->buffer_share(device, bytes, out, handle, error);
    if (status == TAUB_OK) {
        (*out)->device = device;
        (*out)->bytes = bytes;
        (*out)->shared = true;
    }
    return status;
}

enum taub_status taub_buffer_import(struct taub_device *device, const struct taub_shared_handle *handle, size_t bytes,
                                    struct taub_buffer **out, struct taub_error *error)
{
    *out = NULL;
    const enum taub_status status = device->functions->buffer_import(device, handle, bytes, out, error);
    if (status == TAUB_OK) {
        (*out)->device = device;
        (*out)->bytes = bytes;
        (*out)->shared = true;
    }
    return status;
}

void taub_buffer_destroy(struct taub_buffer *self)
{
    if (!self || (!self->shared && taub_kept_take_buffer(self)))
        return;
    taub_kept_drop_sequences(self->device);
    self->device->functions->buffer_destroy(self);
}

bool taub_device_pin(struct taub_device *self, void *memory, size_t bytes)
{
    return self->functions->pin && bytes > 0 && self->functions->pin(self, memory, bytes);
}

void taub_device_unpin(struct taub_device *self, void *memory)
{
    self->functions->unpin(self, memory);
}

size_t taub_buffer_bytes(const struct taub_buffer *self)
{
    return self->bytes;
}

void *taub_buffer_address(const struct taub_buffer *self)
{
    void *(*const address)(const struct taub_buffer *) = self->device->functions->address;
    return address ? address(self) : NULL;
}

static enum taub_status check_inside(const struct taub_buffer *self, size_t offset, size_t bytes,
                                     struct taub_error *error)
{
    if (offset <= self->bytes && bytes <= self->bytes - offset)
        return TAUB_OK;
    return taub_fail(error, TAUB_FAILED, "A transfer of %zu bytes at offset %zu exceeds a buffer of %zu bytes.", bytes,
                     offset, self->bytes);
}

enum taub_status taub_buffer_upload(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                                    struct taub_error *error)
{
    const enum taub_status status = check_inside(self, offset, bytes, error);
    if (status != TAUB_OK || bytes == 0)
        return status;
    return self->device->functions->upload(self, offset, source, bytes, error);
}

enum taub_status taub_buffer_download(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                      struct taub_error *error)
{
    const enum taub_status status = check_inside(self, offset, bytes, error);
    if (status != TAUB_OK || bytes == 0)
        return status;
    return self->device->functions->download(self, offset, target, bytes, error);
}

enum taub_status taub_buffer_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                  struct taub_error *error)
{
    enum taub_status status = check_inside(target, 0, bytes, error);
    if (status == TAUB_OK)
        status = check_inside(source, 0, bytes, error);
    if (status != TAUB_OK || bytes == 0 || target == source)
        return status;
    return target->device->functions->copy(target, source, bytes, error);
}

enum taub_status taub_program_create(struct taub_device *device, const struct taub_bundle *bundle,
                                     struct taub_program **out, struct taub_error *error)
{
    int count;
    const double *values = taub_bundle_values(bundle, &count);
    const struct taub_device_config opened = device->config;
    device->brief = taub_bundle_is_brief(bundle);
    if (device->brief) {
        device->config.precision = TAUB_DOUBLE;
        device->config.reproducible = TAUB_STRICT;
    }
    enum taub_status status = taub_kept_program(device, bundle, out, error);
    if (status == TAUB_OK && count > 0 && device->functions->program_numbers) {
        status = device->functions->program_numbers(*out, values, count, error);
        if (status != TAUB_OK) {
            taub_program_destroy(*out);
            *out = NULL;
        }
    }
    device->config = opened;
    device->brief = false;
    return status;
}

void taub_program_destroy(struct taub_program *self)
{
    if (self && !self->device->kept)
        taub_program_release(self);
}

void taub_program_release(struct taub_program *self)
{
    while (self->passes) {
        struct taub_pass *pass = self->passes;
        self->passes = pass->next;
        self->device->functions->pass_destroy(pass);
    }
    self->device->functions->program_destroy(self);
}

bool taub_program_was_cached(const struct taub_program *self)
{
    return self->cached;
}

double taub_program_compile_seconds(const struct taub_program *self)
{
    return self->seconds;
}

enum taub_quick taub_program_quick(const struct taub_program *self, double *seconds)
{
    if (seconds)
        *seconds = self->quick_seconds;
    return self->quick;
}

/* The entry of the device's times for passes of this name; -1: no memory. */
static int time_slot(struct taub_device *self, const char *name)
{
    for (int n = 0; n < self->time_count; n++)
        if (strcmp(self->times[n].name, name) == 0)
            return n;
    if (self->time_count == self->time_capacity) {
        const int capacity = self->time_capacity ? 2 * self->time_capacity : 16;
        struct taub_pass_time *times = realloc(self->times, (size_t)capacity * sizeof *times);
        if (!times)
            return -1;
        self->times = times;
        self->time_capacity = capacity;
    }
    struct taub_pass_time *fresh = &self->times[self->time_count];
    *fresh = (struct taub_pass_time){0};
    snprintf(fresh->name, sizeof fresh->name, "%s", name);
    return self->time_count++;
}

enum taub_status taub_device_call(struct taub_device *self, const char *name, struct taub_call *call,
                                  struct taub_error *error)
{
    if (self->report.kind == TAUB_DEVICE_OPENCL)
        return taub_fail(error, TAUB_FAILED, "%s has no queue that other libraries can use.", self->report.name);
    call->time_slot = time_slot(self, name);
    return call->time_slot < 0 ? taub_device_no_memory(error) : TAUB_OK;
}

enum taub_status taub_program_pass(struct taub_program *self, const char *name,
                                   const struct taub_pass_geometry *geometry, struct taub_pass **out,
                                   struct taub_error *error)
{
    *out = NULL;
    if (strlen(name) >= sizeof(*out)->name)
        return taub_fail(error, TAUB_FAILED, "The pass name %s is too long.", name);
    for (int a = 0; geometry->kind == TAUB_TILE_PASS && a < 3; a++)
        if (geometry->tile[a] < 1 || (a < 2 && geometry->group[a] < 1))
            return taub_fail(error, TAUB_FAILED, "The tile pass %s needs tiles and groups of at least one cell.", name);
    /* a kept program still has its passes */
    for (struct taub_pass *pass = self->passes; pass; pass = pass->next)
        if (strcmp(pass->name, name) == 0 && memcmp(&pass->geometry, geometry, sizeof *geometry) == 0) {
            *out = pass;
            return TAUB_OK;
        }
    const int slot = time_slot(self->device, name);
    if (slot < 0)
        return taub_device_no_memory(error);
    TRY(self->device->functions->pass_create(self, name, out, error));
    struct taub_pass *pass = *out;
    pass->program = self;
    pass->next = self->passes;
    self->passes = pass;
    snprintf(pass->name, sizeof pass->name, "%s", name);
    pass->geometry = *geometry;
    pass->time_slot = slot;
    return TAUB_OK;
}

void taub_device_timing(struct taub_device *self, bool on)
{
    if (on)
        for (int n = 0; n < self->time_count; n++) {
            self->times[n].seconds = 0;
            self->times[n].launches = 0;
        }
    self->timing = on;
}

int taub_device_times(struct taub_device *self, struct taub_pass_time *times, int capacity)
{
    int count = 0;
    for (int n = 0; n < self->time_count && count < capacity; n++)
        if (self->times[n].launches > 0)
            times[count++] = self->times[n];
    return count;
}
