/* Modules of CUDA programs: their loaded kernels. */
#ifndef TAUB_CUDA_MODULE_H
#define TAUB_CUDA_MODULE_H

#include "device/cuda.h"

struct taub_cuda_module;

/* Takes over the binary on success. Devices that keep their resources (workers of a batch) share a module as long as
 * they set the same numbers: a multiprocessor then has the instructions of a pass in its cache if the same pass of
 * another event has just run (bench/batch). */
CUresult taub_cuda_module_load(struct cuda_device *self, struct taub_text *binary, struct taub_cuda_module **out);
void taub_cuda_module_release(struct cuda_device *self, struct taub_cuda_module *module);

CUresult taub_cuda_module_function(struct cuda_device *self, const struct taub_cuda_module *module, const char *name,
                                   CUfunction *function);
/* Sets the numbers. If others use the module with different ones, *module becomes another module, in which functions
 * must be looked up again. */
enum taub_status taub_cuda_module_numbers(struct cuda_device *self, struct taub_cuda_module **module,
                                          const double *values, int count, struct taub_error *error);

#endif
