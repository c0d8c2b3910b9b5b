/* The mesh: a list of equal blocks that tile a box, their neighbours and boundaries, and where fields put their values.
 *
 * Of a mesh that is shared between ranks a process has its own blocks, which are whole rows of cells along x
 * (mesh/sharing.h). Dense arrays on the host hold these rows, [rows][nx], in the order of their numbers: of a mesh that
 * is not shared that is [nz][ny][nx]. */
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
    double *faces[3]; /* cells + 1 along each axis; NULL, all of them: cells are equal */
    enum taub_boundary boundary[3][2];
    struct taub_shape shape;   /* of one block, cell-centred; shape.blocks: those of this rank */
    struct taub_block *blocks; /* shape.blocks of them */

    int parts; /* 2: fields are complex, real and imaginary parts of a block follow each other; else 1 */

    int rank, ranks;
    int grid[3];            /* blocks of the whole mesh along each axis */
    struct taub_block *all; /* all of them, x fastest; `blocks` where the mesh is not shared */
    int *number;            /* of each block of this rank among all; NULL where the mesh is not shared */
    int row_count;          /* rows of cells along x of this rank */
    int *rows;              /* their numbers, y + ny z, rising; NULL: all rows */
    int *row_index;         /* of each row of the mesh its place in `rows`, or -1; NULL: all rows */
};

/* In place of the number of a neighbouring block: it is on another rank, and ghost zones come in a message. Of the
 * numbers for boundaries that of a periodic one, which no block ever meets. */
enum { TAUB_BLOCK_ELSEWHERE = -1 - TAUB_PERIODIC };

/* `ghosts` zones on each side of every active axis. */
enum taub_status taub_mesh_create(const struct taub_config_mesh *config, int ghosts, struct taub_mesh **out,
                                  struct taub_error *error);
/* The part of one of `ranks` ranks. */
enum taub_status taub_mesh_create_part(const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                                       struct taub_mesh **out, struct taub_error *error);
void taub_mesh_destroy(struct taub_mesh *self);

/* The table of blocks as devices see it: of complex fields two entries for each block, the real and then the imaginary
 * part, as if they were blocks of their own. A block that meets itself or another one across the ends of a periodic
 * mesh then has in neighbour[].block[1] the entry with the other part of what it meets; where ghost zones come from
 * another rank, that of its own other part. Else block[1] is -1. The caller frees the table of shape.blocks x parts
 * entries; NULL without memory. */
struct taub_block *taub_mesh_device_blocks(const struct taub_mesh *self);

/* Cells of this rank. */
size_t taub_mesh_zones(const struct taub_mesh *self);
/* The number of row n of this rank; the rank that has the row of this number. */
int taub_mesh_row(const struct taub_mesh *self, int n);
int taub_mesh_row_owner(const struct taub_mesh *self, int row);
/* How many rows of a rank there are below this number. */
int taub_mesh_rows_below(const struct taub_mesh *self, int rank, int row);

/* Shape of blocks of a field with this centring: a face, edge or node centring has one more value along its axes. */
struct taub_shape taub_mesh_shape(const struct taub_mesh *self, enum taub_centring centring);
/* Values a field needs: blocks x components x component_stride. */
size_t taub_mesh_values(const struct taub_mesh *self, enum taub_centring centring, int components);
/* Centre of cell (i, j, k) of the whole mesh. */
void taub_mesh_center(const struct taub_mesh *self, int i, int j, int k, double x[3]);
/* Widths of that cell. */
void taub_mesh_widths(const struct taub_mesh *self, int i, int j, int k, double width[3]);
/* Volume by coordinates of that cell over that of the mean cell: exactly 1 where cells are equal. */
double taub_mesh_weight(const struct taub_mesh *self, int i, int j, int k);
/* Copies component c of a cell field (doubles or floats, as value_bytes says) between block storage and a dense array
 * [nz][ny][nx] of doubles. */
void taub_mesh_gather(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                      double *dense);
void taub_mesh_scatter(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                       const double *dense);
/* The same of what stands on lower faces across an axis, but of the upper faces of cells: for those at the end of a
 * block in its ghost zones. */
void taub_mesh_gather_upper(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                            int axis, double *dense);
void taub_mesh_scatter_upper(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                             int axis, const double *dense);

#endif
