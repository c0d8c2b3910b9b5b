/* Loaded kernels of CUDA programs. */
#ifndef TAUB_CUDA_MODULE_H
#define TAUB_CUDA_MODULE_H

#include "device/cuda.h"

struct taub_cuda_module;

/* Takes the binary over when it succeeds. Devices that keep what they have (workers of a batch) share a module while
 * they set the same numbers: a multiprocessor then has the instructions of a pass in its cache where the same pass of
 * another event has just run (bench/batch). */
CUresult taub_cuda_module_load(struct cuda_device *self, struct taub_text *binary, struct taub_cuda_module **out);
void taub_cuda_module_release(struct cuda_device *self, struct taub_cuda_module *module);

CUresult taub_cuda_module_function(struct cuda_device *self, const struct taub_cuda_module *module, const char *name,
                                   CUfunction *function);
/* Sets the numbers. Where others use the module with other ones, *module becomes another, and functions are to be found
 * again. */
enum taub_status taub_cuda_module_numbers(struct cuda_device *self, struct taub_cuda_module **module,
                                          const double *values, int count, struct taub_error *error);

#endif
