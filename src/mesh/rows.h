/* Dense arrays of a distributed mesh, row by row on rank 0: for outputs, and for sums in the order of a single process,
 * with memory for only a slab of rows. Rank 0 sends requests and the others serve them until rank 0 is done, so rank 0
 * may stop at any row. */
#ifndef TAUB_MESH_ROWS_H
#define TAUB_MESH_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "comm/comm.h"
#include "mesh/mesh.h"

struct taub_rows {
    const struct taub_comm *comm;
    const struct taub_mesh *mesh;
    const double *values; /* values of this rank: [component][rows of this rank][nx] */
};

/* On rank 0: copies rows `first` to first + count - 1 of one component of the mesh to out[count][nx]. */
enum taub_status taub_rows_get(const struct taub_rows *self, int component, int first, int count, double *out,
                               struct taub_error *error);
/* On rank 0: all ranks write their rows of one component to their positions in a file at the same time: [nz][ny][nx]
 * from byte `offset` on, as doubles or floats in the byte order of this machine. *seen becomes false, and nothing is
 * written, if some rank does not see the file or TAUB_OUTPUT=gather is set in the environment. All data are on disk
 * after fsync on rank 0. */
enum taub_status taub_rows_write(const struct taub_rows *self, int component, const char *path, int64_t offset,
                                 bool single, bool *seen, struct taub_error *error);
/* On rank 0: ends taub_rows_serve on the other ranks. */
void taub_rows_done(const struct taub_rows *self);
/* On the other ranks: sends rows to rank 0 or writes them, until taub_rows_done. */
void taub_rows_serve(const struct taub_rows *self);

/* How many rows to gather at a time, starting at row `first`: whole planes of [nz][ny][nx], or a part of one. */
int taub_rows_slab(const struct taub_mesh *mesh, int first);

#endif
