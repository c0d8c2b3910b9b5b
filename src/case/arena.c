#include "case/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct taub_arena_piece {
    struct taub_arena_piece *next;
    _Alignas(max_align_t) unsigned char memory[];
};

void *taub_arena_take(struct taub_arena *self, size_t bytes)
{
    struct taub_arena_piece *piece = calloc(1, sizeof *piece + (bytes ? bytes : 1));
    if (!piece) {
        self->exhausted = true;
        return NULL;
    }
    piece->next = self->pieces;
    self->pieces = piece;
    return piece->memory;
}

char *taub_arena_text(struct taub_arena *self, const char *text, size_t length)
{
    char *copy = taub_arena_take(self, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

char *taub_arena_vformat(struct taub_arena *self, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : taub_arena_take(self, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *taub_arena_format(struct taub_arena *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = taub_arena_vformat(self, format, arguments);
    va_end(arguments);
    return text;
}

void taub_arena_free(struct taub_arena *self)
{
    while (self->pieces) {
        struct taub_arena_piece *next = self->pieces->next;
        free(self->pieces);
        self->pieces = next;
    }
}
