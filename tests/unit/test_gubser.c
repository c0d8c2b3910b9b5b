/* Gubser and Bjorken flow must solve the equations of hydrodynamics: residuals by finite differences; and the simple
 * initial data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <string.h>

#include "problems/problem.h"

static void close_to(double value, double expected, double relative)
{
    if (!(fabs(value - expected) <= relative * fabs(expected)))
        fail_msg("%.17g is not %.17g within %g", value, expected, relative);
}

static struct taub_config milne(struct taub_config_eos eos, enum taub_initial_kind kind, double start, double end)
{
    struct taub_config config = {.eos = eos, .time = {.start = start, .end = end}};
    config.mesh.coordinates = TAUB_MILNE;
    config.initial.kind = kind;
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = i < 2 ? 10 : 1;
        config.mesh.lower[i] = -5;
        config.mesh.upper[i] = 5;
    }
    return config;
}

static const struct taub_config_eos conformal = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 2.5};

static void create(const struct taub_config *config, struct taub_eos **eos, struct taub_problem **problem)
{
    struct taub_error error = {0};
    assert_int_equal(taub_eos_create(&config->eos, eos, &error), TAUB_OK);
    if (taub_problem_create(config, *eos, problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

/* tau T^{tau tau}, tau T^{tau x}, tau T^{tau y} and the fluxes along x (1) and y (2) of each. */
static void stress(const struct taub_problem *problem, const struct taub_eos *eos, double x, double y, double tau,
                   double out[3][3], double *pressure)
{
    const double at[3] = {x, y, 0};
    double s[5];
    assert_int_equal(taub_problem_state(problem, at, tau, s, NULL), TAUB_OK);
    assert_true(s[3] == 0);
    const double p = taub_eos_pressure(eos, s[0], s[4]), w = s[0] + p, u0 = sqrt(1 + s[1] * s[1] + s[2] * s[2]);
    const double u[3] = {u0, s[1], s[2]};
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++)
            out[m][n] = w * u[m] * u[n] + (m == n ? (m == 0 ? -p : p) : 0);
    *pressure = p;
}

/* d_tau (tau T^{tau nu}) + d_x (tau T^{x nu}) + d_y (tau T^{y nu}) = -p for nu = tau and 0 for x, y. */
static void check_residual(const struct taub_problem *problem, const struct taub_eos *eos, double x, double y,
                           double tau)
{
    const double h = 1e-3, weight[4] = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0}, step[4] = {-2 * h, -h, h, 2 * h};
    double sum[3] = {0}, p, here[3][3];
    for (int k = 0; k < 4; k++) {
        double a[3][3], b[3][3], c[3][3], unused;
        stress(problem, eos, x, y, tau + step[k], a, &unused);
        stress(problem, eos, x + step[k], y, tau, b, &unused);
        stress(problem, eos, x, y + step[k], tau, c, &unused);
        for (int n = 0; n < 3; n++)
            sum[n] += weight[k] / h * ((tau + step[k]) * a[0][n] + tau * b[1][n] + tau * c[2][n]);
    }
    stress(problem, eos, x, y, tau, here, &p);
    sum[0] += p;
    for (int n = 0; n < 3; n++)
        if (!(fabs(sum[n]) < 1e-8 * here[0][0] * (1 + 1 / tau)))
            fail_msg("equation %d leaves %g of %g at x = %g, y = %g, tau = %g", n, sum[n], here[0][0], x, y, tau);
}

static void test_gubser(void **unused)
{
    (void)unused;
    struct taub_config config = milne(conformal, TAUB_INITIAL_GUBSER, 0.5, 4);
    config.initial.q = 0.8;
    config.initial.temperature = 1.2 * TAUB_HBARC;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    assert_true(taub_problem_has_exact(problem));
    const double origin[3] = {0, 0, 0};
    double state[5];
    assert_int_equal(taub_problem_state(problem, origin, 1.25, state, NULL), TAUB_OK);
    close_to(taub_eos_temperature(eos, state[0], 0), 1.2 * TAUB_HBARC, 1e-13);
    for (double tau = 0.6; tau < 4; tau *= 1.4)
        for (double x = -4.3; x < 4.5; x += 0.83)
            for (double y = -3.9; y < 4.5; y += 1.17)
                check_residual(problem, eos, x, y, tau);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

struct expansion {
    const struct taub_eos *eos;
    double charge; /* n tau */
};

static int expand(double tau, const double e[], double rate[], void *user)
{
    const struct expansion *expansion = user;
    rate[0] = -(e[0] + taub_eos_pressure(expansion->eos, e[0], expansion->charge / tau)) / tau;
    return GSL_SUCCESS;
}

static void test_bjorken(void **unused)
{
    (void)unused;
    const struct taub_config_eos kinds[] = {
        conformal,
        {.kind = TAUB_EOS_LATTICE_WB},
        {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 1},
    };
    for (int kind = 0; kind < 3; kind++) {
        struct taub_config config = milne(kinds[kind], TAUB_INITIAL_BJORKEN, 0.6, 6);
        config.initial.state = (struct taub_state){
            .given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY, .energy_density = 30, .charge_density = 2};
        struct taub_eos *eos;
        struct taub_problem *problem;
        create(&config, &eos, &problem);
        assert_true(taub_problem_has_exact(problem));
        struct expansion expansion = {eos, 2 * 0.6};
        gsl_odeiv2_system system = {expand, NULL, 1, &expansion};
        gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-4, 0, 1e-13);
        double tau = 0.6, e[1] = {30}, state[5];
        for (double next = 0.6; next < 30; next *= 1.37) { /* also past time.end */
            const double x[3] = {1, 2, 0};
            gsl_odeiv2_driver_apply(driver, &tau, next, e);
            assert_int_equal(taub_problem_state(problem, x, next, state, NULL), TAUB_OK);
            close_to(state[0], e[0], 1e-11);
            close_to(state[4], 1.2 / next, 1e-14);
            assert_true(state[1] == 0 && state[2] == 0 && state[3] == 0);
            if (kind == 0)
                close_to(state[0] * pow(next, 4.0 / 3), 30 * pow(0.6, 4.0 / 3), 1e-12);
            if (kind == 1) /* s tau is conserved */
                close_to(taub_eos_entropy_density(eos, state[0], 0) * next, taub_eos_entropy_density(eos, 30, 0) * 0.6,
                         1e-11);
        }
        gsl_odeiv2_driver_free(driver);
        taub_problem_destroy(problem);
        taub_eos_destroy(eos);
    }
}

static void test_gaussian(void **unused)
{
    (void)unused;
    struct taub_config config = milne(conformal, TAUB_INITIAL_GAUSSIAN, 1, 2);
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_TEMPERATURE, .temperature = 0.1};
    config.initial.peak = (struct taub_state){
        .given = TAUB_GIVEN_TEMPERATURE | TAUB_GIVEN_VELOCITY, .temperature = 0.4, .velocity = {0, 0.8, 0}};
    config.initial.center[0] = 1;
    config.initial.width[0] = 2;
    config.initial.width[1] = 0.5;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    const double x[3] = {3, 0.5, 77};
    double state[5];
    assert_int_equal(taub_problem_state(problem, x, 1, state, NULL), TAUB_OK);
    close_to(taub_eos_temperature(eos, state[0], 0), 0.1 + 0.3 * exp(-1), 1e-13);
    const double v = 0.8 * exp(-1);
    close_to(state[2], v / sqrt(1 - v * v), 1e-13);
    assert_false(taub_problem_has_exact(problem));
    taub_problem_destroy(problem);
    config.initial.background.given = 0;
    struct taub_error error = {0};
    assert_int_equal(taub_problem_create(&config, eos, &problem, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "initial.background.temperature"));
    taub_eos_destroy(eos);
}

static void test_ball(void **unused)
{
    (void)unused;
    const double places[5][3] = {{1.9, 0, 9}, {1.1, 1.1, 9}, {1.5, 1.5, 0}, {2.1, 0, 0}, {1.9, 1.9, 0}};
    const int norms[3] = {1, 2, 0};
    const int inside[3][5] = {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 1}};
    for (int n = 0; n < 3; n++) {
        struct taub_config config = milne(conformal, TAUB_INITIAL_BALL, 1, 2);
        config.initial.radius = 2;
        config.initial.norm = norms[n];
        config.initial.inside = (struct taub_state){.given = 1, .energy_density = 3};
        config.initial.outside = (struct taub_state){.given = 1, .energy_density = 0.5};
        struct taub_eos *eos;
        struct taub_problem *problem;
        create(&config, &eos, &problem);
        for (int k = 0; k < 5; k++) {
            double state[5];
            assert_int_equal(taub_problem_state(problem, places[k], 1, state, NULL), TAUB_OK);
            assert_true(state[0] == (inside[n][k] ? 3 : 0.5));
        }
        taub_problem_destroy(problem);
        taub_eos_destroy(eos);
    }
}

static void test_bad_input(void **unused)
{
    (void)unused;
    struct taub_config configs[6];
    const char *keys[6] = {"initial.kind", "initial.q", "time.start", "initial.radius", "initial.state.energy_density",
                           "initial.state"};
    for (int i = 0; i < 6; i++) {
        configs[i] = milne(conformal, i < 3 ? TAUB_INITIAL_GUBSER : TAUB_INITIAL_BJORKEN, 1, 2);
        configs[i].initial.q = configs[i].initial.temperature = 1;
        configs[i].initial.state = (struct taub_state){.given = 1, .energy_density = 1};
    }
    configs[0].mesh.coordinates = TAUB_CARTESIAN;
    configs[1].initial.q = -1;
    configs[2].time.start = 0;
    configs[3].initial.kind = TAUB_INITIAL_BALL;
    configs[4].initial.state.energy_density = NAN;
    configs[5].initial.state.given |= TAUB_GIVEN_VELOCITY;
    configs[5].initial.state.velocity[0] = 0.1;
    struct taub_eos *eos;
    assert_int_equal(taub_eos_create(&conformal, &eos, NULL), TAUB_OK);
    for (int i = 0; i < 6; i++) {
        struct taub_error error = {0};
        struct taub_problem *problem;
        assert_int_equal(taub_problem_create(&configs[i], eos, &problem, &error), TAUB_BAD_INPUT);
        assert_null(problem);
        if (strncmp(error.message, keys[i], strlen(keys[i])) != 0)
            fail_msg("\"%s\" does not start with %s", error.message, keys[i]);
    }
    taub_eos_destroy(eos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gubser), cmocka_unit_test(test_bjorken),   cmocka_unit_test(test_gaussian),
        cmocka_unit_test(test_ball),   cmocka_unit_test(test_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
