/* MC that leaves smooth extrema alone, by five cells (H. T. Huynh, SIAM J. Numer. Anal. 32 (1995) 1565: SONIC). With s
 * the smaller one-sided difference and t the slope that parabolas to both sides agree on (Harten and Osher 1987: UNO),
 * both 0 where signs differ, the slope is the centred one of fourth order within max(compression |s|, 3/2 |t|). On
 * monotone data that bound is no less than MC's; at a smooth extremum s vanishes, and t is the slope to second order.
 *
 * Beside a jump that would let an overshoot grow in every step. So 3/2 |t| counts within 4 K - k only, K the smallest
 * of the curvatures in the cell and its two neighbours (0 where signs differ), k the largest: at a smooth extremum that
 * is three times the curvature, and below a quarter of k it is nothing. */
#ifndef TAUB_RECONSTRUCT_MC_SMOOTH_H
#define TAUB_RECONSTRUCT_MC_SMOOTH_H

#include "dialect.h"

/* The smaller one, or 0 when the signs differ, which are compared as bits, as in minmod.h. */
INLINE real common_part(real a, real b)
{
    const real least = real_fabs(a) < real_fabs(b) ? a : b;
    const real_bits signs = bits_of_real(a) ^ bits_of_real(b);
    return signs < 0 ? R(0.0) : least;
}

/* d: q[j] - q[0] for j = -2, -1, 1, 2. */
INLINE real wide_slope(real compression, const real d[4])
{
    const real before = d[0] - R(2.0) * d[1], here = d[2] + d[1], after = d[3] - R(2.0) * d[2];
    const real from_lower = R(0.5) * common_part(before, here) - d[1];
    const real from_upper = d[2] - R(0.5) * common_part(here, after);
    const real s = real_fabs(common_part(-d[1], d[2])), t = real_fabs(common_part(from_lower, from_upper));
    const real centred = (R(8.0) * (d[2] - d[1]) - (d[3] - d[0])) * R(1.0 / 12.0);
    /* a crest is smooth where the three curvatures are alike; beside a jump one is far smaller than another */
    const real least = real_fabs(common_part(common_part(before, here), after));
    const real most = real_max(real_max(real_fabs(before), real_fabs(here)), real_fabs(after));
    const real crest = real_min(R(1.5) * t, real_max(R(4.0) * least - most, R(0.0)));
    const real size = real_min(real_fabs(centred), real_max(compression * s, crest));
    return centred < R(0.0) ? -size : size;
}

#endif
