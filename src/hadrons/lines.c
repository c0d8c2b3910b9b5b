/* Reading text files by words, with line numbers for messages; growing lists. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eos/data_file.h"
#include "hadrons/internal.h"

enum taub_status taub_lines_open(struct taub_text_lines *self, const char *path, struct taub_error *error)
{
    size_t length;
    *self = (struct taub_text_lines){.path = path};
    const enum taub_status status = taub_file_read(path, &self->text, &length, error);
    self->next = self->text;
    return status;
}

void taub_lines_close(struct taub_text_lines *self)
{
    free(self->text);
    self->text = self->next = NULL;
}

int taub_lines_words(struct taub_text_lines *self, char **words, int capacity)
{
    while (self->next && *self->next) {
        char *line = self->next, *end = strchr(line, '\n');
        self->next = end ? end + 1 : line + strlen(line);
        if (end)
            *end = '\0';
        self->line++;
        line[strcspn(line, "#")] = '\0';
        int count = 0;
        char *rest, *word = strtok_r(line, " \t\r\v\f", &rest);
        for (; word; word = strtok_r(NULL, " \t\r\v\f", &rest), count++)
            if (count < capacity)
                words[count] = word;
        if (count > 0)
            return count;
    }
    return 0;
}

bool taub_word_number(const char *word, double *out)
{
    char *end;
    *out = taub_read_number(word, &end);
    return end != word && !*end && isfinite(*out);
}

bool taub_word_integer(const char *word, int64_t *out)
{
    char *end;
    errno = 0;
    *out = strtoll(word, &end, 10);
    return end != word && !*end && !errno;
}

struct taub_hadron *taub_hadrons_add(struct taub_hadrons *self)
{
    if ((self->count & (self->count - 1)) == 0) { /* the array is full whenever the count is a power of two */
        struct taub_hadron *larger = realloc(self->list, (self->count ? 2 * (size_t)self->count : 1) * sizeof *larger);
        if (!larger)
            return NULL;
        self->list = larger;
    }
    struct taub_hadron *hadron = &self->list[self->count++];
    memset(hadron, 0, sizeof *hadron);
    return hadron;
}

struct taub_decay *taub_hadron_add_decay(struct taub_hadron *self)
{
    struct taub_decay *larger = realloc(self->decays, ((size_t)self->decay_count + 1) * sizeof *larger);
    if (!larger)
        return NULL;
    self->decays = larger;
    struct taub_decay *decay = &larger[self->decay_count++];
    memset(decay, 0, sizeof *decay);
    return decay;
}
