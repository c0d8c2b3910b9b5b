/* Modules that CUDA programs share while their numbers are the same, on a driver of a few functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda_module.h"

enum { COUNT = 3, DEVICES = 3 };

struct CUmod_st {
    union {
        double reals[COUNT];
        float singles[COUNT];
    } memory;
};

static struct {
    int loaded, copies, synchronized;
    size_t bytes; /* of the numbers; 0: the compiler has left them out */
    CUresult of_copy;
} driver;

static CUresult load(CUmodule *out, const void *binary)
{
    assert_string_equal(binary, "binary");
    *out = calloc(1, sizeof **out);
    driver.loaded++;
    return CUDA_SUCCESS;
}

static CUresult unload(CUmodule module)
{
    free(module);
    driver.loaded--;
    return CUDA_SUCCESS;
}

static CUresult function_of(CUfunction *out, CUmodule module, const char *name)
{
    assert_string_equal(name, "pass");
    *out = (CUfunction)(void *)module;
    return CUDA_SUCCESS;
}

static CUresult global_of(CUdeviceptr *out, size_t *bytes, CUmodule module, const char *name)
{
    assert_string_equal(name, "taub_numbers");
    *out = (CUdeviceptr)(uintptr_t)&module->memory;
    *bytes = driver.bytes;
    return driver.bytes ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/* One that fails may have copied a part. */
static CUresult copy(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    assert_null(stream);
    assert_int_equal(bytes, driver.bytes);
    memcpy((void *)(uintptr_t)to, from, driver.of_copy ? bytes / 2 : bytes);
    driver.copies++;
    return driver.of_copy;
}

static CUresult synchronize(CUstream stream)
{
    assert_null(stream);
    driver.synchronized++;
    return CUDA_SUCCESS;
}

static CUresult words(CUresult code, const char **text)
{
    assert_int_not_equal(code, CUDA_SUCCESS);
    *text = "out of order";
    return CUDA_SUCCESS;
}

/* A device with a program. */
struct user {
    struct cuda_device device;
    struct taub_cuda_module *module;
};

static CUcontext context_of(int number)
{
    static char contexts[2];
    return (CUcontext)(void *)&contexts[number];
}

static void begin(struct user *self, CUcontext context, bool kept)
{
    struct taub_error error;
    struct taub_text binary = {0};
    *self = (struct user){0};
    self->device.context = context;
    self->device.cuda.ModuleLoadData = load;
    self->device.cuda.ModuleUnload = unload;
    self->device.cuda.ModuleGetFunction = function_of;
    self->device.cuda.ModuleGetGlobal = global_of;
    self->device.cuda.MemcpyHtoDAsync = copy;
    self->device.cuda.StreamSynchronize = synchronize;
    self->device.cuda.GetErrorString = words;
    if (kept)
        assert_int_equal(taub_device_keep(&self->device.base, NULL, &error), TAUB_OK);
    assert_true(taub_text_append(&binary, "binary", 6));
    assert_int_equal(taub_cuda_module_load(&self->device, &binary, &self->module), CUDA_SUCCESS);
    assert_null(binary.data);
}

static void end(struct user *self)
{
    taub_cuda_module_release(&self->device, self->module);
    taub_kept_destroy(&self->device.base);
}

static CUmodule module_of(struct user *self)
{
    CUfunction function;
    assert_int_equal(taub_cuda_module_function(&self->device, self->module, "pass", &function), CUDA_SUCCESS);
    return (CUmodule)(void *)function;
}

static enum taub_status set(struct user *self, double first, struct taub_error *error)
{
    const double values[COUNT] = {first, 0.1, -3};
    return taub_cuda_module_numbers(&self->device, &self->module, values, COUNT, error);
}

/* Sets numbers, which the module must hold then. */
static void set_well(struct user *self, double first)
{
    struct taub_error error;
    const double values[COUNT] = {first, 0.1, -3};
    assert_int_equal(set(self, first, &error), TAUB_OK);
    assert_memory_equal(module_of(self)->memory.reals, values, sizeof values);
}

static int set_up(void **state)
{
    (void)state;
    memset(&driver, 0, sizeof driver);
    driver.bytes = COUNT * sizeof(double);
    return 0;
}

static void modules_are_shared_while_numbers_are_the_same(void **state)
{
    (void)state;
    struct user users[DEVICES];
    for (int n = 0; n < DEVICES; n++)
        begin(&users[n], context_of(0), true);
    assert_int_equal(driver.loaded, 1);
    for (int n = 0; n < DEVICES; n++)
        set_well(&users[n], 1);
    assert_int_equal(driver.loaded, 1);
    assert_int_equal(driver.copies, 1);
    /* others keep theirs, and what the device has launched of the module that it leaves has ended */
    driver.synchronized = 0;
    set_well(&users[0], 2);
    assert_int_equal(driver.loaded, 2);
    assert_int_equal(driver.synchronized, 2);
    assert_true(module_of(&users[1])->memory.reals[0] == 1 && module_of(&users[2])->memory.reals[0] == 1);
    set_well(&users[1], 2);
    assert_ptr_equal(module_of(&users[1]), module_of(&users[0]));
    assert_int_equal(driver.copies, 2);
    /* the one that is left alone has no need of another */
    set_well(&users[2], 3);
    assert_int_equal(driver.loaded, 2);
    end(&users[2]);
    assert_int_equal(driver.loaded, 1);
    end(&users[0]);
    assert_int_equal(driver.loaded, 1);
    set_well(&users[1], 2);
    assert_int_equal(driver.copies, 3);
    end(&users[1]);
    assert_int_equal(driver.loaded, 0);
}

/* Also by a device that had its module to itself: its own is unloaded. */
static void a_device_joins_those_with_its_numbers(void **state)
{
    (void)state;
    struct user users[DEVICES];
    for (int n = 0; n < DEVICES; n++) {
        begin(&users[n], context_of(0), true);
        set_well(&users[n], n);
    }
    assert_int_equal(driver.loaded, DEVICES);
    for (int n = 0; n < DEVICES; n++)
        set_well(&users[n], 7);
    assert_int_equal(driver.loaded, 1);
    assert_int_equal(driver.copies, DEVICES + 1);
    for (int n = 1; n < DEVICES; n++)
        assert_ptr_equal(module_of(&users[n]), module_of(&users[0]));
    for (int n = 0; n < DEVICES; n++)
        end(&users[n]);
    assert_int_equal(driver.loaded, 0);
}

static void others_have_their_own(void **state)
{
    (void)state;
    struct user users[DEVICES];
    begin(&users[0], context_of(0), true);
    begin(&users[1], context_of(1), true);
    begin(&users[2], context_of(0), false);
    assert_int_equal(driver.loaded, 3);
    for (int n = 0; n < DEVICES; n++)
        set_well(&users[n], 1 + n);
    for (int n = 0; n < DEVICES; n++) {
        assert_true(module_of(&users[n])->memory.reals[0] == 1 + n);
        end(&users[n]);
    }
    assert_int_equal(driver.loaded, 0);
}

/* What was there before is set again then. */
static void a_failure_leaves_no_numbers(void **state)
{
    (void)state;
    struct user alone, beside;
    struct taub_error error;
    begin(&alone, context_of(0), true);
    set_well(&alone, 1);
    driver.of_copy = 700;
    assert_int_equal(set(&alone, 2, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "out of order"));
    driver.of_copy = CUDA_SUCCESS;
    set_well(&alone, 1);
    /* nor the module that was loaded for them */
    begin(&beside, context_of(0), true);
    driver.of_copy = 700;
    assert_int_equal(set(&beside, 2, &error), TAUB_FAILED);
    assert_int_equal(driver.loaded, 1);
    driver.of_copy = CUDA_SUCCESS;
    set_well(&beside, 1);
    assert_ptr_equal(module_of(&beside), module_of(&alone));
    driver.bytes = COUNT * sizeof(float);
    assert_int_equal(set(&beside, 2, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "another size"));
    end(&alone);
    end(&beside);
    assert_int_equal(driver.loaded, 0);
}

static void numbers_are_rounded_or_left_out(void **state)
{
    (void)state;
    struct user user;
    struct taub_error error;
    const float rounded[COUNT] = {1, 0.1f, -3};
    begin(&user, context_of(0), true);
    user.device.base.config.precision = TAUB_SINGLE;
    driver.bytes = sizeof rounded;
    assert_int_equal(set(&user, 1, &error), TAUB_OK);
    assert_memory_equal(module_of(&user)->memory.singles, rounded, sizeof rounded);
    driver.bytes = 0;
    assert_int_equal(set(&user, 2, &error), TAUB_OK);
    assert_int_equal(driver.copies, 1);
    end(&user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(modules_are_shared_while_numbers_are_the_same, set_up),
        cmocka_unit_test_setup(a_device_joins_those_with_its_numbers, set_up),
        cmocka_unit_test_setup(others_have_their_own, set_up),
        cmocka_unit_test_setup(a_failure_leaves_no_numbers, set_up),
        cmocka_unit_test_setup(numbers_are_rounded_or_left_out, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
