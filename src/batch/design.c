/* Reads a design: a CSV file with keys in its first line and one parameter set in each further line. */
#include <stdlib.h>
#include <string.h>

#include "batch/study.h"
#include "eos/data_file.h"

/* Takes one field from *at, without surrounding blanks. Quoted as in CSV, for fields with commas: "" is one quote. The
 * text in quotes is a value as in a case file. */
static const char *take_field(struct taub_arena *arena, const char **at, int *column, bool *quoted)
{
    const char *start = *at + strspn(*at, " \t");
    char *out;
    *column += (int)(start - *at);
    *quoted = *start == '"';
    if (!*quoted) {
        size_t length = strcspn(start, ",\r\n");
        *at = start + length;
        while (length > 0 && strchr(" \t", start[length - 1]))
            length--;
        return taub_arena_text(arena, start, length);
    }
    out = taub_arena_take(arena, strlen(start) + 1);
    size_t used = 0;
    for (start++; *start && *start != '\n' && (*start != '"' || start[1] == '"'); start++) {
        start += *start == '"';
        if (out)
            out[used++] = *start;
    }
    *at = start + (*start == '"');
    *at += strspn(*at, " \t");
    return out;
}

static bool is_empty_line(const char *line)
{
    const char *at = line + strspn(line, " \t\r");
    return *at == '\n' || *at == '\0' || *at == '#';
}

struct reader {
    struct taub_study *study;
    struct taub_complaints *complaints;
    const char *name, *folder;
    int line;
    bool header; /* the line of keys has been read */
};

static void read_line(struct reader *self, const char *line)
{
    struct taub_study *study = self->study;
    const char *at = line;
    int field = 0;
    for (bool more = true; more; field++) {
        int column = (int)(at - line) + 1;
        bool quoted;
        const char *text = take_field(&study->arena, &at, &column, &quoted);
        const struct taub_place place = {self->name, 1, self->line, column};
        if (!text)
            return;
        if (*at != ',' && *at != '\n' && *at != '\r' && *at != '\0') {
            taub_complain(self->complaints, place, NULL,
                          "expected a comma or the end of the line after a quoted field");
            return;
        }
        more = *at == ',';
        at += more;
        if (!self->header) {
            if (study->axis_count == TAUB_STUDY_MOST_AXES) {
                taub_complain(self->complaints, place, NULL, "a study has at most %d keys", TAUB_STUDY_MOST_AXES);
                return;
            }
            for (int n = 0; n < study->axis_count; n++)
                if (strcmp(study->axes[n].key, text) == 0)
                    taub_complain(self->complaints, place, text, "this column appears twice");
            taub_study_known_key(text, place, self->complaints);
            study->axes[study->axis_count++].key = text;
        } else if (field >= study->axis_count) {
            taub_complain(self->complaints, place, NULL, "the line has more fields than the first one, which has %d",
                          study->axis_count);
            return;
        } else if (!*text) {
            taub_complain(self->complaints, place, study->axes[field].key, "expected a value, got nothing");
        } else {
            taub_study_add_value(study, &study->axes[field], text, text, false, self->folder, place, self->complaints);
        }
    }
    if (self->header && field < study->axis_count)
        taub_complain(self->complaints, (struct taub_place){self->name, 1, self->line, 1}, NULL,
                      "the line has %d fields, and the first one %d", field, study->axis_count);
    self->header = true;
}

void taub_study_read_design(struct taub_study *self, const char *path, struct taub_place place,
                            struct taub_complaints *complaints)
{
    char *text;
    size_t length;
    struct taub_error error;
    const char *slash = strrchr(path, '/');
    struct reader reader = {
        self, complaints,
        path, taub_arena_format(&self->arena, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : "."),
        0,    false};
    if (taub_file_read(path, &text, &length, &error) != TAUB_OK) {
        taub_complain(complaints, place, "design", "%s", error.message);
        return;
    }
    for (const char *line = text; *line && reader.folder;) {
        reader.line++;
        if (!is_empty_line(line))
            read_line(&reader, line);
        line += strcspn(line, "\n");
        line += *line == '\n';
        if (complaints->count > 0 && self->axis_count == 0)
            break;
    }
    self->design_axes = self->axis_count;
    if (complaints->count == 0 && (self->axis_count == 0 || self->axes[0].count == 0))
        taub_complain(complaints, place, "design",
                      "%s: expected keys in the first line and at least one line of values", path);
    free(text);
}
