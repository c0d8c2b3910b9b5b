#include "output/checkpoint_seal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/bulk_file.h"

#define SEAL_FORMAT "taub checkpoint %d: %lld bytes, xxh3 %016llx\n"

/* The hash of everything after the user block, as this version of the format defines it, and the size of the file. */
static bool hash_file(int fd, int version, long long *size, unsigned long long *hash)
{
    off_t end = 0;
    const int reason = version == 1 ? taub_bulk_hash_whole(fd, TAUB_SEAL_SIZE, &end, hash)
                                    : taub_bulk_hash(fd, TAUB_SEAL_SIZE, &end, hash);
    *size = end;
    errno = reason;
    return reason == 0;
}

bool taub_checkpoint_seal(int fd)
{
    char text[TAUB_SEAL_SIZE] = {0};
    long long size;
    unsigned long long hash;
    struct stat info;
    if (fstat(fd, &info) != 0 || ftruncate(fd, info.st_size) != 0 ||
        !hash_file(fd, TAUB_CHECKPOINT_VERSION, &size, &hash))
        return false;
    snprintf(text, sizeof text, SEAL_FORMAT, TAUB_CHECKPOINT_VERSION, size, hash);
    errno = EIO;
    return pwrite(fd, text, sizeof text, 0) == (ssize_t)sizeof text && fsync(fd) == 0;
}

enum taub_status taub_checkpoint_wrong(const char *path, struct taub_error *error, const char *what)
{
    return taub_fail(error, TAUB_BAD_INPUT, "%s: not a usable checkpoint: %s.", path, what);
}

enum taub_status taub_checkpoint_check_seal(const char *path, struct taub_error *error)
{
    char text[TAUB_SEAL_SIZE + 1] = {0}, what[256];
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return taub_checkpoint_wrong(path, error, strerror(errno));
    const ssize_t count = pread(fd, text, TAUB_SEAL_SIZE, 0);
    int version = 0;
    long long sealed_size = -1, size = 0;
    unsigned long long sealed_hash = 0, hash = 0;
    enum taub_status status = TAUB_OK;
    if (count < 0) {
        status = taub_checkpoint_wrong(path, error, strerror(errno));
    } else if (sscanf(text, "taub checkpoint %d: %lld bytes, xxh3 %llx", &version, &sealed_size, &sealed_hash) != 3) {
        status = taub_checkpoint_wrong(path, error, "it does not begin with \"taub checkpoint\"");
    } else if (version < 1 || version > TAUB_CHECKPOINT_VERSION) {
        snprintf(what, sizeof what, "its format is version %d; this Taub reads versions up to %d", version,
                 TAUB_CHECKPOINT_VERSION);
        status = taub_checkpoint_wrong(path, error, what);
    } else if (!hash_file(fd, version, &size, &hash)) {
        status = taub_checkpoint_wrong(path, error, "it cannot be read completely");
    } else if (size != sealed_size) {
        snprintf(what, sizeof what, "it should have %lld bytes and has %lld: it was cut off", sealed_size,
                 (long long)lseek(fd, 0, SEEK_END));
        status = taub_checkpoint_wrong(path, error, what);
    } else if (hash != sealed_hash) {
        status = taub_checkpoint_wrong(path, error, "its hash does not match its bytes: it is damaged");
    }
    close(fd);
    return status;
}
