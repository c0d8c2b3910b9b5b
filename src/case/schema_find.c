/* Finds keys by name, and whether they apply. */
#include "case/schema.h"

#include <string.h>

#include "case/case.h"
#include "case/map_list.h"

static const struct taub_key *find_among(const struct taub_key *keys, int count, const char *path)
{
    const size_t length = strcspn(path, "[");
    const char *item = path + length + strspn(path + length, "[");
    const size_t digits = strspn(item, "0123456789");
    for (int i = 0; i < count; ++i) {
        if (strncmp(keys[i].path, path, length) != 0 || keys[i].path[length])
            continue;
        if (!path[length])
            return &keys[i];
        if (keys[i].type == TAUB_KEY_MAPS && digits > 0 && !strncmp(item + digits, "].", 2))
            return find_among(keys[i].maps->keys, keys[i].maps->count, item + digits + 2);
    }
    return NULL;
}

const struct taub_key *taub_schema_find(const char *path)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    return find_among(keys, count, path);
}

const char *taub_key_name(const struct taub_key *key)
{
    const char *dot = strrchr(key->path, '.');
    return dot ? dot + 1 : key->path;
}

bool taub_key_is_inside(const struct taub_key *key, const char *parent)
{
    size_t length = strlen(parent);
    if (!length)
        return !strchr(key->path, '.');
    return !strncmp(key->path, parent, length) && key->path[length] == '.' && !strchr(key->path + length + 1, '.');
}

bool taub_key_holds_keys(const struct taub_key *key)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    return key->type == TAUB_KEY_MAP || (key->type == TAUB_KEY_MAPS && key >= keys && key + 1 < keys + count &&
                                         taub_key_is_inside(key + 1, key->path));
}

const struct taub_enum_name *taub_enum_name_by_text(const struct taub_enum_name *names, const char *text)
{
    for (; names->name; ++names)
        if (!strcmp(names->name, text))
            return names;
    return NULL;
}

const struct taub_enum_name *taub_enum_name_by_value(const struct taub_enum_name *names, int value)
{
    for (; names->name; ++names)
        if (names->value == value)
            return names;
    return NULL;
}

const char *taub_word(const char *key, int value)
{
    return taub_enum_name_by_value(taub_schema_find(key)->enum_names, value)->name;
}

/* Enums are stored as int or unsigned int; both can be read as int. */
static int word_at(const struct taub_config *config, size_t offset)
{
    int value;
    memcpy(&value, (const char *)config + offset, sizeof value);
    return value;
}

bool taub_key_is_set(const struct taub_key *key, const struct taub_config *config)
{
    if (key->flag)
        return *(const bool *)((const char *)config + key->flag);
    const void *value = taub_key_value(key, config);
    switch (key->type) {
    case TAUB_KEY_TEXT:
    case TAUB_KEY_FILE:
    case TAUB_KEY_STL: /* the name comes first */
        return *(const char *const *)value != NULL;
    case TAUB_KEY_INT:
        return *(const int *)value != 0;
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
        return *(const int64_t *)value != 0;
    case TAUB_KEY_REAL: {
        bool set = false;
        for (int i = 0; i < key->count; ++i)
            set = set || ((const double *)value)[i] != 0;
        return set;
    }
    case TAUB_KEY_ENUM:
        return key->presence != TAUB_PRESENCE_OPTIONAL || *(const int *)value != 0;
    case TAUB_KEY_STATE:
        return ((const struct taub_state *)value)->given != 0;
    case TAUB_KEY_STATES:
        return ((const struct taub_states *)value)->count != 0;
    case TAUB_KEY_REALS:
        return ((const struct taub_reals *)value)->count != 0;
    case TAUB_KEY_MAPS:
        return taub_map_list_count(value) != 0;
    case TAUB_KEY_PARAMETERS:
        return ((const struct taub_parameters *)value)->count != 0;
    case TAUB_KEY_NAMES:
        return *(const int *)(const void *)((const char *)config + key->count_offset) != 0;
    default:
        return true;
    }
}

bool taub_key_conditions_hold(const struct taub_key *key, const struct taub_config *config)
{
    for (int i = 0; i < TAUB_CONDITIONS; ++i) {
        unsigned mask = key->when[i].mask;
        if (!mask)
            continue;
        int value = word_at(config, key->when[i].selector);
        if (value < 0 || value > 31 || !(mask & 1u << value))
            return false;
    }
    return true;
}

const struct taub_key *taub_key_selector(const struct taub_map_schema *maps, size_t offset)
{
    int count = maps ? maps->count : 0;
    const struct taub_key *keys = maps ? maps->keys : taub_schema(&count);
    for (int k = 0; k < count; ++k)
        if (keys[k].type == TAUB_KEY_ENUM && keys[k].offset == offset)
            return &keys[k];
    return NULL;
}

const char *taub_key_inapplicable(const struct taub_key *key, const struct taub_map_schema *maps,
                                  const struct taub_config *config, char *text, size_t size)
{
    for (int i = 0; i < TAUB_CONDITIONS; ++i) {
        const struct taub_key *selector = key->when[i].mask ? taub_key_selector(maps, key->when[i].selector) : NULL;
        const int value = selector ? word_at(config, selector->offset) : 0;
        if (!selector || key->when[i].mask & 1u << value)
            continue;
        size_t used = (size_t)snprintf(text, size, "this key does not apply to %s: %s; expected it with ",
                                       selector->path, taub_enum_name_by_value(selector->enum_names, value)->name);
        const char *separator = "";
        for (const struct taub_enum_name *word = selector->enum_names; word->name && used < size; ++word)
            if (key->when[i].mask & 1u << word->value) {
                used += (size_t)snprintf(text + used, size - used, "%s%s", separator, word->name);
                separator = " or ";
            }
        if (used < size)
            snprintf(text + used, size - used, " only");
        return text;
    }
    return NULL;
}

/* Whether a required key is visibly missing. For numbers that may be 0 a config does not show it; for lists it does. */
static bool is_missing(const struct taub_key *key, const struct taub_config *config)
{
    bool visible = key->flag || key->type == TAUB_KEY_FILE || key->type == TAUB_KEY_TEXT ||
                   key->type == TAUB_KEY_REALS || key->type == TAUB_KEY_MAPS;
    const struct taub_key *other = key->instead ? taub_schema_find(key->instead) : NULL;
    return key->presence == TAUB_PRESENCE_REQUIRED && visible && taub_key_conditions_hold(key, config) &&
           !taub_key_is_set(key, config) && !(other && taub_key_is_set(other, config));
}

/* In a config, an optional map counts as given if all of its required keys are set. */
static bool map_is_given(const struct taub_key *key, const struct taub_config *config)
{
    const char *dot = strrchr(key->path, '.');
    size_t length = dot ? (size_t)(dot - key->path) : 0;
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int i = 0; length && i < count; ++i) {
        const struct taub_key *other = &keys[i];
        if (strncmp(other->path, key->path, length))
            continue;
        if (!other->path[length] && other->presence == TAUB_PRESENCE_REQUIRED)
            return true;
        if (other->path[length] == '.' && !strchr(other->path + length + 1, '.') && is_missing(other, config))
            return false;
    }
    return true;
}

bool taub_key_applies(const struct taub_key *key, const struct taub_config *config)
{
    if (!taub_key_conditions_hold(key, config) || !map_is_given(key, config))
        return false;
    if (!key->instead)
        return true;
    /* Of two alternative keys the optional one wins if it is set, as taub/config.h says. */
    const struct taub_key *other = taub_schema_find(key->instead);
    if (key->presence == TAUB_PRESENCE_OPTIONAL)
        return taub_key_is_set(key, config);
    return !taub_key_is_set(other, config);
}
