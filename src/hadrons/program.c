#include "hadrons/program.h"

#include "core/try.h"

static enum taub_status fill(bool single, bool strict, const struct taub_constant *constants, const char *kernel,
                             struct taub_bundle *bundle, struct taub_error *error)
{
    const struct taub_constant precision[] = {
        {"TAUB_SINGLE", single}, {"TAUB_MIXED", 0}, {"TAUB_STRICT", strict}, {NULL, 0}};
    TRY(taub_bundle_define_all(bundle, precision, error));
    TRY(taub_bundle_define_all(bundle, constants, error));
    return taub_bundle_kernel(bundle, kernel, error);
}

enum taub_status taub_hadron_bundle(bool single, bool strict, const struct taub_constant *constants, const char *kernel,
                                    struct taub_bundle **out, struct taub_error *error)
{
    *out = NULL;
    TRY(taub_bundle_create(out, error));
    const enum taub_status status = fill(single, strict, constants, kernel, *out, error);
    if (status != TAUB_OK) {
        taub_bundle_destroy(*out);
        *out = NULL;
    }
    return status;
}

enum taub_status taub_hadron_program(const struct taub_hadron_device *device, const struct taub_constant *constants,
                                     const char *kernel, struct taub_program **out, struct taub_error *error)
{
    struct taub_bundle *bundle;
    struct taub_device_report report;
    taub_device_describe(device->device, &report);
    /* the host always uses the elementary functions of strict mode: gcc vectorises these, but not calls of the C
     * library */
    const bool strict_math = device->strict || report.kind == TAUB_DEVICE_HOST;
    *out = NULL;
    TRY(taub_hadron_bundle(device->single, strict_math, constants, kernel, &bundle, error));
    const enum taub_status status = taub_program_create(device->device, bundle, out, error);
    taub_bundle_destroy(bundle);
    return status;
}
