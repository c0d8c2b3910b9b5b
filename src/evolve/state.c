/* The state of a simulation: setting it, and looking at it. */
#include <math.h>
#include <stdlib.h>

#include "core/locale.h"
#include "core/try.h"
#include "evolve/around.h"
#include "evolve/dense.h"
#include "evolve/internal.h"
#include "evolve/start.h"
#include "output/output.h"
#include "systems/quantities.h"

/* ---- the state ---- */

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

void taub_simulation_change_state(struct taub_simulation *self)
{
    self->zones_filled = false;
    self->states++;
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

/* The clock is let go for that: ghost zones are filled while it runs only. */
enum taub_status taub_simulation_prepare(struct taub_simulation *self, bool fresh, struct taub_error *error)
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
    taub_simulation_change_state(self);
    TRY(taub_simulation_agree(self, taub_device_launch(self->device, &launch, error), error));
    TRY(taub_simulation_prepare(self, true, error));
    return taub_simulation_check_divergence(self, error);
}

/* Where states jump the first step takes a share of its bound only. */
static enum taub_status start_with_care(struct taub_simulation *self, struct taub_error *error)
{
    bool jumps;
    if (self->clock.step > 0 || self->clock.fixed_step > 0.0)
        return TAUB_OK;
    TRY(taub_simulation_jumps(self, &jumps, error));
    self->clock.first = jumps ? self->config->time.first_step : 1.0;
    return put_clock(self, error);
}

/* Whether a cell stands in a matched layer: kernels/passes/maxwell_depth.h. */
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
static enum taub_status note_fields_in_layers(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const int *n = self->mesh->cells;
    double most[4] = {0, 0, 0, 0}; /* of D in layers and everywhere, of B */
    if (!taub_has_boundary(self->config, TAUB_MATCHED_LAYER))
        return TAUB_OK;
    double *values = malloc(zones * sizeof *values);
    enum taub_status status =
        values ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for the fields of %zu cells", zones);
    for (int c = 0; c < self->stored && status == TAUB_OK; c++) {
        const int vector = c % self->components / 3;
        if (vector > 1)
            continue;
        status = taub_simulation_download_dense(self, primitive_source(self), self->stored, c, 1, values, error);
        for (size_t zone = 0; zone < zones && status == TAUB_OK; zone++) {
            const int row = taub_mesh_row(self->mesh, (int)(zone / (size_t)n[0]));
            const int cell[3] = {(int)(zone % (size_t)n[0]), row % n[1], row / n[1]};
            const double size = fabs(values[zone]);
            most[vector] = is_in_layer(&self->config->mesh, cell) ? fmax(most[vector], size) : most[vector];
            most[2 + vector] = fmax(most[2 + vector], size);
        }
    }
    free(values);
    TRY(taub_simulation_agree(self, status, error));
    taub_comm_maximum(self->comm, most, 4);
    for (int c = 0; c < 2; c++)
        if (most[2 + c] > 0)
            self->begins_in_layers = fmax(self->begins_in_layers, most[c] / most[2 + c]);
    return TAUB_OK;
}

enum taub_status taub_simulation_compute_initial(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (taub_start_is_on_device(self))
        return TAUB_OK;
    free(self->initial);
    self->initial = malloc(zones * (size_t)self->stored * sizeof *self->initial);
    const enum taub_status status =
        self->initial ? taub_simulation_exact_cells(self, self->clock.time, self->initial, error)
                      : taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    TRY(taub_simulation_agree(self, status, error));
    return taub_simulation_check_state(self, self->initial, "initial data", error);
}

/* Of the magnetic field in cells, `given` by the user's code, sums of its difference from that of his potential, on a
 * cubed sphere. */
static enum taub_status compare_cells(struct taub_simulation *self, const double *given, struct taub_difference sums[3],
                                      struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *field = malloc(3 * zones * sizeof *field);
    if (!field)
        return taub_fail(error, TAUB_FAILED, "out of memory for the field of %zu cells", zones);
    const enum taub_status status =
        taub_simulation_download_dense(self, taub_simulation_primitive_now(self), self->stored,
                                       taub_magnetic_component(self->system), 3, field, error);
    for (size_t n = 0; n < 3 * zones && status == TAUB_OK; n++) {
        sums[n / zones].difference += fabs(field[n] - given[n]);
        sums[n / zones].faces += fabs(field[n]);
        sums[n / zones].given += fabs(given[n]);
    }
    free(field);
    return status;
}

/* Whether the system can start from what stands where conserve reads it; in words only where a look at all cells finds
 * reason to. */
static enum taub_status check_source(struct taub_simulation *self, const char *whose, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    struct taub_start_look look;
    struct taub_error unused;
    TRY(taub_start_look(self, primitive_source(self), &look, error));
    if (!look.fault &&
        (!self->system->check_start ||
         self->system->check_start(self->config, self->eos, look.lowest, look.highest, whose, &unused) == TAUB_OK))
        return TAUB_OK;
    double *state = malloc(zones * (size_t)self->stored * sizeof *state);
    enum taub_status status =
        state
            ? taub_simulation_download_dense(self, primitive_source(self), self->stored, 0, self->stored, state, error)
            : taub_fail(error, TAUB_FAILED, "out of memory for the initial data of %zu cells", zones);
    status = taub_simulation_agree(self, status, error);
    for (int part = 0; part < self->mesh->parts && status == TAUB_OK; part++)
        status = taub_simulation_check_state(self, state + (size_t)(part * self->components) * zones, whose, error);
    free(state);
    return status;
}

/* The state that stands where conserve reads it becomes that of the simulation. */
static enum taub_status take_source(struct taub_simulation *self, bool lacks_faces, struct taub_error *error)
{
    self->lacks_faces = lacks_faces;
    if (self->config->scheme.equilibrium == TAUB_EQUILIBRIUM_INITIAL && self->at_rest[0] == 0)
        TRY(taub_at_rest_note(self, primitive_source(self), error)); /* the first state is the one at rest */
    TRY(note_fields_in_layers(self, error));
    TRY(conserve(self, error));
    return start_with_care(self, error);
}

/* Cells and faces of a time. */
static enum taub_status take_from_device(struct taub_simulation *self, double t, struct taub_error *error)
{
    enum taub_status status = taub_start_fill(self, t, primitive_source(self), error);
    if (status == TAUB_OK)
        status = taub_start_fill_faces(self, t, primitive_source(self), error);
    TRY(taub_simulation_agree(self, status, error));
    TRY(check_source(self, "initial data", error));
    return take_source(self, false, error);
}

/* Faces of a state that the user's code has put where conserve reads it, and by how much they differ from the field in
 * cells: these are kept in a field that conserve writes later. */
static enum taub_status compare_with_faces(struct taub_simulation *self, struct taub_difference sums[3],
                                           struct taub_error *error)
{
    struct taub_buffer *const to = primitive_source(self), *const kept = conserved_now(self);
    TRY(taub_buffer_copy(kept, to, taub_buffer_bytes(to), error));
    TRY(taub_start_fill_faces(self, self->clock.time, to, error));
    return taub_start_compare(self, kept, to, sums, error);
}

/* The user's code, whose field in cells and whose potential must agree; a cubed sphere finds fluxes when it prepares,
 * and compares on the host. */
static enum taub_status take_from_code(struct taub_simulation *self, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool magnetic = self->system->face_vectors > 0, sphere = magnetic && self->mesh->sphere;
    struct taub_buffer *const to = primitive_source(self);
    struct taub_difference sums[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    double *given = sphere ? malloc(3 * zones * sizeof *given) : NULL;
    enum taub_status status = taub_start_fill(self, self->clock.time, to, error);
    if (status == TAUB_OK && sphere)
        status = given ? taub_simulation_download_dense(self, to, self->stored, taub_magnetic_component(self->system),
                                                        3, given, error)
                       : taub_fail(error, TAUB_FAILED, "out of memory for the field of %zu cells", zones);
    if (status == TAUB_OK && magnetic && !sphere)
        status = compare_with_faces(self, sums, error);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        status = check_source(self, self->config->initial.file, error);
    if (status == TAUB_OK)
        status = take_source(self, false, error);
    if (status == TAUB_OK && sphere)
        status = taub_simulation_agree(self, compare_cells(self, given, sums, error), error);
    free(given);
    return status == TAUB_OK && magnetic ? taub_simulation_check_potential(self, "initial", sums, error) : status;
}

/* Of the host's arrays, checked before. */
static enum taub_status take_from_host(struct taub_simulation *self, const double *state, bool lacks_faces,
                                       struct taub_error *error)
{
    TRY(taub_simulation_agree(
        self, taub_simulation_upload_dense(self, primitive_source(self), self->stored, state, error), error));
    return take_source(self, lacks_faces, error);
}

/* The state becomes the one at rest. */
static enum taub_status keep_equilibrium(struct taub_simulation *self, struct taub_error *error)
{
    struct taub_buffer *const to = taub_simulation_field(self, taub_plan_field(self->plan, "equilibrium"));
    return taub_simulation_agree(self, taub_buffer_copy(to, conserved_now(self), taub_buffer_bytes(to), error), error);
}

/* That of the user's code, which is the state of the simulation until initial data take its place. */
static enum taub_status take_equilibrium(struct taub_simulation *self, struct taub_error *error)
{
    const bool magnetic = self->system->face_vectors > 0;
    struct taub_difference sums[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    enum taub_status status = taub_start_fill_equilibrium(self, primitive_source(self), error);
    if (status == TAUB_OK && magnetic)
        status = compare_with_faces(self, sums, error);
    TRY(taub_simulation_agree(self, status, error));
    if (magnetic)
        TRY(taub_simulation_check_potential(self, "equilibrium", sums, error));
    TRY(check_source(self, "equilibrium of initial.file", error));
    TRY(taub_at_rest_note(self, primitive_source(self), error));
    TRY(conserve(self, error));
    return keep_equilibrium(self, error);
}

enum taub_status taub_simulation_take_data(struct taub_simulation *self, struct taub_error *error)
{
    if (!self->problem)
        return take_from_code(self, error);
    if (taub_start_is_on_device(self))
        return take_from_device(self, self->clock.time, error);
    const enum taub_status status = take_from_host(self, self->initial, false, error);
    free(self->initial);
    self->initial = NULL;
    return status;
}

enum taub_status taub_simulation_take_initial(struct taub_simulation *self, struct taub_error *error)
{
    const enum taub_equilibrium kind = self->config->scheme.equilibrium;
    if (kind == TAUB_EQUILIBRIUM_CODE)
        TRY(take_equilibrium(self, error));
    TRY(taub_simulation_take_data(self, error));
    return kind == TAUB_EQUILIBRIUM_INITIAL ? keep_equilibrium(self, error) : TAUB_OK;
}

enum taub_status taub_simulation_take_exact(struct taub_simulation *self, double t, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (taub_start_is_on_device(self))
        return take_from_device(self, t, error);
    double *state = malloc(zones * (size_t)self->stored * sizeof *state);
    enum taub_status status = state ? taub_simulation_exact_cells(self, t, state, error)
                                    : taub_fail(error, TAUB_FAILED, "out of memory for the exact solution");
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        status = taub_simulation_check_state(self, state, "initial data", error);
    if (status == TAUB_OK)
        status = take_from_host(self, state, false, error);
    free(state);
    return status;
}

enum taub_status taub_simulation_read_exact(struct taub_simulation *self, double t, double *values,
                                            struct taub_error *error)
{
    if (!taub_start_is_on_device(self))
        return taub_simulation_exact_cells(self, t, values, error);
    TRY(taub_start_fill(self, t, scratch(self), error));
    return taub_simulation_download_dense(self, scratch(self), self->stored, 0, self->components, values, error);
}

/* From outside: without fields on the upper faces of the mesh, which system mhd finds. */
static enum taub_status write_state(struct taub_simulation *self, const double *state, size_t size,
                                    struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const size_t needed = zones * (size_t)self->stored;
    TRY(taub_simulation_refuse_tree(self, error));
    if (size != needed)
        return taub_fail(error, TAUB_BAD_INPUT, "a state of %zu values was given; this mesh needs %zu", size, needed);
    for (int part = 0; part < self->mesh->parts; part++)
        TRY(taub_simulation_check_state(self, state + (size_t)(part * self->components) * zones, "initial data",
                                        error));
    if (taub_upper_faces(self->config) && self->system->face_vectors > 1)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "a state from outside has no fields on the upper faces of the mesh, which system "
                         "maxwell needs where it is not periodic");
    return take_from_host(self, state, true, error);
}

enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, write_state(self, state, size, error));
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

/* A quantity of each cell by itself, and of so many layers of ghost zones; those of which means stand in for points are
 * counted in the room for reductions. */
static enum taub_status derive_by_cells(struct taub_simulation *self, const struct taub_quantity_info *info,
                                        enum taub_values values, int beyond, struct taub_error *error)
{
    int count = 0;
    TRY(taub_simulation_see_neighbours(self, beyond > 0 ? TAUB_POINTS : values, error));
    if (values == TAUB_POINTS)
        TRY(taub_buffer_upload(self->rows[0], 0, &count, sizeof count, error));
    struct taub_launch launch = taub_simulation_launch(self, PASS_DERIVE);
    launch.fields[0] = scratch(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.fields[2] = self->rows[0];
    launch.range.option[0] = info->id;
    launch.range.option[1] = values == TAUB_MEANS;
    for (int a = 0; a < 3; a++) {
        launch.range.lower[a] -= self->mesh->active[a] ? beyond : 0;
        launch.range.upper[a] += self->mesh->active[a] ? beyond : 0;
    }
    TRY(taub_device_launch(self->device, &launch, error));
    if (values == TAUB_POINTS)
        TRY(taub_buffer_download(self->rows[0], 0, &count, sizeof count, error));
    self->stand_ins = count;
    return TAUB_OK;
}

/* Writes a quantity of every cell into the spare primitive buffer. What is made of differences is there in one layer of
 * ghost zones, which have neighbours on all sides: interpolation at order 2 looks no further. */
static enum taub_status derive(struct taub_simulation *self, const struct taub_quantity_info *info,
                               enum taub_values values, int beyond, struct taub_error *error)
{
    TRY(taub_simulation_check_whole(self, error));
    const struct taub_scheme *scheme = taub_scheme_find(self->config);
    if (!scheme->gradients || info->id < QUANTITY_OF_GRADIENTS)
        return derive_by_cells(self, info, values, beyond, error);
    self->stand_ins = 0;
    TRY(fill_ghosts(self, error));
    struct taub_launch launch = taub_simulation_scheme_launch(self, scheme->gradients);
    launch.fields[0] = scratch(self);
    launch.fields[1] = taub_simulation_primitive_now(self);
    launch.range.option[0] = info->id;
    for (int a = 0; a < 3; a++) {
        launch.range.lower[a] -= self->mesh->active[a] && beyond > 0;
        launch.range.upper[a] += self->mesh->active[a] && beyond > 0;
    }
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
    return derive(self, info, taub_simulation_values(self), 0, error);
}

enum taub_status taub_simulation_derive_around(struct taub_simulation *self, const struct taub_quantity_info *info,
                                               struct taub_buffer **out, struct taub_error *error)
{
    *out = scratch(self);
    return derive_by_cells(self, info, TAUB_MEANS, taub_around_means(self), error);
}

enum taub_status taub_simulation_read_as(struct taub_simulation *self, const char *name, enum taub_values which,
                                         double *values, size_t size, struct taub_error *error)
{
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, name);
    const size_t zones = (size_t)taub_simulation_zones(self);
    if (!info.name)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (size < zones * (size_t)info.components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s needs room for %zu numbers, %zu were given", name,
                         zones * (size_t)info.components, size);
    TRY(derive(self, &info, which, 0, error));
    return taub_simulation_download_dense(self, scratch(self), self->stored, taub_simulation_derived_at(self, &info),
                                          info.components, values, error);
}

enum taub_status taub_simulation_read_stored(struct taub_simulation *self, const struct taub_quantity_info *info,
                                             int beyond, void *stored, struct taub_error *error)
{
    TRY(derive(self, info, taub_simulation_values(self), beyond, error));
    return taub_simulation_download_stored(self, scratch(self), self->stored, taub_simulation_derived_at(self, info),
                                           info->components, stored, error);
}

enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(
        self, self->mesh->levels
                  ? taub_simulation_read_level(self, name, values, size, error)
                  : taub_simulation_read_as(self, name, taub_simulation_values(self), values, size, error));
}

enum taub_status taub_simulation_restore_primitive(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, taub_simulation_primitive_now(self), conserved_now(self),
                                         0, error));
    return taub_simulation_prepare(self, false, error);
}
