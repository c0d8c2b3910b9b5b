/* Averages over cells: exact for polynomials, sharp where there are jumps, bit for bit where nothing varies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "problems/average.h"

static void close_to(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g within %g", value, expected, tolerance);
}

/* x^a y^b z^c + 100, and a constant. */
static enum taub_status monomial(const void *user, const double x[3], double *values, struct taub_error *error)
{
    const int *powers = user;
    (void)error;
    values[0] = 100 + pow(x[0], powers[0]) * pow(x[1], powers[1]) * pow(x[2], powers[2]);
    values[1] = 0.1;
    return TAUB_OK;
}

static double mean_of_power(double center, double width, int power)
{
    return (pow(center + width / 2, power + 1) - pow(center - width / 2, power + 1)) / (width * (power + 1));
}

static void test_polynomials(void **unused)
{
    (void)unused;
    for (int points = 2; points <= TAUB_AVERAGE_POINTS; points++) {
        const int most = 2 * points - 1;
        for (int a = 0; a <= most; a++) {
            const int powers[3] = {a, most - a, most};
            struct taub_average average = {points, 2,   {true, true, true}, false, {0.5, 1, 0.25}, monomial,
                                           powers, NULL};
            const double center[3] = {0.3, -0.2, 1.1};
            double out[2], expected = 1;
            for (int axis = 0; axis < 3; axis++)
                expected *= mean_of_power(center[axis], average.spacing[axis], powers[axis]);
            assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_OK);
            close_to(out[0], 100 + expected, 1e-12);
            assert_true(out[1] == 0.1);
        }
    }
}

/* An axis with one cell: the value in the middle of it. */
static void test_axes(void **unused)
{
    (void)unused;
    const int powers[3] = {2, 2, 2};
    const double center[3] = {0.3, -0.2, 1.1};
    struct taub_average average = {3, 2, {false, true, false}, false, {0.5, 1, 0.25}, monomial, powers, NULL};
    double out[2];
    assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_OK);
    close_to(out[0], 100 + 0.09 * mean_of_power(-0.2, 1, 2) * 1.21, 1e-12);
    average.points = 1;
    assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_OK);
    close_to(out[0], 100 + 0.09 * 0.04 * 1.21, 1e-12);
}

static enum taub_status step(const void *user, const double x[3], double *values, struct taub_error *error)
{
    const double *place = user;
    (void)error;
    values[0] = x[0] < *place ? 1 : 1000;
    values[1] = x[0] < *place ? -1e-3 : 1e-3;
    return TAUB_OK;
}

static void test_jumps(void **unused)
{
    (void)unused;
    const double place = 0.3127, center[3] = {0, 0, 0};
    struct taub_average average = {2, 2, {true, false, false}, false, {1, 1, 1}, step, &place, NULL};
    double out[2];
    assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_OK);
    close_to(out[0], 1 + 999 * (0.5 - place), 999.0 / 64);
    average.active[1] = true;
    assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_OK);
    close_to(out[0], 1 + 999 * (0.5 - place), 999.0 / 16);
}

static enum taub_status refuse(const void *user, const double x[3], double *values, struct taub_error *error)
{
    (void)user, (void)x, (void)values, (void)error;
    return TAUB_FAILED;
}

static void test_failure(void **unused)
{
    (void)unused;
    struct taub_average average = {2, 1, {true, true, true}, false, {1, 1, 1}, refuse, NULL, NULL};
    const double center[3] = {0, 0, 0};
    double out[1];
    assert_int_equal(taub_cell_average(&average, center, out, NULL), TAUB_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_polynomials),
        cmocka_unit_test(test_axes),
        cmocka_unit_test(test_jumps),
        cmocka_unit_test(test_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
