/* journal.csv: one line with a checksum for every event that has ended, so that a batch killed at any moment can be
 * resumed. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch/ledger.h"
#include "jit/cache.h"

enum { SUM = 16 }; /* length of a checksum */

struct taub_journal {
    struct taub_ledger *ledger;
    int fd;
    off_t size; /* of all complete lines */
    char path[4096];
};

static void checksum(const char *line, size_t length, char sum[SUM + 1])
{
    const struct taub_key_part part = {line, length};
    snprintf(sum, SUM + 1, "%.*s", SUM, taub_key_of(&part, 1).hex);
}

/* Appends one line. If the process is killed, the file ends with a complete line or with a part that has no newline. */
static enum taub_status write_line(struct taub_journal *self, const char *text, size_t length, struct taub_error *error)
{
    char sum[SUM + 1];
    checksum(text, length, sum);
    const size_t whole = length + SUM + 2;
    char *line = malloc(whole + 1);
    if (!line)
        return taub_fail(error, TAUB_FAILED, "Out of memory for a line of the journal.");
    snprintf(line, whole + 1, "%.*s,%s\n", (int)length, text, sum);
    size_t done = 0;
    int reason = 0;
    while (done < whole && !reason) {
        const ssize_t wrote = pwrite(self->fd, line + done, whole - done, self->size + (off_t)done);
        if (wrote < 0 && errno != EINTR)
            reason = errno;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    free(line);
    if (!reason) {
        self->size += (off_t)whole;
        return TAUB_OK;
    }
    if (ftruncate(self->fd, self->size) != 0)
        return taub_fail(error, TAUB_FAILED, "%s: cannot be written, nor truncated to its last complete line: %s.",
                         self->path, strerror(reason));
    return taub_fail(error, TAUB_FAILED, "%s: cannot be written: %s.", self->path, strerror(reason));
}

static enum taub_status write_header(struct taub_journal *self, struct taub_error *error)
{
    char text[128];
    const int length = snprintf(text, sizeof text, "taub batch 1,%s,%lld,%d", self->ledger->hash,
                                (long long)self->ledger->count, self->ledger->width);
    return write_line(self, text, (size_t)length, error);
}

static bool is_whole(const char *line, size_t length)
{
    char sum[SUM + 1];
    if (length < SUM + 1 || line[length - SUM - 1] != ',')
        return false;
    checksum(line, length - SUM - 1, sum);
    return strncmp(sum, line + length - SUM, SUM) == 0;
}

static void take_row(struct taub_ledger *ledger, const char *line, size_t length)
{
    char *at;
    const long long event = strtoll(line, &at, 10);
    const long status = *at == ',' ? strtol(at + 1, &at, 10) : 0;
    if (event < 0 || event >= ledger->count || (status != TAUB_EVENT_DONE && status != TAUB_EVENT_FAILED))
        return;
    double *row = ledger->rows + event * ledger->width;
    for (int n = 0; n < ledger->width; n++)
        row[n] = *at == ',' ? strtod(at + 1, &at) : NAN;
    const char *end = line + length - SUM - 1;
    free(ledger->reasons[event]);
    ledger->reasons[event] = *at == ',' && at + 1 < end ? strndup(at + 1, (size_t)(end - at - 1)) : NULL;
    ledger->status[event] = (unsigned char)status;
}

static enum taub_status take_text(struct taub_journal *self, const char *text, size_t size, struct taub_error *error)
{
    struct taub_ledger *ledger = self->ledger;
    char expected[128];
    bool header = false;
    const int wanted = snprintf(expected, sizeof expected, "taub batch 1,%s,%lld,%d,", ledger->hash,
                                (long long)ledger->count, ledger->width);
    for (const char *line = text; line < text + size;) {
        const char *end = memchr(line, '\n', (size_t)(text + size - line));
        if (!end || (!header && !is_whole(line, (size_t)(end - line))))
            break;
        const size_t length = (size_t)(end - line);
        if (!header && strncmp(line, expected, (size_t)wanted) != 0)
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "%s: belongs to a batch of another study, another case or another Taub; give another folder "
                "with -o, or remove this one",
                self->path);
        if (header && is_whole(line, length))
            take_row(ledger, line, length);
        header = true;
        line = end + 1;
        self->size = line - text;
    }
    if (!header && size > 0 && strncmp(text, "taub batch 1,", size < 13 ? size : 13) != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: not the journal of a batch; give another folder with -o",
                         self->path);
    if (ftruncate(self->fd, self->size) != 0)
        return taub_fail(error, TAUB_FAILED, "%s: cannot be truncated to its last complete line: %s.", self->path,
                         strerror(errno));
    return header ? TAUB_OK : write_header(self, error);
}

static enum taub_status read_earlier(struct taub_journal *self, struct taub_error *error)
{
    struct stat info;
    if (flock(self->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: another batch is writing it; choose another folder with -o",
                         self->path);
    if (fstat(self->fd, &info) != 0)
        return taub_fail(error, TAUB_FAILED, "%s: %s.", self->path, strerror(errno));
    char *text = malloc((size_t)info.st_size + 1);
    size_t got = 0;
    if (!text)
        return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", self->path);
    for (ssize_t some = 1; some > 0 && got<(size_t)info.st_size; got += some> 0 ? (size_t)some : 0)
        some = pread(self->fd, text + got, (size_t)info.st_size - got, (off_t)got);
    text[got] = '\0';
    const enum taub_status status = got == (size_t)info.st_size
                                        ? take_text(self, text, got, error)
                                        : taub_fail(error, TAUB_FAILED, "%s: cannot be read.", self->path);
    free(text);
    return status;
}

enum taub_status taub_journal_open(const char *folder, struct taub_ledger *ledger, struct taub_journal **out,
                                   struct taub_error *error)
{
    struct taub_journal *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the journal.");
    snprintf(self->path, sizeof self->path, "%s/journal.csv", folder);
    self->ledger = ledger;
    self->fd = open(self->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    enum taub_status status =
        self->fd >= 0 ? read_earlier(self, error)
                      : taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be opened: %s.", self->path, strerror(errno));
    if (status == TAUB_OK)
        *out = self;
    else
        taub_journal_close(self);
    return status;
}

enum taub_status taub_journal_add(struct taub_journal *self, int64_t event, struct taub_error *error)
{
    const struct taub_ledger *ledger = self->ledger;
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return taub_fail(error, TAUB_FAILED, "Out of memory for a line of the journal.");
    fprintf(file, "%lld,%d", (long long)event, ledger->status[event]);
    for (int n = 0; n < ledger->width; n++)
        fprintf(file, ",%.17g", ledger->rows[event * ledger->width + n]);
    fputc(',', file);
    for (const char *c = ledger->reasons[event] ? ledger->reasons[event] : ""; *c; c++)
        fputc((unsigned char)*c < ' ' ? ' ' : *c, file);
    const bool good = fclose(file) == 0;
    const enum taub_status status = good ? write_line(self, text, size, error)
                                         : taub_fail(error, TAUB_FAILED, "Out of memory for a line of the journal.");
    free(text);
    return status;
}

enum taub_status taub_journal_sync(struct taub_journal *self, struct taub_error *error)
{
    if (fdatasync(self->fd) == 0 || errno == EINVAL)
        return TAUB_OK;
    return taub_fail(error, TAUB_FAILED, "%s: cannot be flushed to disk: %s.", self->path, strerror(errno));
}

void taub_journal_close(struct taub_journal *self)
{
    if (!self)
        return;
    if (self->fd >= 0)
        close(self->fd);
    free(self);
}
