/* The mesh: a list of equal blocks that tile a box, their neighbours and boundaries, and where fields put their values.
 */
#ifndef TAUB_MESH_H
#define TAUB_MESH_H

#include <stddef.h>

#include "launch.h"
#include "taub/config.h"
#include "taub/error.h"

enum taub_centring {
    TAUB_CELL,
    TAUB_FACE_X,
    TAUB_FACE_Y,
    TAUB_FACE_Z,
    TAUB_EDGE_X,
    TAUB_EDGE_Y,
    TAUB_EDGE_Z,
    TAUB_NODE
};

struct taub_mesh {
    enum taub_coordinates coordinates;
    int cells[3];  /* of the whole mesh */
    int active[3]; /* 1 where there is more than one cell */
    double lower[3], upper[3];
    enum taub_boundary boundary[3][2];
    struct taub_shape shape;   /* of one block, cell-centred */
    struct taub_block *blocks; /* shape.blocks of them */
};

/* `ghosts` zones on each side of every active axis. */
enum taub_status taub_mesh_create(const struct taub_config_mesh *config, int ghosts, struct taub_mesh **out,
                                  struct taub_error *error);
void taub_mesh_destroy(struct taub_mesh *self);

/* Shape of blocks of a field with this centring: a face, edge or node centring has one more value along its axes. */
struct taub_shape taub_mesh_shape(const struct taub_mesh *self, enum taub_centring centring);
/* Values a field needs: blocks x components x component_stride. */
size_t taub_mesh_values(const struct taub_mesh *self, enum taub_centring centring, int components);
/* Centre of cell (i, j, k) of the whole mesh. */
void taub_mesh_center(const struct taub_mesh *self, int i, int j, int k, double x[3]);
/* Copies component c of a cell field (doubles or floats, as value_bytes says) between block storage and a dense array
 * [nz][ny][nx] of doubles. */
void taub_mesh_gather(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                      double *dense);
void taub_mesh_scatter(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                       const double *dense);

#endif
