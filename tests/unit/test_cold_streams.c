/* Streams that meet head on, drawn at random: Lorentz factors from 1.5 to 1e5, pressure per charge from 1e-6 to 1,
 * Courant numbers from 0.1 to 0.85, the place of meeting at a face, in a cell or at a wall, along each
 * axis. The gas between the shocks is at rest and its density and pressure are known exactly; each cell has them to 5
 * %, but for the eight cells next to the place of meeting (wall heating) and the outer fifth, where the shock is.
 *
 * Some dozens; with TAUB_LONG_TESTS=1 in the environment more than a thousand, with every limiter. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/random.h"
#include "taub/taub.h"

enum { CELLS = 240, TRAVEL = 80, WALL = 8 }; /* along the streams; cells that a shock runs through */

/* A meeting, and what is left of it. */
struct meeting {
    double lorentz_factor, pressure, cfl;
    int axis;
    enum { AT_FACE, IN_CELL, AT_WALL } place;
    double speed; /* of the shocks */
    double density_behind, pressure_behind;
};

static bool at_length(void)
{
    const char *wanted = getenv("TAUB_LONG_TESTS");
    return wanted && strcmp(wanted, "1") == 0;
}

/* Conservation across a shock that leaves the gas behind it at rest, per unit charge ahead: with E, F, M, D the energy,
 * its flux, that of momentum and the charge of the stream, density_behind s = D (v + s), e s = E s + F,
 * p = M + F s, and p = g (e - mass density). */
static void solve_relativistic(const struct taub_config_eos *eos, struct meeting *meeting)
{
    const bool conformal = eos->kind == TAUB_EOS_CONFORMAL;
    const double g = conformal ? 1.0 / 3 : eos->gamma - 1, mass = conformal ? 0 : 1;
    const double w = meeting->lorentz_factor, v = sqrt((1 - 1 / w) * (1 + 1 / w));
    const double enthalpy = mass + meeting->pressure / g + meeting->pressure;
    const double energy = enthalpy * w * w - meeting->pressure, flux = enthalpy * w * w * v;
    const double push = flux * v + meeting->pressure;
    const double b = push - g * (energy - mass * w), c = g * (flux - mass * w * v);
    const double s = 2 * c / (b + sqrt(b * b + 4 * flux * c));
    meeting->speed = s;
    meeting->density_behind = w * (v + s) / s;
    meeting->pressure_behind = push + flux * s;
}

/* The same of gas dynamics, with density and speed of the streams 1. */
static void solve_gas(const struct taub_config_eos *eos, struct meeting *meeting)
{
    const double quarter = (eos->gamma + 1) / 4;
    const double relative = quarter + sqrt(quarter * quarter + eos->gamma * meeting->pressure);
    meeting->speed = relative - 1;
    meeting->density_behind = relative / (relative - 1);
    meeting->pressure_behind = meeting->pressure + relative;
}

static void draw(const struct taub_config *config, struct taub_random *random, struct meeting *meeting)
{
    const double least = log10(1.5);
    meeting->lorentz_factor = pow(10, least + (5 - least) * taub_random_uniform(random));
    meeting->pressure = pow(10, -6 * taub_random_uniform(random));
    meeting->cfl = 0.1 + 0.75 * taub_random_uniform(random);
    meeting->place = (int)(3 * taub_random_uniform(random));
    meeting->axis = (int)(3 * taub_random_uniform(random));
    if (config->mesh.cells[1] == 1)
        meeting->axis = 0;
    if (config->system == TAUB_SYSTEM_EULER)
        solve_gas(&config->eos, meeting);
    else
        solve_relativistic(&config->eos, meeting);
}

/* Cells along the streams, and which of them the gas meets at, in units of cells. */
static int length_of(const struct meeting *meeting)
{
    return meeting->place == AT_WALL ? CELLS / 2 : CELLS + (meeting->place == IN_CELL);
}
static double middle_of(const struct meeting *meeting)
{
    return meeting->place == AT_WALL ? 0 : 0.5 * length_of(meeting);
}

/* The mesh of the case, turned so that its longest axis lies along the streams. */
static void set_mesh(const struct meeting *meeting, struct taub_config *config)
{
    const int across = config->mesh.cells[1];
    for (int a = 0; a < 3; a++) {
        config->mesh.cells[a] = a == meeting->axis ? length_of(meeting) : across;
        config->mesh.upper[a] = config->mesh.cells[a];
        for (int side = 0; side < 2; side++)
            config->mesh.boundary[a][side] =
                a == meeting->axis && meeting->place == AT_WALL && side == 0 ? TAUB_REFLECTING : TAUB_OUTFLOW;
    }
    config->time.cfl = meeting->cfl;
}

static void start(struct taub_simulation *simulation, const struct taub_config *config, const struct meeting *meeting)
{
    const bool gas = config->system == TAUB_SYSTEM_EULER, conformal = config->eos.kind == TAUB_EOS_CONFORMAL;
    const int *cells = config->mesh.cells;
    const size_t size = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
    const double w = meeting->lorentz_factor, fast = gas ? 1 : sqrt((w - 1) * (w + 1));
    const double heat = conformal ? 3 * meeting->pressure : meeting->pressure / (config->eos.gamma - 1);
    struct taub_error error = {0};
    double *state = calloc(5 * size, sizeof *state);
    assert_non_null(state);
    for (size_t n = 0; n < size; n++) {
        const size_t place[3] = {n % (size_t)cells[0], n / (size_t)cells[0] % (size_t)cells[1],
                                 n / ((size_t)cells[0] * (size_t)cells[1])};
        const double x = (double)place[meeting->axis] + 0.5 - middle_of(meeting);
        state[n] = gas ? 1 : conformal ? heat : 1 + heat;
        state[size * (size_t)(1 + meeting->axis) + n] = x > 0 ? -fast : x < 0 ? fast : 0;
        state[size * 4 + n] = gas ? meeting->pressure : 1;
    }
    if (taub_simulation_write_state(simulation, state, 5 * size, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    free(state);
}

/* Largest relative difference of a quantity from `exact` in the cells behind the shocks; with superbee, which squares
 * the waves that a shock sheds until they ring by up to 5.5 %, that of the mean. */
static double deviation(struct taub_simulation *simulation, const struct taub_config *config,
                        const struct meeting *meeting, const char *quantity, double exact)
{
    const int *cells = config->mesh.cells;
    const size_t size = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
    double *values = malloc(size * sizeof *values), largest = 0;
    assert_non_null(values);
    assert_int_equal(taub_simulation_read(simulation, quantity, values, size, NULL), TAUB_OK);
    const double edge = 0.8 * meeting->speed * taub_simulation_time(simulation);
    double sum = 0;
    int seen = 0;
    for (size_t n = 0; n < size; n++) {
        const size_t place[3] = {n % (size_t)cells[0], n / (size_t)cells[0] % (size_t)cells[1],
                                 n / ((size_t)cells[0] * (size_t)cells[1])};
        const double distance = fabs((double)place[meeting->axis] + 0.5 - middle_of(meeting));
        if (distance <= WALL || distance >= edge)
            continue;
        largest = fmax(largest, fabs(values[n] / exact - 1));
        sum += values[n] / exact - 1;
        seen++;
    }
    assert_true(seen >= TRAVEL / 4);
    free(values);
    return config->scheme.limiter == TAUB_LIMITER_SUPERBEE ? fabs(sum / seen) : largest;
}

/* The larger one of the deviations of density and pressure; HUGE_VAL when the run stopped. */
static double run_one(struct taub_config config, const struct meeting *meeting)
{
    struct taub_case *run_case = NULL;
    struct taub_simulation *simulation = NULL;
    struct taub_error error = {0};
    double largest = HUGE_VAL;
    set_mesh(meeting, &config);
    if (taub_case_create(&config, &run_case, &error) != TAUB_OK ||
        taub_simulation_create(run_case, &simulation, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    start(simulation, &config, meeting);
    const char *density = config.system == TAUB_SYSTEM_EULER ? "density" : "charge_density";
    if (taub_simulation_advance(simulation, INT64_MAX, TRAVEL / fmax(meeting->speed, 0.3), &error) == TAUB_OK)
        largest = fmax(deviation(simulation, &config, meeting, density, meeting->density_behind),
                       deviation(simulation, &config, meeting, "pressure", meeting->pressure_behind));
    else
        print_message("%s\n", error.message);
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
    return largest;
}

/* Returns how many are off. */
static int try_some(const char *name, struct taub_config config, int count)
{
    struct taub_random random;
    double worst = 0, sum = 0;
    int wrong = 0;
    taub_random_seed(&random, 11);
    for (int n = 0; n < count; n++) {
        struct meeting meeting;
        draw(&config, &random, &meeting);
        const double one = run_one(config, &meeting);
        worst = fmax(worst, one);
        sum += one;
        if (one < 0.05)
            continue;
        wrong++;
        print_message("  W %g, p/n %g, cfl %.3f, place %d, axis %d: off by %.3f\n", meeting.lorentz_factor,
                      meeting.pressure, meeting.cfl, (int)meeting.place, meeting.axis, one);
    }
    print_message("%s: %d of %d off by more than 5 %%; mean %.4f, worst %.4f\n", name, wrong, count, sum / count,
                  worst);
    return wrong;
}

static void check(const char *name, struct taub_config config, int count)
{
    assert_int_equal(try_some(name, config, count), 0);
}

/* across: cells along the other two axes */
static struct taub_config config_of(enum taub_system_kind system, double gamma, enum taub_scheme_kind scheme,
                                    enum taub_limiter limiter, double theta, enum taub_integrator integrator,
                                    int across)
{
    struct taub_config config;
    taub_config_default(&config);
    config.system = system;
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_IDEAL_GAS, .gamma = gamma, .mass = 1};
    config.mesh = (struct taub_config_mesh){.cells = {CELLS, across, across}, .blocks = {1, 1, 1}};
    config.scheme.kind = scheme;
    config.scheme.limiter = limiter;
    config.scheme.theta = theta;
    config.scheme.integrator = integrator;
    config.time.end = 1e12;
    config.time.minimum_step = 1e-30;
    config.initial.kind = TAUB_INITIAL_RIEMANN;
    config.initial.left = config.initial.right =
        (struct taub_state){.given = TAUB_GIVEN_DENSITY | TAUB_GIVEN_PRESSURE, .density = 1, .pressure = 1};
    if (system == TAUB_SYSTEM_SRHD)
        config.initial.left = config.initial.right = (struct taub_state){
            .given = TAUB_GIVEN_ENERGY_DENSITY | TAUB_GIVEN_CHARGE_DENSITY, .energy_density = 2, .charge_density = 1};
    config.device = (struct taub_config_device){.kind = TAUB_DEVICE_HOST, .threads = 1};
    return config;
}
static struct taub_config conformal(struct taub_config config)
{
    config.eos = (struct taub_config_eos){.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 2.5};
    return config;
}

#define SRHD TAUB_SYSTEM_SRHD
#define GAS TAUB_SYSTEM_EULER
#define KT TAUB_SCHEME_KURGANOV_TADMOR
#define MUSTA TAUB_SCHEME_MUSTA

static void test_kurganov_tadmor(void **unused)
{
    (void)unused;
    check("srhd, parabolic", config_of(SRHD, 4.0 / 3, KT, TAUB_LIMITER_PARABOLIC, 1.5, TAUB_RK2, 1), 24);
    check("srhd, minmod, rk3", config_of(SRHD, 4.0 / 3, KT, TAUB_LIMITER_MINMOD, 1.5, TAUB_RK3, 1), 24);
}
static void test_musta(void **unused)
{
    (void)unused;
    check("srhd, musta", config_of(SRHD, 4.0 / 3, MUSTA, TAUB_LIMITER_VAN_LEER, 1.5, TAUB_RK2, 1), 24);
}
static void test_conformal(void **unused)
{
    (void)unused;
    check("conformal, minmod", conformal(config_of(SRHD, 4.0 / 3, KT, TAUB_LIMITER_MINMOD, 2, TAUB_RK3, 1)), 24);
}
static void test_gas(void **unused)
{
    (void)unused;
    check("euler, minmod", config_of(GAS, 4.0 / 3, KT, TAUB_LIMITER_MINMOD, 1.5, TAUB_RK2, 1), 24);
    check("euler, musta", config_of(GAS, 1.4, MUSTA, TAUB_LIMITER_MINMOD, 1.5, TAUB_RK2, 1), 24);
}

static void test_at_length(void **unused)
{
    static const enum taub_limiter limiters[] = {TAUB_LIMITER_MINMOD,   TAUB_LIMITER_MINBEE, TAUB_LIMITER_SUPERBEE,
                                                 TAUB_LIMITER_VAN_LEER, TAUB_LIMITER_MC,     TAUB_LIMITER_PARABOLIC};
    int wrong = 0;
    (void)unused;
    if (!at_length())
        skip();
    for (size_t n = 0; n < sizeof limiters / sizeof *limiters; n++) {
        char name[64];
        for (int rk3 = 0; rk3 < 2; rk3++) {
            snprintf(name, sizeof name, "srhd, limiter %d, rk%d", (int)limiters[n], 2 + rk3);
            wrong += try_some(name, config_of(SRHD, 4.0 / 3, KT, limiters[n], 2, rk3 ? TAUB_RK3 : TAUB_RK2, 1), 60);
        }
        if (limiters[n] == TAUB_LIMITER_PARABOLIC)
            continue;
        snprintf(name, sizeof name, "srhd, musta, limiter %d", (int)limiters[n]);
        wrong += try_some(name, config_of(SRHD, 4.0 / 3, MUSTA, limiters[n], 2, TAUB_RK2, 1), 60);
    }
    wrong +=
        try_some("srhd, 3D, parabolic", config_of(SRHD, 4.0 / 3, KT, TAUB_LIMITER_PARABOLIC, 1.5, TAUB_RK2, 3), 60);
    wrong += try_some("srhd, 3D, mc, rk3", config_of(SRHD, 5.0 / 3, KT, TAUB_LIMITER_MC, 1.5, TAUB_RK3, 3), 60);
    wrong += try_some("srhd, 3D, musta", config_of(SRHD, 4.0 / 3, MUSTA, TAUB_LIMITER_MC, 1.5, TAUB_RK2, 3), 30);
    wrong += try_some("conformal, mc", conformal(config_of(SRHD, 4.0 / 3, KT, TAUB_LIMITER_MC, 1.5, TAUB_RK2, 1)), 30);
    wrong +=
        try_some("conformal, musta", conformal(config_of(SRHD, 4.0 / 3, MUSTA, TAUB_LIMITER_MC, 1.5, TAUB_RK2, 1)), 30);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kurganov_tadmor), cmocka_unit_test(test_musta),
        cmocka_unit_test(test_conformal),       cmocka_unit_test(test_gas),
        cmocka_unit_test(test_at_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
