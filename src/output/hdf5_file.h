/* Small helpers over HDF5: silence, reasons, attributes. */
#ifndef TAUB_HDF5_FILE_H
#define TAUB_HDF5_FILE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* HDF5 prints its error stack unless told not to; a library must not, and must not change that for its caller either.
 * Between begin and end the first error's innermost message is kept: it names the system's error where there is one.
 * HDF5 belongs to the calling thread from begin to end (core/hdf5_lock.h).
 * (The stack itself is cleared by the next call of any HDF5 function, say the one that closes what was open.) */
struct taub_h5_silence {
    H5E_auto2_t function; /* the caller's, to be restored */
    void *data;
    char reason[512];
};
void taub_h5_silence_begin(struct taub_h5_silence *silence);
void taub_h5_silence_end(const struct taub_h5_silence *silence);
const char *taub_h5_reason(void);      /* of the silence that holds; valid until its end */
void taub_h5_note(const char *reason); /* of what failed beside HDF5; the first one stays */

hid_t taub_h5_create(const char *path, size_t user_block);
hid_t taub_h5_append(const char *path); /* for changes */
hid_t taub_h5_open(const char *path);   /* for reading, without a lock */

/* The numbers of a dataset of one axis, whatever its length, to be freed; NULL where it is not there, not of floating
 * point numbers, or cannot be read. */
double *taub_h5_get_list(hid_t object, const char *name, size_t *count);

/* Attributes; false when writing or reading fails, or when the shape or class is another. */
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
