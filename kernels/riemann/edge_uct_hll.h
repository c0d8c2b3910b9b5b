/* The electric field along an edge: a Riemann problem of four states that interact strongly.
 *
 * UCT-HLL (P. Londrillo, L. Del Zanna, J.
 * Comput. Phys. 195 (2004) 17). With p and q the axes across it, W and E the cells below and above along p, S and N
 * those along q, a the speeds of the two faces that meet in the edge, E = sum w_p w_q E_cell + a_p+ a_p-/(a_p+ + a_p-)
 * (B_q,E - B_q,W) - a_q+ a_q-/(a_q+ + a_q-) (B_p,N - B_p,S). With HLLC, HLLD or HLLI the four faces add what they know
 * better than HLL, weighted as the cells: a plane problem along an axis has exactly the flux of its faces, also
 * discontinuities at rest, while differences within a face keep HLL's diffusion. */
#ifndef TAUB_RIEMANN_EDGE_UCT_HLL_H
#define TAUB_RIEMANN_EDGE_UCT_HLL_H

#include "dialect.h"

/* How fast signals leave an edge along one of the axes across it, the larger ones of the two faces there, and what
 * follows. */
struct edge_fan {
    real share, share_below; /* of the cells above, and below, the edge */
    real diffusion;
};

INLINE struct edge_fan edge_fan_of_speeds(real ahead, real behind)
{
    struct edge_fan fan;
    const real per = R(1.0) / real_max(ahead + behind, REAL_TINY);
    fan.share_below = ahead * per;
    fan.share = behind * per;
    fan.diffusion = ahead * behind * per;
    return fan;
}

/* The electric field from four cells; sums are paired so that mirror images have the same bits. */
INLINE real electric_of_cells(const struct edge_fan fp, const struct edge_fan fq, const real sw[3], const real se[3],
                              const real nw[3], const real ne[3])
{
    const real one = (fp.share_below * fq.share_below) * sw[0] + (fp.share * fq.share) * ne[0];
    const real other = (fp.share * fq.share_below) * se[0] + (fp.share_below * fq.share) * nw[0];
    const real jump_q = R(0.5) * ((se[2] + ne[2]) - (sw[2] + nw[2]));
    const real jump_p = R(0.5) * ((nw[1] + ne[1]) - (sw[1] + se[1]));
    return (one + other) + (fp.diffusion * jump_q - fq.diffusion * jump_p);
}

#endif
