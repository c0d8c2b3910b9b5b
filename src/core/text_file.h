/* Text files of users, whichever program wrote them, and the numbers in them. */
#ifndef TAUB_TEXT_FILE_H
#define TAUB_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

/* The whole file without a byte order mark of UTF-8, with a zero byte behind it; free it. A pipe is read to its end,
 * and refused where nobody writes to it. Failures are TAUB_BAD_INPUT, without memory TAUB_FAILED, and name the file. */
enum taub_status taub_file_read(const char *path, char **text, size_t *length, struct taub_error *error);
/* The same of a file of at most `most` bytes; failures say what kind it is of, say "this case file ". */
enum taub_status taub_file_read_as(const char *kind, size_t most, const char *path, char **text, size_t *length,
                                   struct taub_error *error);

/* As strtod; takes Fortran's exponents, too: 1.0D-02, and 1.0-102, which has no room for the letter. */
double taub_read_number(const char *text, char **end);

/* A growing list of doubles. */
struct taub_numbers {
    double *values;
    size_t count, capacity;
};
/* False when memory is out. */
bool taub_numbers_add(struct taub_numbers *self, double value);

/* Reads the numbers of one line, up to its end or '#', adds them to `numbers` and returns how many they were, or -1
 * with `bad` set to the text that is no number (at most 31 characters), or -2 when memory is out. `*at` moves to the
 * next line. */
int taub_line_numbers(const char **at, const char *end, struct taub_numbers *numbers, char bad[32]);

#endif
