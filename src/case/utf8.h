/* Texts must be UTF-8: what YAML is made of, and what the resolved case can be written in. */
#ifndef TAUB_CASE_UTF8_H
#define TAUB_CASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the character at `text`, 1 to 4, with its code; 0 when it is not UTF-8 (nor ends within `length`). */
size_t taub_utf8_character(const char *text, size_t length, unsigned long *code);
bool taub_is_utf8(const char *text);

#endif
