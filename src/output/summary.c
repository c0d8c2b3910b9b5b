/* summary.json: entries in the order in which they were added, nested by the dots of their paths. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/internal.h"

static void put_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        /* Length of the well-formed UTF-8 sequence that starts here; 0 if there is none (RFC 3629). */
        int length = *at < 0x80                  ? 1
                     : *at >= 0xC2 && *at < 0xE0 ? 2
                     : *at >= 0xE0 && *at < 0xF0 ? 3
                     : *at >= 0xF0 && *at < 0xF5 ? 4
                                                 : 0;
        for (int i = 1; i < length; i++)
            if ((at[i] & 0xC0) != 0x80)
                length = 0;
        if (length == 3 && ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F)))
            length = 0;
        if (length == 4 && ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F)))
            length = 0;
        if (length == 0)
            fputs("\\ufffd", file);
        else if (*at == '"' || *at == '\\')
            fprintf(file, "\\%c", *at);
        else if (*at == '\n')
            fputs("\\n", file);
        else if (*at == '\t')
            fputs("\\t", file);
        else if (*at < 0x20)
            fprintf(file, "\\u%04x", *at);
        else
            fwrite(at, 1, (size_t)length, file);
        at += length ? length : 1;
    }
    fputc('"', file);
}

/* As few of 15 to 17 digits as read back to the same number. JSON has neither NaN nor infinity. */
static void put_number(FILE *file, double value)
{
    if (!isfinite(value)) {
        fputs("null", file);
        return;
    }
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, file);
}

/* Writes the entries whose paths begin with the first `prefix` characters of that of entry `from`. */
static void put_object(const struct taub_output *self, FILE *file, bool *done, int from, size_t prefix, int depth)
{
    const char *separator = "\n";
    fputc('{', file);
    for (int i = from; i < self->entry_count; i++) {
        const struct taub_summary_entry *entry = &self->entries[i];
        if (done[i] || strncmp(entry->path, self->entries[from].path, prefix) != 0)
            continue;
        const char *key = entry->path + prefix;
        const size_t length = strcspn(key, ".");
        char name[256];
        snprintf(name, sizeof name, "%.*s", (int)length, key);
        fprintf(file, "%s%*s", separator, 2 * depth, "");
        separator = ",\n";
        put_text(file, name);
        fputs(": ", file);
        if (key[length] == '.') {
            put_object(self, file, done, i, prefix + length + 1, depth + 1);
            continue;
        }
        done[i] = true;
        if (entry->text)
            put_text(file, entry->text);
        else
            put_number(file, entry->number);
    }
    fprintf(file, "\n%*s}", 2 * depth - 2, "");
}

static bool is_within(const char *path, const char *parent)
{
    const size_t length = strlen(parent);
    return strncmp(path, parent, length) == 0 && path[length] == '.';
}

/* Removes earlier entries of the same path, and those that one object cannot hold together with it. */
static void remove_replaced(struct taub_output *self, const char *path)
{
    int kept = 0;
    for (int i = 0; i < self->entry_count; i++) {
        struct taub_summary_entry *entry = &self->entries[i];
        if (strcmp(entry->path, path) == 0 || is_within(entry->path, path) || is_within(path, entry->path)) {
            free(entry->path);
            free(entry->text);
        } else {
            self->entries[kept++] = *entry;
        }
    }
    self->entry_count = kept;
}

static void add(struct taub_output *self, const char *path, const char *text, double number)
{
    remove_replaced(self, path);
    if (self->entry_count == self->entry_capacity) {
        const int capacity = self->entry_capacity ? 2 * self->entry_capacity : 32;
        struct taub_summary_entry *grown = realloc(self->entries, (size_t)capacity * sizeof *grown);
        if (!grown) {
            self->summary_lost = true;
            return;
        }
        self->entries = grown;
        self->entry_capacity = capacity;
    }
    struct taub_summary_entry entry = {strdup(path), text ? strdup(text) : NULL, number};
    if (!entry.path || (text && !entry.text)) {
        free(entry.path);
        free(entry.text);
        self->summary_lost = true;
        return;
    }
    self->entries[self->entry_count++] = entry;
}

void taub_output_summary_number(struct taub_output *self, const char *path, double value)
{
    add(self, path, NULL, value);
}

void taub_output_summary_string(struct taub_output *self, const char *path, const char *value)
{
    add(self, path, value ? value : "", 0);
}

enum taub_status taub_summary_finish(struct taub_output *self, const char *status, const char *reason,
                                     struct taub_error *error)
{
    if (!self->summary)
        return TAUB_OK;
    taub_output_summary_string(self, "status", status);
    taub_output_summary_string(self, "reason", reason);
    bool *done = calloc((size_t)self->entry_count + 1, sizeof *done);
    if (done && self->entry_count > 0)
        put_object(self, self->summary, done, 0, 0, 1);
    fputc('\n', self->summary);
    const bool lost = self->summary_lost || !done;
    free(done);
    enum taub_status result = taub_part_close(self, self->summary, "summary.json", error);
    self->summary = NULL;
    if (result == TAUB_OK && lost) {
        taub_part_drop(self, "summary.json");
        result = taub_fail(error, TAUB_FAILED, "%s/summary.json: no memory for its entries.", self->folder);
    }
    return result == TAUB_OK ? taub_part_keep(self, "summary.json", error) : result;
}

void taub_summary_free(struct taub_output *self)
{
    for (int i = 0; i < self->entry_count; i++) {
        free(self->entries[i].path);
        free(self->entries[i].text);
    }
    free(self->entries);
}
