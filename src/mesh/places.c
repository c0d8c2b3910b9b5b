#include "mesh/places.h"

#include <math.h>

#include "mesh/block.h"

/* ---- levels ---- */

static int finer(const struct taub_mesh *self, int level, int axis)
{
    return self->active[axis] ? level : 0;
}

int taub_level_cells(const struct taub_mesh *self, int level, int axis)
{
    return self->levels ? self->shape.mesh[axis] << finer(self, level, axis) : self->cells[axis];
}

double taub_level_width(const struct taub_mesh *self, int level, int axis)
{
    return ldexp(self->shape.spacing[axis], -finer(self, level, axis));
}

double taub_level_face(const struct taub_mesh *self, int level, int axis, int n)
{
    return !self->levels                              ? taub_mesh_face(self, axis, n)
           : n == taub_level_cells(self, level, axis) ? self->upper[axis]
                                                      : self->lower[axis] + n * taub_level_width(self, level, axis);
}

double taub_level_middle(const struct taub_mesh *self, int level, int axis, int n)
{
    return self->levels ? self->lower[axis] + (n + 0.5) * taub_level_width(self, level, axis)
                        : taub_mesh_middle(self, axis, n);
}

/* ---- cells ---- */

static bool find_in_tree(const struct taub_mesh *self, int level, const int cell[3], struct taub_place *out)
{
    for (int coarser = 0; coarser <= level; coarser++) {
        int at[3];
        for (int a = 0; a < 3; a++) {
            out->cell[a] = cell[a] >> finer(self, coarser, a);
            at[a] = out->cell[a] / self->shape.cells[a];
            out->cell[a] -= at[a] * self->shape.cells[a];
        }
        out->block = taub_block_find(self->index, level - coarser, at);
        if (out->block >= 0)
            return true;
    }
    return false;
}

bool taub_place_find(const struct taub_mesh *self, int level, const int cell[3], struct taub_place *out)
{
    if (self->levels)
        return find_in_tree(self, level, cell, out);
    out->block = 0;
    for (int a = 2; a >= 0; a--) {
        const int cells = self->shape.cells[a];
        out->block = out->block * self->grid[a] + cell[a] / cells;
        out->cell[a] = cell[a] % cells;
    }
    return true;
}

int taub_place_finest(const struct taub_mesh *self, const double point[3])
{
    int above[3], finest = -1;
    bool on_face[3];
    for (int a = 0; a < 3; a++) {
        const int cells = taub_level_cells(self, self->levels, a);
        const double x = (point[a] - self->lower[a]) / taub_level_width(self, self->levels, a);
        above[a] = !self->active[a] || x < 0.0 ? 0 : x >= cells ? cells - 1 : (int)x;
        on_face[a] = x == above[a] && above[a] > 0;
    }
    for (int n = 0; n < 8; n++) {
        int cell[3];
        bool there = true;
        struct taub_place place;
        for (int a = 0; a < 3; a++) {
            there = there && (on_face[a] || !(n >> a & 1));
            cell[a] = above[a] - (n >> a & 1);
        }
        if (there && taub_place_find(self, self->levels, cell, &place) &&
            (finest < 0 || self->all[place.block].level > self->all[finest].level))
            finest = place.block;
    }
    return finest;
}

int taub_place_owner(const struct taub_mesh *self, const struct taub_place *place)
{
    return self->all[place->block].owner;
}

size_t taub_place_dense(const struct taub_mesh *self, const struct taub_place *place)
{
    int first[3];
    taub_mesh_stored_place(self, place->block, first);
    const int row = first[1] + place->cell[1] + self->cells[1] * (first[2] + place->cell[2]);
    return (size_t)(self->row_index ? self->row_index[row] : row) * (size_t)self->cells[0] +
           (size_t)(first[0] + place->cell[0]);
}

static bool visit_parts(const struct taub_mesh *self, int level, const int cell[3], double weight,
                        taub_visit_place *visit, void *user)
{
    struct taub_place place;
    if (taub_place_find(self, level, cell, &place))
        return visit(user, &place, weight);
    const int parts = (1 << self->active[0]) << self->active[1] << self->active[2];
    for (int n = 0; n < 8; n++) {
        int part[3];
        bool there = true;
        for (int a = 0; a < 3; a++) {
            there = there && (self->active[a] || !(n >> a & 1));
            part[a] = self->active[a] ? 2 * cell[a] + (n >> a & 1) : cell[a];
        }
        if (there && !visit_parts(self, level + 1, part, weight / parts, visit, user))
            return false;
    }
    return true;
}

bool taub_places_of(const struct taub_mesh *self, int level, const int cell[3], taub_visit_place *visit, void *user)
{
    return visit_parts(self, level, cell, 1.0, visit, user);
}
