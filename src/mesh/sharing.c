#include "mesh/sharing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Cells of the busiest rank, including the ghost zones of its blocks. */
static double load_of(const struct taub_config_mesh *config, int ghosts, int ranks, const int blocks[3])
{
    double cells = 1.0;
    for (int a = 0; a < 3; a++)
        cells *= config->cells[a] / blocks[a] + (config->cells[a] > 1 ? 2.0 * ghosts : 0.0);
    const double rows = (double)blocks[1] * blocks[2];
    return ceil(rows / ranks) * cells;
}

static bool fits(const struct taub_config_mesh *config, int ghosts, int axis, int blocks)
{
    const int cells = config->cells[axis];
    return cells % blocks == 0 && (cells == 1 || cells / blocks >= ghosts);
}

enum taub_status taub_sharing_blocks(const struct taub_config_mesh *config, int ghosts, int ranks, int blocks[3],
                                     struct taub_error *error)
{
    const bool panels = config->coordinates == TAUB_CUBED_SPHERE; /* which meet at their sides within a rank */
    memcpy(blocks, config->blocks, sizeof config->blocks);
    if (config->refine.levels > 0) /* a tree of these, whose blocks are shared (mesh/tree.h) */
        return TAUB_OK;
    if (ranks > 1 && blocks[0] * blocks[1] * blocks[2] == 1) {
        double least = HUGE_VAL;
        for (int z = 1; z <= config->cells[2]; z++)
            for (int y = 1; y <= (panels ? 1 : config->cells[1]) && fits(config, ghosts, 2, z); y++) {
                const int tried[3] = {1, y, z};
                const double load = load_of(config, ghosts, ranks, tried);
                if ((double)y * z < ranks || !fits(config, ghosts, 1, y) || !(load < least))
                    continue;
                least = load;
                memcpy(blocks, tried, sizeof tried);
            }
    }
    if ((double)blocks[1] * blocks[2] < ranks) {
        int most[3] = {1, 1, 1};
        for (int a = 1; a < 3; a++)
            for (int n = 1; n <= (panels && a < 2 ? 1 : config->cells[a]); n++)
                most[a] = fits(config, ghosts, a, n) ? n : most[a];
        return taub_fail(error, TAUB_BAD_INPUT,
                         "mesh.blocks: %d ranks cannot share %d x %d x %d blocks of %d x %d x %d cells: they are given "
                         "whole rows of blocks along x, and there are %d; this mesh can have up to %d x %d of them "
                         "(%d ghost zones), for as many ranks",
                         ranks, blocks[0], blocks[1], blocks[2], config->cells[0], config->cells[1], config->cells[2],
                         blocks[1] * blocks[2], most[1], most[2], ghosts);
    }
    return TAUB_OK;
}

struct place {
    unsigned long long key;
    int row; /* row of blocks: y + grid[1] z */
};

static unsigned long long interleave_zeros(unsigned n)
{
    unsigned long long bits = 0;
    for (int b = 0; b < 32; b++)
        bits |= (unsigned long long)(n >> b & 1u) << (2 * b);
    return bits;
}

static int by_key(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

enum taub_status taub_sharing_owners(const int grid[3], int ranks, struct taub_block *blocks, struct taub_error *error)
{
    const int rows = grid[1] * grid[2];
    struct place *places = malloc((size_t)rows * sizeof *places);
    if (!places)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for sharing out the blocks");
    for (int row = 0; row < rows; row++)
        places[row] = (struct place){
            interleave_zeros((unsigned)(row % grid[1])) | interleave_zeros((unsigned)(row / grid[1])) << 1, row};
    qsort(places, (size_t)rows, sizeof *places, by_key);
    for (int n = 0; n < rows; n++)
        for (int x = 0; x < grid[0]; x++)
            blocks[places[n].row * grid[0] + x].owner = (int)((long long)n * ranks / rows);
    free(places);
    return TAUB_OK;
}
