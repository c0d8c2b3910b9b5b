#include "mesh/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "core/bulk_file.h"

enum { SLAB_BYTES = 1 << 25 };

/* A request of rank 0 to all ranks. */
struct request {
    enum { END, ROWS, WRITE } kind;
    int component, first, count; /* ROWS: which rows */
    int64_t offset;              /* WRITE: where the array begins in the file with the following name and inode */
    size_t path_bytes;
    uint64_t inode;
    bool single;
};

static const double *own_row(const struct taub_rows *self, int component, int row)
{
    const size_t nx = (size_t)self->mesh->cells[0];
    const int index = self->mesh->row_index ? self->mesh->row_index[row] : row;
    return self->values + (size_t)component * taub_mesh_zones(self->mesh) + (size_t)index * nx;
}

/* The number of requested rows that `rank` has; `lowest` becomes the first of them. */
static int rows_of(const struct taub_mesh *mesh, const struct request *request, int rank, int *lowest)
{
    int count = 0;
    for (int row = request->first; row < request->first + request->count; row++)
        if (taub_mesh_row_owner(mesh, row) == rank) {
            *lowest = count ? *lowest : row;
            count++;
        }
    return count;
}

/* Copies the rows of one rank to their places in `out`. */
static void place_rows(const struct taub_mesh *mesh, const struct request *request, int rank, const double *rows,
                       double *out)
{
    const size_t nx = (size_t)mesh->cells[0];
    for (int row = request->first; row < request->first + request->count; row++)
        if (taub_mesh_row_owner(mesh, row) == rank) {
            memcpy(out + (size_t)(row - request->first) * nx, rows, nx * sizeof *out);
            rows += nx;
        }
}

enum taub_status taub_rows_get(const struct taub_rows *self, int component, int first, int count, double *out,
                               struct taub_error *error)
{
    const size_t row_values = (size_t)self->mesh->cells[0];
    struct request request = {.kind = ROWS, .component = component, .first = first, .count = count};
    double *received = malloc((size_t)count * row_values * sizeof *received);
    if (!received)
        return taub_fail(error, TAUB_FAILED, "out of memory for %d rows of cells", count);
    taub_comm_broadcast(self->comm, 0, &request, sizeof request);
    for (int rank = 0; rank < self->comm->size; rank++) {
        int lowest = 0;
        const int rows = rows_of(self->mesh, &request, rank, &lowest);
        const double *from = received;
        if (rows == 0)
            continue;
        if (rank == 0)
            from = own_row(self, component, lowest);
        else
            taub_comm_receive(self->comm, rank, received, (size_t)rows * row_values * sizeof *received);
        place_rows(self->mesh, &request, rank, from, out);
    }
    free(received);
    return TAUB_OK;
}

/* ---- writing to a file ---- */

/* Combines consecutive rows of this rank into spans. Returns how many; *out is to be freed, NULL if memory is
 * exhausted. */
static int spans_of(const struct taub_mesh *mesh, struct taub_span **out)
{
    const size_t nx = (size_t)mesh->cells[0];
    const int most = TAUB_SPAN_VALUES / nx > 1 ? (int)(TAUB_SPAN_VALUES / nx) : 1;
    struct taub_span *spans = malloc((size_t)(mesh->row_count + 1) * sizeof *spans);
    int made = 0;
    for (int n = 0, count; spans && n < mesh->row_count; n += count) {
        const int row = taub_mesh_row(mesh, n);
        for (count = 1; count < most && n + count < mesh->row_count && taub_mesh_row(mesh, n + count) == row + count;)
            count++;
        spans[made++] = (struct taub_span){(size_t)n * nx, (size_t)row * nx, (size_t)count * nx};
    }
    *out = spans;
    return made;
}

/* Opens the file of rank 0's request; -1 if this rank sees another file or none. Also -1 on NFS with several hosts: its
 * clients cache whole pages, which several of them must not write to. */
static int open_shared_file(const struct taub_comm *comm, const char *path, uint64_t inode)
{
    enum { NFS = 0x6969 };
    struct stat info;
    struct statfs system;
    const int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (fstat(fd, &info) == 0 && info.st_ino == inode && fstatfs(fd, &system) == 0 &&
        (comm->local_size == comm->size || system.f_type != NFS))
        return fd;
    close(fd);
    return -1;
}

static int write_own(const struct taub_rows *self, const struct request *request, int fd)
{
    struct taub_span *spans;
    const int count = spans_of(self->mesh, &spans);
    const double *values = self->values + (size_t)request->component * taub_mesh_zones(self->mesh);
    int reason = spans ? taub_bulk_write(fd, request->offset, request->single, values, spans, count) : ENOMEM;
    free(spans);
    /* the fsync on rank 0 covers only what its own host has written */
    if (!reason && self->comm->local_size < self->comm->size && fdatasync(fd) != 0)
        reason = errno;
    return reason;
}

/* The part of taub_rows_write that every rank executes. Returns whether all ranks see the file. */
static bool write_together(const struct taub_rows *self, const struct request *request, const char *path,
                           enum taub_status *status, struct taub_error *error)
{
    const int fd = path ? open_shared_file(self->comm, path, request->inode) : -1;
    double not_seen = fd < 0;
    int reason = 0;
    *status = TAUB_OK;
    taub_comm_maximum(self->comm, &not_seen, 1);
    if (not_seen == 0.0)
        reason = write_own(self, request, fd);
    if (fd >= 0)
        close(fd);
    if (not_seen != 0.0)
        return false;
    if (reason)
        *status = taub_fail(error, TAUB_FAILED, "%s: cannot be written: %s.", path, strerror(reason));
    *status = taub_comm_agree(self->comm, *status, error);
    return true;
}

enum taub_status taub_rows_write(const struct taub_rows *self, int component, const char *path, int64_t offset,
                                 bool single, bool *seen, struct taub_error *error)
{
    const char *setting = getenv("TAUB_OUTPUT");
    struct request request = {.kind = WRITE, .component = component, .offset = offset, .single = single};
    struct stat info;
    enum taub_status status = TAUB_OK;
    *seen = false;
    if ((setting && strcmp(setting, "gather") == 0) || stat(path, &info) != 0)
        return TAUB_OK;
    request.path_bytes = strlen(path) + 1;
    request.inode = info.st_ino;
    taub_comm_broadcast(self->comm, 0, &request, sizeof request);
    char *name = strdup(path);
    if (!name)
        taub_comm_abort(self->comm, TAUB_FAILED);
    taub_comm_broadcast(self->comm, 0, name, request.path_bytes);
    *seen = write_together(self, &request, name, &status, error);
    free(name);
    return status;
}

/* ---- the other ranks ---- */

void taub_rows_done(const struct taub_rows *self)
{
    struct request request = {.kind = END};
    taub_comm_broadcast(self->comm, 0, &request, sizeof request);
}

static void serve_rows(const struct taub_rows *self, const struct request *request)
{
    int lowest = 0;
    const int rows = rows_of(self->mesh, request, self->comm->rank, &lowest);
    if (rows > 0)
        taub_comm_send(self->comm, 0, own_row(self, request->component, lowest),
                       (size_t)rows * (size_t)self->mesh->cells[0] * sizeof(double));
}

static void serve_write(const struct taub_rows *self, const struct request *request)
{
    enum taub_status status;
    char *path = malloc(request->path_bytes);
    if (!path)
        taub_comm_abort(self->comm, TAUB_FAILED);
    taub_comm_broadcast(self->comm, 0, path, request->path_bytes);
    write_together(self, request, path, &status, NULL); /* rank 0 reports the error */
    free(path);
}

void taub_rows_serve(const struct taub_rows *self)
{
    struct request request;
    for (;;) {
        taub_comm_broadcast(self->comm, 0, &request, sizeof request);
        if (request.kind == END)
            return;
        if (request.kind == ROWS)
            serve_rows(self, &request);
        else
            serve_write(self, &request);
    }
}

int taub_rows_slab(const struct taub_mesh *mesh, int first)
{
    const long rows_per_slab = SLAB_BYTES / (long)sizeof(double) / mesh->cells[0], ny = mesh->cells[1];
    const long left = ny * mesh->cells[2] - first, left_in_plane = ny - first % ny;
    if (rows_per_slab >= ny && left_in_plane == ny)
        return (int)(left < rows_per_slab / ny * ny ? left : rows_per_slab / ny * ny);
    const long rows = rows_per_slab < 1 ? 1 : rows_per_slab;
    return (int)(rows < left_in_plane ? rows : left_in_plane);
}
