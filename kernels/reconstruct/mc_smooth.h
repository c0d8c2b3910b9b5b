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
#include "case/system.h"
#include "geometry/spacing.h"

/* The smaller one, or 0 when the signs differ, which are compared as bits, as in minmod.h. */
INLINE real common_part(real a, real b)
{
    const real least = real_fabs(a) < real_fabs(b) ? a : b;
    const real_bits signs = bits_of_real(a) ^ bits_of_real(b);
    return signs < 0 ? R(0.0) : least;
}

/* The centred slope within its bounds: `monotone` is what monotone data allow, from_lower and from_upper are the slopes
 * by both neighbours, the rest curvatures of the three cells. */
INLINE real bounded_slope(real centred, real monotone, real from_lower, real from_upper, real before, real here,
                          real after)
{
    const real t = real_fabs(common_part(from_lower, from_upper));
    /* a crest is smooth where the three curvatures are alike; beside a jump one is far smaller than another */
    const real least = real_fabs(common_part(common_part(before, here), after));
    const real most = real_max(real_max(real_fabs(before), real_fabs(here)), real_fabs(after));
    const real crest = real_min(R(1.5) * t, real_max(R(4.0) * least - most, R(0.0)));
    const real size = real_min(real_fabs(centred), real_max(monotone, crest));
    return centred < R(0.0) ? -size : size;
}

/* Most slopes are within what monotone data allow: threads of a GPU do without the rest then, which would take as long
 * as all else of a step. The 0 takes the sign from a slope of -0, as above. With a magnetic field, where threads wait
 * for memory more than they compute, a branch costs more than it saves (bench/godunov.md). */
#if defined(TAUB_HOST) || defined(SYSTEM_FACES)
#define RETURN_IF_MONOTONE(centred, monotone)
#else
#define RETURN_IF_MONOTONE(centred, monotone) \
    if (real_fabs(centred) <= (monotone))     \
        return (centred) + R(0.0);
#endif

/* d: q[j] - q[0] for j = -2, -1, 1, 2. */
#if TAUB_STRETCHED
/* The same by slopes and second differences of cells of unequal widths (geometry/spacing.h); the centred slope is that
 * of the parabola through three cells, less the twelfth of a third difference that makes it one of fourth order on
 * equal cells. */
INLINE real wide_slope(real compression, const real d[4] DISTANCES_ARGUMENT)
{
    const real lower = -(distances.behind * d[1]), upper = distances.ahead * d[2];
    const real before = distances.bend[0] * (lower - distances.far_behind * (d[1] - d[0]));
    const real here = distances.bend[1] * (upper - lower);
    const real after = distances.bend[2] * (distances.far_ahead * (d[3] - d[2]) - upper);
    const real parabola = R(0.5) * ((lower + distances.way[0] * here) + (upper - distances.way[1] * here));
    const real centred = parabola - R(1.0 / 12.0) * (after - before);
    const real monotone = real_fabs(slope_between(compression * common_part(lower, upper), d[1], d[2]));
    RETURN_IF_MONOTONE(centred, monotone)
    const real from_lower = lower + distances.way[0] * common_part(before, here);
    const real from_upper = upper - distances.way[1] * common_part(here, after);
    return bounded_slope(centred, monotone, from_lower, from_upper, before, here, after);
}
#else
INLINE real wide_slope(real compression, const real d[4])
{
    const real centred = (R(8.0) * (d[2] - d[1]) - (d[3] - d[0])) * R(1.0 / 12.0);
    const real monotone = compression * real_fabs(common_part(-d[1], d[2]));
    RETURN_IF_MONOTONE(centred, monotone)
    const real before = d[0] - R(2.0) * d[1], here = d[2] + d[1], after = d[3] - R(2.0) * d[2];
    const real from_lower = R(0.5) * common_part(before, here) - d[1];
    const real from_upper = d[2] - R(0.5) * common_part(here, after);
    return bounded_slope(centred, monotone, from_lower, from_upper, before, here, after);
}
#endif

#endif
