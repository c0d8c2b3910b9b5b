/* What a run counts does not overflow: totals have 64 bits on every device, whatever they begin with. And what is made
 * of the count of lost energy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/internal.h"
#include "taub/taub.h"

/* PoCL and LLVM keep what they allocated until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libpocl\nleak:libLLVM\nleak:libclang\nleak:libnvrtc\n";
}

enum { CELLS = 32, STEPS = 20 };

/* Two cold streams that meet: each step has faces of first order (kernels/reconstruct/flatten.h). */
static struct taub_config streams(enum taub_device_kind device)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_SRHD;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 4.0 / 3.0, .mass = 1};
    config.mesh =
        (struct taub_config_mesh){.cells = {CELLS, 1, 1}, .blocks = {1, 1, 1}, .lower = {-1, 0, 0}, .upper = {1, 1, 1}};
    for (int a = 0; a < 3; a++)
        config.mesh.boundary[a][0] = config.mesh.boundary[a][1] = TAUB_OUTFLOW;
    config.scheme.kind = TAUB_SCHEME_KURGANOV_TADMOR;
    config.time.end = 100;
    config.initial.kind = TAUB_INITIAL_RIEMANN;
    config.initial.left = config.initial.right =
        (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY | TAUB_GIVEN_VELOCITY,
                            .energy_density = 1.003,
                            .charge_density = 1,
                            .velocity = {0.99, 0, 0}};
    config.initial.right.velocity[0] = -0.99;
    config.device = (struct taub_config_device){.kind = device, .threads = 1, .reproducible = TAUB_STRICT};
    return config;
}

/* Counts of STEPS steps that begin with `before` each. */
static void count(enum taub_device_kind device, int64_t before, int64_t counts[TAUB_COUNTS])
{
    const struct taub_config config = streams(device);
    struct taub_case *run_case = NULL;
    struct taub_simulation *simulation = NULL;
    struct taub_error error = {0};
    if (taub_case_create(&config, &run_case, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    if (taub_simulation_create(run_case, &simulation, &error) != TAUB_OK) {
        assert_int_not_equal(device, TAUB_DEVICE_HOST);
        print_message("skipped: %s\n", error.message);
        taub_case_destroy(run_case);
        skip();
    }
    const size_t zones = (size_t)taub_simulation_zones(simulation);
    double *state = calloc(zones * (size_t)taub_simulation_saved_components(simulation), sizeof *state);
    int64_t counters[TAUB_COUNTS_SAVED];
    for (int n = 0; n < TAUB_COUNTS_SAVED; n++)
        counters[n] = before;
    assert_non_null(state);
    if (taub_simulation_save(simulation, state, &error) != TAUB_OK ||
        taub_simulation_load(simulation, state, 0, 0, 0, 0, 0, counters, &error) != TAUB_OK ||
        taub_simulation_advance(simulation, STEPS, config.time.end, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    assert_int_equal(taub_simulation_steps(simulation), STEPS);
    taub_simulation_counts(simulation, counts);
    free(state);
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
}

static void test_beyond_32_bits(void **state)
{
    const enum taub_device_kind device = *(enum taub_device_kind *)*state;
    int64_t here[TAUB_COUNTS], from_zero[TAUB_COUNTS], from_limit[TAUB_COUNTS];
    const int64_t limit = INT_MAX - 1;
    count(TAUB_DEVICE_HOST, 0, here);
    count(device, 0, from_zero);
    count(device, limit, from_limit);
    print_message("%lld faces of first order in %d steps\n", (long long)here[TAUB_COUNT_FIRST_ORDER_CELLS], STEPS);
    assert_true(here[TAUB_COUNT_FIRST_ORDER_CELLS] >= STEPS);
    for (int n = 0; n < TAUB_COUNTS; n++) {
        assert_int_equal(from_zero[n], here[n]);
        assert_int_equal(from_limit[n], here[n] + (n < TAUB_COUNTS_SAVED ? limit : 0));
    }
}

/* What ends a run of a dissipative fluid is the energy in the cells that it had to correct, not their number. */
static void test_share_of_the_energy(void **unused)
{
    (void)unused;
    enum { COMPONENTS = 15, HOT_CELLS = COMPONENTS + 15, HOT_ENERGY = COMPONENTS + 19 };
    const struct taub_system *system = taub_system_find(TAUB_SYSTEM_ISRAEL_STEWART);
    double reduced[64] = {0}, share = 0.0;
    struct taub_config config;
    struct taub_error error = {0};
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_ISRAEL_STEWART;
    config.mesh = (struct taub_config_mesh){.cells = {1000, 1, 1}, .blocks = {1, 1, 1}, .upper = {1000, 1, 1}};
    config.time.freeze_out = 0.15;
    assert_int_equal(system->sums, 20);
    reduced[HOT_CELLS] = 1000; /* of which one holds half of the energy */
    reduced[HOT_ENERGY] = 1998;
    const int64_t stages = 20;
    assert_int_equal(system->watch(&config, reduced, stages, 500.0 * 0.01 * (double)stages, &share, &error), TAUB_OK);
    assert_true(share < 0.01);
    assert_int_equal(system->watch(&config, reduced, stages, 999.0 * (double)stages, &share, &error), TAUB_FAILED);
    assert_true(fabs(share - 0.5) < 1e-12);
    assert_non_null(strstr(error.message, "0.5 of the energy above freeze-out"));
}

int main(void)
{
    enum taub_device_kind kinds[] = {TAUB_DEVICE_HOST, TAUB_DEVICE_OPENCL, TAUB_DEVICE_CUDA};
    const struct CMUnitTest tests[] = {
        {"host", test_beyond_32_bits, NULL, NULL, &kinds[0]},
        {"opencl", test_beyond_32_bits, NULL, NULL, &kinds[1]},
        {"cuda", test_beyond_32_bits, NULL, NULL, &kinds[2]},
        cmocka_unit_test(test_share_of_the_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
