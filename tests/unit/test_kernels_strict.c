/* Strict mode's elementary functions against those of the C library in long double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>

#include "kernels/pointwise.h"

static double units_off(double value, long double exact)
{
    if (!isfinite((double)exact) || !isfinite(value))
        return value == (double)exact || (isnan(value) && isnan(exact)) ? 0 : INFINITY;
    int exponent;
    frexpl(exact, &exponent);
    const long double unit = ldexpl(1, exponent - 53);
    return (double)(fabsl(value - exact) / fmaxl(unit, 4.9406564584124654e-324L));
}

static void strict_functions_are_accurate(void **state)
{
    static long double (*const exact[7])(long double) = {expl, logl, sinl, cosl, tanhl, sinhl, coshl};
    static const char *const names[7] = {"exp", "log", "sin", "cos", "tanh", "sinh", "cosh"};
    static const double ranges[7][2] = {{-745, 709.7}, {-700, 700}, {-40, 40},  {-40, 40},
                                        {-30, 30},     {-700, 700}, {-700, 700}};
    (void)state;
    for (int f = 0; f < 7; f++) {
        double most = 0;
        for (int n = 0; n <= 200000; n++) {
            double x = ranges[f][0] + (ranges[f][1] - ranges[f][0]) * (n / 200000.0);
            x = f == 1 ? exp(x) : x;
            if (f == 2 || f == 3) /* near a zero the error is absolute */
                most = fmax(most, (double)fabsl(pointwise_strict[f](x) - exact[f](x)) / DBL_EPSILON);
            else
                most = fmax(most, units_off(pointwise_strict[f](x), exact[f](x)));
        }
        for (int n = 0; n < 2000 && (f == 4 || f == 5 || f == 2); n++) { /* small arguments, odd functions */
            const double x = pow(10, -n / 100.0);
            most = fmax(most, units_off(pointwise_strict[f](x), exact[f](x)));
            assert_true(pointwise_strict[f](-x) == -pointwise_strict[f](x));
        }
        print_message("%-4s within %.2f units in the last place\n", names[f], most);
        assert_true(most < 4);
    }
    assert_true(pointwise_strict[0](0) == 1 && pointwise_strict[0](800) == INFINITY && pointwise_strict[0](-800) == 0);
    assert_true(pointwise_strict[1](1) == 0 && pointwise_strict[1](0) == -INFINITY);
    assert_true(isnan(pointwise_strict[1](-1)) && isnan(pointwise_strict[1](NAN)) && isnan(pointwise_strict[0](NAN)));
    assert_true(pointwise_strict[1](INFINITY) == INFINITY && isnan(pointwise_strict[2](INFINITY)));
    assert_true(units_off(pointwise_strict[1](5e-324), logl((long double)5e-324)) < 2);
}

static void strict_powers_are_accurate(void **state)
{
    (void)state;
    for (int n = 0; n < 2000; n++)
        for (int m = -20; m <= 20; m++) {
            const double x = pow(10, (n - 1000) / 200.0), y = 0.37 * m;
            const long double exact = powl(x, y);
            assert_true(units_off(pointwise_strict_pow(x, y), exact) < 3 * fabs(y * log(x)) + 4);
        }
    assert_true(pointwise_strict_pow(-2, 3) == -pointwise_strict_pow(2, 3) && pointwise_strict_pow(-2, 0) == 1);
    assert_true(pointwise_strict_pow(-2, 2) == pointwise_strict_pow(2, 2) && isnan(pointwise_strict_pow(-2, 0.5)));
    assert_true(pointwise_strict_pow(0, 2) == 0 && pointwise_strict_pow(0, -1) == INFINITY);
    assert_true(fabs(pointwise_strict_pow(3, 4) - 81) < 1e-12 && pointwise_strict_pow(7.3, 1) == 7.3);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strict_functions_are_accurate),
        cmocka_unit_test(strict_powers_are_accurate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
