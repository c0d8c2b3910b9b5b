/* Compiles for GPUs on machines without one: for tests, and to inspect what the compiler produces. */
#ifndef TAUB_COMPILE_ONLY_H
#define TAUB_COMPILE_ONLY_H

#include <stdbool.h>
#include <stddef.h>

#include "jit/bundle.h"
#include "taub/config.h"
#include "taub/error.h"

/* Compiles for compute capability `arch` (90 for 9.0) and discards the code. *log is what NVRTC printed, to be freed,
 * or NULL; with TAUB_CUDAFLAGS=--ptxas-options=-v it lists registers and spills of each pass. */
enum taub_status taub_cuda_compile_only(const struct taub_bundle *bundle, enum taub_precision precision,
                                        enum taub_reproducible reproducible, int arch, char **log, size_t *code_bytes,
                                        struct taub_error *error);

#endif
