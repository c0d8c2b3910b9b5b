/* The declarations of OpenCL 1.2 that Taub needs. OpenCL is loaded at run time, so that no header is needed to build
 * Taub. Values are those of the Khronos headers. */
#ifndef TAUB_OPENCL_API_H
#define TAUB_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

#include "taub/error.h"

typedef struct cl_platform *cl_platform_id;
typedef struct cl_device *cl_device_id;
typedef struct cl_context_object *cl_context;
typedef struct cl_queue_object *cl_command_queue;
typedef struct cl_memory_object *cl_mem;
typedef struct cl_program_object *cl_program;
typedef struct cl_kernel_object *cl_kernel;
typedef struct cl_event_object *cl_event;

enum {
    CL_SUCCESS = 0,
    CL_DEVICE_TYPE_GPU = 1 << 2,
    CL_DEVICE_TYPE_ACCELERATOR = 1 << 3,
    CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
    CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_VERSION = 0x102F,
    CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    CL_PLATFORM_NAME = 0x0902,
    CL_PLATFORM_VERSION = 0x0901,
    CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 1 << 7,
    CL_QUEUE_PROFILING_ENABLE = 1 << 1,
    CL_MEM_READ_WRITE = 1 << 0,
    CL_PROGRAM_BINARY_SIZES = 0x1165,
    CL_PROGRAM_BINARIES = 0x1166,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_PROFILING_COMMAND_START = 0x1282,
    CL_PROFILING_COMMAND_END = 0x1283,
    CL_BUILD_PROGRAM_FAILURE = -11,
    CL_MEM_OBJECT_ALLOCATION_FAILURE = -4,
    CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6
};

/* Member X is the function clX. */
#define TAUB_OPENCL_FUNCTIONS(F)                                                                                       \
    F(int, GetPlatformIDs, (unsigned, cl_platform_id *, unsigned *))                                                   \
    F(int, GetPlatformInfo, (cl_platform_id, unsigned, size_t, void *, size_t *))                                      \
    F(int, GetDeviceIDs, (cl_platform_id, uint64_t, unsigned, cl_device_id *, unsigned *))                             \
    F(int, GetDeviceInfo, (cl_device_id, unsigned, size_t, void *, size_t *))                                          \
    F(cl_context, CreateContext,                                                                                       \
      (const intptr_t *, unsigned, const cl_device_id *, void (*)(const char *, const void *, size_t, void *), void *, \
       int *))                                                                                                         \
    F(int, ReleaseContext, (cl_context))                                                                               \
    F(cl_command_queue, CreateCommandQueue, (cl_context, cl_device_id, uint64_t, int *))                               \
    F(int, ReleaseCommandQueue, (cl_command_queue))                                                                    \
    F(int, Finish, (cl_command_queue))                                                                                 \
    F(int, Flush, (cl_command_queue))                                                                                  \
    F(cl_mem, CreateBuffer, (cl_context, uint64_t, size_t, void *, int *))                                             \
    F(int, ReleaseMemObject, (cl_mem))                                                                                 \
    F(int, EnqueueReadBuffer,                                                                                          \
      (cl_command_queue, cl_mem, unsigned, size_t, size_t, void *, unsigned, const cl_event *, cl_event *))            \
    F(int, EnqueueWriteBuffer,                                                                                         \
      (cl_command_queue, cl_mem, unsigned, size_t, size_t, const void *, unsigned, const cl_event *, cl_event *))      \
    F(int, EnqueueCopyBuffer,                                                                                          \
      (cl_command_queue, cl_mem, cl_mem, size_t, size_t, size_t, unsigned, const cl_event *, cl_event *))              \
    F(int, EnqueueFillBuffer,                                                                                          \
      (cl_command_queue, cl_mem, const void *, size_t, size_t, size_t, unsigned, const cl_event *, cl_event *))        \
    F(cl_program, CreateProgramWithSource, (cl_context, unsigned, const char **, const size_t *, int *))               \
    F(cl_program, CreateProgramWithBinary,                                                                             \
      (cl_context, unsigned, const cl_device_id *, const size_t *, const unsigned char **, int *, int *))              \
    F(int, BuildProgram,                                                                                               \
      (cl_program, unsigned, const cl_device_id *, const char *, void (*)(cl_program, void *), void *))                \
    F(int, GetProgramInfo, (cl_program, unsigned, size_t, void *, size_t *))                                           \
    F(int, GetProgramBuildInfo, (cl_program, cl_device_id, unsigned, size_t, void *, size_t *))                        \
    F(int, ReleaseProgram, (cl_program))                                                                               \
    F(cl_kernel, CreateKernel, (cl_program, const char *, int *))                                                      \
    F(int, ReleaseKernel, (cl_kernel))                                                                                 \
    F(int, SetKernelArg, (cl_kernel, unsigned, size_t, const void *))                                                  \
    F(int, EnqueueNDRangeKernel,                                                                                       \
      (cl_command_queue, cl_kernel, unsigned, const size_t *, const size_t *, const size_t *, unsigned,                \
       const cl_event *, cl_event *))                                                                                  \
    F(int, WaitForEvents, (unsigned, const cl_event *))                                                                \
    F(int, GetEventProfilingInfo, (cl_event, unsigned, size_t, void *, size_t *))                                      \
    F(int, ReleaseEvent, (cl_event))

struct taub_opencl {
    void *library;
    char *cache_mark; /* our file in PoCL's private cache; NULL: the user has chosen PoCL's cache */
#define TAUB_DECLARE(type, name, arguments) type(*name) arguments;
    TAUB_OPENCL_FUNCTIONS(TAUB_DECLARE)
#undef TAUB_DECLARE
};

/* Loads libOpenCL.so.1. Gives PoCL a private folder for its own cache, which is not safe between processes. */
enum taub_status taub_opencl_load(struct taub_opencl *self, struct taub_error *error);
void taub_opencl_unload(struct taub_opencl *self);

/* Lists all devices of all platforms, GPUs first, in the order that device.index counts. The list is to be freed. */
struct taub_opencl_device {
    cl_platform_id platform;
    cl_device_id device;
    uint64_t type;
    char name[128], driver[128], version[128], platform_version[256];
    int doubles;          /* supports FP64 */
    int rounds_correctly; /* can round divisions and square roots in FP32 as IEEE requires */
    size_t memory;
    unsigned units; /* compute units */
};
enum taub_status taub_opencl_list(const struct taub_opencl *self, struct taub_opencl_device **devices, int *count,
                                  struct taub_error *error);
/* The text of an error code. */
const char *taub_opencl_error(int code);

#endif
