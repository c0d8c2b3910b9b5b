#include "jit/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last bytes of an entry. */
struct trailer {
    char magic[8];
    uint64_t length;
    char checksum[40]; /* key of the payload, zero padded */
};
static const char trailer_magic[8] = {'t', 'a', 'u', 'b', 'j', 'i', 't', '1'};

char *taub_cache_path(const struct taub_key *key, const char *suffix)
{
    const char *own = getenv("TAUB_CACHE"), *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && strcmp(own, "off") == 0)
        return NULL;
    struct taub_text path = {0};
    bool good;
    if (own && *own)
        good = taub_text_print(&path, "%s/%s%s", own, key->hex, suffix);
    else if (shared && *shared == '/')
        good = taub_text_print(&path, "%s/taub/%s%s", shared, key->hex, suffix);
    else if (home && *home == '/')
        good = taub_text_print(&path, "%s/.cache/taub/%s%s", home, key->hex, suffix);
    else
        good = false;
    if (!good)
        taub_text_free(&path);
    return path.data;
}

static struct trailer trailer_of(const void *payload, size_t length)
{
    const struct taub_key_part part = {payload, length};
    const struct taub_key sum = taub_key_of(&part, 1);
    struct trailer trailer = {.length = length};
    memcpy(trailer.magic, trailer_magic, sizeof trailer.magic);
    memcpy(trailer.checksum, sum.hex, sizeof sum.hex);
    return trailer;
}

bool taub_cache_load(const char *path, struct taub_text *payload)
{
    const size_t before = payload->length;
    if (!taub_text_read(payload, path))
        return false;
    const size_t size = payload->length - before;
    if (size >= sizeof(struct trailer)) {
        const size_t length = size - sizeof(struct trailer);
        const struct trailer expected = trailer_of(payload->data + before, length);
        if (memcmp(payload->data + before + length, &expected, sizeof expected) == 0) {
            payload->length = before + length;
            payload->data[payload->length] = '\0';
            return true;
        }
    }
    payload->length = before;
    return false;
}

/* Makes the folders above a file where they are missing. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static bool write_all(int file, const char *data, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(file, data, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        length -= (size_t)written;
    }
    return true;
}

bool taub_cache_store(const char *path, const void *payload, size_t length)
{
    struct taub_text temporary = {0};
    if (!taub_text_print(&temporary, "%s.XXXXXX", path))
        return false;
    make_folders(temporary.data);
    const int file = mkostemp(temporary.data, O_CLOEXEC);
    bool good = false;
    if (file >= 0) {
        const struct trailer trailer = trailer_of(payload, length);
        good = write_all(file, payload, length) && write_all(file, (const char *)&trailer, sizeof trailer) &&
               fchmod(file, 0755) == 0;
        good = close(file) == 0 && good;
        good = good && rename(temporary.data, path) == 0;
        if (!good)
            unlink(temporary.data);
    }
    taub_text_free(&temporary);
    return good;
}
