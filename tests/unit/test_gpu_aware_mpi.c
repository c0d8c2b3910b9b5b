/* Whether messages stand in the memory of CUDA devices: what MPI says of itself, and what the environment overrules. */
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

static const char *refusal(const char *wish, const struct taub_comm_module *module)
{
    const struct taub_comm comm = {.module = module};
    if (wish)
        setenv("TAUB_GPU_AWARE_MPI", wish, 1);
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
    assert_non_null(strstr(refusal(NULL, &plain), "does not say"));
    assert_null(refusal("yes", &plain));
    assert_string_equal(refusal("no", &aware), "TAUB_GPU_AWARE_MPI is no");
    assert_string_equal(refusal("1", &aware), "TAUB_GPU_AWARE_MPI is neither yes nor no");
    assert_non_null(strstr(refusal("yes", &taub_local_module), "without MPI"));
    assert_non_null(strstr(refusal("yes", NULL), "without MPI"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_decides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
