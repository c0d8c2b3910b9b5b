/* Equations of state from tables: text, named columns, coarse ones, HDF5, and what is wrong with bad ones. */
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "eos/eos_kind.h"
#include "eos_support.h"

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void temporary(char path[64])
{
    strcpy(path, "/tmp/taub-eos-XXXXXX");
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

/* lattice-wb written as a table of 400 rows and read back. */
static void write_lattice_table(const char *path, const struct taub_eos *qcd, bool with_speed)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("# e p T and c_s^2\n\n", file);
    for (int i = 0; i <= 400; i++) {
        const double e = 1e-4 * pow(10, i / 60.0);
        fprintf(file, "  %.16e\t%.16e %.16e", e, taub_eos_pressure(qcd, e, 0), taub_eos_temperature(qcd, e, 0));
        if (with_speed)
            fprintf(file, " %.16e", taub_eos_sound_speed_squared(qcd, e, 0));
        fputs(i % 7 ? "\n" : "   # a remark\r\n", file);
    }
    fclose(file);
}

static void test_text_table(void **state)
{
    (void)state;
    char path[64];
    temporary(path);
    struct taub_eos *qcd = make(lattice);
    for (int with_speed = 0; with_speed < 2; with_speed++) {
        write_lattice_table(path, qcd, with_speed);
        struct taub_eos *table = make((struct taub_config_eos){.kind = TAUB_EOS_TABLE, .file = path});
        double worst = 0, worst_speed = 0, before = 0;
        for (double e = 1.1e-4; e < 400; e *= 1.003) {
            const double p = taub_eos_pressure(table, e, 0);
            assert_true(p > before);
            before = p;
            worst = fmax(worst, fabs(p / taub_eos_pressure(qcd, e, 0) - 1));
            worst_speed =
                fmax(worst_speed,
                     fabs(taub_eos_sound_speed_squared(table, e, 0) / taub_eos_sound_speed_squared(qcd, e, 0) - 1));
            close_to(taub_eos_energy_from_pressure(table, p, 0), e, 1e-12);
            close_to(taub_eos_energy_from_temperature(table, taub_eos_temperature(table, e, 0), 0), e, 1e-11);
        }
        print_message("table of 60 rows a decade, cs2 %s: p %.1e, dp/de %.1e\n", with_speed ? "given" : "not given",
                      worst, worst_speed);
        assert_true(worst < (with_speed ? 1e-7 : 1e-5));
        assert_true(worst_speed < (with_speed ? 1e-4 : 5e-3));
        double pressure, slope, temperature;
        taub_eos_table_errors(table, 8, &pressure, &slope, &temperature);
        print_message("its device table: %zu kB, p %.1e, dp/de %.1e, T %.1e\n",
                      taub_eos_device_table(table)->count * 8 / 1024, pressure, slope, temperature);
        assert_true(pressure < 1e-6 && temperature < 1e-6);
        taub_eos_destroy(table);
    }
    taub_eos_destroy(qcd);
    unlink(path);
}

static void test_bad_text_tables(void **state)
{
    (void)state;
    const struct {
        const char *text, *place;
    } bad[] = {
        {"", ""},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.9 0.3\n", ""},
        {"# c\n1 0.3 0.1\n2 0.6 0.2\n3 nan 0.3\n4 1.2 0.4\n", ":4:"},
        {"1 0.3 0.1\n2 0.6 0.2\n2 0.9 0.3\n4 1.2 0.4\n", ":3:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.5 0.3\n4 1.2 0.4\n", ":3:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 1.9 0.3\n4 2.0 0.4\n", ":3:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.9 0.1\n4 1.2 0.4\n", ":3:"},
        {"1 0.3 0.1\n2 0.6\n3 0.9 0.3\n4 1.2 0.4\n", ":2:"},
        {"1 0.3 0.1 0.3\n2 0.6 0.2\n3 0.9 0.3\n4 1.2 0.4\n", ":2:"},
        {"1 0.3 0.1 0.3\n2 0.6 0.2 1.1\n3 0.9 0.3 0.3\n4 1.2 0.4 0.3\n", ":2:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.9 zwei\n4 1.2 0.4\n", ":3:"},
        {"-1 0.3 0.1\n2 0.6 0.2\n3 0.9 0.3\n4 1.2 0.4\n", ":1:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.9 inf\n4 1.2 0.4\n", ":3:"},
        {"1 0.3 0.1\n2 0.6 0.2\n3 0.9 1e-99999999999999999999999999999999999999999999999999999999999999999999\n",
         ":3:"},
    };
    char path[64];
    temporary(path);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_file(path, bad[i].text);
        struct taub_error error = {0};
        struct taub_eos *eos;
        const struct taub_config_eos config = {.kind = TAUB_EOS_TABLE, .file = path};
        assert_int_equal(taub_eos_create(&config, &eos, &error), TAUB_BAD_INPUT);
        assert_null(eos);
        if (strncmp(error.message, path, strlen(path)) != 0 ||
            strncmp(error.message + strlen(path), bad[i].place, strlen(bad[i].place)) != 0)
            fail_msg("table %zu: \"%s\" does not start with FILE%s", i, error.message, bad[i].place);
    }
    unlink(path);
    struct taub_error error = {0};
    struct taub_eos *eos;
    const struct taub_config_eos config = {.kind = TAUB_EOS_TABLE, .file = "/nonexistent/table.dat"};
    assert_int_equal(taub_eos_create(&config, &eos, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "/nonexistent/table.dat"));
}

/* p = e/3, T = (e/12)^(1/4), s = (e + p)/T, cs2 = 1/3; `spoil` takes the row of a letter and changes it. */
static void write_columns(const char *path, const char *header, const char *order, int spoiled, char letter,
                          double factor)
{
    FILE *file = fopen(path, "w");
    fputs(header, file);
    for (int i = 0; i < 40; i++) {
        const double e = 1e-3 * pow(1.2, i), p = e / 3, t = pow(e / 12, 0.25);
        for (const char *c = order; *c; c++) {
            const double value = *c == 'e' ? e : *c == 'p' ? p : *c == 'T' ? t : *c == 's' ? (e + p) / t : 1.0 / 3;
            fprintf(file, " %.6g", i == spoiled && *c == letter ? factor * value : value);
        }
        fputs("\n", file);
    }
    fclose(file);
}

/* The order in which the columns stand is named or follows from the numbers; nothing is read as what it is not. */
static void test_named_columns(void **state)
{
    (void)state;
    const struct {
        const char *header, *order;
        int spoiled;
        char letter;
        double factor;
        const char *words; /* of the error; NULL: the table is right */
    } list[] = {
        {"", "epT", -1, 0, 1, NULL},
        {"", "epTc", -1, 0, 1, NULL},
        {"# e p T cs2\n", "epTc", -1, 0, 1, NULL},
        {"# made by a script, rows of e p T and so on\n", "epT", -1, 0, 1, NULL},
        {"# a conformal fluid\n# columns: e p s T\n", "epsT", -1, 0, 1, NULL},
        {"#e[GeV/fm^3], p (GeV / fm^3), s[1/fm^3], T (GeV)\n", "epsT", -1, 0, 1, NULL},
        {"# T muB energy_density pressure\n", "Tcep", -1, 0, 1, NULL},
        {"# T cs2 s p e\n", "Tcspe", -1, 0, 1, NULL},
        {"", "epsT", -1, 0, 1, ":2: the temperature "},
        {"", "epTs", -1, 0, 1, "squared sound speed"},
        {"# e p T cs2\n", "epsT", -1, 0, 1, ":3: the temperature "},
        {"# columns: e p T\n", "epTc", -1, 0, 1, ":1: names 3 columns, and line 2 has 4"},
        {"# e p T s cs2\n", "epTs", -1, 0, 1, ":1: names 5 columns"},
        {"# columns: e p s\n", "eps", -1, 0, 1, ":1: must name each of e, p and T"},
        {"", "epsTc", -1, 0, 1, ":1: has 5 columns"},
        {"", "epTc", 30, 'c', 2.7, ":31: the squared sound speed is 0.9, and dp/de of the neighbouring rows is 0.3333"},
        {"", "epTc", 0, 'c', 2.7, ":1: the squared sound speed is 0.9"},
        {"", "epTc", 39, 'c', 0.5, ":40: the squared sound speed"},
        {"# e p s T\n", "epsT", 20, 's', 1.05, ":22: T s is"},
        {"", "epT", 20, 'T', 1.03, ":21: the temperature"},
    };
    char path[64];
    temporary(path);
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct taub_error error = {0};
        struct taub_eos *eos;
        const struct taub_config_eos config = {.kind = TAUB_EOS_TABLE, .file = path};
        write_columns(path, list[i].header, list[i].order, list[i].spoiled, list[i].letter, list[i].factor);
        const enum taub_status status = taub_eos_create(&config, &eos, &error);
        if (!list[i].words) {
            if (status != TAUB_OK)
                fail_msg("table %zu: %s", i, error.message);
            for (double e = 2e-3; e < 1; e *= 1.7) {
                close_to(taub_eos_pressure(eos, e, 0), e / 3, 1e-5);
                close_to(taub_eos_temperature(eos, e, 0), pow(e / 12, 0.25), 1e-5);
            }
            taub_eos_destroy(eos);
        } else if (status != TAUB_BAD_INPUT || !strstr(error.message, list[i].words)) {
            fail_msg("table %zu: '%s' was expected in: %s", i, list[i].words, error.message);
        }
    }
    /* A wider tolerance takes what the usual one refuses. */
    struct taub_eos *eos = NULL;
    const struct taub_config_eos wide = {.kind = TAUB_EOS_TABLE, .file = path, .tolerance = 0.05};
    assert_int_equal(taub_eos_create(&wide, &eos, NULL), TAUB_OK);
    taub_eos_destroy(eos);
    unlink(path);
}

/* Lattice QCD in as few as 6 rows a decade, with four digits, is not taken for inconsistent. */
static void test_coarse_tables(void **state)
{
    (void)state;
    char path[64];
    temporary(path);
    struct taub_eos *qcd = make(lattice);
    for (int per_decade = 6; per_decade <= 600; per_decade *= 10) {
        FILE *file = fopen(path, "w");
        for (int i = 0; i <= 6 * per_decade; i++) {
            const double e = 1e-3 * pow(10, (double)i / per_decade);
            fprintf(file, "%.6g %.4g %.4g %.4g\n", e, taub_eos_pressure(qcd, e, 0), taub_eos_temperature(qcd, e, 0),
                    taub_eos_sound_speed_squared(qcd, e, 0));
        }
        fclose(file);
        taub_eos_destroy(make((struct taub_config_eos){.kind = TAUB_EOS_TABLE, .file = path}));
    }
    taub_eos_destroy(qcd);
    unlink(path);
}

static void put(hid_t file, const char *name, const double *values, hsize_t rows, hsize_t columns)
{
    const hsize_t shape[2] = {rows, columns};
    const hid_t space = H5Screate_simple(columns ? 2 : 1, shape, NULL);
    const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(set);
    H5Sclose(space);
}

enum { ROWS = 2000 };

/* what: 0 good, 1 no temperature, 2 short temperature, 3 two-dimensional temperature. */
static void write_hdf5(const char *path, int what)
{
    double e[ROWS], p[ROWS], t[ROWS];
    for (int i = 0; i < ROWS; i++) {
        e[i] = 1e-3 * pow(1.005, i);
        p[i] = e[i] / 3;
        t[i] = pow(e[i] / 12, 0.25);
    }
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    put(file, "energy_density", e, ROWS, 0);
    put(file, "p", p, ROWS, 0);
    if (what != 1)
        put(file, "T", t, what == 2 ? ROWS / 2 : what == 3 ? ROWS / 2 : ROWS, what == 3 ? 2 : 0);
    H5Fclose(file);
}

static void test_hdf5_tables(void **state)
{
    (void)state;
    char path[64];
    temporary(path);
    write_hdf5(path, 0);
    const struct taub_config_eos config = {.kind = TAUB_EOS_TABLE, .file = path};
    struct taub_eos *eos = make(config);
    for (double e = 1e-3; e < 20; e *= 1.1) {
        close_to(taub_eos_pressure(eos, e, 0), e / 3, 1e-12);
        close_to(taub_eos_sound_speed_squared(eos, e, 0), 1.0 / 3, 1e-10);
        close_to(taub_eos_temperature(eos, e, 0), pow(e / 12, 0.25), 1e-12);
    }
    taub_eos_destroy(eos);
    for (int what = 1; what <= 4; what++) {
        struct taub_error error = {0};
        write_hdf5(path, what);
        if (what == 4)
            assert_int_equal(truncate(path, 20000), 0);
        assert_int_equal(taub_eos_create(&config, &eos, &error), TAUB_BAD_INPUT);
        assert_non_null(strstr(error.message, path));
        assert_non_null(strstr(error.message, what == 4 ? "truncated" : "T"));
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_table),    cmocka_unit_test(test_bad_text_tables),
        cmocka_unit_test(test_named_columns), cmocka_unit_test(test_coarse_tables),
        cmocka_unit_test(test_hdf5_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
