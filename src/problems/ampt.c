#include "problems/ampt.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/try.h"
#include "eos/data_file.h"
#include "problems/pdg.h"

enum { HEADER = 3, NUMBERS = 9 }; /* least numbers in the header of an event; numbers of a parton */
static const double most = 1e12;  /* fm or GeV: squares do not overflow */

struct reader {
    const char *at, *end, *name;
    int line;
    struct taub_numbers numbers; /* of the current line */
    int count;
    int first, events, seen;
    size_t capacity;
    struct taub_particles *out;
    struct taub_error *error;
};

bool taub_ampt_begins(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && isspace((unsigned char)text[at]))
        at++;
    return at < length && isdigit((unsigned char)text[at]);
}

/* Reads the next line that has numbers; count is 0 at the end of the text. */
static enum taub_status next_line(struct reader *self)
{
    char bad[32];
    for (self->count = 0; self->count == 0 && self->at < self->end;) {
        self->numbers.count = 0;
        self->count = taub_line_numbers(&self->at, self->end, &self->numbers, bad);
        self->line++;
    }
    if (self->count == -1)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d: \"%s\" is not a number.", self->name, self->line, bad);
    if (self->count == -2)
        return taub_fail(self->error, TAUB_FAILED, "%s: does not fit into memory.", self->name);
    for (int n = 0; n < self->count; n++)
        if (!(fabs(self->numbers.values[n]) <= most))
            return taub_fail(self->error, TAUB_BAD_INPUT,
                             "%s:%d: number %d of the line is %g; it must be finite and at most %g.", self->name,
                             self->line, n + 1, self->numbers.values[n], most);
    return TAUB_OK;
}

static enum taub_status keep(struct reader *self, const struct taub_particle *particle)
{
    struct taub_particles *out = self->out;
    if (out->count == self->capacity) {
        const size_t capacity = self->capacity ? 2 * self->capacity : 256;
        struct taub_particle *larger = realloc(out->list, capacity * sizeof *larger);
        if (!larger)
            return taub_fail(self->error, TAUB_FAILED, "%s: does not fit into memory.", self->name);
        out->list = larger;
        self->capacity = capacity;
    }
    out->list[out->count++] = *particle;
    return TAUB_OK;
}

static enum taub_status read_parton(struct reader *self, bool wanted)
{
    const double *v = self->numbers.values, mass = v[4];
    const double size = hypot(hypot(v[1], v[2]), v[3]), energy = hypot(size, mass);
    if (v[0] != rint(v[0]) || v[0] == 0 || fabs(v[0]) > 9999999999.0)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d: pdg is %.10g, which is not a valid particle code.",
                         self->name, self->line, v[0]);
    if (mass < 0 || !(energy > 0))
        return taub_fail(self->error, TAUB_BAD_INPUT,
                         "%s:%d: mass %g and momentum %g; the mass must not be negative, the energy positive.",
                         self->name, self->line, mass, size);
    const struct taub_particle particle = {.position = {v[8], v[5], v[6], v[7]},
                                           .momentum = {energy, v[1], v[2], v[3]},
                                           .mass = mass,
                                           .baryon_number = taub_pdg_baryon_thirds((int64_t)v[0]) / 3.0,
                                           .line = self->line};
    return wanted ? keep(self, &particle) : TAUB_OK;
}

static enum taub_status read_event(struct reader *self)
{
    const int begin = self->line, number = self->seen++;
    const double announced = self->count < HEADER ? -1 : self->numbers.values[2];
    const bool wanted = number >= self->first && (self->events == 0 || number - self->first < self->events);
    for (int n = 0; n < HEADER && n < self->count; n++)
        if (self->numbers.values[n] != rint(self->numbers.values[n]))
            return taub_fail(self->error, TAUB_BAD_INPUT,
                             "%s:%d: number %d is %g; an event of AMPT begins with integers: \"event iteration "
                             "partons\".",
                             self->name, self->line, n + 1, self->numbers.values[n]);
    if (announced < 0 || announced > INT32_MAX)
        return taub_fail(self->error, TAUB_BAD_INPUT,
                         "%s:%d: expected the beginning of an event, \"event iteration partons\", or of another known "
                         "format: OSC1997A, #!OSCAR2013, #!OSCAR2013Extended, #!ASCII.",
                         self->name, self->line);
    for (int n = 0; n < (int)announced; n++) {
        TRY(next_line(self));
        if (self->count == 0)
            return taub_fail(self->error, TAUB_BAD_INPUT,
                             "%s:%d: the file ends after %d partons of event %d; line %d announces %.0f, so it is "
                             "truncated.",
                             self->name, self->line, n, number, begin, announced);
        if (self->count != NUMBERS)
            return taub_fail(self->error, TAUB_BAD_INPUT,
                             "%s:%d: parton %d of the %.0f that line %d announces has %d numbers; expected \"pdg px py "
                             "pz mass x y z t\".",
                             self->name, self->line, n + 1, announced, begin, self->count);
        TRY(read_parton(self, wanted));
    }
    return TAUB_OK;
}

static enum taub_status read_all(struct reader *self)
{
    TRY(next_line(self));
    while (self->count > 0) {
        TRY(read_event(self));
        TRY(next_line(self));
    }
    const int left = self->seen - self->first;
    if (left <= 0)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s: has %d events; there is no event %d, counted from 0.",
                         self->name, self->seen, self->first);
    if (self->events > left)
        return taub_fail(self->error, TAUB_BAD_INPUT, "%s: has %d events from number %d on, but %d are requested.",
                         self->name, left, self->first, self->events);
    self->out->events = self->events ? self->events : left;
    return TAUB_OK;
}

enum taub_status taub_ampt_parse(const char *text, size_t length, const char *name, int first, int events,
                                 struct taub_particles *out, struct taub_error *error)
{
    struct reader reader = {
        .at = text, .end = text + length, .name = name, .first = first, .events = events, .out = out, .error = error};
    *out = (struct taub_particles){.test_particles = 1};
    const enum taub_status status = read_all(&reader);
    free(reader.numbers.values);
    if (status != TAUB_OK)
        taub_particles_free(out);
    return status;
}
