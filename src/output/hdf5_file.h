/* Helpers for HDF5: suppressed error output, reasons of failures, attributes. */
#ifndef TAUB_HDF5_FILE_H
#define TAUB_HDF5_FILE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* HDF5 prints its error stack by default. A library must not print, and must not change this setting for its caller
 * either. Between begin and end the innermost message of the first error is recorded, which names the system's error if
 * there was one; the stack itself is cleared by the next call of any HDF5 function, such as one that closes an object.
 * From begin to end the calling thread holds the HDF5 lock (core/hdf5_lock.h). */
struct taub_h5_silence {
    H5E_auto2_t function; /* the caller's, to be restored */
    void *data;
    char reason[512];
};
void taub_h5_silence_begin(struct taub_h5_silence *silence);
void taub_h5_silence_end(const struct taub_h5_silence *silence);
const char *taub_h5_reason(void);      /* of the first error since begin; valid until end */
void taub_h5_note(const char *reason); /* reports a failure outside of HDF5; the first reason is kept */

hid_t taub_h5_create(const char *path, size_t user_block);
hid_t taub_h5_append(const char *path); /* for reading and writing */
hid_t taub_h5_open(const char *path);   /* for reading, without a lock */
void taub_h5_close(hid_t object);       /* of any kind but files; below 0: nothing */

/* The values of a one-dimensional dataset of any length; the caller frees them. NULL if it is missing, does not hold
 * floating-point numbers, or cannot be read. */
double *taub_h5_get_list(hid_t object, const char *name, size_t *count);

/* A dataset stored as one type, of values given in another; false if writing fails. */
bool taub_h5_put_dataset(hid_t object, const char *name, hid_t stored, hid_t given, int rank, const hsize_t *shape,
                         const void *values);

/* Attributes; false if writing or reading fails, or if the shape or class differs. */
bool taub_h5_put_text(hid_t object, const char *name, const char *text);
bool taub_h5_put_texts(hid_t object, const char *name, const char *const *texts, int count);
bool taub_h5_put_double(hid_t object, const char *name, double value);
bool taub_h5_put_doubles(hid_t object, const char *name, const double *values, int count);
bool taub_h5_put_integers(hid_t object, const char *name, const int64_t *values, int count);
bool taub_h5_put_unsigned(hid_t object, const char *name, uint32_t value);
bool taub_h5_get_text(hid_t object, const char *name, char *text, size_t size);
bool taub_h5_get_doubles(hid_t object, const char *name, double *values, int count);
bool taub_h5_get_integers(hid_t object, const char *name, int64_t *values, int count);

#endif
