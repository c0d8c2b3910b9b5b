/* The polynomial of fourth degree of weno_ao.h within the bounds of A. Suresh and H. T. Huynh (J. Comput. Phys. 136
 * (1997) 83): it is kept whole where both of its faces lie within them, as in all smooth data, crests among them; a
 * face that does not is drawn to its bound. Bounds are the neighbour and the median of both, an upper limit by the
 * difference at the other side, alpha times that, and curvatures that neighbouring cells agree on. Data stay monotone
 * up to a Courant number of 1/(1 + alpha): alpha is 1.5 here, for the default `cfl` of 0.4 (they take 4).
 *
 * Where curvatures x, y of one sign differ, theirs is min(4 x - y, 4 y - x, x, y), by which rounding grows behind
 * fronts that move as flows with few cells a wave do: it changes four times as fast as its arguments. Here it is the
 * smaller one times (4 x y/(x + y)^2)^2: 0.79 of it where one is twice the other, 0.41 at four times. */
#ifndef TAUB_RECONSTRUCT_SURESH_HUYNH_H
#define TAUB_RECONSTRUCT_SURESH_HUYNH_H

#include "dialect.h"
#include "reconstruct/weno_ao.h"

#define SURESH_HUYNH_ALPHA R(1.5)

/* The curvature at a face, from those of the cells beside it: little where they differ, none where signs do, which are
 * compared as bits, as in minmod.h. */
INLINE real curvature_of_face(real x, real y)
{
    const real least = real_fabs(x) < real_fabs(y) ? x : y, sum = x + y;
    const real share = R(4.0) * (x * y) / (sum * sum + REAL_TINY);
    const real_bits signs = bits_of_real(x) ^ bits_of_real(y);
    return signs < 0 ? R(0.0) : least * (share * share);
}

/* What has to be added to a face. `across`, `behind`: the differences of the next cell and of the one at the other side
 * from the middle one; `near`, `far`: the curvatures of this face and of the opposite one. */
INLINE real cut_of_face(real face, real across, real behind, real near, real far, real floor2)
{
    const real median = R(0.5) * across - R(0.5) * near;
    const real upper = -SURESH_HUYNH_ALPHA * behind, large = R(4.0 / 3.0) * far - R(0.5) * behind;
    const real lowest = real_max(real_min(R(0.0), real_min(across, median)), real_min(R(0.0), real_min(upper, large)));
    const real highest = real_min(real_max(R(0.0), real_max(across, median)), real_max(R(0.0), real_max(upper, large)));
    const real cut = real_min(real_max(face, lowest), highest) - face;
    return cut * cut > R(0.01) * floor2 ? cut : R(0.0);
}

/* Whether a face lies between the middle and both the neighbour and the upper limit, as most do: within the bounds
 * whatever curvatures are. */
INLINE int is_between_neighbours(real face, real across, real behind)
{
    return (across - face) * face >= R(0.0) && (-SURESH_HUYNH_ALPHA * behind - face) * face >= R(0.0);
}

/* What has to be added to the lower and to the upper face of a line: 0 where the polynomial stays whole. d: u[j] - u[0]
 * for j = -2, -1, 1, 2; `floor2`: what counts as no variation, squared. */
struct face_cuts {
    real lower, upper;
};
INLINE struct face_cuts cuts_of_line(const real d[4], real floor2)
{
    const struct line_candidates of = line_candidates_of(d);
    const real odd = R(0.5) * of.x + R(0.05) * of.xxx, even = R(1.0 / 6.0) * of.xx + R(1.0 / 70.0) * of.xxxx;
    const real lower = even - odd, upper = even + odd;
    struct face_cuts cuts = {R(0.0), R(0.0)};
    RARELY(!(is_between_neighbours(lower, d[1], d[2]) && is_between_neighbours(upper, d[2], d[1])))
    {
        const real here = d[2] + d[1];
        const real before = curvature_of_face(here, d[0] - R(2.0) * d[1]);
        const real after = curvature_of_face(here, d[3] - R(2.0) * d[2]);
        cuts.lower = cut_of_face(lower, d[1], d[2], before, after, floor2);
        cuts.upper = cut_of_face(upper, d[2], d[1], after, before, floor2);
    }
    return cuts;
}

/* What remains of a coefficient from which so much is taken. */
INLINE real shrunk(real coefficient, real by)
{
    return coefficient - real_min(real_max(coefficient, -by), by);
}

/* The modes of a line: a parabola between faces that were drawn far, and on the way there as much less of the highest
 * coefficients as the faces moved, since what changes at once when a cut begins is decided by rounding. */
INLINE struct line_modes line_of_cuts(const real d[4], const struct face_cuts cuts)
{
    const struct line_candidates of = line_candidates_of(d);
    const real moved = real_fabs(cuts.lower) + real_fabs(cuts.upper);
    real xxx = of.xxx, xxxx = of.xxxx;
    RARELY(moved > R(0.0))
    {
        xxx = shrunk(xxx, R(20.0) * moved);
        xxxx = shrunk(xxxx, R(70.0) * moved);
    }
    struct line_modes modes;
    modes.xxx = xxx;
    modes.odd = (R(0.5) * of.x + R(0.05) * of.xxx) + R(0.5) * (cuts.upper - cuts.lower);
    modes.even = (R(1.0 / 6.0) * of.xx + R(1.0 / 70.0) * of.xxxx) + R(0.5) * (cuts.upper + cuts.lower);
    modes.x = R(2.0) * modes.odd - R(0.25) * xxx;
    modes.xx = R(6.0) * (modes.even - R(1.0 / 70.0) * xxxx);
    return modes;
}

#endif
