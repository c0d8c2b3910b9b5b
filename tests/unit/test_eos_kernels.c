/* The kernels' equation of state by table, compiled for the host, against the library's own: same table, same layout.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "eos/eos.h" /* before the two macros, which are names of its enums too */

#define TAUB_SINGLE 0
#define TAUB_STRICT 0
#define TAUB_EOS_TABLE_BITS 6
#define TAUB_EOS_TABLE_FIRST (-47)
#define TAUB_EOS_TABLE_OCTAVES 67
#include "dialect.h"
#include "eos/tabulated.h"

static double relative(double a, double b)
{
    return fabs(a / b - 1);
}

static void test_table(void **unused)
{
    (void)unused;
    const struct taub_config_eos config = {.kind = TAUB_EOS_LATTICE_WB};
    struct taub_eos *qcd = NULL;
    assert_int_equal(taub_eos_create(&config, &qcd, NULL), TAUB_OK);
    const struct taub_eos_table *table = taub_eos_device_table(qcd);
    assert_int_equal(table->bits, TAUB_EOS_TABLE_BITS);
    assert_int_equal(table->first_octave, TAUB_EOS_TABLE_FIRST);
    assert_int_equal(table->octaves, TAUB_EOS_TABLE_OCTAVES);
    const struct eos kernel = eos_of_tables(table->values);
    double worst[4] = {0};
    for (double e = 1e-16; e < 1e8; e *= 1.0007) { /* beyond both ends too */
        double pressure, speed_squared;
        eos_pressure_and_speed(kernel, e, 0, &pressure, &speed_squared);
        worst[0] = fmax(worst[0], relative(pressure, taub_eos_pressure(qcd, e, 0)));
        worst[1] = fmax(worst[1], relative(speed_squared, taub_eos_sound_speed_squared(qcd, e, 0)));
        worst[2] = fmax(worst[2], relative(eos_temperature(kernel, e, 0), taub_eos_temperature(qcd, e, 0)));
        worst[3] = fmax(worst[3], relative(eos_entropy_density(kernel, e, 0), taub_eos_entropy_density(qcd, e, 0)));
    }
    print_message("kernel against library: p %.1e, c_s^2 %.1e, T %.1e, s %.1e\n", worst[0], worst[1], worst[2],
                  worst[3]);
    assert_true(worst[0] < 1e-9);
    assert_true(worst[1] < 1e-7);
    assert_true(worst[2] < 1e-9);
    assert_true(worst[3] < 1e-9);
    taub_eos_destroy(qcd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
