/* Layouts of MUSTA's stage pass against each other on a CUDA device: registers, answers, speed.
 *
 *   musta_layouts CASE [key=value]...               each layout's answer against that of passes/stage.h, and its speed
 *   musta_layouts --registers CASE [key=value]...   registers, spills and shared memory of each; needs no GPU
 *
 * CASE is one with scheme.kind musta on three axes; musta.h beside this file, found by MUSTA_LAYOUTS, has the layouts.
 * A speed is that of the pass alone, the median of repeats, in cells per second. An occupancy is what registers leave.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/compile_only.h"
#include "device/cuda_api.h"
#include "evolve/internal.h"

enum { GROUP_X = 32, GROUP_Y = 8, MARCH = 32, REPEATS = 7, LAUNCHES = 4 };

static const struct layout {
    const char *name;
    int shared; /* faces: tiles are smaller than groups */
    int march, textures;
} layouts[] = {{"stage", 1, MARCH, 0},         {"stage_fused", 0, 1, 0},       {"stage_own", 0, MARCH, 0},
               {"stage_shared", 1, MARCH, 0},  {"stage_texture", 1, MARCH, 1}, {"stage_plane", 1, MARCH, 0},
               {"stage_window", 1, MARCH, 0},  {"stage_fused_1", 0, 1, 0},     {"stage_shared_1", 1, MARCH, 0},
               {"stage_window_1", 1, MARCH, 0}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static void check(enum taub_status status, const struct taub_error *error)
{
    if (status != TAUB_OK) {
        fprintf(stderr, "%s\n", error->message);
        exit(1);
    }
}

static struct taub_bundle *bundle_of(const struct taub_config *config, const struct taub_eos *eos)
{
    struct taub_error error;
    struct taub_bundle *bundle;
    const char *file = getenv("MUSTA_LAYOUTS");
    check(taub_program_bundle(config, eos, &bundle, &error), &error);
    check(taub_bundle_user_file(bundle, file ? file : "bench/layouts/musta.h", &error), &error);
    return bundle;
}

/* ---- registers ---- */

/* The number in front of `what` in a line of ptxas. */
static int number_before(const char *line, const char *what)
{
    const char *at = strstr(line, what);
    if (!at)
        return 0;
    while (at > line && at[-1] == ' ')
        at--;
    while (at > line && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return atoi(at);
}

static void print_registers(const struct taub_config *config)
{
    struct taub_error error;
    struct taub_eos *eos;
    char *log = NULL, name[64] = "";
    size_t bytes;
    int stores = 0, loads = 0;
    check(taub_eos_create(&config->eos, &eos, &error), &error);
    struct taub_bundle *bundle = bundle_of(config, eos);
    setenv("TAUB_CUDAFLAGS", "--ptxas-options=-v", 1);
    check(
        taub_cuda_compile_only(bundle, config->device.precision, config->device.reproducible, 90, &log, &bytes, &error),
        &error);
    printf("%-16s %9s %12s %11s %12s %18s\n", "layout", "registers", "spill stores", "spill loads", "shared bytes",
           "warps of 64 (sm_90)");
    for (char *rest = log, *line; (line = strtok_r(rest, "\n", &rest));) {
        const char *entry = strstr(line, "Compiling entry function '");
        if (entry)
            sscanf(entry, "Compiling entry function '%63[^']", name);
        if (strstr(line, "spill stores")) {
            stores = number_before(line, "bytes spill stores");
            loads = number_before(line, "bytes spill loads");
        }
        const char *used = strstr(line, "Used ");
        if (!used || strncmp(name, "stage", 5) != 0)
            continue;
        const int registers = atoi(used + 5), shared = number_before(line, "bytes smem");
        const int allotted = (registers + 7) / 8 * 8 * GROUP_X * GROUP_Y;
        const int by_registers = 65536 / allotted, by_memory = shared ? 232448 / (shared + 1024) : 8;
        const int groups = by_registers < by_memory ? by_registers : by_memory;
        printf("%-16s %9d %12d %11d %12d %18d\n", name, registers, stores, loads, shared,
               (groups < 8 ? groups : 8) * GROUP_X * GROUP_Y / 32);
    }
    free(log);
    taub_bundle_destroy(bundle);
    taub_eos_destroy(eos);
}

/* ---- textures ---- */

/* CUDA_RESOURCE_DESC and CUDA_TEXTURE_DESC for linear memory, as cuda.h lays them out. */
struct linear_resource {
    int type; /* 2: linear */
    struct {
        unsigned long long address;
        int format, channels;
        size_t bytes;
        int reserved[32 - 6];
    } linear;
    unsigned flags;
};
struct texture_description {
    int address_mode[3], filter;
    unsigned flags;
    int rest[64];
};

/* A texture over a buffer of reals, as the bits of a double; of doubles each is read as two ints. */
static double texture_over(unsigned long long address, size_t bytes, bool single)
{
    struct linear_resource resource = {.type = 2};
    const struct texture_description description = {.flags = 1}; /* read as integers or as they are */
    unsigned long long handle = 0;
    double bits;
    int (*create)(unsigned long long *, const void *, const void *, const void *) = NULL;
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver)
        *(void **)&create = dlsym(driver, "cuTexObjectCreate");
    resource.linear.address = address;
    resource.linear.format = single ? 0x20 : 0x0a; /* float, signed 32-bit int */
    resource.linear.channels = single ? 1 : 2;
    resource.linear.bytes = bytes;
    const int code = create ? create(&handle, &resource, &description, NULL) : -1;
    if (code != 0) {
        fprintf(stderr, "no texture: error %d\n", code);
        exit(1);
    }
    memcpy(&bits, &handle, sizeof bits);
    return bits;
}

static unsigned long long address_of(struct taub_simulation *simulation, struct taub_pass *pass,
                                     struct taub_buffer *buffer)
{
    struct taub_error error;
    struct taub_buffer *place;
    unsigned long long address = 0;
    struct taub_launch launch = taub_simulation_scheme_launch(simulation, 0);
    check(taub_buffer_create(simulation->device, sizeof address, &place, &error), &error);
    launch.pass = pass;
    launch.fields[0] = buffer;
    launch.fields[1] = place;
    check(taub_device_launch(simulation->device, &launch, &error), &error);
    check(taub_buffer_download(place, 0, &address, sizeof address, &error), &error);
    taub_buffer_destroy(place);
    return address;
}

/* ---- answers and speed ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double value_at(const void *values, size_t n, bool single)
{
    return single ? (double)((const float *)values)[n] : ((const double *)values)[n];
}

/* Launches once, after both outputs were overwritten; returns them one behind the other. */
static char *answer(struct taub_simulation *simulation, const struct taub_launch *launch)
{
    struct taub_error error;
    const size_t bytes = taub_buffer_bytes(launch->fields[2]);
    char *values = malloc(2 * bytes);
    for (int n = 0; n < 2; n++)
        check(taub_buffer_copy(launch->fields[2 + n], launch->fields[1], bytes, &error), &error);
    check(taub_device_launch(simulation->device, launch, &error), &error);
    for (int n = 0; n < 2; n++)
        check(taub_buffer_download(launch->fields[2 + n], 0, values + (size_t)n * bytes, bytes, &error), &error);
    return values;
}

static double median_seconds(struct taub_simulation *simulation, const struct taub_launch *launch)
{
    struct taub_error error;
    double seconds[REPEATS];
    for (int r = 0; r < REPEATS; r++) {
        const double start = now();
        for (int n = 0; n < LAUNCHES; n++)
            check(taub_device_launch(simulation->device, launch, &error), &error);
        check(taub_device_finish(simulation->device, &error), &error);
        seconds[r] = (now() - start) / LAUNCHES;
    }
    qsort(seconds, REPEATS, sizeof *seconds, by_size);
    return seconds[REPEATS / 2];
}

/* Some steps, then all of the next one but for its end: everything stands ready for the stage pass. */
static struct taub_launch ready_stage(struct taub_simulation *simulation)
{
    struct taub_error error;
    struct taub_launch list[MAX_STEP_LAUNCHES];
    check(taub_simulation_advance(simulation, 6, HUGE_VAL, &error), &error);
    simulation->clock.paused = 0;
    check(taub_simulation_upload_clock(simulation, &error), &error);
    const int count = taub_simulation_step_launches(simulation, simulation->phase, list) - 1; /* all but `finish` */
    for (int n = 0; n < count; n++)
        check(taub_device_launch(simulation->device, &list[n], &error), &error);
    return list[count - 1];
}

static void compare(struct taub_simulation *simulation)
{
    struct taub_error error;
    const bool single = simulation->config->device.precision == TAUB_SINGLE;
    struct taub_program *program;
    struct taub_pass *address;
    struct taub_launch launch = ready_stage(simulation);
    struct taub_bundle *bundle = bundle_of(simulation->config, simulation->eos);
    const size_t bytes = taub_buffer_bytes(launch.fields[0]), count = 2 * bytes / simulation->real_bytes;
    check(taub_program_create(simulation->device, bundle, &program, &error), &error);
    const struct taub_pass_geometry one = {TAUB_SINGLE_PASS, {1, 1}, {1, 1, 1}};
    check(taub_program_pass(program, "address", &one, &address, &error), &error);
    const double q = texture_over(address_of(simulation, address, launch.fields[0]), bytes, single);
    const double h = texture_over(address_of(simulation, address, launch.fields[4]), bytes, single);
    char *reference = answer(simulation, &launch);
    printf("%-16s %12s %16s %22s\n", "layout", "cells/s", "values that differ", "largest difference/max");
    for (int n = 0; n < LAYOUTS; n++) {
        const struct layout *layout = &layouts[n];
        const struct taub_pass_geometry geometry = {
            TAUB_TILE_PASS, {GROUP_X, GROUP_Y}, {GROUP_X - layout->shared, GROUP_Y - layout->shared, layout->march}};
        double difference = 0.0, largest = 0.0;
        size_t differ = 0;
        check(taub_program_pass(program, layout->name, &geometry, &launch.pass, &error), &error);
        launch.range.number[1] = layout->textures ? h : 0.0;
        launch.range.number[3] = layout->textures ? q : 0.0;
        char *values = answer(simulation, &launch);
        for (size_t v = 0; v < count; v++) {
            const double a = value_at(reference, v, single), b = value_at(values, v, single);
            largest = fmax(largest, fabs(a));
            if (!(a == b)) {
                differ++;
                difference = a - b == a - b ? fmax(difference, fabs(a - b)) : INFINITY;
            }
        }
        free(values);
        printf("%-16s %12.3e %16zu %22.1e\n", layout->name,
               (double)taub_simulation_zones(simulation) / median_seconds(simulation, &launch), differ,
               difference / largest);
        fflush(stdout);
    }
    free(reference);
    taub_program_destroy(program);
    taub_bundle_destroy(bundle);
}

int main(int count, char **words)
{
    struct taub_error error;
    struct taub_case *run_case;
    const int registers = count > 1 && strcmp(words[1], "--registers") == 0;
    if (count < 2 + registers) {
        fprintf(stderr, "usage: musta_layouts [--registers] CASE [key=value]...\n");
        return 2;
    }
    check(taub_case_load(words[1 + registers], (const char *const *)words + 2 + registers, count - 2 - registers,
                         &run_case, &error),
          &error);
    if (registers)
        print_registers(taub_case_config(run_case));
    else {
        struct taub_simulation *simulation;
        check(taub_simulation_create(run_case, &simulation, &error), &error);
        compare(simulation);
        taub_simulation_destroy(simulation);
    }
    taub_case_destroy(run_case);
    return 0;
}
