/* Loads a case file with overrides as a checked case. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case.h"
#include "case/check.h"
#include "case/nearest.h"
#include "case/preset.h"
#include "case/value.h"
#include "core/locale.h"
#include "core/text_file.h"
#include "core/try.h"

enum { LARGEST_FILE = 1 << 20 };

struct loader {
    struct taub_arena arena;
    struct taub_complaints complaints;
    struct taub_config config;
    struct taub_node *root;
    const struct taub_node **given; /* for each key of the schema: its node; NULL if not given */
    unsigned char *wrong;           /* for each key: its value could not be read */
};

static int key_index(const struct taub_key *key)
{
    int count;
    return (int)(key - taub_schema(&count));
}

/* The most similar key of the same map, or else the path of a key with exactly this name in another map. */
static const char *suggest(const char *parent, const char *name)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    struct taub_nearest nearest;
    taub_nearest_start(&nearest, name);
    for (int k = 0; k < count; ++k)
        if (taub_key_is_inside(&keys[k], parent))
            taub_nearest_offer(&nearest, taub_key_name(&keys[k]));
    if (nearest.best && nearest.distance == 0)
        return nearest.best;
    for (int k = 0; k < count; ++k)
        if (!strcmp(taub_key_name(&keys[k]), name))
            return keys[k].path;
    return nearest.best;
}

static void complain_unknown(struct loader *self, const struct taub_node *node, const char *parent, const char *path)
{
    const char *suggestion = suggest(parent, node->name);
    if (suggestion) {
        taub_complain(&self->complaints, node->name_place, path, "unknown key; did you mean %s?", suggestion);
        return;
    }
    char names[1024] = "";
    size_t used = 0;
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count && used < sizeof names; ++k)
        if (taub_key_is_inside(&keys[k], parent) && taub_key_conditions_hold(&keys[k], &self->config))
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", taub_key_name(&keys[k]));
    taub_complain(&self->complaints, node->name_place, path, "unknown key; expected one of %s", names);
}

/* Reads all known keys below a map. Unknown keys are reported in a second pass, when the kinds are known. */
static void read_map(struct loader *self, const struct taub_node *map, const char *parent, bool unknown)
{
    for (const struct taub_node *node = map->first; node; node = node->next) {
        char path[256];
        snprintf(path, sizeof path, "%s%s%.100s", parent, *parent ? "." : "", node->name);
        const struct taub_key *key =
            strlen(node->name) > 100 || strchr(node->name, '.') ? NULL : taub_schema_find(path);
        if (!key) {
            if (unknown)
                complain_unknown(self, node, parent, path);
            continue;
        }
        int index = key_index(key);
        self->given[index] = node;
        if (taub_key_holds_keys(key) && node->kind == TAUB_NODE_MAP) {
            read_map(self, node, path, unknown);
        } else if (key->type == TAUB_KEY_MAP) {
            char found[64];
            self->wrong[index] = 1;
            if (unknown)
                taub_complain(&self->complaints, node->place, path, "expected a map of keys, got %s",
                              taub_node_describe(node, found, sizeof found));
        } else if (!unknown && !taub_value_read(key, node, &self->config, &self->arena, &self->complaints)) {
            self->wrong[index] = 1;
        }
    }
}

/* Whether the words on which the key's conditions depend could be read; one that does not apply itself is not missed.
 */
static bool kinds_are_known(const struct loader *self, const struct taub_key *key)
{
    for (int i = 0; i < TAUB_CONDITIONS; ++i) {
        const struct taub_key *selector = key->when[i].mask ? taub_key_selector(NULL, key->when[i].selector) : NULL;
        if (!selector)
            continue;
        int index = key_index(selector);
        const bool missed = !self->given[index] && selector->presence == TAUB_PRESENCE_REQUIRED &&
                            taub_key_conditions_hold(selector, &self->config);
        if (self->wrong[index] || missed)
            return false;
    }
    return true;
}

static void complain_inapplicable(struct loader *self, const struct taub_key *key, const struct taub_node *node)
{
    char text[512];
    if (taub_key_inapplicable(key, NULL, &self->config, text, sizeof text))
        taub_complain(&self->complaints, node->name_place, key->path, "%s", text);
}

/* The map that contains a key; NULL at the top level. */
static const struct taub_key *map_of(const struct taub_key *key)
{
    char path[128];
    const char *dot = strrchr(key->path, '.');
    snprintf(path, sizeof path, "%.*s", dot ? (int)(dot - key->path) : 0, key->path);
    return dot ? taub_schema_find(path) : NULL;
}

/* A missing key is reported only if its map is given; a required map is reported itself. */
static bool map_is_given(const struct loader *self, const struct taub_key *key)
{
    const struct taub_key *map = map_of(key);
    const struct taub_node *node = map ? self->given[key_index(map)] : self->root;
    return node && node->kind == TAUB_NODE_MAP;
}

/* If a map does not apply, only the map is reported, not its keys. */
static bool map_applies(const struct loader *self, const struct taub_key *key)
{
    const struct taub_key *map = map_of(key);
    return !map || taub_key_conditions_hold(map, &self->config);
}

static void complain_missing(struct loader *self, const struct taub_key *key)
{
    char expected[512];
    taub_value_expected(key->type, &key->bounds, key->enum_names, key->count, expected, sizeof expected);
    struct taub_check check = {&self->config, &self->complaints, self->root, NULL, &self->config};
    taub_check_complain(&check, key->path, -1, "this key is missing; expected %s%s%s", expected,
                        key->instead ? ", or instead " : "", key->instead ? key->instead : "");
}

static void check_presence(struct loader *self)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int k = 0; k < count; ++k) {
        const struct taub_key *key = &keys[k];
        if (!kinds_are_known(self, key)) {
            self->wrong[k] = 1; /* its conditions are unknown, so that further errors would be guesses */
            continue;
        }
        const struct taub_key *other = key->instead ? taub_schema_find(key->instead) : NULL;
        const struct taub_node *replacement = other ? self->given[key_index(other)] : NULL;
        bool applies = taub_key_conditions_hold(key, &self->config);
        if (self->given[k] && !applies) {
            if (map_applies(self, key))
                complain_inapplicable(self, key, self->given[k]);
        } else if (self->given[k] && replacement && key_index(other) < k) {
            taub_complain(&self->complaints, self->given[k]->name_place, key->path,
                          "expected %s or %s, got both (an override '%s=' takes one away)", other->path, key->path,
                          other->path);
        } else if (!self->given[k] && applies && key->presence == TAUB_PRESENCE_REQUIRED && !replacement) {
            self->wrong[k] = 1;
            if (map_is_given(self, key))
                complain_missing(self, key);
        }
    }
}

static bool is_given(const struct loader *self, const char *path)
{
    return self->given[key_index(taub_schema_find(path))];
}

/* Defaults that depend on words of other keys. */
static void set_defaults_of_enums(struct loader *self)
{
    struct taub_config *config = &self->config;
    const bool godunov = config->scheme.kind == TAUB_SCHEME_ADER_WENO || config->scheme.kind == TAUB_SCHEME_RK_WENO;
    const bool sphere = config->mesh.coordinates == TAUB_CUBED_SPHERE;
    if (config->scheme.kind == TAUB_SCHEME_CESE && !is_given(self, "scheme.alpha"))
        config->scheme.alpha = 2;
    if (!is_given(self, "scheme.limiter")) /* theta is a key of minmod */
        config->scheme.limiter = godunov && is_given(self, "scheme.theta") ? TAUB_LIMITER_MINMOD : TAUB_LIMITER_DEFAULT;
    if (!is_given(self, "scheme.riemann"))
        config->scheme.riemann = TAUB_SOLVER_DEFAULT;
    if (!is_given(self, "scheme.variables"))
        config->scheme.variables = TAUB_VARIABLES_DEFAULT;
    taub_config_set_system_defaults(config);
    if (sphere && !is_given(self, "scheme.shock_fix"))
        config->scheme.shock_fix = 0;
}

static enum taub_status check_and_copy(struct loader *self, const char *name, struct taub_case **out,
                                       struct taub_error *error)
{
    if (self->root && self->root->kind == TAUB_NODE_MAP) {
        taub_preset_fill(&self->arena, self->root, &self->complaints);
        read_map(self, self->root, "", false);
        read_map(self, self->root, "", true);
        set_defaults_of_enums(self);
        check_presence(self); /* whose conditions may be about such a default */
        struct taub_check check = {&self->config, &self->complaints, self->root, self->wrong, &self->config};
        taub_check_values(&check);
        if (!self->complaints.count)
            taub_check_combinations(&check);
    } else if (!self->complaints.count) {
        struct taub_place place = {name, 0, 1, 1};
        char found[64] = "nothing";
        if (self->root)
            taub_node_describe(self->root, found, sizeof found);
        taub_complain(&self->complaints, place, NULL, "expected a map of keys, say system: srhd, got %s", found);
    }
    enum taub_status status = taub_complaints_report(&self->complaints, error);
    return status ? status : taub_case_copy(&self->config, out, error);
}

static const char *current_folder(struct taub_arena *arena)
{
    char *folder = getcwd(NULL, 0);
    const char *copy = folder ? taub_arena_text(arena, folder, strlen(folder)) : ".";
    free(folder);
    return copy;
}

static const char *folder_of(struct taub_arena *arena, const char *name, const char *current)
{
    const char *slash = strrchr(name, '/');
    if (!slash)
        return current;
    if (*name == '/')
        return taub_arena_text(arena, name, slash == name ? 1 : (size_t)(slash - name));
    return taub_arena_format(arena, "%s/%.*s", current, (int)(slash - name), name);
}

static struct taub_source *override_source(struct taub_arena *arena, const char *text, int number, const char *current)
{
    struct taub_source *source = taub_arena_take(arena, sizeof *source);
    if (!source)
        return NULL;
    int shown = (int)strnlen(text, 60);
    source->name = taub_arena_format(arena, "override %d '%.*s%s'", number, shown, text, text[shown] ? "..." : "");
    source->folder = current;
    source->order = number;
    return source->name ? source : NULL;
}

static enum taub_status load(struct loader *self, const char *name, const char *text, size_t length,
                             const char *const *overrides, int override_count, struct taub_case **out,
                             struct taub_error *error)
{
    taub_config_default(&self->config);
    self->complaints.arena = &self->arena;
    const char *current = current_folder(&self->arena);
    const char *folder = folder_of(&self->arena, name, current);
    struct taub_source *file = taub_arena_take(&self->arena, sizeof *file);
    int count;
    taub_schema(&count);
    self->given = taub_arena_take(&self->arena, (size_t)count * sizeof *self->given);
    self->wrong = taub_arena_take(&self->arena, (size_t)count);
    if (!current || !folder || !file || !self->given || !self->wrong)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %.300s.", name);
    *file = (struct taub_source){name, folder, 0, true};
    taub_tree_parse(&self->arena, file, text, length, &self->complaints, &self->root);
    if (self->complaints.count) /* further errors would be guesses about an incomplete file */
        return taub_complaints_report(&self->complaints, error);
    for (int i = 0; i < override_count; ++i) {
        const struct taub_source *source = override_source(&self->arena, overrides[i], i + 1, current);
        if (source)
            taub_tree_override(&self->arena, source, overrides[i], &self->complaints, &self->root);
    }
    if (self->root && self->root->kind == TAUB_NODE_MAP)
        taub_tree_take_version(self->root, &self->complaints);
    if (self->complaints.count)
        return taub_complaints_report(&self->complaints, error);
    return check_and_copy(self, name, out, error);
}

enum taub_status taub_case_load_text(const char *name, const char *text, size_t length, const char *const *overrides,
                                     int override_count, struct taub_case **out, struct taub_error *error)
{
    *out = NULL;
    struct loader *loader = calloc(1, sizeof *loader);
    if (!loader)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %.300s.", name);
    struct taub_plain_locale plain = taub_plain_locale_begin();
    enum taub_status status = load(loader, name, text, length, overrides, override_count, out, error);
    taub_plain_locale_end(&plain);
    taub_arena_free(&loader->arena);
    free(loader);
    return status;
}

enum taub_status taub_case_load(const char *path, const char *const *overrides, int override_count,
                                struct taub_case **out, struct taub_error *error)
{
    char *text;
    size_t length;
    *out = NULL;
    TRY(taub_file_read_as("this case file ", LARGEST_FILE, path, &text, &length, error));
    const enum taub_status status = taub_case_load_text(path, text, length, overrides, override_count, out, error);
    free(text);
    return status;
}
