#include "problems/trento_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"
#include "core/try.h"
#include "eos/data_file.h"

const char *const taub_trento_metadata_names[TAUB_TRENTO_METADATA] = {"b", "npart", "mult", "e2", "e3", "e4", "e5"};

static void clear_metadata(struct taub_trento_grid *grid)
{
    for (int i = 0; i < TAUB_TRENTO_METADATA; i++)
        grid->metadata[i] = NAN;
}

void taub_trento_free(struct taub_trento_grid *self)
{
    free(self->values);
    self->values = NULL;
}

/* Reads "# name = value"; other lines with # are comments. */
static void read_metadata_line(const char *line, const char *end, struct taub_trento_grid *grid)
{
    char copy[80], name[16];
    const size_t length = (size_t)(end - line);
    double value;
    if (length >= sizeof copy)
        return;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (sscanf(copy, " # %15[a-z0-9] = %lf", name, &value) != 2)
        return;
    for (int i = 0; i < TAUB_TRENTO_METADATA; i++)
        if (strcmp(name, taub_trento_metadata_names[i]) == 0)
            grid->metadata[i] = value;
}

static enum taub_status check_row(const double *row, int count, const char *name, int line, struct taub_error *error)
{
    for (int i = 0; i < count; i++)
        if (!(row[i] >= 0) || isinf(row[i]))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: number %d of the line is %g; the reduced thickness must be finite and not "
                             "negative.",
                             name, line, i + 1, row[i]);
    return TAUB_OK;
}

static enum taub_status read_rows(const char *text, size_t length, const char *name, struct taub_numbers *numbers,
                                  struct taub_trento_grid *grid, struct taub_error *error)
{
    int line = 0;
    for (const char *at = text; at < text + length;) {
        const char *start = at, *stop = memchr(at, '\n', (size_t)(text + length - at));
        char bad[32];
        const int got = taub_line_numbers(&at, text + length, numbers, bad);
        line++;
        if (got == -2)
            return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", name);
        if (got < 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: \"%s\" is not a number.", name, line, bad);
        if (got == 0) {
            read_metadata_line(start, stop ? stop : text + length, grid);
            continue;
        }
        if (grid->rows > 0 && got != grid->columns)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: has %d numbers, the rows before have %d; the file is damaged or truncated.", name,
                             line, got, grid->columns);
        grid->columns = got;
        if (grid->rows == grid->columns)
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "%s:%d: more rows than the %d of %d numbers that an event has; perhaps another event follows. A text "
                "file must hold a single event; TRENTo writes each event to a separate file if --output is a folder.",
                name, line, grid->rows, got);
        grid->rows++;
        TRY(check_row(numbers->values + numbers->count - got, got, name, line, error));
    }
    if (grid->rows == 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: holds no rows of numbers.", name, line);
    if (grid->rows != grid->columns)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: the file ends after %d rows of %d numbers; TRENTo writes as many rows as columns, so "
                         "it is truncated.",
                         name, line, grid->rows, grid->columns);
    return TAUB_OK;
}

enum taub_status taub_trento_parse(const char *text, size_t length, const char *name, struct taub_trento_grid *out,
                                   struct taub_error *error)
{
    *out = (struct taub_trento_grid){0};
    clear_metadata(out);
    struct taub_numbers numbers = {0};
    const enum taub_status status = read_rows(text, length, name, &numbers, out, error);
    if (status == TAUB_OK)
        out->values = numbers.values;
    else
        free(numbers.values);
    return status;
}

/* Collects "event_0, event_1, ..." for the message about a missing event. */
struct names {
    char text[256];
};

static herr_t add_name(hid_t group, const char *name, const H5L_info_t *info, void *user)
{
    (void)group, (void)info;
    struct names *names = user;
    const size_t used = strlen(names->text);
    if (used + strlen(name) + 8 > sizeof names->text) {
        if (used + 5 < sizeof names->text)
            snprintf(names->text + used, sizeof names->text - used, " ...");
        return 1;
    }
    snprintf(names->text + used, sizeof names->text - used, "%s%s", used ? ", " : "", name);
    return 0;
}

static void read_attributes(hid_t file, const char *dataset, struct taub_trento_grid *grid)
{
    for (int i = 0; i < TAUB_TRENTO_METADATA; i++) {
        const hid_t attribute = H5Aopen_by_name(file, dataset, taub_trento_metadata_names[i], H5P_DEFAULT, H5P_DEFAULT);
        if (attribute < 0)
            continue;
        const hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
        const H5T_class_t class = H5Tget_class(type);
        double value;
        if (H5Sget_simple_extent_npoints(space) == 1 && (class == H5T_FLOAT || class == H5T_INTEGER) &&
            H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0)
            grid->metadata[i] = value;
        H5Tclose(type);
        H5Sclose(space);
        H5Aclose(attribute);
    }
}

static enum taub_status read_event(hid_t file, const char *path, const char *dataset, struct taub_trento_grid *out,
                                   struct taub_error *error)
{
    int rank;
    size_t shape[2];
    enum taub_status status = taub_hdf5_read(file, path, dataset, 2, 2, &rank, shape, &out->values, error);
    if (status != TAUB_OK)
        return status;
    if (shape[0] > 1 << 20 || shape[1] > 1 << 20)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s has %zu x %zu numbers, too many for a grid.", path,
                         dataset, shape[0], shape[1]);
    out->rows = (int)shape[0];
    out->columns = (int)shape[1];
    for (size_t i = 0; i < shape[0] * shape[1]; i++)
        if (!(out->values[i] >= 0) || isinf(out->values[i]))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s: dataset %s holds %g in row %zu, column %zu; the reduced thickness must be finite and "
                             "not negative.",
                             path, dataset, out->values[i], i / shape[1], i % shape[1]);
    struct taub_hdf5_silence silence;
    taub_hdf5_silence(&silence);
    read_attributes(file, dataset, out);
    taub_hdf5_restore(&silence);
    return TAUB_OK;
}

static enum taub_status read_event_of(const char *path, int event, struct taub_trento_grid *out,
                                      struct taub_error *error)
{
    char dataset[32];
    hid_t file;
    snprintf(dataset, sizeof dataset, "event_%d", event);
    enum taub_status status = taub_hdf5_open(path, &file, error);
    if (status != TAUB_OK)
        return status;
    if (H5Lexists(file, dataset, H5P_DEFAULT) > 0) {
        status = read_event(file, path, dataset, out, error);
    } else {
        struct names names = {""};
        H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, add_name, &names);
        status = taub_fail(error, TAUB_BAD_INPUT, "initial.event: %s has no dataset %s; it holds %s.", path, dataset,
                           names.text[0] ? names.text : "nothing");
    }
    H5Fclose(file);
    return status;
}

static enum taub_status read_hdf5(const char *path, int event, struct taub_trento_grid *out, struct taub_error *error)
{
    taub_hdf5_lock();
    const enum taub_status status = read_event_of(path, event, out, error);
    taub_hdf5_unlock();
    return status;
}

enum taub_status taub_trento_read(const char *path, int event, struct taub_trento_grid *out, struct taub_error *error)
{
    *out = (struct taub_trento_grid){0};
    clear_metadata(out);
    enum taub_status status;
    if (taub_file_is_hdf5(path)) {
        status = read_hdf5(path, event, out, error);
    } else {
        char *text;
        size_t length;
        status = taub_file_read(path, &text, &length, error);
        if (status != TAUB_OK)
            return status;
        status = taub_trento_parse(text, length, path, out, error);
        free(text);
    }
    if (status != TAUB_OK)
        taub_trento_free(out);
    return status;
}
