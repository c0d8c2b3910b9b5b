/* Trees of blocks: a box of blocks of level 0, any of which may be divided into two along each axis that has more than
 * one cell, and these again. Blocks that touch at a face, an edge or a corner differ by one level at most. */
#ifndef TAUB_MESH_TREE_H
#define TAUB_MESH_TREE_H

#include <stdint.h>

#include "mesh/block.h"

/* A block of the tree, whether there is one or it is divided: its position, counted in blocks of its level. */
struct taub_leaf {
    int level, at[3];
};

/* Asks for blocks: every leaf of a list is there in the tree that is made, or divided further. */
struct taub_tree_wish {
    const struct taub_leaf *leaves;
    int count;
};

/* The coarsest tree that fulfils a wish. Blocks are in Morton order of their positions, with level, place, spacing and
 * neighbours. The caller frees *out. TAUB_BAD_INPUT for more than TAUB_MOST_BLOCKS_OF_TREE blocks. */
enum { TAUB_MOST_BLOCKS_OF_TREE = 4000000 };
enum taub_status taub_tree_create(const struct taub_block_grid *grid, const struct taub_tree_wish *wish,
                                  struct taub_block **out, int *count, struct taub_error *error);
/* How many blocks that tree has, or would have. */
enum taub_status taub_tree_count(const struct taub_block_grid *grid, const struct taub_tree_wish *wish, int64_t *count,
                                 struct taub_error *error);

/* The leaves that the regions of a case ask for; to be freed. */
enum taub_status taub_tree_of_regions(const struct taub_block_grid *grid, const double lower[3],
                                      const struct taub_config_refine *refine, struct taub_leaf **leaves, int *count,
                                      struct taub_error *error);

#endif
