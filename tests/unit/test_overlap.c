/* Passes around an exchange that are launched in parts: every cell once, nothing before what it reads is there, no cell
 * changed that others still have to read or to be sent. Rows of passes as schemes have them, and what they read written
 * down a second time, by cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "evolve/overlap.h"

enum { NX = 6, NY = 21, NZ = 25, GHOSTS = 3, ROOM = 6, MOST_PASSES = 7, MOST_PARTS = 256 };
enum { X = TAUB_FIELD_CONSERVED, NEXT = TAUB_FIELD_NEXT, A = TAUB_FIELD_OWN, B, C, D };
static const int cells[3] = {NX, NY, NZ};
static const struct taub_field_spec specs[] = {
    {"x", TAUB_CELL, 1, TAUB_LIFE_STATE}, {"next", TAUB_CELL, 1, TAUB_LIFE_STEP}, {"a", TAUB_CELL, 1, TAUB_LIFE_STEP},
    {"b", TAUB_CELL, 1, TAUB_LIFE_STEP},  {"c", TAUB_CELL, 1, TAUB_LIFE_STEP},    {"d", TAUB_CELL, 1, TAUB_LIFE_STEP}};

/* A pass, and of which field it reads how many cells below and above its own (another way to say what its operands do,
 * with the last faces of cells in the next ones). */
struct kind {
    int count;
    struct taub_operand operands[4];
    struct {
        int field, below, above;
    } reads[3];
    int grain[3];
};
struct row {
    int count;
    bool before; /* a fill, of what the last pass writes; else they are behind a fill of X */
    struct kind passes[MOST_PASSES];
};

#define FACES TAUB_AT(TAUB_FACES)
#define EDGES TAUB_AT(TAUB_EDGES)
static const struct row rows[] = {
    /* face states and a stage; states of corners and a second half by tiles; what changes the field that travels */
    {2,
     false,
     {{2, {{TAUB_READS | TAUB_REACH(2), X}, {TAUB_WRITES, A}}, {{X, 2, 2}}, {0}},
      {3,
       {{TAUB_READS | TAUB_REACH(3), X}, {TAUB_READS | TAUB_REACH(1), A}, {TAUB_WRITES, NEXT}},
       {{X, 3, 3}, {A, 1, 1}},
       {0}}}},
    {2,
     false,
     {{2, {{TAUB_READS, X}, {TAUB_WRITES | TAUB_AT(TAUB_NODES), A}}, {{X, 1, 0}}, {NX, 2, 3}},
      {2, {{TAUB_READS | TAUB_AT(TAUB_NODES), A}, {TAUB_WRITES, NEXT}}, {{A, 0, 1}}, {NX, 2, 3}}}},
    {1, false, {{1, {{TAUB_UPDATES | TAUB_SEES(TAUB_FACES), X}}, {{X, 0, 1}}, {0}}}},
    /* means, states, faces and edges of mhd at order 3 */
    {5,
     true,
     {{2, {{TAUB_READS | FACES, X}, {TAUB_WRITES, A}}, {{-1, 0, 0}}, {0}},
      {2, {{TAUB_READS | TAUB_REACH(2), A}, {TAUB_WRITES, B}}, {{A, 2, 2}}, {0}},
      {2, {{TAUB_READS, B}, {TAUB_WRITES | FACES, C}}, {{B, 1, 0}}, {0}},
      {2, {{TAUB_READS | FACES, C}, {TAUB_WRITES | EDGES, D}}, {{C, 1, 0}}, {0}},
      {3, {{TAUB_READS | FACES, C}, {TAUB_READS | EDGES, D}, {TAUB_WRITES, NEXT}}, {{C, 0, 1}, {D, 0, 1}}, {0}}}},
    /* edges, faces that are changed beyond those that are wanted in the end, and once more */
    {4,
     true,
     {{2, {{TAUB_READS | TAUB_REACH(1), X}, {TAUB_WRITES | EDGES, A}}, {{-1, 0, 0}}, {0}},
      {2, {{TAUB_READS | EDGES, A}, {TAUB_WRITES, NEXT}}, {{A, 0, 1}}, {0}},
      {3, {{TAUB_UPDATES, NEXT}, {TAUB_WRITES | FACES, B}}, {{NEXT, 0, 0}}, {0}},
      {2, {{TAUB_READS | FACES, B}, {TAUB_UPDATES, NEXT}}, {{B, 0, 1}, {NEXT, 0, 0}}, {0}}}},
    /* what ghost zones that have come still lack, added to them once */
    {2,
     false,
     {{1, {{TAUB_FILLS, X}}, {{-1, 0, 0}}, {0}},
      {2, {{TAUB_READS | TAUB_REACH(1), X}, {TAUB_WRITES, NEXT}}, {{X, 1, 1}}, {0}}}}};

struct counts {
    int of[NZ + 2 * ROOM][NY + 2 * ROOM][NX + 2 * ROOM];
};
struct setting {
    const struct row *row;
    struct taub_case *run_case;
    struct taub_config config;
    struct taub_mesh mesh;
    struct taub_plan plan;
    struct taub_scheme scheme;
    struct taub_simulation simulation;
    struct taub_step step;
    struct taub_cuts cuts;
    int at[TAUB_MOST_FIELDS];
    struct taub_launches launches;
    struct taub_overlap overlap;
    struct counts counts[MOST_PASSES];
    struct taub_range missing; /* which cells of X have arrived */
};
static struct setting self;

static int first_pass(void)
{
    return self.row->before ? 0 : 1;
}

static int *count_of(int p, const int at[3])
{
    return &self.counts[p].of[at[2] + ROOM][at[1] + ROOM][at[0] + ROOM];
}

static bool is_in(const struct taub_range *range, const int at[3])
{
    bool in = true;
    for (int axis = 0; axis < 3; axis++)
        in = in && at[axis] >= range->lower[axis] && at[axis] < range->upper[axis];
    return in;
}

static const struct taub_range *range_of(int p)
{
    return &self.step.ops[first_pass() + p].range;
}

static void set_up(const struct row *row, unsigned shared)
{
    memset(&self, 0, sizeof self);
    self.row = row;
    for (int axis = 0; axis < 3; axis++) {
        self.mesh.shape.cells[axis] = self.step.cells[axis] = cells[axis];
        self.mesh.shape.ghosts[axis] = self.step.ghosts = GHOSTS;
        self.mesh.active[axis] = self.step.active[axis] = self.mesh.parts = 1;
        self.config.mesh.cells[axis] = cells[axis];
        for (int side = 0; side < 2; side++)
            self.launches.shared[axis][side] = shared >> (2 * axis + side) & 1;
    }
    self.simulation.mesh = &self.mesh;
    self.simulation.config = &self.config;
    self.launches.simulation = &self.simulation;
    self.launches.step = &self.step;
    self.launches.at = self.at;
    self.launches.hides = true;
    self.simulation.scheme = &self.scheme;
    if (!row->before)
        taub_step_fill(&self.step, X, 0.0);
    for (int p = 0; p < row->count; p++) {
        struct taub_op *op = taub_step_pass(&self.step, p, row->passes[p].operands, row->passes[p].count);
        memcpy(op->grain, row->passes[p].grain, sizeof op->grain);
        op->sure = true;
    }
    if (row->before)
        taub_step_fill(&self.step, NEXT, 0.0);
    taub_step_swap(&self.step, X, NEXT);
    struct taub_needs needs;
    taub_steps_derive(&self.step, 1, specs, 6, &needs);
    for (int p = 0; p < row->count; p++) /* by which launches are told apart */
        self.simulation.scheme_passes[p] = (struct taub_pass *)(void *)&self.counts[p];
}

/* What a pass has made of a cell, where its range has that; of the last one to write the field. */
static void check_made(int p, int field, const int at[3])
{
    for (int q = p - 1; q >= 0; q--)
        for (int n = 0; n < self.row->passes[q].count; n++)
            if (self.row->passes[q].operands[n].field == field &&
                taub_touch_writes(self.row->passes[q].operands[n].touch) && is_in(range_of(q), at))
                assert_int_equal(*count_of(q, at), 1);
    if (!self.row->before && field == X)
        assert_true(is_in(&self.missing, at));
}

/* Nothing that reads a cell around its own comes after one that changes it. */
static void check_unchanged(int p, int field, const int at[3])
{
    for (int q = p + 1; q < self.row->count; q++)
        for (int n = 0; n < self.row->passes[q].count; n++)
            if (self.row->passes[q].operands[n].field == field &&
                TAUB_USE(self.row->passes[q].operands[n].touch) == TAUB_UPDATES && field == X)
                assert_int_equal(*count_of(q, at), 0);
}

/* Cells next to faces whose zones still travel are sent across these. */
static void check_not_sent(const int at[3])
{
    for (int axis = 0; axis < 3; axis++) {
        assert_true(self.missing.lower[axis] < 0 || at[axis] >= GHOSTS);
        assert_true(self.missing.upper[axis] > cells[axis] || at[axis] < cells[axis] - GHOSTS);
    }
}

static void check_cell(int p, const int at[3])
{
    const struct kind *kind = &self.row->passes[p];
    for (int n = 0; n < kind->count && !self.row->before; n++)
        if (kind->operands[n].field == X && taub_touch_writes(kind->operands[n].touch))
            check_not_sent(at);
    for (int r = 0; r < 3 && (r == 0 || kind->reads[r].field > 0); r++)
        for (int axis = 0; axis < 3 && kind->reads[r].field >= 0; axis++)
            for (int n = -kind->reads[r].below; n <= kind->reads[r].above; n++) {
                int there[3] = {at[0], at[1], at[2]};
                there[axis] += n;
                check_made(p, kind->reads[r].field, there);
                if (n != 0)
                    check_unchanged(p, kind->reads[r].field, there);
            }
}

static void check_tiles(const struct taub_range *range, int p)
{
    const int *grain = self.row->passes[p].grain;
    for (int axis = 0; axis < 3 && grain[0]; axis++) {
        const int lower = range->lower[axis] - range_of(p)->lower[axis];
        assert_int_equal(lower % grain[axis], 0);
        assert_true((range->upper[axis] - range_of(p)->lower[axis]) % grain[axis] == 0 ||
                    range->upper[axis] == range_of(p)->upper[axis]);
    }
}

static int check_launches(const struct taub_launch *list, int length)
{
    for (int n = 0; n < length; n++) {
        int p = 0, at[3];
        while (list[n].pass != self.simulation.scheme_passes[p])
            p++;
        const struct taub_range *range = &list[n].range;
        check_tiles(range, p);
        for (int pass = 0; pass < 2; pass++) /* what a launch writes none of its own cells reads */
            for (at[2] = range->lower[2]; at[2] < range->upper[2]; at[2]++)
                for (at[1] = range->lower[1]; at[1] < range->upper[1]; at[1]++)
                    for (at[0] = range->lower[0]; at[0] < range->upper[0]; at[0]++)
                        if (pass == 0)
                            check_cell(p, at);
                        else
                            assert_int_equal(++*count_of(p, at), 1);
    }
    return length;
}

static void check_whole(void)
{
    int at[3];
    for (int p = 0; p < self.row->count; p++)
        for (at[2] = -ROOM; at[2] < NZ + ROOM; at[2]++)
            for (at[1] = -ROOM; at[1] < NY + ROOM; at[1]++)
                for (at[0] = -ROOM; at[0] < NX + ROOM; at[0]++)
                    assert_int_equal(*count_of(p, at), is_in(range_of(p), at));
}

/* Cells that go to other ranks before the fill. */
static void check_sent(void)
{
    int at[3];
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            struct taub_range sent = {.upper = {NX, NY, NZ}};
            if (!self.overlap.shared[axis][side])
                continue;
            *(side ? &sent.lower[axis] : &sent.upper[axis]) = side ? cells[axis] - GHOSTS : GHOSTS;
            for (at[2] = sent.lower[2]; at[2] < sent.upper[2]; at[2]++)
                for (at[1] = sent.lower[1]; at[1] < sent.upper[1]; at[1]++)
                    for (at[0] = sent.lower[0]; at[0] < sent.upper[0]; at[0]++)
                        check_made(self.row->count, NEXT, at);
        }
}

static void check_before(const struct row *row, unsigned shared)
{
    struct taub_launch list[MOST_PARTS];
    set_up(row, shared);
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), row->count);
    check_launches(list, taub_overlap_layers(&self.overlap, list));
    check_sent();
    assert_true(check_launches(list, taub_overlap_core(&self.overlap, list)) > 0);
    check_whole();
}

/* `twice`: zones beyond ends of the mesh come after those of other ranks. */
static int check_behind(const struct row *row, unsigned shared, enum taub_op_halo halo, bool twice)
{
    struct taub_launch list[MOST_PARTS];
    set_up(row, shared);
    self.step.ops[0].halo = halo;
    self.step.ops[0].twice = twice;
    assert_int_equal(taub_overlap_behind(&self.overlap, &self.launches, 0), row->count);
    for (int a = 0; a < 3; a++) {
        const bool travels = halo == TAUB_HALO_ALL || (int)halo == TAUB_HALO_ALONG_X + a;
        self.missing.lower[a] = twice || (travels && self.overlap.shared[a][0]) ? 0 : -ROOM;
        self.missing.upper[a] = cells[a] + (twice || (travels && self.overlap.shared[a][1]) ? 0 : ROOM);
    }
    const int hidden = check_launches(list, taub_overlap_inside(&self.overlap, list));
    for (int a = 0; a < 3; a++) {
        self.missing.lower[a] = -ROOM;
        self.missing.upper[a] = cells[a] + ROOM;
    }
    check_launches(list, taub_overlap_rest(&self.overlap, list));
    check_whole();
    return hidden;
}

/* Sides of y and z, as ranks share them; behind a fill all choices, none among them. */
static void each_cell_once_and_in_order(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (unsigned shared = rows[r].before ? 4 : 0; shared < 64; shared += rows[r].before ? 4 : 1) {
            if (rows[r].before)
                check_before(&rows[r], shared);
            for (int halo = 0; halo < TAUB_HALOS && !rows[r].before; halo++)
                check_behind(&rows[r], shared, halo, false);
            if (!rows[r].before)
                check_behind(&rows[r], shared, TAUB_HALO_ALL, true);
        }
}

static void something_is_hidden(void **state)
{
    (void)state;
    for (unsigned shared = 4; shared < 64; shared += 4)
        for (int r = 0; r < 3; r++)
            assert_true(check_behind(&rows[r], shared, TAUB_HALO_ALL, false) > 0);
}

static void a_thin_block_has_no_inside(void **state)
{
    (void)state;
    set_up(&rows[3], 0x30);
    self.mesh.shape.cells[2] = self.step.cells[2] = 2 * GHOSTS;
    for (int p = 0; p < rows[3].count; p++)
        self.step.ops[p].range.upper[2] += 2 * GHOSTS - NZ;
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), 0);
}

/* Behind an exchange passes that follow one which changes what those before it read around their cells come later. */
static void a_row_ends_where_order_counts(void **state)
{
    (void)state;
    set_up(&rows[0], 0x30);
    self.step.ops[2].operand[0] = (struct taub_operand){TAUB_UPDATES, X};
    assert_int_equal(taub_overlap_behind(&self.overlap, &self.launches, 0), 1);
}

/* A pass that may fail, one that does nothing as a rule, one that changes what another one before it reads, or too many
 * of them: before a fill there are no layers then. */
static void some_rows_are_left_whole(void **state)
{
    (void)state;
    set_up(&rows[3], 0x30);
    self.step.ops[2].sure = false;
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), 0);
    set_up(&rows[3], 0x30);
    self.step.ops[2].gate = 1;
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), 0);
    set_up(&rows[3], 0x30);
    self.step.ops[4].operand[2].field = A;
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), 0);
    set_up(&rows[3], 0x30);
    self.step.count = 0;
    for (int p = 0; p < MOST_OVERLAP_PASSES + 1; p++)
        taub_step_pass(&self.step, 0, rows[3].passes[0].operands, 2)->sure = true;
    taub_step_fill(&self.step, NEXT, 0.0);
    assert_int_equal(taub_overlap_before(&self.overlap, &self.launches, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cell_once_and_in_order), cmocka_unit_test(something_is_hidden),
        cmocka_unit_test(a_thin_block_has_no_inside), cmocka_unit_test(a_row_ends_where_order_counts),
        cmocka_unit_test(some_rows_are_left_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
