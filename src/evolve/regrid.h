/* Blocks of several levels that follow the flow (mesh.refine). */
#ifndef TAUB_EVOLVE_REGRID_H
#define TAUB_EVOLVE_REGRID_H

#include "evolve/internal.h"

/* Refines and coarsens blocks by the state as it is. keeps: the state goes over to the new blocks; otherwise these have
 * none yet. */
enum taub_status taub_simulation_regrid(struct taub_simulation *self, bool keeps, bool *changed,
                                        struct taub_error *error);
/* Between steps, goes over to another tree of blocks of the case's mesh, which differs by one level at most anywhere
 * where the state is kept; takes the mesh. On failure the simulation has its earlier blocks and state. */
enum taub_status taub_simulation_take_mesh(struct taub_simulation *self, struct taub_mesh *mesh, bool keeps,
                                           struct taub_error *error);
/* From the blocks of the case's regions to those that the initial data ask for. */
enum taub_status taub_simulation_refine_start(struct taub_simulation *self, struct taub_error *error);

#endif
