/* NVIDIA GPUs through CUDA's driver interface: memory, launches, graphs. */
#include "device/cuda.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "device/cuda_module.h"

struct cuda_buffer {
    struct taub_buffer base;
    CUdeviceptr address;
    bool imported; /* the memory belongs to another process */
};

struct cuda_sequence {
    struct taub_sequence base;
    CUgraphExec graph; /* NULL if there is nothing to launch */
};

enum taub_status taub_cuda_failed(const struct cuda_device *self, const char *what, CUresult code,
                                  struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "The GPU could not %s: %s (%d).", what, taub_cuda_error(&self->cuda, code),
                     code);
}

/* Makes the context current: any thread may call, and others may have set another context. */
static struct cuda_device *enter(struct taub_device *base)
{
    struct cuda_device *self = (struct cuda_device *)base;
    self->cuda.CtxSetCurrent(self->context);
    return self;
}

/* Waits until the stream has finished. If several devices share the processors (`kept`), the thread sleeps instead of
 * polling. */
static CUresult wait(struct cuda_device *self)
{
    if (!self->base.kept)
        return self->cuda.StreamSynchronize(self->stream);
    const CUresult code = self->cuda.EventRecord(self->done, self->stream);
    return code == CUDA_SUCCESS ? self->cuda.EventSynchronize(self->done) : code;
}

static void cuda_close(struct taub_device *base)
{
    struct cuda_device *self = (struct cuda_device *)base;
    if (self->context) {
        enter(base);
        if (self->stream) {
            self->cuda.StreamSynchronize(self->stream);
            self->cuda.StreamDestroy(self->stream);
        }
        if (self->start)
            self->cuda.EventDestroy(self->start);
        if (self->stop)
            self->cuda.EventDestroy(self->stop);
        if (self->done)
            self->cuda.EventDestroy(self->done);
        if (self->second_stream)
            self->cuda.StreamDestroy(self->second_stream);
        if (self->forked)
            self->cuda.EventDestroy(self->forked);
        if (self->joined)
            self->cuda.EventDestroy(self->joined);
        taub_cuda_branches_close(self);
        self->cuda.CtxSetCurrent(NULL);
        self->cuda.DevicePrimaryCtxRelease(self->device);
    }
    taub_cuda_unload(&self->cuda);
    free(self);
}

static void cuda_buffer_destroy(struct taub_buffer *base)
{
    struct cuda_device *self = enter(base->device);
    struct cuda_buffer *buffer = (struct cuda_buffer *)base;
    if (buffer->imported)
        self->cuda.IpcCloseMemHandle(buffer->address);
    else
        self->cuda.MemFree(buffer->address);
    free(base);
}

static enum taub_status cuda_buffer_create(struct taub_device *base, size_t bytes, struct taub_buffer **out,
                                           struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    struct cuda_buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return taub_device_no_memory(error);
    CUresult code = CUDA_ERROR_OUT_OF_MEMORY;
    if (bytes <= base->report.memory_total)
        code = self->cuda.MemAlloc(&buffer->address, bytes);
    if (code == CUDA_SUCCESS) {
        code = self->cuda.MemsetD8Async(buffer->address, 0, bytes, self->stream);
        if (code != CUDA_SUCCESS)
            self->cuda.MemFree(buffer->address);
    }
    if (code == CUDA_SUCCESS) {
        *out = &buffer->base;
        return TAUB_OK;
    }
    free(buffer);
    size_t free_bytes = 0, total = 0;
    if (code == CUDA_ERROR_OUT_OF_MEMORY && self->cuda.MemGetInfo(&free_bytes, &total) == CUDA_SUCCESS)
        return taub_fail(error, TAUB_FAILED, "%s has no room for %zu more bytes: %zu of %zu are free.",
                         base->report.name, bytes, free_bytes, total);
    return taub_cuda_failed(self, "allocate memory", code, error);
}

/* IPC handles refer to whole pages, and small allocations may share a page with others: a shared buffer gets pages of
 * its own. */
static enum taub_status cuda_buffer_share(struct taub_device *base, size_t bytes, struct taub_buffer **out,
                                          struct taub_shared_handle *handle, struct taub_error *error)
{
    const size_t page = (size_t)2 << 20;
    struct cuda_device *self = enter(base);
    TRY(cuda_buffer_create(base, (bytes + page - 1) / page * page, out, error));
    (*out)->device = base;
    CUipcMemHandle memory;
    CUresult code = self->cuda.IpcGetMemHandle(&memory, ((struct cuda_buffer *)*out)->address);
    if (code == CUDA_SUCCESS)
        code = self->cuda.DeviceGetPCIBusId(handle->device, (int)sizeof handle->device, self->device);
    if (code == CUDA_SUCCESS) /* the buffer is zero before others write to it */
        code = self->cuda.StreamSynchronize(self->stream);
    memcpy(handle->bytes, &memory, sizeof memory);
    if (code == CUDA_SUCCESS)
        return TAUB_OK;
    cuda_buffer_destroy(*out);
    *out = NULL;
    return taub_cuda_failed(self, "share memory with other processes", code, error);
}

static enum taub_status cuda_buffer_import(struct taub_device *base, const struct taub_shared_handle *handle,
                                           size_t bytes, struct taub_buffer **out, struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    struct cuda_buffer *buffer = calloc(1, sizeof *buffer);
    CUipcMemHandle memory;
    if (!buffer)
        return taub_device_no_memory(error);
    memcpy(&memory, handle->bytes, sizeof memory);
    const CUresult code = self->cuda.IpcOpenMemHandle(&buffer->address, memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
    if (code != CUDA_SUCCESS) {
        free(buffer);
        return taub_cuda_failed(self, "access the memory of another GPU", code, error);
    }
    buffer->imported = true;
    *out = &buffer->base;
    return TAUB_OK;
}

static enum taub_status cuda_clear(struct taub_buffer *base, struct taub_error *error)
{
    struct cuda_device *self = enter(base->device);
    const CUresult code =
        self->cuda.MemsetD8Async(((struct cuda_buffer *)base)->address, 0, base->bytes ? base->bytes : 1, self->stream);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "clear memory", code, error);
}

static bool cuda_pin(struct taub_device *base, void *memory, size_t bytes)
{
    struct cuda_device *self = enter(base);
    return self->cuda.MemHostRegister(memory, bytes, 0) == CUDA_SUCCESS;
}

static void cuda_unpin(struct taub_device *base, void *memory)
{
    struct cuda_device *self = enter(base);
    self->cuda.MemHostUnregister(memory);
}

CUdeviceptr taub_cuda_address(const struct taub_buffer *buffer)
{
    return buffer ? ((const struct cuda_buffer *)buffer)->address : 0;
}

static void *cuda_address(const struct taub_buffer *buffer)
{
    return (void *)(uintptr_t)taub_cuda_address(buffer);
}

static enum taub_status cuda_upload(struct taub_buffer *base, size_t offset, const void *source, size_t bytes,
                                    struct taub_error *error)
{
    struct cuda_device *self = enter(base->device);
    const bool small = bytes <= sizeof self->small;
    if (small)
        memcpy(self->small, source, bytes);
    CUresult code =
        self->cuda.MemcpyHtoDAsync(taub_cuda_address(base) + offset, small ? self->small : source, bytes, self->stream);
    if (code == CUDA_SUCCESS && !small)
        code = wait(self);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "receive data", code, error);
}

static enum taub_status cuda_download(struct taub_buffer *base, size_t offset, void *target, size_t bytes,
                                      struct taub_error *error)
{
    struct cuda_device *self = enter(base->device);
    /* a copy to pageable memory would itself wait and occupy the processor */
    CUresult code = base->device->kept ? wait(self) : CUDA_SUCCESS;
    if (code == CUDA_SUCCESS)
        code = self->cuda.MemcpyDtoHAsync(target, taub_cuda_address(base) + offset, bytes, self->stream);
    if (code == CUDA_SUCCESS)
        code = self->cuda.StreamSynchronize(self->stream);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "return data", code, error);
}

static enum taub_status cuda_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                  struct taub_error *error)
{
    struct cuda_device *self = enter(target->device);
    const CUresult code =
        self->cuda.MemcpyDtoDAsync(taub_cuda_address(target), taub_cuda_address(source), bytes, self->stream);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "copy", code, error);
}

static enum taub_status cuda_pass_create(struct taub_program *program, const char *name, struct taub_pass **out,
                                         struct taub_error *error)
{
    struct cuda_device *self = enter(program->device);
    struct cuda_pass *pass = calloc(1, sizeof *pass);
    if (!pass)
        return taub_device_no_memory(error);
    const CUresult code =
        taub_cuda_module_function(self, ((struct cuda_program *)program)->module, name, &pass->function);
    if (code != CUDA_SUCCESS) {
        free(pass);
        return taub_fail(error, TAUB_FAILED, "The compiled kernels have no pass named %s: %s.", name,
                         taub_cuda_error(&self->cuda, code));
    }
    *out = &pass->base;
    return TAUB_OK;
}

static void cuda_pass_destroy(struct taub_pass *self)
{
    free(self);
}

static enum taub_status run_on_second_stream(struct cuda_device *self, const struct taub_call *call,
                                             struct taub_error *error)
{
    CUresult code = self->cuda.EventRecord(self->forked, self->stream);
    if (code == CUDA_SUCCESS)
        code = self->cuda.StreamWaitEvent(self->second_stream, self->forked, 0);
    const enum taub_status status = code == CUDA_SUCCESS ? call->run(call->user, self->second_stream, error) : TAUB_OK;
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventRecord(self->joined, self->second_stream);
    return code == CUDA_SUCCESS ? status : taub_cuda_failed(self, "use a second stream", code, error);
}

enum taub_status taub_cuda_enqueue(struct cuda_device *self, const struct taub_launch *launch, CUstream stream,
                                   struct taub_error *error)
{
    if (launch->call && launch->call->beside)
        return run_on_second_stream(self, launch->call, error);
    if (launch->call)
        return launch->call->run(launch->call->user, stream, error);
    const struct taub_grid grid = taub_launch_grid(launch);
    if (grid.groups[0] > 2147483647L || grid.groups[1] > 65535 || grid.groups[2] > 65535)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "The mesh is too long for the GPU: the pass %s would need %ld x %ld x %ld groups, of at most "
                         "2147483647 x 65535 x 65535. Put more cells along x and fewer along y, z or in blocks.",
                         launch->pass->name, grid.groups[0], grid.groups[1], grid.groups[2]);
    /* TAUB_ARGUMENTS of kernels/dialect.h, in the same order. */
    CUdeviceptr memory[TAUB_MAX_FIELDS + 3];
    void *arguments[TAUB_MAX_FIELDS + 6];
    struct taub_tile tile = taub_launch_tile(launch);
    struct taub_shape shape = launch->shape;
    struct taub_range range = launch->range;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        memory[n] = taub_cuda_address(launch->fields[n]);
    memory[TAUB_MAX_FIELDS] = taub_cuda_address(launch->control);
    memory[TAUB_MAX_FIELDS + 1] = taub_cuda_address(launch->tables);
    memory[TAUB_MAX_FIELDS + 2] = taub_cuda_address(launch->blocks);
    for (int n = 0; n < TAUB_MAX_FIELDS + 3; n++)
        arguments[n] = &memory[n];
    arguments[TAUB_MAX_FIELDS + 3] = &shape;
    arguments[TAUB_MAX_FIELDS + 4] = &range;
    arguments[TAUB_MAX_FIELDS + 5] = &tile;
    const CUresult code = self->cuda.LaunchKernel(
        ((struct cuda_pass *)launch->pass)->function, (unsigned)grid.groups[0], (unsigned)grid.groups[1],
        (unsigned)grid.groups[2], (unsigned)grid.group[0], (unsigned)grid.group[1], 1, 0, stream, arguments, NULL);
    if (code == CUDA_SUCCESS)
        return TAUB_OK;
    return taub_fail(error, TAUB_FAILED, "The GPU could not launch the pass %s: %s (%d).", launch->pass->name,
                     taub_cuda_error(&self->cuda, code), code);
}

static enum taub_status cuda_launch(struct taub_device *base, const struct taub_launch *launch, double *seconds,
                                    struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    if (!seconds)
        return taub_cuda_enqueue(self, launch, self->stream, error);
    CUresult code = self->cuda.EventRecord(self->start, self->stream);
    TRY(taub_cuda_enqueue(self, launch, self->stream, error));
    float milliseconds = 0;
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventRecord(self->stop, self->stream);
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventSynchronize(self->stop);
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventElapsedTime(&milliseconds, self->start, self->stop);
    *seconds = 1e-3 * (double)milliseconds;
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "time a launch", code, error);
}

static enum taub_status cuda_finish(struct taub_device *base, struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    const CUresult code = wait(self);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "finish its work", code, error);
}

static enum taub_status cuda_is_done(struct taub_device *base, bool *done, struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    const CUresult code = self->cuda.StreamQuery(self->stream);
    *done = code != CUDA_ERROR_NOT_READY;
    return code == CUDA_SUCCESS || !*done ? TAUB_OK : taub_cuda_failed(self, "finish its work", code, error);
}

static void *cuda_queue(struct taub_device *base)
{
    return enter(base)->stream;
}

static enum taub_status cuda_sequence_create(struct taub_device *base, const struct taub_launch *launches, int count,
                                             struct taub_sequence **out, struct taub_error *error)
{
    struct cuda_device *self = enter(base);
    struct cuda_sequence *sequence = calloc(1, sizeof *sequence);
    if (!sequence)
        return taub_device_no_memory(error);
    const enum taub_status status =
        count > 0 ? taub_cuda_record(self, launches, count, &sequence->graph, error) : TAUB_OK;
    if (status == TAUB_OK)
        *out = &sequence->base;
    else
        free(sequence);
    return status;
}

static void cuda_sequence_destroy(struct taub_sequence *base)
{
    struct cuda_device *self = enter(base->device);
    struct cuda_sequence *sequence = (struct cuda_sequence *)base;
    if (sequence->graph)
        self->cuda.GraphExecDestroy(sequence->graph);
    free(sequence);
}

static enum taub_status cuda_sequence_run(struct taub_sequence *base, int times, struct taub_error *error)
{
    struct cuda_device *self = enter(base->device);
    CUresult code = CUDA_SUCCESS;
    for (int t = 0; t < times && code == CUDA_SUCCESS; t++)
        code = self->cuda.GraphLaunch(((struct cuda_sequence *)base)->graph, self->stream);
    return code == CUDA_SUCCESS ? TAUB_OK : taub_cuda_failed(self, "run a sequence", code, error);
}

static const struct taub_device_functions cuda_functions = {.close = cuda_close,
                                                            .buffer_create = cuda_buffer_create,
                                                            .buffer_share = cuda_buffer_share,
                                                            .buffer_import = cuda_buffer_import,
                                                            .buffer_destroy = cuda_buffer_destroy,
                                                            .clear = cuda_clear,
                                                            .pin = cuda_pin,
                                                            .unpin = cuda_unpin,
                                                            .address = cuda_address,
                                                            .upload = cuda_upload,
                                                            .download = cuda_download,
                                                            .copy = cuda_copy,
                                                            .program_create = taub_cuda_program_create,
                                                            .program_destroy = taub_cuda_program_destroy,
                                                            .program_numbers = taub_cuda_program_numbers,
                                                            .pass_create = cuda_pass_create,
                                                            .pass_destroy = cuda_pass_destroy,
                                                            .launch = cuda_launch,
                                                            .finish = cuda_finish,
                                                            .is_done = cuda_is_done,
                                                            .queue = cuda_queue,
                                                            .sequence_create = cuda_sequence_create,
                                                            .sequence_destroy = cuda_sequence_destroy,
                                                            .sequence_run = cuda_sequence_run};

static CUresult create_stream(struct cuda_device *self, bool first)
{
    int least = 0, greatest = 0;
    if (!first)
        return self->cuda.StreamCreate(&self->stream, CU_STREAM_NON_BLOCKING);
    const CUresult code = self->cuda.CtxGetStreamPriorityRange(&least, &greatest);
    return code == CUDA_SUCCESS ? self->cuda.StreamCreateWithPriority(&self->stream, CU_STREAM_NON_BLOCKING, greatest)
                                : code;
}

static enum taub_status start(struct cuda_device *self, int index, bool first, struct taub_error *error)
{
    if (index >= self->cuda.count)
        return taub_fail(error, TAUB_BAD_INPUT, "There is no CUDA device %d: the last one is %d. See `taub devices`.",
                         index, self->cuda.count - 1);
    CUresult code = taub_cuda_find(&self->cuda, index, &self->device, &self->arch);
    if (code == CUDA_SUCCESS)
        code = self->cuda.DevicePrimaryCtxRetain(&self->context, self->device);
    if (code == CUDA_SUCCESS)
        code = self->cuda.CtxSetCurrent(self->context);
    if (code == CUDA_SUCCESS)
        code = create_stream(self, first);
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventCreate(&self->start, CU_EVENT_DEFAULT);
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventCreate(&self->stop, CU_EVENT_DEFAULT);
    if (code == CUDA_SUCCESS)
        code = self->cuda.EventCreate(&self->done, CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING);
    if (code != CUDA_SUCCESS)
        return taub_cuda_failed(self, "be opened", code, error);
    self->base.report.index = index;
    taub_cuda_describe(&self->cuda, self->device, self->arch, &self->base.report);
    if (self->cuda.DeviceGetAttribute(&self->base.units, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, self->device) !=
        CUDA_SUCCESS)
        self->base.units = 0;
    return TAUB_OK;
}

enum taub_status taub_cuda_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error)
{
    struct cuda_device *self = calloc(1, sizeof *self);
    if (!self)
        return taub_device_no_memory(error);
    self->base.functions = &cuda_functions;
    self->base.config = *config;
    self->base.config.kind = TAUB_DEVICE_CUDA;
    enum taub_status status = taub_cuda_load(&self->cuda, error);
    if (status != TAUB_OK) {
        free(self);
        return status;
    }
    status = start(self, config->index, config->first, error);
    if (status == TAUB_OK)
        *out = &self->base;
    else
        cuda_close(&self->base);
    return status;
}
