/* What a device keeps of one simulation for the next one on it: buffers by their size, programs by their text. */
#include <stdlib.h>
#include <string.h>

#include "device/internal.h"
#include "core/clock.h"
#include "jit/cache.h"

struct kept_program {
    struct kept_program *next;
    struct taub_key key;
    struct taub_program *program;
};

struct taub_kept {
    pthread_mutex_t *compiling;       /* of the caller; NULL: none */
    struct taub_buffer *free_buffers; /* linked by `next` */
    struct kept_program *programs;
};

enum taub_status taub_device_keep(struct taub_device *self, pthread_mutex_t *compiling, struct taub_error *error)
{
    if (!self->kept)
        self->kept = calloc(1, sizeof *self->kept);
    if (!self->kept)
        return taub_device_no_memory(error);
    self->kept->compiling = compiling;
    return TAUB_OK;
}

void taub_kept_drop_buffers(struct taub_device *self)
{
    while (self->kept && self->kept->free_buffers) {
        struct taub_buffer *buffer = self->kept->free_buffers;
        self->kept->free_buffers = buffer->next;
        self->functions->buffer_destroy(buffer);
    }
}

void taub_kept_destroy(struct taub_device *self)
{
    taub_kept_drop_buffers(self);
    while (self->kept && self->kept->programs) {
        struct kept_program *entry = self->kept->programs;
        self->kept->programs = entry->next;
        taub_program_release(entry->program);
        free(entry);
    }
    free(self->kept);
    self->kept = NULL;
}

struct taub_buffer *taub_kept_buffer(struct taub_device *self, size_t bytes)
{
    if (!self->kept)
        return NULL;
    for (struct taub_buffer **at = &self->kept->free_buffers; *at; at = &(*at)->next)
        if ((*at)->bytes == bytes) {
            struct taub_buffer *found = *at;
            *at = found->next;
            found->next = NULL;
            return found;
        }
    return NULL;
}

bool taub_kept_take_back(struct taub_buffer *buffer)
{
    struct taub_kept *kept = buffer->device->kept;
    if (!kept)
        return false;
    buffer->next = kept->free_buffers;
    kept->free_buffers = buffer;
    return true;
}

/* All that a device may compile into a program. */
static bool key_of(const struct taub_device *self, const struct taub_bundle *bundle, struct taub_key *key)
{
    struct taub_text text = {0};
    const bool good = taub_bundle_gpu_source(bundle, !self->functions->program_numbers, &text);
    if (good)
        *key = taub_key_of(&(struct taub_key_part){text.data, text.length}, 1);
    taub_text_free(&text);
    return good;
}

static enum taub_status create(struct taub_device *self, const struct taub_bundle *bundle, struct taub_program **out,
                               struct taub_error *error)
{
    const double start = taub_seconds();
    const enum taub_status status = self->functions->program_create(self, bundle, out, error);
    if (status == TAUB_OK) {
        (*out)->device = self;
        (*out)->seconds = taub_seconds() - start;
    }
    return status;
}

/* Programs live as long as the device. */
enum taub_status taub_kept_program(struct taub_device *self, const struct taub_bundle *bundle,
                                   struct taub_program **out, struct taub_error *error)
{
    struct taub_kept *kept = self->kept;
    *out = NULL;
    if (!kept)
        return create(self, bundle, out, error);
    struct taub_key key;
    if (!key_of(self, bundle, &key))
        return taub_device_no_memory(error);
    for (struct kept_program *entry = kept->programs; entry; entry = entry->next)
        if (strcmp(entry->key.hex, key.hex) == 0) {
            *out = entry->program;
            (*out)->cached = true;
            (*out)->seconds = 0.0;
            return TAUB_OK;
        }
    struct kept_program *entry = calloc(1, sizeof *entry);
    if (!entry)
        return taub_device_no_memory(error);
    /* one compiles, the others find the program in the cache */
    if (kept->compiling)
        pthread_mutex_lock(kept->compiling);
    const enum taub_status status = create(self, bundle, out, error);
    if (kept->compiling)
        pthread_mutex_unlock(kept->compiling);
    if (status != TAUB_OK) {
        free(entry);
        return status;
    }
    *entry = (struct kept_program){kept->programs, key, *out};
    kept->programs = entry;
    return TAUB_OK;
}
