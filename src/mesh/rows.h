/* Dense arrays of a mesh that ranks share, row by row on rank 0: for outputs and sums in the order of a single process,
 * with memory for a slab of rows only. Rank 0 asks, the others serve until it is done; so rank 0 may stop at any row.
 */
#ifndef TAUB_MESH_ROWS_H
#define TAUB_MESH_ROWS_H

#include "comm/comm.h"
#include "mesh/mesh.h"

struct taub_rows {
    const struct taub_comm *comm;
    const struct taub_mesh *mesh;
    const double *values; /* of this rank: [component][its rows][nx] */
};

/* On rank 0: rows `first` to first + count - 1 of the mesh of one component into out[count][nx]. */
enum taub_status taub_rows_get(const struct taub_rows *self, int component, int first, int count, double *out,
                               struct taub_error *error);
/* On rank 0: lets the others go on. */
void taub_rows_done(const struct taub_rows *self);
/* On the others: gives rows to rank 0 until then. */
void taub_rows_serve(const struct taub_rows *self);

/* Rows that are brought together at a time from row `first` on: whole planes of [nz][ny][nx], or a part of one. */
int taub_rows_slab(const struct taub_mesh *mesh, int first);

#endif
