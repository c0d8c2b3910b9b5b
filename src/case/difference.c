#include "case/difference.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 8, PATH_SIZE = 256 };

enum taub_status taub_case_text(const struct taub_case *self, char **out, struct taub_error *error)
{
    size_t size = 0;
    *out = NULL;
    FILE *file = open_memstream(out, &size);
    if (!file)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the text of the case.");
    enum taub_status status = taub_case_write(self, file, error);
    if (fclose(file) != 0 && status == TAUB_OK)
        status = taub_fail(error, TAUB_FAILED, "Out of memory for the text of the case.");
    if (status != TAUB_OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

/* Iterates over the lines of a resolved case: "  name: value", indented by two blanks per level; maps have no value. */
struct walk {
    const char *at;
    char path[PATH_SIZE];
    size_t ends[MOST_DEPTH]; /* length of the path at each depth, without the current name */
    const char *value;
    size_t length; /* of the value */
};

/* Advances to the next key with a value; false at the end. */
static bool next_key(struct walk *self)
{
    while (*self->at) {
        const char *line = self->at, *name = line + strspn(line, " ");
        const size_t depth = (size_t)(name - line) / 2, size = strcspn(name, ":\n");
        const char *end = line + strcspn(line, "\n");
        self->at = *end ? end + 1 : end;
        if (name[size] != ':' || depth >= MOST_DEPTH - 1)
            continue;
        const size_t start = depth == 0 ? 0 : self->ends[depth];
        if (start + size + 2 > PATH_SIZE)
            continue;
        size_t used = start;
        if (used > 0)
            self->path[used++] = '.';
        memcpy(self->path + used, name, size);
        self->path[used + size] = '\0';
        self->ends[depth + 1] = used + size;
        self->value = name + size + 1 + strspn(name + size + 1, " ");
        if (self->value >= end)
            continue;
        self->length = (size_t)(end - self->value);
        return true;
    }
    return false;
}

static struct walk walk_of(const char *text)
{
    return (struct walk){.at = text};
}

static bool find(const char *text, const char *path, struct walk *out)
{
    *out = walk_of(text);
    while (next_key(out))
        if (strcmp(out->path, path) == 0)
            return true;
    return false;
}

char *taub_case_text_value(const char *text, const char *path)
{
    struct walk walk;
    return find(text, path, &walk) ? strndup(walk.value, walk.length) : NULL;
}

/* Reports one key that differs; either side may be NULL. */
static bool report(const struct walk *before, const struct walk *after, taub_case_difference_fn found, void *user)
{
    char *old = before ? strndup(before->value, before->length) : strdup("none");
    char *new = after ? strndup(after->value, after->length) : strdup("none");
    if (old && new)
        found(user, before ? before->path : after->path, old, new);
    const bool good = old && new;
    free(old);
    free(new);
    return good;
}

enum taub_status taub_case_difference(const char *before, const char *after, taub_case_difference_fn found, void *user,
                                      struct taub_error *error)
{
    struct walk walk = walk_of(before), other;
    bool good = true;
    while (good && next_key(&walk)) {
        const bool there = find(after, walk.path, &other);
        if (!there || walk.length != other.length || strncmp(walk.value, other.value, walk.length) != 0)
            good = report(&walk, there ? &other : NULL, found, user);
    }
    walk = walk_of(after);
    while (good && next_key(&walk))
        if (!find(before, walk.path, &other))
            good = report(NULL, &walk, found, user);
    return good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "Out of memory for comparing two cases.");
}
