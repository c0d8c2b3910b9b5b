#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdint.h>
#include <stdio.h>

#include "jit/cache.h"

struct taub_key taub_key_of(const struct taub_key_part *parts, int count)
{
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    for (int n = 0; n < count; n++) {
        /* With its length in front, no part can be mistaken for the end of another. */
        const uint64_t length = parts[n].length;
        XXH3_128bits_update(&state, &length, sizeof length);
        if (length)
            XXH3_128bits_update(&state, parts[n].data, parts[n].length);
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    struct taub_key key;
    snprintf(key.hex, sizeof key.hex, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    return key;
}
