#include "core/digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/locale.h"

/* The powers of ten that double precision represents exactly. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The scaled value below has a relative rounding error of up to 2^-53. Closer to a tie than twice that, printf decides
 * the last digit. */
#define ROUNDING 0x1p-52

/* Writes the decimal digits, most significant first; returns how many. */
static int put_digits(uint64_t number, char *to)
{
    char reversed[24];
    int count = 0;
    do
        reversed[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    for (int n = 0; n < count; n++)
        to[n] = reversed[count - 1 - n];
    return count;
}

static size_t by_printf(char *to, double value, int digits)
{
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const int length = snprintf(to, TAUB_DIGITS_ROOM, "%.*g", digits, value);
    taub_plain_locale_end(&plain);
    return (size_t)length;
}

/* The first `digits` digits of a positive number as an integer, and the decimal exponent of the leading digit. False if
 * the last digit cannot be decided here. */
static bool first_digits(double value, int digits, uint64_t *out, int *exponent)
{
    int binary;
    frexp(value, &binary);
    /* the decimal exponent, or one less */
    *exponent = (int)floor((binary - 1) * 0.30102999566398120);
    for (int tries = 0; tries < 2; tries++) {
        const int scale = digits - 1 - *exponent;
        if (scale > 22 || scale < -22)
            return false;
        const double scaled = scale >= 0 ? value * powers[scale] : value / powers[-scale];
        const double whole = floor(scaled);
        if (whole >= powers[digits]) { /* the estimate was one too small */
            ++*exponent;
            continue;
        }
        if (fabs(scaled - whole - 0.5) <= scaled * ROUNDING)
            return false;
        *out = (uint64_t)(scaled - whole > 0.5 ? whole + 1.0 : whole);
        if (*out >= (uint64_t)powers[digits]) {
            *out /= 10;
            ++*exponent;
        }
        return *out >= (uint64_t)powers[digits - 1];
    }
    return false;
}

size_t taub_put_number(char *to, double value, int digits)
{
    uint64_t number = 0;
    int exponent = 0;
    char *at = to;
    const double size = fabs(value);
    if (!(size >= 1e-4 && size < powers[digits]) || !first_digits(size, digits, &number, &exponent) || exponent < -4 ||
        exponent >= digits)
        return by_printf(to, value, digits);
    char text[24];
    int count = put_digits(number, text);
    while (count > 1 && count > exponent + 1 && text[count - 1] == '0')
        count--;
    if (value < 0)
        *at++ = '-';
    if (exponent < 0) {
        *at++ = '0';
        *at++ = '.';
        for (int n = -1; n > exponent; n--)
            *at++ = '0';
        memcpy(at, text, (size_t)count);
        at += count;
    } else {
        memcpy(at, text, (size_t)exponent + 1);
        at += exponent + 1;
        if (count > exponent + 1) {
            *at++ = '.';
            memcpy(at, text + exponent + 1, (size_t)(count - exponent - 1));
            at += count - exponent - 1;
        }
    }
    *at = '\0';
    return (size_t)(at - to);
}

size_t taub_put_integer(char *to, long long value)
{
    char *at = to;
    if (value < 0)
        *at++ = '-';
    at += put_digits(value < 0 ? 0 - (uint64_t)value : (uint64_t)value, at);
    *at = '\0';
    return (size_t)(at - to);
}
