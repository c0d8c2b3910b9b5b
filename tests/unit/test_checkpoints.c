/* Checkpoints: the same bits back, and which files are refused. */
#include "output/internal.h"
#include "core/bulk_file.h"
#include "output_setup.h"

enum { COMPONENTS = 3, COUNTERS = 2 };

static void make_checkpoint(struct setup *setup, const char *folder, const struct taub_config *config, double **values)
{
    begin(setup, folder, config);
    *values = sample(setup, COMPONENTS, 1);
    uint64_t odd[] = {0x7ff8000000000123, 0x8000000000000000, 1,
                      0x7ff0000000000000}; /* NaN with payload, -0, denormal, inf */
    memcpy(*values, odd, sizeof odd);
    static const int64_t counters[COUNTERS] = {INT64_MAX, -3};
    static const double transforms[] = {-0.0, 5e-324, 1.0 / 3};
    const struct taub_checkpoint checkpoint = {.step = 1234567890123,
                                               .time = 0.1,
                                               .dt = 1.0 / 3,
                                               .allowed = 2.0 / 7,
                                               .components = COMPONENTS,
                                               .values = *values,
                                               .counter_count = COUNTERS,
                                               .counters = counters,
                                               .fluxes = {3, transforms}};
    require(setup, taub_output_checkpoint(setup->output, &checkpoint, &setup->error));
}

static void checkpoint_returns_the_same_bits(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    double *values;
    make_checkpoint(&setup, below("run"), &config, &values);
    assert_true(exists(below("run"), "checkpoint.hdf") && exists(below("run"), "case.yaml"));
    assert_false(exists(below("run"), "checkpoint.hdf.part"));
    const char *names[] = {below("run"), below("run/checkpoint.hdf")};
    for (int i = 0; i < 2; i++) {
        struct taub_checkpoint read;
        require(&setup, taub_checkpoint_read(names[i], setup.mesh, COMPONENTS, COUNTERS, false, &read, &setup.error));
        assert_true(read.step == 1234567890123 && read.time == 0.1 && read.dt == 1.0 / 3 && read.allowed == 2.0 / 7);
        assert_true(read.components == COMPONENTS && read.counter_count == COUNTERS);
        assert_memory_equal(read.values, values, COMPONENTS * cells_of(&setup) * sizeof *values);
        assert_true(read.counters[0] == INT64_MAX && read.counters[1] == -3);
        assert_int_equal(read.fluxes.size, 3);
        assert_true(signbit(read.fluxes.values[0]) && read.fluxes.values[1] == 5e-324 &&
                    read.fluxes.values[2] == 1.0 / 3);
        taub_checkpoint_free(&read);
    }
    free(values);
    dispose(&setup);
}

/* Version 1 had one hash of all bytes. */
static void checkpoints_of_version_1_are_read(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    struct taub_checkpoint read;
    double *values;
    make_checkpoint(&setup, below("run"), &config, &values);
    for (int right = 1; right >= 0; right--) {
        char seal[512] = {0};
        off_t end = 0;
        unsigned long long hash;
        const int fd = open(below("run/checkpoint.hdf"), O_RDWR);
        assert_true(fd >= 0 && taub_bulk_hash_whole(fd, sizeof seal, &end, &hash) == 0);
        snprintf(seal, sizeof seal, "taub checkpoint 1: %lld bytes, xxh3 %016llx\n", (long long)end,
                 right ? hash : hash + 1);
        assert_int_equal(pwrite(fd, seal, sizeof seal, 0), sizeof seal);
        close(fd);
        const enum taub_status status =
            taub_checkpoint_read(below("run"), setup.mesh, COMPONENTS, COUNTERS, false, &read, &setup.error);
        assert_int_equal(status, right ? TAUB_OK : TAUB_BAD_INPUT);
        if (right) {
            assert_memory_equal(read.values, values, COMPONENTS * cells_of(&setup) * sizeof *values);
            taub_checkpoint_free(&read);
        }
    }
    free(values);
    dispose(&setup);
}

/* The case that it keeps; without one that of the folder; without both none. */
static void checkpoint_tells_its_case(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    double *values;
    char *text;
    make_checkpoint(&setup, below("run"), &config, &values);
    require(&setup, taub_checkpoint_case(below("run"), &text, &setup.error));
    char *beside = contents(below("run"), "case.yaml");
    assert_non_null(strstr(text, "system: srhd"));
    assert_string_equal(text, beside);
    free(text);
    setup.output->case_text[0] = '\0'; /* as in a checkpoint of an earlier version */
    const struct taub_checkpoint checkpoint = {3, 1, 1, 1, COMPONENTS, values, 0, NULL, {0}, {0}, {0}, 0};
    require(&setup, taub_output_checkpoint(setup.output, &checkpoint, &setup.error));
    require(&setup, taub_checkpoint_case(below("run/checkpoint.hdf"), &text, &setup.error));
    assert_string_equal(text, beside);
    free(text);
    assert_int_equal(unlink(below("run/case.yaml")), 0);
    require(&setup, taub_checkpoint_case(below("run"), &text, &setup.error));
    assert_null(text);
    free(beside);
    free(values);
    dispose(&setup);
}

static void expect_refusal(const char *path, const struct taub_mesh *mesh, int components, int counters,
                           const char *because)
{
    struct taub_checkpoint read;
    struct taub_error error = {.status = TAUB_OK};
    assert_int_equal(taub_checkpoint_read(path, mesh, components, counters, false, &read, &error), TAUB_BAD_INPUT);
    assert_null(read.values);
    assert_null(read.counters);
    if (!strstr(error.message, because) || !strstr(error.message, root))
        fail_msg("expected '%s' and the file's name in: %s", because, error.message);
}

static void checkpoint_of_another_run_is_refused(void **state)
{
    (void)state;
    struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    double *values;
    make_checkpoint(&setup, below("run"), &config, &values);
    struct taub_mesh other = *setup.mesh;
    other.cells[1] = 8;
    expect_refusal(below("run"), &other, COMPONENTS, COUNTERS, "5 x 8 x 3 cells, the file 5 x 4 x 3");
    other = *setup.mesh;
    other.upper[0] += 1;
    expect_refusal(below("run"), &other, COMPONENTS, COUNTERS, "along axis x");
    other = *setup.mesh;
    other.upper[2] += 1;
    expect_refusal(below("run"), &other, COMPONENTS, COUNTERS, "along axis eta");
    other = *setup.mesh;
    other.coordinates = TAUB_CARTESIAN;
    expect_refusal(below("run"), &other, COMPONENTS, COUNTERS, "cartesian coordinates, the file milne");
    expect_refusal(below("run"), setup.mesh, COMPONENTS + 1, COUNTERS,
                   "4 x 3 x 4 x 5 of 64-bit numbers; found 3 x 3 x 4 x 5");
    expect_refusal(below("run"), setup.mesh, COMPONENTS, COUNTERS + 1, "counters should have the shape 3");
    expect_refusal(below("nothing"), setup.mesh, COMPONENTS, COUNTERS, "No such file");
    expect_refusal(root, setup.mesh, COMPONENTS, COUNTERS, "No such file");
    expect_refusal(below("run/case.yaml"), setup.mesh, COMPONENTS, COUNTERS, "not a usable checkpoint");
    require(&setup, write_step(&setup, 0, 0));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    expect_refusal(below("run/fields/00000000.h5"), setup.mesh, COMPONENTS, COUNTERS,
                   "does not begin with \"taub checkpoint\"");
    free(values);
    dispose(&setup);
}

/* Every length up to the whole file: all near its ends, and strides that also hit odd places between. */
static void truncated_checkpoints_are_refused(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    double *values;
    make_checkpoint(&setup, below("run"), &config, &values);
    struct stat info;
    stat(below("run/checkpoint.hdf"), &info);
    const size_t size = (size_t)info.st_size;
    char *bytes = contents(below("run"), "checkpoint.hdf"), damaged[512];
    snprintf(damaged, sizeof damaged, "%s", below("damaged.h5"));
    for (size_t length = 0; length < size; length += length < 64 || length + 64 > size ? 1 : 37) {
        write_bytes(damaged, bytes, length);
        expect_refusal(damaged, setup.mesh, COMPONENTS, COUNTERS, "not a usable checkpoint");
    }
    free(bytes);
    free(values);
    dispose(&setup);
}

/* A flipped bit may fall where nothing is read; if the file is taken, then with the right numbers. */
static int count_refusals(const struct setup *setup, const double *values, char *bytes, size_t size)
{
    int refused = 0;
    char damaged[512];
    snprintf(damaged, sizeof damaged, "%s", below("damaged.h5"));
    for (size_t at = 0; at < size; at += 11) {
        bytes[at] ^= 0x10;
        write_bytes(damaged, bytes, size);
        bytes[at] ^= 0x10;
        struct taub_checkpoint read;
        struct taub_error error;
        if (taub_checkpoint_read(damaged, setup->mesh, COMPONENTS, COUNTERS, false, &read, &error) != TAUB_OK) {
            refused += error.status == TAUB_BAD_INPUT;
            continue;
        }
        if (memcmp(read.values, values, COMPONENTS * cells_of(setup) * sizeof *values) != 0 ||
            read.counters[0] != INT64_MAX || read.counters[1] != -3)
            return -1;
        taub_checkpoint_free(&read);
    }
    return refused;
}

static void damaged_checkpoints_are_refused(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    struct setup setup;
    double *values;
    make_checkpoint(&setup, below("run"), &config, &values);
    struct stat info;
    stat(below("run/checkpoint.hdf"), &info);
    char *bytes = contents(below("run"), "checkpoint.hdf");
    assert_true(count_refusals(&setup, values, bytes, (size_t)info.st_size) > 200);
    free(bytes);
    free(values);
    dispose(&setup);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        IN_FOLDER(checkpoint_returns_the_same_bits),     IN_FOLDER(checkpoint_tells_its_case),
        IN_FOLDER(checkpoint_of_another_run_is_refused), IN_FOLDER(truncated_checkpoints_are_refused),
        IN_FOLDER(damaged_checkpoints_are_refused),      IN_FOLDER(checkpoints_of_version_1_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
