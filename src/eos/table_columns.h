/* The columns of a table of an equation of state, read from a text or HDF5 file, and checks of their consistency. */
#ifndef TAUB_TABLE_COLUMNS_H
#define TAUB_TABLE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

struct taub_table_columns {
    const char *path;
    size_t count;
    double *energy, *pressure, *temperature;
    double *sound, *entropy; /* NULL if not given */
    int *line;               /* line numbers; NULL for HDF5 */
};

/* Text: a comment before the numbers may name the columns, "# e p s T" (also "# columns: ..."); without one they are e
 * p T or e p T cs2. HDF5: datasets with these names. */
enum taub_status taub_table_read(const char *path, struct taub_table_columns *out, struct taub_error *error);
void taub_table_free(struct taub_table_columns *self);

/* Requires columns that are positive, monotone, causal and thermodynamically consistent: dp = s dT with s = (e + p)/T
 * (equivalent to de = T ds), with T to a relative `tolerance`; cs2 = dp/de to `tolerance`; e + p = T s to a relative
 * `tolerance`. */
enum taub_status taub_table_check(const struct taub_table_columns *self, double tolerance, struct taub_error *error);

/* Fails with the message "FILE:LINE: what"; `what` is a format. */
enum taub_status taub_table_bad_row(const struct taub_table_columns *self, size_t row, struct taub_error *error,
                                    const char *what, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

#endif
