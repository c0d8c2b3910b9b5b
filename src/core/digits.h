/* Formats numbers exactly as printf does, but many times faster. */
#ifndef TAUB_DIGITS_H
#define TAUB_DIGITS_H

#include <stddef.h>

enum { TAUB_DIGITS_ROOM = 32 };

/* Writes the same characters as sprintf(to, "%.*g", digits, value) in the C locale, for 1 to 15 digits. Returns the
 * length. `to` has room for TAUB_DIGITS_ROOM characters, including the final '\0'. */
size_t taub_put_number(char *to, double value, int digits);
/* The same for "%lld". */
size_t taub_put_integer(char *to, long long value);

#endif
