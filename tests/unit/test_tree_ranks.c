/* Trees of blocks on several ranks: fills, and the way from one tree to another, in memory of this process, give every
 * zone the bits that one rank gives it; what is read across levels is where the table of blocks says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/halo.h"
#include "mesh/tree.h"

enum { LEVELS = 2, MOST_RANKS = 4 };
#define TREE_LEVELS LEVELS
#include "tree_support.h"

/* A rank with one component on the blocks that it stores, and its lists: of all zones, of parts on each level, of the
 * cells around faces where it meets finer blocks. */
struct rank {
    struct taub_mesh *mesh;
    struct taub_halo *halo[LEVELS + 1], *meeting;
    double *field;
};

static void make_rank(struct rank *self, const struct taub_config_mesh *config, int ghosts, int rank, int ranks,
                      const struct taub_tree_wish *tree)
{
    struct taub_error error;
    assert_int_equal(taub_mesh_create_tree(config, ghosts, rank, ranks, tree, &self->mesh, &error), TAUB_OK);
    for (int level = 0; level <= LEVELS; level++) {
        const struct taub_halo_wish wish = {.axes = 7, .corners = true, .finer_at = level};
        assert_int_equal(taub_halo_create(self->mesh, &wish, &self->halo[level], &error), TAUB_OK);
    }
    const struct taub_halo_wish wish = {.axes = 7, .meeting = ghosts};
    assert_int_equal(taub_halo_create(self->mesh, &wish, &self->meeting, &error), TAUB_OK);
    self->field = calloc(taub_mesh_values(self->mesh, TAUB_CELL, 1), sizeof *self->field);
}

static void free_rank(struct rank *self)
{
    for (int level = 0; level <= LEVELS; level++)
        taub_halo_destroy(self->halo[level]);
    taub_halo_destroy(self->meeting);
    taub_mesh_destroy(self->mesh);
    free(self->field);
}

static int number_of(const struct taub_mesh *mesh, int block)
{
    return mesh->number ? mesh->number[block] : block;
}

static double *at_zone(const struct taub_shape *shape, double *field, int block, const int at[3])
{
    return field + (long)block * shape->component_stride + (at[2] + shape->ghosts[2]) * shape->plane_stride +
           (long)(at[1] + shape->ghosts[1]) * shape->row_stride + at[0] + shape->row_offset;
}

static void next_of_box(const int begin[3], const int size[3], int at[3])
{
    for (int a = 0; a < 3; a++) {
        if (++at[a] < begin[a] + size[a])
            return;
        at[a] = begin[a];
    }
}

static int cells_of(const int size[3])
{
    return size[0] * size[1] * size[2];
}

/* A number of its own for each cell of the mesh. */
static void fill_cells(struct rank *self)
{
    static const int first[3] = {0, 0, 0};
    for (int b = 0; b < self->mesh->shape.blocks; b++) {
        int at[3] = {0, 0, 0};
        for (int n = 0; n < cells_of(self->mesh->shape.cells); n++, next_of_box(first, self->mesh->shape.cells, at))
            *at_zone(&self->mesh->shape, self->field, b, at) = 1.0 / (3.0 + number_of(self->mesh, b) + 0.37 * n);
    }
}

/* What a zone takes: a cell, a mean, or a part by differences of cells around, which may be ghost zones. */
static double value_of_zone(const struct taub_mesh *mesh, double *from, const struct taub_copy *copy, const int n[3])
{
    const long step[3] = {1, mesh->shape.row_stride, mesh->shape.plane_stride};
    int at[3];
    for (int a = 0; a < 3; a++)
        at[a] = copy->at[a] + (!mesh->active[a] || copy->level == 0 ? n[a]
                               : copy->level > 0                    ? 2 * n[a]
                                                                    : ((copy->begin[a] & 1) + n[a]) >> 1);
    const double *cell = at_zone(&mesh->shape, from, copy->from, at);
    double value = *cell;
    for (int a = 0; a < 3; a++) {
        const double sign = (copy->begin[a] + n[a]) & 1 ? 0.125 : -0.125;
        value += mesh->active[a] && copy->level < 0 ? sign * (cell[step[a]] - cell[-step[a]]) : 0.0;
    }
    for (int part = 1; part < 8 && copy->level > 0; part++) {
        long other = 0;
        bool there = true;
        for (int a = 0; a < 3; a++) {
            there = there && (mesh->active[a] || !(part >> a & 1));
            other += (part >> a & 1) * step[a];
        }
        value += there ? cell[other] : 0.0;
    }
    return value;
}

static void make_zones(const struct taub_mesh *mesh, double *from, double *to, const struct taub_halo *halo,
                       enum taub_halo_part list)
{
    for (int c = 0; c < halo->count[list]; c++) {
        const struct taub_copy *copy = &halo->list[list][c];
        int at[3] = {copy->begin[0], copy->begin[1], copy->begin[2]};
        for (int k = 0; k < taub_copy_cells(copy); k++, next_of_box(copy->begin, copy->size, at)) {
            const int n[3] = {at[0] - copy->begin[0], at[1] - copy->begin[1], at[2] - copy->begin[2]};
            *at_zone(&mesh->shape, to, copy->to, at) = value_of_zone(mesh, from, copy, n);
        }
    }
}

/* Boxes that rank `from` sends to rank `to` are those that the latter expects, in the same order. */
static void pass_boxes(const struct taub_shape *shape, const struct taub_halo *out, double *from, int from_rank,
                       const struct taub_halo *in, double *to, int to_rank)
{
    int r = 0;
    for (int s = 0; s < out->count[TAUB_HALO_OUT]; s++) {
        const struct taub_copy *sent = &out->list[TAUB_HALO_OUT][s];
        if (sent->rank != to_rank)
            continue;
        while (r < in->count[TAUB_HALO_IN] && in->list[TAUB_HALO_IN][r].rank != from_rank)
            r++;
        assert_true(r < in->count[TAUB_HALO_IN]);
        const struct taub_copy *taken = &in->list[TAUB_HALO_IN][r++];
        assert_int_equal(sent->level, 0);
        assert_memory_equal(sent->size, taken->size, sizeof sent->size);
        int at[3] = {taken->begin[0], taken->begin[1], taken->begin[2]};
        for (int k = 0; k < taub_copy_cells(taken); k++, next_of_box(taken->begin, taken->size, at)) {
            const int there[3] = {sent->at[0] + at[0] - taken->begin[0], sent->at[1] + at[1] - taken->begin[1],
                                  sent->at[2] + at[2] - taken->begin[2]};
            *at_zone(shape, to, taken->to, at) = *at_zone(shape, from, sent->from, there);
        }
    }
    while (r < in->count[TAUB_HALO_IN])
        assert_true(in->list[TAUB_HALO_IN][r++].rank != from_rank);
}

static struct taub_halo *list_of(const struct rank *self, int level)
{
    return level < 0 ? self->meeting : self->halo[level];
}

static void exchange(struct rank *ranks, int count, int level)
{
    for (int from = 0; from < count; from++)
        for (int to = 0; to < count; to++)
            if (to != from)
                pass_boxes(&ranks[0].mesh->shape, list_of(&ranks[from], level), ranks[from].field, from,
                           list_of(&ranks[to], level), ranks[to].field, to);
}

/* As src/evolve/fills.c, without ends of the mesh. */
static void fill(struct rank *ranks, int count)
{
    for (int level = 0; level <= LEVELS; level++) {
        if (level == 0)
            exchange(ranks, count, level);
        for (int r = 0; r < count; r++)
            make_zones(ranks[r].mesh, ranks[r].field, ranks[r].field, ranks[r].halo[level], TAUB_HALO_OWN);
        if (level > 0)
            exchange(ranks, count, level);
    }
}

static void check_blocks(const struct rank *self, const struct rank *whole)
{
    const size_t stride = (size_t)self->mesh->shape.component_stride;
    for (int b = 0; b < self->mesh->shape.blocks; b++)
        assert_memory_equal(self->field + (size_t)b * stride, whole->field + (size_t)number_of(self->mesh, b) * stride,
                            stride * sizeof(double));
}

/* What is finer across a face is in the table with its number here, and around the common face all layers of it. */
static void check_finer(const struct rank *self, const struct rank *whole)
{
    const struct taub_mesh *mesh = self->mesh;
    for (int b = 0; b < mesh->shape.blocks; b++)
        for (int n = 0; n < 24; n++) {
            const int face = n / 4, axis = face / 2, part = n % 4;
            const struct taub_neighbour *all = &mesh->all[number_of(mesh, b)].neighbour[face];
            const int here = mesh->blocks[b].neighbour[face].block[part];
            if (all->level < 1 || all->block[part] < 0)
                continue;
            assert_true(here >= 0 && here < taub_mesh_stored_blocks(mesh));
            assert_int_equal(number_of(mesh, here), all->block[part]);
            int begin[3], size[3];
            for (int a = 0; a < 3; a++) {
                const int ghosts = mesh->shape.ghosts[a], cells = mesh->shape.cells[a];
                begin[a] = a == axis && face % 2 == 0 ? cells - ghosts : -ghosts;
                size[a] = a == axis ? 2 * ghosts : cells + 2 * ghosts;
            }
            int at[3] = {begin[0], begin[1], begin[2]};
            for (int k = 0; k < cells_of(size); k++, next_of_box(begin, size, at))
                assert_true(*at_zone(&mesh->shape, self->field, here, at) ==
                            *at_zone(&mesh->shape, whole->field, all->block[part], at));
        }
}

/* From the blocks of one tree to those of another, by as many ranks. */
static void transfer(struct rank *from, struct rank *to, int count)
{
    struct taub_halo *halo[MOST_RANKS];
    double *made[MOST_RANKS];
    struct taub_error error;
    const struct taub_shape *shape = &to[0].mesh->shape;
    for (int r = 0; r < count; r++) {
        int outgoing = 0;
        assert_int_equal(taub_halo_create_transfer(from[r].mesh, to[r].mesh, 0, &halo[r], &outgoing, &error), TAUB_OK);
        made[r] = calloc(((size_t)outgoing + 1) * (size_t)shape->component_stride, sizeof(double));
        make_zones(to[r].mesh, from[r].field, to[r].field, halo[r], TAUB_HALO_OWN);
        make_zones(to[r].mesh, from[r].field, made[r], halo[r], TAUB_HALO_OUT);
        taub_halo_send_zones(halo[r]);
    }
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            if (a != b)
                pass_boxes(shape, halo[a], made[a], a, halo[b], to[b].field, b);
    for (int r = 0; r < count; r++) {
        taub_halo_destroy(halo[r]);
        free(made[r]);
    }
}

/* One level more or less everywhere. */
static int draw_next(const struct taub_mesh *mesh, struct taub_leaf *leaves)
{
    for (int b = 0; b < mesh->shape.blocks; b++) {
        const int level = mesh->all[b].level, change = draw(3) - 1;
        leaves[b].level = level + (level + change < 0 || level + change > LEVELS ? 0 : change);
        for (int a = 0; a < 3; a++) {
            const int at = mesh->all[b].place[a] / mesh->shape.cells[a];
            leaves[b].at[a] = !mesh->active[a] || leaves[b].level == level ? at
                              : leaves[b].level > level                    ? 2 * at + draw(2)
                                                                           : at / 2;
        }
    }
    return mesh->shape.blocks;
}

static void test_bits_of_ranks(void **state)
{
    (void)state;
    int shadows = 0;
    for (int trial = 0; trial < 40; trial++) {
        struct taub_config_mesh config;
        struct taub_leaf leaves[MOST_WISHES];
        struct rank one, next, several[MOST_RANKS], later[MOST_RANKS];
        int ghosts;
        const int count = 2 + trial % (MOST_RANKS - 1);
        draw_mesh(&config, &ghosts, MOST_RANKS);
        const struct taub_tree_wish tree = {leaves, draw_leaves(&config, leaves)};
        make_rank(&one, &config, ghosts, 0, 1, &tree);
        struct taub_leaf *moved = malloc((size_t)one.mesh->shape.blocks * sizeof *moved);
        const struct taub_tree_wish other = {moved, draw_next(one.mesh, moved)};
        make_rank(&next, &config, ghosts, 0, 1, &other);
        fill_cells(&one);
        fill(&one, 1);
        for (int r = 0; r < count; r++) {
            make_rank(&several[r], &config, ghosts, r, count, &tree);
            make_rank(&later[r], &config, ghosts, r, count, &other);
            fill_cells(&several[r]);
        }
        fill(several, count);
        exchange(several, count, -1);
        for (int r = 0; r < count; r++) {
            check_blocks(&several[r], &one);
            check_finer(&several[r], &one);
            shadows += several[r].mesh->shadows;
        }
        transfer(&one, &next, 1);
        transfer(several, later, count);
        for (int r = 0; r < count; r++) {
            check_blocks(&later[r], &next);
            free_rank(&several[r]);
            free_rank(&later[r]);
        }
        free_rank(&one);
        free_rank(&next);
        free(moved);
    }
    assert_true(shadows > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits_of_ranks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
