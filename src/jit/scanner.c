#include "jit/scanner.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Tracks block comments through a line, ignoring the contents of strings. */
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

enum taub_truth taub_scan_is_read(const struct taub_scanner *self)
{
    enum taub_truth truth = TAUB_YES;
    for (int n = 0; n < self->conditions; n++) {
        const enum taub_truth now = n < TAUB_MOST_CONDITIONS ? self->branch[n].now : TAUB_UNKNOWN;
        if (now == TAUB_NO)
            return TAUB_NO;
        truth = now == TAUB_UNKNOWN ? now : truth;
    }
    return truth;
}

/* The condition of #if, #ifdef, #ifndef or #elif; unknown if it continues on the next line. */
static enum taub_truth condition_of(const struct taub_scanner *self, const char *word, size_t length, const char *c,
                                    const char *end)
{
    const bool is_if = length == 2 || word[0] == 'e';
    if (is_if)
        return taub_condition(c, end, &self->known);
    long value;
    c = skip_space(c, end);
    const char *stop = c;
    while (stop < end && (isalnum((unsigned char)*stop) || *stop == '_'))
        stop++;
    const bool found = self->known.find && self->known.find(self->known.of, c, stop, &value);
    return !found ? TAUB_UNKNOWN : length == 5 ? TAUB_YES : TAUB_NO;
}

static void open_condition(struct taub_scanner *self, enum taub_truth now)
{
    if (self->conditions >= 0 && self->conditions < TAUB_MOST_CONDITIONS) {
        self->branch[self->conditions].now = now;
        self->branch[self->conditions].before = false;
    }
    self->conditions++;
}

/* Enters the next branch, #elif or #else, which is read if its own condition holds and no earlier branch was read. */
static void next_branch(struct taub_scanner *self, enum taub_truth own)
{
    const int n = self->conditions - 1;
    if (n < 0 || n >= TAUB_MOST_CONDITIONS)
        return;
    const enum taub_truth last = self->branch[n].now;
    if (last == TAUB_UNKNOWN)
        return;
    if (n == 0 && self->guard) { /* an include guard has no other branch: this is a condition that is not known */
        self->branch[n].now = TAUB_UNKNOWN;
        return;
    }
    self->branch[n].before = self->branch[n].before || last == TAUB_YES;
    self->branch[n].now = self->branch[n].before ? TAUB_NO : own;
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
    const bool first = !self->has_directive;
    self->has_directive = true;
    if ((length == 2 && strncmp(word, "if", 2) == 0) || (length == 5 && strncmp(word, "ifdef", 5) == 0) ||
        (length == 6 && strncmp(word, "ifndef", 6) == 0)) {
        const enum taub_truth truth = condition_of(self, word, length, c, end);
        if (first)
            self->guard = length == 6 && truth == TAUB_UNKNOWN;
        open_condition(self, first && self->guard ? TAUB_YES : truth);
    } else if (length == 4 && strncmp(word, "elif", 4) == 0) {
        next_branch(self, condition_of(self, word, length, c, end));
    } else if (length == 4 && strncmp(word, "else", 4) == 0) {
        next_branch(self, TAUB_YES);
    } else if (length == 5 && strncmp(word, "endif", 5) == 0) {
        self->conditions--;
        self->guard = self->guard && self->conditions > 0;
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

void taub_scan_end_line(struct taub_scanner *self, const char *line, const char *end)
{
    follow_comments(self, line, end);
    self->continued = end > line && end[-1] == '\\';
}
