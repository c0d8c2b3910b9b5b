/* The two-dimensional Riemann problem of Maxwell's equations at an edge, four cells with their own impedances: waves of
 * each cell bring Y E + n x H and Z H - n x E to the edge, n from the edge into the cell, and its fields are their sums
 * over the sums of Y and Z. A plane problem along an axis has the exact fields of its interface. D. S. Balsara,
 * A. Taflove, S. Garain, G. Montecinos, J. Comput. Phys. 349 (2017) 604, section 4. */
#ifndef TAUB_RIEMANN_EDGE_IMPEDANCE_H
#define TAUB_RIEMANN_EDGE_IMPEDANCE_H

#include "dialect.h"

/* Sums of what cells bring; the cells beyond a boundary that nothing comes through bring nothing. */
struct edge_sums {
    real electric, magnetic, admittance, impedance;
};

/* Pairs across the diagonals, so that mirror images have the same bits. */
INLINE real sum_of_four(real sw, real ne, real se, real nw)
{
    return (sw + ne) + (se + nw);
}

#if TAUB_ANISOTROPIC && TAUB_MEDIA
/* H along an edge between cells that are crystals: waves along axis p have E along q and the impedance zq, those along
 * q have E along p and zp. Cells are numbered by whether they lie below the edge along p (1) and along q (2); e_q and
 * e_p have the sign of n. H of both cells of a row is weighted by zq, rows by the sums of zp, or columns first: the
 * mean of both. Planes of cells that are the same along one axis have the exact fields of their interface, a constant
 * state stays, and with zq = zp it is the sum of Z H - n x E over the sum of Z. */
INLINE real magnetic_of_crystals(const real h[4], const real e_q[4], const real e_p[4], const real zq[4],
                                 const real zp[4])
{
    const real all_q = sum_of_four(zq[3], zq[0], zq[2], zq[1]), all_p = sum_of_four(zp[3], zp[0], zp[2], zp[1]);
    real of_rows[4], of_columns[4];
    EACH (n, 4) {
        const int across_p = n ^ 1, across_q = n ^ 2;
        of_rows[n] = zq[n] / (zq[n] + zq[across_p]) * (zp[n] + zp[across_p]) * h[n];
        of_columns[n] = zp[n] / (zp[n] + zp[across_q]) * (zq[n] + zq[across_q]) * h[n];
    }
    const real rows = sum_of_four(of_rows[3], of_rows[0], of_rows[2], of_rows[1]) / all_p;
    const real columns = sum_of_four(of_columns[3], of_columns[0], of_columns[2], of_columns[1]) / all_q;
    return R(0.5) * (rows + columns) -
           (sum_of_four(e_q[3], e_q[0], e_q[2], e_q[1]) / all_q - sum_of_four(e_p[3], e_p[0], e_p[2], e_p[1]) / all_p);
}
#endif

#endif
