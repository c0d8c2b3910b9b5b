#include "case/views.h"

#include <string.h>

#include "case/nearest.h"
#include "case/value.h"

/* What functions over keys take; they use it only to reach the key's member. */
static struct taub_config *as_config(struct taub_config_view *view)
{
    return (struct taub_config *)(void *)view;
}

static const struct taub_config *as_const_config(const struct taub_config_view *view)
{
    return (const struct taub_config *)(const void *)view;
}

static const struct taub_key *find_key(const char *name, struct taub_nearest *nearest, const char *parent)
{
    int count;
    const struct taub_key *keys = taub_view_schema(&count), *found = NULL;
    taub_nearest_start(nearest, name);
    for (int k = 0; k < count; k++)
        if (taub_key_is_inside(&keys[k], parent)) {
            taub_nearest_offer(nearest, taub_key_name(&keys[k]));
            if (strcmp(taub_key_name(&keys[k]), name) == 0)
                found = &keys[k];
        }
    return found;
}

/* ---- reading ---- */

/* A map below the view at `path`; `parent`: "" or "slice". */
static bool read_map(const char *path, const char *parent, const struct taub_node *map, struct taub_config_view *view,
                     struct taub_arena *arena, struct taub_complaints *complaints)
{
    bool good = true;
    for (const struct taub_node *item = map->first; item; item = item->next) {
        struct taub_nearest nearest;
        const struct taub_key *key = find_key(item->name, &nearest, parent);
        char full[192];
        snprintf(full, sizeof full, "%s%s%s.%.40s", path, *parent ? "." : "", parent, item->name);
        if (!key) {
            taub_complain(complaints, item->name_place, full, "unknown key; expected one of %s%s%s%s",
                          *parent ? "x, y, z" : "name, fields, every, from, until, stride, slice",
                          nearest.best ? "; did you mean " : "", nearest.best ? nearest.best : "",
                          nearest.best ? "?" : "");
            good = false;
            continue;
        }
        if (key->type == TAUB_KEY_MAP && item->kind == TAUB_NODE_MAP) {
            good = read_map(path, "slice", item, view, arena, complaints) && good;
            continue;
        }
        if (key->type == TAUB_KEY_MAP) {
            char found[64];
            taub_complain(complaints, item->place, full, "expected a map of places along axes, say {z: 0}, got %s",
                          taub_node_describe(item, found, sizeof found));
            good = false;
            continue;
        }
        struct taub_key whole = *key;
        whole.path = full;
        good = taub_value_read(&whole, item, as_config(view), arena, complaints) && good;
    }
    return good;
}

static bool read_view(const char *path, const struct taub_node *node, struct taub_config_view *view,
                      struct taub_arena *arena, struct taub_complaints *complaints)
{
    int count;
    const struct taub_key *keys = taub_view_schema(&count);
    if (node->kind != TAUB_NODE_MAP) {
        char found[64];
        taub_complain(complaints, node->place, path, "expected a map, say {name: midplane, every: 0.5}, got %s",
                      taub_node_describe(node, found, sizeof found));
        return false;
    }
    for (int k = 0; k < count; k++)
        taub_value_default(&keys[k], as_config(view));
    bool good = read_map(path, "", node, view, arena, complaints);
    for (int k = 0; k < count; k++)
        if (keys[k].presence == TAUB_PRESENCE_REQUIRED && !taub_node_child(node, keys[k].path, strlen(keys[k].path))) {
            char expected[512], full[160];
            snprintf(full, sizeof full, "%s.%s", path, keys[k].path);
            taub_value_expected(keys[k].type, &keys[k].bounds, keys[k].enum_names, keys[k].count, expected,
                                sizeof expected);
            taub_complain(complaints, node->place, full, "this key is missing; expected %s", expected);
            good = false;
        }
    return good;
}

bool taub_views_read(const char *path, const struct taub_node *node, struct taub_views *views, struct taub_arena *arena,
                     struct taub_complaints *complaints)
{
    if (node->kind != TAUB_NODE_LIST || !node->count) {
        char found[64];
        taub_complain(complaints, node->place, path,
                      "expected a list of at least one view, say [{name: midplane, "
                      "every: 0.5, slice: {z: 0}}], got %s",
                      taub_node_describe(node, found, sizeof found));
        return false;
    }
    struct taub_config_view *list = taub_arena_take(arena, (size_t)node->count * sizeof *list);
    if (!list)
        return false;
    memset(list, 0, (size_t)node->count * sizeof *list);
    bool good = true;
    int count = 0;
    for (const struct taub_node *item = node->first; item; item = item->next, count++) {
        char full[128];
        snprintf(full, sizeof full, "%s[%d]", path, count);
        good = read_view(full, item, &list[count], arena, complaints) && good;
    }
    *views = (struct taub_views){count, list};
    return good;
}

/* ---- writing, copies ---- */

static bool is_written(const struct taub_key *key, const struct taub_config_view *view)
{
    if (key->type == TAUB_KEY_NAMES)
        return view->field_count > 0;
    return key->type != TAUB_KEY_MAP &&
           (key->presence != TAUB_PRESENCE_OPTIONAL || taub_key_is_set(key, as_const_config(view)));
}

static void write_view(const struct taub_config_view *view, FILE *file)
{
    int count;
    const struct taub_key *keys = taub_view_schema(&count);
    const char *separator = "{";
    bool inside = false;
    for (int k = 0; k < count; k++) {
        const bool nested = strchr(keys[k].path, '.') != NULL;
        if (!is_written(&keys[k], view))
            continue;
        fprintf(file, "%s%s%s: ", separator, nested && !inside ? "slice: {" : "", taub_key_name(&keys[k]));
        taub_value_write(&keys[k], as_const_config(view), file);
        inside = nested;
        separator = ", ";
    }
    fputs(inside ? "}}" : "}", file);
}

void taub_views_write(const struct taub_views *views, FILE *file)
{
    for (int n = 0; n < views->count; n++) {
        fputs(n ? ", " : "[", file);
        write_view(&views->list[n], file);
    }
    fputc(']', file);
}

void taub_views_copy(const struct taub_views *from, struct taub_views *to, struct taub_arena *arena)
{
    int count;
    const struct taub_key *keys = taub_view_schema(&count);
    struct taub_config_view *list = from->count > 0 ? taub_arena_take(arena, (size_t)from->count * sizeof *list) : NULL;
    *to = (struct taub_views){list ? from->count : 0, list};
    for (int n = 0; n < to->count; n++) {
        memset(&list[n], 0, sizeof list[n]);
        for (int k = 0; k < count; k++)
            if (keys[k].type != TAUB_KEY_MAP)
                taub_value_copy(&keys[k], as_const_config(&from->list[n]), as_config(&list[n]), arena);
    }
}

/* ---- checks ---- */

void taub_views_check(struct taub_check *self, const char *path, const struct taub_views *views)
{
    int count;
    const struct taub_key *keys = taub_view_schema(&count);
    if (views->count < 0 || (views->count && !views->list)) {
        taub_check_complain(self, path, -1, "expected a list of %d views, got none", views->count);
        return;
    }
    for (int n = 0; n < views->count; n++)
        for (int k = 0; k < count; k++) {
            char full[160];
            struct taub_key whole = keys[k];
            struct taub_check view = *self;
            snprintf(full, sizeof full, "%s[%d].%s", path, n, keys[k].path);
            whole.path = full;
            view.config = as_const_config(&views->list[n]);
            taub_check_key(&view, &whole);
        }
}
