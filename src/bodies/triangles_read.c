/* Reads STL files: binary, 80 bytes, a count and 50 bytes for each triangle, or text. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/triangles.h"
#include "core/text_file.h"

enum { HEAD = 84, RECORD = 50, MOST_TRIANGLES = 20000000, MOST_COLUMNS = 1024 };

/* ---- the file ---- */

static uint32_t whole_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static bool read_binary(const char *bytes, struct taub_numbers *out)
{
    const uint32_t count = whole_at(bytes + HEAD - 4);
    for (uint32_t n = 0; n < count; n++)
        for (int c = 0; c < 9; c++) {
            const uint32_t bits = whole_at(bytes + HEAD + (size_t)RECORD * n + 12 + 4 * c);
            float value;
            memcpy(&value, &bits, sizeof value);
            if (!taub_numbers_add(out, (double)value))
                return false;
        }
    return true;
}

static bool begins_with(const char *line, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && strchr(" \t\r\n", line[length]); /* also at the end of the text */
}

/* The names of solids may be anything, so lines are told apart by their first words. */
static enum taub_status read_text(const char *path, const char *text, struct taub_numbers *out,
                                  struct taub_error *error)
{
    static const char *const words[] = {"solid", "facet", "outer", "vertex", "endloop", "endfacet", "endsolid", NULL};
    bool ended = false;
    for (int line = 1; *text; line++, text += *text == '\n') {
        text += strspn(text, " \t\r");
        int word = 0;
        while (words[word] && !begins_with(text, words[word]))
            word++;
        if (*text != '\n' && *text && !words[word])
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: expected a line of an STL file: solid, facet, outer loop, vertex, endloop, "
                             "endfacet or endsolid, got '%.*s'.",
                             path, line, (int)fmin((double)strcspn(text, "\r\n"), 30), text);
        ended = words[word] ? strcmp(words[word], "endsolid") == 0 : ended;
        if (words[word] && strcmp(words[word], "vertex") == 0) {
            const char *at = text + strlen("vertex"), *end = at + strcspn(at, "\n");
            char bad[32];
            const int count = taub_line_numbers(&at, end, out, bad);
            if (count == -2)
                return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
            if (count != 3)
                return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected three numbers after vertex.", path, line);
        } else if (words[word] && strcmp(words[word], "endfacet") == 0 && out->count % 9 != 0) {
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected three vertices in a facet.", path, line);
        }
        text += strcspn(text, "\n");
    }
    return ended && out->count % 9 == 0
               ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT, "%s: expected endsolid in the last line: the file is not complete.",
                           path);
}

/* ---- closed surfaces ---- */

struct edge {
    const double *low, *high; /* its ends, in an order that does not depend on the triangle */
    int direction;            /* 1 if the triangle goes from low to high */
};

static int compare_points(const double *a, const double *b)
{
    for (int i = 0; i < 3; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_edges(const void *one, const void *other)
{
    const struct edge *a = one, *b = other;
    const int low = compare_points(a->low, b->low);
    return low ? low : compare_points(a->high, b->high);
}

/* Each edge is gone through as often in one direction as in the other, so that all points have a number of windings. */
static enum taub_status check_closed(const char *path, const struct taub_numbers *corners, struct taub_error *error)
{
    const size_t count = corners->count / 3;
    struct edge *edges = malloc(count * sizeof *edges);
    if (!edges)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
    for (size_t e = 0; e < count; e++) {
        const double *a = corners->values + 3 * e, *b = corners->values + 3 * (e % 3 == 2 ? e - 2 : e + 1);
        const int order = compare_points(a, b);
        edges[e] = (struct edge){order < 0 ? a : b, order < 0 ? b : a, -order};
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    int sum = 0;
    enum taub_status status = TAUB_OK;
    for (size_t e = 0; e < count && !status; e++) {
        const double *a = edges[e].low, *b = edges[e].high;
        sum += edges[e].direction;
        if (sum != 0 && (e + 1 == count || compare_edges(&edges[e], &edges[e + 1]) != 0))
            status = taub_fail(error, TAUB_BAD_INPUT,
                               "%s: expected a closed surface whose normals all point outward, but the edge from "
                               "(%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g) has no two triangles on opposite sides.",
                               path, a[0], a[1], a[2], b[0], b[1], b[2]);
    }
    free(edges);
    return status;
}

/* ---- columns ---- */

static void columns_of(const struct taub_triangles *self, int n, int lower[2], int upper[2])
{
    const double *corners = self->corners + 9 * (size_t)n;
    for (int i = 0; i < 2; i++) {
        const double *x = corners + i + 1;
        lower[i] = taub_triangles_column(self, i + 1, fmin(fmin(x[0], x[3]), x[6]));
        upper[i] = taub_triangles_column(self, i + 1, fmax(fmax(x[0], x[3]), x[6]));
    }
}

/* Entries in lists of columns. */
static size_t count_entries(const struct taub_triangles *self)
{
    size_t sum = 0;
    int lower[2], upper[2];
    for (int n = 0; n < self->count; n++) {
        columns_of(self, n, lower, upper);
        sum += (size_t)(upper[0] - lower[0] + 1) * (size_t)(upper[1] - lower[1] + 1);
    }
    return sum;
}

static void fill_columns(struct taub_triangles *self)
{
    int *starts = (int *)(void *)(self->corners + 9 * (size_t)self->count);
    const int all = self->columns * self->columns;
    int lower[2], upper[2];
    memset(starts, 0, ((size_t)all + 1) * sizeof *starts);
    /* first how many there are in each, then where those that are still to come begin from the end */
    for (int pass = 0; pass < 2; pass++) {
        for (int n = 0; n < self->count; n++) {
            columns_of(self, n, lower, upper);
            for (int k = lower[1]; k <= upper[1]; k++)
                for (int j = lower[0]; j <= upper[0]; j++)
                    if (pass == 0)
                        starts[j + self->columns * k]++;
                    else
                        starts[--starts[j + self->columns * k]] = n;
        }
        int end = all + 1;
        for (int c = 0; c < all && pass == 0; c++)
            starts[c] = end += starts[c];
        starts[all] = pass == 0 ? end : starts[all];
    }
}

static enum taub_status make(const char *path, const struct taub_numbers *corners, struct taub_triangles **out,
                             struct taub_error *error)
{
    const size_t bytes = sizeof(struct taub_triangles) + corners->count * sizeof(double);
    struct taub_triangles *self = malloc(bytes), *all = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
    self->count = (int)(corners->count / 9);
    memcpy(self->corners, corners->values, corners->count * sizeof(double));
    for (int a = 0; a < 3; a++) {
        self->least[a] = INFINITY;
        self->most[a] = -INFINITY;
        for (size_t c = (size_t)a; c < corners->count; c += 3) {
            self->least[a] = fmin(self->least[a], corners->values[c]);
            self->most[a] = fmax(self->most[a], corners->values[c]);
        }
    }
    /* about one triangle a column, but fewer columns where triangles are long */
    self->columns = (int)fmin(ceil(sqrt(self->count)), MOST_COLUMNS);
    while (self->columns > 1 && count_entries(self) > 32 * (size_t)self->count)
        self->columns = (self->columns + 1) / 2;
    const size_t lists = (size_t)self->columns * (size_t)self->columns + 1 + count_entries(self);
    self->size = bytes + lists * sizeof(int);
    all = realloc(self, self->size);
    if (!all) {
        free(self);
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
    }
    fill_columns(all);
    *out = all;
    return TAUB_OK;
}

static enum taub_status read_corners(const char *path, const char *text, size_t length, struct taub_numbers *corners,
                                     struct taub_error *error)
{
    const bool binary =
        length >= HEAD && (length - HEAD) % RECORD == 0 && (length - HEAD) / RECORD == whole_at(text + HEAD - 4);
    if (!binary && !begins_with(text + strspn(text, " \t\r\n"), "solid"))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: expected an STL file: a text that begins with solid, or %d bytes and %d for each of the "
                         "triangles whose number is in bytes 81 to 84.",
                         path, HEAD, RECORD);
    if (!binary) {
        const enum taub_status status = read_text(path, text, corners, error);
        if (status)
            return status;
    } else if (!read_binary(text, corners)) {
        return taub_fail(error, TAUB_FAILED, "Out of memory while reading %s.", path);
    }
    if (corners->count < 36 || corners->count / 9 > MOST_TRIANGLES)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: expected between 4 and %d triangles, got %zu.", path,
                         MOST_TRIANGLES, corners->count / 9);
    for (size_t c = 0; c < corners->count; c++)
        if (!isfinite(corners->values[c]))
            return taub_fail(error, TAUB_BAD_INPUT, "%s: expected finite positions, got %g in triangle %zu.", path,
                             corners->values[c], c / 9 + 1);
    return check_closed(path, corners, error);
}

enum taub_status taub_triangles_read(const char *path, struct taub_triangles **out, struct taub_error *error)
{
    char *text;
    size_t length;
    struct taub_numbers corners = {NULL, 0, 0};
    *out = NULL;
    enum taub_status status = taub_file_read_bytes("this STL file ", SIZE_MAX, path, &text, &length, error);
    if (status)
        return status;
    status = read_corners(path, text, length, &corners, error);
    if (!status)
        status = make(path, &corners, out, error);
    free(corners.values);
    free(text);
    return status;
}
