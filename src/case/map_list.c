#include "case/map_list.h"

#include <string.h>

#include "case/nearest.h"
#include "case/value.h"

/* Count and pointer of a member, whatever the type of its elements. */
struct maps {
    int count;
    const void *list;
};

static struct maps get(const void *member)
{
    struct maps maps;
    memcpy(&maps.count, member, sizeof maps.count);
    memcpy(&maps.list, (const char *)member + offsetof(struct maps, list), sizeof maps.list);
    return maps;
}

static void put(void *member, int count, const void *list)
{
    memcpy(member, &count, sizeof count);
    memcpy((char *)member + offsetof(struct maps, list), &list, sizeof list);
}

int taub_map_list_count(const void *member)
{
    return get(member).count;
}

/* Casts an element for functions that expect a config: they only use it to reach the key's member. */
static struct taub_config *element(const struct taub_map_schema *maps, void *list, int n)
{
    return (struct taub_config *)(void *)((char *)list + (size_t)n * maps->size);
}

static const struct taub_config *const_element(const struct taub_map_schema *maps, const void *list, int n)
{
    return (const struct taub_config *)(const void *)((const char *)list + (size_t)n * maps->size);
}

/* The key, or NULL; names: all keys that are allowed there. */
static const struct taub_key *find_key(const struct taub_map_schema *maps, const char *name, const char *parent,
                                       struct taub_nearest *nearest, char names[320])
{
    const struct taub_key *found = NULL;
    size_t used = 0;
    taub_nearest_start(nearest, name);
    for (int k = 0; k < maps->count; k++)
        if (taub_key_is_inside(&maps->keys[k], parent)) {
            const char *own = taub_key_name(&maps->keys[k]);
            taub_nearest_offer(nearest, own);
            if (used < 320)
                used += (size_t)snprintf(names + used, 320 - used, "%s%s", used ? ", " : "", own);
            if (strcmp(own, name) == 0)
                found = &maps->keys[k];
        }
    return found;
}

/* ---- reading ---- */

/* Reads a map of the element at `path`; `parent`: "" or the name of a map in it. */
static bool read_map(const struct taub_map_schema *maps, const char *path, const char *parent,
                     const struct taub_node *map, struct taub_config *into, struct taub_arena *arena,
                     struct taub_complaints *complaints)
{
    bool good = true;
    for (const struct taub_node *item = map->first; item; item = item->next) {
        struct taub_nearest nearest;
        char full[192], names[320] = "";
        const struct taub_key *key = find_key(maps, item->name, parent, &nearest, names);
        snprintf(full, sizeof full, "%s%s%s.%.40s", path, *parent ? "." : "", parent, item->name);
        if (!key) {
            taub_complain(complaints, item->name_place, full, "unknown key; expected one of %s%s%s%s", names,
                          nearest.best ? "; did you mean " : "", nearest.best ? nearest.best : "",
                          nearest.best ? "?" : "");
            good = false;
        } else if (key->type == TAUB_KEY_MAP && item->kind == TAUB_NODE_MAP) {
            good = read_map(maps, path, key->path, item, into, arena, complaints) && good;
        } else if (key->type == TAUB_KEY_MAP) {
            char found[64];
            taub_complain(complaints, item->place, full, "expected a map of places along axes, say {z: 0}, got %s",
                          taub_node_describe(item, found, sizeof found));
            good = false;
        } else {
            struct taub_key whole = *key;
            whole.path = full;
            good = taub_value_read(&whole, item, into, arena, complaints) && good;
        }
    }
    return good;
}

static bool read_element(const struct taub_map_schema *maps, const char *path, const struct taub_node *node,
                         struct taub_config *into, struct taub_arena *arena, struct taub_complaints *complaints)
{
    if (node->kind != TAUB_NODE_MAP) {
        char found[64];
        taub_complain(complaints, node->place, path, "expected a map, say %s, got %s", maps->example,
                      taub_node_describe(node, found, sizeof found));
        return false;
    }
    for (int k = 0; k < maps->count; k++)
        taub_value_default(&maps->keys[k], into);
    return read_map(maps, path, "", node, into, arena, complaints);
}

bool taub_map_list_read(const struct taub_key *key, const struct taub_node *node, void *member,
                        struct taub_arena *arena, struct taub_complaints *complaints)
{
    const struct taub_map_schema *maps = key->maps;
    if (node->kind != TAUB_NODE_LIST || !node->count) {
        char found[64];
        taub_complain(complaints, node->place, key->path, "expected a list of at least one %s, say [%s], got %s",
                      maps->word, maps->example, taub_node_describe(node, found, sizeof found));
        return false;
    }
    void *list = taub_arena_take(arena, (size_t)node->count * maps->size);
    if (!list)
        return false;
    memset(list, 0, (size_t)node->count * maps->size);
    bool good = true;
    int count = 0;
    for (const struct taub_node *item = node->first; item; item = item->next, count++) {
        char full[128];
        snprintf(full, sizeof full, "%s[%d]", key->path, count);
        good = read_element(maps, full, item, element(maps, list, count), arena, complaints) && good;
    }
    put(member, count, list);
    return good;
}

/* ---- writing, copies ---- */

static bool is_written(const struct taub_key *key, const struct taub_config *from)
{
    if (!taub_key_conditions_hold(key, from))
        return false;
    return key->type != TAUB_KEY_MAP && (key->presence != TAUB_PRESENCE_OPTIONAL || taub_key_is_set(key, from));
}

static void write_element(const struct taub_map_schema *maps, const struct taub_config *from, FILE *file)
{
    const char *separator = "{";
    bool inside = false;
    for (int k = 0; k < maps->count; k++) {
        const char *path = maps->keys[k].path, *dot = strchr(path, '.');
        if (!is_written(&maps->keys[k], from))
            continue;
        if (inside && !dot)
            fputc('}', file);
        fputs(separator, file);
        if (dot && !inside)
            fprintf(file, "%.*s: {", (int)(dot - path), path);
        fprintf(file, "%s: ", taub_key_name(&maps->keys[k]));
        taub_value_write(&maps->keys[k], from, file);
        inside = dot != NULL;
        separator = ", ";
    }
    fputs(inside ? "}}" : "}", file);
}

void taub_map_list_write(const struct taub_key *key, const void *member, FILE *file)
{
    const struct maps all = get(member);
    for (int n = 0; n < all.count; n++) {
        fputs(n ? ", " : "[", file);
        write_element(key->maps, const_element(key->maps, all.list, n), file);
    }
    fputc(']', file);
}

void taub_map_list_copy(const struct taub_key *key, const void *from, void *to, struct taub_arena *arena)
{
    const struct taub_map_schema *maps = key->maps;
    const struct maps all = get(from);
    void *list = all.count > 0 ? taub_arena_take(arena, (size_t)all.count * maps->size) : NULL;
    put(to, list ? all.count : 0, list);
    for (int n = 0; list && n < all.count; n++) {
        memset(element(maps, list, n), 0, maps->size);
        for (int k = 0; k < maps->count; k++)
            if (maps->keys[k].type != TAUB_KEY_MAP)
                taub_value_copy(&maps->keys[k], const_element(maps, all.list, n), element(maps, list, n), arena);
    }
}

/* ---- checks ---- */

/* Whether the key applies to the element and has a value. What a program leaves in members that do not apply is
 * ignored, what a file gives is wrong. */
static bool has_value(struct taub_check *self, const struct taub_map_schema *maps, const struct taub_key *key)
{
    char text[512];
    struct taub_node *deepest;
    const bool given = taub_node_find(self->root, key->path, &deepest) != NULL;
    if (!taub_key_conditions_hold(key, self->config)) {
        if (given)
            taub_check_complain(self, key->path, -1, "%s",
                                taub_key_inapplicable(key, maps, self->config, text, sizeof text));
        return false;
    }
    const bool missing = self->root && !given && key->presence == TAUB_PRESENCE_REQUIRED;
    if (missing)
        taub_check_complain(
            self, key->path, -1, "this key is missing; expected %s",
            taub_value_expected(key->type, &key->bounds, key->enum_names, key->count, text, sizeof text));
    return !missing;
}

void taub_map_list_check(struct taub_check *self, const struct taub_key *key, const void *member)
{
    const struct taub_map_schema *maps = key->maps;
    const struct maps all = get(member);
    if (all.count < 0 || (all.count && !all.list)) {
        taub_check_complain(self, key->path, -1, "expected a list of %d, got none", all.count);
        return;
    }
    for (int n = 0; n < all.count; n++)
        for (int k = 0; k < maps->count; k++) {
            char full[160];
            struct taub_key whole = maps->keys[k];
            struct taub_check one = *self;
            snprintf(full, sizeof full, "%s[%d].%s", key->path, n, maps->keys[k].path);
            whole.path = full;
            one.config = const_element(maps, all.list, n);
            if (has_value(&one, maps, &whole))
                taub_check_key(&one, &whole);
            else if (whole.type == TAUB_KEY_ENUM && taub_key_conditions_hold(&whole, one.config))
                break; /* keys of an unknown kind */
        }
}
