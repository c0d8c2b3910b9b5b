/* Numbers as text: character by character as printf writes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/digits.h"

static void same(double value, int digits)
{
    char expected[64], found[TAUB_DIGITS_ROOM];
    snprintf(expected, sizeof expected, "%.*g", digits, value);
    assert_int_equal(taub_put_number(found, value, digits), strlen(expected));
    assert_string_equal(found, expected);
}

/* xorshift64 (G. Marsaglia, J. Stat. Softw. 8 (2003) 14). */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static void bits(void **state)
{
    uint64_t seed = 88172645463325252u;
    (void)state;
    for (int n = 0; n < 200000; n++) {
        const uint64_t word = draw(&seed);
        double value;
        memcpy(&value, &word, sizeof value);
        same(value, 1 + n % 15);
    }
}

/* Of the size that hadrons have, in both precisions. */
static void usual(void **state)
{
    uint64_t seed = 2463534242u;
    (void)state;
    for (int n = 0; n < 400000; n++) {
        const double unit = (double)(draw(&seed) >> 11) * 0x1p-53, value = (unit - 0.5) * pow(10.0, n % 11 - 5);
        same(value, 7 + 2 * (n & 1));
        same((float)value, 7 + 2 * (n & 1));
    }
}

/* Halves, powers of ten and what is one bit beside them. */
static void edges(void **state)
{
    static const double list[] = {0.0,
                                  -0.0,
                                  0.5,
                                  2.5,
                                  9.5,
                                  99999.5,
                                  0.125,
                                  1e-5,
                                  9.9999999995e-5,
                                  1e15,
                                  123456789012345.5,
                                  NAN,
                                  INFINITY,
                                  -INFINITY,
                                  5e-324,
                                  1.7976931348623157e308};
    (void)state;
    for (int digits = 1; digits <= 15; digits++) {
        for (size_t n = 0; n < sizeof list / sizeof *list; n++)
            same(list[n], digits);
        for (int e = -8; e <= 18; e++)
            for (int k = 1; k <= 20; k++) {
                const double value = 0.5 * k * pow(10.0, e);
                same(value, digits);
                same(nextafter(value, 0.0), digits);
                same(-nextafter(value, INFINITY), digits);
            }
    }
}

static void integers(void **state)
{
    static const long long list[] = {0, 7, -7, 10, 2212, -1000010020, INT64_MAX, INT64_MIN};
    char expected[64], found[TAUB_DIGITS_ROOM];
    (void)state;
    for (size_t n = 0; n < sizeof list / sizeof *list; n++) {
        snprintf(expected, sizeof expected, "%lld", list[n]);
        assert_int_equal(taub_put_integer(found, list[n]), strlen(expected));
        assert_string_equal(found, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bits), cmocka_unit_test(usual), cmocka_unit_test(edges),
                                       cmocka_unit_test(integers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
