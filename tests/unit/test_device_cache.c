/* The kernel cache on every device: what is found in it, and what happens to damaged entries. */
#include <dirent.h>

#include "device_support.h"

/* Calls spoil(path) for each file in the cache. */
static int each_entry(void (*spoil)(const char *path))
{
    int count = 0;
    DIR *folder = opendir(getenv("TAUB_CACHE"));
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", getenv("TAUB_CACHE"), entry->d_name);
        if (entry->d_name[0] == '.')
            continue;
        count++;
        if (spoil)
            spoil(path);
    }
    closedir(folder);
    return count;
}

static void cut(const char *path)
{
    assert_int_equal(truncate(path, 100), 0);
}

static void empty(const char *path)
{
    assert_int_equal(truncate(path, 0), 0);
}

static void flip(const char *path)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 60, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, 60, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
}

static void cache(void **state)
{
    struct taub_device *device = open_device(state);
    static void (*const damage[])(const char *) = {cut, empty, flip};
    char other[sizeof small_text + 16];
    snprintf(other, sizeof other, "%s// other\n", small_text);
    assert_false(was_cached(device, *state, small_text));
    assert_true(was_cached(device, *state, small_text));
    assert_true(each_entry(NULL) > 0);
    for (int n = 0; n < 3; n++) {
        each_entry(damage[n]);
        assert_false(was_cached(device, *state, small_text));
        assert_true(was_cached(device, *state, small_text));
    }
    assert_false(was_cached(device, *state, other));
    char *folder = strdup(getenv("TAUB_CACHE"));
    setenv("TAUB_CACHE", "off", 1);
    assert_false(was_cached(device, *state, small_text));
    setenv("TAUB_CACHE", "/proc/none/such", 1);
    assert_false(was_cached(device, *state, small_text));
    setenv("TAUB_CACHE", folder, 1);
    assert_true(was_cached(device, *state, small_text));
    free(folder);
    taub_device_close(device);
}

/* Precision and reproducibility are part of the key. */
static void options_are_in_the_key(void **state)
{
    struct place place = *(const struct place *)*state;
    void *other = &place;
    struct taub_device *device = open_device(state);
    assert_true(was_cached(device, *state, small_text)); /* by the test before */
    taub_device_close(device);
    place.reproducible = place.reproducible == TAUB_STRICT ? TAUB_FAST : TAUB_STRICT;
    device = open_device(&other);
    assert_false(was_cached(device, &place, small_text));
    taub_device_close(device);
}

int main(void)
{
    static struct place places[3] = {{TAUB_DEVICE_HOST, TAUB_DOUBLE, TAUB_FAST},
                                     {TAUB_DEVICE_CUDA, TAUB_DOUBLE, TAUB_FAST},
                                     {TAUB_DEVICE_OPENCL, TAUB_DOUBLE, TAUB_FAST}};
#define ON(device, n)                                                                    \
    {device " cache", cache, NULL, NULL, &places[n]},                                    \
    {                                                                                    \
        device " options_are_in_the_key", options_are_in_the_key, NULL, NULL, &places[n] \
    }
    const struct CMUnitTest tests[] = {ON("host", 0), ON("cuda", 1), ON("opencl", 2)};
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
