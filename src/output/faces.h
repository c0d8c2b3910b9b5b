/* Faces of cells of unequal widths in HDF5 files: a group `faces` in the root, with one dataset of cells + 1 positions
 * for each axis: x, y, and z or eta. Files of meshes with equal cells do not have it. */
#ifndef TAUB_FACES_H
#define TAUB_FACES_H

#include "output/internal.h"

#define TAUB_FACES "faces"

/* The name of an axis's dataset. */
const char *taub_faces_axis(enum taub_coordinates coordinates, int axis);

/* Writes the group, or nothing for equal cells; false if HDF5 fails. */
bool taub_faces_put(const struct taub_output *self, hid_t file);
/* Whether the faces in a file are exactly those of a mesh; if not, `why` is the reason. */
bool taub_faces_same(hid_t file, const struct taub_mesh *mesh, char *why, size_t size);

/* Cell widths divided by their mean along each axis, slowest axis first, for data of the shape [nz][ny][nx]. The caller
 * frees each array; all are NULL for equal cells. False if there is no memory or the group is damaged. */
bool taub_faces_widths(hid_t file, int rank, const hsize_t *shape, double *widths[3]);

#endif
