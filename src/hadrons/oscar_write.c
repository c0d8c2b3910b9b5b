#include "hadrons/oscar_write.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/locale.h"
#include "core/parallel.h"
#include "output/internal.h"
#include "taub/taub.h"

struct taub_oscar_writer {
    FILE *file;
    char *path, *part;
    const struct taub_hadrons *list;
};

static void release(struct taub_oscar_writer *self)
{
    if (self->file)
        fclose(self->file);
    free(self->path);
    free(self->part);
    free(self);
}

enum taub_status taub_oscar_create(const char *path, const struct taub_hadrons *list, struct taub_oscar_writer **out,
                                   struct taub_error *error)
{
    struct taub_oscar_writer *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "No memory to write %s.", path);
    self->list = list;
    self->path = strdup(path);
    self->part = malloc(strlen(path) + sizeof TAUB_PART);
    if (!self->path || !self->part) {
        release(self);
        return taub_fail(error, TAUB_FAILED, "No memory to write %s.", path);
    }
    sprintf(self->part, "%s%s", path, TAUB_PART);
    unlink(self->part);
    const int fd = open(self->part, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666);
    self->file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!self->file) {
        const enum taub_status status =
            taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be written: %s.", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        release(self);
        return status;
    }
    fprintf(self->file,
            "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n"
            "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n"
            "# Taub-%s\n",
            TAUB_VERSION);
    *out = self;
    return TAUB_OK;
}

/* Texts of events, made by several threads. */
struct texts {
    const struct taub_oscar_writer *writer;
    const struct taub_hadron_events *events;
    char **text;
    size_t *length;
};
enum { LINE = 256, AROUND = 256 };

static enum taub_status format_event(void *user, int e, struct taub_error *error)
{
    const struct texts *self = user;
    const struct taub_hadron_events *events = self->events;
    const int64_t count = events->first[e + 1] - events->first[e];
    const size_t size = (size_t)count * LINE + AROUND;
    char *text = malloc(size);
    if (!text)
        return taub_fail(error, TAUB_FAILED, "No memory for the %lld hadrons of an event.", (long long)count);
    struct taub_plain_locale locale = taub_plain_locale_begin();
    const int number = events->first_event + e;
    size_t at = (size_t)snprintf(text, size, "# event %d out %lld\n", number, (long long)count);
    for (int64_t n = 0; n < count; n++) {
        const int64_t h = events->first[e] + n;
        double v[8];
        for (int c = 0; c < 8; c++)
            v[c] = events->numbers[c * events->count + h];
        const struct taub_hadron *hadron = &self->writer->list->list[events->species[h]];
        /* on its mass shell in double precision */
        const double energy = sqrt(hadron->mass * hadron->mass + v[5] * v[5] + v[6] * v[6] + v[7] * v[7]);
        at += (size_t)snprintf(text + at, size - at, "%.7g %.7g %.7g %.7g %.9g %.9g %.9g %.9g %.9g %lld %lld %d\n",
                               v[0], v[1], v[2], v[3], hadron->mass, energy, v[5], v[6], v[7], (long long)hadron->code,
                               (long long)n, hadron->charge);
    }
    at += (size_t)snprintf(text + at, size - at, "# event %d end 0 impact   0.000 scattering_projectile_target yes\n",
                           number);
    taub_plain_locale_end(&locale);
    self->text[e] = text;
    self->length[e] = at;
    return TAUB_OK;
}

enum taub_status taub_oscar_take(void *user, const struct taub_hadron_events *events, struct taub_error *error)
{
    struct taub_oscar_writer *self = user;
    struct texts texts = {self, events, calloc((size_t)events->events + 1, sizeof(char *)),
                          calloc((size_t)events->events + 1, sizeof(size_t))};
    enum taub_status status = texts.text && texts.length
                                  ? taub_parallel(0, events->events, format_event, &texts, error)
                                  : taub_fail(error, TAUB_FAILED, "No memory to write %s.", self->path);
    for (int e = 0; e < events->events && texts.text; e++) {
        if (status == TAUB_OK && fwrite(texts.text[e], 1, texts.length[e], self->file) != texts.length[e])
            status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", self->path, strerror(errno));
        free(texts.text[e]);
    }
    free(texts.text);
    free(texts.length);
    return status;
}

enum taub_status taub_oscar_finish(struct taub_oscar_writer *self, bool keep, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (keep) {
        bool good = fflush(self->file) == 0 && !ferror(self->file);
        good = fclose(self->file) == 0 && good;
        self->file = NULL;
        good = good && rename(self->part, self->path) == 0;
        if (!good)
            status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", self->path, strerror(errno));
    }
    if (!keep || status != TAUB_OK)
        unlink(self->part);
    release(self);
    return status;
}
