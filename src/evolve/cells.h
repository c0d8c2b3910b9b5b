/* Quantities of listed cells, wherever on ranks and blocks they are: what follows from the state of a cell alone is
 * found for these cells and leaves the device for them (kernels/passes/probes.h); of what is made of differences of
 * cells all leave it. The same bits on every device in strict mode and on any number of ranks. */
#ifndef TAUB_EVOLVE_CELLS_H
#define TAUB_EVOLVE_CELLS_H

#include "evolve/internal.h"
#include "mesh/places.h"

struct taub_cells;

/* Whether a case needs the pass. */
bool taub_cells_wanted(const struct taub_config *config);
/* `count` cells, which may be ghost zones on a tree; all ranks give the same list. On a tree they are those of the
 * blocks that there are now (taub_simulation.meshes). */
enum taub_status taub_cells_create(struct taub_simulation *simulation, const struct taub_place *cells, int count,
                                   struct taub_cells **out, struct taub_error *error);
void taub_cells_destroy(struct taub_cells *self);

/* values[component][cell] now; all ranks call, and the first one has them. Of a whole state only
 * (taub_simulation_check_whole). */
enum taub_status taub_cells_read(struct taub_cells *self, const struct taub_quantity_info *info, enum taub_values which,
                                 double *values, struct taub_error *error);

#endif
