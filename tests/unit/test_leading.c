/* Passes before a fill, of which layers next to other ranks are launched first: each cell once, nothing before what it
 * reads is there, and what other ranks are sent before the first exchange. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "evolve/leading.h"

enum { NX = 6, NY = 21, NZ = 25, GHOSTS = 3, ROOM = 5, MOST_PASSES = 7, MOST_PARTS = 128 };
static const int cells[3] = {NX, NY, NZ};

/* A pass by how many cells its range is longer than the block, and what it reads of the pass before it. Whatever the
 * passes before it have in its own cells has to be there as well, since it may change that. */
struct kind {
    int before, behind;
    int reads_before, reads_behind;
    bool ends; /* what lies behind is nothing but faces at ends of the mesh */
};

/* Means, states, edges and faces, as of mhd at order 3; at order 2 a pass over faces reads one cell more below;
 * currents that are sent between passes over more cells, and faces that are changed beyond those of the last pass, as
 * of maxwell. */
static const struct scheme {
    int count, below[MOST_PASSES];
    struct kind passes[MOST_PASSES];
} schemes[3] = {{4, {0}, {{3, 3, 0, 0, false}, {1, 1, 2, 2, false}, {0, 1, 1, 0, false}, {0, 0, 0, 1, false}}},
                {4, {0, 0, 1}, {{2, 2, 0, 0, false}, {1, 1, 1, 1, false}, {1, 1, 1, 0, false}, {0, 1, 1, 0, false}}},
                {7,
                 {0},
                 {{2, 2, 0, 0, false},
                  {0, 1, 1, 0, false},
                  {1, 2, 0, 0, false},
                  {0, 1, 1, 1, false},
                  {0, 1, 0, 1, true},
                  {0, 1, 0, 0, false},
                  {0, 0, 0, 1, false}}}};

/* How often each cell of a pass has been launched. */
struct counts {
    int of[NZ + 2 * ROOM][NY + 2 * ROOM][NX + 2 * ROOM];
};

struct setting {
    const struct scheme *scheme;
    struct taub_mesh mesh;
    struct taub_simulation simulation;
    struct taub_op ops[MOST_PASSES];
    struct taub_pass *passes[MOST_PASSES]; /* only looked at by address */
    struct taub_leading leading;
    struct counts counts[MOST_PASSES];
};

static struct taub_range range_of(const struct kind *kind)
{
    struct taub_range range;
    memset(&range, 0, sizeof range);
    for (int axis = 0; axis < 3; axis++) {
        range.lower[axis] = -kind->before;
        range.upper[axis] = cells[axis] + kind->behind;
    }
    return range;
}

static void set_up(struct setting *self, const struct scheme *scheme, unsigned shared)
{
    memset(self, 0, sizeof *self);
    self->scheme = scheme;
    for (int axis = 0; axis < 3; axis++) {
        self->mesh.shape.cells[axis] = cells[axis];
        self->mesh.shape.ghosts[axis] = GHOSTS;
        self->mesh.active[axis] = 1;
        for (int side = 0; side < 2; side++)
            self->leading.shared[axis][side] = shared >> (2 * axis + side) & 1;
    }
    self->leading.mesh = &self->mesh;
    for (int p = 0; p < scheme->count; p++) {
        struct taub_launch launch;
        memset(&launch, 0, sizeof launch);
        launch.pass = (struct taub_pass *)&self->passes[p];
        launch.range = range_of(&scheme->passes[p]);
        self->ops[p].below = scheme->below[p];
        self->ops[p].ends = scheme->passes[p].ends;
        assert_true(taub_leading_pass(&self->leading, &launch, &self->ops[p]));
    }
}

static bool is_in(const struct taub_range *range, const int at[3])
{
    bool in = true;
    for (int axis = 0; axis < 3; axis++)
        in = in && at[axis] >= range->lower[axis] && at[axis] < range->upper[axis];
    return in;
}

static int *count_of(struct setting *self, int p, const int at[3])
{
    return &self->counts[p].of[at[2] + ROOM][at[1] + ROOM][at[0] + ROOM];
}

/* What a pass has made of a cell, where its range has that. */
static void check_made(struct setting *self, int p, const int at[3])
{
    const struct taub_range whole = range_of(&self->scheme->passes[p]);
    if (is_in(&whole, at))
        assert_int_equal(*count_of(self, p, at), 1);
}

static void check_cell(struct setting *self, int p, const int at[3])
{
    const struct kind *kind = &self->scheme->passes[p];
    bool beyond = false;
    for (int axis = 0; axis < 3; axis++)
        beyond = beyond || at[axis] >= cells[axis];
    for (int q = 0; q < p; q++)
        check_made(self, q, at);
    if (p == 0 || (kind->ends && beyond))
        return;
    for (int axis = 0; axis < 3; axis++)
        for (int n = -kind->reads_before; n <= kind->reads_behind; n++) {
            int there[3] = {at[0], at[1], at[2]};
            there[axis] += n;
            check_made(self, p - 1, there);
        }
}

static int check_launches(struct setting *self, const struct taub_launch *list, int length)
{
    for (int n = 0; n < length; n++) {
        int p = 0, at[3];
        while (list[n].pass != (struct taub_pass *)&self->passes[p])
            p++;
        const struct taub_range *range = &list[n].range;
        for (int pass = 0; pass < 2; pass++) /* what a launch writes none of its own cells reads */
            for (at[2] = range->lower[2]; at[2] < range->upper[2]; at[2]++)
                for (at[1] = range->lower[1]; at[1] < range->upper[1]; at[1]++)
                    for (at[0] = range->lower[0]; at[0] < range->upper[0]; at[0]++)
                        if (pass == 0)
                            check_cell(self, p, at);
                        else
                            assert_int_equal(++*count_of(self, p, at), 1);
    }
    return length;
}

/* Cells that go to other ranks. */
static void check_sent(struct setting *self)
{
    int at[3];
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            struct taub_range sent = {.upper = {NX, NY, NZ}};
            if (!self->leading.shared[axis][side])
                continue;
            taub_leading_restrict(&self->leading, axis, side, &sent);
            assert_int_equal(sent.upper[axis] - sent.lower[axis], GHOSTS);
            assert_int_equal(side ? sent.upper[axis] : sent.lower[axis], side ? cells[axis] : 0);
            for (at[2] = sent.lower[2]; at[2] < sent.upper[2]; at[2]++)
                for (at[1] = sent.lower[1]; at[1] < sent.upper[1]; at[1]++)
                    for (at[0] = sent.lower[0]; at[0] < sent.upper[0]; at[0]++)
                        check_made(self, self->scheme->count - 1, at);
        }
}

static void check_all(const struct scheme *scheme, unsigned shared)
{
    static struct setting self;
    struct taub_launch list[MOST_PARTS];
    set_up(&self, scheme, shared);
    assert_true(taub_leading_close(&self.leading));
    check_launches(&self, list, taub_leading_layers(&self.leading, list));
    check_sent(&self);
    for (int axis = 0; axis < 3; axis++) {
        const bool meets = self.leading.shared[axis][0] || self.leading.shared[axis][1];
        const int length = check_launches(&self, list, taub_leading_part(&self.leading, axis, list));
        assert_int_equal(length > 0, meets); /* something is left behind each exchange */
    }
    for (int p = 0; p < scheme->count; p++) {
        const struct taub_range whole = range_of(&scheme->passes[p]);
        int at[3];
        for (at[2] = -ROOM; at[2] < NZ + ROOM; at[2]++)
            for (at[1] = -ROOM; at[1] < NY + ROOM; at[1]++)
                for (at[0] = -ROOM; at[0] < NX + ROOM; at[0]++)
                    assert_int_equal(*count_of(&self, p, at), is_in(&whole, at));
    }
}

/* Sides of y and z, as ranks share them. */
static void test_each_cell_once_and_in_order(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof schemes / sizeof schemes[0]; s++)
        for (unsigned shared = 4; shared < 64; shared += 4)
            check_all(&schemes[s], shared);
}

static void test_a_thin_block_has_no_inside(void **state)
{
    static struct setting self;
    (void)state;
    set_up(&self, &schemes[0], 0x30);
    self.mesh.shape.cells[2] = 2 * GHOSTS;
    for (int p = 0; p < self.leading.count; p++)
        self.leading.passes[p].launch.range.upper[2] += 2 * GHOSTS - NZ;
    assert_false(taub_leading_close(&self.leading));
}

static void test_too_many_passes(void **state)
{
    static struct taub_leading leading;
    const struct taub_launch launch = {0};
    const struct taub_op op = {0};
    (void)state;
    for (int p = 0; p < MOST_LEADING_PASSES; p++)
        assert_true(taub_leading_pass(&leading, &launch, &op));
    assert_false(taub_leading_pass(&leading, &launch, &op));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_cell_once_and_in_order),
                                       cmocka_unit_test(test_a_thin_block_has_no_inside),
                                       cmocka_unit_test(test_too_many_passes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
