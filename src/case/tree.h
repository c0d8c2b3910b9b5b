/* A case file as a tree of named nodes with their places in the file. Built from libfyaml's events; overrides are
 * merged into it. */
#ifndef TAUB_CASE_TREE_H
#define TAUB_CASE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "case/arena.h"
#include "case/complaints.h"

enum taub_node_kind { TAUB_NODE_SCALAR, TAUB_NODE_LIST, TAUB_NODE_MAP };

/* A text that is parsed: the case file or one override. */
struct taub_source {
    const char *name;   /* name in messages */
    const char *folder; /* absolute; relative file names start here */
    int order;          /* 0 for the file; then the overrides, in order */
    bool has_lines;     /* false for overrides, which are identified by name only */
};

struct taub_node {
    enum taub_node_kind kind;
    struct taub_place place;
    const struct taub_source *source;
    const char *text; /* of scalars */
    bool quoted;
    const char *name; /* in a map: the key, and its place */
    struct taub_place name_place;
    struct taub_node *first, *last, *next; /* children in order; the next sibling */
    int count;                             /* number of children */
};

/* Parses a whole text into *root (NULL if it is empty). Errors are added to the complaints; *root then holds what could
 * be read. */
void taub_tree_parse(struct taub_arena *arena, const struct taub_source *source, const char *text, size_t length,
                     struct taub_complaints *complaints, struct taub_node **root);

/* Applies "path=value" to the tree; "path=" removes the key. */
void taub_tree_override(struct taub_arena *arena, const struct taub_source *source, const char *text,
                        struct taub_complaints *complaints, struct taub_node **root);

/* Takes the optional key `taub` of a case or study, the version for which it was written, out of its map; complains
 * about one that is newer than this Taub, or no version. */
void taub_tree_take_version(struct taub_node *root, struct taub_complaints *complaints);

struct taub_node *taub_node_new(struct taub_arena *arena, enum taub_node_kind kind, const struct taub_source *source,
                                struct taub_place place);
void taub_node_append(struct taub_node *parent, struct taub_node *child);
struct taub_node *taub_node_child(const struct taub_node *map, const char *name, size_t length); /* NULL: none */
struct taub_node *taub_node_item(const struct taub_node *parent, int index);
/* The node at a dotted path, or NULL; *deepest is the last node found on the way, NULL if that is the root. */
struct taub_node *taub_node_find(struct taub_node *root, const char *path, struct taub_node **deepest);

/* Describes a node for messages, such as "a map" or "the text 'abc'"; returns buffer. */
const char *taub_node_describe(const struct taub_node *node, char *buffer, size_t size);

#endif
