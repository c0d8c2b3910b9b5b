/* What the tests of outputs share: a folder for each test, cases and meshes, sample values, reading back. */
#ifndef TAUB_TEST_OUTPUT_SETUP_H
#define TAUB_TEST_OUTPUT_SETUP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
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

static inline int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    return remove(path);
}

static inline void remove_all(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline int make_root(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/taub-output-XXXXXX", base ? base : "/tmp");
    return mkdtemp(root) ? 0 : -1;
}

static inline const char *below(const char *name);

static inline int remove_root(void **state)
{
    (void)state;
    umount2(below("disk"), MNT_DETACH); /* left by a test of a full disk that failed midway */
    remove_all(root);
    return 0;
}

static inline const char *below(const char *name)
{
    static char paths[4][1024];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static inline bool exists(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static inline int part_files(const char *path)
{
    int count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count += strstr(entry->d_name, ".part") != NULL;
    closedir(folder);
    return count;
}

static inline char *contents(const char *folder, const char *name)
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

static inline void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline struct taub_config config_of(enum taub_coordinates coordinates, int nx, int ny, int nz,
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

static inline void require(struct setup *setup, enum taub_status status)
{
    if (status != TAUB_OK)
        fail_msg("%s", setup->error.message);
}

static inline void prepare(struct setup *setup, const struct taub_config *config)
{
    memset(setup, 0, sizeof *setup);
    require(setup, taub_case_create(config, &setup->run_case, &setup->error));
    require(setup, taub_mesh_create(&config->mesh, 2, &setup->mesh, &setup->error));
}

static inline void begin(struct setup *setup, const char *folder, const struct taub_config *config)
{
    prepare(setup, config);
    require(setup, taub_output_create(folder, setup->run_case, setup->mesh, &setup->output, &setup->error));
}

static inline void dispose(struct setup *setup)
{
    taub_output_destroy(setup->output);
    taub_mesh_destroy(setup->mesh);
    taub_case_destroy(setup->run_case);
}

static inline size_t cells_of(const struct setup *setup)
{
    return (size_t)setup->mesh->cells[0] * (size_t)setup->mesh->cells[1] * (size_t)setup->mesh->cells[2];
}

/* Values that no float holds exactly, different for each place, component and step. */
static inline double *sample(const struct setup *setup, int components, double seed)
{
    const size_t count = cells_of(setup) * (size_t)components;
    double *values = malloc(count * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < count; i++)
        values[i] = seed + sin(0.1 + (double)i) / 3;
    return values;
}

static inline enum taub_status write_step(struct setup *setup, int64_t step, double time)
{
    double *energy = sample(setup, 1, (double)step), *velocity = sample(setup, 3, -(double)step);
    const struct taub_quantity quantities[] = {{"energy_density", 1, "GeV/fm^3", energy, NULL, -1},
                                               {"velocity", 3, "1", velocity, NULL, -1}};
    enum taub_status status = taub_output_fields(setup->output, step, time, 0.01, quantities, 2, &setup->error);
    free(energy);
    free(velocity);
    return status;
}

static inline void write_run(const char *folder, const struct taub_config *config, const int64_t *steps,
                             const double *times, int count)
{
    struct setup setup;
    begin(&setup, folder, config);
    for (int i = 0; i < count; i++)
        require(&setup, write_step(&setup, steps[i], times[i]));
    require(&setup, taub_output_finish(setup.output, "done", "", &setup.error));
    dispose(&setup);
}

/* Reading back, by HDF5 itself and not by the code under test. */

static inline void text_attribute(hid_t object, const char *name, char *text, size_t size)
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

static inline void assert_text(hid_t object, const char *name, const char *expected)
{
    char text[256];
    text_attribute(object, name, text, sizeof text);
    assert_string_equal(text, expected);
}

static inline void assert_doubles(hid_t object, const char *name, const double *expected, int count)
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

static inline void assert_dataset(const struct setup *setup, hid_t file, const char *path, const double *expected)
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

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_root, remove_root)

#endif
