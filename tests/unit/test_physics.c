/* The equations of the systems on the host (systems/physics_functions.h) against the formulas of textbooks, with as
 * many passive scalars as a case has, and none of an array touched that the case does not have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "core/parallel.h"
#include "eos/transport.h"
#include "systems/system.h"

enum { COUNT = 2000 };

static uint64_t seed = 1;
static double between(double low, double high)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

static void near(double value, double expected, double scale)
{
    if (!(fabs(value - expected) <= 1e-14 * scale))
        fail_msg("expected %.17g, got %.17g", expected, value);
}

static struct taub_eos *eos_of(const struct taub_config *config)
{
    struct taub_eos *eos;
    assert_int_equal(taub_eos_create(&config->eos, &eos, NULL), TAUB_OK);
    return eos;
}

static double square_of(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

static void random_state(double *q, int components)
{
    for (int c = 0; c < components; c++)
        q[c] = between(-1, 1);
    q[0] = between(0.1, 2);
    q[4] = between(0.1, 2);
}

/* One system, its states and how many of their components a case without scalars has. */
struct fluid {
    const struct taub_system *system;
    int components;
    double (*energy)(double gamma, const double *q);
    double (*fastest)(double gamma, const double *q, int axis);
};

static double gas_energy(double gamma, const double *q)
{
    return q[4] / (gamma - 1) + q[0] * square_of(q + 1) / 2;
}
static double gas_fastest(double gamma, const double *q, int axis)
{
    return fabs(q[1 + axis]) + sqrt(gamma * q[4] / q[0]);
}

static double field_energy(double gamma, const double *q)
{
    return gas_energy(gamma, q) + square_of(q + 5) / 2;
}
static double field_fastest(double gamma, const double *q, int axis)
{
    const double a2 = gamma * q[4] / q[0], b2 = square_of(q + 5) / q[0], n2 = q[5 + axis] * q[5 + axis] / q[0];
    return fabs(q[1 + axis]) + sqrt((a2 + b2 + sqrt((a2 + b2) * (a2 + b2) - 4 * a2 * n2)) / 2);
}

/* Of a fluid whose signals have the speed c in all directions of its rest frame: those along an axis, with v across. */
static double boosted(const double *u, double c2, int axis)
{
    const double w2 = 1 + square_of(u), v = fabs(u[axis]) / sqrt(w2), v2 = square_of(u) / w2;
    const double root = sqrt(c2 * (1 - v2) * (1 - v * v - (v2 - v * v) * c2));
    return (v * (1 - c2) + root) / (1 - v2 * c2);
}

static double relativistic_energy(double gamma, const double *q)
{
    const double w2 = 1 + square_of(q + 1), w = sqrt(w2), h = q[0] + gamma / (gamma - 1) * q[4];
    const double vb = (q[1] * q[5] + q[2] * q[6] + q[3] * q[7]) / w, b2 = square_of(q + 5);
    return h * w2 - q[4] + b2 * (2 - 1 / w2) / 2 - vb * vb / 2 - q[0] * w;
}
static double relativistic_fastest(double gamma, const double *q, int axis)
{
    const double w2 = 1 + square_of(q + 1), h = q[0] + gamma / (gamma - 1) * q[4], a2 = gamma * q[4] / h;
    const double vb = (q[1] * q[5] + q[2] * q[6] + q[3] * q[7]) / sqrt(w2), b2 = square_of(q + 5) / w2 + vb * vb;
    return boosted(q + 1, a2 + b2 / (h + b2) * (1 - a2), axis);
}

static const struct fluid fluids[] = {{&taub_system_euler, 5, gas_energy, gas_fastest},
                                      {&taub_system_mhd, 8, field_energy, field_fastest},
                                      {&taub_system_srmhd, 8, relativistic_energy, relativistic_fastest}};

static void check_state(const struct fluid *fluid, const struct taub_config *config, const struct taub_eos *eos)
{
    const struct taub_system *system = fluid->system;
    const int used = fluid->components + config->scalars;
    double q[TAUB_MOST_COMPONENTS], u[TAUB_MOST_COMPONENTS], again[TAUB_MOST_COMPONENTS], speeds[3];
    random_state(q, used);
    u[used] = again[used] = 17;
    system->conserved(config, eos, q, u);
    const double energy = fluid->energy(config->eos.gamma, q);
    near(u[4], energy, energy);
    for (int c = fluid->components; c < used; c++)
        near(u[c], u[0] * q[c], u[0]);
    assert_true(system->primitive(config, eos, u, again));
    for (int c = 0; c < used; c++)
        near(again[c], q[c], 100 * (1 + energy));
    assert_true(u[used] == 17 && again[used] == 17);
    system->speeds(config, eos, q, speeds);
    for (int axis = 0; axis < 3; axis++)
        near(speeds[axis], fluid->fastest(config->eos.gamma, q, axis), 10 * (1 + speeds[axis]));
    near(system->quantity(config, eos, q, "pressure", 0), q[4], 0);
    const double w = system == &taub_system_srmhd ? sqrt(1 + square_of(q + 1)) : 1;
    near(system->quantity(config, eos, q, "velocity", 1), q[2] / w, 1);
    if (config->scalars)
        near(system->quantity(config, eos, q, "scalar_1", 0), q[fluid->components], 0);
}

static void test_gases(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof fluids / sizeof *fluids; n++)
        for (int scalars = 0; scalars <= TAUB_MOST_SCALARS; scalars += TAUB_MOST_SCALARS / 2) {
            const struct taub_config config = {.system = fluids[n].system->kind,
                                               .scalars = scalars,
                                               .eos = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = between(1.1, 1.66)}};
            struct taub_eos *eos = eos_of(&config);
            assert_int_equal(fluids[n].system->components(&config), fluids[n].components + scalars);
            for (int i = 0; i < COUNT; i++)
                check_state(&fluids[n], &config, eos);
            taub_eos_destroy(eos);
        }
}

/* An exact solution may hold a vacuum; densities that no state has are refused. */
static void test_what_is_no_gas(void **state)
{
    (void)state;
    struct taub_config config = {.eos = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4}};
    struct taub_eos *eos = eos_of(&config);
    const double nothing[8] = {0}, negative[8] = {-1, 0, 0, 0, 1}, cold[8] = {1, 3, 0, 0, 1};
    double q[8];
    config.system = TAUB_SYSTEM_EULER;
    assert_true(taub_system_euler.primitive(&config, eos, nothing, q));
    for (int c = 0; c < 5; c++)
        assert_true(q[c] == 0);
    assert_false(taub_system_euler.primitive(&config, eos, negative, q));
    assert_false(taub_system_mhd.primitive(&config, eos, negative, q));
    assert_false(taub_system_srmhd.primitive(&config, eos, nothing, q));
    assert_false(taub_system_srmhd.primitive(&config, eos, negative, q));
    assert_false(taub_system_srmhd.primitive(&config, eos, cold, q));
    taub_eos_destroy(eos);
}

/* Signals of a relativistic fluid, with a charge that weighs something, and of one with viscosities. */
static void test_speeds_of_fluids(void **state)
{
    (void)state;
    struct taub_config config = {.system = TAUB_SYSTEM_SRHD,
                                 .eos = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.5, .mass = 0.7}};
    struct taub_eos *gas = eos_of(&config);
    double q[TAUB_MOST_COMPONENTS] = {0}, speeds[3];
    for (int i = 0; i < COUNT; i++) {
        random_state(q, 5);
        q[0] += 0.7 * q[4];
        const double p = 0.5 * (q[0] - 0.7 * q[4]), c2 = 1.5 * p / (q[0] + p);
        taub_system_srhd.speeds(&config, gas, q, speeds);
        for (int axis = 0; axis < 3; axis++)
            near(speeds[axis], boosted(q + 1, c2, axis), 20);
        near(taub_system_srhd.quantity(&config, gas, q, "pressure", 0), p, 10 * q[0]);
        near(taub_system_srhd.quantity(&config, gas, q, "temperature", 0), p / q[4], 10 * q[0] / q[4]);
    }
    taub_eos_destroy(gas);
    config = (struct taub_config){.system = TAUB_SYSTEM_ISRAEL_STEWART, .eos = {.kind = TAUB_EOS_LATTICE_WB}};
    config.transport.shear_viscosity.kind = TAUB_SHEAR_CONSTANT;
    config.transport.bulk_viscosity.kind = TAUB_BULK_CONSTANT;
    config.transport.shear_relaxation = 5;
    config.transport.bulk_relaxation = 14.55;
    struct taub_eos *eos = eos_of(&config);
    for (int i = 0; i < COUNT; i++) {
        random_state(q, 15);
        const double sound = taub_eos_sound_speed_squared(eos, q[0], 0), anomaly = 1.0 / 3 - sound;
        const bool shear = i & 1, bulk = i & 2;
        config.transport.shear_viscosity.value = shear ? 0.1 : 0; /* of exactly zero: no stress, no signals of it */
        config.transport.bulk_viscosity.value = bulk ? 0.1 : 0;
        const double c2 = sound + (shear ? 4.0 / 15 : 0) + (bulk ? 14.55 * anomaly * anomaly : 0);
        taub_system_israel_stewart.speeds(&config, eos, q, speeds);
        for (int axis = 0; axis < 3; axis++) /* the speed of sound is the table's, within 2e-7 */
            assert_true(fabs(speeds[axis] - boosted(q + 1, fmin(c2, 1), axis)) < 2e-6);
    }
    taub_eos_destroy(eos);
}

/* Numbers of a case belong to a call: threads with other cases see theirs. */
struct job {
    struct taub_config config[2];
    struct taub_eos *eos[2];
};
static enum taub_status one_job(void *user, int number, struct taub_error *error)
{
    const struct job *job = user;
    const int which = number % 2;
    const double q[5] = {1, 0, 0, 0, 1};
    double u[5];
    for (int i = 0; i < 1000; i++) {
        taub_system_euler.conserved(&job->config[which], job->eos[which], q, u);
        if (u[4] != 1 / (job->config[which].eos.gamma - 1))
            return taub_fail(error, TAUB_FAILED, "gamma of another case");
    }
    return TAUB_OK;
}
static void test_threads(void **state)
{
    (void)state;
    struct job job;
    for (int n = 0; n < 2; n++) {
        job.config[n] = (struct taub_config){.system = TAUB_SYSTEM_EULER,
                                             .eos = {.kind = TAUB_EOS_IDEAL_GAS, .gamma = n ? 1.5 : 1.25}};
        job.eos[n] = eos_of(&job.config[n]);
    }
    assert_int_equal(taub_parallel(4, 64, one_job, &job, NULL), TAUB_OK);
    taub_eos_destroy(job.eos[0]);
    taub_eos_destroy(job.eos[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gases), cmocka_unit_test(test_what_is_no_gas),
                                       cmocka_unit_test(test_speeds_of_fluids), cmocka_unit_test(test_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
