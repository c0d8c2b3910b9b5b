/* Shared by the readers of hadron lists. */
#ifndef TAUB_HADRONS_INTERNAL_H
#define TAUB_HADRONS_INTERNAL_H

#include "hadrons/list.h"

struct taub_text_lines { /* a text file, read line by line */
    char *text;
    const char *path;
    char *next;
    int line;
};
enum taub_status taub_lines_open(struct taub_text_lines *self, const char *path, struct taub_error *error);
void taub_lines_close(struct taub_text_lines *self);
/* Splits the next line that is neither empty nor a comment (# ...) into at most `capacity` words. Returns the number of
 * words, which exceeds `capacity` if they do not fit; 0 at the end of the file. */
int taub_lines_words(struct taub_text_lines *self, char **words, int capacity);

/* Return false unless the whole word is a number. */
bool taub_word_number(const char *word, double *out);
bool taub_word_integer(const char *word, int64_t *out);

/* Append an empty entry; NULL when out of memory. */
struct taub_hadron *taub_hadrons_add(struct taub_hadrons *self);
struct taub_decay *taub_hadron_add_decay(struct taub_hadron *self);

enum taub_status taub_hadrons_read_pdg(const char *path, struct taub_hadrons *out, struct taub_error *error);
enum taub_status taub_hadrons_read_smash(const char *path, const char *decays, struct taub_hadrons *out,
                                         struct taub_error *error);

#endif
