/* A run that goes on in its own folder: what is there is copied under the temporary names, and new outputs are added to
 * the copies. The files themselves stay as they are until the copies take their names, so that a run that is cut off
 * loses nothing. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/hdf5_file.h"
#include "output/internal.h"

#define ELSEWHERE "; give another folder with -o"

/* ---- which files the checkpoint goes with ---- */

static bool there(const struct taub_output *self, const char *name)
{
    struct stat info;
    return fstatat(self->folder_fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
}

/* Puts a file that a run has left under its temporary name back to its last whole output, and gives it the final
 * name. */
static enum taub_status take(struct taub_output *self, const char *name, struct taub_error *error)
{
    char part[sizeof self->views->name + sizeof TAUB_PART];
    snprintf(part, sizeof part, "%s" TAUB_PART, name);
    const int reason = taub_part_recover(self, name);
    if (reason)
        return taub_fail(error, TAUB_FAILED,
                         "%s/%s, which a run that was cut off has left, cannot be put back to its last whole "
                         "output: %s" ELSEWHERE,
                         self->folder, part, strerror(reason));
    if (there(self, part) && renameat(self->folder_fd, part, self->folder_fd, name) != 0)
        return taub_fail(error, TAUB_FAILED,
                         "%s/%s, which a run that was cut off has left, cannot get its name: %s" ELSEWHERE,
                         self->folder, part, strerror(errno));
    return TAUB_OK;
}

/* A run that was killed leaves its files under their temporary names. They go with the checkpoint when it made one,
 * and then case.yaml has got its name. Nothing else may be changed in the folder before: a run that is killed here is
 * gone on with in the same way. */
enum taub_status taub_output_take_left(struct taub_output *self, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (!there(self, "case.yaml" TAUB_PART)) {
        status = take(self, "fields.h5", error);
        if (status == TAUB_OK)
            status = take(self, "surface.h5", error);
        for (int n = 0; n < self->view_count && status == TAUB_OK; n++)
            status = take(self, self->views[n].name, error);
        for (int n = 0; n < TAUB_CSV && status == TAUB_OK; n++)
            status = take(self, taub_csv_names[n], error);
    }
    self->left = status != TAUB_OK;
    return status;
}

/* ---- fields.h5 ---- */

/* Copies all of a file into another that is empty. */
static int copy_bytes(int from, int to)
{
    const size_t chunk = 1 << 20;
    char *bytes = malloc(chunk);
    ssize_t got = bytes ? 1 : -1;
    int reason = bytes ? 0 : ENOMEM;
    while (!reason && (got = read(from, bytes, chunk)) > 0)
        for (ssize_t done = 0; done < got && !reason;) {
            const ssize_t put = write(to, bytes + done, (size_t)(got - done));
            reason = put < 0 ? errno : 0;
            done += put;
        }
    if (!reason && got < 0)
        reason = errno;
    free(bytes);
    return reason;
}

enum taub_status taub_part_copy(struct taub_output *self, const char *name, int *fd, struct taub_error *error)
{
    struct stat info;
    const int from = openat(self->folder_fd, name, O_RDONLY | O_CLOEXEC);
    *fd = taub_part_descriptor(self, name);
    int reason = from < 0 || *fd < 0 || fstat(from, &info) != 0 ? errno : 0;
    if (!reason)
        reason = taub_reserve(*fd, (size_t)info.st_size);
    if (!reason)
        reason = copy_bytes(from, *fd);
    if (from >= 0)
        close(from);
    return reason ? taub_fail(error, TAUB_FAILED, "%s/%s: no copy can be made to add outputs to: %s" ELSEWHERE,
                              self->folder, name, strerror(reason))
                  : TAUB_OK;
}

struct steps {
    int64_t *list;
    int count, capacity;
};

static herr_t collect(hid_t group, const char *name, const H5L_info_t *info, void *user)
{
    struct steps *steps = user;
    char *end;
    const int64_t step = strtoll(name, &end, 10);
    (void)group;
    (void)info;
    if (*end)
        return 0;
    if (steps->count == steps->capacity) {
        steps->capacity = steps->capacity ? 2 * steps->capacity : 16;
        int64_t *grown = realloc(steps->list, (size_t)steps->capacity * sizeof *grown);
        if (!grown)
            return -1;
        steps->list = grown;
    }
    steps->list[steps->count++] = step;
    return 0;
}

static int by_size(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Whether a dataset has the cells and the precision of this run. */
static bool fits(const struct taub_fields_file *self, hid_t dataset)
{
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hsize_t size[H5S_MAX_RANK] = {0};
    bool good = space >= 0 && type >= 0 && H5Sget_simple_extent_dims(space, size, NULL) == 3 &&
                H5Tget_size(type) == (self->output->single ? 4 : 8);
    for (int a = 0; a < 3; a++)
        good = good && size[a] == (hsize_t)self->cells[2 - a];
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return good;
}

struct look {
    const struct taub_fields_file *self;
    struct taub_written_quantity *list;
    int count, capacity;
};

static herr_t look_at_quantity(hid_t meshes, const char *name, const H5L_info_t *info, void *user)
{
    struct look *look = user;
    hid_t object = H5Oopen(meshes, name, H5P_DEFAULT);
    hsize_t members = 1;
    (void)info;
    bool good = object >= 0 && strlen(name) < sizeof look->list->name;
    if (good && H5Iget_type(object) == H5I_DATASET)
        good = fits(look->self, object);
    else if (good)
        good = H5Gget_num_objs(object, &members) >= 0;
    if (object >= 0)
        H5Oclose(object);
    if (!good)
        return -1;
    if (look->count == look->capacity) {
        look->capacity = look->capacity ? 2 * look->capacity : 16;
        struct taub_written_quantity *grown = realloc(look->list, (size_t)look->capacity * sizeof *grown);
        if (!grown)
            return -1;
        look->list = grown;
    }
    struct taub_written_quantity *quantity = &look->list[look->count++];
    snprintf(quantity->name, sizeof quantity->name, "%s", name);
    quantity->components = (int)members;
    return 0;
}

/* Remembers an output that is in the file already, for the index. */
static bool remember_step(struct taub_fields_file *self, int64_t step)
{
    char path[64];
    double time = 0.0;
    struct look look = {.self = self};
    snprintf(path, sizeof path, "/data/%" PRId64, step);
    hid_t group = H5Gopen2(self->file, path, H5P_DEFAULT);
    hid_t meshes = group < 0 ? -1 : H5Gopen2(group, "meshes", H5P_DEFAULT);
    const bool good = meshes >= 0 && taub_h5_get_doubles(group, "time", &time, 1) &&
                      H5Literate(meshes, H5_INDEX_NAME, H5_ITER_INC, NULL, look_at_quantity, &look) >= 0;
    if (meshes >= 0)
        H5Gclose(meshes);
    if (group >= 0)
        H5Gclose(group);
    if (!good) {
        free(look.list);
        return false;
    }
    self->iterations[self->iteration_count++] = (struct taub_iteration){step, time, look.count, look.list};
    return true;
}

/* Keeps the outputs up to the checkpoint's step; later ones are made again. */
static bool keep_until(struct taub_fields_file *self, int64_t last)
{
    struct steps steps = {.list = NULL};
    hid_t data = H5Gopen2(self->file, "/data", H5P_DEFAULT);
    bool good = data >= 0 && H5Literate(data, H5_INDEX_NAME, H5_ITER_INC, NULL, collect, &steps) >= 0;
    self->iterations = good ? calloc((size_t)steps.count + 1, sizeof *self->iterations) : NULL;
    self->iteration_capacity = self->iterations ? steps.count : 0;
    good = good && self->iterations;
    if (good && steps.count > 0)
        qsort(steps.list, (size_t)steps.count, sizeof *steps.list, by_size);
    for (int n = 0; n < steps.count && good; n++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRId64, steps.list[n]);
        good = steps.list[n] <= last ? remember_step(self, steps.list[n]) : H5Ldelete(data, name, H5P_DEFAULT) >= 0;
    }
    if (data >= 0)
        H5Gclose(data);
    free(steps.list);
    return good && taub_undo_commit(&self->undo, self->file);
}

enum taub_status taub_fields_append(struct taub_fields_file *self, int64_t step, struct taub_error *error)
{
    const int reason = taub_part_log(self->output, self->name, &self->undo);
    if (reason)
        return taub_fail(error, TAUB_FAILED, "%s/%s: no log can be made beside it: %s" ELSEWHERE, self->output->folder,
                         self->name, strerror(reason));
    const enum taub_status status = taub_part_copy(self->output, self->name, &self->fd, error);
    if (status != TAUB_OK)
        return status;
    char part[sizeof self->name + sizeof TAUB_PART];
    snprintf(part, sizeof part, "%s" TAUB_PART, self->name);
    char *path = taub_output_path(self->output->folder, part);
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    self->file = path ? taub_undo_append(&self->undo, path) : -1;
    const bool good = self->file >= 0 && keep_until(self, step);
    taub_h5_silence_end(&silence);
    free(path);
    return good ? TAUB_OK
                : taub_fail(error, TAUB_BAD_INPUT,
                            "%s/%s: outputs cannot be added, since it is damaged or its cells or precision are "
                            "others" ELSEWHERE,
                            self->output->folder, self->name);
}

/* ---- history.csv, probes.csv ---- */

enum taub_status taub_csv_append(struct taub_output *self, enum taub_csv_file which, struct taub_error *error)
{
    const char *name = taub_csv_names[which];
    char temporary[64];
    snprintf(temporary, sizeof temporary, "%s" TAUB_PART, name);
    struct taub_csv *lines = &self->lines[which];
    char *path = taub_output_path(self->folder, name), *line = NULL, *header = NULL;
    char *part = taub_output_path(self->folder, temporary);
    FILE *file = path ? fopen(path, "r") : NULL, *begun = part ? fopen(part, "r") : NULL;
    size_t size = 0, header_size = 0;
    enum taub_status status = TAUB_OK;
    if (!file || !begun || getline(&line, &size, file) < 0 || getline(&header, &header_size, begun) < 0)
        status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be read" ELSEWHERE, self->folder, name);
    else if (strcmp(line, header) != 0)
        status =
            taub_fail(error, TAUB_BAD_INPUT, "%s/%s has other columns than this run" ELSEWHERE, self->folder, name);
    /* a run that was killed may have left half a line */
    while (status == TAUB_OK && getline(&line, &size, file) >= 0 && strchr(line, '\n')) {
        const int64_t step = strtoll(line, NULL, 10);
        if (step > self->append_step)
            break;
        fputs(line, lines->file);
        lines->last = step;
    }
    if (status == TAUB_OK && (fflush(lines->file) != 0 || ferror(lines->file)))
        status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be written: %s.", self->folder, name, strerror(errno));
    if (file)
        fclose(file);
    if (begun)
        fclose(begun);
    free(line);
    free(header);
    free(path);
    free(part);
    return status;
}

/* ---- the folder ---- */

enum taub_status taub_output_append(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    int64_t step, struct taub_output **out, struct taub_error *error)
{
    enum taub_status status = taub_output_open(folder, run_case, mesh, true, out, error);
    if (status != TAUB_OK)
        return status;
    struct taub_output *self = *out;
    self->append_step = step;
    for (int n = 0; n < TAUB_CSV; n++)
        self->lines[n].append = there(self, taub_csv_names[n]);
    if (there(self, "fields.h5"))
        status = taub_fields_append(&self->fields, step, error);
    for (int n = 0; n < self->view_count && status == TAUB_OK; n++)
        if (there(self, self->views[n].name))
            status = taub_fields_append(&self->views[n], step, error);
    if (status == TAUB_OK)
        return TAUB_OK;
    taub_output_destroy(self);
    *out = NULL;
    return status;
}

bool taub_output_lacks_end(const char *folder)
{
    char *pending = taub_output_path(folder, "summary.json" TAUB_PART),
         *last = taub_output_path(folder, "summary.json");
    const bool lacks = (pending && access(pending, F_OK) == 0) || (last && access(last, F_OK) != 0);
    free(pending);
    free(last);
    return lacks;
}

bool taub_output_has_fields(const struct taub_output *self)
{
    return self->fields.iteration_count > 0;
}
