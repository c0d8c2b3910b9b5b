/* How the blocks of a mesh are shared out to ranks.
 *
 * A rank has whole rows of blocks along x: sums of a row of cells are then made on one rank, by the same tree whatever
 * the sharing, rows stay long, and what is sent to a neighbour is contiguous. */
#ifndef TAUB_MESH_SHARING_H
#define TAUB_MESH_SHARING_H

#include "launch.h"
#include "taub/config.h"
#include "taub/error.h"

/* The blocks along each axis for so many ranks: those of the case, or where it has a single one those for which the
 * busiest rank has the least cells, ghost zones included. TAUB_BAD_INPUT when there are fewer rows of blocks than
 * ranks.
 */
enum taub_status taub_sharing_blocks(const struct taub_config_mesh *config, int ghosts, int ranks, int blocks[3],
                                     struct taub_error *error);

/* Sets the owner of each block of a box of grid[0] x grid[1] x grid[2] blocks, x fastest: rows of blocks in Morton
 * order over y and z, in equal numbers. */
enum taub_status taub_sharing_owners(const int grid[3], int ranks, struct taub_block *blocks, struct taub_error *error);

#endif
