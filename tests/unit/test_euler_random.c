/* A thousand Riemann problems of gas dynamics drawn at random, over 12 decades of pressure and 4 of density, with flows
 * of up to three times the speed of sound: density and pressure stay positive in every scheme on 64 cells, and on 192
 * cells the averages over cells are the exact ones to 2 % of the larger density, to 15 % in the worst problem. Contacts
 * smear over h^(2/3), and denser shells are thinner than a cell for long: errors fall with about h^0.6.
 *
 *     test_euler_random all     every order with every Riemann solver, too */
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

enum { COARSE = 64, FINE = 192, PROBLEMS = 1000, FINE_PROBLEMS = 200 };

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

static void start(struct taub_simulation *simulation, const struct problem *problem, int cells)
{
    double state[5 * FINE] = {0};
    for (int i = 0; i < cells; i++) {
        const struct taub_gas *gas = &problem->side[i >= cells / 2];
        state[i] = gas->density;
        state[cells + i] = gas->velocity[0];
        state[4 * cells + i] = gas->pressure;
    }
    assert_int_equal(taub_simulation_write_state(simulation, state, 5 * (size_t)cells, NULL), TAUB_OK);
}

/* Mean error of the averages of the density over cells, over the larger density. */
static double density_error(const struct problem *problem, const double *density, int cells)
{
    enum { PARTS = 32 };
    double sum = 0;
    for (int i = 0; i < cells; i++) {
        double mean = 0;
        for (int part = 0; part < PARTS; part++) {
            const double x = (i + (part + 0.5) / PARTS) / cells - 0.5;
            struct taub_gas exact;
            taub_euler_riemann_state(&problem->exact, x / problem->duration, &exact);
            mean += exact.density / PARTS;
        }
        sum += fabs(density[i] - mean);
    }
    return sum / cells / fmax(problem->side[0].density, problem->side[1].density);
}

static struct taub_config config_of_tube(void)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = TAUB_SYSTEM_EULER;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4};
    config.mesh = (struct taub_config_mesh){.cells = {COARSE, 1, 1}, .blocks = {1, 1, 1}, .upper = {1, 1, 1}};
    config.time.end = 1e12;
    config.time.minimum_step = 1e-30;
    config.initial.kind = TAUB_INITIAL_RIEMANN;
    config.initial.position = 0.5;
    const struct taub_state one = {.given = TAUB_GIVEN_DENSITY | TAUB_GIVEN_PRESSURE, .density = 1, .pressure = 1};
    config.initial.left = config.initial.right = one;
    config.device = (struct taub_config_device){.kind = TAUB_DEVICE_HOST, .threads = 1};
    return config;
}

/* Runs problems; returns how many failed, and the mean and the largest error of the others. */
static int run_problems(struct taub_config config, int cells, int count, double *mean, double *largest)
{
    struct taub_random random;
    struct taub_case *run_case;
    struct taub_simulation *simulation = NULL;
    struct taub_error error = {0};
    int failed = 0;
    *mean = *largest = 0;
    config.mesh.cells[0] = cells;
    taub_random_seed(&random, 5);
    if (taub_case_create(&config, &run_case, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    for (int n = 0; n < count; n++) {
        struct problem problem;
        double density[FINE], pressure[FINE];
        draw(&random, &problem);
        /* a fresh one each time: the times of the problems differ by many decades */
        if (taub_simulation_create(run_case, &simulation, &error) != TAUB_OK)
            fail_msg("%s", error.message);
        start(simulation, &problem, cells);
        if (taub_simulation_advance(simulation, INT64_MAX, problem.duration, &error) != TAUB_OK) {
            print_message("problem %d: %s\n", n, error.message);
            failed++;
        } else {
            assert_int_equal(taub_simulation_read(simulation, "density", density, (size_t)cells, NULL), TAUB_OK);
            assert_int_equal(taub_simulation_read(simulation, "pressure", pressure, (size_t)cells, NULL), TAUB_OK);
            for (int i = 0; i < cells; i++)
                assert_true(density[i] > 0 && pressure[i] > 0);
            const double one = density_error(&problem, density, cells);
            *mean += one / count;
            *largest = fmax(*largest, one);
        }
        taub_simulation_destroy(simulation);
    }
    taub_case_destroy(run_case);
    print_message("  %d cells: %d of %d failed; error of the density: mean %.4f, largest %.4f\n", cells, failed, count,
                  *mean, *largest);
    return failed;
}

static void check(const char *name, const struct taub_config *config, int allowed)
{
    double mean, largest;
    print_message("%s\n", name);
    assert_in_range(run_problems(*config, COARSE, PROBLEMS, &mean, &largest), 0, allowed);
    assert_int_equal(run_problems(*config, FINE, FINE_PROBLEMS, &mean, &largest), 0);
    assert_true(mean < 0.02 && largest < 0.15);
}

static void test_kurganov_tadmor(void **unused)
{
    (void)unused;
    struct taub_config config = config_of_tube();
    config.scheme.kind = TAUB_SCHEME_KURGANOV_TADMOR;
    check("kurganov-tadmor", &config, 0);
}

static void test_musta(void **unused)
{
    (void)unused;
    struct taub_config config = config_of_tube();
    config.scheme.kind = TAUB_SCHEME_MUSTA;
    /* it has no proof of positivity, and one of the problems ends with the message that says so */
    check("musta", &config, 1);
}

static struct taub_config godunov(enum taub_scheme_kind kind, int order, enum taub_riemann_solver riemann)
{
    struct taub_config config = config_of_tube();
    config.scheme.kind = kind;
    config.scheme.order = order;
    config.scheme.riemann = riemann;
    config.scheme.limiter = TAUB_LIMITER_MC;
    return config;
}

static void test_ader_2(void **unused)
{
    (void)unused;
    const struct taub_config config = godunov(TAUB_SCHEME_ADER_WENO, 2, TAUB_SOLVER_HLLC);
    check("ader-weno, order 2, hllc", &config, 0);
}

static void test_smooth_extrema(void **unused)
{
    (void)unused;
    struct taub_config config = godunov(TAUB_SCHEME_RK_WENO, 2, TAUB_SOLVER_HLLI);
    config.scheme.limiter = TAUB_LIMITER_MC_SMOOTH;
    check("rk-weno, order 2, mc-smooth, hlli", &config, 0);
}

static void test_parabolas(void **unused)
{
    (void)unused;
    struct taub_config config = godunov(TAUB_SCHEME_ADER_WENO, 2, TAUB_SOLVER_HLLC);
    config.scheme.limiter = TAUB_LIMITER_PARABOLIC;
    config.scheme.theta = 2;
    check("ader-weno, order 2, parabolic, hllc", &config, 0);
}

static void test_ader_3(void **unused)
{
    (void)unused;
    const struct taub_config config = godunov(TAUB_SCHEME_ADER_WENO, 3, TAUB_SOLVER_HLLI);
    check("ader-weno, order 3, hlli", &config, 0);
}

static void test_ader_4(void **unused)
{
    (void)unused;
    const struct taub_config config = godunov(TAUB_SCHEME_ADER_WENO, 4, TAUB_SOLVER_HLLC);
    check("ader-weno, order 4, hllc", &config, 0);
}

static void test_rk_3(void **unused)
{
    (void)unused;
    const struct taub_config config = godunov(TAUB_SCHEME_RK_WENO, 3, TAUB_SOLVER_HLL);
    check("rk-weno, order 3, hll", &config, 0);
}

static void test_rk_4(void **unused)
{
    (void)unused;
    const struct taub_config config = godunov(TAUB_SCHEME_RK_WENO, 4, TAUB_SOLVER_RUSANOV);
    check("rk-weno, order 4, rusanov", &config, 0);
}

static void test_all_on_coarse_cells(void **unused)
{
    static const char *const solvers[] = {"rusanov", "hll", "hllc", "hlli"};
    (void)unused;
    for (int scheme = 0; scheme < 24; scheme++) {
        const bool ader = scheme < 12;
        const struct taub_config config = godunov(ader ? TAUB_SCHEME_ADER_WENO : TAUB_SCHEME_RK_WENO,
                                                  2 + scheme / 4 % 3, (enum taub_riemann_solver)(scheme % 4));
        double mean, largest;
        print_message("%s, order %d, %s\n", ader ? "ader-weno" : "rk-weno", config.scheme.order, solvers[scheme % 4]);
        assert_int_equal(run_problems(config, COARSE, PROBLEMS, &mean, &largest), 0);
    }
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kurganov_tadmor), cmocka_unit_test(test_musta),     cmocka_unit_test(test_ader_2),
        cmocka_unit_test(test_smooth_extrema),  cmocka_unit_test(test_parabolas), cmocka_unit_test(test_ader_3),
        cmocka_unit_test(test_ader_4),          cmocka_unit_test(test_rk_3),      cmocka_unit_test(test_rk_4),
    };
    const struct CMUnitTest all[] = {cmocka_unit_test(test_all_on_coarse_cells)};
    if (count > 1 && strcmp(arguments[1], "all") == 0)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
