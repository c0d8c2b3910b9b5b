/* What a run leaves in its folder: fields by the openPMD conventions, history, summary; comparisons of runs. */
#include "output_setup.h"

static void check_mesh_attributes(const struct setup *setup, hid_t file, const char *last)
{
    const struct taub_mesh *mesh = setup->mesh;
    double spacing[3], offset[3];
    for (int a = 0; a < 3; a++) {
        spacing[a] = (mesh->upper[2 - a] - mesh->lower[2 - a]) / mesh->cells[2 - a];
        offset[a] = mesh->lower[2 - a];
    }
    const double half[3] = {0.5, 0.5, 0.5}, energy_density[7] = {-1, 1, -2}, none[7] = {0}, fm = 1e-15;
    const double si = 1.602176634e-10 / 1e-45, one = 1;
    hid_t energy = H5Oopen(file, "/data/7/meshes/energy_density", H5P_DEFAULT);
    hid_t velocity = H5Oopen(file, "/data/7/meshes/velocity", H5P_DEFAULT);
    const hid_t both[2] = {energy, velocity};
    for (int i = 0; i < 2; i++) {
        assert_text(both[i], "geometry", "cartesian");
        assert_text(both[i], "dataOrder", "C");
        assert_doubles(both[i], "gridSpacing", spacing, 3);
        assert_doubles(both[i], "gridGlobalOffset", offset, 3);
        assert_doubles(both[i], "gridUnitSI", &fm, 1);
    }
    char labels[64] = "";
    text_attribute(energy, "axisLabels", labels, sizeof labels); /* three labels of equal length, one after another */
    assert_memory_equal(labels, last, strlen(last));
    assert_doubles(energy, "unitDimension", energy_density, 7);
    assert_doubles(velocity, "unitDimension", none, 7);
    assert_doubles(energy, "position", half, 3);
    assert_doubles(energy, "unitSI", &si, 1);
    H5Oclose(energy);
    char name[64];
    snprintf(name, sizeof name, "/data/7/meshes/velocity/%s", last);
    hid_t component = H5Oopen(file, name, H5P_DEFAULT);
    assert_doubles(component, "unitSI", &one, 1);
    H5Oclose(component);
    H5Oclose(velocity);
}

static void check_layout(enum taub_coordinates coordinates, int nx, int ny, int nz, enum taub_precision precision)
{
    const struct taub_config config = config_of(coordinates, nx, ny, nz, precision);
    const char *last = coordinates == TAUB_MILNE ? "eta" : "z", *folder = below("deep/er/run");
    struct setup setup;
    begin(&setup, folder, &config);
    require(&setup, write_step(&setup, 0, 0.5));
    require(&setup, write_step(&setup, 7, 0.75));
    assert_true(exists(folder, "fields/00000000.h5") && exists(folder, "case.yaml") && exists(folder, "fields.xmf"));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    assert_int_equal(part_files(folder), 0);

    char path[1024];
    snprintf(path, sizeof path, "%s/fields/00000007.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    assert_text(file, "openPMD", "1.1.0");
    assert_text(file, "basePath", "/data/%T/");
    assert_text(file, "iterationEncoding", "fileBased");
    assert_text(file, "iterationFormat", "%08T.h5");
    assert_true(H5Lexists(file, "/data/0", H5P_DEFAULT) == 0);
    assert_text(file, "meshesPath", "meshes/");
    const double time = 0.75, dt = 0.01, unit = 1e-15 / 299792458;
    hid_t iteration = H5Gopen2(file, "/data/7", H5P_DEFAULT);
    assert_doubles(iteration, "time", &time, 1);
    assert_doubles(iteration, "dt", &dt, 1);
    assert_doubles(iteration, "timeUnitSI", &unit, 1);
    H5Gclose(iteration);
    check_mesh_attributes(&setup, file, last);
    double *energy = sample(&setup, 1, 7), *velocity = sample(&setup, 3, -7);
    assert_dataset(&setup, file, "/data/7/meshes/energy_density", energy);
    assert_dataset(&setup, file, "/data/7/meshes/velocity/x", velocity);
    assert_dataset(&setup, file, "/data/7/meshes/velocity/y", velocity + cells_of(&setup));
    snprintf(path, sizeof path, "/data/7/meshes/velocity/%s", last);
    assert_dataset(&setup, file, path, velocity + 2 * cells_of(&setup));
    free(energy);
    free(velocity);
    H5Fclose(file);

    char *xmf = contents(folder, "fields.xmf");
    assert_non_null(strstr(xmf, "fields/00000007.h5:/data/7/meshes/energy_density<"));
    assert_non_null(strstr(xmf, "a &quot;synthetic&quot; run &amp; more"));
    assert_non_null(strstr(xmf, "<Time Value=\"0.75\"/>"));
    snprintf(path, sizeof path, "Dimensions=\"%d %d %d\"/>", nz + 1, ny + 1, nx + 1);
    assert_non_null(strstr(xmf, path));
    free(xmf);
    dispose(&setup);
    remove_all(folder);
}

static void layout_of_every_shape(void **state)
{
    (void)state;
    check_layout(TAUB_CARTESIAN, 11, 1, 1, TAUB_DOUBLE);
    check_layout(TAUB_CARTESIAN, 5, 4, 1, TAUB_SINGLE);
    check_layout(TAUB_CARTESIAN, 1, 1, 6, TAUB_DOUBLE);
    check_layout(TAUB_MILNE, 4, 3, 2, TAUB_DOUBLE);
    check_layout(TAUB_MILNE, 4, 3, 5, TAUB_SINGLE);
}

static void dimensionless_cases_have_units_of_one(void **state)
{
    (void)state;
    struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    config.eos.kind = TAUB_EOS_IDEAL_GAS;
    config.eos.gamma = 1.4;
    config.eos.mass = 1;
    struct setup setup;
    begin(&setup, below("run"), &config);
    double *values = sample(&setup, 1, 1);
    const struct taub_quantity density = {"density", 1, "1", values, NULL, -1};
    require(&setup, taub_output_fields(setup.output, 3, 1, 0.5, &density, 1, &setup.error));
    const char *names[] = {"total energy"};
    require(&setup, taub_output_csv_header(setup.output, TAUB_CSV_HISTORY, names, 1, &setup.error));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    hid_t file = H5Fopen(below("run/fields/00000003.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t dataset = H5Oopen(file, "/data/3/meshes/density", H5P_DEFAULT), group = H5Oopen(file, "/data/3", H5P_DEFAULT);
    const double one = 1;
    assert_doubles(dataset, "unitSI", &one, 1);
    assert_doubles(dataset, "gridUnitSI", &one, 1);
    assert_doubles(group, "timeUnitSI", &one, 1);
    H5Oclose(dataset);
    H5Oclose(group);
    H5Fclose(file);
    char *history = contents(below("run"), "history.csv");
    assert_string_equal(history, "step,time,dt,total energy\n");
    free(history);
    free(values);
    dispose(&setup);
}

static void assert_unit(const char *text, double si, double length, double mass, double time)
{
    struct taub_unit unit;
    assert_true(taub_unit_parse(text, &unit));
    assert_true(fabs(unit.si / si - 1) < 1e-14);
    assert_true(unit.dimension[0] == length && unit.dimension[1] == mass && unit.dimension[2] == time);
    for (int i = 3; i < 7; i++)
        assert_true(unit.dimension[i] == 0);
}

static void units(void **state)
{
    (void)state;
    struct taub_unit unit;
    assert_unit("1", 1, 0, 0, 0);
    assert_unit("fm", 1e-15, 1, 0, 0);
    assert_unit("GeV", 1.602176634e-10, 2, 1, -2);
    assert_unit("GeV/fm^3", 1.602176634e35, -1, 1, -2);
    assert_unit("GeV^2 fm^-1", 1.602176634e-10 * 1.602176634e-10 / 1e-15, 3, 2, -4);
    assert_unit("1/fm^3", 1e45, -3, 0, 0);
    assert_unit("fm/c", 3.3356409519815204e-24, 0, 0, 1);
    const char *wrong[] = {"", "MeV", "GeV/", "fm^", "GeV//fm", "fm^x", "/fm"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(taub_unit_parse(wrong[i], &unit));
}

static void unknown_unit_is_refused(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    struct setup setup;
    begin(&setup, below("run"), &config);
    double *values = sample(&setup, 1, 1);
    const struct taub_quantity furlongs = {"density", 1, "furlong", values, NULL, -1};
    assert_int_equal(taub_output_fields(setup.output, 0, 0, 0, &furlongs, 1, &setup.error), TAUB_FAILED);
    assert_non_null(strstr(setup.error.message, "furlong"));
    assert_false(exists(below("run"), "fields"));
    free(values);
    dispose(&setup);
    assert_int_equal(part_files(below("run")), 0);
}

static void a_step_is_written_once(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const int64_t steps[] = {0, 5, 5};
    const double times[] = {0.5, 1, 1};
    write_run(below("run"), &config, steps, times, 3);
    char *xmf = contents(below("run"), "fields.xmf");
    const char *first = strstr(xmf, "step 5");
    assert_non_null(first);
    assert_null(strstr(first + 1, "step 5"));
    free(xmf);
}

/* History and summary. */

static void history_keeps_every_digit(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 4, 1, 1, TAUB_DOUBLE);
    struct setup setup;
    begin(&setup, below("run"), &config);
    const char *names[] = {"energy [GeV]", "a, \"b\""};
    const double values[] = {1.0 / 3, -1e300};
    assert_int_equal(taub_output_csv_line(setup.output, TAUB_CSV_HISTORY, 0, 0, 0, values, 2, &setup.error),
                     TAUB_FAILED);
    require(&setup, taub_output_csv_header(setup.output, TAUB_CSV_HISTORY, names, 2, &setup.error));
    require(&setup,
            taub_output_csv_line(setup.output, TAUB_CSV_HISTORY, 12345678901, 0.1, 0.025, values, 2, &setup.error));
    assert_int_equal(taub_output_csv_line(setup.output, TAUB_CSV_HISTORY, 2, 0, 0, values, 1, &setup.error),
                     TAUB_FAILED);
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    char *text = contents(below("run"), "history.csv");
    char *line = strchr(text, '\n');
    *line++ = '\0';
    assert_string_equal(text, "step,time [fm/c],dt [fm/c],energy [GeV],\"a, \"\"b\"\"\"");
    long long step;
    double read[4];
    assert_int_equal(sscanf(line, "%lld,%lf,%lf,%lf,%lf\n", &step, &read[0], &read[1], &read[2], &read[3]), 5);
    assert_true(step == 12345678901 && read[0] == 0.1 && read[1] == 0.025 && read[2] == values[0] &&
                read[3] == values[1]);
    free(text);
    dispose(&setup);
}

static void summary_is_nested_and_escaped(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 4, 1, 1, TAUB_DOUBLE);
    struct setup setup;
    begin(&setup, below("run"), &config);
    taub_output_summary_number(setup.output, "totals.start.energy", 1.0 / 3);
    taub_output_summary_number(setup.output, "steps", 7);
    taub_output_summary_number(setup.output, "totals.end.energy", NAN);
    taub_output_summary_number(setup.output, "totals.start.charge", 0.1);
    taub_output_summary_string(setup.output, "device", "a \"quoted\"\\ \x01\n\t caf\xc3\xa9 \xff\xed\xa0\x80");
    taub_output_summary_number(setup.output, "steps", 8);
    require(&setup, taub_output_finish(setup.output, "interrupted", "by SIGINT", &setup.error));
    char *text = contents(below("run"), "summary.json");
    assert_string_equal(
        text, "{\n  \"version\": \"" TAUB_VERSION "\",\n  \"totals\": {\n    \"start\": {\n"
              "      \"energy\": 0.3333333333333333,\n      \"charge\": 0.1\n    },\n"
              "    \"end\": {\n      \"energy\": null\n    }\n  },\n"
              "  \"device\": \"a \\\"quoted\\\"\\\\ \\u0001\\n\\t caf\xc3\xa9 \\ufffd\\ufffd\\ufffd\\ufffd\",\n"
              "  \"steps\": 8,\n  \"status\": \"interrupted\",\n  \"reason\": \"by SIGINT\"\n}\n");
    free(text);
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%s/summary.json", below("run"));
    assert_int_equal(stat(path, &info), 0);
    assert_true(info.st_blocks * 512 <= 8192); /* of the 16 kB that were reserved, one block is used */
    dispose(&setup);
}

/* Comparison. */

static void compare(const char *a, const char *b, enum taub_compare_which which, double time,
                    struct taub_compared_output **out, int *count)
{
    struct taub_error error;
    char first[4096];
    snprintf(first, sizeof first, "%s", below(a));
    if (taub_output_compare(first, below(b), which, time, out, count, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

static void comparison_gives_norms(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    const int64_t steps[] = {0, 10, 20}, other_steps[] = {0, 10, 30};
    const double times[] = {0.5, 1, 2}, other_times[] = {0.5, 1, 2.5};
    write_run(below("a"), &config, steps, times, 3);
    write_run(below("b"), &config, other_steps, other_times, 3);
    struct taub_compared_output *out;
    struct taub_error error;
    int count;
    compare("a", "a/fields", TAUB_COMPARE_ALL, 0, &out, &count);
    assert_int_equal(count, 3);
    for (int n = 0; n < count; n++) {
        assert_true(out[n].time == times[n] && out[n].steps[0] == steps[n] && out[n].steps[1] == steps[n]);
        assert_int_equal(out[n].count, 4);
        for (int i = 0; i < out[n].count; i++) {
            const struct taub_comparison *row = &out[n].rows[i];
            assert_true(row->l1 == 0 && row->l2 == 0 && row->maximum == 0 && row->scale > 0);
        }
    }
    taub_compared_free(out, count);

    /* Last outputs at different times are never taken for one another, nor an earlier one that both have. */
    assert_int_equal(taub_output_compare(below("a"), below("b"), TAUB_COMPARE_LAST, 0, &out, &count, &error),
                     TAUB_BAD_INPUT);
    assert_true(!out && count == 0);
    assert_non_null(strstr(error.message, "0.5, 1, 2 (3 outputs)"));
    assert_non_null(strstr(error.message, "0.5, 1, 2.5 (3 outputs)"));
    assert_non_null(strstr(error.message, "--time 1 "));
    assert_int_equal(taub_output_compare(below("a"), below("b"), TAUB_COMPARE_ALL, 0, &out, &count, &error),
                     TAUB_BAD_INPUT);
    assert_int_equal(taub_output_compare(below("a"), below("b"), TAUB_COMPARE_AT, 2, &out, &count, &error),
                     TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "no output at t = 2 in the second run"));
    compare("a", "b", TAUB_COMPARE_AT, 1, &out, &count);
    assert_true(count == 1 && out->time == 1);
    taub_compared_free(out, count);

    /* The same time at different steps: sample() differs by the difference of the steps. */
    const int64_t finer[] = {0, 11, 24};
    const double finer_times[] = {0.5, 1.25, 2};
    write_run(below("c"), &config, finer, finer_times, 3);
    compare("a", "c", TAUB_COMPARE_LAST, 0, &out, &count);
    assert_true(count == 1 && out->time == 2 && out->steps[0] == 20 && out->steps[1] == 24);
    assert_string_equal(out->rows[0].quantity, "energy_density");
    assert_string_equal(out->rows[1].quantity, "velocity/eta");
    for (int i = 0; i < out->count; i++) {
        const struct taub_comparison *row = &out->rows[i];
        assert_true(fabs(row->l1 - 4) < 1e-12 && fabs(row->l2 - 4) < 1e-12 && fabs(row->maximum - 4) < 1e-12);
        assert_true(row->scale > 20 && row->scale < 20.34);
    }
    taub_compared_free(out, count);
}

/* Quantities of one run only_in are named; times are equal to rounding of the longest, however short the runs are. */
static void comparison_of_unlike_runs(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    const double values[4] = {1, 2, 3, 4};
    for (int i = 0; i < 2; i++) {
        struct setup setup;
        begin(&setup, below(i ? "b" : "a"), &config);
        const struct taub_quantity list[2] = {{"density", 1, "1", values, NULL, -1},
                                              {i ? "scalar" : "pressure", 1, "1", values, NULL, -1}};
        require(&setup, taub_output_fields(setup.output, 3, i ? 1e-13 : 2e-13, 1e-13, list, 2, &setup.error));
        if (i == 0)
            require(&setup, taub_output_fields(setup.output, 1, 1e-13, 1e-13, list, 2, &setup.error));
        require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
        dispose(&setup);
    }
    struct taub_compared_output *out;
    struct taub_error error;
    int count;
    assert_int_equal(taub_output_compare(below("a"), below("b"), TAUB_COMPARE_LAST, 0, &out, &count, &error),
                     TAUB_BAD_INPUT);
    compare("a", "b", TAUB_COMPARE_AT, 1e-13, &out, &count);
    assert_true(out->count == 1 && out->steps[0] == 1 && out->steps[1] == 3);
    assert_string_equal(out->only_in[0], "pressure");
    assert_string_equal(out->only_in[1], "scalar");
    taub_compared_free(out, count);
}

static void comparison_says_what_is_wrong(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    const struct taub_config larger = config_of(TAUB_MILNE, 6, 4, 3, TAUB_DOUBLE);
    const int64_t steps[] = {0}, later[] = {3};
    const double times[] = {0.5}, later_times[] = {0.75};
    write_run(below("a"), &config, steps, times, 1);
    write_run(below("larger"), &larger, steps, times, 1);
    write_run(below("later"), &config, later, later_times, 1);
    struct taub_config moved = config;
    moved.mesh.lower[0] -= 1;
    moved.mesh.upper[0] -= 1;
    write_run(below("moved"), &moved, steps, times, 1);
    struct taub_compared_output *out;
    struct taub_error error;
    int count;
    const char *others[] = {"larger", "later", "missing", "a/case.yaml", "moved"};
    const char *expected[] = {"3 x 4 x 5", "0.75", "No such file", "not an output of Taub", "different meshes"};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(taub_output_compare(below("a"), below(others[i]), TAUB_COMPARE_LAST, 0, &out, &count, &error),
                         TAUB_BAD_INPUT);
        if (!strstr(error.message, expected[i]))
            fail_msg("expected '%s' in: %s", expected[i], error.message);
    }
}

static void a_nan_is_a_difference(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_CARTESIAN, 4, 1, 1, TAUB_DOUBLE);
    for (int i = 0; i < 2; i++) {
        struct setup setup;
        begin(&setup, below(i ? "b" : "a"), &config);
        const double values[4] = {1, i ? NAN : 1, 1, 1};
        const struct taub_quantity density = {"density", 1, "1", values, NULL, -1};
        require(&setup, taub_output_fields(setup.output, 3, 1, 0.5, &density, 1, &setup.error));
        require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
        dispose(&setup);
    }
    struct taub_compared_output *out;
    int count;
    compare("a", "b", TAUB_COMPARE_LAST, 0, &out, &count);
    assert_true(isnan(out->rows->maximum) && isnan(out->rows->l1));
    taub_compared_free(out, count);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        IN_FOLDER(layout_of_every_shape),
        IN_FOLDER(dimensionless_cases_have_units_of_one),
        cmocka_unit_test(units),
        IN_FOLDER(unknown_unit_is_refused),
        IN_FOLDER(a_step_is_written_once),
        IN_FOLDER(history_keeps_every_digit),
        IN_FOLDER(summary_is_nested_and_escaped),
        IN_FOLDER(comparison_gives_norms),
        IN_FOLDER(comparison_of_unlike_runs),
        IN_FOLDER(comparison_says_what_is_wrong),
        IN_FOLDER(a_nan_is_a_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
