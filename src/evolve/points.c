#include "evolve/points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/around.h"
#include "systems/quantities.h"

enum { COMPONENTS = 10 };   /* of a quantity, at most */
enum { TOGETHER = 1 << 8 }; /* points that ranks tell each other about at a time */

/* A quantity of this rank's blocks as the device has it, as it was with this state. */
struct kept {
    struct taub_quantity_info info;
    void *values;
    size_t bytes;
    int64_t state;
    struct kept *next;
};

struct taub_points {
    struct taub_media *media;
    struct kept *list;
};

static enum taub_status make(struct taub_simulation *simulation, struct taub_error *error)
{
    if (simulation->points)
        return TAUB_OK;
    struct taub_points *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    const enum taub_status status = taub_media_create(simulation->config, &self->media, error);
    if (status == TAUB_OK)
        simulation->points = self;
    else
        free(self);
    return status;
}

void taub_points_destroy(struct taub_points *self)
{
    if (!self)
        return;
    for (struct kept *next; self->list; self->list = next) {
        next = self->list->next;
        free(self->list->values);
        free(self->list);
    }
    taub_media_destroy(self->media);
    free(self);
}

/* ---- what is asked for ---- */

static enum taub_status check_points(const struct taub_simulation *simulation, const double *points, size_t count,
                                     struct taub_error *error)
{
    const struct taub_mesh *mesh = simulation->mesh;
    const double *radii = simulation->config->mesh.radius;
    const char *const axes[3] = {"x", "y", mesh->coordinates == TAUB_MILNE ? "eta" : "z"};
    for (size_t n = 0; n < count && mesh->sphere; n++) {
        const double *x = points + 3 * n, radius = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        if (!(radius >= radii[0] && radius <= radii[1]))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "point %zu: expected a place between the spheres of the radii %.10g and %.10g, got the "
                             "radius %.10g",
                             n + 1, radii[0], radii[1], radius);
    }
    for (size_t n = 0; n < count && !mesh->sphere; n++)
        for (int a = 0; a < 3; a++) {
            const double x = points[3 * n + (size_t)a];
            if (mesh->active[a] ? !(x >= mesh->lower[a] && x <= mesh->upper[a]) : !isfinite(x))
                return taub_fail(error, TAUB_BAD_INPUT,
                                 "point %zu: expected a place in the mesh, whose %s is from %.10g to %.10g, got %.10g",
                                 n + 1, axes[a], mesh->lower[a], mesh->upper[a], x);
        }
    return TAUB_OK;
}

static enum taub_status check(const struct taub_simulation *simulation, const char *name, const double *points,
                              size_t count, size_t size, struct taub_error *error)
{
    const struct taub_mesh *mesh = simulation->mesh;
    const struct taub_quantity_info info = taub_simulation_find_quantity(simulation, name);
    if (!info.name)
        return taub_fail(error, TAUB_BAD_INPUT, "this system has no quantity named %s", name);
    if (info.id == QUANTITY_MAGNETIC_FLUX || info.id == QUANTITY_ELECTRIC_FLUX)
        return taub_fail(error, TAUB_BAD_INPUT, "%s is defined on faces, not at points; use %s", name,
                         info.id == QUANTITY_MAGNETIC_FLUX ? "magnetic_field" : "electric_displacement");
    if (!mesh->sphere && (mesh->faces[0] || mesh->faces[1] || mesh->faces[2]))
        return taub_fail(error, TAUB_BAD_INPUT, "values at points need cells of equal widths");
    if (count > SIZE_MAX / sizeof(double) / COMPONENTS || size < count * (size_t)info.components)
        return taub_fail(error, TAUB_BAD_INPUT, "%s at %zu points needs room for %zu numbers, %zu were given", name,
                         count, count * (size_t)info.components, size);
    return check_points(simulation, points, count, error);
}

/* ---- cells ---- */

/* The blocks of a tree come and go. */
static bool make_room(const struct taub_simulation *simulation, struct kept *kept)
{
    const size_t bytes = taub_mesh_values(simulation->mesh, TAUB_CELL, kept->info.components) * simulation->real_bytes;
    if (kept->values && kept->bytes == bytes)
        return true;
    free(kept->values);
    kept->values = malloc(bytes + 1);
    kept->bytes = bytes;
    return kept->values;
}

/* All ranks call it. */
static enum taub_status read_cells(struct taub_simulation *simulation, const struct taub_quantity_info *info,
                                   const struct kept **out, struct taub_error *error)
{
    struct kept *kept = simulation->points->list;
    while (kept && strcmp(kept->info.name, info->name) != 0)
        kept = kept->next;
    enum taub_status status = TAUB_OK;
    if (!kept && (kept = calloc(1, sizeof *kept))) {
        *kept = (struct kept){.info = *info, .state = -1, .next = simulation->points->list};
        simulation->points->list = kept;
    }
    if (!kept || !make_room(simulation, kept))
        status = taub_fail(error, TAUB_FAILED, "out of memory for %s", info->name);
    TRY(taub_simulation_agree(simulation, status, error));
    *out = kept;
    if (kept->state == simulation->states)
        return TAUB_OK;
    kept->state = -1;
    status = taub_simulation_read_stored(simulation, info, taub_around_beyond(simulation), kept->values, error);
    TRY(taub_simulation_agree(simulation, status, error));
    kept->state = simulation->states;
    return TAUB_OK;
}

/* ---- points ---- */

struct look {
    const struct taub_simulation *simulation;
    const struct kept *cells, *other; /* other: of the other part of complex fields */
};

/* Of a cell that this rank has. */
static double value_at(const struct look *self, const struct kept *kept, const struct taub_place *place, int component)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const struct taub_shape *shape = &mesh->shape;
    const long block = mesh->local ? mesh->local[place->block] : place->block;
    const long at = (block * kept->info.components + component) * shape->component_stride +
                    (place->cell[2] + shape->ghosts[2]) * shape->plane_stride +
                    (long)(place->cell[1] + shape->ghosts[1]) * shape->row_stride + place->cell[0] + shape->row_offset;
    return self->simulation->real_bytes == sizeof(double) ? ((const double *)kept->values)[at]
                                                          : (double)((const float *)kept->values)[at];
}

static int owner_at(const struct look *self, const struct taub_around *around, int n)
{
    struct taub_place place;
    taub_around_place(self->simulation->mesh, around, n, &place);
    return taub_place_owner(self->simulation->mesh, &place);
}

/* Of the n-th cell around a point, which this rank has. */
static double cell_value(const struct look *self, const struct taub_around *around, int n, int component)
{
    double turn[2];
    int cell[3];
    struct taub_place place;
    taub_around_cell(around, n, cell);
    taub_around_place(self->simulation->mesh, around, n, &place);
    const double value = value_at(self, self->cells, &place, component);
    return self->other && taub_around_turn(self->simulation, cell, turn)
               ? taub_around_turned(&self->cells->info, turn, value, value_at(self, self->other, &place, component))
               : value;
}

/* Each rank tells what its cells have, in the order of points, components and cells, and all add up the same numbers.
 * On a tree the cells of a row are not all of one rank. */
static enum taub_status look_at(const struct look *self, const double *points, size_t count, size_t stride,
                                double *values, struct taub_error *error)
{
    const struct taub_simulation *simulation = self->simulation;
    const int ranks = simulation->comm->size, components = self->cells->info.components;
    const size_t each = count * (size_t)components * TAUB_MOST_CELLS_AROUND;
    struct taub_around *around = malloc((count + 1) * sizeof *around);
    double *cells = calloc(each + 1, sizeof *cells),
           *all = ranks > 1 ? malloc((size_t)ranks * each * sizeof *all) : cells;
    enum taub_status status = TAUB_OK;
    if (!around || !cells || !all)
        status = taub_fail(error, TAUB_FAILED, "out of memory for %zu points", count);
    status = taub_simulation_agree(simulation, status, error);
    for (size_t p = 0; p < count && status == TAUB_OK; p++) {
        taub_around_find(simulation, simulation->points->media, points + 3 * p, &around[p]);
        for (int n = 0; n < taub_around_cells(&around[p]); n++)
            for (int c = 0; c < components && owner_at(self, &around[p], n) == simulation->mesh->rank; c++)
                cells[(p * (size_t)components + (size_t)c) * TAUB_MOST_CELLS_AROUND + (size_t)n] =
                    cell_value(self, &around[p], n, c);
    }
    if (status == TAUB_OK && ranks > 1)
        taub_comm_gather_all(simulation->comm, cells, each * sizeof *cells, all);
    for (size_t p = 0; p < count && status == TAUB_OK; p++)
        for (int c = 0; c < components; c++) {
            const size_t first = (p * (size_t)components + (size_t)c) * TAUB_MOST_CELLS_AROUND;
            for (int n = 0; n < taub_around_cells(&around[p]) && ranks > 1; n++)
                cells[first + (size_t)n] = all[(size_t)owner_at(self, &around[p], n) * each + first + (size_t)n];
            values[(size_t)c * stride + p] = taub_around_value(&around[p], cells + first);
        }
    free(around);
    free(cells);
    if (ranks > 1)
        free(all);
    return status;
}

static enum taub_status read_at(struct taub_simulation *simulation, const char *name, const double *points,
                                size_t count, double *values, size_t size, struct taub_error *error)
{
    enum taub_status status = check(simulation, name, points, count, size, error);
    if (status == TAUB_OK)
        status = taub_simulation_check_whole(simulation, error);
    if (status == TAUB_OK)
        status = make(simulation, error);
    TRY(taub_simulation_agree(simulation, status, error));
    const struct taub_quantity_info info = taub_simulation_find_quantity(simulation, name);
    const struct taub_quantity_info *other =
        simulation->config->mesh.bloch_given ? taub_around_other_part(simulation, &info) : NULL;
    struct look look = {simulation, NULL, NULL};
    TRY(read_cells(simulation, &info, &look.cells, error));
    if (other)
        TRY(read_cells(simulation, other, &look.other, error));
    for (size_t first = 0; first < count; first += TOGETHER)
        TRY(look_at(&look, points + 3 * first, count - first < TOGETHER ? count - first : TOGETHER, count,
                    values + first, error));
    return TAUB_OK;
}

enum taub_status taub_simulation_read_at(struct taub_simulation *self, const char *name, const double *points,
                                         size_t count, double *values, size_t size, struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, read_at(self, name, points, count, values, size, error));
}
