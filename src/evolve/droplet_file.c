/* A table of droplets: a line of names, then a line of numbers for each, with commas or blanks between them. */
#include <stdlib.h>
#include <string.h>

#include "case/nearest.h"
#include "core/text_file.h"
#include "core/try.h"
#include "evolve/droplets.h"

enum { CHARGE = 8, MOST_WORDS = 64, LONGEST = 48 };

const char *const *taub_droplet_columns(const struct taub_config *config)
{
    static const char *const milne[TAUB_DROPLET_VALUES] = {"tau", "x",  "y", "eta",       "E",        "px",
                                                           "py",  "pz", "B", "sigma_tau", "sigma_xy", "sigma_eta"};
    static const char *const cartesian[TAUB_DROPLET_VALUES] = {"t",  "x",  "y", "z",       "E",        "px",
                                                               "py", "pz", "B", "sigma_t", "sigma_xy", "sigma_z"};
    return config->mesh.coordinates == TAUB_MILNE ? milne : cartesian;
}

struct reader {
    const struct taub_config *config;
    const struct taub_mesh *mesh;
    const char *const *names;
    const char *path;
    int line;
    char words[MOST_WORDS][LONGEST]; /* of the line */
    int columns[MOST_WORDS];         /* in which they begin, from 1 */
    int count;
    int value_of[MOST_WORDS]; /* the value of a row that a word of a line is */
    int named;                /* words of the line of names; 0: there was none yet */
    struct taub_numbers rows;
    struct taub_error *error;
};

static bool is_between(char c)
{
    return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\r';
}

/* Splits a line without its comment; false where it has too many or too long words. */
static bool split(struct reader *self, const char *line, size_t length)
{
    self->count = 0;
    for (size_t c = 0; c < length && line[c] != '#';) {
        size_t end = c;
        while (end < length && !is_between(line[end]) && line[end] != '#')
            end++;
        if (end == c) {
            c++;
            continue;
        }
        if (self->count == MOST_WORDS || end - c >= LONGEST)
            return false;
        memcpy(self->words[self->count], line + c, end - c);
        self->words[self->count][end - c] = '\0';
        self->columns[self->count++] = (int)c + 1;
        c = end;
    }
    return true;
}

static enum taub_status take_names(struct reader *self)
{
    bool seen[TAUB_DROPLET_VALUES] = {false};
    for (int w = 0; w < self->count; w++) {
        const char *word = self->words[w];
        struct taub_nearest nearest;
        int value = 0;
        taub_nearest_start(&nearest, word);
        while (value < TAUB_DROPLET_VALUES && strcmp(word, self->names[value]) != 0)
            taub_nearest_offer(&nearest, self->names[value++]);
        if (value == TAUB_DROPLET_VALUES)
            return taub_fail(self->error, TAUB_BAD_INPUT,
                             "%s:%d:%d: expected the name of a column of droplets in these coordinates, got '%s'%s%s%s",
                             self->path, self->line, self->columns[w], word, nearest.best ? "; did you mean " : "",
                             nearest.best ? nearest.best : "", nearest.best ? "?" : "");
        if (seen[value])
            return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d:%d: there is another column %s before this one",
                             self->path, self->line, self->columns[w], word);
        seen[value] = true;
        self->value_of[w] = value;
    }
    for (int value = 0; value < TAUB_DROPLET_VALUES; value++)
        if (!seen[value] && value != CHARGE)
            return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d: the column %s is missing", self->path, self->line,
                             self->names[value]);
    self->named = self->count;
    return TAUB_OK;
}

static enum taub_status take_row(struct reader *self)
{
    double row[TAUB_DROPLET_VALUES] = {0.0};
    int word_of[TAUB_DROPLET_VALUES] = {0};
    char text[512];
    if (self->count != self->named)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d: expected %d numbers, one for each column, got %d",
                         self->path, self->line, self->named, self->count);
    for (int w = 0; w < self->count; w++) {
        char *end;
        row[self->value_of[w]] = taub_read_number(self->words[w], &end);
        word_of[self->value_of[w]] = w;
        if (*end)
            return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d:%d: expected a number, got '%s'", self->path,
                             self->line, self->columns[w], self->words[w]);
    }
    const int value = taub_droplet_fault(self->config, self->mesh, self->config->time.start, row, text, sizeof text);
    if (value >= 0)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d:%d: %s: %s", self->path, self->line,
                         self->columns[word_of[value]], self->names[value], text);
    for (int n = 0; n < TAUB_DROPLET_VALUES; n++)
        if (!taub_numbers_add(&self->rows, row[n]))
            return taub_fail(self->error, TAUB_FAILED, "out of memory for the droplets of %s", self->path);
    return TAUB_OK;
}

enum taub_status taub_droplet_file_read(const struct taub_config *config, const struct taub_mesh *mesh, double **rows,
                                        size_t *count, struct taub_error *error)
{
    struct reader self = {.config = config,
                          .mesh = mesh,
                          .names = taub_droplet_columns(config),
                          .path = config->source.file,
                          .error = error};
    enum taub_status status = TAUB_OK;
    char *text;
    size_t length;
    TRY(taub_file_read(self.path, &text, &length, error));
    for (const char *at = text; status == TAUB_OK && at < text + length;) {
        const char *newline = memchr(at, '\n', (size_t)(text + length - at));
        const char *stop = newline ? newline : text + length;
        self.line++;
        if (!split(&self, at, (size_t)(stop - at)))
            status =
                taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected at most %d words of fewer than %d letters in a line",
                          self.path, self.line, MOST_WORDS, LONGEST);
        else if (self.count > 0)
            status = self.named ? take_row(&self) : take_names(&self);
        at = newline ? newline + 1 : stop;
    }
    free(text);
    if (status == TAUB_OK && !self.named)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected a line with the names of columns, %s, %s, ...",
                           self.path, self.line + 1, self.names[0], self.names[1]);
    if (status != TAUB_OK) {
        free(self.rows.values);
        return status;
    }
    *rows = self.rows.values;
    *count = self.rows.count / TAUB_DROPLET_VALUES;
    return TAUB_OK;
}
