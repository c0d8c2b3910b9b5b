#include "evolve/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/dense.h"
#include "evolve/media.h"
#include "jit/bundle.h"
#include "mesh/sphere.h"
#include "mesh/spacing.h"

static bool is_code(const struct taub_simulation *self)
{
    return self->config->initial.kind == TAUB_INITIAL_CODE;
}

/* Particles may have replaced the case's own data. */
bool taub_start_is_on_device(const struct taub_simulation *self)
{
    return self->problem ? taub_problem_is_formula(self->problem) : is_code(self);
}

bool taub_simulation_may_jump(const struct taub_config *config)
{
    return config->system != TAUB_SYSTEM_MAXWELL && config->eos.kind == TAUB_EOS_IDEAL_GAS &&
           !taub_has_boundary(config, TAUB_INFLOW) && !taub_has_boundary(config, TAUB_BOUNDARY_CODE);
}

/* ---- the program ---- */

enum taub_status taub_start_compile(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    size_t numbers;
    const bool made_here = is_code(self) || taub_problem_kernel(config, &numbers);
    const bool on_faces = taub_face_vectors(config) > 0;
    const struct {
        const char *name;
        enum taub_pass_kind kind;
        bool wanted;
    } passes[TAUB_START_PASSES] = {
        [START_INITIALIZE] = {"initialize", TAUB_POINT_PASS, made_here},
        [START_FACES] = {"initial_faces", TAUB_POINT_PASS, made_here && on_faces},
        [START_CHECK] = {"check_rows", TAUB_ROW_PASS, true},
        [START_JUMPS] = {"jump_rows", TAUB_ROW_PASS, taub_simulation_may_jump(config)},
        [START_COMPARE] = {"compare_rows", TAUB_ROW_PASS, is_code(self) && on_faces},
    };
    struct taub_bundle *bundle = NULL;
    TRY(taub_start_bundle(config, self->eos, &bundle, error));
    const enum taub_status status = taub_program_create(self->device, bundle, &self->start.program, error);
    taub_bundle_destroy(bundle);
    TRY(status);
    for (int n = 0; n < TAUB_START_PASSES; n++) {
        const struct taub_pass_geometry geometry = {.kind = passes[n].kind, .group = {1, 1}, .tile = {1, 1, 1}};
        if (passes[n].wanted)
            TRY(taub_program_pass(self->start.program, passes[n].name, &geometry, &self->start.passes[n], error));
    }
    return TAUB_OK;
}

enum taub_status taub_start_create_numbers(struct taub_simulation *self, struct taub_error *error)
{
    size_t count;
    if (!taub_problem_kernel(self->config, &count))
        return TAUB_OK;
    TRY(taub_buffer_create(self->device, count * sizeof(double), &self->start.numbers, error));
    return taub_buffer_upload(self->start.numbers, 0, taub_problem_numbers(self->problem), count * sizeof(double),
                              error);
}

void taub_start_destroy(struct taub_simulation *self)
{
    taub_buffer_destroy(self->start.numbers);
    taub_buffer_destroy(self->start.tables);
    taub_program_destroy(self->start.program);
}

static struct taub_launch launch_of(const struct taub_simulation *self, enum taub_start_pass pass)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_GHOSTS);
    launch.pass = self->start.passes[pass];
    launch.tables = self->start.tables ? self->start.tables : self->tables;
    return launch;
}

/* ---- states ---- */

/* One launch at a time: passes read it from the clock. */
static enum taub_status launch_at(struct taub_simulation *self, double time, const struct taub_launch *launch,
                                  struct taub_error *error)
{
    const double now = self->clock.time;
    self->clock.time = time;
    const enum taub_status status = taub_simulation_upload_clock(self, error);
    self->clock.time = now;
    TRY(status);
    TRY(taub_device_launch(self->device, launch, error));
    return taub_simulation_upload_clock(self, error);
}

/* option: 1 for the user's state at rest */
static enum taub_status initialize(struct taub_simulation *self, double t, int option, struct taub_buffer *to,
                                   struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, START_INITIALIZE);
    launch.fields[0] = to;
    launch.fields[1] = self->start.numbers;
    launch.range.option[0] = option;
    return launch_at(self, t, &launch, error);
}

enum taub_status taub_start_fill_equilibrium(struct taub_simulation *self, struct taub_buffer *to,
                                             struct taub_error *error)
{
    return initialize(self, self->clock.time, 1, to, error);
}

enum taub_status taub_start_fill(struct taub_simulation *self, double t, struct taub_buffer *to,
                                 struct taub_error *error)
{
    TRY(initialize(self, t, 0, to, error));
    return self->system->medium ? self->system->medium->fill(self, to, error) : TAUB_OK;
}

/* With the upper faces of every block. */
enum taub_status taub_start_fill_faces(struct taub_simulation *self, double t, struct taub_buffer *to,
                                       struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, START_FACES);
    if (!launch.pass)
        return TAUB_OK;
    launch.fields[0] = to;
    launch.fields[1] = self->start.numbers;
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] += self->mesh->active[a];
    return launch_at(self, t, &launch, error);
}

/* ---- rows ---- */

/* Rows of `count` numbers, of this rank's blocks in their order, from what a pass has left. */
static enum taub_status download_rows(struct taub_simulation *self, const struct taub_launch *launch, int count,
                                      double **out, size_t *rows, struct taub_error *error)
{
    const int *n = self->mesh->shape.cells;
    *rows = (size_t)launch->shape.blocks * (size_t)n[1] * (size_t)n[2];
    const size_t values = *rows * (size_t)count;
    *out = malloc(values * sizeof **out);
    if (!*out)
        return taub_fail(error, TAUB_FAILED, "out of memory for rows of the initial state");
    TRY(taub_device_launch(self->device, launch, error));
    TRY(taub_buffer_download(self->rows[0], 0, *out, values * self->real_bytes, error));
    for (size_t at = values; at-- > 0 && self->real_bytes == sizeof(float);) {
        float single;
        memcpy(&single, (const char *)*out + at * sizeof single, sizeof single);
        (*out)[at] = single;
    }
    return TAUB_OK;
}

enum taub_status taub_start_look(struct taub_simulation *self, struct taub_buffer *state, struct taub_start_look *out,
                                 struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, START_CHECK);
    double *values = NULL, most[3] = {0.0, -HUGE_VAL, -HUGE_VAL};
    size_t rows = 0;
    launch.fields[0] = self->rows[0];
    launch.fields[1] = state;
    enum taub_status status = download_rows(self, &launch, 3, &values, &rows, error);
    for (size_t row = 0; row < rows && status == TAUB_OK; row++) {
        most[0] = fmax(most[0], values[3 * row]);
        most[1] = fmax(most[1], -values[3 * row + 1]);
        most[2] = fmax(most[2], values[3 * row + 2]);
    }
    free(values);
    TRY(taub_simulation_agree(self, status, error));
    for (int n = 0; n < 3; n++)
        most[n] = taub_simulation_share_largest(self, most[n]);
    *out = (struct taub_start_look){most[0] > 0.0, -most[1], most[2]};
    return TAUB_OK;
}

enum taub_status taub_simulation_jumps(struct taub_simulation *self, bool *jumps, struct taub_error *error)
{
    double *values = NULL, largest = 0.0;
    size_t rows = 0;
    *jumps = taub_has_boundary(self->config, TAUB_INFLOW) || taub_has_boundary(self->config, TAUB_BOUNDARY_CODE);
    if (!taub_simulation_may_jump(self->config))
        return TAUB_OK;
    if (self->comm->size > 1)
        TRY(taub_simulation_see_neighbours(self, TAUB_POINTS, error));
    struct taub_launch launch = launch_of(self, START_JUMPS);
    launch.fields[0] = self->rows[0];
    launch.fields[1] = taub_simulation_primitive_now(self);
    const enum taub_status status = download_rows(self, &launch, 1, &values, &rows, error);
    for (size_t row = 0; row < rows && status == TAUB_OK; row++)
        largest = fmax(largest, values[row]);
    free(values);
    TRY(taub_simulation_agree(self, status, error));
    *jumps = taub_simulation_share_largest(self, largest) > 0.0;
    return TAUB_OK;
}

enum taub_status taub_start_compare(struct taub_simulation *self, struct taub_buffer *cells, struct taub_buffer *faces,
                                    struct taub_difference sums[3], struct taub_error *error)
{
    struct taub_launch launch = launch_of(self, START_COMPARE);
    double *values = NULL;
    size_t rows = 0;
    launch.fields[0] = self->rows[0];
    launch.fields[1] = cells;
    launch.fields[2] = faces;
    const enum taub_status status = download_rows(self, &launch, 9, &values, &rows, error);
    for (size_t row = 0; row < rows && status == TAUB_OK; row++)
        for (int a = 0; a < 3; a++) {
            if (!self->mesh->active[a] && self->system->face_vectors < 2)
                continue; /* along an axis of one cell the field is that of the cells */
            sums[a].difference += values[9 * row + (size_t)(3 * a)];
            sums[a].faces += values[9 * row + (size_t)(3 * a) + 1];
            sums[a].given += values[9 * row + (size_t)(3 * a) + 2];
        }
    free(values);
    return status;
}
