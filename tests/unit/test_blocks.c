/* The table of blocks: what lies across every face, of boxes, of boxes with a refined patch, and of the six panels of a
 * cube, each compared with the geometry of the blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/block.h"

/* of the kernels; the case file has words of the same names */
#define TAUB_SINGLE 0
#define TAUB_STRICT 1
#define TAUB_ACTIVE_X 1
#define TAUB_ACTIVE_Y 1
#define TAUB_ACTIVE_Z 1

#include "dialect.h"

#include "geometry/blocks.h"

static struct taub_block_grid grid_of(int nx, int ny, int nz)
{
    struct taub_block_grid grid = {.grid = {nx, ny, nz}, .cells = {4, 6, 8}};
    for (int a = 0; a < 3; a++) {
        grid.active[a] = grid.grid[a] > 1;
        grid.cells[a] = grid.active[a] ? grid.cells[a] : 1;
        grid.spacing[a] = 1.0 / (grid.grid[a] * grid.cells[a]);
    }
    return grid;
}

static struct taub_block *box_of(const struct taub_block_grid *grid)
{
    struct taub_block *blocks = NULL;
    struct taub_error error;
    assert_int_equal(taub_blocks_of_box(grid, &blocks, &error), TAUB_OK);
    return blocks;
}

/* The neighbour by its place in the grid of blocks, or the boundary. */
static void boxes_with_all_boundaries(void **state)
{
    static const enum taub_boundary kinds[3] = {TAUB_OUTFLOW, TAUB_PERIODIC, TAUB_REFLECTING};
    static const int grids[][3] = {{3, 2, 2}, {1, 1, 1}, {4, 1, 1}, {1, 3, 2}, {2, 2, 2}};
    (void)state;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (int kind = 0; kind < 9; kind++) {
            const int *n = grids[g];
            struct taub_block_grid grid = grid_of(n[0], n[1], n[2]);
            for (int axis = 0; axis < 3; axis++) {
                /* periodic faces come in pairs; the others mix freely */
                const enum taub_boundary lower = kinds[(kind + axis) % 3];
                const enum taub_boundary other = kinds[kind / 3 == 1 ? 2 : 0];
                grid.boundary[axis][0] = lower;
                grid.boundary[axis][1] = lower == TAUB_PERIODIC ? TAUB_PERIODIC : other;
            }
            struct taub_block *blocks = box_of(&grid);
            for (int b = 0; b < n[0] * n[1] * n[2]; b++)
                for (int face = 0; face < 6; face++) {
                    const int axis = face / 2, side = face % 2;
                    int at[3] = {b % n[0], b / n[0] % n[1], b / (n[0] * n[1])};
                    const struct taub_neighbour *neighbour = &blocks[b].neighbour[face];
                    assert_int_equal(blocks[b].place[axis], at[axis] * grid.cells[axis]);
                    assert_int_equal(neighbour->turn, 0);
                    assert_int_equal(neighbour->level, 0);
                    at[axis] += side ? 1 : -1;
                    if ((at[axis] < 0 || at[axis] == n[axis]) && grid.boundary[axis][side] != TAUB_PERIODIC) {
                        assert_int_equal(neighbour->block[0], -1 - (int)grid.boundary[axis][side]);
                        continue;
                    }
                    at[axis] = (at[axis] + n[axis]) % n[axis];
                    assert_int_equal(neighbour->block[0], at[0] + n[0] * (at[1] + n[1] * at[2]));
                    /* the way back */
                    assert_int_equal(blocks[neighbour->block[0]].neighbour[face ^ 1].block[0], b);
                }
            free(blocks);
        }
}

/* ---- refinement ---- */

/* Lower corner and width of a block along an axis, in blocks of level 2. */
static void extent(const struct taub_block_grid *grid, const struct taub_block *block, int axis, int *lower, int *width)
{
    *width = grid->active[axis] ? 4 >> block->level : 1;
    *lower = block->place[axis] / grid->cells[axis] * *width;
}

/* Whether two blocks of a periodic box touch across a face of the first with more than an edge. */
static bool touch(const struct taub_block_grid *grid, const struct taub_block *one, const struct taub_block *other,
                  int face)
{
    for (int a = 0; a < 3; a++) {
        const int box = grid->active[a] ? 4 * grid->grid[a] : grid->grid[a];
        int lower, width, from, length;
        extent(grid, one, a, &lower, &width);
        extent(grid, other, a, &from, &length);
        if (a == face / 2) {
            if (face % 2 ? (lower + width) % box != from : (from + length) % box != lower)
                return false;
        } else if (from >= lower + width || lower >= from + length)
            return false;
    }
    return true;
}

/* Every block meets those that touch it, and no others. */
static void check_by_geometry(const struct taub_block_grid *grid, const struct taub_block *blocks, int count)
{
    for (int b = 0; b < count; b++)
        for (int face = 0; face < 6; face++) {
            const struct taub_neighbour *neighbour = &blocks[b].neighbour[face];
            int found = 0;
            for (int other = 0; other < count; other++) {
                if (!touch(grid, &blocks[b], &blocks[other], face))
                    continue;
                int listed = 0;
                for (int n = 0; n < 4; n++)
                    listed += neighbour->block[n] == other;
                assert_int_equal(listed, 1);
                assert_int_equal(neighbour->level, blocks[other].level - blocks[b].level);
                found++;
            }
            for (int n = 0; n < 4; n++)
                assert_true((neighbour->block[n] >= 0) == (n < found));
        }
}

/* A periodic box of level 0 in which the blocks whose numbers `refine` lists have 2 x 2 (x 2) finer ones in their
 * place. */
static int refined(const struct taub_block_grid *grid, const int *refine, int refinements, struct taub_block *blocks)
{
    struct taub_block *box = box_of(grid);
    int count = 0;
    for (int b = 0; b < grid->grid[0] * grid->grid[1] * grid->grid[2]; b++) {
        bool fine = false;
        for (int n = 0; n < refinements; n++)
            fine = fine || refine[n] == b;
        for (int child = 0; child < (fine ? 8 : 1); child++) {
            struct taub_block *block = &blocks[count];
            bool there = true;
            *block = (struct taub_block){.level = fine};
            for (int a = 0; a < 3; a++) {
                const int half = child >> a & 1;
                there = there && (grid->active[a] || !half);
                block->place[a] = box[b].place[a] * (fine && grid->active[a] ? 2 : 1) + half * grid->cells[a];
            }
            count += there;
        }
    }
    free(box);
    return count;
}

static void a_refined_patch(void **state)
{
    static const int grids[][3] = {{3, 3, 3}, {4, 3, 1}, {1, 3, 4}, {4, 1, 1}};
    static const int patches[][3] = {{0, 0, 0}, {1, 2, 1}, {0, 1, 2}};
    struct taub_block blocks[256];
    struct taub_error error;
    (void)state;
    for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
        for (size_t p = 0; p < sizeof patches / sizeof *patches; p++) {
            struct taub_block_grid grid = grid_of(grids[g][0], grids[g][1], grids[g][2]);
            for (int a = 0; a < 3; a++)
                grid.boundary[a][0] = grid.boundary[a][1] = TAUB_PERIODIC;
            const int count = refined(&grid, patches[p], 3, blocks);
            assert_true(count > grid.grid[0] * grid.grid[1] * grid.grid[2]);
            if (taub_blocks_link(&grid, blocks, count, &error) != TAUB_OK)
                fail_msg("%s", error.message);
            check_by_geometry(&grid, blocks, count);
            for (int b = 0; b < count; b++)
                for (int a = 0; a < 3; a++)
                    assert_true(blocks[b].spacing[a] == grid.spacing[a] / (grid.active[a] ? 1 << blocks[b].level : 1));
        }
}

static void tables_that_do_not_fit_are_refused(void **state)
{
    static const int corner[1] = {0};
    struct taub_block blocks[64];
    struct taub_error error;
    (void)state;
    const struct taub_block_grid grid = grid_of(2, 2, 2);
    int count = refined(&grid, corner, 1, blocks);
    assert_int_equal(taub_blocks_link(&grid, blocks, count - 1, &error), TAUB_BAD_INPUT); /* a hole */
    assert_non_null(strstr(error.message, "cover"));
    blocks[count - 1] = blocks[count - 2]; /* the same one twice */
    assert_int_equal(taub_blocks_link(&grid, blocks, count, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "same one"));
    /* one of the eight finer ones refined again: it meets coarse ones across the box's middle */
    count = refined(&grid, corner, 1, blocks);
    const struct taub_block parent = blocks[7];
    blocks[7] = blocks[--count];
    for (int child = 0; child < 8; child++, count++) {
        blocks[count] = parent;
        blocks[count].level = 2;
        for (int a = 0; a < 3; a++)
            blocks[count].place[a] = 2 * parent.place[a] + (child >> a & 1) * grid.cells[a];
    }
    assert_int_equal(taub_blocks_link(&grid, blocks, count, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "within one level"));
}

/* ---- panels ---- */

enum { PER_SIDE = 2, CELLS = 4, LAYERS = 3, DEPTH = 2, ROW = 6 * PER_SIDE, LENGTH = PER_SIDE * CELLS };
enum { BLOCKS = ROW * PER_SIDE * LAYERS };

static struct taub_block *cube_of(enum taub_boundary inner, enum taub_boundary outer)
{
    const int cells[2] = {CELLS, DEPTH};
    const enum taub_boundary ends[2] = {inner, outer};
    struct taub_block *blocks = NULL;
    struct taub_error error;
    assert_int_equal(taub_blocks_of_cube(PER_SIDE, LAYERS, cells, ends, &blocks, &error), TAUB_OK);
    return blocks;
}

static int panel_of(int b)
{
    return b % ROW / PER_SIDE;
}

/* Where a point of a panel, in cells from the panel's corner, is on the cube. */
static void on_cube(int panel, double x, double y, double out[3])
{
    const struct taub_cube_panel *p = &taub_cube_panels[panel];
    for (int n = 0; n < 3; n++)
        out[n] = p->corner[n] + (x * p->along[0][n] + y * p->along[1][n]) / LENGTH;
}

static void normal_of(int panel, int out[3])
{
    const int(*along)[3] = taub_cube_panels[panel].along;
    for (int n = 0; n < 3; n++)
        out[n] = along[0][(n + 1) % 3] * along[1][(n + 2) % 3] - along[0][(n + 2) % 3] * along[1][(n + 1) % 3];
}

/* A ghost zone that lies beyond an edge of its panel is folded down onto the next one. */
static void folded(int panel, const double at[2], double out[3])
{
    const double inside[2] = {fmin(fmax(at[0], 0.0), LENGTH), fmin(fmax(at[1], 0.0), LENGTH)};
    const double depth = fabs(at[0] - inside[0]) + fabs(at[1] - inside[1]);
    int normal[3];
    normal_of(panel, normal);
    on_cube(panel, inside[0], inside[1], out);
    for (int n = 0; n < 3; n++)
        out[n] -= depth * normal[n] / LENGTH;
}

/* Of its first cell, in its panel; along z in the mesh. */
static void place_in_panel(const struct taub_block *blocks, int b, int place[3])
{
    for (int a = 0; a < 3; a++)
        place[a] = blocks[b].place[a];
    place[0] -= panel_of(b) * LENGTH;
}

static void cells_across_the_edges_of_a_cube(void **state)
{
    const int cells[3] = {CELLS, CELLS, DEPTH};
    struct taub_block *blocks = cube_of(TAUB_REFLECTING, TAUB_OUTFLOW);
    bool met[6][6] = {{false}};
    int edges = 0, turned = 0;
    (void)state;
    for (int b = 0; b < BLOCKS; b++)
        for (int face = 0; face < 6; face++) {
            const struct taub_neighbour *neighbour = &blocks[b].neighbour[face];
            const int axis = face / 2, side = face % 2, other = neighbour->block[0];
            int own[3], its[3];
            place_in_panel(blocks, b, own);
            if (axis == 2 && (side ? own[2] == (LAYERS - 1) * DEPTH : own[2] == 0)) {
                assert_int_equal(other, -1 - (int)(side ? TAUB_OUTFLOW : TAUB_REFLECTING));
                continue;
            }
            assert_in_range(other, 0, BLOCKS - 1);
            place_in_panel(blocks, other, its);
            assert_int_equal(its[2] - own[2], axis == 2 ? (side ? DEPTH : -DEPTH) : 0);
            if (axis == 2) {
                assert_int_equal(panel_of(other), panel_of(b));
                assert_int_equal(neighbour->turn, 0);
                assert_true(its[0] == own[0] && its[1] == own[1]);
                continue;
            }
            if (panel_of(b) != panel_of(other) && !met[panel_of(b)][panel_of(other)]) {
                met[panel_of(b)][panel_of(other)] = true;
                edges++;
                turned += neighbour->turn != 0;
            }
            for (int depth = 0; depth < 3; depth++)
                for (int along = 0; along < CELLS; along++) {
                    int from[3] = {along, along, 1}, to[3] = {-1, -1, -1};
                    from[axis] = side ? CELLS + depth : -1 - depth;
                    taub_cell_across(cells, neighbour->turn, axis, from, to);
                    double here[3], there[3];
                    const double at[2] = {own[0] + from[0] + 0.5, own[1] + from[1] + 0.5};
                    folded(panel_of(b), at, here);
                    on_cube(panel_of(other), its[0] + to[0] + 0.5, its[1] + to[1] + 0.5, there);
                    assert_int_equal(to[2], 1);
                    for (int n = 0; n < 3; n++) {
                        assert_in_range(to[n], 0, cells[n] - 1);
                        assert_true(fabs(here[n] - there[n]) < 1e-12);
                    }
                }
        }
    assert_int_equal(edges, 2 * 12); /* each from both sides */
    assert_true(turned > 0);
    free(blocks);
}

/* An upper side meets a lower one at all edges: a face between two panels is the lower face of one cell. */
static void sides_of_panels_come_in_pairs(void **state)
{
    struct taub_block *blocks = cube_of(TAUB_OUTFLOW, TAUB_OUTFLOW);
    (void)state;
    for (int b = 0; b < BLOCKS; b++)
        for (int face = 0; face < 4; face++) {
            const struct taub_neighbour *there = &blocks[b].neighbour[face];
            const int axis = TURN_AXIS(there->turn, face / 2);
            assert_int_equal(TURN_FLIPS(there->turn, face / 2), 0);
            assert_int_equal(blocks[there->block[0]].neighbour[2 * axis + !(face % 2)].block[0], b);
        }
    free(blocks);
}

/* Across an edge and back every axis is itself again. */
static void the_way_back_over_an_edge(void **state)
{
    struct taub_block *blocks = cube_of(TAUB_OUTFLOW, TAUB_OUTFLOW);
    (void)state;
    for (int b = 0; b < BLOCKS; b++)
        for (int face = 0; face < 4; face++) {
            const struct taub_neighbour *there = &blocks[b].neighbour[face];
            int back = -1;
            for (int f = 0; f < 4; f++)
                if (blocks[there->block[0]].neighbour[f].block[0] == b)
                    back = f;
            assert_true(back >= 0);
            const int turn = blocks[there->block[0]].neighbour[back].turn;
            assert_int_equal(TURN_AXIS(there->turn, face / 2), back / 2);
            for (int a = 0; a < 3; a++) {
                assert_int_equal(TURN_AXIS(turn, TURN_AXIS(there->turn, a)), a);
                assert_int_equal(TURN_FLIPS(turn, TURN_AXIS(there->turn, a)), TURN_FLIPS(there->turn, a));
            }
        }
    free(blocks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_with_all_boundaries),          cmocka_unit_test(a_refined_patch),
        cmocka_unit_test(tables_that_do_not_fit_are_refused), cmocka_unit_test(cells_across_the_edges_of_a_cube),
        cmocka_unit_test(sides_of_panels_come_in_pairs),      cmocka_unit_test(the_way_back_over_an_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
