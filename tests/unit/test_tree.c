/* Trees of blocks against all pairs of blocks; every ghost zone of random trees against the cells that lie there; the
 * way from one tree to another; cells of all levels against where blocks have theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/halo.h"
#include "mesh/places.h"
#include "mesh/tree.h"

enum { LEVELS = 3 };
#define TREE_LEVELS LEVELS
#include "tree_support.h"

static struct taub_mesh *draw_tree(const struct taub_config_mesh *config, int ghosts)
{
    struct taub_leaf leaves[MOST_WISHES];
    const struct taub_tree_wish wish = {leaves, draw_leaves(config, leaves)};
    struct taub_mesh *mesh = NULL;
    struct taub_error error;
    assert_int_equal(taub_mesh_create_tree(config, ghosts, 0, 1, &wish, &mesh, &error), TAUB_OK);
    /* as many blocks as were counted beforehand */
    struct taub_block_grid grid;
    int64_t count = 0;
    taub_mesh_grid(mesh, &grid);
    assert_int_equal(taub_tree_count(&grid, &wish, &count, &error), TAUB_OK);
    assert_int_equal(count, mesh->shape.blocks);
    /* what was wished is there, or finer */
    for (int n = 0; n < wish.count; n++)
        for (int b = 0; b < mesh->shape.blocks; b++) {
            const struct taub_block *block = &mesh->all[b];
            bool inside = block->level < leaves[n].level;
            for (int a = 0; a < 3; a++) {
                const int shift = config->cells[a] > 1 && inside ? leaves[n].level - block->level : 0;
                inside = inside && block->place[a] / mesh->shape.cells[a] == leaves[n].at[a] >> shift;
            }
            assert_false(inside);
        }
    return mesh;
}

/* ---- blocks ---- */

/* Corners in cells of the finest level. */
static void extent(const struct taub_mesh *mesh, int b, int lower[3], int upper[3])
{
    for (int a = 0; a < 3; a++) {
        const int scale = mesh->active[a] ? 1 << (LEVELS - mesh->all[b].level) : 1;
        lower[a] = mesh->all[b].place[a] * scale;
        upper[a] = lower[a] + mesh->shape.cells[a] * scale;
    }
}

/* Whether two boxes have a point in common, across periodic ends, too. */
static bool touch(const struct taub_mesh *mesh, int one, int other)
{
    int lower[2][3], upper[2][3];
    extent(mesh, one, lower[0], upper[0]);
    extent(mesh, other, lower[1], upper[1]);
    for (int a = 0; a < 3; a++) {
        const int whole = mesh->shape.mesh[a] << (mesh->active[a] ? LEVELS : 0);
        bool along = false;
        for (int turn = -1; turn <= 1; turn++)
            along = along || ((turn == 0 || (mesh->active[a] && mesh->boundary[a][0] == TAUB_PERIODIC)) &&
                              lower[0][a] <= upper[1][a] + turn * whole && upper[0][a] >= lower[1][a] + turn * whole);
        if (!along)
            return false;
    }
    return true;
}

static void test_levels_of_blocks_that_touch(void **state)
{
    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        struct taub_config_mesh config;
        int ghosts;
        draw_mesh(&config, &ghosts, 1);
        struct taub_mesh *mesh = draw_tree(&config, ghosts);
        double volume = 0.0;
        for (int b = 0; b < mesh->shape.blocks; b++) {
            double part = 1.0;
            for (int a = 0; a < 3; a++)
                part *= mesh->active[a] ? 1.0 / (config.blocks[a] << mesh->all[b].level) : 1.0;
            volume += part;
            for (int other = 0; other < b; other++)
                if (touch(mesh, b, other))
                    assert_true(abs(mesh->all[b].level - mesh->all[other].level) <= 1);
        }
        assert_true(fabs(volume - 1.0) < 1e-12);
        taub_mesh_destroy(mesh);
    }
}

/* ---- ghost zones ---- */

/* Where a cell or zone is, its middle, by the numbers that a block has for it; twice that in cells of the finest level.
 */
static void middle(const struct taub_mesh *mesh, int b, const int at[3], int twice[3])
{
    for (int a = 0; a < 3; a++) {
        const int scale = mesh->active[a] ? 1 << (LEVELS - mesh->all[b].level) : 1;
        twice[a] = (2 * (mesh->all[b].place[a] + at[a]) + 1) * scale;
    }
}

static bool same_place(const struct taub_mesh *mesh, const int a[3], const int b[3])
{
    bool same = true;
    for (int d = 0; d < 3; d++) {
        const int whole = 2 * mesh->shape.mesh[d] << (mesh->active[d] ? LEVELS : 0), far = a[d] - b[d];
        same = same && (far == 0 || (mesh->boundary[d][0] == TAUB_PERIODIC && far % whole == 0));
    }
    return same;
}

/* A zone of `copy`, number n of it: its state comes from cells that lie where it lies. */
static void check_zone(const struct taub_mesh *from, const struct taub_mesh *to, const struct taub_copy *copy,
                       const int n[3])
{
    int zone[3], cell[3], here[3], there[3];
    for (int a = 0; a < 3; a++) {
        zone[a] = copy->begin[a] + n[a];
        cell[a] = copy->at[a] + (!to->active[a] || copy->level == 0 ? n[a]
                                 : copy->level > 0                  ? 2 * n[a]
                                                                    : ((copy->begin[a] & 1) + n[a]) >> 1);
        assert_true(cell[a] >= 0 && cell[a] < from->shape.cells[a]);
    }
    assert_int_equal(from->all[copy->from].level, to->all[copy->to].level + copy->level);
    middle(to, copy->to, zone, here);
    middle(from, copy->from, cell, there);
    for (int a = 0; a < 3; a++) {
        const int half = to->active[a] ? 1 << (LEVELS - to->all[copy->to].level) : 0; /* half of its width, twice */
        if (copy->level > 0)
            there[a] += half / 2; /* the middle of two cells */
        if (copy->level < 0)
            there[a] += zone[a] & 1 ? half : to->active[a] ? -half : 0; /* of its upper or lower part */
    }
    assert_true(same_place(to, here, there));
}

static void check_copy(const struct taub_mesh *from, const struct taub_mesh *to, const struct taub_copy *copy,
                       int *counts)
{
    int n[3];
    const struct taub_shape *shape = &to->shape;
    for (n[2] = 0; n[2] < copy->size[2]; n[2]++)
        for (n[1] = 0; n[1] < copy->size[1]; n[1]++)
            for (n[0] = 0; n[0] < copy->size[0]; n[0]++) {
                long at = copy->to;
                check_zone(from, to, copy, n);
                for (int a = 0; a < 3; a++)
                    at = at * (shape->cells[a] + 2 * shape->ghosts[a]) + copy->begin[a] + n[a] + shape->ghosts[a];
                counts[at]++;
            }
}

static long zones_of(const struct taub_mesh *mesh)
{
    long zones = mesh->shape.blocks;
    for (int a = 0; a < 3; a++)
        zones *= mesh->shape.cells[a] + 2 * mesh->shape.ghosts[a];
    return zones;
}

/* What is not filled are cells, and zones beyond ends of the mesh. */
static void check_counts(const struct taub_mesh *mesh, const int *counts, bool cells)
{
    const struct taub_shape *shape = &mesh->shape;
    for (long zone = 0; zone < zones_of(mesh); zone++) {
        int at[3], b;
        long rest = zone;
        bool inner = true, beyond = false;
        for (int a = 2; a >= 0; a--) {
            const int length = shape->cells[a] + 2 * shape->ghosts[a];
            at[a] = (int)(rest % length) - shape->ghosts[a];
            rest /= length;
        }
        b = (int)rest;
        for (int a = 0; a < 3; a++) {
            const int place = mesh->all[b].place[a] + at[a];
            const int whole = shape->mesh[a] << (mesh->active[a] ? mesh->all[b].level : 0);
            inner = inner && at[a] >= 0 && at[a] < shape->cells[a];
            beyond = beyond || (mesh->boundary[a][0] != TAUB_PERIODIC && (place < 0 || place >= whole));
        }
        assert_int_equal(counts[zone], cells ? inner : !inner && !beyond);
    }
}

static void test_every_ghost_zone(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        struct taub_config_mesh config;
        int ghosts;
        draw_mesh(&config, &ghosts, 1);
        struct taub_mesh *mesh = draw_tree(&config, ghosts);
        int *counts = calloc((size_t)zones_of(mesh), sizeof *counts);
        for (int level = 0; level <= LEVELS; level++) {
            const struct taub_halo_wish wish = {.axes = 7, .corners = true, .finer_at = level};
            struct taub_halo *halo = NULL;
            struct taub_error error;
            assert_int_equal(taub_halo_create(mesh, &wish, &halo, &error), TAUB_OK);
            for (int n = 0; n < halo->count[TAUB_HALO_OWN]; n++) {
                const struct taub_copy *copy = &halo->list[TAUB_HALO_OWN][n];
                assert_true(level == 0 ? copy->level >= 0 : copy->level == -1 && mesh->all[copy->to].level == level);
                check_copy(mesh, mesh, copy, counts);
            }
            taub_halo_destroy(halo);
        }
        check_counts(mesh, counts, false);
        free(counts);
        taub_mesh_destroy(mesh);
    }
}

/* Of each face that finer blocks share with a coarser one the first zone beyond, once. */
static void test_faces_of_finer_blocks(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        struct taub_config_mesh config;
        int ghosts;
        draw_mesh(&config, &ghosts, 1);
        struct taub_mesh *mesh = draw_tree(&config, ghosts);
        const struct taub_halo_wish wish = {.axes = 7, .meeting = 1};
        struct taub_halo *halo = NULL;
        struct taub_error error;
        long zones = 0, wanted = 0;
        assert_int_equal(taub_halo_create(mesh, &wish, &halo, &error), TAUB_OK);
        for (int n = 0; n < halo->count[TAUB_HALO_OWN]; n++) {
            const struct taub_copy *copy = &halo->list[TAUB_HALO_OWN][n];
            int *unused = calloc((size_t)zones_of(mesh), sizeof *unused);
            assert_int_equal(copy->level, 1);
            check_copy(mesh, mesh, copy, unused);
            zones += taub_copy_cells(copy);
            free(unused);
        }
        for (int b = 0; b < mesh->shape.blocks; b++)
            for (int face = 0; face < 6; face++) {
                const int *cells = mesh->shape.cells;
                wanted +=
                    mesh->all[b].neighbour[face].level == 1 ? cells[0] * cells[1] * cells[2] / cells[face / 2] : 0;
            }
        assert_int_equal(zones, wanted);
        taub_halo_destroy(halo);
        taub_mesh_destroy(mesh);
    }
}

/* One level more or less everywhere, so that no block is two levels away. */
static void test_from_tree_to_tree(void **state)
{
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        struct taub_config_mesh config;
        int ghosts;
        draw_mesh(&config, &ghosts, 1);
        struct taub_mesh *from = draw_tree(&config, ghosts), *to = NULL;
        struct taub_leaf *leaves = malloc((size_t)from->shape.blocks * sizeof *leaves);
        struct taub_error error;
        for (int b = 0; b < from->shape.blocks; b++) {
            const int level = from->all[b].level, change = draw(3) - 1;
            leaves[b].level = level + (level + change < 0 || level + change > LEVELS ? 0 : change);
            for (int a = 0; a < 3; a++) {
                const int at = from->all[b].place[a] / from->shape.cells[a];
                leaves[b].at[a] = !from->active[a] || leaves[b].level == level ? at
                                  : leaves[b].level > level                    ? 2 * at + draw(2)
                                                                               : at / 2;
            }
        }
        const struct taub_tree_wish wish = {leaves, from->shape.blocks};
        assert_int_equal(taub_mesh_create_tree(&config, ghosts, 0, 1, &wish, &to, &error), TAUB_OK);
        int *counts = calloc((size_t)zones_of(to), sizeof *counts);
        struct taub_halo *halo = NULL;
        int outgoing;
        assert_int_equal(taub_halo_create_transfer(from, to, 0, &halo, &outgoing, &error), TAUB_OK);
        for (int n = 0; n < halo->count[TAUB_HALO_OWN]; n++)
            check_copy(from, to, &halo->list[TAUB_HALO_OWN][n], counts);
        check_counts(to, counts, true);
        taub_halo_destroy(halo);
        free(counts);
        free(leaves);
        taub_mesh_destroy(from);
        taub_mesh_destroy(to);
    }
}

/* ---- cells by their numbers at a level ---- */

struct cell_of_level {
    const struct taub_mesh *mesh;
    double middle[3], width[3], weight;
};

/* A cell lies inside of the one of the level, or has it inside, and weighs as much as it has of its volume. */
static bool check_part(void *user, const struct taub_place *place, double weight)
{
    struct cell_of_level *self = user;
    const struct taub_block *block = &self->mesh->all[place->block];
    double x[3], share = 1.0;
    int first[3];
    taub_mesh_stored_place(self->mesh, place->block, first);
    taub_mesh_center(self->mesh, first[0] + place->cell[0], first[1] + place->cell[1], first[2] + place->cell[2], x);
    for (int a = 0; a < 3; a++) {
        assert_true(place->cell[a] >= 0 && place->cell[a] < self->mesh->shape.cells[a]);
        const double wider = fmax(block->spacing[a], self->width[a]);
        assert_true(fabs(x[a] - self->middle[a]) < 0.5 * wider);
        share *= fmin(block->spacing[a] / self->width[a], 1.0);
    }
    assert_true(weight == share);
    assert_true(taub_place_dense(self->mesh, place) < taub_mesh_zones(self->mesh));
    self->weight += weight;
    return true;
}

static void check_finest(const struct taub_mesh *mesh, const double point[3])
{
    int finest = -1;
    for (int b = 0; b < mesh->shape.blocks; b++) {
        const struct taub_block *block = &mesh->all[b];
        bool inside = true;
        for (int a = 0; a < 3; a++) {
            const double at = (point[a] - mesh->lower[a]) / block->spacing[a];
            inside = inside && at >= block->place[a] && at <= block->place[a] + mesh->shape.cells[a];
        }
        finest = inside && block->level > finest ? block->level : finest;
    }
    assert_int_equal(mesh->all[taub_place_finest(mesh, point)].level, finest);
}

static void test_cells_of_levels(void **state)
{
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        struct taub_config_mesh config;
        int ghosts;
        draw_mesh(&config, &ghosts, 1);
        struct taub_mesh *mesh = draw_tree(&config, ghosts);
        for (int n = 0; n < 40; n++) {
            struct cell_of_level self = {.mesh = mesh};
            const int level = draw(LEVELS + 1);
            int cell[3];
            double point[3];
            for (int a = 0; a < 3; a++) {
                cell[a] = draw(taub_level_cells(mesh, level, a));
                self.middle[a] = taub_level_middle(mesh, level, a, cell[a]);
                self.width[a] = taub_level_width(mesh, level, a);
                point[a] = draw(2) ? self.middle[a] : taub_level_face(mesh, level, a, cell[a] + draw(2));
            }
            assert_true(taub_places_of(mesh, level, cell, check_part, &self));
            assert_true(fabs(self.weight - 1.0) < 1e-12);
            check_finest(mesh, point);
        }
        taub_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_of_blocks_that_touch),
        cmocka_unit_test(test_every_ghost_zone),
        cmocka_unit_test(test_faces_of_finer_blocks),
        cmocka_unit_test(test_from_tree_to_tree),
        cmocka_unit_test(test_cells_of_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
