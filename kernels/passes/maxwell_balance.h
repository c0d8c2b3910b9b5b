/* Balance of energy: what of the history's sums a cell inside a box adds, and what leaves the box through its faces. */
#ifndef TAUB_PASSES_MAXWELL_BALANCE_H
#define TAUB_PASSES_MAXWELL_BALANCE_H

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
        e[n] = R(0.5) * (one[c] / PERMITTIVITY(here, c) + other[c] / PERMITTIVITY(there, c));
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
