#include "systems/medium_array.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/hdf5_lock.h"
#include "core/try.h"
#include "eos/data_file.h"

/* Samples of one number: n[a] along axis a, which lie `stride[a]` apart. */
struct samples {
    double *values; /* NULL: not in the file */
    size_t n[3], stride[3];
};

struct taub_medium_array {
    int cells[3];
    double lower[3], spacing[3];
    struct samples of[TAUB_MEDIUM_SCALARS];
};

static const char *const numbers[TAUB_MEDIUM_SCALARS] = {"permittivity", "permeability", "conductivity"};

static const char *name_of(const struct taub_config *config, int number)
{
    const struct taub_config_medium_array *array = &config->medium.array;
    return number == TAUB_PERMITTIVITY   ? array->permittivity
           : number == TAUB_PERMEABILITY ? array->permeability
                                         : array->conductivity;
}

/* Axes that the dimensions of a dataset stand for, those with several cells where there are no three: how many. */
static int axes_of(const struct taub_config *config, int rank, int axes[3])
{
    int count = 0;
    for (int n = 0; n < 3; n++) {
        const int axis = config->medium.array.axes == TAUB_ARRAY_XYZ ? n : 2 - n;
        if (rank == 3 || config->mesh.cells[axis] > 1)
            axes[count++] = axis;
    }
    return count;
}

static void print_shape(const size_t shape[], int rank, char text[96])
{
    int used = 0;
    for (int n = 0; n < rank; n++)
        used += snprintf(text + used, 96 - (size_t)used, "%s%zu", n ? " x " : "", shape[n]);
}

static enum taub_status check_shape(const struct taub_config *config, const char *name, const size_t shape[], int rank,
                                    struct taub_error *error)
{
    const char *const path = config->medium.array.file;
    int axes[3];
    char text[96] = "";
    const int wanted = axes_of(config, rank, axes);
    print_shape(shape, rank, text);
    if (wanted != rank)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: dataset %s has %d dimensions (%s); expected 3, or %d, one for each axis with more than "
                         "one cell.",
                         path, name, rank, text, wanted);
    for (int n = 0; n < rank; n++)
        if (shape[n] > 1 && config->mesh.cells[axes[n]] == 1)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s: dataset %s (%s) has %zu samples along %c, where the mesh has one cell; "
                             "medium.array.axes says that its indices are %s.",
                             path, name, text, shape[n], 'x' + axes[n],
                             config->medium.array.axes == TAUB_ARRAY_XYZ ? "x, y, z" : "z, y, x");
        else if (shape[n] > 1 << 20)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s (%s) has more than 2^20 samples along %c.", path,
                             name, text, 'x' + axes[n]);
    return TAUB_OK;
}

static enum taub_status check_values(const char *path, const char *name, int number, const double *values,
                                     const size_t shape[], int rank, struct taub_error *error)
{
    size_t count = 1;
    for (int n = 0; n < rank; n++)
        count *= shape[n];
    for (size_t at = 0; at < count; at++) {
        const double value = values[at];
        if (isfinite(value) && (number == TAUB_CONDUCTIVITY ? value >= 0 : value > 0))
            continue;
        size_t index[3] = {0, 0, 0}, rest = at;
        char text[96] = "";
        int used = 0;
        for (int n = rank - 1; n >= 0; rest /= shape[n--])
            index[n] = rest % shape[n];
        for (int n = 0; n < rank; n++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%zu", n ? ", " : "", index[n]);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: dataset %s holds %.10g at [%s]; expected a %s %s.", path, name,
                         value, text, numbers[number], number == TAUB_CONDUCTIVITY ? "of at least 0" : "above 0");
    }
    return TAUB_OK;
}

static enum taub_status read_samples(const struct taub_config *config, hid_t file, int number, struct samples *out,
                                     struct taub_error *error)
{
    const char *const path = config->medium.array.file, *const name = name_of(config, number);
    int rank, axes[3];
    size_t shape[3], stride = 1;
    TRY(taub_hdf5_read(file, path, name, 1, 3, &rank, shape, &out->values, error));
    TRY(check_shape(config, name, shape, rank, error));
    TRY(check_values(path, name, number, out->values, shape, rank, error));
    axes_of(config, rank, axes);
    for (int a = 0; a < 3; a++)
        out->n[a] = 1;
    for (int n = rank - 1; n >= 0; stride *= shape[n--]) {
        out->n[axes[n]] = shape[n];
        out->stride[axes[n]] = stride;
    }
    return TAUB_OK;
}

static enum taub_status read_all(const struct taub_config *config, struct taub_medium_array *self,
                                 struct taub_error *error)
{
    hid_t file;
    TRY(taub_hdf5_open(config->medium.array.file, &file, error));
    enum taub_status status = TAUB_OK;
    for (int number = 0; number < TAUB_MEDIUM_SCALARS && status == TAUB_OK; number++)
        if (name_of(config, number))
            status = read_samples(config, file, number, &self->of[number], error);
    H5Fclose(file);
    return status;
}

enum taub_status taub_medium_array_read(const struct taub_config *config, struct taub_medium_array **out,
                                        struct taub_error *error)
{
    const char *const path = config->medium.array.file;
    *out = NULL;
    if (!path)
        return TAUB_OK;
    FILE *there = fopen(path, "rb");
    if (!there)
        return taub_fail(error, TAUB_BAD_INPUT, "medium.array.file: %s cannot be opened.", path);
    fclose(there);
    if (!taub_file_is_hdf5(path))
        return taub_fail(error, TAUB_BAD_INPUT, "medium.array.file: %s is no HDF5 file.", path);
    struct taub_medium_array *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    for (int a = 0; a < 3; a++) {
        self->cells[a] = config->mesh.cells[a];
        self->lower[a] = config->mesh.lower[a];
        self->spacing[a] = (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a];
    }
    taub_hdf5_lock();
    const enum taub_status status = read_all(config, self, error);
    taub_hdf5_unlock();
    if (status != TAUB_OK)
        taub_medium_array_destroy(self);
    else
        *out = self;
    return status;
}

void taub_medium_array_destroy(struct taub_medium_array *self)
{
    for (int number = 0; self && number < TAUB_MEDIUM_SCALARS; number++)
        free(self->of[number].values);
    free(self);
}

/* ---- cells ---- */

/* Samples first .. last of a cell along one axis, and their weights. */
struct span {
    size_t first, last;
    double ends[2], inner, sum;
};

/* By whole numbers: the same weights in all cells that lie alike, whatever the box. */
static struct span span_of(size_t n, size_t cells, size_t cell)
{
    if (n >= cells) { /* in units of a sample's share of a cell, of which a cell has n and a sample `cells` */
        const size_t from = cell * n, to = from + n;
        struct span s = {from / cells, (to - 1) / cells, {0, 0}, (double)cells, (double)n};
        s.ends[0] = s.first == s.last ? (double)n : (double)((s.first + 1) * cells - from);
        s.ends[1] = s.first == s.last ? (double)n : (double)(to - s.last * cells);
        return s;
    }
    const size_t twice = (2 * cell + 1) * n; /* the centre; that of sample p is at (2 p + 1) cells */
    if (twice <= cells)
        return (struct span){0, 0, {1, 1}, 1, 1};
    const size_t beyond = twice - cells, p = beyond / (2 * cells), rest = beyond % (2 * cells);
    if (rest == 0 || p + 1 >= n)
        return (struct span){p < n ? p : n - 1, p < n ? p : n - 1, {1, 1}, 1, 1};
    return (struct span){p, p + 1, {(double)(2 * cells - rest), (double)rest}, 0, (double)(2 * cells)};
}

static double weight_of(const struct span *span, size_t at)
{
    return at == span->first ? span->ends[0] : at == span->last ? span->ends[1] : span->inner;
}

static double value_of(const struct taub_medium_array *self, const struct samples *samples, const int cell[3])
{
    struct span s[3];
    for (int a = 0; a < 3; a++)
        s[a] = span_of(samples->n[a], (size_t)self->cells[a], (size_t)cell[a]);
    const double first = samples->values[s[0].first * samples->stride[0] + s[1].first * samples->stride[1] +
                                         s[2].first * samples->stride[2]];
    double sum = 0;
    bool same = true;
    for (size_t k = s[2].first; k <= s[2].last; k++)
        for (size_t j = s[1].first; j <= s[1].last; j++)
            for (size_t i = s[0].first; i <= s[0].last; i++) {
                const double value =
                    samples->values[i * samples->stride[0] + j * samples->stride[1] + k * samples->stride[2]];
                sum += weight_of(&s[0], i) * weight_of(&s[1], j) * weight_of(&s[2], k) * value;
                same = same && value == first;
            }
    return same ? first : sum / (s[0].sum * s[1].sum * s[2].sum);
}

void taub_medium_array_at(const struct taub_medium_array *self, const double x[3], double out[TAUB_MEDIUM_NUMBERS])
{
    int cell[3];
    for (int a = 0; a < 3; a++) {
        const double place = floor((x[a] - self->lower[a]) / self->spacing[a]);
        cell[a] = place < 0 ? 0 : place >= self->cells[a] ? self->cells[a] - 1 : (int)place;
    }
    for (int number = 0; number < TAUB_MEDIUM_SCALARS; number++)
        if (self->of[number].values)
            out[number] = value_of(self, &self->of[number], cell);
    if (self->of[TAUB_PERMITTIVITY].values)
        out[TAUB_PERMITTIVITY_Y] = out[TAUB_PERMITTIVITY_Z] = out[TAUB_PERMITTIVITY];
}
