/* Checkpoints, and what is left on disk when it is full, a file is cut off or a run does not end well. */
#include "output/internal.h"
#include "core/bulk_file.h"
#include "output_setup.h"

/* Checkpoints. */

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
    assert_true(exists(below("run"), "checkpoint.h5") && exists(below("run"), "case.yaml"));
    assert_false(exists(below("run"), "checkpoint.h5.part"));
    const char *names[] = {below("run"), below("run/checkpoint.h5")};
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
        off_t end;
        unsigned long long hash;
        const int fd = open(below("run/checkpoint.h5"), O_RDWR);
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
    const struct taub_checkpoint checkpoint = {3, 1, 1, 1, COMPONENTS, values, 0, NULL, {0}, {0}, {0}};
    require(&setup, taub_output_checkpoint(setup.output, &checkpoint, &setup.error));
    require(&setup, taub_checkpoint_case(below("run/checkpoint.h5"), &text, &setup.error));
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
    struct taub_error error = {TAUB_OK, ""};
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
    expect_refusal(below("run/fields.h5"), setup.mesh, COMPONENTS, COUNTERS, "does not begin as checkpoints do");
    free(values);
    dispose(&setup);
}

static void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
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
    stat(below("run/checkpoint.h5"), &info);
    const size_t size = (size_t)info.st_size;
    char *bytes = contents(below("run"), "checkpoint.h5"), damaged[512];
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
    stat(below("run/checkpoint.h5"), &info);
    char *bytes = contents(below("run"), "checkpoint.h5");
    assert_true(count_refusals(&setup, values, bytes, (size_t)info.st_size) > 200);
    free(bytes);
    free(values);
    dispose(&setup);
}

/* Failures. */

static void folder_in_the_way(void **state)
{
    (void)state;
    write_bytes(below("file"), "x", 1);
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const char *folders[] = {"file", "file/below", ""}, *expected[] = {"File exists", "Not a directory", "empty"};
    struct setup setup;
    prepare(&setup, &config);
    for (int i = 0; i < 3; i++) {
        const char *folder = *folders[i] ? below(folders[i]) : "";
        assert_int_equal(taub_output_create(folder, setup.run_case, setup.mesh, &setup.output, &setup.error),
                         TAUB_BAD_INPUT);
        assert_null(setup.output);
        if (!strstr(setup.error.message, expected[i]))
            fail_msg("expected '%s' in: %s", expected[i], setup.error.message);
    }
    dispose(&setup);
}

static void two_runs_cannot_share_a_folder(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    struct setup setup;
    begin(&setup, below("run"), &config);
    struct taub_output *second;
    assert_int_equal(taub_output_create(below("run"), setup.run_case, setup.mesh, &second, &setup.error),
                     TAUB_BAD_INPUT);
    assert_non_null(strstr(setup.error.message, "another run"));
    assert_true(exists(below("run"), "summary.json.part")); /* the first run's files are untouched */
    dispose(&setup);
}

static void an_earlier_run_stays_until_the_end(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const int64_t steps[] = {0, 9};
    const double times[] = {0.5, 1};
    write_run(below("run"), &config, steps, times, 2);
    char *before = contents(below("run"), "fields.xmf");
    struct setup setup;
    begin(&setup, below("run"), &config);
    require(&setup, write_step(&setup, 4, 0.7));
    char *during = contents(below("run"), "fields.xmf");
    assert_string_equal(before, during);
    free(during);
    taub_output_destroy(setup.output); /* a run that never came to its end */
    setup.output = NULL;
    assert_int_equal(part_files(below("run")), 0);
    during = contents(below("run"), "fields.xmf");
    assert_string_equal(before, during);
    free(during);
    free(before);
    dispose(&setup);

    begin(&setup, below("run"), &config); /* a run that failed, but wrote: its fields replace the earlier ones */
    require(&setup, write_step(&setup, 4, 0.7));
    require(&setup, taub_output_finish(setup.output, "failed", "a NaN", &setup.error));
    during = contents(below("run"), "fields.xmf");
    assert_non_null(strstr(during, "step 4"));
    assert_null(strstr(during, "step 9"));
    free(during);
    during = contents(below("run"), "summary.json");
    assert_non_null(strstr(during, "\"status\": \"failed\""));
    assert_non_null(strstr(during, "\"reason\": \"a NaN\""));
    free(during);
    dispose(&setup);
}

/* Spectra and drawn hadrons of an earlier run do not stay beside another one; those of this run, made while it ends,
 * do. */
static void what_was_made_of_an_earlier_run_goes(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    struct setup setup;
    begin(&setup, below("run"), &config);
    fclose(fopen(below("run/spectra.h5"), "w"));
    assert_int_equal(utimensat(AT_FDCWD, below("run/spectra.h5"), old, 0), 0);
    fclose(fopen(below("run/hadrons.oscar"), "w"));
    require(&setup, write_step(&setup, 4, 0.7));
    assert_true(exists(below("run"), "spectra.h5"));
    require(&setup, taub_output_finish(setup.output, "done", NULL, &setup.error));
    assert_false(exists(below("run"), "spectra.h5"));
    assert_true(exists(below("run"), "hadrons.oscar"));
    dispose(&setup);
}

/* A killed run's fields are readable up to the last output. */
static void fields_survive_a_kill(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 16, 8, 1, TAUB_DOUBLE);
    const pid_t child = fork();
    if (child == 0) {
        struct setup setup;
        begin(&setup, below("run"), &config);
        for (int i = 0; i < 40; i++)
            require(&setup, write_step(&setup, i, i));
        raise(SIGKILL);
    }
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGKILL);
    hid_t file = H5Fopen(below("run/fields.h5.part"), H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    struct setup setup;
    prepare(&setup, &config);
    for (int i = 0; i < 40; i++) {
        char path[64];
        snprintf(path, sizeof path, "/data/%d/meshes/energy_density", i);
        double *expected = sample(&setup, 1, i);
        assert_dataset(&setup, file, path, expected);
        free(expected);
    }
    H5Fclose(file);
    dispose(&setup);
}

static void all_outputs_readable(const struct setup *setup, const char *folder, int count)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/fields.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "/data/%d/meshes/energy_density", i);
        double *expected = sample(setup, 1, i);
        assert_dataset(setup, file, path, expected);
        free(expected);
    }
    snprintf(path, sizeof path, "/data/%d", count);
    assert_true(H5Lexists(file, path, H5P_DEFAULT) == 0);
    H5Fclose(file);
}

static void full_disk(void **state)
{
    (void)state;
    const char *disk = below("disk");
    mkdir(disk, 0777);
    if (mount("tmpfs", disk, "tmpfs", 0, "size=1m") != 0) {
        print_message("skipped: a small tmpfs cannot be mounted: %s\n", strerror(errno));
        skip();
    }
    char folder[512];
    snprintf(folder, sizeof folder, "%s/run", disk);
    const struct taub_config config = config_of(TAUB_CARTESIAN, 64, 64, 1, TAUB_DOUBLE); /* 128 KiB an output */
    struct setup setup;
    begin(&setup, folder, &config);
    const char *names[] = {"energy"};
    require(&setup, taub_output_csv_header(setup.output, TAUB_CSV_HISTORY, names, 1, &setup.error));
    int whole = 0;
    while (whole < 100 && write_step(&setup, whole, whole) == TAUB_OK)
        whole++;
    assert_true(whole >= 2 && whole < 8);
    assert_int_equal(setup.error.status, TAUB_FAILED);
    assert_non_null(strstr(setup.error.message, "No space left on device"));
    assert_non_null(strstr(setup.error.message, folder));
    assert_non_null(strstr(setup.error.message, "fields.h5"));
    double *values = sample(&setup, 30, 1);
    const struct taub_checkpoint checkpoint = {1, 1, 1, 1, 30, values, 0, NULL, {0}, {0}, {0}};
    struct taub_error error;
    assert_int_equal(taub_output_checkpoint(setup.output, &checkpoint, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "checkpoint.h5"));
    assert_non_null(strstr(error.message, "No space left on device"));
    free(values);
    /* Fill up to the last page: the reason must still find its place. */
    char filler[600];
    snprintf(filler, sizeof filler, "%s/filler", disk);
    FILE *file = fopen(filler, "wb");
    while (fputc('x', file) != EOF && fflush(file) == 0)
        continue;
    fclose(file);
    const double energy = 1;
    enum taub_status history = TAUB_OK;
    for (int i = 0; i < 10000 && history == TAUB_OK; i++)
        history = taub_output_csv_line(setup.output, TAUB_CSV_HISTORY, i, 0, 0, &energy, 1, &error);
    assert_int_equal(history, TAUB_FAILED);
    assert_non_null(strstr(error.message, "history.csv: cannot be written: No space left on device"));
    enum taub_status finished = taub_output_finish(setup.output, "failed", setup.error.message, &error);
    assert_int_equal(finished, TAUB_FAILED); /* the history could not be completed */
    assert_int_equal(part_files(folder), 0);
    all_outputs_readable(&setup, folder, whole);
    char *text = contents(folder, "summary.json");
    assert_non_null(strstr(text, "No space left on device"));
    free(text);
    dispose(&setup);
    umount(disk);
}

/* A limit on the size of files passes the reservation and fails inside HDF5; HDF5 may not recover from that itself, so
 * this happens in a process of its own. What is kept must be whole. */
static void failure_inside_hdf5(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 64, 64, 1, TAUB_DOUBLE);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit = {600000, 600000};
        setrlimit(RLIMIT_FSIZE, &limit);
        struct setup setup;
        begin(&setup, below("run"), &config);
        int whole = 0;
        while (whole < 100 && write_step(&setup, whole, whole) == TAUB_OK)
            whole++;
        bool good = whole >= 1 && whole < 10 && strstr(setup.error.message, "File too large");
        good = good && write_step(&setup, 50, 50) == TAUB_FAILED;
        taub_output_finish(setup.output, "failed", setup.error.message, &setup.error);
        taub_output_destroy(setup.output);
        _exit(good ? whole : 99);
    }
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_not_equal(WEXITSTATUS(ended), 99);
    assert_int_equal(part_files(below("run")), 0);
    char *text = contents(below("run"), "summary.json");
    assert_non_null(strstr(text, "\"status\": \"failed\""));
    free(text);
    if (exists(below("run"), "fields.h5")) {
        struct setup setup;
        prepare(&setup, &config);
        all_outputs_readable(&setup, below("run"), WEXITSTATUS(ended));
        dispose(&setup);
    }
}

/* The caller's way of reporting HDF5's errors is neither used nor changed. */
static herr_t count_calls(hid_t stack, void *data)
{
    (void)stack;
    ++*(int *)data;
    return 0;
}

static void hdf5_stays_silent(void **state)
{
    (void)state;
    int calls = 0;
    H5E_auto2_t before, after;
    void *data_before, *data_after;
    H5Eget_auto2(H5E_DEFAULT, &before, &data_before);
    H5Eset_auto2(H5E_DEFAULT, count_calls, &calls);
    struct taub_checkpoint read;
    struct taub_error error;
    const struct taub_mesh mesh = {.cells = {1, 1, 1}};
    write_bytes(below("not.h5"), "nothing of the sort", 19);
    assert_int_equal(taub_checkpoint_read(below("not.h5"), &mesh, 1, 0, false, &read, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "does not begin as checkpoints do"));
    struct taub_compared_output *out;
    int count;
    assert_int_equal(taub_output_compare(below("not.h5"), root, TAUB_COMPARE_LAST, 0, &out, &count, &error),
                     TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "file signature not found"));
    H5Eget_auto2(H5E_DEFAULT, &after, &data_after);
    H5Eset_auto2(H5E_DEFAULT, before, data_before);
    assert_int_equal(calls, 0);
    assert_true(after == count_calls && data_after == &calls);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        IN_FOLDER(checkpoint_returns_the_same_bits),
        IN_FOLDER(checkpoint_tells_its_case),
        IN_FOLDER(checkpoint_of_another_run_is_refused),
        IN_FOLDER(truncated_checkpoints_are_refused),
        IN_FOLDER(damaged_checkpoints_are_refused),
        IN_FOLDER(checkpoints_of_version_1_are_read),
        IN_FOLDER(what_was_made_of_an_earlier_run_goes),
        IN_FOLDER(folder_in_the_way),
        IN_FOLDER(two_runs_cannot_share_a_folder),
        IN_FOLDER(an_earlier_run_stays_until_the_end),
        IN_FOLDER(fields_survive_a_kill),
        IN_FOLDER(full_disk),
        IN_FOLDER(failure_inside_hdf5),
        IN_FOLDER(hdf5_stays_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
