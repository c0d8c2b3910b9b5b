/* The medium cell by cell on the host, for those who choose stencils: of the case, before and beside any state. */
#ifndef TAUB_EVOLVE_MEDIA_H
#define TAUB_EVOLVE_MEDIA_H

#include "evolve/internal.h"
#include "systems/medium_array.h"
#include "systems/poles.h"

/* Numbers of a cell: those of its medium, then the strengths of poles. */
enum { TAUB_CELL_MEDIUM = TAUB_MEDIUM_NUMBERS + TAUB_MOST_POLES };

struct taub_media;

/* NULL in `out` where there is no medium, or where initial data give it. */
enum taub_status taub_media_create(const struct taub_config *config, struct taub_media **out, struct taub_error *error);
void taub_media_destroy(struct taub_media *self);
/* Of a cell of the mesh; beyond its ends of the one around the mesh from there. */
void taub_media_at(const struct taub_media *self, const int cell[3], double out[TAUB_CELL_MEDIUM]);
/* Whether fields jump between two cells: the rule of the kernels, passes/maxwell_means.h. */
bool taub_media_jump(const double a[TAUB_CELL_MEDIUM], const double b[TAUB_CELL_MEDIUM]);

/* A stencil along axis a for the value at x, in cells from the lower end, for which `cell` says where it lies along the
 * other axes: how many cells from `from` on. `most` around x, or as many as are of one medium where it jumps there; at
 * a jump those on the side with more of them, else that of longer waves. Beyond the ends of the mesh only where it
 * wraps.
 */
int taub_media_line(const struct taub_media *self, const int cell[3], int a, double x, int most, int *from);

#endif
