/* A small JSON writer, to standard output or to a temporary file that is renamed when complete. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli.h"

bool cli_json_open(struct cli_json *self, const char *path)
{
    *self = (struct cli_json){0};
    snprintf(self->path, sizeof self->path, "%s", path);
    snprintf(self->temporary, sizeof self->temporary, "%s.new", self->path);
    self->first[0] = true;
    if (strcmp(path, "-")) {
        remove(self->temporary); /* with "x", a link of this name is not followed */
        self->file = fopen(self->temporary, "wxe");
    } else {
        self->file = stdout;
    }
    if (!self->file)
        fprintf(stderr, "taub: cannot write %s: %s\n", path, strerror(errno));
    return self->file != NULL;
}

bool cli_json_close(struct cli_json *self)
{
    fputc('\n', self->file);
    bool good = !ferror(self->file);
    if (self->file != stdout) {
        good = fclose(self->file) == 0 && good;
        if (!good) {
            fprintf(stderr, "taub: cannot write %s: %s\n", self->path, strerror(errno));
            remove(self->temporary);
        } else if (rename(self->temporary, self->path) != 0) {
            fprintf(stderr, "taub: cannot write %s: %s; its content is in %s\n", self->path, strerror(errno),
                    self->temporary);
            good = false;
        }
    }
    return good;
}

static void put_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            fputc(*c, file);
    }
    fputc('"', file);
}

/* Writes the comma, new line, indentation and key that come before a value. */
static void begin_value(struct cli_json *self, const char *key)
{
    if (self->depth > 0)
        fprintf(self->file, "%s\n%*s", self->first[self->depth] ? "" : ",", 2 * self->depth, "");
    self->first[self->depth] = false;
    if (key) {
        put_string(self->file, key);
        fputs(": ", self->file);
    }
}

void cli_json_begin(struct cli_json *self, const char *key, char bracket)
{
    begin_value(self, key);
    fputc(bracket, self->file);
    self->first[++self->depth] = true;
}

void cli_json_end(struct cli_json *self, char bracket)
{
    const bool empty = self->first[self->depth--];
    if (!empty)
        fprintf(self->file, "\n%*s", 2 * self->depth, "");
    fputc(bracket, self->file);
}

void cli_json_number(struct cli_json *self, const char *key, double value)
{
    begin_value(self, key);
    if (isfinite(value))
        fprintf(self->file, "%.17g", value);
    else
        fputs("null", self->file);
}

void cli_json_integer(struct cli_json *self, const char *key, int64_t value)
{
    begin_value(self, key);
    fprintf(self->file, "%lld", (long long)value);
}

void cli_json_string(struct cli_json *self, const char *key, const char *value)
{
    begin_value(self, key);
    put_string(self->file, value);
}
