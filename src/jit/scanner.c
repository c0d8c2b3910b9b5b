#include "jit/scanner.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Follows block comments through one line; the text of strings is skipped. */
static void follow_comments(struct taub_scanner *self, const char *c, const char *end)
{
    char quote = 0;
    for (; c < end; c++) {
        if (self->comment) {
            if (c + 1 < end && c[0] == '*' && c[1] == '/') {
                self->comment = false;
                c++;
            }
        } else if (quote) {
            if (*c == '\\')
                c++;
            else if (*c == quote)
                quote = 0;
        } else if (*c == '"' || *c == '\'') {
            quote = *c;
        } else if (c + 1 < end && c[0] == '/' && c[1] == '/') {
            return;
        } else if (c + 1 < end && c[0] == '/' && c[1] == '*') {
            self->comment = true;
            c++;
        }
    }
}

static const char *skip_space(const char *c, const char *end)
{
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    return c;
}

bool taub_scan_directive(struct taub_scanner *self, const char *line, const char *end, char path[PATH_MAX])
{
    const char *c = skip_space(line, end);
    if (self->comment || self->continued || c == end || *c != '#')
        return false;
    c = skip_space(c + 1, end);
    const char *word = c;
    while (c < end && isalpha((unsigned char)*c))
        c++;
    const size_t length = (size_t)(c - word);
    const bool first = !self->begun;
    self->begun = true;
    if ((length == 2 && strncmp(word, "if", 2) == 0) || (length == 5 && strncmp(word, "ifdef", 5) == 0) ||
        (length == 6 && strncmp(word, "ifndef", 6) == 0)) {
        self->conditions++;
        self->guarded = self->guarded || (first && length == 6);
    } else if (length == 5 && strncmp(word, "endif", 5) == 0) {
        self->conditions--;
    } else if (length == 7 && strncmp(word, "include", 7) == 0) {
        c = skip_space(c, end);
        const char *close = c < end && *c == '"' ? memchr(c + 1, '"', (size_t)(end - c - 1)) : NULL;
        if (close && close - c - 1 < PATH_MAX) {
            memcpy(path, c + 1, (size_t)(close - c - 1));
            path[close - c - 1] = '\0';
            return true;
        }
    }
    return false;
}

void taub_scan_on(struct taub_scanner *self, const char *line, const char *end)
{
    follow_comments(self, line, end);
    self->continued = end > line && end[-1] == '\\';
}
