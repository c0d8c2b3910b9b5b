/* Grids written by TRENTo: J. S. Moreland, J. E. Bernhard, S. A. Bass, Phys. Rev. C 92 (2015) 011901.
 *
 * Text: lines "# name = value", then one line per row; rows are y, columns x, as many rows as columns. HDF5: datasets
 * event_0, event_1, ... of shape [ny][nx] with the same metadata as attributes. */
#ifndef TAUB_TRENTO_GRID_H
#define TAUB_TRENTO_GRID_H

#include <stddef.h>

#include "taub/error.h"

enum { TAUB_TRENTO_METADATA = 7 };
extern const char *const taub_trento_metadata_names[TAUB_TRENTO_METADATA]; /* b npart mult e2 e3 e4 e5 */

struct taub_trento_grid {
    int columns, rows;
    double *values;                        /* [rows][columns], finite, not negative */
    double metadata[TAUB_TRENTO_METADATA]; /* NaN if missing in the file */
};

/* Text in memory; `name` is used in messages. Errors in the text are TAUB_BAD_INPUT with name:line. */
enum taub_status taub_trento_parse(const char *text, size_t length, const char *name, struct taub_trento_grid *out,
                                   struct taub_error *error);

/* A file in either format; `event` is used for HDF5 only. */
enum taub_status taub_trento_read(const char *path, int event, struct taub_trento_grid *out, struct taub_error *error);
void taub_trento_free(struct taub_trento_grid *self);

#endif
