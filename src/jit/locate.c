#include "jit/locate.h"

#include <stdlib.h>
#include <string.h>

/* Appends "FILE:LINE" for a line of the source, counted from 1; "taub:LINE" before the first directive. */
static bool append_place(const char *source, long wanted, struct taub_text *out)
{
    const char *name = NULL;
    long number = 1, line = 1; /* in the whole text, in the file */
    int name_length = 0;
    for (const char *c = source; *c && number < wanted; number++, line++) {
        const size_t length = strcspn(c, "\n");
        const char *open = memchr(c, '"', length);
        if (strncmp(c, "#line ", 6) == 0 && open) {
            line = strtol(c + 6, NULL, 10) - 1;
            name = open + 1;
            name_length = (int)(c + length - 1 - name);
        }
        c += length + (c[length] == '\n');
    }
    if (!name)
        return taub_text_print(out, "taub:%ld", wanted);
    return taub_text_print(out, "%.*s:%ld", name_length, name, line);
}

bool taub_locate(const char *source, const char *log, const char *mark, struct taub_text *out)
{
    const size_t length = strlen(mark);
    for (const char *at; (at = strstr(log, mark)) != NULL;) {
        char *end;
        const long wanted = strtol(at + length, &end, 10);
        const bool number = end > at + length && wanted > 0;
        if (!taub_text_append(out, log, (size_t)(at - log)))
            return false;
        if (!(number ? append_place(source, wanted, out) : taub_text_append(out, mark, length)))
            return false;
        log = number ? end : at + length;
    }
    return taub_text_append(out, log, strlen(log));
}
