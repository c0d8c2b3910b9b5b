#include "jit/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void taub_text_free(struct taub_text *self)
{
    free(self->data);
    *self = (struct taub_text){0};
}

static bool reserve(struct taub_text *self, size_t more)
{
    const size_t needed = self->length + more + 1;
    if (needed <= self->capacity)
        return true;
    const size_t capacity = needed > 2 * self->capacity ? needed : 2 * self->capacity;
    char *data = realloc(self->data, capacity);
    if (!data)
        return false;
    self->data = data;
    self->capacity = capacity;
    return true;
}

bool taub_text_append(struct taub_text *self, const void *data, size_t length)
{
    if (!reserve(self, length))
        return false;
    if (length)
        memcpy(self->data + self->length, data, length);
    self->length += length;
    self->data[self->length] = '\0';
    return true;
}

bool taub_text_print(struct taub_text *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !reserve(self, (size_t)length))
        return false;
    va_start(arguments, format);
    vsnprintf(self->data + self->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    self->length += (size_t)length;
    return true;
}

bool taub_text_read(struct taub_text *self, const char *path)
{
    FILE *file = fopen(path, "rbe");
    if (!file)
        return false;
    const size_t before = self->length;
    bool good = reserve(self, 0);
    while (good) {
        good = reserve(self, 65536);
        if (!good)
            break;
        const size_t read = fread(self->data + self->length, 1, 65536, file);
        self->length += read;
        if (read == 0)
            break;
    }
    const int reason = !good ? ENOMEM : ferror(file) ? errno : 0;
    fclose(file);
    if (reason)
        self->length = before;
    if (self->data)
        self->data[self->length] = '\0';
    errno = reason;
    return reason == 0;
}
