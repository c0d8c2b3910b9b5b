/* OpenCL 1.2 devices: memory and launches. */
#include "device/opencl.h"
#include "core/try.h"

#include <stdlib.h>

struct opencl_buffer {
    struct taub_buffer base;
    cl_mem memory;
};

struct opencl_pass {
    struct taub_pass base;
    cl_kernel kernel;
};

/* Each launch has its own kernel object, so that its arguments are set only once. */
struct opencl_sequence {
    struct taub_sequence base;
    cl_kernel *kernels;
    int count;
};

static enum taub_status failed(const char *what, int code, struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "OpenCL could not %s: %s (%d).", what, taub_opencl_error(code), code);
}

static void opencl_close(struct taub_device *base)
{
    struct opencl_device *self = (struct opencl_device *)base;
    if (self->queue) {
        self->cl.Finish(self->queue);
        self->cl.ReleaseCommandQueue(self->queue);
    }
    if (self->context)
        self->cl.ReleaseContext(self->context);
    taub_opencl_unload(&self->cl);
    free(self);
}

/* With a pattern of 16 bytes if possible: NVIDIA's driver cannot fill more than 2^31 single bytes; it hangs, or runs
 * out of resources later. */
static int fill_with_zeros(const struct opencl_device *self, cl_mem memory, size_t bytes)
{
    static const char zeros[16];
    return self->cl.EnqueueFillBuffer(self->queue, memory, zeros, bytes % sizeof zeros ? 1 : sizeof zeros, 0, bytes, 0,
                                      NULL, NULL);
}

static enum taub_status opencl_buffer_create(struct taub_device *base, size_t bytes, struct taub_buffer **out,
                                             struct taub_error *error)
{
    struct opencl_device *self = (struct opencl_device *)base;
    struct opencl_buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return taub_device_no_memory(error);
    int code;
    buffer->memory = self->cl.CreateBuffer(self->context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    if (code == CL_SUCCESS) {
        code = fill_with_zeros(self, buffer->memory, bytes);
        if (code != CL_SUCCESS)
            self->cl.ReleaseMemObject(buffer->memory);
    }
    if (code != CL_SUCCESS) {
        free(buffer);
        return taub_fail(error, TAUB_FAILED, "OpenCL could not allocate %zu bytes on %s: %s (%d).", bytes,
                         base->report.name, taub_opencl_error(code), code);
    }
    *out = &buffer->base;
    return TAUB_OK;
}

static void opencl_buffer_destroy(struct taub_buffer *base)
{
    struct opencl_buffer *self = (struct opencl_buffer *)base;
    ((struct opencl_device *)base->device)->cl.ReleaseMemObject(self->memory);
    free(self);
}

static enum taub_status opencl_clear(struct taub_buffer *base, struct taub_error *error)
{
    const int code = fill_with_zeros((struct opencl_device *)base->device, ((struct opencl_buffer *)base)->memory,
                                     base->bytes ? base->bytes : 1);
    return code == CL_SUCCESS ? TAUB_OK : failed("clear memory", code, error);
}

static cl_mem memory_of(const struct taub_buffer *buffer)
{
    return buffer ? ((const struct opencl_buffer *)buffer)->memory : NULL;
}

static enum taub_status opencl_upload(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                                      struct taub_error *error)
{
    struct opencl_device *device = (struct opencl_device *)self->device;
    const int code =
        device->cl.EnqueueWriteBuffer(device->queue, memory_of(self), 1, offset, bytes, source, 0, NULL, NULL);
    return code == CL_SUCCESS ? TAUB_OK : failed("copy to the device", code, error);
}

static enum taub_status opencl_download(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                        struct taub_error *error)
{
    struct opencl_device *device = (struct opencl_device *)self->device;
    const int code =
        device->cl.EnqueueReadBuffer(device->queue, memory_of(self), 1, offset, bytes, target, 0, NULL, NULL);
    return code == CL_SUCCESS ? TAUB_OK : failed("copy from the device", code, error);
}

static enum taub_status opencl_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                    struct taub_error *error)
{
    struct opencl_device *device = (struct opencl_device *)target->device;
    const int code =
        device->cl.EnqueueCopyBuffer(device->queue, memory_of(source), memory_of(target), 0, 0, bytes, 0, NULL, NULL);
    return code == CL_SUCCESS ? TAUB_OK : failed("copy on the device", code, error);
}

static enum taub_status opencl_pass_create(struct taub_program *program, const char *name, struct taub_pass **out,
                                           struct taub_error *error)
{
    struct opencl_device *device = (struct opencl_device *)program->device;
    struct opencl_pass *pass = calloc(1, sizeof *pass);
    if (!pass)
        return taub_device_no_memory(error);
    int code;
    pass->kernel = device->cl.CreateKernel(((struct opencl_program *)program)->program, name, &code);
    if (code != CL_SUCCESS) {
        free(pass);
        return taub_fail(error, TAUB_FAILED, "The compiled kernels have no pass named %s (%d).", name, code);
    }
    *out = &pass->base;
    return TAUB_OK;
}

static void opencl_pass_destroy(struct taub_pass *base)
{
    struct opencl_pass *self = (struct opencl_pass *)base;
    ((struct opencl_device *)base->program->device)->cl.ReleaseKernel(self->kernel);
    free(self);
}

/* TAUB_ARGUMENTS of kernels/dialect.h, in the same order. */
static enum taub_status set_arguments(struct opencl_device *self, cl_kernel kernel, const struct taub_launch *launch,
                                      struct taub_error *error)
{
    cl_mem memory[TAUB_MAX_FIELDS + 3];
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        memory[n] = memory_of(launch->fields[n]);
    memory[TAUB_MAX_FIELDS] = memory_of(launch->control);
    memory[TAUB_MAX_FIELDS + 1] = memory_of(launch->tables);
    memory[TAUB_MAX_FIELDS + 2] = memory_of(launch->blocks);
    struct taub_tile tile = taub_launch_tile(launch);
    int code = CL_SUCCESS;
    unsigned n = 0;
    for (; n < TAUB_MAX_FIELDS + 3 && code == CL_SUCCESS; n++)
        code = self->cl.SetKernelArg(kernel, n, sizeof(cl_mem), memory[n] ? &memory[n] : NULL);
    if (code == CL_SUCCESS)
        code = self->cl.SetKernelArg(kernel, n++, sizeof launch->shape, &launch->shape);
    if (code == CL_SUCCESS)
        code = self->cl.SetKernelArg(kernel, n++, sizeof launch->range, &launch->range);
    if (code == CL_SUCCESS)
        code = self->cl.SetKernelArg(kernel, n++, sizeof tile, &tile);
    return code == CL_SUCCESS ? TAUB_OK : failed("set the arguments of a pass", code, error);
}

static enum taub_status enqueue(struct opencl_device *self, cl_kernel kernel, const struct taub_launch *launch,
                                cl_event *event, struct taub_error *error)
{
    const struct taub_grid grid = taub_launch_grid(launch);
    const size_t local[3] = {(size_t)grid.group[0], (size_t)grid.group[1], 1};
    const size_t global[3] = {(size_t)grid.groups[0] * local[0], (size_t)grid.groups[1] * local[1],
                              (size_t)grid.groups[2]};
    const int code = self->cl.EnqueueNDRangeKernel(self->queue, kernel, 3, NULL, global, local, 0, NULL, event);
    if (code == CL_SUCCESS)
        return TAUB_OK;
    return taub_fail(error, TAUB_FAILED, "OpenCL could not launch the pass %s: %s (%d).", launch->pass->name,
                     taub_opencl_error(code), code);
}

static enum taub_status opencl_launch(struct taub_device *base, const struct taub_launch *launch, double *seconds,
                                      struct taub_error *error)
{
    struct opencl_device *self = (struct opencl_device *)base;
    cl_kernel kernel = ((struct opencl_pass *)launch->pass)->kernel;
    cl_event event = NULL;
    enum taub_status status = set_arguments(self, kernel, launch, error);
    if (status == TAUB_OK)
        status = enqueue(self, kernel, launch, seconds ? &event : NULL, error);
    if (status != TAUB_OK || !seconds)
        return status;
    uint64_t start = 0, end = 0;
    int code = self->cl.WaitForEvents(1, &event);
    if (code == CL_SUCCESS)
        code = self->cl.GetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    if (code == CL_SUCCESS)
        code = self->cl.GetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    self->cl.ReleaseEvent(event);
    *seconds = 1e-9 * (double)(end - start);
    return code == CL_SUCCESS ? TAUB_OK : failed("time a launch", code, error);
}

static enum taub_status opencl_finish(struct taub_device *base, struct taub_error *error)
{
    struct opencl_device *self = (struct opencl_device *)base;
    const int code = self->cl.Finish(self->queue);
    return code == CL_SUCCESS ? TAUB_OK : failed("finish its work", code, error);
}

static void free_sequence(struct opencl_device *device, struct opencl_sequence *self)
{
    for (int n = 0; n < self->count; n++)
        device->cl.ReleaseKernel(self->kernels[n]);
    free(self->kernels);
    free(self);
}

static void opencl_sequence_destroy(struct taub_sequence *base)
{
    free_sequence((struct opencl_device *)base->device, (struct opencl_sequence *)base);
}

static enum taub_status opencl_sequence_create(struct taub_device *base, const struct taub_launch *launches, int count,
                                               struct taub_sequence **out, struct taub_error *error)
{
    struct opencl_device *self = (struct opencl_device *)base;
    struct opencl_sequence *sequence = calloc(1, sizeof *sequence);
    if (sequence)
        sequence->kernels = calloc((size_t)count + 1, sizeof *sequence->kernels);
    if (!sequence || !sequence->kernels) {
        free(sequence);
        return taub_device_no_memory(error);
    }
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < count && status == TAUB_OK; n++) {
        const struct taub_pass *pass = launches[n].pass;
        int code;
        cl_kernel kernel = self->cl.CreateKernel(((struct opencl_program *)pass->program)->program, pass->name, &code);
        if (code != CL_SUCCESS) {
            status = failed("prepare a sequence", code, error);
        } else {
            sequence->kernels[sequence->count++] = kernel;
            status = set_arguments(self, kernel, &launches[n], error);
        }
    }
    if (status == TAUB_OK)
        *out = &sequence->base;
    else
        free_sequence(self, sequence);
    return status;
}

static enum taub_status opencl_sequence_run(struct taub_sequence *base, int times, struct taub_error *error)
{
    struct opencl_device *device = (struct opencl_device *)base->device;
    struct opencl_sequence *self = (struct opencl_sequence *)base;
    enum taub_status status = TAUB_OK;
    for (int t = 0; t < times && status == TAUB_OK; t++)
        for (int n = 0; n < base->count && status == TAUB_OK; n++)
            status = enqueue(device, self->kernels[n], &base->launches[n], NULL, error);
    if (status == TAUB_OK)
        device->cl.Flush(device->queue);
    return status;
}

static const struct taub_device_functions opencl_functions = {.close = opencl_close,
                                                              .buffer_create = opencl_buffer_create,
                                                              .buffer_destroy = opencl_buffer_destroy,
                                                              .clear = opencl_clear,
                                                              .upload = opencl_upload,
                                                              .download = opencl_download,
                                                              .copy = opencl_copy,
                                                              .program_create = taub_opencl_program_create,
                                                              .program_destroy = taub_opencl_program_destroy,
                                                              .pass_create = opencl_pass_create,
                                                              .pass_destroy = opencl_pass_destroy,
                                                              .launch = opencl_launch,
                                                              .finish = opencl_finish,
                                                              .sequence_create = opencl_sequence_create,
                                                              .sequence_destroy = opencl_sequence_destroy,
                                                              .sequence_run = opencl_sequence_run};

static void describe(const struct taub_opencl_device *device, int index, struct taub_device_report *report)
{
    *report = (struct taub_device_report){.kind = TAUB_DEVICE_OPENCL, .index = index, .usable = device->doubles};
    snprintf(report->name, sizeof report->name, "%s", device->name);
    if (device->doubles)
        snprintf(report->detail, sizeof report->detail, "%s, driver %s", device->platform_version, device->driver);
    else
        snprintf(report->detail, sizeof report->detail, "%s: cannot compute in double precision, which the clock needs",
                 device->platform_version);
    report->memory_total = report->memory_free = device->memory; /* OpenCL does not report free memory */
    report->host_memory = !(device->type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR));
}

int taub_opencl_survey(struct taub_device_report *reports, int capacity)
{
    struct taub_opencl cl;
    struct taub_error error;
    struct taub_opencl_device *devices = NULL;
    int count = 0;
    enum taub_status status = taub_opencl_load(&cl, &error);
    if (status == TAUB_OK) {
        status = taub_opencl_list(&cl, &devices, &count, &error);
        taub_opencl_unload(&cl);
    }
    if (count > capacity)
        count = capacity;
    for (int n = 0; n < count; n++)
        describe(&devices[n], n, &reports[n]);
    free(devices);
    if (status == TAUB_OK || capacity < 1)
        return count;
    *reports = (struct taub_device_report){.kind = TAUB_DEVICE_OPENCL, .name = "OpenCL"};
    snprintf(reports->detail, sizeof reports->detail, "%.*s", (int)sizeof reports->detail - 1, error.message);
    return 1;
}

static enum taub_status choose(struct opencl_device *self, const struct taub_device_config *config,
                               struct taub_error *error)
{
    struct taub_opencl_device *devices;
    int count;
    TRY(taub_opencl_list(&self->cl, &devices, &count, error));
    const bool present = config->index < count;
    if (present)
        self->chosen = devices[config->index];
    free(devices);
    if (!present)
        return taub_fail(error, TAUB_BAD_INPUT, "There is no OpenCL device %d: the last one is %d. See `taub devices`.",
                         config->index, count - 1);
    if (!self->chosen.doubles)
        return taub_fail(error, TAUB_BAD_INPUT, "The OpenCL device %s cannot compute in double precision.",
                         self->chosen.name);
    if (config->kind == TAUB_DEVICE_AUTO && !(self->chosen.type & CL_DEVICE_TYPE_GPU))
        return taub_fail(error, TAUB_BAD_INPUT, "There is no OpenCL GPU.");
    return TAUB_OK;
}

enum taub_status taub_opencl_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error)
{
    struct opencl_device *self = calloc(1, sizeof *self);
    if (!self)
        return taub_device_no_memory(error);
    self->base.functions = &opencl_functions;
    self->base.config = *config;
    self->base.config.kind = TAUB_DEVICE_OPENCL;
    enum taub_status status = taub_opencl_load(&self->cl, error);
    if (status != TAUB_OK) {
        free(self);
        return status;
    }
    status = choose(self, config, error);
    int code = CL_SUCCESS;
    if (status == TAUB_OK) {
        describe(&self->chosen, config->index, &self->base.report);
        self->base.units = (int)self->chosen.units;
        self->context = self->cl.CreateContext(NULL, 1, &self->chosen.device, NULL, NULL, &code);
        if (code == CL_SUCCESS)
            self->queue =
                self->cl.CreateCommandQueue(self->context, self->chosen.device, CL_QUEUE_PROFILING_ENABLE, &code);
        if (code != CL_SUCCESS)
            status = failed("open the device", code, error);
    }
    if (status == TAUB_OK)
        *out = &self->base;
    else
        opencl_close(&self->base);
    return status;
}
