/* Compiling for GPUs where there is none: for tests, and to look at what the compiler makes. */
#ifndef TAUB_COMPILE_ONLY_H
#define TAUB_COMPILE_ONLY_H

#include <stdbool.h>
#include <stddef.h>

#include "jit/bundle.h"
#include "taub/config.h"
#include "taub/error.h"

/* False, with the reason, when NVRTC cannot be loaded. */
bool taub_cuda_compiler_present(struct taub_error *error);

/* Compiles for compute capability `arch` (90 for 9.0) and drops the code. *log, to be freed, is what NVRTC printed, or
 * NULL; with TAUB_CUDAFLAGS=--ptxas-options=-v it lists registers and spills of each pass. */
enum taub_status taub_cuda_compile_only(const struct taub_bundle *bundle, enum taub_precision precision,
                                        enum taub_reproducible reproducible, int arch, char **log, size_t *code_bytes,
                                        struct taub_error *error);

#endif
