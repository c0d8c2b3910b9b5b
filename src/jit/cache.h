/* Compiled programs on disk, in $TAUB_CACHE, else $XDG_CACHE_HOME/taub, else ~/.cache/taub; TAUB_CACHE=off: none.
 *
 * The cache only saves time: any failure (no folder, full disk, a damaged entry) counts as a cache miss. An
 * entry is its payload followed by a trailer with a checksum, so that a shared library can be loaded directly from its
 * entry. */
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
/* Key of a program's text without the file names in #line directives, so that the same code in another folder has the
 * same key. */
struct taub_key taub_source_key(const char *source, size_t length);

/* Entries are code that this process executes. So the cache is used only if its folder belongs to the user or to root,
 * and nobody else can write to it or replace it; entries must be regular files for which the same is true. Returns
 * true, with the reason and a remedy in `reason`, if the cache must not be used. */
bool taub_cache_refused(char *reason, size_t size);

/* The path of an entry, to be freed by the caller; NULL if the cache is off. */
char *taub_cache_path(const struct taub_key *key, const char *suffix);
/* Appends the payload of a complete entry to *payload; false if there is none. */
bool taub_cache_load(const char *path, struct taub_text *payload);
/* Writes an entry under a temporary name and renames it; creates the folder if needed. */
bool taub_cache_store(const char *path, const void *payload, size_t length);

#endif
