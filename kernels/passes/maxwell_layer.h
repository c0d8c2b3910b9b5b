/* Perfectly matched layers: the last TAUB_LAYER_CELLS cells at faces of the mesh swallow what comes.
 *
 *   absorb   fields: 0 E and H along edges, 1 new state (updated), 2 what the layers remember (updated; option[0] 1: a
 *            launch for faces at upper ends of the mesh, which take what the next faces inside remember),
 *            3 upper faces at ends of the mesh (updated); option[0] 2: nothing is remembered yet
 *
 * In a layer across axis b every derivative along b is divided by s = 1 + sigma/(i omega): a memory psi is added to it,
 *   psi <- exp(-z) psi - (1 - exp(-z)) C_b,  z = sigma dt,
 * for the part C_b of each circulation that differences along b make (J. A. Roden, S. D. Gedney, Microw. Opt. Technol.
 * Lett. 27 (2000) 334). Nothing else changes, so that media of any kind may run into a layer. psi is added behind the
 * step: fields in the layer then differ by half of it from those of Strang's splitting, which is of second order. */
#ifndef TAUB_PASSES_MAXWELL_LAYER_H
#define TAUB_PASSES_MAXWELL_LAYER_H

#if TAUB_LAYERS
#define LAYER_AXIS(a) ((TAUB_LAYERS >> (2 * (a))) & 3)
/* What layers across axis b remember: of D and of B, of the component across the next axis and the one after. */
#define LAYER_PLACE(b) (4 * (((b) > 0 && LAYER_AXIS(0)) + ((b) > 1 && LAYER_AXIS(1)) + ((b) > 2 && LAYER_AXIS(2))))
#define LAYER_MEMORY LAYER_PLACE(3)

/* sigma dt in the middle of a cell: a cube of the depth. */
INLINE real layer_rate(const struct taub_io io, int b, int a, const int place[3])
{
    const int thick = 2 * TAUB_LAYER_CELLS, twice = 2 * (io.blocks[b].place[a] + place[a]) + 1;
    const int below = (TAUB_LAYERS >> (2 * a)) & 1 ? thick - twice : 0;
    const int above = (TAUB_LAYERS >> (2 * a + 1)) & 1 ? twice - (2 * io.shape.mesh[a] - thick) : 0;
    const int depth = below > above ? below : above;
    const real share = depth > 0 ? R(1.0 / thick) * (real)depth : R(0.0);
    const double most = a == 0 ? TAUB_LAYER_RATE_X : a == 1 ? TAUB_LAYER_RATE_Y : TAUB_LAYER_RATE_Z;
    return R(most * io.control->dt) * (share * (share * share));
}

/* The part of a step's gain of component a of D (vector 0) or B that differences along axis b make. */
INLINE real gain_along(const struct taub_io io, GLOBAL const stored *edge, int vector, int a, int b)
{
    const int other = 3 - a - b;
    GLOBAL const stored *field = edge + ((vector == 0 ? 3 : 0) + other) * io.shape.component_stride;
    const real size = R(io.control->dt / io.shape.spacing[b]) * (LOAD(field + axis_stride(io.shape, b)) - LOAD(field));
    return ((b == (a + 1) % 3) == (vector == 0)) ? size : -size;
}

INLINE void absorb_point(const struct taub_io io, int b, int k, int j, int i)
{
    const long cs = io.shape.component_stride, at = cell_index(io.shape, SYSTEM_COMPONENTS, b, k, j, i);
    const int place[3] = {i, j, k};
    int beyond = -1;
    GLOBAL stored *kept = io.f[2] + cell_index(io.shape, LAYER_MEMORY, b, k, j, i);
    GLOBAL const stored *edge = io.f[0] + (io.range.option[0] == 2 ? 0 : cell_index(io.shape, 6, b, k, j, i));
    if (io.range.option[0] == 2) {
        for (int c = 0; c < LAYER_MEMORY; c++)
            kept[c * cs] = R(0.0);
        return;
    }
    if (io.control->paused || io.control->failed)
        return;
#if UPPER_FACES
    if (io.range.option[0] == 1) {
        beyond = axis_beyond(io, b, place);
        if (beyond < 0)
            return;
        kept -= axis_stride(io.shape, beyond);
    }
#endif
    UNROLL
    for (int n = 0; n < 3; n++) {
        const real rate = LAYER_AXIS(n) && n != beyond ? layer_rate(io, b, n, place) : R(0.0);
        if (!(rate > R(0.0)))
            continue;
        const real decay = real_exp(-rate);
        UNROLL
        for (int m = 0; m < 4; m++) {
            const int a = (n + 1 + m / 2) % 3, vector = m % 2;
            GLOBAL stored *psi = kept + (LAYER_PLACE(n) + m) * cs;
            const long face = at + (3 * vector + a) * cs;
            if (beyond < 0)
                *psi = decay * *psi - (R(1.0) - decay) * gain_along(io, edge, vector, a, n);
            else if (a != beyond)
                continue;
            io.f[1][face] += *psi;
#if UPPER_FACES
            if (beyond >= 0)
                io.f[3][upper_face_index(io, b, k, j, i, a, vector)] = io.f[1][face];
#endif
        }
    }
}
TAUB_POINT_PASS(absorb)
#endif

/* Whether a cell stands in a layer. */
INLINE int cell_in_layer(const struct taub_io io, int b, int k, int j, int i)
{
#if TAUB_LAYERS
    const int place[3] = {i, j, k};
    int in = 0;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int from = io.blocks[b].place[a] + place[a];
        in |= ((TAUB_LAYERS >> (2 * a)) & 1) && from < TAUB_LAYER_CELLS;
        in |= ((TAUB_LAYERS >> (2 * a + 1)) & 1) && from >= io.shape.mesh[a] - TAUB_LAYER_CELLS;
    }
    return in;
#else
    (void)io;
    (void)b;
    (void)k;
    (void)j;
    (void)i;
    return 0;
#endif
}

#if TAUB_LEAVING
/* The balance of energy is that of a box: without matched layers, and TAUB_INSET cells clear of open ends, whose first
 * cells see through their stencils what is not there. The first cell of the box along axis a (side 0), or the last. */
INLINE int end_of_box(const struct taub_io io, int a, int side)
{
    const int layer = (TAUB_LAYERS >> (2 * a + side)) & 1, leaving = (TAUB_LEAVING >> (2 * a + side)) & 1;
    const int inset = layer ? TAUB_LAYER_CELLS : leaving && io.shape.mesh[a] >= 4 * TAUB_INSET ? TAUB_INSET : 0;
    return side ? io.shape.mesh[a] - 1 - inset : inset;
}

/* Poynting's vector along axis a at the face between two cells, E and H their means. */
INLINE real energy_flux_between(const real one[SYSTEM_COMPONENTS], const real other[SYSTEM_COMPONENTS], int a)
{
    const struct medium here = medium_of(one), there = medium_of(other);
    real e[2], h[2];
    UNROLL
    for (int n = 0; n < 2; n++) {
        const int c = (a + 1 + n) % 3;
        e[n] = R(0.5) * (one[c] / here.permittivity + other[c] / there.permittivity);
        h[n] = R(0.5) * (one[3 + c] / here.permeability + other[3 + c] / there.permeability);
    }
    return e[0] * h[1] - e[1] * h[0];
}

/* What a cell adds to the balance. */
INLINE void balance_of_cell(const struct taub_io io, int b, int k, int j, int i, const real q[SYSTEM_COMPONENTS],
                            real sums[SYSTEM_SUMS])
{
    const struct eos eos = eos_of_tables(io.tables);
    const int cell[3] = {i, j, k};
    int inside = 1;
    UNROLL
    for (int a = 0; a < 3; a++) {
        const int place = io.blocks[b].place[a] + cell[a];
        inside &= place >= end_of_box(io, a, 0) && place <= end_of_box(io, a, 1);
    }
    if (!inside) {
        sums[SUM_BALANCE] = R(0.0);
        sums[SUM_BALANCE + 1] = R(0.0);
        return;
    }
    UNROLL
    for (int a = 0; a < 3; a++)
        UNROLL
        for (int side = 0; side < 2; side++)
            if (((TAUB_LEAVING >> (2 * a + side)) & 1) &&
                io.blocks[b].place[a] + cell[a] == end_of_box(io, a, side)) {
                const int out = side ? 1 : -1;
                real next[SYSTEM_COMPONENTS];
                load_primitive(io, eos, io.f[2],
                               cell_index(io.shape, SYSTEM_COMPONENTS, b, k + (a == 2) * out, j + (a == 1) * out,
                                          i + (a == 0) * out),
                               next);
                sums[SUM_BALANCE + 2] += (real)out * energy_flux_between(q, next, a) * R(1.0 / io.shape.spacing[a]);
            }
}
#endif

#endif
