/* Six panels that cover a sphere, treated as the faces of a cube: which edges meet, and how the axes turn there. */
#include <stdlib.h>
#include <string.h>

#include "mesh/block.h"

/* x, y and the outward normal form a right-handed frame on every panel. Of the choices for six panels this is one of
 * the eight that join an upper to a lower side at all twelve edges, so that every face between two panels is the lower
 * face of one cell, and a flux through it has the same sign in both. */
const struct taub_cube_panel taub_cube_panels[6] = {{{1, 0, 0}, {{0, 1, 0}, {0, 0, 1}}},   /* +x */
                                                    {{1, 1, 0}, {{-1, 0, 0}, {0, 0, 1}}},  /* +y */
                                                    {{0, 1, 1}, {{0, 0, -1}, {0, -1, 0}}}, /* -x */
                                                    {{0, 0, 1}, {{0, 0, -1}, {1, 0, 0}}},  /* -y */
                                                    {{1, 1, 1}, {{-1, 0, 0}, {0, -1, 0}}}, /* +z */
                                                    {{0, 0, 0}, {{0, 1, 0}, {1, 0, 0}}}};  /* -z */

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
static struct taub_neighbour across_edge(int per_side, int panel, int edge, int along, int layer)
{
    int other = 0, other_edge = 0;
    bool opposite = false;
    find_joined_edge(panel, edge, &other, &other_edge, &opposite);
    const int axis = edge / 2, side = edge % 2, to = other_edge / 2, last = per_side - 1;
    int at[2];
    at[to] = other_edge % 2 ? last : 0;
    at[1 - to] = opposite ? last - along : along;
    const int number = ((layer * per_side + at[1]) * 6 + other) * per_side + at[0];
    struct taub_neighbour result = {{number, -1, -1, -1}, 0, 0};
    result.turn = turn_of(axis, to, side == other_edge % 2) | turn_of(1 - axis, 1 - to, opposite);
    return result;
}

enum taub_status taub_blocks_of_cube(int per_side, int layers, const int cells[2], const enum taub_boundary ends[2],
                                     struct taub_block **out, struct taub_error *error)
{
    const int row = 6 * per_side, layer_blocks = row * per_side, count = layer_blocks * layers;
    struct taub_block *blocks = calloc((size_t)count, sizeof *blocks);
    if (!blocks)
        return taub_fail(error, TAUB_FAILED, "mesh: out of memory for the table of blocks");
    for (int b = 0; b < count; b++) {
        const int panel = b % row / per_side, layer = b / layer_blocks;
        const int at[2] = {b % per_side, b % layer_blocks / row};
        for (int a = 0; a < 3; a++)
            blocks[b].spacing[a] = 1.0 / (a < 2 ? per_side * cells[0] : layers * cells[1]);
        blocks[b].place[0] = (panel * per_side + at[0]) * cells[0];
        blocks[b].place[1] = at[1] * cells[0];
        blocks[b].place[2] = layer * cells[1];
        for (int face = 0; face < 6; face++) {
            const int axis = face / 2, side = face % 2, step = side ? 1 : -1;
            const int next = (axis < 2 ? at[axis] : layer) + step, most = axis < 2 ? per_side : layers;
            const int stride = axis == 0 ? 1 : axis == 1 ? row : layer_blocks;
            struct taub_neighbour *neighbour = &blocks[b].neighbour[face];
            *neighbour = (struct taub_neighbour){{-1 - (int)ends[side], -1, -1, -1}, 0, 0};
            if (next >= 0 && next < most)
                neighbour->block[0] = b + step * stride;
            else if (axis < 2)
                *neighbour = across_edge(per_side, panel, face, at[1 - axis], layer);
        }
    }
    *out = blocks;
    return TAUB_OK;
}
