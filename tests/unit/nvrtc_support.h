/* For tests that ask whether NVRTC takes kernels, on machines without a GPU. */
#ifndef NVRTC_SUPPORT_H
#define NVRTC_SUPPORT_H

#include "device/compile_only.h"
#include "device/cuda_api.h"
#include "device_support.h"

/* Skips the test where there is no NVRTC. Nobody runs what it makes here, so that it may save optimisation: a third of
 * the processor time. With TAUB_LONG_TESTS it makes what users run. CUDA 13.0 is the first that was seen to know the
 * option. */
static inline void need_nvrtc(void)
{
    struct taub_error error;
    struct taub_nvrtc nvrtc;
    if (taub_nvrtc_load(&nvrtc, &error) != TAUB_OK) {
        print_message("skipped: %s\n", error.message);
        skip();
    }
    if (nvrtc.major >= 13 && !getenv("TAUB_LONG_TESTS"))
        setenv("TAUB_CUDAFLAGS", "--Ofast-compile=max", 1);
    taub_nvrtc_unload(&nvrtc);
}

#endif
