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
#define TAUB_SHEAR_FLOOR 0.0
#define TAUB_SHEAR_RELAXATION host.shear_relaxation
#define TAUB_SHEAR_TWO_PER_RELAXATION (2 / host.shear_relaxation)
#define TAUB_SHEAR_SPEED (4.0 / 3 / host.shear_relaxation)
#define TAUB_BULK_RELAXATION host.bulk_relaxation
#define TAUB_LAMBDA_BULK_SHEAR (8.0 / 5 * host.lambda_bulk_shear)
#define TAUB_BULK_VALUE host.bulk_viscosity.maximum
#define TAUB_BULK_TEMPERATURE host.bulk_viscosity.temperature
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

#define TAUB_OF_POTENTIAL 0
#define TAUB_SHEAR_OF_POTENTIAL 0
#include "viscosities/bulk_denicol.h"
#include "viscosities/shear_linear.h"
#include "systems/transport.h"

/* Once more, with the other shapes of eta/s and zeta/s. */
#undef TAUB_SYSTEMS_TRANSPORT_H
#undef TAUB_SHEAR_OF_POTENTIAL
#undef TAUB_SHEAR_TEMPERATURE
#undef TAUB_SHEAR_VALUE
#undef TAUB_SHEAR_ABOVE
#undef TAUB_SHEAR_FLOOR
#undef TRANSPORT_HBARC
#define TAUB_SHEAR_OF_POTENTIAL 1
#define TAUB_SHEAR_HADRONIC 0
#define TAUB_SHEAR_VALUE host.shear_viscosity.minimum
#define TAUB_SHEAR_ABOVE host.shear_viscosity.slope
#define TAUB_SHEAR_TEMPERATURE host.shear_viscosity.temperature
#define TAUB_SHEAR_PER_TEMPERATURE (1 / host.shear_viscosity.temperature)
#define TAUB_SHEAR_CURVATURE host.shear_viscosity.curvature
#define TAUB_SHEAR_FLOOR host.shear_viscosity.floor
#define TAUB_SHEAR_POTENTIAL_SLOPE host.shear_viscosity.potential_slope
#define TAUB_SHEAR_PER_POTENTIAL (1 / host.shear_viscosity.potential_scale)
#define TAUB_SHEAR_POTENTIAL_POWER host.shear_viscosity.potential_power
#define TAUB_BULK_PER_WIDTH_BELOW (1 / taub_bulk_width(&host, 0))
#define TAUB_BULK_PER_WIDTH_ABOVE (1 / taub_bulk_width(&host, INFINITY))
#define specific_shear_viscosity shear_of_duke
#define specific_bulk_viscosity bulk_of_cauchy
#define shear_factor_of_potential factor_by_power
#define transport transport_cauchy
#define transport_of transport_of_cauchy
#include "viscosities/bulk_cauchy.h"
#include "viscosities/shear_duke.h"
#include "systems/transport.h"
#undef specific_shear_viscosity
#undef specific_bulk_viscosity
#undef shear_factor_of_potential
#undef transport
#undef transport_of

/* And what is left. */
#undef TAUB_SYSTEMS_TRANSPORT_H
#undef TAUB_SHEAR_OF_POTENTIAL
#undef TRANSPORT_HBARC
#define TAUB_SHEAR_OF_POTENTIAL 2
#define TAUB_SHEAR_FACTOR_200 host.shear_viscosity.factor_200
#define TAUB_SHEAR_FACTOR_400 host.shear_viscosity.factor_400
#define specific_bulk_viscosity bulk_of_gaussian
#define shear_factor_of_potential factor_by_nodes
#define transport transport_gaussian
#define transport_of transport_of_gaussian
#include "viscosities/bulk_gaussian.h"
#include "systems/transport.h"
#undef specific_bulk_viscosity
#undef shear_factor_of_potential
#undef transport
#undef transport_of

static const struct taub_config_transport first = {.shear_viscosity = {.kind = TAUB_SHEAR_PIECEWISE,
                                                                       .value = 0.1,
                                                                       .minimum_temperature = 0.17,
                                                                       .slope_below = -0.8,
                                                                       .slope_above = 1.3,
                                                                       .at_kink = 0.1,
                                                                       .kink_temperature = 0.17,
                                                                       .low_slope = -0.8,
                                                                       .high_slope = 1.3,
                                                                       .minimum = 0.08,
                                                                       .slope = 1.1,
                                                                       .curvature = -0.48,
                                                                       .temperature = 0.154,
                                                                       .floor_given = true,
                                                                       .floor = 0.01,
                                                                       .potential_slope = 0.9,
                                                                       .potential_scale = 0.6,
                                                                       .potential_power = 0.8,
                                                                       .factor_200 = 6.2,
                                                                       .factor_400 = 5.9},
                                                   .bulk_viscosity = {.norm = 1.7,
                                                                      .critical_temperature = 0.18,
                                                                      .A = {-13.45, 27.55, -13.77},
                                                                      .lambda = {0.9, 0.25, 0.9, 0.22},
                                                                      .sigma = {0.025, 0.13, 0.0025, 0.022},
                                                                      .offset = {0.001, 0.03},
                                                                      .maximum = 0.07,
                                                                      .width = 0.03,
                                                                      .temperature = 0.185,
                                                                      .skew = -0.2,
                                                                      .width_below = 0.02,
                                                                      .width_above = 0.11},
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
        host.bulk_viscosity.kind = TAUB_BULK_GAUSSIAN;
        close_to(bulk_of_gaussian(found), taub_bulk_over_entropy(&host, found));
        host.shear_viscosity.kind = TAUB_SHEAR_DUKE;
        host.bulk_viscosity.kind = TAUB_BULK_CAUCHY;
        close_to(shear_of_duke(found), taub_shear_over_entropy(&host, found));
        host.shear_viscosity.kind = TAUB_SHEAR_JETSCAPE;
        close_to(specific_shear_viscosity(found), taub_shear_over_entropy(&host, found));
        host.shear_viscosity.kind = TAUB_SHEAR_PIECEWISE;
        close_to(specific_shear_viscosity(found), taub_shear_over_entropy(&host, found));
        const double mu = 0.001 * (n - 400);
        host.shear_viscosity.potential_factor = TAUB_POTENTIAL_POWER;
        close_to(factor_by_power(mu), taub_shear_factor(&host, mu));
        host.shear_viscosity.potential_factor = TAUB_POTENTIAL_NODES;
        close_to(factor_by_nodes(mu), taub_shear_factor(&host, mu));
        host.shear_viscosity.potential_factor = TAUB_POTENTIAL_NONE;
        for (int cauchy = 0; cauchy < 2; cauchy++) {
            host.bulk_viscosity.kind = cauchy ? TAUB_BULK_CAUCHY : TAUB_BULK_DENICOL;
            close_to(cauchy ? bulk_of_cauchy(found) : specific_bulk_viscosity(found),
                     taub_bulk_over_entropy(&host, found));
            const struct taub_coefficients expected = taub_transport_at(&host, eos, energy, 0);
            const struct transport_cauchy other = transport_of_cauchy(enthalpy, sound, found, 0);
            const struct transport own = transport_of(enthalpy, sound, found, 0);
            close_to(own.shear_rate, 1 / expected.shear_relaxation);
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
