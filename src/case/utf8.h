/* Texts must be UTF-8, as YAML requires. */
#ifndef TAUB_CASE_UTF8_H
#define TAUB_CASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the UTF-8 character at `text`, 1 to 4 bytes, and its code; 0 if it is invalid or incomplete within
 * `length`. */
size_t taub_utf8_character(const char *text, size_t length, unsigned long *code);
bool taub_is_utf8(const char *text);

#endif
