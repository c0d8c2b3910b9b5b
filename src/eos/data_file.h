/* Reads users' data files: text, and HDF5 without HDF5's own error output. */
#ifndef TAUB_DATA_FILE_H
#define TAUB_DATA_FILE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/text_file.h"
#include "taub/error.h"

/* True if the file starts with HDF5's signature; false also if it cannot be read. */
bool taub_file_is_hdf5(const char *path);

/* HDF5 prints its errors by default; between these two calls it does not, and the calling thread holds the HDF5 lock.
 */
struct taub_hdf5_silence {
    H5E_auto2_t function;
    void *data;
};
void taub_hdf5_silence(struct taub_hdf5_silence *self);
void taub_hdf5_restore(const struct taub_hdf5_silence *self);

/* Opens an HDF5 file for reading; TAUB_BAD_INPUT if it is damaged or truncated. */
enum taub_status taub_hdf5_open(const char *path, hid_t *file, struct taub_error *error);

/* Reads a whole dataset as doubles. Its rank must lie between least_rank and most_rank. The caller frees *values. */
enum taub_status taub_hdf5_read(hid_t file, const char *path, const char *name, int least_rank, int most_rank,
                                int *rank, size_t shape[], double **values, struct taub_error *error);

#endif
