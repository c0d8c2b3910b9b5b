/* Dense arrays of a mesh that ranks share, row by row on rank 0: for outputs and sums in the order of a single process,
 * with memory for a slab of rows only. Rank 0 asks, the others serve until it is done; so rank 0 may stop at any row.
 */
#ifndef TAUB_MESH_ROWS_H
#define TAUB_MESH_ROWS_H

#include <stdbool.h>
#include <stdint.h>

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
/* On rank 0: all ranks write their rows of one component to their places in a file, at the same time: [nz][ny][nx] from
 * byte `offset` on, of doubles or floats in the byte order of this machine. *seen becomes false, and nothing is
 * written, where a rank does not see the file or TAUB_OUTPUT=gather in the environment says so. The whole is on the
 * disk after fsync on rank 0. */
enum taub_status taub_rows_write(const struct taub_rows *self, int component, const char *path, int64_t offset,
                                 bool single, bool *seen, struct taub_error *error);
/* On rank 0: lets the others go on. */
void taub_rows_done(const struct taub_rows *self);
/* On the others: gives rows to rank 0, or writes them, until then. */
void taub_rows_serve(const struct taub_rows *self);

/* Rows that are brought together at a time from row `first` on: whole planes of [nz][ny][nx], or a part of one. */
int taub_rows_slab(const struct taub_mesh *mesh, int first);

#endif
