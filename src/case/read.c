/* Converts nodes of a case file to members of the config. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/nearest.h"
#include "case/value.h"
#include "case/map_list.h"

struct reader {
    const char *path;
    struct taub_arena *arena;
    struct taub_complaints *complaints;
};

static bool unexpected(const struct reader *self, const struct taub_node *node, const char *expected)
{
    char found[64];
    taub_complain(self->complaints, node->place, self->path, "expected %s, got %s", expected,
                  taub_node_describe(node, found, sizeof found));
    return false;
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

bool taub_parse_real(const char *text, double *value)
{
    const char *at = text + (*text == '-' || *text == '+');
    if (!strcmp(at, ".inf") || !strcmp(at, ".Inf") || !strcmp(at, ".INF")) {
        *value = *text == '-' ? -HUGE_VAL : HUGE_VAL;
        return true;
    }
    if (!strcmp(text, ".nan") || !strcmp(text, ".NaN") || !strcmp(text, ".NAN")) {
        *value = nan("");
        return true;
    }
    size_t before = digits(at), after = 0;
    at += before;
    if (*at == '.') {
        after = digits(++at);
        at += after;
    }
    if (!before && !after)
        return false;
    if (*at == 'e' || *at == 'E') {
        ++at;
        at += *at == '-' || *at == '+';
        size_t exponent = digits(at);
        if (!exponent)
            return false;
        at += exponent;
    }
    if (*at)
        return false;
    *value = strtod(text, NULL);
    return true;
}

bool taub_parse_whole(const char *text, bool *negative, unsigned long long *magnitude)
{
    const char *at = text + (*text == '-' || *text == '+');
    *negative = *text == '-';
    if (!*at || at[digits(at)])
        return false;
    errno = 0;
    *magnitude = strtoull(at, NULL, 10);
    if (errno)
        *magnitude =
            ULLONG_MAX; /* larger than every integer type except the largest; rejected later by bounds or type */
    return !errno;
}

static bool read_real(const struct reader *self, const struct taub_node *node, double *value)
{
    if (node->kind != TAUB_NODE_SCALAR || node->quoted || !taub_parse_real(node->text, value))
        return unexpected(self, node, "a number");
    return isfinite(*value) ? true : unexpected(self, node, "a finite number");
}

/* Stores an integer of any type. The limits of the type are checked here, the bounds of the key elsewhere. */
static bool read_integer(const struct reader *self, const struct taub_node *node, enum taub_key_type type, void *member)
{
    bool negative = false;
    unsigned long long magnitude = 0;
    if (node->kind != TAUB_NODE_SCALAR || node->quoted || !*node->text ||
        node->text[strspn(node->text, "+-0123456789")])
        return unexpected(self, node, "a whole number");
    bool fits = taub_parse_whole(node->text, &negative, &magnitude);
    if (type == TAUB_KEY_UINT64) {
        if (!fits || (negative && magnitude))
            return unexpected(self, node, "a whole number from 0 to 18446744073709551615");
        *(uint64_t *)member = magnitude;
        return true;
    }
    unsigned long long most = type == TAUB_KEY_INT ? INT_MAX : INT64_MAX;
    if (!fits || magnitude > most)
        return unexpected(self, node,
                          type == TAUB_KEY_INT ? "a whole number of magnitude at most 2147483647"
                                               : "a whole number of magnitude at most 9223372036854775807");
    long long value = negative ? -(long long)magnitude : (long long)magnitude;
    if (type == TAUB_KEY_INT)
        *(int *)member = (int)value;
    else
        *(int64_t *)member = value;
    return true;
}

static size_t element_size(enum taub_key_type type)
{
    return type == TAUB_KEY_INT ? sizeof(int) : sizeof(double); /* the other types have 64 bits */
}

static bool read_number(const struct reader *self, const struct taub_node *node, enum taub_key_type type, void *member)
{
    return type == TAUB_KEY_REAL ? read_real(self, node, member) : read_integer(self, node, type, member);
}

static bool read_numbers(const struct reader *self, const struct taub_node *node, enum taub_key_type type, int count,
                         void *member)
{
    if (count == 1)
        return read_number(self, node, type, member);
    if (node->kind != TAUB_NODE_LIST || node->count != count) {
        char expected[128];
        struct taub_bounds none = {0};
        return unexpected(self, node, taub_value_expected(type, &none, NULL, count, expected, sizeof expected));
    }
    bool good = true;
    char *element = member;
    for (const struct taub_node *item = node->first; item; item = item->next, element += element_size(type))
        good = read_number(self, item, type, element) && good;
    return good;
}

static bool read_text(const struct reader *self, const struct taub_node *node, const char **text)
{
    if (node->kind != TAUB_NODE_SCALAR || (!node->quoted && !*node->text))
        return unexpected(self, node, "a text");
    *text = taub_arena_text(self->arena, node->text, strlen(node->text));
    return *text != NULL;
}

static bool read_texts(const struct reader *self, const struct taub_node *node, int count, const char **texts)
{
    if (count == 1)
        return read_text(self, node, texts);
    if (node->kind != TAUB_NODE_LIST || node->count != count) {
        char expected[64];
        snprintf(expected, sizeof expected, "a list of %d texts", count);
        return unexpected(self, node, expected);
    }
    bool good = true;
    for (const struct taub_node *item = node->first; item; item = item->next)
        good = read_text(self, item, texts++) && good;
    return good;
}

/* A word of the list; an error lists all words and suggests the most similar one. */
static bool read_enum(const struct reader *self, const struct taub_node *node, const struct taub_enum_name *enum_names,
                      const struct taub_enum_name **found)
{
    char expected[512], got[64];
    struct taub_bounds none = {0};
    *found = NULL;
    if (node->kind == TAUB_NODE_SCALAR) {
        *found = taub_enum_name_by_text(enum_names, node->text);
        if (*found)
            return true;
    }
    taub_value_expected(TAUB_KEY_ENUM, &none, enum_names, 1, expected, sizeof expected);
    if (node->kind != TAUB_NODE_SCALAR)
        return unexpected(self, node, expected);
    struct taub_nearest nearest;
    taub_nearest_start(&nearest, node->text);
    for (const struct taub_enum_name *word = enum_names; word->name; ++word)
        taub_nearest_offer(&nearest, word->name);
    taub_complain(self->complaints, node->place, self->path, "expected %s, got %s%s%s%s", expected,
                  taub_node_describe(node, got, sizeof got), nearest.best ? "; did you mean " : "",
                  nearest.best ? nearest.best : "", nearest.best ? "?" : "");
    return false;
}

static bool read_boundary(const struct reader *self, const struct taub_node *node,
                          const struct taub_enum_name *enum_names, enum taub_boundary faces[2])
{
    const struct taub_enum_name *word = NULL;
    if (node->kind != TAUB_NODE_LIST) {
        if (!read_enum(self, node, enum_names, &word))
            return false;
        faces[0] = faces[1] = (enum taub_boundary)word->value;
        return true;
    }
    if (node->count != 2)
        return unexpected(self, node, "one word, or a list of two: of the lower and of the upper face");
    bool good = true;
    for (const struct taub_node *item = node->first; item; item = item->next, ++faces)
        if (read_enum(self, item, enum_names, &word))
            *faces = (enum taub_boundary)word->value;
        else
            good = false;
    return good;
}

static bool read_boundaries(struct reader *self, const struct taub_node *node, const struct taub_enum_name *enum_names,
                            enum taub_boundary faces[3][2])
{
    if (node->kind == TAUB_NODE_LIST)
        return unexpected(self, node, "one word, or a map of the axes x, y, z");
    if (node->kind == TAUB_NODE_SCALAR) {
        if (!read_boundary(self, node, enum_names, faces[0]))
            return false;
        for (int axis = 1; axis < 3; ++axis)
            memcpy(faces[axis], faces[0], sizeof faces[0]);
        return true;
    }
    bool good = true;
    const char *path = self->path;
    for (const struct taub_node *item = node->first; item; item = item->next) {
        static const char *const axes[] = {"x", "y", "z", "inner", "outer"};
        enum { AXES = sizeof axes / sizeof *axes };
        int axis = 0;
        while (axis < AXES && strcmp(item->name, axes[axis]))
            ++axis;
        char inner[128];
        snprintf(inner, sizeof inner, "%s.%.40s", path, item->name);
        self->path = inner;
        if (axis == AXES) {
            taub_complain(self->complaints, item->name_place, inner,
                          "unknown key; expected one of x, y, z, or inner, outer of a cubed sphere");
            good = false;
        } else if (axis > 2) { /* one sphere of each */
            enum taub_boundary both[2];
            good = item->kind == TAUB_NODE_LIST ? unexpected(self, item, "one word")
                                                : read_boundary(self, item, enum_names, both) && good;
            faces[2][axis - 3] = both[0];
        } else {
            good = read_boundary(self, item, enum_names, faces[axis]) && good;
        }
        self->path = path;
    }
    return good;
}

static bool read_state(struct reader *self, const struct taub_node *node, struct taub_state *state)
{
    if (node->kind != TAUB_NODE_MAP)
        return unexpected(self, node, "a map of quantities, say {energy_density: 1, velocity: [0, 0, 0]}");
    bool good = true;
    int count;
    const struct taub_state_key *keys = taub_state_schema(&count);
    const char *path = self->path;
    for (const struct taub_node *item = node->first; item; item = item->next) {
        struct taub_nearest nearest;
        taub_nearest_start(&nearest, item->name);
        int k = 0;
        while (k < count && strcmp(item->name, keys[k].name))
            taub_nearest_offer(&nearest, keys[k++].name);
        char inner[160];
        snprintf(inner, sizeof inner, "%s.%.60s", path, item->name);
        self->path = inner;
        if (k == count) {
            taub_complain(self->complaints, item->name_place, inner,
                          "unknown quantity; expected one of energy_density, charge_density, density, pressure, "
                          "temperature, velocity, four_velocity, scalar_1, ...%s%s%s",
                          nearest.best ? "; did you mean " : "", nearest.best ? nearest.best : "",
                          nearest.best ? "?" : "");
            good = false;
        } else if (read_numbers(self, item, TAUB_KEY_REAL, keys[k].count, (char *)state + keys[k].offset)) {
            state->given |= keys[k].given;
        } else {
            good = false;
        }
        self->path = path;
    }
    return good;
}

static bool read_states(struct reader *self, const struct taub_node *node, struct taub_states *states)
{
    if (node->kind != TAUB_NODE_LIST || !node->count)
        return unexpected(self, node, "a list of states, say [{density: 1, pressure: 1}, {density: 2, pressure: 1}]");
    struct taub_state *list = taub_arena_take(self->arena, (size_t)node->count * sizeof *list);
    if (!list)
        return false;
    bool good = true;
    int count = 0;
    const char *path = self->path;
    for (const struct taub_node *item = node->first; item; item = item->next, ++count) {
        char inner[160];
        snprintf(inner, sizeof inner, "%s[%d]", path, count);
        self->path = inner;
        good = read_state(self, item, &list[count]) && good;
        self->path = path;
    }
    *states = (struct taub_states){count, list};
    return good;
}

static bool read_reals(const struct reader *self, const struct taub_node *node, struct taub_reals *numbers)
{
    if (node->kind != TAUB_NODE_LIST || !node->count)
        return unexpected(self, node, "a list of at least one number");
    double *list = taub_arena_take(self->arena, (size_t)node->count * sizeof *list);
    if (!list)
        return false;
    bool good = true;
    int count = 0;
    for (const struct taub_node *item = node->first; item; item = item->next)
        good = read_real(self, item, &list[count++]) && good;
    *numbers = (struct taub_reals){count, list};
    return good;
}

/* A list of lists of `width` numbers, stored consecutively. */
static bool read_rows(const struct reader *self, const struct taub_node *node, int width, struct taub_reals *numbers)
{
    char expected[128];
    snprintf(expected, sizeof expected, "a list of lists of %d numbers, say [[0, 0, 0], [0.5, 0, 0]]", width);
    if (node->kind != TAUB_NODE_LIST || !node->count)
        return unexpected(self, node, expected);
    double *list = taub_arena_take(self->arena, (size_t)node->count * (size_t)width * sizeof *list);
    if (!list)
        return false;
    bool good = true;
    int count = 0;
    for (const struct taub_node *row = node->first; row; row = row->next) {
        if (row->kind != TAUB_NODE_LIST || row->count != width) {
            snprintf(expected, sizeof expected, "a list of %d numbers", width);
            return unexpected(self, row, expected);
        }
        for (const struct taub_node *item = row->first; item; item = item->next)
            good = read_real(self, item, &list[count++]) && good;
    }
    *numbers = (struct taub_reals){count, list};
    return good;
}

static bool read_parameters(struct reader *self, const struct taub_node *node, struct taub_parameters *parameters)
{
    if (node->kind != TAUB_NODE_MAP)
        return unexpected(self, node, "a map of names and numbers, say {width: 2.5}");
    struct taub_parameter *list = taub_arena_take(self->arena, (size_t)node->count * sizeof *list);
    if (!list)
        return false;
    bool good = true;
    int count = 0;
    const char *path = self->path;
    for (const struct taub_node *item = node->first; item; item = item->next) {
        char inner[160];
        snprintf(inner, sizeof inner, "%s.%.60s", path, item->name);
        self->path = inner;
        struct taub_parameter *parameter = &list[count++];
        parameter->name = taub_arena_text(self->arena, item->name, strlen(item->name));
        good = parameter->name && read_real(self, item, &parameter->value) && good;
        self->path = path;
    }
    parameters->count = count;
    parameters->list = count ? list : NULL;
    return good;
}

/* Which names there are depends on the rest of the case (check_names of check.c). */
static bool read_names(const struct reader *self, const struct taub_node *node, const struct taub_enum_name *enum_names,
                       const char *const **names, int *count)
{
    if (node->kind != TAUB_NODE_LIST || !node->count)
        return unexpected(self, node, "a list of at least one name");
    const char **list = taub_arena_take(self->arena, (size_t)node->count * sizeof *list);
    if (!list)
        return false;
    bool good = true;
    int filled = 0;
    for (const struct taub_node *item = node->first; item; item = item->next) {
        char expected[512];
        struct taub_bounds none = {0};
        if (item->kind == TAUB_NODE_SCALAR)
            good = (list[filled++] = taub_arena_text(self->arena, item->text, strlen(item->text))) && good;
        else
            good = unexpected(self, item,
                              taub_value_expected(TAUB_KEY_ENUM, &none, enum_names, 1, expected, sizeof expected));
    }
    *names = list;
    *count = filled;
    return good;
}

static bool read_file(const struct reader *self, const struct taub_node *node, const char **file)
{
    const char *name = NULL;
    if (!read_text(self, node, &name))
        return false;
    char reason[256];
    *file = taub_resolve_file(node->source->folder, name, self->arena, reason, sizeof reason);
    if (*file)
        return true;
    const bool relative = *name != '/';
    taub_complain(self->complaints, node->place, self->path,
                  "expected a file that can be read, got '%.300s': %s%s%.300s", name, reason,
                  relative ? ", looked for in " : "", relative ? node->source->folder : "");
    return false;
}

static bool read_stl(const struct reader *self, const struct taub_node *node, struct taub_stl_file *surface)
{
    struct taub_error error = {TAUB_OK, "", false};
    if (!read_file(self, node, &surface->name))
        return false;
    if (!taub_stl_read(surface, self->arena, &error))
        taub_complain(self->complaints, node->place, self->path, "%s", error.message);
    return surface->triangles != NULL;
}

/* `[]` empties a list, for example in an override. Not for fields, which have a default if not given. */
static bool is_emptied(const struct taub_key *key, const struct taub_node *node)
{
    return key->presence == TAUB_PRESENCE_OPTIONAL && (key->type == TAUB_KEY_REALS || key->type == TAUB_KEY_MAPS) &&
           node->kind == TAUB_NODE_LIST && !node->count;
}

bool taub_value_read(const struct taub_key *key, const struct taub_node *node, struct taub_config *config,
                     struct taub_arena *arena, struct taub_complaints *complaints)
{
    struct reader reader = {key->path, arena, complaints};
    void *member = taub_key_member(key, config);
    if (is_emptied(key, node))
        return true;
    if (key->flag)
        *(bool *)((char *)config + key->flag) = true;
    switch (key->type) {
    case TAUB_KEY_TEXT:
        return read_texts(&reader, node, key->count, member);
    case TAUB_KEY_FILE:
        return read_file(&reader, node, member);
    case TAUB_KEY_STL:
        return read_stl(&reader, node, member);
    case TAUB_KEY_ENUM: {
        const struct taub_enum_name *word = NULL;
        if (!read_enum(&reader, node, key->enum_names, &word))
            return false;
        memcpy(member, &word->value, sizeof word->value);
        return true;
    }
    case TAUB_KEY_INT:
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL:
        return read_numbers(&reader, node, key->type, key->count, member);
    case TAUB_KEY_STATE:
        return read_state(&reader, node, member);
    case TAUB_KEY_STATES:
        return read_states(&reader, node, member);
    case TAUB_KEY_REALS:
        return key->count > 1 ? read_rows(&reader, node, key->count, member) : read_reals(&reader, node, member);
    case TAUB_KEY_PARAMETERS:
        return read_parameters(&reader, node, member);
    case TAUB_KEY_NAMES:
        return read_names(&reader, node, key->enum_names, member, (int *)((char *)config + key->count_offset));
    case TAUB_KEY_BOUNDARY:
        return read_boundaries(&reader, node, key->enum_names, member);
    case TAUB_KEY_MAPS:
        return taub_map_list_read(key, node, member, arena, complaints);
    case TAUB_KEY_MAP:
        break;
    }
    return true;
}
