/* The list of copies: all ghost zones of a mesh that are cells of other blocks, edges and corners of blocks included.
 * Zones beyond ends of the mesh are not among them; they are made of cells and copies afterwards.
 *
 * A copy of a block's face, edge or corner is cut into boxes of at most TAUB_COPY_CELLS cells, which passes take one by
 * one (kernels/passes/copies.h). Of boxes that pass between two ranks both have a list, in the same order: by the other
 * rank, the number of the block that receives, and the direction in which the zones lie from it. */
#ifndef TAUB_MESH_HALO_H
#define TAUB_MESH_HALO_H

#include <stdbool.h>

#include "mesh/mesh.h"

/* Which zones are wanted. */
enum { TAUB_ANY_LEVEL = -1 };
struct taub_halo_wish {
    unsigned axes;  /* bit n: zones that lie outside along axis n */
    bool corners;   /* zones that lie outside along several of these axes, too */
    bool beside;    /* zones of one axis with the ghost zones of the others beside them, which are filled before */
    int finer_at;   /* of a tree: 0: zones that are cells of blocks of the same level, or means of finer ones; n: zones
                       of blocks of level n that are parts of coarser cells */
    bool meeting;   /* of a tree, instead: the first zones beyond which blocks are finer */
    unsigned faces; /* bit n: of blocks at the upper end of axis n the first layer beyond belongs to the block, since it
                       holds the last faces (taub_upper_faces) */
};

enum taub_halo_part { TAUB_HALO_OWN, TAUB_HALO_OUT, TAUB_HALO_IN, TAUB_HALO_PARTS };

/* A rank with which zones are exchanged. */
struct taub_halo_peer {
    int rank;
    long before[TAUB_HALO_PARTS], zones[TAUB_HALO_PARTS]; /* OUT and IN: zones of lower ranks, and of this one */
};

struct taub_halo {
    struct taub_copy *list[TAUB_HALO_PARTS]; /* within this rank; cells that others take; zones that come from others */
    int count[TAUB_HALO_PARTS];
    long zones[TAUB_HALO_PARTS];
    struct taub_halo_peer *peers; /* by rank */
    int peer_count;
};

enum taub_status taub_halo_create(const struct taub_mesh *mesh, const struct taub_halo_wish *wish,
                                  struct taub_halo **out, struct taub_error *error);
void taub_halo_destroy(struct taub_halo *self);
/* All cells of the blocks of a tree, from those of another tree of the same box that differs by one level at most
 * anywhere, with last faces across axes whose bits `faces` has: TAUB_HALO_OWN alone. */
enum taub_status taub_halo_create_transfer(const struct taub_mesh *from, const struct taub_mesh *to, unsigned faces,
                                           struct taub_halo **out, struct taub_error *error);

/* Cells of a box. */
int taub_copy_cells(const struct taub_copy *copy);
/* Where its cells are taken from: the place of the first one in component 0 of a field of so many components, and the
 * steps from there along the axes of the block that receives. */
long taub_copy_source(const struct taub_shape *shape, const struct taub_copy *copy, int components, long step[3]);
/* Where its first zone is. */
long taub_copy_target(const struct taub_shape *shape, const struct taub_copy *copy, int components);

#endif
