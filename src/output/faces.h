/* Faces of cells of unequal widths in HDF5 files: a group `faces` in the root, with a dataset of cells + 1 places for
 * each axis, x, y and z or eta. Files of meshes with equal cells have none. */
#ifndef TAUB_FACES_H
#define TAUB_FACES_H

#include "output/internal.h"

#define TAUB_FACES "faces"

/* The name of an axis there. */
const char *taub_faces_axis(enum taub_coordinates coordinates, int axis);

/* Writes the group, or nothing with equal cells; false: HDF5 says why. */
bool taub_faces_put(const struct taub_output *self, hid_t file);
/* Whether a file's faces are exactly those of a mesh; where they are not `why` says so. */
bool taub_faces_same(hid_t file, const struct taub_mesh *mesh, char *why, size_t size);

/* Of a file whose cells have a shape [nz][ny][nx]: widths along each axis over their mean, slowest first, to be freed
 * one by one; all NULL where cells are equal. False: memory is out, or the group is damaged. */
bool taub_faces_widths(hid_t file, int rank, const hsize_t *shape, double *widths[3]);

#endif
