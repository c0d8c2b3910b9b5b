/* fields.h5, and view-NAME.h5, by the openPMD standard 1.1.0 (Huebl et al., doi:10.5281/zenodo.591699), one iteration
 * per output. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"
#include "output/units.h"
#include "taub/taub.h"

/* Room for groups and attributes: HDF5 takes a few kilobytes per object. */
#define METADATA_RESERVE 65536
#define METADATA_PER_DATASET 16384

static size_t cell_count(const struct taub_fields_file *self)
{
    return (size_t)self->cells[0] * (size_t)self->cells[1] * (size_t)self->cells[2];
}

/* Between components of what is given. */
static size_t value_stride(const struct taub_fields_file *self)
{
    return self->rows ? taub_mesh_zones(self->rows->mesh) : cell_count(self);
}

/* To be freed. */
static char *part_path(const struct taub_fields_file *self)
{
    char name[sizeof self->name + sizeof TAUB_PART];
    snprintf(name, sizeof name, "%s" TAUB_PART, self->name);
    return taub_output_path(self->output->folder, name);
}

static const char *last_axis(const struct taub_fields_file *self)
{
    return self->output->coordinates == TAUB_MILNE ? "eta" : "z";
}

static bool put_root(const struct taub_fields_file *self)
{
    /* whom to ask about the file; the standard recommends it, and nobody's login name is given away unasked */
    const char *author = getenv("TAUB_AUTHOR");
    char date[64];
    struct tm local;
    const time_t now = time(NULL);
    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S %z", &local);
    const hid_t root = self->file;
    hid_t data = -1;
    bool good = taub_h5_put_text(root, "openPMD", "1.1.0") && taub_h5_put_unsigned(root, "openPMDextension", 0) &&
                taub_h5_put_text(root, "basePath", "/data/%T/") && taub_h5_put_text(root, "meshesPath", "meshes/") &&
                taub_h5_put_text(root, "iterationEncoding", "groupBased") &&
                taub_h5_put_text(root, "iterationFormat", "/data/%T/") && taub_h5_put_text(root, "software", "Taub") &&
                taub_h5_put_text(root, "softwareVersion", TAUB_VERSION) && taub_h5_put_text(root, "date", date) &&
                (!author || !*author || taub_h5_put_text(root, "author", author)) &&
                (!*self->output->title || taub_h5_put_text(root, "comment", self->output->title)) &&
                taub_faces_put(self->output, root) &&
                (data = H5Gcreate2(root, "data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)) >= 0;
    if (data >= 0)
        good = H5Gclose(data) >= 0 && good;
    return good;
}

static size_t faces_bytes(const struct taub_fields_file *self)
{
    const int *n = self->cells;
    return self->output->faces[0] ? ((size_t)n[0] + (size_t)n[1] + (size_t)n[2] + 3) * sizeof(double) : 0;
}

static enum taub_status open_fields(struct taub_fields_file *self, struct taub_error *error)
{
    char *path = part_path(self);
    if (!path)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of %s.", self->name);
    enum taub_status status = TAUB_OK;
    int reason = taub_part_log(self->output, self->name, &self->undo);
    self->fd = reason ? -1 : taub_part_descriptor(self->output, self->name);
    if (!reason)
        reason = self->fd < 0 ? errno : taub_reserve(self->fd, METADATA_RESERVE + faces_bytes(self));
    if (reason) {
        status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be written: %s.", self->output->folder, self->name,
                           strerror(reason));
    } else {
        self->file = taub_undo_create(&self->undo, path);
        if (self->file < 0 || !put_root(self) || !taub_undo_commit(&self->undo, self->file)) {
            self->broken = self->file >= 0;
            status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be begun: %s.", self->output->folder, self->name,
                               taub_h5_reason());
        }
    }
    if (status != TAUB_OK && self->file < 0) {
        if (self->fd >= 0)
            close(self->fd);
        self->fd = -1;
        taub_undo_end(&self->undo);
        taub_part_drop(self->output, self->name);
    }
    free(path);
    return status;
}

/* What the numbers of a cell are. */
static bool put_values(hid_t mesh, const struct taub_quantity *quantity)
{
    const bool counted = quantity->holds && strcmp(quantity->holds, "points") == 0 && quantity->stand_ins >= 0;
    return (!quantity->holds || taub_h5_put_text(mesh, "cellValues", quantity->holds)) &&
           (!counted || taub_h5_put_integers(mesh, "cellsWithMeans", &quantity->stand_ins, 0));
}

/* Attributes of a mesh record (its group, or its dataset when it is a scalar), slowest axis first. */
static bool put_mesh(const struct taub_fields_file *self, hid_t mesh, const struct taub_quantity *quantity,
                     const struct taub_unit *unit)
{
    const bool milne = self->output->coordinates == TAUB_MILNE;
    const char *labels[3] = {last_axis(self), "y", "x"};
    const double spacing[3] = {self->spacing[2], self->spacing[1], self->spacing[0]};
    const double offset[3] = {self->lower[2], self->lower[1], self->lower[0]};
    /* the standard knows equal cells only: with others gridSpacing is the mean, and gridFaces names where faces are */
    const bool faces = self->output->faces[0] != NULL;
    char parameters[96];
    snprintf(parameters, sizeof parameters, "%s%s",
             milne ? "coordinates=milne;time=tau;eta=dimensionless" : "coordinates=cartesian",
             faces ? ";spacing=faces" : "");
    return taub_h5_put_text(mesh, "geometry", faces ? "other" : "cartesian") &&
           taub_h5_put_text(mesh, "geometryParameters", parameters) &&
           (!faces || taub_h5_put_text(mesh, "gridFaces", "/" TAUB_FACES)) &&
           taub_h5_put_text(mesh, "dataOrder", "C") && taub_h5_put_texts(mesh, "axisLabels", labels, 3) &&
           taub_h5_put_doubles(mesh, "gridSpacing", spacing, 3) &&
           taub_h5_put_doubles(mesh, "gridGlobalOffset", offset, 3) &&
           taub_h5_put_double(mesh, "gridUnitSI", self->output->physical ? TAUB_FM_SI : 1.0) &&
           taub_h5_put_doubles(mesh, "unitDimension", unit->dimension, 7) &&
           taub_h5_put_double(mesh, "timeOffset", 0.0) && taub_h5_put_text(mesh, "unit", quantity->unit) &&
           put_values(mesh, quantity);
}

static bool put_component(hid_t dataset, const struct taub_unit *unit)
{
    const double position[3] = {0.5, 0.5, 0.5};
    return taub_h5_put_doubles(dataset, "position", position, 3) && taub_h5_put_double(dataset, "unitSI", unit->si);
}

/* Values of a chunk where fields are compressed: whole planes or rows of cells, so many that one fits into HDF5's
 * cache. */
#define CHUNK_VALUES 131072

static hid_t storage(const struct taub_fields_file *self, const hsize_t shape[3])
{
    if (self->output->compression == 0)
        return taub_placed_storage(cell_count(self));
    hsize_t chunk[3] = {1, 1, shape[2]};
    const hsize_t rows = CHUNK_VALUES / shape[2];
    chunk[1] = rows < 1 ? 1 : rows < shape[1] ? rows : shape[1];
    const hsize_t planes = rows / shape[1];
    chunk[0] = planes < 1 ? 1 : planes < shape[0] ? planes : shape[0];
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (list >= 0 && H5Pset_chunk(list, 3, chunk) >= 0 && H5Pset_shuffle(list) >= 0 &&
        H5Pset_deflate(list, (unsigned)self->output->compression) >= 0)
        return list;
    if (list >= 0)
        H5Pclose(list);
    return -1;
}

static hid_t write_dataset(const struct taub_fields_file *self, hid_t parent, const char *name, const double *values)
{
    const hsize_t shape[3] = {(hsize_t)self->cells[2], (hsize_t)self->cells[1], (hsize_t)self->cells[0]};
    hid_t space = H5Screate_simple(3, shape, NULL);
    const hid_t list = storage(self, shape);
    hid_t dataset = list < 0 ? -1
                             : H5Dcreate2(parent, name, self->output->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, space,
                                          H5P_DEFAULT, list, H5P_DEFAULT);
    if (list > 0)
        H5Pclose(list);
    if (space >= 0)
        H5Sclose(space);
    char *path = dataset < 0 ? NULL : part_path(self);
    const bool good = path && taub_write_values(self->rows, self->cells, path, dataset, values, 1);
    free(path);
    if (dataset >= 0 && !good) {
        H5Dclose(dataset);
        return -1;
    }
    return dataset;
}

static bool write_scalar(const struct taub_fields_file *self, hid_t meshes, const struct taub_quantity *quantity,
                         const struct taub_unit *unit)
{
    hid_t dataset = write_dataset(self, meshes, quantity->name, quantity->values);
    if (dataset < 0)
        return false;
    bool good = put_mesh(self, dataset, quantity, unit) && put_component(dataset, unit);
    return H5Dclose(dataset) >= 0 && good;
}

const char *taub_component_name(int components, int component, enum taub_coordinates coordinates)
{
    static const char *const vector[] = {"x", "y", "z"};
    static const char *const four_vector[] = {"t", "x", "y", "z"};
    static const char *const tensor[] = {"tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz"};
    if (components == 1)
        return "";
    if (components == 3 && component == 2 && coordinates == TAUB_MILNE)
        return "eta";
    return components == 3 ? vector[component] : components == 4 ? four_vector[component] : tensor[component];
}

static bool write_components(const struct taub_fields_file *self, hid_t meshes, const struct taub_quantity *quantity,
                             const struct taub_unit *unit)
{
    hid_t group = H5Gcreate2(meshes, quantity->name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0)
        return false;
    bool good = put_mesh(self, group, quantity, unit);
    for (int c = 0; c < quantity->components && good; c++) {
        const char *name = taub_component_name(quantity->components, c, self->output->coordinates);
        hid_t dataset = write_dataset(self, group, name, quantity->values + (size_t)c * value_stride(self));
        good = dataset >= 0 && put_component(dataset, unit);
        if (dataset >= 0)
            good = H5Dclose(dataset) >= 0 && good;
    }
    return H5Gclose(group) >= 0 && good;
}

static bool write_iteration(struct taub_fields_file *self, const char *path, double time, double dt,
                            const struct taub_quantity *quantities, const struct taub_unit *units, int count)
{
    hid_t group = H5Gcreate2(self->file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0)
        return false;
    bool good = taub_h5_put_double(group, "time", time) && taub_h5_put_double(group, "dt", dt) &&
                taub_h5_put_double(group, "timeUnitSI", self->output->physical ? TAUB_FM_OVER_C_SI : 1.0);
    hid_t meshes = good ? H5Gcreate2(group, "meshes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) : -1;
    good = meshes >= 0;
    for (int i = 0; i < count && good; i++)
        good = quantities[i].components == 1 ? write_scalar(self, meshes, &quantities[i], &units[i])
                                             : write_components(self, meshes, &quantities[i], &units[i]);
    if (meshes >= 0)
        good = H5Gclose(meshes) >= 0 && good;
    return H5Gclose(group) >= 0 && good;
}

static enum taub_status remember(struct taub_fields_file *self, int64_t step, double time,
                                 const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    if (self->iteration_count == self->iteration_capacity) {
        const int capacity = self->iteration_capacity ? 2 * self->iteration_capacity : 16;
        struct taub_iteration *grown = realloc(self->iterations, (size_t)capacity * sizeof *grown);
        if (!grown)
            return taub_fail(error, TAUB_FAILED, "No memory for the list of outputs.");
        self->iterations = grown;
        self->iteration_capacity = capacity;
    }
    struct taub_iteration *iteration = &self->iterations[self->iteration_count];
    *iteration = (struct taub_iteration){step, time, count, NULL};
    iteration->quantities = calloc((size_t)count + 1, sizeof *iteration->quantities);
    if (!iteration->quantities)
        return taub_fail(error, TAUB_FAILED, "No memory for the list of outputs.");
    for (int i = 0; i < count; i++) {
        snprintf(iteration->quantities[i].name, sizeof iteration->quantities[i].name, "%s", quantities[i].name);
        iteration->quantities[i].components = quantities[i].components;
    }
    self->iteration_count++;
    return TAUB_OK;
}

static enum taub_status check_quantities(const struct taub_quantity *quantities, int count, struct taub_unit *units,
                                         struct taub_error *error)
{
    for (int i = 0; i < count; i++) {
        const int components = quantities[i].components;
        if (components != 1 && components != 3 && components != 4 && components != 10)
            return taub_fail(
                error, TAUB_FAILED,
                "%s has %d components; scalars (1), vectors (3 or 4) and symmetric tensors (10) can be written.",
                quantities[i].name, components);
        if (!taub_unit_parse(quantities[i].unit, &units[i]))
            return taub_fail(error, TAUB_FAILED, "%s: the unit '%s' is not known; use factors of GeV, fm and c, or 1.",
                             quantities[i].name, quantities[i].unit);
    }
    return TAUB_OK;
}

static enum taub_status reserve(struct taub_fields_file *self, int64_t step, const struct taub_quantity *quantities,
                                int count, int outputs, struct taub_error *error)
{
    size_t datasets = 0;
    for (int i = 0; i < count; i++)
        datasets += (size_t)quantities[i].components;
    const size_t bytes =
        datasets * (cell_count(self) * (self->output->single ? sizeof(float) : sizeof(double)) + METADATA_PER_DATASET) +
        METADATA_RESERVE;
    const int reason = taub_reserve(self->fd, bytes * (size_t)outputs);
    if (reason && error) {
        char earlier[64] = "";
        if (self->iteration_count > 0)
            snprintf(earlier, sizeof earlier, " The %d earlier outputs are whole.", self->iteration_count);
        taub_fail(error, TAUB_FAILED, "%s/%s: no room for the %.1f MB of step %" PRId64 ": %s.%s", self->output->folder,
                  self->name, (double)bytes / 1e6, step, strerror(reason), earlier);
    }
    return reason ? TAUB_FAILED : TAUB_OK;
}

static enum taub_status append(struct taub_fields_file *self, int64_t step, double time, double dt,
                               const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    struct taub_unit *units = calloc((size_t)count + 1, sizeof *units);
    if (!units)
        return taub_fail(error, TAUB_FAILED, "No memory for an output.");
    enum taub_status status = check_quantities(quantities, count, units, error);
    if (status == TAUB_OK && self->file < 0)
        status = open_fields(self, error);
    if (status == TAUB_OK)
        status = reserve(self, step, quantities, count, 1, error);
    if (status == TAUB_OK) {
        char path[64];
        snprintf(path, sizeof path, "/data/%" PRId64, step);
        if (!write_iteration(self, path, time, dt, quantities, units, count) ||
            !taub_undo_commit(&self->undo, self->file)) {
            status = taub_fail(error, TAUB_FAILED, "%s/%s: step %" PRId64 " cannot be written: %s.",
                               self->output->folder, self->name, step, taub_h5_reason());
            self->broken = true;
            H5Ldelete(self->file, path, H5P_DEFAULT);
        } else {
            status = remember(self, step, time, quantities, count, error);
        }
    }
    free(units);
    return status;
}

static enum taub_status add_output(struct taub_fields_file *self, int64_t step, double time, double dt,
                                   const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    if (self->broken)
        return taub_fail(error, TAUB_FAILED, "%s/%s: an earlier output could not be written.", self->output->folder,
                         self->name);
    if (self->iteration_count > 0 && self->iterations[self->iteration_count - 1].step == step)
        return TAUB_OK;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = append(self, step, time, dt, quantities, count, error);
    taub_h5_silence_end(&silence);
    return status;
}

enum taub_status taub_output_fields_room(struct taub_output *self, int64_t step, const struct taub_quantity *quantities,
                                         int count, int outputs, struct taub_error *error)
{
    return self->fields.fd < 0 ? TAUB_OK : reserve(&self->fields, step, quantities, count, outputs, error);
}

enum taub_status taub_output_fields(struct taub_output *self, int64_t step, double time, double dt,
                                    const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    return add_output(&self->fields, step, time, dt, quantities, count, error);
}

enum taub_status taub_output_view(struct taub_output *self, int view, int64_t step, double time, double dt,
                                  const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    return add_output(&self->views[view], step, time, dt, quantities, count, error);
}

/* After a failed write: can every output that was reported as written still be opened? */
static bool is_whole(const struct taub_fields_file *self, const char *path)
{
    hid_t file = taub_h5_open(path);
    if (file < 0)
        return false;
    bool good = self->iteration_count > 0;
    for (int i = 0; i < self->iteration_count && good; i++)
        for (int q = 0; q < self->iterations[i].count && good; q++) {
            char name[160];
            snprintf(name, sizeof name, "/data/%" PRId64 "/meshes/%s", self->iterations[i].step,
                     self->iterations[i].quantities[q].name);
            hid_t object = H5Oopen(file, name, H5P_DEFAULT);
            good = object >= 0 && H5Oclose(object) >= 0;
        }
    return H5Fclose(file) >= 0 && good;
}

static enum taub_status close_fields(struct taub_fields_file *self, bool *whole, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    if (!taub_undo_close(&self->undo, self->file)) {
        self->broken = true;
        status = taub_fail(error, TAUB_FAILED, "%s/%s: cannot be closed: %s.", self->output->folder, self->name,
                           taub_h5_reason());
    }
    self->file = -1;
    struct stat info; /* gives back what was reserved behind the end */
    if (fstat(self->fd, &info) == 0 && ftruncate(self->fd, info.st_size) != 0)
        self->broken = true;
    if (fsync(self->fd) != 0 && status == TAUB_OK)
        status =
            taub_fail(error, TAUB_FAILED, "%s/%s: not written: %s.", self->output->folder, self->name, strerror(errno));
    close(self->fd);
    self->fd = -1;
    taub_undo_end(&self->undo);
    *whole = status == TAUB_OK && !self->broken && self->iteration_count > 0;
    return status;
}

enum taub_status taub_fields_close(struct taub_fields_file *self, bool *whole, struct taub_error *error)
{
    *whole = false;
    if (self->file < 0)
        return TAUB_OK;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = close_fields(self, whole, error);
    if (!*whole) {
        /* what the failed write changed of the outputs before it */
        char *path = taub_part_recover(self->output, self->name) == 0 ? part_path(self) : NULL;
        *whole = path && is_whole(self, path);
        free(path);
    }
    taub_h5_silence_end(&silence);
    if (!*whole) {
        taub_part_drop(self->output, self->name);
        if (self->iteration_count == 0)
            return TAUB_OK; /* the failure of its first output was told then */
        return status != TAUB_OK ? status
                                 : taub_fail(error, TAUB_FAILED,
                                             "%s/%s: dropped, since it could not be written "
                                             "in whole.",
                                             self->output->folder, self->name);
    }
    return status;
}
