/* How the blocks of a mesh are distributed over ranks.
 *
 * A rank has whole rows of blocks along x: then the sum of a row of cells is computed on one rank, with the same
 * summation tree for any number of ranks, rows stay long, and data sent to a neighbour are contiguous. */
#ifndef TAUB_MESH_SHARING_H
#define TAUB_MESH_SHARING_H

#include "launch.h"
#include "taub/config.h"
#include "taub/error.h"

/* Chooses the number of blocks along each axis for `ranks` ranks: that of the case, or, if the case has a single block,
 * the one that gives the busiest rank the fewest cells, including ghost zones. TAUB_BAD_INPUT if there are fewer rows
 * of blocks than ranks. */
enum taub_status taub_sharing_blocks(const struct taub_config_mesh *config, int ghosts, int ranks, int blocks[3],
                                     struct taub_error *error);

/* Sets the owner of each block of a box of grid[0] x grid[1] x grid[2] blocks, x fastest: rows of blocks in Morton
 * order over y and z, divided evenly. */
enum taub_status taub_sharing_owners(const int grid[3], int ranks, struct taub_block *blocks, struct taub_error *error);

#endif
