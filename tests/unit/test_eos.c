/* Equations of state on the host: identities, an independent integration, the device table, bad parameters. */
#include <gsl/gsl_integration.h>
#include <stdio.h>
#include <string.h>

#include "eos/eos_kind.h"
#include "eos_support.h"

/* p is inverted, c_s^2 is the derivative of p at constant entropy per charge, T and s obey e + p = T s + mu n. */
static void check_identities(const struct taub_eos *eos, double e, double n)
{
    const double p = taub_eos_pressure(eos, e, n), t = taub_eos_temperature(eos, e, n);
    close_to(taub_eos_energy_from_pressure(eos, p, n), e, 1e-13);
    if (t > 0)
        close_to(taub_eos_energy_from_temperature(eos, t, n), e, 1e-12);
    /* At constant s/n: de/(e + p) = dn/n. */
    const double h = 1e-4, w = e + p;
    const double up = taub_eos_pressure(eos, e * (1 + h), n * (1 + h * e / w));
    const double down = taub_eos_pressure(eos, e * (1 - h), n * (1 - h * e / w));
    close_to(taub_eos_sound_speed_squared(eos, e, n), (up - down) / (2 * h * e), 1e-5);
}

static void test_identities(void **state)
{
    (void)state;
    struct taub_eos *gas = make(rest_mass_gas), *quarks = make(conformal), *qcd = make(lattice);
    for (double e = 1e-12; e < 1e5; e *= 3.7) {
        check_identities(gas, e, 0.3 * e);
        check_identities(gas, e, 0);
        check_identities(quarks, e, 1);
        check_identities(qcd, e, 0);
    }
    taub_eos_destroy(gas);
    taub_eos_destroy(quarks);
    taub_eos_destroy(qcd);
}

static void test_known_values(void **state)
{
    (void)state;
    struct taub_eos *gas = make(rest_mass_gas), *quarks = make(conformal);
    close_to(taub_eos_pressure(gas, 29.995, 10), 13.33, 1e-13);
    close_to(taub_eos_temperature(gas, 29.995, 10), 1.333, 1e-13);
    /* 42.25 degrees of freedom; T = 0.3 GeV. */
    close_to(taub_eos_energy_from_temperature(quarks, 0.3, 0),
             3 * 42.25 * M_PI * M_PI / 90 * 0.0081 / pow(0.1973269804, 3), 1e-13);
    close_to(taub_eos_entropy_density(quarks, 2, 0) * taub_eos_temperature(quarks, 2, 0), 2 * 4.0 / 3, 1e-13);
    taub_eos_destroy(gas);
    taub_eos_destroy(quarks);
}

/* The formula of Borsanyi et al. again, integrated by GSL from 0. */
static double anomaly_over_t(double t, void *unused)
{
    (void)unused;
    if (t < 0.002)
        return 0;
    return exp(0.18 / t - 0.035 / t / t) *
           (0.1396 / (1 + 0.01 * t * t) + 2.76 * (tanh(6.79 * t - 5.29) + 1) / (1 - 0.47 * t + 1.04 * t * t)) / t;
}

static void test_lattice_against_quadrature(void **state)
{
    (void)state;
    struct taub_eos *qcd = make(lattice);
    gsl_integration_workspace *space = gsl_integration_workspace_alloc(1000);
    gsl_function f = {anomaly_over_t, NULL};
    for (double temperature = 0.02; temperature < 4; temperature *= 1.31) {
        const double t = temperature / 0.2;
        double sum, error;
        gsl_integration_qag(&f, 0, t, 0, 1e-13, 1000, GSL_INTEG_GAUSS61, space, &sum, &error);
        const double unit = pow(temperature, 4) / pow(0.1973269804, 3);
        const double e = unit * (t * anomaly_over_t(t, NULL) + 3 * sum);
        close_to(taub_eos_energy_from_temperature(qcd, temperature, 0), e, 2e-12);
        close_to(taub_eos_pressure(qcd, e, 0), unit * sum, 2e-12);
        close_to(taub_eos_temperature(qcd, e, 0), temperature, 2e-12);
        /* s = dp/dT */
        const double h = 1e-4 * temperature;
        const double up = taub_eos_pressure(qcd, taub_eos_energy_from_temperature(qcd, temperature + h, 0), 0);
        const double down = taub_eos_pressure(qcd, taub_eos_energy_from_temperature(qcd, temperature - h, 0), 0);
        close_to(taub_eos_entropy_density(qcd, e, 0), (up - down) / (2 * h), 2e-5);
    }
    gsl_integration_workspace_free(space);
    taub_eos_destroy(qcd);
}

/* p/T^4 at T = 0.2 GeV from a separate trapezoidal integration, the limit of high temperature, and the continuation. */
static void test_lattice_landmarks(void **state)
{
    (void)state;
    struct taub_eos *qcd = make(lattice);
    const double e = taub_eos_energy_from_temperature(qcd, 0.2, 0), unit = pow(0.2, 4) / pow(TAUB_HBARC, 3);
    close_to(taub_eos_pressure(qcd, e, 0) / unit, 1.64991, 1e-4);
    close_to(taub_eos_sound_speed_squared(qcd, 1e6, 0), 1.0 / 3, 2e-3);
    double lowest, highest;
    taub_eos_range(qcd, &lowest, &highest);
    assert_true(lowest <= 1e-14 && highest >= 1e6);
    close_to(taub_eos_pressure(qcd, lowest / 16, 0) / (lowest / 16), taub_eos_pressure(qcd, lowest, 0) / lowest, 1e-12);
    taub_eos_destroy(qcd);
}

static void test_device_table(void **state)
{
    (void)state;
    struct taub_eos *qcd = make(lattice), *gas = make(conformal);
    const struct taub_eos_table *table = taub_eos_device_table(qcd);
    assert_null(taub_eos_device_table(gas));
    assert_non_null(table);
    assert_int_equal(table->count, 2 * 4 * table->octaves << table->bits);
    double pressure, slope, temperature;
    taub_eos_table_errors(qcd, 8, &pressure, &slope, &temperature);
    print_message("lattice-wb table: %zu kB, p %.1e, dp/de %.1e, T %.1e\n", table->count * 8 / 1024, pressure, slope,
                  temperature);
    assert_true(pressure < 1e-9);
    assert_true(slope < 1e-7);
    assert_true(temperature < 1e-9);
    for (int i = 1; i < table->octaves << table->bits; i++) { /* C1: ends meet */
        const double *a = table->values + 4 * (i - 1), *b = a + 4;
        const double width = i % (1 << table->bits) == 0 ? 2 : 1;
        close_to(a[0] + a[1] + a[2] + a[3], b[0], 1e-14);
        close_to((a[1] + 2 * a[2] + 3 * a[3]) * width, b[1], 1e-8);
    }
    taub_eos_destroy(qcd);
    taub_eos_destroy(gas);
}

static void test_complete(void **state)
{
    (void)state;
    struct taub_eos *gas = make(rest_mass_gas), *qcd = make(lattice);
    struct taub_error error = {0};
    double out[5];
    struct taub_state given = {.given = TAUB_GIVEN_PRESSURE | TAUB_GIVEN_CHARGE_DENSITY | TAUB_GIVEN_VELOCITY,
                               .pressure = 13.33,
                               .charge_density = 10,
                               .velocity = {0.6, 0, 0}};
    assert_int_equal(taub_eos_complete(gas, &given, "initial.left", out, &error), TAUB_OK);
    close_to(out[0], 29.995, 1e-13);
    close_to(out[1], 0.75, 1e-13);
    assert_true(out[2] == 0 && out[3] == 0 && out[4] == 10);

    const double lowest = ldexp(1, -47);
    const struct {
        struct taub_eos *eos;
        struct taub_state given;
        const char *key;
    } bad[] = {
        {gas, {.given = TAUB_GIVEN_CHARGE_DENSITY, .charge_density = 1}, "initial.left"},
        {gas, {.given = TAUB_GIVEN_PRESSURE, .pressure = -1}, "initial.left.pressure"},
        {gas, {.given = TAUB_GIVEN_PRESSURE, .pressure = NAN}, "initial.left.pressure"},
        {gas, {.given = TAUB_GIVEN_TEMPERATURE, .temperature = 1}, "initial.left.temperature"},
        {gas, {.given = 3, .energy_density = 1, .charge_density = 2}, "initial.left.energy_density"},
        {gas, {.given = 3, .energy_density = 1, .charge_density = -2}, "initial.left.charge_density"},
        {gas, {.given = 5, .energy_density = 1, .pressure = 2}, "initial.left"},
        {gas, {.given = 17, .energy_density = 1, .velocity = {0.8, 0.7, 0}}, "initial.left.velocity"},
        {gas, {.given = 17, .energy_density = 1, .velocity = {1, 0, 0}}, "initial.left.velocity"},
        {gas, {.given = 49, .energy_density = 1}, "initial.left"},
        {gas, {.given = 33, .energy_density = 1, .four_velocity = {0, INFINITY, 0}}, "initial.left.four_velocity"},
        {qcd, {.given = 1, .energy_density = lowest / 2}, "initial.left.energy_density"},
        {qcd, {.given = 1, .energy_density = 1e9}, "initial.left.energy_density"},
        {qcd, {.given = 8, .temperature = 0.001}, "initial.left.temperature"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        error.message[0] = '\0';
        assert_int_equal(taub_eos_complete(bad[i].eos, &bad[i].given, "initial.left", out, &error), TAUB_BAD_INPUT);
        if (strncmp(error.message, bad[i].key, strlen(bad[i].key)) != 0)
            fail_msg("case %zu: \"%s\" does not start with %s", i, error.message, bad[i].key);
    }
    taub_eos_destroy(gas);
    taub_eos_destroy(qcd);
}

static void test_bad_parameters(void **state)
{
    (void)state;
    const struct taub_config_eos bad[] = {
        {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1},
        {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 2.5},
        {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4, .mass = -1},
        {.kind = TAUB_EOS_CONFORMAL, .colours = 0},
        {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = NAN},
        {.kind = TAUB_EOS_CONFORMAL, .colours = 1},
        {.kind = TAUB_EOS_TABLE},
        {.kind = (enum taub_eos_kind)77},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct taub_error error = {0};
        struct taub_eos *eos;
        assert_int_equal(taub_eos_create(&bad[i], &eos, &error), TAUB_BAD_INPUT);
        assert_int_equal(strncmp(error.message, "eos.", 4), 0);
    }
}

static void test_code(void **state)
{
    (void)state;
    struct taub_eos *eos = make((struct taub_config_eos){.kind = TAUB_EOS_CODE});
    struct taub_error error = {0};
    double out[5];
    const struct taub_state energy = {.given = 1, .energy_density = 2}, pressure = {.given = 4, .pressure = 2};
    assert_int_equal(taub_eos_complete(eos, &energy, "initial", out, &error), TAUB_OK);
    assert_true(out[0] == 2);
    assert_int_equal(taub_eos_complete(eos, &pressure, "initial", out, &error), TAUB_BAD_INPUT);
    assert_true(isnan(taub_eos_pressure(eos, 1, 0)));
    taub_eos_destroy(eos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identities),
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_lattice_against_quadrature),
        cmocka_unit_test(test_lattice_landmarks),
        cmocka_unit_test(test_device_table),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_bad_parameters),
        cmocka_unit_test(test_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
