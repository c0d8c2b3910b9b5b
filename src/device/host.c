/* The host as a device: the C compiler makes a shared library from the bundle, for this very machine. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/limits.h"
#include "core/clock.h"
#include "core/parallel.h"
#include "core/team.h"
#include "core/try.h"
#include "device/host_build.h"
#include "device/host_compiler.h"
#include "device/host_later.h"
#include "device/internal.h"

/* As declared in kernels/dialect.h. */
struct taub_host_launch {
    void *fields[TAUB_MAX_FIELDS];
    void *control, *tables, *blocks;
    struct taub_shape shape;
    struct taub_range range;
    int tile[3];
    int share, shares;
    int *next_tile;
};

struct host_device {
    struct taub_device base;
    struct taub_team *team;
};

/* Below this number of points per thread, sharing costs more than it saves. */
enum { LEAST_POINTS_PER_THREAD = 512 };

struct host_buffer {
    struct taub_buffer base;
    char *data;
    size_t mapped;
    int file; /* file of shared memory; 0: not shared */
};

struct host_program {
    struct taub_program base;
    void *library;
    void *quick;                   /* the quick build, once the optimised one has replaced it */
    struct taub_host_later *later; /* the optimised build in progress; NULL: none */
    double quick_ready;            /* when the quick build was ready */
    double *numbers;               /* values to set in the optimised library; NULL: none */
};

struct host_pass {
    struct taub_pass base;
    void (*function)(const struct taub_host_launch *launch);
};

static void host_close(struct taub_device *self)
{
    taub_team_destroy(((struct host_device *)self)->team);
    free(self);
}

/* The system provides zeroed pages, and places them when they are first written: by the threads that will work on them.
 */
static enum taub_status host_buffer_create(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                           struct taub_error *error)
{
    struct host_buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return taub_device_no_memory(error);
    buffer->mapped = bytes;
    buffer->data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffer->data == MAP_FAILED) {
        free(buffer);
        return taub_fail(error, TAUB_FAILED, "The host has no %zu bytes of memory left for a field.", bytes);
    }
    madvise(buffer->data, bytes, MADV_HUGEPAGE);
    *out = &buffer->base;
    return TAUB_OK;
}

/* A nameless file in memory; other processes open it through this process's list of open files. */
struct host_handle {
    pid_t process;
    int file;
};

static enum taub_status map_file(int file, size_t bytes, struct taub_buffer **out, struct taub_error *error)
{
    struct host_buffer *buffer = calloc(1, sizeof *buffer);
    if (!buffer)
        return taub_device_no_memory(error);
    buffer->mapped = bytes;
    buffer->data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (buffer->data == MAP_FAILED) {
        free(buffer);
        return taub_fail(error, TAUB_FAILED, "The host has no %zu bytes of shared memory left: %s.", bytes,
                         strerror(errno));
    }
    *out = &buffer->base;
    return TAUB_OK;
}

static enum taub_status host_buffer_share(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                          struct taub_shared_handle *handle, struct taub_error *error)
{
    const int file = memfd_create("taub", MFD_CLOEXEC);
    const struct host_handle own = {getpid(), file};
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0) {
        const int code = errno;
        if (file >= 0)
            close(file);
        return taub_fail(error, TAUB_FAILED, "The host has no shared memory: %s.", strerror(code));
    }
    const enum taub_status status = map_file(file, bytes, out, error);
    if (status != TAUB_OK) {
        close(file);
        return status;
    }
    ((struct host_buffer *)*out)->file = file;
    memcpy(handle->bytes, &own, sizeof own);
    return TAUB_OK;
}

static enum taub_status host_buffer_import(struct taub_device *self, const struct taub_shared_handle *handle,
                                           size_t bytes, struct taub_buffer **out, struct taub_error *error)
{
    struct host_handle theirs;
    char path[64];
    memcpy(&theirs, handle->bytes, sizeof theirs);
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)theirs.process, theirs.file);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return taub_fail(error, TAUB_FAILED, "%s: the memory of another process cannot be opened: %s.", path,
                         strerror(errno));
    const enum taub_status status = map_file(file, bytes, out, error);
    close(file);
    return status;
}

static void host_buffer_destroy(struct taub_buffer *self)
{
    struct host_buffer *buffer = (struct host_buffer *)self;
    munmap(buffer->data, buffer->mapped);
    if (buffer->file > 0)
        close(buffer->file);
    free(buffer);
}

static enum taub_status host_clear(struct taub_buffer *self, struct taub_error *error)
{
    struct host_buffer *buffer = (struct host_buffer *)self;
    memset(buffer->data, 0, buffer->mapped);
    return TAUB_OK;
}

static char *data_of(const struct taub_buffer *buffer)
{
    return buffer ? ((const struct host_buffer *)buffer)->data : NULL;
}

static void *host_address(const struct taub_buffer *buffer)
{
    return data_of(buffer);
}

static enum taub_status host_upload(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                                    struct taub_error *error)
{
    memcpy(data_of(self) + offset, source, bytes);
    return TAUB_OK;
}

static enum taub_status host_download(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                      struct taub_error *error)
{
    memcpy(target, data_of(self) + offset, bytes);
    return TAUB_OK;
}

static enum taub_status host_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                  struct taub_error *error)
{
    memcpy(data_of(target), data_of(source), bytes);
    return TAUB_OK;
}

static enum taub_status host_program_create(struct taub_device *self, const struct taub_bundle *bundle,
                                            struct taub_program **out, struct taub_error *error)
{
    struct host_program *program = calloc(1, sizeof *program);
    if (!program)
        return taub_device_no_memory(error);
    struct taub_host_built built;
    const enum taub_status status = taub_host_build(self, bundle, &built, error);
    if (status == TAUB_OK) {
        program->library = built.handle;
        program->later = built.later;
        program->quick_ready = taub_seconds();
        program->base.cached = built.cached;
        program->base.quick = built.quick ? TAUB_QUICK_RUNS : TAUB_QUICK_NOT;
        *out = &program->base;
    } else
        free(program);
    return status;
}

static void host_program_destroy(struct taub_program *self)
{
    struct host_program *program = (struct host_program *)self;
    void *unused = program->later ? taub_host_later_stop(program->later) : NULL;
    if (unused)
        dlclose(unused);
    if (program->quick)
        dlclose(program->quick);
    dlclose(program->library);
    free(program->numbers);
    free(program);
}

/* A library with numbers is used by one program only (host_build.c). ISO C has no conversion from dlsym's pointer to a
 * function pointer, hence memcpy. */
static bool set_numbers(void *library, const double *values)
{
    void (*set)(const double *values);
    void *symbol = dlsym(library, "taub_set_numbers");
    if (!symbol)
        return false;
    memcpy(&set, &symbol, sizeof symbol);
    set(values);
    return true;
}

static enum taub_status host_program_numbers(struct taub_program *self, const double *values, int count,
                                             struct taub_error *error)
{
    struct host_program *program = (struct host_program *)self;
    double *copy = realloc(program->numbers, (size_t)count * sizeof *copy);
    if (!copy)
        return taub_device_no_memory(error);
    program->numbers = memcpy(copy, values, (size_t)count * sizeof *copy);
    if (!set_numbers(program->library, values))
        return taub_fail(error, TAUB_FAILED, "The compiled kernels have no function taub_set_numbers.");
    return TAUB_OK;
}

static bool find_function(struct host_pass *pass, void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (symbol)
        memcpy(&pass->function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Switches to the optimised kernels if they are ready; both builds have the same text, so they have the same passes. */
static void switch_to_optimized(struct host_program *self)
{
    if (!taub_host_later_ready(self->later))
        return;
    void *library = taub_host_later_stop(self->later);
    self->later = NULL;
    if (!library) {
        self->base.quick = TAUB_QUICK_STAYS;
        return;
    }
    if (self->numbers)
        set_numbers(library, self->numbers);
    for (struct taub_pass *pass = self->base.passes; pass; pass = pass->next)
        find_function((struct host_pass *)pass, library, pass->name);
    self->quick = self->library;
    self->library = library;
    self->base.quick = TAUB_QUICK_RAN;
    self->base.quick_seconds = taub_seconds() - self->quick_ready;
}

static enum taub_status host_pass_create(struct taub_program *self, const char *name, struct taub_pass **out,
                                         struct taub_error *error)
{
    struct host_pass *pass = calloc(1, sizeof *pass);
    if (!pass)
        return taub_device_no_memory(error);
    if (!find_function(pass, ((struct host_program *)self)->library, name)) {
        free(pass);
        return taub_fail(error, TAUB_FAILED, "The compiled kernels have no pass named %s.", name);
    }
    *out = &pass->base;
    return TAUB_OK;
}

static void host_pass_destroy(struct taub_pass *self)
{
    free(self);
}

/* The number of threads that get work; they share rows or tiles. */
static int shares_of(const struct taub_device *self, const struct taub_launch *launch)
{
    const enum taub_pass_kind kind = launch->pass->geometry.kind;
    long points = launch->shape.blocks, pieces = launch->shape.blocks;
    for (int a = 0; a < 3; a++) {
        const long n = launch->range.upper[a] - launch->range.lower[a];
        const int tile = launch->pass->geometry.tile[a];
        points *= n;
        if (kind == TAUB_TILE_PASS)
            pieces *= (n + tile - 1) / tile;
        else if (a > 0)
            pieces *= n;
    }
    const long shares = points / LEAST_POINTS_PER_THREAD < pieces ? points / LEAST_POINTS_PER_THREAD : pieces;
    if (kind == TAUB_SINGLE_PASS || shares < 1)
        return 1;
    return shares < self->threads ? (int)shares : self->threads;
}

static bool is_gated_off(const struct taub_launch *launch)
{
    const struct taub_control *control = host_address(launch->control);
    return launch->gate > 0 && control->troubled < launch->gate && !control->refill;
}

struct shared_launch {
    const struct taub_host_launch *whole;
    void (*function)(const struct taub_host_launch *launch);
};

static void launch_share(void *user, int share)
{
    const struct shared_launch *self = user;
    struct taub_host_launch own = *self->whole;
    own.share = share;
    self->function(&own);
}

static enum taub_status host_launch(struct taub_device *self, const struct taub_launch *launch, double *seconds,
                                    struct taub_error *error)
{
    struct taub_host_launch call;
    struct host_program *program = (struct host_program *)launch->pass->program;
    if (is_gated_off(launch))
        return TAUB_OK;
    if (program->later)
        switch_to_optimized(program);
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        call.fields[n] = data_of(launch->fields[n]);
    call.control = data_of(launch->control);
    call.tables = data_of(launch->tables);
    call.blocks = data_of(launch->blocks);
    call.shape = launch->shape;
    call.range = launch->range;
    memcpy(call.tile, launch->pass->geometry.tile, sizeof call.tile);
    int next_tile = 0;
    call.share = 0;
    call.shares = shares_of(self, launch);
    call.next_tile = &next_tile;
    struct shared_launch shared = {&call, ((struct host_pass *)launch->pass)->function};
    const double start = seconds ? taub_seconds() : 0;
    taub_team_run(((struct host_device *)self)->team, call.shares, launch_share, &shared);
    if (seconds)
        *seconds = taub_seconds() - start;
    return TAUB_OK;
}

static enum taub_status host_finish(struct taub_device *self, struct taub_error *error)
{
    return TAUB_OK;
}

static const struct taub_device_functions host_functions = {.close = host_close,
                                                            .buffer_create = host_buffer_create,
                                                            .buffer_share = host_buffer_share,
                                                            .buffer_import = host_buffer_import,
                                                            .buffer_destroy = host_buffer_destroy,
                                                            .clear = host_clear,
                                                            .address = host_address,
                                                            .upload = host_upload,
                                                            .download = host_download,
                                                            .copy = host_copy,
                                                            .program_create = host_program_create,
                                                            .program_destroy = host_program_destroy,
                                                            .program_numbers = host_program_numbers,
                                                            .pass_create = host_pass_create,
                                                            .pass_destroy = host_pass_destroy,
                                                            .launch = host_launch,
                                                            .finish = host_finish};

/* Total and available memory in bytes. */
static void read_memory(size_t *total, size_t *available)
{
    char line[128];
    unsigned long kilobytes;
    FILE *file = fopen("/proc/meminfo", "re");
    const double left = taub_memory_available("");
    *total = 0;
    *available = left < 1e18 ? (size_t)fmax(left, 0.0) : 0;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "MemTotal: %lu kB", &kilobytes) == 1)
            *total = (size_t)kilobytes * 1024;
    }
    if (file)
        fclose(file);
}

static void describe(struct taub_device_report *report, int threads)
{
    *report = (struct taub_device_report){.kind = TAUB_DEVICE_HOST, .host_memory = true};
    taub_host_processor_name(report->name, sizeof report->name);
    read_memory(&report->memory_total, &report->memory_free);
    struct taub_host_compiler compiler;
    report->usable = taub_host_compiler_find(0, &compiler);
    if (report->usable)
        snprintf(report->detail, sizeof report->detail, "%d thread%s, %s", threads, threads == 1 ? "" : "s",
                 compiler.name);
    else
        snprintf(report->detail, sizeof report->detail, "%s", taub_host_compiler_missing());
    taub_host_compiler_free(&compiler);
}

int taub_host_survey(struct taub_device_report *reports, int capacity)
{
    if (capacity < 1)
        return 0;
    describe(reports, taub_usable_threads());
    return 1;
}

/* Number of threads for kernels; a requested number that is not available is refused. */
static enum taub_status choose_threads(int asked, int *threads, struct taub_error *error)
{
    const int most = taub_most_threads(), wanted = asked > 0 ? asked : taub_usable_threads();
    if (asked > most)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "device.threads is %d, and this process may use %d processor%s: at most %d threads, four on "
                         "each, can be requested; 0 takes one on each",
                         asked, taub_processors(), taub_processors() == 1 ? "" : "s", most);
    *threads = taub_startable_threads(wanted);
    if (asked > *threads)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "device.threads is %d, and the system lets this process have %d (ulimit -u, or the control "
                         "group's limit of processes); request at most that many, or 0 for as many as possible",
                         asked, *threads);
    return TAUB_OK;
}

enum taub_status taub_host_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error)
{
    if (config->index != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "There is no host device %d: the host is one device, 0.",
                         config->index);
    int threads = 1;
    TRY(choose_threads(config->threads, &threads, error));
    struct host_device *self = calloc(1, sizeof *self);
    if (self)
        self->team = taub_team_create(threads);
    if (!self || !self->team) {
        free(self);
        return taub_device_no_memory(error);
    }
    self->base.functions = &host_functions;
    self->base.config = *config;
    self->base.config.kind = TAUB_DEVICE_HOST;
    self->base.threads = threads;
    describe(&self->base.report, threads);
    *out = &self->base;
    return TAUB_OK;
}
