/* Norms of the difference of two runs. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/hdf5_file.h"
#include "output/internal.h"

struct moment {
    int64_t step;
    double time;
};

/* One of the two runs. */
struct side {
    char *path;
    hid_t file;
    struct moment *moments;
    int count, capacity;
    bool lacks_memory;
};

static enum taub_status unreadable(const struct side *side, struct taub_error *error, const char *what)
{
    return taub_fail(error, TAUB_BAD_INPUT, "%s: not a fields.h5 of Taub: %s.", side->path, what);
}

static herr_t add_moment(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    (void)info;
    struct side *side = data;
    char *end;
    const int64_t step = strtoll(name, &end, 10);
    if (end == name || *end)
        return 0;
    if (side->count == side->capacity) {
        const int capacity = side->capacity ? 2 * side->capacity : 64;
        struct moment *grown = realloc(side->moments, (size_t)capacity * sizeof *grown);
        side->lacks_memory = !grown;
        if (!grown)
            return -1;
        side->moments = grown;
        side->capacity = capacity;
    }
    hid_t iteration = H5Gopen2(group, name, H5P_DEFAULT);
    double time;
    if (iteration >= 0 && taub_h5_get_doubles(iteration, "time", &time, 1))
        side->moments[side->count++] = (struct moment){step, time};
    if (iteration >= 0)
        H5Gclose(iteration);
    return 0;
}

static enum taub_status open_side(const char *path, struct side *side, struct taub_error *error)
{
    side->path = taub_output_locate(path, "fields.h5");
    if (!side->path)
        return taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
    if (access(side->path, R_OK) != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be read: %s.", side->path, strerror(errno));
    side->file = taub_h5_open(side->path);
    if (side->file < 0)
        return unreadable(side, error, taub_h5_reason());
    hid_t data = H5Lexists(side->file, "data", H5P_DEFAULT) > 0 ? H5Gopen2(side->file, "data", H5P_DEFAULT) : -1;
    if (data < 0)
        return unreadable(side, error, "it has no group /data");
    H5Literate(data, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, add_moment, side);
    H5Gclose(data);
    if (side->lacks_memory)
        return taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
    return side->count > 0 ? TAUB_OK : unreadable(side, error, "it holds no outputs");
}

static void close_side(struct side *side)
{
    if (side->file >= 0)
        H5Fclose(side->file);
    free(side->moments);
    free(side->path);
}

/* Equal steps may differ by rounding in the time that led to them; otherwise the times decide. */
static bool together(const struct moment *a, const struct moment *b)
{
    const double allowed = (a->step == b->step ? 1e-9 : 1e-12) * fmax(1, fabs(a->time));
    return fabs(a->time - b->time) <= allowed;
}

static enum taub_status last_common(const struct side *a, const struct side *b, const struct moment **in_a,
                                    const struct moment **in_b, struct taub_error *error)
{
    *in_a = *in_b = NULL;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            if (together(&a->moments[i], &b->moments[j]) && (!*in_a || a->moments[i].time > (*in_a)->time)) {
                *in_a = &a->moments[i];
                *in_b = &b->moments[j];
            }
    if (*in_a)
        return TAUB_OK;
    const struct side *sides[2] = {a, b};
    double first[2] = {INFINITY, INFINITY}, last[2] = {-INFINITY, -INFINITY};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < sides[s]->count; i++) {
            first[s] = fmin(first[s], sides[s]->moments[i].time);
            last[s] = fmax(last[s], sides[s]->moments[i].time);
        }
    return taub_fail(error, TAUB_BAD_INPUT,
                     "%s and %s have no output at a common time: %d outputs from t = %.17g to %.17g, and %d from "
                     "t = %.17g to %.17g.",
                     a->path, b->path, a->count, first[0], last[0], b->count, first[1], last[1]);
}

/* A component of a mesh in both files. */
struct pair {
    const struct side *a, *b;
    hid_t meshes_a, meshes_b;
    struct taub_comparison *rows;
    int capacity, count;
    enum taub_status status;
    struct taub_error *error;
};

struct dense {
    double *values;
    size_t count;
    int rank;
    hsize_t shape[H5S_MAX_RANK];
};

static bool read_dense(hid_t meshes, const char *name, struct dense *dense)
{
    hid_t dataset = H5Dopen2(meshes, name, H5P_DEFAULT);
    hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
    bool good = false;
    dense->values = NULL;
    dense->count = 1;
    dense->rank = space < 0 ? -1 : H5Sget_simple_extent_dims(space, dense->shape, NULL);
    for (int a = 0; a < dense->rank; a++)
        dense->count *= (size_t)dense->shape[a];
    if (dense->rank >= 0 && (dense->values = malloc((dense->count + 1) * sizeof *dense->values)))
        good = H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, dense->values) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (dataset >= 0)
        H5Dclose(dataset);
    return good;
}

static void describe_shape(const struct dense *dense, char *text, size_t size)
{
    int used = 0;
    text[0] = '\0';
    for (int a = 0; a < dense->rank && (size_t)used < size; a++)
        used +=
            snprintf(text + used, size - (size_t)used, "%s%llu", a ? " x " : "", (unsigned long long)dense->shape[a]);
}

static void norms(const struct dense *a, const struct dense *b, struct taub_comparison *row)
{
    bool undefined = false;
    row->l1 = row->l2 = row->maximum = row->scale = 0;
    for (size_t i = 0; i < a->count; i++) {
        const double difference = fabs(a->values[i] - b->values[i]);
        undefined = undefined || isnan(difference);
        row->l1 += difference;
        row->l2 += difference * difference;
        row->maximum = fmax(row->maximum, difference);
        row->scale = fmax(row->scale, fabs(a->values[i]));
    }
    row->l1 /= (double)a->count;
    row->l2 = sqrt(row->l2 / (double)a->count);
    if (undefined)
        row->maximum = NAN;
}

static enum taub_status compare_dataset(struct pair *pair, const char *name)
{
    struct dense a, b = {0};
    enum taub_status status = TAUB_OK;
    if (pair->count == pair->capacity)
        return taub_fail(pair->error, TAUB_FAILED, "More than %d quantities to compare.", pair->capacity);
    if (!read_dense(pair->meshes_a, name, &a)) {
        status =
            taub_fail(pair->error, TAUB_BAD_INPUT, "%s: %s cannot be read: %s.", pair->a->path, name, taub_h5_reason());
    } else if (!read_dense(pair->meshes_b, name, &b)) {
        status =
            taub_fail(pair->error, TAUB_BAD_INPUT, "%s: %s cannot be read: %s.", pair->b->path, name, taub_h5_reason());
    } else if (a.rank != b.rank || memcmp(a.shape, b.shape, (size_t)a.rank * sizeof *a.shape) != 0) {
        char shape_a[128], shape_b[128];
        describe_shape(&a, shape_a, sizeof shape_a);
        describe_shape(&b, shape_b, sizeof shape_b);
        status = taub_fail(pair->error, TAUB_BAD_INPUT,
                           "%s has the shape %s in %s and %s in %s; runs on different "
                           "meshes cannot be compared.",
                           name, shape_a, pair->a->path, shape_b, pair->b->path);
    } else if (a.count > 0) {
        struct taub_comparison *row = &pair->rows[pair->count++];
        snprintf(row->quantity, sizeof row->quantity, "%s", name);
        norms(&a, &b, row);
    }
    free(a.values);
    free(b.values);
    return status;
}

static herr_t visit(hid_t meshes, const char *name, const H5O_info_t *info, void *data)
{
    (void)meshes;
    struct pair *pair = data;
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    /* A vector that is a scalar on the other side has no component there: look at the parent first. */
    char parent[64];
    const size_t length = strcspn(name, "/");
    snprintf(parent, sizeof parent, "%.*s", (int)length, name);
    if (H5Lexists(pair->meshes_b, parent, H5P_DEFAULT) <= 0 ||
        H5Oexists_by_name(pair->meshes_b, name, H5P_DEFAULT) <= 0)
        return 0;
    pair->status = compare_dataset(pair, name);
    return pair->status == TAUB_OK ? 0 : -1;
}

static hid_t open_meshes(const struct side *side, const struct moment *moment)
{
    char path[64];
    snprintf(path, sizeof path, "/data/%" PRId64 "/meshes", moment->step);
    return H5Gopen2(side->file, path, H5P_DEFAULT);
}

static enum taub_status compare_moment(struct pair *pair, const struct moment *in_a, const struct moment *in_b)
{
    pair->meshes_a = open_meshes(pair->a, in_a);
    pair->meshes_b = open_meshes(pair->b, in_b);
    if (pair->meshes_a < 0 || pair->meshes_b < 0) {
        pair->status = unreadable(pair->meshes_a < 0 ? pair->a : pair->b, pair->error, "an output has no meshes");
    } else if (H5Ovisit(pair->meshes_a, H5_INDEX_NAME, H5_ITER_INC, visit, pair) < 0 && pair->status == TAUB_OK) {
        pair->status = unreadable(pair->a, pair->error, taub_h5_reason());
    } else if (pair->status == TAUB_OK && pair->count == 0) {
        pair->status = taub_fail(pair->error, TAUB_BAD_INPUT, "%s and %s have no quantity in common.", pair->a->path,
                                 pair->b->path);
    }
    if (pair->meshes_a >= 0)
        H5Gclose(pair->meshes_a);
    if (pair->meshes_b >= 0)
        H5Gclose(pair->meshes_b);
    return pair->status;
}

enum taub_status taub_output_compare(const char *a, const char *b, struct taub_comparison *rows, int capacity,
                                     int *count, double *time, struct taub_error *error)
{
    struct side sides[2] = {{.file = -1}, {.file = -1}};
    const struct moment *in_a = NULL, *in_b = NULL;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    struct taub_error own; /* taub_fail takes NULL, the walk over the file does not */
    struct pair pair = {
        .a = &sides[0], .b = &sides[1], .rows = rows, .capacity = capacity, .error = error ? error : &own};
    *count = 0;
    enum taub_status status = open_side(a, &sides[0], error);
    if (status == TAUB_OK)
        status = open_side(b, &sides[1], error);
    if (status == TAUB_OK)
        status = last_common(&sides[0], &sides[1], &in_a, &in_b, error);
    if (status == TAUB_OK) {
        *time = in_a->time;
        status = compare_moment(&pair, in_a, in_b);
        *count = status == TAUB_OK ? pair.count : 0;
    }
    close_side(&sides[0]);
    close_side(&sides[1]);
    taub_h5_silence_end(&silence);
    return status;
}
