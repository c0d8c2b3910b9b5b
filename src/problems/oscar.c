#include "problems/oscar.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/locale.h"
#include "core/try.h"
#include "eos/data_file.h"
#include "problems/ampt.h"
#include "problems/pdg.h"

enum { MOST_COLUMNS = 64, LONGEST_WORD = 63 };
/* Tolerances of |p0^2 - p^2 - mass^2|/p0^2 and of negative p0^2 - p^2, for lists with at least six significant
 * digits. */
static const double shell_tolerance = 1e-3, spacelike_tolerance = 1e-4;
static const double most = 1e12; /* fm or GeV: squares do not overflow */

enum column { T, X, Y, Z, P0, PX, PY, PZ, PDG, MASS, BARYON, COLUMNS };
static const char *const column_names[COLUMNS] = {"t",  "x",  "y",   "z",    "p0",           "px",
                                                  "py", "pz", "pdg", "mass", "baryon_number"};
enum { NEEDED = PDG + 1 };

struct word {
    const char *start;
    size_t length;
};

struct reader {
    const char *at, *end, *name;
    int line;                        /* current line */
    struct word words[MOST_COLUMNS]; /* words of the current line */
    int count;                       /* number of words; exceeds MOST_COLUMNS if they do not fit */
    int columns;                     /* in the line of a particle */
    int place[COLUMNS];              /* index of a column in the line; -1: missing */
    int first, events;               /* first event and number of events to read */
    int seen;                        /* events begun so far */
    size_t capacity;
    struct taub_particles *out;
    struct taub_error *error;
};

__attribute__((format(printf, 2, 3))) static enum taub_status bad(const struct reader *self, const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return taub_fail(self->error, TAUB_BAD_INPUT, "%s:%d: %s", self->name, self->line, text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Splits the next line into words; false at the end of the text. */
static bool next_line(struct reader *self)
{
    if (self->at >= self->end)
        return false;
    const char *newline = memchr(self->at, '\n', (size_t)(self->end - self->at));
    const char *stop = newline ? newline : self->end, *c = self->at;
    self->at = newline ? newline + 1 : self->end;
    self->line++;
    self->count = 0;
    for (;;) {
        while (c < stop && is_blank(*c))
            c++;
        if (c >= stop)
            return true;
        const char *start = c;
        while (c < stop && !is_blank(*c))
            c++;
        if (self->count < MOST_COLUMNS)
            self->words[self->count] = (struct word){start, (size_t)(c - start)};
        self->count++;
    }
}

static bool word_is(const struct reader *self, int i, const char *text)
{
    return i < self->count && i < MOST_COLUMNS && self->words[i].length == strlen(text) &&
           memcmp(self->words[i].start, text, self->words[i].length) == 0;
}

/* A terminated copy, for messages and strtod; "" if there is no such word or it is too long for a number. */
static void copy_word(const struct reader *self, int i, char copy[LONGEST_WORD + 1])
{
    copy[0] = '\0';
    if (i >= self->count || i >= MOST_COLUMNS || self->words[i].length > LONGEST_WORD)
        return;
    memcpy(copy, self->words[i].start, self->words[i].length);
    copy[self->words[i].length] = '\0';
}

static bool read_integer(const struct reader *self, int i, int64_t *value)
{
    char copy[LONGEST_WORD + 1], *parsed;
    copy_word(self, i, copy);
    errno = 0;
    *value = strtoll(copy, &parsed, 10);
    return copy[0] && *parsed == '\0' && errno == 0;
}

/* Decimal numbers only. */
static bool read_real(const struct reader *self, int i, double *value)
{
    char copy[LONGEST_WORD + 1], *parsed;
    copy_word(self, i, copy);
    *value = taub_read_number(copy, &parsed);
    return copy[0] && *parsed == '\0' && !strpbrk(copy, "xX");
}

static bool wanted(const struct reader *self)
{
    const int event = self->seen - 1;
    return event >= self->first && (self->events == 0 || event - self->first < self->events);
}

static enum taub_status keep(struct reader *self, const struct taub_particle *particle)
{
    if (self->out->count == self->capacity) {
        const size_t capacity = self->capacity ? 2 * self->capacity : 256;
        struct taub_particle *larger = realloc(self->out->list, capacity * sizeof *larger);
        if (!larger)
            return taub_fail(self->error, TAUB_FAILED, "%s: does not fit into memory.", self->name);
        self->out->list = larger;
        self->capacity = capacity;
    }
    self->out->list[self->out->count++] = *particle;
    return TAUB_OK;
}

static enum taub_status check_shell(const struct reader *self, bool has_mass, struct taub_particle *particle)
{
    double *p = particle->momentum;
    const double size = hypot(hypot(p[1], p[2]), p[3]);
    const double squared = (p[0] - size) * (p[0] + size), energy_squared = p[0] * p[0];
    if (!(p[0] > 0))
        return bad(self, "the energy p0 is %g; it must be positive.", p[0]);
    if (squared < -spacelike_tolerance * energy_squared)
        return bad(self, "p0^2 - p^2 is %g GeV^2: p0 = %g is less than the momentum %g.", squared, p[0], size);
    if (has_mass && particle->mass < 0)
        return bad(self, "the mass is %g; it must not be negative.", particle->mass);
    if (has_mass && fabs(squared - particle->mass * particle->mass) > shell_tolerance * energy_squared)
        return bad(self, "mass %g does not match p0 and p, which give mass^2 = %g.", particle->mass, squared);
    if (!has_mass)
        particle->mass = squared > 0 ? sqrt(squared) : 0;
    if (squared < 0) /* from rounding in the file */
        p[0] = hypot(size, particle->mass);
    return TAUB_OK;
}

static enum taub_status read_particle(struct reader *self)
{
    struct taub_particle particle = {.line = self->line};
    double values[COLUMNS] = {0};
    char text[LONGEST_WORD + 1];
    int64_t pdg = 0;
    for (int c = 0; c < COLUMNS; c++) {
        const int at = self->place[c];
        if (at < 0)
            continue;
        copy_word(self, at, text);
        if (c == PDG ? !read_integer(self, at, &pdg) : !read_real(self, at, &values[c]))
            return bad(self, "%s, number %d of the line, is \"%s\", not a %snumber.", column_names[c], at + 1, text,
                       c == PDG ? "whole " : "");
        if (!(fabs(values[c]) <= most))
            return bad(self, "%s, number %d of the line, is %s; it must be finite and at most %g.", column_names[c],
                       at + 1, text, most);
    }
    if (pdg == 0 || pdg > 9999999999 || pdg < -9999999999)
        return bad(self, "pdg is %lld, which is not a valid particle code.", (long long)pdg);
    for (int i = 0; i < 4; i++) {
        particle.position[i] = values[T + i];
        particle.momentum[i] = values[P0 + i];
    }
    particle.mass = values[MASS];
    particle.baryon_number = taub_pdg_baryon_number(pdg);
    if (self->place[BARYON] >= 0 && values[BARYON] != particle.baryon_number)
        return bad(self, "baryon_number is %g, but pdg %lld has %d.", values[BARYON], (long long)pdg,
                   (int)particle.baryon_number);
    const enum taub_status status = check_shell(self, self->place[MASS] >= 0, &particle);
    return status == TAUB_OK && wanted(self) ? keep(self, &particle) : status;
}

/* ---- OSCAR 2013 and related formats ---- */

static enum taub_status read_columns(struct reader *self)
{
    if (!word_is(self, 1, "particle_lists") && !word_is(self, 1, "SMASH_IC")) {
        char text[LONGEST_WORD + 1];
        copy_word(self, 1, text);
        return bad(self, "holds \"%s\"; a list of particles is needed, particle_lists or SMASH_IC.", text);
    }
    self->columns = self->count - 2;
    if (self->count > MOST_COLUMNS)
        return bad(self, "names %d columns; at most %d are read.", self->columns, MOST_COLUMNS - 2);
    for (int c = 0; c < COLUMNS; c++)
        for (int i = 2; i < self->count; i++)
            if (word_is(self, i, column_names[c])) {
                if (self->place[c] >= 0)
                    return bad(self, "names the column %s twice.", column_names[c]);
                self->place[c] = i - 2;
            }
    char missing[80] = "";
    for (int c = 0; c < NEEDED; c++)
        if (self->place[c] < 0) {
            strcat(missing, " ");
            strcat(missing, column_names[c]);
        }
    if (missing[0])
        return bad(self, "the columns%s are missing; needed are t x y z p0 px py pz pdg.", missing);
    return TAUB_OK;
}

static enum taub_status read_units(struct reader *self)
{
    if (!next_line(self) || !word_is(self, 0, "#") || !word_is(self, 1, "Units:"))
        return bad(self, "expected the units of the columns, \"# Units: fm fm ...\".");
    if (self->count - 2 != self->columns)
        return bad(self, "has %d units for %d columns.", self->count - 2, self->columns);
    for (int c = 0; c <= MASS; c++) {
        if (c == PDG || self->place[c] < 0)
            continue;
        const char *unit = c <= Z ? "fm" : "GeV";
        if (!word_is(self, self->place[c] + 2, unit)) {
            char text[LONGEST_WORD + 1];
            copy_word(self, self->place[c] + 2, text);
            return bad(self, "the unit of %s is \"%s\"; expected %s.", column_names[c], text, unit);
        }
    }
    return TAUB_OK;
}

/* The event that is being read. */
struct event {
    bool open;
    int64_t number, ensemble;
    int64_t announced, got; /* particles announced (-1: no number given) and read so far */
    int line;
};

static enum taub_status begin_event(struct reader *self, struct event *event, int64_t number, int64_t ensemble,
                                    int64_t announced)
{
    if (event->open && event->number == number && event->ensemble == ensemble)
        return bad(self,
                   "a second list of event %lld, which begins in line %d; the state at one time is needed (SMASH: "
                   "Only_Final: Yes).",
                   (long long)number, event->line);
    if (event->open)
        return bad(self, "event %lld, which begins in line %d, has no end before this one.", (long long)event->number,
                   event->line);
    *event = (struct event){true, number, ensemble, announced, 0, self->line};
    if (self->seen == INT32_MAX)
        return bad(self, "too many events.");
    self->seen++;
    return TAUB_OK;
}

static enum taub_status end_event(struct reader *self, struct event *event, int64_t number, int64_t ensemble)
{
    if (!event->open && word_is(self, self->count - 2, "scattering_projectile_target") &&
        word_is(self, self->count - 1, "no"))
        return TAUB_OK;
    if (!event->open)
        return bad(self, "the end of event %lld, which has no beginning.", (long long)number);
    if (event->number != number || event->ensemble != ensemble)
        return bad(self, "the end of event %lld, ensemble %lld, but event %lld, ensemble %lld, begins in line %d.",
                   (long long)number, (long long)ensemble, (long long)event->number, (long long)event->ensemble,
                   event->line);
    if (event->announced >= 0 && event->got != event->announced)
        return bad(self, "event %lld ends after %lld particles; line %d announces %lld.", (long long)number,
                   (long long)event->got, event->line, (long long)event->announced);
    event->open = false;
    return TAUB_OK;
}

/* "# event 3 out 32", "# event 3 ensemble 0 out 32", "# event 3 start", "# event 3 end ...". */
static enum taub_status read_marker(struct reader *self, struct event *event)
{
    int64_t number, ensemble = 0, announced = -1;
    int at = 3;
    if (!read_integer(self, 2, &number) || number < 0)
        return bad(self, "expected the number of the event after \"# event\".");
    if (word_is(self, at, "ensemble")) {
        if (!read_integer(self, at + 1, &ensemble) || ensemble < 0)
            return bad(self, "expected the number of the ensemble after \"ensemble\".");
        at += 2;
    }
    if (word_is(self, at, "end")) { /* the format of 2025 omits the ensemble here */
        if (at == 3 && event->open)
            ensemble = event->ensemble;
        return end_event(self, event, number, ensemble);
    }
    const bool counted = word_is(self, at, "out") || word_is(self, at, "in");
    if (!counted && !word_is(self, at, "start"))
        return bad(self, "expected in, out, start or end after the number of the event.");
    if (counted && (!read_integer(self, at + 1, &announced) || announced < 0))
        return bad(self, "expected the number of particles after in or out.");
    return begin_event(self, event, number, ensemble, announced);
}

static enum taub_status read_row(struct reader *self, struct event *event)
{
    if (!event->open)
        return bad(self, "a particle outside of the events; expected \"# event N out PARTICLES\" before it.");
    if (self->count != self->columns)
        return bad(self, "has %d numbers for %d columns; the file is damaged or truncated.", self->count,
                   self->columns);
    if (event->announced >= 0 && event->got == event->announced)
        return bad(self, "one more particle than the %lld that line %d announces.", (long long)event->announced,
                   event->line);
    event->got++;
    return read_particle(self);
}

static enum taub_status read_2013(struct reader *self)
{
    struct event event = {0};
    enum taub_status status = read_columns(self);
    if (status == TAUB_OK)
        status = read_units(self);
    while (status == TAUB_OK && next_line(self)) {
        if (self->count == 0)
            continue;
        if (word_is(self, 0, "#") && word_is(self, 1, "event"))
            status = read_marker(self, &event);
        else if (self->words[0].start[0] != '#')
            status = read_row(self, &event);
    }
    if (status == TAUB_OK && event.open)
        status = bad(self, "the file ends before event %lld, which begins in line %d, has its end; it is truncated.",
                     (long long)event.number, event.line);
    return status;
}

/* ---- OSCAR 1997A ---- */

static enum taub_status read_1997_header(struct reader *self)
{
    int64_t tests;
    if (!next_line(self) || !word_is(self, 0, "final_id_p_x"))
        return bad(self, "expected final_id_p_x: a list with positions and momenta.");
    if (!next_line(self) || self->count == 0 || !read_integer(self, self->count - 1, &tests) || tests < 1 ||
        tests > INT32_MAX)
        return bad(self, "expected the line of the code, \"name version (A, Z)+(A, Z) frame beam-energy "
                         "test-particles\", with a whole number of test particles above 0 at its end.");
    self->out->test_particles = (int)tests;
    static const enum column order[] = {PDG, PX, PY, PZ, P0, MASS, X, Y, Z, T};
    for (int i = 0; i < 10; i++)
        self->place[order[i]] = i + 1;
    self->columns = 11;
    return TAUB_OK;
}

static enum taub_status read_1997_event(struct reader *self)
{
    int64_t number, particles;
    double impact, angle;
    const int begin = self->line;
    if (self->count < 4 || self->count >= self->columns)
        return bad(self, "has %d numbers; expected the beginning of an event, \"event particles b phi\".", self->count);
    if (!read_integer(self, 0, &number) || !read_integer(self, 1, &particles) || particles < 0 ||
        !read_real(self, 2, &impact) || !read_real(self, 3, &angle))
        return bad(self, "expected the beginning of an event, \"event particles b phi\", the first two whole.");
    if (self->seen == INT32_MAX)
        return bad(self, "too many events.");
    self->seen++;
    for (int64_t i = 0; i < particles; i++) {
        do
            if (!next_line(self))
                return bad(self,
                           "the file ends after %lld particles of event %lld; line %d announces %lld, so it is "
                           "truncated.",
                           (long long)i, (long long)number, begin, (long long)particles);
        while (self->count == 0);
        if (self->count != self->columns)
            return bad(self,
                       "particle %lld of the %lld that line %d announces has %d numbers; expected \"id pdg px py "
                       "pz p0 mass x y z t\".",
                       (long long)(i + 1), (long long)particles, begin, self->count);
        TRY(read_particle(self));
    }
    return TAUB_OK;
}

static enum taub_status read_1997(struct reader *self)
{
    enum taub_status status = read_1997_header(self);
    while (status == TAUB_OK && next_line(self))
        if (self->count > 0)
            status = read_1997_event(self);
    return status;
}

static enum taub_status read_all(struct reader *self)
{
    enum taub_status status;
    next_line(self);
    if (word_is(self, 0, "OSC1997A")) {
        status = read_1997(self);
    } else if (word_is(self, 0, "#!OSCAR2013") || word_is(self, 0, "#!OSCAR2013Extended") ||
               word_is(self, 0, "#!ASCII")) {
        status = read_2013(self);
    } else {
        return taub_fail(self->error, TAUB_BAD_INPUT,
                         "%s:1: is no list of particles that is known; it must begin with OSC1997A, #!OSCAR2013, "
                         "#!OSCAR2013Extended, #!ASCII or, of AMPT, with a number.",
                         self->name);
    }
    if (status != TAUB_OK)
        return status;
    if (self->seen == 0)
        return bad(self, "the file ends without an event.");
    const int left = self->seen - self->first;
    if (left <= 0)
        return bad(self, "the file has %d events; there is no event %d, counted from 0.", self->seen, self->first);
    if (self->events > left)
        return bad(self, "the file has %d events from number %d on, but %d are requested.", left, self->first,
                   self->events);
    self->out->events = self->events ? self->events : left;
    return TAUB_OK;
}

enum taub_status taub_oscar_parse(const char *text, size_t length, const char *name, int first, int events,
                                  struct taub_particles *out, struct taub_error *error)
{
    *out = (struct taub_particles){.test_particles = 1};
    if (taub_ampt_begins(text, length)) {
        struct taub_plain_locale numbers = taub_plain_locale_begin();
        const enum taub_status read = taub_ampt_parse(text, length, name, first, events, out, error);
        taub_plain_locale_end(&numbers);
        return read;
    }
    struct reader reader = {.at = text, .end = text + length, .name = name, .out = out, .error = error};
    reader.first = first;
    reader.events = events;
    for (int c = 0; c < COLUMNS; c++)
        reader.place[c] = -1;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = read_all(&reader);
    taub_plain_locale_end(&plain);
    if (status != TAUB_OK)
        taub_particles_free(out);
    return status;
}

enum taub_status taub_oscar_read(const char *path, int first, int events, struct taub_particles *out,
                                 struct taub_error *error)
{
    char *text;
    size_t length;
    *out = (struct taub_particles){0};
    enum taub_status status = taub_file_read(path, &text, &length, error);
    if (status != TAUB_OK)
        return status;
    status = taub_oscar_parse(text, length, path, first, events, out, error);
    free(text);
    return status;
}

void taub_particles_free(struct taub_particles *self)
{
    free(self->list);
    *self = (struct taub_particles){0};
}
