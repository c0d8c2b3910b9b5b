/* What this build has no code for, because TAUB_WINGS of CMake leaves it out (cmake/wings.cmake). */
#ifndef TAUB_CORE_WINGS_H
#define TAUB_CORE_WINGS_H

#include <stddef.h>
#include <string.h>

#define TAUB_BUILT_WITHOUT "this taub was built without %s, which CMake's -DTAUB_WINGS leaves out"

/* A word of the case file, and the wing that it needs. The table ends with a NULL. */
struct taub_absent {
    const char *key;
    int value;
    const char *wing;
};
extern const struct taub_absent taub_absent[];

/* The wing that is missing for a word; NULL: none. */
static inline const char *taub_absent_wing(const char *key, int value)
{
    const struct taub_absent *absent = taub_absent;
    while (absent->key && (absent->value != value || strcmp(absent->key, key) != 0))
        absent++;
    return absent->wing;
}

#endif
