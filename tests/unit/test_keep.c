/* A device that keeps what simulations give back: one run after the other on it has the bits of a run on its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/run.h"
#include "taub/taub.h"

const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libgomp\nleak:libnvrtc\n";
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

int main(void)
{
    static enum taub_device_kind host = TAUB_DEVICE_HOST, cuda = TAUB_DEVICE_CUDA, opencl = TAUB_DEVICE_OPENCL;
    const struct CMUnitTest tests[] = {
        {"host", runs_after_each_other_have_the_same_bits, NULL, NULL, &host},
        {"cuda", runs_after_each_other_have_the_same_bits, NULL, NULL, &cuda},
        {"opencl", runs_after_each_other_have_the_same_bits, NULL, NULL, &opencl},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
