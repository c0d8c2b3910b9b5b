/* Reads text files that users supply, whichever program wrote them, and the numbers in them. */
#ifndef TAUB_TEXT_FILE_H
#define TAUB_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

/* Reads a whole file. *text is without a UTF-8 byte order mark, ends with a zero byte and is freed by the caller. A
 * pipe is read to its end, and refused if it has no writer. Failures name the file and are TAUB_BAD_INPUT, or
 * TAUB_FAILED if memory is exhausted. */
enum taub_status taub_file_read(const char *path, char **text, size_t *length, struct taub_error *error);
/* The same for a file of at most `most` bytes; messages name the kind of file, for example "this case file ". */
enum taub_status taub_file_read_as(const char *kind, size_t most, const char *path, char **text, size_t *length,
                                   struct taub_error *error);
/* The same for a file that need not be text: bytes may be zero, and a mark is a part of it. */
enum taub_status taub_file_read_bytes(const char *kind, size_t most, const char *path, char **bytes, size_t *length,
                                      struct taub_error *error);

/* Like strtod, but accepts Fortran exponents as well: 1.0D-02, and 1.0-102, where the letter is dropped to save space.
 */
double taub_read_number(const char *text, char **end);

/* A growing list of doubles. */
struct taub_numbers {
    double *values;
    size_t count, capacity;
};
/* False if memory is exhausted. */
bool taub_numbers_add(struct taub_numbers *self, double value);

/* Appends the numbers of one line, up to its end or '#', to `numbers` and returns how many there were; -1 with `bad`
 * set to the text that is not a number (at most 31 characters); -2 if memory is exhausted. `*at` moves to the next
 * line. */
int taub_line_numbers(const char **at, const char *end, struct taub_numbers *numbers, char bad[32]);

#endif
