/* Six panels that cover a sphere, treated as the faces of a cube: which edges meet, and how the axes turn there. */
#include <stdlib.h>
#include <string.h>

#include "mesh/block.h"

/* x, y and the outward normal form a right-handed frame on every panel. */
const struct taub_cube_panel taub_cube_panels[6] = {{{1, 0, 0}, {{0, 1, 0}, {0, 0, 1}}},   /* +x */
                                                    {{1, 1, 0}, {{-1, 0, 0}, {0, 0, 1}}},  /* +y */
                                                    {{0, 1, 0}, {{0, -1, 0}, {0, 0, 1}}},  /* -x */
                                                    {{0, 0, 0}, {{1, 0, 0}, {0, 0, 1}}},   /* -y */
                                                    {{0, 0, 1}, {{1, 0, 0}, {0, 1, 0}}},   /* +z */
                                                    {{0, 1, 0}, {{1, 0, 0}, {0, -1, 0}}}}; /* -z */

/* The two ends of an edge (2 * axis + side), from the lower end of the panel's tangential axis to the upper one. */
static void edge_ends(int panel, int edge, int ends[2][3])
{
    const struct taub_cube_panel *p = &taub_cube_panels[panel];
    const int axis = edge / 2, side = edge % 2;
    for (int end = 0; end < 2; end++)
        for (int n = 0; n < 3; n++)
            ends[end][n] = p->corner[n] + side * p->along[axis][n] + end * p->along[1 - axis][n];
}

static bool is_same_point(const int a[3], const int b[3])
{
    return memcmp(a, b, 3 * sizeof *a) == 0;
}

/* Finds the panel and edge that coincide with an edge of a panel, and whether the two run in opposite directions. */
static void find_joined_edge(int panel, int edge, int *other_panel, int *other_edge, bool *opposite)
{
    int own_ends[2][3], other_ends[2][3];
    edge_ends(panel, edge, own_ends);
    for (int p = 0; p < 6; p++)
        for (int e = 0; e < 4; e++) {
            if (p == panel)
                continue;
            edge_ends(p, e, other_ends);
            const bool along = is_same_point(own_ends[0], other_ends[0]) && is_same_point(own_ends[1], other_ends[1]);
            const bool against = is_same_point(own_ends[0], other_ends[1]) && is_same_point(own_ends[1], other_ends[0]);
            if (along || against) {
                *other_panel = p;
                *other_edge = e;
                *opposite = against;
            }
        }
}

static int turn_of(int axis, int along, bool flips)
{
    return ((along ^ axis) | (flips ? 4 : 0)) << (3 * axis);
}

/* The neighbour across an edge of the panel. A cell just outside the upper side of an axis, for example, is the first
 * cell inside the neighbour's edge: the axis keeps its direction if that is a lower edge, and is reversed if it is an
 * upper one. */
static struct taub_neighbour across_edge(int per_side, int panel, int edge, int along)
{
    int other = 0, other_edge = 0;
    bool opposite = false;
    find_joined_edge(panel, edge, &other, &other_edge, &opposite);
    const int axis = edge / 2, side = edge % 2, to = other_edge / 2, last = per_side - 1;
    int at[2];
    at[to] = other_edge % 2 ? last : 0;
    at[1 - to] = opposite ? last - along : along;
    struct taub_neighbour result = {{other * per_side * per_side + at[1] * per_side + at[0], -1, -1, -1}, 0, 0};
    result.turn = turn_of(axis, to, side == other_edge % 2) | turn_of(1 - axis, 1 - to, opposite);
    return result;
}

enum taub_status taub_blocks_of_cube(int per_side, int cells, enum taub_boundary depth, struct taub_block **out,
                                     struct taub_error *error)
{
    const int panel_blocks = per_side * per_side;
    struct taub_block *blocks = calloc(6 * (size_t)panel_blocks, sizeof *blocks);
    if (!blocks)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the table of blocks");
    for (int b = 0; b < 6 * panel_blocks; b++) {
        const int panel = b / panel_blocks, at[2] = {b % per_side, b % panel_blocks / per_side};
        for (int a = 0; a < 2; a++) {
            blocks[b].place[a] = at[a] * cells;
            blocks[b].spacing[a] = 1.0 / (per_side * cells);
        }
        blocks[b].spacing[2] = 1.0;
        for (int face = 0; face < 6; face++) {
            const int axis = face / 2, side = face % 2, step = side ? 1 : -1, next = axis < 2 ? at[axis] + step : 0;
            struct taub_neighbour *neighbour = &blocks[b].neighbour[face];
            *neighbour = (struct taub_neighbour){{-1 - (int)depth, -1, -1, -1}, 0, 0};
            if (axis < 2 && next >= 0 && next < per_side)
                neighbour->block[0] = b + step * (axis ? per_side : 1);
            else if (axis < 2)
                *neighbour = across_edge(per_side, panel, face, at[1 - axis]);
        }
    }
    *out = blocks;
    return TAUB_OK;
}
