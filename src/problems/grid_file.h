/* Fluids on regular grids in files (docs/theory/initial-data.md lists their columns). The energy-momentum tensor is
 * stored and interpolated linearly, which conserves energy and momentum. */
#ifndef TAUB_PROBLEMS_GRID_FILE_H
#define TAUB_PROBLEMS_GRID_FILE_H

#include <stddef.h>

#include "problems/landau.h"
#include "taub/config.h"
#include "taub/error.h"

enum { TAUB_GRID_CHARGE = TAUB_TENSOR, TAUB_GRID_COMPONENTS };

struct taub_grid_file {
    int count[3]; /* number of points along x, y, z */
    double first[3], spacing[3];
    double *values; /* [z][y][x][component]: T^{mu nu}, and the charge density in the rest frame */
};

/* `time`: time.start. Errors in the file are TAUB_BAD_INPUT with its name and, for text, the line. */
enum taub_status taub_grid_file_read(const struct taub_config_initial *config, double time, struct taub_grid_file *out,
                                     struct taub_error *error);
/* Text in memory, in any format but TRENTo's. */
enum taub_status taub_grid_file_parse(const char *text, size_t length, const char *name, enum taub_grid_format format,
                                      double time, struct taub_grid_file *out, struct taub_error *error);
void taub_grid_file_free(struct taub_grid_file *self);

/* Trilinear interpolation, which falls to 0 within one spacing outside the grid. Along an axis with one point the fluid
 * is uniform. At a grid point the result is its value, to the bit. */
void taub_grid_file_at(const struct taub_grid_file *self, const double x[3], double out[TAUB_GRID_COMPONENTS]);

#endif
