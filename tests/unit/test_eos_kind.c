/* A kind of equation of state that gives no inverses of its own, as docs/how-to/add-an-equation-of-state.md shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eos/eos_kind.h"

static const double bag = 0.3, width = 1.8;

static double pressure(const struct taub_eos *self, double e, double n)
{
    (void)self, (void)n;
    return e / 3 - 4 * bag / 3 * e / (e + width);
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    (void)self, (void)n;
    return 1.0 / 3 - 4 * bag / 3 * width / ((e + width) * (e + width));
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    const double a = (width - 4 * bag) / (4 * (width - bag)), d = (4 * width - bag) / (4 * (width - bag));
    (void)self, (void)n;
    return 0.15 * pow(e, a) * pow(e + width - bag, d) / (e + width);
}

static const struct taub_eos_methods crossover = {.kind = (enum taub_eos_kind)(TAUB_EOS_CODE + 1),
                                                  .name = "crossover",
                                                  .pressure = pressure,
                                                  .sound_speed_squared = sound_speed_squared,
                                                  .temperature = temperature,
                                                  .kernel = "eos/tabulated.h"};

static struct taub_eos make(void)
{
    return (struct taub_eos){.methods = &crossover, .lowest = ldexp(1, -47), .highest = ldexp(1, 20)};
}

static void test_inverses(void **unused)
{
    const struct taub_eos eos = make();
    (void)unused;
    for (double e = 1e-12; e < 1e8; e *= 1.9) { /* beyond the range too */
        assert_true(fabs(taub_eos_energy_from_pressure(&eos, pressure(&eos, e, 0), 0) / e - 1) < 1e-13);
        assert_true(fabs(taub_eos_energy_from_temperature(&eos, temperature(&eos, e, 0), 0) / e - 1) < 1e-12);
    }
}

static void test_table(void **unused)
{
    struct taub_eos *eos = calloc(1, sizeof *eos);
    double p, slope, t;
    (void)unused;
    assert_non_null(eos);
    *eos = make();
    assert_int_equal(taub_eos_tabulate(eos, -47, 67, NULL), TAUB_OK);
    taub_eos_table_errors(eos, 5, &p, &slope, &t);
    assert_true(p < 1e-9 && slope < 1e-7 && t < 1e-9);
    taub_eos_destroy(eos); /* destroy is not given either: data, here NULL, is freed */
}

static void test_energies_outside_the_range_are_refused(void **unused)
{
    const struct taub_eos eos = make();
    struct taub_error error = {0};
    double state[5];
    (void)unused;
    const struct taub_state hot = {.given = TAUB_GIVEN_TEMPERATURE, .temperature = 1e3};
    assert_int_equal(taub_eos_complete(&eos, &hot, "initial.state", state, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "initial.state.temperature: the energy density"));
    const struct taub_state warm = {.given = TAUB_GIVEN_TEMPERATURE, .temperature = 0.3};
    assert_int_equal(taub_eos_complete(&eos, &warm, "initial.state", state, &error), TAUB_OK);
    assert_true(fabs(temperature(&eos, state[0], 0) / 0.3 - 1) < 1e-13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_inverses), cmocka_unit_test(test_table),
                                       cmocka_unit_test(test_energies_outside_the_range_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
