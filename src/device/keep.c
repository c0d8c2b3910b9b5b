/* Resources that a device keeps from one simulation for the next: buffers by size, programs by text, sequences by
 * launches. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device/internal.h"
#include "core/clock.h"
#include "jit/cache.h"

/* Enough for the recorded steps of several simulations that take turns on a device. */
enum { MOST_SEQUENCES = 16, LEAST_CAPACITY = 4096 };

struct kept_program {
    struct kept_program *next;
    struct taub_key key;
    struct taub_program *program;
};

struct taub_kept {
    struct taub_compiled *compiled;   /* shared with other devices, owned by the caller; NULL: none */
    struct taub_buffer *free_buffers; /* linked by `next`, the one released first in front */
    struct kept_program *programs;
    struct taub_sequence *sequences; /* linked by `next`, the one released last in front */
    int sequence_count;
};

/* ---- programs common to several devices ---- */

struct taub_compiled {
    pthread_mutex_t lock;
    struct taub_key *keys; /* of programs in the cache */
    size_t count;
};

struct taub_compiled *taub_compiled_create(void)
{
    struct taub_compiled *self = calloc(1, sizeof *self);
    if (self)
        pthread_mutex_init(&self->lock, NULL);
    return self;
}

void taub_compiled_destroy(struct taub_compiled *self)
{
    if (!self)
        return;
    pthread_mutex_destroy(&self->lock);
    free(self->keys);
    free(self);
}

static bool is_known(const struct taub_compiled *self, const struct taub_key *key)
{
    for (size_t n = 0; n < self->count; n++)
        if (strcmp(self->keys[n].hex, key->hex) == 0)
            return true;
    return false;
}

/* If memory is exhausted, nothing is noted, and the other devices load the program one after the other. */
static void add_known(struct taub_compiled *self, const struct taub_key *key)
{
    struct taub_key *keys = realloc(self->keys, (self->count + 1) * sizeof *keys);
    if (!keys)
        return;
    self->keys = keys;
    keys[self->count++] = *key;
}

enum taub_status taub_device_keep(struct taub_device *self, struct taub_compiled *compiled, struct taub_error *error)
{
    if (!self->kept)
        self->kept = calloc(1, sizeof *self->kept);
    if (!self->kept)
        return taub_device_no_memory(error);
    self->kept->compiled = compiled;
    return TAUB_OK;
}

/* ---- buffers ---- */

void taub_kept_drop_buffers(struct taub_device *self)
{
    taub_kept_drop_sequences(self);
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

/* Eight sizes between powers of two, so that sizes that depend on the event (such as that of its surface) coincide. */
size_t taub_kept_capacity(const struct taub_device *self, size_t bytes)
{
    size_t step = LEAST_CAPACITY;
    if (!self->kept)
        return bytes ? bytes : 1;
    while (step <= bytes / 16)
        step *= 2;
    return bytes ? (bytes + step - 1) / step * step : step;
}

struct taub_buffer *taub_kept_buffer(struct taub_device *self, size_t capacity)
{
    if (!self->kept)
        return NULL;
    for (struct taub_buffer **at = &self->kept->free_buffers; *at; at = &(*at)->next)
        if ((*at)->capacity == capacity) {
            struct taub_buffer *found = *at;
            *at = found->next;
            found->next = NULL;
            return found;
        }
    return NULL;
}

/* First in, first out: simulations that create and destroy the same buffers in the same order get the same ones, so
 * that their launches match those of the kept sequences. */
bool taub_kept_take_buffer(struct taub_buffer *buffer)
{
    if (!buffer->device->kept)
        return false;
    struct taub_buffer **at = &buffer->device->kept->free_buffers;
    while (*at)
        at = &(*at)->next;
    buffer->next = NULL;
    *at = buffer;
    return true;
}

/* ---- sequences ---- */

static bool is_identical(const struct taub_launch *a, const struct taub_launch *b)
{
    return a->pass == b->pass && !a->call && !b->call && memcmp(a->fields, b->fields, sizeof a->fields) == 0 &&
           a->control == b->control && a->tables == b->tables && a->blocks == b->blocks &&
           memcmp(&a->shape, &b->shape, sizeof a->shape) == 0 &&
           memcmp(&a->range, &b->range, offsetof(struct taub_range, part)) == 0 && a->range.part == b->range.part &&
           a->gate == b->gate && a->few == b->few && a->joins == b->joins;
}

struct taub_sequence *taub_kept_sequence(struct taub_device *self, const struct taub_launch *launches, int count)
{
    if (!self->kept)
        return NULL;
    for (struct taub_sequence **at = &self->kept->sequences; *at; at = &(*at)->next) {
        struct taub_sequence *found = *at;
        int same = 0;
        while (found->count == count && same < count && is_identical(&found->launches[same], &launches[same]))
            same++;
        if (found->count == count && same == count) {
            *at = found->next;
            found->next = NULL;
            self->kept->sequence_count--;
            return found;
        }
    }
    return NULL;
}

bool taub_kept_take_sequence(struct taub_sequence *sequence)
{
    struct taub_kept *kept = sequence->device->kept;
    if (!kept)
        return false;
    for (int n = 0; n < sequence->count; n++)
        if (sequence->launches[n].call) /* its user data may no longer exist by then */
            return false;
    if (kept->sequence_count == MOST_SEQUENCES) {
        struct taub_sequence **at = &kept->sequences;
        while ((*at)->next)
            at = &(*at)->next;
        taub_sequence_release(*at);
        *at = NULL;
        kept->sequence_count--;
    }
    sequence->next = kept->sequences;
    kept->sequences = sequence;
    kept->sequence_count++;
    return true;
}

void taub_kept_drop_sequences(struct taub_device *self)
{
    while (self->kept && self->kept->sequences) {
        struct taub_sequence *sequence = self->kept->sequences;
        self->kept->sequences = sequence->next;
        self->kept->sequence_count--;
        taub_sequence_release(sequence);
    }
}

/* ---- programs ---- */

/* The key of everything that a device may compile into a program. */
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

/* One of several devices compiles; the others find the program in the cache. */
static enum taub_status create_once(struct taub_device *self, const struct taub_key *key,
                                    const struct taub_bundle *bundle, struct taub_program **out,
                                    struct taub_error *error)
{
    struct taub_compiled *compiled = self->kept->compiled;
    if (!compiled)
        return create(self, bundle, out, error);
    pthread_mutex_lock(&compiled->lock);
    const bool known = is_known(compiled, key);
    enum taub_status status = TAUB_OK;
    if (!known) {
        status = create(self, bundle, out, error);
        if (status == TAUB_OK)
            add_known(compiled, key);
    }
    pthread_mutex_unlock(&compiled->lock);
    return known ? create(self, bundle, out, error) : status;
}

/* Kept programs live as long as the device. */
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
    const enum taub_status status = create_once(self, &key, bundle, out, error);
    if (status != TAUB_OK) {
        free(entry);
        return status;
    }
    *entry = (struct kept_program){kept->programs, key, *out};
    kept->programs = entry;
    return TAUB_OK;
}
