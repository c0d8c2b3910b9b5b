/* The state of a simulation: setting it, and looking at it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/locale.h"
#include "core/try.h"
#include "evolve/internal.h"
#include "output/output.h"
#include "systems/quantities.h"

/* ---- the state ---- */

/* Dense values, one component after the other, into a buffer's inner cells. */
static enum taub_status upload_dense(struct taub_simulation *self, struct taub_buffer *to, int components,
                                     const double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int c = 0; c < components; c++)
        taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, components, c, dense + (size_t)c * zones);
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

/* The same of a conserved state with its upper faces: those of the axes that checkpoints save, at `upper`; NULL: none.
 */
static enum taub_status upload_saved(struct taub_simulation *self, const double *dense, const double *upper,
                                     struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const unsigned axes = upper ? taub_saved_upper_faces(self->config) : 0;
    for (int c = 0; c < self->stored; c++)
        taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, self->stored, c, dense + (size_t)c * zones);
    for (int a = 0; a < 3; a++)
        if (axes & 1u << a) {
            taub_mesh_scatter_upper(self->mesh, self->staging, self->real_bytes, self->stored, self->system->faces + a,
                                    a, upper);
            upper += zones;
        }
    struct taub_buffer *to = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

/* So many of a buffer's components from the first one wanted on, as they are stored: [block][component]. */
static enum taub_status download_stored(struct taub_simulation *self, struct taub_buffer *from, int components,
                                        int first, int wanted, void *stored, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    const size_t component = (size_t)shape->component_stride * self->real_bytes;
    const size_t bytes = component * (size_t)wanted;
    if (wanted == components)
        return taub_buffer_download(from, 0, stored, bytes * (size_t)shape->blocks, error);
    for (int b = 0; b < shape->blocks; b++)
        TRY(taub_buffer_download(from, ((size_t)b * (size_t)components + (size_t)first) * component,
                                 (char *)stored + (size_t)b * bytes, bytes, error));
    return TAUB_OK;
}

/* The same, dense, one component after the other; on the host from where they are. */
static enum taub_status download_dense(struct taub_simulation *self, struct taub_buffer *from, int components,
                                       int first, int wanted, double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool here = taub_simulation_on_host(self);
    if (!here)
        TRY(download_stored(self, from, components, first, wanted, self->staging, error));
    for (int c = 0; c < wanted; c++)
        taub_mesh_gather(self->mesh, here ? taub_buffer_address(from) : self->staging, self->real_bytes,
                         here ? components : wanted, here ? first + c : c, dense + (size_t)c * zones);
    return TAUB_OK;
}

/* One component of a state that stands on lower faces across an axis, of the upper faces of cells. */
static enum taub_status download_upper(struct taub_simulation *self, struct taub_buffer *from, int component, int axis,
                                       double *dense, struct taub_error *error)
{
    const bool here = taub_simulation_on_host(self);
    if (!here)
        TRY(download_stored(self, from, self->stored, component, 1, self->staging, error));
    taub_mesh_gather_upper(self->mesh, here ? taub_buffer_address(from) : self->staging, self->real_bytes,
                           here ? self->stored : 1, here ? component : 0, axis, dense);
    return TAUB_OK;
}

enum taub_status taub_simulation_upload_clock(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_control clock = self->clock;
    taub_simulation_own_counters(self, &clock);
    return taub_buffer_upload(self->control, 0, &clock, sizeof clock, error);
}

struct taub_buffer *taub_simulation_primitive_now(const struct taub_simulation *self)
{
    return taub_simulation_field(self,
                                 taub_simulation_conserved_only(self) ? TAUB_FIELD_CONSERVED : TAUB_FIELD_PRIMITIVE);
}

/* Room for a state, between steps. */
static struct taub_buffer *scratch(const struct taub_simulation *self)
{
    return taub_simulation_field(self, TAUB_FIELD_NEXT);
}

/* Where the primitive state is put that conserve reads. */
static struct taub_buffer *primitive_source(const struct taub_simulation *self)
{
    return taub_simulation_conserved_only(self) ? scratch(self) : taub_simulation_primitive_now(self);
}

static struct taub_buffer *conserved_now(const struct taub_simulation *self)
{
    return taub_simulation_field(self, TAUB_FIELD_CONSERVED);
}

/* One launch over all cells with two fields. */
enum taub_status taub_simulation_launch_pointwise(struct taub_simulation *self, enum pass_name pass,
                                                  struct taub_buffer *to, struct taub_buffer *from, int option,
                                                  struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self, pass);
    launch.fields[0] = to;
    launch.fields[1] = from;
    launch.range.option[0] = option;
    return taub_device_launch(self->device, &launch, error);
}

/* The clock to the device, on all ranks or on none. */
static enum taub_status put_clock(struct taub_simulation *self, struct taub_error *error)
{
    return taub_simulation_agree(self, taub_simulation_upload_clock(self, error), error);
}

/* Operations between steps; the clock is let go for them. */
static enum taub_status run_beside_steps(struct taub_simulation *self, const struct taub_step *step,
                                         struct taub_error *error)
{
    const int paused = self->clock.paused, failed = self->clock.failed;
    self->clock.paused = self->clock.failed = 0;
    TRY(put_clock(self, error));
    TRY(taub_simulation_run_list(self, step, error));
    self->clock.paused = paused;
    self->clock.failed = failed;
    return put_clock(self, error);
}

/* What the scheme has to do before its first step from a state that was set from outside. The clock is let go for that:
 * ghost zones are filled while it runs only. */
static enum taub_status prepare(struct taub_simulation *self, bool fresh, struct taub_error *error)
{
    if (!self->scheme->prepare)
        return TAUB_OK;
    struct taub_step step;
    taub_simulation_start_list(self, &step);
    self->scheme->prepare(self, fresh, &step);
    struct taub_needs needs = self->plan->needs;
    taub_step_derive(&step, &needs);
    return run_beside_steps(self, &step, error);
}

/* Also over the ghost zones in which upper faces of the mesh stand. */
static struct taub_launch with_upper_faces(const struct taub_simulation *self, struct taub_launch launch)
{
    const unsigned axes = taub_upper_faces(self->config);
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] += axes >> a & 1;
    return launch;
}

static enum taub_status conserve(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_launch launch = with_upper_faces(self, taub_simulation_launch(self, PASS_CONSERVE));
    launch.fields[0] = conserved_now(self);
    launch.fields[1] = primitive_source(self);
    self->zones_filled = false;
    TRY(taub_simulation_agree(self, taub_device_launch(self->device, &launch, error), error));
    TRY(prepare(self, true, error));
    return taub_simulation_check_divergence(self, error);
}

/* Where states jump the first step takes a share of its bound only. */
static enum taub_status start_with_care(struct taub_simulation *self, const double *state, struct taub_error *error)
{
    if (self->clock.step > 0 || self->clock.fixed_step > 0.0)
        return TAUB_OK;
    self->clock.first = taub_simulation_jumps(self, state) ? self->config->time.first_step : 1.0;
    return put_clock(self, error);
}

enum taub_status taub_simulation_exact_state(struct taub_simulation *self, double t, double *values,
                                             struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    enum taub_status status = TAUB_OK;
    for (int part = 0; part < self->mesh->parts && status == TAUB_OK; part++) {
        double *const to = values + (size_t)(part * self->components) * zones;
        taub_problem_take_part(self->problem, part);
        status = taub_simulation_exact_cells(self, t, to, 1, zones, error);
        if (status == TAUB_OK)
            status = taub_simulation_fill_faces(self, t, to, error);
    }
    taub_problem_take_part(self->problem, 0);
    return status;
}

/* Whether a cell stands in a matched layer: kernels/passes/maxwell_layer.h. */
static bool is_in_layer(const struct taub_config_mesh *mesh, const int cell[3])
{
    for (int a = 0; a < 3; a++) {
        const bool several = mesh->cells[a] > 1;
        if ((several && mesh->boundary[a][0] == TAUB_MATCHED_LAYER && cell[a] < mesh->layer.cells) ||
            (several && mesh->boundary[a][1] == TAUB_MATCHED_LAYER && cell[a] >= mesh->cells[a] - mesh->layer.cells))
            return true;
    }
    return false;
}

/* The largest component of D or B in matched layers over the largest of all, of initial data. */
static void note_fields_in_layers(struct taub_simulation *self, const double *values)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int *n = self->mesh->cells;
    double most[4] = {0, 0, 0, 0}; /* of D in layers and everywhere, of B */
    if (self->config->system != TAUB_SYSTEM_MAXWELL)
        return;
    for (size_t zone = 0; zone < zones; zone++) {
        const int row = taub_mesh_row(self->mesh, (int)(zone / (size_t)n[0]));
        const int cell[3] = {(int)(zone % (size_t)n[0]), row % n[1], row / n[1]};
        const bool in = is_in_layer(&self->config->mesh, cell);
        for (int c = 0; c < 6; c++) {
            const double size = fabs(values[(size_t)c * zones + zone]);
            most[c / 3] = in ? fmax(most[c / 3], size) : most[c / 3];
            most[2 + c / 3] = fmax(most[2 + c / 3], size);
        }
    }
    taub_comm_maximum(self->comm, most, 4);
    for (int c = 0; c < 2; c++)
        if (most[2 + c] > 0)
            self->begins_in_layers = fmax(self->begins_in_layers, most[c] / most[2 + c]);
}

/* Field values of the whole mesh from the problem, one component after the other: found and checked before kernels are
 * compiled, so that bad input is refused at once. */
enum taub_status taub_simulation_compute_initial(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    free(self->initial);
    self->initial = malloc(zones * (size_t)self->stored * sizeof *self->initial);
    const enum taub_status status =
        self->initial ? taub_simulation_exact_state(self, self->clock.time, self->initial, error)
                      : taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    TRY(taub_simulation_agree(self, status, error));
    for (int part = 0; part < self->mesh->parts; part++)
        TRY(taub_simulation_check_state(self, self->initial + (size_t)(part * self->components) * zones, "initial data",
                                        error));
    for (int part = 0; part < self->mesh->parts; part++)
        note_fields_in_layers(self, self->initial + (size_t)(part * self->components) * zones);
    return TAUB_OK;
}

/* With the upper faces of every block. */
static enum taub_status launch_initial_faces(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_MAGNETIC_FACES);
    launch.fields[0] = primitive_source(self);
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] += self->mesh->active[a];
    return taub_device_launch(self->device, &launch, error);
}

/* Adds up how B along an axis, `given` in cells, differs from that of faces, which the potential has made. */
static enum taub_status compare_field(struct taub_simulation *self, int axis, const double *given, double *faces,
                                      struct taub_difference *sums, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int component = taub_magnetic_component(self->system) + axis;
    double *upper = self->mesh->active[axis] ? faces + zones : faces;
    TRY(download_dense(self, primitive_source(self), self->stored, component, 1, faces, error));
    if (self->mesh->active[axis])
        TRY(download_upper(self, primitive_source(self), component, axis, upper, error));
    for (size_t n = 0; n < zones; n++) {
        const double mean = 0.5 * (faces[n] + upper[n]);
        sums->difference += fabs(mean - given[n]);
        sums->faces += fabs(mean);
        sums->given += fabs(given[n]);
    }
    return TAUB_OK;
}

/* The same on a cubed sphere, whose cells have got the means of the potential's field. */
static enum taub_status compare_cells(struct taub_simulation *self, const double *state, struct taub_difference sums[3],
                                      struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int first = taub_magnetic_component(self->system);
    double *field = malloc(3 * zones * sizeof *field);
    if (!field)
        return taub_fail(error, TAUB_FAILED, "out of memory for the field of %zu cells", zones);
    const enum taub_status status =
        download_dense(self, taub_simulation_primitive_now(self), self->stored, first, 3, field, error);
    for (size_t n = 0; n < 3 * zones && status == TAUB_OK; n++) {
        const double given = state[(size_t)first * zones + n];
        sums[n / zones].difference += fabs(field[n] - given);
        sums[n / zones].faces += fabs(field[n]);
        sums[n / zones].given += fabs(given);
    }
    free(field);
    return status;
}

/* Faces from the user's potential; `state` has the field of `initial` in cells. */
static enum taub_status initial_faces(struct taub_simulation *self, const double *state, struct taub_difference sums[3],
                                      struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const double *given = state + (size_t)taub_magnetic_component(self->system) * zones;
    double *faces = malloc(2 * zones * sizeof *faces);
    enum taub_status status = faces ? launch_initial_faces(self, error)
                                    : taub_fail(error, TAUB_FAILED, "out of memory for the faces of %zu cells", zones);
    for (int a = 0; a < 3 && status == TAUB_OK; a++)
        if (self->mesh->active[a] || self->system->face_vectors > 1)
            status = compare_field(self, a, given + (size_t)a * zones, faces, &sums[a], error);
    free(faces);
    return status;
}

enum taub_status taub_simulation_initial_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int components = self->components;
    struct taub_difference sums[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    enum taub_status status =
        taub_simulation_launch_pointwise(self, PASS_INITIALIZE, primitive_source(self), NULL, 0, error);
    double *state = malloc(zones * (size_t)components * sizeof *state);
    if (status == TAUB_OK && !state)
        status = taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    if (status == TAUB_OK)
        status = download_dense(self, primitive_source(self), self->stored, 0, components, state, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK && taub_face_vectors(self->config)) {
        status = initial_faces(self, state, sums, error);
        if (status == TAUB_OK)
            status = download_dense(self, primitive_source(self), self->stored, 0, components, state, error);
        status = taub_simulation_agree(self, status, error);
    }
    if (status == TAUB_OK)
        status = taub_simulation_check_state(self, state, self->config->initial.file, error);
    if (status == TAUB_OK)
        note_fields_in_layers(self, state);
    if (status == TAUB_OK)
        status = start_with_care(self, state, error);
    if (status == TAUB_OK)
        status = conserve(self, error);
    if (status == TAUB_OK && self->mesh->sphere && self->system->face_vectors)
        status = taub_simulation_agree(self, compare_cells(self, state, sums, error), error);
    free(state);
    return status == TAUB_OK && self->system->face_vectors ? taub_simulation_check_potential(self, sums, error)
                                                           : status;
}

/* Into the buffer that conserve reads, with the problem's upper faces of the mesh at time *t; NULL: a state from
 * outside, for which system mhd finds them. */
static enum taub_status put_state(struct taub_simulation *self, const double *state, const double *t,
                                  struct taub_error *error)
{
    struct taub_buffer *to = primitive_source(self);
    TRY(upload_dense(self, to, self->stored, state, error));
    self->lacks_faces = !t;
    if (!taub_upper_faces(self->config))
        return TAUB_OK;
    if (self->lacks_faces)
        return self->system->face_vectors == 1
                   ? TAUB_OK
                   : taub_fail(error, TAUB_BAD_INPUT,
                               "a state from outside has no fields on the upper faces of the mesh, which system "
                               "maxwell needs where it is not periodic");
    TRY(taub_simulation_put_upper_faces(self, *t, self->staging, error));
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

enum taub_status taub_simulation_set_state(struct taub_simulation *self, const double *state, size_t size,
                                           const double *t, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const size_t needed = zones * (size_t)self->stored;
    if (size != needed)
        return taub_fail(error, TAUB_BAD_INPUT, "a state of %zu values was given; this mesh needs %zu", size, needed);
    for (int part = 0; part < self->mesh->parts; part++)
        TRY(taub_simulation_check_state(self, state + (size_t)(part * self->components) * zones, "initial data",
                                        error));
    TRY(taub_simulation_agree(self, put_state(self, state, t, error), error));
    TRY(start_with_care(self, state, error));
    return conserve(self, error);
}

enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, taub_simulation_set_state(self, state, size, NULL, error));
}

enum taub_status taub_simulation_initial_from_problem(struct taub_simulation *self, struct taub_error *error)
{
    const size_t size = (size_t)taub_simulation_zones(self) * (size_t)self->stored;
    const enum taub_status status = taub_simulation_set_state(self, self->initial, size, &self->clock.time, error);
    free(self->initial);
    self->initial = NULL;
    return status;
}

/* ---- looking ---- */

/* Fills the ghost zones of the primitive state that differences of neighbours need. The clock is let go for that. */
static enum taub_status fill_ghosts(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_step step;
    taub_simulation_start_list(self, &step);
    taub_step_fill(&step, taub_simulation_conserved_only(self) ? TAUB_FIELD_CONSERVED : TAUB_FIELD_PRIMITIVE, 0.0);
    return run_beside_steps(self, &step, error);
}

enum taub_values taub_simulation_values(const struct taub_simulation *self)
{
    return taub_output_holds_points(self->config) ? TAUB_POINTS : TAUB_MEANS;
}

const char *taub_simulation_values_text(const struct taub_simulation *self, const struct taub_quantity_info *info)
{
    const bool face = info->id == QUANTITY_MAGNETIC_FLUX || info->id == QUANTITY_ELECTRIC_FLUX;
    const bool heat = info->id == QUANTITY_HEATING; /* what the balance of energy adds up */
    return face ? "means over lower faces" : heat || taub_simulation_values(self) == TAUB_MEANS ? "means" : "points";
}

/* A scheme that prepares states has filled them behind its last pass. */
enum taub_status taub_simulation_see_neighbours(struct taub_simulation *self, enum taub_values values,
                                                struct taub_error *error)
{
    if (values == TAUB_MEANS || self->scheme->prepare || self->zones_filled)
        return TAUB_OK;
    TRY(fill_ghosts(self, error));
    self->zones_filled = true;
    return TAUB_OK;
}

/* A quantity of each cell by itself; cells are counted in the room for reductions. */
static enum taub_status derive_by_cells(struct taub_simulation *self, const struct taub_quantity_info *info,
                                        enum taub_values values, struct taub_error *error)
{
    int count = 0;
    TRY(taub_simulation_see_neighbours(self, values, error));
    if (values == TAUB_POINTS)
        TRY(taub_buffer_upload(self->rows[0], 0, &count, sizeof count, error));
    struct taub_launch launch = taub_simulation_launch(self, PASS_DERIVE);
    launch.fields[0] = scratch(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.fields[2] = self->rows[0];
    launch.range.option[0] = info->id;
    launch.range.option[1] = values == TAUB_MEANS;
    TRY(taub_device_launch(self->device, &launch, error));
    if (values == TAUB_POINTS)
        TRY(taub_buffer_download(self->rows[0], 0, &count, sizeof count, error));
    self->stand_ins = count;
    return TAUB_OK;
}

/* Writes a quantity of every cell into the spare primitive buffer. */
static enum taub_status derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                               enum taub_values values, struct taub_error *error)
{
    TRY(taub_simulation_check_whole(self, error));
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (!scheme->gradients || info->id < QUANTITY_OF_GRADIENTS)
        return derive_by_cells(self, info, values, error);
    self->stand_ins = 0;
    TRY(fill_ghosts(self, error));
    struct taub_launch launch = taub_simulation_scheme_launch(self, scheme->gradients);
    launch.fields[0] = scratch(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.range.option[0] = info->id;
    return taub_device_launch(self->device, &launch, error);
}

int taub_simulation_derived_at(const struct taub_simulation *self, const struct taub_quantity_info *info)
{
    return taub_quantity_is_imaginary(info) ? self->components : 0;
}

enum taub_status taub_simulation_derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                                        struct taub_buffer **out, struct taub_error *error)
{
    *out = scratch(self);
    return derive(self, info, taub_simulation_values(self), error);
}

static enum taub_status read_quantity(struct taub_simulation *self, const char *name, enum taub_values which,
                                      double *values, size_t size, struct taub_error *error)
{
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, name);
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (!info.name)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (size < zones * (size_t)info.components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s needs room for %zu numbers, %zu were given", name,
                         zones * (size_t)info.components, size);
    TRY(derive(self, &info, which, error));
    return download_dense(self, scratch(self), self->stored, taub_simulation_derived_at(self, &info), info.components,
                          values, error);
}

enum taub_status taub_simulation_read_stored(struct taub_simulation *self, const struct taub_quantity_info *info,
                                             void *stored, struct taub_error *error)
{
    TRY(derive(self, info, taub_simulation_values(self), error));
    return download_stored(self, scratch(self), self->stored, taub_simulation_derived_at(self, info), info->components,
                           stored, error);
}

enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, read_quantity(self, name, taub_simulation_values(self), values, size, error));
}

enum taub_status taub_simulation_read_means(struct taub_simulation *self, const char *name, double *values, size_t size,
                                            struct taub_error *error)
{
    return read_quantity(self, name, TAUB_MEANS, values, size, error);
}

/* Components of a field of the scheme's own that a checkpoint keeps beside the conserved and the primitive state. */
static int own_state(const struct taub_plan *plan, int field)
{
    return plan->fields[field].life == TAUB_LIFE_STATE ? plan->fields[field].components : 0;
}

void taub_simulation_counts(const struct taub_simulation *self, int64_t counts[TAUB_COUNTS])
{
    const struct taub_control *clock = &self->clock;
    const int step[TAUB_COUNTS] = {[TAUB_COUNT_RECOVERY_FAILURES] = clock->recovery_failures,
                                   [TAUB_COUNT_FLOORED] = clock->floored,
                                   [TAUB_COUNT_REGULATED] = clock->regulated,
                                   [TAUB_COUNT_ITERATIONS_EXCEEDED] = clock->iterations_exceeded,
                                   [TAUB_COUNT_FIRST_ORDER_CELLS] = clock->first_order_cells,
                                   [TAUB_COUNT_SHOCK_CELLS] = clock->shock_cells,
                                   [TAUB_COUNT_BOUNDED_SCALARS] = clock->bounded_scalars,
                                   [TAUB_COUNT_LOW_BETA_CELLS] = clock->low_beta_cells,
                                   [TAUB_COUNT_LOST] = clock->lost,
                                   [TAUB_COUNT_LOST_ENERGY] = clock->lost_energy};
    for (int n = 0; n < TAUB_COUNTS; n++)
        counts[n] = (int64_t)clock->counts[n] + step[n];
    for (int cause = 0; cause < TAUB_CAUSES; cause++)
        counts[TAUB_COUNT_CAUSE + cause] += clock->causes[cause];
}

enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool recovered = taub_simulation_conserved_only(self);
    struct taub_buffer *const primitive = recovered ? scratch(self) : taub_simulation_primitive_now(self);
    struct taub_buffer *const conserved = conserved_now(self);
    const int components = self->stored;
    TRY(taub_simulation_check_whole(self, error));
    if (recovered)
        TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, primitive, conserved, 0, error));
    TRY(download_dense(self, conserved, components, 0, components, values, error));
    TRY(download_dense(self, primitive, components, 0, components, values + (size_t)components * zones, error));
    values += (size_t)(2 * components) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0)
            TRY(download_dense(self, taub_simulation_field(self, f), own, 0, own, values, error));
        values += (size_t)own * zones;
    }
    for (int a = 0; a < 3; a++)
        if (taub_saved_upper_faces(self->config) & 1u << a) {
            TRY(download_upper(self, conserved, self->system->faces + a, a, values, error));
            values += zones;
        }
    return TAUB_OK;
}

enum taub_status taub_simulation_restore_primitive(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, taub_simulation_primitive_now(self), conserved_now(self),
                                         0, error));
    return prepare(self, false, error);
}

int taub_simulation_saved_components(const struct taub_simulation *self)
{
    return taub_memory_saved_components(self->config);
}

enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, unsigned upper_faces,
                                      int64_t step, double time, double dt, double allowed,
                                      const int64_t counters[TAUB_COUNTS_SAVED], struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const double *upper = values + (size_t)taub_memory_state_components(self->config) * zones;
    self->zones_filled = false;
    self->phase = (int)(step % self->plan->phases);
    memcpy(self->at, self->plan->at[self->phase], sizeof self->at);
    self->lacks_faces = upper_faces != taub_saved_upper_faces(self->config);
    enum taub_status status = upload_saved(self, values, self->lacks_faces ? NULL : upper, error);
    if (status == TAUB_OK && !taub_simulation_conserved_only(self))
        status = upload_dense(self, taub_simulation_primitive_now(self), self->stored,
                              values + (size_t)self->stored * zones, error);
    self->clock.step = (long)step;
    self->clock.time = time;
    self->clock.dt = dt;
    self->clock.allowed = allowed;
    for (int n = 0; n < TAUB_COUNTS_SAVED; n++)
        self->clock.counts[n] = (long)counters[n];
    taub_simulation_assign_counters(self);
    values += (size_t)(2 * self->stored) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0 && status == TAUB_OK)
            status = upload_dense(self, taub_simulation_field(self, f), own, values, error);
        values += (size_t)own * zones;
    }
    if (status == TAUB_OK)
        status = taub_simulation_upload_clock(self, error);
    TRY(taub_simulation_agree(self, status, error));
    return prepare(self, false, error);
}
