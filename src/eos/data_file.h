/* Reading the user's data files: text with line numbers, and HDF5 without its printing. */
#ifndef TAUB_DATA_FILE_H
#define TAUB_DATA_FILE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

/* The whole file, with a zero byte behind it; free it. Every failure is TAUB_BAD_INPUT and names the file. */
enum taub_status taub_file_read(const char *path, char **text, size_t *length, struct taub_error *error);

/* True when the file starts with HDF5's signature; false also when it cannot be read. */
bool taub_file_is_hdf5(const char *path);

/* A growing list of doubles. */
struct taub_numbers {
    double *values;
    size_t count, capacity;
};
/* False when memory is out. */
bool taub_numbers_add(struct taub_numbers *self, double value);

/* Reads the numbers of one line, up to its end or '#', adds them to `numbers` and returns how many they were, or -1
 * with `bad` set to the text that is no number (at most 31 characters), or -2 when memory is out. `*at` moves to the
 * next line. */
int taub_line_numbers(const char **at, const char *end, struct taub_numbers *numbers, char bad[32]);

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
