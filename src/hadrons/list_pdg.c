/* Reader of pdg.dat: one line for each particle, followed by the lines of its decays. */
#include <stdio.h>
#include <stdlib.h>

#include "hadrons/internal.h"

enum { PARTICLE_COLUMNS = 12, DECAY_COLUMNS = 8 };

static enum taub_status bad_word(const struct taub_text_lines *lines, const char *what, const char *word,
                                 const char *expected, struct taub_error *error)
{
    return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s is `%.40s`; expected %s.", lines->path, lines->line, what, word,
                     expected);
}

static enum taub_status read_particle(struct taub_text_lines *lines, char **words, int count, struct taub_hadron *out,
                                      int64_t *decays, struct taub_error *error)
{
    static const char *const names[] = {"the number",
                                        "",
                                        "the mass",
                                        "the width",
                                        "the spin degeneracy",
                                        "the baryon number",
                                        "the strangeness",
                                        "the charm",
                                        "the bottomness",
                                        "the isospin degeneracy",
                                        "the charge",
                                        "the number of decays"};
    double number[PARTICLE_COLUMNS] = {0};
    if (count != PARTICLE_COLUMNS)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s:%d: this line has %d columns; expected %d: number, name, mass, width, 2J+1, baryon number, "
            "strangeness, charm, bottomness, isospin degeneracy, charge, decays.",
            lines->path, lines->line, count, PARTICLE_COLUMNS);
    for (int c = 0; c < PARTICLE_COLUMNS; c++) {
        int64_t whole;
        /* column 9: some files give the isospin itself, such as 1/2; it is not used */
        const bool real = c == 2 || c == 3 || c == 9;
        if (c == 1 || c == 9)
            continue;
        if (!taub_word_number(words[c], &number[c]) || (!real && !taub_word_integer(words[c], &whole)))
            return bad_word(lines, names[c], words[c], real ? "a number" : "a whole number", error);
    }
    if (number[2] < 0 || number[2] > 100)
        return bad_word(lines, names[2], words[2], "GeV, from 0 to 100", error);
    if (number[3] < 0)
        return bad_word(lines, names[3], words[3], "GeV, at least 0", error);
    if (number[4] < 1 || number[4] > 100)
        return bad_word(lines, names[4], words[4], "2J+1, from 1 to 100", error);
    if (number[11] < 0 || number[11] > 1000)
        return bad_word(lines, names[11], words[11], "a number from 0 to 1000", error);
    taub_word_integer(words[0], &out->code);
    snprintf(out->name, sizeof out->name, "%s", words[1]);
    out->mass = number[2];
    out->width = number[3];
    out->degeneracy = (int)number[4];
    out->baryon = (int)number[5];
    out->strange = (int)number[6];
    out->charge = (int)number[10];
    out->line = lines->line;
    *decays = (int64_t)number[11];
    return TAUB_OK;
}

/* A decay of a particle into itself alone marks it as stable. */
static enum taub_status read_decay(struct taub_text_lines *lines, struct taub_hadron *parent, struct taub_error *error)
{
    char *words[DECAY_COLUMNS];
    int64_t code, bodies;
    double share;
    const int count = taub_lines_words(lines, words, DECAY_COLUMNS);
    if (count == 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: the file ends within the decays of %s (line %d).", lines->path,
                         lines->line, parent->name, parent->line);
    if (count != DECAY_COLUMNS)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: this line of a decay of %s (line %d) has %d columns; expected 8: number, particles, "
                         "branching ratio, five numbers.",
                         lines->path, lines->line, parent->name, parent->line, count);
    if (!taub_word_integer(words[0], &code) || code != parent->code)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: this is a decay of `%.40s`; expected a decay of %lld (%s, line %d).", lines->path,
                         lines->line, words[0], (long long)parent->code, parent->name, parent->line);
    if (!taub_word_integer(words[1], &bodies) || llabs(bodies) < 1 || llabs(bodies) > TAUB_MAX_DAUGHTERS)
        return bad_word(lines, "the number of particles", words[1], "1 to 5", error);
    if (!taub_word_number(words[2], &share) || share < 0)
        return bad_word(lines, "the branching ratio", words[2], "a number of at least 0", error);
    struct taub_decay decay = {.share = share, .line = lines->line};
    for (int c = 3; c < DECAY_COLUMNS; c++) {
        if (!taub_word_integer(words[c], &code))
            return bad_word(lines, "a daughter", words[c], "a particle's number, or 0", error);
        if (code != 0)
            decay.code[decay.count++] = code;
    }
    if (decay.count != llabs(bodies))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected the numbers of %lld daughters, found %d.", lines->path,
                         lines->line, llabs(bodies), decay.count);
    if (decay.count == 1)
        return decay.code[0] == parent->code
                   ? TAUB_OK
                   : taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s cannot decay into one particle, %lld.", lines->path,
                               lines->line, parent->name, (long long)decay.code[0]);
    struct taub_decay *place = taub_hadron_add_decay(parent);
    if (!place)
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", lines->path);
    *place = decay;
    return TAUB_OK;
}

enum taub_status taub_hadrons_read_pdg(const char *path, struct taub_hadrons *out, struct taub_error *error)
{
    struct taub_text_lines lines;
    char *words[PARTICLE_COLUMNS];
    int count;
    enum taub_status status = taub_lines_open(&lines, path, error);
    while (status == TAUB_OK && (count = taub_lines_words(&lines, words, PARTICLE_COLUMNS)) > 0) {
        int64_t decays = 0;
        struct taub_hadron *hadron = taub_hadrons_add(out);
        status = hadron ? read_particle(&lines, words, count, hadron, &decays, error)
                        : taub_fail(error, TAUB_FAILED, "No memory for the particles of %s.", path);
        for (int64_t d = 0; d < decays && status == TAUB_OK; d++)
            status = read_decay(&lines, hadron, error);
        if (status == TAUB_OK && !taub_code_is_hadron(hadron->code)) { /* photons and leptons are not species */
            free(hadron->decays);
            out->count--;
        }
    }
    taub_lines_close(&lines);
    return status;
}
