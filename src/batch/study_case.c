/* Makes cases from the values of a study: valid keys, text of overrides, checks. */
#include <stdlib.h>
#include <string.h>

#include "batch/study.h"
#include "case/nearest.h"
#include "case/schema.h"
#include "case/value.h"
#include "core/parallel.h"
#include "evolve/run.h"

/* Keys that only the batch sets: they say where and how it computes. */
static const char *const own_keys[] = {"device.kind", "device.index", "device.threads"};

/* Whether a key lies in a map of free names: a user's parameter, initial.parameters.NAME, or a quantity of a state,
 * initial.left.pressure. */
static bool is_part_of_key(const char *key)
{
    char parent[256];
    const char *dot = strrchr(key, '.');
    if (!dot || (size_t)(dot - key) >= sizeof parent || !taub_is_identifier(dot + 1))
        return false;
    snprintf(parent, sizeof parent, "%.*s", (int)(dot - key), key);
    const struct taub_key *map = taub_schema_find(parent);
    int count;
    const struct taub_state_key *quantities = taub_state_schema(&count);
    bool found = map && map->type == TAUB_KEY_PARAMETERS;
    for (int n = 0; map && map->type == TAUB_KEY_STATE && n < count; n++)
        found = found || strcmp(quantities[n].name, dot + 1) == 0;
    return found;
}

/* The case key most similar to `typed`; NULL if none is similar. Valid until the arena is freed. */
static const char *nearest_key(struct taub_arena *arena, const char *typed)
{
    int count, quantity_count;
    const struct taub_key *keys = taub_schema(&count);
    const struct taub_state_key *quantities = taub_state_schema(&quantity_count);
    struct taub_nearest nearest;
    taub_nearest_start(&nearest, typed);
    for (int k = 0; k < count; k++) {
        if (keys[k].type != TAUB_KEY_MAP)
            taub_nearest_offer(&nearest, keys[k].path);
        for (int n = 0; keys[k].type == TAUB_KEY_STATE && n < quantity_count; n++) {
            const char *path = taub_arena_format(arena, "%s.%s", keys[k].path, quantities[n].name);
            if (path)
                taub_nearest_offer(&nearest, path);
        }
    }
    const char *dot = strrchr(typed, '.'), *last = dot ? dot + 1 : typed;
    for (int k = 0; k < count && !nearest.best; k++)
        if (keys[k].type != TAUB_KEY_MAP && strcmp(taub_key_name(&keys[k]), last) == 0)
            nearest.best = keys[k].path;
    return nearest.best;
}

bool taub_study_known_key(const char *key, struct taub_place place, struct taub_complaints *complaints)
{
    const struct taub_key *known = taub_schema_find(key);
    for (size_t n = 0; n < sizeof own_keys / sizeof *own_keys; n++)
        if (strcmp(key, own_keys[n]) == 0) {
            taub_complain(complaints, place, key,
                          "this key cannot differ between events; batch.devices and batch.at_once say where "
                          "events are computed, and the case the kind of device");
            return false;
        }
    if (known && known->type == TAUB_KEY_MAP) {
        taub_complain(complaints, place, key, "this is a map; expected a key in it, for example %s.%s", key, "NAME");
        return false;
    }
    if (known || is_part_of_key(key))
        return true;
    const char *nearest = nearest_key(complaints->arena, key);
    if (nearest)
        taub_complain(complaints, place, key, "the case has no such key; did you mean %s?", nearest);
    else
        taub_complain(complaints, place, key, "the case has no such key; expected a path such as initial.scale");
    return false;
}

/* YAML text in double quotes. */
static const char *quote(struct taub_arena *arena, const char *text)
{
    char *out = taub_arena_take(arena, 2 * strlen(text) + 3), *at = out;
    if (!out)
        return "";
    *at++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *at++ = '\\';
        *at++ = *text;
    }
    *at = '"';
    return out;
}

void taub_study_add_value(struct taub_study *self, struct taub_study_axis *axis, const char *text, const char *shown,
                          bool quoted, const char *folder, struct taub_place place, struct taub_complaints *complaints)
{
    const struct taub_key *key = taub_schema_find(axis->key);
    double number;
    if (key && key->type == TAUB_KEY_FILE && *text) {
        char reason[256];
        const char *resolved = taub_resolve_file(folder, text, &self->arena, reason, sizeof reason);
        if (!resolved)
            taub_complain(complaints, place, axis->key, "expected a file that can be read, got '%.200s': %s", text,
                          reason);
        text = resolved ? resolved : text;
        quoted = true;
    }
    /* the array is full whenever the count is a power of two */
    if ((axis->count & (axis->count - 1)) == 0) {
        const size_t room = axis->count ? 2 * (size_t)axis->count : 1;
        const char **values = taub_arena_take(&self->arena, room * sizeof *values);
        const char **all_shown = taub_arena_take(&self->arena, room * sizeof *all_shown);
        struct taub_place *places = taub_arena_take(&self->arena, room * sizeof *places);
        if (!values || !all_shown || !places)
            return;
        if (axis->count > 0) {
            memcpy(values, axis->values, (size_t)axis->count * sizeof *values);
            memcpy(all_shown, axis->shown, (size_t)axis->count * sizeof *all_shown);
            memcpy(places, axis->places, (size_t)axis->count * sizeof *places);
        }
        axis->values = values;
        axis->shown = all_shown;
        axis->places = places;
    }
    axis->numbers = (axis->count == 0 || axis->numbers) && !quoted && taub_parse_real(text, &number);
    axis->values[axis->count] = quoted ? quote(&self->arena, text) : text;
    axis->shown[axis->count] = shown;
    axis->places[axis->count++] = place;
}

int taub_study_value(const struct taub_study *self, int64_t event, int axis)
{
    if (axis < self->design_axes)
        axis = self->design_axes - 1;
    for (int n = self->axis_count - 1; n > axis; n--)
        event /= self->axes[n].count;
    return (int)(event % self->axes[axis].count);
}

static enum taub_status load(const struct taub_study *self, const int *at, const char *const *extra, int extra_count,
                             struct taub_case **out, struct taub_error *error)
{
    const int count = self->override_count + self->axis_count + extra_count;
    const char **list = calloc((size_t)count + 1, sizeof *list);
    struct taub_arena arena = {NULL, false};
    int used = 0;
    *out = NULL;
    for (int n = 0; list && n < self->override_count; n++)
        list[used++] = self->overrides[n];
    for (int n = 0; list && n < self->axis_count; n++)
        list[used++] = taub_arena_format(&arena, "%s=%s", self->axes[n].key, self->axes[n].values[at[n]]);
    for (int n = 0; list && n < extra_count; n++)
        list[used++] = extra[n];
    const enum taub_status status = !list || arena.exhausted
                                        ? taub_fail(error, TAUB_FAILED, "Out of memory for the case of an event.")
                                        : taub_case_load(self->case_path, list, count, out, error);
    taub_arena_free(&arena);
    free(list);
    return status;
}

enum taub_status taub_study_case(const struct taub_study *self, int64_t event, const char *const *extra,
                                 int extra_count, struct taub_case **out, struct taub_error *error)
{
    int at[TAUB_STUDY_MOST_AXES];
    for (int n = 0; n < self->axis_count; n++)
        at[n] = taub_study_value(self, event, n);
    return load(self, at, extra, extra_count, out, error);
}

/* ---- checks ---- */

/* Replaces "override N" in messages about a case by the place of the value in the study file. */
static void relocate_messages(const struct taub_study *self, const int *at, struct taub_error *error)
{
    struct taub_error out = *error;
    size_t used = 0;
    for (const char *line = error->message; *line && used + 1 < sizeof out.message;) {
        const size_t length = strcspn(line, "\n");
        const char *rest = strstr(line, "': ");
        int number;
        const int axis = sscanf(line, "override %d '", &number) == 1 ? number - 1 - self->override_count : -1;
        if (axis >= 0 && axis < self->axis_count && rest && rest < line + length) {
            const struct taub_place *place = &self->axes[axis].places[at[axis]];
            used += (size_t)snprintf(out.message + used, sizeof out.message - used, "%s:%d:%d: %.*s%s", place->source,
                                     place->line, place->column, (int)(line + length - rest - 3), rest + 3,
                                     line[length] ? "\n" : "");
        } else {
            used += (size_t)snprintf(out.message + used, sizeof out.message - used, "%.*s%s", (int)length, line,
                                     line[length] ? "\n" : "");
        }
        line += length + (line[length] == '\n');
    }
    *error = out;
}

/* Whether to construct the initial data as a check: not for further values of keys in initial.*, of which there may be
 * thousands. */
static bool checks_initial_data(const struct taub_study *self, int axis, int n)
{
    return n == 0 || axis < self->design_axes || strncmp(self->axes[axis].key, "initial.", 8) != 0;
}

static void add_place(const struct taub_study *self, int axis, int n, struct taub_error *error)
{
    const struct taub_place *place = &self->axes[axis < self->design_axes ? 0 : axis].places[n];
    struct taub_error out = *error;
    snprintf(out.message, sizeof out.message, "%s:%d:%d: %.*s", place->source, place->line, place->column,
             (int)(sizeof out.message / 2), error->message);
    *error = out;
}

/* Checks one value of one axis, or one row of the design, with the first value of all other axes. */
static enum taub_status check_one(void *user, int n, struct taub_error *error)
{
    const struct taub_study *self = user;
    int at[TAUB_STUDY_MOST_AXES] = {0};
    struct taub_case *run_case;
    int axis = self->design_axes > 0 ? self->design_axes - 1 : 0;
    for (; axis < self->axis_count && n >= self->axes[axis].count; axis++)
        n -= self->axes[axis].count;
    for (int a = 0; a < self->axis_count; a++)
        at[a] = a == axis || (axis < self->design_axes && a < self->design_axes) ? n : 0;
    enum taub_status status = load(self, at, NULL, 0, &run_case, error);
    if (status != TAUB_OK && error)
        relocate_messages(self, at, error);
    if (status == TAUB_OK && checks_initial_data(self, axis, n)) {
        status = taub_check_start(run_case, error);
        if (status != TAUB_OK && error)
            add_place(self, axis, n, error);
    }
    taub_case_destroy(run_case);
    return status;
}

enum taub_status taub_study_check(struct taub_study *self, struct taub_error *error)
{
    int tries = 0;
    for (int axis = self->design_axes > 0 ? self->design_axes - 1 : 0; axis < self->axis_count; axis++)
        tries += self->axes[axis].count;
    return taub_parallel(0, tries, check_one, self, error);
}
