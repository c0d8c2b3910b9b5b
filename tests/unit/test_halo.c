/* The list of copies: every ghost zone of random layouts of blocks against a search of all cells by position; what goes
 * out of one rank is what comes into another, box by box; sums over zones against sums over cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/halo.h"

enum { MOST_BLOCKS = 27, MOST_RANKS = 4 };

/* A box of blocks, each of which has its axes as it likes: axis a of a block runs along axis along[a] of the box, back
 * if reversed[a]. */
struct layout {
    int grid[3], cells[3], ghosts, ranks;
    bool periodic[3];
    int along[MOST_BLOCKS][3];
    bool reversed[MOST_BLOCKS][3];
    struct taub_block all[MOST_BLOCKS];
};
static uint32_t noise = 1;

static int draw(int below)
{
    noise = noise * 1664525u + 1013904223u;
    return (int)((noise >> 8) % (uint32_t)below);
}

static int blocks_of(const struct layout *self)
{
    return self->grid[0] * self->grid[1] * self->grid[2];
}

/* ---- positions ---- */

static void corner_of(const struct layout *self, int b, int corner[3])
{
    corner[0] = b % self->grid[0] * self->cells[0];
    corner[1] = b / self->grid[0] % self->grid[1] * self->cells[1];
    corner[2] = b / (self->grid[0] * self->grid[1]) * self->cells[2];
}

/* Of a cell, or zone, of a block in the box. */
static void position_of(const struct layout *self, int b, const int at[3], int position[3])
{
    int corner[3];
    corner_of(self, b, corner);
    for (int a = 0; a < 3; a++) {
        const int n = self->cells[self->along[b][a]];
        position[self->along[b][a]] = corner[self->along[b][a]] + (self->reversed[b][a] ? n - 1 - at[a] : at[a]);
    }
}

/* Whether a position, or its like in another period, lies in a block: the search goes through the cells of that alone.
 */
static bool holds(const struct layout *self, int block, const int wanted[3])
{
    int corner[3];
    bool inside = true;
    corner_of(self, block, corner);
    for (int a = 0; a < 3; a++) {
        const int length = self->grid[a] * self->cells[a], far = wanted[a] - corner[a];
        const int from_corner = self->periodic[a] ? (far % length + length) % length : far;
        inside = inside && from_corner >= 0 && from_corner < self->cells[a];
    }
    return inside;
}

/* The cell that has a position, among all cells of all blocks; false: outside of the box. */
static bool search(const struct layout *self, const int wanted[3], int *block, int at[3])
{
    int position[3];
    for (*block = 0; *block < blocks_of(self); ++*block)
        for (at[2] = holds(self, *block, wanted) ? 0 : self->cells[2]; at[2] < self->cells[2]; at[2]++)
            for (at[1] = 0; at[1] < self->cells[1]; at[1]++)
                for (at[0] = 0; at[0] < self->cells[0]; at[0]++) {
                    bool same = true;
                    position_of(self, *block, at, position);
                    for (int a = 0; a < 3; a++) {
                        const int length = self->grid[a] * self->cells[a], far = wanted[a] - position[a];
                        same = same && (far == 0 || (self->periodic[a] && far % length == 0));
                    }
                    if (same)
                        return true;
                }
    return false;
}

/* ---- the mesh of a rank ---- */

/* The neighbour across a face, by where it is. */
static struct taub_neighbour neighbour_of(const struct layout *self, int b, int face)
{
    const int axis = self->along[b][face / 2], up = (face % 2) != self->reversed[b][face / 2];
    const int strides[3] = {1, self->grid[0], self->grid[0] * self->grid[1]};
    const int place = b / strides[axis] % self->grid[axis], next = place + (up ? 1 : -1);
    struct taub_neighbour neighbour = {{-1 - TAUB_OUTFLOW, -1, -1, -1}, 0, 0};
    if (!self->periodic[axis] && (next < 0 || next >= self->grid[axis]))
        return neighbour;
    const int other = b + ((next + self->grid[axis]) % self->grid[axis] - place) * strides[axis];
    neighbour.block[0] = other;
    for (int a = 0; a < 3; a++)
        for (int to = 0; to < 3; to++)
            if (self->along[other][to] == self->along[b][a])
                neighbour.turn |= ((to ^ a) | (self->reversed[other][to] != self->reversed[b][a] ? 4 : 0)) << (3 * a);
    return neighbour;
}

static void link_all(struct layout *self)
{
    for (int b = 0; b < blocks_of(self); b++) {
        self->all[b].owner = draw(self->ranks);
        corner_of(self, b, self->all[b].place);
        for (int face = 0; face < 6; face++)
            self->all[b].neighbour[face] = neighbour_of(self, b, face);
    }
}

/* Cubes with any axes, or boxes that all have those of the mesh, with an axis of one cell now and then. */
static void draw_layout(struct layout *self, bool turned)
{
    memset(self, 0, sizeof *self);
    self->ghosts = 1 + draw(3);
    self->ranks = 1 + draw(MOST_RANKS);
    const bool large = draw(6) == 0; /* faces of more than TAUB_COPY_CELLS zones, of few blocks */
    const int more = large ? 14 - self->ghosts : 0;
    const int cube = self->ghosts + draw(3) + more, flat = turned ? -1 : draw(5);
    for (int a = 0; a < 3; a++) {
        self->grid[a] = a == flat || (large && a == 2) ? 1 : 1 + draw(large ? 2 : 3);
        self->cells[a] = a == flat ? 1 : turned ? cube : self->ghosts + draw(4) + more;
        self->periodic[a] = draw(2);
    }
    for (int b = 0; b < blocks_of(self); b++) {
        const int first = turned ? draw(3) : 0, step = turned ? 1 + draw(2) : 1;
        for (int a = 0; a < 3; a++) {
            self->along[b][a] = (first + a * step) % 3;
            self->reversed[b][a] = turned && draw(2);
        }
    }
    link_all(self);
}

static struct taub_mesh mesh_of(struct layout *self, int rank, int *number, int *local)
{
    struct taub_mesh mesh = {
        .parts = 1, .rank = rank, .ranks = self->ranks, .all = self->all, .number = number, .local = local};
    for (int a = 0; a < 3; a++) {
        mesh.grid[a] = self->grid[a];
        mesh.cells[a] = self->grid[a] * self->cells[a];
        mesh.active[a] = mesh.cells[a] > 1;
        mesh.shape.cells[a] = self->cells[a];
        mesh.shape.ghosts[a] = mesh.active[a] ? self->ghosts : 0;
    }
    mesh.shape.row_stride = self->cells[0] + 2 * mesh.shape.ghosts[0] + 1;
    mesh.shape.row_offset = mesh.shape.ghosts[0] + 1;
    mesh.shape.plane_stride = (long)mesh.shape.row_stride * (self->cells[1] + 2 * mesh.shape.ghosts[1]);
    mesh.shape.component_stride = mesh.shape.plane_stride * (self->cells[2] + 2 * mesh.shape.ghosts[2]);
    for (int b = 0; b < blocks_of(self); b++) {
        local[b] = self->all[b].owner == rank ? mesh.shape.blocks : -1;
        if (local[b] >= 0)
            number[mesh.shape.blocks++] = b;
    }
    return mesh;
}

struct rank {
    int number[MOST_BLOCKS], local[MOST_BLOCKS];
    struct taub_mesh mesh;
    struct taub_halo *halo;
};

static void make_ranks(struct layout *self, const struct taub_halo_wish *wish, struct rank *ranks)
{
    struct taub_error error;
    for (int r = 0; r < self->ranks; r++) {
        ranks[r].mesh = mesh_of(self, r, ranks[r].number, ranks[r].local);
        assert_int_equal(taub_halo_create(&ranks[r].mesh, wish, &ranks[r].halo, &error), TAUB_OK);
    }
}

static void destroy_ranks(const struct layout *self, struct rank *ranks)
{
    for (int r = 0; r < self->ranks; r++)
        taub_halo_destroy(ranks[r].halo);
}

/* ---- zones ---- */

/* Which ones a list is to have. */
static bool is_wanted(const struct taub_mesh *mesh, const struct taub_halo_wish *wish, const int at[3])
{
    int outside = 0;
    bool along = true;
    for (int a = 0; a < 3; a++)
        if (at[a] < 0 || at[a] >= mesh->shape.cells[a]) {
            outside++;
            along = along && wish->axes >> a & 1;
        }
    return along && (outside == 1 || (outside > 1 && wish->corners));
}

/* How often the lists of a rank have a zone of one of its blocks, and what they say of it last. */
static int find_in_lists(const struct rank *rank, int local, const int at[3], int *from_rank, int *from, int cell[3])
{
    int found = 0;
    for (int part = 0; part < TAUB_HALO_PARTS; part++)
        for (int n = 0; n < rank->halo->count[part] && part != TAUB_HALO_OUT; n++) {
            const struct taub_copy *copy = &rank->halo->list[part][n];
            bool has = copy->to == local;
            for (int a = 0; a < 3; a++)
                has = has && at[a] >= copy->begin[a] && at[a] < copy->begin[a] + copy->size[a];
            if (!has)
                continue;
            found++;
            *from_rank = part == TAUB_HALO_IN ? copy->rank : rank->mesh.rank;
            *from = copy->from;
            for (int a = 0; a < 3; a++) {
                const int steps = at[a] - copy->begin[a], to = TURN_AXIS(copy->turn, a);
                cell[to] = copy->at[to] + (TURN_FLIPS(copy->turn, a) ? -steps : steps);
            }
        }
    return found;
}

static int check_zone(const struct layout *self, const struct rank *ranks, int rank, int local,
                      const struct taub_halo_wish *wish, const int at[3])
{
    int position[3], block, cell[3], from_rank = -1, from = -1, listed[3];
    const int found = find_in_lists(&ranks[rank], local, at, &from_rank, &from, listed);
    position_of(self, ranks[rank].number[local], at, position);
    if (!is_wanted(&ranks[rank].mesh, wish, at) || !search(self, position, &block, cell)) {
        assert_int_equal(found, 0);
        return 0;
    }
    assert_int_equal(found, 1);
    assert_int_equal(from_rank, self->all[block].owner);
    if (from_rank == rank)
        assert_int_equal(ranks[rank].number[from], block);
    assert_memory_equal(listed, cell, sizeof cell);
    return 1;
}

static int check_zones(const struct layout *self, const struct rank *ranks, const struct taub_halo_wish *wish)
{
    int at[3], zones = 0;
    for (int r = 0; r < self->ranks; r++)
        for (int b = 0; b < ranks[r].mesh.shape.blocks; b++) {
            const struct taub_shape *shape = &ranks[r].mesh.shape;
            for (at[2] = -shape->ghosts[2]; at[2] < shape->cells[2] + shape->ghosts[2]; at[2]++)
                for (at[1] = -shape->ghosts[1]; at[1] < shape->cells[1] + shape->ghosts[1]; at[1]++)
                    for (at[0] = -shape->ghosts[0]; at[0] < shape->cells[0] + shape->ghosts[0]; at[0]++)
                        zones += check_zone(self, ranks, r, b, wish, at);
        }
    return zones;
}

/* Neighbouring ranks once each; both list what passes between them in the same order, box by box. */
static void check_messages(const struct layout *self, const struct rank *ranks)
{
    for (int r = 0; r < self->ranks; r++)
        for (int p = 0; p < ranks[r].halo->peer_count; p++) {
            const struct taub_halo_peer *peer = &ranks[r].halo->peers[p];
            const struct rank *other = &ranks[peer->rank];
            const struct taub_copy *out = ranks[r].halo->list[TAUB_HALO_OUT], *in = other->halo->list[TAUB_HALO_IN];
            const struct taub_copy *out_end = out + ranks[r].halo->count[TAUB_HALO_OUT];
            const struct taub_copy *in_end = in + other->halo->count[TAUB_HALO_IN];
            long zones = 0;
            assert_true(p == 0 || peer->rank > ranks[r].halo->peers[p - 1].rank);
            assert_int_not_equal(peer->rank, r);
            while (out < out_end && out->rank != peer->rank)
                out++;
            while (in < in_end && in->rank != r)
                in++;
            assert_true(out == out_end || out->before == peer->before[TAUB_HALO_OUT]);
            for (; out < out_end && out->rank == peer->rank; out++, in++) {
                assert_true(in < in_end && in->rank == r);
                assert_memory_equal(out->begin, in->begin, sizeof in->begin);
                assert_memory_equal(out->size, in->size, sizeof in->size);
                assert_memory_equal(out->at, in->at, sizeof in->at);
                assert_int_equal(out->turn, in->turn);
                assert_in_range(taub_copy_cells(out), 1, TAUB_COPY_CELLS);
                assert_int_equal(out->before, peer->before[TAUB_HALO_OUT] + zones);
                zones += taub_copy_cells(out);
            }
            assert_true(in == in_end || in->rank != r);
            assert_int_equal(zones, peer->zones[TAUB_HALO_OUT]);
        }
}

static void check_layouts(bool turned, int layouts)
{
    static struct layout layout;
    struct rank ranks[MOST_RANKS];
    int zones = 0;
    for (int n = 0; n < layouts; n++) {
        const struct taub_halo_wish wish = {.axes = n % 4 ? 7u : 1u << draw(3), .corners = n % 3 != 0};
        draw_layout(&layout, turned);
        make_ranks(&layout, &wish, ranks);
        zones += check_zones(&layout, ranks, &wish);
        check_messages(&layout, ranks);
        destroy_ranks(&layout, ranks);
    }
    assert_true(zones > 1000 * layouts / 10);
}

static void zones_of_boxes(void **state)
{
    (void)state;
    noise = 5;
    check_layouts(false, 30);
}

static void zones_of_turned_blocks(void **state)
{
    (void)state;
    noise = 7;
    check_layouts(true, 24);
}

/* At open upper ends the first layer beyond belongs to the block: neighbours have it in their zones, too. */
static void last_faces_are_copied(void **state)
{
    static struct layout layout;
    const struct taub_halo_wish wish = {.axes = 7u, .corners = true, .faces = 1u};
    struct rank ranks[MOST_RANKS];
    int from_rank, from, cell[3];
    (void)state;
    layout = (struct layout){.grid = {2, 2, 1}, .cells = {4, 5, 1}, .ghosts = 2, .ranks = 1, .periodic = {0, 1, 1}};
    for (int b = 0; b < 4; b++)
        memcpy(layout.along[b], (int[]){0, 1, 2}, sizeof layout.along[b]);
    link_all(&layout);
    make_ranks(&layout, &wish, ranks);
    assert_int_equal(find_in_lists(&ranks[0], 1, (int[]){4, -1, 0}, &from_rank, &from, cell), 1);
    assert_int_equal(from, 3);
    assert_memory_equal(cell, ((int[]){4, 4, 0}), sizeof cell);
    assert_int_equal(find_in_lists(&ranks[0], 1, (int[]){5, -1, 0}, &from_rank, &from, cell), 0);
    assert_int_equal(find_in_lists(&ranks[0], 0, (int[]){4, -1, 0}, &from_rank, &from, cell), 1);
    assert_memory_equal(cell, ((int[]){0, 4, 0}), sizeof cell); /* a cell of block 3 */
    destroy_ranks(&layout, ranks);
}

/* ---- sums ---- */

static long place_of(const struct taub_shape *shape, int block, const int at[3])
{
    return block * shape->component_stride + (at[2] + shape->ghosts[2]) * shape->plane_stride +
           (long)(at[1] + shape->ghosts[1]) * shape->row_stride + at[0] + shape->row_offset;
}

/* Copies by the list, from a field of cells into one of zones. */
static void copy_all(const struct taub_shape *shape, const struct taub_halo *halo, const long *from, long *to)
{
    for (int n = 0; n < halo->count[TAUB_HALO_OWN]; n++) {
        const struct taub_copy *copy = &halo->list[TAUB_HALO_OWN][n];
        long step[3];
        const long source = taub_copy_source(shape, copy, 1, step), target = taub_copy_target(shape, copy, 1);
        for (int k = 0; k < copy->size[2]; k++)
            for (int j = 0; j < copy->size[1]; j++)
                for (int i = 0; i < copy->size[0]; i++)
                    to[target + k * shape->plane_stride + (long)j * shape->row_stride + i] =
                        from[source + k * step[2] + j * step[1] + i * step[0]];
    }
}

/* Weights of zones, brought back to the cells at their places. */
static void bring_back(const struct layout *self, const struct taub_mesh *mesh, const long *weights, long *cells)
{
    const struct taub_shape *shape = &mesh->shape;
    const struct taub_halo_wish all = {.axes = 7u, .corners = true};
    int at[3], position[3], block, cell[3];
    for (int b = 0; b < shape->blocks; b++)
        for (at[2] = -shape->ghosts[2]; at[2] < shape->cells[2] + shape->ghosts[2]; at[2]++)
            for (at[1] = -shape->ghosts[1]; at[1] < shape->cells[1] + shape->ghosts[1]; at[1]++)
                for (at[0] = -shape->ghosts[0]; at[0] < shape->cells[0] + shape->ghosts[0]; at[0]++) {
                    position_of(self, b, at, position);
                    if (is_wanted(mesh, &all, at) && search(self, position, &block, cell))
                        cells[place_of(shape, block, cell)] += weights[place_of(shape, b, at)];
                }
}

/* The sum of weights times copies is that of what the weights bring back times cells. */
static void copies_and_their_transpose(void **state)
{
    static struct layout layout;
    const struct taub_halo_wish wish = {.axes = 7u, .corners = true};
    struct rank rank;
    (void)state;
    noise = 11;
    for (int n = 0; n < 20; n++) {
        draw_layout(&layout, n % 2);
        layout.ranks = 1;
        link_all(&layout);
        make_ranks(&layout, &wish, &rank);
        const size_t size = (size_t)(rank.mesh.shape.blocks * rank.mesh.shape.component_stride);
        long *fields = calloc(4 * size, sizeof *fields), *cells = fields, *weights = cells + size;
        long *zones = weights + size, *back = zones + size, sums[2] = {0, 0};
        assert_non_null(fields);
        for (size_t v = 0; v < 2 * size; v++)
            fields[v] = draw(1000);
        copy_all(&rank.mesh.shape, rank.halo, cells, zones);
        bring_back(&layout, &rank.mesh, weights, back);
        for (size_t v = 0; v < size; v++) {
            sums[0] += weights[v] * zones[v];
            sums[1] += back[v] * cells[v];
        }
        assert_int_equal(sums[0], sums[1]);
        free(fields);
        destroy_ranks(&layout, &rank);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zones_of_boxes), cmocka_unit_test(zones_of_turned_blocks),
                                       cmocka_unit_test(last_faces_are_copied),
                                       cmocka_unit_test(copies_and_their_transpose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
