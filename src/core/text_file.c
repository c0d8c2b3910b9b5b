#include "core/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"

static bool is_pipe(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Reads the next bytes; 0 at the end of the file, -1 with errno on failure. Opening a pipe did not wait for a writer;
 * if there is one, reading waits. */
static ssize_t read_some(int file, char *to, size_t room)
{
    for (;;) {
        const ssize_t got = read(file, to, room);
        if (got >= 0 || (errno != EAGAIN && errno != EINTR))
            return got;
        if (errno == EAGAIN && fcntl(file, F_SETFL, 0) < 0)
            return -1;
    }
}

/* Returns 0 or errno; EPIPE: the pipe has no writer. */
static int read_all(int file, size_t most, char **text, size_t *length)
{
    size_t capacity = 0;
    for (ssize_t got = 1; got > 0; *length += (size_t)got) {
        if (capacity - *length < 2) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *larger = realloc(*text, capacity);
            if (!larger)
                return ENOMEM;
            *text = larger;
        }
        got = read_some(file, *text + *length, capacity - *length - 1);
        if (got < 0)
            return errno;
        if ((size_t)got > most - *length)
            return EFBIG;
    }
    (*text)[*length] = '\0';
    return *length == 0 && is_pipe(file) ? EPIPE : 0;
}

static enum taub_status refuse(int reason, const char *kind, size_t most, const char *path, struct taub_error *error)
{
    if (reason == EFBIG)
        return taub_fail(error, TAUB_BAD_INPUT, "%.300s: %scannot be read: expected at most %zu MiB.", path, kind,
                         most >> 20);
    return taub_fail(error, reason == ENOMEM ? TAUB_FAILED : TAUB_BAD_INPUT, "%.300s: %scannot be read: %s.", path,
                     kind, reason == EPIPE ? "nobody writes to this pipe" : strerror(reason));
}

enum taub_status taub_file_read_bytes(const char *kind, size_t most, const char *path, char **text, size_t *length,
                                      struct taub_error *error)
{
    *text = NULL;
    *length = 0;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%.300s: %scannot be opened: %s.", path, kind, strerror(errno));
    const int reason = read_all(file, most, text, length);
    close(file);
    if (reason) {
        free(*text);
        *text = NULL;
        return refuse(reason, kind, most, path, error);
    }
    return TAUB_OK;
}

enum taub_status taub_file_read_as(const char *kind, size_t most, const char *path, char **text, size_t *length,
                                   struct taub_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF";
    TRY(taub_file_read_bytes(kind, most, path, text, length, error));
    if (strlen(*text) != *length) { /* text after a zero byte would be ignored */
        free(*text);
        *text = NULL;
        return taub_fail(error, TAUB_BAD_INPUT, "%.300s: %sthis is not a text file: it has bytes that are zero.", path,
                         kind);
    }
    if (strncmp(*text, mark, strlen(mark)) == 0) {
        *length -= strlen(mark);
        memmove(*text, *text + strlen(mark), *length + 1);
    }
    return TAUB_OK;
}

enum taub_status taub_file_read(const char *path, char **text, size_t *length, struct taub_error *error)
{
    return taub_file_read_as("", SIZE_MAX, path, text, length, error);
}

/* Whether a Fortran exponent follows the mantissa: its D, or a sign with three digits. */
static bool is_exponent(const char *at)
{
    return *at == 'D' || *at == 'd' || ((*at == '+' || *at == '-') && strspn(at + 1, "0123456789") == 3);
}

double taub_read_number(const char *text, char **end)
{
    char copy[64], *stop;
    const double value = strtod(text, end);
    const size_t mantissa = (size_t)(*end - text);
    if (mantissa == 0 || !is_exponent(*end))
        return value;
    const bool letter = (*end)[0] == 'D' || (*end)[0] == 'd';
    const char *exponent = *end + letter;
    const size_t rest = strspn(exponent, "+-0123456789");
    if (mantissa + 1 + rest >= sizeof copy)
        return value;
    memcpy(copy, text, mantissa);
    copy[mantissa] = 'e';
    memcpy(copy + mantissa + 1, exponent, rest);
    copy[mantissa + 1 + rest] = '\0';
    const double whole = strtod(copy, &stop);
    if (stop != copy + mantissa + 1 + rest) /* not an exponent: the number ends before it */
        return value;
    *end += letter + rest;
    return whole;
}

bool taub_numbers_add(struct taub_numbers *self, double value)
{
    if (self->count == self->capacity) {
        const size_t capacity = self->capacity ? 2 * self->capacity : 1024;
        double *larger = realloc(self->values, capacity * sizeof *larger);
        if (!larger)
            return false;
        self->values = larger;
        self->capacity = capacity;
    }
    self->values[self->count++] = value;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

int taub_line_numbers(const char **at, const char *end, struct taub_numbers *numbers, char bad[32])
{
    const char *line_end = memchr(*at, '\n', (size_t)(end - *at));
    const char *stop = line_end ? line_end : end, *c = *at;
    int count = 0;
    *at = line_end ? line_end + 1 : end;
    for (;;) {
        while (c < stop && is_blank(*c))
            c++;
        if (c >= stop || *c == '#')
            return count;
        const char *word = c;
        while (c < stop && !is_blank(*c) && *c != '#')
            c++;
        char copy[64]; /* strtod needs a terminated string, and the text may not be terminated */
        const size_t length = (size_t)(c - word);
        char *parsed = copy;
        double value = 0;
        if (length < sizeof copy) {
            memcpy(copy, word, length);
            copy[length] = '\0';
            value = taub_read_number(copy, &parsed);
        }
        if (length >= sizeof copy || parsed != copy + length) {
            snprintf(bad, 32, "%.*s", (int)(length < 31 ? length : 31), word);
            return -1;
        }
        if (!taub_numbers_add(numbers, value))
            return -2;
        count++;
    }
}
