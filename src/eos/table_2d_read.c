/* Reads the levels of a two-dimensional equation of state from text files. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "eos/data_file.h"
#include "eos/table_2d.h"

enum { MOST_INTERVALS = 20000, MOST_NODES = 4000000, HEADER = 6 };

static const char ending[] = "_p.dat";

/* One file: its header, its nodes and their line numbers. */
struct part {
    struct taub_numbers numbers; /* including the header, which comes first */
    int *line;                   /* line of each number */
    size_t lines;                /* capacity of `line` */
};

static void free_part(struct part *self)
{
    free(self->numbers.values);
    free(self->line);
}

/* Records that the numbers from index `before` on are in this line. */
static bool record_line(struct part *self, size_t before, int line)
{
    if (self->lines < self->numbers.capacity) {
        int *larger = realloc(self->line, self->numbers.capacity * sizeof *larger);
        if (!larger)
            return false;
        self->line = larger;
        self->lines = self->numbers.capacity;
    }
    for (size_t n = before; n < self->numbers.count; n++)
        self->line[n] = line;
    return true;
}

static enum taub_status read_numbers(const char *path, const char *text, size_t length, struct part *out,
                                     struct taub_error *error)
{
    int line = 0;
    for (const char *at = text; at < text + length;) {
        char bad[32];
        const size_t before = out->numbers.count;
        line++;
        const int got = taub_line_numbers(&at, text + length, &out->numbers, bad);
        if (got == -1)
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected numbers, got \"%s\".", path, line, bad);
        if (got < 0)
            return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", path);
        if (got > 0 && ((before == 0 && got != 2) || (before == 2 && got != 4)))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: expected %s of a level of an equation of state, got a line of %d numbers.", path,
                             line,
                             before == 0 ? "the first charge density and the first energy density"
                                         : "two spacings and two numbers of intervals",
                             got);
        for (size_t n = before; n < out->numbers.count; n++)
            if (!isfinite(out->numbers.values[n]))
                return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected finite numbers, got %g.", path, line,
                                 out->numbers.values[n]);
        if (!record_line(out, before, line))
            return taub_fail(error, TAUB_FAILED, "%s: does not fit into memory.", path);
    }
    return out->numbers.count >= HEADER
               ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT, "%s: ends before the six numbers of its header.", path);
}

static enum taub_status read_part(const char *path, struct part *out, struct taub_error *error)
{
    char *text;
    size_t length;
    TRY(taub_file_read(path, &text, &length, error));
    const enum taub_status status = read_numbers(path, text, length, out, error);
    free(text);
    return status;
}

/* Reads the header of a level: n_0, e_0, spacings, numbers of intervals. */
static enum taub_status read_header(const char *path, const struct part *part, struct taub_level *out,
                                    struct taub_error *error)
{
    const double *h = part->numbers.values;
    if (h[0] != 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: expected charge densities from 0 on, got %g; negative ones follow from p(e, -n) = "
                         "p(e, n).",
                         path, part->line[0], h[0]);
    if (!(h[1] >= 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected an energy density of at least 0, got %g.", path,
                         part->line[1], h[1]);
    if (!(h[2] > 0) || !(h[3] > 0))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected spacings above 0, got %g and %g.", path, part->line[2],
                         h[2], h[3]);
    for (int n = 4; n < 6; n++)
        if (!(h[n] >= 2 && h[n] <= MOST_INTERVALS && h[n] == floor(h[n])))
            return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected 2 to %d intervals, got %g.", path, part->line[n],
                             MOST_INTERVALS, h[n]);
    out->first = h[1];
    out->step_n = h[2];
    out->step = h[3];
    out->cells = (int)h[4];
    out->rows = (int)h[5];
    const size_t nodes = (size_t)(out->rows + 1) * (size_t)(out->cells + 1);
    if (part->numbers.count != HEADER + nodes)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: holds %zu numbers after its header, which announces %d x %d nodes, %zu numbers.", path,
                         part->numbers.count - HEADER, out->rows + 1, out->cells + 1, nodes);
    return nodes <= MOST_NODES
               ? TAUB_OK
               : taub_fail(error, TAUB_BAD_INPUT, "%s: expected at most %d nodes, got %zu.", path, MOST_NODES, nodes);
}

/* Reads the three files of a level, which must have the same header. */
static enum taub_status read_level(struct part parts[3], const char *const paths[3], struct taub_level *out,
                                   struct taub_error *error)
{
    for (int f = 0; f < 3; f++)
        TRY(read_part(paths[f], &parts[f], error));
    TRY(read_header(paths[0], &parts[0], out, error));
    const size_t nodes = parts[0].numbers.count - HEADER;
    for (int f = 1; f < 3; f++) {
        for (int n = 0; n < HEADER; n++)
            if (parts[f].numbers.values[n] != parts[0].numbers.values[n])
                return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected the grid of %s, %.10g, got %.10g.", paths[f],
                                 parts[f].line[n], paths[0], parts[0].numbers.values[n], parts[f].numbers.values[n]);
        if (parts[f].numbers.count != parts[0].numbers.count)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: holds %zu numbers after its header, and %s has %zu.", paths[f],
                             parts[f].numbers.count - HEADER, paths[0], nodes);
    }
    out->pressure = malloc(3 * nodes * sizeof *out->pressure);
    out->line = malloc(nodes * sizeof *out->line);
    out->path = strdup(paths[0]);
    if (!out->pressure || !out->line || !out->path)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    out->temperature = out->pressure + nodes;
    out->potential = out->temperature + nodes;
    for (int f = 0; f < 3; f++)
        memcpy(out->pressure + (size_t)f * nodes, parts[f].numbers.values + HEADER, nodes * sizeof(double));
    memcpy(out->line, parts[0].line + HEADER, nodes * sizeof *out->line);
    return TAUB_OK;
}

/* Position of the level's number in a path: characters before it, its digits, characters between it and the ending. */
struct name {
    int before, digits, after; /* lengths */
    long number;
};

static enum taub_status parse_name(const char *path, struct name *out, struct taub_error *error)
{
    const size_t length = strlen(path), tail = sizeof ending - 1;
    if (length <= tail || strcmp(path + length - tail, ending) != 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "eos.file: expected the pressure of the first level, a name that ends with %s, got %s.",
                         ending, path);
    size_t end = length - tail;
    while (end > 0 && path[end - 1] != '/' && !(path[end - 1] >= '0' && path[end - 1] <= '9'))
        end--;
    size_t start = end;
    while (start > 0 && path[start - 1] >= '0' && path[start - 1] <= '9' && end - start < 6)
        start--;
    out->before = (int)start;
    out->digits = (int)(end - start);
    out->after = (int)(length - tail - end);
    out->number = out->digits ? strtol(path + start, NULL, 10) : 0;
    return TAUB_OK;
}

/* Makes the three file names of level k; the caller frees names[0]. */
static bool make_names(const char *path, const struct name *name, int k, char *names[3])
{
    static const char *const endings[3] = {"_p.dat", "_t.dat", "_mub.dat"};
    const size_t room = strlen(path) + 32;
    names[0] = malloc(3 * room);
    for (int f = 0; names[0] && f < 3; f++) {
        char digits[24] = "";
        names[f] = names[0] + (size_t)f * room;
        if (name->digits)
            snprintf(digits, sizeof digits, "%0*ld", name->digits, name->number + k);
        snprintf(names[f], room, "%.*s%s%.*s%s", name->before, path, digits, name->after,
                 path + name->before + name->digits, endings[f]);
    }
    return names[0] != NULL;
}

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

/* A level must begin where the one below ends, or overlap it. */
static enum taub_status check_adjoining(const struct taub_level *below, const struct taub_level *level,
                                        struct taub_error *error)
{
    const double end = below->first + below->rows * below->step;
    if (level->first > below->first && level->first <= end + 1e-6 * below->step && level->first + level->step > end)
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT,
                     "%s: expected energy densities that continue where %s ends, %.10g, got the first one %.10g.",
                     level->path, below->path, end, level->first);
}

static enum taub_status read_next(const char *path, const struct name *name, struct taub_levels *out, bool *done,
                                  struct taub_error *error)
{
    struct part parts[3] = {{{0}, NULL, 0}};
    char *names[3];
    const int k = out->count;
    if (!make_names(path, name, k, names))
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    *done = k > 0 && (!name->digits || !exists(names[0]));
    enum taub_status status = TAUB_OK;
    if (!*done && k == TAUB_MOST_LEVELS)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: expected at most %d levels.", names[0], TAUB_MOST_LEVELS);
    else if (!*done) {
        out->count++;
        status = read_level(parts, (const char *const *)names, &out->level[k], error);
        if (status == TAUB_OK && k > 0)
            status = check_adjoining(&out->level[k - 1], &out->level[k], error);
    }
    for (int f = 0; f < 3; f++)
        free_part(&parts[f]);
    free(names[0]);
    return status;
}

static bool rows_are_equal(const struct taub_level *level, int a, int b)
{
    const size_t width = (size_t)(level->cells + 1), i = (size_t)a * width, j = (size_t)b * width;
    return level->pressure[i] == level->pressure[j] && level->temperature[i] == level->temperature[j];
}

/* Published tables repeat the state at their highest temperature up to the end of their grid (NEOS: 1 GeV). That state
 * does not belong to an energy density of the grid, so the table ends in the row before it, or where that leaves one
 * interval, which is too few, in the first of them. */
static void drop_repeated_rows(struct taub_levels *self)
{
    struct taub_level *top = &self->level[self->count - 1];
    const int given = top->rows;
    int last = given;
    while (last > 0 && rows_are_equal(top, last - 1, given))
        last--;
    if (last == given || last < 2) /* at least two intervals are needed; the checks report what is wrong */
        return;
    top->rows = last > 2 ? last - 1 : last;
    snprintf(self->note, sizeof self->note,
             "%.300s: its last %d rows repeat each other; the table ends before them, at energy density %.10g instead "
             "of %.10g.",
             top->path, given - top->rows, top->first + top->rows * top->step, top->first + given * top->step);
}

enum taub_status taub_levels_read(const char *path, struct taub_levels *out, struct taub_error *error)
{
    struct name name = {0};
    memset(out, 0, sizeof *out);
    TRY(parse_name(path, &name, error));
    for (bool done = false; !done;)
        TRY(read_next(path, &name, out, &done, error));
    drop_repeated_rows(out);
    return TAUB_OK;
}

void taub_levels_free(struct taub_levels *self)
{
    for (int l = 0; l < self->count; l++) {
        free(self->level[l].path);
        free(self->level[l].pressure);
        free(self->level[l].line);
    }
    self->count = 0;
}
