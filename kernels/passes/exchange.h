/* Cells next to faces that ranks share into a message, and from one into the ghost zones behind them. A program of its
 * own: runs of one rank do without.
 *
 * Both passes: option[0] the axis, option[1] and [2] components of the two fields, option[3] whether ghost zones of
 * lower axes (1) or of all other axes (2) belong to the zones; number[0] where the faces of this axis begin in the
 * message. The range counts from 0 in the zones of a face, and a block of the launch is a face. Field 4 is struct
 * taub_agreement or none: with it they do something only while no rank has stopped, and while troubled is not below
 * number[1] and, with number[2], cells were changed.
 *
 *   pack    fields: 0 message out, 1 and 2 fields, 3 two numbers for each face: its block, and 0 or 1 for its side
 *   unpack  fields: 0 message in, the others alike */
#ifndef TAUB_PASSES_EXCHANGE_H
#define TAUB_PASSES_EXCHANGE_H

#include "dialect.h"
#include "mailbox.h"

INLINE int exchange_wanted(const struct taub_io io)
{
    GLOBAL const struct taub_agreement *all = (GLOBAL const struct taub_agreement *)io.f[4];
    return !all ||
           (!all->stopped && all->troubled >= (int)io.range.number[1] && (all->refill || !(io.range.number[2] > 0.0)));
}

/* Where cell (k, j, i) of the zones of a face stands in component 0 of a field of so many. */
INLINE long zone_index(const struct taub_io io, int in, int components, int face, int k, int j, int i)
{
    const int axis = io.range.option[0], corners = io.range.option[3];
    const int block = (int)io.f[3][2 * face], side = (int)io.f[3][2 * face + 1];
    int at[3] = {i, j, k};
    for (int a = 0; a < 3; a++) {
        const int ghosts = io.shape.ghosts[a], first = side ? io.shape.cells[a] : 0;
        at[a] += a == axis ? (side == in ? first : first - ghosts) : corners > 1 || (corners && a < axis) ? -ghosts : 0;
    }
    return cell_index(io.shape, components, block, at[2], at[1], at[0]);
}

INLINE long message_index(const struct taub_io io, int face, int c, int k, int j, int i)
{
    const int components = io.range.option[1] + io.range.option[2];
    const int nx = io.range.upper[0], ny = io.range.upper[1], nz = io.range.upper[2];
    return (long)io.range.number[0] + ((((long)face * components + c) * nz + k) * ny + j) * nx + i;
}

INLINE void pack_point(const struct taub_io io, int face, int k, int j, int i)
{
    for (int f = 0, before = 0; f < 2; before += io.range.option[1 + f], f++) {
        const int components = io.range.option[1 + f];
        const long at = components ? zone_index(io, 0, components, face, k, j, i) : 0;
        for (int c = 0; c < components; c++)
            io.f[0][message_index(io, face, before + c, k, j, i)] = io.f[1 + f][at + c * io.shape.component_stride];
    }
}
TAUB_POINT_PASS_IF(pack, exchange_wanted(io))

INLINE void unpack_point(const struct taub_io io, int face, int k, int j, int i)
{
    for (int f = 0, before = 0; f < 2; before += io.range.option[1 + f], f++) {
        const int components = io.range.option[1 + f];
        const long at = components ? zone_index(io, 1, components, face, k, j, i) : 0;
        for (int c = 0; c < components; c++)
            io.f[1 + f][at + c * io.shape.component_stride] = io.f[0][message_index(io, face, before + c, k, j, i)];
    }
}
TAUB_POINT_PASS_IF(unpack, exchange_wanted(io))

#endif
