/* Writes outputs of the fields or of a view by the openPMD standard 1.1.0 (Huebl et al., doi:10.5281/zenodo.591699)
 * with fileBased iterations: one file per output, written under a temporary name and never changed after it is renamed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "output/blocks.h"
#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"
#include "output/units.h"
#include "taub/taub.h"

/* Space for groups and attributes: HDF5 needs a few kilobytes per object. */
#define METADATA_RESERVE 65536
#define METADATA_PER_DATASET 16384

static size_t cell_count(const struct taub_series *self)
{
    return (size_t)self->cells[0] * (size_t)self->cells[1] * (size_t)self->cells[2];
}

/* Distance between components in the caller's arrays. */
static size_t value_stride(const struct taub_series *self)
{
    return self->rows ? taub_mesh_zones(self->rows->mesh) : cell_count(self);
}

static bool put_root(const struct taub_series *self)
{
    /* the standard recommends an author; login names are not published without being asked for */
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
                taub_h5_put_text(root, "iterationEncoding", "fileBased") &&
                taub_h5_put_text(root, "iterationFormat", "%08T.h5") && taub_h5_put_text(root, "software", "Taub") &&
                taub_h5_put_text(root, "softwareVersion", TAUB_VERSION) && taub_h5_put_text(root, "date", date) &&
                (!author || !*author || taub_h5_put_text(root, "author", author)) &&
                (!*self->output->title || taub_h5_put_text(root, "comment", self->output->title)) &&
                taub_faces_put(self, root) && (!taub_series_tree(self) || taub_blocks_put(self->output, root)) &&
                (data = H5Gcreate2(root, "data", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)) >= 0;
    if (data >= 0)
        good = H5Gclose(data) >= 0 && good;
    return good;
}

static size_t faces_bytes(const struct taub_series *self)
{
    const int *n = self->cells;
    return self->faces[2] ? ((size_t)n[0] + (size_t)n[1] + (size_t)n[2] + 3) * sizeof(double) : 0;
}

/* Whether values are cell means or point values, and how many cells hold their mean instead of a point value. */
static bool put_values(hid_t mesh, const struct taub_quantity *quantity)
{
    const bool counted = quantity->holds && strcmp(quantity->holds, "points") == 0 && quantity->stand_ins >= 0;
    return (!quantity->holds || taub_h5_put_text(mesh, "cellValues", quantity->holds)) &&
           (!counted || taub_h5_put_integers(mesh, "cellsWithMeans", &quantity->stand_ins, 0));
}

/* Attributes of a mesh record (its group, or its dataset if it is a scalar), slowest axis first. */
static bool put_mesh(const struct taub_series *self, hid_t mesh, const struct taub_quantity *quantity,
                     const struct taub_unit *unit)
{
    static const char *const kinds[] = {[TAUB_CARTESIAN] = "coordinates=cartesian",
                                        [TAUB_MILNE] = "coordinates=milne;time=tau;eta=dimensionless",
                                        [TAUB_CUBED_SPHERE] = "coordinates=cubed-sphere;map=equiangular"};
    const enum taub_coordinates coordinates = self->output->coordinates;
    const char *labels[3] = {taub_faces_axis(coordinates, 2), taub_faces_axis(coordinates, 1),
                             taub_faces_axis(coordinates, 0)};
    const double spacing[3] = {self->spacing[2], self->spacing[1], self->spacing[0]};
    const double offset[3] = {self->lower[2], self->lower[1], self->lower[0]};
    /* the standard has equal cells only; for others gridSpacing is the mean, and gridFaces names the faces' group */
    const bool faces = self->faces[2] != NULL, blocks = taub_series_tree(self) != NULL;
    const int64_t level = self->level;
    char parameters[96];
    snprintf(parameters, sizeof parameters, "%s%s%s", kinds[coordinates], faces ? ";spacing=faces" : "",
             blocks ? ";blocks=/" TAUB_BLOCKS : "");
    return taub_h5_put_text(mesh, "geometry", faces || blocks ? "other" : "cartesian") &&
           taub_h5_put_text(mesh, "geometryParameters", parameters) &&
           (!faces || taub_h5_put_text(mesh, "gridFaces", "/" TAUB_FACES)) &&
           (!self->output->tree || blocks || taub_h5_put_integers(mesh, "gridLevel", &level, 0)) &&
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

/* Values per chunk of compressed fields: whole rows or planes of cells, as many as fit into HDF5's cache. */
#define CHUNK_VALUES 131072

static hid_t storage(const struct taub_series *self, const hsize_t shape[3])
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
    taub_h5_close(list);
    return -1;
}

static hid_t write_dataset(const struct taub_series *self, hid_t parent, const char *name, const double *values)
{
    const hsize_t shape[3] = {(hsize_t)self->cells[2], (hsize_t)self->cells[1], (hsize_t)self->cells[0]};
    hid_t space = H5Screate_simple(3, shape, NULL);
    const hid_t list = storage(self, shape);
    hid_t dataset = list < 0 ? -1
                             : H5Dcreate2(parent, name, self->output->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, space,
                                          H5P_DEFAULT, list, H5P_DEFAULT);
    if (list > 0)
        H5Pclose(list);
    taub_h5_close(space);
    const bool good = dataset >= 0 && taub_write_values(self->rows, self->cells, self->path, dataset, values, 1);
    if (dataset >= 0 && !good) {
        H5Dclose(dataset);
        return -1;
    }
    return dataset;
}

static bool write_scalar(const struct taub_series *self, hid_t meshes, const struct taub_quantity *quantity,
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

static bool write_components(const struct taub_series *self, hid_t meshes, const struct taub_quantity *quantity,
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

static bool write_iteration(const struct taub_series *self, int64_t step, double time, double dt,
                            const struct taub_quantity *quantities, const struct taub_unit *units, int count)
{
    char path[64];
    snprintf(path, sizeof path, "/data/%" PRId64, step);
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

static enum taub_status remember(struct taub_series *self, int64_t step, double time,
                                 const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    struct taub_iteration iteration = {.step = step,
                                       .time = time,
                                       .count = count,
                                       .quantities = calloc((size_t)count + 1, sizeof *iteration.quantities)};
    if (!iteration.quantities)
        return taub_fail(error, TAUB_FAILED, "No memory for the list of outputs.");
    for (int i = 0; i < count; i++) {
        snprintf(iteration.quantities[i].name, sizeof iteration.quantities[i].name, "%s", quantities[i].name);
        iteration.quantities[i].components = quantities[i].components;
    }
    bool good = true;
    if (taub_series_tree(self))
        iteration.blocks = taub_blocks_copy(self->output, &iteration.block_count, &good);
    if (!good) {
        free(iteration.quantities);
        return taub_fail(error, TAUB_FAILED, "No memory for the list of outputs.");
    }
    return taub_series_remember(self, &iteration, error);
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

static size_t output_bytes(const struct taub_series *self, const struct taub_quantity *quantities, int count)
{
    size_t datasets = 0;
    for (int i = 0; i < count; i++)
        datasets += (size_t)quantities[i].components;
    return datasets *
               (cell_count(self) * (self->output->single ? sizeof(float) : sizeof(double)) + METADATA_PER_DATASET) +
           METADATA_RESERVE + faces_bytes(self) + taub_blocks_bytes(self->output);
}

/* Writes the file under its temporary name, after reserving space for it. */
static enum taub_status write_part(struct taub_series *self, const char *name, int64_t step, double time, double dt,
                                   const struct taub_quantity *quantities, const struct taub_unit *units, int count,
                                   struct taub_error *error)
{
    const size_t bytes = output_bytes(self, quantities, count);
    const int fd = taub_part_descriptor(self->output, name);
    /* HDF5 1.10 crashes if it cannot close a file, so some space must be available whenever it creates or closes one */
    int reason = fd < 0 ? errno : taub_reserve(fd, METADATA_RESERVE);
    self->file = reason ? -1 : taub_h5_create(self->path, 0);
    if (self->file >= 0)
        reason = taub_reserve(fd, bytes);
    bool good = self->file >= 0 && !reason && put_root(self) &&
                write_iteration(self, step, time, dt, quantities, units, count) &&
                H5Fflush(self->file, H5F_SCOPE_GLOBAL) >= 0;
    if (self->file >= 0 && !good && ftruncate(fd, 0) != 0)
        taub_h5_note(strerror(errno));
    if (self->file >= 0)
        good = H5Fclose(self->file) >= 0 && good;
    if (good && !taub_release_reserved(fd)) {
        taub_h5_note(strerror(errno));
        good = false;
    }
    if (fd >= 0)
        close(fd);
    return good ? TAUB_OK
                : taub_fail(error, TAUB_FAILED, "%s/%s: the %.1f MB of step %" PRId64 " cannot be written: %s.",
                            self->output->folder, name, (double)bytes / 1e6, step,
                            reason ? strerror(reason) : taub_h5_reason());
}

static enum taub_status write_output(struct taub_series *self, int64_t step, double time, double dt,
                                     const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    const struct taub_series_name name = taub_series_name(self->name, step);
    char part[sizeof name.text + sizeof TAUB_PART];
    snprintf(part, sizeof part, "%s" TAUB_PART, name.text);
    struct taub_unit *units = calloc((size_t)count + 1, sizeof *units);
    self->path = taub_output_path(self->output->folder, part);
    enum taub_status status = units && self->path ? check_quantities(quantities, count, units, error)
                                                  : taub_fail(error, TAUB_FAILED, "No memory for an output.");
    if (status == TAUB_OK) {
        mkdirat(self->output->folder_fd, self->name, 0777); /* if this fails, so does creating the file */
        status = write_part(self, name.text, step, time, dt, quantities, units, count, error);
        if (status == TAUB_OK)
            status = taub_part_keep(self->output, name.text, error);
        else
            taub_part_drop(self->output, name.text);
        if (status != TAUB_OK)
            unlinkat(self->output->folder_fd, self->name, AT_REMOVEDIR); /* if it is empty */
    }
    if (status == TAUB_OK)
        status = remember(self, step, time, quantities, count, error);
    free(self->path);
    free(units);
    return status;
}

static enum taub_status add_output(struct taub_series *self, int64_t step, double time, double dt,
                                   const struct taub_quantity *quantities, int count, struct taub_error *error)
{
    if (self->iteration_count > 0 && self->iterations[self->iteration_count - 1].step == step)
        return TAUB_OK;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = write_output(self, step, time, dt, quantities, count, error);
    taub_h5_silence_end(&silence);
    /* the index lists all outputs, so long runs do not rewrite it at each of them; it is completed at the end of the
     * run */
    if (status == TAUB_OK && self->iteration_count > self->indexed + self->indexed / 16)
        taub_xmf_write(self, NULL);
    return status;
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
