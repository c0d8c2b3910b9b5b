#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "jit/cache.h"

static struct taub_key digest(const XXH3_state_t *state)
{
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    struct taub_key key;
    snprintf(key.hex, sizeof key.hex, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    return key;
}

struct taub_key taub_key_of(const struct taub_key_part *parts, int count)
{
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    for (int n = 0; n < count; n++) {
        /* the length comes first, so that different divisions of the same bytes have different keys */
        const uint64_t length = parts[n].length;
        XXH3_128bits_update(&state, &length, sizeof length);
        if (length)
            XXH3_128bits_update(&state, parts[n].data, parts[n].length);
    }
    return digest(&state);
}

struct taub_key taub_source_key(const char *source, size_t length)
{
    static const char directive[] = "\n#line ";
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    const char *from = source, *end = source + length;
    for (const char *at = source; (at = memmem(at, (size_t)(end - at), directive, strlen(directive))) != NULL;) {
        const char *line_end = memchr(at + 1, '\n', (size_t)(end - at - 1));
        line_end = line_end ? line_end : end;
        const char *name = memchr(at + 1, '"', (size_t)(line_end - at - 1));
        at = line_end;
        if (!name)
            continue;
        XXH3_128bits_update(&state, from, (size_t)(name - from));
        from = line_end;
    }
    XXH3_128bits_update(&state, from, (size_t)(end - from));
    return digest(&state);
}
