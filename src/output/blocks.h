/* The table of a mesh with blocks of several levels (mesh.refine) in HDF5 files, beside fields that hold the blocks one
 * after the other, [block, k][j][i]:
 *
 *   blocks/level [block]     cells are 2^level times finer than those of level 0
 *   blocks/place [block][3]  of the first cell, x, y, z, counted in cells of the block's level
 *   attributes of blocks: cells (of a block), lower (of the mesh), spacing (of cells of level 0), x, y, z */
#ifndef TAUB_OUTPUT_BLOCKS_H
#define TAUB_OUTPUT_BLOCKS_H

#include <hdf5.h>

#include "mesh/tree.h"
#include "output/internal.h"

#define TAUB_BLOCKS "blocks"

/* Does nothing where the mesh has no tree. */
bool taub_blocks_put(const struct taub_output *self, hid_t file);
size_t taub_blocks_bytes(const struct taub_output *self);
/* The blocks of a file; to be freed. NULL: there are none, or they cannot be read. */
struct taub_leaf *taub_blocks_get(hid_t file, int *count);
/* Those of the mesh at hand, for an iteration. NULL: there is no tree, or *good becomes false. */
struct taub_leaf *taub_blocks_copy(const struct taub_output *self, int *count, bool *good);
/* The grids of an iteration in an index, one a block. */
void taub_blocks_put_grids(const struct taub_series *self, FILE *file, const struct taub_iteration *iteration);

#endif
