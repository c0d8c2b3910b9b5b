/* The table of blocks: the position of each block, and its neighbours across each face. The entries are struct
 * taub_block of kernels/launch.h, from which kernels find positions, boundaries and ghost zones.
 *
 * Tables are made here for boxes, for boxes with blocks of several levels (each twice as fine as the one below), and
 * for the six panels of a cube. Neighbours follow from the positions of the blocks, not from their numbering. */
#ifndef TAUB_MESH_BLOCK_H
#define TAUB_MESH_BLOCK_H

#include <stdbool.h>

#include "launch.h"
#include "taub/config.h"
#include "taub/error.h"

/* A box of `grid` blocks at level 0, of `cells` cells each; at level n there are 2^n times as many blocks along every
 * axis that has more than one cell in the whole box (`active`). */
struct taub_block_grid {
    int grid[3], cells[3], active[3];
    double spacing[3]; /* of the cells of level 0 */
    enum taub_boundary boundary[3][2];
};

/* Fills in the spacing and the neighbours of `count` blocks, whose place and level are set. A neighbour is a block of
 * the same level, one of the level below, those of the level above, or a boundary. TAUB_BAD_INPUT if blocks overlap,
 * leave a hole, or differ by more than one level across a face. */
enum taub_status taub_blocks_link(const struct taub_block_grid *grid, struct taub_block *blocks, int count,
                                  struct taub_error *error);

/* Finds blocks of a table by their positions, counted in blocks of a level; to be destroyed. */
struct taub_block_index;
enum taub_status taub_block_index_create(const struct taub_block_grid *grid, const struct taub_block *blocks, int count,
                                         struct taub_block_index **out, struct taub_error *error);
void taub_block_index_destroy(struct taub_block_index *self);
/* The number of the block there, or -1. */
int taub_block_find(const struct taub_block_index *self, int level, const int at[3]);
/* Brings a position into the box across periodic ends; false beyond others. */
bool taub_block_wrap(const struct taub_block_grid *grid, int level, int at[3]);

/* All blocks of level 0, x fastest. The caller frees *out, of grid[0] x grid[1] x grid[2] entries. */
enum taub_status taub_blocks_of_box(const struct taub_block_grid *grid, struct taub_block **out,
                                    struct taub_error *error);

/* From a cell beyond the face of a block of `cells` cells across one axis, in the numbers of that block, to the numbers
 * of the neighbour of the same level that has it. A cell may lie beyond the block along other axes, too: it then lies
 * beyond the neighbour. Components of vectors are not turned here. */
void taub_cell_across(const int cells[3], int turn, int axis, const int from[3], int to[3]);

/* Shells outside a cube: six panels (taub_cube_panels) of per_side x per_side blocks of cells[0] x cells[0] cells, in
 * `layers` layers of cells[1] cells outwards. Entries run over the blocks of a panel along x, then over panels, along y
 * and outwards; `place` counts cells in a mesh in which the panels lie side by side along x. Across the twelve edges
 * the axes turn. Along z the mesh ends with `ends`. The caller frees *out. */
enum taub_status taub_blocks_of_cube(int per_side, int layers, const int cells[2], const enum taub_boundary ends[2],
                                     struct taub_block **out, struct taub_error *error);
/* Corner and directions of x and y of each panel, on the cube [0, 1]^3; z points outwards. */
struct taub_cube_panel {
    int corner[3], along[2][3];
};
extern const struct taub_cube_panel taub_cube_panels[6];

#endif
