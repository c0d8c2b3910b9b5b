/* Fluids on the regular grids of files (docs/theory/initial-data.md has their columns). What is kept is the
 * energy-momentum tensor, which goes over from point to point linearly, so that energy and momentum do. */
#ifndef TAUB_PROBLEMS_GRID_FILE_H
#define TAUB_PROBLEMS_GRID_FILE_H

#include <stddef.h>

#include "problems/landau.h"
#include "taub/config.h"
#include "taub/error.h"

enum { TAUB_GRID_CHARGE = TAUB_TENSOR, TAUB_GRID_COMPONENTS };

struct taub_grid_file {
    int count[3]; /* of points along x, y, z */
    double first[3], spacing[3];
    double *values; /* [z][y][x][component]: T^{mu nu}, charge density in the rest frame */
};

/* `time`: time.start. Everything wrong with the file is TAUB_BAD_INPUT with its name, and the line in a text. */
enum taub_status taub_grid_file_read(const struct taub_config_initial *config, double time, struct taub_grid_file *out,
                                     struct taub_error *error);
/* Text in memory, of all formats but TRENTo's. */
enum taub_status taub_grid_file_parse(const char *text, size_t length, const char *name, enum taub_grid_format format,
                                      double time, struct taub_grid_file *out, struct taub_error *error);
void taub_grid_file_free(struct taub_grid_file *self);

/* Trilinear between points, falling to 0 one spacing outside; an axis with one point is left out: the same along it.
 * The value of a point is given to the bit where one is asked for. */
void taub_grid_file_at(const struct taub_grid_file *self, const double x[3], double out[TAUB_GRID_COMPONENTS]);

#endif
