#include "case/complaints.h"

#include <stdio.h>
#include <stdlib.h>

void taub_complain(struct taub_complaints *self, struct taub_place place, const char *path, const char *format, ...)
{
    int number = self->count++;
    if (number >= TAUB_COMPLAINTS_KEPT)
        return;
    va_list arguments;
    va_start(arguments, format);
    const char *what = taub_arena_vformat(self->arena, format, arguments);
    va_end(arguments);
    const char *text = taub_arena_format(self->arena, "%s%s%s", path ? path : "", path ? ": " : "", what ? what : "");
    self->list[number] = (struct taub_complaint){place, number, text ? text : ""};
}

static int compare_places(const void *left, const void *right)
{
    const struct taub_complaint *a = left, *b = right;
    int difference = a->place.order - b->place.order;
    if (!difference)
        difference = a->place.line - b->place.line;
    if (!difference)
        difference = a->place.column - b->place.column;
    return difference ? difference : a->number - b->number;
}

static size_t print_place(const struct taub_place *place, char *text, size_t size)
{
    int length = 0;
    if (!place->source)
        return 0;
    if (place->line > 0)
        length = snprintf(text, size, "%s:%d:%d: ", place->source, place->line, place->column);
    else
        length = snprintf(text, size, "%s: ", place->source);
    return length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
}

enum taub_status taub_complaints_report(struct taub_complaints *self, struct taub_error *error)
{
    if (self->arena->exhausted)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading the case.");
    if (!self->count)
        return TAUB_OK;
    int kept = self->count < TAUB_COMPLAINTS_KEPT ? self->count : TAUB_COMPLAINTS_KEPT;
    qsort(self->list, (size_t)kept, sizeof self->list[0], compare_places);
    char message[sizeof((struct taub_error *)0)->message];
    size_t used = 0;
    int printed = 0;
    for (; printed < kept && printed < TAUB_COMPLAINTS_TOLD; ++printed) {
        const struct taub_complaint *complaint = &self->list[printed];
        char line[1024];
        size_t length = print_place(&complaint->place, line, sizeof line);
        int more = snprintf(line + length, sizeof line - length, "%s", complaint->text);
        length = more > 0 && length + (size_t)more < sizeof line ? length + (size_t)more : sizeof line - 1;
        if (used + length + 64 > sizeof message) /* leave space for the line that counts the rest */
            break;
        used += (size_t)snprintf(message + used, sizeof message - used, "%s%s", printed ? "\n" : "", line);
    }
    if (printed < self->count)
        snprintf(message + used, sizeof message - used, "\n... and %d more.", self->count - printed);
    return taub_fail(error, TAUB_BAD_INPUT, "%s", message);
}
