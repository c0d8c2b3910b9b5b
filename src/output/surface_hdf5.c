/* surface.h5: elements of the freeze-out surface as particle records in the style of openPMD (unitSI, unitDimension),
 * one dataset per component. Elements are appended to a file under its temporary name, which is renamed with each
 * checkpoint and at the end of the run; after a checkpoint, a copy of the file is extended. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"
#include "output/hdf5_file.h"
#include "output/internal.h"
#include "output/surface.h"
#include "output/units.h"
#include "taub/taub.h"

#define GROUP "/data/0/particles/freeze_out"
#define SURFACE "surface.h5"
enum { PORTION = 16384, METADATA = 1 << 20 };

struct taub_surface_part {
    hid_t file; /* negative: not open */
    int fd;
    bool broken;
    bool earlier;  /* surface.h5 has the first `count` elements */
    int64_t count; /* elements in the file */
    struct taub_surface_element *pending;
    size_t pending_count;
};

/* The records in the order of enum taub_surface_column. */
static const struct record {
    const char *name, *unit;
    int components;
} records[] = {{"position", "fm", 4},
               {"surface_normal", "fm^3", 4},
               {"four_velocity", "1", 4},
               {"energy_density", "GeV/fm^3", 1},
               {"temperature", "GeV", 1},
               {"pressure", "GeV/fm^3", 1},
               {"charge_density", "1/fm^3", 1},
               {"shear_stress", "GeV/fm^3", 10},
               {"bulk_pressure", "GeV/fm^3", 1},
               {"chemical_potential", "GeV", 1},
               {"diffusion_current", "1/fm^3", 4},
               {"beta_gradient", "1/GeV/fm", 16}};
enum { RECORDS = sizeof records / sizeof *records, REQUIRED = RECORDS - 3 }; /* the last three are optional */

bool taub_output_surface_has(const struct taub_config *config, int column)
{
    const bool potential = config->eos.kind == TAUB_EOS_TABLE_2D;
    const bool diffuses =
        config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.baryon_diffusion.kind != TAUB_DIFFUSION_NONE;
    return column < TAUB_SURFACE_POTENTIAL   ? true
           : column < TAUB_SURFACE_DIFFUSION ? potential
           : column < TAUB_SURFACE_GRADIENT  ? potential && diffuses
                                             : config->output.surface.gradients != 0;
}

static bool has_record(const struct taub_output *self, int r)
{
    static const int column[RECORDS - REQUIRED] = {TAUB_SURFACE_POTENTIAL, TAUB_SURFACE_DIFFUSION,
                                                   TAUB_SURFACE_GRADIENT};
    return r < REQUIRED || taub_output_surface_has(taub_case_config(self->run_case), column[r - REQUIRED]);
}

/* The path below GROUP: "position/x". */
static void name_component(const struct record *record, int component, enum taub_coordinates coordinates, char *text,
                           size_t size)
{
    static const char *const cartesian[] = {"t", "x", "y", "z"}, *const milne[] = {"tau", "x", "y", "eta"};
    const char *const *axes = coordinates == TAUB_MILNE ? milne : cartesian;
    if (record->components == 16) {
        snprintf(text, size, "%s/%s_%s", record->name, axes[component / 4], axes[component % 4]);
        return;
    }
    const char *name =
        record->components == 4 ? axes[component] : taub_component_name(record->components, component, coordinates);
    snprintf(text, size, "%s%s%s", record->name, *name ? "/" : "", name);
}

void taub_surface_flux(const struct taub_surface_element *element, double flux[4])
{
    static const int at[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};
    const double *normal = element->value + TAUB_SURFACE_NORMAL, *u = element->value + TAUB_SURFACE_VELOCITY;
    const double *shear = element->value + TAUB_SURFACE_SHEAR;
    const double pressure = element->value[TAUB_SURFACE_PRESSURE] + element->value[TAUB_SURFACE_BULK];
    const double along = ((u[0] * normal[0] + u[1] * normal[1]) + u[2] * normal[2]) + u[3] * normal[3];
    for (int m = 0; m < 4; m++) {
        flux[m] = (element->value[TAUB_SURFACE_ENERGY] + pressure) * u[m] * along -
                  (m == 0 ? pressure : -pressure) * normal[m];
        for (int n = 0; n < 4; n++)
            flux[m] += shear[at[m][n]] * normal[n];
    }
}

/* ---- writing ---- */

static bool put_units(hid_t object, const struct record *record, int component, const struct taub_output *self)
{
    struct taub_unit unit;
    /* the space-time rapidity is dimensionless */
    const bool rapidity = record == &records[0] && component == 3 && self->coordinates == TAUB_MILNE;
    const char *text = rapidity || !self->physical ? "1" : record->unit;
    return taub_unit_parse(text, &unit) && taub_h5_put_doubles(object, "unitDimension", unit.dimension, 7) &&
           taub_h5_put_double(object, "unitSI", unit.si) && taub_h5_put_text(object, "unit", text) &&
           taub_h5_put_double(object, "timeOffset", 0.0) && taub_h5_put_unsigned(object, "macroWeighted", 0) &&
           taub_h5_put_double(object, "weightingPower", 0.0);
}

static bool create_dataset(const struct taub_output *self, hid_t group, const struct record *record, int component)
{
    const struct taub_config *config = taub_case_config(self->run_case);
    const hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = PORTION;
    char name[64];
    name_component(record, component, self->coordinates, name, sizeof name);
    hid_t space = H5Screate_simple(1, &none, &unlimited), how = H5Pcreate(H5P_DATASET_CREATE);
    hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    H5Pset_chunk(how, 1, &chunk);
    hid_t dataset = H5Dcreate2(group, name, config->output.surface.single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, space,
                               links, how, H5P_DEFAULT);
    bool good = dataset >= 0 && put_units(dataset, record, component, self);
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    H5Pclose(links);
    H5Pclose(how);
    H5Sclose(space);
    return good;
}

/* Attributes that describe the records. */
static bool put_description(const struct taub_output *self, hid_t group)
{
    const struct taub_config_surface *surface = &taub_case_config(self->run_case)->output.surface;
    const bool density = surface->energy_density_given, milne = self->coordinates == TAUB_MILNE;
    const int64_t every = surface->every, stride[3] = {surface->stride[0], surface->stride[1], surface->stride[2]};
    int64_t single[3];
    for (int a = 0; a < 3; a++)
        single[a] = self->cells[a] == 1;
    return taub_h5_put_text(group, "coordinates", milne ? "milne" : "cartesian") &&
           taub_h5_put_text(group, "frame",
                            milne ? "orthonormal along tau, x, y, eta" : "orthonormal along t, x, y, z") &&
           taub_h5_put_text(group, "criterion", density ? "energy_density" : "temperature") &&
           taub_h5_put_double(group, "value", density ? surface->energy_density : surface->temperature) &&
           taub_h5_put_text(group, "cellValues",
                            taub_output_holds_points(taub_case_config(self->run_case)) ? "points" : "means") &&
           taub_h5_put_integers(group, "every", &every, 0) && taub_h5_put_integers(group, "stride", stride, 3) &&
           taub_h5_put_integers(group, "perUnitLength", single, 3) &&
           taub_h5_put_integers(group, "physical", &(int64_t){self->physical}, 0);
}

static bool put_root(const struct taub_output *self, hid_t file)
{
    hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    hid_t group = H5Gcreate2(file, GROUP, links, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0 && taub_h5_put_text(file, "openPMD", "1.1.0") &&
                taub_h5_put_unsigned(file, "openPMDextension", 0) && taub_h5_put_text(file, "basePath", "/data/%T/") &&
                taub_h5_put_text(file, "particlesPath", "particles/") &&
                taub_h5_put_text(file, "iterationEncoding", "groupBased") &&
                taub_h5_put_text(file, "iterationFormat", "/data/%T/") && taub_h5_put_text(file, "software", "Taub") &&
                taub_h5_put_text(file, "softwareVersion", TAUB_VERSION) &&
                (!*self->title || taub_h5_put_text(file, "comment", self->title)) && put_description(self, group);
    for (int r = 0; r < RECORDS && good; r++)
        for (int c = 0; c < records[r].components && good && has_record(self, r); c++)
            good = create_dataset(self, group, &records[r], c);
    if (group >= 0)
        good = H5Gclose(group) >= 0 && good;
    H5Pclose(links);
    return good;
}

static enum taub_status make_part(struct taub_output *self, struct taub_error *error)
{
    struct taub_surface_part *part = calloc(1, sizeof *part);
    struct taub_surface_element *pending = malloc(PORTION * sizeof *pending);
    if (!part || !pending) {
        free(part);
        free(pending);
        return taub_fail(error, TAUB_FAILED, "No memory for the freeze-out surface.");
    }
    *part = (struct taub_surface_part){.file = -1, .fd = -1, .pending = pending};
    self->surface = part;
    return TAUB_OK;
}

/* Sets the length of a dataset and, unless values is NULL, writes its last `more` values. */
static bool extend(hid_t file, const char *name, int64_t length, const double *values, size_t more)
{
    const hsize_t size = (hsize_t)length, count = more, start = size - count;
    char path[128];
    snprintf(path, sizeof path, GROUP "/%s", name);
    hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT);
    bool good = dataset >= 0 && H5Dset_extent(dataset, &size) >= 0;
    if (good && values && more > 0) {
        hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(1, &count, NULL);
        good = H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
               H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
        H5Sclose(memory);
        H5Sclose(space);
    }
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    return good;
}

/* Extends all datasets to this length and writes the pending elements at their end. */
static bool extend_all(const struct taub_output *self, int64_t length, const struct taub_surface_element *pending,
                       size_t more)
{
    struct taub_surface_part *part = self->surface;
    double *values = malloc((more + 1) * sizeof *values);
    bool good = values != NULL;
    for (int r = 0, column = 0; r < RECORDS; r++)
        for (int c = 0; c < records[r].components; c++, column++) {
            char name[64];
            if (!has_record(self, r))
                continue;
            name_component(&records[r], c, self->coordinates, name, sizeof name);
            for (size_t n = 0; n < more && good; n++)
                values[n] = pending[n].value[column];
            good = good && extend(part->file, name, length, values, more);
        }
    free(values);
    return good && H5Fflush(part->file, H5F_SCOPE_GLOBAL) >= 0;
}

/* Whether all datasets have at least `count` values, so that setting the length can only shorten them. */
static bool has_all(const struct taub_output *self, hid_t file, int64_t count)
{
    bool good = true;
    for (int r = 0; r < RECORDS; r++)
        for (int c = 0; c < records[r].components && good && has_record(self, r); c++) {
            char name[64], path[128];
            name_component(&records[r], c, self->coordinates, name, sizeof name);
            snprintf(path, sizeof path, GROUP "/%s", name);
            hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT), space = dataset < 0 ? -1 : H5Dget_space(dataset);
            good = space >= 0 && H5Sget_simple_extent_npoints(space) >= count;
            taub_h5_close(space);
            taub_h5_close(dataset);
        }
    return good;
}

static int copy_bytes(int from, int to)
{
    const size_t chunk = 1 << 20;
    char *bytes = malloc(chunk);
    ssize_t count = bytes ? 1 : -1;
    int reason = bytes ? 0 : ENOMEM;
    while (!reason && (count = read(from, bytes, chunk)) > 0)
        for (ssize_t done = 0; done < count && !reason;) {
            const ssize_t put = write(to, bytes + done, (size_t)(count - done));
            reason = put < 0 ? errno : 0;
            done += put;
        }
    if (!reason && count < 0)
        reason = errno;
    free(bytes);
    return reason;
}

/* Copies surface.h5 with its elements. Returns 0 or errno. */
static int copy_earlier(struct taub_output *self)
{
    struct stat info;
    const int from = openat(self->folder_fd, SURFACE, O_RDONLY | O_CLOEXEC);
    int reason = from < 0 || fstat(from, &info) != 0 ? errno : taub_reserve(self->surface->fd, (size_t)info.st_size);
    if (!reason)
        reason = copy_bytes(from, self->surface->fd);
    if (from >= 0)
        close(from);
    return reason;
}

/* Creates the file under its temporary name, empty or as a copy of surface.h5, shortened to the elements that are kept.
 */
static enum taub_status open_part(struct taub_output *self, struct taub_error *error)
{
    struct taub_surface_part *part = self->surface;
    char *path = taub_output_path(self->folder, SURFACE TAUB_PART);
    part->fd = path ? taub_part_descriptor(self, SURFACE) : -1;
    int reason = !path ? ENOMEM : part->fd < 0 ? errno : 0;
    if (!reason)
        reason = part->earlier ? copy_earlier(self) : taub_reserve(part->fd, METADATA);
    if (!reason)
        part->file = part->earlier ? taub_h5_append(path) : taub_h5_create(path, 0);
    free(path);
    if (part->file >= 0 && (part->earlier ? has_all(self, part->file, part->count) : put_root(self, part->file)) &&
        extend_all(self, part->count, NULL, 0))
        return TAUB_OK;
    part->broken = true;
    if (part->earlier && !reason)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s/surface.h5: elements cannot be added, since it is damaged or another run's; give another "
                         "folder with -o",
                         self->folder);
    return taub_fail(error, TAUB_FAILED, "%s/surface.h5: cannot be created: %s.", self->folder,
                     reason ? strerror(reason) : taub_h5_reason());
}

static enum taub_status begin(struct taub_output *self, struct taub_error *error)
{
    if (!self->surface) {
        TRY(make_part(self, error));
    }
    if (self->surface->broken)
        return taub_fail(error, TAUB_FAILED, "%s/surface.h5: earlier elements could not be written.", self->folder);
    return self->surface->file < 0 ? open_part(self, error) : TAUB_OK;
}

static enum taub_status write_pending(struct taub_output *self, struct taub_error *error)
{
    struct taub_surface_part *part = self->surface;
    if (part->pending_count == 0)
        return TAUB_OK;
    const int64_t length = part->count + (int64_t)part->pending_count;
    const int reason = taub_reserve(part->fd, TAUB_SURFACE_COLUMNS * PORTION * sizeof(double) + METADATA);
    if (reason || !extend_all(self, length, part->pending, part->pending_count)) {
        part->broken = true;
        return taub_fail(error, TAUB_FAILED, "%s/surface.h5: elements cannot be written: %s.", self->folder,
                         reason ? strerror(reason) : taub_h5_reason());
    }
    part->count = length;
    part->pending_count = 0;
    return TAUB_OK;
}

enum taub_status taub_output_surface(struct taub_output *self, const struct taub_surface_element *elements,
                                     size_t count, struct taub_error *error)
{
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = begin(self, error);
    for (size_t n = 0; n < count && status == TAUB_OK; n++) {
        self->surface->pending[self->surface->pending_count++] = elements[n];
        if (self->surface->pending_count == PORTION)
            status = write_pending(self, error);
    }
    taub_h5_silence_end(&silence);
    return status;
}

enum taub_status taub_output_surface_flush(struct taub_output *self, int64_t *count, struct taub_error *error)
{
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    enum taub_status status = begin(self, error);
    if (status == TAUB_OK)
        status = write_pending(self, error);
    *count = self->surface ? self->surface->count : 0;
    taub_h5_silence_end(&silence);
    return status;
}

enum taub_status taub_output_surface_keep(struct taub_output *self, int64_t count, struct taub_error *error)
{
    enum taub_status status = make_part(self, error);
    if (status != TAUB_OK)
        return status;
    self->surface->earlier = true;
    self->surface->count = count;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    status = begin(self, error);
    taub_h5_silence_end(&silence);
    return status;
}

static void close_file(struct taub_surface_part *part)
{
    if (part->file >= 0 && H5Fclose(part->file) < 0)
        part->broken = true;
    if (part->fd >= 0)
        close(part->fd);
    part->file = part->fd = -1;
}

static enum taub_status close_part(struct taub_output *self, struct taub_error *error)
{
    struct taub_surface_part *part = self->surface;
    const bool has_failed = part->broken; /* and an earlier call has returned the error */
    enum taub_status status = has_failed ? TAUB_OK : write_pending(self, error);
    const int fd = dup(part->fd);
    close_file(part);
    const bool whole = !part->broken && taub_release_reserved(fd) && fsync(fd) == 0;
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    if (status == TAUB_OK && !whole && !has_failed)
        status = taub_fail(error, TAUB_FAILED, "%s/surface.h5: not written: %s.", self->folder,
                           part->broken ? taub_h5_reason() : strerror(reason));
    part->earlier = status == TAUB_OK && whole;
    part->broken = !part->earlier;
    if (part->earlier)
        taub_part_follow(self, SURFACE);
    else
        taub_part_drop(self, SURFACE);
    return status;
}

enum taub_status taub_surface_close(struct taub_output *self, struct taub_error *error)
{
    if (!self->surface || self->surface->fd < 0)
        return TAUB_OK;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    const enum taub_status status = close_part(self, error);
    taub_h5_silence_end(&silence);
    return status;
}

void taub_surface_part_free(struct taub_output *self)
{
    if (!self->surface)
        return;
    close_file(self->surface);
    free(self->surface->pending);
    free(self->surface);
    self->surface = NULL;
}

/* ---- reading ---- */

static bool get_component(hid_t file, const struct record *record, int component, int column,
                          struct taub_surface_file *out)
{
    char name[64], path[128];
    name_component(record, component, out->coordinates, name, sizeof name);
    snprintf(path, sizeof path, GROUP "/%s", name);
    size_t count;
    double *values = taub_h5_get_list(file, path, &count);
    bool good = values && (column == 0 || (int64_t)count == out->count);
    if (good && column == 0) {
        out->count = (int64_t)count;
        out->elements = calloc(count + 1, sizeof *out->elements);
        good = out->elements != NULL;
    }
    for (size_t n = 0; n < count && good; n++)
        out->elements[n].value[column] = values[n];
    free(values);
    return good;
}

static bool get_all(hid_t file, struct taub_surface_file *out)
{
    char coordinates[32] = "";
    int64_t single[3] = {0}, physical = 1;
    hid_t group = H5Gopen2(file, GROUP, H5P_DEFAULT);
    bool good = group >= 0 && taub_h5_get_text(group, "coordinates", coordinates, sizeof coordinates) &&
                taub_h5_get_integers(group, "perUnitLength", single, 3) &&
                taub_h5_get_integers(group, "physical", &physical, 1);
    /* these stay 0 if the file does not have them */
    bool present[RECORDS - REQUIRED];
    for (int r = REQUIRED; r < RECORDS; r++)
        present[r - REQUIRED] = group >= 0 && H5Lexists(group, records[r].name, H5P_DEFAULT) > 0;
    taub_h5_close(group);
    out->coordinates = strcmp(coordinates, "milne") == 0 ? TAUB_MILNE : TAUB_CARTESIAN;
    out->physical = physical != 0;
    out->gradients = present[RECORDS - REQUIRED - 1];
    for (int a = 0; a < 3; a++)
        out->single[a] = single[a] != 0;
    for (int r = 0, column = 0; r < RECORDS; r++)
        for (int c = 0; c < records[r].components; c++, column++)
            if (r < REQUIRED || present[r - REQUIRED])
                good = good && get_component(file, &records[r], c, column, out);
    return good;
}

enum taub_status taub_surface_read(const char *path, struct taub_surface_file *out, struct taub_error *error)
{
    memset(out, 0, sizeof *out);
    char *name = taub_output_locate(path, "surface.h5");
    if (!name)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of the surface.");
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    hid_t file = taub_h5_open(name);
    enum taub_status status = TAUB_OK;
    if (file < 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: not a surface.h5 that can be read: %s.", name, taub_h5_reason());
    else if (!get_all(file, out))
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: not a surface.h5 of Taub: a record of it is missing or damaged.",
                           name);
    if (file >= 0)
        H5Fclose(file);
    taub_h5_silence_end(&silence);
    if (status != TAUB_OK)
        taub_surface_free(out);
    free(name);
    return status;
}

void taub_surface_free(struct taub_surface_file *self)
{
    free(self->elements);
    self->elements = NULL;
    self->count = 0;
}
