/* Shared by the tests of devices: one run of each test per implementation, skipped with the reason where it is missing.
 */
#ifndef DEVICE_SUPPORT_H
#define DEVICE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/device.h"

/* PoCL and LLVM keep what they allocated until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libnvrtc\n";
}

/* Wants a call to succeed and shows its message when it does not. */
#define MUST(call)                                     \
    do {                                               \
        struct taub_error error = {.status = TAUB_OK}; \
        struct taub_error *e = &error;                 \
        if ((call) != TAUB_OK)                         \
            fail_msg("%s", error.message);             \
    } while (0)

/* A test's prestate says which device; the test gets it open. */
struct place {
    enum taub_device_kind kind;
    enum taub_precision precision;
    enum taub_reproducible reproducible;
};

static inline struct taub_device *open_device(void **state)
{
    const struct place *place = *state;
    struct taub_error error;
    struct taub_device *device;
    const struct taub_device_config config = {
        .kind = place->kind, .precision = place->precision, .reproducible = place->reproducible};
    if (taub_device_open(&config, &device, &error) != TAUB_OK) {
        /* The host is always there. */
        assert_int_not_equal(place->kind, TAUB_DEVICE_HOST);
        print_message("skipped: %s\n", error.message);
        skip();
    }
    return device;
}

static inline struct taub_bundle *bundle_of(const char *text)
{
    struct taub_bundle *bundle;
    MUST(taub_bundle_create(&bundle, e));
    MUST(taub_bundle_kernel(bundle, "dialect.h", e));
    MUST(taub_bundle_text(bundle, text, e));
    return bundle;
}

static inline struct taub_program *program_of(struct taub_device *device, const char *text)
{
    struct taub_bundle *bundle = bundle_of(text);
    struct taub_program *program;
    MUST(taub_program_create(device, bundle, &program, e));
    taub_bundle_destroy(bundle);
    return program;
}

static inline struct taub_pass *pass_of(struct taub_program *program, const char *name, enum taub_pass_kind kind)
{
    const struct taub_pass_geometry geometry = {.kind = kind, .group = {8, 4}, .tile = {16, 4, 2}};
    struct taub_pass *pass;
    MUST(taub_program_pass(program, name, &geometry, &pass, e));
    return pass;
}

static inline struct taub_buffer *buffer_of(struct taub_device *device, const void *data, size_t bytes)
{
    struct taub_buffer *buffer;
    MUST(taub_buffer_create(device, bytes, &buffer, e));
    if (data)
        MUST(taub_buffer_upload(buffer, 0, data, bytes, e));
    return buffer;
}

static inline void *data_of_buffer(struct taub_buffer *buffer)
{
    void *data = malloc(taub_buffer_bytes(buffer));
    assert_non_null(data);
    MUST(taub_buffer_download(buffer, 0, data, taub_buffer_bytes(buffer), e));
    return data;
}

/* Reals of the device's precision. */
struct reals {
    bool single;
    size_t count;
    void *data;
};

static inline struct reals make_reals(const struct place *place, size_t count)
{
    struct reals reals = {place->precision == TAUB_SINGLE, count, NULL};
    reals.data = calloc(count, reals.single ? sizeof(float) : sizeof(double));
    assert_non_null(reals.data);
    return reals;
}

static inline size_t bytes_of(const struct reals *reals)
{
    return reals->count * (reals->single ? sizeof(float) : sizeof(double));
}

static inline double get(const struct reals *reals, long n)
{
    return reals->single ? (double)((const float *)reals->data)[n] : ((const double *)reals->data)[n];
}

static inline void set(struct reals *reals, long n, double value)
{
    if (reals->single)
        ((float *)reals->data)[n] = (float)value;
    else
        ((double *)reals->data)[n] = value;
}

static inline struct reals download(struct taub_buffer *buffer, const struct place *place)
{
    struct reals reals = {place->precision == TAUB_SINGLE, 0, data_of_buffer(buffer)};
    reals.count = taub_buffer_bytes(buffer) / (reals.single ? sizeof(float) : sizeof(double));
    return reals;
}

static const char small_text[] = "INLINE void nothing_single(struct taub_io io) { io.f[0][0] = R(42.0); }\n"
                                 "TAUB_SINGLE_PASS(nothing)\n";

/* Compiles, runs, and says whether it came from the cache. */
static inline bool was_cached(struct taub_device *device, const struct place *place, const char *text)
{
    struct taub_program *program = program_of(device, text);
    const bool cached = taub_program_was_cached(program);
    assert_true(taub_program_compile_seconds(program) > 0);
    struct taub_launch launch = {.pass = pass_of(program, "nothing", TAUB_SINGLE_PASS)};
    launch.fields[0] = buffer_of(device, NULL, 8);
    MUST(taub_device_launch(device, &launch, e));
    void *data = data_of_buffer(launch.fields[0]);
    assert_true(place->precision == TAUB_SINGLE ? *(float *)data == 42 : *(double *)data == 42);
    free(data);
    taub_buffer_destroy(launch.fields[0]);
    taub_program_destroy(program);
    return cached;
}

/* A folder for the kernel cache, so that tests meet neither the user's cache nor one another. */
static inline int make_cache(void **state)
{
    (void)state;
    char folder[] = "/tmp/taub-test-XXXXXX";
    return mkdtemp(folder) && setenv("TAUB_CACHE", folder, 1) == 0 ? 0 : -1;
}

static inline int remove_cache(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", getenv("TAUB_CACHE"));
    return system(command);
}

/* The same tests on each kind of device in both precisions, strict: ALL(device, precision) lists them with ON_DEVICE,
 * and tests that follow each other get their places. */
#define ON_DEVICE(device, precision, test)                     \
    {                                                          \
        device "/" precision " " #test, test, NULL, NULL, NULL \
    }
#define ON_ALL_DEVICES                                                                              \
    {                                                                                               \
        ALL("host", "double"), ALL("host", "single"), ALL("cuda", "double"), ALL("cuda", "single"), \
            ALL("opencl", "double"), ALL("opencl", "single")                                        \
    }
static inline void place_tests(struct CMUnitTest *tests, size_t count)
{
    static struct place places[6] = {
        {TAUB_DEVICE_HOST, TAUB_DOUBLE, TAUB_STRICT},   {TAUB_DEVICE_HOST, TAUB_SINGLE, TAUB_STRICT},
        {TAUB_DEVICE_CUDA, TAUB_DOUBLE, TAUB_STRICT},   {TAUB_DEVICE_CUDA, TAUB_SINGLE, TAUB_STRICT},
        {TAUB_DEVICE_OPENCL, TAUB_DOUBLE, TAUB_STRICT}, {TAUB_DEVICE_OPENCL, TAUB_SINGLE, TAUB_STRICT}};
    for (size_t n = 0; n < count; n++)
        tests[n].initial_state = &places[n * 6 / count];
}

#endif
