/* What the public interface adds for meshes with blocks of several levels: arrays of all cells of one level. */
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/internal.h"
#include "mesh/places.h"
#include "systems/quantities.h"

int taub_simulation_levels(const struct taub_simulation *self)
{
    return self->mesh->levels;
}

enum taub_status taub_simulation_choose_level(struct taub_simulation *self, int level, struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    enum taub_status status = TAUB_OK;
    if (level >= 0 && level <= self->mesh->levels)
        self->level = level;
    else
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "level %d was asked for; expected one from 0 to the finest (mesh.refine.levels), %d", level,
                           self->mesh->levels);
    return taub_simulation_leave(self, status);
}

int taub_simulation_blocks(const struct taub_simulation *self, int cells[3], struct taub_block_place *blocks, int room)
{
    const struct taub_mesh *mesh = self->mesh;
    const int count = mesh->grid[0] * mesh->grid[1] * mesh->grid[2];
    for (int a = 0; a < 3; a++)
        cells[a] = mesh->shape.cells[a];
    for (int b = 0; blocks && b < count && b < room; b++) {
        blocks[b].level = mesh->all[b].level;
        for (int a = 0; a < 3; a++)
            blocks[b].first[a] = mesh->all[b].place[a];
    }
    return count;
}

enum taub_status taub_simulation_refuse_tree(const struct taub_simulation *self, struct taub_error *error)
{
    return self->mesh->levels
               ? taub_fail(error, TAUB_BAD_INPUT,
                           "a state cannot be written into blocks of several levels (mesh.refine), which have no one "
                           "array of cells; give initial data with the case, or run it without mesh.refine")
               : TAUB_OK;
}

/* ---- arrays ---- */

/* From cells of all blocks, [component][zone], to those of a level, [component][each]; `at` is the one at hand. */
struct spread {
    const struct taub_mesh *mesh;
    const double *cells;
    double *values;
    size_t components, zones, each, at;
};

static size_t zone_of(const struct taub_mesh *mesh, const struct taub_place *place)
{
    int first[3];
    taub_mesh_stored_place(mesh, place->block, first);
    const size_t row = (size_t)(first[2] + place->cell[2]) * (size_t)mesh->cells[1] + (size_t)place->cell[1];
    return row * (size_t)mesh->cells[0] + (size_t)place->cell[0];
}

static bool add(void *user, const struct taub_place *place, double weight)
{
    const struct spread *self = user;
    const size_t from = zone_of(self->mesh, place);
    for (size_t c = 0; c < self->components; c++)
        self->values[c * self->each + self->at] += weight * self->cells[c * self->zones + from];
    return true;
}

/* From a cell on along x as far as its block goes, where that is not finer; returns how many. */
static int repeat(struct spread *self, int level, const int cell[3])
{
    const struct taub_mesh *mesh = self->mesh;
    struct taub_place place;
    if (!taub_place_find(mesh, level, cell, &place))
        return 0;
    const int coarser = mesh->active[0] ? level - mesh->all[place.block].level : 0;
    const int first = cell[0] - (cell[0] >> coarser << coarser);
    const int count = ((mesh->shape.cells[0] - place.cell[0]) << coarser) - first;
    const size_t from = zone_of(mesh, &place);
    for (size_t c = 0; c < self->components; c++)
        for (int n = 0; n < count; n++)
            self->values[c * self->each + self->at + (size_t)n] =
                self->cells[c * self->zones + from + (size_t)((first + n) >> coarser)];
    return count;
}

static void spread_all(struct spread *self, int level)
{
    const struct taub_mesh *mesh = self->mesh;
    const int n[3] = {taub_level_cells(mesh, level, 0), taub_level_cells(mesh, level, 1),
                      taub_level_cells(mesh, level, 2)};
    memset(self->values, 0, self->components * self->each * sizeof *self->values);
    for (int row = 0; row < n[1] * n[2]; row++)
        for (int i = 0, count; i < n[0]; i += count, self->at += (size_t)count) {
            const int cell[3] = {i, row % n[1], row / n[1]};
            count = repeat(self, level, cell);
            if (count == 0) {
                taub_places_of(mesh, level, cell, add, self);
                count = 1;
            }
        }
}

/* On all ranks, since cells of a level are not those of blocks. */
enum taub_status taub_simulation_read_level(struct taub_simulation *self, const char *name, double *values, size_t size,
                                            struct taub_error *error)
{
    const struct taub_quantity_info info = taub_simulation_find_quantity(self, name);
    const size_t zones = (size_t)taub_simulation_zones(self), all = (size_t)taub_simulation_all_zones(self);
    const size_t components = (size_t)info.components;
    size_t each = 1;
    if (info.id == QUANTITY_MAGNETIC_FLUX)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s is defined on faces, whose values on another level than that of their block are no means of "
            "cells; use magnetic_field",
            name);
    for (int a = 0; a < 3; a++)
        each *= (size_t)taub_level_cells(self->mesh, self->level, a);
    if (size < components * each)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s on the cells of level %d needs room for %zu numbers, %zu were given", name, self->level,
                         components * each, size);
    double *own = malloc((components * zones + 1) * sizeof *own);
    double *cells = self->ranks ? malloc((components * all + 1) * sizeof *cells) : own;
    enum taub_status status = own && cells ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for %s", name);
    status = taub_simulation_agree(self, status, error);
    if (status == TAUB_OK)
        status = taub_simulation_read_as(self, name, taub_simulation_values(self), own, components * zones, error);
    status = taub_simulation_agree(self, status, error);
    struct spread spread = {self->mesh, cells, values, components, all, each, 0};
    for (size_t c = 0; c < components && status == TAUB_OK && cells != own; c++)
        taub_simulation_gather_blocks(self, own + c * zones,
                                      all / (size_t)taub_mesh_all_blocks(self->mesh) * sizeof *own, cells + c * all);
    if (status == TAUB_OK)
        spread_all(&spread, self->level);
    if (cells != own)
        free(cells);
    free(own);
    return status;
}
