/* history.csv: one header line with units, then a line per time. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "output/internal.h"

static enum taub_status flush_line(struct taub_output *self, struct taub_error *error)
{
    errno = 0;
    if (fflush(self->history) == 0 && !ferror(self->history)) {
        self->history_bytes = ftello(self->history);
        return TAUB_OK;
    }
    self->history_broken = true;
    return taub_fail(error, TAUB_FAILED, "%s/history.csv: cannot be written: %s.", self->folder,
                     strerror(errno ? errno : EIO));
}

static void put_name(FILE *file, const char *name)
{
    if (!strpbrk(name, ",\"\n")) {
        fputs(name, file);
        return;
    }
    fputc('"', file);
    for (; *name; name++)
        fprintf(file, *name == '"' ? "\"%c" : "%c", *name);
    fputc('"', file);
}

enum taub_status taub_output_history_header(struct taub_output *self, const char *const *names, int count,
                                            struct taub_error *error)
{
    if (self->history)
        return taub_fail(error, TAUB_FAILED, "%s/history.csv: its header was written already.", self->folder);
    self->history = taub_part_open(self, "history.csv", error);
    if (!self->history)
        return TAUB_FAILED;
    self->history_columns = count;
    fputs(self->physical ? "step,time [fm/c],dt [fm/c]" : "step,time,dt", self->history);
    for (int i = 0; i < count; i++) {
        fputc(',', self->history);
        put_name(self->history, names[i]);
    }
    fputc('\n', self->history);
    const enum taub_status status = flush_line(self, error);
    return status == TAUB_OK && self->append_history ? taub_history_append(self, error) : status;
}

enum taub_status taub_output_history(struct taub_output *self, int64_t step, double time, double dt,
                                     const double *values, int count, struct taub_error *error)
{
    if (!self->history || count != self->history_columns)
        return taub_fail(error, TAUB_FAILED, "%s/history.csv: %d values for %d named columns.", self->folder, count,
                         self->history_columns);
    if (self->history_broken)
        return taub_fail(error, TAUB_FAILED, "%s/history.csv: an earlier line could not be written.", self->folder);
    if (step <= self->history_last)
        return TAUB_OK;
    fprintf(self->history, "%" PRId64 ",%.17g,%.17g", step, time, dt);
    for (int i = 0; i < count; i++)
        fprintf(self->history, ",%.17g", values[i]);
    fputc('\n', self->history);
    return flush_line(self, error);
}

/* The lines that were written stay; half a line at the end, where the disk was full, is cut off. */
enum taub_status taub_history_close(struct taub_output *self, bool *whole, struct taub_error *error)
{
    *whole = false;
    if (!self->history)
        return TAUB_OK;
    const int fd = dup(fileno(self->history));
    int reason = fd < 0 ? errno : 0;
    const bool flushed = fclose(self->history) == 0;
    self->history = NULL;
    if (fd >= 0) {
        if ((!flushed || self->history_broken) && ftruncate(fd, self->history_bytes) != 0)
            reason = errno;
        /* pipes and special files cannot be synchronised */
        if (fsync(fd) != 0 && errno != EINVAL)
            reason = errno;
        close(fd);
    }
    *whole = self->history_bytes > 0;
    if (!*whole)
        taub_part_drop(self, "history.csv");
    return reason ? taub_fail(error, TAUB_FAILED, "%s/history.csv: %s.", self->folder, strerror(reason)) : TAUB_OK;
}
