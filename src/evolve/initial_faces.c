/* Initial values on faces: from a vector potential by integrals along edges, so that the divergence is that of
 * rounding, or averages over faces. */
#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "core/try.h"
#include "evolve/internal.h"
#include "problems/average.h"
#include "systems/medium.h"
#include "systems/poles.h"
#include "systems/radiation.h"

enum { POINTS = 4 }; /* of Gauss and Legendre's rule along an edge */

struct faces {
    const struct taub_simulation *simulation;
    double t;
    double *values;
    int vector; /* of those on faces */
};

/* The mean of A_axis along an edge of a cell that begins at a corner. */
static double edge_mean(const struct faces *faces, const double corner[3], int axis, double width)
{
    const struct taub_simulation *self = faces->simulation;
    const double half = 0.5 * width;
    double places[TAUB_AVERAGE_POINTS], weights[TAUB_AVERAGE_POINTS], a[3], uniform[3], sum = 0;
    const int points = self->mesh->active[axis] ? POINTS : 1;
    taub_average_rule(points, places, weights);
    for (int n = 0; n < points; n++) {
        double x[3] = {corner[0], corner[1], corner[2]};
        x[axis] += half * (1 + places[n]);
        taub_problem_potential(self->problem, x, faces->t, faces->vector, a, uniform);
        sum += weights[n] * a[axis];
    }
    return sum;
}

static void corner_of(const struct taub_mesh *mesh, const int at[3], double x[3])
{
    for (int a = 0; a < 3; a++)
        x[a] = mesh->faces[a] ? mesh->faces[a][at[a]] : mesh->shape.lower[a] + at[a] * mesh->shape.spacing[a];
}

/* The cell of the mesh beside the lower face across d of `at`, which for the last face lies beyond the mesh. */
static void cell_at_face(const struct taub_mesh *mesh, const int at[3], int d, int cell[3], double widths[3])
{
    for (int a = 0; a < 3; a++)
        cell[a] = at[a] - (a == d && at[a] == mesh->cells[a]);
    taub_mesh_widths(mesh, cell[0], cell[1], cell[2], widths);
}

/* B_d of the lower face across d: the circulation of A around it over its area. */
static double from_potential(const struct faces *faces, const int at[3], int d)
{
    const struct taub_mesh *mesh = faces->simulation->mesh;
    const int p = (d + 1) % 3, q = (d + 2) % 3;
    double a[3], uniform[3], x[3], widths[3], sum = 0;
    int cell[3];
    cell_at_face(mesh, at, d, cell, widths);
    corner_of(mesh, at, x);
    taub_problem_potential(faces->simulation->problem, x, faces->t, faces->vector, a, uniform);
    for (int n = 0; n < 2; n++) {
        const int across = n ? q : p, along = n ? p : q;
        int next[3] = {at[0], at[1], at[2]};
        double y[3];
        if (!mesh->active[across])
            continue;
        next[across]++;
        corner_of(mesh, next, y);
        const double upper = edge_mean(faces, y, along, widths[along]),
                     lower = edge_mean(faces, x, along, widths[along]);
        const double change = (upper - lower) / widths[across];
        sum += n ? -change : change;
    }
    return uniform[d] + sum;
}

static enum taub_status from_state(const struct faces *faces, const int at[3], int d, double *value,
                                   struct taub_error *error)
{
    const struct taub_simulation *self = faces->simulation;
    const struct taub_moment moment = {self, faces->t};
    struct taub_average average = {.points = taub_average_points(self->config),
                                   .components = self->components,
                                   .smooth = taub_problem_is_smooth(self->problem),
                                   .point = taub_densities_at,
                                   .user = &moment,
                                   .comparable = self->system->comparable};
    double x[3], corner[3], u[TAUB_MOST_COMPONENTS];
    int cell[3];
    cell_at_face(self->mesh, at, d, cell, average.spacing);
    taub_mesh_center(self->mesh, cell[0], cell[1], cell[2], x);
    corner_of(self->mesh, at, corner);
    x[d] = corner[d];
    for (int a = 0; a < 3; a++)
        average.active[a] = a != d && self->mesh->active[a];
    TRY(taub_cell_average(&average, x, u, error));
    *value = u[self->system->faces + 3 * faces->vector + d];
    return TAUB_OK;
}

static enum taub_status face_row(void *user, int number, struct taub_error *error)
{
    const struct faces *faces = user;
    const struct taub_simulation *self = faces->simulation;
    const int *n = self->mesh->cells, row = taub_mesh_row(self->mesh, number);
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < n[0] && (self->mesh->active[d] || self->system->face_vectors > 1); i++) {
            const int at[3] = {i, row % n[1], row / n[1]};
            double *to = faces->values + (size_t)(self->system->faces + 3 * faces->vector + d) * zones +
                         (size_t)number * (size_t)n[0] + i;
            double a[3], uniform[3], x[3];
            taub_mesh_center(self->mesh, at[0], at[1], at[2], x);
            if (taub_problem_potential(self->problem, x, faces->t, faces->vector, a, uniform))
                *to = from_potential(faces, at, d);
            else
                TRY(from_state(faces, at, d, to, error));
        }
    return TAUB_OK;
}

struct media {
    const struct taub_simulation *simulation;
    const struct taub_medium_array *array;
    struct taub_pole_set poles;
    double *values;
};

static enum taub_status medium_row(void *user, int number, struct taub_error *error)
{
    const struct media *media = user;
    const struct taub_simulation *self = media->simulation;
    const int *n = self->mesh->cells, *several = self->mesh->active, row = taub_mesh_row(self->mesh, number);
    const bool active[3] = {several[0], several[1], several[2]};
    const int numbers = taub_medium_numbers(self->config), first = taub_medium_component(self->config);
    const size_t zones = (size_t)taub_simulation_zones(self);
    (void)error;
    for (int i = 0; i < n[0]; i++) {
        double x[3], medium[TAUB_MEDIUM_NUMBERS], strengths[TAUB_MOST_POLES];
        struct taub_metal metal;
        double *to = media->values + (size_t)first * zones + (size_t)number * (size_t)n[0] + i;
        taub_mesh_center(self->mesh, i, row % n[1], row / n[1], x);
        taub_medium_of_cell(self->config, media->array, x, self->mesh->shape.spacing, active, &metal, medium);
        for (int c = 0; c < numbers; c++)
            to[(size_t)c * zones] = medium[c];
        if (media->poles.count > 0)
            taub_poles_of_cell(self->config, &media->poles, x, self->mesh->shape.spacing, active, &metal, strengths);
        for (int c = 0; c < media->poles.count; c++)
            to[(size_t)(numbers + c) * zones] = strengths[c];
    }
    return TAUB_OK;
}

/* The medium of cells, which no initial data give. */
static enum taub_status fill_medium(const struct taub_simulation *self, double *values, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    struct taub_medium_array *array;
    if (config->system != TAUB_SYSTEM_MAXWELL || !taub_medium_varies(config))
        return TAUB_OK;
    TRY(taub_medium_array_read(config, &array, error));
    struct media media = {.simulation = self, .array = array, .values = values};
    taub_poles_find(config, &media.poles);
    enum taub_status status = taub_radiation_check(config, array, error);
    if (status == TAUB_OK)
        status = taub_parallel(config->device.threads, self->mesh->row_count, medium_row, &media, error);
    taub_medium_array_destroy(array);
    return status;
}

/* Of one vector no field crosses a wall. */
unsigned taub_upper_faces(const struct taub_config *config)
{
    const int vectors = taub_face_vectors(config);
    unsigned axes = 0;
    for (int a = 0; a < 3; a++) {
        const enum taub_boundary end = config->mesh.boundary[a][1];
        const bool some = end != TAUB_PERIODIC && (vectors > 1 || end != TAUB_REFLECTING);
        axes |= vectors > 0 && config->mesh.cells[a] > 1 && some ? 1u << a : 0;
    }
    return axes;
}

static enum taub_status put_upper_face(const struct taub_simulation *self, double t, int b, int part, const int at[3],
                                       int axis, void *storage, struct taub_error *error)
{
    const struct taub_shape *s = &self->mesh->shape;
    const struct taub_block *block = &self->mesh->blocks[b];
    const int place[3] = {block->place[0] + at[0], block->place[1] + at[1], block->place[2] + at[2]};
    for (int vector = 0; vector < self->system->face_vectors; vector++) {
        const struct faces faces = {self, t, NULL, vector};
        const int component = self->system->faces + 3 * vector + axis;
        double a[3], uniform[3], x[3] = {0, 0, 0}, value;
        if (taub_problem_potential(self->problem, x, faces.t, vector, a, uniform))
            value = from_potential(&faces, place, axis);
        else
            TRY(from_state(&faces, place, axis, &value, error));
        const long index = ((long)b * self->stored + part * self->components + component) * s->component_stride +
                           (at[2] + s->ghosts[2]) * s->plane_stride + (long)(at[1] + s->ghosts[1]) * s->row_stride +
                           at[0] + s->row_offset;
        if (self->real_bytes == sizeof(double))
            ((double *)storage)[index] = value;
        else
            ((float *)storage)[index] = (float)value;
    }
    return TAUB_OK;
}

static enum taub_status put_upper_faces(const struct taub_simulation *self, double t, int part, void *storage,
                                        struct taub_error *error)
{
    const struct taub_shape *s = &self->mesh->shape;
    const unsigned axes = taub_upper_faces(self->config);
    for (int b = 0; b < s->blocks; b++)
        for (int axis = 0; axis < 3; axis++) {
            const int link = self->mesh->blocks[b].neighbour[2 * axis + 1].block[0];
            int at[3], upper[3] = {s->cells[0], s->cells[1], s->cells[2]};
            if (!(axes & 1u << axis) || link >= 0 || link == TAUB_BLOCK_ELSEWHERE)
                continue;
            upper[axis] = 1;
            for (at[2] = 0; at[2] < upper[2]; at[2]++)
                for (at[1] = 0; at[1] < upper[1]; at[1]++)
                    for (at[0] = 0; at[0] < upper[0]; at[0]++) {
                        int face[3] = {at[0], at[1], at[2]};
                        face[axis] = s->cells[axis];
                        TRY(put_upper_face(self, t, b, part, face, axis, storage, error));
                    }
        }
    return TAUB_OK;
}

enum taub_status taub_simulation_put_upper_faces(struct taub_simulation *self, double t, void *storage,
                                                 struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    for (int part = 0; part < self->mesh->parts && status == TAUB_OK; part++) {
        taub_problem_take_part(self->problem, part);
        status = put_upper_faces(self, t, part, storage, error);
    }
    taub_problem_take_part(self->problem, 0);
    return status;
}

enum taub_status taub_simulation_fill_faces(const struct taub_simulation *self, double t, double *values,
                                            struct taub_error *error)
{
    TRY(fill_medium(self, values, error));
    for (int vector = 0; vector < taub_face_vectors(self->config); vector++) {
        struct faces faces = {self, t, values, vector};
        TRY(taub_parallel(self->config->device.threads, self->mesh->row_count, face_row, &faces, error));
    }
    return TAUB_OK;
}

/* What is allowed of the largest field over the smallest width of cells: rounding, of coordinates too. */
static double tolerance(const struct taub_simulation *self)
{
    return self->config->device.precision == TAUB_DOUBLE ? 1e-9 : 1e-3;
}

int taub_magnetic_component(const struct taub_system *system)
{
    return system->faces + 3 * (system->face_vectors - 1);
}

/* Adds up what all ranks have. */
static enum taub_status share_differences(struct taub_simulation *self, struct taub_difference sums[3],
                                          struct taub_error *error)
{
    const int ranks = self->comm->size;
    struct taub_difference *all = malloc((size_t)ranks * 3 * sizeof *all);
    const enum taub_status status =
        all ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for sums of %d ranks", ranks);
    TRY(taub_simulation_agree(self, status, error));
    taub_comm_gather_all(self->comm, sums, 3 * sizeof *sums, all);
    for (int a = 0; a < 3; a++)
        sums[a] = (struct taub_difference){0, 0, 0};
    for (int n = 0; n < 3 * ranks; n++) {
        sums[n % 3].difference += all[n].difference;
        sums[n % 3].faces += all[n].faces;
        sums[n % 3].given += all[n].given;
    }
    free(all);
    return TAUB_OK;
}

/* Means of faces and of points differ by second order of the width of cells, and by a few per cent at sharp edges; one
 * component that is lost or has the other sign by all of both. Below rounding of the whole field nothing is compared,
 * nor where `initial` gives no field at all. */
enum taub_status taub_simulation_check_potential(struct taub_simulation *self, const struct taub_difference own[3],
                                                 struct taub_error *error)
{
    const double most = 0.5;
    struct taub_difference sums[3] = {own[0], own[1], own[2]};
    TRY(share_differences(self, sums, error));
    const double given = sums[0].given + sums[1].given + sums[2].given;
    const double whole = given + sums[0].faces + sums[1].faces + sums[2].faces;
    for (int a = 0; a < 3; a++) {
        const double size = sums[a].faces + sums[a].given;
        if (given == 0.0 || sums[a].difference <= most * size || sums[a].difference <= tolerance(self) * whole)
            continue;
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: B_%c of `initial` (state[%d]) and of the curl of vector_potential differ by %.3g of the "
                         "sum of their sizes, over all cells (at most %g is taken for what cells do not resolve): one "
                         "is wrong by its sign or lacks something",
                         self->config->initial.file, "xyz"[a], taub_magnetic_component(self->system) + a,
                         sums[a].difference / size, most);
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_check_divergence(struct taub_simulation *self, struct taub_error *error)
{
    double totals[MOST_REDUCTIONS];
    if (!self->system->face_vectors)
        return TAUB_OK;
    TRY(taub_simulation_totals(self, totals, error));
    /* maxwell: of D less the charges, and of B, behind the largest of either */
    for (int n = 0; n < self->system->face_vectors; n++) {
        const int at = taub_system_reductions(self->system, self->config) - self->system->face_vectors + n;
        const double largest = totals[at - self->system->face_vectors], divergence = totals[at];
        if (divergence <= tolerance(self) * largest || divergence == 0.0)
            continue;
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial data: the %s has a divergence of %.3g of its largest size over the smallest "
                         "width of cells (at most %g is taken for rounding). A field that is given by its values has "
                         "to be uniform along its direction, and periodic where the mesh is; one from a vector "
                         "potential has none, if the potential's curl is periodic there.",
                         n + 1 < self->system->face_vectors ? "electric displacement" : "magnetic field",
                         divergence / largest, tolerance(self));
    }
    return TAUB_OK;
}
