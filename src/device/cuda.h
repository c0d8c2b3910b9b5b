/* Shared by the files of the CUDA device. */
#ifndef TAUB_CUDA_H
#define TAUB_CUDA_H

#include "device/cuda_api.h"
#include "device/internal.h"

struct cuda_device {
    struct taub_device base;
    struct taub_cuda cuda;
    CUdevice device;
    CUcontext context; /* the primary context */
    CUstream stream;
    CUevent start, stop;    /* for timing */
    CUevent done;           /* for waits that leave the processor to other threads */
    CUstream second_stream; /* runs calls of other libraries concurrently with passes; NULL until it is needed */
    CUevent forked, joined;
    struct cuda_branches *branches; /* conditional branches; NULL: not needed yet, or none */
    bool branches_checked;
    int arch;         /* 90 for compute capability 9.0 */
    char small[1024]; /* staging copy of small uploads, which then need no wait: CUDA reads pageable memory before the
                         call returns */
};

struct cuda_program {
    struct taub_program base;
    struct taub_cuda_module *module; /* cuda_module.h */
};

struct cuda_pass {
    struct taub_pass base;
    CUfunction function;
};

/* src/device/cuda.c: fails with the message "The GPU could not ...". */
enum taub_status taub_cuda_failed(const struct cuda_device *self, const char *what, CUresult code,
                                  struct taub_error *error);
CUdeviceptr taub_cuda_address(const struct taub_buffer *buffer); /* 0 for NULL */
enum taub_status taub_cuda_enqueue(struct cuda_device *self, const struct taub_launch *launch, CUstream stream,
                                   struct taub_error *error);
/* src/device/cuda_graph.c: records launches as a graph. */
enum taub_status taub_cuda_record(struct cuda_device *self, const struct taub_launch *launches, int count,
                                  CUgraphExec *out, struct taub_error *error);
void taub_cuda_branches_close(struct cuda_device *self);

/* src/device/cuda_survey.c: finds the device with this index and its compute capability; fills in its name, versions
 * and memory, for which its context must be current. */
CUresult taub_cuda_find(const struct taub_cuda *cuda, int index, CUdevice *device, int *arch);
void taub_cuda_describe(const struct taub_cuda *cuda, CUdevice device, int arch, struct taub_device_report *report);

enum taub_status taub_cuda_program_create(struct taub_device *self, const struct taub_bundle *bundle,
                                          struct taub_program **out, struct taub_error *error);
void taub_cuda_program_destroy(struct taub_program *self);
enum taub_status taub_cuda_program_numbers(struct taub_program *self, const double *values, int count,
                                           struct taub_error *error);

#endif
