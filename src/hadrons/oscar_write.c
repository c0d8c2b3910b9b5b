#include "hadrons/oscar_write.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/digits.h"
#include "core/parallel.h"
#include "core/try.h"
#include "output/internal.h"
#include "taub/taub.h"

/* Columns that are the same for all hadrons of a species, formatted once. */
struct words {
    char mass[TAUB_DIGITS_ROOM], code[TAUB_DIGITS_ROOM], charge[TAUB_DIGITS_ROOM];
    int mass_length, code_length, charge_length;
};

/* The formatted text of one event; the memory is reused. */
struct event_text {
    char *text;
    size_t length, room;
    off_t at; /* offset in the file */
};

struct taub_oscar_writer {
    int fd;
    off_t length; /* of the file */
    char *path, *part;
    const struct taub_hadrons *list;
    struct words *words; /* one for each species */
    struct event_text *events;
    int event_count;
};

static void release(struct taub_oscar_writer *self)
{
    if (self->fd >= 0)
        close(self->fd);
    for (int e = 0; e < self->event_count; e++)
        free(self->events[e].text);
    free(self->events);
    free(self->words);
    free(self->path);
    free(self->part);
    free(self);
}

static struct words words_of(const struct taub_hadron *hadron)
{
    struct words out;
    out.mass_length = (int)taub_put_number(out.mass, hadron->mass, 9);
    out.code_length = (int)taub_put_integer(out.code, hadron->code);
    out.charge_length = (int)taub_put_integer(out.charge, hadron->charge);
    return out;
}

/* Writes at an offset of the file; safe from several threads. Returns 0 or errno. */
static int write_at(int fd, const char *text, size_t length, off_t at)
{
    while (length > 0) {
        const ssize_t put = pwrite(fd, text, length, at);
        if (put < 0 && errno != EINTR)
            return errno;
        if (put > 0) {
            text += put;
            at += put;
            length -= (size_t)put;
        }
    }
    return 0;
}

enum taub_status taub_oscar_create(const char *path, const struct taub_hadrons *list, struct taub_oscar_writer **out,
                                   struct taub_error *error)
{
    struct taub_oscar_writer *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "No memory to write %s.", path);
    self->fd = -1;
    self->list = list;
    self->path = strdup(path);
    self->part = malloc(strlen(path) + sizeof TAUB_PART);
    self->words = malloc(((size_t)list->count + 1) * sizeof *self->words);
    if (!self->path || !self->part || !self->words) {
        release(self);
        return taub_fail(error, TAUB_FAILED, "No memory to write %s.", path);
    }
    sprintf(self->part, "%s%s", path, TAUB_PART);
    unlink(self->part);
    self->fd = open(self->part, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666);
    char head[256];
    self->length = snprintf(head, sizeof head,
                            "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n"
                            "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n"
                            "# Taub-%s\n",
                            TAUB_VERSION);
    const int reason = self->fd < 0 ? errno : write_at(self->fd, head, (size_t)self->length, 0);
    if (reason) {
        if (self->fd >= 0)
            unlink(self->part);
        release(self);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be written: %s.", path, strerror(reason));
    }
    for (int s = 0; s < list->count; s++)
        self->words[s] = words_of(&list->list[s]);
    *out = self;
    return TAUB_OK;
}

/* Events that several threads format and write. */
struct texts {
    struct taub_oscar_writer *writer;
    const struct taub_hadron_events *events;
};
/* Longest line of a hadron (twelve numbers with separators), and of the lines before and after the hadrons of an
 * event. */
enum { LINE = 12 * (TAUB_DIGITS_ROOM + 1), EVENT_LINES = 256 };

static char *put_text(char *at, const char *text, int length)
{
    memcpy(at, text, (size_t)length);
    at[length] = ' ';
    return at + length + 1;
}

static char *put_real(char *at, double value, int digits)
{
    at += taub_put_number(at, value, digits);
    *at = ' ';
    return at + 1;
}

static char *put_hadron(const struct texts *self, int64_t h, int64_t number, char *at)
{
    const struct taub_hadron_events *events = self->events;
    const int species = events->species[h];
    const struct words *words = &self->writer->words[species];
    const double mass = self->writer->list->list[species].mass;
    double v[8];
    for (int c = 0; c < 8; c++)
        v[c] = events->numbers[c * events->count + h];
    for (int c = 0; c < 4; c++)
        at = put_real(at, v[c], 7);
    at = put_text(at, words->mass, words->mass_length);
    /* energy from the mass-shell condition in double precision */
    at = put_real(at, sqrt(mass * mass + v[5] * v[5] + v[6] * v[6] + v[7] * v[7]), 9);
    for (int c = 5; c < 8; c++)
        at = put_real(at, v[c], 9);
    at = put_text(at, words->code, words->code_length);
    at += taub_put_integer(at, number);
    *at++ = ' ';
    at = put_text(at, words->charge, words->charge_length);
    at[-1] = '\n';
    return at;
}

static enum taub_status make_room(struct event_text *self, size_t size, struct taub_error *error)
{
    if (size <= self->room)
        return TAUB_OK;
    free(self->text);
    self->text = malloc(size + size / 4);
    self->room = self->text ? size + size / 4 : 0;
    return self->text ? TAUB_OK : taub_fail(error, TAUB_FAILED, "No memory for %zu bytes of an event.", size);
}

static enum taub_status format_event(void *user, int e, struct taub_error *error)
{
    const struct texts *self = user;
    const struct taub_hadron_events *events = self->events;
    struct event_text *out = &self->writer->events[e];
    const int64_t first = events->first[e], count = events->first[e + 1] - first;
    const int number = events->first_event + e;
    TRY(make_room(out, (size_t)count * LINE + EVENT_LINES, error));
    char *at = out->text;
    at += sprintf(at, "# event %d out %lld\n", number, (long long)count);
    for (int64_t n = 0; n < count; n++)
        at = put_hadron(self, first + n, n, at);
    at += sprintf(at, "# event %d end 0 impact   0.000 scattering_projectile_target yes\n", number);
    out->length = (size_t)(at - out->text);
    return TAUB_OK;
}

static enum taub_status write_event(void *user, int e, struct taub_error *error)
{
    const struct texts *self = user;
    const struct event_text *event = &self->writer->events[e];
    const int reason = write_at(self->writer->fd, event->text, event->length, event->at);
    return reason ? taub_fail(error, TAUB_FAILED, "%s: not written: %s.", self->writer->path, strerror(reason))
                  : TAUB_OK;
}

enum taub_status taub_oscar_take(void *user, const struct taub_hadron_events *events, struct taub_error *error)
{
    struct taub_oscar_writer *self = user;
    struct texts texts = {self, events};
    if (events->events > self->event_count) {
        struct event_text *grown = realloc(self->events, (size_t)events->events * sizeof *grown);
        if (!grown)
            return taub_fail(error, TAUB_FAILED, "No memory to write %s.", self->path);
        memset(grown + self->event_count, 0, (size_t)(events->events - self->event_count) * sizeof *grown);
        self->events = grown;
        self->event_count = events->events;
    }
    TRY(taub_parallel(0, events->events, format_event, &texts, error));
    for (int e = 0; e < events->events; e++) {
        self->events[e].at = self->length;
        self->length += (off_t)self->events[e].length;
    }
    return taub_parallel(0, events->events, write_event, &texts, error);
}

enum taub_status taub_oscar_finish(struct taub_oscar_writer *self, bool keep, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (keep) {
        bool good = close(self->fd) == 0;
        self->fd = -1;
        good = good && rename(self->part, self->path) == 0;
        if (!good)
            status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", self->path, strerror(errno));
    }
    if (!keep || status != TAUB_OK)
        unlink(self->part);
    release(self);
    return status;
}
