/* Memory that is freed all at once: strings and lists of a case, nodes of a case file. */
#ifndef TAUB_CASE_ARENA_H
#define TAUB_CASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct taub_arena {
    struct taub_arena_piece *pieces;
    bool exhausted; /* an allocation has failed; checked once at the end instead of after every call */
};

/* Zeroed memory, aligned for any type; NULL when out of memory. */
void *taub_arena_take(struct taub_arena *self, size_t bytes);
char *taub_arena_text(struct taub_arena *self, const char *text, size_t length);
char *taub_arena_format(struct taub_arena *self, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *taub_arena_vformat(struct taub_arena *self, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
void taub_arena_free(struct taub_arena *self);

#endif
