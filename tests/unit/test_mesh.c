/* The mesh: shapes of blocks for every centring, copies between block storage and dense arrays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh.h"
#include "mesh/sharing.h"

static struct taub_config_mesh config_of(int nx, int ny, int nz, int bx, int by, int bz)
{
    struct taub_config_mesh config = {
        .cells = {nx, ny, nz}, .blocks = {bx, by, bz}, .lower = {-1, -2, -3}, .upper = {1, 2, 3}};
    return config;
}

static struct taub_mesh *mesh_of(const struct taub_config_mesh *config, int ghosts)
{
    struct taub_mesh *mesh = NULL;
    struct taub_error error;
    assert_int_equal(taub_mesh_create(config, ghosts, &mesh, &error), TAUB_OK);
    return mesh;
}

static void shapes_of_all_centrings(void **state)
{
    static const int beyond[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                     {0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}};
    static const int meshes[][6] = {
        {30, 20, 12, 3, 2, 1}, {64, 1, 1, 4, 1, 1}, {1, 16, 1, 1, 2, 1}, {17, 9, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}};
    (void)state;
    for (int ghosts = 1; ghosts <= 3; ghosts++)
        for (size_t n = 0; n < sizeof meshes / sizeof *meshes; n++) {
            const int *m = meshes[n];
            const struct taub_config_mesh config = config_of(m[0], m[1], m[2], m[3], m[4], m[5]);
            struct taub_mesh *mesh = mesh_of(&config, ghosts);
            for (int c = TAUB_CELL; c <= TAUB_NODE; c++) {
                const struct taub_shape s = taub_mesh_shape(mesh, (enum taub_centring)c);
                long rows = 1;
                for (int a = 0; a < 3; a++) {
                    const int active = m[a] > 1;
                    assert_int_equal(mesh->active[a], active);
                    assert_int_equal(s.cells[a], m[a] / m[3 + a] + (active ? beyond[c][a] : 0));
                    assert_int_equal(s.ghosts[a], active ? ghosts : 0);
                    assert_true(s.spacing[a] == (config.upper[a] - config.lower[a]) / m[a]);
                    rows *= a ? s.cells[a] + 2 * s.ghosts[a] : 1;
                }
                assert_int_equal(s.blocks, m[3] * m[4] * m[5]);
                /* every value has its place: rows hold the ghost zones, planes the rows, components the planes */
                assert_true(s.row_offset >= s.ghosts[0]);
                assert_true(s.row_stride >= s.row_offset + s.cells[0] + s.ghosts[0]);
                assert_true(s.plane_stride >= (long)s.row_stride * (s.cells[1] + 2 * s.ghosts[1]));
                assert_true(s.component_stride >= s.plane_stride * (s.cells[2] + 2 * s.ghosts[2]));
                assert_true(s.component_stride >= rows * s.row_stride);
                assert_int_equal(taub_mesh_values(mesh, (enum taub_centring)c, 5),
                                 (size_t)s.blocks * 5 * (size_t)s.component_stride);
            }
            taub_mesh_destroy(mesh);
        }
}

static void blocks_thinner_than_the_ghost_zones_are_refused(void **state)
{
    const struct taub_config_mesh thin = config_of(8, 1, 1, 8, 1, 1), fine = config_of(16, 1, 1, 8, 1, 1);
    struct taub_mesh *mesh = NULL;
    struct taub_error error;
    (void)state;
    assert_int_equal(taub_mesh_create(&thin, 2, &mesh, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "mesh.blocks"));
    assert_null(mesh);
    taub_mesh_destroy(mesh_of(&fine, 2));
}

static void centres_are_where_they_should_be(void **state)
{
    const struct taub_config_mesh config = config_of(8, 4, 1, 2, 1, 1);
    struct taub_mesh *mesh = mesh_of(&config, 2);
    double x[3];
    (void)state;
    taub_mesh_center(mesh, 0, 0, 0, x);
    assert_true(x[0] == -0.875 && x[1] == -1.5 && x[2] == 0);
    taub_mesh_center(mesh, 7, 3, 0, x);
    assert_true(x[0] == 0.875 && x[1] == 1.5 && x[2] == 0);
    taub_mesh_destroy(mesh);
}

/* Scatter puts each value where a kernel looks for it and touches nothing else; gather brings it back. */
static void check_round_trip(const int m[6], size_t value_bytes)
{
    enum { COMPONENTS = 3 };
    const struct taub_config_mesh config = config_of(m[0], m[1], m[2], m[3], m[4], m[5]);
    struct taub_mesh *mesh = mesh_of(&config, 2);
    const struct taub_shape *s = &mesh->shape;
    const size_t zones = (size_t)m[0] * (size_t)m[1] * (size_t)m[2];
    const size_t count = taub_mesh_values(mesh, TAUB_CELL, COMPONENTS);
    double *dense = malloc(zones * sizeof *dense), *back = malloc(zones * sizeof *back);
    unsigned char *field = malloc(count * value_bytes);
    assert_true(dense && back && field);
    for (size_t n = 0; n < count; n++) {
        const double mark = -7;
        const float single_mark = -7;
        memcpy(field + n * value_bytes, value_bytes == 8 ? (const void *)&mark : (const void *)&single_mark,
               value_bytes);
    }
    for (int c = 0; c < COMPONENTS; c++) {
        for (size_t n = 0; n < zones; n++)
            dense[n] = (double)(c * 100000 + (int)n) + (value_bytes == 8 ? 1e-9 : 0.125);
        taub_mesh_scatter(mesh, field, value_bytes, COMPONENTS, c, dense);
    }
    for (int c = 0; c < COMPONENTS; c++) {
        taub_mesh_gather(mesh, field, value_bytes, COMPONENTS, c, back);
        for (int k = 0; k < m[2]; k++)
            for (int j = 0; j < m[1]; j++)
                for (int i = 0; i < m[0]; i++) {
                    const size_t at = ((size_t)k * (size_t)m[1] + (size_t)j) * (size_t)m[0] + (size_t)i;
                    const double expected = (double)(c * 100000 + (int)at) + (value_bytes == 8 ? 1e-9 : 0.125);
                    const int *n = s->cells, b = i / n[0] + m[3] * (j / n[1] + m[4] * (k / n[2]));
                    const size_t place =
                        (size_t)(((long)b * COMPONENTS + c) * s->component_stride +
                                 (k % n[2] + s->ghosts[2]) * s->plane_stride +
                                 (long)(j % n[1] + s->ghosts[1]) * s->row_stride + s->row_offset + i % n[0]);
                    const double stored = value_bytes == 8 ? ((const double *)(const void *)field)[place]
                                                           : (double)((const float *)(const void *)field)[place];
                    assert_true(back[at] == (value_bytes == 8 ? expected : (double)(float)expected));
                    assert_true(stored == back[at]);
                }
    }
    size_t untouched = 0;
    for (size_t n = 0; n < count; n++)
        untouched += (value_bytes == 8 ? ((const double *)(const void *)field)[n]
                                       : (double)((const float *)(const void *)field)[n]) == -7;
    assert_int_equal(untouched, count - COMPONENTS * zones);
    free(dense);
    free(back);
    free(field);
    taub_mesh_destroy(mesh);
}

static void scatter_and_gather(void **state)
{
    static const int meshes[][6] = {
        {12, 8, 4, 3, 2, 2}, {30, 1, 1, 5, 1, 1}, {1, 1, 9, 1, 1, 3}, {7, 5, 3, 1, 1, 1}, {1, 1, 1, 1, 1, 1}};
    (void)state;
    for (size_t n = 0; n < sizeof meshes / sizeof *meshes; n++) {
        check_round_trip(meshes[n], sizeof(double));
        check_round_trip(meshes[n], sizeof(float));
    }
}

/* The parts of all ranks: each block and each row once, whole rows of blocks, numbers of blocks that differ by a row of
 * blocks at most, and neighbours that are where the whole mesh has them. */
static void parts_of_ranks(void **state)
{
    static const int meshes[][7] = {
        {24, 16, 12, 3, 4, 2, 3}, {8, 64, 1, 1, 16, 1, 5}, {16, 12, 12, 2, 3, 4, 12}, {12, 24, 18, 1, 1, 1, 7}};
    (void)state;
    for (size_t n = 0; n < sizeof meshes / sizeof *meshes; n++) {
        const int *m = meshes[n], ranks = m[6];
        struct taub_config_mesh config = config_of(m[0], m[1], m[2], m[3], m[4], m[5]);
        config.boundary[1][0] = config.boundary[1][1] = TAUB_PERIODIC;
        int *blocks_seen = calloc(10000, sizeof *blocks_seen), *rows_seen = calloc(10000, sizeof *rows_seen);
        int least = 10000, most = 0, grid[3] = {0, 0, 0};
        for (int rank = 0; rank < ranks; rank++) {
            struct taub_mesh *part = NULL;
            struct taub_error error;
            assert_int_equal(taub_mesh_create_part(&config, 2, rank, ranks, &part, &error), TAUB_OK);
            memcpy(grid, part->grid, sizeof grid);
            assert_int_equal(part->shape.blocks % part->grid[0], 0);
            assert_int_equal(taub_mesh_zones(part) * (size_t)(part->grid[1] * part->grid[2]),
                             (size_t)part->shape.blocks / (size_t)part->grid[0] * (size_t)(m[0] * m[1] * m[2]));
            least = part->shape.blocks < least ? part->shape.blocks : least;
            most = part->shape.blocks > most ? part->shape.blocks : most;
            for (int b = 0; b < part->shape.blocks; b++) {
                const int number = part->number[b];
                blocks_seen[number]++;
                assert_int_equal(part->all[number].owner, rank);
                assert_memory_equal(part->blocks[b].place, part->all[number].place, sizeof part->blocks[b].place);
                for (int face = 0; face < 6; face++) {
                    const int link = part->blocks[b].neighbour[face].block[0];
                    const int whole = part->all[number].neighbour[face].block[0];
                    if (link >= 0)
                        assert_int_equal(part->number[link], whole);
                    else if (link == TAUB_BLOCK_ELSEWHERE)
                        assert_int_not_equal(part->all[whole].owner, rank);
                    else
                        assert_int_equal(link, whole);
                }
            }
            for (int r = 0; r < part->row_count; r++) {
                const int row = taub_mesh_row(part, r);
                rows_seen[row]++;
                assert_true(r == 0 || row > taub_mesh_row(part, r - 1));
                assert_int_equal(part->row_index[row], r);
                assert_int_equal(taub_mesh_row_owner(part, row), rank);
                assert_int_equal(taub_mesh_rows_below(part, rank, row), r);
            }
            taub_mesh_destroy(part);
        }
        for (int b = 0; b < grid[0] * grid[1] * grid[2]; b++)
            assert_int_equal(blocks_seen[b], 1);
        for (int row = 0; row < m[1] * m[2]; row++)
            assert_int_equal(rows_seen[row], 1);
        assert_true(most - least <= grid[0]);
        free(blocks_seen);
        free(rows_seen);
    }
}

static void blocks_for_ranks(void **state)
{
    static const struct {
        int cells[3], ranks, blocks[3]; /* 0: refused */
    } wanted[] = {{{64, 64, 64}, 1, {1, 1, 1}},  {{64, 64, 64}, 2, {1, 2, 1}},  {{64, 64, 64}, 4, {1, 2, 2}},
                  {{64, 64, 64}, 16, {1, 4, 4}}, {{400, 400, 1}, 8, {1, 8, 1}}, {{96, 16, 256}, 4, {1, 1, 4}},
                  {{64, 1, 1}, 2, {0, 0, 0}},    {{64, 6, 6}, 16, {0, 0, 0}}};
    (void)state;
    for (size_t n = 0; n < sizeof wanted / sizeof *wanted; n++) {
        const int *cells = wanted[n].cells;
        const struct taub_config_mesh config = config_of(cells[0], cells[1], cells[2], 1, 1, 1);
        struct taub_error error;
        int blocks[3];
        const enum taub_status status = taub_sharing_blocks(&config, 2, wanted[n].ranks, blocks, &error);
        assert_int_equal(status, wanted[n].blocks[0] ? TAUB_OK : TAUB_BAD_INPUT);
        for (int a = 0; a < 3 && status == TAUB_OK; a++)
            assert_int_equal(blocks[a], wanted[n].blocks[a]);
    }
}

/* Two entries a block. */
static void parts_of_complex_fields(void **state)
{
    struct taub_config_mesh config = config_of(16, 16, 16, 2, 2, 1);
    struct taub_mesh *mesh;
    struct taub_error error;
    (void)state;
    config.boundary[0][0] = config.boundary[0][1] = TAUB_PERIODIC;
    config.boundary[1][0] = config.boundary[1][1] = TAUB_PERIODIC;
    config.bloch_given = true;
    for (int ranks = 1; ranks <= 2; ranks++) {
        assert_int_equal(taub_mesh_create_part(&config, 3, 0, ranks, &mesh, &error), TAUB_OK);
        struct taub_block *table = taub_mesh_device_blocks(mesh);
        assert_non_null(table);
        assert_int_equal(mesh->parts, 2);
        for (int part = 0; part < 2; part++) {
            const struct taub_neighbour *across = table[part].neighbour; /* of the block at the origin */
            assert_int_equal(across[0].block[0], 2 + part);
            assert_int_equal(across[1].block[0], 2 + part); /* the same block, inside the mesh */
            assert_int_equal(across[2].block[0], ranks == 1 ? 4 + part : TAUB_BLOCK_ELSEWHERE);
            assert_int_equal(across[4].block[0], -1 - TAUB_OUTFLOW);
        }
        free(table);
        taub_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_all_centrings),
        cmocka_unit_test(blocks_thinner_than_the_ghost_zones_are_refused),
        cmocka_unit_test(centres_are_where_they_should_be),
        cmocka_unit_test(scatter_and_gather),
        cmocka_unit_test(parts_of_ranks),
        cmocka_unit_test(blocks_for_ranks),
        cmocka_unit_test(parts_of_complex_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
