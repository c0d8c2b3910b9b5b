/* TRENTo's grids: the real samples, interpolation, and files that are not what they should be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "metadata.h"
#include "problems/problem.h"
#include "problems/transverse_map.h"
#include "problems/trento_grid.h"

static const char hdf5_sample[] = TAUB_SOURCE_DIR "/examples/auau-200/auau-200-b7.hdf5";
static const char text_sample[] = TAUB_SOURCE_DIR "/tests/data/pbpb-2760-central-0.dat";

static void close_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static struct taub_config config_of(const char *file, int event, double spacing)
{
    struct taub_config config = {.eos = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3}};
    config.mesh.coordinates = TAUB_MILNE;
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = 20;
        config.mesh.lower[i] = -13;
        config.mesh.upper[i] = 13;
    }
    config.time.start = 0.5;
    config.initial.kind = TAUB_INITIAL_TRENTO;
    config.initial.file = file;
    config.initial.event = event;
    config.initial.spacing = spacing;
    config.initial.scale = 3;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 1e-4};
    return config;
}

static struct taub_eos *conformal(void)
{
    struct taub_eos *eos = NULL;
    const struct taub_config_eos config = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3};
    assert_int_equal(taub_eos_create(&config, &eos, NULL), TAUB_OK);
    return eos;
}

/* Energy summed over the grid's own cells is scale x mult, TRENTo's integral of the reduced thickness; the grid's own
 * ellipticity is the one in the file. */
static void check_sample(const char *file, int event, double spacing, int cells, double b, int npart)
{
    struct taub_config config = config_of(file, event, spacing);
    struct taub_eos *eos = conformal();
    struct taub_problem *problem;
    struct taub_error error = {0};
    if (taub_problem_create(&config, eos, &problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    struct taub_map map;
    const int count[2] = {cells, cells};
    const double first[2] = {spacing * (0.5 - cells / 2.0), spacing * (0.5 - cells / 2.0)};
    const double step[2] = {spacing, spacing};
    assert_int_equal(taub_map_create(count, first, step, &map, NULL), TAUB_OK);
    double sum = 0;
    for (int j = 0; j < cells; j++)
        for (int i = 0; i < cells; i++) {
            const double x[3] = {first[0] + spacing * i, first[1] + spacing * j, 0};
            double state[5];
            assert_int_equal(taub_problem_state(problem, x, 0.5, state, &error), TAUB_OK);
            assert_true(state[0] >= 1e-4 && state[1] == 0 && state[4] == 0);
            map.values[j * cells + i] = (state[0] - 1e-4) / 3;
            sum += map.values[j * cells + i] * spacing * spacing;
        }
    close_to(sum, metadatum(problem, "mult"), 1e-6 * sum);
    close_to(taub_map_eccentricity(&map, 2), metadatum(problem, "e2"), 1e-4);
    close_to(taub_map_eccentricity(&map, 3), metadatum(problem, "e3"), 1e-4);
    close_to(metadatum(problem, "b"), b, 1e-3);
    assert_true(metadatum(problem, "npart") == npart);
    assert_false(taub_problem_has_exact(problem));
    taub_map_free(&map);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

static void test_samples(void **unused)
{
    (void)unused;
    check_sample(hdf5_sample, 0, 0.1, 260, 6.9994, 191);
    check_sample(hdf5_sample, 2, 0.1, 260, 6.9995, 175);
    check_sample(text_sample, 0, 0.2, 130, 2.60699, 390);
}

static void temporary(char path[64], const char *text, size_t length)
{
    strcpy(path, "/tmp/taub-trento-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, length), length);
    close(file);
}

/* Rows are y, columns x; the second row is the upper one. */
static void test_interpolation(void **unused)
{
    (void)unused;
    char path[64];
    const char text[] = "# b = 1.5\n1 2\n3 5\n";
    temporary(path, text, sizeof text - 1);
    struct taub_config config = config_of(path, 0, 2);
    config.initial.longitudinal.given = true;
    config.initial.longitudinal.plateau = 1;
    config.initial.longitudinal.sigma = 2;
    struct taub_eos *eos = conformal();
    struct taub_problem *problem;
    assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
    const double places[][4] = {
        {-1, -1, 0, 1},          {1, -1, 0, 2},  {-1, 1, 0, 3},  {1, 1, 0, 5},   {0, 0, 0, 2.75},
        {0.5, -1, 0, 1.75},      {2, 1, 0, 2.5}, {3.5, 0, 0, 0}, {1, 1, 0.9, 5}, {1, 1, -3, 5 * exp(-0.5)},
        {1, 1, 3, 5 * exp(-0.5)}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        double state[5];
        assert_int_equal(taub_problem_state(problem, places[i], 0.5, state, NULL), TAUB_OK);
        close_to(state[0], 3 * places[i][3] + 1e-4, 1e-13);
    }
    assert_true(metadatum(problem, "b") == 1.5);
    taub_problem_destroy(problem);
    config.initial.background.given = 0;
    assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
    struct taub_error error = {0};
    double state[5];
    assert_int_equal(taub_problem_state(problem, places[7], 0.5, state, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "initial.background.energy_density"));
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    unlink(path);
}

static void expect_bad(const char *path, int event, const char *start, const char *within)
{
    struct taub_trento_grid grid;
    struct taub_error error = {0};
    assert_int_equal(taub_trento_read(path, event, &grid, &error), TAUB_BAD_INPUT);
    assert_null(grid.values);
    if (strncmp(error.message, start, strlen(start)) != 0 || !strstr(error.message, within))
        fail_msg("\"%s\" does not start with \"%s\" and hold \"%s\"", error.message, start, within);
}

static void test_bad_text(void **unused)
{
    (void)unused;
    const struct {
        const char *text, *place, *within;
    } bad[] = {
        {"", ":0:", "no rows"},
        {"# b = 2\n", ":1:", "no rows"},
        {"# c\n1 2 3\n4 5\n7 8 9\n", ":3:", "truncated"},
        {"1 2 3\n4 5 6\n", ":2:", "truncated"},
        {"1 2\n3 4\n5 6\n", ":3:", "more rows"},
        {"# event 0\n1 2\n3 4\n# event 1\n5 6\n7 8\n", ":5:", "another event follows"},
        {"1 2\n\n3 nan\n", ":3:", "nan"},
        {"1 2\n-3 4\n", ":2:", "-3"},
        {"1 inf\n3 4\n", ":1:", "inf"},
        {"1 2\n3 4x\n", ":2:", "4x"},
        {"hello\n", ":1:", "hello"},
    };
    char path[64], start[80];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        temporary(path, bad[i].text, strlen(bad[i].text));
        snprintf(start, sizeof start, "%s%s", path, bad[i].place);
        expect_bad(path, 0, start, bad[i].within);
        unlink(path);
    }
    expect_bad("/nonexistent/event.dat", 0, "/nonexistent/event.dat", "No such file");
}

/* The real text sample cut at every 997th byte must be refused unless only the end of its last number is gone. */
static void test_truncated_text(void **unused)
{
    (void)unused;
    FILE *file = fopen(text_sample, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    const size_t length = fread(text, 1, 1 << 20, file);
    fclose(file);
    for (size_t cut = 0; cut < length - 2; cut += 997) {
        struct taub_trento_grid grid;
        char *copy = malloc(cut ? cut : 1); /* exactly as long, so that reading past the end is seen */
        memcpy(copy, text, cut);
        assert_int_equal(taub_trento_parse(copy, cut, "sample", &grid, NULL), TAUB_BAD_INPUT);
        free(copy);
    }
    free(text);
}

static void write_hdf5(const char *path, int rank, const double *values, hid_t type)
{
    const hsize_t shape[3] = {rank == 1 ? 6 : 2, 3, 1};
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(rank, shape, NULL);
    const hid_t set = H5Dcreate2(file, "event_4", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
}

static void test_hdf5(void **unused)
{
    (void)unused;
    char path[64], copy[64];
    temporary(path, "", 0);
    const double good[6] = {1, 2, 3, 4, 5, 6}, hole[6] = {1, 2, 3, 4, NAN, 6}, debt[6] = {1, 2, -3, 4, 5, 6};
    struct taub_trento_grid grid;
    write_hdf5(path, 2, good, H5T_NATIVE_FLOAT);
    assert_int_equal(taub_trento_read(path, 4, &grid, NULL), TAUB_OK);
    assert_true(grid.rows == 2 && grid.columns == 3 && grid.values[4] == 5 && isnan(grid.metadata[0]));
    taub_trento_free(&grid);
    expect_bad(path, 0, "initial.event", "event_4");
    expect_bad(hdf5_sample, 9, "initial.event", "event_0, event_1, event_2");
    write_hdf5(path, 1, good, H5T_NATIVE_DOUBLE);
    expect_bad(path, 4, path, "1 dimensions");
    write_hdf5(path, 3, good, H5T_NATIVE_DOUBLE);
    expect_bad(path, 4, path, "3 dimensions");
    write_hdf5(path, 2, hole, H5T_NATIVE_DOUBLE);
    expect_bad(path, 4, path, "row 1, column 1");
    write_hdf5(path, 2, debt, H5T_NATIVE_DOUBLE);
    expect_bad(path, 4, path, "row 0, column 2");
    unlink(path);

    /* The real sample cut short. */
    FILE *file = fopen(hdf5_sample, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    const size_t length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    for (int part = 1; part < 10; part++) {
        temporary(copy, bytes, length * (size_t)part / 10);
        expect_bad(copy, 2, copy, "truncated");
        unlink(copy);
    }
    free(bytes);
}

/* A turned event has at a turned place what the event has: energy, and of particles that stream first, a turned
 * velocity and stress. */
static void test_rotation(void **unused)
{
    (void)unused;
    const double angle = 0.7, c = cos(angle), s = sin(angle);
    struct taub_eos *eos = conformal();
    for (int streams = 0; streams < 2; streams++) {
        struct taub_config config = config_of(hdf5_sample, 0, 0.1);
        struct taub_problem *problems[2];
        double largest = 0;
        config.initial.background.given = TAUB_GIVEN_ENERGY_DENSITY;
        config.initial.background.energy_density = 0.01;
        config.initial.free_stream.given = streams == 1;
        config.initial.free_stream.time = 0.4;
        config.initial.free_stream.velocity = 1;
        for (int n = 0; n < 2; n++) {
            config.initial.rotation = n * angle;
            assert_int_equal(taub_problem_create(&config, eos, &problems[n], NULL), TAUB_OK);
        }
        for (int n = 0; n < 40; n++) {
            const double x[3] = {0.11 * (n % 7 - 3), 0.13 * (n % 5 - 2), 0},
                         y[3] = {c * x[0] - s * x[1], s * x[0] + c * x[1], 0};
            double a[16] = {0}, b[16] = {0};
            assert_int_equal(taub_problem_state(problems[0], x, 0, a, NULL), TAUB_OK);
            assert_int_equal(taub_problem_state(problems[1], y, 0, b, NULL), TAUB_OK);
            assert_true(fabs(a[0] - b[0]) <= 1e-12 * a[0]);
            assert_true(fabs(c * a[1] - s * a[2] - b[1]) <= 1e-12);
            assert_true(fabs(s * a[1] + c * a[2] - b[2]) <= 1e-12);
            largest = fmax(largest, hypot(a[1], a[2]));
        }
        assert_true(streams ? largest > 1e-3 : largest == 0);
        taub_problem_destroy(problems[0]);
        taub_problem_destroy(problems[1]);
    }
    taub_eos_destroy(eos);
}

static void test_bad_config(void **unused)
{
    (void)unused;
    struct taub_config configs[5];
    const char *keys[5] = {"initial.spacing", "initial.scale", "initial.file", "initial.longitudinal.sigma",
                           "initial.background.energy_density"};
    for (int i = 0; i < 5; i++)
        configs[i] = config_of(hdf5_sample, 0, 0.1);
    configs[0].initial.spacing = 0;
    configs[1].initial.scale = -1;
    configs[2].initial.file = NULL;
    configs[3].initial.longitudinal.given = true;
    configs[4].initial.background.energy_density = -1;
    struct taub_eos *eos = conformal();
    for (int i = 0; i < 5; i++) {
        struct taub_error error = {0};
        struct taub_problem *problem;
        assert_int_equal(taub_problem_create(&configs[i], eos, &problem, &error), TAUB_BAD_INPUT);
        if (strncmp(error.message, keys[i], strlen(keys[i])) != 0)
            fail_msg("\"%s\" does not start with %s", error.message, keys[i]);
    }
    taub_eos_destroy(eos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),        cmocka_unit_test(test_interpolation), cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_truncated_text), cmocka_unit_test(test_hdf5),          cmocka_unit_test(test_bad_config),
        cmocka_unit_test(test_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
