/* The two-dimensional Riemann problem of Maxwell's equations at an edge, four cells with their own impedances: waves of
 * each cell bring Y E + n x H and Z H - n x E to the edge, n from the edge into the cell, and its fields are their sums
 * over the sums of Y and Z. A plane problem along an axis has the exact fields of its interface. D. S. Balsara,
 * A. Taflove, S. Garain, G. Montecinos, J. Comput. Phys. 349 (2017) 604, section 4. */
#ifndef TAUB_RIEMANN_EDGE_IMPEDANCE_H
#define TAUB_RIEMANN_EDGE_IMPEDANCE_H

/* Sums of what cells bring; the cells beyond a boundary that nothing comes through bring nothing. */
struct edge_sums {
    real electric, magnetic, admittance, impedance;
};

/* Pairs across the diagonals, so that mirror images have the same bits. */
INLINE real sum_of_four(real sw, real ne, real se, real nw)
{
    return (sw + ne) + (se + nw);
}

#endif
