/* What is common to the launches of all devices: empty ranges, grids, timing, sequences, compiler messages. */
#include "device/internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/try.h"

static bool is_empty(const struct taub_launch *launch)
{
    if (launch->call)
        return false;
    if (launch->pass->geometry.kind == TAUB_SINGLE_PASS)
        return false;
    for (int a = 0; a < 3; a++)
        if (launch->range.upper[a] <= launch->range.lower[a])
            return true;
    return launch->shape.blocks <= 0;
}

static long divide_up(long a, long b)
{
    return (a + b - 1) / b;
}

/* Groups of a sparse launch: enough to fill today's GPUs if many cells do have work. */
enum { SPARSE_GROUPS = 1024 };

struct taub_tile taub_launch_tile(const struct taub_launch *launch)
{
    const struct taub_pass_geometry *geometry = &launch->pass->geometry;
    const bool points = geometry->kind == TAUB_POINT_PASS || geometry->kind == TAUB_SPARSE_POINT_PASS;
    struct taub_tile tile;
    for (int a = 0; a < 3; a++) {
        tile.cells[a] = geometry->tile[a];
        tile.begin[a] = launch->range.lower[a];
    }
    if (points || geometry->aligned)
        tile.begin[0] = TAUB_ALIGNED_BELOW(tile.begin[0]);
    return tile;
}

struct taub_grid taub_launch_grid(const struct taub_launch *launch)
{
    const struct taub_pass_geometry *geometry = &launch->pass->geometry;
    const struct taub_tile tile = taub_launch_tile(launch);
    const long blocks = launch->shape.blocks;
    long n[3];
    for (int a = 0; a < 3; a++)
        n[a] = (long)launch->range.upper[a] - tile.begin[a];
    struct taub_grid grid = {{1, 1, 1}, {1, 1}};
    switch (geometry->kind) {
    case TAUB_POINT_PASS: /* POINT_GROUP_X, POINT_GROUP_Y of kernels/dialect.h */
    case TAUB_SPARSE_POINT_PASS:
        grid = (struct taub_grid){{divide_up(n[0], 64), divide_up(n[1], 4), n[2] * blocks}, {64, 4}};
        if (geometry->kind == TAUB_SPARSE_POINT_PASS && launch->few) {
            const long planes = divide_up(SPARSE_GROUPS, grid.groups[0] * grid.groups[1]);
            grid.groups[2] = planes < grid.groups[2] ? planes : grid.groups[2];
        }
        break;
    case TAUB_ROW_PASS: /* TAUB_LANES */
        grid = (struct taub_grid){{blocks * n[2] * n[1], 1, 1}, {64, 1}};
        break;
    case TAUB_SINGLE_PASS:
        break;
    case TAUB_TILE_PASS:
        grid = (struct taub_grid){{divide_up(n[0], geometry->tile[0]), divide_up(n[1], geometry->tile[1]),
                                   divide_up(n[2], geometry->tile[2]) * blocks},
                                  {geometry->group[0], geometry->group[1]}};
        break;
    }
    return grid;
}

static enum taub_status run_call(struct taub_device *self, const struct taub_call *call, struct taub_error *error)
{
    return call->run(call->user, taub_device_queue(self), error);
}

/* Times a call without the work enqueued before it. */
static enum taub_status time_call(struct taub_device *self, const struct taub_call *call, struct taub_error *error)
{
    TRY(taub_device_finish(self, error));
    const double start = taub_seconds();
    TRY(run_call(self, call, error));
    TRY(taub_device_finish(self, error));
    self->times[call->time_slot].seconds += taub_seconds() - start;
    self->times[call->time_slot].launches++;
    return TAUB_OK;
}

static enum taub_status launch_timed(struct taub_device *self, const struct taub_launch *launch,
                                     struct taub_error *error)
{
    double seconds = 0;
    const enum taub_status status = self->functions->launch(self, launch, &seconds, error);
    if (status == TAUB_OK) {
        self->times[launch->pass->time_slot].seconds += seconds;
        self->times[launch->pass->time_slot].launches++;
    }
    return status;
}

enum taub_status taub_device_launch(struct taub_device *self, const struct taub_launch *launch,
                                    struct taub_error *error)
{
    if (is_empty(launch))
        return TAUB_OK;
    if (launch->call)
        return self->timing ? time_call(self, launch->call, error) : run_call(self, launch->call, error);
    if (self->timing)
        return launch_timed(self, launch, error);
    return self->functions->launch(self, launch, NULL, error);
}

enum taub_status taub_sequence_create(struct taub_device *device, const struct taub_launch *launches, int count,
                                      struct taub_sequence **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_launch *full = malloc((size_t)(count > 0 ? count : 1) * sizeof *full);
    if (!full)
        return taub_device_no_memory(error);
    int kept = 0;
    for (int n = 0; n < count; n++)
        if (!is_empty(&launches[n]))
            full[kept++] = launches[n];
    *out = taub_kept_sequence(device, full, kept);
    if (*out) {
        free(full);
        return TAUB_OK;
    }
    if (device->functions->sequence_create) {
        const enum taub_status status = device->functions->sequence_create(device, full, kept, out, error);
        if (status != TAUB_OK) {
            free(full);
            return status;
        }
    } else {
        *out = calloc(1, sizeof **out);
        if (!*out) {
            free(full);
            return taub_device_no_memory(error);
        }
    }
    (*out)->device = device;
    (*out)->launches = full;
    (*out)->count = kept;
    return TAUB_OK;
}

void taub_sequence_destroy(struct taub_sequence *self)
{
    if (self && !taub_kept_take_sequence(self))
        taub_sequence_release(self);
}

void taub_sequence_release(struct taub_sequence *self)
{
    free(self->launches);
    if (self->device->functions->sequence_destroy)
        self->device->functions->sequence_destroy(self);
    else
        free(self);
}

enum taub_status taub_sequence_run(struct taub_sequence *self, int times, struct taub_error *error)
{
    struct taub_device *device = self->device;
    if (device->functions->sequence_run && !device->timing)
        return self->count > 0 ? device->functions->sequence_run(self, times, error) : TAUB_OK;
    enum taub_status status = TAUB_OK;
    for (int t = 0; t < times && status == TAUB_OK; t++)
        for (int n = 0; n < self->count && status == TAUB_OK; n++)
            status = taub_device_launch(device, &self->launches[n], error);
    return status;
}

/* Where to start a long log so that its first error fits into a message: warnings before the error are skipped. */
static const char *first_error(const char *log)
{
    if (strlen(log) < 3000)
        return log;
    for (const char *line = log; *line;) {
        const size_t length = strcspn(line, "\n");
        const char *word = strstr(line, "error");
        if (word && word < line + length)
            return line;
        line += length + (line[length] == '\n');
    }
    return log;
}

/* What a compiler prints if the machine, not the source, is the problem; NULL: nothing of that kind. */
static const char *machine_problem(const char *log)
{
    static const char *const words[] = {"No space left on device", "virtual memory exhausted",  "out of memory",
                                        "Cannot allocate memory",  "signal terminated program", "Disk quota exceeded",
                                        "Read-only file system",   "cannot write to file",      "final close failed"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (strstr(log, words[n]))
            return words[n];
    return NULL;
}

enum taub_status taub_compile_error(const struct taub_bundle *bundle, const char *compiler, const char *log,
                                    struct taub_error *error)
{
    const char *path, *declaration;
    if (taub_bundle_misses(bundle, log, &path, &declaration))
        return taub_fail(error, TAUB_BAD_INPUT, "%s: this file must define `%s`, and does not. %s says:\n%s", path,
                         declaration, compiler, first_error(log));
    if (taub_bundle_blames_user(bundle, log))
        return taub_fail(error, TAUB_BAD_INPUT, "The code file does not compile. %s says:\n%s", compiler,
                         first_error(log));
    if (machine_problem(log))
        return taub_fail(error, TAUB_FAILED,
                         "The kernels were not compiled, because the compiler lacks memory or disk (TMPDIR names the "
                         "folder it uses). %s says:\n%s",
                         compiler, first_error(log));
    if (getenv("TAUB_KERNELS"))
        return taub_fail(error, TAUB_FAILED, "The kernels of TAUB_KERNELS=%s do not compile. %s says:\n%s",
                         getenv("TAUB_KERNELS"), compiler, first_error(log));
    if (taub_bundle_user(bundle))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "The kernels do not compile together with %s. Are its functions declared as "
                         "docs/guide/user-code.md says? %s says:\n%s",
                         taub_bundle_user(bundle), compiler, first_error(log));
    return taub_fail(error, TAUB_FAILED,
                     "The kernels do not compile. This is a fault of Taub or of the compiler, not of the case. %s "
                     "says:\n%s",
                     compiler, first_error(log));
}
