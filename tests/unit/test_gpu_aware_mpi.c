/* Whether messages may be in the memory of CUDA devices: what the MPI reports, and what the environment overrides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "comm/local.h"

static bool takes(void)
{
    return true;
}

static bool takes_not(void)
{
    return false;
}

static const char *refusal(const char *setting, const struct taub_comm_module *module)
{
    const struct taub_comm comm = {.module = module};
    if (setting)
        setenv("TAUB_GPU_AWARE_MPI", setting, 1);
    else
        unsetenv("TAUB_GPU_AWARE_MPI");
    return taub_comm_refuses_device_memory(&comm);
}

static void test_who_decides(void **state)
{
    const struct taub_comm_module aware = {.takes_device_memory = takes}, plain = {.takes_device_memory = takes_not};
    (void)state;
    assert_null(refusal(NULL, &aware));
    assert_null(refusal("", &aware));
    assert_non_null(strstr(refusal(NULL, &plain), "does not report support"));
    assert_null(refusal("yes", &plain));
    assert_string_equal(refusal("no", &aware), "TAUB_GPU_AWARE_MPI is no");
    assert_string_equal(refusal("1", &aware), "TAUB_GPU_AWARE_MPI is neither yes nor no");
    assert_non_null(strstr(refusal("yes", &taub_local_module), "without MPI"));
    assert_non_null(strstr(refusal("yes", NULL), "without MPI"));
}

/* The other rank of two has not failed. */
static void maximum(double *values, int count)
{
    for (int n = 0; n < count; n++)
        values[n] = values[n] > (n == 1 ? 1.0 : -1.0) ? values[n] : n == 1 ? 1.0 : -1.0;
}

static void broadcast(int root, void *data, size_t bytes)
{
    (void)root, (void)data, (void)bytes;
}

/* Whether the machine or the case failed is part of what ranks agree on. */
static void test_agreement_keeps_whose_fault(void **state)
{
    const struct taub_comm_module module = {.maximum = maximum, .broadcast = broadcast};
    const struct taub_comm comm = {.module = &module, .size = 2};
    (void)state;
    for (int machine = 0; machine < 2; machine++) {
        struct taub_error error = {.message = "no", .machine = machine};
        assert_int_equal(taub_comm_agree(&comm, TAUB_FAILED, &error), TAUB_FAILED);
        assert_int_equal(error.machine, machine);
        assert_non_null(strstr(error.message, "rank 0 on "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_decides),
                                       cmocka_unit_test(test_agreement_keeps_whose_fault)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
