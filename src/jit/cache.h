/* Compiled programs on disk, in $TAUB_CACHE, else $XDG_CACHE_HOME/taub, else ~/.cache/taub; TAUB_CACHE=off: none.
 *
 * The cache only saves time: whatever goes wrong with it (no folder, full disk, a damaged entry) reads as a miss. An
 * entry is its payload followed by a trailer with a checksum, so that a shared library in it can be loaded in place. */
#ifndef TAUB_CACHE_H
#define TAUB_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "jit/text.h"

struct taub_key_part {
    const void *data;
    size_t length;
};
struct taub_key {
    char hex[33];
};
/* XXH3-128 over the lengths and bytes of all parts in order. */
struct taub_key taub_key_of(const struct taub_key_part *parts, int count);
/* Of a program's text without the names of files in its #line directives: the same code in another folder is the same
 * program. */
struct taub_key taub_source_key(const char *source, size_t length);

/* Entries are code that this process runs. So they are taken only from a folder that belongs to its user or to root,
 * that nobody else can write and nobody else can replace, and from regular files of which the same is true; else the
 * cache is not used. True: that is so, and `reason` says what to do. */
bool taub_cache_refused(char *reason, size_t size);

/* The entry's file, to be freed by the caller; NULL when the cache is off. */
char *taub_cache_path(const struct taub_key *key, const char *suffix);
/* Appends the payload of a whole entry to *payload. */
bool taub_cache_load(const char *path, struct taub_text *payload);
/* Writes under a temporary name and renames; makes the folder when it is missing. */
bool taub_cache_store(const char *path, const void *payload, size_t length);

#endif
