/* Shared by the files of the OpenCL device. */
#ifndef TAUB_OPENCL_H
#define TAUB_OPENCL_H

#include "device/internal.h"
#include "device/opencl_api.h"

struct opencl_device {
    struct taub_device base;
    struct taub_opencl cl;
    struct taub_opencl_device chosen;
    cl_context context;
    cl_command_queue queue;
};

struct opencl_program {
    struct taub_program base;
    cl_program program;
};

enum taub_status taub_opencl_program_create(struct taub_device *self, const struct taub_bundle *bundle,
                                            struct taub_program **out, struct taub_error *error);
void taub_opencl_program_destroy(struct taub_program *self);

#endif
