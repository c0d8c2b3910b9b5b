/* What is left on disk when it is full or a run does not end well. */
#include "output/internal.h"
#include "core/bulk_file.h"
#include "output_setup.h"

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

static void an_earlier_run_stays_until_the_first_output(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const int64_t steps[] = {0, 9};
    const double times[] = {0.5, 1};
    write_run(below("run"), &config, steps, times, 2);
    char *before = contents(below("run"), "fields.xmf");
    struct setup setup;
    begin(&setup, below("run"), &config);
    const char *names[] = {"energy"};
    require(&setup, taub_output_csv_header(setup.output, TAUB_CSV_HISTORY, names, 1, &setup.error));
    char *during = contents(below("run"), "fields.xmf");
    assert_string_equal(before, during);
    free(during);
    taub_output_destroy(setup.output); /* a run that never came to its first output */
    setup.output = NULL;
    assert_int_equal(part_files(below("run")), 0);
    assert_true(exists(below("run"), "fields/00000009.h5") && !exists(below("run"), "history.csv"));
    during = contents(below("run"), "fields.xmf");
    assert_string_equal(before, during);
    free(during);
    free(before);
    dispose(&setup);

    begin(&setup, below("run"), &config); /* a run that failed, but wrote: its fields replace the earlier ones */
    require(&setup, write_step(&setup, 4, 0.7));
    assert_false(exists(below("run"), "fields/00000009.h5") || exists(below("run"), "summary.json"));
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
    assert_true(exists(below("run"), "spectra.h5"));
    require(&setup, write_step(&setup, 4, 0.7));
    require(&setup, taub_output_finish(setup.output, "done", NULL, &setup.error));
    assert_false(exists(below("run"), "spectra.h5"));
    assert_true(exists(below("run"), "hadrons.oscar"));
    dispose(&setup);
}

static void all_outputs_readable(const struct setup *setup, const char *folder, int count)
{
    char path[1024];
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/fields/%08d.h5", folder, i);
        hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
        assert_true(file >= 0);
        snprintf(path, sizeof path, "/data/%d/meshes/energy_density", i);
        double *expected = sample(setup, 1, i);
        assert_dataset(setup, file, path, expected);
        free(expected);
        H5Fclose(file);
    }
    snprintf(path, sizeof path, "fields/%08d.h5", count);
    assert_false(exists(folder, path));
}

/* A killed run's outputs are readable, all of them. */
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
    struct setup setup;
    prepare(&setup, &config);
    all_outputs_readable(&setup, below("run"), 40);
    dispose(&setup);
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
    assert_non_null(strstr(setup.error.message, "fields/0"));
    double *values = sample(&setup, 30, 1);
    const struct taub_checkpoint checkpoint = {1, 1, 1, 1, 30, values, 0, NULL, {0}, {0}, {0}, 0};
    struct taub_error error;
    assert_int_equal(taub_output_checkpoint(setup.output, &checkpoint, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "checkpoint.hdf"));
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
    /* what there is of files is whole already */
    assert_int_equal(taub_output_finish(setup.output, "failed", setup.error.message, &error), TAUB_OK);
    assert_int_equal(part_files(folder), 0);
    all_outputs_readable(&setup, folder, whole);
    char *text = contents(folder, "summary.json");
    assert_non_null(strstr(text, "No space left on device"));
    free(text);
    dispose(&setup);
    umount(disk);
}

/* A limit on the size of files, which one of the quantities of an output passes. HDF5 may not recover from a failure,
 * so this happens in a process of its own. What is kept must be whole, and the process ends as usual. */
static void files_of_limited_size(void **state)
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
        bool good = write_step(&setup, 0, 0) == TAUB_OK;
        double *values = sample(&setup, 30, 1);
        const struct taub_quantity large[] = {{"a", 10, "1", values, NULL, -1}, {"b", 10, "1", values, NULL, -1}};
        good = good && taub_output_fields(setup.output, 5, 5, 1, large, 2, &setup.error) == TAUB_FAILED;
        good = good && strstr(setup.error.message, "File too large") && write_step(&setup, 1, 1) == TAUB_OK;
        taub_output_finish(setup.output, "failed", setup.error.message, &setup.error);
        taub_output_destroy(setup.output);
        H5close();
        _exit(good ? 0 : 99);
    }
    int ended;
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFEXITED(ended));
    assert_int_equal(WEXITSTATUS(ended), 0);
    assert_int_equal(part_files(below("run")) + part_files(below("run/fields")), 0);
    char *text = contents(below("run"), "summary.json");
    assert_non_null(strstr(text, "\"status\": \"failed\""));
    free(text);
    struct setup setup;
    prepare(&setup, &config);
    all_outputs_readable(&setup, below("run"), 2);
    assert_false(exists(below("run"), "fields/00000005.h5"));
    dispose(&setup);
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
    assert_non_null(strstr(error.message, "does not begin with \"taub checkpoint\""));
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
        IN_FOLDER(what_was_made_of_an_earlier_run_goes),
        IN_FOLDER(folder_in_the_way),
        IN_FOLDER(two_runs_cannot_share_a_folder),
        IN_FOLDER(an_earlier_run_stays_until_the_first_output),
        IN_FOLDER(fields_survive_a_kill),
        IN_FOLDER(full_disk),
        IN_FOLDER(files_of_limited_size),
        IN_FOLDER(hdf5_stays_silent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
