/* Random meshes with trees of blocks, for the tests of trees. Include it after cmocka.h; TREE_LEVELS says how many
 * levels there are. */
#ifndef TREE_SUPPORT_H
#define TREE_SUPPORT_H

#include <stdint.h>
#include <string.h>

#include "mesh/tree.h"
#include "taub/config.h"

enum { MOST_WISHES = 12 };
static uint32_t noise = 7;

static int draw(int below)
{
    noise = noise * 1664525u + 1013904223u;
    return (int)((noise >> 8) % (uint32_t)below);
}

/* A mesh of one to three axes with blocks of a few sizes, periodic along some axes; `least`: blocks of a mesh of one
 * axis. */
static void draw_mesh(struct taub_config_mesh *config, int *ghosts, int least)
{
    memset(config, 0, sizeof *config);
    const int axes = 1 + draw(3), first = draw(3);
    *ghosts = 2 + draw(2);
    config->refine.levels = TREE_LEVELS;
    for (int a = 0; a < 3; a++) {
        const bool active = axes == 3 || (axes == 2 ? a != first : a == first);
        config->blocks[a] = active ? (axes == 1 ? least : (least + 1) / 2) + draw(3) : 1;
        config->cells[a] = active ? config->blocks[a] * (2 * *ghosts + 2 * draw(2)) : 1;
        config->lower[a] = -1.0;
        config->upper[a] = 2.0;
        const enum taub_boundary end = draw(2) ? TAUB_PERIODIC : TAUB_OUTFLOW;
        config->boundary[a][0] = config->boundary[a][1] = end;
    }
}

/* Fewer than MOST_WISHES blocks of any level. */
static int draw_leaves(const struct taub_config_mesh *config, struct taub_leaf leaves[MOST_WISHES])
{
    const int count = draw(MOST_WISHES);
    for (int n = 0; n < count; n++) {
        leaves[n].level = draw(TREE_LEVELS + 1);
        for (int a = 0; a < 3; a++)
            leaves[n].at[a] = config->cells[a] > 1 ? draw(config->blocks[a] << leaves[n].level) : 0;
    }
    return count;
}

#endif
