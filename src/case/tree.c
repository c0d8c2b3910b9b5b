#include "case/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct taub_node *taub_node_new(struct taub_arena *arena, enum taub_node_kind kind, const struct taub_source *source,
                                struct taub_place place)
{
    struct taub_node *node = taub_arena_take(arena, sizeof *node);
    if (node) {
        node->kind = kind;
        node->source = source;
        node->place = place;
    }
    return node;
}

void taub_node_append(struct taub_node *parent, struct taub_node *child)
{
    child->next = NULL;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    ++parent->count;
}

static void remove_child(struct taub_node *parent, const struct taub_node *child)
{
    struct taub_node *before = NULL;
    for (struct taub_node *node = parent->first; node; before = node, node = node->next) {
        if (node != child)
            continue;
        if (before)
            before->next = node->next;
        else
            parent->first = node->next;
        if (parent->last == node)
            parent->last = before;
        --parent->count;
        return;
    }
}

struct taub_node *taub_node_child(const struct taub_node *map, const char *name, size_t length)
{
    for (struct taub_node *node = map->first; node; node = node->next)
        if (node->name && strlen(node->name) == length && !memcmp(node->name, name, length))
            return node;
    return NULL;
}

struct taub_node *taub_node_item(const struct taub_node *parent, int index)
{
    struct taub_node *node = parent->first;
    while (node && index-- > 0)
        node = node->next;
    return node;
}

struct taub_node *taub_node_find(struct taub_node *root, const char *path, struct taub_node **deepest)
{
    struct taub_node *node = root;
    *deepest = node;
    while (node && *path) {
        size_t length = strcspn(path, ".[");
        if (*path == '[') {
            node = node->kind == TAUB_NODE_LIST ? taub_node_item(node, atoi(path + 1)) : NULL;
            length = strcspn(path, "]") + 1;
        } else {
            node = node->kind == TAUB_NODE_MAP ? taub_node_child(node, path, length) : NULL;
        }
        if (node)
            *deepest = node;
        path += length;
        if (*path == '.')
            ++path;
    }
    return node;
}

const char *taub_node_describe(const struct taub_node *node, char *buffer, size_t size)
{
    if (node->kind == TAUB_NODE_MAP)
        snprintf(buffer, size, "a map");
    else if (node->kind == TAUB_NODE_LIST)
        snprintf(buffer, size, "a list of %d", node->count);
    else if (!*node->text && !node->quoted)
        snprintf(buffer, size, "no value");
    else {
        char text[41];
        size_t length = strlen(node->text), shown = length < 40 ? length : 40;
        while (shown < length && shown && ((unsigned char)node->text[shown] & 0xc0) == 0x80)
            --shown; /* do not cut a UTF-8 character */
        memcpy(text, node->text, shown);
        text[shown] = '\0';
        for (char *c = text; *c; ++c)
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = ' ';
        const char *quote = node->quoted ? "\"" : "'";
        snprintf(buffer, size, "%s%s%s%s", quote, text, shown < length ? "..." : "", quote);
    }
    return buffer;
}

/* The map of a list that `name`, of so many letters, says as in "source[1]"; NULL, with a complaint, if there is none.
 */
static struct taub_node *item_of(struct taub_place place, struct taub_complaints *complaints,
                                 const struct taub_node *map, const char *name, size_t length)
{
    const char *bracket = memchr(name, '[', length);
    struct taub_node *list = taub_node_child(map, name, (size_t)(bracket - name)), *item = NULL;
    char *end;
    const long index = strtol(bracket + 1, &end, 10);
    const bool good = end > bracket + 1 && end + 1 == name + length && *end == ']';
    if (good && list && list->kind == TAUB_NODE_LIST && index >= 0 && index < list->count)
        item = taub_node_item(list, (int)index);
    if (!item && list && list->kind == TAUB_NODE_LIST)
        taub_complain(complaints, place, NULL, "%.*s: expected a number from [0] to [%d], of the list in the case file",
                      (int)length, name, list->count - 1);
    else if (!item)
        taub_complain(complaints, place, NULL, "%.*s: there is no list %.*s in the case file", (int)length, name,
                      (int)(bracket - name), name);
    return item;
}

/* The map that holds the last name of the path; missing maps on the way are created. */
static struct taub_node *parent_of(struct taub_arena *arena, const struct taub_source *source, struct taub_place place,
                                   struct taub_complaints *complaints, struct taub_node *root, const char *path,
                                   const char **last)
{
    struct taub_node *map = root;
    const char *name = path;
    for (const char *dot; (dot = strchr(name, '.')); name = dot + 1) {
        const bool listed = memchr(name, '[', (size_t)(dot - name)) != NULL;
        struct taub_node *child = listed ? item_of(place, complaints, map, name, (size_t)(dot - name))
                                         : taub_node_child(map, name, (size_t)(dot - name));
        if (!child && listed)
            return NULL;
        if (!child) {
            child = taub_node_new(arena, TAUB_NODE_MAP, source, place);
            if (!child)
                return NULL;
            child->name = taub_arena_text(arena, name, (size_t)(dot - name));
            child->name_place = place;
            if (!child->name)
                return NULL;
            taub_node_append(map, child);
        }
        if (child->kind != TAUB_NODE_MAP) {
            taub_complain(complaints, place, NULL,
                          "%.*s is not a map in the case file, so its keys cannot be set separately; set it as a whole",
                          (int)(dot - path), path);
            return NULL;
        }
        map = child;
    }
    *last = name;
    return map;
}

static bool is_path(const char *text, size_t length)
{
    bool expect_name = true;
    for (size_t i = 0; i < length; ++i) {
        if (text[i] == '.' && expect_name)
            return false;
        if ((unsigned char)text[i] <= ' ')
            return false;
        expect_name = text[i] == '.';
    }
    return !expect_name;
}

void taub_tree_override(struct taub_arena *arena, const struct taub_source *source, const char *text,
                        struct taub_complaints *complaints, struct taub_node **root)
{
    struct taub_place place = {source->name, source->order, 0, 0};
    const char *equals = strchr(text, '=');
    if (!equals || !is_path(text, (size_t)(equals - text)) || equals - text > 200) {
        taub_complain(complaints, place, NULL, "expected path=value, for example mesh.cells=[64,64,1]");
        return;
    }
    if (!*root)
        *root = taub_node_new(arena, TAUB_NODE_MAP, source, place);
    const char *path = taub_arena_text(arena, text, (size_t)(equals - text));
    if (!*root || !path || (*root)->kind != TAUB_NODE_MAP)
        return; /* a file that is not a map is reported elsewhere */
    struct taub_node *value = NULL;
    taub_tree_parse(arena, source, equals + 1, strlen(equals + 1), complaints, &value);
    const char *name = NULL;
    struct taub_node *parent = parent_of(arena, source, place, complaints, *root, path, &name);
    if (!parent)
        return;
    struct taub_node *old = taub_node_child(parent, name, strlen(name));
    if (old)
        remove_child(parent, old);
    if (value) {
        value->name = name;
        value->name_place = place;
        taub_node_append(parent, value);
    }
}
