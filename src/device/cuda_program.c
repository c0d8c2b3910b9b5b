/* CUDA programs: compiled by NVRTC, or loaded from the cache, which works without NVRTC as well. */
#include "device/cuda.h"

#include <stdlib.h>
#include <string.h>

#include "device/cuda_module.h"

static struct taub_key key_of(const struct cuda_device *self, const struct taub_text *source,
                              const struct taub_text *options, const struct taub_nvrtc *nvrtc)
{
    char versions[96];
    snprintf(versions, sizeof versions, "arch %d driver %d compiler %d.%d", self->arch, self->cuda.driver,
             nvrtc ? nvrtc->major : 0, nvrtc ? nvrtc->minor : 0);
    const struct taub_key text = taub_source_key(source->data, source->length);
    const struct taub_key_part parts[] = {
        {"cuda 2", 6}, {text.hex, strlen(text.hex)}, {options->data, options->length}, {versions, strlen(versions)}};
    return taub_key_of(parts, 4);
}

static bool load_cached(struct cuda_device *self, const char *path, struct taub_cuda_module **module)
{
    struct taub_text binary = {0};
    const bool good =
        path && taub_cache_load(path, &binary) && taub_cuda_module_load(self, &binary, module) == CUDA_SUCCESS;
    taub_text_free(&binary);
    return good;
}

/* Compiles, and stores the result in the cache under two keys: one with the version of the compiler, one for machines
 * without a compiler. */
static enum taub_status compile(struct cuda_device *self, const struct taub_nvrtc *nvrtc,
                                const struct taub_bundle *bundle, const struct taub_text *source,
                                const struct taub_text *options, const char *path, struct taub_cuda_module **module,
                                struct taub_error *error)
{
    struct taub_text binary = {0};
    enum taub_status status = taub_nvrtc_compile(nvrtc, bundle, options->data, self->arch, &binary, NULL, error);
    if (status == TAUB_OK && path) {
        const struct taub_key bare = key_of(self, source, options, NULL);
        char *bare_path = taub_cache_path(&bare, ".cubin");
        taub_cache_store(path, binary.data, binary.length);
        if (bare_path)
            taub_cache_store(bare_path, binary.data, binary.length);
        free(bare_path);
    }
    if (status == TAUB_OK) {
        const CUresult code = taub_cuda_module_load(self, &binary, module);
        if (code != CUDA_SUCCESS)
            status = taub_fail(error, TAUB_FAILED,
                               "The GPU rejected the compiled kernels: %s. NVRTC %d.%d may be newer than the "
                               "driver, which is for CUDA %d.%d.",
                               taub_cuda_error(&self->cuda, code), nvrtc->major, nvrtc->minor, self->cuda.driver / 1000,
                               self->cuda.driver % 1000 / 10);
    }
    taub_text_free(&binary);
    return status;
}

enum taub_status taub_cuda_program_create(struct taub_device *base, const struct taub_bundle *bundle,
                                          struct taub_program **out, struct taub_error *error)
{
    struct cuda_device *self = (struct cuda_device *)base;
    struct cuda_program *program = calloc(1, sizeof *program);
    struct taub_text options = {0}, source = {0};
    if (!program || !taub_nvrtc_options(base->config.precision, base->config.reproducible, &options) ||
        !taub_bundle_gpu_source(bundle, false, &source)) {
        taub_text_free(&options);
        taub_text_free(&source);
        free(program);
        return taub_device_no_memory(error);
    }
    self->cuda.CtxSetCurrent(self->context);
    struct taub_nvrtc nvrtc;
    const enum taub_status found = taub_nvrtc_load(&nvrtc, error);
    const struct taub_key key = key_of(self, &source, &options, found == TAUB_OK ? &nvrtc : NULL);
    char *path = taub_cache_path(&key, ".cubin");
    enum taub_status status = TAUB_OK;
    program->base.cached = load_cached(self, path, &program->module);
    if (!program->base.cached && found == TAUB_OK) {
        char compiler[48];
        snprintf(compiler, sizeof compiler, "NVRTC %d.%d", nvrtc.major, nvrtc.minor);
        taub_device_compiling(base, compiler);
    }
    if (!program->base.cached)
        status =
            found == TAUB_OK ? compile(self, &nvrtc, bundle, &source, &options, path, &program->module, error) : found;
    if (found == TAUB_OK)
        taub_nvrtc_unload(&nvrtc);
    free(path);
    taub_text_free(&options);
    taub_text_free(&source);
    if (status == TAUB_OK)
        *out = &program->base;
    else
        free(program);
    return status;
}

void taub_cuda_program_destroy(struct taub_program *base)
{
    struct cuda_device *self = (struct cuda_device *)base->device;
    self->cuda.CtxSetCurrent(self->context);
    taub_cuda_module_release(self, ((struct cuda_program *)base)->module);
    free(base);
}

/* Looks up the functions of all passes after the module was replaced. */
static enum taub_status find_functions(struct cuda_device *self, struct cuda_program *program, struct taub_error *error)
{
    for (struct taub_pass *pass = program->base.passes; pass; pass = pass->next) {
        const CUresult code =
            taub_cuda_module_function(self, program->module, pass->name, &((struct cuda_pass *)pass)->function);
        if (code != CUDA_SUCCESS)
            return taub_fail(error, TAUB_FAILED, "The pass %s was not found in the reloaded kernels: %s.", pass->name,
                             taub_cuda_error(&self->cuda, code));
    }
    return TAUB_OK;
}

enum taub_status taub_cuda_program_numbers(struct taub_program *base, const double *values, int count,
                                           struct taub_error *error)
{
    struct cuda_device *self = (struct cuda_device *)base->device;
    struct cuda_program *program = (struct cuda_program *)base;
    const struct taub_cuda_module *before = program->module;
    self->cuda.CtxSetCurrent(self->context);
    const enum taub_status status = taub_cuda_module_numbers(self, &program->module, values, count, error);
    return status == TAUB_OK && program->module != before ? find_functions(self, program, error) : status;
}
