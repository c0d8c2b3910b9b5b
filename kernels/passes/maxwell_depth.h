/* Where matched layers are, for all schemes of Maxwell's equations, and
 *
 *   layer_charges   charges in layers      fields: 0 new state (updated)
 */
#ifndef TAUB_PASSES_MAXWELL_DEPTH_H
#define TAUB_PASSES_MAXWELL_DEPTH_H

#include "dialect.h"
#include "case/system.h"
#include "passes/common.h"
#include "passes/maxwell_faces.h"

#if TAUB_LAYERS
#define LAYER_AXIS(a) ((TAUB_LAYERS >> (2 * (a))) & 3)
/* What layers across axis b remember: of D and of B, of the component across the next axis and the one after. */
#define LAYER_PLACE(b) (4 * (((b) > 0 && LAYER_AXIS(0)) + ((b) > 1 && LAYER_AXIS(1)) + ((b) > 2 && LAYER_AXIS(2))))
#define LAYER_MEMORY LAYER_PLACE(3)

/* sigma dt in the middle of a cell: a square of the depth. */
INLINE real layer_rate(const struct taub_io io, int b, int a, const int place[3])
{
    const int thick = 2 * TAUB_LAYER_CELLS, twice = 2 * (io.blocks[b].place[a] + place[a]) + 1;
    const int below = (TAUB_LAYERS >> (2 * a)) & 1 ? thick - twice : 0;
    const int above = (TAUB_LAYERS >> (2 * a + 1)) & 1 ? twice - (2 * io.shape.mesh[a] - thick) : 0;
    const int depth = below > above ? below : above;
    const real share = depth > 0 ? R(1.0 / thick) * (real)depth : R(0.0);
    const double most = a == 0 ? TAUB_LAYER_RATE_X : a == 1 ? TAUB_LAYER_RATE_Y : TAUB_LAYER_RATE_Z;
    return R(most * io.control->dt) * (share * share);
}

/* How each pass `absorb` begins: whether it goes on with this cell. *beyond: at which axis' upper end of the mesh its
 * faces stand, -1: none. With option[0] 2 memories are made, and nothing else. */
INLINE int begin_absorbing(const struct taub_io io, GLOBAL stored *memory, int b, int k, int j, int i, int *beyond)
{
    const long kept = cell_index(io.shape, LAYER_MEMORY, b, k, j, i);
    *beyond = -1;
    if (io.range.option[0] == 2) {
        for (int c = 0; c < LAYER_MEMORY; c++)
            memory[kept + c * io.shape.component_stride] = R(0.0);
        return 0;
    }
    if (io.control->paused || io.control->failed)
        return 0;
#if UPPER_FACES
    const int place[3] = {i, j, k};
    *beyond = io.range.option[0] == 1 ? axis_beyond(io, b, place) : -1;
#endif
    return io.range.option[0] == 0 || *beyond >= 0;
}
#endif

/* Whether a cell stands in a layer. */
INLINE int cell_in_layer(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_LAYERS
    const int place[3] = {i, j, k};
    int in = 0;
    EACH (a, 3) {
        const int from = io.blocks[b].place[a] + place[a];
        in |= ((TAUB_LAYERS >> (2 * a)) & 1) && from < TAUB_LAYER_CELLS;
        in |= ((TAUB_LAYERS >> (2 * a + 1)) & 1) && from >= io.shape.mesh[a] - TAUB_LAYER_CELLS;
    }
    return in;
#else
    return 0;
#endif
}

#if TAUB_LAYERS && TAUB_CHARGE
/* psi changes D beside currents, so that charges in layers are what D and P come from. */
INLINE void layer_charges_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    real sum = R(0.0);
    if (!cell_in_layer(io, b, k, j, i))
        return;
    EACH_AXIS (a) {
        const long s = axis_stride(io.shape, a);
        GLOBAL const stored *face = io.f[0] + at;
        real across = LOAD(face + s + a * cs) - LOAD(face + a * cs);
        EACH (n, TAUB_POLES)
            across += LOAD(face + s + (SYSTEM_POLARIZATION + 3 * n + a) * cs) -
                      LOAD(face + (SYSTEM_POLARIZATION + 3 * n + a) * cs);
        sum += across * R(1.0 / io.shape.spacing[a]);
    }
    io.f[0][at + SYSTEM_CHARGE * cs] = sum;
}
TAUB_GATED_POINT_PASS(layer_charges)
#endif

#endif
