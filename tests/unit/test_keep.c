/* A device that keeps what simulations give back: one run after the other on it has the bits of a run on its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "evolve/internal.h"
#include "evolve/run.h"
#include "taub/taub.h"

const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libnvrtc\n";
}

static struct taub_case *case_of(enum taub_device_kind kind, double peak, int cells)
{
    struct taub_error error;
    struct taub_case *run_case;
    struct taub_config config;
    taub_config_default(&config);
    config.eos.kind = TAUB_EOS_CONFORMAL;
    config.mesh = (struct taub_config_mesh){
        .cells = {cells, cells, 1}, .blocks = {1, 1, 1}, .lower = {-3, -3, -1}, .upper = {3, 3, 1}};
    config.time.end = 1;
    config.initial.kind = TAUB_INITIAL_GAUSSIAN;
    config.initial.peak = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = peak};
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 0.5};
    config.initial.width[0] = 0.8;
    config.initial.width[1] = 0.7;
    config.output.every = 0.3;
    config.device = (struct taub_config_device){.kind = kind, .threads = 1, .reproducible = TAUB_STRICT};
    if (taub_case_create(&config, &run_case, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return run_case;
}

static void run_on(struct taub_device *device, const char *folder, enum taub_device_kind kind, double peak, int cells,
                   struct taub_run_result *result)
{
    struct taub_error error;
    struct taub_case *run_case = case_of(kind, peak, cells);
    const struct taub_run_options options = {.folder = folder, .device = device, .result = result};
    if (taub_run(run_case, &options, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    taub_case_destroy(run_case);
}

static void assert_same(const struct taub_run_result *a, const struct taub_run_result *b)
{
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(&a->time, &b->time, sizeof a->time);
    assert_true(a->column_count > 4);
    assert_int_equal(a->column_count, b->column_count);
    for (int n = 0; n < a->column_count; n++) {
        assert_string_equal(a->columns[n].name, b->columns[n].name);
        assert_memory_equal(&a->columns[n].start, &b->columns[n].start, 2 * sizeof(double));
    }
}

/* Another mesh and another amplitude between two runs of the same case; and the case alone, with its files. */
static void runs_after_each_other_have_the_same_bits(void **state)
{
    const enum taub_device_kind kind = *(const enum taub_device_kind *)*state;
    const struct taub_device_config config = {.kind = kind, .reproducible = TAUB_STRICT, .threads = 1};
    struct taub_device *device;
    struct taub_error error;
    static struct taub_run_result results[5];
    char folder[] = "/tmp/taub-keep-XXXXXX", command[64];
    if (taub_device_open(&config, &device, &error) != TAUB_OK) {
        assert_int_not_equal(kind, TAUB_DEVICE_HOST);
        skip();
    }
    assert_int_equal(taub_device_keep(device, NULL, &error), TAUB_OK);
    run_on(device, NULL, kind, 4, 32, &results[0]);
    run_on(device, NULL, kind, 9, 32, &results[1]);
    run_on(device, NULL, kind, 4, 20, &results[2]);
    run_on(device, NULL, kind, 4, 32, &results[3]);
    taub_device_close(device);
    assert_same(&results[0], &results[3]);
    assert_true(results[3].compile_seconds == 0.0);
    assert_true(results[1].columns[0].start > results[0].columns[0].start);
    assert_int_not_equal(results[2].steps, results[0].steps);
    assert_non_null(mkdtemp(folder));
    run_on(NULL, folder, kind, 4, 32, &results[4]);
    assert_same(&results[0], &results[4]);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static struct taub_device *kept_device(enum taub_device_kind kind)
{
    const struct taub_device_config config = {.kind = kind, .reproducible = TAUB_STRICT, .threads = 1};
    struct taub_device *device;
    struct taub_error error;
    if (taub_device_open(&config, &device, &error) != TAUB_OK) {
        assert_int_not_equal(kind, TAUB_DEVICE_HOST);
        skip();
    }
    assert_int_equal(taub_device_keep(device, NULL, &error), TAUB_OK);
    return device;
}

static struct taub_buffer *buffer_of(struct taub_device *device, size_t bytes)
{
    struct taub_error error;
    struct taub_buffer *buffer;
    assert_int_equal(taub_buffer_create(device, bytes, &buffer, &error), TAUB_OK);
    assert_int_equal(taub_buffer_bytes(buffer), bytes);
    return buffer;
}

/* The memory of a buffer serves the next ones of about its size, in the order in which they were given back, zeroed. */
static void buffers_are_found_again(void **state)
{
    struct taub_device *device = kept_device(*(const enum taub_device_kind *)*state);
    struct taub_error error;
    const size_t sizes[] = {0, 1, 4096, 100000, 101000};
    for (int n = 0; n < 5; n++) {
        struct taub_buffer *a = buffer_of(device, sizes[n]), *b = buffer_of(device, sizes[n]);
        unsigned char one = 7, found = 7;
        assert_int_equal(taub_buffer_upload(a, 0, &one, sizes[n] > 0, &error), TAUB_OK);
        taub_buffer_destroy(a);
        taub_buffer_destroy(b);
        assert_ptr_equal(buffer_of(device, sizes[n]), a);
        assert_ptr_equal(buffer_of(device, sizes[n]), b);
        assert_int_equal(taub_buffer_download(a, 0, &found, sizes[n] > 0, &error), TAUB_OK);
        assert_int_equal(found, sizes[n] > 0 ? 0 : 7);
        /* nothing beyond its own size may be reached */
        assert_int_not_equal(taub_buffer_upload(a, sizes[n], &one, 1, &error), TAUB_OK);
        if (n == 3) { /* 101000 bytes fit in what 100000 have */
            taub_buffer_destroy(a);
            a = buffer_of(device, 101000);
            assert_int_equal(taub_buffer_upload(a, 100999, &one, 1, &error), TAUB_OK);
        }
        taub_buffer_destroy(a);
        taub_buffer_destroy(b);
    }
    taub_device_close(device);
}

/* A sequence serves the next one of the very same launches, and no other. */
static void sequences_are_found_again(void **state)
{
    struct taub_device *device = kept_device(*(const enum taub_device_kind *)*state);
    struct taub_error error;
    struct taub_simulation *simulation;
    struct taub_case *run_case = case_of(*(const enum taub_device_kind *)*state, 4, 16);
    assert_int_equal(
        taub_simulation_create_on(run_case, taub_comm_alone(), TAUB_FOR_STEPS, NULL, device, NULL, &simulation, &error),
        TAUB_OK);
    struct taub_launch launches[2] = {taub_simulation_launch(simulation, PASS_SPEED),
                                      taub_simulation_launch(simulation, PASS_SPEED)};
    launches[0].fields[0] = launches[1].fields[0] = simulation->rows[0];
    launches[0].fields[1] = launches[1].fields[1] = taub_simulation_primitive_now(simulation);
    struct taub_sequence *first, *other;
    assert_int_equal(taub_sequence_create(device, launches, 2, &first, &error), TAUB_OK);
    taub_sequence_destroy(first);
    assert_int_equal(taub_sequence_create(device, launches, 2, &other, &error), TAUB_OK);
    assert_ptr_equal(first, other);
    taub_sequence_destroy(other);
    assert_int_equal(taub_sequence_create(device, launches, 1, &other, &error), TAUB_OK);
    assert_ptr_not_equal(first, other);
    taub_sequence_destroy(other);
    for (int change = 0; change < 3; change++) {
        struct taub_launch changed[2] = {launches[0], launches[1]};
        changed[1].range.part += change == 0;
        changed[1].range.number[3] += change == 1;
        changed[1].fields[1] = change == 2 ? simulation->rows[1] : changed[1].fields[1];
        assert_int_equal(taub_sequence_create(device, changed, 2, &other, &error), TAUB_OK);
        assert_ptr_not_equal(first, other);
        taub_sequence_destroy(other);
    }
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
    taub_device_close(device);
}

int main(void)
{
    static enum taub_device_kind host = TAUB_DEVICE_HOST, cuda = TAUB_DEVICE_CUDA, opencl = TAUB_DEVICE_OPENCL;
    const struct CMUnitTest tests[] = {
        {"host", runs_after_each_other_have_the_same_bits, NULL, NULL, &host},
        {"cuda", runs_after_each_other_have_the_same_bits, NULL, NULL, &cuda},
        {"opencl", runs_after_each_other_have_the_same_bits, NULL, NULL, &opencl},
        {"buffers, host", buffers_are_found_again, NULL, NULL, &host},
        {"buffers, cuda", buffers_are_found_again, NULL, NULL, &cuda},
        {"buffers, opencl", buffers_are_found_again, NULL, NULL, &opencl},
        {"sequences, host", sequences_are_found_again, NULL, NULL, &host},
        {"sequences, cuda", sequences_are_found_again, NULL, NULL, &cuda},
        {"sequences, opencl", sequences_are_found_again, NULL, NULL, &opencl},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
