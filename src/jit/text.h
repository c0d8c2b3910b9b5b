/* A text that grows. Functions return false when memory runs out (or a file cannot be read) and leave the text whole.
 */
#ifndef TAUB_TEXT_H
#define TAUB_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct taub_text {
    char *data; /* zero-terminated; NULL while empty */
    size_t length, capacity;
};

void taub_text_free(struct taub_text *self);
bool taub_text_append(struct taub_text *self, const void *data, size_t length);
bool taub_text_print(struct taub_text *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a whole file; on false errno tells why. */
bool taub_text_read(struct taub_text *self, const char *path);

#endif
