/* Reading a hadron list and completing it: antiparticles, daughters, open decays. */
#include "hadrons/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "hadrons/internal.h"
#include "hadrons/open_decays.h"

void taub_hadrons_free(struct taub_hadrons *self)
{
    for (int n = 0; n < self->count; n++)
        free(self->list[n].decays);
    free(self->list);
    memset(self, 0, sizeof *self);
}

int taub_hadrons_find(const struct taub_hadrons *self, int64_t code)
{
    for (int n = 0; n < self->count; n++)
        if (self->list[n].code == code)
            return n;
    return -1;
}

static int64_t conjugate(int64_t code)
{
    return taub_code_is_hadron(code) ? (taub_code_has_antiparticle(code) ? -code : code) : code == 22 ? 22 : -code;
}

static enum taub_status add_antiparticle(struct taub_hadrons *self, int of, struct taub_error *error)
{
    struct taub_hadron *added = taub_hadrons_add(self);
    if (!added)
        return taub_fail(error, TAUB_FAILED, "No memory for the particles of %s.", self->path);
    const struct taub_hadron particle = self->list[of];
    *added = particle;
    added->code = -particle.code;
    added->charge = -particle.charge;
    added->baryon = -particle.baryon;
    added->strange = -particle.strange;
    snprintf(added->name, sizeof added->name, "anti-%.42s", particle.name);
    added->decays = NULL;
    added->decay_count = 0;
    for (int d = 0; d < particle.decay_count; d++) {
        struct taub_decay *decay = taub_hadron_add_decay(added);
        if (!decay)
            return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", self->path);
        *decay = particle.decays[d];
        for (int p = 0; p < decay->count; p++)
            decay->code[p] = conjugate(decay->code[p]);
    }
    return TAUB_OK;
}

static int by_mass(const void *a, const void *b)
{
    const struct taub_hadron *first = a, *second = b;
    if (first->mass != second->mass)
        return first->mass < second->mass ? -1 : 1;
    return (first->code > second->code) - (first->code < second->code);
}

static enum taub_status check_one(const struct taub_hadrons *self, const struct taub_hadron *hadron,
                                  struct taub_error *error)
{
    if (!(hadron->mass > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: the mass of %s is 0.", self->path, hadron->line, hadron->name);
    if ((hadron->baryon != 0) != (hadron->degeneracy % 2 == 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s has 2J+1 = %d and baryon number %d: not a hadron.",
                         self->path, hadron->line, hadron->name, hadron->degeneracy, hadron->baryon);
    return TAUB_OK;
}

static enum taub_status resolve(const struct taub_hadrons *self, const struct taub_hadron *parent,
                                struct taub_decay *decay, struct taub_error *error)
{
    int charge = 0;
    for (int p = 0; p < decay->count; p++) {
        decay->daughter[p] = taub_hadrons_find(self, decay->code[p]);
        decay->mass[p] =
            decay->daughter[p] >= 0 ? self->list[decay->daughter[p]].mass : taub_code_light_mass(decay->code[p]);
        charge += decay->daughter[p] >= 0 ? self->list[decay->daughter[p]].charge : taub_code_charge(decay->code[p]);
        if (decay->mass[p] < 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s decays into %lld, which is not in the list.", self->path,
                             decay->line, parent->name, (long long)decay->code[p]);
    }
    return charge == parent->charge
               ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %s has charge %d and the particles of this decay %d.",
                           self->path, decay->line, parent->name, parent->charge, charge);
}

static enum taub_status complete(struct taub_hadrons *self, struct taub_error *error)
{
    if (self->count == 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: there is no hadron in this list.", self->path);
    const int given = self->count;
    for (int n = 0; n < given; n++)
        TRY(check_one(self, &self->list[n], error));
    for (int n = 0; n < given; n++)
        if (taub_code_has_antiparticle(self->list[n].code) && taub_hadrons_find(self, -self->list[n].code) < 0)
            TRY(add_antiparticle(self, n, error));
    qsort(self->list, (size_t)self->count, sizeof *self->list, by_mass);
    for (int n = 1; n < self->count; n++)
        for (int m = 0; m < n; m++)
            if (self->list[n].code == self->list[m].code)
                return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: %lld is already in the list, on line %d.", self->path,
                                 self->list[n].line > self->list[m].line ? self->list[n].line : self->list[m].line,
                                 (long long)self->list[n].code,
                                 self->list[n].line > self->list[m].line ? self->list[m].line : self->list[n].line);
    for (int n = 0; n < self->count; n++)
        for (int d = 0; d < self->list[n].decay_count; d++)
            TRY(resolve(self, &self->list[n], &self->list[n].decays[d], error));
    return taub_hadrons_keep_open_decays(self, error);
}

/* A line of pdg.dat begins with a number, a line of particles.txt with a name. */
static enum taub_status begins_with_number(const char *path, bool *number, struct taub_error *error)
{
    struct taub_text_lines lines;
    char *word;
    int64_t code;
    TRY(taub_lines_open(&lines, path, error));
    const int count = taub_lines_words(&lines, &word, 1);
    *number = count > 0 && taub_word_integer(word, &code);
    taub_lines_close(&lines);
    return count > 0
               ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT,
                           "%s: this file is empty; expected a list of hadrons, as pdg.dat of iSS or particles.txt "
                           "of SMASH.",
                           path);
}

enum taub_status taub_hadrons_read(const char *path, const char *decays, struct taub_hadrons *out,
                                   struct taub_error *error)
{
    bool number = false;
    memset(out, 0, sizeof *out);
    snprintf(out->path, sizeof out->path, "%s", path);
    TRY(begins_with_number(path, &number, error));
    enum taub_status status =
        number && decays
            ? taub_fail(error, TAUB_BAD_INPUT,
                        "%s already contains the decays; a second file, %s, is for lists in the SMASH format.", path,
                        decays)
        : number ? taub_hadrons_read_pdg(path, out, error)
                 : taub_hadrons_read_smash(path, decays, out, error);
    if (status == TAUB_OK)
        status = complete(out, error);
    if (status != TAUB_OK)
        taub_hadrons_free(out);
    return status;
}
