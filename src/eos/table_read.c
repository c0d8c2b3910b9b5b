/* Reads tables of equations of state from text and HDF5 files. */
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"
#include "core/try.h"
#include "eos/data_file.h"
#include "eos/table_columns.h"

enum column { ENERGY, PRESSURE, TEMPERATURE, SOUND, ENTROPY, COLUMNS, OTHER = COLUMNS };
enum { MOST_COLUMNS = 16 };

static const char *const names[COLUMNS][4] = {
    [ENERGY] = {"e", "energy_density", "epsilon", "eps"}, [PRESSURE] = {"p", "pressure", "P", "P"},
    [TEMPERATURE] = {"T", "temperature", "T", "T"},       [SOUND] = {"cs2", "sound_speed_squared", "cs^2", "c_s^2"},
    [ENTROPY] = {"s", "entropy_density", "s", "s"},
};

void taub_table_free(struct taub_table_columns *self)
{
    free(self->energy);
    free(self->pressure);
    free(self->temperature);
    free(self->sound);
    free(self->entropy);
    free(self->line);
}

static double **target(struct taub_table_columns *self, int column)
{
    double **targets[COLUMNS] = {&self->energy, &self->pressure, &self->temperature, &self->sound, &self->entropy};
    return targets[column];
}

/* ---- the line that names the columns ---- */

struct header {
    int line; /* 0: there is no header */
    int count;
    bool all_known; /* it consists only of known column names */
    enum column columns[MOST_COLUMNS];
};

static enum column column_of(const char *word, size_t length)
{
    for (int c = 0; c < COLUMNS; c++)
        for (int n = 0; n < 4; n++)
            if (strlen(names[c][n]) == length && strncmp(names[c][n], word, length) == 0)
                return (enum column)c;
    return OTHER;
}

static bool names_all(const struct header *header)
{
    int found[COLUMNS + 1] = {0};
    for (int i = 0; i < header->count; i++)
        found[header->columns[i]]++;
    return found[ENERGY] == 1 && found[PRESSURE] == 1 && found[TEMPERATURE] == 1 && found[SOUND] <= 1 &&
           found[ENTROPY] <= 1;
}

/* Reads column names from a comment, without units in brackets. *header changes only if e, p and T are among them, or
 * if the comment begins with "columns:". */
static void read_header(const char *text, const char *end, int line, struct header *header)
{
    static const char label[] = "columns:";
    struct header found = {.line = line, .all_known = true};
    int depth = 0;
    text += strspn(text, "# \t");
    const bool labelled = strncmp(text, label, strlen(label)) == 0;
    text += labelled ? strlen(label) : 0;
    while (text < end) {
        const size_t blank = strspn(text, " \t\r,;|");
        size_t length = strcspn(text + blank, " \t\r\n,;|");
        const char *word = text + blank;
        if (word + length > end)
            length = word < end ? (size_t)(end - word) : 0;
        if (length == 0)
            break;
        const size_t name = strcspn(word, "[(") < length ? strcspn(word, "[(") : length;
        if (depth == 0 && name > 0) {
            if (found.count == MOST_COLUMNS)
                return;
            found.columns[found.count] = column_of(word, name);
            found.all_known = found.all_known && found.columns[found.count] != OTHER;
            found.count++;
        }
        for (size_t i = 0; i < length; i++)
            depth += word[i] == '[' || word[i] == '(' ? 1 : (word[i] == ']' || word[i] == ')') && depth > 0 ? -1 : 0;
        text = word + length;
    }
    if (labelled || names_all(&found)) {
        found.all_known = found.all_known || labelled;
        *header = found;
    }
}

/* Determines which column is which, for rows of this width. */
static enum taub_status assign_columns(const char *path, int width, int line, struct header *header,
                                       struct taub_error *error)
{
    if (header->line && header->count != width && !header->all_known)
        header->line = 0; /* an ordinary comment, not a header */
    if (!header->line) {
        static const enum column default_columns[4] = {ENERGY, PRESSURE, TEMPERATURE, SOUND};
        if (width != 3 && width != 4)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s:%d: has %d columns; expected e p T or e p T cs2, or a line before the numbers that "
                             "names the columns, like \"# e p s T\".",
                             path, line, width);
        memcpy(header->columns, default_columns, sizeof default_columns);
        header->count = width;
        return TAUB_OK;
    }
    if (header->count != width)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: names %d columns, and line %d has %d.", path, header->line,
                         header->count, line, width);
    if (!names_all(header))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: must name each of e, p and T once, and at most once cs2 and s; other columns are "
                         "skipped.",
                         path, header->line);
    return TAUB_OK;
}

/* ---- text ---- */

struct rows {
    struct taub_numbers numbers;
    int *lines;
    size_t count, capacity;
    int width;
    struct header header;
};

static enum taub_status add_row(struct rows *rows, int line, struct taub_error *error)
{
    if (rows->count == rows->capacity) {
        rows->capacity = rows->capacity ? 2 * rows->capacity : 256;
        int *larger = realloc(rows->lines, rows->capacity * sizeof *larger);
        if (!larger)
            return taub_fail(error, TAUB_FAILED, "Out of memory.");
        rows->lines = larger;
    }
    rows->lines[rows->count++] = line;
    return TAUB_OK;
}

static enum taub_status read_row(struct rows *rows, const char *path, const char **at, const char *end, int line,
                                 struct taub_error *error)
{
    char bad[32];
    const char *start = *at;
    const int count = taub_line_numbers(at, end, &rows->numbers, bad);
    if (count == 0) {
        if (rows->count == 0 && start[strspn(start, " \t")] == '#')
            read_header(start + strspn(start, " \t"), *at, line, &rows->header);
        return TAUB_OK;
    }
    if (count == -2)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    if (count < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: \"%s\" is not a number.", path, line, bad);
    enum taub_status status = add_row(rows, line, error);
    if (status == TAUB_OK && rows->count == 1)
        status = assign_columns(path, count, line, &rows->header, error);
    else if (status == TAUB_OK && count != rows->width)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: has %d columns, the rows before have %d.", path, line, count,
                           rows->width);
    rows->width = count;
    return status;
}

static enum taub_status split_columns(struct rows *rows, struct taub_table_columns *out, struct taub_error *error)
{
    out->count = rows->count;
    for (int c = 0; c < rows->width && rows->count > 0; c++) {
        if (rows->header.columns[c] == OTHER)
            continue;
        double *values = malloc(rows->count * sizeof *values);
        if (!values)
            return taub_fail(error, TAUB_FAILED, "Out of memory.");
        *target(out, (int)rows->header.columns[c]) = values;
        for (size_t i = 0; i < rows->count; i++)
            values[i] = rows->numbers.values[i * (size_t)rows->width + (size_t)c];
    }
    out->line = rows->lines;
    rows->lines = NULL;
    return TAUB_OK;
}

static enum taub_status read_text(const char *path, struct taub_table_columns *out, struct taub_error *error)
{
    char *text;
    size_t length;
    struct rows rows = {0};
    int line = 0;
    enum taub_status status = taub_file_read(path, &text, &length, error);
    if (status != TAUB_OK)
        return status;
    for (const char *at = text; status == TAUB_OK && at < text + length;)
        status = read_row(&rows, path, &at, text + length, ++line, error);
    if (status == TAUB_OK)
        status = split_columns(&rows, out, error);
    free(rows.numbers.values);
    free(rows.lines);
    free(text);
    return status;
}

/* ---- HDF5 ---- */

/* Reads the dataset with one of two names. If an optional one is missing, *values stays NULL. */
static enum taub_status read_column(hid_t file, const char *path, int column, size_t *count, double **values,
                                    struct taub_error *error)
{
    const char *name = NULL;
    for (int i = 0; i < 2 && !name; i++)
        if (H5Lexists(file, names[column][i], H5P_DEFAULT) > 0)
            name = names[column][i];
    if (!name)
        return column > TEMPERATURE ? TAUB_OK
                                    : taub_fail(error, TAUB_BAD_INPUT, "%s: has no dataset %s or %s.", path,
                                                names[column][0], names[column][1]);
    int rank;
    size_t shape[1];
    TRY(taub_hdf5_read(file, path, name, 1, 1, &rank, shape, values, error));
    if (*count && shape[0] != *count)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s has %zu numbers, the energy density has %zu.", path,
                         name, shape[0], *count);
    *count = shape[0];
    return TAUB_OK;
}

static enum taub_status read_hdf5(const char *path, struct taub_table_columns *out, struct taub_error *error)
{
    hid_t file;
    taub_hdf5_lock();
    enum taub_status status = taub_hdf5_open(path, &file, error);
    for (int c = 0; c < COLUMNS && status == TAUB_OK; c++)
        status = read_column(file, path, c, &out->count, target(out, c), error);
    if (file >= 0)
        H5Fclose(file);
    taub_hdf5_unlock();
    return status;
}

enum taub_status taub_table_read(const char *path, struct taub_table_columns *out, struct taub_error *error)
{
    *out = (struct taub_table_columns){.path = path};
    return taub_file_is_hdf5(path) ? read_hdf5(path, out, error) : read_text(path, out, error);
}
