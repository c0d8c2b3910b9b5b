/* Parts of passes that are launched while ghost zones travel: each cell once, and nothing before what it reads is
 * there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "evolve/hiding.h"

enum { NX = 7, NY = 15, NZ = 24, GHOSTS = 3, MOST_PARTS = 64 };
static const int cells[3] = {NX, NY, NZ};

/* How often each cell of a pass has been launched; cells from -1 on. */
struct counts {
    int of[NZ + 2][NY + 2][NX + 2];
};

static void count(struct counts *counts, const struct taub_range *range)
{
    for (int k = range->lower[2]; k < range->upper[2]; k++)
        for (int j = range->lower[1]; j < range->upper[1]; j++)
            for (int i = range->lower[0]; i < range->upper[0]; i++)
                counts->of[k + 1][j + 1][i + 1]++;
}

/* Two passes, of which the second one reads what the first one made. Of cells the first makes a layer of ghost cells,
 * too, and the second reads those beside its own; of corners there is one more along each axis, a cell reads those of
 * its ends, and parts consist of whole tiles, as of cese on three axes. */
struct kind {
    int before, behind; /* of the first pass: how many more cells on either side */
    int reads_below;    /* of the second one: values before its own; those behind it always */
    struct taub_op ops[2];
};
enum { TILE_Y = 2, TILE_Z = 3 };
static const struct kind kinds[2] = {
    {1, 1, 1, {{.reach = GHOSTS - 1}, {.reach = GHOSTS}}},
    {0, 1, 0, {{.reach = 1, .grain = {NX, TILE_Y, TILE_Z}}, {.reach = 1 + TILE_Z, .grain = {NX, TILE_Y, TILE_Z}}}}};

static void check_needs(const struct taub_range *range, int reach, const bool missing[3][2])
{
    for (int axis = 0; axis < 3; axis++) {
        if (missing[axis][0])
            assert_true(range->lower[axis] - reach >= 0);
        if (missing[axis][1])
            assert_true(range->upper[axis] + reach <= cells[axis]);
    }
}

/* Values of the first pass that a range of the second one reads are there. */
static void check_made(const struct taub_range *range, const struct counts *first, int below)
{
    for (int axis = 0; axis < 3; axis++)
        for (int side = -below; side < 2; side++) {
            struct taub_range read = *range;
            read.lower[axis] += side;
            read.upper[axis] += side;
            for (int k = read.lower[2]; k < read.upper[2]; k++)
                for (int j = read.lower[1]; j < read.upper[1]; j++)
                    for (int i = read.lower[0]; i < read.upper[0]; i++)
                        assert_int_equal(first->of[k + 1][j + 1][i + 1], 1);
        }
}

/* Whole tiles, of which the last one may be smaller. */
static void check_tiles(const struct taub_range *range, const struct taub_op *op, int behind)
{
    for (int axis = 0; axis < 3 && op->grain[0]; axis++) {
        assert_int_equal(range->lower[axis] % op->grain[axis], 0);
        assert_true(range->upper[axis] % op->grain[axis] == 0 || range->upper[axis] == cells[axis] + behind);
    }
}

struct setting {
    const struct kind *kind;
    struct taub_mesh mesh;
    struct taub_simulation simulation;
    struct taub_pass *passes[2]; /* only looked at by address */
    struct taub_hiding hiding;
};

static void set_up(struct setting *self, const struct kind *kind, unsigned shared)
{
    memset(self, 0, sizeof *self);
    self->kind = kind;
    for (int axis = 0; axis < 3; axis++) {
        self->mesh.shape.cells[axis] = cells[axis];
        self->mesh.active[axis] = 1;
        for (int side = 0; side < 2; side++)
            self->hiding.shared[axis][side] = shared >> (2 * axis + side) & 1;
    }
    self->simulation.mesh = &self->mesh;
    self->hiding.simulation = &self->simulation;
    for (int p = 0; p < 2; p++) {
        struct taub_launch launch;
        memset(&launch, 0, sizeof launch);
        launch.pass = (struct taub_pass *)&self->passes[p];
        for (int axis = 0; axis < 3; axis++) {
            launch.range.lower[axis] = p == 0 ? -kind->before : 0;
            launch.range.upper[axis] = cells[axis] + (p == 0 ? kind->behind : 0);
        }
        assert_true(taub_hiding_pass(&self->hiding, &launch, &kind->ops[p]));
    }
}

/* Launches of a part, in order, with faces behind which ghost zones are missing; returns how many. */
static int check_part(struct setting *self, struct counts counts[2], const struct taub_launch *list, int length,
                      const bool missing[3][2])
{
    for (int n = 0; n < length; n++) {
        const int p = list[n].pass == (struct taub_pass *)&self->passes[1];
        check_needs(&list[n].range, self->kind->ops[p].reach, missing);
        check_tiles(&list[n].range, &self->kind->ops[p], p == 0 ? self->kind->behind : 0);
        if (p)
            check_made(&list[n].range, &counts[0], self->kind->reads_below);
        count(&counts[p], &list[n].range);
    }
    return length;
}

static int check_all(const struct kind *kind, unsigned shared, bool corners)
{
    static struct setting self;
    static struct counts counts[2];
    struct taub_launch list[MOST_PARTS];
    const bool none[3][2] = {{false}};
    int hidden = 0;
    set_up(&self, kind, shared);
    memset(counts, 0, sizeof counts);
    for (int axis = corners ? 0 : 2; axis < 3; axis++) {
        bool missing[3][2];
        for (int a = 0; a < 3; a++)
            for (int side = 0; side < 2; side++)
                missing[a][side] = !corners || a == axis ? self.hiding.shared[a][side] : a > axis;
        const int length = taub_hiding_part(&self.hiding, corners ? 1u << axis : 7u,
                                            corners ? TAUB_LOWER_CORNERS : TAUB_NO_CORNERS, list);
        hidden += check_part(&self, counts, list, length, (const bool(*)[2])missing);
    }
    check_part(&self, counts, list, taub_hiding_rest(&self.hiding, list), none);
    for (int p = 0; p < 2; p++)
        for (int k = 0; k < NZ + 2; k++)
            for (int j = 0; j < NY + 2; j++)
                for (int i = 0; i < NX + 2; i++) {
                    const int before = p == 0 ? kind->before : 0, behind = p == 0 ? kind->behind : 0;
                    const bool inside = i > -before && i <= NX + behind && j > -before && j <= NY + behind &&
                                        k > -before && k <= NZ + behind;
                    assert_int_equal(counts[p].of[k][j][i], inside);
                }
    return hidden;
}

/* All choices of faces across which other ranks are met. */
static void each_cell_once(void **state)
{
    (void)state;
    for (unsigned shared = 0; shared < 64; shared++)
        for (int corners = 0; corners < 2; corners++)
            for (int kind = 0; kind < 2; kind++)
                check_all(&kinds[kind], shared, corners);
}

/* Faces across y and z, as ranks have them, and none. */
static void something_is_hidden(void **state)
{
    (void)state;
    assert_int_equal(check_all(&kinds[0], 0, true), 0);
    assert_int_equal(check_all(&kinds[0], 0, false), 0);
    for (unsigned shared = 4; shared < 64; shared += 4) {
        assert_true(check_all(&kinds[0], shared, false) > 0);
        assert_true(check_all(&kinds[0], shared, true) > 0);
        assert_true(check_all(&kinds[1], shared, false) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_cell_once), cmocka_unit_test(something_is_hidden)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
