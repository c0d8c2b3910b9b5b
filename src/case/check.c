/* Checks of each key separately. */
#include "case/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/nearest.h"
#include "case/tree.h"
#include "case/utf8.h"
#include "case/value.h"
#include "case/map_list.h"
#include "core/wings.h"

void taub_check_complain(struct taub_check *self, const char *path, int element, const char *format, ...)
{
    struct taub_place place = {NULL, 0, 0, 0};
    struct taub_node *deepest = NULL;
    struct taub_node *node = taub_node_find(self->root, path, &deepest);
    if (node && element >= 0 && node->kind == TAUB_NODE_LIST && taub_node_item(node, element))
        deepest = taub_node_item(node, element);
    if (deepest)
        place = !node && deepest->name ? deepest->name_place : deepest->place;
    char full[160], text[1024];
    if (element >= 0)
        snprintf(full, sizeof full, "%s[%d]", path, element);
    else
        snprintf(full, sizeof full, "%s", path);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    taub_complain(self->complaints, place, full, "%s", text);
}

static double number_at(const struct taub_key *key, const void *value, int i)
{
    switch (key->type) {
    case TAUB_KEY_INT:
        return ((const int *)value)[i];
    case TAUB_KEY_INT64:
        return (double)((const int64_t *)value)[i];
    case TAUB_KEY_UINT64:
        return (double)((const uint64_t *)value)[i];
    default:
        return ((const double *)value)[i];
    }
}

static void check_number(struct taub_check *self, const char *path, int element, enum taub_key_type type,
                         const struct taub_bounds *bounds, double number)
{
    char expected[128], got[TAUB_REAL_TEXT];
    if (taub_bounds_hold(bounds, number))
        return;
    taub_value_expected(type, bounds, NULL, 1, expected, sizeof expected);
    taub_check_complain(self, path, element, "expected %s, got %s", isfinite(number) ? expected : "a finite number",
                        taub_real_text(number, got));
}

static void check_numbers(struct taub_check *self, const struct taub_key *key)
{
    const void *value = taub_key_value(key, self->config);
    if (key->presence == TAUB_PRESENCE_OPTIONAL && !taub_key_is_set(key, self->config))
        return;
    for (int i = 0; i < key->count; ++i)
        check_number(self, key->path, key->count > 1 ? i : -1, key->type, &key->bounds, number_at(key, value, i));
}

static void check_word(struct taub_check *self, const struct taub_key *key)
{
    int value;
    memcpy(&value, taub_key_value(key, self->config), sizeof value);
    const char *wing = taub_absent_wing(key->path, value);
    if (wing)
        taub_check_complain(self, key->path, -1, TAUB_BUILT_WITHOUT, wing);
    if (taub_enum_name_by_value(key->enum_names, value))
        return;
    char expected[512];
    taub_value_expected(key->type, &key->bounds, key->enum_names, 1, expected, sizeof expected);
    taub_check_complain(self, key->path, -1, "expected %s, got the number %d", expected, value);
}

static void check_text(struct taub_check *self, const struct taub_key *key)
{
    const char *const *texts = taub_key_value(key, self->config);
    for (int i = 0; i < key->count; ++i) {
        int element = key->count > 1 ? i : -1;
        if (texts[i] && !taub_is_utf8(texts[i]))
            taub_check_complain(self, key->path, element, "expected a text in UTF-8");
        else if (key->presence == TAUB_PRESENCE_REQUIRED && (!texts[i] || !*texts[i]))
            taub_check_complain(self, key->path, element, "expected a text that is not empty");
    }
}

static void check_file(struct taub_check *self, const struct taub_key *key)
{
    const char *name = *(const char *const *)taub_key_value(key, self->config);
    char reason[256];
    if (!name)
        taub_check_complain(self, key->path, -1, "expected the name of a file, got none");
    else if (!taub_is_utf8(name))
        taub_check_complain(self, key->path, -1, "expected the name of a file in UTF-8");
    else if (!taub_resolve_file(".", name, self->complaints->arena, reason, sizeof reason))
        taub_check_complain(self, key->path, -1, "expected a file that can be read, got '%.300s': %s", name, reason);
}

/* What a case file names has been read. */
static void check_stl(struct taub_check *self, const struct taub_key *key)
{
    struct taub_stl_file surface = *(const struct taub_stl_file *)taub_key_value(key, self->config);
    struct taub_error error = {TAUB_OK, "", false};
    const int before = self->complaints->count;
    check_file(self, key);
    if (self->complaints->count == before && !surface.triangles &&
        !taub_stl_read(&surface, self->complaints->arena, &error))
        taub_check_complain(self, key->path, -1, "%s", error.message);
}

static void check_state(struct taub_check *self, const char *path_of_state, const struct taub_state *state)
{
    int count;
    const struct taub_state_key *keys = taub_state_schema(&count);
    unsigned known = 0;
    for (int k = 0; k < count; ++k) {
        known |= keys[k].given;
        if (!(state->given & keys[k].given))
            continue;
        char path[160];
        snprintf(path, sizeof path, "%s.%s", path_of_state, keys[k].name);
        const double *values = (const double *)(const void *)((const char *)state + keys[k].offset);
        for (int i = 0; i < keys[k].count; ++i)
            check_number(self, path, keys[k].count > 1 ? i : -1, TAUB_KEY_REAL, &keys[k].bounds, values[i]);
    }
    if (state->given & ~known)
        taub_check_complain(self, path_of_state, -1, "`given` has bits that do not belong to any quantity");
}

static void check_states(struct taub_check *self, const struct taub_key *key)
{
    const struct taub_states *states = taub_key_value(key, self->config);
    if (states->count < 1 || !states->list)
        taub_check_complain(self, key->path, -1, "expected a list of at least one state, got none");
    for (int i = 0; i < states->count && states->list; ++i) {
        char path[128];
        snprintf(path, sizeof path, "%s[%d]", key->path, i);
        check_state(self, path, &states->list[i]);
    }
}

static void check_reals(struct taub_check *self, const struct taub_key *key)
{
    const struct taub_reals *numbers = taub_key_value(key, self->config);
    if (numbers->count < 0 || (numbers->count && !numbers->list))
        taub_check_complain(self, key->path, -1, "expected a list of %d numbers, got none", numbers->count);
    for (int i = 0; i < numbers->count && numbers->list; ++i)
        check_number(self, key->path, i, TAUB_KEY_REAL, &key->bounds, numbers->list[i]);
}

static void check_parameters(struct taub_check *self, const struct taub_key *key)
{
    const struct taub_parameters *parameters = taub_key_value(key, self->config);
    if (parameters->count < 0 || (parameters->count && !parameters->list)) {
        taub_check_complain(self, key->path, -1, "expected a list of %d parameters, got none", parameters->count);
        return;
    }
    for (int i = 0; i < parameters->count; ++i) {
        const struct taub_parameter *parameter = &parameters->list[i];
        char path[160];
        snprintf(path, sizeof path, "%s.%.60s", key->path, parameter->name ? parameter->name : "");
        if (!parameter->name || !taub_is_identifier(parameter->name))
            taub_check_complain(
                self, path, -1,
                "expected a name of at most 63 letters, digits and underscores that does not start with a digit");
        else if (!isfinite(parameter->value))
            taub_check_complain(self, path, -1, "expected a finite number, got %.10g", parameter->value);
        for (int j = 0; j < i; ++j)
            if (parameter->name && parameters->list[j].name && !strcmp(parameter->name, parameters->list[j].name))
                taub_check_complain(self, path, -1, "this parameter is given twice");
    }
}

static bool is_diagnostic(const struct taub_check *self, const char *name)
{
    const struct taub_diagnostics *own = &self->whole->diagnostics.quantities;
    bool found = false;
    for (int n = 0; name && n < own->count; ++n)
        found = found || (own->list[n].name && !strcmp(own->list[n].name, name));
    return found;
}

/* Names of quantities; those of diagnostics may be among them. */
static void check_names(struct taub_check *self, const struct taub_key *key)
{
    const char *const *names = *(const char *const *const *)taub_key_value(key, self->config);
    int count = *(const int *)((const char *)self->config + key->count_offset);
    if (!names && !count && key->presence == TAUB_PRESENCE_OPTIONAL)
        return;
    if (count < 1 || !names) {
        taub_check_complain(self, key->path, -1, "expected a list of at least one name, got none");
        return;
    }
    for (int i = 0; i < count; ++i) {
        if (!names[i] || (!taub_enum_name_by_text(key->enum_names, names[i]) && !is_diagnostic(self, names[i]))) {
            char expected[512];
            struct taub_nearest nearest;
            taub_value_expected(TAUB_KEY_ENUM, &key->bounds, key->enum_names, 1, expected, sizeof expected);
            taub_nearest_start(&nearest, names[i] ? names[i] : "");
            for (const struct taub_enum_name *word = key->enum_names; word->name; ++word)
                taub_nearest_offer(&nearest, word->name);
            for (int n = 0; n < self->whole->diagnostics.quantities.count; ++n)
                if (self->whole->diagnostics.quantities.list[n].name)
                    taub_nearest_offer(&nearest, self->whole->diagnostics.quantities.list[n].name);
            taub_check_complain(self, key->path, i, "expected %s, got '%.40s'%s%s%s", expected,
                                names[i] ? names[i] : "", nearest.best ? "; did you mean " : "",
                                nearest.best ? nearest.best : "", nearest.best ? "?" : "");
            continue;
        }
        for (int j = 0; j < i; ++j)
            if (names[j] && !strcmp(names[i], names[j]))
                taub_check_complain(self, key->path, i, "%s is given twice; expected each name once", names[i]);
    }
}

static void check_boundary(struct taub_check *self, const struct taub_key *key)
{
    static const char *const axes[] = {"x", "y", "z"};
    enum taub_boundary faces[3][2];
    memcpy(faces, taub_key_value(key, self->config), sizeof faces);
    for (int axis = 0; axis < 3; ++axis) {
        char path[64];
        snprintf(path, sizeof path, "%s.%s", key->path, axes[axis]);
        bool known = true;
        for (int side = 0; side < 2; ++side)
            if (!taub_enum_name_by_value(key->enum_names, (int)faces[axis][side])) {
                taub_check_complain(self, path, side, "expected a boundary condition of the schema, got the number %d",
                                    (int)faces[axis][side]);
                known = false;
            }
        const bool sphere = self->whole->mesh.coordinates == TAUB_CUBED_SPHERE; /* check_sphere.c */
        if (known && !sphere && (faces[axis][0] == TAUB_PERIODIC) != (faces[axis][1] == TAUB_PERIODIC))
            taub_check_complain(
                self, path, -1,
                "expected periodic on both sides or on neither: what leaves at one side enters at the other");
    }
}

void taub_check_key(struct taub_check *self, const struct taub_key *key)
{
    switch (key->type) {
    case TAUB_KEY_TEXT:
        check_text(self, key);
        break;
    case TAUB_KEY_FILE:
        check_file(self, key);
        break;
    case TAUB_KEY_STL:
        check_stl(self, key);
        break;
    case TAUB_KEY_ENUM:
        check_word(self, key);
        break;
    case TAUB_KEY_INT:
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL:
        check_numbers(self, key);
        break;
    case TAUB_KEY_STATE:
        check_state(self, key->path, taub_key_value(key, self->config));
        break;
    case TAUB_KEY_STATES:
        check_states(self, key);
        break;
    case TAUB_KEY_REALS:
        check_reals(self, key);
        break;
    case TAUB_KEY_PARAMETERS:
        check_parameters(self, key);
        break;
    case TAUB_KEY_NAMES:
        check_names(self, key);
        break;
    case TAUB_KEY_BOUNDARY:
        check_boundary(self, key);
        break;
    case TAUB_KEY_MAPS:
        taub_map_list_check(self, key, taub_key_value(key, self->config));
        break;
    case TAUB_KEY_MAP:
        break;
    }
}

void taub_check_values(struct taub_check *self)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; ++k)
        if (!(self->wrong && self->wrong[k]) && taub_key_applies(&keys[k], self->config))
            taub_check_key(self, &keys[k]);
}
