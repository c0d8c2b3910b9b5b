/* A file that HDF5 changes in place and whose writer is killed: at every write in turn, with half of it on the disk. */
#include <fcntl.h>
#include <sys/syscall.h>

#include "output/undo_log.h"
#include "output_setup.h"

enum { OUTPUTS = 12, VALUES = 600 };

/* ---- the writes of this program and of HDF5, counted; the fatal one is done by halves and ends the process ---- */

static long writes, fatal;

static size_t counted(size_t size)
{
    return fatal > 0 && ++writes == fatal ? size / 2 : size;
}

static void end_there(void)
{
    if (fatal > 0 && writes == fatal)
        raise(SIGKILL);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    const ssize_t put = syscall(SYS_write, fd, bytes, counted(size));
    end_there();
    return put;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place)
{
    const ssize_t put = syscall(SYS_pwrite64, fd, bytes, counted(size), place);
    end_there();
    return put;
}

/* ---- a file of outputs ---- */

static double value(int output, int n)
{
    return 1000.0 * output + n;
}

static bool add_output(hid_t file, int output, bool chunked)
{
    const hsize_t size = VALUES, chunk = 97;
    double values[VALUES];
    char name[64];
    for (int n = 0; n < VALUES; n++)
        values[n] = value(output, n);
    snprintf(name, sizeof name, "/data/a name that fills a heap %d", output);
    const hid_t links = H5Pcreate(H5P_LINK_CREATE), how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    if (chunked) {
        H5Pset_chunk(how, 1, &chunk);
        H5Pset_deflate(how, 1);
    }
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t data = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, links, how, H5P_DEFAULT);
    bool good = data >= 0 && H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    /* a dataset that grows, as those of a surface do: its last chunk is written again each time */
    if (output == 0) {
        const hsize_t none = 0, unlimited = H5S_UNLIMITED, portion = 64;
        const hid_t growing = H5Screate_simple(1, &none, &unlimited), parts = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_chunk(parts, 1, &portion);
        H5Dclose(H5Dcreate2(file, "grows", H5T_IEEE_F64LE, growing, H5P_DEFAULT, parts, H5P_DEFAULT));
        H5Pclose(parts);
        H5Sclose(growing);
    }
    const hsize_t start = 10 * (hsize_t)output, more = 10, all = start + more;
    const hid_t grows = H5Dopen2(file, "grows", H5P_DEFAULT);
    good = good && grows >= 0 && H5Dset_extent(grows, &all) >= 0;
    const hid_t where = H5Dget_space(grows), memory = H5Screate_simple(1, &more, NULL);
    good = good && H5Sselect_hyperslab(where, H5S_SELECT_SET, &start, NULL, &more, NULL) >= 0 &&
           H5Dwrite(grows, H5T_NATIVE_DOUBLE, memory, where, H5P_DEFAULT, values) >= 0;
    H5Sclose(memory);
    H5Sclose(where);
    H5Dclose(grows);
    H5Dclose(data);
    H5Sclose(space);
    H5Pclose(how);
    H5Pclose(links);
    return good;
}

/* All in a process of its own, which tells each commit through the pipe. */
static void write_outputs(const char *folder, const char *path, int tell, long end_at, bool chunked)
{
    const int folder_fd = open(folder, O_RDONLY | O_DIRECTORY);
    struct taub_undo undo;
    fatal = end_at;
    if (taub_undo_begin(&undo, folder_fd, "file.undo") != 0)
        _exit(3);
    const hid_t file = taub_undo_create(&undo, path);
    bool good = file >= 0 && taub_undo_commit(&undo, file);
    for (int output = 0; output < OUTPUTS && good; output++) {
        good = add_output(file, output, chunked) && taub_undo_commit(&undo, file);
        const char mark = (char)output;
        if (syscall(SYS_write, tell, &mark, 1) != 1)
            _exit(3);
    }
    good = good && taub_undo_close(&undo, file);
    taub_undo_end(&undo);
    _exit(good ? 0 : 3);
}

static void check_outputs(const char *path, int count)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    H5G_info_t info = {.nlinks = 0};
    if (count > 0) {
        double values[VALUES];
        assert_true(H5Gget_info_by_name(file, "/data", &info, H5P_DEFAULT) >= 0);
        for (int output = 0; output < count; output++) {
            char name[64];
            snprintf(name, sizeof name, "/data/a name that fills a heap %d", output);
            const hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
            assert_true(data >= 0);
            assert_true(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
            for (int n = 0; n < VALUES; n++)
                assert_true(values[n] == value(output, n));
            H5Dclose(data);
        }
        const hid_t grows = H5Dopen2(file, "grows", H5P_DEFAULT), space = H5Dget_space(grows);
        assert_int_equal(H5Sget_simple_extent_npoints(space), 10 * count);
        assert_true(H5Dread(grows, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        for (int n = 0; n < 10 * count; n++)
            assert_true(values[n] == value(n / 10, n % 10));
        H5Sclose(space);
        H5Dclose(grows);
    }
    assert_int_equal(info.nlinks, count);
    H5Fclose(file);
}

/* Kills the writer at its write number `end_at`, recovers, and looks; false where it had ended before. */
static bool kill_at(long end_at, bool chunked, int *most_lost)
{
    char path[512], unlogged[512];
    int ends[2], folder_fd = open(root, O_RDONLY | O_DIRECTORY);
    snprintf(path, sizeof path, "%s/file", root);
    snprintf(unlogged, sizeof unlogged, "%s/file.undo", root);
    remove(path);
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_outputs(root, path, ends[1], end_at, chunked);
    }
    close(ends[1]);
    int told = 0, status;
    for (char mark; read(ends[0], &mark, 1) == 1;)
        told++;
    close(ends[0]);
    waitpid(child, &status, 0);
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    assert_true(killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    assert_int_equal(taub_undo_recover(folder_fd, "file", "file.undo"), 0);
    assert_true(access(unlogged, F_OK) != 0);
    /* nothing had been committed: the file is gone */
    if (access(path, F_OK) != 0) {
        assert_true(killed && told == 0);
        *most_lost = *most_lost > 0 ? *most_lost : 1;
    } else {
        check_outputs(path, told);
    }
    close(folder_fd);
    return killed;
}

static void kills_at_each_write(bool chunked)
{
    int lost = 0;
    long kills = 0;
    while (kill_at(kills + 1, chunked, &lost))
        kills++;
    print_message("%ld kills\n", kills);
    /* each output takes several writes, and those before the first commit are among them */
    assert_true(kills > 4 * OUTPUTS && lost == 1);
}

static void a_kill_at_any_write_loses_no_committed_output(void **state)
{
    (void)state;
    kills_at_each_write(false);
}

static void the_same_with_compressed_outputs(void **state)
{
    (void)state;
    kills_at_each_write(true);
}

/* The log of a writer that was killed while it added to it: what is torn was followed by no change. */
static void a_torn_log_is_read_to_its_last_whole_record(void **state)
{
    (void)state;
    struct taub_undo undo;
    char path[512], log[512], bytes[9] = "";
    const int folder_fd = open(root, O_RDONLY | O_DIRECTORY);
    snprintf(path, sizeof path, "%s/plain", root);
    snprintf(log, sizeof log, "%s/plain.undo", root);
    FILE *file = fopen(path, "w");
    fputs("nEw bYte", file);
    fclose(file);
    assert_int_equal(taub_undo_begin(&undo, folder_fd, "plain.undo"), 0);
    assert_int_equal(ftruncate(undo.log, 0), 0);
    static const uint64_t mark = UINT64_C(0x6f646e7562756174);
    const struct {
        uint64_t mark, place, size;
    } first = {mark, 1, 1}, second = {mark, 5, 1}, torn = {mark, 0, 8};
    assert_true(write(undo.log, &first, sizeof first) > 0 && write(undo.log, "e", 1) > 0);
    assert_true(write(undo.log, &second, sizeof second) > 0 && write(undo.log, "y", 1) > 0);
    assert_true(write(undo.log, &torn, sizeof torn) > 0 && write(undo.log, "????", 4) > 0);
    taub_undo_end(&undo);
    assert_int_equal(taub_undo_recover(folder_fd, "plain", "plain.undo"), 0);
    file = fopen(path, "r");
    assert_int_equal(fread(bytes, 1, 8, file), 8);
    fclose(file);
    assert_string_equal(bytes, "new byte");
    /* not a log: the file stays as it is, and the log too */
    file = fopen(log, "w");
    for (int n = 0; n < 64; n++)
        fputc('x', file);
    fclose(file);
    assert_int_equal(taub_undo_recover(folder_fd, "plain", "plain.undo"), EIO);
    assert_int_equal(access(log, F_OK), 0);
    close(folder_fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_kill_at_any_write_loses_no_committed_output, make_root, remove_root),
        cmocka_unit_test_setup_teardown(the_same_with_compressed_outputs, make_root, remove_root),
        cmocka_unit_test_setup_teardown(a_torn_log_is_read_to_its_last_whole_record, make_root, remove_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
