/* The outputs of a run: the fields on the whole mesh and views of parts of it, each in a folder with one file per
 * output. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mesh/places.h"
#include "output/blocks.h"
#include "output/hdf5_file.h"
#include "output/internal.h"

/* A position on a face, up to rounding, belongs to the lower cell. */
static int cell_at(const struct taub_mesh *mesh, int level, int axis, double x)
{
    int n = 0;
    for (const int last = taub_level_cells(mesh, level, axis) - 1; n < last; n++) {
        const double lower = taub_level_face(mesh, level, axis, n), upper = taub_level_face(mesh, level, axis, n + 1);
        if (x - upper <= 1e-9 * (upper - lower))
            break;
    }
    return n;
}

struct taub_view_box taub_view_box(const struct taub_config_view *view, const struct taub_mesh *mesh)
{
    struct taub_view_box box = {.level = view->level_given ? view->level : mesh->levels};
    for (int a = 0; a < 3; a++) {
        const int all = taub_level_cells(mesh, box.level, a), place = mesh->sphere && a == 2 ? 3 : a;
        const bool slice = view->slice_given[place];
        box.step[a] = slice ? 1 : view->stride[a];
        box.first[a] = slice ? cell_at(mesh, box.level, a, view->slice[place]) : 0;
        box.count[a] = slice ? 1 : (all + box.step[a] - 1) / box.step[a];
        const double first = taub_level_face(mesh, box.level, a, box.first[a]),
                     end = taub_level_face(mesh, box.level, a, slice ? box.first[a] + 1 : all);
        box.spacing[a] = box.step[a] * (end - first) / (slice ? 1 : all);
        /* a cell of the view has the centre of the mesh cell whose value it shows */
        box.lower[a] = slice || box.step[a] > 1
                           ? taub_level_middle(mesh, box.level, a, box.first[a]) - 0.5 * box.spacing[a]
                           : first;
    }
    return box;
}

bool taub_output_holds_points(const struct taub_config *config)
{
    const enum taub_scheme_kind kind = config->scheme.kind;
    const bool high_order =
        (kind == TAUB_SCHEME_ADER_WENO || kind == TAUB_SCHEME_RK_WENO || kind == TAUB_SCHEME_SYMMETRIC) &&
        config->scheme.order > 2;
    return high_order && !config->output.means;
}

const struct taub_mesh *taub_series_tree(const struct taub_series *self)
{
    return self == &self->output->fields ? self->output->tree : NULL;
}

/* ---- files and steps ---- */

#define OUTPUT ".h5"

struct taub_series_name taub_series_name(const char *folder, int64_t step)
{
    struct taub_series_name name;
    snprintf(name.text, sizeof name.text, "%s/%08" PRId64 OUTPUT, folder, step);
    return name;
}

static int ascending(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Steps of the files with this suffix, in ascending order. */
static int64_t *list_steps(const char *path, const char *suffix, int *count)
{
    DIR *folder = opendir(path);
    int64_t *list = NULL;
    int capacity = 0;
    *count = 0;
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        char *end, name[48];
        const int64_t step = strtoll(entry->d_name, &end, 10);
        snprintf(name, sizeof name, "%08" PRId64 "%s", step, suffix);
        if (strcmp(entry->d_name, name) != 0)
            continue;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 64;
            int64_t *grown = realloc(list, (size_t)capacity * sizeof *grown);
            if (!grown)
                break;
            list = grown;
        }
        list[(*count)++] = step;
    }
    if (folder)
        closedir(folder);
    if (*count > 0)
        qsort(list, (size_t)*count, sizeof *list, ascending);
    return list;
}

int64_t *taub_series_steps(const char *folder, int *count)
{
    return list_steps(folder, OUTPUT, count);
}

static void remove_files(struct taub_output *self, const char *name, const char *suffix, int64_t last)
{
    int count = 0;
    char *path = taub_output_path(self->folder, name);
    int64_t *steps = path ? list_steps(path, suffix, &count) : NULL;
    for (int n = 0; n < count; n++) {
        char file[128];
        snprintf(file, sizeof file, "%s/%08" PRId64 "%s", name, steps[n], suffix);
        if (steps[n] > last)
            unlinkat(self->folder_fd, file, 0);
    }
    if (last < 0)
        unlinkat(self->folder_fd, name, AT_REMOVEDIR);
    free(steps);
    free(path);
}

void taub_series_remove(struct taub_output *self, const char *name, int64_t last)
{
    remove_files(self, name, OUTPUT, last);
}

void taub_series_remove_parts(struct taub_output *self, const char *name)
{
    remove_files(self, name, OUTPUT TAUB_PART, -1);
}

/* ---- outputs of a series ---- */

enum taub_status taub_series_remember(struct taub_series *self, const struct taub_iteration *iteration,
                                      struct taub_error *error)
{
    if (self->iteration_count == self->iteration_capacity) {
        const int capacity = self->iteration_capacity ? 2 * self->iteration_capacity : 16;
        struct taub_iteration *grown = realloc(self->iterations, (size_t)capacity * sizeof *grown);
        if (!grown) {
            free(iteration->quantities);
            free(iteration->blocks);
            return taub_fail(error, TAUB_FAILED, "No memory for the list of outputs.");
        }
        self->iterations = grown;
        self->iteration_capacity = capacity;
    }
    self->iterations[self->iteration_count++] = *iteration;
    return TAUB_OK;
}

bool taub_output_has_fields(const struct taub_output *self)
{
    return self->fields.iteration_count > 0;
}

/* Whether a dataset has the cells and the precision of this run. */
static bool fits(const struct taub_series *self, hid_t dataset)
{
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hsize_t size[H5S_MAX_RANK] = {0};
    bool good = space >= 0 && type >= 0 && H5Sget_simple_extent_dims(space, size, NULL) == 3 &&
                H5Tget_size(type) == (self->output->single ? 4 : 8);
    for (int a = taub_series_tree(self) ? 1 : 0; a < 3; a++) /* the number of blocks changes */
        good = good && size[a] == (hsize_t)self->cells[2 - a];
    taub_h5_close(type);
    taub_h5_close(space);
    return good;
}

static bool read_quantity(const struct taub_series *self, hid_t meshes, hsize_t number,
                          struct taub_written_quantity *out)
{
    const ssize_t length =
        H5Lget_name_by_idx(meshes, ".", H5_INDEX_NAME, H5_ITER_INC, number, out->name, sizeof out->name, H5P_DEFAULT);
    hid_t object = length > 0 && length < (ssize_t)sizeof out->name ? H5Oopen(meshes, out->name, H5P_DEFAULT) : -1;
    hsize_t members = 1;
    bool good = object >= 0;
    if (good && H5Iget_type(object) == H5I_DATASET)
        good = fits(self, object);
    else if (good)
        good = H5Gget_num_objs(object, &members) >= 0;
    taub_h5_close(object);
    out->components = (int)members;
    return good;
}

/* Reads what the index needs from an existing output. */
static bool read_output(const struct taub_series *self, int64_t step, struct taub_iteration *out)
{
    char *path = taub_output_path(self->output->folder, taub_series_name(self->name, step).text), name[64];
    const hid_t file = path ? taub_h5_open(path) : -1;
    snprintf(name, sizeof name, "/data/%" PRId64, step);
    const hid_t group = file < 0 ? -1 : H5Gopen2(file, name, H5P_DEFAULT);
    const hid_t meshes = group < 0 ? -1 : H5Gopen2(group, "meshes", H5P_DEFAULT);
    hsize_t count = 0;
    bool good =
        meshes >= 0 && taub_h5_get_doubles(group, "time", &out->time, 1) && H5Gget_num_objs(meshes, &count) >= 0;
    out->step = step;
    out->count = (int)count;
    out->quantities = calloc((size_t)count + 1, sizeof *out->quantities);
    for (hsize_t n = 0; n < count && good && out->quantities; n++)
        good = read_quantity(self, meshes, n, &out->quantities[n]);
    out->blocks = good && taub_series_tree(self) ? taub_blocks_get(file, &out->block_count) : NULL;
    good = good && (out->blocks || !taub_series_tree(self));
    if (file >= 0)
        H5Fclose(file); /* and the groups with it */
    free(path);
    return good && out->quantities;
}

enum taub_status taub_series_append(struct taub_series *self, struct taub_error *error)
{
    const struct taub_output *output = self->output;
    int count = 0;
    char *path = taub_output_path(output->folder, self->name);
    int64_t *steps = path ? taub_series_steps(path, &count) : NULL;
    enum taub_status status = TAUB_OK;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    for (int n = 0; n < count && steps[n] <= output->append_step && status == TAUB_OK; n++) {
        struct taub_iteration iteration;
        if (read_output(self, steps[n], &iteration)) {
            status = taub_series_remember(self, &iteration, error);
        } else {
            free(iteration.quantities);
            free(iteration.blocks);
            status = taub_fail(error, TAUB_BAD_INPUT,
                               "%s/%s: outputs cannot be added, since it is damaged or its cells or precision differ; "
                               "give another folder with -o",
                               output->folder, taub_series_name(self->name, steps[n]).text);
        }
    }
    taub_h5_silence_end(&silence);
    self->synced = self->iteration_count;
    free(steps);
    free(path);
    return status;
}

static enum taub_status sync_series(struct taub_series *self, struct taub_error *error)
{
    const struct taub_output *output = self->output;
    for (; self->synced < self->iteration_count; self->synced++) {
        const struct taub_series_name name = taub_series_name(self->name, self->iterations[self->synced].step);
        const int fd = openat(output->folder_fd, name.text, O_RDONLY | O_CLOEXEC);
        const int reason = fd < 0 || fsync(fd) != 0 ? errno : 0;
        if (fd >= 0)
            close(fd);
        if (reason)
            return taub_fail(error, TAUB_FAILED, "%s/%s: not written: %s.", output->folder, name.text,
                             strerror(reason));
    }
    return TAUB_OK;
}

enum taub_status taub_output_sync(struct taub_output *self, struct taub_error *error)
{
    enum taub_status status = sync_series(&self->fields, error);
    for (int n = 0; n < self->view_count && status == TAUB_OK; n++)
        status = sync_series(&self->views[n], error);
    return status;
}

/* ---- creation and release ---- */

enum taub_status taub_series_prepare(struct taub_output *self, const struct taub_config *config,
                                     const struct taub_mesh *mesh, struct taub_error *error)
{
    const struct taub_views *views = &config->output.views;
    self->fields = (struct taub_series){.output = self, .name = TAUB_FIELDS};
    for (int a = 0; a < 3; a++) {
        self->fields.cells[a] = self->cells[a];
        self->fields.lower[a] = self->lower[a];
        self->fields.spacing[a] = self->spacing[a];
        self->fields.faces[a] = self->faces[a];
    }
    self->views = calloc((size_t)views->count + 1, sizeof *self->views);
    if (!self->views)
        return taub_fail(error, TAUB_FAILED, "No memory for the outputs of the run.");
    self->view_count = views->count;
    for (int n = 0; n < views->count; n++) {
        struct taub_series *series = &self->views[n];
        const struct taub_view_box box = taub_view_box(&views->list[n], mesh);
        series->output = self;
        series->level = box.level;
        snprintf(series->name, sizeof series->name, TAUB_VIEW "%s", views->list[n].name);
        for (int a = 0; a < 3; a++) {
            series->cells[a] = box.count[a];
            series->lower[a] = box.lower[a];
            series->spacing[a] = box.spacing[a];
            series->faces[a] = self->faces[a] ? self->faces[a] + box.first[a] : NULL;
        }
    }
    return TAUB_OK;
}

void taub_output_follow(struct taub_output *self, const struct taub_mesh *mesh)
{
    self->tree = mesh->levels ? mesh : NULL;
    for (int a = 0; a < 3 && self->tree; a++)
        self->cells[a] = self->fields.cells[a] = mesh->cells[a];
}

void taub_output_share(struct taub_output *self, const struct taub_rows *rows)
{
    self->rows = self->fields.rows = rows;
}

static void release(struct taub_series *self)
{
    for (int i = 0; i < self->iteration_count; i++) {
        free(self->iterations[i].quantities);
        free(self->iterations[i].blocks);
    }
    free(self->iterations);
}

void taub_series_free(struct taub_output *self)
{
    release(&self->fields);
    for (int n = 0; n < self->view_count; n++)
        release(&self->views[n]);
    free(self->views);
}
