/* Large files, read and written by several threads: arrays at given offsets, and hashes of the contents. */
#ifndef TAUB_BULK_FILE_H
#define TAUB_BULK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* `count` values, from index `from` of an array to index `to` of the file. */
struct taub_span {
    size_t from, to, count;
};

/* Recommended limit on the count of a span: spans are distributed to threads without being split. */
#define TAUB_SPAN_VALUES ((size_t)1 << 19)

/* Writes doubles as doubles, or rounded to floats if `single`, in the byte order of this machine. Index 0 of the file
 * is at byte `offset`. Returns 0 or errno. */
int taub_bulk_write(int fd, off_t offset, bool single, const double *values, const struct taub_span *spans, int count);

/* Hashes a file from byte `begin` to its end, which is stored in *end: the XXH3 of the XXH3 hashes of its 16 MB pieces,
 * computed by several threads. Returns 0 or errno. */
int taub_bulk_hash(int fd, off_t begin, off_t *end, unsigned long long *hash);
/* XXH3 of the same bytes as a whole, computed by one thread. */
int taub_bulk_hash_whole(int fd, off_t begin, off_t *end, unsigned long long *hash);

#endif
