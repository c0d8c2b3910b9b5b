/* Measures the copy bandwidth of a device with a pass like any other, because that is the bandwidth that passes can
 * reach. */
#include "device/internal.h"

enum { ROW = 4096, REPEATS = 10 };

/* Copies doubles in either precision, four per point: GPUs need many bytes in flight to saturate their memory bus. */
static const char copy_text[] =
    "INLINE void taub_copy_point(struct taub_io io, int b, int k, int j, int i)\n"
    "{\n"
    "    GLOBAL const double *RESTRICT from = (GLOBAL const double *)io.f[0];\n"
    "    GLOBAL double *RESTRICT to = (GLOBAL double *)io.f[1];\n"
    "    const long n = cell_index(io.shape, 1, b, k, j, i), quarter = io.shape.component_stride / 4;\n"
    "    const double p = from[n], q = from[n + quarter];\n"
    "    const double r = from[n + 2 * quarter], s = from[n + 3 * quarter];\n"
    "    to[n] = p;\n"
    "    to[n + quarter] = q;\n"
    "    to[n + 2 * quarter] = r;\n"
    "    to[n + 3 * quarter] = s;\n"
    "}\n"
    "TAUB_POINT_PASS(taub_copy)\n";

static enum taub_status make_program(struct taub_device *self, struct taub_program **out, struct taub_error *error)
{
    struct taub_bundle *bundle;
    *out = NULL;
    enum taub_status status = taub_bundle_create(&bundle, error);
    if (status == TAUB_OK)
        status = taub_bundle_kernel(bundle, "dialect.h", error);
    if (status == TAUB_OK)
        status = taub_bundle_text(bundle, copy_text, error);
    if (status == TAUB_OK)
        status = taub_program_create(self, bundle, out, error);
    taub_bundle_destroy(bundle);
    return status;
}

/* Seconds of the fastest copy; the first one is not counted, because it also allocates the pages. */
static enum taub_status measure(struct taub_device *self, const struct taub_launch *launch, double *fastest,
                                struct taub_error *error)
{
    enum taub_status status = self->functions->launch(self, launch, NULL, error);
    *fastest = 1e300;
    double total = 0;
    for (int n = 0; n < REPEATS && total < 0.3 && status == TAUB_OK; n++) {
        double seconds = 0;
        status = self->functions->launch(self, launch, &seconds, error);
        total += seconds;
        if (seconds > 0 && seconds < *fastest)
            *fastest = seconds;
    }
    return status;
}

enum taub_status taub_device_copy_bandwidth(struct taub_device *self, double *bytes_per_second,
                                            struct taub_error *error)
{
    size_t bytes = (size_t)(self->config.kind == TAUB_DEVICE_HOST ? 256 : 512) << 20; /* much larger than caches */
    if (self->report.memory_free / 8 < bytes)
        bytes = self->report.memory_free / 8;
    const int rows = bytes < 4 * ROW * sizeof(double) ? 1 : (int)(bytes / (4 * ROW * sizeof(double)));
    bytes = (size_t)rows * 4 * ROW * sizeof(double);

    struct taub_program *program = NULL;
    struct taub_buffer *from = NULL, *to = NULL;
    struct taub_launch launch = {0};
    const struct taub_pass_geometry geometry = {.kind = TAUB_POINT_PASS};
    double seconds = 0;
    enum taub_status status = make_program(self, &program, error);
    if (status == TAUB_OK)
        status = taub_program_pass(program, "taub_copy", &geometry, &launch.pass, error);
    if (status == TAUB_OK)
        status = taub_buffer_create(self, bytes, &from, error);
    if (status == TAUB_OK)
        status = taub_buffer_create(self, bytes, &to, error);
    if (status == TAUB_OK) {
        launch.fields[0] = from;
        launch.fields[1] = to;
        launch.shape = (struct taub_shape){.cells = {ROW, rows, 1},
                                           .blocks = 1,
                                           .mesh = {ROW, rows, 1},
                                           .row_stride = ROW,
                                           .plane_stride = (long)ROW * rows,
                                           .component_stride = 4L * ROW * rows};
        launch.range = (struct taub_range){.upper = {ROW, rows, 1}};
        /* Pages that were never written all map to the same page of zeros, which would stay in the cache. */
        struct taub_launch fill = launch;
        fill.fields[0] = to;
        fill.fields[1] = from;
        status = self->functions->launch(self, &fill, NULL, error);
    }
    if (status == TAUB_OK)
        status = measure(self, &launch, &seconds, error);
    *bytes_per_second = status == TAUB_OK ? 2.0 * (double)bytes / seconds : 0;
    taub_buffer_destroy(from);
    taub_buffer_destroy(to);
    taub_program_destroy(program);
    return status;
}
