/* Large files by several threads: arrays at known places in them, and what their bytes hash to. */
#ifndef TAUB_BULK_FILE_H
#define TAUB_BULK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* `count` values from number `from` of an array on, which become those from number `to` on in the file. */
struct taub_span {
    size_t from, to, count;
};

/* Spans should be no longer than this: they are shared out to threads as they are. */
#define TAUB_SPAN_VALUES ((size_t)1 << 19)

/* Writes doubles as doubles, or rounded to floats, in the byte order of this machine; number 0 of the file is at byte
 * `offset`. Returns 0 or errno. */
int taub_bulk_write(int fd, off_t offset, bool single, const double *values, const struct taub_span *spans, int count);

/* XXH3 of the hashes of pieces of 16 MB of a file from byte `begin` to its end, which becomes *end; by several threads.
 * Returns 0 or errno. */
int taub_bulk_hash(int fd, off_t begin, off_t *end, unsigned long long *hash);
/* XXH3 of all these bytes, by one thread. */
int taub_bulk_hash_whole(int fd, off_t begin, off_t *end, unsigned long long *hash);

#endif
