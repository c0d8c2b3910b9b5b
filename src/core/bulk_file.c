#include "core/bulk_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/parallel.h"

/* A few threads saturate the memory bandwidth when they copy to the page cache; the others keep computing. */
enum { THREADS = 4, HASH_PIECE = 1 << 24, HASH_CHUNK = 1 << 20 };

struct writing {
    int fd;
    off_t offset;
    bool single;
    const double *values;
    const struct taub_span *spans;
    atomic_int reason; /* errno of a span that failed */
};

static int threads(void)
{
    const int usable = taub_usable_threads();
    return usable < THREADS ? usable : THREADS;
}

static int write_all(int fd, const void *data, size_t bytes, off_t at)
{
    const char *from = data;
    while (bytes > 0) {
        const ssize_t done = pwrite(fd, from, bytes, at);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : EIO;
        from += done;
        at += done;
        bytes -= (size_t)done;
    }
    return 0;
}

/* Starts writeback of what was just written. Otherwise the kernel waits until dirty pages fill a tenth of the memory or
 * the file is closed, and the disk idles until then. Only a hint: it does not block, and write errors are reported by
 * the final fsync. */
static void start_writeback(int fd, off_t at, size_t bytes)
{
#if defined(__linux__)
    (void)sync_file_range(fd, at, (off_t)bytes, SYNC_FILE_RANGE_WRITE);
#endif
}

static enum taub_status write_span(void *user, int n, struct taub_error *error)
{
    struct writing *self = user;
    const struct taub_span *span = &self->spans[n];
    const size_t size = self->single ? sizeof(float) : sizeof(double);
    const off_t at = self->offset + (off_t)(span->to * size);
    const double *values = self->values + span->from;
    float *rounded = self->single ? malloc(span->count * sizeof *rounded) : NULL;
    int reason = self->single && !rounded ? ENOMEM : 0;
    for (size_t v = 0; rounded && v < span->count; v++)
        rounded[v] = (float)values[v];
    if (!reason)
        reason = write_all(self->fd, rounded ? (const void *)rounded : values, span->count * size, at);
    if (!reason)
        start_writeback(self->fd, at, span->count * size);
    free(rounded);
    if (reason)
        self->reason = reason;
    return reason ? TAUB_FAILED : TAUB_OK;
}

int taub_bulk_write(int fd, off_t offset, bool single, const double *values, const struct taub_span *spans, int count)
{
    struct writing self = {fd, offset, single, values, spans, 0};
    taub_parallel(threads(), count, write_span, &self, NULL);
    return self.reason;
}

/* XXH3 of the bytes from `at` to `end`. */
static int hash_range(int fd, off_t at, off_t end, uint64_t *hash)
{
    char *bytes = malloc(HASH_CHUNK);
    XXH3_state_t *state = XXH3_createState();
    int reason = bytes && state && XXH3_64bits_reset(state) == XXH_OK ? 0 : ENOMEM;
    while (!reason && at < end) {
        const ssize_t got = pread(fd, bytes, end - at < HASH_CHUNK ? (size_t)(end - at) : HASH_CHUNK, at);
        if (got > 0)
            XXH3_64bits_update(state, bytes, (size_t)got);
        else
            reason = got < 0 ? errno : EIO;
        at += got;
    }
    if (!reason)
        *hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    free(bytes);
    return reason;
}

struct hashing {
    int fd;
    off_t begin, end;
    uint64_t *hashes;
    atomic_int reason;
};

static enum taub_status hash_piece(void *user, int n, struct taub_error *error)
{
    struct hashing *self = user;
    const off_t at = self->begin + (off_t)n * HASH_PIECE;
    const int reason =
        hash_range(self->fd, at, self->end - at < HASH_PIECE ? self->end : at + HASH_PIECE, &self->hashes[n]);
    if (reason)
        self->reason = reason;
    return reason ? TAUB_FAILED : TAUB_OK;
}

int taub_bulk_hash(int fd, off_t begin, off_t *end, unsigned long long *hash)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return errno;
    *end = info.st_size;
    const off_t size = info.st_size > begin ? info.st_size - begin : 0;
    const int pieces = (int)((size + HASH_PIECE - 1) / HASH_PIECE);
    struct hashing self = {fd, begin, info.st_size, calloc((size_t)pieces + 1, sizeof(uint64_t)), 0};
    if (!self.hashes)
        return ENOMEM;
    taub_parallel(threads(), pieces, hash_piece, &self, NULL);
    *hash = XXH3_64bits(self.hashes, (size_t)pieces * sizeof *self.hashes);
    free(self.hashes);
    return self.reason;
}

int taub_bulk_hash_whole(int fd, off_t begin, off_t *end, unsigned long long *hash)
{
    struct stat info;
    uint64_t found = 0;
    if (fstat(fd, &info) != 0)
        return errno;
    *end = info.st_size;
    const int reason = hash_range(fd, begin, info.st_size, &found);
    *hash = found;
    return reason;
}
