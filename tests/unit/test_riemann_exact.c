/* The exact Riemann solver against published values, a conformal tube solved by other means, and the conservation laws
 * themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gsl/gsl_roots.h>
#include <math.h>
#include <string.h>

#include "problems/problem.h"
#include "problems/random.h"
#include "problems/riemann_exact.h"

static void close_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

static struct taub_eos *make(struct taub_config_eos config)
{
    struct taub_eos *eos = NULL;
    assert_int_equal(taub_eos_create(&config, &eos, NULL), TAUB_OK);
    return eos;
}

static const struct taub_config_eos gas53 = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 5.0 / 3, .mass = 1};
static const struct taub_config_eos massless = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4, .mass = 0};
static const struct taub_config_eos conformal = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 2.5};
static const struct taub_config_eos lattice = {.kind = TAUB_EOS_LATTICE_WB};

static struct taub_riemann *solve(const struct taub_eos *eos, const double left[5], const double right[5])
{
    struct taub_riemann *riemann;
    struct taub_error error = {0};
    if (taub_riemann_create(eos, left, right, &riemann, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return riemann;
}

/* rho, p, velocities to a state of the gas with rest mass 1. */
static void gas_state(double rho, double p, double v, double v_tangent, double state[5])
{
    const double lorentz_factor = 1 / sqrt(1 - v * v - v_tangent * v_tangent);
    const double values[5] = {rho + 1.5 * p, lorentz_factor * v, lorentz_factor * v_tangent, 0, rho};
    memcpy(state, values, sizeof values);
}

/* Marti and Muller, Living Rev. Relativ. 6 (2003) 7, problems 1 and 2; the last two with flow along the interface from
 * Pons, Marti and Muller 2000, table 1 (three digits are printed there). */
static void test_published(void **unused)
{
    (void)unused;
    const struct {
        double left[4], right[4], p, v, shock, tolerance[3];
    } cases[] = {
        {{10, 13.33, 0, 0}, {1, 1e-6, 0, 0}, 1.4476858, 0.71399025, 0.828373, {5e-8, 5e-9, 5e-7}},
        {{1, 1000, 0, 0}, {1, 0.01, 0, 0}, 18.597079, 0.96040961, 0.986804, {5e-7, 5e-9, 5e-7}},
        {{1, 1000, 0, 0}, {1, 0.01, 0, 0.9}, 42.8, 0.913, 0.973, {0.06, 6e-4, 6e-4}},
        {{1, 1000, 0, 0.9}, {1, 0.01, 0, 0.9}, 0.904, 0.319, 0.445, {6e-4, 6e-4, 6e-4}},
    };
    struct taub_eos *eos = make(gas53);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double left[5], right[5];
        gas_state(cases[i].left[0], cases[i].left[1], cases[i].left[2], cases[i].left[3], left);
        gas_state(cases[i].right[0], cases[i].right[1], cases[i].right[2], cases[i].right[3], right);
        struct taub_riemann *riemann = solve(eos, left, right);
        struct taub_riemann_summary summary;
        taub_riemann_describe(riemann, &summary);
        assert_true(!summary.left_shock && summary.right_shock);
        close_to(summary.pressure, cases[i].p, cases[i].tolerance[0]);
        close_to(summary.velocity, cases[i].v, cases[i].tolerance[1]);
        close_to(summary.right_head, cases[i].shock, cases[i].tolerance[2]);
        taub_riemann_destroy(riemann);
    }
    taub_eos_destroy(eos);
}

/* Conformal fluid: the rarefaction keeps y + sqrt(3)/4 ln e, and a shock into matter at rest moves it with
 * v^2 = 3 (e2 - e1)^2/((3 e2 + e1)(e2 + 3 e1)) at the speed V^2 = (3 e2 + e1)/(3 (e2 + 3 e1)). */
static const double e_left = 0.0246, e_right = 0.0015;

static double shock_velocity(double e)
{
    const double rise = e - e_right;
    return sqrt(3 * rise * rise / ((3 * e + e_right) * (e + 3 * e_right)));
}

static double tube(double e, void *unused)
{
    (void)unused;
    return tanh(sqrt(3) / 4 * log(e_left / e)) - shock_velocity(e);
}

static void test_conformal_tube(void **unused)
{
    (void)unused;
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    gsl_function f = {tube, NULL};
    gsl_root_fsolver_set(solver, &f, 1.01 * e_right, e_left);
    for (int i = 0; i < 100; i++)
        gsl_root_fsolver_iterate(solver);
    const double e = gsl_root_fsolver_root(solver);
    gsl_root_fsolver_free(solver);

    struct taub_eos *eos = make(conformal);
    const double left[5] = {e_left, 0, 0, 0, 0.2}, right[5] = {e_right, 0, 0, 0, 0.1};
    struct taub_riemann *riemann = solve(eos, left, right);
    struct taub_riemann_summary summary;
    taub_riemann_describe(riemann, &summary);
    close_to(summary.pressure, e / 3, 1e-13);
    close_to(summary.velocity, shock_velocity(e), 1e-11);
    close_to(summary.right_head, sqrt((3 * e + e_right) / (3 * (e + 3 * e_right))), 1e-11);
    close_to(summary.left_head, -1 / sqrt(3), 1e-13);
    const double tail = atanh(summary.velocity) - atanh(1 / sqrt(3));
    close_to(summary.left_tail, tanh(tail), 1e-11);
    for (int i = 0; i <= 50; i++) { /* the fan */
        const double xi = summary.left_head + (summary.left_tail - summary.left_head) * i / 50;
        const double y = atanh(xi) + atanh(1 / sqrt(3));
        double state[5];
        taub_riemann_state(riemann, xi, state);
        close_to(state[1], sinh(y), 1e-10);
        close_to(state[0], e_left * exp(-4 / sqrt(3) * y), 1e-11);
        close_to(state[4], 0.2 * pow(state[0] / e_left, 0.75), 1e-10);
    }
    taub_riemann_destroy(riemann);
    taub_eos_destroy(eos);
}

/* (E, M_x, M_y, M_z, N) and their fluxes along x. */
static void densities(const struct taub_eos *eos, const double s[5], double u[5], double f[5])
{
    const double p = taub_eos_pressure(eos, s[0], s[4]), w = s[0] + p;
    const double u0 = sqrt(1 + s[1] * s[1] + s[2] * s[2] + s[3] * s[3]), v = s[1] / u0;
    const double density[5] = {w * u0 * u0 - p, w * u0 * s[1], w * u0 * s[2], w * u0 * s[3], s[4] * u0};
    for (int i = 0; i < 5; i++) {
        u[i] = density[i];
        f[i] = density[i] * v + (i == 0 ? p * v : i == 1 ? p : 0);
    }
}

/* Integral of the densities over a <= xi <= b must be b U_b - a U_a - (F_b - F_a): the self-similar conservation laws,
 * shocks included. Gauss-Legendre pieces between the wave edges. */
static void integrate(const struct taub_riemann *riemann, const struct taub_eos *eos, double a, double b, int pieces,
                      double sum[5])
{
    const double place[3] = {-0.7745966692414834, 0, 0.7745966692414834}, weight[3] = {5 / 9.0, 8 / 9.0, 5 / 9.0};
    const double y_a = atanh(a), y_b = atanh(b); /* fans are even in the rapidity */
    for (int i = 0; i < pieces; i++)
        for (int k = 0; k < 3; k++) {
            const double h = (y_b - y_a) / pieces, xi = tanh(y_a + h * (i + (1 + place[k]) / 2));
            double state[5], u[5], f[5];
            taub_riemann_state(riemann, xi, state);
            densities(eos, state, u, f);
            for (int c = 0; c < 5; c++)
                sum[c] += weight[k] * h / 2 * (1 - xi * xi) * u[c];
        }
}

static void check_conservation(const struct taub_riemann *riemann, const struct taub_eos *eos, double tolerance)
{
    struct taub_riemann_summary s;
    taub_riemann_describe(riemann, &s);
    const double edges[5] = {s.left_head, s.left_tail, s.velocity, s.right_tail, s.right_head};
    double sum[5] = {0}, state[5], left[5], right[5], flux_left[5], flux_right[5];
    for (int i = 0; i < 4; i++) {
        assert_true(edges[i + 1] >= edges[i]);
        const bool fan = (i == 0 && !s.left_shock) || (i == 3 && !s.right_shock);
        if (edges[i + 1] > edges[i])
            integrate(riemann, eos, edges[i], edges[i + 1], fan ? 500 : 40, sum);
    }
    taub_riemann_state(riemann, -1, state);
    densities(eos, state, left, flux_left);
    taub_riemann_state(riemann, 1, state);
    densities(eos, state, right, flux_right);
    for (int c = 0; c < 5; c++) {
        const double scale = fabs(left[c]) + fabs(right[c]) + fabs(left[0]) + fabs(right[0]);
        const double expected = s.right_head * right[c] - s.left_head * left[c] - (flux_right[c] - flux_left[c]);
        close_to(sum[c], expected, tolerance * scale);
    }
}

/* Isentropic inside fans, and every conservation law on pieces of them. */
static void check_fan(const struct taub_riemann *riemann, const struct taub_eos *eos, double head, double tail)
{
    double before[5], u[5], f[5];
    const int pieces = 8;
    for (int i = 0; i < pieces; i++) {
        const double a = head + (tail - head) * i / pieces, b = head + (tail - head) * (i + 1) / pieces;
        double sum[5] = {0}, at[5], u_a[5], f_a[5];
        integrate(riemann, eos, a, b, 100, sum);
        taub_riemann_state(riemann, a, at);
        densities(eos, at, u_a, f_a);
        taub_riemann_state(riemann, b, before);
        densities(eos, before, u, f);
        for (int c = 0; c < 5; c++)
            close_to(sum[c], b * u[c] - a * u_a[c] - (f[c] - f_a[c]), 1e-9 * (fabs(u[0]) + fabs(u_a[0])));
    }
}

static double between(struct taub_random *random, double low, double high)
{
    return low + (high - low) * taub_random_uniform(random);
}

static void test_conservation(void **unused)
{
    (void)unused;
    const struct taub_config_eos kinds[] = {gas53, massless, conformal, lattice};
    struct taub_random random;
    taub_random_seed(&random, 7);
    for (int kind = 0; kind < 4; kind++) {
        struct taub_eos *eos = make(kinds[kind]);
        int solved = 0, shocks = 0, fans = 0;
        for (int trial = 0; trial < 20; trial++) {
            double states[2][5];
            for (int side = 0; side < 2; side++) {
                const double n = pow(10, between(&random, -2, 1)), p = pow(10, between(&random, -2, 2));
                states[side][0] = taub_eos_energy_from_pressure(eos, p, n);
                states[side][4] = n;
                for (int c = 1; c < 4; c++)
                    states[side][c] = between(&random, -0.8, 0.8);
            }
            struct taub_riemann *riemann;
            struct taub_error error = {0};
            if (taub_riemann_create(eos, states[0], states[1], &riemann, &error) != TAUB_OK) {
                assert_non_null(strstr(error.message, kind == 3 ? "convex" : "vacuum"));
                continue;
            }
            solved++;
            struct taub_riemann_summary s;
            taub_riemann_describe(riemann, &s);
            shocks += s.left_shock + s.right_shock;
            fans += !s.left_shock + !s.right_shock;
            check_conservation(riemann, eos, 1e-9);
            if (!s.left_shock)
                check_fan(riemann, eos, s.left_head, s.left_tail);
            if (!s.right_shock)
                check_fan(riemann, eos, s.right_head, s.right_tail);
            taub_riemann_destroy(riemann);
        }
        print_message("eos %d: %d of 20 solved, %d shocks, %d fans\n", kind, solved, shocks, fans);
        assert_true(solved > 15 && shocks > 5 && fans > 5);
        taub_eos_destroy(eos);
    }
}

static void test_trivial_and_vacuum(void **unused)
{
    (void)unused;
    struct taub_eos *eos = make(gas53);
    double left[5], right[5], state[5];
    gas_state(1, 0.5, 0.3, 0.2, left);
    struct taub_riemann *riemann = solve(eos, left, left);
    for (double xi = -1.5; xi < 1.6; xi += 0.1) {
        taub_riemann_state(riemann, xi, state);
        for (int c = 0; c < 5; c++)
            close_to(state[c], left[c], 1e-12);
    }
    taub_riemann_destroy(riemann);
    gas_state(1, 1e-4, -0.9, 0, left);
    gas_state(1, 1e-4, 0.9, 0, right);
    struct taub_error error = {0};
    assert_int_equal(taub_riemann_create(eos, left, right, &riemann, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "vacuum"));
    gas_state(1, 1e-4, 0.999999, 0, left); /* collision at Lorentz factor 707 */
    gas_state(1, 1e-4, -0.999999, 0, right);
    riemann = solve(eos, left, right);
    struct taub_riemann_summary s;
    taub_riemann_describe(riemann, &s);
    close_to(s.velocity, 0, 1e-9);
    assert_true(s.left_shock && s.right_shock);
    close_to(s.right_head, -s.left_head, 1e-9);
    taub_riemann_destroy(riemann);
    taub_eos_destroy(eos);
}

/* Along x, y, z and the diagonal the same tube must come out, turned. */
static void test_axes(void **unused)
{
    (void)unused;
    struct taub_eos *eos = make(gas53);
    const enum taub_riemann_axis axes[] = {TAUB_RIEMANN_X, TAUB_RIEMANN_Y, TAUB_RIEMANN_Z, TAUB_RIEMANN_DIAGONAL};
    const double r = sqrt(0.5);
    const double normals[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {r, r, 0}};
    const double tangents[4][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {-r, r, 0}};
    double reference[20][5];
    for (int a = 0; a < 4; a++) {
        struct taub_config config = {.eos = gas53, .time = {.start = 0.5, .end = 1}};
        config.initial.kind = TAUB_INITIAL_RIEMANN;
        config.initial.axis = axes[a];
        config.initial.position = 0.2;
        const unsigned given = TAUB_GIVEN_PRESSURE | TAUB_GIVEN_CHARGE_DENSITY | TAUB_GIVEN_VELOCITY;
        config.initial.left = (struct taub_state){.given = given, .pressure = 13.33, .charge_density = 10};
        config.initial.right = (struct taub_state){.given = given, .pressure = 0.1, .charge_density = 1};
        for (int i = 0; i < 3; i++) {
            config.initial.left.velocity[i] = 0.1 * normals[a][i] + 0.3 * tangents[a][i];
            config.initial.right.velocity[i] = -0.2 * normals[a][i] - 0.1 * tangents[a][i];
        }
        struct taub_problem *problem;
        assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
        assert_true(taub_problem_has_exact(problem));
        for (int k = 0; k < 20; k++) {
            double x[3], state[5];
            for (int i = 0; i < 3; i++)
                x[i] = (0.2 + 0.05 * (k - 10)) * normals[a][i] + 0.7 * tangents[a][i];
            assert_int_equal(taub_problem_state(problem, x, k < 2 ? 0.5 : 1, state, NULL), TAUB_OK);
            const double turned[5] = {
                state[0], state[1] * normals[a][0] + state[2] * normals[a][1] + state[3] * normals[a][2],
                state[1] * tangents[a][0] + state[2] * tangents[a][1] + state[3] * tangents[a][2], 0, state[4]};
            for (int c = 0; c < 5; c++) {
                if (a == 0)
                    reference[k][c] = turned[c];
                close_to(turned[c], reference[k][c], 1e-10 * (1 + fabs(reference[k][c])));
            }
        }
        taub_problem_destroy(problem);
        config.initial.axis = TAUB_RIEMANN_CYLINDER;
        assert_int_equal(taub_problem_create(&config, eos, &problem, NULL), TAUB_OK);
        assert_false(taub_problem_has_exact(problem));
        double state[5];
        const double inside[3] = {0.1, -0.1, 4}, outside[3] = {0.15, 0.15, 0};
        assert_int_equal(taub_problem_state(problem, inside, 0.5, state, NULL), TAUB_OK);
        assert_true(state[4] == 10);
        assert_int_equal(taub_problem_state(problem, outside, 0.5, state, NULL), TAUB_OK);
        assert_true(state[4] == 1);
        assert_int_equal(taub_problem_state(problem, outside, 0.6, state, NULL), TAUB_FAILED);
        taub_problem_destroy(problem);
    }
    taub_eos_destroy(eos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),    cmocka_unit_test(test_conformal_tube),
        cmocka_unit_test(test_conservation), cmocka_unit_test(test_trivial_and_vacuum),
        cmocka_unit_test(test_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
