/* Viscosities, relaxation times and what they allow waves: the text of the kernels (systems/transport.h) against that
 * of the host (eos/transport.h), which exact solutions take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "eos/transport.h"

static struct taub_config_transport host;

#define TAUB_SINGLE 0
#define TAUB_STRICT 0
#define TAUB_SHEAR 1
#define TAUB_BULK 1
#define TAUB_SHEAR_KIND 1
#define TAUB_SHEAR_VALUE host.shear_viscosity.value
#define TAUB_SHEAR_TEMPERATURE host.shear_viscosity.minimum_temperature
#define TAUB_SHEAR_BELOW host.shear_viscosity.slope_below
#define TAUB_SHEAR_ABOVE host.shear_viscosity.slope_above
#define TAUB_SHEAR_RELAXATION host.shear_relaxation
#define TAUB_SHEAR_TWO_PER_RELAXATION (2 / host.shear_relaxation)
#define TAUB_SHEAR_SPEED (4.0 / 3 / host.shear_relaxation)
#define TAUB_BULK_RELAXATION host.bulk_relaxation
#define TAUB_LAMBDA_BULK_SHEAR (8.0 / 5 * host.lambda_bulk_shear)
#define TAUB_BULK_VALUE host.bulk_viscosity.maximum
#define TAUB_BULK_TEMPERATURE host.bulk_viscosity.temperature
#define TAUB_BULK_PER_WIDTH (1 / host.bulk_viscosity.width)
#define TAUB_BULK_PER_TEMPERATURE (1 / host.bulk_viscosity.critical_temperature)
#define TAUB_BULK_NORM host.bulk_viscosity.norm
#define TAUB_BULK_A0 host.bulk_viscosity.A[0]
#define TAUB_BULK_A1 host.bulk_viscosity.A[1]
#define TAUB_BULK_A2 host.bulk_viscosity.A[2]
#define TAUB_BULK_LAMBDA_1 host.bulk_viscosity.lambda[0]
#define TAUB_BULK_LAMBDA_2 host.bulk_viscosity.lambda[1]
#define TAUB_BULK_LAMBDA_3 host.bulk_viscosity.lambda[2]
#define TAUB_BULK_LAMBDA_4 host.bulk_viscosity.lambda[3]
#define TAUB_BULK_PER_SIGMA_1 (1 / host.bulk_viscosity.sigma[0])
#define TAUB_BULK_PER_SIGMA_2 (1 / host.bulk_viscosity.sigma[1])
#define TAUB_BULK_PER_SIGMA_3 (1 / host.bulk_viscosity.sigma[2])
#define TAUB_BULK_PER_SIGMA_4 (1 / host.bulk_viscosity.sigma[3])
#define TAUB_BULK_OFFSET_ABOVE host.bulk_viscosity.offset[0]
#define TAUB_BULK_OFFSET_BELOW host.bulk_viscosity.offset[1]

#include "dialect.h"

#define TAUB_BULK_KIND 2
#include "systems/transport.h"

/* Once more, with the other shape of zeta/s. */
#undef TAUB_SYSTEMS_TRANSPORT_H
#undef TAUB_BULK_KIND
#define TAUB_BULK_KIND 3
#define decaying_exp decaying_exp_again
#define specific_shear_viscosity shear_again
#define specific_bulk_viscosity bulk_of_cauchy
#define transport transport_cauchy
#define transport_of transport_of_cauchy
#undef TRANSPORT_HBARC
#include "systems/transport.h"
#undef decaying_exp
#undef specific_shear_viscosity
#undef specific_bulk_viscosity
#undef transport
#undef transport_of

static const struct taub_config_transport first = {.shear_viscosity = {.kind = TAUB_SHEAR_PIECEWISE,
                                                                       .value = 0.1,
                                                                       .minimum_temperature = 0.17,
                                                                       .slope_below = -0.8,
                                                                       .slope_above = 1.3},
                                                   .bulk_viscosity = {.norm = 1.7,
                                                                      .critical_temperature = 0.18,
                                                                      .A = {-13.45, 27.55, -13.77},
                                                                      .lambda = {0.9, 0.25, 0.9, 0.22},
                                                                      .sigma = {0.025, 0.13, 0.0025, 0.022},
                                                                      .offset = {0.001, 0.03},
                                                                      .maximum = 0.07,
                                                                      .width = 0.03,
                                                                      .temperature = 0.185},
                                                   .shear_relaxation = 5.3,
                                                   .bulk_relaxation = 14,
                                                   .lambda_bulk_shear = 0.9};

static void close_to(double value, double expected)
{
    assert_true(fabs(value - expected) <= 2e-14 * fabs(expected));
}

static void test_kernels_and_host_agree(void **unused)
{
    (void)unused;
    struct taub_config config;
    struct taub_eos *eos = NULL;
    taub_config_default(&config);
    config.eos.kind = TAUB_EOS_LATTICE_WB;
    assert_int_equal(taub_eos_create(&config.eos, &eos, NULL), TAUB_OK);
    host = first;
    for (int n = 0; n <= 800; n++) {
        const double temperature = 0.06 + 0.0005 * n, energy = taub_eos_energy_from_temperature(eos, temperature, 0);
        const double enthalpy = energy + taub_eos_pressure(eos, energy, 0);
        const double sound = taub_eos_sound_speed_squared(eos, energy, 0), found = taub_eos_temperature(eos, energy, 0);
        close_to(specific_shear_viscosity(found), taub_shear_over_entropy(&host, found));
        for (int cauchy = 0; cauchy < 2; cauchy++) {
            host.bulk_viscosity.kind = cauchy ? TAUB_BULK_CAUCHY : TAUB_BULK_DENICOL;
            close_to(cauchy ? bulk_of_cauchy(found) : specific_bulk_viscosity(found),
                     taub_bulk_over_entropy(&host, found));
            const struct taub_coefficients expected = taub_transport_at(&host, eos, energy, 0);
            const struct transport_cauchy other = transport_of_cauchy(enthalpy, sound, found);
            const struct transport own = transport_of(enthalpy, sound, found);
            close_to(cauchy ? other.shear_rate : own.shear_rate, 1 / expected.shear_relaxation);
            close_to(cauchy ? other.bulk_rate : own.bulk_rate, 1 / expected.bulk_relaxation);
            close_to(own.shear, 2 * expected.shear / expected.shear_relaxation);
            close_to(own.bulk, expected.bulk / expected.bulk_relaxation);
            close_to(own.bulk_by_shear, expected.lambda_bulk_shear / expected.bulk_relaxation);
            close_to(causal_speed_squared(sound),
                     sound + 4.0 / 3 * expected.shear / (expected.shear_relaxation * enthalpy) +
                         expected.bulk / (expected.bulk_relaxation * enthalpy));
        }
    }
    taub_eos_destroy(eos);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels_and_host_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
