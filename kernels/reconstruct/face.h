/* Face values from a limiter. A limiter is a file of its own with
 *     INLINE real limited_slope(real qm, real q0, real qp),
 * the difference across the middle one of three cells in a row (scheme.limiter). */
#ifndef TAUB_RECONSTRUCT_FACE_H
#define TAUB_RECONSTRUCT_FACE_H

#include "dialect.h"
#include "case/limiter.h"
#include "geometry/spacing.h"

#if TAUB_STRETCHED
/* Between cells of unequal widths: the limiter compares slopes, that is differences over the distances of the centres,
 * times the width of the cell; and the face goes no farther than to the neighbour's value, as on equal cells. */
INLINE real spaced_slope(real behind, real ahead, real qm, real q0, real qp)
{
    const real lower = q0 - qm, upper = qp - q0;
    const real slope = limited_slope(-(behind * lower), R(0.0), ahead * upper);
    const real most = R(2.0) * real_min(real_fabs(lower), real_fabs(upper));
    const real size = real_min(real_fabs(slope), most);
    return slope < R(0.0) ? -size : size;
}

INLINE void reconstruct_spaced_face(const struct distances distances, real qm, real q0, real qp, real qpp, real *left,
                                    real *right)
{
    *left = q0 + R(0.5) * spaced_slope(distances.behind[0], distances.ahead[0], qm, q0, qp);
    *right = qp - R(0.5) * spaced_slope(distances.behind[1], distances.ahead[1], q0, qp, qpp);
}
#define RECONSTRUCT_FACE(qm, q0, qp, qpp, left, right) reconstruct_spaced_face(distances, qm, q0, qp, qpp, left, right)
#endif

/* Values on both sides of the face between q[1] and q[2]. */
INLINE void reconstruct_face(real qm, real q0, real qp, real qpp, real *left, real *right)
{
    *left = q0 + R(0.5) * limited_slope(qm, q0, qp);
    *right = qp - R(0.5) * limited_slope(q0, qp, qpp);
}

#endif
