/* OpenCL programs: built from the text of the bundle, or loaded from the cache as the driver's binary. */
#include "device/opencl.h"

#include <stdlib.h>
#include <string.h>

#include "jit/locate.h"

static bool options_of(const struct opencl_device *self, struct taub_text *out)
{
    const struct taub_device_config *config = &self->base.config;
    const bool strict = config->reproducible == TAUB_STRICT;
    bool good = taub_text_print(out, "-cl-std=CL1.2 -w -DTAUB_SINGLE=%d -DTAUB_STRICT=%d",
                                config->precision == TAUB_SINGLE, strict);
    if (strict && self->chosen.rounds_correctly)
        good = good && taub_text_print(out, " -cl-fp32-correctly-rounded-divide-sqrt");
    if (!strict)
        good = good && taub_text_print(out, " -cl-mad-enable");
    return good;
}

static struct taub_key key_of(const struct opencl_device *self, const char *source, size_t length, const char *options)
{
    const struct taub_opencl_device *device = &self->chosen;
    const struct taub_key text = taub_source_key(source, length);
    const struct taub_key_part parts[] = {{"opencl 1", 8},
                                          {text.hex, strlen(text.hex)},
                                          {options, strlen(options)},
                                          {device->platform_version, strlen(device->platform_version)},
                                          {device->name, strlen(device->name)},
                                          {device->driver, strlen(device->driver)},
                                          {device->version, strlen(device->version)}};
    return taub_key_of(parts, 7);
}

/* Returns NULL if the driver rejects the binary; the program is then built from source. */
static cl_program load_binary(const struct opencl_device *self, const char *path, const char *options)
{
    struct taub_text binary = {0};
    cl_program program = NULL;
    if (path && taub_cache_load(path, &binary)) {
        const unsigned char *data = (const unsigned char *)binary.data;
        int code, taken = CL_SUCCESS;
        program = self->cl.CreateProgramWithBinary(self->context, 1, &self->chosen.device, &binary.length, &data,
                                                   &taken, &code);
        if (program && (code != CL_SUCCESS || taken != CL_SUCCESS ||
                        self->cl.BuildProgram(program, 1, &self->chosen.device, options, NULL, NULL) != CL_SUCCESS)) {
            self->cl.ReleaseProgram(program);
            program = NULL;
        }
    }
    taub_text_free(&binary);
    return program;
}

static void store_binary(const struct opencl_device *self, cl_program program, const char *path)
{
    size_t length = 0;
    if (!path ||
        self->cl.GetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, NULL) != CL_SUCCESS ||
        length == 0)
        return;
    unsigned char *binary = malloc(length);
    if (binary && self->cl.GetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL) == CL_SUCCESS)
        taub_cache_store(path, binary, length);
    free(binary);
}

static enum taub_status build_error(const struct opencl_device *self, const struct taub_bundle *bundle,
                                    const struct taub_text *source, cl_program program, int code,
                                    struct taub_error *error)
{
    size_t length = 0;
    self->cl.GetProgramBuildInfo(program, self->chosen.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &length);
    char *log = calloc(length + 1, 1);
    if (!log)
        return taub_device_no_memory(error);
    self->cl.GetProgramBuildInfo(program, self->chosen.device, CL_PROGRAM_BUILD_LOG, length, log, NULL);
    struct taub_text placed = {0};
    enum taub_status status;
    if (taub_locate(source->data, *log ? log : taub_opencl_error(code), "<kernel>:", &placed))
        status = taub_compile_error(bundle, self->chosen.platform_version, placed.data, error);
    else
        status = taub_device_no_memory(error);
    taub_text_free(&placed);
    free(log);
    return status;
}

static enum taub_status build(const struct opencl_device *self, const struct taub_bundle *bundle,
                              const struct taub_text *source, const char *options, cl_program *out,
                              struct taub_error *error)
{
    const char *text = source->data;
    int code;
    cl_program program = self->cl.CreateProgramWithSource(self->context, 1, &text, &source->length, &code);
    if (code != CL_SUCCESS)
        return taub_fail(error, TAUB_FAILED, "OpenCL rejected the kernels: %s (%d).", taub_opencl_error(code), code);
    code = self->cl.BuildProgram(program, 1, &self->chosen.device, options, NULL, NULL);
    if (code == CL_SUCCESS) {
        *out = program;
        return TAUB_OK;
    }
    const enum taub_status status = build_error(self, bundle, source, program, code, error);
    self->cl.ReleaseProgram(program);
    return status;
}

enum taub_status taub_opencl_program_create(struct taub_device *base, const struct taub_bundle *bundle,
                                            struct taub_program **out, struct taub_error *error)
{
    struct opencl_device *self = (struct opencl_device *)base;
    struct opencl_program *program = calloc(1, sizeof *program);
    struct taub_text options = {0}, source = {0};
    if (!program || !options_of(self, &options) || !taub_bundle_gpu_source(bundle, true, &source)) {
        taub_text_free(&options);
        taub_text_free(&source);
        free(program);
        return taub_device_no_memory(error);
    }
    const struct taub_key key = key_of(self, source.data, source.length, options.data);
    char *path = taub_cache_path(&key, ".cl");
    enum taub_status status = TAUB_OK;
    program->program = load_binary(self, path, options.data);
    program->base.cached = program->program != NULL;
    if (!program->program) {
        taub_device_compiling(base, self->chosen.platform_version);
        status = build(self, bundle, &source, options.data, &program->program, error);
        if (status == TAUB_OK)
            store_binary(self, program->program, path);
    }
    free(path);
    taub_text_free(&options);
    taub_text_free(&source);
    if (status == TAUB_OK)
        *out = &program->base;
    else
        free(program);
    return status;
}

void taub_opencl_program_destroy(struct taub_program *base)
{
    ((struct opencl_device *)base->device)->cl.ReleaseProgram(((struct opencl_program *)base)->program);
    free(base);
}
