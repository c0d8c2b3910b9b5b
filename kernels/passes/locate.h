/* Where and when user sources act on cells. */
#ifndef TAUB_PASSES_LOCATE_H
#define TAUB_PASSES_LOCATE_H

#include "dialect.h"
#include "geometry/blocks.h"
#include "geometry/map.h"
#if defined(TAUB_ORDER)
#include "schemes/setting.h"
#endif

#if TAUB_USER_SOURCE
/* Where a cell is, for sources: a ghost zone behind a wall is where its mirror image is, one that a neighbouring block
 * fills is where that block has it. Both cells of a face then see the same source on either side of it, also across a
 * periodic face, and what one loses the other gains. */
INLINE void place_of_source(const struct taub_io io, int b, int k, int j, int i, real x[3], real mirror[3])
{
    int place[3] = {i, j, k}, block = b;
    EACH (a, 3) {
        const int n = io.shape.cells[a], side = place[a] >= n;
        const int outside = AXIS_ACTIVE(a) && (place[a] < 0 || side);
        const int link = outside ? block_across(io, block, a, side) : LINK_OUTFLOW;
        /* with mesh.refine a zone has cells of its own level, wherever its state comes from */
        const int wall = is_wall(link), neighbour = !TAUB_REFINED && link >= 0;
        const int mirrored = side ? 2 * n - 1 - place[a] : -1 - place[a];
        const int shifted = side ? place[a] - n : place[a] + n;
        /* of a block of another process, by the number in the mesh, which may go on at its other end */
        const int number = io.blocks[block].place[a] + place[a];
        const int cells = io.shape.mesh[a] * cells_per_coarsest(io, block, a), other = TAUB_REFINED && link >= 0;
        const int wrapped = link != LINK_ELSEWHERE && !other ? 0 : number < 0 ? cells : number >= cells ? -cells : 0;
        mirror[a] = wall ? R(-1.0) : R(1.0);
        place[a] = wall ? mirrored : neighbour ? shifted : place[a] + wrapped;
        block = neighbour ? link : block;
    }
    cell_center(io, block, place[2], place[1], place[0], x);
}
#endif

#if defined(TAUB_ORDER)
#if TAUB_USER_SOURCE
INLINE void locate(const struct taub_io io, int b, int k, int j, int i, struct setting *here)
{
    place_of_source(io, b, k, j, i, here->x, here->mirror);
}
#endif

/* Where the data of a cell evolve: its measures, and where and when sources act. */
INLINE void locate_for_data(const struct taub_io io, int b, int k, int j, int i, struct setting *here)
{
    EACH (a, 3) {
        here->share[a] *= map_face(io, b, k, j, i, a);
        here->width[a] *= map_width(io, b, k, j, i, a);
    }
#if TAUB_ADER && TAUB_USER_SOURCE
    locate(io, b, k, j, i, here);
#endif
}
#endif

#endif
