/* Reading the user's data files: text, and HDF5 without its printing. */
#ifndef TAUB_DATA_FILE_H
#define TAUB_DATA_FILE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/text_file.h"
#include "taub/error.h"

/* True when the file starts with HDF5's signature; false also when it cannot be read. */
bool taub_file_is_hdf5(const char *path);

/* HDF5 prints its errors; between these two calls it does not. */
struct taub_hdf5_silence {
    H5E_auto2_t function;
    void *data;
};
void taub_hdf5_silence(struct taub_hdf5_silence *self);
void taub_hdf5_restore(const struct taub_hdf5_silence *self);

/* Opens an HDF5 file for reading; TAUB_BAD_INPUT says when it is damaged or truncated. */
enum taub_status taub_hdf5_open(const char *path, hid_t *file, struct taub_error *error);

/* Reads a whole dataset as doubles. rank is checked to lie between least and most; values is allocated here. */
enum taub_status taub_hdf5_read(hid_t file, const char *path, const char *name, int least_rank, int most_rank,
                                int *rank, size_t shape[], double **values, struct taub_error *error);

#endif
