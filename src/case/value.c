/* Values of keys: what is expected, defaults, copies, and the files they name. */
#include "case/value.h"
#include "case/map_list.h"
#include "bodies/triangles.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool taub_bounds_hold(const struct taub_bounds *bounds, double value)
{
    if (!isfinite(value))
        return false;
    if (bounds->lower_given && (bounds->lower_open ? value <= bounds->lower : value < bounds->lower))
        return false;
    if (bounds->upper_given && (bounds->upper_open ? value >= bounds->upper : value > bounds->upper))
        return false;
    return true;
}

const char *taub_real_text(double value, char text[TAUB_REAL_TEXT])
{
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, TAUB_REAL_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    return text;
}

static const char *type_noun(enum taub_key_type type, int count)
{
    bool whole = type == TAUB_KEY_INT || type == TAUB_KEY_INT64 || type == TAUB_KEY_UINT64;
    switch (count) {
    case 1:
        return whole ? "a whole number" : "a number";
    case 2:
        return whole ? "a list of two whole numbers" : "a list of two numbers";
    default:
        return whole ? "a list of three whole numbers" : "a list of three numbers";
    }
}

static void describe_bounds(const struct taub_bounds *bounds, char *text, size_t size)
{
    const char *above = bounds->lower_open ? "above" : "of at least";
    const char *below = bounds->upper_open ? "below" : "at most";
    text[0] = '\0';
    if (bounds->lower_given && bounds->upper_given && !bounds->lower_open && !bounds->upper_open)
        snprintf(text, size, " between %.10g and %.10g", bounds->lower, bounds->upper);
    else if (bounds->lower_given && bounds->upper_given)
        snprintf(text, size, " %s %.10g and %s %.10g", above, bounds->lower, below, bounds->upper);
    else if (bounds->lower_given)
        snprintf(text, size, " %s %.10g", above, bounds->lower);
    else if (bounds->upper_given)
        snprintf(text, size, " %s %.10g", below, bounds->upper);
}

static void describe_enum_names(const struct taub_enum_name *names, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%s", names[1].name ? "one of " : "");
    for (const struct taub_enum_name *word = names; word->name && used < size; ++word)
        used += (size_t)snprintf(text + used, size - used, "%s%s", word == names ? "" : ", ", word->name);
}

const char *taub_value_expected(enum taub_key_type type, const struct taub_bounds *bounds,
                                const struct taub_enum_name *names, int count, char *buffer, size_t size)
{
    switch (type) {
    case TAUB_KEY_INT:
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL: {
        char range[96];
        describe_bounds(bounds, range, sizeof range);
        snprintf(buffer, size, "%s%s%s", type_noun(type, count), count > 1 && *range ? ", each" : "", range);
        break;
    }
    case TAUB_KEY_ENUM:
        describe_enum_names(names, buffer, size);
        break;
    case TAUB_KEY_TEXT:
        if (count > 1)
            snprintf(buffer, size, "a list of %d texts", count);
        else
            snprintf(buffer, size, "a text");
        break;
    case TAUB_KEY_FILE:
        snprintf(buffer, size, "the name of a file");
        break;
    case TAUB_KEY_STL:
        snprintf(buffer, size, "the name of an STL file");
        break;
    case TAUB_KEY_STATE:
        snprintf(buffer, size, "a state: a map of quantities");
        break;
    case TAUB_KEY_STATES:
        snprintf(buffer, size, "a list of states");
        break;
    case TAUB_KEY_REALS:
        if (count > 1)
            snprintf(buffer, size, "a list of lists of %d numbers", count);
        else
            snprintf(buffer, size, "a list of numbers");
        break;
    case TAUB_KEY_PARAMETERS:
        snprintf(buffer, size, "a map of names and numbers");
        break;
    case TAUB_KEY_NAMES:
        snprintf(buffer, size, "a list of names");
        break;
    case TAUB_KEY_BOUNDARY:
        snprintf(buffer, size, "a word, or a map of axes");
        break;
    case TAUB_KEY_MAPS:
        snprintf(buffer, size, "a list of maps");
        break;
    case TAUB_KEY_MAP:
        snprintf(buffer, size, "a map of keys");
        break;
    }
    return buffer;
}

static void default_numbers(const struct taub_key *key, void *member)
{
    for (int i = 0; i < key->count; ++i) {
        bool negative = false;
        unsigned long long whole = 0;
        double real = 0;
        if (key->type == TAUB_KEY_REAL)
            taub_parse_real(key->standard, &real);
        else
            taub_parse_whole(key->standard, &negative, &whole);
        if (key->type == TAUB_KEY_REAL)
            ((double *)member)[i] = real;
        else if (key->type == TAUB_KEY_INT)
            ((int *)member)[i] = (int)whole;
        else
            ((uint64_t *)member)[i] = whole;
    }
}

void taub_value_default(const struct taub_key *key, struct taub_config *config)
{
    void *member = taub_key_member(key, config);
    if (!key->standard)
        return;
    switch (key->type) {
    case TAUB_KEY_TEXT:
        *(const char **)member = key->standard;
        break;
    case TAUB_KEY_ENUM:
        memcpy(member, &taub_enum_name_by_text(key->enum_names, key->standard)->value, sizeof(int));
        break;
    case TAUB_KEY_INT:
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL:
        default_numbers(key, member);
        break;
    case TAUB_KEY_BOUNDARY:
        for (int face = 0; face < 6; ++face)
            (*(enum taub_boundary(*)[3][2])member)[face / 2][face % 2] =
                (enum taub_boundary)taub_enum_name_by_text(key->enum_names, key->standard)->value;
        break;
    default:
        break;
    }
}

static const char *copy_text(const char *text, struct taub_arena *arena)
{
    return text ? taub_arena_text(arena, text, strlen(text)) : NULL;
}

static void copy_parameters(const struct taub_parameters *from, struct taub_parameters *to, struct taub_arena *arena)
{
    *to = (struct taub_parameters){0, NULL};
    struct taub_parameter *list = from->count > 0 ? taub_arena_take(arena, (size_t)from->count * sizeof *list) : NULL;
    if (!list)
        return;
    for (int i = 0; i < from->count; ++i)
        list[i] = (struct taub_parameter){copy_text(from->list[i].name, arena), from->list[i].value};
    *to = (struct taub_parameters){from->count, list};
}

static void copy_names(const char *const *from, int count, const char *const **to, struct taub_arena *arena)
{
    const char **list = count > 0 ? taub_arena_take(arena, (size_t)count * sizeof *list) : NULL;
    for (int i = 0; list && i < count; ++i)
        list[i] = copy_text(from[i], arena);
    *to = list;
}

static size_t value_size(const struct taub_key *key)
{
    switch (key->type) {
    case TAUB_KEY_ENUM:
        return sizeof(int);
    case TAUB_KEY_INT:
        return (size_t)key->count * sizeof(int);
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL:
        return (size_t)key->count * sizeof(double);
    case TAUB_KEY_BOUNDARY:
        return sizeof(enum taub_boundary[3][2]);
    default:
        return 0;
    }
}

/* Members that were not given are zeroed, so that a state equals itself after writing and reading a file. */
static void copy_state(const struct taub_state *from, struct taub_state *to)
{
    int count;
    const struct taub_state_key *keys = taub_state_schema(&count);
    memset(to, 0, sizeof *to);
    to->given = from->given;
    for (int k = 0; k < count; ++k)
        if (from->given & keys[k].given)
            memcpy((char *)to + keys[k].offset, (const char *)from + keys[k].offset,
                   (size_t)keys[k].count * sizeof(double));
}

static void copy_states(const struct taub_states *from, struct taub_states *to, struct taub_arena *arena)
{
    struct taub_state *list = from->count > 0 ? taub_arena_take(arena, (size_t)from->count * sizeof *list) : NULL;
    for (int i = 0; list && i < from->count; ++i)
        copy_state(&from->list[i], &list[i]);
    *to = (struct taub_states){list ? from->count : 0, list};
}

bool taub_stl_read(struct taub_stl_file *self, struct taub_arena *arena, struct taub_error *error)
{
    struct taub_triangles *triangles;
    if (taub_triangles_read(self->name, &triangles, error))
        return false;
    void *kept = taub_arena_take(arena, triangles->size);
    if (kept)
        memcpy(kept, triangles, triangles->size);
    self->triangles = kept;
    free(triangles);
    if (!kept)
        taub_fail(error, TAUB_FAILED, "Out of memory while reading %.300s.", self->name);
    return kept != NULL;
}

/* Where a program filled the config, whose file has been checked, the triangles are still to be read. */
static void copy_stl(const struct taub_stl_file *from, struct taub_stl_file *to, struct taub_arena *arena)
{
    char reason[256];
    *to = (struct taub_stl_file){copy_text(from->name, arena), NULL};
    void *triangles = from->triangles ? taub_arena_take(arena, from->triangles->size) : NULL;
    if (triangles)
        to->triangles = memcpy(triangles, from->triangles, from->triangles->size);
    if (from->triangles || !to->name)
        return;
    to->name = taub_resolve_file(".", to->name, arena, reason, sizeof reason);
    if (!to->name || !taub_stl_read(to, arena, NULL))
        arena->exhausted = true;
}

static void copy_reals(const struct taub_reals *from, struct taub_reals *to, struct taub_arena *arena)
{
    double *list = from->count > 0 ? taub_arena_take(arena, (size_t)from->count * sizeof *list) : NULL;
    if (list)
        memcpy(list, from->list, (size_t)from->count * sizeof *list);
    *to = (struct taub_reals){list ? from->count : 0, list};
}

void taub_value_copy(const struct taub_key *key, const struct taub_config *from, struct taub_config *to,
                     struct taub_arena *arena)
{
    const void *source = taub_key_value(key, from);
    void *target = taub_key_member(key, to);
    if (key->flag)
        *(bool *)((char *)to + key->flag) = *(const bool *)((const char *)from + key->flag);
    switch (key->type) {
    case TAUB_KEY_TEXT:
    case TAUB_KEY_FILE:
        for (int i = 0; i < key->count; ++i)
            ((const char **)target)[i] = copy_text(((const char *const *)source)[i], arena);
        break;
    case TAUB_KEY_PARAMETERS:
        copy_parameters(source, target, arena);
        break;
    case TAUB_KEY_NAMES: {
        int count = *(const int *)((const char *)from + key->count_offset);
        copy_names(*(const char *const *const *)source, count, target, arena);
        *(int *)((char *)to + key->count_offset) = count;
        break;
    }
    case TAUB_KEY_STL:
        copy_stl(source, target, arena);
        break;
    case TAUB_KEY_STATE:
        copy_state(source, target);
        break;
    case TAUB_KEY_STATES:
        copy_states(source, target, arena);
        break;
    case TAUB_KEY_REALS:
        copy_reals(source, target, arena);
        break;
    case TAUB_KEY_MAPS:
        taub_map_list_copy(key, source, target, arena);
        break;
    default:
        memcpy(target, source, value_size(key));
        break;
    }
}

const char *taub_resolve_file(const char *folder, const char *name, struct taub_arena *arena, char *reason,
                              size_t reason_size)
{
    if (!*name) {
        snprintf(reason, reason_size, "the name is empty");
        return NULL;
    }
    const char *joined = *name == '/' ? name : taub_arena_format(arena, "%s/%s", folder, name);
    char *real = joined ? realpath(joined, NULL) : NULL;
    struct stat status;
    if (!real || stat(real, &status)) {
        snprintf(reason, reason_size, "%s", strerror(errno));
        free(real);
        return NULL;
    }
    const char *resolved = NULL;
    if (!S_ISREG(status.st_mode))
        snprintf(reason, reason_size, "it is not a regular file");
    else if (access(real, R_OK))
        snprintf(reason, reason_size, "%s", strerror(errno));
    else
        resolved = taub_arena_text(arena, real, strlen(real));
    free(real);
    return resolved;
}

bool taub_is_identifier(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    size_t length = strlen(text);
    return length && length <= 63 && strchr(letters, text[0]) &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == length;
}
