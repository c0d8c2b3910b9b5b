/* What the public interface adds for programs and scripts that hold a simulation. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/try.h"
#include "evolve/droplets.h"
#include "evolve/internal.h"
#include "evolve/surface.h"
#include "mesh/places.h"

enum taub_status taub_simulation_enter(struct taub_simulation *self, struct taub_error *error)
{
    if (self->process != getpid())
        return taub_fail(error, TAUB_BAD_INPUT,
                         "this simulation belongs to process %ld, and this one is a fork of it: make a simulation in "
                         "the process that uses it",
                         (long)self->process);
    if (atomic_exchange(&self->in_use, true))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "another thread is using this simulation: let one thread at a time call its functions");
    self->plain = taub_plain_locale_begin();
    return TAUB_OK;
}

enum taub_status taub_simulation_leave(struct taub_simulation *self, enum taub_status status)
{
    taub_plain_locale_end(&self->plain);
    atomic_store(&self->in_use, false);
    return status;
}

void taub_simulation_cells(const struct taub_simulation *self, int cells[3])
{
    for (int a = 0; a < 3; a++)
        cells[a] = taub_level_cells(self->mesh, self->level, a);
}

void taub_simulation_box(const struct taub_simulation *self, double lower[3], double upper[3])
{
    memcpy(lower, self->mesh->lower, sizeof self->mesh->lower);
    memcpy(upper, self->mesh->upper, sizeof self->mesh->upper);
}

void taub_simulation_faces(const struct taub_simulation *self, int axis, double *faces)
{
    for (int i = 0; i <= taub_level_cells(self->mesh, self->level, axis); i++)
        faces[i] = taub_level_face(self->mesh, self->level, axis, i);
}

void taub_simulation_centers(const struct taub_simulation *self, int axis, double *centers)
{
    for (int i = 0; i < taub_level_cells(self->mesh, self->level, axis); i++)
        centers[i] = taub_level_middle(self->mesh, self->level, axis, i);
}

int taub_simulation_rows(const struct taub_simulation *self, int *rows, int room)
{
    const struct taub_mesh *mesh = self->mesh;
    const int count = mesh->levels ? taub_level_cells(mesh, self->level, 1) * taub_level_cells(mesh, self->level, 2)
                                   : mesh->row_count;
    for (int n = 0; rows && n < count && n < room; n++)
        rows[n] = mesh->levels ? n : taub_mesh_row(mesh, n);
    return count;
}

enum taub_status taub_simulation_create_mpi(const struct taub_case *run_case, const void *communicator,
                                            struct taub_simulation **out, struct taub_error *error)
{
    struct taub_comm *comm = calloc(1, sizeof *comm);
    *out = NULL;
    if (!comm)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    enum taub_status status = taub_comm_join(communicator, comm, error);
    if (status == TAUB_OK)
        status = taub_ranks_check_sameness(comm, run_case, NULL, error);
    if (status == TAUB_OK)
        status = taub_simulation_create_for(run_case, comm, TAUB_FOR_STEPS, NULL, out, error);
    if (status == TAUB_OK) {
        (*out)->joined = comm;
        return TAUB_OK;
    }
    taub_comm_leave(comm);
    free(comm);
    return status;
}

double taub_simulation_end(const struct taub_simulation *self)
{
    return self->config->time.end;
}

int taub_simulation_state_components(const struct taub_simulation *self)
{
    return self->stored;
}

static bool is_there(const struct taub_simulation *self, const struct taub_quantity_info *info)
{
    return self->mesh->parts > 1 || !taub_quantity_is_imaginary(info);
}

struct taub_quantity_info taub_simulation_find_quantity(const struct taub_simulation *self, const char *name)
{
    const struct taub_quantity_info info = taub_quantity_of(self->config, name);
    return info.name && is_there(self, &info) ? info : (struct taub_quantity_info){0};
}

const char *taub_simulation_quantity(const struct taub_simulation *self, int n)
{
    for (const struct taub_quantity_info *info = self->system->quantities; info->name && n >= 0; info++)
        if (is_there(self, info) && n-- == 0)
            return info->name;
    const struct taub_diagnostics *own = &self->config->diagnostics.quantities;
    return n >= 0 && n < own->count ? own->list[n].name : NULL;
}

int taub_simulation_components(const struct taub_simulation *self, const char *name)
{
    return taub_simulation_find_quantity(self, name).components;
}

const char *taub_simulation_unit(const struct taub_simulation *self, const char *name)
{
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, name);
    return !info.name ? NULL : self->system->heavy_ion_units(self->config) ? info.unit : "1";
}

/* ---- totals ---- */

const char *taub_simulation_total(const struct taub_simulation *self, int n)
{
    struct taub_column columns[TAUB_MOST_COLUMNS];
    return n >= 0 && n < taub_columns_of(self->config, columns) ? columns[n].name : NULL;
}

static enum taub_status read_totals(struct taub_simulation *self, double *values, size_t size, struct taub_error *error)
{
    struct taub_column columns[TAUB_MOST_COLUMNS];
    double reduced[MOST_REDUCTIONS], all[TAUB_MOST_COLUMNS];
    const size_t count = (size_t)taub_columns_of(self->config, columns);
    if (size < count)
        return taub_fail(error, TAUB_BAD_INPUT, "totals need room for %zu numbers, %zu were given", count, size);
    TRY(taub_simulation_totals(self, reduced, error));
    taub_history_of(self->config, self->clock.time, reduced, all);
    memcpy(values, all, count * sizeof *values);
    return TAUB_OK;
}

enum taub_status taub_simulation_read_totals(struct taub_simulation *self, double *values, size_t size,
                                             struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, read_totals(self, values, size, error));
}

/* ---- arrays on the device ---- */

struct taub_view {
    struct taub_buffer *buffer;
    struct taub_view *next;
};

static enum taub_status create_view(struct taub_simulation *self, size_t bytes, struct taub_error *error)
{
    struct taub_view *view = calloc(1, sizeof *view);
    if (!view)
        return taub_fail(error, TAUB_FAILED, "out of memory for an array on the device");
    const enum taub_status status = taub_buffer_create(self->device, bytes, &view->buffer, error);
    if (status != TAUB_OK) {
        free(view);
        return status;
    }
    view->next = self->views;
    self->views = view;
    return TAUB_OK;
}

/* The first of a list. */
static void release_view(struct taub_view **list)
{
    struct taub_view *view = *list;
    *list = view->next;
    taub_buffer_destroy(view->buffer);
    free(view);
}

void taub_simulation_release_views(struct taub_simulation *self)
{
    while (self->views)
        release_view(&self->views);
}

static enum taub_status fill_view(struct taub_simulation *self, const struct taub_quantity_info *info,
                                  struct taub_buffer *buffer, struct taub_device_array *out, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    struct taub_device_report report;
    struct taub_buffer *derived;
    TRY(taub_simulation_derive(self, info, &derived, error));
    TRY(taub_buffer_copy(buffer, derived, taub_buffer_bytes(buffer), error));
    TRY(taub_device_finish(self->device, error));
    char *const address = taub_buffer_address(buffer);
    if (!address)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "OpenCL has no addresses to give to others: read a copy, or use the host or CUDA");
    taub_device_describe(self->device, &report);
    const int64_t bytes = (int64_t)self->real_bytes;
    const int64_t first = taub_simulation_derived_at(self, info) * shape->component_stride +
                          shape->ghosts[2] * shape->plane_stride + (int64_t)shape->ghosts[1] * shape->row_stride +
                          shape->row_offset;
    *out = (struct taub_device_array){
        report.kind,
        report.index,
        address + first * bytes,
        (int)bytes,
        {info->components, shape->cells[2], shape->cells[1], shape->cells[0]},
        {shape->component_stride * bytes, shape->plane_stride * bytes, shape->row_stride * bytes, bytes},
        buffer};
    return TAUB_OK;
}

static enum taub_status device_array(struct taub_simulation *self, const char *name, struct taub_device_array *out,
                                     struct taub_error *error)
{
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, name);
    if (!info.name)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (self->mesh->levels)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "blocks of several levels (mesh.refine) are no single array on the device; read a copy");
    if (self->mesh->shape.blocks != 1)
        return taub_fail(error, TAUB_BAD_INPUT, "an array on the device needs a mesh of one block (mesh.blocks)");
    const int components = taub_simulation_derived_at(self, &info) + info.components;
    TRY(create_view(self, taub_mesh_values(self->mesh, TAUB_CELL, components) * self->real_bytes, error));
    const enum taub_status status = fill_view(self, &info, self->views->buffer, out, error);
    if (status != TAUB_OK)
        release_view(&self->views);
    return status;
}

enum taub_status taub_simulation_device_array(struct taub_simulation *self, const char *name,
                                              struct taub_device_array *out, struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, device_array(self, name, out, error));
}

enum taub_status taub_simulation_release_array(struct taub_simulation *self, struct taub_device_array *array,
                                               struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    struct taub_view **list = &self->views;
    while (*list && (*list)->buffer != array->memory)
        list = &(*list)->next;
    enum taub_status status = TAUB_OK;
    if (*list)
        release_view(list);
    else
        status = taub_fail(error, TAUB_BAD_INPUT, "this array is not one of this simulation, or was released before");
    *array = (struct taub_device_array){0};
    return taub_simulation_leave(self, status);
}

/* ---- droplets ---- */

static enum taub_status add_droplets(struct taub_simulation *self, const double *rows, size_t count,
                                     struct taub_error *error)
{
    bool made = false;
    if (!self->droplets)
        return taub_fail(error, TAUB_BAD_INPUT, "the case takes no droplets: it needs source.kind: droplets");
    const double now = self->clock.time;
    enum taub_status status = taub_droplets_add(self->droplets, self->config, self->mesh, now, rows, count, error);
    TRY(taub_simulation_agree(self, status, error));
    status = taub_droplets_upload(self->droplets, self->device, self->mesh, now, &made, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK && made)
        status = taub_simulation_record_again(self, error);
    self->broken = self->broken || status != TAUB_OK;
    return status;
}

enum taub_status taub_simulation_add_droplets(struct taub_simulation *self, const double *droplets, size_t count,
                                              struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, add_droplets(self, droplets, count, error));
}

void taub_simulation_deposited(const struct taub_simulation *self, double deposited[5])
{
    memset(deposited, 0, 5 * sizeof *deposited);
    if (self->droplets)
        taub_droplets_entered(self->droplets, self->clock.time, deposited);
}

_Static_assert(sizeof(struct taub_surface_element) == TAUB_SURFACE_VALUES * sizeof(double) &&
                   (int)TAUB_SURFACE_LAST == TAUB_SURFACE_VALUES - 1,
               "an element is the row of numbers that the header describes");

static enum taub_status look_at_surface(struct taub_simulation *self, const double **elements, size_t *count,
                                        struct taub_error *error)
{
    const struct taub_surface_element *found = NULL;
    if (!taub_surface_wanted(self->config))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "the case has no freeze-out surface: give output.surface.temperature or energy_density");
    if (!self->surface) {
        enum taub_status status = taub_surface_create(self, &self->surface, error);
        if (status == TAUB_OK)
            status = taub_surface_begin(self->surface, error);
        if (status != TAUB_OK) {
            taub_surface_destroy(self->surface);
            self->surface = NULL;
        }
        return status;
    }
    const enum taub_status status = taub_surface_look(self->surface, &found, count, error);
    if (status == TAUB_OK && *count > 0)
        *elements = found->value;
    return status;
}

enum taub_status taub_simulation_surface(struct taub_simulation *self, const double **elements, size_t *count,
                                         struct taub_error *error)
{
    *elements = NULL;
    *count = 0;
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, look_at_surface(self, elements, count, error));
}
