/* The mesh: a list of equal blocks that tile a box, their neighbours and boundaries, and the memory layout of fields.
 *
 * If the mesh is distributed over ranks, each process has its own blocks, which are whole rows of cells along x
 * (mesh/sharing.h). Dense arrays on the host hold these rows, [rows][nx], in the order of their numbers; in a run of
 * one rank that is [nz][ny][nx].
 *
 * Blocks of several levels (mesh.refine) lie one after the other along z as far as cells, rows and dense arrays are
 * counted: `cells` are those of a block, along z times the number of blocks. Where they are in the box taub_block.place
 * says, and taub_mesh_center and others for such numbers.
 *
 * Where blocks of two levels on two ranks meet, the rank with the coarser one does all that is between the levels. It
 * has a shadow of the finer block, after its own blocks in the table and in every field: a place for those cells that
 * it reads of that block, and for the ghost zones that it makes for it (mesh/halo.h). */
#ifndef TAUB_MESH_H
#define TAUB_MESH_H

#include <stddef.h>

#include "launch.h"
#include "mesh/tree.h"
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
    int active[3]; /* 1 if there is more than one cell along the axis */
    double lower[3], upper[3];
    double *faces[3];           /* cells + 1 along each axis; all NULL: cells are equal */
    struct taub_sphere *sphere; /* of a cubed sphere, whose panels lie side by side along x; else NULL */
    enum taub_boundary boundary[3][2];
    struct taub_shape shape;   /* of one block, cell-centred; shape.blocks is the number of blocks of this rank */
    struct taub_block *blocks; /* shape.blocks of them, then the shadows */

    int levels; /* above 0, of a tree of blocks (mesh/tree.h), which dense arrays hold one after the other along z */
    struct taub_block_index *index; /* of that tree; else NULL */

    int parts; /* 2: fields are complex, stored as real and imaginary part of each block in turn; else 1 */

    int rank, ranks;
    int grid[3];            /* blocks of the whole mesh along each axis */
    struct taub_block *all; /* all blocks, x fastest; the same as `blocks` in a run of one rank */
    int *number;            /* index of each block of this rank in `all`; NULL in a run of one rank */
    int *local;     /* of each block in `all` that of this rank or its shadow, or -1; NULL in a run of one rank */
    int shadows;    /* blocks of other ranks that follow those of this one (struct taub_mesh, above) */
    int row_count;  /* number of rows of cells along x on this rank */
    int *rows;      /* their numbers, y + ny z, ascending; NULL: all rows */
    int *row_index; /* position of each row of the mesh in `rows`, or -1; NULL: all rows */
};

/* Used as the number of a neighbouring block that is on another rank: its ghost zones arrive in a message. This is the
 * number of a periodic boundary, which blocks never have as neighbour. */
enum { TAUB_BLOCK_ELSEWHERE = -1 - TAUB_PERIODIC };

/* With `ghosts` ghost zones on each side of every active axis. */
enum taub_status taub_mesh_create(const struct taub_config_mesh *config, int ghosts, struct taub_mesh **out,
                                  struct taub_error *error);
/* The part of rank `rank` among `ranks` ranks. */
enum taub_status taub_mesh_create_part(const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                                       struct taub_mesh **out, struct taub_error *error);
void taub_mesh_destroy(struct taub_mesh *self);

/* The same with a tree that fulfils a wish, for a case with mesh.refine; the others have the tree of its regions. */
enum taub_status taub_mesh_create_tree(const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                                       const struct taub_tree_wish *wish, struct taub_mesh **out,
                                       struct taub_error *error);
/* Number of blocks of the whole mesh. */
int taub_mesh_all_blocks(const struct taub_mesh *self);
/* Of a tree, the place of a block in it. */
struct taub_leaf taub_block_leaf(const struct taub_mesh *self, int number);
/* Where the first cell of a block of the whole mesh is counted. */
void taub_mesh_stored_place(const struct taub_mesh *self, int number, int place[3]);
/* What mesh/block.h asks for to find blocks of this mesh by their positions. */
void taub_mesh_grid(const struct taub_mesh *self, struct taub_block_grid *grid);

/* Blocks that fields have memory for: those of this rank and the shadows. */
int taub_mesh_stored_blocks(const struct taub_mesh *self);
/* The table of these for devices. Complex fields have two entries per block, first the real and then the imaginary
 * part, as if they were separate blocks. The caller frees the table of taub_mesh_stored_blocks x parts entries; NULL if
 * memory is exhausted. */
struct taub_block *taub_mesh_device_blocks(const struct taub_mesh *self);

/* Number of cells on this rank. */
size_t taub_mesh_zones(const struct taub_mesh *self);
/* The number (in the mesh) of row n of this rank; the rank that has the row with this number. */
int taub_mesh_row(const struct taub_mesh *self, int n);
int taub_mesh_row_owner(const struct taub_mesh *self, int row);
/* How many rows with smaller numbers than `row` a rank has. */
int taub_mesh_rows_below(const struct taub_mesh *self, int rank, int row);

/* Shape of the blocks of a field with this centring: face, edge and node centrings have one more value along the axes
 * concerned. */
struct taub_shape taub_mesh_shape(const struct taub_mesh *self, enum taub_centring centring);
/* Number of values of a field: stored blocks x components x component_stride. */
size_t taub_mesh_values(const struct taub_mesh *self, enum taub_centring centring, int components);
/* Where face n of an axis stands, between cells n - 1 and n, and the middle of cell n; of a cubed sphere the radius
 * along axis 2. */
double taub_mesh_face(const struct taub_mesh *self, int axis, int n);
double taub_mesh_middle(const struct taub_mesh *self, int axis, int n);
/* Centre of cell (i, j, k) of the whole mesh. */
void taub_mesh_center(const struct taub_mesh *self, int i, int j, int k, double x[3]);
/* Widths of this cell. */
void taub_mesh_widths(const struct taub_mesh *self, int i, int j, int k, double width[3]);
/* Coordinate volume of this cell relative to the mean cell: exactly 1 if cells are equal; of a cubed sphere, whose
 * shape counts angles, relative to a cell of equal steps in both angles and in r at r = 1. */
double taub_mesh_weight(const struct taub_mesh *self, int i, int j, int k);
/* Copies component c of a cell field (doubles or floats, as value_bytes says) between block storage and a dense array
 * [nz][ny][nx] of doubles. */
void taub_mesh_gather(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                      double *dense);
void taub_mesh_scatter(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                       const double *dense);
/* The same for a field on the lower faces along an axis, but for the upper face of each cell; at the end of a block
 * that face is in the ghost zones. */
void taub_mesh_gather_upper(const struct taub_mesh *self, const void *field, size_t value_bytes, int components, int c,
                            int axis, double *dense);
void taub_mesh_scatter_upper(const struct taub_mesh *self, void *field, size_t value_bytes, int components, int c,
                             int axis, const double *dense);
/* The key of a case that gives the state of inflow at a face: 2 axis + side. */
const char *taub_inflow_key(const struct taub_config_mesh *mesh, int face);

#endif
