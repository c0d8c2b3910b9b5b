#include "eos/data_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"

enum taub_status taub_file_read(const char *path, char **text, size_t *length, struct taub_error *error)
{
    *text = NULL;
    *length = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be opened: %s.", path, strerror(errno));
    size_t capacity = 0, used = 0;
    char *buffer = NULL;
    for (;;) {
        if (capacity - used < 2) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            char *larger = realloc(buffer, capacity);
            if (!larger) {
                free(buffer);
                fclose(file);
                return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", path);
            }
            buffer = larger;
        }
        const size_t got = fread(buffer + used, 1, capacity - used - 1, file);
        if (got == 0)
            break;
        used += got;
    }
    const int failed = ferror(file) ? errno : 0;
    fclose(file);
    if (failed) {
        free(buffer);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be read: %s.", path, strerror(failed));
    }
    buffer[used] = '\0';
    if (strlen(buffer) != used) { /* what follows one would not be read */
        free(buffer);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: this is no text file: it has bytes that are zero.", path);
    }
    *text = buffer;
    *length = used;
    return TAUB_OK;
}

bool taub_file_is_hdf5(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    unsigned char start[8];
    const size_t got = fread(start, 1, sizeof start, file);
    fclose(file);
    return got == sizeof start && memcmp(start, "\211HDF\r\n\032\n", 8) == 0;
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
        char copy[64]; /* strtod wants an end, and the text may hold none */
        const size_t length = (size_t)(c - word);
        char *parsed = copy;
        double value = 0;
        if (length < sizeof copy) {
            memcpy(copy, word, length);
            copy[length] = '\0';
            value = strtod(copy, &parsed);
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

void taub_hdf5_silence(struct taub_hdf5_silence *self)
{
    taub_hdf5_lock();
    H5Eget_auto2(H5E_DEFAULT, &self->function, &self->data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void taub_hdf5_restore(const struct taub_hdf5_silence *self)
{
    H5Eset_auto2(H5E_DEFAULT, self->function, self->data);
    taub_hdf5_unlock();
}

enum taub_status taub_hdf5_open(const char *path, hid_t *file, struct taub_error *error)
{
    struct taub_hdf5_silence silence;
    taub_hdf5_silence(&silence);
    *file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    taub_hdf5_restore(&silence);
    if (*file < 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: looks like an HDF5 file but cannot be opened as one; it is damaged or truncated.", path);
    return TAUB_OK;
}

static enum taub_status read_open(hid_t dataset, const char *path, const char *name, int least_rank, int most_rank,
                                  int *rank, size_t shape[], double **values, struct taub_error *error)
{
    hsize_t extent[H5S_MAX_RANK];
    const hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    const H5T_class_t class = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    const int found = space < 0 ? -1 : H5Sget_simple_extent_dims(space, extent, NULL);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (class != H5T_FLOAT && class != H5T_INTEGER)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s does not hold numbers.", path, name);
    if (found < least_rank || found > most_rank)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s has %d dimensions; %d%s expected.", path, name, found,
                         least_rank, most_rank > least_rank ? " or more were" : " were");
    size_t count = 1;
    for (int i = 0; i < found; i++) {
        shape[i] = extent[i];
        if (extent[i] == 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s is empty.", path, name);
        if (extent[i] > ((size_t)1 << 36) / count)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s claims more than 2^36 numbers.", path, name);
        count *= extent[i];
    }
    *rank = found;
    *values = malloc(count * sizeof **values);
    if (!*values)
        return taub_fail(error, TAUB_FAILED, "%s: dataset %s does not fit into memory.", path, name);
    if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0) {
        free(*values);
        *values = NULL;
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s cannot be read; the file is damaged or truncated.",
                         path, name);
    }
    return TAUB_OK;
}

enum taub_status taub_hdf5_read(hid_t file, const char *path, const char *name, int least_rank, int most_rank,
                                int *rank, size_t shape[], double **values, struct taub_error *error)
{
    struct taub_hdf5_silence silence;
    enum taub_status status;
    *values = NULL;
    taub_hdf5_silence(&silence);
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (dataset < 0) {
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: has no dataset %s.", path, name);
    } else {
        status = read_open(dataset, path, name, least_rank, most_rank, rank, shape, values, error);
        H5Dclose(dataset);
    }
    taub_hdf5_restore(&silence);
    return status;
}
