/* Where cells are kept: from their numbers in the whole box to blocks, on even meshes and on trees alike.
 *
 * Cells of the box are numbered at a level: those of level n as if all blocks were of it. A mesh without a tree has
 * level 0 alone. */
#ifndef TAUB_MESH_PLACES_H
#define TAUB_MESH_PLACES_H

#include <stdbool.h>

#include "mesh/mesh.h"

/* A cell of a block, whose number is that in the whole mesh; outside of the block it is a ghost zone. */
struct taub_place {
    int block, cell[3];
};

/* Of a level: the number of cells along an axis and their width; where face n and the middle of cell n are. */
int taub_level_cells(const struct taub_mesh *self, int level, int axis);
double taub_level_width(const struct taub_mesh *self, int level, int axis);
double taub_level_face(const struct taub_mesh *self, int level, int axis, int n);
double taub_level_middle(const struct taub_mesh *self, int level, int axis, int n);

/* The cell that has this number at a level, or the coarser one that it is a part of; its level is that of the block.
 * False: blocks are finer there. */
bool taub_place_find(const struct taub_mesh *self, int level, const int cell[3], struct taub_place *out);
/* The finest block that has a point, also on its surface. */
int taub_place_finest(const struct taub_mesh *self, const double point[3]);
/* The rank that has it; where it stands in dense arrays of that rank. */
int taub_place_owner(const struct taub_mesh *self, const struct taub_place *place);
size_t taub_place_dense(const struct taub_mesh *self, const struct taub_place *place);

/* A cell of a level, wherever it comes from: `visit` gets the cell, or the coarser one that it is a part of, with
 * weight 1, or all finer ones that it is made of, with what their mean gives each. Stops where visit returns false. */
typedef bool taub_visit_place(void *user, const struct taub_place *place, double weight);
bool taub_places_of(const struct taub_mesh *self, int level, const int cell[3], taub_visit_place *visit, void *user);

#endif
