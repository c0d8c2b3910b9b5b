/* What a run leaves in its folder: fields by the openPMD conventions, history, summary, checkpoints, comparisons; and
 * what is left of them when the disk is full, a file is cut off or a run does not end well. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mesh/mesh.h"
#include "output/output.h"
#include "output/units.h"
#include "taub/taub.h"

/* A folder for each test, removed with all in it. */

static char root[256];

static void remove_all(const char *path)
{
    DIR *folder = opendir(path);
    if (folder) {
        for (struct dirent *entry; (entry = readdir(folder));) {
            if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
                continue;
            char below[1024];
            snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
            remove_all(below);
        }
        closedir(folder);
    }
    remove(path);
}

static int make_root(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/taub-output-XXXXXX", base ? base : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

static const char *below(const char *name);

static int remove_root(void **state)
{
    (void)state;
    umount2(below("disk"), MNT_DETACH); /* left by a test of a full disk that failed midway */
    remove_all(root);
    return 0;
}

static const char *below(const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static bool exists(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static int part_files(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strstr(entry->d_name, ".part") != NULL;
    closedir(folder);
    return count;
}

static char *contents(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* Cases and meshes. */

struct setup {
    struct taub_case *run_case;
    struct taub_mesh *mesh;
    struct taub_output *output;
    struct taub_error error;
};

static struct taub_config config_of(enum taub_coordinates coordinates, int nx, int ny, int nz,
                                    enum taub_precision precision)
{
    struct taub_config config;
    taub_config_default(&config);
    config.title = "a \"synthetic\" run & more";
    config.eos.kind = TAUB_EOS_CONFORMAL;
    config.mesh.coordinates = coordinates;
    const int cells[3] = {nx, ny, nz};
    for (int a = 0; a < 3; a++) {
        config.mesh.cells[a] = cells[a];
        config.mesh.lower[a] = -2.0 - a;
        config.mesh.upper[a] = 3.0 + a;
        config.mesh.blocks[a] = 1;
    }
    config.time.start = 0.5;
    config.time.end = 3;
    config.initial.kind = TAUB_INITIAL_GAUSSIAN;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 0.1};
    config.initial.peak = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 10};
    for (int a = 0; a < 3; a++)
        config.initial.width[a] = 1;
    config.device.kind = TAUB_DEVICE_HOST;
    config.device.precision = precision;
    return config;
}

static void require(struct setup *setup, enum taub_status status)
{
    if (status != TAUB_OK)
        fail_msg("%s", setup->error.message);
}

static void prepare(struct setup *setup, const struct taub_config *config)
{
    memset(setup, 0, sizeof *setup);
    require(setup, taub_case_create(config, &setup->run_case, &setup->error));
    require(setup, taub_mesh_create(&config->mesh, 2, &setup->mesh, &setup->error));
}

static void begin(struct setup *setup, const char *folder, const struct taub_config *config)
{
    prepare(setup, config);
    require(setup, taub_output_create(folder, setup->run_case, setup->mesh, &setup->output, &setup->error));
}

static void dispose(struct setup *setup)
{
    taub_output_destroy(setup->output);
    taub_mesh_destroy(setup->mesh);
    taub_case_destroy(setup->run_case);
}

static size_t cells_of(const struct setup *setup)
{
    return (size_t)setup->mesh->cells[0] * (size_t)setup->mesh->cells[1] * (size_t)setup->mesh->cells[2];
}

/* Values that no float holds exactly, different for each place, component and step. */
static double *sample(const struct setup *setup, int components, double seed)
{
    const size_t count = cells_of(setup) * (size_t)components;
    double *values = malloc(count * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < count; i++)
        values[i] = seed + sin(0.1 + (double)i) / 3;
    return values;
}

static enum taub_status write_step(struct setup *setup, int64_t step, double time)
{
    double *energy = sample(setup, 1, (double)step), *velocity = sample(setup, 3, -(double)step);
    const struct taub_quantity quantities[] = {{"energy_density", 1, "GeV/fm^3", energy},
                                               {"velocity", 3, "1", velocity}};
    enum taub_status status = taub_output_fields(setup->output, step, time, 0.01, quantities, 2, &setup->error);
    free(energy);
    free(velocity);
    return status;
}

static void write_run(const char *folder, const struct taub_config *config, const int64_t *steps, const double *times,
                      int count)
{
    struct setup setup;
    begin(&setup, folder, config);
    for (int i = 0; i < count; i++)
        require(&setup, write_step(&setup, steps[i], times[i]));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    dispose(&setup);
}

/* Reading back, by HDF5 itself and not by the code under test. */

static void text_attribute(hid_t object, const char *name, char *text, size_t size)
{
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    assert_true(attribute >= 0);
    hid_t type = H5Aget_type(attribute);
    assert_true(H5Tget_size(type) < size);
    memset(text, 0, size);
    assert_true(H5Aread(attribute, type, text) >= 0);
    H5Tclose(type);
    H5Aclose(attribute);
}

static void assert_text(hid_t object, const char *name, const char *expected)
{
    char text[256];
    text_attribute(object, name, text, sizeof text);
    assert_string_equal(text, expected);
}

static void assert_doubles(hid_t object, const char *name, const double *expected, int count)
{
    double values[8];
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    assert_true(attribute >= 0);
    hid_t space = H5Aget_space(attribute);
    assert_int_equal(H5Sget_simple_extent_npoints(space), count);
    assert_true(H5Aread(attribute, H5T_NATIVE_DOUBLE, values) >= 0);
    for (int i = 0; i < count; i++)
        assert_true(values[i] == expected[i] || fabs(values[i] / expected[i] - 1) < 1e-12);
    H5Sclose(space);
    H5Aclose(attribute);
}

static void assert_dataset(const struct setup *setup, hid_t file, const char *path, const double *expected)
{
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    assert_true(dataset >= 0);
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hsize_t shape[3];
    const bool single = taub_case_config(setup->run_case)->device.precision == TAUB_SINGLE;
    assert_int_equal(H5Sget_simple_extent_dims(space, shape, NULL), 3);
    for (int a = 0; a < 3; a++)
        assert_int_equal(shape[a], setup->mesh->cells[2 - a]);
    assert_true(H5Tequal(type, single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE) > 0);
    double *values = malloc(cells_of(setup) * sizeof *values);
    assert_true(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    for (size_t i = 0; i < cells_of(setup); i++)
        assert_true(values[i] == (single ? (double)(float)expected[i] : expected[i]));
    free(values);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(dataset);
}

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
    assert_true(exists(folder, "fields.h5.part") && !exists(folder, "fields.h5"));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    assert_int_equal(part_files(folder), 0);

    char path[1024];
    snprintf(path, sizeof path, "%s/fields.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    assert_text(file, "openPMD", "1.1.0");
    assert_text(file, "basePath", "/data/%T/");
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
    assert_non_null(strstr(xmf, "fields.h5:/data/7/meshes/energy_density<"));
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
    const struct taub_quantity density = {"density", 1, "1", values};
    require(&setup, taub_output_fields(setup.output, 3, 1, 0.5, &density, 1, &setup.error));
    const char *names[] = {"total energy"};
    require(&setup, taub_output_history_header(setup.output, names, 1, &setup.error));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    hid_t file = H5Fopen(below("run/fields.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
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
    const struct taub_quantity furlongs = {"density", 1, "furlong", values};
    assert_int_equal(taub_output_fields(setup.output, 0, 0, 0, &furlongs, 1, &setup.error), TAUB_FAILED);
    assert_non_null(strstr(setup.error.message, "furlong"));
    assert_false(exists(below("run"), "fields.h5.part"));
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
    assert_int_equal(taub_output_history(setup.output, 0, 0, 0, values, 2, &setup.error), TAUB_FAILED);
    require(&setup, taub_output_history_header(setup.output, names, 2, &setup.error));
    require(&setup, taub_output_history(setup.output, 12345678901, 0.1, 0.025, values, 2, &setup.error));
    assert_int_equal(taub_output_history(setup.output, 2, 0, 0, values, 1, &setup.error), TAUB_FAILED);
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
    dispose(&setup);
}

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
    const struct taub_checkpoint checkpoint = {1234567890123, 0.1, 1.0 / 3, COMPONENTS, *values, COUNTERS, counters};
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
        require(&setup, taub_checkpoint_read(names[i], setup.mesh, COMPONENTS, COUNTERS, &read, &setup.error));
        assert_true(read.step == 1234567890123 && read.time == 0.1 && read.dt == 1.0 / 3);
        assert_true(read.components == COMPONENTS && read.counter_count == COUNTERS);
        assert_memory_equal(read.values, values, COMPONENTS * cells_of(&setup) * sizeof *values);
        assert_true(read.counters[0] == INT64_MAX && read.counters[1] == -3);
        taub_checkpoint_free(&read);
    }
    free(values);
    dispose(&setup);
}

static void expect_refusal(const char *path, const struct taub_mesh *mesh, int components, int counters,
                           const char *because)
{
    struct taub_checkpoint read;
    struct taub_error error = {TAUB_OK, ""};
    assert_int_equal(taub_checkpoint_read(path, mesh, components, counters, &read, &error), TAUB_BAD_INPUT);
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
        if (taub_checkpoint_read(damaged, setup->mesh, COMPONENTS, COUNTERS, &read, &error) != TAUB_OK) {
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

/* Comparison. */

static void comparison_gives_norms(void **state)
{
    (void)state;
    const struct taub_config config = config_of(TAUB_MILNE, 5, 4, 3, TAUB_DOUBLE);
    const int64_t steps[] = {0, 10, 20}, other_steps[] = {0, 10, 30};
    const double times[] = {0.5, 1, 2}, other_times[] = {0.5, 1, 2.5};
    write_run(below("a"), &config, steps, times, 3);
    write_run(below("b"), &config, other_steps, other_times, 3);
    struct taub_comparison rows[8];
    struct taub_error error;
    int count;
    double time;
    assert_int_equal(taub_output_compare(below("a"), below("a/fields.h5"), rows, 8, &count, &time, &error), TAUB_OK);
    assert_int_equal(count, 4);
    assert_true(time == 2);
    for (int i = 0; i < count; i++)
        assert_true(rows[i].l1 == 0 && rows[i].l2 == 0 && rows[i].maximum == 0 && rows[i].scale > 0);
    assert_int_equal(taub_output_compare(below("a"), below("b"), rows, 8, &count, &time, &error), TAUB_OK);
    assert_true(time == 1);

    /* The same time at different steps: sample() differs by the difference of the steps. */
    const int64_t finer[] = {0, 11, 24};
    const double finer_times[] = {0.5, 1.25, 2};
    write_run(below("c"), &config, finer, finer_times, 3);
    assert_int_equal(taub_output_compare(below("a"), below("c"), rows, 8, &count, &time, &error), TAUB_OK);
    assert_true(time == 2);
    assert_string_equal(rows[0].quantity, "energy_density");
    assert_string_equal(rows[1].quantity, "velocity/eta");
    for (int i = 0; i < count; i++) {
        assert_true(fabs(rows[i].l1 - 4) < 1e-12 && fabs(rows[i].l2 - 4) < 1e-12 && fabs(rows[i].maximum - 4) < 1e-12);
        assert_true(rows[i].scale > 20 && rows[i].scale < 20.34);
    }
    assert_int_equal(taub_output_compare(below("a"), below("c"), rows, 2, &count, &time, &error), TAUB_FAILED);
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
    struct taub_comparison rows[8];
    struct taub_error error;
    int count;
    double time;
    const char *others[] = {"larger", "later", "missing", "a/case.yaml"};
    const char *expected[] = {"3 x 4 x 5", "0.75", "No such file", "not a fields.h5"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(taub_output_compare(below("a"), below(others[i]), rows, 8, &count, &time, &error),
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
        const struct taub_quantity density = {"density", 1, "1", values};
        require(&setup, taub_output_fields(setup.output, 3, 1, 0.5, &density, 1, &setup.error));
        require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
        dispose(&setup);
    }
    struct taub_comparison row;
    struct taub_error error;
    int count;
    double time;
    assert_int_equal(taub_output_compare(below("a"), below("b"), &row, 1, &count, &time, &error), TAUB_OK);
    assert_true(isnan(row.maximum) && isnan(row.l1));
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
    require(&setup, taub_output_history_header(setup.output, names, 1, &setup.error));
    int whole = 0;
    while (whole < 100 && write_step(&setup, whole, whole) == TAUB_OK)
        whole++;
    assert_true(whole >= 2 && whole < 8);
    assert_int_equal(setup.error.status, TAUB_FAILED);
    assert_non_null(strstr(setup.error.message, "No space left on device"));
    assert_non_null(strstr(setup.error.message, folder));
    assert_non_null(strstr(setup.error.message, "fields.h5"));
    double *values = sample(&setup, 30, 1);
    const struct taub_checkpoint checkpoint = {1, 1, 1, 30, values, 0, NULL};
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
        history = taub_output_history(setup.output, i, 0, 0, &energy, 1, &error);
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
    assert_int_equal(taub_checkpoint_read(below("not.h5"), &mesh, 1, 0, &read, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "does not begin as checkpoints do"));
    struct taub_comparison row;
    int count;
    double time;
    assert_int_equal(taub_output_compare(below("not.h5"), root, &row, 1, &count, &time, &error), TAUB_BAD_INPUT);
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
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(layout_of_every_shape),
        IN_FOLDER(dimensionless_cases_have_units_of_one),
        cmocka_unit_test(units),
        IN_FOLDER(unknown_unit_is_refused),
        IN_FOLDER(a_step_is_written_once),
        IN_FOLDER(history_keeps_every_digit),
        IN_FOLDER(summary_is_nested_and_escaped),
        IN_FOLDER(checkpoint_returns_the_same_bits),
        IN_FOLDER(checkpoint_of_another_run_is_refused),
        IN_FOLDER(truncated_checkpoints_are_refused),
        IN_FOLDER(damaged_checkpoints_are_refused),
        IN_FOLDER(comparison_gives_norms),
        IN_FOLDER(comparison_says_what_is_wrong),
        IN_FOLDER(a_nan_is_a_difference),
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
