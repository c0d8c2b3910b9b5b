/* The columns of a table of an equation of state, as a text or HDF5 file gives them, and whether they belong together.
 */
#ifndef TAUB_TABLE_COLUMNS_H
#define TAUB_TABLE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "taub/error.h"

struct taub_table_columns {
    const char *path;
    size_t count;
    double *energy, *pressure, *temperature;
    double *sound, *entropy; /* NULL when not given */
    int *line;               /* NULL where the file has no lines */
};

/* Text: a line of comment before the numbers may name the columns, "# e p s T" (also "# columns: ..."); without one
 * they are e p T or e p T cs2. HDF5: datasets of these names. */
enum taub_status taub_table_read(const char *path, struct taub_table_columns *out, struct taub_error *error);
void taub_table_free(struct taub_table_columns *self);

/* Positive, monotone, causal; and one thermodynamics: dp = s dT with s = (e + p)/T (which is de = T ds), T to
 * `tolerance` of its value; cs2 = dp/de to `tolerance`; e + p = T s to `tolerance` of itself. */
enum taub_status taub_table_check(const struct taub_table_columns *self, double tolerance, struct taub_error *error);

/* "FILE:LINE: what", what printed with two numbers. */
enum taub_status taub_table_bad_row(const struct taub_table_columns *self, size_t row, struct taub_error *error,
                                    const char *what, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

#endif
