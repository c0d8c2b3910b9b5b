#include "hadrons/program.h"

#include "core/try.h"

static enum taub_status fill(const struct taub_hadron_device *device, const struct taub_constant *constants,
                             const char *kernel, struct taub_bundle *bundle, struct taub_error *error)
{
    struct taub_device_report report;
    taub_device_describe(device->device, &report);
    /* on the host always the elementary functions of strict mode: gcc vectorises them, and no calls */
    const bool own = device->strict || report.kind == TAUB_DEVICE_HOST;
    const struct taub_constant precision[] = {
        {"TAUB_SINGLE", device->single}, {"TAUB_MIXED", 0}, {"TAUB_STRICT", own}, {NULL, 0}};
    TRY(taub_bundle_define_all(bundle, precision, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    TRY(taub_bundle_kernel(bundle, "dialect.h", error));
    TRY(taub_bundle_kernel(bundle, "strict_math.h", error));
    return taub_bundle_kernel(bundle, kernel, error);
}

enum taub_status taub_hadron_program(const struct taub_hadron_device *device, const struct taub_constant *constants,
                                     const char *kernel, struct taub_program **out, struct taub_error *error)
{
    struct taub_bundle *bundle;
    *out = NULL;
    TRY(taub_bundle_create(&bundle, error));
    enum taub_status status = fill(device, constants, kernel, bundle, error);
    if (status == TAUB_OK)
        status = taub_program_create(device->device, bundle, out, error);
    taub_bundle_destroy(bundle);
    return status;
}
