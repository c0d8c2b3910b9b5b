/* From a bundle to a loaded shared library. */
#ifndef TAUB_HOST_BUILD_H
#define TAUB_HOST_BUILD_H

#include "device/device.h"
#include "device/host_later.h"

/* What a bundle became. */
struct taub_host_built {
    void *handle; /* of the library, to be closed by dlclose */
    bool cached;
    bool quick;                    /* it is not optimised */
    struct taub_host_later *later; /* the optimised one; NULL: not on its way */
};
enum taub_status taub_host_build(const struct taub_device *device, const struct taub_bundle *bundle,
                                 struct taub_host_built *built, struct taub_error *error);
/* Compiles, keeps and loads what the job says; NULL when that cannot be done, or it was stopped. */
void *taub_host_optimize(const struct taub_host_job *job, const struct taub_host_stop *stop);
void taub_host_processor_name(char *name, size_t size);

#endif
