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

/* $TAUB_CACHE or the default folder; false if there is no cache. */
static bool cache_folder(struct taub_text *folder)
{
    const char *own = getenv("TAUB_CACHE"), *shared = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && strcmp(own, "off") == 0)
        return false;
    if (own && *own)
        return taub_text_print(folder, "%s", own);
    if (shared && *shared == '/')
        return taub_text_print(folder, "%s/taub", shared);
    return home && *home == '/' && taub_text_print(folder, "%s/.cache/taub", home);
}

char *taub_cache_path(const struct taub_key *key, const char *suffix)
{
    struct taub_text path = {0};
    if (!cache_folder(&path) || !taub_text_print(&path, "/%s%s", key->hex, suffix))
        taub_text_free(&path);
    return path.data;
}

enum { OTHERS_WRITE = S_IWGRP | S_IWOTH };

static bool belongs_to_us(const struct stat *info)
{
    return info->st_uid == 0 || info->st_uid == geteuid();
}

/* Whether another user could replace files in this folder. */
static bool folder_refused(const char *folder, char *reason, size_t size)
{
    struct stat info;
    char *real = realpath(folder, NULL);
    bool refused = false;
    if (!real || stat(real, &info) != 0) {
        free(real);
        return false; /* there is nothing to load yet */
    }
    if (!belongs_to_us(&info)) {
        refused = true;
        snprintf(reason, size, "%s belongs to another user; set TAUB_CACHE to a folder of your own", real);
    } else if (info.st_mode & OTHERS_WRITE) {
        refused = true;
        snprintf(reason, size, "others can write to %s; chmod go-w it, or set TAUB_CACHE to another folder", real);
    }
    for (char *slash = strrchr(real, '/'); slash && !refused; slash = strrchr(real, '/')) {
        *slash = '\0';
        refused = stat(*real ? real : "/", &info) == 0 && info.st_mode & S_IWOTH && !(info.st_mode & S_ISVTX);
        if (refused)
            snprintf(reason, size,
                     "everybody can rename the contents of %s, a folder above the cache %s; set TAUB_CACHE to another "
                     "folder",
                     *real ? real : "/", folder);
    }
    free(real);
    return refused;
}

bool taub_cache_refused(char *reason, size_t size)
{
    struct taub_text folder = {0};
    const bool refused = cache_folder(&folder) && folder_refused(folder.data, reason, size);
    taub_text_free(&folder);
    return refused;
}

static bool folder_of_entry_refused(const char *path)
{
    char reason[512], *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
    bool refused = !slash;
    if (slash) {
        *slash = '\0';
        refused = folder_refused(*folder ? folder : "/", reason, sizeof reason);
    }
    free(folder);
    return refused;
}

static bool entry_refused(const char *path)
{
    struct stat info;
    return folder_of_entry_refused(path) || lstat(path, &info) != 0 || !S_ISREG(info.st_mode) ||
           !belongs_to_us(&info) || info.st_mode & OTHERS_WRITE;
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
    if (entry_refused(path) || !taub_text_read(payload, path))
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

/* Creates the missing folders above a file. */
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
    const int file = folder_of_entry_refused(path) ? -1 : mkostemp(temporary.data, O_CLOEXEC);
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
