/* Bjorken's and Gubser's flow of a viscous fluid against GSL, and against the equations themselves by finite
 * differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "eos/transport.h"
#include "problems/problem.h"
#include "problems/viscous.h"
#include "../viscous_odes.h"

enum { N = TAUB_VISCOUS_CHARGE }; /* components of a fluid without charge */

static void close_to(double value, double expected, double tolerance, const char *what, double where)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s at %g: %.17g is not %.17g within %g", what, where, value, expected, tolerance);
}

static struct taub_config milne(enum taub_eos_kind eos, enum taub_initial_kind kind, double start, double end)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_ISRAEL_STEWART;
    config.eos = (struct taub_config_eos){.kind = eos, .colours = 3, .flavours = 2.5};
    config.time.start = start;
    config.time.end = end;
    config.mesh.coordinates = TAUB_MILNE;
    config.initial.kind = kind;
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = i < 2 ? 10 : 1;
        config.mesh.lower[i] = -5;
        config.mesh.upper[i] = 5;
    }
    return config;
}

static void create(const struct taub_config *config, struct taub_eos **eos, struct taub_problem **problem)
{
    struct taub_error error = {0};
    assert_int_equal(taub_eos_create(&config->eos, eos, &error), TAUB_OK);
    if (taub_problem_create(config, *eos, problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    assert_true(taub_problem_has_exact(*problem));
}

static void state_at(const struct taub_problem *problem, double x, double y, double tau, double out[N])
{
    const double at[3] = {x, y, 0};
    struct taub_error error = {0};
    if (taub_problem_state(problem, at, tau, out, &error) != TAUB_OK)
        fail_msg("%s", error.message);
}

/* ---- Bjorken ---- */

static void check_bjorken(struct taub_config config, double phi, double bulk, double tolerance)
{
    struct taub_eos *eos;
    struct taub_problem *problem;
    config.initial.state = (struct taub_state){.given = TAUB_GIVEN_TEMPERATURE, .temperature = 0.6};
    create(&config, &eos, &problem);
    struct expansion expansion = {eos, config.transport.shear_viscosity.value,
                                  config.transport.bulk_viscosity.kind == TAUB_BULK_DENICOL, config.transport.phi_7};
    gsl_odeiv2_system system = {expand, NULL, 3, &expansion};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-5, 1e-13, 1e-12);
    double tau = config.time.start, y[3] = {taub_eos_energy_from_temperature(eos, 0.6, 0)}, state[N];
    y[1] = phi * (y[0] + taub_eos_pressure(eos, y[0], 0));
    y[2] = bulk * y[0];
    const double times[] = {0.25, 0.3, 0.5, 1, 2, 5, 10};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (times[i] > tau)
            assert_int_equal(gsl_odeiv2_driver_apply(driver, &tau, times[i], y), GSL_SUCCESS);
        state_at(problem, 1, 2, times[i], state);
        close_to(state[TAUB_VISCOUS_ENERGY], y[0], tolerance * y[0], "e", tau);
        close_to(state[TAUB_VISCOUS_ZZ], -y[1], tolerance * y[0], "pi^zz", tau);
        close_to(state[TAUB_VISCOUS_XX], y[1] / 2, tolerance * y[0], "pi^xx", tau);
        close_to(state[TAUB_VISCOUS_YY], y[1] / 2, tolerance * y[0], "pi^yy", tau);
        close_to(state[TAUB_VISCOUS_BULK], y[2], tolerance * y[0], "Pi", tau);
        for (int c = TAUB_VISCOUS_UX; c <= TAUB_VISCOUS_TZ; c++)
            assert_true(state[c] == 0);
    }
    gsl_odeiv2_driver_free(driver);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

static void test_bjorken_conformal(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_EOS_CONFORMAL, TAUB_INITIAL_BJORKEN, 0.25, 10);
    config.transport.shear_viscosity.value = 0.2;
    check_bjorken(config, 0, 0, 1e-10);
    config.transport.initial_stress.kind = TAUB_STRESS_NAVIER_STOKES;
    check_bjorken(config, 4 * 0.2 * TAUB_HBARC / (3 * 0.25 * 0.6), 0, 1e-10); /* phi/(e + p) = 4 eta/(3 tau s T) */
    config.transport.phi_7 = 1;
    check_bjorken(config, 4 * 0.2 * TAUB_HBARC / (3 * 0.25 * 0.6), 0, 1e-10);
}

/* The jumps of zeta/s at 0.995 and 1.05 T_c limit how well two integrators can agree. */
static void test_bjorken_lattice_with_bulk(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_EOS_LATTICE_WB, TAUB_INITIAL_BJORKEN, 0.25, 10);
    config.transport.shear_viscosity.value = 0.2;
    config.transport.bulk_viscosity.kind = TAUB_BULK_DENICOL;
    check_bjorken(config, 0, 0, 1e-8);
}

/* ---- Gubser ---- */

enum { FIVE_POINTS = 4 };
static const double weight[FIVE_POINTS] = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0};
static const double place[FIVE_POINTS] = {-2, -1, 1, 2};

/* The derivatives of the state along tau, x, y. */
static void differences(const struct taub_problem *problem, double x, double y, double tau, double d[3][N])
{
    const double h = 1e-3;
    memset(d, 0, 3 * sizeof *d);
    for (int k = 0; k < FIVE_POINTS; k++)
        for (int a = 0; a < 3; a++) {
            double s[N];
            state_at(problem, x + (a == 1) * h * place[k], y + (a == 2) * h * place[k], tau + (a == 0) * h * place[k],
                     s);
            for (int c = 0; c < N; c++)
                d[a][c] += weight[k] / h * s[c];
        }
}

/* T^{mu nu} of mu, nu in tau, x, y, and of zz in its last place. */
static void stress(const struct taub_eos *eos, const double s[N], double T[3][3], double *zz)
{
    static const int shear[3][3] = {{TAUB_VISCOUS_TT, TAUB_VISCOUS_TX, TAUB_VISCOUS_TY},
                                    {TAUB_VISCOUS_TX, TAUB_VISCOUS_XX, TAUB_VISCOUS_XY},
                                    {TAUB_VISCOUS_TY, TAUB_VISCOUS_XY, TAUB_VISCOUS_YY}};
    const double p = taub_eos_pressure(eos, s[0], 0) + s[TAUB_VISCOUS_BULK], w = s[0] + p;
    const double u[3] = {sqrt(1 + s[1] * s[1] + s[2] * s[2]), s[1], s[2]};
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++)
            T[m][n] = w * u[m] * u[n] + (m == n ? (m == 0 ? -p : p) : 0) + s[shear[m][n]];
    *zz = p + s[TAUB_VISCOUS_ZZ];
}

/* d_mu (tau T^{mu nu}) = -T^zz for nu = tau, 0 for x, y. */
static void check_conservation(const struct taub_problem *problem, const struct taub_eos *eos, double x, double y,
                               double tau)
{
    const double h = 1e-3;
    double sum[3] = {0}, here[3][3], zz, s[N];
    for (int k = 0; k < FIVE_POINTS; k++)
        for (int a = 0; a < 3; a++) {
            double T[3][3], unused;
            const double t = tau + (a == 0) * h * place[k];
            state_at(problem, x + (a == 1) * h * place[k], y + (a == 2) * h * place[k], t, s);
            stress(eos, s, T, &unused);
            for (int n = 0; n < 3; n++)
                sum[n] += weight[k] / h * t * T[a][n];
        }
    state_at(problem, x, y, tau, s);
    stress(eos, s, here, &zz);
    sum[0] += zz;
    for (int n = 0; n < 3; n++)
        close_to(sum[n] / here[0][0], 0, 1e-7 * (1 + 1 / tau), "the divergence of T", hypot(x, y));
}

/* The relaxation equation of zz, which has no part of the acceleration because u^z = 0. */
static void check_relaxation(const struct taub_problem *problem, const struct taub_config *config,
                             const struct taub_eos *eos, double x, double y, double tau)
{
    double s[N], d[3][N];
    state_at(problem, x, y, tau, s);
    differences(problem, x, y, tau, d);
    const double ut = sqrt(1 + s[1] * s[1] + s[2] * s[2]), zz = s[TAUB_VISCOUS_ZZ];
    const double u[3] = {ut, s[1], s[2]};
    double du[3][3]; /* d_a u^m */
    for (int a = 0; a < 3; a++) {
        du[a][1] = d[a][1];
        du[a][2] = d[a][2];
        du[a][0] = (s[1] * d[a][1] + s[2] * d[a][2]) / ut;
    }
    const double theta = du[0][0] + du[1][1] + du[2][2] + ut / tau, sigma = theta / 3 - ut / tau;
    double D = 0, contraction = 0;
    for (int a = 0; a < 3; a++)
        D += u[a] * d[a][TAUB_VISCOUS_ZZ];
    /* pi:sigma = pi^{mu nu} nabla_mu u_nu: with the indices of u below, the spatial signs turn. */
    double T[3][3], unused;
    struct taub_coefficients c = taub_transport_at(&config->transport, eos, s[0], 0);
    stress(eos, s, T, &unused);
    const double p = taub_eos_pressure(eos, s[0], 0), w = s[0] + p;
    for (int m = 0; m < 3; m++)
        for (int n = 0; n < 3; n++) {
            const double pi = T[m][n] - w * u[m] * u[n] - (m == n ? (m == 0 ? -p : p) : 0);
            contraction += pi * du[m][n] * (n == 0 ? 1 : -1);
        }
    contraction -= zz * ut / tau;
    /* pi.sigma with one index down turns the sign; its traceless part of zz. */
    const double product = -(zz * sigma) + contraction / 3;
    const double left = c.shear_relaxation * D + zz;
    const double right = 2 * c.shear * sigma - c.delta_shear_shear * zz * theta - c.tau_shear_shear * product;
    close_to((left - right) / (fabs(zz) + c.shear * theta), 0, 1e-6, "relaxation of pi^zz", hypot(x, y));
    close_to((s[TAUB_VISCOUS_TT] - s[TAUB_VISCOUS_XX] - s[TAUB_VISCOUS_YY] - zz) / (fabs(zz) + 1e-9), 0, 1e-9, "trace",
             x);
    close_to((ut * s[TAUB_VISCOUS_TX] - u[1] * s[TAUB_VISCOUS_XX] - u[2] * s[TAUB_VISCOUS_XY]) / (fabs(zz) + 1e-9), 0,
             1e-9, "u.pi", x);
}

/* T and pi against the two equations of the paper, solved with GSL. */
static void test_gubser(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_EOS_CONFORMAL, TAUB_INITIAL_GUBSER, 1, 3);
    config.initial.q = 1;
    config.initial.temperature = 1.2 * TAUB_HBARC;
    config.transport.shear_viscosity.value = 0.2;
    config.transport.tau_shear_shear = 0;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    double eta = 0.2;
    gsl_odeiv2_system system = {de_sitter, NULL, 2, &eta};
    const double places[][2] = {{1, 0}, {1, 4.9}, {1.5, 1}, {2, 0}, {2, 3}, {3, 0.2}, {3, 6.5}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const double tau = places[i][0], r = places[i][1], rho = asinh((tau * tau - r * r - 1) / (2 * tau));
        gsl_odeiv2_driver *driver =
            gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, rho < 0 ? -1e-4 : 1e-4, 1e-14, 1e-12);
        double at = 0, y[2] = {1.2, 0}, s[N];
        if (rho != 0)
            assert_int_equal(gsl_odeiv2_driver_apply(driver, &at, rho, y), GSL_SUCCESS);
        state_at(problem, r * 0.6, r * 0.8, tau, s);
        const double T = y[0] / tau * TAUB_HBARC, e = taub_eos_energy_from_temperature(eos, T, 0);
        close_to(taub_eos_temperature(eos, s[0], 0), T, 1e-10 * T, "T", r);
        close_to(s[TAUB_VISCOUS_ZZ], y[1] * 4 / 3 * e, 1e-9 * e, "pi^zz", r);
        close_to(s[1] / sqrt(1 + s[1] * s[1] + s[2] * s[2]), 0.6 * 2 * tau * r / (1 + tau * tau + r * r), 1e-14, "v^x",
                 r);
        gsl_odeiv2_driver_free(driver);
    }
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

/* Also with tau_pipi, other q and another relaxation time. */
static void test_gubser_solves_the_equations(void **unused)
{
    (void)unused;
    for (int variant = 0; variant < 2; variant++) {
        struct taub_config config = milne(TAUB_EOS_CONFORMAL, TAUB_INITIAL_GUBSER, 0.9, 4.1);
        config.initial.q = variant ? 0.7 : 1;
        config.initial.temperature = 0.3;
        config.transport.shear_viscosity.value = 0.2;
        config.transport.tau_shear_shear = variant;
        config.transport.shear_relaxation = variant ? 6 : 5;
        struct taub_eos *eos;
        struct taub_problem *problem;
        create(&config, &eos, &problem);
        for (double tau = 1; tau < 4; tau *= 1.5)
            for (double x = -4.3; x < 4.5; x += 1.13)
                for (double y = -3.9; y < 4.5; y += 1.57) {
                    check_conservation(problem, eos, x, y, tau);
                    check_relaxation(problem, &config, eos, x, y, tau);
                }
        taub_problem_destroy(problem);
        taub_eos_destroy(eos);
    }
}

/* Without viscosity it is the ideal flow: T from Gubser's formula. */
static void test_gubser_without_viscosity(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_EOS_CONFORMAL, TAUB_INITIAL_GUBSER, 1, 3);
    config.initial.q = 1;
    config.initial.temperature = 0.25;
    config.transport.shear_viscosity.kind = TAUB_SHEAR_NONE;
    struct taub_eos *eos;
    struct taub_problem *problem;
    create(&config, &eos, &problem);
    for (double r = 0; r < 5; r += 0.7) {
        double s[N];
        const double tau = 2, d = 1 + 2 * (tau * tau + r * r) + (tau * tau - r * r) * (tau * tau - r * r);
        state_at(problem, r, 0, tau, s);
        const double T = 0.25 / tau * cbrt(4 * tau * tau / d);
        close_to(taub_eos_temperature(eos, s[0], 0), T, 1e-11 * T, "T", r);
        for (int c = TAUB_VISCOUS_TT; c < N; c++)
            assert_true(s[c] == 0);
    }
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
}

/* ---- coefficients ---- */

static void test_coefficients(void **unused)
{
    (void)unused;
    struct taub_config config = milne(TAUB_EOS_LATTICE_WB, TAUB_INITIAL_BJORKEN, 1, 3);
    struct taub_config_transport *transport = &config.transport;
    transport->shear_viscosity.kind = TAUB_SHEAR_PIECEWISE;
    transport->shear_viscosity.value = 0.1;
    transport->shear_viscosity.minimum_temperature = 0.15;
    transport->shear_viscosity.slope_below = -2;
    transport->shear_viscosity.slope_above = 1.5;
    close_to(taub_shear_over_entropy(transport, 0.15), 0.1, 1e-15, "eta/s", 0.15);
    close_to(taub_shear_over_entropy(transport, 0.10), 0.2, 1e-15, "eta/s", 0.10);
    close_to(taub_shear_over_entropy(transport, 0.35), 0.4, 1e-15, "eta/s", 0.35);
    transport->bulk_viscosity.kind = TAUB_BULK_CAUCHY;
    transport->bulk_viscosity.maximum = 0.05;
    transport->bulk_viscosity.width = 0.02;
    transport->bulk_viscosity.temperature = 0.18;
    close_to(taub_bulk_over_entropy(transport, 0.18), 0.05, 1e-15, "zeta/s", 0.18);
    close_to(taub_bulk_over_entropy(transport, 0.20), 0.025, 1e-15, "zeta/s", 0.20);
    transport->bulk_viscosity.kind = TAUB_BULK_DENICOL;
    transport->bulk_viscosity.norm = 2;
    close_to(taub_bulk_over_entropy(transport, 0.18), 2 * (-13.45 + 27.55 - 13.77), 1e-12, "zeta/s", 0.18);
    close_to(taub_bulk_over_entropy(transport, 0.36), 2 * (0.9 * exp(-40.0) + 0.25 * exp(-1 / 0.13) + 0.001), 1e-12,
             "zeta/s", 0.36);
    close_to(taub_bulk_over_entropy(transport, 0.09), 2 * (0.9 * exp(-200.0) + 0.22 * exp(-0.5 / 0.022) + 0.03), 1e-12,
             "zeta/s", 0.09);
    for (int edge = 0; edge < 2; edge++) { /* the three pieces meet within 1 per cent */
        const double T = 0.18 * (edge ? 1.05 : 0.995);
        const double below = taub_bulk_over_entropy(transport, T * 0.999999),
                     above = taub_bulk_over_entropy(transport, T * 1.000001);
        close_to(below, above, 0.012 * above, "zeta/s across", T);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bjorken_conformal),
        cmocka_unit_test(test_bjorken_lattice_with_bulk),
        cmocka_unit_test(test_gubser),
        cmocka_unit_test(test_gubser_solves_the_equations),
        cmocka_unit_test(test_gubser_without_viscosity),
        cmocka_unit_test(test_coefficients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
