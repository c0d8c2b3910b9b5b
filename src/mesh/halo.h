/* The list of copies: all ghost zones of a mesh that are cells of other blocks, edges and corners of blocks included.
 * Zones beyond ends of the mesh are not among them; they are made of cells and copies afterwards.
 *
 * A copy of a block's face, edge or corner is cut into boxes of at most TAUB_COPY_CELLS cells, which passes take one by
 * one (kernels/passes/copies.h). Of boxes that pass between two ranks both have a list, in the same order: by the other
 * rank, the number of the block that receives, and the direction in which the zones lie from it.
 *
 * What passes between ranks are cells as they are stored. Where levels meet, the rank of the coarser block makes the
 * zones of both: means from cells of the finer one, which come into its shadow before (mesh.h), and parts in the zones
 * of the shadow, which go to the finer block afterwards. */
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
    int meeting;    /* above 0: of a tree, instead: the first zones beyond which blocks are finer; so many layers of the
                       cells of these on either side of the common face are read */
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
    bool empty; /* no rank has a box */
};

enum taub_status taub_halo_create(const struct taub_mesh *mesh, const struct taub_halo_wish *wish,
                                  struct taub_halo **out, struct taub_error *error);
void taub_halo_destroy(struct taub_halo *self);
/* All cells of the blocks of a tree, from those of another tree of the same box that differs by one level at most
 * anywhere, with last faces across axes whose bits `faces` has. The rank that had the cells makes those of the new
 * blocks. OUT: of other ranks, whose blocks are numbered here from 0 on, `outgoing` of them. */
enum taub_status taub_halo_create_transfer(const struct taub_mesh *from, const struct taub_mesh *to, unsigned faces,
                                           struct taub_halo **out, int *outgoing, struct taub_error *error);
/* From then on the list of what goes out has cells as they are stored where the others were made. */
void taub_halo_send_zones(struct taub_halo *self);

/* Cells of a box. */
int taub_copy_cells(const struct taub_copy *copy);
/* Where its cells are taken from: the place of the first one in component 0 of a field of so many components, and the
 * steps from there along the axes of the block that receives. */
long taub_copy_source(const struct taub_shape *shape, const struct taub_copy *copy, int components, long step[3]);
/* Where its first zone is. */
long taub_copy_target(const struct taub_shape *shape, const struct taub_copy *copy, int components);

#endif
