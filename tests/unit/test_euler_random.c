/* A thousand Riemann problems of gas dynamics drawn at random, over 12 decades of pressure and 4 of density, with flows
 * of up to three times the speed of sound: density and pressure stay positive in every scheme, and the solution is the
 * exact one within what 64 cells allow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "problems/euler_riemann_exact.h"
#include "problems/random.h"
#include "taub/taub.h"

enum { CELLS = 64, PROBLEMS = 1000 };

struct problem {
    struct taub_gas side[2];
    struct taub_euler_riemann exact;
    double duration; /* the fastest wave runs through a quarter of the mesh, [0, 1] */
};

static void draw(struct taub_random *random, struct problem *problem)
{
    for (int s = 0; s < 2; s++) {
        const double p = pow(10, 12 * taub_random_uniform(random) - 6);
        const double rho = pow(10, 4 * taub_random_uniform(random) - 2);
        const double speed = 6 * (taub_random_uniform(random) - 0.5) * sqrt(1.4 * p / rho);
        problem->side[s] = (struct taub_gas){rho, {speed, 0, 0}, p};
    }
    taub_euler_riemann_solve(1.4, &problem->side[0], &problem->side[1], &problem->exact);
    problem->duration = 0.25 / fmax(fabs(problem->exact.left_head), fabs(problem->exact.right_head));
}

static void start(struct taub_simulation *simulation, const struct problem *problem)
{
    double state[5][CELLS];
    memset(state, 0, sizeof state);
    for (int i = 0; i < CELLS; i++) {
        const struct taub_gas *gas = &problem->side[i >= CELLS / 2];
        state[0][i] = gas->density;
        state[1][i] = gas->velocity[0];
        state[4][i] = gas->pressure;
    }
    assert_int_equal(taub_simulation_write_state(simulation, state[0], 5 * (size_t)CELLS, NULL), TAUB_OK);
}

/* Mean error of the density over the larger density. */
static double density_error(const struct problem *problem, const double *density)
{
    double sum = 0;
    for (int i = 0; i < CELLS; i++) {
        struct taub_gas exact;
        taub_euler_riemann_state(&problem->exact, ((i + 0.5) / CELLS - 0.5) / problem->duration, &exact);
        sum += fabs(density[i] - exact.density);
    }
    return sum / CELLS / fmax(problem->side[0].density, problem->side[1].density);
}

static struct taub_config config_of_tube(void)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_EULER;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4};
    config.mesh = (struct taub_config_mesh){.cells = {CELLS, 1, 1}, .blocks = {1, 1, 1}, .upper = {1, 1, 1}};
    config.time.end = 1e12;
    config.time.minimum_step = 1e-30;
    config.initial.kind = TAUB_INITIAL_RIEMANN;
    config.initial.position = 0.5;
    const struct taub_state one = {.given = TAUB_GIVEN_DENSITY | TAUB_GIVEN_PRESSURE, .density = 1, .pressure = 1};
    config.initial.left = config.initial.right = one;
    config.device = (struct taub_config_device){.kind = TAUB_DEVICE_HOST, .threads = 1};
    return config;
}

/* Runs all problems; returns how many failed, and the median and the largest error of the others. */
static int run_all(const struct taub_config *config, double *mean, double *largest)
{
    struct taub_random random;
    struct taub_case *run_case;
    struct taub_simulation *simulation = NULL;
    struct taub_error error = {0};
    int failed = 0;
    *mean = *largest = 0;
    taub_random_seed(&random, 5);
    if (taub_case_create(config, &run_case, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    for (int n = 0; n < PROBLEMS; n++) {
        struct problem problem;
        double density[CELLS], pressure[CELLS];
        draw(&random, &problem);
        /* a fresh one each time: the times of the problems differ by many decades */
        if (taub_simulation_create(run_case, &simulation, &error) != TAUB_OK)
            fail_msg("%s", error.message);
        start(simulation, &problem);
        if (taub_simulation_advance(simulation, INT64_MAX, problem.duration, &error) != TAUB_OK) {
            failed++;
        } else {
            assert_int_equal(taub_simulation_read(simulation, "density", density, CELLS, NULL), TAUB_OK);
            assert_int_equal(taub_simulation_read(simulation, "pressure", pressure, CELLS, NULL), TAUB_OK);
            for (int i = 0; i < CELLS; i++)
                assert_true(density[i] > 0 && pressure[i] > 0);
            const double one = density_error(&problem, density);
            *mean += one / PROBLEMS;
            *largest = fmax(*largest, one);
        }
        taub_simulation_destroy(simulation);
    }
    taub_case_destroy(run_case);
    return failed;
}

static void check(const char *name, const struct taub_config *config, int allowed, double mean_ceiling,
                  double largest_ceiling)
{
    double mean, largest;
    const int failed = run_all(config, &mean, &largest);
    print_message("%s: %d of %d failed; error of the density: mean %.4f, largest %.4f\n", name, failed, PROBLEMS, mean,
                  largest);
    assert_in_range(failed, 0, allowed);
    assert_true(mean < mean_ceiling && largest < largest_ceiling);
}

static void test_kurganov_tadmor(void **unused)
{
    (void)unused;
    struct taub_config config = config_of_tube();
    config.scheme.kind = TAUB_SCHEME_KURGANOV_TADMOR;
    check("kurganov-tadmor", &config, 0, 0.05, 0.25);
}

static void test_musta(void **unused)
{
    (void)unused;
    struct taub_config config = config_of_tube();
    config.scheme.kind = TAUB_SCHEME_MUSTA;
    /* it has no proof of positivity, and one of the problems ends with the message that says so */
    check("musta", &config, 1, 0.05, 0.25);
}

static void test_godunov(enum taub_scheme_kind kind, int order, enum taub_riemann_solver riemann, const char *name)
{
    struct taub_config config = config_of_tube();
    config.scheme.kind = kind;
    config.scheme.order = order;
    config.scheme.riemann = riemann;
    check(name, &config, 0, 0.05, 0.25);
}

static void test_ader_2(void **unused)
{
    (void)unused;
    test_godunov(TAUB_SCHEME_ADER_WENO, 2, TAUB_SOLVER_HLLC, "ader-weno, order 2, hllc");
}

static void test_ader_3(void **unused)
{
    (void)unused;
    test_godunov(TAUB_SCHEME_ADER_WENO, 3, TAUB_SOLVER_HLLI, "ader-weno, order 3, hlli");
}

static void test_ader_4(void **unused)
{
    (void)unused;
    test_godunov(TAUB_SCHEME_ADER_WENO, 4, TAUB_SOLVER_HLLC, "ader-weno, order 4, hllc");
}

static void test_rk_3(void **unused)
{
    (void)unused;
    test_godunov(TAUB_SCHEME_RK_WENO, 3, TAUB_SOLVER_HLL, "rk-weno, order 3, hll");
}

static void test_rk_4(void **unused)
{
    (void)unused;
    test_godunov(TAUB_SCHEME_RK_WENO, 4, TAUB_SOLVER_RUSANOV, "rk-weno, order 4, rusanov");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kurganov_tadmor),
        cmocka_unit_test(test_musta),
        cmocka_unit_test(test_ader_2),
        cmocka_unit_test(test_ader_3),
        cmocka_unit_test(test_ader_4),
        cmocka_unit_test(test_rk_3),
        cmocka_unit_test(test_rk_4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
