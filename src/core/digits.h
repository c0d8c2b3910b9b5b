/* Numbers as text, as printf writes them but many times faster. */
#ifndef TAUB_DIGITS_H
#define TAUB_DIGITS_H

#include <stddef.h>

enum { TAUB_DIGITS_ROOM = 32 };

/* As sprintf(to, "%.*g", digits, value) in the C locale, character by character; digits from 1 to 15. Returns the
 * length; `to` has TAUB_DIGITS_ROOM characters, and ends with '\0'. */
size_t taub_put_number(char *to, double value, int digits);
/* As "%lld". */
size_t taub_put_integer(char *to, long long value);

#endif
