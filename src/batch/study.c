#include "batch/study.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "case/nearest.h"
#include "case/tree.h"
#include "case/value.h"
#include "core/locale.h"
#include "eos/data_file.h"

enum { LONGEST_RANGE = 1000000 };
#define MOST_EVENTS 10000000

struct loader {
    struct taub_study *study;
    struct taub_complaints complaints;
    const char *folder; /* folder of the study file */
};

/* ---- values ---- */

/* A list or map as YAML flow text. */
static const char *flow_text(struct taub_arena *arena, const struct taub_node *node)
{
    if (node->kind == TAUB_NODE_SCALAR) {
        if (!node->quoted && !strpbrk(node->text, ",[]{}:#\"'\n"))
            return node->text;
        char *out = taub_arena_take(arena, 2 * strlen(node->text) + 3), *at = out;
        if (!out)
            return "";
        *at++ = '"';
        for (const char *c = node->text; *c; c++) {
            if (*c == '"' || *c == '\\')
                *at++ = '\\';
            *at++ = *c;
        }
        *at = '"';
        return out;
    }
    const bool map = node->kind == TAUB_NODE_MAP;
    const char *text = map ? "{" : "[";
    for (const struct taub_node *child = node->first; child && text; child = child->next)
        text = taub_arena_format(arena, "%s%s%s%s%s", text, child == node->first ? "" : ", ", map ? child->name : "",
                                 map ? ": " : "", flow_text(arena, child));
    return text ? taub_arena_format(arena, "%s%s", text, map ? "}" : "]") : "";
}

/* "0..99": integers, both ends included. */
static bool is_range(const struct taub_node *node, long *first, long *last)
{
    int used = 0;
    return node->kind == TAUB_NODE_SCALAR && !node->quoted &&
           sscanf(node->text, "%9ld..%9ld%n", first, last, &used) == 2 && node->text[used] == '\0';
}

static void add_node(struct loader *self, struct taub_study_axis *axis, const struct taub_node *node)
{
    struct taub_study *study = self->study;
    long first, last;
    if (is_range(node, &first, &last)) {
        if (last < first || last - first >= LONGEST_RANGE) {
            taub_complain(&self->complaints, node->place, axis->key,
                          "expected a range FIRST..LAST with 1 to %d numbers, got '%s'", LONGEST_RANGE, node->text);
            return;
        }
        for (long n = first; n <= last; n++) {
            const char *text = taub_arena_format(&study->arena, "%ld", n);
            if (text)
                taub_study_add_value(study, axis, text, text, false, self->folder, node->place, &self->complaints);
        }
        return;
    }
    const bool scalar = node->kind == TAUB_NODE_SCALAR;
    if (scalar && !*node->text && !node->quoted) {
        taub_complain(&self->complaints, node->place, axis->key, "expected a value, got nothing");
        return;
    }
    if (scalar && !node->quoted && (strcmp(node->text, "null") == 0 || strcmp(node->text, "~") == 0)) {
        taub_study_add_value(study, axis, "", "", false, self->folder, node->place, &self->complaints);
        return;
    }
    const char *text = scalar ? node->text : flow_text(&study->arena, node);
    taub_study_add_value(study, axis, text, text, scalar && node->quoted, self->folder, node->place, &self->complaints);
}

static void read_axes(struct loader *self, const struct taub_node *map)
{
    struct taub_study *study = self->study;
    char found[64];
    if (map->kind != TAUB_NODE_MAP) {
        taub_complain(&self->complaints, map->place, map->name,
                      "expected a map of keys of the case, each with a list of values, got %s",
                      taub_node_describe(map, found, sizeof found));
        return;
    }
    for (const struct taub_node *node = map->first; node; node = node->next) {
        if (!taub_study_known_key(node->name, node->name_place, &self->complaints))
            continue;
        for (int n = 0; n < study->axis_count; n++)
            if (strcmp(study->axes[n].key, node->name) == 0)
                taub_complain(&self->complaints, node->name_place, node->name,
                              "the study already gives values of this key elsewhere");
        if (study->axis_count == TAUB_STUDY_MOST_AXES) {
            taub_complain(&self->complaints, node->name_place, node->name, "a study has at most %d keys",
                          TAUB_STUDY_MOST_AXES);
            return;
        }
        struct taub_study_axis *axis = &study->axes[study->axis_count++];
        axis->key = taub_arena_text(&study->arena, node->name, strlen(node->name));
        if (node->kind != TAUB_NODE_LIST)
            add_node(self, axis, node);
        for (const struct taub_node *item = node->kind == TAUB_NODE_LIST ? node->first : NULL; item; item = item->next)
            add_node(self, axis, item);
        if (axis->count == 0 && !self->complaints.count)
            taub_complain(&self->complaints, node->place, node->name, "expected at least one value");
    }
}

/* ---- batch ---- */

static bool read_whole(const struct taub_node *node, long least, long most, long *out)
{
    bool negative;
    unsigned long long magnitude;
    if (node->kind != TAUB_NODE_SCALAR || node->quoted || !taub_parse_whole(node->text, &negative, &magnitude) ||
        magnitude > INT_MAX)
        return false;
    *out = negative ? -(long)magnitude : (long)magnitude;
    return *out >= least && *out <= most;
}

static void read_devices(struct loader *self, const struct taub_node *node)
{
    struct taub_study *study = self->study;
    char found[64];
    if (node->kind == TAUB_NODE_SCALAR && strcmp(node->text, "all") == 0) {
        study->all_devices = true;
        return;
    }
    const struct taub_node *item = node->kind == TAUB_NODE_LIST ? node->first : node;
    for (; item; item = node->kind == TAUB_NODE_LIST ? item->next : NULL) {
        long index;
        if (!read_whole(item, 0, 1023, &index) || study->device_count == TAUB_STUDY_MOST_DEVICES) {
            taub_complain(&self->complaints, item->place, "batch.devices",
                          "expected all, or a list of at most %d numbers of devices, got %s", TAUB_STUDY_MOST_DEVICES,
                          taub_node_describe(item, found, sizeof found));
            return;
        }
        study->devices[study->device_count++] = (int)index;
    }
}

static void unknown(struct loader *self, const struct taub_node *node, const char *parent, const char *const *names)
{
    struct taub_nearest nearest;
    char list[256] = "";
    size_t used = 0;
    taub_nearest_start(&nearest, node->name);
    for (; *names; names++) {
        taub_nearest_offer(&nearest, *names);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", *names);
    }
    taub_complain(&self->complaints, node->name_place, NULL, "%s%s: unknown key; %s%s%s", parent, node->name,
                  nearest.best ? "did you mean " : "expected one of ", nearest.best ? nearest.best : list,
                  nearest.best ? "?" : "");
}

static void read_batch(struct loader *self, const struct taub_node *map)
{
    static const char *const names[] = {"at_once", "devices", "folders", NULL};
    struct taub_study *study = self->study;
    char found[64];
    if (map->kind != TAUB_NODE_MAP) {
        taub_complain(&self->complaints, map->place, "batch", "expected a map of keys, got %s",
                      taub_node_describe(map, found, sizeof found));
        return;
    }
    for (const struct taub_node *node = map->first; node; node = node->next) {
        const char *said = taub_node_describe(node, found, sizeof found);
        long number = 0;
        if (strcmp(node->name, "at_once") == 0) {
            if (!read_whole(node, 0, 1024, &number))
                taub_complain(&self->complaints, node->place, "batch.at_once",
                              "expected a whole number between 0 (as many as fill the device) and 1024, got %s", said);
            study->at_once = (int)number;
        } else if (strcmp(node->name, "devices") == 0) {
            read_devices(self, node);
        } else if (strcmp(node->name, "folders") == 0) {
            const bool yes = node->kind == TAUB_NODE_SCALAR && strcmp(node->text, "true") == 0;
            if (!yes && (node->kind != TAUB_NODE_SCALAR || strcmp(node->text, "false") != 0))
                taub_complain(&self->complaints, node->place, "batch.folders", "expected true or false, got %s", said);
            study->folders = yes;
        } else {
            unknown(self, node, "batch.", names);
        }
    }
}

static const char *file_of(struct loader *self, const struct taub_node *node, bool is_case);

static void read_species(struct loader *self, const struct taub_node *node)
{
    struct taub_study *study = self->study;
    char found[64];
    study->species_count = 0;
    const struct taub_node *item = node->kind == TAUB_NODE_LIST ? node->first : node;
    for (; item; item = node->kind == TAUB_NODE_LIST ? item->next : NULL) {
        long number = 0;
        if (study->species_count == TAUB_STUDY_MOST_SPECIES || !read_whole(item, -INT_MAX, INT_MAX, &number)) {
            taub_complain(&self->complaints, item->place, "spectra.species",
                          "expected at most %d numbers of the Particle Data Group, as in [211, 321, 2212], got %s",
                          TAUB_STUDY_MOST_SPECIES, taub_node_describe(item, found, sizeof found));
            return;
        }
        for (int n = 0; n < study->species_count; n++)
            if (study->species[n] == number)
                taub_complain(&self->complaints, item->place, "spectra.species", "%ld is there twice", number);
        study->species[study->species_count++] = number;
    }
}

static void read_spectra(struct loader *self, const struct taub_node *map)
{
    static const char *const names[] = {"hadrons", "decays", "species", "feed_down", NULL};
    static const int64_t usual[] = {211, 321, 2212};
    struct taub_study *study = self->study;
    char found[64];
    memcpy(study->species, usual, sizeof usual);
    study->species_count = sizeof usual / sizeof *usual;
    study->feed_down = true;
    if (map->kind != TAUB_NODE_MAP) {
        taub_complain(&self->complaints, map->place, "spectra", "expected a map of keys, got %s",
                      taub_node_describe(map, found, sizeof found));
        return;
    }
    for (const struct taub_node *node = map->first; node; node = node->next) {
        if (strcmp(node->name, "hadrons") == 0)
            study->hadrons = file_of(self, node, false);
        else if (strcmp(node->name, "decays") == 0)
            study->decays = file_of(self, node, false);
        else if (strcmp(node->name, "species") == 0)
            read_species(self, node);
        else if (strcmp(node->name, "feed_down") != 0)
            unknown(self, node, "spectra.", names);
        else if (node->kind == TAUB_NODE_SCALAR && (!strcmp(node->text, "true") || !strcmp(node->text, "false")))
            study->feed_down = !strcmp(node->text, "true");
        else
            taub_complain(&self->complaints, node->place, "spectra.feed_down", "expected true or false, got %s",
                          taub_node_describe(node, found, sizeof found));
    }
    if (!taub_node_child(map, "hadrons", 7))
        taub_complain(&self->complaints, map->place, "spectra.hadrons",
                      "this key is missing; expected the list of hadrons (pdg.dat, particles.txt)");
}

/* ---- the file ---- */

/* Path of a file that the study names, relative to the study's folder. For a case, a folder means the case.yaml in
 * it. */
static const char *file_of(struct loader *self, const struct taub_node *node, bool is_case)
{
    struct stat info;
    char found[64], reason[256];
    struct taub_arena *arena = &self->study->arena;
    if (node->kind != TAUB_NODE_SCALAR || !*node->text) {
        taub_complain(&self->complaints, node->place, node->name, "expected the name of a file, got %s",
                      taub_node_describe(node, found, sizeof found));
        return NULL;
    }
    const char *name = node->text;
    const char *path = *name == '/' ? name : taub_arena_format(arena, "%s/%s", self->folder, name);
    if (is_case && path && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        name = taub_arena_format(arena, "%s/case.yaml", name);
    path = name ? taub_resolve_file(self->folder, name, arena, reason, sizeof reason) : NULL;
    if (!path)
        taub_complain(&self->complaints, node->place, node->name, "expected a file that can be read, got '%.200s': %s",
                      node->text, reason);
    return path;
}

static void read_root(struct loader *self, struct taub_node *root)
{
    static const char *const names[] = {"title", "case", "events", "values", "design", "batch", "spectra", NULL};
    struct taub_study *study = self->study;
    const struct taub_node *parts[6] = {0};
    for (struct taub_node *node = root->first; node; node = node->next) {
        int n = 1;
        while (names[n] && strcmp(node->name, names[n]) != 0)
            n++;
        if (names[n])
            parts[n - 1] = node;
        else if (strcmp(node->name, "title") == 0 && node->kind == TAUB_NODE_SCALAR)
            study->title = taub_arena_text(&study->arena, node->text, strlen(node->text));
        else
            unknown(self, node, "", names);
    }
    if (parts[0])
        study->case_path = file_of(self, parts[0], true);
    else
        taub_complain(&self->complaints, root->place, "case",
                      "this key is missing; expected the case file that the events are made of");
    if (!parts[1] && !parts[2] && !parts[3])
        taub_complain(&self->complaints, root->place, NULL,
                      "expected events, values or design: keys of the case and their values");
    if (parts[3]) {
        const char *path = file_of(self, parts[3], false);
        if (path)
            taub_study_read_design(study, path, parts[3]->place, &self->complaints);
    }
    if (parts[2])
        read_axes(self, parts[2]);
    if (parts[1])
        read_axes(self, parts[1]);
    if (parts[4])
        read_batch(self, parts[4]);
    if (parts[5])
        read_spectra(self, parts[5]);
}

static void count_events(struct loader *self, struct taub_place place)
{
    struct taub_study *study = self->study;
    study->count = 1;
    for (int n = study->design_axes > 0 ? study->design_axes - 1 : 0; n < study->axis_count; n++) {
        study->count *= study->axes[n].count;
        if (study->count > MOST_EVENTS) {
            taub_complain(&self->complaints, place, NULL, "the values combine to more than %d events", MOST_EVENTS);
            return;
        }
    }
}

static enum taub_status read_study(struct loader *self, const char *text, size_t length, const char *const *overrides,
                                   int override_count, struct taub_error *error)
{
    struct taub_study *study = self->study;
    struct taub_arena *arena = &study->arena;
    const struct taub_source file = {study->path, self->folder, 0, true};
    struct taub_node *root = NULL;
    const char **others = taub_arena_take(arena, ((size_t)override_count + 1) * sizeof *others);
    self->complaints.arena = arena;
    taub_tree_parse(arena, &file, text, length, &self->complaints, &root);
    for (int n = 0; n < override_count && others; n++) {
        if (strncmp(overrides[n], "batch.", 6) != 0) {
            others[study->override_count++] = overrides[n];
            continue;
        }
        struct taub_source *source = taub_arena_take(arena, sizeof *source);
        if (!source)
            break;
        *source = (struct taub_source){taub_arena_format(arena, "override %d '%.60s'", n + 1, overrides[n]),
                                       self->folder, n + 1, false};
        if (!self->complaints.count)
            taub_tree_override(arena, source, overrides[n], &self->complaints, &root);
    }
    study->overrides = others;
    const struct taub_place start = {study->path, 0, 1, 1};
    if (!self->complaints.count && (!root || root->kind != TAUB_NODE_MAP))
        taub_complain(&self->complaints, start, NULL, "expected a map with the keys case and events, values or design");
    if (!self->complaints.count)
        taub_tree_take_version(root, &self->complaints);
    if (!self->complaints.count)
        read_root(self, root);
    if (!self->complaints.count)
        count_events(self, start);
    if (arena->exhausted)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", study->path);
    return taub_complaints_report(&self->complaints, error);
}

enum taub_status taub_study_load(const char *path, const char *const *overrides, int override_count,
                                 struct taub_study **out, struct taub_error *error)
{
    char *text;
    size_t length;
    *out = NULL;
    enum taub_status status = taub_file_read(path, &text, &length, error);
    if (status != TAUB_OK)
        return status;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    struct taub_study *study = calloc(1, sizeof *study);
    struct loader *loader = calloc(1, sizeof *loader);
    char *folder = getcwd(NULL, 0);
    if (!study || !loader || !folder) {
        status = taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
    } else {
        const char *slash = strrchr(path, '/');
        loader->study = study;
        loader->folder = !slash ? taub_arena_format(&study->arena, "%s", folder)
                         : *path == '/'
                             ? taub_arena_format(&study->arena, "%.*s", (int)(slash - path) + 1, path)
                             : taub_arena_format(&study->arena, "%s/%.*s", folder, (int)(slash - path), path);
        study->path = taub_arena_text(&study->arena, path, strlen(path));
        status = read_study(loader, text, length, overrides, override_count, error);
        if (status == TAUB_OK)
            status = taub_study_check(study, error);
    }
    taub_plain_locale_end(&plain);
    free(loader);
    free(folder);
    free(text);
    if (status == TAUB_OK)
        *out = study;
    else
        taub_study_destroy(study);
    return status;
}

void taub_study_destroy(struct taub_study *self)
{
    if (!self)
        return;
    taub_arena_free(&self->arena);
    free(self);
}

bool taub_study_is_one(const char *path)
{
    char *text;
    size_t length;
    struct taub_arena arena = {NULL, false};
    struct taub_complaints *complaints = calloc(1, sizeof *complaints);
    const struct taub_source file = {path, ".", 0, true};
    struct taub_node *root = NULL;
    struct stat status; /* a pipe can be read only once: leave it to the reader of cases */
    if (!complaints || stat(path, &status) != 0 || !S_ISREG(status.st_mode) ||
        taub_file_read(path, &text, &length, NULL) != TAUB_OK) {
        free(complaints);
        return false;
    }
    complaints->arena = &arena;
    taub_tree_parse(&arena, &file, text, length, complaints, &root);
    const bool map = root && root->kind == TAUB_NODE_MAP;
    const bool found = map && taub_node_child(root, "case", 4) &&
                       (taub_node_child(root, "events", 6) || taub_node_child(root, "values", 6) ||
                        taub_node_child(root, "design", 6));
    free(text);
    free(complaints);
    taub_arena_free(&arena);
    return found;
}
