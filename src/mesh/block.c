#include "mesh/block.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

/* ---- finding blocks by position ---- */

/* Position of a block, counted in blocks of its level, and its number. */
struct entry {
    int level, at[3], number;
};

static int by_position(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    for (int axis = 2; axis >= 0; axis--)
        if (x->at[axis] != y->at[axis])
            return x->at[axis] < y->at[axis] ? -1 : 1;
    return 0;
}

struct taub_block_index {
    struct taub_block_grid grid;
    struct entry *entries;
    int count;
};

int taub_block_find(const struct taub_block_index *index, int level, const int at[3])
{
    const struct entry key = {level, {at[0], at[1], at[2]}, 0};
    const struct entry *found = bsearch(&key, index->entries, (size_t)index->count, sizeof key, by_position);
    return found ? found->number : -1;
}

static int blocks_along(const struct taub_block_grid *grid, int level, int axis)
{
    return grid->active[axis] ? grid->grid[axis] << level : grid->grid[axis];
}

static enum taub_status make_index(const struct taub_block_grid *grid, const struct taub_block *blocks, int count,
                                   struct taub_block_index *index, struct taub_error *error)
{
    *index = (struct taub_block_index){*grid, malloc((size_t)count * sizeof *index->entries), count};
    if (!index->entries)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the table of blocks");
    for (int b = 0; b < count; b++) {
        struct entry *entry = &index->entries[b];
        entry->level = blocks[b].level;
        entry->number = b;
        for (int a = 0; a < 3; a++)
            entry->at[a] = blocks[b].place[a] / grid->cells[a];
    }
    qsort(index->entries, (size_t)count, sizeof *index->entries, by_position);
    for (int n = 1; n < count; n++)
        if (by_position(&index->entries[n - 1], &index->entries[n]) == 0)
            return taub_fail(error, TAUB_BAD_INPUT, "mesh: blocks %d and %d are the same one",
                             index->entries[n - 1].number, index->entries[n].number);
    return TAUB_OK;
}

enum taub_status taub_block_index_create(const struct taub_block_grid *grid, const struct taub_block *blocks, int count,
                                         struct taub_block_index **out, struct taub_error *error)
{
    struct taub_block_index *self = malloc(sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the table of blocks");
    const enum taub_status status = make_index(grid, blocks, count, self, error);
    if (status != TAUB_OK) {
        taub_block_index_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_block_index_destroy(struct taub_block_index *self)
{
    if (self)
        free(self->entries);
    free(self);
}

bool taub_block_wrap(const struct taub_block_grid *grid, int level, int at[3])
{
    for (int a = 0; a < 3; a++) {
        const int along = blocks_along(grid, level, a), side = at[a] >= along;
        if (at[a] >= 0 && at[a] < along)
            continue;
        if (!grid->active[a] || grid->boundary[a][side] != TAUB_PERIODIC)
            return false;
        at[a] = (at[a] % along + along) % along;
    }
    return true;
}

/* ---- neighbours across a face ---- */

/* The blocks one level finer that touch the face from the side of position `at`, which is given in blocks of the
 * coarser level. */
static int find_finer(const struct taub_block_index *index, int level, const int at[3], int axis, int side,
                      int numbers[4])
{
    int count = 0;
    for (int second = 0; second < 2; second++)
        for (int first = 0; first < 2; first++) {
            const int tangential[2] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}, halves[2] = {first, second};
            int fine[3];
            bool there = true;
            for (int a = 0; a < 3; a++)
                fine[a] = index->grid.active[a] ? 2 * at[a] : at[a];
            fine[axis] += side ? 0 : 1;
            for (int t = 0; t < 2; t++) {
                fine[tangential[t]] += halves[t] && index->grid.active[tangential[t]];
                there = there && (!halves[t] || index->grid.active[tangential[t]]);
            }
            if (!there)
                continue;
            numbers[count] = taub_block_find(index, level + 1, fine);
            if (numbers[count++] < 0)
                return 0;
        }
    return count;
}

static enum taub_status link_face(const struct taub_block_index *index, const struct taub_block *block, int number,
                                  int axis, int side, struct taub_neighbour *out, struct taub_error *error)
{
    const struct taub_block_grid *grid = &index->grid;
    const int along = blocks_along(grid, block->level, axis);
    int at[3], coarse[3], finer[4];
    *out = (struct taub_neighbour){{-1, -1, -1, -1}, 0, 0};
    for (int a = 0; a < 3; a++)
        at[a] = block->place[a] / grid->cells[a];
    at[axis] += side ? 1 : -1;
    if (at[axis] < 0 || at[axis] >= along) {
        const enum taub_boundary boundary = grid->boundary[axis][side];
        if (boundary != TAUB_PERIODIC) {
            out->block[0] = -1 - (int)boundary;
            return TAUB_OK;
        }
        at[axis] = (at[axis] + along) % along;
    }
    for (int a = 0; a < 3; a++)
        coarse[a] = grid->active[a] ? at[a] / 2 : at[a];
    out->block[0] = taub_block_find(index, block->level, at);
    if (out->block[0] < 0 && grid->active[axis] && block->level > 0) {
        out->block[0] = taub_block_find(index, block->level - 1, coarse);
        out->level = out->block[0] < 0 ? 0 : -1;
    }
    if (out->block[0] < 0 && grid->active[axis]) {
        const int count = find_finer(index, block->level, at, axis, side, finer);
        memcpy(out->block, finer, (size_t)count * sizeof *finer);
        out->level = count > 0;
    }
    if (out->block[0] < 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh: nothing within one level lies across the %s %c face of block %d (level %d)",
                         side ? "upper" : "lower", "xyz"[axis], number, block -> level);
    return TAUB_OK;
}

/* Counts blocks of the finest level: blocks that fill the box without overlapping cover it exactly once. */
static enum taub_status check_cover(const struct taub_block_grid *grid, const struct taub_block *blocks, int count,
                                    struct taub_error *error)
{
    int finest = 0;
    double covered = 0.0, whole = 1.0;
    for (int b = 0; b < count; b++)
        finest = blocks[b].level > finest ? blocks[b].level : finest;
    for (int b = 0; b < count; b++) {
        double blocks_of_finest = 1.0;
        for (int a = 0; a < 3; a++)
            blocks_of_finest *= grid->active[a] ? 1 << (finest - blocks[b].level) : 1;
        covered += blocks_of_finest;
    }
    for (int a = 0; a < 3; a++)
        whole *= blocks_along(grid, finest, a);
    if (covered != whole)
        return taub_fail(error, TAUB_BAD_INPUT, "mesh: the blocks cover %g of %g parts of the box", covered, whole);
    return TAUB_OK;
}

enum taub_status taub_blocks_link(const struct taub_block_grid *grid, struct taub_block *blocks, int count,
                                  struct taub_error *error)
{
    struct taub_block_index index;
    TRY(check_cover(grid, blocks, count, error));
    enum taub_status status = make_index(grid, blocks, count, &index, error);
    for (int b = 0; b < count && status == TAUB_OK; b++) {
        for (int a = 0; a < 3; a++)
            blocks[b].spacing[a] = grid->spacing[a] / (grid->active[a] ? 1 << blocks[b].level : 1);
        for (int face = 0; face < 6 && status == TAUB_OK; face++)
            status = link_face(&index, &blocks[b], b, face / 2, face % 2, &blocks[b].neighbour[face], error);
    }
    free(index.entries);
    return status;
}

enum taub_status taub_blocks_of_box(const struct taub_block_grid *grid, struct taub_block **out,
                                    struct taub_error *error)
{
    const int count = grid->grid[0] * grid->grid[1] * grid->grid[2];
    struct taub_block *blocks = calloc((size_t)count, sizeof *blocks);
    if (!blocks)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the table of blocks");
    for (int b = 0; b < count; b++) {
        blocks[b].place[0] = b % grid->grid[0] * grid->cells[0];
        blocks[b].place[1] = b / grid->grid[0] % grid->grid[1] * grid->cells[1];
        blocks[b].place[2] = b / (grid->grid[0] * grid->grid[1]) * grid->cells[2];
    }
    const enum taub_status status = taub_blocks_link(grid, blocks, count, error);
    if (status != TAUB_OK) {
        free(blocks);
        return status;
    }
    *out = blocks;
    return TAUB_OK;
}

void taub_cell_across(const int cells[3], int turn, int axis, const int from[3], int to[3])
{
    for (int a = 0; a < 3; a++) {
        const int n = cells[a], inside = a != axis ? from[a] : from[a] < 0 ? from[a] + n : from[a] - n;
        to[TURN_AXIS(turn, a)] = TURN_FLIPS(turn, a) ? n - 1 - inside : inside;
    }
}
