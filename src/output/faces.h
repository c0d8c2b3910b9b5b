/* Faces of cells in HDF5 files: a group `faces` in the root, with a dataset of cells + 1 positions for each axis.
 *
 *   boxes of unequal cells   x, y, and z or eta
 *   cubed spheres            radius, and `panels` [6][3][3], the axes T0, T1, N of each panel (mesh/sphere.h)
 *
 * Files of boxes with equal cells do not have it. */
#ifndef TAUB_FACES_H
#define TAUB_FACES_H

#include "output/internal.h"

#define TAUB_FACES "faces"

/* The name of an axis and of its dataset. */
const char *taub_faces_axis(enum taub_coordinates coordinates, int axis);

/* The faces of a mesh that files hold along an axis, for the caller to free; *out is NULL if there are none. */
enum taub_status taub_faces_copy(const struct taub_mesh *mesh, int axis, double **out, struct taub_error *error);

/* Writes the group, of all cells or of those of a series, or nothing for equal cells; false if HDF5 fails. */
bool taub_faces_put(const struct taub_series *self, hid_t file);
/* Whether the faces in a file are exactly those of a mesh; if not, `why` is the reason. */
bool taub_faces_same(hid_t file, const struct taub_mesh *mesh, char *why, size_t size);

/* Volumes of cells divided by their mean, for data of the shape [nz][ny][nx]: across[y nx + x] times along[z]. */
struct taub_volumes {
    double *across, *along; /* both NULL for equal cells */
};
/* False if there is no memory or the group is damaged; to be freed in any case. */
bool taub_faces_volumes(hid_t file, int rank, const hsize_t *shape, struct taub_volumes *volumes);
void taub_volumes_free(struct taub_volumes *volumes);

#endif
