/* history.csv, probes.csv and fluxes.csv: a header line with units, then one line per time. Lines are only appended, so
 * a killed run leaves at most one incomplete line. Also flux_spectra.csv, which is written at once. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/internal.h"

static const char *const csv_names[TAUB_CSV] = {"history.csv", "probes.csv", "fluxes.csv"};

static enum taub_status flush_line(struct taub_output *self, enum taub_csv_file which, struct taub_error *error)
{
    struct taub_csv *lines = &self->lines[which];
    errno = 0;
    if (fflush(lines->file) == 0 && !ferror(lines->file)) {
        lines->bytes = ftello(lines->file);
        return TAUB_OK;
    }
    lines->broken = true;
    return taub_fail(error, TAUB_FAILED, "%s/%s: cannot be written: %s.", self->folder, csv_names[which],
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

static void put_header(struct taub_output *self, FILE *file, const char *const *names, int count)
{
    fputs(self->physical ? "step,time [fm/c],dt [fm/c]" : "step,time,dt", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        put_name(file, names[i]);
    }
    fputc('\n', file);
}

/* Copies the lines of the earlier part of a restarted run up to its checkpoint. The header must be the same. */
static enum taub_status copy_lines(struct taub_output *self, enum taub_csv_file which, const char *const *names,
                                   int count, struct taub_error *error)
{
    struct taub_csv *lines = &self->lines[which];
    char *path = taub_output_path(self->folder, csv_names[which]), *line = NULL, *header = NULL;
    size_t size = 0, length = 0;
    FILE *file = path ? fopen(path, "r") : NULL, *expected = open_memstream(&header, &length);
    enum taub_status status = TAUB_OK;
    if (expected) {
        put_header(self, expected, names, count);
        fclose(expected);
    }
    if (!file || !expected || getline(&line, &size, file) < 0)
        status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be read; give another folder with -o", self->folder,
                           csv_names[which]);
    else if (strcmp(line, header) != 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s/%s has other columns than this run; give another folder with -o",
                           self->folder, csv_names[which]);
    /* a killed run may have left an incomplete line */
    while (status == TAUB_OK && getline(&line, &size, file) >= 0 && strchr(line, '\n')) {
        const int64_t step = strtoll(line, NULL, 10);
        if (step > self->append_step)
            break;
        fputs(line, lines->file);
        lines->last = step;
    }
    if (file)
        fclose(file);
    free(line);
    free(header);
    free(path);
    return status;
}

enum taub_status taub_output_csv_header(struct taub_output *self, enum taub_csv_file which, const char *const *names,
                                        int count, struct taub_error *error)
{
    struct taub_csv *lines = &self->lines[which];
    if (lines->file)
        return taub_fail(error, TAUB_FAILED, "%s/%s: its header has already been written.", self->folder,
                         csv_names[which]);
    lines->file = taub_part_open(self, csv_names[which], error);
    if (!lines->file)
        return TAUB_FAILED;
    lines->columns = count;
    put_header(self, lines->file, names, count);
    enum taub_status status = TAUB_OK;
    if (self->appends && taub_output_has_file(self, csv_names[which]))
        status = copy_lines(self, which, names, count, error);
    if (status == TAUB_OK)
        status = flush_line(self, which, error);
    if (status == TAUB_OK) {
        taub_part_follow(self, csv_names[which]);
    } else {
        fclose(lines->file);
        lines->file = NULL;
        taub_part_drop(self, csv_names[which]);
    }
    return status;
}

enum taub_status taub_output_csv_line(struct taub_output *self, enum taub_csv_file which, int64_t step, double time,
                                      double dt, const double *values, int count, struct taub_error *error)
{
    struct taub_csv *lines = &self->lines[which];
    if (!lines->file || count != lines->columns)
        return taub_fail(error, TAUB_FAILED, "%s/%s: %d values for %d named columns.", self->folder, csv_names[which],
                         count, lines->columns);
    if (lines->broken)
        return taub_fail(error, TAUB_FAILED, "%s/%s: an earlier line could not be written.", self->folder,
                         csv_names[which]);
    if (step <= lines->last)
        return TAUB_OK;
    fprintf(lines->file, "%" PRId64 ",%.17g,%.17g", step, time, dt);
    for (int i = 0; i < count; i++)
        fprintf(lines->file, ",%.17g", values[i]);
    fputc('\n', lines->file);
    return flush_line(self, which, error);
}

/* Keeps all complete lines; an incomplete one at the end, left by a full disk, is cut off. */
enum taub_status taub_csv_close(struct taub_output *self, enum taub_csv_file which, struct taub_error *error)
{
    struct taub_csv *lines = &self->lines[which];
    if (!lines->file)
        return TAUB_OK;
    const int fd = dup(fileno(lines->file));
    int reason = fd < 0 ? errno : 0;
    const bool flushed = fclose(lines->file) == 0;
    lines->file = NULL;
    if (fd >= 0) {
        if ((!flushed || lines->broken) && ftruncate(fd, lines->bytes) != 0)
            reason = errno;
        /* pipes and special files cannot be synchronised */
        if (fsync(fd) != 0 && errno != EINVAL)
            reason = errno;
        close(fd);
    }
    return reason ? taub_fail(error, TAUB_FAILED, "%s/%s: %s.", self->folder, csv_names[which], strerror(reason))
                  : TAUB_OK;
}

enum taub_status taub_output_flux_spectra(struct taub_output *self, const char *const *names, int columns,
                                          const double *values, int rows, struct taub_error *error)
{
    FILE *file = taub_part_open(self, TAUB_FLUX_SPECTRA, error);
    if (!file)
        return TAUB_FAILED;
    for (int i = 0; i < columns; i++) {
        fputs(i ? "," : "", file);
        put_name(file, names[i]);
    }
    fputc('\n', file);
    for (int n = 0; n < rows; n++)
        for (int i = 0; i < columns; i++)
            fprintf(file, "%.17g%c", values[(size_t)n * (size_t)columns + (size_t)i], i == columns - 1 ? '\n' : ',');
    const enum taub_status status = taub_part_close(self, file, TAUB_FLUX_SPECTRA, error);
    if (status == TAUB_OK)
        taub_part_follow(self, TAUB_FLUX_SPECTRA);
    return status;
}
