/* All keys of the case file, in one table that drives loading, defaults, range checks, the resolved case and the
 * reference. A new key needs one line in schema.c, or in schema_maps.c for maps in lists, and its member in
 * taub/config.h. */
#ifndef TAUB_CASE_SCHEMA_H
#define TAUB_CASE_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "taub/config.h"

enum taub_key_type {
    TAUB_KEY_MAP,        /* a group of keys; has no member */
    TAUB_KEY_TEXT,       /* const char *[count] */
    TAUB_KEY_FILE,       /* const char *: an absolute path; NULL: none */
    TAUB_KEY_STL,        /* struct taub_stl_file: an STL file */
    TAUB_KEY_ENUM,       /* an enum or an int, with words from `enum_names` */
    TAUB_KEY_INT,        /* int[count] */
    TAUB_KEY_INT64,      /* int64_t */
    TAUB_KEY_UINT64,     /* uint64_t */
    TAUB_KEY_REAL,       /* double[count] */
    TAUB_KEY_STATE,      /* struct taub_state */
    TAUB_KEY_STATES,     /* struct taub_states */
    TAUB_KEY_REALS,      /* struct taub_reals; `count` above 1: a list of lists of this many numbers */
    TAUB_KEY_PARAMETERS, /* struct taub_parameters */
    TAUB_KEY_NAMES,      /* const char *const *, with their number at `count_offset`; names from `enum_names` */
    TAUB_KEY_BOUNDARY,   /* enum taub_boundary[3][2] */
    TAUB_KEY_MAPS        /* a list of maps with keys of their own, `maps`: case/map_list.h; or, if keys are inside it, a
                            group of these */
};

struct taub_enum_name {
    const char *name;
    int value;
    const char *doc;
};

/* Numbers must always be finite. */
struct taub_bounds {
    bool lower_given, upper_given, lower_open, upper_open;
    double lower, upper;
};

/* The key applies if the enum at this offset has one of the values whose bits are set; mask 0: always. */
struct taub_condition {
    size_t selector;
    unsigned mask;
};

enum taub_presence {
    TAUB_PRESENCE_DEFAULT,  /* `standard` if not given */
    TAUB_PRESENCE_REQUIRED, /* must be given, if its map is given or required */
    TAUB_PRESENCE_OPTIONAL  /* if not given it is zero, which means none */
};

enum { TAUB_CONDITIONS = 3 }; /* most conditions of a key */

struct taub_map_schema;

struct taub_key {
    const char *path; /* such as "initial.longitudinal.sigma" */
    enum taub_key_type type;
    int count;
    size_t offset;       /* in struct taub_config */
    size_t count_offset; /* names: offset of the int that counts them */
    size_t flag;         /* offset of a bool that is set if the key is given; 0: none */
    enum taub_presence presence;
    const char *standard; /* default value of each element */
    const struct taub_enum_name *enum_names;
    const struct taub_map_schema *maps;
    struct taub_bounds bounds;
    struct taub_condition when[TAUB_CONDITIONS]; /* all must hold */
    const char *instead; /* an alternative key: exactly one of the two is given, or at most one. An optional key may be
                            the alternative of several, which it does not name */
    const char *unit;
    const char *doc;
};

/* The table. Keys of one map follow the line of the map. */
const struct taub_key *taub_schema(int *count);

/* Keys of the maps in a list, with offsets in one element. Functions that read, write and copy members of a config are
 * used with the element in place of the config (case/map_list.h). */
struct taub_map_schema {
    const char *word;    /* what one map is called */
    const char *example; /* an example of one map */
    size_t size;         /* size of an element */
    int count;
    const struct taub_key *keys;
};
/* The published sets of case/preset.c, with their sources. */
extern const struct taub_enum_name taub_preset_names[];
extern const struct taub_map_schema taub_view_schema, taub_flux_plane_schema, taub_body_schema, taub_inclusion_schema,
    taub_region_schema, taub_criterion_schema, taub_pole_schema, taub_diagnostic_schema, taub_source_schema;

/* Also of maps in lists, "source[1].frequency". */
const struct taub_key *taub_schema_find(const char *path);
const char *taub_key_name(const struct taub_key *key); /* the last part of its path */
/* Whether there are keys inside it: it is a map, or a list of maps that may be one map of keys of its own instead. */
bool taub_key_holds_keys(const struct taub_key *key);
/* Whether the key is directly inside the map `parent` ("" for the top level). */
bool taub_key_is_inside(const struct taub_key *key, const char *parent);

const struct taub_enum_name *taub_enum_name_by_text(const struct taub_enum_name *names, const char *text);
const struct taub_enum_name *taub_enum_name_by_value(const struct taub_enum_name *names, int value);

static inline void *taub_key_member(const struct taub_key *key, struct taub_config *config)
{
    return (char *)config + key->offset;
}

static inline const void *taub_key_value(const struct taub_key *key, const struct taub_config *config)
{
    return (const char *)config + key->offset;
}

/* Whether the config has a value for this key: the flag is set, or the value is neither zero nor empty. */
bool taub_key_is_set(const struct taub_key *key, const struct taub_config *config);
/* Whether the key exists for the chosen kinds. */
bool taub_key_conditions_hold(const struct taub_key *key, const struct taub_config *config);
/* The key whose word a condition is about; maps: of which list, NULL for the config. */
const struct taub_key *taub_key_selector(const struct taub_map_schema *maps, size_t offset);
/* Why the conditions of a key do not hold, with the words for which they do; returns text, or NULL if they hold. */
const char *taub_key_inapplicable(const struct taub_key *key, const struct taub_map_schema *maps,
                                  const struct taub_config *config, char *text, size_t size);
/* Whether its conditions hold, no alternative key is given, and its optional map, if any, is given. */
bool taub_key_applies(const struct taub_key *key, const struct taub_config *config);

/* Writes what it applies to, as in "system: euler, mhd; scheme.kind: shasta" with `quote` around the keys, or "always".
 * maps: as above. */
void taub_key_write_conditions(const struct taub_key *key, const struct taub_map_schema *maps, const char *quote,
                               FILE *file);

/* Quantities of a state. */
struct taub_state_key {
    const char *name;
    unsigned given; /* its bit in `given` of struct taub_state */
    size_t offset;  /* in struct taub_state */
    int count;
    struct taub_bounds bounds;
    const char *unit, *doc;
};
const struct taub_state_key *taub_state_schema(int *count);

#endif
