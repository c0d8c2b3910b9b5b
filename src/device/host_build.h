/* Builds and loads a shared library from a bundle. */
#ifndef TAUB_HOST_BUILD_H
#define TAUB_HOST_BUILD_H

#include "device/device.h"
#include "device/host_later.h"

/* The result of a build. */
struct taub_host_built {
    void *handle; /* handle of the library, to be closed by dlclose */
    bool cached;
    bool quick;                    /* not optimised */
    struct taub_host_later *later; /* the optimised build in progress; NULL: none */
};
enum taub_status taub_host_build(const struct taub_device *device, const struct taub_bundle *bundle,
                                 struct taub_host_built *built, struct taub_error *error);
/* Compiles, caches and loads the job's kernels; NULL if this fails or was stopped. */
void *taub_host_optimize(const struct taub_host_job *job, const struct taub_host_stop *stop);
void taub_host_processor_name(char *name, size_t size);

#endif
