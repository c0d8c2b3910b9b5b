/* checkpoint.hdf: the exact state of a run, replaced as a whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "case/case.h"
#include "output/blocks.h"
#include "output/checkpoint_seal.h"
#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"
#include "taub/taub.h"

/* Runs in single precision store floats: the same numbers in half the space. */
static bool stores_floats(const struct taub_output *self)
{
    return taub_case_config(self->run_case)->device.precision != TAUB_DOUBLE;
}

static hid_t stored_type(const struct taub_output *self)
{
    return stores_floats(self) ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
}

static bool put_state(const struct taub_output *self, const char *path, hid_t file, int components,
                      const double *values)
{
    const hsize_t shape[4] = {(hsize_t)components, (hsize_t)self->cells[2], (hsize_t)self->cells[1],
                              (hsize_t)self->cells[0]};
    hid_t space = H5Screate_simple(4, shape, NULL);
    hid_t list = taub_placed_storage((size_t)(shape[0] * shape[1] * shape[2] * shape[3]));
    hid_t dataset = list < 0 ? -1 : H5Dcreate2(file, "state", stored_type(self), space, H5P_DEFAULT, list, H5P_DEFAULT);
    bool good = dataset >= 0 && taub_write_values(self->rows, self->cells, path, dataset, values, components);
    if (list > 0)
        H5Pclose(list);
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    taub_h5_close(space);
    return good;
}

/* A dataset, since attributes are limited to 64 kB. */
static bool put_case(hid_t file, const char *text)
{
    const hsize_t size = strlen(text);
    return taub_h5_put_dataset(file, "case", H5T_STD_U8LE, H5T_NATIVE_CHAR, 1, &size, text);
}

/* The last sampled state of the freeze-out surface, from which a restart continues. */
static bool put_surface(const struct taub_output *self, hid_t file, const struct taub_checkpoint_surface *surface)
{
    const hsize_t size = surface->size;
    const double sums[2] = {surface->through, surface->lost};
    return size == 0 ||
           (taub_h5_put_integers(file, "surface_step", &surface->step, 0) &&
            taub_h5_put_double(file, "surface_time", surface->time) &&
            taub_h5_put_doubles(file, "surface_energy", sums, 2) &&
            taub_h5_put_integers(file, "surface_elements", &surface->elements, 0) &&
            taub_h5_put_dataset(file, "surface", stored_type(self), H5T_NATIVE_DOUBLE, 1, &size, surface->values));
}

static bool put_list(hid_t file, const char *name, const struct taub_checkpoint_list *list)
{
    const hsize_t size = list->size;
    return size == 0 || taub_h5_put_dataset(file, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &size, list->values);
}

static bool put_all(const struct taub_output *self, const char *path, hid_t file,
                    const struct taub_checkpoint *checkpoint)
{
    const hsize_t counters = (hsize_t)checkpoint->counter_count;
    const int64_t cells[3] = {self->cells[0], self->cells[1], self->cells[2]};
    const int64_t version = TAUB_CHECKPOINT_VERSION, step = checkpoint->step;
    return taub_h5_put_integers(file, "version", &version, 0) &&
           taub_h5_put_text(file, "software", "Taub " TAUB_VERSION) && taub_h5_put_integers(file, "step", &step, 0) &&
           taub_h5_put_double(file, "time", checkpoint->time) && taub_h5_put_double(file, "dt", checkpoint->dt) &&
           taub_h5_put_double(file, "allowed", checkpoint->allowed) && put_case(file, self->case_text) &&
           taub_h5_put_text(file, "coordinates", taub_word("mesh.coordinates", (int)self->coordinates)) &&
           taub_h5_put_integers(file, "cells", cells, 3) && taub_h5_put_doubles(file, "lower", self->lower, 3) &&
           taub_h5_put_doubles(file, "upper", self->upper, 3) && taub_faces_put(&self->fields, file) &&
           taub_blocks_put(self, file) &&
           taub_h5_put_dataset(file, "counters", H5T_STD_I64LE, H5T_NATIVE_INT64, 1, &counters, checkpoint->counters) &&
           put_state(self, path, file, checkpoint->components, checkpoint->values) &&
           (checkpoint->upper_faces == 0 || taub_h5_put_integers(file, "upper_faces", &checkpoint->upper_faces, 0)) &&
           put_surface(self, file, &checkpoint->surface) && put_list(file, "fluxes", &checkpoint->fluxes) &&
           put_list(file, "balance", &checkpoint->balance) &&
           (checkpoint->at_rest[0] == 0 ||
            taub_h5_put_integers(file, "equilibrium", checkpoint->at_rest, TAUB_AT_REST));
}

/* Writes the file with HDF5, seals it and flushes it to the disk. */
static enum taub_status write_file(const struct taub_output *self, const char *path, int fd,
                                   const struct taub_checkpoint *checkpoint, struct taub_error *error)
{
    hid_t file = taub_h5_create(path, TAUB_SEAL_SIZE);
    bool good = file >= 0 && put_all(self, path, file, checkpoint) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
    if (file >= 0)
        good = H5Fclose(file) >= 0 && good;
    const char *reason = good ? "" : taub_h5_reason();
    if (good && !taub_checkpoint_seal(fd)) {
        good = false;
        reason = strerror(errno);
    }
    return good ? TAUB_OK
                : taub_fail(error, TAUB_FAILED, "%s/" TAUB_CHECKPOINT ": step %" PRId64 " cannot be written: %s.",
                            self->folder, checkpoint->step, reason);
}

enum taub_status taub_output_checkpoint(struct taub_output *self, const struct taub_checkpoint *checkpoint,
                                        struct taub_error *error)
{
    char *path = taub_output_path(self->folder, TAUB_CHECKPOINT TAUB_PART);
    if (!path)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of " TAUB_CHECKPOINT ".");
    const size_t zones = (size_t)self->cells[0] * (size_t)self->cells[1] * (size_t)self->cells[2];
    const size_t bytes = ((size_t)checkpoint->components * zones + checkpoint->surface.size) *
                             (stores_floats(self) ? sizeof(float) : sizeof(double)) +
                         65536;
    const int fd = taub_part_descriptor(self, TAUB_CHECKPOINT);
    const int reason = fd < 0 ? errno : taub_reserve(fd, bytes);
    enum taub_status status = TAUB_OK;
    if (reason) {
        status = taub_fail(error, TAUB_FAILED, "%s/" TAUB_CHECKPOINT ": no room for %.1f MB: %s.", self->folder,
                           (double)bytes / 1e6, strerror(reason));
    } else {
        struct taub_h5_silence silence;
        taub_h5_silence_begin(&silence);
        status = write_file(self, path, fd, checkpoint, error);
        taub_h5_silence_end(&silence);
    }
    if (fd >= 0)
        close(fd);
    /* a restart also needs the outputs and the surface, so these must be on the disk before the checkpoint gets its
     * name */
    if (status == TAUB_OK)
        status = taub_output_sync(self, error);
    if (status == TAUB_OK)
        status = taub_surface_close(self, error);
    if (status == TAUB_OK)
        status = taub_part_keep(self, TAUB_CHECKPOINT, error);
    else
        taub_part_drop(self, TAUB_CHECKPOINT);
    if (status == TAUB_OK) {
        unlinkat(self->folder_fd, TAUB_EARLIER_CHECKPOINT,
                 0); /* the checkpoint that this run was restarted from, if an earlier version wrote it */
        fsync(self->folder_fd);
    }
    free(path);
    return status;
}

/* Reading. */

/* Path of the first of `names` that exists in the folder, or of names[0] if none does. */
static char *first_existing(const char *folder, const char *const names[2])
{
    for (int n = 0; n < 2; n++) {
        char *path = taub_output_path(folder, names[n]);
        if (!path || access(path, F_OK) == 0)
            return path;
        free(path);
    }
    return taub_output_path(folder, names[0]);
}

char *taub_checkpoint_locate(const char *path)
{
    static const char *const names[] = {TAUB_CHECKPOINT, TAUB_EARLIER_CHECKPOINT};
    struct stat info;
    const bool exists = stat(path, &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return first_existing(path, names);
    const char *slash = strrchr(path, '/');
    if (exists || strcmp(slash ? slash + 1 : path, TAUB_EARLIER_CHECKPOINT) != 0)
        return strdup(path);
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *found = folder ? first_existing(folder, names) : NULL;
    free(folder);
    return found;
}

static enum taub_status check_header(const char *path, hid_t file, const struct taub_mesh *mesh, bool force,
                                     struct taub_checkpoint *out, struct taub_error *error)
{
    char coordinates[16], text[256];
    int64_t cells[3];
    double lower[3], upper[3];
    if (!taub_h5_get_integers(file, "step", &out->step, 1) || !taub_h5_get_doubles(file, "time", &out->time, 1) ||
        !taub_h5_get_doubles(file, "dt", &out->dt, 1) || !taub_h5_get_integers(file, "cells", cells, 3) ||
        !taub_h5_get_doubles(file, "lower", lower, 3) || !taub_h5_get_doubles(file, "upper", upper, 3) ||
        !taub_h5_get_text(file, "coordinates", coordinates, sizeof coordinates))
        return taub_checkpoint_wrong(
            path, error, "one of step, time, dt, cells, lower, upper, coordinates is missing or of a wrong type");
    for (int a = 0; a < 3; a++)
        if (cells[a] != mesh->cells[a]) {
            snprintf(text, sizeof text,
                     "the case has %d x %d x %d cells, the file %" PRId64 " x %" PRId64 " x %" PRId64, mesh->cells[0],
                     mesh->cells[1], mesh->cells[2], cells[0], cells[1], cells[2]);
            return taub_checkpoint_wrong(path, error, text);
        }
    if (!taub_h5_get_doubles(file, "allowed", &out->allowed, 1)) /* earlier versions do not have it */
        out->allowed = 0.0;
    if (!taub_h5_get_integers(file, "upper_faces", &out->upper_faces,
                              1)) /* nor this; also missing without upper faces */
        out->upper_faces = 0;
    if (force)
        return TAUB_OK;
    if (strcmp(coordinates, taub_word("mesh.coordinates", (int)mesh->coordinates)) != 0) {
        snprintf(text, sizeof text, "the case has %s coordinates, the file %s",
                 taub_word("mesh.coordinates", (int)mesh->coordinates), coordinates);
        return taub_checkpoint_wrong(path, error, text);
    }
    for (int a = 0; a < 3; a++)
        if (lower[a] != mesh->lower[a] || upper[a] != mesh->upper[a]) {
            snprintf(text, sizeof text, "along axis %s the case spans %.17g to %.17g, the file %.17g to %.17g",
                     taub_faces_axis(mesh->coordinates, a), mesh->lower[a], mesh->upper[a], lower[a], upper[a]);
            return taub_checkpoint_wrong(path, error, text);
        }
    if (!taub_faces_same(file, mesh, text, sizeof text))
        return taub_checkpoint_wrong(path, error, text);
    return TAUB_OK;
}

/* Reads this rank's rows of all components; consecutive rows of a plane are read at once. */
static bool read_rows(hid_t dataset, hid_t space, const struct taub_mesh *part, int components, double *values)
{
    const int ny = part->cells[1];
    const size_t nx = (size_t)part->cells[0];
    bool good = true;
    for (int n = 0, count; n < part->row_count && good; n += count) {
        const int row = taub_mesh_row(part, n);
        for (count = 1;
             n + count < part->row_count && (row + count) % ny != 0 && taub_mesh_row(part, n + count) == row + count;)
            count++;
        for (int c = 0; c < components && good; c++) {
            const hsize_t start[4] = {(hsize_t)c, (hsize_t)(row / ny), (hsize_t)(row % ny), 0};
            const hsize_t extent[4] = {1, 1, (hsize_t)count, nx};
            hid_t memory = H5Screate_simple(4, extent, NULL);
            good = memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL) >= 0 &&
                   H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                           values + (size_t)c * taub_mesh_zones(part) + (size_t)n * nx) >= 0;
            taub_h5_close(memory);
        }
    }
    return good;
}

/* Reads a dataset after checking its shape and type; the caller frees *values. With `part`, the mesh of one of several
 * ranks, only its rows are read. */
static enum taub_status get_dataset(const char *path, hid_t file, const char *name, hid_t stored, hid_t wanted,
                                    size_t value_bytes, int rank, const hsize_t *shape, const struct taub_mesh *part,
                                    void **values, struct taub_error *error)
{
    char text[512]; /* also for the shape of a damaged file: six numbers of up to 20 digits */
    if (H5Lexists(file, name, H5P_DEFAULT) <= 0) {
        snprintf(text, sizeof text, "the dataset %s is missing", name);
        return taub_checkpoint_wrong(path, error, text);
    }
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset), type = dataset < 0 ? -1 : H5Dget_type(dataset);
    hsize_t found[H5S_MAX_RANK] = {0}, count = 1;
    const int found_rank = space < 0 ? -1 : H5Sget_simple_extent_dims(space, found, NULL);
    /* runs in single precision store floats */
    const bool single = type >= 0 && H5Tequal(stored, H5T_IEEE_F64LE) > 0 && H5Tequal(type, H5T_IEEE_F32LE) > 0;
    const bool kind = single || (type >= 0 && H5Tequal(type, stored) > 0);
    bool same = found_rank == rank && kind;
    for (int a = 0; a < rank; a++) {
        same = same && found[a] == shape[a];
        count *= shape[a];
    }
    enum taub_status status = TAUB_OK;
    if (!same) {
        int used = snprintf(text, sizeof text, "the dataset %s should have the shape", name);
        for (int a = 0; a < rank; a++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%llu", a ? " x " : " ",
                             (unsigned long long)shape[a]);
        used += snprintf(text + used, sizeof text - (size_t)used, " of 64-bit numbers; found");
        for (int a = 0; a < found_rank && a < 6; a++)
            used += snprintf(text + used, sizeof text - (size_t)used, "%s%llu", a ? " x " : " ",
                             (unsigned long long)found[a]);
        snprintf(text + used, sizeof text - (size_t)used, "%s",
                 found_rank < 0 ? " none"
                 : kind         ? ""
                                : " of another type");
        status = taub_checkpoint_wrong(path, error, text);
    } else if (!(*values = calloc((size_t)(part ? shape[0] * taub_mesh_zones(part) : count) + 1, value_bytes))) {
        status = taub_fail(error, TAUB_FAILED, "No memory for the checkpoint %s.", path);
    } else if (part) {
        if (!read_rows(dataset, space, part, (int)shape[0], *values))
            status = taub_checkpoint_wrong(path, error, taub_h5_reason());
    } else if (count > 0 && H5Dread(dataset, wanted, H5S_ALL, H5S_ALL, H5P_DEFAULT, *values) < 0) {
        status = taub_checkpoint_wrong(path, error, taub_h5_reason());
    }
    taub_h5_close(type);
    taub_h5_close(space);
    taub_h5_close(dataset);
    return status;
}

/* Reads an optional list of any length. */
static enum taub_status get_list(const char *path, hid_t file, const char *name, struct taub_checkpoint_list *out,
                                 struct taub_error *error)
{
    *out = (struct taub_checkpoint_list){0, NULL};
    if (H5Lexists(file, name, H5P_DEFAULT) <= 0)
        return TAUB_OK;
    out->values = taub_h5_get_list(file, name, &out->size);
    if (out->values)
        return TAUB_OK;
    char text[64];
    snprintf(text, sizeof text, "the list '%s' cannot be read", name);
    return taub_checkpoint_wrong(path, error, text);
}

/* Reads the state of the freeze-out surface, if exists is one. */
static enum taub_status get_surface(const char *path, hid_t file, struct taub_checkpoint_surface *out,
                                    struct taub_error *error)
{
    double sums[2];
    struct taub_checkpoint_list list;
    const enum taub_status status = get_list(path, file, "surface", &list, error);
    if (status != TAUB_OK || !list.values)
        return status;
    out->values = list.values;
    out->size = list.size;
    if (list.size < 1 || !taub_h5_get_integers(file, "surface_step", &out->step, 1) ||
        !taub_h5_get_doubles(file, "surface_time", &out->time, 1) ||
        !taub_h5_get_doubles(file, "surface_energy", sums, 2) ||
        !taub_h5_get_integers(file, "surface_elements", &out->elements, 1))
        return taub_checkpoint_wrong(path, error, "its data of the freeze-out surface are incomplete");
    out->through = sums[0];
    out->lost = sums[1];
    return TAUB_OK;
}

static enum taub_status read_file(const char *path, const struct taub_mesh *mesh, bool force,
                                  struct taub_checkpoint *out, struct taub_error *error)
{
    /* with several ranks, the first one has already checked the seal in taub_checkpoint_case */
    enum taub_status status = mesh->ranks > 1 ? TAUB_OK : taub_checkpoint_check_seal(path, error);
    if (status != TAUB_OK)
        return status;
    hid_t file = taub_h5_open(path);
    if (file < 0)
        return taub_checkpoint_wrong(path, error, taub_h5_reason());
    const hsize_t counters = (hsize_t)out->counter_count;
    void *values = NULL, *counts = NULL;
    status = check_header(path, file, mesh, force, out, error);
    out->components += (int)((out->upper_faces & 1) + (out->upper_faces >> 1 & 1) + (out->upper_faces >> 2 & 1));
    const hsize_t shape[4] = {(hsize_t)out->components, (hsize_t)mesh->cells[2], (hsize_t)mesh->cells[1],
                              (hsize_t)mesh->cells[0]};
    if (status == TAUB_OK)
        status = get_dataset(path, file, "state", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, sizeof(double), 4, shape,
                             mesh->ranks > 1 ? mesh : NULL, &values, error);
    if (status == TAUB_OK)
        status = get_dataset(path, file, "counters", H5T_STD_I64LE, H5T_NATIVE_INT64, sizeof(int64_t), 1, &counters,
                             NULL, &counts, error);
    out->values = values;
    out->counters = counts;
    if (status == TAUB_OK)
        status = get_surface(path, file, &out->surface, error);
    if (status == TAUB_OK)
        status = get_list(path, file, "fluxes", &out->fluxes, error);
    if (status == TAUB_OK)
        status = get_list(path, file, "balance", &out->balance, error);
    if (status == TAUB_OK && H5Aexists(file, "equilibrium") > 0 &&
        !taub_h5_get_integers(file, "equilibrium", out->at_rest, TAUB_AT_REST))
        status = taub_checkpoint_wrong(path, error, "what it knows of the state at rest cannot be read");
    H5Fclose(file);
    return status;
}

enum taub_status taub_checkpoint_read(const char *path, const struct taub_mesh *mesh, int components, int counter_count,
                                      bool force, struct taub_checkpoint *out, struct taub_error *error)
{
    *out = (struct taub_checkpoint){.components = components, .counter_count = counter_count};
    char *file = taub_checkpoint_locate(path);
    if (!file)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of the checkpoint.");
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = read_file(file, mesh, force, out, error);
    taub_h5_silence_end(&silence);
    if (status != TAUB_OK)
        taub_checkpoint_free(out);
    free(file);
    return status;
}

void taub_checkpoint_free(struct taub_checkpoint *self)
{
    free((void *)self->values);
    free((void *)self->counters);
    free((void *)self->surface.values);
    free((void *)self->fluxes.values);
    free((void *)self->balance.values);
    self->surface.values = self->fluxes.values = self->balance.values = NULL;
    self->values = NULL;
    self->counters = NULL;
}

/* The case. */

static char *get_case(hid_t file)
{
    hid_t dataset = H5Lexists(file, "case", H5P_DEFAULT) > 0 ? H5Dopen2(file, "case", H5P_DEFAULT) : -1;
    hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
    const hssize_t size = space < 0 ? -1 : H5Sget_simple_extent_npoints(space);
    char *text = size < 0 ? NULL : calloc((size_t)size + 1, 1);
    if (text && H5Dread(dataset, H5T_NATIVE_CHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0) {
        free(text);
        text = NULL;
    }
    taub_h5_close(space);
    taub_h5_close(dataset);
    return text;
}

/* The text of case.yaml in the folder of the checkpoint; NULL if it cannot be read. */
static char *read_case_yaml(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *name = folder ? taub_output_path(folder, "case.yaml") : NULL, *text = NULL;
    FILE *file = name ? fopen(name, "r") : NULL;
    size_t size = 0;
    if (file) {
        if (getdelim(&text, &size, '\0', file) < 0) {
            free(text);
            text = NULL;
        }
        fclose(file);
    }
    free(name);
    free(folder);
    return text;
}

/* Lets `take` read from the checkpoint at `path`, which is whole, and gives its full name, to be freed. */
static enum taub_status look_into(const char *path, void (*take)(hid_t file, void *user), void *user, char **name,
                                  struct taub_error *error)
{
    struct taub_h5_silence silence;
    *name = taub_checkpoint_locate(path);
    if (!*name)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of the checkpoint.");
    taub_h5_silence_begin(&silence);
    enum taub_status status = taub_checkpoint_check_seal(*name, error);
    const hid_t file = status == TAUB_OK ? taub_h5_open(*name) : -1;
    if (status == TAUB_OK && file < 0)
        status = taub_checkpoint_wrong(*name, error, taub_h5_reason());
    if (file >= 0) {
        take(file, user);
        H5Fclose(file);
    }
    taub_h5_silence_end(&silence);
    return status;
}

static void take_case(hid_t file, void *user)
{
    *(char **)user = get_case(file);
}

enum taub_status taub_checkpoint_case(const char *path, char **text, struct taub_error *error)
{
    char *name;
    *text = NULL;
    const enum taub_status status = look_into(path, take_case, text, &name, error);
    if (status == TAUB_OK && (!*text || !**text)) {
        free(*text);
        *text = read_case_yaml(name);
    }
    free(name);
    return status;
}

struct blocks {
    struct taub_leaf *list;
    int count;
};

static void take_blocks(hid_t file, void *user)
{
    struct blocks *blocks = user;
    blocks->list = taub_blocks_get(file, &blocks->count);
}

enum taub_status taub_checkpoint_blocks(const char *path, struct taub_leaf **blocks, int *count,
                                        struct taub_error *error)
{
    struct blocks found = {NULL, 0};
    char *name;
    enum taub_status status = look_into(path, take_blocks, &found, &name, error);
    if (status == TAUB_OK && !found.list)
        status = taub_checkpoint_wrong(name, error, "it has no blocks of several levels, and the case has mesh.refine");
    free(name);
    *blocks = found.list;
    *count = found.count;
    return status;
}
