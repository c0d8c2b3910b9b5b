/* A growing text. Functions return false if memory runs out or a file cannot be read, and then leave the text
 * unchanged. */
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
/* Appends a whole file; if it returns false, errno is the reason. */
bool taub_text_read(struct taub_text *self, const char *path);

#endif
