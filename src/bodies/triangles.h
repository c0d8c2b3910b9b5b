/* Closed surfaces of triangles from STL files. */
#ifndef TAUB_TRIANGLES_H
#define TAUB_TRIANGLES_H

#include <stddef.h>

#include "bodies/bodies.h"
#include "taub/error.h"

/* Triangles, and for each column along x of their box which of them lie in it. One piece of memory without pointers,
 * so that a copy of its bytes is a copy. */
struct taub_triangles {
    size_t size; /* bytes of all */
    int count;
    int columns; /* along y, and along z */
    double least[3], most[3];
    double corners[]; /* [count][3][3]; then, as int, where the list of each column begins and ends, and the lists */
};

/* Reads an STL file, binary or text; *out is freed by the caller. TAUB_BAD_INPUT names the file and what is wrong with
 * it, also if the surface is not closed. */
enum taub_status taub_triangles_read(const char *path, struct taub_triangles **out, struct taub_error *error);
enum taub_side taub_triangles_side(const struct taub_triangles *self, const double x[3], const double half[3]);
/* The column of a coordinate along axis 1 or 2. */
int taub_triangles_column(const struct taub_triangles *self, int axis, double x);

static inline const int *taub_triangles_starts(const struct taub_triangles *self)
{
    return (const int *)(const void *)(self->corners + 9 * (size_t)self->count);
}

#endif
