/* Builds a tree from libfyaml's events. Events are used rather than libfyaml's documents because they have the place of
 * every map and list, and do not expand aliases. */
#include <libfyaml.h>
#include <string.h>

#include "case/tree.h"
#include "case/utf8.h"

enum { DEEPEST = 16, MOST_NODES = 10000, MOST_APOSTROPHES = 6 };

struct builder {
    struct taub_arena *arena;
    const struct taub_source *source;
    struct taub_complaints *complaints;
    struct taub_node *open[DEEPEST]; /* maps and lists that have not ended, outermost first */
    int depth;
    struct taub_node *key; /* a key whose value has not been read yet */
    bool duplicate;        /* the key is a duplicate: its value is dropped */
    struct taub_node *root;
    int nodes;
    bool stop;
};

static struct taub_place place_of(const struct taub_source *source, const struct fy_mark *mark)
{
    struct taub_place place = {source->name, source->order, 0, 0};
    if (source->has_lines) {
        place.line = mark ? mark->line + 1 : 1;
        place.column = mark ? mark->column + 1 : 1;
    }
    return place;
}

/* libfyaml's marks of quoted texts, anchors and aliases point to the character after the sign. */
static struct taub_place place_of_sign(const struct taub_source *source, const struct fy_mark *mark)
{
    struct taub_place place = place_of(source, mark);
    if (place.column > 1)
        --place.column;
    return place;
}

static void refuse(struct builder *self, struct taub_place place, const char *what)
{
    taub_complain(self->complaints, place, NULL, "%s", what);
    self->stop = true;
}

static void take_key(struct builder *self, struct taub_node *node)
{
    if (node->kind != TAUB_NODE_SCALAR) {
        refuse(self, node->place, "expected the name of a key, got a map or a list");
        return;
    }
    struct taub_node *map = self->open[self->depth - 1];
    const struct taub_node *earlier = taub_node_child(map, node->text, strlen(node->text));
    self->duplicate = earlier != NULL;
    self->key = node;
    if (!earlier)
        return;
    if (earlier->name_place.line)
        taub_complain(self->complaints, node->place, NULL,
                      "%.60s: this key is given twice, first in line %d; expected it once", node->text,
                      earlier->name_place.line);
    else
        taub_complain(self->complaints, node->place, NULL, "%.60s: this key is given twice; expected it once",
                      node->text);
}

static void place_node(struct builder *self, struct taub_node *node)
{
    if (!self->depth) {
        self->root = node;
        return;
    }
    struct taub_node *parent = self->open[self->depth - 1];
    if (parent->kind == TAUB_NODE_LIST) {
        taub_node_append(parent, node);
    } else if (!self->key) {
        take_key(self, node);
    } else {
        node->name = self->key->text;
        node->name_place = self->key->place;
        self->key = NULL;
        if (!self->duplicate)
            taub_node_append(parent, node);
    }
}

static void begin(struct builder *self, enum taub_node_kind kind, const struct fy_mark *mark)
{
    struct taub_place place = place_of(self->source, mark);
    if (self->depth == DEEPEST || ++self->nodes > MOST_NODES) {
        refuse(self, place, "maps and lists are nested too deeply, or there are too many");
        return;
    }
    struct taub_node *node = taub_node_new(self->arena, kind, self->source, place);
    if (!node) {
        self->stop = true;
        return;
    }
    place_node(self, node);
    if (!self->stop)
        self->open[self->depth++] = node;
}

static void end(struct builder *self)
{
    if (self->depth)
        --self->depth;
}

static void scalar(struct builder *self, struct fy_event *event)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    bool quoted = event->scalar.value && fy_scalar_token_get_style(event->scalar.value) != FYSS_PLAIN;
    struct taub_place place = quoted ? place_of_sign(self->source, mark) : place_of(self->source, mark);
    if (!mark && self->depth) /* a missing value: use the place of its key or list */
        place = self->key ? self->key->place : self->open[self->depth - 1]->place;
    size_t length = 0;
    const char *text = fy_token_get_text(event->scalar.value, &length);
    if (!text) { /* libfyaml has no text for an empty plain value */
        text = "";
        length = 0;
    }
    if (memchr(text, '\0', length)) {
        refuse(self, place, "expected a text without a zero byte");
        return;
    }
    if (++self->nodes > MOST_NODES) {
        refuse(self, place, "there are too many values");
        return;
    }
    struct taub_node *node = taub_node_new(self->arena, TAUB_NODE_SCALAR, self->source, place);
    if (node)
        node->text = taub_arena_text(self->arena, text, length);
    if (!node || !node->text) {
        self->stop = true;
        return;
    }
    node->quoted = quoted;
    place_node(self, node);
}

/* Anchors, aliases and tags are refused: values must mean what is written. */
static bool is_plain(struct builder *self, struct fy_event *event)
{
    struct fy_token *anchor = fy_event_get_anchor_token(event), *tag = fy_event_get_tag_token(event);
    if (event->type != FYET_ALIAS && !anchor && !tag)
        return true;
    const struct fy_mark *mark =
        event->type == FYET_ALIAS ? fy_event_start_mark(event) : fy_token_start_mark(anchor ? anchor : tag);
    struct taub_place place = tag && !anchor ? place_of(self->source, mark) : place_of_sign(self->source, mark);
    refuse(self, place,
           "anchors (&name), aliases (*name) and tags (!name) are not used in case files; write the value itself, and "
           "put a text that starts with one of these signs in quotes");
    return false;
}

static void take_event(struct builder *self, struct fy_event *event)
{
    switch (event->type) {
    case FYET_DOCUMENT_START:
        if (self->root)
            refuse(self, place_of(self->source, fy_event_start_mark(event)),
                   "a second document starts here; expected one case in a file");
        break;
    case FYET_MAPPING_START:
        if (is_plain(self, event))
            begin(self, TAUB_NODE_MAP, fy_event_start_mark(event));
        break;
    case FYET_SEQUENCE_START:
        if (is_plain(self, event))
            begin(self, TAUB_NODE_LIST, fy_event_start_mark(event));
        break;
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END:
        end(self);
        break;
    case FYET_SCALAR:
    case FYET_ALIAS:
        if (is_plain(self, event))
            scalar(self, event);
        break;
    default:
        break;
    }
}

static void report_syntax(struct builder *self, struct fy_diag *diag)
{
    void *at = NULL;
    const struct fy_diag_error *found = fy_diag_errors_iterate(diag, &at);
    struct taub_place place = place_of(self->source, NULL);
    if (found && self->source->has_lines && found->line > 0) {
        place.line = found->line;
        place.column = found->column > 0 ? found->column : 1;
    }
    taub_complain(self->complaints, place, NULL, "this is not valid YAML: %.200s",
                  found && found->msg ? found->msg : "it cannot be read");
}

static void discard(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag, (void)user, (void)text, (void)length;
}

static struct fy_diag *collecting_diag(void)
{
    struct fy_diag_cfg config;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    config.output_fn = discard;
    config.colorize = false;
    struct fy_diag *diag = fy_diag_create(&config);
    if (diag)
        fy_diag_set_collect_errors(diag, true);
    return diag;
}

static void read_events(struct builder *self, struct fy_parser *parser, struct fy_diag *diag)
{
    struct fy_event *event;
    while (!self->stop && (event = fy_parser_parse(parser))) {
        take_event(self, event);
        fy_parser_event_free(parser, event);
    }
    if (!self->stop && (fy_parser_get_stream_error(parser) || fy_diag_got_error(diag)))
        report_syntax(self, diag);
}

/* Rejects texts on which libfyaml may loop for ever (not UTF-8, directives) or leak memory (long sequences of
 * apostrophes). */
static bool is_readable(struct builder *self, const char *text, size_t length)
{
    int line = 1, column = 1, apostrophes = 0;
    for (size_t at = 0, bytes; at < length; at += bytes) {
        struct taub_place place = {self->source->name, self->source->order, 0, 0};
        unsigned long code = 0;
        if (self->source->has_lines)
            place.line = line, place.column = column;
        bytes = taub_utf8_character(text + at, length - at, &code);
        if (!bytes)
            refuse(self, place, "expected a text in UTF-8, got an invalid byte");
        else if ((code < ' ' && code != '\n' && code != '\r' && code != '\t') || code == 127)
            refuse(self, place, "expected a text without control characters");
        else if (code == '%' && column == 1)
            refuse(self, place, "directives (%NAME) of YAML are not used in case files");
        apostrophes = code == '\'' ? apostrophes + 1 : 0;
        if (apostrophes == MOST_APOSTROPHES)
            refuse(self, place,
                   "expected fewer apostrophes in a row; put this text in double quotes, with each apostrophe written "
                   "as \\x27");
        if (self->stop)
            return false;
        column = code == '\n' ? 1 : column + 1;
        line += code == '\n';
    }
    return true;
}

void taub_tree_parse(struct taub_arena *arena, const struct taub_source *source, const char *text, size_t length,
                     struct taub_complaints *complaints, struct taub_node **root)
{
    struct builder builder = {.arena = arena, .source = source, .complaints = complaints};
    *root = NULL;
    if (!length || !is_readable(&builder, text, length))
        return;
    struct fy_diag *diag = collecting_diag();
    struct fy_parse_cfg config = {.flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_JSON_NONE, .diag = diag};
    struct fy_parser *parser = diag ? fy_parser_create(&config) : NULL;
    if (parser && !fy_parser_set_string(parser, text, length))
        read_events(&builder, parser, diag);
    else
        arena->exhausted = true;
    if (parser)
        fy_parser_destroy(parser);
    if (diag)
        fy_diag_destroy(diag);
    *root = builder.root;
}
