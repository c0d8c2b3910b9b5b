/* From a bundle to a loaded shared library. */
#ifndef TAUB_HOST_BUILD_H
#define TAUB_HOST_BUILD_H

#include "device/device.h"

/* *library is to be closed by dlclose. */
enum taub_status taub_host_build(const struct taub_device *device, const struct taub_bundle *bundle, void **library,
                                 bool *cached, struct taub_error *error);
void taub_host_processor_name(char *name, size_t size);

#endif
