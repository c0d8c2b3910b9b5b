#include "device/cuda_module.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct taub_cuda_module {
    struct taub_cuda_module *next; /* list of shared modules */
    CUcontext context;
    CUmodule module;
    struct taub_text binary;
    struct taub_key key; /* of the binary */
    double *values;      /* the numbers set in it; NULL: not set yet */
    int value_count;
    int users; /* number of programs */
};

/* Modules shared by all devices of the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct taub_cuda_module *shared;

static void destroy(struct cuda_device *self, struct taub_cuda_module *module)
{
    if (module->module)
        self->cuda.ModuleUnload(module->module);
    taub_text_free(&module->binary);
    free(module->values);
    free(module);
}

/* Loads a module for one user and adds it to no list. Takes over the binary on success. */
static CUresult load(struct cuda_device *self, struct taub_text *binary, struct taub_cuda_module **out)
{
    struct taub_cuda_module *module = calloc(1, sizeof *module);
    if (!module)
        return CUDA_ERROR_OUT_OF_MEMORY;
    const CUresult code = self->cuda.ModuleLoadData(&module->module, binary->data);
    if (code != CUDA_SUCCESS) {
        free(module);
        return code;
    }
    module->context = self->context;
    module->users = 1;
    module->key = taub_key_of(&(struct taub_key_part){binary->data, binary->length}, 1);
    module->binary = *binary;
    *binary = (struct taub_text){0};
    *out = module;
    return CUDA_SUCCESS;
}

static void add_to_list(struct taub_cuda_module *module)
{
    module->next = shared;
    shared = module;
}

static bool matches(const struct taub_cuda_module *a, CUcontext context, const struct taub_key *key)
{
    return a->context == context && strcmp(a->key.hex, key->hex) == 0;
}

CUresult taub_cuda_module_load(struct cuda_device *self, struct taub_text *binary, struct taub_cuda_module **out)
{
    if (!self->base.kept)
        return load(self, binary, out);
    const struct taub_key key = taub_key_of(&(struct taub_key_part){binary->data, binary->length}, 1);
    CUresult code = CUDA_SUCCESS;
    pthread_mutex_lock(&lock);
    struct taub_cuda_module *found = shared;
    while (found && !matches(found, self->context, &key))
        found = found->next;
    if (found) {
        found->users++;
        taub_text_free(binary);
    } else {
        code = load(self, binary, &found);
        if (code == CUDA_SUCCESS)
            add_to_list(found);
    }
    pthread_mutex_unlock(&lock);
    *out = found;
    return code;
}

/* Called with the lock held. */
static void release(struct cuda_device *self, struct taub_cuda_module *module)
{
    if (--module->users > 0)
        return;
    struct taub_cuda_module **at = &shared;
    while (*at && *at != module)
        at = &(*at)->next;
    if (*at)
        *at = module->next;
    destroy(self, module);
}

void taub_cuda_module_release(struct cuda_device *self, struct taub_cuda_module *module)
{
    pthread_mutex_lock(&lock);
    release(self, module);
    pthread_mutex_unlock(&lock);
}

CUresult taub_cuda_module_function(struct cuda_device *self, const struct taub_cuda_module *module, const char *name,
                                   CUfunction *function)
{
    return self->cuda.ModuleGetFunction(function, module->module, name);
}

static enum taub_status numbers_fail(const struct cuda_device *self, CUresult code, struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "The numbers of the compiled kernels cannot be set: %s.",
                     code != CUDA_SUCCESS ? taub_cuda_error(&self->cuda, code) : "they have another size");
}

static enum taub_status upload(struct cuda_device *self, struct taub_cuda_module *module, const double *values,
                               int count, struct taub_error *error)
{
    const bool single = self->base.config.precision == TAUB_SINGLE;
    const size_t bytes = (size_t)count * (single ? sizeof(float) : sizeof(double));
    CUdeviceptr numbers = 0;
    size_t symbol_bytes = bytes;
    float *rounded = single ? malloc(bytes) : NULL;
    double *kept = malloc((size_t)count * sizeof *kept);
    if ((single && !rounded) || !kept) {
        free(rounded);
        free(kept);
        return taub_device_no_memory(error);
    }
    for (int n = 0; single && n < count; n++)
        rounded[n] = (float)values[n];
    CUresult code = self->cuda.ModuleGetGlobal(&numbers, &symbol_bytes, module->module, "taub_numbers");
    const bool unread = code == CUDA_ERROR_NOT_FOUND; /* the compiler removes it if no pass reads it */
    if (unread)
        code = CUDA_SUCCESS;
    else if (code == CUDA_SUCCESS && symbol_bytes == bytes)
        code = self->cuda.MemcpyHtoDAsync(numbers, single ? (const void *)rounded : values, bytes, self->stream);
    if (code == CUDA_SUCCESS)
        code = self->cuda.StreamSynchronize(self->stream);
    free(rounded);
    free(module->values); /* after a failure the contents of the module are unknown */
    module->values = NULL;
    if (code != CUDA_SUCCESS || (!unread && symbol_bytes != bytes)) {
        free(kept);
        return numbers_fail(self, code, error);
    }
    memcpy(kept, values, (size_t)count * sizeof *kept);
    module->values = kept;
    module->value_count = count;
    return TAUB_OK;
}

static bool has_numbers(const struct taub_cuda_module *self, const double *values, int count)
{
    return self->values && self->value_count == count &&
           memcmp(self->values, values, (size_t)count * sizeof *values) == 0;
}

/* Loads the same binary as a further module. Called with the lock held. */
static enum taub_status load_again(struct cuda_device *self, const struct taub_cuda_module *module,
                                   struct taub_cuda_module **out, struct taub_error *error)
{
    struct taub_text binary = {0};
    if (!taub_text_append(&binary, module->binary.data, module->binary.length))
        return taub_device_no_memory(error);
    const CUresult code = load(self, &binary, out);
    taub_text_free(&binary);
    if (code != CUDA_SUCCESS)
        return numbers_fail(self, code, error);
    add_to_list(*out);
    return TAUB_OK;
}

/* Prefers a module in which others have already set these numbers: its instructions are then in the multiprocessors'
 * caches. Called with the lock held. */
static enum taub_status set(struct cuda_device *self, struct taub_cuda_module **module, const double *values, int count,
                            struct taub_error *error)
{
    if (has_numbers(*module, values, count))
        return TAUB_OK;
    struct taub_cuda_module *other = self->base.kept ? shared : NULL;
    while (other && !(matches(other, self->context, &(*module)->key) && has_numbers(other, values, count)))
        other = other->next;
    const bool free_to_set = (*module)->users == 1 || !(*module)->values; /* nobody else launches it */
    if (!other && free_to_set)
        return upload(self, *module, values, count, error);
    if (other) {
        other->users++;
    } else {
        enum taub_status status = load_again(self, *module, &other, error);
        if (status == TAUB_OK && (status = upload(self, other, values, count, error)) != TAUB_OK)
            release(self, other);
        if (status != TAUB_OK)
            return status;
    }
    /* the old module may be unloaded: launches of a failed run may still be under way, and recorded steps contain its
     * functions */
    self->cuda.StreamSynchronize(self->stream);
    taub_kept_drop_sequences(&self->base);
    release(self, *module);
    *module = other;
    return TAUB_OK;
}

enum taub_status taub_cuda_module_numbers(struct cuda_device *self, struct taub_cuda_module **module,
                                          const double *values, int count, struct taub_error *error)
{
    pthread_mutex_lock(&lock);
    const enum taub_status status = set(self, module, values, count, error);
    pthread_mutex_unlock(&lock);
    return status;
}
