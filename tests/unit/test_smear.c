/* The pieces below particles as initial data: the kernel on a mesh, and the recovery on the host. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "systems/system.h"
#include "problems/smear.h"

static void near(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %.17g is not %.17g within %g", what, value, expected, tolerance);
}

static struct taub_deposit deposit_of(int n, double half, double sigma)
{
    struct taub_deposit deposit = {.sigma = sigma};
    for (int a = 0; a < 3; a++) {
        deposit.cells[a] = n;
        deposit.lower[a] = -half;
        deposit.spacing[a] = 2 * half / n;
        deposit.length[a] = 1;
    }
    assert_int_equal(taub_deposit_create(&deposit, NULL), TAUB_OK);
    return deposit;
}

/* K(r) = gamma/(2 pi sigma^2)^(3/2) exp(-[r^2 + (r.u)^2]/(2 sigma^2)) at the centres of cells. */
static void kernel_by_formula(void **context)
{
    (void)context;
    const double x[3] = {0.3, -0.1, 0.2}, p[4] = {0, 0.5, -0.7, 0.3}, mass = 0.9, sigma = 0.8;
    const double gamma = sqrt(1 + (0.25 + 0.49 + 0.09) / (mass * mass));
    struct taub_deposit deposit = deposit_of(60, 6, sigma);
    const double q[4] = {mass * gamma, p[1], p[2], p[3]};
    assert_int_equal(taub_deposit_add(&deposit, x, q, mass, -1, 0.5), TAUB_SMEARED);
    for (double a = -1.9; a < 2; a += 0.6)
        for (double b = -1.9; b < 2; b += 0.6)
            for (double c = -1.9; c < 2; c += 0.6) {
                const double at[3] = {a, b, c};
                const double *values = taub_deposit_at(&deposit, at);
                double r2 = 0, ru = 0;
                for (int i = 0; i < 3; i++) {
                    const double center = -6 + (floor((at[i] + 6) / 0.2) + 0.5) * 0.2;
                    r2 += (center - x[i]) * (center - x[i]);
                    ru += (center - x[i]) * p[1 + i] / mass;
                }
                const double k =
                    gamma * pow(2 * M_PI * sigma * sigma, -1.5) * exp(-(r2 + ru * ru) / (2 * sigma * sigma));
                near(values[0], 0.5 * q[0] * k, 1e-6 * q[0] * k, "energy");
                near(values[2], 0.5 * q[2] * k, 1e-6 * q[0] * k, "momentum");
                near(values[4], -0.5 * k, 1e-6 * k, "charge");
            }
    taub_deposit_free(&deposit);
}

/* With one cell along z the deposit is the integral over z. */
static void kernel_over_an_axis(void **context)
{
    (void)context;
    const double x[3] = {0.3, -0.1, 0.2}, mass = 0.9, p[4] = {sqrt(0.81 + 0.25 + 0.49 + 1), 0.5, -0.7, 1};
    struct taub_deposit full = deposit_of(60, 6, 0.8), flat = deposit_of(60, 6, 0.8);
    taub_deposit_free(&flat);
    flat.cells[2] = 1;
    flat.spacing[2] = 12;
    assert_int_equal(taub_deposit_create(&flat, NULL), TAUB_OK);
    assert_int_equal(taub_deposit_add(&full, x, p, mass, 1, 1), TAUB_SMEARED);
    assert_int_equal(taub_deposit_add(&flat, x, p, mass, 1, 1), TAUB_SMEARED);
    const double largest = taub_deposit_at(&flat, x)[0];
    for (int cell = 0; cell < 3600; cell++) {
        double sum = 0;
        for (int k = 0; k < 60; k++)
            sum += full.values[5 * (3600 * k + cell)] / 60;
        near(flat.values[5 * cell], sum, 1e-6 * largest, "integral over z");
    }
    taub_deposit_free(&full);
    taub_deposit_free(&flat);
}

/* A particle without mass, and one that is exactly on the face of cells. */
static void massless(void **context)
{
    (void)context;
    const double x[3] = {0, 0, 0}, p[4] = {5, 3, 0, 4};
    struct taub_deposit deposit = deposit_of(20, 5, 1);
    long double sum = 0;
    assert_int_equal(taub_deposit_add(&deposit, x, p, 0, 0, 1), TAUB_SMEARED);
    for (int i = 0; i < 8000; i++)
        sum += (long double)deposit.values[5 * i];
    near((double)sum / 8, 5, 1e-12, "energy");
    taub_deposit_free(&deposit);
}

/* The table that kernels read and the host's equation of state: within what the table promises. */
static void pressure_of_the_table(void **context)
{
    (void)context;
    const struct taub_config_eos lattice = {.kind = TAUB_EOS_LATTICE_WB};
    struct taub_eos *eos;
    assert_int_equal(taub_eos_create(&lattice, &eos, NULL), TAUB_OK);
    for (double e = 1e-20; e < 1e10; e *= 1.37) {
        const double expected = taub_eos_pressure(eos, e, 0);
        double speed_squared;
        near(taub_eos_device_pressure(eos, e, 0, &speed_squared), expected, 2e-9 * expected, "pressure");
        near(speed_squared, taub_eos_sound_speed_squared(eos, e, 0), 2e-7, "speed of sound, squared");
    }
    taub_eos_destroy(eos);
}

/* (e, u, n) -> (E, M, R) -> (e, u, n). */
static void recovery(void **context)
{
    (void)context;
    const struct taub_config_eos kinds[3] = {{.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3},
                                             {.kind = TAUB_EOS_LATTICE_WB},
                                             {.kind = TAUB_EOS_IDEAL_GAS, .gamma = 1.4, .mass = 1}};
    const struct taub_system *srhd = &taub_system_srhd;
    for (int kind = 0; kind < 3; kind++) {
        const struct taub_config config = {.system = TAUB_SYSTEM_SRHD, .eos = kinds[kind]};
        struct taub_eos *eos;
        assert_int_equal(taub_eos_create(&kinds[kind], &eos, NULL), TAUB_OK);
        for (double e = 1e-6; e < 1e4; e *= 10)
            for (double u = 0; u < 2e3; u = 4 * u + 0.01)
                for (int sign = -1; sign < 2; sign++) {
                    const double n = kind == 2 ? 0.5 * e * (sign + 1) / 2 : 0.3 * sign;
                    const double state[5] = {e, u * 0.6, -u * 0.8, 0, n};
                    double conserved[5], found[5], again[5];
                    srhd->conserved(&config, eos, state, conserved);
                    assert_true(srhd->primitive(&config, eos, conserved, found));
                    srhd->conserved(&config, eos, found, again);
                    for (int c = 0; c < 5; c++)
                        near(again[c], conserved[c], 1e-13 * (c < 4 ? conserved[0] : fabs(conserved[4])), "conserved");
                    /* E^2 - M^2 is E^2/W^2 with the roundings of E^2, some ten of them */
                    near(found[0], e, (1e-13 + 2e-15 * 10 * (1 + u * u)) * e, "energy density");
                }
        const double bad[5][5] = {
            {0, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 0, 2, 0, 0}, {NAN, 0, 0, 0, 0}};
        double state[5];
        for (int i = 0; i < 5; i++)
            assert_false(srhd->primitive(&config, eos, bad[i], state));
        const double heavy[5] = {1, 0.5, 0, 0, 0.9};
        assert_true(srhd->primitive(&config, eos, heavy, state) == (kind != 2));
        taub_eos_destroy(eos);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_by_formula), cmocka_unit_test(kernel_over_an_axis),
        cmocka_unit_test(massless),          cmocka_unit_test(pressure_of_the_table),
        cmocka_unit_test(recovery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
