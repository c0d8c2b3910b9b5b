#include "eos/data_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/hdf5_lock.h"

bool taub_file_is_hdf5(const char *path)
{
    struct stat status;
    /* regular files only: reading would consume a pipe */
    FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
    if (!file)
        return false;
    unsigned char start[8];
    const size_t count = fread(start, 1, sizeof start, file);
    fclose(file);
    return count == sizeof start && memcmp(start, "\211HDF\r\n\032\n", 8) == 0;
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
