/* Stresses of initial data: Navier-Stokes values of flows whose gradients are known, and stresses from a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "problems/navier_stokes.h"
#include "problems/problem.h"
#include "problems/stress_file.h"

enum { N = TAUB_VISCOUS_CHARGE }; /* components of a fluid without charge */

static void close_to(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %.17g is not %.17g within %g", what, value, expected, tolerance);
}

static struct taub_config milne(enum taub_system_kind system, enum taub_eos_kind eos, enum taub_initial_kind kind)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = system;
    config.eos = (struct taub_config_eos){.kind = eos, .colours = 3, .flavours = 2.5};
    config.time.start = 1;
    config.time.end = 3;
    config.mesh.coordinates = TAUB_MILNE;
    config.initial.kind = kind;
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = 8;
        config.mesh.lower[i] = -4;
        config.mesh.upper[i] = 4;
    }
    return config;
}

static void create(const struct taub_config *config, struct taub_eos **eos, struct taub_problem **problem)
{
    struct taub_error error = {0};
    assert_int_equal(taub_eos_create(&config->eos, eos, &error), TAUB_OK);
    if (taub_problem_create(config, *eos, problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

static void state_at(const struct taub_problem *problem, const double x[3], double t, double out[N])
{
    struct taub_error error = {0};
    if (taub_problem_state(problem, x, t, out, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

/* Gubser's ideal flow is boost-invariant and rotates into a static one: sigma^zz = 2/3 tanh(rho)/tau, the rest by
 * symmetry. */
static void test_navier_stokes_of_gubser(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_SYSTEM_SRHD, TAUB_EOS_CONFORMAL, TAUB_INITIAL_GUBSER);
    config.initial.q = 1;
    config.initial.temperature = 0.3;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    for (double tau = 1; tau < 3; tau += 0.7)
        for (double r = 0.1; r < 4; r += 0.6) {
            const double x[3] = {0.6 * r, -0.8 * r, 0}, h = 1e-3, rho = asinh((tau * tau - r * r - 1) / (2 * tau));
            double s[N];
            state_at(problem, x, tau, s);
            struct taub_gradients at = {.energy_density = s[0], .u = {s[1], s[2], s[3]}, .inverse_time = 1 / tau};
            for (int a = 0; a < 2; a++)
                for (int k = -2; k <= 2; k++) {
                    const double weight = (k == 0 ? 0 : abs(k) == 1 ? 8.0 * k : -0.5 * k) / (12 * h);
                    double near[3] = {x[0], x[1], 0}, n[N];
                    near[a] += k * h;
                    state_at(problem, near, tau, n);
                    at.pressure[a] += weight * taub_eos_pressure(eos, n[0], 0);
                    for (int b = 0; b < 3; b++)
                        at.velocity[a][b] += weight * n[1 + b];
                }
            at.enthalpy = 4 * s[0] / 3;
            at.sound_speed_squared = 1 / 3.0;
            at.transport.shear = 0.5; /* pi is sigma */
            at.transport.bulk = 1;    /* Pi is -theta */
            double out[N] = {0};
            taub_navier_stokes(&at, out);
            const double zz = 2 / 3.0 * tanh(rho) / tau, ut = sqrt(1 + s[1] * s[1] + s[2] * s[2]);
            close_to(out[TAUB_VISCOUS_ZZ], zz, 1e-9, "zz");
            close_to(out[TAUB_VISCOUS_XX], -zz / 2 * (1 + s[1] * s[1]), 1e-9, "xx");
            close_to(out[TAUB_VISCOUS_XY], -zz / 2 * s[1] * s[2], 1e-9, "xy");
            close_to(out[TAUB_VISCOUS_YY], -zz / 2 * (1 + s[2] * s[2]), 1e-9, "yy");
            close_to(out[TAUB_VISCOUS_TX], -zz / 2 * ut * s[1], 1e-9, "tx");
            close_to(out[TAUB_VISCOUS_TY], -zz / 2 * ut * s[2], 1e-9, "ty");
            close_to(out[TAUB_VISCOUS_TT], -zz / 2 * (ut * ut - 1), 1e-9, "tt");
            close_to(out[TAUB_VISCOUS_TZ], 0, 1e-9, "tz");
            close_to(out[TAUB_VISCOUS_XZ], 0, 1e-9, "xz");
            /* De Sitter's expansion is 2 tanh(rho); Weyl's factor adds 3 u^tau/tau. */
            close_to(out[TAUB_VISCOUS_BULK], -(2 * tanh(rho) + 3 * ut) / tau, 1e-8, "Pi");
        }
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

/* A flow along z with u^z(z) in Cartesian coordinates is one-dimensional: sigma has one eigenvalue. */
static void test_navier_stokes_along_one_axis(void **unused)
{
    (void)unused;
    const double u = 0.7, gradient = 0.3, ut = sqrt(1 + u * u);
    struct taub_gradients at = {.energy_density = 1, .u = {0, 0, u}, .enthalpy = 1.3, .sound_speed_squared = 0.3};
    at.velocity[2][2] = gradient;
    at.pressure[2] = -0.2;
    at.transport.shear = 0.5;
    at.transport.bulk = 1;
    double out[N] = {0};
    taub_navier_stokes(&at, out);
    const double theta = -out[TAUB_VISCOUS_BULK];
    close_to(out[TAUB_VISCOUS_XX], theta / 3, 1e-14, "xx");
    close_to(out[TAUB_VISCOUS_YY], theta / 3, 1e-14, "yy");
    close_to(out[TAUB_VISCOUS_ZZ], -2 * theta / 3 * ut * ut, 1e-14, "zz");
    close_to(out[TAUB_VISCOUS_TZ], -2 * theta / 3 * ut * u, 1e-14, "tz");
    close_to(out[TAUB_VISCOUS_TT], -2 * theta / 3 * u * u, 1e-14, "tt");
    /* theta from the rapidity y: d_z of it, and d_t of it by Euler's equation. */
    const double slope = gradient / ut, v = u / ut;                                        /* dy/dz, v */
    const double dy = (0.2 / 1.3 / (ut * ut) - v * slope * (1 - 0.3)) / (1 - 0.3 * v * v); /* dy/dt */
    close_to(theta, u * dy + ut * slope, 1e-14, "theta");
}

/* At rest, at the top of a hill, in Milne coordinates: Bjorken's values. */
static void test_initial_navier_stokes(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_SYSTEM_ISRAEL_STEWART, TAUB_EOS_LATTICE_WB, TAUB_INITIAL_GAUSSIAN);
    config.initial.peak =
        (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_FOUR_VELOCITY, .energy_density = 20};
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 0.01};
    config.initial.width[0] = config.initial.width[1] = 2;
    config.transport.shear_viscosity.value = 0.1;
    config.transport.bulk_viscosity.kind = TAUB_BULK_DENICOL;
    config.transport.initial_stress.kind = TAUB_STRESS_NAVIER_STOKES;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    assert_false(taub_problem_has_exact(problem));
    const double x[3] = {0, 0, 0.5};
    double s[N];
    state_at(problem, x, 1, s);
    const struct taub_coefficients c = taub_transport_at(&config.transport, eos, s[0], 0);
    close_to(s[TAUB_VISCOUS_ZZ], -4 * c.shear / 3, 1e-14, "zz");
    close_to(s[TAUB_VISCOUS_XX], 2 * c.shear / 3, 1e-14, "xx");
    close_to(s[TAUB_VISCOUS_BULK], -c.bulk, 1e-14, "Pi");
    taub_problem_destroy(problem);
    /* With a flow that varies: orthogonal to u and traceless. */
    config.initial.peak.four_velocity[0] = 0.8;
    config.initial.peak.four_velocity[1] = -0.4;
    config.initial.peak.four_velocity[2] = 0.3;
    assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
    const double beside[3] = {1.5, -0.5, 0.5};
    state_at(problem, beside, 1, s);
    const double ut = sqrt(1 + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]);
    assert_true(fabs(s[TAUB_VISCOUS_XY]) > 1e-4 && fabs(s[TAUB_VISCOUS_TZ]) > 1e-4);
    close_to(s[TAUB_VISCOUS_TT] - s[TAUB_VISCOUS_XX] - s[TAUB_VISCOUS_YY] - s[TAUB_VISCOUS_ZZ], 0, 1e-14, "trace");
    const int rows[4][4] = {{TAUB_VISCOUS_TT, TAUB_VISCOUS_TX, TAUB_VISCOUS_TY, TAUB_VISCOUS_TZ},
                            {TAUB_VISCOUS_TX, TAUB_VISCOUS_XX, TAUB_VISCOUS_XY, TAUB_VISCOUS_XZ},
                            {TAUB_VISCOUS_TY, TAUB_VISCOUS_XY, TAUB_VISCOUS_YY, TAUB_VISCOUS_YZ},
                            {TAUB_VISCOUS_TZ, TAUB_VISCOUS_XZ, TAUB_VISCOUS_YZ, TAUB_VISCOUS_ZZ}};
    for (int m = 0; m < 4; m++)
        close_to(ut * s[rows[m][0]] - s[1] * s[rows[m][1]] - s[2] * s[rows[m][2]] - s[3] * s[rows[m][3]], 0, 1e-14,
                 "u.pi");
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

static void test_charge_is_refused(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_SYSTEM_ISRAEL_STEWART, TAUB_EOS_CONFORMAL, TAUB_INITIAL_BALL);
    config.initial.radius = 2;
    config.initial.inside = config.initial.outside = (struct taub_state){
        .given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY, .energy_density = 2, .charge_density = 0.5};
    struct taub_eos *eos;
    struct taub_problem *problem;
    struct taub_error error = {0};
    create(&config, &eos, &problem);
    double s[N];
    assert_int_equal(taub_problem_state(problem, (const double[3]){0}, 1, s, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "charge"));
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

/* ---- stresses from a file ---- */

static const char *const names[] = {"tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz"};

/* Two outputs of 4 x 3 x 2 cells; the value tells where it stands: step + component + cell/100. */
static void write_file(const char *path, bool with_bulk, double poison)
{
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t create_groups = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(create_groups, 1);
    const hsize_t shape[3] = {2, 3, 4};
    const hid_t space = H5Screate_simple(3, shape, NULL);
    for (int step = 0; step <= 200; step += 100)
        for (int c = 0; c < 11; c++) {
            char name[64];
            double values[24];
            if (c == 10 && !with_bulk)
                continue;
            snprintf(name, sizeof name, "/data/%d/meshes/%s%s", step, c < 10 ? "shear_stress/" : "bulk_pressure",
                     c < 10 ? names[c] : "");
            for (int i = 0; i < 24; i++)
                values[i] = step + c + i / 100.0 + (i == 23 ? poison : 0);
            const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, create_groups, H5P_DEFAULT, H5P_DEFAULT);
            H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
            H5Dclose(set);
        }
    H5Sclose(space);
    H5Pclose(create_groups);
    H5Fclose(file);
}

static void refused(const char *path, const struct taub_config_mesh *mesh, const char *word)
{
    struct taub_stress_file file;
    struct taub_error error = {0};
    assert_int_equal(taub_stress_file_read(path, mesh, &file, &error), TAUB_BAD_INPUT);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say %s", error.message, word);
}

static void test_stress_file(void **unused)
{
    (void)unused;
    char path[] = "/tmp/taub-test-stress-XXXXXX";
    close(mkstemp(path));
    struct taub_config config = milne(TAUB_SYSTEM_ISRAEL_STEWART, TAUB_EOS_CONFORMAL, TAUB_INITIAL_BALL);
    struct taub_config_mesh mesh = config.mesh;
    mesh.cells[0] = 4;
    mesh.cells[1] = 3;
    mesh.cells[2] = 2;
    write_file(path, true, 0);
    struct taub_stress_file file;
    struct taub_error error = {0};
    if (taub_stress_file_read(path, &mesh, &file, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    double out[11];
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 4; i++) {
                const double x[3] = {-4 + (i + 0.5) * 2, -4 + (j + 0.5) * 8 / 3, -4 + (k + 0.5) * 4};
                taub_stress_file_at(&file, x, out);
                for (int c = 0; c < 11; c++)
                    assert_true(out[c] == 200 + c + ((k * 3 + j) * 4 + i) / 100.0);
            }
    taub_stress_file_free(&file);
    /* The same through a problem. */
    config.mesh = mesh;
    config.initial.radius = 2;
    config.initial.inside = config.initial.outside =
        (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 2};
    config.transport.initial_stress.kind = TAUB_STRESS_READ;
    config.transport.initial_stress.file = path;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    double s[N];
    state_at(problem, (const double[3]){3, 3, 3}, 1, s);
    for (int c = 0; c < 11; c++)
        assert_true(s[TAUB_VISCOUS_TT + c] == 200 + c + 0.23);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    mesh.cells[1] = 4;
    refused(path, &mesh, "mesh.cells, 2 x 4 x 4");
    mesh.cells[1] = 3;
    write_file(path, false, 0);
    refused(path, &mesh, "bulk_pressure");
    write_file(path, true, NAN);
    refused(path, &mesh, "finite");
    assert_int_equal(truncate(path, 3000), 0);
    refused(path, &mesh, path);
    unlink(path);
    refused(path, &mesh, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_navier_stokes_of_gubser),
        cmocka_unit_test(test_navier_stokes_along_one_axis),
        cmocka_unit_test(test_initial_navier_stokes),
        cmocka_unit_test(test_charge_is_refused),
        cmocka_unit_test(test_stress_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
