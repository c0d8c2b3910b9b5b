/* How the groups of threads of a GPU lie over the cells of blocks, for passes whose threads march along z.
 *
 * A group covers a tile of columns, less the threads that only serve others: with shared faces one row and one column.
 * Threads outside the block, and those that fill up a warp, do nothing, so the group is chosen by the share of its
 * threads that advance cells; and a pass needs several groups for each multiprocessor, so that small meshes are cut
 * along z. bench/layout.md has the measurements. */
#ifndef TAUB_EVOLVE_LAYOUT_H
#define TAUB_EVOLVE_LAYOUT_H

#include "evolve/internal.h"

/* The better of two groups for meshes with more than one cell along x and y: `large`, and `fitting` whose tile is 32
 * or 16 cells wide; all 256 threads along the one axis that has cells otherwise. `serving`: threads along each axis of
 * a group that only serve others. The choice depends on the case alone, since it is compiled in. */
void taub_layout_group(const struct taub_config *config, int serving, const int large[2], const int fitting[2],
                       int group[2]);

/* Cells along z that a thread marches through. `units`: multiprocessors, 0 where they are not known; `tile`: cells of a
 * group along x and y; `resident`: groups that share a multiprocessor. */
int taub_layout_march(const struct taub_shape *shape, int units, const int tile[2], int resident);

/* Group and tile of a pass on a GPU, from those two. */
void taub_layout_columns(const struct taub_simulation *simulation, const int group[2], int serving, int resident,
                         struct taub_pass_geometry *geometry);

/* Group and tile of a pass on a GPU whose threads have one component of a cell each, `lanes` cells together
 * (kernels/passes/thread_group.h): a group takes about 1000 cells one after the other, but so that there are groups for
 * the whole GPU. */
void taub_layout_states(const struct taub_simulation *simulation, int lanes, struct taub_pass_geometry *geometry);

/* The tile of a pass on the host, whose strips of rows march along z: at most `largest`, and less where threads would
 * wait for each other. `halo`: cells that a tile computes besides its own, along each axis. Mesh, threads and tile are
 * those of the simulation, or given. */
void taub_layout_strips(const struct taub_simulation *simulation, const int largest[3], int halo,
                        struct taub_pass_geometry *geometry);
void taub_layout_strips_of(const struct taub_shape *shape, int threads, const int largest[3], int halo, int tile[3]);

#endif
