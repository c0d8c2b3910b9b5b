/* How groups of GPU threads lie over blocks: the choices that bench/layout.md measured as the best ones, for a GPU of
 * 132 multiprocessors with two groups on each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "evolve/layout.h"

static const int large[2] = {32, 8}, fitting[2] = {33, 7};

static void assert_group(const int cells[3], int blocks, int x, int y)
{
    struct taub_config config = {.mesh = {.blocks = {blocks, blocks, blocks}}};
    int group[2];
    for (int a = 0; a < 3; a++)
        config.mesh.cells[a] = cells[a];
    taub_layout_group(&config, 1, large, fitting, group);
    assert_int_equal(group[0], x);
    assert_int_equal(group[1], y);
}

static void test_groups_fit_the_block(void **state)
{
    (void)state;
    assert_group((int[]){32, 32, 32}, 1, 33, 7);
    assert_group((int[]){64, 64, 64}, 1, 33, 7);
    assert_group((int[]){128, 128, 128}, 4, 33, 7); /* blocks of 32 cells */
    assert_group((int[]){256, 256, 256}, 1, 32, 8);
    assert_group((int[]){31, 31, 31}, 1, 32, 8);
    assert_group((int[]){1000, 1, 1}, 0, 256, 1);
    assert_group((int[]){1, 1000, 1}, 0, 1, 256);
}

static int march_of(const int cells[3], int blocks, const int group[2])
{
    const struct taub_shape shape = {.cells = {cells[0], cells[1], cells[2]}, .blocks = blocks};
    return taub_layout_march(&shape, 132, (int[]){group[0] - 1, group[1] - 1}, 2);
}

static void test_small_meshes_march_less(void **state)
{
    (void)state;
    assert_true(march_of((int[]){32, 32, 32}, 1, fitting) <= 2);
    assert_true(march_of((int[]){64, 64, 64}, 1, fitting) <= 4);
    assert_int_equal(march_of((int[]){128, 128, 128}, 1, large), 16);
    assert_int_equal(march_of((int[]){256, 256, 256}, 1, large), 32);
    assert_int_equal(march_of((int[]){200, 200, 1}, 1, large), 1);
    for (int planes = 1; planes < 80; planes++) {
        const int march = march_of((int[]){40, 24, planes}, 3, large);
        assert_in_range(march, 1, planes);
    }
}

/* More multiprocessors than groups: the mesh is cut as far as it goes; one that does not tell their number is taken for
 * a large one. */
static void test_the_gpu_decides(void **state)
{
    const struct taub_shape shape = {.cells = {64, 64, 64}, .blocks = 1};
    (void)state;
    const int few = taub_layout_march(&shape, 4, (int[]){32, 6}, 2);
    const int many = taub_layout_march(&shape, 4000, (int[]){32, 6}, 2);
    assert_true(few > many);
    assert_int_equal(many, 1);
    assert_int_equal(taub_layout_march(&shape, 0, (int[]){32, 6}, 2),
                     taub_layout_march(&shape, 128, (int[]){32, 6}, 2));
}

/* Strips of the host: as large as they may be for one thread, and so many for several that none waits long. */
static void test_strips_share_the_work(void **state)
{
    const struct taub_shape cube = {.cells = {96, 96, 96}, .blocks = 1};
    const int largest[3] = {64, 16, 96};
    int tile[3];
    (void)state;
    taub_layout_strips_of(&cube, 1, largest, 2, tile);
    for (int a = 0; a < 3; a++)
        assert_int_equal(tile[a], largest[a]);
    for (int threads = 2; threads <= 16; threads *= 2) {
        long count = 1, each = 1;
        taub_layout_strips_of(&cube, threads, largest, 2, tile);
        for (int a = 0; a < 3; a++) {
            assert_in_range(tile[a], 1, largest[a]);
            count *= (96 + tile[a] - 1) / tile[a];
            each *= tile[a] + 2;
        }
        /* 16 threads are to be 12 times as fast as one: none computes more than 16/12 of its part */
        assert_true((double)((count + threads - 1) / threads * each) < 16.0 / 12.0 * 96 * 96 * 96 / threads);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_fit_the_block),
        cmocka_unit_test(test_small_meshes_march_less),
        cmocka_unit_test(test_the_gpu_decides),
        cmocka_unit_test(test_strips_share_the_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
