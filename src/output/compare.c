/* Norms of the difference of two runs. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"

struct moment {
    int64_t step;
    double time;
    char *path; /* of the file */
};

/* One of the two runs. */
struct side {
    const char *path;
    struct moment *moments;
    int count, capacity;
    bool lacks_memory;
    char *current; /* the file that is being read */
};

static enum taub_status unreadable(const char *path, struct taub_error *error, const char *what)
{
    return taub_fail(error, TAUB_BAD_INPUT, "%s: not an output of Taub: %s.", path, what);
}

static herr_t add_moment(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
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
    char *path = strdup(side->current);
    side->lacks_memory = side->lacks_memory || !path;
    if (path && iteration >= 0 && taub_h5_get_doubles(iteration, "time", &time, 1))
        side->moments[side->count++] = (struct moment){step, time, path};
    else
        free(path);
    taub_h5_close(iteration);
    return 0;
}

static int by_time(const void *one, const void *other)
{
    const struct moment *a = one, *b = other;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* Adds the outputs of a file: one, or all of a run if an earlier version wrote it. */
static enum taub_status open_file(struct side *side, struct taub_error *error)
{
    const char *path = side->current;
    if (access(path, R_OK) != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be read: %s.", path, strerror(errno));
    hid_t file = taub_h5_open(path);
    if (file < 0)
        return unreadable(path, error, taub_h5_reason());
    hid_t data = H5Lexists(file, "data", H5P_DEFAULT) > 0 ? H5Gopen2(file, "data", H5P_DEFAULT) : -1;
    if (data >= 0) {
        H5Literate(data, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, add_moment, side);
        H5Gclose(data);
    }
    H5Fclose(file);
    if (side->lacks_memory)
        return taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
    return data < 0 ? unreadable(path, error, "it has no group /data") : TAUB_OK;
}

/* Adds all outputs of a folder; *count is the number of files. */
static enum taub_status open_series(struct side *side, const char *folder, int *count, struct taub_error *error)
{
    int64_t *steps = taub_series_steps(folder, count);
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < *count && status == TAUB_OK; n++) {
        const struct taub_series_name name = taub_series_name("", steps[n]); /* "/00000012.h5" */
        side->current = taub_output_path(folder, name.text + 1);
        status =
            side->current ? open_file(side, error) : taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
        free(side->current);
    }
    free(steps);
    return status;
}

/* `path` is a run's folder, a folder of outputs, or a file. */
static enum taub_status open_side(const char *path, struct side *side, struct taub_error *error)
{
    char *fields = taub_output_path(path, TAUB_FIELDS);
    int count = 0;
    side->path = path;
    enum taub_status status = fields ? open_series(side, fields, &count, error)
                                     : taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
    if (status == TAUB_OK && count == 0)
        status = open_series(side, path, &count, error);
    if (status == TAUB_OK && count == 0) {
        side->current = taub_output_locate(path, "fields.h5");
        const bool folder = side->current && strcmp(side->current, path) != 0;
        if (!side->current)
            status = taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
        else if (!folder || access(side->current, F_OK) == 0)
            status = open_file(side, error);
        free(side->current);
    }
    free(fields);
    if (status == TAUB_OK && side->count == 0)
        status = unreadable(path, error, "it holds no outputs");
    if (status == TAUB_OK)
        qsort(side->moments, (size_t)side->count, sizeof *side->moments, by_time);
    return status;
}

static void close_side(struct side *side)
{
    for (int n = 0; n < side->count; n++)
        free(side->moments[n].path);
    free(side->moments);
}

/* Whether two outputs are at the same time. With the same step number, their times may differ by accumulated rounding
 * errors. */
static bool same_time(const struct moment *a, const struct moment *b, double longest)
{
    return fabs(a->time - b->time) <= (a->step == b->step ? 1e-9 : 1e-12) * longest;
}

/* The largest time of both runs, the scale of rounding errors in times. */
static double longest_time(const struct side sides[2])
{
    double longest = 0;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < sides[s].count; i++)
            longest = fmax(longest, fabs(sides[s].moments[i].time));
    return longest;
}

enum { MOST_LISTED = 12 };

/* "t = 0, 0.5, 1 (3 outputs)"; the middle of a long list is left out. */
static void list_times(const struct side *side, char *text, size_t size)
{
    int used = snprintf(text, size, "t =");
    for (int i = 0; i < side->count && (size_t)used < size; i++) {
        if (side->count > MOST_LISTED && i == MOST_LISTED / 2) {
            used += snprintf(text + used, size - (size_t)used, " ...,");
            i = side->count - MOST_LISTED / 2;
        }
        if ((size_t)used < size)
            used += snprintf(text + used, size - (size_t)used, " %.10g%s", side->moments[i].time,
                             i + 1 < side->count ? "," : "");
    }
    if ((size_t)used < size)
        snprintf(text + used, size - (size_t)used, " (%d output%s)", side->count, side->count == 1 ? "" : "s");
}

/* The last time at which both have an output, NaN when there is none. */
static double last_common(const struct side sides[2])
{
    const double longest = longest_time(sides);
    for (int i = sides[0].count - 1; i >= 0; i--)
        for (int j = 0; j < sides[1].count; j++)
            if (same_time(&sides[0].moments[i], &sides[1].moments[j], longest))
                return sides[0].moments[i].time;
    return NAN;
}

static enum taub_status other_times(const struct side sides[2], struct taub_error *error, const char *what)
{
    char times[2][400], way_out[128] = "They have no output at a common time.";
    const double common = last_common(sides);
    list_times(&sides[0], times[0], sizeof times[0]);
    list_times(&sides[1], times[1], sizeof times[1]);
    if (!isnan(common))
        snprintf(way_out, sizeof way_out, "--time %.10g compares the last outputs at a common time.", common);
    return taub_fail(error, TAUB_BAD_INPUT, "%s\n%s: %s\n%s: %s\n%s", what, sides[0].path, times[0], sides[1].path,
                     times[1], way_out);
}

/* The output of one side at a time given by the user; NULL if there is none. */
static const struct moment *find_time(const struct side *side, double time, double longest)
{
    const struct moment *nearest = &side->moments[0];
    for (int i = 1; i < side->count; i++)
        if (fabs(side->moments[i].time - time) < fabs(nearest->time - time))
            nearest = &side->moments[i];
    return fabs(nearest->time - time) <= 1e-9 * fmax(longest, fabs(time)) ? nearest : NULL;
}

/* Chooses what to compare: the index of the first output on each side, and the number of consecutive pairs. */
static enum taub_status choose(const struct side sides[2], enum taub_compare_which which, double time, int first[2],
                               int *count, struct taub_error *error)
{
    const struct side *a = &sides[0], *b = &sides[1];
    const double longest = longest_time(sides);
    char what[256];
    *count = 1;
    if (which == TAUB_COMPARE_AT) {
        const struct moment *in_a = find_time(a, time, longest), *in_b = find_time(b, time, longest);
        if (!in_a || !in_b) {
            snprintf(what, sizeof what, "There is no output at t = %.10g in %s.", time,
                     in_a   ? "the second run"
                     : in_b ? "the first run"
                            : "either run");
            return other_times(sides, error, what);
        }
        first[0] = (int)(in_a - a->moments);
        first[1] = (int)(in_b - b->moments);
        return TAUB_OK;
    }
    if (which == TAUB_COMPARE_ALL) {
        bool same = a->count == b->count;
        for (int i = 0; same && i < a->count; i++)
            same = same_time(&a->moments[i], &b->moments[i], longest);
        if (!same)
            return other_times(sides, error, "The two runs have no outputs at the same times.");
        first[0] = first[1] = 0;
        *count = a->count;
        return TAUB_OK;
    }
    first[0] = a->count - 1;
    first[1] = b->count - 1;
    if (same_time(&a->moments[first[0]], &b->moments[first[1]], longest))
        return TAUB_OK;
    snprintf(what, sizeof what, "The last outputs are at different times, %.10g and %.10g.", a->moments[first[0]].time,
             b->moments[first[1]].time);
    return other_times(sides, error, what);
}

/* A pair of outputs under comparison. */
struct pair {
    const char *a, *b; /* paths of the files */
    hid_t file_a, file_b, meshes_a, meshes_b;
    struct taub_compared_output *out;
    int capacity;
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
    taub_h5_close(space);
    taub_h5_close(dataset);
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

/* Norms are averages over the volume. */
static void norms(const struct dense *a, const struct dense *b, const struct taub_volumes *volumes,
                  struct taub_comparison *row)
{
    bool undefined = false;
    row->l1 = row->l2 = row->maximum = row->scale = 0;
    for (size_t i = 0; i < a->count; i++) {
        const double difference = fabs(a->values[i] - b->values[i]);
        undefined = undefined || isnan(difference);
        const size_t plane = volumes->along ? (size_t)a->shape[2] * (size_t)a->shape[1] : 1;
        const double weight = volumes->along ? volumes->across[i % plane] * volumes->along[i / plane] : 1.0;
        row->l1 += weight * difference;
        row->l2 += weight * (difference * difference);
        row->maximum = fmax(row->maximum, difference);
        row->scale = fmax(row->scale, fabs(a->values[i]));
    }
    row->l1 /= (double)a->count;
    row->l2 = sqrt(row->l2 / (double)a->count);
    if (undefined)
        row->maximum = NAN;
}

static struct taub_comparison *add_row(struct pair *pair)
{
    struct taub_compared_output *out = pair->out;
    if (out->count == pair->capacity) {
        const int capacity = pair->capacity ? 2 * pair->capacity : 16;
        struct taub_comparison *grown = realloc(out->rows, (size_t)capacity * sizeof *grown);
        if (!grown)
            return NULL;
        out->rows = grown;
        pair->capacity = capacity;
    }
    return &out->rows[out->count++];
}

static enum taub_status compare_dataset(struct pair *pair, const char *name)
{
    struct dense a, b = {0};
    enum taub_status status = TAUB_OK;
    if (!read_dense(pair->meshes_a, name, &a)) {
        status = taub_fail(pair->error, TAUB_BAD_INPUT, "%s: %s cannot be read: %s.", pair->a, name, taub_h5_reason());
    } else if (!read_dense(pair->meshes_b, name, &b)) {
        status = taub_fail(pair->error, TAUB_BAD_INPUT, "%s: %s cannot be read: %s.", pair->b, name, taub_h5_reason());
    } else if (a.rank != b.rank || memcmp(a.shape, b.shape, (size_t)a.rank * sizeof *a.shape) != 0) {
        char shape_a[128], shape_b[128];
        describe_shape(&a, shape_a, sizeof shape_a);
        describe_shape(&b, shape_b, sizeof shape_b);
        status = taub_fail(pair->error, TAUB_BAD_INPUT,
                           "%s has the shape %s in %s and %s in %s; runs on different "
                           "meshes cannot be compared.",
                           name, shape_a, pair->a, shape_b, pair->b);
    } else if (a.count > 0) {
        struct taub_comparison *row = add_row(pair);
        if (row) {
            snprintf(row->quantity, sizeof row->quantity, "%s", name);
            struct taub_volumes volumes;
            if (!taub_faces_volumes(pair->file_a, a.rank, a.shape, &volumes))
                status = taub_fail(pair->error, TAUB_BAD_INPUT, "%s: the faces of its cells cannot be read.", pair->a);
            else
                norms(&a, &b, &volumes, row);
            taub_volumes_free(&volumes);
        } else {
            status = taub_fail(pair->error, TAUB_FAILED, "No memory for the comparison.");
        }
    }
    free(a.values);
    free(b.values);
    return status;
}

/* Checks the parent first: what is a vector in one file may be a scalar, without components, in the other. */
static bool has_dataset(hid_t meshes, const char *name)
{
    char parent[64];
    const size_t length = strcspn(name, "/");
    snprintf(parent, sizeof parent, "%.*s", (int)length, name);
    return H5Lexists(meshes, parent, H5P_DEFAULT) > 0 && H5Oexists_by_name(meshes, name, H5P_DEFAULT) > 0;
}

static void add_name(char *list, size_t size, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

static bool is_near(const double *one, const double *other, size_t count)
{
    bool near = true;
    for (size_t n = 0; near && n < count; n++)
        near = fabs(one[n] - other[n]) <= 1e-9 * one[n];
    return near;
}

/* Whether both files have equal cells, or the same unequal ones up to rounding. */
static bool same_faces(const struct pair *pair, const char *name)
{
    struct dense a;
    struct taub_volumes one, other;
    bool same = read_dense(pair->meshes_a, name, &a);
    free(a.values);
    if (!same)
        return false;
    same = taub_faces_volumes(pair->file_a, a.rank, a.shape, &one);
    same = taub_faces_volumes(pair->file_b, a.rank, a.shape, &other) && same && !one.along == !other.along;
    if (same && one.along)
        same = is_near(one.along, other.along, (size_t)a.shape[0]) &&
               is_near(one.across, other.across, (size_t)(a.shape[1] * a.shape[2]));
    taub_volumes_free(&one);
    taub_volumes_free(&other);
    return same;
}

/* The kind of coordinates of a quantity's mesh, "" in files of others. */
static void read_kind(hid_t record, char *kind, size_t size)
{
    if (record < 0 || !taub_h5_get_text(record, "geometryParameters", kind, size))
        kind[0] = '\0';
    kind[strcspn(kind, ";")] = '\0';
}

/* Meshes with the same numbers of cells may still differ in the positions of the cells. */
static enum taub_status check_positions(struct pair *pair, const char *name)
{
    static const char *const attributes[2] = {"gridSpacing", "gridGlobalOffset"};
    double values[2][2][3];
    bool read = true, same = true;
    char record[64], kinds[2][96];
    snprintf(record, sizeof record, "%.*s", (int)strcspn(name, "/"), name);
    for (int s = 0; s < 2; s++) {
        hid_t object = H5Oopen(s ? pair->meshes_b : pair->meshes_a, record, H5P_DEFAULT);
        for (int i = 0; i < 2; i++)
            read = read && object >= 0 && taub_h5_get_doubles(object, attributes[i], values[s][i], 3);
        read_kind(object, kinds[s], sizeof kinds[s]);
        taub_h5_close(object);
    }
    for (int axis = 0; read && axis < 3; axis++) {
        const double spacing = values[0][0][axis];
        same = same && fabs(values[1][0][axis] - spacing) <= 1e-9 * fabs(spacing) &&
               fabs(values[1][1][axis] - values[0][1][axis]) <= 1e-6 * fabs(spacing);
    }
    if (*kinds[0] && *kinds[1] && strcmp(kinds[0], kinds[1]) != 0)
        return taub_fail(pair->error, TAUB_BAD_INPUT,
                         "%s has %s in %s and %s in %s; runs on different meshes cannot be compared.", name, kinds[0],
                         pair->a, kinds[1], pair->b);
    if (read && same && !same_faces(pair, name))
        return taub_fail(pair->error, TAUB_BAD_INPUT,
                         "%s has different cell widths in %s and in %s; runs on different meshes cannot be compared.",
                         name, pair->a, pair->b);
    if (!read || same)
        return TAUB_OK;
    return taub_fail(pair->error, TAUB_BAD_INPUT,
                     "%s has cells of %g x %g x %g from (%g, %g, %g) in %s and of %g x %g x %g from (%g, %g, %g) in "
                     "%s; runs on different meshes cannot be compared.",
                     name, values[0][0][2], values[0][0][1], values[0][0][0], values[0][1][2], values[0][1][1],
                     values[0][1][0], pair->a, values[1][0][2], values[1][0][1], values[1][0][0], values[1][1][2],
                     values[1][1][1], values[1][1][0], pair->b);
}

static herr_t visit(hid_t meshes, const char *name, const H5O_info_t *info, void *data)
{
    struct pair *pair = data;
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    if (!has_dataset(pair->meshes_b, name)) {
        add_name(pair->out->only_in[0], sizeof pair->out->only_in[0], name);
        return 0;
    }
    pair->status = compare_dataset(pair, name);
    if (pair->status == TAUB_OK)
        pair->status = check_positions(pair, name);
    return pair->status == TAUB_OK ? 0 : -1;
}

static herr_t visit_other(hid_t meshes, const char *name, const H5O_info_t *info, void *data)
{
    struct pair *pair = data;
    if (info->type == H5O_TYPE_DATASET && !has_dataset(pair->meshes_a, name))
        add_name(pair->out->only_in[1], sizeof pair->out->only_in[1], name);
    return 0;
}

static hid_t open_meshes(const struct moment *moment, hid_t *file)
{
    char path[64];
    snprintf(path, sizeof path, "/data/%" PRId64 "/meshes", moment->step);
    *file = taub_h5_open(moment->path);
    return *file < 0 ? -1 : H5Gopen2(*file, path, H5P_DEFAULT);
}

static enum taub_status compare_moment(const struct moment *in_a, const struct moment *in_b,
                                       struct taub_compared_output *out, struct taub_error *error)
{
    struct pair pair = {.a = in_a->path, .b = in_b->path, .out = out, .error = error};
    out->steps[0] = in_a->step;
    out->steps[1] = in_b->step;
    out->time = in_a->time;
    pair.meshes_a = open_meshes(in_a, &pair.file_a);
    pair.meshes_b = open_meshes(in_b, &pair.file_b);
    if (pair.meshes_a < 0 || pair.meshes_b < 0) {
        pair.status = unreadable(pair.meshes_a < 0 ? pair.a : pair.b, error, "an output has no meshes");
    } else if (H5Ovisit(pair.meshes_a, H5_INDEX_NAME, H5_ITER_INC, visit, &pair) < 0) {
        if (pair.status == TAUB_OK)
            pair.status = unreadable(pair.a, error, taub_h5_reason());
    } else if (H5Ovisit(pair.meshes_b, H5_INDEX_NAME, H5_ITER_INC, visit_other, &pair) < 0) {
        pair.status = unreadable(pair.b, error, taub_h5_reason());
    } else if (out->count == 0) {
        pair.status = taub_fail(error, TAUB_BAD_INPUT, "There is no quantity in common: %s has %s, and %s has %s.",
                                pair.a, out->only_in[0], pair.b, out->only_in[1]);
    }
    if (pair.file_a >= 0)
        H5Fclose(pair.file_a); /* and the groups with it */
    if (pair.file_b >= 0)
        H5Fclose(pair.file_b);
    return pair.status;
}

void taub_compared_free(struct taub_compared_output *outputs, int count)
{
    for (int i = 0; outputs && i < count; i++)
        free(outputs[i].rows);
    free(outputs);
}

enum taub_status taub_output_compare(const char *a, const char *b, enum taub_compare_which which, double time,
                                     struct taub_compared_output **outputs, int *count, struct taub_error *error)
{
    struct side sides[2] = {{.path = a}, {.path = b}};
    struct taub_h5_silence silence;
    struct taub_error own; /* taub_fail accepts NULL, the functions that visit the file do not */
    int first[2] = {0, 0};
    taub_h5_silence_begin(&silence);
    *outputs = NULL;
    *count = 0;
    enum taub_status status = open_side(a, &sides[0], error);
    if (status == TAUB_OK)
        status = open_side(b, &sides[1], error);
    if (status == TAUB_OK)
        status = choose(sides, which, time, first, count, error);
    if (status == TAUB_OK && !(*outputs = calloc((size_t)*count, sizeof **outputs)))
        status = taub_fail(error, TAUB_FAILED, "No memory for the comparison.");
    for (int i = 0; status == TAUB_OK && i < *count; i++) {
        status = compare_moment(&sides[0].moments[first[0] + i], &sides[1].moments[first[1] + i], *outputs + i,
                                error ? error : &own);
    }
    if (status != TAUB_OK) {
        taub_compared_free(*outputs, *count);
        *outputs = NULL;
        *count = 0;
    }
    close_side(&sides[0]);
    close_side(&sides[1]);
    taub_h5_silence_end(&silence);
    return status;
}
