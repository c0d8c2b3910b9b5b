/* Reader of particles.txt and decaymodes.txt of SMASH, which list isospin multiplets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/nearest.h"
#include "hadrons/clebsch.h"
#include "hadrons/internal.h"

enum { MAX_STATES = 8, MAX_WORDS = 12 };

/* A name and its states: a whole multiplet, or a single state with a name of its own. */
struct multiplet {
    char name[40];
    int64_t code[MAX_STATES];
    int states;
    bool whole; /* a whole multiplet, not a single state */
};
struct names {
    struct multiplet *list;
    int count;
};

static struct multiplet *add_name(struct names *self)
{
    struct multiplet *larger = realloc(self->list, ((size_t)self->count + 1) * sizeof *larger);
    if (!larger)
        return NULL;
    self->list = larger;
    memset(&larger[self->count], 0, sizeof *larger);
    return &larger[self->count++];
}

static const struct multiplet *find_name(const struct names *self, const char *name)
{
    for (int n = 0; n < self->count; n++)
        if (strcmp(self->list[n].name, name) == 0)
            return &self->list[n];
    return NULL;
}

static const char *charge_text(int charge)
{
    static const char *const texts[] = {"⁻⁻", "⁻", "⁰", "⁺", "⁺⁺"};
    return charge >= -2 && charge <= 2 ? texts[charge + 2] : "";
}

/* Name of the antiparticle: a bar over the first letter, and the sign of the charge reversed. */
static void antiparticle_name(const char *name, char *out, size_t size)
{
    size_t first = 1;
    while ((name[first] & 0xC0) == 0x80)
        first++;
    snprintf(out, size, "%.*s\xCC\x85%s", (int)first, name, name + first);
    const size_t length = strlen(out);
    if (length >= 3 && strcmp(out + length - 3, "⁻") == 0)
        memcpy(out + length - 3, "⁺", 3);
    else if (length >= 3 && strcmp(out + length - 3, "⁺") == 0)
        memcpy(out + length - 3, "⁻", 3);
}

/* The name without the charge at its end: decays use the name of the multiplet, even if it has a single charged
 * state. */
static void strip_charge(const char *name, const char *charge, char *out, size_t size)
{
    const size_t length = strlen(name), tail = strlen(charge);
    const bool ends = length > tail && strcmp(name + length - tail, charge) == 0;
    snprintf(out, size, "%.*s", (int)(ends ? length - tail : length), name);
}

static bool add_states(struct names *names, const char *base, const int64_t *codes, int count)
{
    struct multiplet *whole = add_name(names);
    if (!whole)
        return false;
    snprintf(whole->name, sizeof whole->name, "%s", base);
    memcpy(whole->code, codes, (size_t)count * sizeof *codes);
    whole->states = count;
    whole->whole = true;
    for (int n = 0; n < count && (count > 1 || taub_code_charge(codes[0]) != 0); n++) {
        struct multiplet *state = add_name(names);
        if (!state)
            return false;
        snprintf(state->name, sizeof state->name, "%.28s%s", base, charge_text(taub_code_charge(codes[n])));
        state->code[0] = codes[n];
        state->states = 1;
    }
    return true;
}

static enum taub_status read_line(struct taub_text_lines *lines, char **words, int count, struct names *names,
                                  struct taub_hadrons *out, struct taub_error *error)
{
    double mass, width;
    int64_t codes[MAX_STATES], anti[MAX_STATES];
    int states = 0;
    if (count < 4 || count > MAX_WORDS)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s:%d: this line has %d columns; expected a name, mass, width, perhaps a parity, and the numbers "
            "of the states.",
            lines->path, lines->line, count);
    if (!taub_word_number(words[1], &mass) || mass < 0 || !taub_word_number(words[2], &width) || width < 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: mass and width are `%.40s` and `%.40s`; expected numbers in GeV.", lines->path,
                         lines->line, words[1], words[2]);
    const bool parity = strcmp(words[3], "+") == 0 || strcmp(words[3], "-") == 0;
    bool mixed = false; /* the multiplet contains its own antiparticles, as pions do */
    for (int w = parity ? 4 : 3; w < count; w++) {
        if (states == MAX_STATES / 2 || !taub_word_integer(words[w], &codes[states]) || codes[states] <= 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: `%.40s` is not the number of a particle.", lines->path,
                             lines->line, words[w]);
        mixed = mixed || !taub_code_has_antiparticle(codes[states]);
        states++;
    }
    if (states == 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected the numbers of the states of %s after its parity.",
                         lines->path, lines->line, words[0]);
    const int given = states;
    for (int n = 0; n < given && taub_code_is_hadron(codes[0]); n++) {
        anti[n] = -codes[n];
        if (mixed && taub_code_has_antiparticle(codes[n]))
            codes[states++] = -codes[n];
    }
    const bool hadrons = taub_code_is_hadron(codes[0]);
    char base[40], barred[40];
    strip_charge(words[0], hadrons && states == 1 ? charge_text(taub_code_charge(codes[0])) : "", base, sizeof base);
    antiparticle_name(base, barred, sizeof barred);
    if (!add_states(names, base, codes, states) || (!mixed && hadrons && !add_states(names, barred, anti, states)))
        return taub_fail(error, TAUB_FAILED, "No memory for the particles of %s.", lines->path);
    if (!hadrons) {
        if (taub_code_light_mass(codes[0]) < 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %lld is not a hadron, lepton or photon.", lines->path,
                             lines->line, (long long)codes[0]);
        if (codes[0] != 22) { /* add the antilepton: e⁺ for e⁻ */
            anti[0] = -codes[0];
            char plus[40];
            snprintf(plus, sizeof plus, "%s", words[0]);
            const size_t length = strlen(plus);
            if (length >= 3 && strcmp(plus + length - 3, "⁻") == 0)
                memcpy(plus + length - 3, "⁺", 3);
            if (!add_states(names, plus, anti, 1))
                return taub_fail(error, TAUB_FAILED, "No memory for the particles of %s.", lines->path);
        }
        return TAUB_OK;
    }
    for (int n = 0; n < states; n++) {
        struct taub_hadron *hadron = taub_hadrons_add(out);
        if (!hadron)
            return taub_fail(error, TAUB_FAILED, "No memory for the particles of %s.", lines->path);
        *hadron = (struct taub_hadron){.code = codes[n], .mass = mass, .width = width, .line = lines->line};
        hadron->degeneracy = taub_code_degeneracy(codes[n]);
        hadron->charge = taub_code_charge(codes[n]);
        hadron->strange = taub_code_strangeness(codes[n]);
        const bool baryon = llabs(codes[n]) / 1000 % 10 > 0;
        hadron->baryon = baryon ? (codes[n] < 0 ? -1 : 1) : 0;
        snprintf(hadron->name, sizeof hadron->name, "%.36s%s", words[0], states > 1 ? charge_text(hadron->charge) : "");
    }
    return TAUB_OK;
}

/* ---- decays ---- */

/* Twice the third component of isospin, from a state's charge relative to the others of its multiplet. */
static int twice_isospin_3(const struct multiplet *of, int state)
{
    int least = 99, most = -99;
    for (int n = 0; n < of->states; n++) {
        const int charge = taub_code_charge(of->code[n]);
        least = charge < least ? charge : least;
        most = charge > most ? charge : most;
    }
    return 2 * taub_code_charge(of->code[state]) - least - most;
}

struct mode {
    const struct multiplet *daughter[TAUB_MAX_DAUGHTERS];
    int count;
    double share;
    bool isospin; /* all daughters are whole hadron multiplets: isospin fixes the branching ratios */
};

/* Probability that the isospins of these states couple to the parent's isospin. For three daughters, averaged over the
 * possible isospins of the first pair. */
static double coupling(const struct mode *mode, const int *state, int parent, int parent_3)
{
    int isospin[TAUB_MAX_DAUGHTERS], third[TAUB_MAX_DAUGHTERS];
    for (int d = 0; d < mode->count; d++) {
        isospin[d] = mode->daughter[d]->states - 1;
        third[d] = twice_isospin_3(mode->daughter[d], state[d]);
    }
    if (mode->count == 2)
        return taub_clebsch_squared(isospin[0], third[0], isospin[1], third[1], parent, parent_3);
    double sum = 0.0;
    for (int pair = abs(isospin[0] - isospin[1]); mode->count == 3 && pair <= isospin[0] + isospin[1]; pair += 2)
        sum += taub_clebsch_squared(isospin[0], third[0], isospin[1], third[1], pair, third[0] + third[1]) *
               taub_clebsch_squared(pair, third[0] + third[1], isospin[2], third[2], parent, parent_3);
    return sum;
}

/* Goes through all combinations of one state from each daughter multiplet that conserve charge, with equal weights or,
 * if `by_isospin`, Clebsch-Gordan ones. Returns the sum of weights. With `add`, appends them to the hadron's decays,
 * each with its weight divided by `total`. */
static double add_combinations(const struct mode *mode, const struct multiplet *parents, int which, bool by_isospin,
                               struct taub_hadron *add, double total, int line)
{
    int state[TAUB_MAX_DAUGHTERS] = {0};
    double sum = 0.0;
    for (;;) {
        int charge = 0;
        for (int d = 0; d < mode->count; d++)
            charge += taub_code_charge(mode->daughter[d]->code[state[d]]);
        double weight = charge == taub_code_charge(parents->code[which]);
        if (weight > 0 && by_isospin)
            weight = coupling(mode, state, parents->states - 1, twice_isospin_3(parents, which));
        sum += weight;
        struct taub_decay *decay = add && weight > 0 ? taub_hadron_add_decay(add) : NULL;
        if (decay) {
            *decay = (struct taub_decay){.share = mode->share * weight / total, .count = mode->count, .line = line};
            for (int d = 0; d < mode->count; d++)
                decay->code[d] = mode->daughter[d]->code[state[d]];
        }
        int d = 0;
        while (d < mode->count && ++state[d] == mode->daughter[d]->states)
            state[d++] = 0;
        if (d == mode->count)
            return sum;
    }
}

static enum taub_status unknown_name(const struct taub_text_lines *lines, const struct names *names, const char *word,
                                     struct taub_error *error)
{
    struct taub_nearest nearest;
    taub_nearest_start(&nearest, word);
    for (int n = 0; n < names->count; n++)
        taub_nearest_offer(&nearest, names->list[n].name);
    const char *near = nearest.best;
    return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: there is no particle `%.40s` in the list%s%s%s.", lines->path,
                     lines->line, word, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
}

static enum taub_status read_mode(struct taub_text_lines *lines, char **words, int count, const struct names *names,
                                  const struct multiplet *parent, struct taub_hadrons *out, struct taub_error *error)
{
    struct mode mode = {.isospin = true};
    int64_t momentum;
    if (!taub_word_number(words[0], &mode.share) || mode.share < 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: the branching ratio is `%.40s`; expected a number of at least 0.", lines->path,
                         lines->line, words[0]);
    if (count < 4 || count > 2 + TAUB_MAX_DAUGHTERS || !taub_word_integer(words[1], &momentum))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: expected a branching ratio, the angular momentum and two to %d particles.",
                         lines->path, lines->line, TAUB_MAX_DAUGHTERS);
    for (int w = 2; w < count; w++) {
        const struct multiplet *daughter = find_name(names, words[w]);
        if (!daughter)
            return unknown_name(lines, names, words[w], error);
        mode.daughter[mode.count++] = daughter;
        mode.isospin = mode.isospin && daughter->whole && taub_code_is_hadron(daughter->code[0]);
    }
    bool any = false;
    for (int n = 0; n < parent->states; n++) {
        bool by_isospin = mode.isospin && mode.count <= 3;
        double total = add_combinations(&mode, parent, n, by_isospin, NULL, 1, 0);
        if (!(total > 0) && by_isospin)
            total = add_combinations(&mode, parent, n, by_isospin = false, NULL, 1, 0);
        for (int h = 0; h < out->count && total > 0; h++)
            if (out->list[h].code == parent->code[n]) {
                add_combinations(&mode, parent, n, by_isospin, &out->list[h], total, lines->line);
                any = true;
            }
    }
    return any ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT, "%s:%d: no state of %s has the charge of these particles.",
                           lines->path, lines->line, parent->name);
}

static enum taub_status read_decays(const char *path, const struct names *names, struct taub_hadrons *out,
                                    struct taub_error *error)
{
    struct taub_text_lines lines;
    char *words[MAX_WORDS];
    int count;
    const struct multiplet *parent = NULL;
    enum taub_status status = taub_lines_open(&lines, path, error);
    while (status == TAUB_OK && (count = taub_lines_words(&lines, words, MAX_WORDS)) > 0) {
        if (count == 1) {
            parent = find_name(names, words[0]);
            if (!parent)
                status = unknown_name(&lines, names, words[0], error);
        } else if (!parent) {
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: this decay comes before the first particle name.", path,
                               lines.line);
        } else {
            status = read_mode(&lines, words, count, names, parent, out, error);
        }
    }
    taub_lines_close(&lines);
    return status;
}

enum taub_status taub_hadrons_read_smash(const char *path, const char *decays, struct taub_hadrons *out,
                                         struct taub_error *error)
{
    struct taub_text_lines lines;
    struct names names = {NULL, 0};
    char *words[MAX_WORDS], decays_path[4200];
    int count;
    enum taub_status status = taub_lines_open(&lines, path, error);
    while (status == TAUB_OK && (count = taub_lines_words(&lines, words, MAX_WORDS)) > 0)
        status = read_line(&lines, words, count, &names, out, error);
    taub_lines_close(&lines);
    const char *slash = strrchr(path, '/');
    snprintf(decays_path, sizeof decays_path, "%.*sdecaymodes.txt", slash ? (int)(slash - path + 1) : 0, path);
    if (status == TAUB_OK)
        status = read_decays(decays ? decays : decays_path, &names, out, error);
    free(names.list);
    return status;
}
