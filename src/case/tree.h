/* A case file as a tree of named nodes that know where they were written. Built from libfyaml's events; overrides are
 * merged into it. */
#ifndef TAUB_CASE_TREE_H
#define TAUB_CASE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "case/arena.h"
#include "case/complaints.h"

enum taub_node_kind { TAUB_NODE_SCALAR, TAUB_NODE_LIST, TAUB_NODE_MAP };

/* A text that was parsed: the case file or one override. */
struct taub_source {
    const char *name;   /* how messages call it */
    const char *folder; /* relative file names in it start here; absolute */
    int order;          /* 0 the file, then the overrides in their order */
    bool has_lines;     /* false for overrides: their name is place enough */
};

struct taub_node {
    enum taub_node_kind kind;
    struct taub_place place;
    const struct taub_source *source;
    const char *text; /* scalars */
    bool quoted;
    const char *name; /* in a map: the key and where it stands */
    struct taub_place name_place;
    struct taub_node *first, *last, *next; /* children in their order; the next sibling */
    int count;                             /* of children */
};

/* Parses a whole text into *root (NULL when it is empty). What is wrong is added to the complaints, and *root is then
 * what could be read. */
void taub_tree_parse(struct taub_arena *arena, const struct taub_source *source, const char *text, size_t length,
                     struct taub_complaints *complaints, struct taub_node **root);

/* Applies "path=value" to the tree; "path=" takes the key away. */
void taub_tree_override(struct taub_arena *arena, const struct taub_source *source, const char *text,
                        struct taub_complaints *complaints, struct taub_node **root);

struct taub_node *taub_node_new(struct taub_arena *arena, enum taub_node_kind kind, const struct taub_source *source,
                                struct taub_place place);
void taub_node_append(struct taub_node *parent, struct taub_node *child);
struct taub_node *taub_node_child(const struct taub_node *map, const char *name, size_t length); /* NULL: none */
struct taub_node *taub_node_item(const struct taub_node *parent, int index);
/* The node at a dotted path, or NULL; *deepest is the last one found on the way, NULL when the root is. */
struct taub_node *taub_node_find(struct taub_node *root, const char *path, struct taub_node **deepest);

/* "a map", "the text 'abc'": what was found, for messages; returns buffer. */
const char *taub_node_describe(const struct taub_node *node, char *buffer, size_t size);

#endif
